//! The board as a bit set: which bit is which cell.
//!
//! One border bit follows each line, so that a step off one edge never lands on the other. Lines run along the longer
//! side, which takes fewer border bits, and bit 0 is the first cell of the board: narrow words are fast.

use crate::blocks::{Cell, CellKind, Direction, Puzzle};

#[derive(Clone, Copy, Debug)]
pub(super) struct BoardLayout {
    pub(super) rows: usize,
    pub(super) cols: usize,
    row_stride: u32,
    col_stride: u32,
    /// The bit that the first cell of the board would have if the bounding box began at bit 0.
    base: u32,
    /// Bits of the board.
    pub(super) bits: u32,
}

impl BoardLayout {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let (rows, cols) = (puzzle.rows() as u32, puzzle.cols() as u32);
        // A single line needs no border bit: steps across it leave the board anyway.
        let border = u32::from(rows.min(cols) > 1);
        let (row_stride, col_stride) = if rows <= cols { (cols + border, 1) } else { (1, rows + border) };
        let mut layout = Self { rows: puzzle.rows(), cols: puzzle.cols(), row_stride, col_stride, base: 0, bits: 0 };
        let board = || cells(puzzle).filter(|&cell| puzzle.ground(cell) != CellKind::Outside);
        layout.base = board().map(|cell| layout.bit(cell)).min().unwrap_or(0);
        let last = board().map(|cell| layout.bit(cell)).max().unwrap_or(0);
        // why: shifting a word by its whole width is no shift.
        layout.bits = last.max(row_stride.max(col_stride)) + 1;
        layout
    }

    /// The bit of a cell of the board.
    pub(super) fn bit(self, cell: Cell) -> u32 {
        self.offset(cell) - self.base
    }

    /// Bits from the corner of a bounding box to one of its cells.
    pub(super) fn offset(self, cell: Cell) -> u32 {
        u32::from(cell.row) * self.row_stride + u32::from(cell.col) * self.col_stride
    }

    /// The cell of a bit.
    pub(super) fn cell(self, bit: u32) -> Cell {
        let bit = bit + self.base;
        let (line, place) = ((bit / self.major()) as u8, (bit % self.major()) as u8);
        if self.has_rows_as_lines() { Cell::new(line, place) } else { Cell::new(place, line) }
    }

    /// The longer stride, from line to line; the other one is 1.
    pub(super) fn major(self) -> u32 {
        self.row_stride.max(self.col_stride)
    }

    /// Are the lines rows?
    pub(super) fn has_rows_as_lines(self) -> bool {
        self.col_stride == 1
    }

    /// The change of a bit that each direction means.
    pub(super) fn strides(self) -> [i32; 4] {
        Direction::ALL.map(|direction| {
            let (rows, cols) = direction.delta();
            i32::from(rows) * self.row_stride as i32 + i32::from(cols) * self.col_stride as i32
        })
    }
}

/// All cells of the bounding box, in reading order.
pub(super) fn cells(puzzle: &Puzzle) -> impl Iterator<Item = Cell> {
    let (rows, cols) = (puzzle.rows() as u8, puzzle.cols() as u8);
    (0..rows).flat_map(move |row| (0..cols).map(move |col| Cell::new(row, col)))
}
