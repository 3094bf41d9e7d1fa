//! A goal by labels, with free cells.

use super::{
    Alphabet, Label, LabelError, LabelledBoard,
    board::{check_labels, one_line},
};
use crate::tiles::{Board, Shape};
use std::fmt;

/// What every cell should hold in the end: a label, a gap, or anything.
///
/// ```
/// # use taquin::tiles::labels::{LabelledBoard, LabelledGoal};
/// let first_row: LabelledGoal = "1 2 3/* * */* * *".parse()?;
/// let board: LabelledBoard = "1 2 3/8 0 4/7 6 5".parse()?;
/// assert!(board.fits(&first_row));
/// # Ok::<(), taquin::tiles::text::TextError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LabelledGoal {
    shape: Shape,
    alphabet: Alphabet,
    cells: Box<[Option<Label>]>,
}

impl LabelledGoal {
    /// A goal from its cells, row by row: `Some(0)` is a gap, `None` a free cell.
    ///
    /// # Errors
    /// A [`LabelError`] if there are too many or too few cells, if there is neither a gap nor a free cell, or a letter that
    /// there is not.
    pub fn new(shape: Shape, alphabet: Alphabet, cells: &[Option<Label>]) -> Result<Self, LabelError> {
        if cells.len() != shape.cells() {
            return Err(LabelError::Count { shape, found: cells.len() });
        }
        check_labels(alphabet, cells.iter().enumerate().filter_map(|(cell, label)| Some((cell, (*label)?))))?;
        if !cells.iter().any(|label| matches!(label, None | Some(0))) {
            return Err(LabelError::NoGap);
        }
        Ok(Self { shape, alphabet, cells: cells.into() })
    }

    /// The default goal of a board: its labels in ascending order row by row, the gaps last.
    pub fn sorted(board: &LabelledBoard) -> Self {
        let (gaps, mut labels): (Vec<Label>, Vec<Label>) = board.cells().iter().partition(|&&label| label == 0);
        labels.sort_unstable();
        let cells = labels.into_iter().chain(gaps).map(Some).collect();
        Self { shape: board.shape(), alphabet: board.alphabet(), cells }
    }

    /// Its shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How its labels are written; if it has none, that does not matter.
    pub fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    /// What each cell should hold, row by row; `None` is a free cell.
    pub fn cells(&self) -> &[Option<Label>] {
        &self.cells
    }

    /// The goal with one more free cell.
    ///
    /// # Panics
    /// If `cell` is not a cell of the board.
    #[must_use]
    pub fn freed(&self, cell: usize) -> Self {
        let mut freed = self.clone();
        freed.cells[cell] = None;
        freed
    }

    /// Does it have any label?
    pub(super) fn has_labels(&self) -> bool {
        self.cells.iter().any(|label| label.is_some_and(|label| label != 0))
    }

    /// Its cells as they are written.
    pub fn texts(&self) -> impl Iterator<Item = String> {
        let text = |label: &Option<Label>| label.map_or_else(|| "*".to_owned(), |label| self.alphabet.write(label));
        self.cells.iter().map(text)
    }
}

impl From<&Board> for LabelledGoal {
    fn from(board: &Board) -> Self {
        let cells = board.cells().iter().copied().map(Some).collect();
        Self { shape: board.shape(), alphabet: Alphabet::Numbers, cells }
    }
}

impl From<&LabelledBoard> for LabelledGoal {
    fn from(board: &LabelledBoard) -> Self {
        let cells = board.cells().iter().copied().map(Some).collect();
        Self { shape: board.shape(), alphabet: board.alphabet(), cells }
    }
}

impl fmt::Display for LabelledGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_line(self.shape, self.texts()))
    }
}
