//! Where tiles may move while a board is built up, and who stands where.

use crate::tiles::{Direction, Shape};

/// The cells of a board, each free or fixed: a fixed cell holds a tile that stays.
pub(in crate::tiles) struct Ground {
    pub(in crate::tiles) shape: Shape,
    fixed: Box<[bool]>,
}

impl Ground {
    pub(in crate::tiles) fn new(shape: Shape) -> Self {
        Self { shape, fixed: vec![false; shape.cells()].into() }
    }

    pub(in crate::tiles) fn fix(&mut self, cell: usize) {
        self.fixed[cell] = true;
    }

    pub(in crate::tiles) fn is_free(&self, cell: usize) -> bool {
        !self.fixed[cell]
    }

    /// The free cell next to `cell` in the direction in which a tile in `cell` would move.
    pub(in crate::tiles) fn step(&self, cell: usize, direction: Direction) -> Option<usize> {
        // why: a source lies on the other side of the way that its tile moves.
        self.shape.source(cell, direction.inverse()).filter(|&next| self.is_free(next))
    }
}

/// The blank and the two tiles that matter at the moment, followed along moves that are only planned.
#[derive(Clone, Copy, Debug)]
pub(in crate::tiles) struct Trio {
    pub(in crate::tiles) blank: usize,
    pub(in crate::tiles) first: usize,
    pub(in crate::tiles) second: usize,
}

impl Trio {
    pub(in crate::tiles) fn follow(mut self, shape: Shape, moves: &[Direction]) -> Self {
        for &direction in moves {
            let Some(source) = shape.source(self.blank, direction) else { continue };
            if self.first == source {
                self.first = self.blank;
            } else if self.second == source {
                self.second = self.blank;
            }
            self.blank = source;
        }
        self
    }
}

/// A rectangle of cells: rows `top..bottom`, columns `left..right`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::tiles) struct Rectangle {
    pub(in crate::tiles) top: usize,
    pub(in crate::tiles) bottom: usize,
    pub(in crate::tiles) left: usize,
    pub(in crate::tiles) right: usize,
}

impl Rectangle {
    pub(in crate::tiles) fn whole(shape: Shape) -> Self {
        Self { top: 0, bottom: shape.rows(), left: 0, right: shape.cols() }
    }

    pub(in crate::tiles) fn rows(self) -> usize {
        self.bottom - self.top
    }

    pub(in crate::tiles) fn cols(self) -> usize {
        self.right - self.left
    }

    pub(in crate::tiles) fn places(self) -> impl Iterator<Item = (usize, usize)> {
        (self.top..self.bottom).flat_map(move |row| (self.left..self.right).map(move |col| (row, col)))
    }
}
