//! The game, played in a pseudo-terminal as a person would: keys and clicks go in, the screen is read.

mod blocks;
mod screen;

use crate::PROGRAM;
use screen::Screen;
use std::{
    process::Command,
    time::{Duration, Instant},
};

const CACHE: (&str, &str) = ("TAQUIN_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));

const BOARD: &str = "8 2 0/4 6 1/3 7 5";
/// Solves it: 24 moves, 22 slides.
const SOLUTION: &str = "RRUULDLDRURDLULDRULURDLU";
const HARD: &str = "12 3 9 22 1/18 24 4 14 19/21 5 15 0 10/8 13 6 2 17/7 23 16 20 11";

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";
const END: &str = "\x1b[F";
const HOME: &str = "\x1b[H";
const ESC: &str = "\x1b";
const ENTER: &str = "\r";

fn play(args: &[&str]) -> Screen {
    open(&[&["play"], args].concat(), &[])
}

/// The command on a screen with so many columns.
fn terminal(args: &[&str], cols: u16, variables: &[(&str, &str)]) -> Screen {
    Screen::open(&PROGRAM, args, 24, cols, &[&[CACHE], variables].concat())
}

/// What the command prints.
fn taquin(args: &[&str]) -> String {
    let output = Command::new(&*PROGRAM).args(args).env(CACHE.0, CACHE.1).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Waits until it is ready: what is typed before that goes to a terminal in its usual mode.
fn open(args: &[&str], variables: &[(&str, &str)]) -> Screen {
    let mut game = terminal(args, 80, variables);
    game.wait_until("the game is there", |text| text.contains("quit"));
    game
}

/// The key for a move, of the three kinds in turn.
fn key(index: usize, direction: char) -> &'static str {
    let kinds = match direction {
        'U' => [UP, "w", "k"],
        'D' => [DOWN, "s", "j"],
        'L' => [LEFT, "a", "h"],
        _ => [RIGHT, "d", "l"],
    };
    kinds[index % 3]
}

#[test]
fn a_board_is_won_by_keys_and_the_game_can_be_left() {
    let mut game = play(&["--board", BOARD]);
    game.wait_for("Taquin 3x3");
    game.wait_for("Time          0:00");
    assert!(game.text().contains("At least"));
    for (index, direction) in SOLUTION.chars().enumerate() {
        game.press(key(index, direction));
    }
    game.wait_for("Solved in 24 moves, 22 slides!");
    game.wait_for("Moves           24");
    game.wait_for("Slides          22");
    game.press("q");
    assert_eq!(game.exit_code(), 0);
    game.assert_restored();
}

#[test]
fn a_board_is_won_by_mouse_and_a_click_slides_several_tiles() {
    let mut game = play(&["--board", "0 1 2/4 5 3/7 8 6"]);
    game.wait_for("Moves            0");
    game.click_label("8"); // Not in the gap's row or column: nothing may happen.
    game.click_label("2");
    game.wait_for("Moves            2");
    game.wait_for("Slides           1");
    game.click_label("6");
    game.wait_for("Solved in 4 moves, 2 slides!");
    game.press("q");
    assert_eq!(game.exit_code(), 0);
}

#[test]
fn shift_slides_as_far_as_it_goes_and_keys_can_move_the_gap() {
    let mut game = play(&["--board", "0 1 2/4 5 3/7 8 6"]);
    game.press("A");
    game.wait_for("Moves            2");
    game.press("u");
    game.wait_for("Moves            0");
    game.press("g");
    game.wait_for("Keys move the gap.");
    game.press("D");
    game.wait_for("Moves            2");
    game.press("S");
    game.wait_for("Solved in 4 moves, 2 slides!");
}

#[test]
fn moves_are_undone_and_redone_and_the_board_begun_again() {
    let mut game = play(&["--board", BOARD]);
    game.wait_for("Moves            0");
    let before = game.board();
    game.press(RIGHT);
    game.press(UP);
    game.wait_for("Moves            2");
    let after = game.board();
    assert_ne!(before, after);
    game.press("uu");
    game.wait_for("Moves            0");
    assert_eq!(game.board(), before);
    game.press("u");
    game.press("rr");
    game.wait_for("Moves            2");
    assert_eq!(game.board(), after);
    game.press("b");
    game.wait_for("Moves            0");
    assert_eq!(game.board(), before);
    game.press("\x1a\x19\x19"); // Ctrl-Z, Ctrl-Y
    game.wait_for("Moves            2");
}

#[test]
fn a_hint_is_a_shortest_way_and_following_hints_wins() {
    let mut game = play(&["--board", "1 2 3/4 0 5/7 8 6"]);
    game.press("i");
    game.wait_for("Hint: 5 left");
    game.wait_for("2 moves");
    assert!(game.board().contains("5←"), "{}", game.board());
    game.press(LEFT);
    game.wait_for("Moves            1");
    assert!(!game.board().contains('←'));
    game.press("i");
    game.wait_for("Hint: 6 up");
    game.press(UP);
    game.wait_for("with help!");
}

#[test]
fn a_solution_is_shown_paused_and_stepped_through() {
    let mut game = play(&["--board", BOARD]);
    game.wait_for("Moves            0");
    let start = game.board();
    game.press(ENTER);
    game.wait_for(": 24 moves, ");
    game.press(" ");
    game.wait_for("Paused");
    game.press(HOME);
    game.wait_for("Paused: 0 of ");
    assert_eq!(game.board(), start);
    game.press(RIGHT);
    game.press(RIGHT);
    game.wait_for("Paused: 2 of ");
    game.press(LEFT);
    game.wait_for("Paused: 1 of ");
    game.press("+++");
    game.wait_for("32 a second");
    game.press("-");
    game.wait_for("16 a second");
    game.press(" ");
    game.wait_for("Solved in 24 moves, ");
    game.wait_for("with help!");
    game.press("uu");
    game.wait_until("it is not solved any more", |text| !text.contains("Solved"));
    game.press(ENTER);
    game.wait_for(" 2 slides,");
    game.press(END);
    game.wait_for("Solved in 24 moves");
}

#[test]
fn a_solution_can_be_left_and_played_on() {
    let mut game = play(&["--board", BOARD]);
    game.press(ENTER);
    game.wait_for("Playing");
    game.press(ESC);
    game.wait_for("Your turn.");
    game.press("b");
    game.wait_for("Moves            0");
}

#[test]
fn a_hard_search_warns_shows_progress_and_is_cancelled_at_once() {
    let mut game = play(&["--board", HARD]);
    game.press("p");
    game.wait_for("Solve with");
    game.choose("ida-star");
    game.press(ENTER);
    game.wait_for("This may take for ever");
    game.wait_for("ida-star is hopeless on a board of");
    game.press(ENTER);
    game.wait_for("ida-star searching");
    game.wait_for("nodes");
    let pressed = Instant::now();
    game.press(ESC);
    game.wait_for("Stopped: no solution yet.");
    assert!(pressed.elapsed() < Duration::from_secs(2), "{:?}", pressed.elapsed());
    game.press(LEFT);
    game.wait_for("Moves            1");
    game.press("\x03");
    assert_eq!(game.exit_code(), 0);
    game.assert_restored();
}

#[test]
fn every_algorithm_is_offered() {
    let help = taquin(&["solve", "--help"]);
    let names = help.split("[possible values: ").nth(1).unwrap().split(']').next().unwrap();
    let mut game = play(&["--board", BOARD]);
    game.press("p");
    for name in names.split(',') {
        game.wait_for(name.trim());
    }
    game.press(ESC);
    game.wait_until("the list is gone", |text| !text.contains("Solve with"));
}

#[test]
fn new_boards_come_in_several_kinds_and_seeds_repeat_them() {
    let mut games = [(); 2].map(|()| play(&["--size", "3x4", "--seed", "7"]));
    games.iter_mut().for_each(|game| game.wait_for("Taquin 3x4"));
    assert_eq!(games[0].board(), games[1].board());
    let game = &mut games[0];
    let before = game.board();
    game.press("n");
    game.wait_for("New board");
    game.choose("20 moves from the goal");
    game.press(ENTER);
    game.wait_until("the list is gone", |text| !text.contains("New board"));
    assert_ne!(game.board(), before);
    game.press("n");
    game.choose("the goal itself");
    game.press(ENTER);
    game.wait_for("Solved in 0 moves");
}

#[test]
fn the_screen_follows_the_terminal_and_says_when_it_is_too_small() {
    let mut game = play(&["--board", BOARD]);
    game.wait_for("arrows wasd hjkl");
    game.resize(18, 40);
    game.wait_until("the panel moved below", |text| text.contains("Moves 0  Slides 0"));
    game.resize(5, 20);
    game.wait_for("Too small: 20 x 5");
    game.wait_for("needs 24 x 7");
    game.press(RIGHT);
    game.resize(40, 120);
    game.wait_for("Moves            1");
    game.resize(7, 24);
    game.wait_for("Moves 1");
    game.press("q");
    assert_eq!(game.exit_code(), 0);
    game.assert_restored();
}

#[test]
fn a_board_larger_than_the_screen_is_told() {
    let mut game = play(&["--size", "60x60", "--seed", "1"]);
    game.wait_for("Too small: 80 x 24");
    game.wait_for("needs 300 x 64");
    game.press("q");
    assert_eq!(game.exit_code(), 0);
    game.assert_restored();
}

#[test]
fn without_colours_tiles_are_framed() {
    let mut game = open(&["play", "--board", BOARD], &[("NO_COLOR", "1")]);
    game.wait_for("Taquin 3x3");
    assert!(game.text().contains("┌──") && !game.has_colours());
    game.press("i");
    game.wait_for("Hint: ");
    assert!(!game.has_colours());
    let mut game = play(&["--board", BOARD]);
    game.wait_for("Taquin 3x3");
    assert!(game.has_colours() && !game.text().contains("┌──"));
}

#[test]
fn a_signal_ends_the_game_and_restores_the_screen() {
    let mut game = play(&["--board", BOARD]);
    game.wait_for("Taquin 3x3");
    game.signal("INT");
    assert_eq!(game.exit_code(), 0);
    game.assert_restored();
}

#[test]
fn a_request_to_end_restores_the_screen_and_ends_the_game_by_that_signal() {
    for (signal, told) in [("TERM", "Terminated"), ("HUP", "Hangup")] {
        let mut game = play(&["--board", BOARD]);
        game.press(RIGHT);
        game.wait_for("Moves            1");
        game.signal(signal);
        assert_eq!(game.end().signal(), Some(told));
        game.assert_restored();
    }
}

/// The terminal stayed in the game's mode.
#[cfg(unix)]
#[test]
fn a_request_to_quit_restores_the_screen() {
    let mut game = play(&["--board", BOARD]);
    game.signal("QUIT");
    assert_eq!(game.end().signal(), Some("Quit"));
    game.assert_restored();
}

/// As a job of a shell, which goes on when the game is stopped from outside, and has the terminal as it was; when the shell
/// brings the game back, it is drawn anew and hears its keys.
#[cfg(unix)]
#[test]
fn a_game_that_is_stopped_gives_the_terminal_back() {
    let script = r#""$0" play --board "$1"; echo the shell is here; read line; fg; echo the game has ended"#;
    let mut game = Screen::open("sh", &["-mc", script, &PROGRAM, BOARD], 24, 80, &[CACHE]);
    game.wait_for("Taquin 3x3");
    game.press(RIGHT);
    game.wait_for("Moves            1");
    game.signal_job("TSTP");
    game.wait_for("the shell is here");
    game.assert_restored();
    game.press(ENTER);
    game.wait_for("Moves            1");
    game.press(UP);
    game.wait_for("Moves            2");
    game.press("q");
    game.wait_for("the game has ended");
    game.end();
    game.assert_restored();
}

#[test]
fn a_closed_terminal_ends_the_game() {
    let end = screen::end_after_close(&PROGRAM, &["play", "--board", BOARD]);
    assert_eq!(end.as_ref().and_then(|end| end.signal()), Some("Hangup"), "{end:?}");
}

#[test]
fn a_request_to_end_stops_a_search_too() {
    let mut game = play(&["--board", HARD]);
    game.press("p");
    game.choose("ida-star");
    game.press(ENTER);
    game.wait_for("This may take for ever");
    game.press(ENTER);
    game.wait_for("ida-star searching");
    game.signal("TERM");
    assert_eq!(game.end().signal(), Some("Terminated"));
    game.assert_restored();
}

#[test]
fn help_lists_the_keys() {
    let mut game = play(&["--board", BOARD]);
    game.press("?");
    game.wait_for("undo");
    game.wait_for("pick the algorithm");
    game.press(ESC);
    game.wait_until("the help is gone", |text| !text.contains("pick the algorithm"));
}

#[test]
fn a_solution_is_printed_as_boards_side_by_side() {
    let shown = taquin(&["solve", "--show", "--algorithm", "bfs", "1 2 3/0 4 5/7 8 6"]);
    let boards = "start   2: L2   3: U\n1 2 3   1 2 3   1 2 3\n_ 4 5   4 5 _   4 5 6\n7 8 6   7 8 6   7 8 _\n";
    assert!(shown.contains(boards), "{shown}");
    let mut screen = terminal(&["solve", "--show", "1 2 3/0 4 5/7 8 6"], 20, &[]);
    assert_eq!(screen.exit_code(), 0);
    assert!(screen.text().contains("3: U\n1 2 3\n4 5 6\n7 8 _"), "{}", screen.text());
}

#[test]
fn bad_requests_are_told_without_touching_the_terminal() {
    let told = |args: &[&str]| {
        let mut screen = terminal(args, 80, &[]);
        assert_eq!(screen.exit_code(), 2);
        screen.assert_restored();
        screen.text()
    };
    assert!(told(&["play", "--board", "1 2 3/4 5 6/8 7 0"]).contains("unsolvable"));
    assert!(told(&["play", "--board", BOARD, "--size", "4x4"]).contains("--size is 4x4 but --board is 3x3"));
    let piped = Command::new(&*PROGRAM).arg("play").output().unwrap();
    assert_eq!(piped.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&piped.stderr).contains("the game needs a terminal"));
}
