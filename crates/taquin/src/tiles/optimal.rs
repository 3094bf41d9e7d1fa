//! Provably shortest solutions, as fast as we know how.
//!
//! [`Optimal`] chooses what proves the optimum of a board soonest: it begins with tables that are built in a few
//! hundredths of a second, and only if a board turns out to be hard, or many boards are to be solved, larger ones
//! are built; tables that are there already are used at once. What was proven with smaller tables stays proven.
//!
//! ```
//! use taquin::{search::{Search, Status}, tiles::{Board, Problem, optimal::{Optimal, Plan, Resources}}};
//!
//! let problem = Problem::to_default_goal("8 2 0/4 6 1/3 7 5".parse()?)?;
//! let mut search = Optimal::new(&problem, &Resources::default(), Plan::default()).expect("a small board");
//! while search.run(100_000) == Status::Paused {}
//! assert_eq!(search.solution().map(<[_]>::len), Some(24));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod deepening;
mod detours;
mod kernel;
#[cfg(test)]
mod tests;

use super::{
    Board, Direction, Problem,
    grid::{Bytes, Grid},
    pattern_db::{Level, MAX_CELLS, Pattern, Preparation, Store, Tables, patterns},
};
use crate::search::{Cost, Phase, Search, Stats, Status, ida_star::IdaStar, parallel};
use deepening::Deepening;
use detours::Detours;
use kernel::Kernel;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

type BoxedSearch = Box<dyn Search<Move = Direction> + Send>;

/// Nodes after which a board is too hard for a level's tables: about as many as are searched while the next ones are
/// built.
const PATIENCE: [u64; 2] = [3_000_000, 100_000_000];
/// The same if the next ones need only be read: the largest may have to come from the disk, in a second or two.
const PATIENCE_WITH_FILES: [u64; 2] = [2_000_000, 16_000_000];
/// So many boards pay for building the large tables, or the middle ones, or for reading the large ones.
const BUILD_LARGE: usize = 1_000;
const BUILD_MIDDLE: usize = 4;

/// How a board is to be solved.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Plan {
    /// How many threads may work on it.
    pub threads: usize,
    /// How many boards with this goal there are: many pay for larger tables.
    pub boards: usize,
    /// Tables to use whatever it costs, instead of choosing.
    pub level: Option<Level>,
    /// Bytes that tables chosen here may take.
    pub memory_limit: u64,
}

impl Default for Plan {
    /// One board, all threads of the machine, tables of any size.
    fn default() -> Self {
        Self { threads: parallel::available(), boards: 1, level: None, memory_limit: u64::MAX }
    }
}

/// What all searches of a process share: tables, and what is made from them. Copies share everything.
#[derive(Clone, Debug, Default)]
pub struct Resources {
    store: Store,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    solvers: Mutex<FxHashMap<(Board, Level), Solver>>,
    detours: [OnceLock<Arc<Detours>>; 3],
}

impl Resources {
    /// With the tables of a store.
    pub fn new(store: Store) -> Self {
        Self { store, shared: Arc::default() }
    }

    /// Where its tables are.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The machine against detours: the better the tables, the more time there is to make it.
    fn detours(&self, level: Level) -> Arc<Detours> {
        let length = [8, 10, 12][level as usize];
        self.shared.detours[level as usize].get_or_init(|| Arc::new(Detours::new(length))).clone()
    }

    fn solver(&self, goal: &Board, level: Level) -> Option<Solver> {
        let solvers = self.shared.solvers.lock().unwrap_or_else(PoisonError::into_inner);
        solvers.get(&(goal.clone(), level)).cloned()
    }

    fn add_solver(&self, tables: &Tables, level: Level) -> Solver {
        let solver = Solver::new(tables, &self.detours(level));
        let mut solvers = self.shared.solvers.lock().unwrap_or_else(PoisonError::into_inner);
        solvers.entry((tables.goal().clone(), level)).or_insert(solver).clone()
    }

    /// Are all tables of a level there, in memory or as files?
    pub fn has(&self, goal: &Board, level: Level) -> bool {
        patterns(goal, level).unwrap_or_default().into_iter().all(|pattern| self.store.has(pattern))
    }

