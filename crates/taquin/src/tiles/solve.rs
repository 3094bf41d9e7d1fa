//! Every tile algorithm by name: from a problem and options to a search that the caller pumps.
//!
//! The one place where names meet code, shared by all faces. Dispatch over state types happens here, once, outside
//! every hot loop.

use super::{
    Direction, Manhattan, Moves, Problem,
    grid::{Bytes, Cells, Grid, Nibbles, Words},
};
use crate::{
    replay::{self, ReplayError},
    search::{Search, bfs::Bfs, ida_star::IdaStar},
};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// A search for a tile problem, of whatever algorithm.
pub type TileSearch = Box<dyn Search<Move = Direction> + Send>;

/// An algorithm for tile problems.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Algorithm {
    /// Breadth-first: optimal, for small spaces.
    Bfs,
    /// Iterative-deepening A\\*: optimal in constant memory.
    IdaStar,
}

impl Algorithm {
    /// All of them, in the order of the documentation.
    pub const ALL: [Self; 2] = [Self::Bfs, Self::IdaStar];

    /// Its name on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bfs => "bfs",
            Self::IdaStar => "ida-star",
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no algorithm has.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("there is no algorithm {found:?}; there are: {}", Algorithm::ALL.map(Algorithm::name).join(", "))]
pub struct UnknownAlgorithm {
    /// What was asked for.
    pub found: String,
}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Self, UnknownAlgorithm> {
        let found = Self::ALL.into_iter().find(|algorithm| algorithm.name() == name);
        found.ok_or_else(|| UnknownAlgorithm { found: name.to_owned() })
    }
}

/// What is asked of a search.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which algorithm.
    pub algorithm: Algorithm,
    /// Bytes that the search may take before it ends with [`crate::search::Status::Full`].
    pub memory_limit: u64,
}

impl Default for Options {
    /// IDA\* within 1 GiB.
    fn default() -> Self {
        Self { algorithm: Algorithm::IdaStar, memory_limit: 1 << 30 }
    }
}

/// Begins a search.
pub fn search(problem: &Problem, options: &Options) -> TileSearch {
    match problem.shape().cells() {
        cells if cells <= Nibbles::CAPACITY => search_in::<Nibbles>(problem, options),
        cells if cells <= Bytes::CAPACITY => search_in::<Bytes>(problem, options),
        _ => search_in::<Words>(problem, options),
    }
}

fn search_in<C: Cells + Send + 'static>(problem: &Problem, options: &Options) -> TileSearch {
    let (grid, start) = Grid::<C>::of(problem);
    match options.algorithm {
        Algorithm::Bfs => Box::new(Bfs::new(grid, start, options.memory_limit)),
        Algorithm::IdaStar => Box::new(IdaStar::new(grid, Manhattan::new(problem.goal()), start)),
    }
}

/// The best solution of a search so far, replayed against the rules.
pub fn checked(
    problem: &Problem,
    search: &(impl Search<Move = Direction> + ?Sized),
) -> Result<Option<Moves>, ReplayError> {
    search.solution().map_or(Ok(None), |moves| {
        replay::tiles(problem.start(), problem.goal(), moves)?;
        Ok(Some(Moves::from(moves)))
    })
}
