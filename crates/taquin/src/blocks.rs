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
//! use taquin::{blocks::{Metric, Options, Puzzle, Solver}, search::{Search, Status}};
//!
//! let puzzle = Puzzle::from_pictures("A.b\n .", "..A\n .")?;
//! let mut solver = Solver::new(&puzzle, &Options::default())?;
//! assert_eq!(solver.run(u64::MAX), Status::Solved);
//! let solution = solver.solution().unwrap_or_default();
//! assert_eq!(Metric::Moves.cost(solution), 2);
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

pub use import::ImportError;
pub use metric::{Metric, UnknownMetric};
pub use puzzle::{
    Axis, Block, Cell, ForeignState, Goal, Ground, Info, MAX_BITS, Optimum, Puzzle, PuzzleError, Rules, Target,
};
pub use solver::{Options, Solver, TooComplex};
pub use state::{Destination, Direction, IllegalMove, Move, State};
pub use text::{PackError, TextError, read_pack, write_pack};
