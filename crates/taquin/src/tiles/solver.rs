//! The solver of tile problems: every algorithm by name, one shape for all.
//!
//! The one place where names meet code, shared by all faces. Dispatch over state types happens here, once, outside
//! every hot loop.
//!
//! ```
//! use taquin::tiles::{Algorithm, Options, Problem, Solver};
//!
//! let problem = Problem::to_default_goal("8 2 0/4 6 1/3 7 5".parse()?)?;
//! let mut solver = Solver::new(&problem, &Options::new(Algorithm::AStar))?;
//! let moves = solver.finish()?.expect("every problem has a solution");
//! assert_eq!(moves.stm(), 24);
//! assert!(solver.is_proven());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algorithm;
pub mod explored;
mod lower_bound;
mod options;
mod parameter;
mod prepared;

pub use algorithm::{Algorithm, HeuristicName, UnknownAlgorithmError, UnknownHeuristicError};
pub use lower_bound::{LowerBound, lower_bound};
pub use options::Options;
pub use parameter::Parameter;

use super::{
    Direction, LinearConflict, Manhattan, Metric, Moves, Problem, Shape, WalkingDistance,
    anytime::{Anytime, AnytimeOptions},
    constructive::{ConstructiveSearch, Task},
    grid::{Bytes, Cells, Grid, Nibbles, Words},
    mtm::{self, Mtm, MtmTooLargeError, SlideAnytime},
    optimal::{Checkpoint, CheckpointError, Optimal, OptimalOptions},
    pattern_db::{self, MAX_CELLS, Preparation},
    walking_distance::{self, TableTooLargeError},
};
use crate::{
    replay::{self, ReplayError},
    search::{
        BoxedSearch, Heuristic, Search, Stats, Status,
        best_first::BestFirst,
        bfs::Bfs,
        ida_star::IdaStar,
        maximum::Maximum,
        rank::{Rank, RankError},
    },
};
use prepared::{Prepared, Step};
use std::fmt;
use thiserror::Error;

/// A search for a solution of a tile problem, by whatever algorithm.
///
/// It is a [`Search`] that the caller pumps, or [`Solver::finish`]es in one call. What it hands out by
/// [`Solver::checked_solution`] was replayed against the rules by independent code.
pub struct Solver {
    problem: Problem,
    metric: Metric,
    algorithm: Running,
}

/// An algorithm at work.
enum Running {
    /// One that works in stages.
    Constructive(Box<ConstructiveSearch>),
    /// The one that can be broken off and resumed.
    Optimal(Box<Optimal>),
    /// Any other.
    Other(BoxedSearch<Direction>),
}

impl Solver {
    /// Begins a search.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the board is too large for the algorithm, the heuristic or the metric, or a parameter makes no
    /// sense.
    pub fn new(problem: &Problem, options: &Options) -> Result<Self, SolveError> {
        // `auto` chooses here; from here on it is what it has chosen.
        let is_auto = options.algorithm == Algorithm::Auto;
        let options = &Options { algorithm: options.algorithm.resolve(problem.shape()), ..options.clone() };
        check(problem.shape(), options)?;
        if let Some(search) = optimal(problem, options, is_auto) {
            let algorithm = Running::Optimal(Box::new(search));
            return Ok(Self { problem: problem.clone(), metric: options.metric, algorithm });
        }
        let algorithm = match options.algorithm.method() {
            Some(method) => Running::Constructive(Box::new(ConstructiveSearch::new(problem, method))),
            None if options.metric == Metric::Mtm && options.algorithm == Algorithm::Anytime => {
                let Options { threads, expected_boards, memory_limit, .. } = *options;
                let resources = options.resources.clone();
                let options = AnytimeOptions { resources, threads, expected_boards, memory_limit };
                Running::Other(Box::new(SlideAnytime::new(problem, &options)))
            }
            None if options.metric == Metric::Mtm => {
                let Options { threads, expected_boards, memory_limit, .. } = *options;
                let plan = OptimalOptions { threads, expected_boards, memory_limit, ..OptimalOptions::default() };
                Running::Other(Box::new(Mtm::new(problem, &options.resources, plan)?))
            }
            None => Running::Other(match problem.shape().cells() {
                cells if cells <= Nibbles::CAPACITY => search::<Nibbles>(problem, options),
                cells if cells <= Bytes::CAPACITY => search::<Bytes>(problem, options),
                _ => search::<Words>(problem, options),
            }?),
        };
        Ok(Self { problem: problem.clone(), metric: options.metric, algorithm })
    }

