//! Provably shortest solutions, as fast as we know how.
//!
//! [`Optimal`] chooses what proves the optimum of a board soonest: it begins with tables that are built in a few
//! hundredths of a second, and only if a board turns out to be hard, or many boards are to be solved, larger ones
//! are built; tables that are there already are used at once. What was proven with smaller tables stays proven.
//!
//! Two searches meet. From below iterative deepening proves bound after bound that there is no solution. From above, on
//! boards that take longer than a moment, an anytime search shortens a solution, and nearly always finds a shortest one
//! soon. Once the bound reaches the length of that solution the proof is done: the last iteration, some eight times as
//! large as all others together, is not searched. A search that is stopped has the best solution so far.
//!
//! ```
//! use taquin::{search::{Search, Status}, tiles::{Board, Problem, optimal::{Optimal, OptimalOptions, Resources}}};
//!
//! let problem = Problem::to_default_goal("8 2 0/4 6 1/3 7 5".parse()?)?;
//! let mut search = Optimal::new(&problem, &Resources::default(), OptimalOptions::default()).expect("a small board");
//! while search.run(100_000) == Status::Paused {}
//! assert_eq!(search.solution().map(<[_]>::len), Some(24));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod deepening;
mod fsm;
mod kernel;
mod proof;
mod resources;
mod searcher;
mod table_preparation;
#[cfg(test)]
mod tests;

use super::{
    Direction, Problem,
    anytime::Anytime,
    constructive::{ConstructiveSearch, Method},
    pattern_db::{Level, MAX_CELLS, Preparation},
};
use crate::search::{BoxedSearch, Cost, DEFAULT_MEMORY_LIMIT, Phase, Search, Stats, Status};
pub use proof::{Checkpoint, CheckpointError, Unit, UnitError, UnitOutcome, UnitRunner, UnitSearch};
use proof::{Proof, ProofPlan, SEVEN_TILES, SIX_TILES};
pub use resources::Resources;
use resources::{bytes_to_build, is_proven_by_parities};
use searcher::Searcher;
use std::{fmt, sync::OnceLock};
pub use table_preparation::TablePreparation;

/// Boards of up to so many cells are solved in well under a second, nearly always.
pub(super) const FAST_CELLS: usize = 16;

/// Nodes after which a board is too hard for a level's tables: about as many as are searched while the next ones are
/// built.
const PATIENCE: [u64; 2] = [3_000_000, 100_000_000];
/// Nodes after which a board is too hard for a level's tables if the next ones are in files: the largest are read from
/// the disk in a second or two.
const PATIENCE_WITH_FILES: [u64; 2] = [2_000_000, 16_000_000];
/// Nodes after which a long board of up to 16 cells is too hard for the small tables: the next ones take three tenths of a
/// second of processor time.
const LONG_PATIENCE: u64 = 1_000_000;
/// Nodes after which a board is hard enough to look for a solution from above.
const UPPER_AFTER: u64 = 1_000_000;
/// Nodes of a turn of the search from below, after which that from above has one.
const TURN: u64 = 1_000_000;
/// Nodes at a time of a search that is given up after some of them, whatever the budgets of the caller: it counts the same
/// nodes every time.
const SLICE: u64 = 100_000;
/// What a search from above has generated is generated again when a proof is resumed, if it is no more than this: seconds, by which
/// it finds the same solutions at the same nodes as if nothing had happened.
const REPEATED: u64 = 40_000_000;

/// What the search may use.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct OptimalOptions {
    /// How many threads may work on it. Default: 1.
    pub threads: usize,
    /// How many boards with this goal are to be solved: many pay for larger tables. Default: 1.
    pub expected_boards: usize,
    /// Tables to use whatever it costs, instead of choosing. Default: none.
    pub level: Option<Level>,
    /// Bytes that tables chosen here may take. Default: [`DEFAULT_MEMORY_LIMIT`].
    pub memory_limit: u64,
    /// A proof that is predicted to generate more nodes is given up: from then on only the solution is shortened. Default: no
    /// limit.
    pub effort_limit: Option<u64>,
}

impl Default for OptimalOptions {
    fn default() -> Self {
        Self { threads: 1, expected_boards: 1, level: None, memory_limit: DEFAULT_MEMORY_LIMIT, effort_limit: None }
    }
}

