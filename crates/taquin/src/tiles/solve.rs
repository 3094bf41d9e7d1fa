//! Every tile algorithm by name: from a problem and options to a search that the caller pumps.
//!
//! The one place where names meet code, shared by all faces. Dispatch over state types happens here, once, outside
//! every hot loop.
//!
//! ```
//! use taquin::tiles::{Problem, solve::{self, Algorithm, Options}};
//!
//! let problem = Problem::to_default_goal("8 2 0/4 6 1/3 7 5".parse()?)?;
//! let mut search = solve::search(&problem, &Options::new(Algorithm::AStar))?;
//! search.run(u64::MAX);
//! let moves = solve::checked(&problem, &*search)?.expect("every problem has a solution");
//! assert_eq!(moves.stm(), 24);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod explored;
mod names;
mod prepared;

pub(super) use names::AUTO_OPTIMAL_CELLS;
pub use names::{Algorithm, HeuristicName, UnknownAlgorithm, UnknownHeuristic};

use super::{
    Board, Direction, LinearConflict, Manhattan, Metric, Moves, Problem, Shape, WalkingDistance,
    anytime::Anytime,
    constructive::{ConstructiveSearch, Method},
    grid::{Bytes, Cells, Grid, Nibbles, Words},
    mtm::{self, Mtm, TooLarge},
    optimal::{Optimal, Plan, Resources},
    pattern_db::{self, Level, MAX_CELLS, Pattern, Preparation},
    walking_distance::{self, TableTooLarge},
};
use crate::{
    replay::{self, ReplayError},
    search::{
        Cost, Heuristic, Search,
        best_first::BestFirst,
        bfs::Bfs,
        ida_star::IdaStar,
        maximum::Maximum,
        rank::{Decimal, Rank, RankError},
    },
};
use prepared::{Prepared, Step};
use thiserror::Error;

/// A search for a tile problem, of whatever algorithm.
pub type TileSearch = Box<dyn Search<Move = Direction> + Send>;

/// What is asked of a search. Start from [`Options::new`] and set what differs.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which algorithm.
    pub algorithm: Algorithm,
    /// Which lower bound, for the algorithms that take one; `linear-conflict` unless told.
    pub heuristic: HeuristicName,
    /// The weight ε of `weighted-astar` and `dynamic-astar`; 5 unless told.
    pub epsilon: Decimal,
    /// The length N of a solution that `dynamic-astar` anticipates; 100 unless told.
    pub anticipated: u32,
    /// The weight λ that `alpha-star` gives to nodes that go on from where it is; 0 unless told.
    pub lambda: Decimal,
    /// The weight Λ that `alpha-star` gives to all others; 5 unless told.
    pub big_lambda: Decimal,
    /// Bytes that the search may take before it ends with [`crate::search::Status::Full`]; 2 GiB unless told.
    pub memory_limit: u64,
    /// What the length is counted in; only `optimal` knows more than single-tile moves, which it is unless told.
    pub metric: Metric,
    /// Try even what is hopeless on a board of this size.
    pub force: bool,
    /// Where pattern databases are kept, and what is made from them; in memory unless told.
    pub resources: Resources,
    /// How many threads may build pattern databases, and search where the algorithm can use them; 1 unless told.
    pub threads: usize,
    /// How many boards with the same goal are to be solved; many pay for better tables. 1 unless told.
    pub boards: usize,
}

impl Options {
    /// An algorithm with the default parameters.
    pub fn new(algorithm: Algorithm) -> Self {
        Self {
            algorithm,
            heuristic: HeuristicName::LinearConflict,
            epsilon: Decimal::whole(5),
            anticipated: 100,
            lambda: Decimal::ZERO,
            big_lambda: Decimal::whole(5),
            memory_limit: 2 << 30,
            metric: Metric::Stm,
            force: false,
            resources: Resources::default(),
            threads: 1,
            boards: 1,
        }
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
        match self.algorithm {
            Algorithm::Bfs | Algorithm::IdaStar | Algorithm::Optimal => Some((1, 1)),
            _ => self.rank().and_then(Rank::factor),
        }
    }

    /// The pattern databases that a search towards this goal may use: worth having at hand before it begins.
    pub fn patterns(&self, goal: &Board) -> Vec<Pattern> {
        let levels: &[Level] = match self.algorithm {
            Algorithm::Optimal => &Level::ALL,
            Algorithm::Auto | Algorithm::Anytime if goal.shape().cells() <= AUTO_OPTIMAL_CELLS => &Level::ALL,
            algorithm if algorithm.takes_heuristic() && self.heuristic == HeuristicName::PatternDb => {
                &[prepared::LEVEL]
            }
            _ => &[],
        };
        levels.iter().filter_map(|&level| pattern_db::patterns(goal, level)).flatten().collect()
    }

    /// Is every solution proven to be a shortest one?
    pub fn is_optimal(&self) -> bool {
        self.factor().is_some_and(|(numerator, denominator)| numerator == denominator)
    }
}

