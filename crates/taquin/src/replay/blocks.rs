//! The checker of block solutions. It works on a plain grid of numbers.

use crate::blocks::{Axis, Cell, CellKind, Direction, Move, Puzzle};
use thiserror::Error;

/// Why a solution of a block puzzle is wrong. Moves and steps are counted from 0.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
pub enum BlockReplayError {
    /// A move of a block that does not exist, or that is not where the move begins.
    #[error("move {} of the solution does not begin where its block is", index + 1)]
    NotThere {
        /// Which move.
        index: usize,
    },
    /// A step that the rules forbid.
    #[error("step {} of move {} of the solution is illegal", step + 1, index + 1)]
    Illegal {
        /// Which move.
        index: usize,
        /// Which step of its path.
        step: usize,
    },
    /// A move whose path does not end where the move does, or that goes nowhere.
    #[error("the path of move {} of the solution does not lead where the move ends", index + 1)]
    WrongEnd {
        /// Which move.
        index: usize,
    },
    /// All moves are legal, but they lead elsewhere.
    #[error("the solution does not lead to a goal")]
    NotGoal,
}

/// A board as a grid: 0 is free, n is block n − 1.
struct ReplayGrid<'a> {
    puzzle: &'a Puzzle,
    cells: Vec<Vec<usize>>,
    /// The blocks that have left the board.
    gone: Vec<bool>,
}

impl ReplayGrid<'_> {
    fn corner(&self, block: usize) -> Option<(i32, i32)> {
        let covered = |(row, line): (usize, &Vec<usize>)| {
            line.iter()
                .enumerate()
                .filter(|&(_, &mark)| mark == block + 1)
                .map(move |(col, _)| (row as i32, col as i32))
                .collect::<Vec<_>>()
        };
        let own: Vec<(i32, i32)> = self.cells.iter().enumerate().flat_map(covered).collect();
        Some((own.iter().map(|cell| cell.0).min()?, own.iter().map(|cell| cell.1).min()?))
    }

    /// Lifts the block off and puts it down again; `false` if it has no room there.
    fn shift(&mut self, block: usize, to: (i32, i32)) -> bool {
        for mark in self.cells.iter_mut().flatten().filter(|mark| **mark == block + 1) {
            *mark = 0;
        }
        for cell in self.puzzle.blocks()[block].shape() {
            let (row, col) = (to.0 + i32::from(cell.row), to.1 + i32::from(cell.col));
            let (Ok(row), Ok(col)) = (u8::try_from(row), u8::try_from(col)) else { return false };
            if !self.puzzle.is_open_to(block, Cell::new(row, col))
                || self.cells[usize::from(row)][usize::from(col)] != 0
            {
                return false;
            }
            self.cells[usize::from(row)][usize::from(col)] = block + 1;
        }
        true
    }

    /// Takes a block off if it stands on exits only.
    fn leave(&mut self, block: usize) {
        let own = |mark: usize| mark == block + 1;
        let mut ground = Vec::new();
        for (row, line) in self.cells.iter().enumerate() {
            let cells = line.iter().enumerate().filter(|&(_, &mark)| own(mark));
            ground.extend(cells.map(|(col, _)| self.puzzle.ground(Cell::new(row as u8, col as u8))));
        }
        if !ground.is_empty() && ground.iter().all(|kind| matches!(kind, CellKind::Exit(_))) {
            self.cells.iter_mut().flatten().filter(|mark| own(**mark)).for_each(|mark| *mark = 0);
            self.gone[block] = true;
        }
    }

    /// Would a block there stand on exits only?
    fn is_way_out(&self, block: usize, corner: Cell) -> bool {
        self.puzzle.blocks()[block].shape().iter().all(|cell| {
            let cell = Cell::new(corner.row + cell.row, corner.col + cell.col);
            matches!(self.puzzle.ground(cell), CellKind::Exit(_))
        })
    }

    /// Is there a block of this kind whose corner is there?
    fn holds(&self, wanted: usize, corner: Cell) -> bool {
        if self.is_way_out(wanted, corner) {
            return self.gone[wanted];
        }
        let blocks = self.puzzle.blocks();
        let drawn_in_goal = |block: usize| {
            self.puzzle.goals().iter().any(|goal| goal.targets().iter().any(|target| target.block == block))
        };
        (0..blocks.len()).any(|block| {
            let rules = self.puzzle.rules();
            let stands_in = rules.goal_shapes
                && rules.exits.is_empty()
                && blocks[block].axis() == blocks[wanted].axis()
                && drawn_in_goal(block)
                && blocks[block].shape() == blocks[wanted].shape();
            (block == wanted || stands_in) && self.corner(block) == Some((corner.row.into(), corner.col.into()))
        })
    }
}

/// Checks that `moves` lead from the puzzle's start to one of its goals by the rules.
///
/// # Errors
/// A [`BlockReplayError`] that names the first illegal move, or says that no goal is reached.
///
/// ```
/// # use taquin::{blocks::{Cell, Direction, Move, Puzzle}, replay};
/// let puzzle = Puzzle::from_pictures("A.", ".A")?;
/// let mv = Move { block: 0, from: Cell::new(0, 0), to: Cell::new(0, 1), path: vec![Direction::Right] };
/// assert!(replay::blocks(&puzzle, &[mv]).is_ok());
/// assert!(replay::blocks(&puzzle, &[]).is_err());
/// # Ok::<(), taquin::blocks::PuzzleError>(())
/// ```
pub fn blocks(puzzle: &Puzzle, moves: &[Move]) -> Result<(), BlockReplayError> {
    let gone = vec![false; puzzle.blocks().len()];
    let mut grid = ReplayGrid { puzzle, cells: vec![vec![0; puzzle.cols()]; puzzle.rows()], gone };
    for (index, block) in puzzle.blocks().iter().enumerate() {
        if grid.is_way_out(index, block.start()) {
            grid.gone[index] = true;
            continue;
        }
        for cell in block.shape() {
            let (row, col) = (block.start().row + cell.row, block.start().col + cell.col);
            grid.cells[usize::from(row)][usize::from(col)] = index + 1;
        }
    }
    for (index, mv) in moves.iter().enumerate() {
        let from = (i32::from(mv.from.row), i32::from(mv.from.col));
        if mv.block >= puzzle.blocks().len() || grid.corner(mv.block) != Some(from) {
            return Err(BlockReplayError::NotThere { index });
        }
        let mut at = from;
        for (step, direction) in mv.path.iter().enumerate() {
            let (rows, cols, along) = match direction {
                Direction::Up => (-1, 0, Axis::Vertical),
                Direction::Down => (1, 0, Axis::Vertical),
                Direction::Left => (0, -1, Axis::Horizontal),
                Direction::Right => (0, 1, Axis::Horizontal),
            };
            at = (at.0 + rows, at.1 + cols);
            let axis = puzzle.blocks()[mv.block].axis();
            let is_barred = axis != Axis::Free && axis != along;
            if grid.gone[mv.block] || is_barred || !grid.shift(mv.block, at) {
                return Err(BlockReplayError::Illegal { index, step });
            }
            grid.leave(mv.block);
        }
        if mv.path.is_empty() || at != (i32::from(mv.to.row), i32::from(mv.to.col)) {
            return Err(BlockReplayError::WrongEnd { index });
        }
    }
    let is_met =
        puzzle.goals().iter().any(|goal| goal.targets().iter().all(|target| grid.holds(target.block, target.corner)));
    if is_met { Ok(()) } else { Err(BlockReplayError::NotGoal) }
}