    /// Can a search of one among `boards` boards with this goal begin without preparing tables first?
    pub fn is_ready(&self, goal: &Board, boards: usize) -> bool {
        let plan = Plan { boards, ..Plan::default() };
        goal.shape().cells() > MAX_CELLS || self.solver(goal, self.first_level(goal, plan)).is_some()
    }

    /// The level to begin with.
    fn first_level(&self, goal: &Board, plan: Plan) -> Level {
        let Plan { boards, level, memory_limit, .. } = plan;
        if let Some(level) = level {
            return level;
        }
        let ready = Level::ALL.into_iter().rev().find(|&level| self.solver(goal, level).is_some());
        let wanted = if boards >= BUILD_LARGE || boards >= BUILD_MIDDLE && self.has(goal, Level::Large) {
            Level::Large
        } else if boards >= BUILD_MIDDLE || self.has(goal, Level::Middle) {
            Level::Middle
        } else {
            Level::Small
        };
        let fitting = Level::ALL.into_iter().rev().find(|&level| bytes_to_build(goal, level) <= memory_limit);
        let wanted = wanted.min(fitting.unwrap_or(Level::Small));
        ready.map_or(wanted, |ready| ready.max(wanted))
    }

    /// The level to go on with when a board is too hard for `level`.
    fn next_level(&self, goal: &Board, level: Level) -> Level {
        match level {
            Level::Small if !self.has(goal, Level::Large) => Level::Middle,
            _ => Level::Large,
        }
    }
}

/// About what building the tables of a level takes at most: two bytes for each arrangement, as measured.
fn bytes_to_build(goal: &Board, level: Level) -> u64 {
    let cells = goal.shape().cells() as u64;
    let arrangements = |pattern: Pattern| (0..pattern.len() as u64).map(|placed| cells - placed).product::<u64>();
    2 * patterns(goal, level).unwrap_or_default().into_iter().map(arrangements).sum::<u64>()
}

/// What searches with one set of tables share.
#[derive(Clone, Debug)]
enum Solver {
    /// The kernel, for tables without a second view.
    One(Arc<Kernel<1>>),
    /// The kernel, for tables with a reflection.
    Two(Arc<Kernel<2>>),
    /// The generic search, for all that the kernel is not made for.
    Generic(Tables),
}

impl Solver {
    fn new(tables: &Tables, detours: &Arc<Detours>) -> Self {
        let one = || Kernel::new(tables, detours.clone()).map(|kernel| Self::One(Arc::new(kernel)));
        let two = || Kernel::new(tables, detours.clone()).map(|kernel| Self::Two(Arc::new(kernel)));
        one().or_else(two).unwrap_or_else(|| Self::Generic(tables.clone()))
    }

    fn tables(&self) -> &Tables {
        match self {
            Self::One(kernel) => kernel.tables(),
            Self::Two(kernel) => kernel.tables(),
            Self::Generic(tables) => tables,
        }
    }

    fn search(&self, problem: &Problem, lower_bound: Cost, threads: usize) -> BoxedSearch {
        match self {
            Self::One(kernel) => Box::new(Deepening::new(kernel.clone(), problem.start(), lower_bound, threads)),
            Self::Two(kernel) => Box::new(Deepening::new(kernel.clone(), problem.start(), lower_bound, threads)),
            Self::Generic(tables) => {
                let (grid, start) = Grid::<Bytes>::of(problem);
                Box::new(IdaStar::new(grid, tables.clone(), start))
            }
        }
    }
}

/// The search for a shortest solution of a board of up to 25 cells: single-tile moves.
pub struct Optimal {
    problem: Problem,
    resources: Resources,
    plan: Plan,
    level: Level,
    /// Nodes after which larger tables are taken.
    patience: u64,
    stage: Stage,
    /// What the searches given up have cost and learnt.
    before: Stats,
    stats: Stats,
    status: Status,
}

enum Stage {
    Preparing(Box<Preparation>),
    Searching(BoxedSearch),
}

