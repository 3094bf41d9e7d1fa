//! Boards as text; the form is detected.
//!
//! | form | example |
//! |---|---|
//! | one line, rows split by `/` (what Taquin prints) | `8 2 0/4 6 1/3 7 5` |
//! | one line, rows split by `\|` | `1,2,3\|4,5,-1` |
//! | one line, size first | `2x3:1,2,3,4,5,0` |
//! | a grid of lines | `1 2 3` ⏎ `4 5 0` |
//! | the dimension *n*, then *n*² cells in any layout | `2` ⏎ `1 2` ⏎ `3 0` |
//!
//! Goals and boards whose tiles look alike ([`super::labels`]) are read by [`Boards::reading`]: labels are any numbers or capital
//! letters, several cells may be blank, and in goals `*` is a free cell. What is an ordinary board is read as one.
//!
//! Cells are split by white space or a comma. The blank is `0`, `_`, `.`, `x`, `-` or `-1`. `#` begins a comment. Several
//! boards may follow each other: one-line forms each on their line, grids separated by an empty line. How a text without
//! `/`, `|` and `:` is understood:
//!
//! 1. neighbouring lines belong together and are a grid, if that is a valid board;
//! 2. otherwise, if the first number is *n* and *n*² more follow, it is the dimension (it may be alone before an
//!    empty line; if what follows the line is a board without it, the number is an error of its own);
//! 3. but lines each of which is a whole board of one row are several boards of one row.
//!
//! ```
//! use taquin::tiles::text::Boards;
//!
//! let text = "1 2/3 0  # one line\n\n1 2\n0 3\n";
//! let boards: Result<Vec<_>, _> = Boards::new(text.as_bytes()).collect();
//! assert_eq!(boards?.len(), 2);
//! # Ok::<(), taquin::tiles::text::TextError>(())
//! ```

mod boards;
mod cells;
mod lines;

pub use boards::Boards;

use super::{Board, BoardError, MAX_SIDE, ShapeError, labels::LabelError};
use std::str::FromStr;
use thiserror::Error;

/// Why a text is not a board, and where.
#[derive(Debug, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct TextError {
    /// Which line, from 1.
    pub line: usize,
    /// Which character of the line, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: TextProblem,
}

/// What is wrong with a text.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TextProblem {
    /// There is no board at all.
    #[error("expected a board such as 1 2 3/4 5 0, found nothing")]
    Empty,
    /// There is something after the board.
    #[error("expected one board, found another one here")]
    Another,
    /// Something that is neither a tile nor a blank.
    #[error("expected a tile number or a blank (0, _, ., x, - or -1), found {}", shown(found))]
    Cell {
        /// What was found.
        found: String,
    },
    /// Something that is neither a label nor a blank.
    #[error("expected a tile number, a letter from A to Z or a blank (0, _, ., x, - or -1), found {}", shown(found))]
    Label {
        /// What was found.
        found: String,
    },
    /// A number that no board can hold.
    #[error("expected a tile number of at most {}, found {found}", MAX_SIDE * MAX_SIDE - 1)]
    Number {
        /// What was found.
        found: String,
    },
    /// A row whose length differs from the first one's.
    #[error("expected {expected} cells in this row as in the first one, found {found}")]
    Ragged {
        /// How many cells the first row has.
        expected: usize,
        /// How many this one has.
        found: usize,
    },
    /// `/` and `|` in one board.
    #[error("expected rows split by {expected:?} throughout, found {found:?}")]
    Separator {
        /// The one used first.
        expected: char,
        /// The other one.
        found: char,
    },
    /// Something before `:` that is not a size.
    #[error("expected a size such as 4x4 before the colon, found {found:?}")]
    Size {
        /// What was found.
        found: String,
    },
    /// More cells than any board has.
    #[error("expected at most {MAX_SIDE}x{MAX_SIDE} cells, found more")]
    TooManyCells,
    /// A line longer than any board.
    #[error("expected a line of at most {} bytes, found a longer one", lines::MAX_LENGTH)]
    LongLine,
    /// Bytes that are not UTF-8.
    #[error("expected UTF-8 text, found the byte 0x{found:02x}")]
    Encoding {
        /// The first byte that is not UTF-8.
        found: u8,
    },
    /// A size out of range.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// Cells that are not a board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// Labels that are not a board or a goal.
    #[error(transparent)]
    Labels(#[from] LabelError),
    /// The source could not be read.
    #[error("cannot read on: {0}")]
    Read(#[from] std::io::Error),
}

/// What was found in place of a cell, as messages name it.
fn shown(found: &str) -> String {
    if found.is_empty() { "nothing".to_owned() } else { format!("{found:?}") }
}

impl TextProblem {
    pub(super) fn at(self, (line, column): (usize, usize)) -> TextError {
        TextError { line, column, problem: self }
    }
}

/// What can be read from text: [`Board`], [`AnyBoard`](super::labels::AnyBoard) and [`AnyGoal`](super::labels::AnyGoal).
pub trait Readable: sealed::FromCodes {}

impl Readable for Board {}

pub(super) mod sealed {
    //! How text becomes what is [`Readable`](super::Readable): each cell a code, and the codes a board.

    use super::{Board, TextProblem, cells};
    use crate::tiles::Shape;

    /// A cell: 0 for a blank, a number, a letter, or a free cell.
    pub(crate) type Code = u32;
    /// Marks the place of a letter in the alphabet.
    pub(crate) const LETTER: Code = 1 << 16;
    /// A free cell.
    pub(crate) const FREE: Code = 1 << 17;

    /// What codes of cells can become.
    pub trait FromCodes: Sized {
        /// Can it be anything but an ordinary board?
        const MAY_BE_LABELLED: bool;

        /// Reads one cell.
        fn code(text: &str) -> Result<Code, TextProblem>;

        /// Makes it of all cells; or what is wrong, and in which cell.
        fn from_codes(shape: Shape, codes: &[Code], only_ordinary: bool) -> Result<Self, (Option<usize>, TextProblem)>;
    }

    impl FromCodes for Board {
        const MAY_BE_LABELLED: bool = false;

        fn code(text: &str) -> Result<Code, TextProblem> {
            cells::number(text)
        }

        fn from_codes(
            shape: Shape,
            codes: &[Code],
            _only_ordinary: bool,
        ) -> Result<Self, (Option<usize>, TextProblem)> {
            // why: boards of the usual sizes need no memory of their own on the way.
            let mut tiles = [0; 64];
            let board = if let Some(tiles) = tiles.get_mut(..codes.len()) {
                tiles.iter_mut().zip(codes).for_each(|(tile, &code)| *tile = code as u16);
                Self::new(shape, tiles)
            } else {
                Self::new(shape, &codes.iter().map(|&code| code as u16).collect::<Vec<_>>())
            };
            board.map_err(|error| (error.cell(), error.into()))
        }
    }
}

impl FromStr for Board {
    type Err = TextError;

    /// Reads the one board in a text of any form.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut boards = Boards::new(text.as_bytes());
        let board = boards.next().unwrap_or_else(|| Err(TextProblem::Empty.at((1, 1))))?;
        if boards.next().is_some() {
            return Err(TextProblem::Another.at(boards.place()));
        }
        Ok(board)
    }
}
