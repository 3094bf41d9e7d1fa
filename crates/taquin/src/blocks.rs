//! Sliding-block puzzles: any shapes on a board of any outline, solved with the provably fewest moves.
//!
//! A [`Puzzle`] is two pictures: the start, and the places that some of its blocks (the *goal blocks*) must reach.
//! It is read from text ([`Puzzle`] documents the format), taken from the [`catalogue`] or made by [`generate`].
//!
//! - To **play** it, move a [`State`] about: [`Puzzle::start`], [`State::destinations`], [`State::apply`],
//!   [`State::is_solved`].
//! - To **solve** it, pump a [`Solver`], from the start or (for a hint) from where the player is
//!   ([`Puzzle::starting_at`]).
//!
//! ```
//! use taquin::blocks::{Metric, Options, Puzzle, Solver};
//!
//! let puzzle = Puzzle::from_pictures("A.b\n .", "..A\n .")?;
//! let mut solver = Solver::new(&puzzle, &Options::default())?;
//! let solution = solver.finish()?.expect("there is a solution");
//! assert_eq!(Metric::Moves.cost(solution), 2);
//! assert!(solver.is_proven());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod catalogue;
pub mod generate;
mod import;
mod metric;
mod puzzle;
mod solver;
mod state;
mod text;

pub use crate::direction::Direction;
pub use import::ImportError;
pub use metric::{Metric, UnknownMetricError};
pub use puzzle::{
    Axis, Block, Cell, CellKind, Exit, ForeignStateError, Goal, Info, MAX_BITS, Optimum, Puzzle, PuzzleError, Rules,
    Target,
};
pub use solver::{Algorithm, AllSolutions, Options, Solver, TooComplexError};
#[cfg(not(target_arch = "wasm32"))]
pub use solver::{DiskError, DiskOptions, DiskUse};
pub use state::{Destination, IllegalMoveError, Move, Obstacle, State};
pub use text::{PackError, PuzzleTextError, read_pack, write_pack};
