//! The distance of every board of up to nine cells: a byte each, in the order of permutations.

use super::{Board, Direction};

/// Boards of so many cells have a table: 362 880 bytes.
const MAX_CELLS: usize = 9;
const UNREACHABLE: u8 = u8::MAX;

/// How far every board of one size is from a goal; for boards of up to nine cells.
///
/// For whoever asks for millions of boards: an answer takes nanoseconds.
///
/// ```
/// use taquin::tiles::{Board, Distances};
///
/// let goal: Board = "1 2 3/4 5 6/7 8 0".parse()?;
/// let distances = Distances::new(&goal).expect("nine cells");
/// assert_eq!(distances.of(&[8, 6, 7, 2, 5, 4, 3, 0, 1]), Some(31));
/// assert_eq!(distances.of(&[1, 2, 3, 4, 5, 6, 8, 7, 0]), None);
/// # Ok::<(), taquin::tiles::text::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Distances {
    cells: usize,
    farthest: u8,
    table: Box<[u8]>,
}

impl Distances {
    /// The distances to a goal; `None` if it has more than nine cells.
    pub fn new(goal: &Board) -> Option<Self> {
        let shape = goal.shape();
        let cells = shape.cells();
        if cells > MAX_CELLS {
            return None;
        }
        let mut start = [0; MAX_CELLS];
        start.iter_mut().zip(goal.cells()).for_each(|(cell, &tile)| *cell = tile as u8);
        let mut table = vec![UNREACHABLE; (1..=cells).product()].into_boxed_slice();
        let (mut layer, mut farthest) = (vec![(start, goal.blank())], 0);
        table[rank(&start[..cells])?] = 0;
        for distance in 1.. {
            let mut next = Vec::new();
            for (board, blank) in layer {
                for from in Direction::ALL.into_iter().filter_map(|way| shape.source(blank, way)) {
                    let mut after = board;
                    after.swap(blank, from);
                    let entry = &mut table[rank(&after[..cells])?];
                    if *entry == UNREACHABLE {
                        *entry = distance;
                        next.push((after, from));
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            (layer, farthest) = (next, distance);
        }
        Some(Self { cells, farthest, table })
    }

    /// The fewest moves from a board with these cells to the goal; `None` if there is no such board or no way.
    pub fn of(&self, cells: &[u8]) -> Option<u8> {
        let cells = Some(cells).filter(|cells| cells.len() == self.cells)?;
        Some(self.table[rank(cells)?]).filter(|&distance| distance != UNREACHABLE)
    }

    /// The greatest distance of any board.
    pub fn farthest(&self) -> u8 {
        self.farthest
    }
}

/// The number of a permutation of 0, 1, 2, … among all, in lexical order; `None` if it is none.
#[inline]
fn rank(cells: &[u8]) -> Option<usize> {
    let (mut before, mut rank) = (0_u32, 0);
    for (place, &tile) in cells.iter().enumerate() {
        if usize::from(tile) >= cells.len() || before >> tile & 1 == 1 {
            return None;
        }
        let smaller = (before & ((1 << tile) - 1)).count_ones() as usize;
        rank = rank * (cells.len() - place) + usize::from(tile) - smaller;
        before |= 1 << tile;
    }
    Some(rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        search::bfs,
        tiles::{
            Shape,
            grid::{Cells, Grid, Nibbles},
        },
    };

    /// Every board of several sizes and goals against breadth-first search.
    #[test]
    fn distances_are_those_of_breadth_first_search() {
        for goal in ["1 2 3/4 5 6/7 8 0", "0 3 1/2 5 4", "1 0/3 2", "2 1/0 3/5 4/6 7", "1 2 0 3"] {
            let goal: Board = goal.parse().unwrap();
            let distances = Distances::new(&goal).unwrap();
            let all = bfs::distances(&Grid::<Nibbles>::new(&goal), Nibbles::pack(&goal));
            let mut farthest = 0;
            for (state, distance) in &all {
                let cells: Vec<u8> = (0..goal.cells().len()).map(|cell| state.tile(cell) as u8).collect();
                assert_eq!(distances.of(&cells).map(u32::from), Some(*distance), "{cells:?} to {goal}");
                farthest = farthest.max(*distance);
            }
            assert_eq!(u32::from(distances.farthest()), farthest);
            let reachable = distances.table.iter().filter(|&&distance| distance != UNREACHABLE).count();
            assert_eq!(reachable, all.len());
        }
    }

    #[test]
    fn what_is_no_board_has_no_distance() {
        let distances = Distances::new(&Board::solved(Shape::new(2, 2).unwrap())).unwrap();
        for cells in [&[1, 2, 3][..], &[1, 1, 2, 0], &[1, 2, 3, 4], &[1, 2, 3, 0, 4], &[]] {
            assert_eq!(distances.of(cells), None, "{cells:?}");
        }
        assert!(Distances::new(&Board::solved(Shape::new(2, 5).unwrap())).is_none());
    }
}