/// Why a search is not begun.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Refusal {
    /// It would not end in reasonable time or memory.
    #[error("{algorithm} is hopeless on a board of {shape}: it serves up to {cells} cells; try {alternative}")]
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
    /// The walking distance does not serve this board; no force helps.
    #[error("{0}; try linear-conflict")]
    NoWalkingDistance(#[from] TableTooLarge),
    /// Pattern databases do not serve this board; no force helps.
    #[error("pattern databases serve boards of 2 to {MAX_CELLS} cells, not of {shape}; try linear-conflict")]
    NoPatterns {
        /// The board's size.
        shape: Shape,
    },
    /// Multi-tile moves are beyond this board; no force helps.
    #[error(transparent)]
    NoSlides(#[from] TooLarge),
    /// Multi-tile moves are beyond this algorithm.
    #[error("{algorithm} counts single-tile moves only; the algorithm for multi-tile moves is optimal")]
    Metric {
        /// What was asked for.
        algorithm: Algorithm,
    },
    /// A parameter makes no sense.
    #[error(transparent)]
    Parameter(#[from] RankError),
}

/// Begins a search, unless the board is too large for it or a parameter makes no sense.
pub fn search(problem: &Problem, options: &Options) -> Result<TileSearch, Refusal> {
    check(problem.shape(), options)?;
    if options.metric == Metric::Mtm {
        return Ok(Box::new(Mtm::new(problem)?));
    }
    match problem.shape().cells() {
        cells if cells <= Nibbles::CAPACITY => search_in::<Nibbles>(problem, options),
        cells if cells <= Bytes::CAPACITY => search_in::<Bytes>(problem, options),
        _ => search_in::<Words>(problem, options),
    }
}

/// Would a search be refused on boards of this size, and why? Costs nothing, so that a face can say so before it is
/// asked to begin.
///
/// ```
/// use taquin::tiles::{Shape, solve::{self, Algorithm, Options, Refusal}};
///
/// let refusal = solve::check(Shape::new(4, 4)?, &Options::new(Algorithm::Bfs));
/// assert!(matches!(refusal, Err(Refusal::TooLarge { cells: 12, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(shape: Shape, options: &Options) -> Result<(), Refusal> {
    if options.metric == Metric::Mtm {
        return match options.algorithm.on(shape) {
            Algorithm::Optimal => Ok(mtm::check(shape)?),
            algorithm => Err(Refusal::Metric { algorithm }),
        };
    }
    if !options.force {
        check_size(shape, options)?;
    }
    options.rank().map_or(Ok(Rank::AStar), Rank::checked)?;
    if options.algorithm.takes_heuristic() {
        match options.heuristic {
            HeuristicName::Manhattan | HeuristicName::LinearConflict => {}
            HeuristicName::WalkingDistance | HeuristicName::Maximum => walking_distance::check(shape)?,
            HeuristicName::PatternDb if (2..=MAX_CELLS).contains(&shape.cells()) => {}
            HeuristicName::PatternDb => return Err(Refusal::NoPatterns { shape }),
        }
    }
    Ok(())
}

/// Is the board small enough for the algorithm?
fn check_size(shape: Shape, options: &Options) -> Result<(), Refusal> {
    let algorithm = options.algorithm;
    let cells = match algorithm {
        Algorithm::Bfs => 12,
        Algorithm::IdaStar if options.heuristic == HeuristicName::PatternDb => MAX_CELLS,
        Algorithm::AStar | Algorithm::AlphaStar | Algorithm::IdaStar => 16,
        Algorithm::Optimal => MAX_CELLS,
        Algorithm::WeightedAStar | Algorithm::DynamicAStar | Algorithm::GreedyBestFirst => 36,
        Algorithm::Greedy
        | Algorithm::DivideAndConquer
        | Algorithm::Strategic
        | Algorithm::Anytime
        | Algorithm::Auto => return Ok(()),
    };
    let alternative = match shape.cells() {
        found if found <= cells => return Ok(()),
        ..=MAX_CELLS if options.is_optimal() => Algorithm::Optimal,
        ..=36 => Algorithm::WeightedAStar,
        _ => Algorithm::Anytime,
    };
    Err(Refusal::TooLarge { algorithm, shape, cells, alternative })
}

fn search_in<C: Cells + Send + 'static>(problem: &Problem, options: &Options) -> Result<TileSearch, Refusal> {
    match options.algorithm.on(problem.shape()) {
        Algorithm::Bfs => {
            let (grid, start) = Grid::<C>::of(problem);
            Ok(Box::new(Bfs::new(grid, start, options.memory_limit)))
        }
        Algorithm::Optimal => {
            let plan = Plan {
                threads: options.threads,
                boards: options.boards,
                level: None,
                memory_limit: options.memory_limit,
            };
            // Where no tables serve, the search is still optimal, if hopeless.
            let hopeless = || guided_by::<C, _>(LinearConflict::new(problem.goal()), problem, options);
            Ok(Optimal::new(problem, &options.resources, plan).map_or_else(hopeless, |search| Box::new(search)))
        }
        Algorithm::AStar
        | Algorithm::WeightedAStar
        | Algorithm::DynamicAStar
        | Algorithm::AlphaStar
        | Algorithm::GreedyBestFirst
        | Algorithm::IdaStar => guided::<C>(problem, options),
        Algorithm::Greedy => Ok(Box::new(ConstructiveSearch::new(problem, Method::Greedy))),
        Algorithm::DivideAndConquer => Ok(Box::new(ConstructiveSearch::new(problem, Method::DivideAndConquer))),
        Algorithm::Strategic => Ok(Box::new(ConstructiveSearch::new(problem, Method::Strategic))),
        Algorithm::Anytime | Algorithm::Auto => Ok(Box::new(Anytime::new(problem, options))),
    }
}