    /// What is being solved.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The best solution so far, replayed against the rules by independent code; `None` while there is none.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] if the solution breaks the rules, which would be a bug of the search.
    pub fn checked_solution(&self) -> Result<Option<Moves>, ReplayError> {
        self.solution().map_or(Ok(None), |moves| {
            replay::tiles(self.problem.start(), self.problem.goal(), moves)?;
            Ok(Some(Moves::from(moves)))
        })
    }

    /// Is the best solution so far proven to be a shortest one, in the metric that was asked for?
    pub fn is_proven(&self) -> bool {
        self.solution().is_some_and(|moves| self.stats().proves(self.metric.cost(moves)))
    }

    /// Runs to the end, and returns the solution, replayed; `None` if the memory limit came first.
    ///
    /// Only for algorithms that end by themselves: on large boards `anytime` does not.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] if the solution breaks the rules, which would be a bug of the search.
    pub fn finish(&mut self) -> Result<Option<Moves>, ReplayError> {
        while self.run(u64::MAX) == Status::Paused {}
        self.checked_solution()
    }

    /// The stages of the solution, if the algorithm works in stages: what each does, and the moves that do it.
    ///
    /// One stage after the other they are the moves of [`Search::solution`]; while there is none yet, they are the stages
    /// found so far.
    ///
    /// ```
    /// # use taquin::tiles::{Algorithm, Moves, Options, Problem, Solver};
    /// let problem = Problem::to_default_goal("8 2 0/4 6 1/3 7 5".parse()?)?;
    /// let mut solver = Solver::new(&problem, &Options::new(Algorithm::Strategic))?;
    /// let moves = solver.finish()?;
    /// let joined: Moves = solver.stages().expect("it works in stages").flat_map(|(_, moves)| moves).copied().collect();
    /// assert_eq!(moves, Some(joined));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stages(&self) -> Option<impl Iterator<Item = (&Task, &[Direction])>> {
        match &self.algorithm {
            Running::Constructive(search) => Some(search.stages()),
            Running::Optimal(_) | Running::Other(_) => None,
        }
    }

    /// All that is needed to go on from here in another search for the same problem; `None` as long as nothing is lost by
    /// beginning again, and for all algorithms but `optimal` on boards of more than 16 cells.
    pub fn checkpoint(&mut self) -> Option<Checkpoint> {
        match &mut self.algorithm {
            Running::Optimal(search) => search.checkpoint(),
            _ => None,
        }
    }

    /// Goes on from a checkpoint; algorithms other than `optimal` begin anew.
    ///
    /// # Errors
    ///
    /// [`CheckpointError::Problem`] if the checkpoint is of another problem.
    pub fn resume(&mut self, checkpoint: Checkpoint) -> Result<(), CheckpointError> {
        match &mut self.algorithm {
            Running::Optimal(search) => search.resume(checkpoint),
            _ => checkpoint.check(&self.problem),
        }
    }

    fn search(&self) -> &dyn Search<Move = Direction> {
        match &self.algorithm {
            Running::Constructive(search) => &**search,
            Running::Optimal(search) => &**search,
            Running::Other(search) => &**search,
        }
    }
}

impl Search for Solver {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        match &mut self.algorithm {
            Running::Constructive(search) => search.run(budget),
            Running::Optimal(search) => search.run(budget),
            Running::Other(search) => search.run(budget),
        }
    }

    fn stats(&self) -> &Stats {
        self.search().stats()
    }

    fn solution(&self) -> Option<&[Direction]> {
        self.search().solution()
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { problem, metric, .. } = self;
        let mut solver = f.debug_struct("Solver");
        solver.field("problem", problem).field("metric", metric).field("stats", self.stats()).finish_non_exhaustive()
    }
}

