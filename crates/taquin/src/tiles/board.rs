//! Boards: valid arrangements of tiles, by construction.

use super::{Direction, Moves};
use std::{cmp::Ordering, fmt};
use thiserror::Error;

/// The longest side of a board.
pub const MAX_SIDE: usize = 256;

/// The size of a board: 1…256 rows, 1…256 columns.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Shape {
    rows: u16,
    cols: u16,
}

/// Why a [`Shape`] is refused.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("a board has 1 to {MAX_SIDE} rows and columns, not {rows}x{cols}")]
pub struct ShapeError {
    /// The rows asked for.
    pub rows: usize,
    /// The columns asked for.
    pub cols: usize,
}

impl Shape {
    /// A shape of `rows × cols`, each in 1…256.
    ///
    /// # Errors
    /// A [`ShapeError`] if `rows` or `cols` is 0 or more than [`MAX_SIDE`].
    pub fn new(rows: usize, cols: usize) -> Result<Self, ShapeError> {
        let valid = 1..=MAX_SIDE;
        if !valid.contains(&rows) || !valid.contains(&cols) {
            return Err(ShapeError { rows, cols });
        }
        Ok(Self { rows: rows as u16, cols: cols as u16 })
    }

    /// Number of rows.
    #[inline]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    #[inline]
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// Number of cells: one more than tiles.
    #[inline]
    pub const fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// Row and column of a cell.
    #[inline]
    pub const fn place(self, cell: usize) -> (usize, usize) {
        (cell / self.cols(), cell % self.cols())
    }

    /// The cell in this row and column.
    #[inline]
    pub const fn cell(self, row: usize, col: usize) -> usize {
        row * self.cols() + col
    }

    /// The shape with rows and columns exchanged.
    pub const fn transposed(self) -> Self {
        Self { rows: self.cols, cols: self.rows }
    }

