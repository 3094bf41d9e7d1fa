//! Every tile algorithm by name: from a problem and options to a search that the caller pumps.
//!
//! The one place where names meet code, shared by all faces. Dispatch over state types happens here, once, outside
//! every hot loop.

use super::{
    Direction, Manhattan, Moves, Problem, Shape,
    grid::{Bytes, Cells, Grid, Nibbles, Words},
};
use crate::{
    replay::{self, ReplayError},
    search::{
        Search,
        bfs::Bfs,
        ida_star::IdaStar,
        rank::{Decimal, RankError},
    },
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

/// A lower bound for the searches that take one.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum HeuristicName {
    /// [`Manhattan`]: any board.
    Manhattan,
}

impl HeuristicName {
    /// All of them, in the order of the documentation.
    pub const ALL: [Self; 1] = [Self::Manhattan];

    /// Its name on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Manhattan => "manhattan",
        }
    }
}

impl fmt::Display for HeuristicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no heuristic has.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("there is no heuristic {found:?}; there are: {}", HeuristicName::ALL.map(HeuristicName::name).join(", "))]
pub struct UnknownHeuristic {
    /// What was asked for.
    pub found: String,
}

impl FromStr for HeuristicName {
    type Err = UnknownHeuristic;

    fn from_str(name: &str) -> Result<Self, UnknownHeuristic> {
        let found = Self::ALL.into_iter().find(|heuristic| heuristic.name() == name);
        found.ok_or_else(|| UnknownHeuristic { found: name.to_owned() })
    }
}

/// What is asked of a search. Start from [`Options::new`] and set what differs.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which algorithm.
    pub algorithm: Algorithm,
    /// Which lower bound, for those that take one.
    pub heuristic: HeuristicName,
    /// The weight of `weighted-astar` and `dynamic-astar`; 5 unless told.
    pub epsilon: Decimal,
    /// The solution length that `dynamic-astar` anticipates; 100 unless told.
    pub anticipated: u32,
    /// The weight that `alpha-star` gives to nodes that go on where it is; 0 unless told.
    pub lambda: Decimal,
    /// The weight that `alpha-star` gives to all others; 5 unless told.
    pub big_lambda: Decimal,
    /// Bytes that the search may take before it ends with [`crate::search::Status::Full`]; 2 GiB unless told.
    pub memory_limit: u64,
    /// Try even what is known to be hopeless on a board of this size.
    pub force: bool,
}

impl Options {
    /// An algorithm with the default parameters.
    pub const fn new(algorithm: Algorithm) -> Self {
        Self {
            algorithm,
            heuristic: HeuristicName::Manhattan,
            epsilon: Decimal::whole(5),
            anticipated: 100,
            lambda: Decimal::ZERO,
            big_lambda: Decimal::whole(5),
            memory_limit: 2 << 30,
            force: false,
        }
    }
}

/// Why a search is not begun.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Refusal {
    /// It would not end in reasonable time or memory.
    #[error(
        "{algorithm} is hopeless on a board of {shape} (it serves up to {cells} cells); try {alternative}, or force it"
    )]
    TooLarge {
        /// What was asked for.
        algorithm: Algorithm,
        /// The board's size.
        shape: Shape,
        /// The most cells that it serves.
        cells: usize,
        /// What does serve this board.
        alternative: Algorithm,
    },
    /// A parameter makes no sense.
    #[error(transparent)]
    Parameter(#[from] RankError),
}

/// Begins a search.
pub fn search(problem: &Problem, options: &Options) -> Result<TileSearch, Refusal> {
    if !options.force {
        fits(problem.shape(), options)?;
    }
    match problem.shape().cells() {
        cells if cells <= Nibbles::CAPACITY => search_in::<Nibbles>(problem, options),
        cells if cells <= Bytes::CAPACITY => search_in::<Bytes>(problem, options),
        _ => search_in::<Words>(problem, options),
    }
}

/// Is the board small enough for the algorithm?
fn fits(shape: Shape, options: &Options) -> Result<(), Refusal> {
    let (cells, alternative) = match options.algorithm {
        Algorithm::Bfs => (12, Algorithm::IdaStar),
        Algorithm::IdaStar => return Ok(()),
    };
    if shape.cells() <= cells {
        return Ok(());
    }
    Err(Refusal::TooLarge { algorithm: options.algorithm, shape, cells, alternative })
}

fn search_in<C: Cells + Send + 'static>(problem: &Problem, options: &Options) -> Result<TileSearch, Refusal> {
    let (grid, start) = Grid::<C>::of(problem);
    Ok(match options.algorithm {
        Algorithm::Bfs => Box::new(Bfs::new(grid, start, options.memory_limit)),
        Algorithm::IdaStar => Box::new(IdaStar::new(grid, Manhattan::new(problem.goal()), start)),
    })
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
