//! Errors in the pictures of a puzzle.

use thiserror::Error;

/// Why pictures are not a puzzle.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum PuzzleError {
    /// Nothing is drawn.
    #[error("there is no block: draw at least one, as equal characters (`.` is a free cell, a space is outside)")]
    NoBlock,
    /// The board exceeds the size limit.
    #[error(
        "the board is too large: it spans {rows} rows × {cols} columns, but at most about 1 100 cells, counted with \
         those outside the board, are possible (33 × 33), and at most 255 in a line"
    )]
    TooLarge {
        /// Rows drawn.
        rows: usize,
        /// Columns drawn.
        cols: usize,
    },
    /// A cell is drawn with a character that cannot be seen.
    #[error("row {row}, column {col} of {} is drawn with the control character {symbol:?}", picture(*.goal))]
    ControlCharacter {
        /// The character.
        symbol: char,
        /// Which goal, from 0; `None` if it is in the start.
        goal: Option<usize>,
        /// Its row, from 1.
        row: usize,
        /// Its column, from 1.
        col: usize,
    },
    /// A cell belongs to the board in one picture and not in the other.
    #[error(
        "start and goal{} are boards of different outlines: row {row}, column {col} is {} the board in the start, \
         but {} it in the goal", ordinal(*.goal), side(*.in_start), side(!*.in_start)
    )]
    BoundsDiffer {
        /// Which goal, from 0.
        goal: usize,
        /// Row of the first such cell, from 1.
        row: usize,
        /// Its column, from 1.
        col: usize,
        /// Is it in the start's board?
        in_start: bool,
    },
    /// A goal block has one shape in the start and another in the goal.
    #[error("goal block `{symbol}` has another shape in the goal{} than in the start", ordinal(*.goal))]
    ShapeDiffers {
        /// The block.
        symbol: char,
        /// Which goal, from 0.
        goal: usize,
    },
    /// A goal block does not occur in the start.
    #[error("goal block `{symbol}` (row {row}, column {col} of the goal{}) is missing in the start", ordinal(*.goal))]
    MissingBlock {
        /// The block.
        symbol: char,
        /// Which goal, from 0.
        goal: usize,
        /// The row of its first cell in the goal, from 1.
        row: usize,
        /// The column of its first cell, from 1.
        col: usize,
    },
    /// A block that may not be on gates is on one.
    #[error(
        "block `{symbol}` stands on a gate at row {row}, column {col}, but only goal blocks (those drawn in a goal) may"
    )]
    OnGate {
        /// The block.
        symbol: char,
        /// The gate's row, from 1.
        row: usize,
        /// Its column, from 1.
        col: usize,
    },
    /// A rule names a block that is not drawn in the start.
    #[error("`{key}` names block `{symbol}`, which is not drawn in the start")]
    UnknownBlock {
        /// The block.
        symbol: char,
        /// The key of the rule.
        key: &'static str,
    },
    /// No cell is drawn with the character of an exit.
    #[error("no cell is drawn with `{symbol}`, which `exit` declares; draw it in the start or in a goal")]
    NoExit {
        /// The exit.
        symbol: char,
    },
    /// A block is drawn wholly on an exit at the start.
    #[error("block `{symbol}` is gone from the beginning: it stands wholly on an exit that it may leave by")]
    StartsGone {
        /// The block.
        symbol: char,
    },
    /// A block must be gone, but fits no exit.
    #[error("`gone` names block `{symbol}`, but there is no exit open to it that is as large")]
    CannotLeave {
        /// The block.
        symbol: char,
    },
    /// A block must be gone and is drawn in a goal.
    #[error("block `{symbol}` is drawn in the goal{}, but `gone` says that it has left", ordinal(*.goal))]
    GoneInGoal {
        /// The block.
        symbol: char,
        /// Which goal, from 0.
        goal: usize,
    },
}

impl PuzzleError {
    /// The cell at fault, where there is one: the goal that it is drawn in (from 0; `None` for the start), row and column (from 1).
    pub(in crate::blocks) fn cell(&self) -> Option<(Option<usize>, usize, usize)> {
        match *self {
            Self::ControlCharacter { goal, row, col, .. } => Some((goal, row, col)),
            Self::BoundsDiffer { goal, row, col, .. } | Self::MissingBlock { goal, row, col, .. } => {
                Some((Some(goal), row, col))
            }
            Self::OnGate { row, col, .. } => Some((None, row, col)),
            _ => None,
        }
    }
}

fn ordinal(goal: usize) -> String {
    if goal == 0 { String::new() } else { format!(" {}", goal + 1) }
}

fn picture(goal: Option<usize>) -> String {
    goal.map_or("the start".to_owned(), |goal| format!("the goal{}", ordinal(goal)))
}

fn side(inside: bool) -> &'static str {
    if inside { "inside" } else { "outside" }
}
