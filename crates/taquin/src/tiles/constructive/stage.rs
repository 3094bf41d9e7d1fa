//! The stages of a constructive solution, as data that a face can show or say.

use crate::tiles::Direction;
use std::{fmt, ops::Range};

/// One step of the plan, and the moves that carry it out.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Stage {
    /// What is done.
    pub task: Task,
    /// The moves that do it; never none.
    pub moves: Vec<Direction>,
}

/// What a stage does. Its [`Display`](fmt::Display) is a short English sentence: `bring 3 two below its place`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Task {
    /// A tile goes to its place in the goal and stays there.
    Place {
        /// The tile.
        tile: u16,
        /// Its place.
        at: Place,
    },
    /// A tile goes near its place, to be rotated in later.
    Park {
        /// The tile.
        tile: u16,
        /// Where it is brought.
        at: Place,
        /// Its place in the goal.
        place: Place,
    },
    /// The last two tiles of a row or column go to their places together.
    RotateIn {
        /// Both tiles.
        tiles: [u16; 2],
    },
    /// What remains is solved in as few moves as possible.
    Finish {
        /// The rows that remain.
        rows: Range<usize>,
        /// The columns that remain.
        cols: Range<usize>,
    },
}

/// A cell by its row and column, from 0.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Place {
    /// The row, from the top.
    pub row: usize,
    /// The column, from the left.
    pub col: usize,
}

impl From<(usize, usize)> for Place {
    fn from((row, col): (usize, usize)) -> Self {
        Self { row, col }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { tile, .. } => write!(f, "bring {tile} to its place"),
            Self::Park { tile, at, place } if at == place => write!(f, "bring {tile} to its place for now"),
            Self::Park { tile, at, place } => write!(f, "bring {tile} {} its place", relation(*at, *place)),
            Self::RotateIn { tiles: [first, second] } => write!(f, "rotate {first} and {second} in"),
            Self::Finish { rows, cols } if rows.len() == 1 || cols.len() == 1 => write!(f, "slide the line home"),
            Self::Finish { rows, cols } => write!(f, "solve the last {}x{}", rows.len(), cols.len()),
        }
    }
}

/// Where a cell lies as seen from another: `two below`, `one left of and one above`.
fn relation(at: Place, place: Place) -> String {
    let count = |distance: usize| match distance {
        1 => "one".to_owned(),
        2 => "two".to_owned(),
        more => more.to_string(),
    };
    let vertical = match at.row.abs_diff(place.row) {
        0 => None,
        rows => Some(format!("{} {}", count(rows), if at.row > place.row { "below" } else { "above" })),
    };
    let horizontal = match at.col.abs_diff(place.col) {
        0 => None,
        cols => Some(format!("{} {}", count(cols), if at.col > place.col { "right of" } else { "left of" })),
    };
    [vertical, horizontal].into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_read_as_sentences() {
        let at = |row, col| Place { row, col };
        let park = |at, place| Task::Park { tile: 3, at, place }.to_string();
        assert_eq!(park(at(2, 3), at(0, 3)), "bring 3 two below its place");
        assert_eq!(park(at(0, 3), at(0, 2)), "bring 3 one right of its place");
        assert_eq!(park(at(1, 1), at(4, 2)), "bring 3 3 above and one left of its place");
        assert_eq!(Task::RotateIn { tiles: [3, 4] }.to_string(), "rotate 3 and 4 in");
        assert_eq!(Task::Finish { rows: 2..4, cols: 1..3 }.to_string(), "solve the last 2x2");
    }
}
