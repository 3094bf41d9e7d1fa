//! All shortest solutions of a problem, and those that are a little longer.
//!
//! First the fewest moves are found and proven, by whatever proves them fastest. Then a depth-first search for each length
//! visits all sequences that the tables do not exclude. It leaves out only moves that take back the one before: the
//! pruning of `optimal` keeps one of several ways to the same board, and would lose solutions.
//!
//! A *solution* is a sequence of moves that comes to the goal at its end and not before. In single-tile moves none takes
//! back the one before; in slides none goes on along the line of the one before, because both together are one slide or
//! none. So each is listed once, as it is written.
//!
//! Solutions come in the order of their lengths, and those of one length in the order of the directions `U D L R`, short
//! slides before long ones.
//!
//! ```
//! use taquin::{search::{Search, Status}, tiles::{AllSolutions, Options, Problem}};
//!
//! let problem = Problem::to_default_goal("0 1 3/4 2 5/7 8 6".parse()?)?;
//! let mut search = AllSolutions::new(&problem, &Options::default(), 8)?;
//! let mut found = Vec::new();
//! while search.run(100_000) == Status::Paused {
//!     found.extend(search.take_solutions()?);
//! }
//! found.extend(search.take_solutions()?);
//! assert_eq!(found[0].to_string(), "LULU");
//! assert_eq!(search.counts(), [(4, 1), (6, 0), (8, 0), (10, 0), (12, 4)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod grid_walk;

use super::{
    Algorithm, Direction, LinearConflict, Metric, Moves, Options, Problem, SolveError, Solver,
    grid::{Bytes, Cells, Nibbles, Words},
    mtm::SlideWalk,
    pattern_db::{Level, Preparation},
};
use crate::{
    replay::{self, ReplayError},
    search::{Bound, Cost, Phase, Search, Stats, Status},
};
use grid_walk::GridWalk;
use std::{collections::VecDeque, fmt};

/// Solutions that wait to be taken, at most: a run that finds more ends early.
const WAITING: usize = 4_096;

/// A depth-first search for all solutions of an exact length, in order.
pub(super) trait Walk: Send {
    /// Begins with a length.
    fn begin(&mut self, length: Cost);

    /// Works for about `budget` nodes, or until the next solution.
    fn run(&mut self, budget: u64, counts: &mut WalkCounts) -> WalkStatus;

    /// The solution just found.
    fn solution(&self) -> Vec<Direction>;

    /// Bytes of its tables.
    fn table_bytes(&self) -> u64;
}

/// How a walk stands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum WalkStatus {
    Paused,
    Found,
    Ended,
}

/// What a walk has cost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WalkCounts {
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

/// The search for all solutions of a problem up to a length.
///
/// It is a [`Search`] that the caller pumps. What it finds waits for [`Self::take_solutions`]; a run that has found some
/// thousands ends early, so that they do not fill the memory. [`Status::Solved`] says that all have been found.
pub struct AllSolutions {
    problem: Problem,
    options: Options,
    beyond: Cost,
    is_counting: bool,
    activity: AllActivity,
    /// For each length that was begun, how many solutions have it.
    counts: Vec<(Cost, u64)>,
    waiting: VecDeque<Vec<Direction>>,
    first: Option<Vec<Direction>>,
    /// What finding the fewest moves has cost.
    before: Stats,
    stats: Stats,
    status: Status,
}

/// What the search for all solutions is doing.
enum AllActivity {
    /// Finding the fewest moves.
    Shortest(Box<Solver>),
    /// Preparing tables for the walk, where there are none yet.
    Preparing(Box<Preparation>),
    Walking(Box<dyn Walk>),
    Done,
}

impl fmt::Debug for AllSolutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut search = f.debug_struct("AllSolutions");
        search.field("problem", &self.problem).field("beyond", &self.beyond).field("counts", &self.counts);
        search.field("status", &self.status).field("stats", &self.stats).finish_non_exhaustive()
    }
}

