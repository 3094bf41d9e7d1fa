//! Tile puzzles: numbered tiles and one blank on `rows × columns` cells.
//!
//! The conventions, written once:
//!
//! - cells are counted row by row from 0; tiles are `1…N`, the blank is `0`;
//! - a [`Direction`] names the way **the tile** moves: `U` slides the tile below the blank up;
//! - the default goal is `1, 2, …, N` row by row with the blank last; any other arrangement may be the goal;
//! - length is counted in single-tile moves ([`Metric::Stm`]) unless multi-tile moves are asked for
//!   ([`Metric::Mtm`]: a straight slide of several tiles is one move).
//!
//! ```
//! use taquin::tiles::{Board, Moves, Problem};
//!
//! let start: Board = "8 2 0/4 6 1/3 7 5".parse()?;
//! let moves: Moves = "R2U2LDLDRURDLULDRULURDLU".parse()?;
//! assert_eq!(start.after(&moves)?, Board::solved(start.shape()));
//! assert_eq!((moves.stm(), moves.mtm()), (24, 22));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod all_solutions;
pub mod anytime;
mod board;
pub mod catalogue;
pub mod constructive;
mod distances;
pub mod grid;
pub mod labels;
mod line_cache;
mod linear_conflict;
mod manhattan;
pub mod mtm;
mod notation;
pub mod optimal;
pub mod pattern_db;
pub mod problem;
pub mod scramble;
pub mod solver;
pub mod text;
pub mod walking_distance;

pub use crate::direction::Direction;
pub use all_solutions::AllSolutions;
pub use board::{Board, BoardError, IllegalMoveError, MAX_SIDE, Shape, ShapeError};
pub use distances::Distances;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use notation::{Moves, NotationError};
pub use problem::{Problem, ProblemError};
pub use solver::{Algorithm, HeuristicName, Options, SolveError, Solver};
pub use walking_distance::WalkingDistance;

use crate::search::Cost;
use std::{fmt, str::FromStr};
use thiserror::Error;

/// How the length of a solution is counted.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Metric {
    /// Single-tile moves: every tile that slides by one cell counts one.
    #[default]
    Stm,
    /// Multi-tile moves: a straight slide of several tiles counts one.
    Mtm,
}

impl Metric {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Stm, Self::Mtm];

    /// Its name on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stm => "stm",
            Self::Mtm => "mtm",
        }
    }

    /// What these moves cost.
    pub fn cost(self, moves: &[Direction]) -> Cost {
        let cost = match self {
            Self::Stm => moves.len(),
            Self::Mtm => moves.chunk_by(PartialEq::eq).count(),
        };
        cost as Cost
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no metric has.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("there is no metric {found:?}; there are: {}", Metric::ALL.map(Metric::name).join(", "))]
pub struct UnknownMetricError {
    /// What was asked for.
    pub found: String,
}

impl FromStr for Metric {
    type Err = UnknownMetricError;

    fn from_str(name: &str) -> Result<Self, UnknownMetricError> {
        let found = Self::ALL.into_iter().find(|metric| metric.name() == name);
        found.ok_or_else(|| UnknownMetricError { found: name.to_owned() })
    }
}
