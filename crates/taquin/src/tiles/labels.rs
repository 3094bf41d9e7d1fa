//! Boards whose tiles may look alike, goals with free cells, and several gaps.
//!
//! A [`LabelledBoard`] has a label in every cell that is no gap: a number or a capital letter, repeated at will. A
//! [`LabelledGoal`] has labels, gaps, and free cells (`*`) where anything may end. A [`LabelledProblem`] is a start and a goal
//! that can be reached from it, and a [`LabelledSolver`] solves it. Ordinary boards need none of this: see [`super::Board`].
//!
//! - With **one gap** moves are written as on any board: `R2U`.
//! - With **several gaps** each keeps its number as it moves, counted from 1 in reading order of the start, and `2:` says that
//!   the second one is meant from here on: `R2U 2:LD 1:R` ([`GapMoves`]).
//! - A **slide** is any number of moves of one gap in the same direction, one after the other.
//!
//! ```
//! use taquin::tiles::{Options, labels::{LabelledBoard, LabelledGoal, LabelledProblem, LabelledSolver}};
//!
//! let start: LabelledBoard = "1 1 2/2 3 0/3 4 4".parse()?;
//! let goal = LabelledGoal::sorted(&start);
//! assert_eq!(goal.to_string(), "1 1 2/2 3 3/4 4 0");
//! let problem = LabelledProblem::new(start, goal)?;
//! let mut solver = LabelledSolver::new(&problem, &Options::default())?;
//! let moves = solver.finish()?.expect("every problem has a solution");
//! assert!(solver.is_proven());
//! assert_eq!(moves.stm(), 13);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assignment;
mod board;
mod by_assignment;
mod classes;
mod goal;
mod moves;
mod named;
mod packed;
mod pattern_tables;
mod problem;
mod scramble;
mod slide_tables;
mod solver;
mod text;

pub use assignment::Assignment;
pub use board::{Alphabet, LabelError, LabelledBoard};
pub use goal::LabelledGoal;
pub use moves::{GapMove, GapMoves, GapNotationError, IllegalGapMoveError};
pub use named::{NamedGoal, UnknownGoalError};
pub(in crate::tiles) use pattern_tables::LabelTableCache;
pub use problem::{LabelledProblem, LabelledProblemError};
pub use scramble::{uniform, walk};
pub use solver::LabelledSolver;
pub use text::{AnyBoard, AnyGoal};

/// What a cell of a labelled board holds: 0 for a gap, else a number, or the place of a letter in the alphabet.
pub type Label = u16;