impl AllSolutions {
    /// A search for all solutions that are at most `beyond` longer than a shortest one.
    ///
    /// - `options`: the metric, limits and tables; of the algorithms `optimal` is taken.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the board is too large for `optimal` in this metric.
    pub fn new(problem: &Problem, options: &Options, beyond: Cost) -> Result<Self, SolveError> {
        let options = Options { algorithm: Algorithm::Optimal, ..options.clone() };
        let solver = Solver::new(problem, &options)?;
        let (stats, status) = (Stats::default(), Status::Paused);
        let mut search = Self {
            problem: problem.clone(),
            options,
            beyond,
            is_counting: false,
            activity: AllActivity::Shortest(Box::new(solver)),
            counts: Vec::new(),
            waiting: VecDeque::new(),
            first: None,
            before: stats.clone(),
            stats,
            status,
        };
        if problem.start() == problem.goal() {
            // What leaves the goal and comes back was there before its end.
            search.counts.push((0, 0));
            search.find(Vec::new());
            search.end();
        }
        Ok(search)
    }

    /// Counts solutions without keeping them: [`Self::take_solutions`] has none.
    #[must_use]
    pub fn counting(mut self) -> Self {
        self.is_counting = true;
        self.waiting.clear();
        self
    }

    /// What is being solved.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The solutions found since the last call, in order, each replayed against the rules.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] if a solution breaks the rules, which would be a bug of the search.
    pub fn take_solutions(&mut self) -> Result<Vec<Moves>, ReplayError> {
        let found = std::mem::take(&mut self.waiting);
        let check = |moves: Vec<Direction>| {
            replay::tiles(self.problem.start(), self.problem.goal(), &moves)?;
            Ok(Moves::from(moves))
        };
        found.into_iter().map(check).collect()
    }

    /// How many solutions were found so far, by their length in the metric of the options; the last entry may still grow
    /// as long as the search is paused.
    pub fn counts(&self) -> &[(Cost, u64)] {
        &self.counts
    }

    /// How many solutions were found so far.
    pub fn count(&self) -> u64 {
        self.counts.iter().map(|(_, count)| count).sum()
    }

    /// Keeps a solution of the length that is being searched.
    fn find(&mut self, moves: Vec<Direction>) {
        if let Some((_, count)) = self.counts.last_mut() {
            *count += 1;
        }
        self.first.get_or_insert_with(|| moves.clone());
        if !self.is_counting {
            self.waiting.push_back(moves);
        }
    }

    fn end(&mut self) {
        self.activity = AllActivity::Done;
        self.status = Status::Solved;
    }

    /// One step of work; how many nodes it counts for.
    fn step(&mut self, budget: u64) -> u64 {
        match &mut self.activity {
            AllActivity::Shortest(solver) => {
                let before = solver.stats().generated;
                let status = solver.run(budget);
                self.stats = solver.stats().clone();
                let done = self.stats.generated - before;
                match status {
                    Status::Paused => {}
                    Status::Solved => self.prepare(),
                    Status::Exhausted | Status::Full => self.status = status,
                }
                // Tables take their time and count no nodes.
                if matches!(self.stats.phase, Phase::Building { .. }) { done.max(budget) } else { done.max(1) }
            }
            AllActivity::Preparing(preparation) => {
                let budget = budget.min(1 << 18);
                let is_ready = preparation.run(budget);
                let (done, total) = preparation.progress();
                self.stats.phase = Phase::Building { done, total };
                self.stats.peak_bytes = self.stats.peak_bytes.max(preparation.bytes());
                if is_ready {
                    self.prepared();
                }
                budget
            }
            AllActivity::Walking(_) => self.walk(budget),
            AllActivity::Done => 1,
        }
    }

    /// The fewest moves are known: chooses the walk.
    fn prepare(&mut self) {
        let (cells, goal) = (self.problem.shape().cells(), self.problem.goal());
        if self.options.metric == Metric::Mtm {
            match SlideWalk::new(&self.problem, &self.options.resources) {
                Some(walk) => self.begin(Box::new(walk)),
                None => self.status = Status::Exhausted,
            }
            return;
        }
        if let Some(tables) = self.options.resources.best_tables(goal) {
            return self.begin(grid_walk(&self.problem, tables));
        }
        let Options { resources, threads, .. } = &self.options;
        match Preparation::new(resources.store(), goal, Level::Small, *threads) {
            Some(preparation) => self.activity = AllActivity::Preparing(Box::new(preparation)),
            None if cells <= Nibbles::CAPACITY => self.begin(linear_conflict::<Nibbles>(&self.problem)),
            None if cells <= Bytes::CAPACITY => self.begin(linear_conflict::<Bytes>(&self.problem)),
            None => self.begin(linear_conflict::<Words>(&self.problem)),
        }
    }