/// Why a search is not begun.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum SolveError {
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
    // why no `#[from]`: it would be the cause as well, and be told twice.
    NoWalkingDistance(TableTooLargeError),
    /// Pattern databases do not serve this board; no force helps.
    #[error("pattern databases serve boards of 2 to {MAX_CELLS} cells, not of {shape}; try linear-conflict")]
    NoPatterns {
        /// The board's size.
        shape: Shape,
    },
    /// The heuristic does not serve tiles that look alike.
    #[error(
        "{heuristic} does not serve tiles that look alike, free cells or several gaps; try manhattan or pattern-db"
    )]
    NoLabels {
        /// What was asked for.
        heuristic: HeuristicName,
    },
    /// Multi-tile moves are beyond this board; no force helps.
    #[error(transparent)]
    NoSlides(#[from] MtmTooLargeError),
    /// Multi-tile moves are beyond this algorithm.
    #[error(
        "{algorithm} counts single-tile moves only; the algorithms for multi-tile moves are optimal, anytime and auto"
    )]
    Metric {
        /// What was asked for.
        algorithm: Algorithm,
    },
    /// A parameter makes no sense.
    #[error(transparent)]
    Parameter(#[from] RankError),
}

impl From<TableTooLargeError> for SolveError {
    fn from(error: TableTooLargeError) -> Self {
        Self::NoWalkingDistance(error)
    }
}

/// Would a search be refused on boards of this size, and why? Costs nothing, so that a face can say so before it is
/// asked to begin.
///
/// # Errors
///
/// What [`Solver::new`] would refuse with.
///
/// ```
/// use taquin::tiles::{Algorithm, Options, Shape, SolveError, solver};
///
/// let refusal = solver::check(Shape::new(4, 4)?, &Options::new(Algorithm::Bfs));
/// assert!(matches!(refusal, Err(SolveError::TooLarge { cells: 12, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(shape: Shape, options: &Options) -> Result<(), SolveError> {
    let algorithm = options.algorithm.resolve(shape);
    if !algorithm.metrics().contains(&options.metric) {
        return Err(SolveError::Metric { algorithm });
    }
    if options.metric == Metric::Mtm {
        return if algorithm == Algorithm::Optimal { Ok(mtm::check(shape)?) } else { Ok(()) };
    }
    if !options.force {
        check_size(shape, options)?;
    }
    options.rank().map_or(Ok(Rank::AStar), Rank::checked)?;
    if options.algorithm.takes_heuristic() { check_heuristic(shape, options.heuristic) } else { Ok(()) }
}

/// Does the heuristic serve boards of this size?
fn check_heuristic(shape: Shape, heuristic: HeuristicName) -> Result<(), SolveError> {
    match heuristic {
        HeuristicName::Manhattan | HeuristicName::LinearConflict => Ok(()),
        HeuristicName::WalkingDistance | HeuristicName::Maximum => Ok(walking_distance::check(shape)?),
        HeuristicName::PatternDb if (2..=MAX_CELLS).contains(&shape.cells()) => Ok(()),
        HeuristicName::PatternDb => Err(SolveError::NoPatterns { shape }),
    }
}

/// Is the board small enough for the algorithm?
fn check_size(shape: Shape, options: &Options) -> Result<(), SolveError> {
    let algorithm = options.algorithm;
    match algorithm.max_cells(options.heuristic) {
        Some(cells) if shape.cells() > cells => {
            Err(SolveError::TooLarge { algorithm, shape, cells, alternative: alternative(shape, options) })
        }
        _ => Ok(()),
    }
}

