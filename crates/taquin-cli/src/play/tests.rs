//! A panic in the game restores the terminal: the games that panic are run by the others, in a pseudo-terminal.

#[expect(dead_code, reason = "the tests of the whole command need more of it")]
#[path = "../../tests/cli/game/screen.rs"]
mod screen;

use super::{terminal::Terminal, tiles::Tiles};
use screen::Screen;
use std::{env, thread};

/// Runs one of the games below as a process of its own.
fn open(game: &str) -> Screen {
    let test = format!("{}::{game}", module_path!().split_once("::").unwrap().1);
    let program = env::current_exe().unwrap();
    let args = ["--exact", &test, "--ignored", "--nocapture"];
    // A backtrace would push the message off the screen.
    Screen::open(program.to_str().unwrap(), &args, 24, 80, &[("RUST_BACKTRACE", "0")])
}

#[test]
fn a_panic_in_the_game_restores_the_terminal_and_is_reported() {
    let mut screen = open("a_game_with_a_broken_board");
    screen.wait_for("quit");
    screen.press("i");
    assert_eq!(screen.exit_code(), 101);
    screen.assert_restored();
    assert_reported(&screen, "moves keep a board solvable");
}

#[test]
fn a_panic_beside_the_game_restores_the_terminal_and_is_reported() {
    let mut screen = open("a_terminal_with_a_broken_thread_beside_it");
    assert_eq!(screen.exit_code(), 101);
    screen.assert_restored();
    assert_reported(&screen, "broken beside the game");
    assert!(!screen.text().contains("drawn"), "{}", screen.text());
}

/// The message stands on lines of its own, from their beginning.
#[track_caller]
fn assert_reported(screen: &Screen, message: &str) {
    let text = screen.text();
    let lines: Vec<&str> = text.lines().collect();
    let is_reported = lines.windows(2).any(|pair| pair[0].starts_with("thread '") && pair[1].starts_with(message));
    assert!(is_reported, "{text}");
}

#[test]
#[ignore = "panics: run in a pseudo-terminal by the test of a panic in the game"]
fn a_game_with_a_broken_board() {
    super::play(Tiles::unsolvable()).unwrap();
}

#[test]
#[ignore = "panics: run in a pseudo-terminal by the test of a panic beside the game"]
fn a_terminal_with_a_broken_thread_beside_it() {
    let mut terminal = Terminal::enter().unwrap();
    terminal.draw(|frame| frame.render_widget("drawn before", frame.area())).unwrap();
    let broken = thread::spawn(|| panic!("broken beside the game")).join();
    terminal.draw(|frame| frame.render_widget("drawn after", frame.area())).unwrap();
    drop(terminal);
    broken.unwrap();
}