    /// The cell whose tile moves in `direction` if the blank is in the cell `blank`: the blank's neighbour on the opposite
    /// side. `None` if there is none.
    ///
    /// ```
    /// # use taquin::tiles::{Direction, Shape};
    /// let shape = Shape::new(3, 3)?;
    /// assert_eq!(shape.source(4, Direction::Up), Some(7));
    /// assert_eq!(shape.source(8, Direction::Up), None);
    /// # Ok::<(), taquin::tiles::ShapeError>(())
    /// ```
    pub const fn source(self, blank: usize, direction: Direction) -> Option<usize> {
        let (row, col) = self.place(blank);
        match direction {
            Direction::Up if row + 1 < self.rows() => Some(blank + self.cols()),
            Direction::Down if row > 0 => Some(blank - self.cols()),
            Direction::Left if col + 1 < self.cols() => Some(blank + 1),
            Direction::Right if col > 0 => Some(blank - 1),
            _ => None,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// Every tile `1…N` once and one blank, on a board of some [`Shape`].
///
/// It reads all the text forms of [`super::text`] and prints the one-line form.
///
/// ```
/// # use taquin::tiles::Board;
/// let board: Board = "1 2 3\n4 _ 5".parse()?;
/// assert_eq!(board.to_string(), "1 2 3/4 0 5");
/// # Ok::<(), taquin::tiles::text::TextError>(())
/// ```
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Board {
    shape: Shape,
    blank: usize,
    cells: Box<[u16]>,
}

/// Why cells are not a [`Board`].
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum BoardError {
    /// The number of cells is not rows × columns.
    #[error("{found} cells given for a board of {shape}, which has {}", shape.cells())]
    Count {
        /// The size.
        shape: Shape,
        /// How many cells were given.
        found: usize,
    },
    /// A number larger than the last tile.
    #[error("tile {tile} does not belong on a board of {shape}: its tiles are 1 to {}", shape.cells() - 1)]
    TooLarge {
        /// The cell that holds it.
        cell: usize,
        /// The number.
        tile: u16,
        /// The size.
        shape: Shape,
    },
    /// A tile that occurs twice.
    #[error("tile {tile} occurs twice")]
    Twice {
        /// The cell of its second occurrence.
        cell: usize,
        /// The tile.
        tile: u16,
    },
    /// No blank at all.
    #[error("no blank: one of the cells must be 0")]
    NoBlank,
    /// Two blanks.
    #[error("a second blank: a board has exactly one")]
    TwoBlanks {
        /// The cell of the second one.
        cell: usize,
    },
}

impl BoardError {
    /// The cell where the error is, if it is in one cell.
    pub fn cell(&self) -> Option<usize> {
        match *self {
            Self::Count { .. } | Self::NoBlank => None,
            Self::TooLarge { cell, .. } | Self::Twice { cell, .. } | Self::TwoBlanks { cell } => Some(cell),
        }
    }
}

/// A move that the rules do not allow.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("move {} ({direction}) is illegal: no tile can move {} there", index + 1, word(*direction))]
pub struct IllegalMoveError {
    /// Its place in the sequence, from 0, in single-tile moves.
    pub index: usize,
    /// Its direction.
    pub direction: Direction,
}

fn word(direction: Direction) -> &'static str {
    ["up", "down", "left", "right"][direction as usize]
}

impl Board {
    /// A board from its cells, row by row; the blank is 0.
    ///
    /// # Errors
    /// A [`BoardError`] unless `cells` holds the blank and every tile of the shape exactly once.
    pub fn new(shape: Shape, cells: &[u16]) -> Result<Self, BoardError> {
        if cells.len() != shape.cells() {
            return Err(BoardError::Count { shape, found: cells.len() });
        }
        let mut seen = vec![false; cells.len()];
        let blank = cells.iter().position(|&tile| tile == 0).ok_or(BoardError::NoBlank)?;
        for (cell, &tile) in cells.iter().enumerate() {
            match seen.get_mut(usize::from(tile)) {
                None => return Err(BoardError::TooLarge { cell, tile, shape }),
                Some(true) if tile == 0 => return Err(BoardError::TwoBlanks { cell }),
                Some(true) => return Err(BoardError::Twice { cell, tile }),
                Some(seen) => *seen = true,
            }
        }
        Ok(Self { shape, blank, cells: cells.into() })
    }

    /// The default goal: `1, 2, …, N` row by row, the blank last.
    pub fn solved(shape: Shape) -> Self {
        let blank = shape.cells() - 1;
        let cells = (1..=blank).map(|tile| tile as u16).chain([0]).collect();
        Self { shape, blank, cells }
    }

    /// Its shape.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Its cells row by row; the blank is 0.
    #[inline]
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// The cell of the blank.
    #[inline]
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// The cell of each tile, and of the blank at index 0.
    pub fn positions(&self) -> Vec<usize> {
        let mut positions = vec![0; self.cells.len()];
        for (cell, &tile) in self.cells.iter().enumerate() {
            positions[usize::from(tile)] = cell;
        }
        positions
    }

    /// Can a tile move in this direction?
    pub fn allows(&self, direction: Direction) -> bool {
        self.shape.source(self.blank, direction).is_some()
    }

    /// Moves one tile into the blank, if one can move in this direction; returns whether it did.
    #[must_use = "an illegal move leaves the board as it is"]
    pub fn slide(&mut self, direction: Direction) -> bool {
        let Some(source) = self.shape.source(self.blank, direction) else {
            return false;
        };
        self.cells.swap(source, self.blank);
        self.blank = source;
        true
    }

    /// The moves that slide the tile in `cell`, and those between it and the blank, by one cell. Empty if the cell is not in
    /// a line with the blank.
    ///
    /// ```
    /// # use taquin::tiles::Board;
    /// let board: Board = "1 2 3/4 5 6/7 8 0".parse()?;
    /// assert_eq!(board.toward(6).to_string(), "R2");
    /// assert_eq!(board.toward(2).to_string(), "D2");
    /// assert!(board.toward(4).is_empty() && board.toward(8).is_empty() && board.toward(99).is_empty());
    /// # Ok::<(), taquin::tiles::text::TextError>(())
    /// ```
    pub fn toward(&self, cell: usize) -> Moves {
        let ((row, col), (blank_row, blank_col)) = (self.shape.place(cell), self.shape.place(self.blank));
        let (direction, count) = match (row.cmp(&blank_row), col.cmp(&blank_col)) {
            _ if cell >= self.shape.cells() => return Moves::default(),
            (Ordering::Greater, Ordering::Equal) => (Direction::Up, row - blank_row),
            (Ordering::Less, Ordering::Equal) => (Direction::Down, blank_row - row),
            (Ordering::Equal, Ordering::Greater) => (Direction::Left, col - blank_col),
            (Ordering::Equal, Ordering::Less) => (Direction::Right, blank_col - col),
            _ => return Moves::default(),
        };
        std::iter::repeat_n(direction, count).collect()
    }

    /// The board after all these moves.
    ///
    /// # Errors
    /// The first move that is illegal.
    pub fn after(&self, moves: &Moves) -> Result<Self, IllegalMoveError> {
        let mut board = self.clone();
        for (index, &direction) in moves.iter().enumerate() {
            if !board.slide(direction) {
                return Err(IllegalMoveError { index, direction });
            }
        }
        Ok(board)
    }

    /// The board with the contents of two cells exchanged (one of them may be the blank).
    ///
    /// # Panics
    /// If `a` or `b` is not a cell of the board.
    pub fn exchanged(&self, a: usize, b: usize) -> Self {
        let mut board = self.clone();
        board.cells.swap(a, b);
        if board.blank == a {
            board.blank = b;
        } else if board.blank == b {
            board.blank = a;
        }
        board
    }

    /// The board with its first two tiles exchanged. Of a board with at least two rows and columns and its twin, exactly one
    /// is solvable. `None` if there are fewer than two tiles.
    pub fn twin(&self) -> Option<Self> {
        let mut tiles = (0..self.cells.len()).filter(|&cell| cell != self.blank);
        Some(self.exchanged(tiles.next()?, tiles.next()?))
    }

    /// The board with rows and columns exchanged; tiles keep their numbers.
    pub fn transposed(&self) -> Self {
        let shape = self.shape.transposed();
        let from = |cell| {
            let (row, col) = shape.place(cell);
            self.shape.cell(col, row)
        };
        let cells = (0..shape.cells()).map(|cell| self.cells[from(cell)]).collect();
        let (row, col) = self.shape.place(self.blank);
        Self { shape, blank: shape.cell(col, row), cells }
    }

    /// Number of tiles, without the blank, that are not where `goal` has them.
    pub fn misplaced(&self, goal: &Self) -> usize {
        let pairs = self.cells.iter().zip(&goal.cells);
        pairs.filter(|(here, there)| here != there && **here != 0).count()
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // why one write: formatting each tile by itself took 40 % of the time of checking a stream of boards.
        let mut line = String::with_capacity(self.cells.len() * 4);
        for (cell, &tile) in self.cells.iter().enumerate() {
            if cell > 0 {
                line.push(if cell % self.shape.cols() == 0 { '/' } else { ' ' });
            }
            line.push_str(itoa::Buffer::new().format(tile));
        }
        f.write_str(&line)
    }
}
