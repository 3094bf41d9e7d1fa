//! A rectangle of cells.

use crate::tiles::Shape;

/// A rectangle of cells: rows `top..bottom`, columns `left..right`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::tiles) struct Rectangle {
    pub(in crate::tiles) top: usize,
    pub(in crate::tiles) bottom: usize,
    pub(in crate::tiles) left: usize,
    pub(in crate::tiles) right: usize,
}

impl Rectangle {
    /// The whole board.
    pub(in crate::tiles) fn whole(shape: Shape) -> Self {
        Self { top: 0, bottom: shape.rows(), left: 0, right: shape.cols() }
    }

    pub(in crate::tiles) fn rows(self) -> usize {
        self.bottom - self.top
    }

    pub(in crate::tiles) fn cols(self) -> usize {
        self.right - self.left
    }

    /// Row and column of each cell, in reading order.
    pub(in crate::tiles) fn places(self) -> impl Iterator<Item = (usize, usize)> {
        (self.top..self.bottom).flat_map(move |row| (self.left..self.right).map(move |col| (row, col)))
    }
}
