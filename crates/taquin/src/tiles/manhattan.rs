//! The Manhattan distance: how far each tile is from its place, row and column added up.

use super::{
    Board, Direction,
    grid::{Cells, Grid},
};
use crate::search::{Cost, Heuristic};

/// The sum over all tiles of the rows and columns between a tile and its place in the goal.
///
/// Admissible and consistent: a move brings one tile one cell nearer or farther.
#[derive(Clone, Debug)]
pub struct Manhattan {
    /// For each cell, its row and column.
    places: Box<[(u16, u16)]>,
    /// For each tile, row and column of its place in the goal.
    targets: Box<[(u16, u16)]>,
    cols: usize,
}

impl Manhattan {
    /// The distance to this goal.
    pub fn new(goal: &Board) -> Self {
        let shape = goal.shape();
        let place = |cell| {
            let (row, col) = shape.place(cell);
            (row as u16, col as u16)
        };
        Self {
            places: (0..shape.cells()).map(place).collect(),
            targets: goal.positions().into_iter().map(place).collect(),
            cols: shape.cols(),
        }
    }

    /// The distance of a whole board.
    pub fn of(&self, board: &Board) -> Cost {
        self.sum(board.cells().iter().map(|&tile| usize::from(tile)))
    }

    fn sum(&self, tiles: impl Iterator<Item = usize>) -> Cost {
        let distance = |(cell, tile): (usize, usize)| {
            let ((row, col), (goal_row, goal_col)) = (self.places[cell], self.targets[tile]);
            Cost::from(row.abs_diff(goal_row)) + Cost::from(col.abs_diff(goal_col))
        };
        tiles.enumerate().filter(|&(_, tile)| tile != 0).map(distance).sum()
    }
}

impl<C: Cells> Heuristic<Grid<C>> for Manhattan {
    type Memo = Cost;

    fn start(&self, state: &C) -> Cost {
        self.sum((0..self.places.len()).map(|cell| state.tile(cell)))
    }

    #[inline]
    fn step(&self, memo: Cost, before: &C, direction: Direction) -> Cost {
        let blank = before.blank();
        let (from, nearer) = match direction {
            Direction::Up => (blank + self.cols, true),
            Direction::Down => (blank - self.cols, false),
            Direction::Left => (blank + 1, true),
            Direction::Right => (blank - 1, false),
        };
        let (here, target) = (self.places[from], self.targets[before.tile(from)]);
        // Moving up or left brings the tile nearer exactly if its place lies above or left of it.
        let (here, target) = if direction.is_vertical() { (here.0, target.0) } else { (here.1, target.1) };
        let closer = if nearer { target < here } else { target > here };
        if closer { memo - 1 } else { memo + 1 }
    }

    #[inline]
    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}