/// The search for a shortest solution of a board of up to 25 cells: single-tile moves.
pub struct Optimal {
    problem: Problem,
    resources: Resources,
    options: OptimalOptions,
    level: Level,
    /// Nodes after which larger tables are taken.
    patience: u64,
    activity: OptimalActivity,
    /// The search from above, once the board has turned out to be hard.
    upper: Option<Box<Anytime>>,
    /// What the search from above had generated at the checkpoint that this search goes on from, if that is not repeated.
    upper_before: u64,
    /// Generated nodes at which the turn of the search from below ends.
    ///
    /// why turns: the two searches learn from each other at the same nodes, whatever the budgets of the caller.
    turn_end: u64,
    /// Generated nodes at which the turn of the search from above ends; it has none if it has generated as many.
    upper_turn_end: u64,
    /// The best solution so far.
    best: Option<Vec<Direction>>,
    /// Some solution, for whoever asks before there is a better one.
    first: OnceLock<Vec<Direction>>,
    /// What the searches given up have cost and learnt.
    before: Stats,
    stats: Stats,
    status: Status,
}

/// What an optimal search is doing.
enum OptimalActivity {
    Preparing(Box<Preparation>),
    Searching(BoxedSearch<Direction>),
    Proving(Box<Proof>),
}

impl fmt::Debug for Optimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Optimal")
            .field("problem", &self.problem)
            .field("options", &self.options)
            .field("level", &self.level)
            .field("status", &self.status)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl Optimal {
    /// A search; `None` if the board has more than [`MAX_CELLS`] cells, for which there are no tables.
    pub fn new(problem: &Problem, resources: &Resources, options: OptimalOptions) -> Option<Self> {
        if problem.shape().cells() > MAX_CELLS {
            return None;
        }
        let level = resources.first_level(problem.goal(), options);
        let mut search = Self {
            activity: OptimalActivity::Searching(Box::new(Solved)),
            problem: problem.clone(),
            resources: resources.clone(),
            options,
            level,
            patience: u64::MAX,
            upper: None,
            upper_before: 0,
            turn_end: UPPER_AFTER,
            upper_turn_end: 0,
            best: None,
            first: OnceLock::new(),
            before: Stats::default(),
            stats: Stats::default(),
            status: Status::Paused,
        };
        if problem.start() == problem.goal() {
            search.best = Some(Vec::new());
            search.status = Status::Solved;
        } else {
            search.enter(level);
        }
        Some(search)
    }

    /// The tables in use.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Bytes of the tables in use.
    pub fn table_bytes(&self) -> u64 {
        if let OptimalActivity::Proving(proof) = &self.activity {
            return proof.table_bytes();
        }
        self.resources.solver(self.problem.goal(), self.level).map_or(0, |solver| solver.tables().bytes())
    }

    /// All that is needed to go on from here in another search for the same problem; `None` as long as nothing is lost by
    /// beginning again, and for square boards of up to 16 cells, which take seconds.
    pub fn checkpoint(&mut self) -> Option<Checkpoint> {
        let above = self.upper_generated();
        match &mut self.activity {
            // why not a young one: which partitions are chosen depends on the solutions found from above until then, and that
            // search begins anew in whatever goes on from here.
            OptimalActivity::Proving(proof) if !proof.is_young() => {
                Some(proof.checkpoint()?.beside(&self.before, above))
            }
            _ => None,
        }
    }

    /// Goes on from a checkpoint.
    ///
    /// # Errors
    /// [`CheckpointError::Problem`] if it is of another problem.
    pub fn resume(&mut self, checkpoint: Checkpoint) -> Result<(), CheckpointError> {
        checkpoint.check(&self.problem)?;
        if self.status == Status::Paused {
            self.before = checkpoint.before();
            self.upper_before = if checkpoint.above() > REPEATED { checkpoint.above() } else { 0 };
            let mut proof = self.proof(Level::Middle);
            proof.resume(checkpoint)?;
            self.best = proof.solution().map(<[_]>::to_vec);
            self.activity = OptimalActivity::Proving(Box::new(proof));
            self.level = Level::Middle;
            self.learn();
            self.compare();
        }
        Ok(())
    }

    fn proof(&self, level: Level) -> Proof {
        let OptimalOptions { threads, memory_limit, .. } = self.options;
        let has_seven = level == Level::Large || self.resources.has(self.problem.goal(), Level::Large);
        let most_tiles = if has_seven { SEVEN_TILES } else { SIX_TILES };
        let plan = ProofPlan { threads: threads.max(1), memory_limit, most_tiles };
        let fsm = self.resources.fsm(Level::Large);
        Proof::new(&self.problem, self.resources.store(), fsm, plan, self.before.lower_bound)
    }

    /// Goes on with the tables of a level.
    fn enter(&mut self, level: Level) {
        self.level = level;
        self.patience = self.patience_with(level);
        self.before = self.stats.clone();
        if is_proven_by_parities(self.problem.goal(), level) {
            let mut proof = self.proof(level);
            if let Some(best) = self.best.clone() {
                proof.offer(best);
            }
            if self.problem.shape().cells() > FAST_CELLS {
                // Its tables may have to be built, which takes longer than a good solution.
                self.turn_end = self.stats.generated;
            }
            self.activity = OptimalActivity::Proving(Box::new(proof));
            return;
        }
        if let Some(solver) = self.resources.solver(self.problem.goal(), level) {
            self.begin(&solver);
        } else if let Some(preparation) =
            Preparation::new(self.resources.store(), self.problem.goal(), level, self.options.threads)
        {
            self.activity = OptimalActivity::Preparing(Box::new(preparation));
        }
    }

    fn patience_with(&self, level: Level) -> u64 {
        let Some(&patience) = PATIENCE.get(level as usize).filter(|_| self.options.level.is_none()) else {
            return u64::MAX;
        };
        let goal = self.problem.goal();
        let next = self.resources.next_level(goal, level);
        if is_proven_by_parities(goal, next) {
            let fits = !proof::first_patterns(goal, SIX_TILES, self.options.memory_limit).is_empty();
            let patience = if goal.shape().cells() > FAST_CELLS { patience } else { LONG_PATIENCE };
            return if fits && level == Level::Small { patience } else { u64::MAX };
        }
        if bytes_to_build(goal, next) > self.options.memory_limit {
            u64::MAX
        } else if self.resources.has(goal, next) {
            PATIENCE_WITH_FILES[level as usize]
        } else {
            patience
        }
    }

    fn begin(&mut self, searcher: &Searcher) {
        // why alone: where several threads are when they give up is chance, and what they counted would be too.
        let threads = if self.gives_up() { 1 } else { self.options.threads };
        self.activity = OptimalActivity::Searching(searcher.search(&self.problem, self.before.lower_bound, threads));
        self.learn();
    }

    /// Does a proof follow, for which this search is given up after some nodes?
    fn gives_up(&self) -> bool {
        // All levels after the small one are alike in this.
        is_proven_by_parities(self.problem.goal(), Level::Middle)
    }

    /// Brings the statistics up to date.
    fn learn(&mut self) {
        match &self.activity {
            OptimalActivity::Preparing(preparation) => {
                let (done, total) = preparation.progress();
                self.stats.phase = Phase::Building { done, total };
                self.stats.peak_bytes = self.stats.peak_bytes.max(preparation.bytes());
                self.before.peak_bytes = self.stats.peak_bytes;
            }
            OptimalActivity::Searching(search) => self.stats = self.before.followed_by(search.stats()),
            OptimalActivity::Proving(proof) => self.stats = self.before.followed_by(proof.stats()),
        }
    }

    /// One step of work; how many nodes it counts for.
    fn step(&mut self, budget: u64) -> u64 {
        if self.upper_generated() < self.upper_turn_end {
            return self.step_from_above(budget);
        }
        if self.stats.generated >= self.turn_end && !matches!(self.activity, OptimalActivity::Preparing(_)) {
            self.end_turn();
            return 0;
        }
        let turn = self.turn_end.saturating_sub(self.stats.generated).max(1);
        let gives_up = self.gives_up();
        let done = match &mut self.activity {
            OptimalActivity::Preparing(preparation) => {
                let budget = budget.min(1 << 18);
                if preparation.run(budget) {
                    self.prepared();
                }
                return budget;
            }
            OptimalActivity::Searching(search) => {
                let before = search.stats().generated;
                let left = self.patience.saturating_sub(before);
                let slice = if gives_up { SLICE } else { budget };
                self.status = search.run(slice.min(left).min(turn));
                let done = search.stats().generated - before;
                if let Some(moves) = search.solution().map(<[_]>::to_vec) {
                    self.best = Some(moves);
                }
                if self.status == Status::Paused && done >= left {
                    self.learn();
                    self.enter(self.resources.next_level(self.problem.goal(), self.level));
                }
                done
            }
            OptimalActivity::Proving(proof) => {
                let before = proof.stats().generated;
                self.status = proof.run(budget.min(turn));
                if self.status == Status::Solved {
                    self.best = proof.solution().map(<[_]>::to_vec);
                }
                // Building tables and choosing partitions count no nodes, but they take their time.
                (proof.stats().generated - before).max(budget.min(turn))
            }
        };
        self.learn();
        done
    }

    /// Ends a turn of the search from below: have the two searches met, and how long is the next turn of the other one? It
    /// gets a quarter as many nodes at first, a twentieth later, and before what may be the last iteration a tenth of
    /// that, which a shorter solution would spare.
    fn end_turn(&mut self) {
        let (below, above) = (self.stats.generated, self.upper_generated());
        self.turn_end = below + TURN;
        self.compare();
        let is_last = self.best.as_ref().is_some_and(|best| best.len() as Cost <= self.stats.lower_bound + 2);
        let last = self.stats.predicted.filter(|_| is_last).unwrap_or(0) / 10;
        self.upper_turn_end = UPPER_AFTER / 5 + below.min(40 * UPPER_AFTER) / 4 + last.max(below / 20);
        let is_hopeless = |limit| self.stats.predicted.is_some_and(|nodes| nodes > limit);
        if self.options.effort_limit.is_some_and(is_hopeless) {
            (self.turn_end, self.upper_turn_end) = (below, above + TURN);
        }
    }

    fn upper_generated(&self) -> u64 {
        self.upper_before + self.upper.as_ref().map_or(0, |upper| upper.stats().generated)
    }

    /// Shortens the best solution; how many nodes that took.
    fn step_from_above(&mut self, budget: u64) -> u64 {
        let (limit, end) = (self.options.memory_limit, self.upper_turn_end - self.upper_before);
        let upper = self.upper.get_or_insert_with(|| Box::new(Anytime::without_proof(&self.problem, limit)));
        let before = upper.stats().generated;
        let status = upper.run(budget.min(end - before));
        let after = upper.stats().generated;
        if after < end && status == Status::Paused {
            return after - before;
        }
        if status == Status::Solved {
            // Its own lower bound was reached.
            self.before.lower_bound = self.before.lower_bound.max(upper.stats().lower_bound);
        }
        if let Some(moves) = upper.solution()
            && self.best.as_ref().is_none_or(|best| moves.len() < best.len())
        {
            let moves = moves.to_vec();
            if let OptimalActivity::Proving(proof) = &mut self.activity {
                proof.offer(moves.clone());
            }
            self.best = Some(moves);
        }
        self.learn();
        self.compare();
        after - before
    }

    /// Have the two searches met?
    fn compare(&mut self) {
        if self.best.as_ref().is_some_and(|best| self.stats.lower_bound >= best.len() as Cost) {
            self.status = Status::Solved;
        }
    }

    /// A solution that is there at once.
    fn any_solution(&self) -> Vec<Direction> {
        let mut search = ConstructiveSearch::new(&self.problem, Method::Strategic);
        while search.run(u64::MAX) == Status::Paused {}
        search.solution().map(<[_]>::to_vec).unwrap_or_default()
    }

    /// The tables are there: the search can begin.
    fn prepared(&mut self) {
        let idle = OptimalActivity::Searching(Box::new(Solved));
        if let OptimalActivity::Preparing(preparation) = std::mem::replace(&mut self.activity, idle) {
            let tables = preparation.finish().expect("a finished preparation holds the tables of its goal");
            let solver = self.resources.add_solver(&tables, self.level);
            self.begin(&solver);
        }
    }
}

impl Search for Optimal {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        let mut left = budget;
        while self.status == Status::Paused && left > 0 {
            let is_preparing = matches!(self.activity, OptimalActivity::Preparing(_))
                || matches!(self.stats.phase, Phase::Building { .. });
            left = left.saturating_sub(self.step(left).max(1));
            // why: the first layers of a table take no time, the others a lot, so a budget that grew with the first
            // would keep the caller waiting for seconds.
            if is_preparing && budget < u64::MAX {
                break;
            }
        }
        self.learn();
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn solution(&self) -> Option<&[Direction]> {
        // A solution that is not the shortest is better than none.
        Some(self.best.as_ref().unwrap_or_else(|| self.first.get_or_init(|| self.any_solution())))
    }
}

/// The search of a board that is its own goal.
struct Solved;

impl Search for Solved {
    type Move = Direction;

    fn run(&mut self, _budget: u64) -> Status {
        Status::Solved
    }

    fn stats(&self) -> &Stats {
        static NOTHING: OnceLock<Stats> = OnceLock::new();
        NOTHING.get_or_init(Stats::default)
    }

    fn solution(&self) -> Option<&[Direction]> {
        Some(&[])
    }
}