    fn prepared(&mut self) {
        if let AllActivity::Preparing(preparation) = std::mem::replace(&mut self.activity, AllActivity::Done)
            && let Some(tables) = preparation.finish()
        {
            self.begin(grid_walk(&self.problem, tables));
        }
    }

    /// Begins with the solutions of the fewest moves.
    fn begin(&mut self, walk: Box<dyn Walk>) {
        self.before = Stats { bounds: Vec::new(), predicted: None, ..self.stats.clone() };
        self.before.peak_bytes = self.before.peak_bytes.max(walk.table_bytes());
        self.stats = self.before.clone();
        self.activity = AllActivity::Walking(walk);
        self.begin_length(self.stats.lower_bound);
    }

    fn begin_length(&mut self, length: Cost) {
        if let AllActivity::Walking(walk) = &mut self.activity {
            walk.begin(length);
            self.counts.push((length, 0));
            self.stats.bounds.push(Bound { bound: length, expanded: 0, generated: 0 });
            self.stats.phase = Phase::Searching { depth: length };
        }
    }

    /// Walks on; how many nodes that took.
    fn walk(&mut self, budget: u64) -> u64 {
        let AllActivity::Walking(walk) = &mut self.activity else { return 1 };
        let mut counts = WalkCounts::default();
        let status = walk.run(budget, &mut counts);
        let solution = (status == WalkStatus::Found).then(|| walk.solution());
        self.stats.expanded += counts.expanded;
        self.stats.generated += counts.generated;
        if let Some(round) = self.stats.bounds.last_mut() {
            round.expanded += counts.expanded;
            round.generated += counts.generated;
        }
        if let Some(moves) = solution {
            self.find(moves);
        }
        if status == WalkStatus::Ended {
            self.end_length();
        }
        counts.generated.max(1)
    }

    /// Goes on with the next length, if there is one.
    fn end_length(&mut self) {
        // Every single-tile move changes the colour of the blank's cell, as on a chessboard.
        let step = if self.options.metric == Metric::Stm { 2 } else { 1 };
        let next = self.counts.last().map_or(0, |(length, _)| length.saturating_add(step));
        if next <= self.stats.lower_bound.saturating_add(self.beyond) { self.begin_length(next) } else { self.end() }
    }
}

impl Search for AllSolutions {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        let mut left = budget;
        while self.status == Status::Paused && left > 0 && self.waiting.len() < WAITING {
            let was_walking = matches!(self.activity, AllActivity::Walking(_));
            left = left.saturating_sub(self.step(left));
            // why: a budget that suits tables does not suit the walk.
            if !was_walking && budget < u64::MAX {
                break;
            }
        }
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The first solution in order; before it is found, what the search for the fewest moves has.
    fn solution(&self) -> Option<&[Direction]> {
        match &self.activity {
            AllActivity::Shortest(solver) => solver.solution(),
            _ => self.first.as_deref(),
        }
    }
}

/// A walk guided by pattern databases.
fn grid_walk(problem: &Problem, tables: super::pattern_db::Tables) -> Box<dyn Walk> {
    if problem.shape().cells() <= Nibbles::CAPACITY {
        Box::new(GridWalk::<Nibbles, _>::new(problem, tables))
    } else {
        Box::new(GridWalk::<Bytes, _>::new(problem, tables))
    }
}

/// A walk on a board that has no pattern databases.
fn linear_conflict<C: Cells + Send + 'static>(problem: &Problem) -> Box<dyn Walk> {
    Box::new(GridWalk::<C, _>::new(problem, LinearConflict::new(problem.goal())))
}
