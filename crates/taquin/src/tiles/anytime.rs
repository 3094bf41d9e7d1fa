//! A solution at once, then shorter and shorter ones: boards of any size.
//!
//! A constructive solver gives the first solution, on large boards another one a shorter one. Then rounds follow, each
//! of a beam search over the whole board and of passes that shorten pieces of the best solution so far; every round
//! takes about twice as long as the one before. Every second thread begins its beams also from boards on the best
//! solution so far. Small boards are solved to the proven optimum by [`Optimal`].
//!
//! What is reported never gets longer, the lower bound is proven, and the search ends by itself once the two meet. With
//! one thread the course depends on the board and the nodes spent only, however they are divided into slices. More
//! threads work on beams of their own.
//!
//! ```
//! use taquin::{search::{Search, Status}, tiles::{Problem, anytime::{Anytime, AnytimeOptions}}};
//!
//! let problem = Problem::to_default_goal("8 2 0/4 6 1/3 7 5".parse()?)?;
//! let mut search = Anytime::new(&problem, &AnytimeOptions::default());
//! while search.run(10_000) == Status::Paused {}
//! assert_eq!(search.solution().map(<[_]>::len), Some(24));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod beam;
mod score;
mod subgoals;
mod window;
mod worker;

use super::{
    Direction, LinearConflict, Problem,
    constructive::{ConstructiveSearch, Method},
    grid::{Cells, Words},
    optimal::{FAST_CELLS, Optimal, OptimalOptions, Resources},
};
use crate::search::{Cost, DEFAULT_MEMORY_LIMIT, Heuristic, Phase, Search, Stats, Status, parallel};
use std::fmt;
pub(super) use window::window_problem;
use worker::ShorteningWorker;

/// In what portions a beam search solves a board.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Grain {
    /// All at once.
    Whole,
    /// Row by row and column by column.
    Lines,
    /// Tile by tile.
    Tiles,
}

/// Up to so many cells the first beam is done, and beats every constructive solver, in a moment.
const SOON_BEATEN: usize = 400;

/// What the search may use.
#[derive(Clone, Debug)]
pub struct AnytimeOptions {
    /// Where tables are kept, and what is made from them, for the proof of small boards. Default: in memory.
    pub resources: Resources,
    /// How many threads may work. Default: 1.
    pub threads: usize,
    /// How many boards with this goal are to be solved; many pay for better tables. Default: 1.
    pub expected_boards: usize,
    /// Bytes that it may take. Default: [`DEFAULT_MEMORY_LIMIT`].
    pub memory_limit: u64,
}

impl Default for AnytimeOptions {
    fn default() -> Self {
        let resources = Resources::default();
        Self { resources, threads: 1, expected_boards: 1, memory_limit: DEFAULT_MEMORY_LIMIT }
    }
}

/// A search for shorter and shorter solutions.
pub struct Anytime {
    problem: Problem,
    activity: AnytimeActivity,
    /// The constructive solver that comes next, if one does.
    second: Option<Method>,
    options: AnytimeOptions,
    /// Are small boards solved to the proven optimum?
    proves: bool,
    best: Option<Vec<Direction>>,
    /// What the solutions of constructive solvers have cost.
    before: Stats,
    stats: Stats,
    status: Status,
}

/// What an anytime search is doing.
enum AnytimeActivity {
    /// The first solution, or on large boards the second.
    First(Box<ConstructiveSearch>),
    /// A constructive solver has just ended; its solution is handed out before tables are made.
    Between,
    /// A proof for a small board.
    Proving(Box<Optimal>),
    /// Rounds without end.
    Shortening(Vec<ShorteningWorker>),
}

