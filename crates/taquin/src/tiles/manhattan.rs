//! The Manhattan distance: the rows and columns between each tile and its place, added up.

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
    /// Row and column of each cell.
    places: Box<[[u16; 2]]>,
    /// Row and column of each tile's place in the goal.
    targets: Box<[[u16; 2]]>,
    /// For each direction, the offset from the blank to the tile that moves.
    offsets: [isize; 4],
}

impl Manhattan {
    /// The distance to this goal.
    pub fn new(goal: &Board) -> Self {
        let shape = goal.shape();
        let place = |cell| {
            let (row, col) = shape.place(cell);
            [row as u16, col as u16]
        };
        let cols = shape.cols() as isize;
        Self {
            places: (0..shape.cells()).map(place).collect(),
            targets: goal.positions().into_iter().map(place).collect(),
            offsets: [cols, -cols, 1, -1],
        }
    }

    /// The distance of a whole board.
    pub fn estimate(&self, board: &Board) -> Cost {
        self.sum(board.cells().iter().map(|&tile| usize::from(tile)))
    }

    fn sum(&self, tiles: impl Iterator<Item = usize>) -> Cost {
        let distance = |(cell, tile): (usize, usize)| {
            let ([row, col], [goal_row, goal_col]) = (self.places[cell], self.targets[tile]);
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
        let from = before.blank().wrapping_add_signed(self.offsets[direction as usize]);
        let axis = usize::from(!direction.is_vertical());
        let here = i32::from(self.places[from][axis]);
        let target = i32::from(self.targets[before.tile(from)][axis]);
        // why without a branch: the direction of a move is unpredictable (branch misprediction). Up and left, the even
        // directions, bring the tile nearer exactly if its place is before it.
        let step = 1 - 2 * (direction as i32 & 1);
        let nearer = (here - target) * step > 0;
        memo + 1 - 2 * Cost::from(nearer)
    }

    #[inline]
    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}
