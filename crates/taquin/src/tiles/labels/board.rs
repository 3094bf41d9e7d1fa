//! A board with a label in every cell that is no gap.

use super::{GapMove, GapMoves, IllegalGapMoveError, Label, LabelledGoal};
use crate::tiles::{Board, Direction, Shape};
use std::fmt;
use thiserror::Error;

/// How labels are written.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Alphabet {
    /// 1, 2, 3 …
    Numbers,
    /// A to Z.
    Letters,
}

impl Alphabet {
    /// How many letters there are.
    pub const LETTERS: Label = 26;

    /// A label as it is written; the gap is `0`.
    pub fn write(self, label: Label) -> String {
        match self {
            Self::Letters if (1..=Self::LETTERS).contains(&label) => char::from(b'A' + (label - 1) as u8).to_string(),
            _ => label.to_string(),
        }
    }

    /// What its labels are called.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Numbers => "numbers",
            Self::Letters => "letters",
        }
    }
}

/// Labels and at least one gap, on a board of some [`Shape`].
///
/// It reads the text forms of [`crate::tiles::text`] with any numbers or capital letters as labels, and prints the one-line
/// form. Two boards are equal if they look alike.
///
/// ```
/// # use taquin::tiles::labels::LabelledBoard;
/// let board: LabelledBoard = "A A B\nB _ _".parse()?;
/// assert_eq!(board.to_string(), "A A B/B 0 0");
/// assert_eq!(board.gaps(), [4, 5]);
/// # Ok::<(), taquin::tiles::text::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LabelledBoard {
    shape: Shape,
    alphabet: Alphabet,
    cells: Box<[Label]>,
    /// The cell of each gap, by its number.
    gaps: Vec<usize>,
}

impl PartialEq for LabelledBoard {
    fn eq(&self, other: &Self) -> bool {
        (self.shape, self.alphabet, &self.cells) == (other.shape, other.alphabet, &other.cells)
    }
}

impl Eq for LabelledBoard {}

/// Why labels are not a board or a goal.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum LabelError {
    /// The number of cells is not rows × columns.
    #[error("{found} cells given for a board of {shape}, which has {}", shape.cells())]
    Count {
        /// The size.
        shape: Shape,
        /// How many cells were given.
        found: usize,
    },
    /// No gap at all.
    #[error("no blank: one of the cells must be 0")]
    NoGap,
    /// A free cell in a start.
    #[error("a cell of a start holds a tile or a blank; * stands for any of them and belongs in goals only")]
    Free {
        /// The cell.
        cell: usize,
    },
    /// Letters among numbers, or the other way round.
    #[error("labels are either all numbers or all letters; this one is among {}", expected.noun())]
    Mixed {
        /// The cell of the first label of the other kind.
        cell: usize,
        /// What the labels before it are.
        expected: Alphabet,
    },
    /// A label that no letter stands for.
    #[error("letters are A to Z, so there is no letter number {label}")]
    Letter {
        /// The cell.
        cell: usize,
        /// The label.
        label: Label,
    },
}

impl LabelError {
    /// The cell where the error is, if it is in one cell.
    pub fn cell(&self) -> Option<usize> {
        match *self {
            Self::Count { .. } | Self::NoGap => None,
            Self::Free { cell } | Self::Mixed { cell, .. } | Self::Letter { cell, .. } => Some(cell),
        }
    }
}

/// Are these all labels that can be written?
pub(super) fn check_labels(alphabet: Alphabet, labels: impl Iterator<Item = (usize, Label)>) -> Result<(), LabelError> {
    let most = if alphabet == Alphabet::Letters { Alphabet::LETTERS } else { Label::MAX };
    let mut labels = labels;
    labels.find(|&(_, label)| label > most).map_or(Ok(()), |(cell, label)| Err(LabelError::Letter { cell, label }))
}

