//! What is asked of a solver.

use super::{
    Algorithm, HeuristicName,
    parameter::{ANTICIPATED, BIG_LAMBDA, EPSILON, LAMBDA},
    prepared,
};
use crate::{
    search::{
        DEFAULT_MEMORY_LIMIT,
        rank::{Decimal, Rank},
    },
    tiles::{
        Board, Metric,
        optimal::{FAST_CELLS, Resources},
        pattern_db::{self, Level, Pattern},
    },
};

/// What is asked of a solver. Start from [`Options::new`] and set what differs.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which algorithm. Default: `auto`.
    pub algorithm: Algorithm,
    /// Which lower bound, for the algorithms that take one. Default: `linear-conflict`.
    pub heuristic: HeuristicName,
    /// The weight ε of `weighted-astar` and `dynamic-astar`. Default: 5.
    pub epsilon: Decimal,
    /// The length N of a solution that `dynamic-astar` anticipates. Default: 100.
    pub anticipated: u32,
    /// The weight λ that `alpha-star` gives to nodes that go on from where it is. Default: 0.
    pub lambda: Decimal,
    /// The weight Λ that `alpha-star` gives to all others. Default: 5.
    pub big_lambda: Decimal,
    /// Bytes that the search may take before it ends with [`crate::search::Status::Full`]. Default:
    /// [`DEFAULT_MEMORY_LIMIT`].
    pub memory_limit: u64,
    /// Metric to minimise. Default: single-tile moves. `optimal`, `anytime` and `auto` support multi-tile moves.
    pub metric: Metric,
    /// Try even what is hopeless on a board of this size. Default: no.
    pub force: bool,
    /// Where tables are kept, and what is made from them. Default: in memory.
    pub resources: Resources,
    /// How many threads may build pattern databases, and search where the algorithm can use them. Default: 1.
    pub threads: usize,
    /// How many boards with this goal are to be solved; many pay for better tables. Default: 1.
    pub expected_boards: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::default(),
            heuristic: HeuristicName::default(),
            epsilon: Decimal::whole(EPSILON.default),
            anticipated: ANTICIPATED.default as u32,
            lambda: Decimal::whole(LAMBDA.default),
            big_lambda: Decimal::whole(BIG_LAMBDA.default),
            memory_limit: DEFAULT_MEMORY_LIMIT,
            metric: Metric::default(),
            force: false,
            resources: Resources::default(),
            threads: 1,
            expected_boards: 1,
        }
    }
}

impl Options {
    /// An algorithm with the default parameters.
    pub fn new(algorithm: Algorithm) -> Self {
        Self { algorithm, ..Self::default() }
    }

    /// How the algorithm ranks its nodes, if it is one of the best-first family.
    pub fn rank(&self) -> Option<Rank> {
        match self.algorithm {
            Algorithm::AStar => Some(Rank::AStar),
            Algorithm::WeightedAStar => Some(Rank::Weighted { epsilon: self.epsilon }),
            Algorithm::DynamicAStar => Some(Rank::Dynamic { epsilon: self.epsilon, anticipated: self.anticipated }),
            Algorithm::AlphaStar => Some(Rank::Alpha { lambda: self.lambda, big_lambda: self.big_lambda }),
            Algorithm::GreedyBestFirst => Some(Rank::Greedy),
            Algorithm::Bfs
            | Algorithm::IdaStar
            | Algorithm::Greedy
            | Algorithm::DivideAndConquer
            | Algorithm::Strategic
            | Algorithm::Optimal
            | Algorithm::Anytime
            | Algorithm::Auto => None,
        }
    }

    /// What is proven of every solution: at most `numerator / denominator` times the fewest moves. `None` where
    /// nothing is; an optimal algorithm has equal ones.
    pub fn factor(&self) -> Option<(u64, u64)> {
        if self.algorithm.is_optimal() { Some((1, 1)) } else { self.rank().and_then(Rank::factor) }
    }

    /// Is every solution proven to be a shortest one?
    pub fn is_optimal(&self) -> bool {
        self.factor().is_some_and(|(numerator, denominator)| numerator == denominator)
    }

    /// The pattern databases that a search towards this goal may use: worth having at hand before it begins.
    pub fn patterns(&self, goal: &Board) -> Vec<Pattern> {
        let levels: &[Level] = match self.algorithm.resolve(goal.shape()) {
            Algorithm::Optimal => &Level::ALL,
            // It proves the optimum of small boards.
            Algorithm::Anytime if goal.shape().cells() <= FAST_CELLS => &Level::ALL,
            algorithm if algorithm.takes_heuristic() && self.heuristic == HeuristicName::PatternDb => {
                &[prepared::LEVEL]
            }
            _ => &[],
        };
        levels.iter().filter_map(|&level| pattern_db::patterns(goal, level)).flatten().collect()
    }
}