impl fmt::Debug for Anytime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Anytime")
            .field("problem", &self.problem)
            .field("status", &self.status)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl Anytime {
    /// A search that never ends by itself unless it proves its solution shortest.
    pub fn new(problem: &Problem, options: &AnytimeOptions) -> Self {
        let words = Words::pack(problem.start());
        let conflicts = LinearConflict::new(problem.goal());
        let memo = conflicts.start(&words);
        let lower_bound = Heuristic::<super::grid::Grid<Words>>::value(&conflicts, memo);
        Self {
            second: (problem.shape().cells() > SOON_BEATEN).then_some(Method::Greedy),
            // why: others are shorter, but this one is there soonest.
            activity: AnytimeActivity::First(Box::new(ConstructiveSearch::new(problem, Method::Strategic))),
            problem: problem.clone(),
            options: options.clone(),
            proves: true,
            best: None,
            before: Stats { lower_bound, ..Stats::default() },
            stats: Stats { lower_bound, phase: Phase::Searching { depth: 0 }, ..Stats::default() },
            status: Status::Paused,
        }
    }

    /// A search on one thread that only shortens solutions, on boards of any size: the upper bound of a proof.
    pub(super) fn without_proof(problem: &Problem, memory_limit: u64) -> Self {
        let options = AnytimeOptions { memory_limit, ..AnytimeOptions::default() };
        Self { proves: false, ..Self::new(problem, &options) }
    }

    /// Takes a solution if it is the shortest so far.
    fn offer(&mut self, moves: &[Direction]) {
        if self.best.as_ref().is_none_or(|best| moves.len() < best.len()) {
            self.best = Some(moves.to_vec());
            self.stats.phase = Phase::Searching { depth: moves.len() as Cost };
        }
        if self.stats.proves(moves.len() as Cost) {
            self.status = Status::Solved;
        }
    }

    /// Does about `budget` nodes of work.
    fn step(&mut self, budget: u64) {
        match &mut self.activity {
            AnytimeActivity::First(search) => {
                let is_done = search.run(budget) == Status::Solved;
                // why not its phase: it tells how many moves there are so far, not how long a solution is.
                self.stats = Stats { phase: self.stats.phase, ..self.before.followed_by(search.stats()) };
                if is_done {
                    let moves = search.solution().map(<[_]>::to_vec).unwrap_or_default();
                    self.before = self.stats.clone();
                    self.offer(&moves);
                    self.activity = AnytimeActivity::Between;
                }
            }
            AnytimeActivity::Between => self.next_activity(),
            AnytimeActivity::Proving(search) => {
                let status = search.run(budget);
                self.stats = self.before.followed_by(search.stats());
                if status == Status::Solved {
                    let moves = search.solution().map(<[_]>::to_vec).unwrap_or_default();
                    self.stats.lower_bound = moves.len() as Cost;
                    self.offer(&moves);
                }
            }
            AnytimeActivity::Shortening(workers) => {
                let share = budget.div_ceil(workers.len() as u64);
                parallel::for_each(workers.len(), workers.iter_mut(), |worker| worker.run(share));
                let sum = |count: fn(&ShorteningWorker) -> u64| workers.iter().map(count).sum::<u64>();
                let work = Stats {
                    generated: sum(|worker| worker.work.generated),
                    expanded: sum(|worker| worker.work.expanded),
                    peak_bytes: self.stats.peak_bytes.max(sum(ShorteningWorker::bytes)),
                    phase: self.stats.phase,
                    ..Stats::default()
                };
                self.stats = self.before.followed_by(&work);
                let best = workers
                    .iter()
                    .map(ShorteningWorker::best)
                    .min_by_key(|best| best.len())
                    .cloned()
                    .unwrap_or_default();
                workers.iter_mut().for_each(|worker| worker.adopt(&best));
                self.offer(&best);
            }
        }
    }

    fn next_activity(&mut self) {
        if let Some(method) = self.second.take() {
            self.activity = AnytimeActivity::First(Box::new(ConstructiveSearch::new(&self.problem, method)));
            return;
        }
        let first = self.best.as_deref().unwrap_or_default();
        let shape = self.problem.shape();
        let optimal = || {
            let AnytimeOptions { threads, expected_boards, memory_limit, .. } = self.options;
            let options = OptimalOptions { threads, expected_boards, memory_limit, ..OptimalOptions::default() };
            Optimal::new(&self.problem, &self.options.resources, options)
        };
        let proof = if self.proves && shape.cells() <= FAST_CELLS { optimal() } else { None };
        self.activity = match proof {
            Some(proof) => AnytimeActivity::Proving(Box::new(proof)),
            None => {
                let threads = self.options.threads.clamp(1, 64);
                let memory = self.options.memory_limit / threads as u64;
                let worker = |number| ShorteningWorker::new(&self.problem, first.to_vec(), memory, number);
                AnytimeActivity::Shortening((0..threads).map(worker).collect())
            }
        };
    }
}

impl Search for Anytime {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        let end = self.stats.generated.saturating_add(budget);
        while self.status == Status::Paused && self.stats.generated < end {
            let is_proving = matches!(self.activity, AnytimeActivity::Proving(_));
            self.step(end - self.stats.generated);
            // why: building tables counts no nodes, but it takes its time: a proof has used up the budget, and a solution
            // that is there must not wait for it, unless the caller asked for the end and nothing else.
            let hands_out = matches!(self.activity, AnytimeActivity::Between);
            if (is_proving || hands_out) && budget < u64::MAX {
                break;
            }
        }
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn solution(&self) -> Option<&[Direction]> {
        self.best.as_deref()
    }
}
