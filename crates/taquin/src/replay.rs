//! The independent checker: replays an answer against the rules.
//!
//! It shares no code with the searches, nor with the boards' own moves: it works on plain numbers, so that a mistake in
//! either cannot hide itself.
//!
//! It stands above what it checks: it knows boards, puzzles and moves, and only the faces of the solvers
//! ([`tiles::Solver`](crate::tiles::Solver), [`blocks::Solver`](crate::blocks::Solver)) call it. No board and no search
//! does.

mod blocks;
mod labels;

pub use blocks::{BlockReplayError, blocks};
pub use labels::labels;

use crate::tiles::{Board, Direction};
use thiserror::Error;

/// Why an answer is wrong.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
pub enum ReplayError {
    /// A move that the rules do not allow.
    #[error("move {} of the answer is illegal", index + 1)]
    Illegal {
        /// Which move, from 0.
        index: usize,
    },
    /// All moves are legal, but they lead elsewhere.
    #[error("the answer does not lead to the goal")]
    NotGoal,
}

/// A tile board that is moved along an answer, one move at a time, so that long answers can be checked as they come.
#[derive(Clone, Debug)]
pub struct TileReplay {
    cells: Vec<u16>,
    rows: i64,
    cols: i64,
    blank: usize,
    made: usize,
}

impl TileReplay {
    /// Begins at this board.
    pub fn new(start: &Board) -> Self {
        let (rows, cols) = (start.shape().rows() as i64, start.shape().cols() as i64);
        let cells = start.cells().to_vec();
        let blank = cells.iter().position(|&tile| tile == 0).unwrap_or_default();
        Self { cells, rows, cols, blank, made: 0 }
    }

    /// Makes one move.
    ///
    /// # Errors
    /// [`ReplayError::Illegal`] if no tile can move in this direction.
    pub fn step(&mut self, direction: Direction) -> Result<(), ReplayError> {
        let (mut row, mut col) = (self.blank as i64 / self.cols, self.blank as i64 % self.cols);
        match direction {
            Direction::Up => row += 1,
            Direction::Down => row -= 1,
            Direction::Left => col += 1,
            Direction::Right => col -= 1,
        }
        if row < 0 || row >= self.rows || col < 0 || col >= self.cols {
            return Err(ReplayError::Illegal { index: self.made });
        }
        let tile = (row * self.cols + col) as usize;
        self.cells[self.blank] = self.cells[tile];
        self.cells[tile] = 0;
        self.blank = tile;
        self.made += 1;
        Ok(())
    }

    /// Checks that the moves have led to `goal`.
    ///
    /// # Errors
    /// [`ReplayError::NotGoal`] if they have not.
    pub fn finish(self, goal: &Board) -> Result<(), ReplayError> {
        if self.cells == goal.cells() { Ok(()) } else { Err(ReplayError::NotGoal) }
    }
}

/// Checks that `moves` lead from `start` to `goal` by the rules.
///
/// # Errors
/// A [`ReplayError`] that names the first illegal move, or says that the goal is not reached.
///
/// ```
/// # use taquin::{replay, tiles::{Board, Moves}};
/// let start: Board = "1 0/3 2".parse()?;
/// let goal = Board::solved(start.shape());
/// let moves: Moves = "U".parse()?;
/// assert!(replay::tiles(&start, &goal, &moves).is_ok());
/// assert!(replay::tiles(&start, &goal, &moves.inverse()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tiles(start: &Board, goal: &Board, moves: &[Direction]) -> Result<(), ReplayError> {
    let mut replay = TileReplay::new(start);
    moves.iter().try_for_each(|&direction| replay.step(direction))?;
    replay.finish(goal)
}
