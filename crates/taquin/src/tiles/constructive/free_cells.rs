//! Which cells tiles may still move in while a board is built up.

use crate::tiles::{Direction, Shape};

/// The cells of a board, each free or fixed: a fixed cell holds a tile that stays.
pub(in crate::tiles) struct FreeCells {
    pub(in crate::tiles) shape: Shape,
    fixed: Box<[bool]>,
}

impl FreeCells {
    /// A board all of whose cells are free.
    pub(in crate::tiles) fn new(shape: Shape) -> Self {
        Self { shape, fixed: vec![false; shape.cells()].into() }
    }

    pub(in crate::tiles) fn fix(&mut self, cell: usize) {
        self.fixed[cell] = true;
    }

    pub(in crate::tiles) fn is_free(&self, cell: usize) -> bool {
        !self.fixed[cell]
    }

    /// The free cell next to `cell` in a direction, if there is one.
    pub(in crate::tiles) fn step(&self, cell: usize, direction: Direction) -> Option<usize> {
        // why the inverse: `source` gives the cell on the other side, from which a tile would come.
        self.shape.source(cell, direction.inverse()).filter(|&next| self.is_free(next))
    }
}
