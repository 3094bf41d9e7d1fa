//! What keys mean.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use taquin::tiles::Direction;

/// What the player wants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Wish {
    /// Move this way; as far as it goes if `far`.
    Go {
        direction: Direction,
        far: bool,
    },
    Undo,
    Redo,
    Hint,
    Solve,
    PickAlgorithm,
    New,
    Restart,
    ExchangeKeys,
    Choose {
        back: bool,
    },
    Pause,
    Faster,
    Slower,
    First,
    Last,
    Help,
    Leave,
    Quit,
}

/// What a key means while the board is played.
pub(super) fn wish(key: &KeyEvent) -> Option<Wish> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    let go = |direction, far| Some(Wish::Go { direction, far });
    match key.code {
        KeyCode::Char('c') if control => Some(Wish::Quit),
        KeyCode::Char('z') if control => Some(Wish::Undo),
        KeyCode::Char('y') if control => Some(Wish::Redo),
        _ if control => None,
        KeyCode::Up => go(Direction::Up, shift),
        KeyCode::Down => go(Direction::Down, shift),
        KeyCode::Left => go(Direction::Left, shift),
        KeyCode::Right => go(Direction::Right, shift),
        KeyCode::Backspace => Some(Wish::Undo),
        KeyCode::Enter => Some(Wish::Solve),
        KeyCode::Esc => Some(Wish::Leave),
        KeyCode::Tab => Some(Wish::Choose { back: false }),
        KeyCode::BackTab => Some(Wish::Choose { back: true }),
        KeyCode::Home => Some(Wish::First),
        KeyCode::End => Some(Wish::Last),
        KeyCode::F(1) => Some(Wish::Help),
        KeyCode::Char(letter) => by_letter(letter),
        _ => None,
    }
}

fn by_letter(letter: char) -> Option<Wish> {
    let go = |direction| Some(Wish::Go { direction, far: letter.is_uppercase() });
    match letter.to_ascii_lowercase() {
        'w' | 'k' => go(Direction::Up),
        's' | 'j' => go(Direction::Down),
        'a' | 'h' => go(Direction::Left),
        'd' | 'l' => go(Direction::Right),
        'u' => Some(Wish::Undo),
        'r' => Some(Wish::Redo),
        'i' => Some(Wish::Hint),
        'p' => Some(Wish::PickAlgorithm),
        'n' => Some(Wish::New),
        'b' => Some(Wish::Restart),
        'g' => Some(Wish::ExchangeKeys),
        ' ' => Some(Wish::Pause),
        '+' | '=' => Some(Wish::Faster),
        '-' | '_' => Some(Wish::Slower),
        '?' => Some(Wish::Help),
        'q' => Some(Wish::Quit),
        _ => None,
    }
}

/// The keys and what they do, for the panel: the shorter list first, the rest in the help.
pub(super) const SHORT: [(&str, &str); 8] = [
    ("arrows wasd hjkl", "move"),
    ("u r", "undo, redo"),
    ("i", "hint"),
    ("enter", "solve"),
    ("p", "algorithm"),
    ("n", "new"),
    ("?", "help"),
    ("q", "quit"),
];

/// Where there is something to be chosen first.
pub(super) const CHOOSE: (&str, &str) = ("tab, click", "choose a block");

pub(super) const ALL: [(&str, &str); 14] = [
    ("arrows, wasd, hjkl", "move a tile (a block) that way"),
    ("shift + these", "move as far as it goes"),
    ("mouse", "click what should move"),
    ("tab", "choose the next block"),
    ("u, backspace", "undo"),
    ("r", "redo"),
    ("b", "back to the start"),
    ("g", "keys move the tile or the gap"),
    ("i", "hint: the next good move"),
    ("enter", "solve from here and watch"),
    ("p", "pick the algorithm"),
    ("n", "new board"),
    ("esc", "stop a search, leave a list"),
    ("q, ctrl-c", "quit"),
];

pub(super) const WATCHING: [(&str, &str); 5] = [
    ("space", "pause, go on"),
    ("left right", "back, step"),
    ("+ -", "speed"),
    ("home end", "first, last"),
    ("esc", "play on"),
];