impl Optimal {
    /// A search; `None` if the board has more than [`MAX_CELLS`] cells, for which there are no tables.
    pub fn new(problem: &Problem, resources: &Resources, plan: Plan) -> Option<Self> {
        if problem.shape().cells() > MAX_CELLS {
            return None;
        }
        let level = resources.first_level(problem.goal(), plan);
        let mut search = Self {
            stage: Stage::Searching(Box::new(Solved)),
            problem: problem.clone(),
            resources: resources.clone(),
            plan,
            level,
            patience: u64::MAX,
            before: Stats::default(),
            stats: Stats::default(),
            status: Status::Paused,
        };
        if problem.start() == problem.goal() {
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
        self.resources.solver(self.problem.goal(), self.level).map_or(0, |solver| solver.tables().bytes())
    }

    /// Goes on with the tables of a level.
    fn enter(&mut self, level: Level) {
        self.level = level;
        self.patience = self.patience_with(level);
        self.before = self.stats.clone();
        if let Some(solver) = self.resources.solver(self.problem.goal(), level) {
            self.begin(&solver);
        } else if let Some(preparation) =
            Preparation::new(&self.resources.store, self.problem.goal(), level, self.plan.threads)
        {
            self.stage = Stage::Preparing(Box::new(preparation));
        }
    }

    fn patience_with(&self, level: Level) -> u64 {
        let Some(&patience) = PATIENCE.get(level as usize).filter(|_| self.plan.level.is_none()) else {
            return u64::MAX;
        };
        let goal = self.problem.goal();
        let next = self.resources.next_level(goal, level);
        if bytes_to_build(goal, next) > self.plan.memory_limit {
            u64::MAX
        } else if self.resources.has(goal, next) {
            PATIENCE_WITH_FILES[level as usize]
        } else {
            patience
        }
    }

    fn begin(&mut self, solver: &Solver) {
        self.stage = Stage::Searching(solver.search(&self.problem, self.before.lower_bound, self.plan.threads));
        self.learn();
    }

    /// Brings the statistics up to date.
    fn learn(&mut self) {
        match &self.stage {
            Stage::Preparing(preparation) => {
                let (done, total) = preparation.progress();
                self.stats.phase = Phase::Building { done, total };
                self.stats.peak_bytes = self.stats.peak_bytes.max(preparation.bytes());
            }
            Stage::Searching(search) => {
                let (now, before) = (search.stats(), &self.before);
                self.stats.expanded = before.expanded + now.expanded;
                self.stats.generated = before.generated + now.generated;
                self.stats.stored = now.stored;
                self.stats.peak_bytes = self.stats.peak_bytes.max(now.peak_bytes);
                self.stats.lower_bound = before.lower_bound.max(now.lower_bound);
                self.stats.phase = now.phase;
                self.stats.bounds.truncate(before.bounds.len());
                self.stats.bounds.extend(&now.bounds);
            }
        }
    }

    /// One step of work; how many nodes it counts for.
    fn step(&mut self, budget: u64) -> u64 {
        match &mut self.stage {
            Stage::Preparing(preparation) => {
                let budget = budget.min(1 << 20);
                if preparation.run(budget) {
                    self.prepared();
                }
                budget
            }
            Stage::Searching(search) => {
                let before = search.stats().generated;
                let left = self.patience.saturating_sub(before);
                self.status = search.run(budget.min(left));
                let done = search.stats().generated - before;
                self.learn();
                if self.status == Status::Paused && done >= left {
                    self.enter(self.resources.next_level(self.problem.goal(), self.level));
                }
                done
            }
        }
    }

    /// The tables are there: the search can begin.
    fn prepared(&mut self) {
        let idle = Stage::Searching(Box::new(Solved));
        if let Stage::Preparing(preparation) = std::mem::replace(&mut self.stage, idle) {
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
            left = left.saturating_sub(self.step(left).max(1));
        }
        self.learn();
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn solution(&self) -> Option<&[Direction]> {
        match &self.stage {
            Stage::Searching(search) => search.solution(),
            Stage::Preparing(_) => None,
        }
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