fn guided<C: Cells + Send + 'static>(problem: &Problem, options: &Options) -> Result<TileSearch, Refusal> {
    let goal = problem.goal();
    Ok(match options.heuristic {
        HeuristicName::Manhattan => guided_by::<C, _>(Manhattan::new(goal), problem, options),
        HeuristicName::LinearConflict => guided_by::<C, _>(LinearConflict::new(goal), problem, options),
        // why: these serve at most 16 cells and those at most 25, so what can never run is not compiled.
        HeuristicName::WalkingDistance | HeuristicName::Maximum => {
            let mut preparation = walking_distance::Preparation::new(goal)?;
            let (problem, options) = (problem.clone(), options.clone());
            Box::new(Prepared::new(move |budget| {
                if !preparation.run(budget) {
                    return Step::Building { done: preparation.done(), total: 0 };
                }
                let walking = WalkingDistance::new(problem.goal()).expect("its tables were prepared");
                Step::Ready(match options.heuristic {
                    HeuristicName::Maximum => {
                        let larger = Maximum(LinearConflict::new(problem.goal()), walking);
                        guided_by::<Nibbles, _>(larger, &problem, &options)
                    }
                    _ => guided_by::<Nibbles, _>(walking, &problem, &options),
                })
            }))
        }
        HeuristicName::PatternDb => {
            let mut preparation = Some(prepared::preparation(goal, options.resources.store(), options.threads)?);
            let (problem, options) = (problem.clone(), options.clone());
            Box::new(Prepared::new(move |budget| {
                if let Some(preparation) = &mut preparation
                    && !preparation.run(budget)
                {
                    let (done, total) = preparation.progress();
                    return Step::Building { done, total };
                }
                let tables = preparation.take().and_then(Preparation::finish).expect("a preparation that is done");
                Step::Ready(match problem.shape().cells() {
                    ..=Nibbles::CAPACITY => guided_by::<Nibbles, _>(tables, &problem, &options),
                    _ => guided_by::<Bytes, _>(tables, &problem, &options),
                })
            }))
        }
    })
}

fn guided_by<C, H>(heuristic: H, problem: &Problem, options: &Options) -> TileSearch
where
    C: Cells + Send + 'static,
    H: Heuristic<Grid<C>, Memo: Send> + Send + 'static,
{
    let (grid, start) = Grid::<C>::of(problem);
    match options.rank() {
        Some(rank) => Box::new(BestFirst::new(grid, heuristic, &start, rank, options.memory_limit)),
        None => Box::new(IdaStar::new(grid, heuristic, start)),
    }
}

fn larger(goal: &Board) -> Result<Maximum<LinearConflict, WalkingDistance>, TableTooLarge> {
    Ok(Maximum(LinearConflict::new(goal), WalkingDistance::new(goal)?))
}

/// A lower bound on the moves from any board of the goal's size to the goal.
pub type LowerBound = Box<dyn Fn(&Board) -> Cost + Send>;

/// The heuristic of the options by itself, without a search. Pattern databases are built at once where they are
/// missing, which takes a fraction of a second.
///
/// ```
/// use taquin::tiles::{Board, solve::{self, Algorithm, HeuristicName, Options}};
///
/// let board: Board = "2 1 3/4 5 6/7 8 0".parse()?;
/// let options = Options { heuristic: HeuristicName::LinearConflict, ..Options::new(Algorithm::AStar) };
/// let bound = solve::lower_bound(&Board::solved(board.shape()), &options)?;
/// assert_eq!(bound(&board), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lower_bound(goal: &Board, options: &Options) -> Result<LowerBound, Refusal> {
    Ok(match options.heuristic {
        HeuristicName::Manhattan => from_scratch(Manhattan::new(goal)),
        HeuristicName::LinearConflict => from_scratch(LinearConflict::new(goal)),
        HeuristicName::WalkingDistance => from_scratch(WalkingDistance::new(goal)?),
        HeuristicName::Maximum => from_scratch(larger(goal)?),
        HeuristicName::PatternDb => {
            let mut preparation = prepared::preparation(goal, options.resources.store(), options.threads)?;
            while !preparation.run(u64::MAX) {}
            let tables = preparation.finish().expect("a preparation that is done has all tables");
            Box::new(move |board| tables.of(board))
        }
    })
}

fn from_scratch(heuristic: impl Heuristic<Grid<Words>> + Send + 'static) -> LowerBound {
    Box::new(move |board| heuristic.value(heuristic.start(&Words::pack(board))))
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
