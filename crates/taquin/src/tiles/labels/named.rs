//! Goals by name, in which tiles that belong together look alike.

use super::{Alphabet, Label, LabelledBoard, LabelledGoal};
use crate::tiles::{Board, Shape};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// A goal in which the tiles of a row, say, look alike: what people practise before they solve the whole board.
///
/// The label of a tile is that of its cell in the default goal, whose blank is last.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum NamedGoal {
    /// The tiles of each row look alike.
    Rows,
    /// The tiles of each column look alike.
    Columns,
    /// The tiles of the first row and column look alike, those of the rest of the second row and column, and so on.
    Fringe,
    /// The tiles of each quarter of the board look alike; the left and upper ones are larger where a side is odd.
    Grids,
}

impl NamedGoal {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Rows, Self::Columns, Self::Fringe, Self::Grids];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Columns => "columns",
            Self::Fringe => "fringe",
            Self::Grids => "grids",
        }
    }

    fn label(self, shape: Shape, cell: usize) -> Label {
        let (row, col) = shape.place(cell);
        let number = match self {
            Self::Rows => row,
            Self::Columns => col,
            Self::Fringe => row.min(col),
            Self::Grids => {
                2 * usize::from(row >= shape.rows().div_ceil(2)) + usize::from(col >= shape.cols().div_ceil(2))
            }
        };
        number as Label + 1
    }

    /// The goal on a board of this size.
    ///
    /// ```
    /// # use taquin::tiles::{Shape, labels::NamedGoal};
    /// let shape = Shape::new(3, 3)?;
    /// assert_eq!(NamedGoal::Fringe.goal(shape).to_string(), "1 1 1/1 2 2/1 2 0");
    /// assert_eq!(NamedGoal::Grids.goal(shape).to_string(), "1 1 2/1 1 2/3 3 0");
    /// # Ok::<(), taquin::tiles::ShapeError>(())
    /// ```
    #[expect(clippy::missing_panics_doc, reason = "as many cells as the shape has, and a gap")]
    pub fn goal(self, shape: Shape) -> LabelledGoal {
        let last = shape.cells() - 1;
        let cells: Vec<_> =
            (0..=last).map(|cell| Some(if cell == last { 0 } else { self.label(shape, cell) })).collect();
        LabelledGoal::new(shape, Alphabet::Numbers, &cells).expect("a cell for each label, and a gap")
    }

    /// An ordinary board with the labels of this goal in place of its numbers.
    #[expect(clippy::missing_panics_doc, reason = "as many cells as the board has, and a gap")]
    pub fn labelled(self, board: &Board) -> LabelledBoard {
        let shape = board.shape();
        let label = |&tile: &u16| if tile == 0 { 0 } else { self.label(shape, usize::from(tile) - 1) };
        let cells: Vec<Label> = board.cells().iter().map(label).collect();
        LabelledBoard::new(shape, Alphabet::Numbers, &cells).expect("as many cells as the board has, and its gap")
    }
}

impl fmt::Display for NamedGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no goal has.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("there is no goal {found:?}; there are: {}", NamedGoal::ALL.map(NamedGoal::name).join(", "))]
pub struct UnknownGoalError {
    /// What was asked for.
    pub found: String,
}

impl FromStr for NamedGoal {
    type Err = UnknownGoalError;

    fn from_str(name: &str) -> Result<Self, UnknownGoalError> {
        let found = Self::ALL.into_iter().find(|goal| goal.name() == name);
        found.ok_or_else(|| UnknownGoalError { found: name.to_owned() })
    }
}
