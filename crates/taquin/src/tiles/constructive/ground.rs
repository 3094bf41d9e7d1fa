//! Where tiles may move while a board is built up, and who stands where.

use crate::tiles::{Direction, Shape};

/// The cells of a board, each free or fixed: a fixed cell holds a tile that stays.
pub(super) struct Ground {
    pub(super) shape: Shape,
    fixed: Box<[bool]>,
}

impl Ground {
    pub(super) fn new(shape: Shape) -> Self {
        Self { shape, fixed: vec![false; shape.cells()].into() }
    }

    pub(super) fn fix(&mut self, cell: usize) {
        self.fixed[cell] = true;
    }

    pub(super) fn is_free(&self, cell: usize) -> bool {
        !self.fixed[cell]
    }

    /// The free cell next to `cell` in the direction in which a tile in `cell` would move.
    pub(super) fn step(&self, cell: usize, direction: Direction) -> Option<usize> {
        // why: a source lies on the other side of the way that its tile moves.
        self.shape.source(cell, direction.inverse()).filter(|&next| self.is_free(next))
    }
}

/// The blank and the two tiles that matter at the moment, followed along moves that are only planned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trio {
    pub(super) blank: usize,
    pub(super) first: usize,
    pub(super) second: usize,
}

impl Trio {
    pub(super) fn follow(mut self, shape: Shape, moves: &[Direction]) -> Self {
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
pub(super) struct Rectangle {
    pub(super) top: usize,
    pub(super) bottom: usize,
    pub(super) left: usize,
    pub(super) right: usize,
}

impl Rectangle {
    pub(super) fn whole(shape: Shape) -> Self {
        Self { top: 0, bottom: shape.rows(), left: 0, right: shape.cols() }
    }

    pub(super) fn rows(self) -> usize {
        self.bottom - self.top
    }

    pub(super) fn cols(self) -> usize {
        self.right - self.left
    }

    pub(super) fn places(self) -> impl Iterator<Item = (usize, usize)> {
        (self.top..self.bottom).flat_map(move |row| (self.left..self.right).map(move |col| (row, col)))
    }
}
