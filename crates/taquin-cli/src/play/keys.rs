//! Keys and the actions they stand for.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use taquin::tiles::Direction;

/// What the player asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Action {
    /// Move in this direction; as far as it goes if `far`.
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
    ToggleKeys,
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

/// The action of a key.
pub(super) fn action(key: &KeyEvent) -> Option<Action> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    let go = |direction, far| Some(Action::Go { direction, far });
    match key.code {
        KeyCode::Char('c') if control => Some(Action::Quit),
        KeyCode::Char('z') if control => Some(Action::Undo),
        KeyCode::Char('y') if control => Some(Action::Redo),
        _ if control => None,
        KeyCode::Up => go(Direction::Up, shift),
        KeyCode::Down => go(Direction::Down, shift),
        KeyCode::Left => go(Direction::Left, shift),
        KeyCode::Right => go(Direction::Right, shift),
        KeyCode::Backspace => Some(Action::Undo),
        KeyCode::Enter => Some(Action::Solve),
        KeyCode::Esc => Some(Action::Leave),
        KeyCode::Tab => Some(Action::Choose { back: false }),
        KeyCode::BackTab => Some(Action::Choose { back: true }),
        KeyCode::Home => Some(Action::First),
        KeyCode::End => Some(Action::Last),
        KeyCode::F(1) => Some(Action::Help),
        KeyCode::Char(letter) => by_letter(letter),
        _ => None,
    }
}

fn by_letter(letter: char) -> Option<Action> {
    let go = |direction| Some(Action::Go { direction, far: letter.is_uppercase() });
    match letter.to_ascii_lowercase() {
        'w' | 'k' => go(Direction::Up),
        's' | 'j' => go(Direction::Down),
        'a' | 'h' => go(Direction::Left),
        'd' | 'l' => go(Direction::Right),
        'u' => Some(Action::Undo),
        'r' => Some(Action::Redo),
        'i' => Some(Action::Hint),
        'p' => Some(Action::PickAlgorithm),
        'n' => Some(Action::New),
        'b' => Some(Action::Restart),
        'g' => Some(Action::ToggleKeys),
        ' ' => Some(Action::Pause),
        '+' | '=' => Some(Action::Faster),
        '-' | '_' => Some(Action::Slower),
        '?' => Some(Action::Help),
        'q' => Some(Action::Quit),
        _ => None,
    }
}

/// The keys and what they do, for the panel; [`ALL`] is the help.
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

/// For puzzles where the player chooses a piece.
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