impl LabelledBoard {
    /// A board from its labels, row by row; 0 is a gap.
    ///
    /// # Errors
    /// A [`LabelError`] if there are too many or too few cells, or no gap, or a letter that there is not.
    pub fn new(shape: Shape, alphabet: Alphabet, cells: &[Label]) -> Result<Self, LabelError> {
        if cells.len() != shape.cells() {
            return Err(LabelError::Count { shape, found: cells.len() });
        }
        check_labels(alphabet, cells.iter().copied().enumerate())?;
        let gaps: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == 0).collect();
        if gaps.is_empty() {
            return Err(LabelError::NoGap);
        }
        Ok(Self { shape, alphabet, cells: cells.into(), gaps })
    }

    /// Its shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How its labels are written.
    pub fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    /// Its labels row by row; 0 is a gap.
    pub fn cells(&self) -> &[Label] {
        &self.cells
    }

    /// The cells of its gaps, by their numbers.
    pub fn gaps(&self) -> &[usize] {
        &self.gaps
    }

    /// The ordinary board that it is, if its labels are the numbers from 1 up, each once, and there is one gap.
    pub fn ordinary(&self) -> Option<Board> {
        (self.alphabet == Alphabet::Numbers).then(|| Board::new(self.shape, &self.cells).ok())?
    }

    /// The smallest number that no tile has although one has a larger number, as where a number is misspelt; `None` for letters.
    ///
    /// ```
    /// # use taquin::tiles::labels::LabelledBoard;
    /// let missing = |text: &str| text.parse::<LabelledBoard>().unwrap().missing();
    /// assert_eq!(missing("1 2 3/4 5 5/7 8 0"), Some(6));
    /// assert_eq!(missing("1 1 2/2 3 0/3 4 4"), None);
    /// ```
    pub fn missing(&self) -> Option<Label> {
        if self.alphabet == Alphabet::Letters {
            return None;
        }
        let labels: std::collections::BTreeSet<Label> =
            self.cells.iter().copied().filter(|&label| label != 0).collect();
        (1..).zip(labels).find_map(|(expected, label)| (label != expected).then_some(expected))
    }

    /// The cell whose tile a move slides, if the move is legal.
    pub fn source(&self, mv: GapMove) -> Option<usize> {
        let source = self.shape.source(*self.gaps.get(usize::from(mv.gap))?, mv.direction)?;
        (self.cells[source] != 0).then_some(source)
    }

    /// Moves one tile into a gap, if the move is legal; returns whether it is.
    #[must_use = "an illegal move leaves the board as it is"]
    pub fn slide(&mut self, mv: GapMove) -> bool {
        let Some(source) = self.source(mv) else { return false };
        let gap = &mut self.gaps[usize::from(mv.gap)];
        self.cells.swap(source, *gap);
        *gap = source;
        true
    }

    /// The board after all these moves.
    ///
    /// # Errors
    /// The first move that is illegal.
    pub fn after(&self, moves: &[GapMove]) -> Result<Self, IllegalGapMoveError> {
        let mut board = self.clone();
        for (index, &mv) in moves.iter().enumerate() {
            if !board.slide(mv) {
                return Err(IllegalGapMoveError { index, mv, gaps: self.gaps.len() });
            }
        }
        Ok(board)
    }

    /// The moves that slide the tile in `cell`, and those between it and the nearest gap in its row or column, by one cell.
    /// Empty if there is none.
    ///
    /// ```
    /// # use taquin::tiles::labels::LabelledBoard;
    /// let board: LabelledBoard = "1 0 1/2 2 3/3 3 0".parse()?;
    /// assert_eq!(board.toward(6).to_string(), "2:R2");
    /// assert_eq!(board.toward(0).to_string(), "R");
    /// assert!(board.toward(3).is_empty() && board.toward(1).is_empty());
    /// # Ok::<(), taquin::tiles::text::TextError>(())
    /// ```
    pub fn toward(&self, cell: usize) -> GapMoves {
        if cell >= self.cells.len() || self.cells[cell] == 0 {
            return GapMoves::default();
        }
        let nearest = Direction::ALL.into_iter().filter_map(|direction| self.in_line(cell, direction));
        let nearest = nearest.min_by_key(|&(_, _, count)| count);
        nearest.map_or_else(GapMoves::default, |(gap, direction, count)| {
            std::iter::repeat_n(GapMove { gap: gap as u16, direction }, count).collect()
        })
    }

    /// The first gap that a tile meets on its way, and how many steps away it is.
    fn in_line(&self, cell: usize, direction: Direction) -> Option<(usize, Direction, usize)> {
        let (mut at, mut count) = (cell, 0);
        while self.cells[at] != 0 {
            // The next cell on the way is the one from which a tile would come in the opposite direction.
            at = self.shape.source(at, direction.inverse())?;
            count += 1;
        }
        Some((self.gaps.iter().position(|&gap| gap == at)?, direction, count))
    }

    /// Which gap a tile moves into when only the direction is known: `preferred` if it can, else the first that can.
    pub fn gap_for(&self, direction: Direction, preferred: u16) -> Option<GapMove> {
        let gaps = std::iter::once(preferred).chain(0..self.gaps.len() as u16);
        gaps.map(|gap| GapMove { gap, direction }).find(|&mv| self.source(mv).is_some())
    }

    /// Is this what a goal asks for?
    pub fn fits(&self, goal: &LabelledGoal) -> bool {
        let mut pairs = self.cells.iter().zip(goal.cells());
        self.shape == goal.shape() && pairs.all(|(&label, wanted)| wanted.is_none_or(|wanted| wanted == label))
    }

    /// Number of tiles that are in a cell for which the goal wants something else.
    pub fn misplaced(&self, goal: &LabelledGoal) -> usize {
        let pairs = self.cells.iter().zip(goal.cells());
        pairs.filter(|&(&label, wanted)| label != 0 && wanted.is_some_and(|wanted| wanted != label)).count()
    }
}

impl From<&Board> for LabelledBoard {
    fn from(board: &Board) -> Self {
        let (shape, gaps) = (board.shape(), vec![board.blank()]);
        Self { shape, alphabet: Alphabet::Numbers, cells: board.cells().into(), gaps }
    }
}

impl fmt::Display for LabelledBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_line(self.shape, self.cells.iter().map(|&label| self.alphabet.write(label))))
    }
}

/// Cells in one line, rows split by `/`.
pub(super) fn one_line(shape: Shape, cells: impl Iterator<Item = String>) -> String {
    let mut line = String::new();
    for (cell, text) in cells.enumerate() {
        if cell > 0 {
            line.push(if cell % shape.cols() == 0 { '/' } else { ' ' });
        }
        line.push_str(&text);
    }
    line
}
