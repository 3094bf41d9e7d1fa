//! The names of algorithms and heuristics, on the command line, in JSON and in the browser.

use crate::tiles::{Metric, Shape, constructive::Method, optimal::FAST_CELLS, pattern_db::MAX_CELLS};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// An algorithm for tile problems.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum Algorithm {
    /// Breadth-first: optimal, for small spaces.
    Bfs,
    /// A\*: optimal, in much memory.
    AStar,
    /// A\* with static weighting: at most ε times the fewest moves.
    WeightedAStar,
    /// A\* with dynamic weighting: at most 1 + ε times the fewest moves.
    DynamicAStar,
    /// AlphA\*: at most (1 + Λ) / (1 + λ) times the fewest moves.
    AlphaStar,
    /// Pure heuristic search: fast, with no bound on the moves.
    GreedyBestFirst,
    /// Iterative-deepening A\*: optimal in constant memory.
    IdaStar,
    /// Line by line, the cheaper end first, the last 3 × 3 optimally: any size at once.
    Greedy,
    /// Row, column, row, column, …: any size at once.
    DivideAndConquer,
    /// Rows, then columns, as a person would: any size at once, in stages that can be explained.
    Strategic,
    /// Whatever proves the optimum fastest.
    Optimal,
    /// A solution at once, then shorter and shorter ones: any size.
    Anytime,
    /// What suits the board: `optimal` where that ends soon, else `anytime`.
    #[default]
    Auto,
}

impl Algorithm {
    /// All of them, in the order of the documentation.
    pub const ALL: [Self; 13] = [
        Self::Bfs,
        Self::AStar,
        Self::WeightedAStar,
        Self::DynamicAStar,
        Self::AlphaStar,
        Self::GreedyBestFirst,
        Self::IdaStar,
        Self::Greedy,
        Self::DivideAndConquer,
        Self::Strategic,
        Self::Optimal,
        Self::Anytime,
        Self::Auto,
    ];

    /// Its name on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bfs => "bfs",
            Self::AStar => "astar",
            Self::WeightedAStar => "weighted-astar",
            Self::DynamicAStar => "dynamic-astar",
            Self::AlphaStar => "alpha-star",
            Self::GreedyBestFirst => "greedy-best-first",
            Self::IdaStar => "ida-star",
            Self::Greedy => "greedy",
            Self::DivideAndConquer => "divide-and-conquer",
            Self::Strategic => "strategic",
            Self::Optimal => "optimal",
            Self::Anytime => "anytime",
            Self::Auto => "auto",
        }
    }

    /// After how many seconds a face should stop it on this board by default; `None` if it ends by itself.
    pub const fn seconds(self, shape: Shape) -> Option<u64> {
        match self.resolve(shape) {
            Self::Anytime if shape.cells() <= FAST_CELLS => None,
            Self::Anytime => Some(5),
            _ => None,
        }
    }

    /// What it comes down to on this board: `auto` chooses, all others are what they are.
    pub const fn resolve(self, shape: Shape) -> Self {
        match self {
            Self::Auto if shape.cells() <= FAST_CELLS => Self::Optimal,
            Self::Auto => Self::Anytime,
            other => other,
        }
    }

    /// The most cells of a board that it serves when guided by this heuristic, which only matters where it takes one;
    /// `None` if it serves boards of any size. Larger boards are refused, or tried in vain with
    /// [`super::Options::force`].
    pub const fn max_cells(self, heuristic: HeuristicName) -> Option<usize> {
        match self {
            Self::Bfs => Some(12),
            Self::IdaStar if matches!(heuristic, HeuristicName::PatternDb) => Some(MAX_CELLS),
            Self::AStar | Self::AlphaStar | Self::IdaStar => Some(16),
            Self::Optimal => Some(MAX_CELLS),
            Self::WeightedAStar | Self::DynamicAStar | Self::GreedyBestFirst => Some(36),
            Self::Greedy | Self::DivideAndConquer | Self::Strategic | Self::Anytime | Self::Auto => None,
        }
    }

    /// Are all its solutions proven to be shortest ones, whatever its parameters?
    pub const fn is_optimal(self) -> bool {
        matches!(self, Self::Bfs | Self::AStar | Self::IdaStar | Self::Optimal)
    }

    /// The metrics in which it can count moves.
    pub const fn metrics(self) -> &'static [Metric] {
        match self {
            Self::Optimal | Self::Anytime | Self::Auto => &Metric::ALL,
            _ => &[Metric::Stm],
        }
    }

    /// The constructive method behind it, if it works in stages.
    pub const fn method(self) -> Option<Method> {
        match self {
            Self::Greedy => Some(Method::Greedy),
            Self::DivideAndConquer => Some(Method::DivideAndConquer),
            Self::Strategic => Some(Method::Strategic),
            _ => None,
        }
    }

    /// Is it guided by the heuristic of the options?
    pub const fn takes_heuristic(self) -> bool {
        match self {
            Self::AStar
            | Self::WeightedAStar
            | Self::DynamicAStar
            | Self::AlphaStar
            | Self::GreedyBestFirst
            | Self::IdaStar => true,
            Self::Bfs
            | Self::Greedy
            | Self::DivideAndConquer
            | Self::Strategic
            | Self::Optimal
            | Self::Anytime
            | Self::Auto => false,
        }
    }
}

/// A lower bound for the algorithms that take one.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum HeuristicName {
    /// [`crate::tiles::Manhattan`]: any board.
    Manhattan,
    /// [`crate::tiles::LinearConflict`]: any board.
    #[default]
    LinearConflict,
    /// [`crate::tiles::WalkingDistance`]: boards whose tables are small, such as 4×4 and 3×5.
    WalkingDistance,
    /// The larger of linear conflict and walking distance, where both serve.
    Maximum,
    /// [`crate::tiles::pattern_db::Tables`]: boards of up to 25 cells, strong; its tables are built on demand.
    PatternDb,
}

impl HeuristicName {
    /// All of them, in the order of the documentation.
    pub const ALL: [Self; 5] =
        [Self::Manhattan, Self::LinearConflict, Self::WalkingDistance, Self::Maximum, Self::PatternDb];

    /// Its name on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Manhattan => "manhattan",
            Self::LinearConflict => "linear-conflict",
            Self::WalkingDistance => "walking-distance",
            Self::Maximum => "maximum",
            Self::PatternDb => "pattern-db",
        }
    }

    /// Does it serve boards of this size?
    pub fn serves(self, shape: Shape) -> bool {
        super::check_heuristic(shape, self).is_ok()
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for HeuristicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no algorithm has.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("there is no algorithm {found:?}; there are: {}", Algorithm::ALL.map(Algorithm::name).join(", "))]
pub struct UnknownAlgorithmError {
    /// What was asked for.
    pub found: String,
}

/// A name that no heuristic has.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("there is no heuristic {found:?}; there are: {}", HeuristicName::ALL.map(HeuristicName::name).join(", "))]
pub struct UnknownHeuristicError {
    /// What was asked for.
    pub found: String,
}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithmError;

    fn from_str(name: &str) -> Result<Self, UnknownAlgorithmError> {
        let found = Self::ALL.into_iter().find(|algorithm| algorithm.name() == name);
        found.ok_or_else(|| UnknownAlgorithmError { found: name.to_owned() })
    }
}

impl FromStr for HeuristicName {
    type Err = UnknownHeuristicError;

    fn from_str(name: &str) -> Result<Self, UnknownHeuristicError> {
        let found = Self::ALL.into_iter().find(|heuristic| heuristic.name() == name);
        found.ok_or_else(|| UnknownHeuristicError { found: name.to_owned() })
    }
}