/// What serves a board that is too large for the algorithm asked for.
fn alternative(shape: Shape, options: &Options) -> Algorithm {
    let serves =
        |algorithm: Algorithm| algorithm.max_cells(HeuristicName::default()).is_none_or(|cells| shape.cells() <= cells);
    if options.is_optimal() && serves(Algorithm::Optimal) {
        Algorithm::Optimal
    } else if serves(Algorithm::WeightedAStar) {
        Algorithm::WeightedAStar
    } else {
        Algorithm::Anytime
    }
}

/// Nodes of a proof that `auto` waits for on boards of more than 16 cells: a few seconds.
const AUTO_EFFORT: u64 = 60_000_000;

/// The search for a shortest solution in single-tile moves, if that is asked for and there are tables for the board; `auto`
/// asks for it on boards of 17 to 25 cells if their tables are there, and only as long as the proof looks easy.
fn optimal(problem: &Problem, options: &Options, is_auto: bool) -> Option<Optimal> {
    let Options { threads, expected_boards, memory_limit, ref resources, .. } = *options;
    let may_be_proven =
        || is_auto && problem.shape().cells() <= MAX_CELLS && resources.has(problem.goal(), pattern_db::Level::Middle);
    let is_asked_for = options.metric == Metric::Stm && (options.algorithm == Algorithm::Optimal || may_be_proven());
    let effort_limit = is_auto.then_some(AUTO_EFFORT);
    let plan = OptimalOptions { threads, expected_boards, level: None, memory_limit, effort_limit };
    if is_asked_for { Optimal::new(problem, resources, plan) } else { None }
}

/// An algorithm that does not work in stages, in single-tile moves.
fn search<C: Cells + Send + 'static>(
    problem: &Problem,
    options: &Options,
) -> Result<BoxedSearch<Direction>, SolveError> {
    let Options { threads, expected_boards, memory_limit, .. } = *options;
    match options.algorithm {
        Algorithm::Bfs => {
            let (grid, start) = Grid::<C>::for_problem(problem);
            Ok(Box::new(Bfs::new(grid, start, memory_limit)))
        }
        // Where no tables serve, the search is still optimal, if hopeless.
        Algorithm::Optimal => Ok(guided_by::<C, _>(LinearConflict::new(problem.goal()), problem, options)),
        algorithm if algorithm.takes_heuristic() => guided::<C>(problem, options),
        _ => {
            let resources = options.resources.clone();
            let options = AnytimeOptions { resources, threads, expected_boards, memory_limit };
            Ok(Box::new(Anytime::new(problem, &options)))
        }
    }
}

fn guided<C: Cells + Send + 'static>(
    problem: &Problem,
    options: &Options,
) -> Result<BoxedSearch<Direction>, SolveError> {
    let goal = problem.goal();
    Ok(match options.heuristic {
        HeuristicName::Manhattan => guided_by::<C, _>(Manhattan::new(goal), problem, options),
        HeuristicName::LinearConflict => guided_by::<C, _>(LinearConflict::new(goal), problem, options),
        // why: these serve at most 16 cells and those at most 25, so what can never run is not compiled.
        HeuristicName::WalkingDistance | HeuristicName::Maximum => {
            let mut preparation = walking_distance::WalkingPreparation::new(goal, options.resources.walking_tables())?;
            let (problem, options) = (problem.clone(), options.clone());
            Box::new(Prepared::new(move |budget| {
                if !preparation.run(budget) {
                    return Step::Building { done: preparation.done(), total: 0 };
                }
                let tables = options.resources.walking_tables();
                let walking = WalkingDistance::with_tables(problem.goal(), tables).expect("its tables were prepared");
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

fn guided_by<C, H>(heuristic: H, problem: &Problem, options: &Options) -> BoxedSearch<Direction>
where
    C: Cells + Send + 'static,
    H: Heuristic<Grid<C>, Memo: Send> + Send + 'static,
{
    let (grid, start) = Grid::<C>::for_problem(problem);
    match options.rank() {
        Some(rank) => Box::new(BestFirst::new(grid, heuristic, &start, rank, options.memory_limit)),
        None => Box::new(IdaStar::new(grid, heuristic, start)),
    }
}
