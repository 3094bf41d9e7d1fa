//! Shortest solutions in the multi-tile metric: a straight slide of several tiles counts one.
//!
//! Two slides in a row along the same line are one, or partly undo each other, so a shortest solution goes sideways and
//! up or down in turn, and the search walks from line to line (`line_graph`). It is iterative deepening from the start
//! that meets a breadth-first search from the goal: all lines within a few steps of the goal's are known (`perimeter`).
//! On the way there it is guided by the exact distances of the puzzle with tiles in a few colours (`projection`). Small
//! tables are made in a moment; many boards, or a hard one, pay for large ones.
//!
//! ```
//! use taquin::{search::{Search, Status}, tiles::{Moves, Problem, mtm::Mtm, optimal::{OptimalOptions, Resources}}};
//!
//! let problem = Problem::to_default_goal("8 2 0/4 6 1/3 7 5".parse()?)?;
//! let mut search = Mtm::new(&problem, &Resources::default(), OptimalOptions::default())?;
//! while search.run(100_000) == Status::Paused {}
//! assert_eq!(search.solution().map(|moves| Moves::from(moves).mtm()), Some(18));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod anytime;
mod colours;
mod deepening;
mod line_graph;
mod node;
mod perimeter;
mod projection;
mod slide_pass;
mod tables;
mod walk;

use super::{
    Board, Direction, Problem, Shape,
    grid::{Cells, Nibbles},
    optimal::{OptimalOptions, Resources},
    pattern_db::Level,
};
use crate::search::{Phase, Search, Stats, Status, parallel};
pub(super) use anytime::SlideAnytime;
use deepening::SlideDeepening;
use std::{fmt, sync::Arc};
use tables::{BYTES_TO_BUILD_LARGE, GoalTables, SlideGoal};
pub(super) use tables::{SlidePreparation, SlideTables};
use thiserror::Error;
pub(super) use walk::SlideWalk;

/// So many boards pay for building the large tables.
const BUILD_LARGE: usize = 16;
/// Nodes after which a board is too hard for the small tables: about as many as are searched while the large ones are
/// built.
const PATIENCE: u64 = 100_000_000;

/// Why a board cannot be solved optimally in this metric.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("optimal solutions in multi-tile moves are for boards of up to 16 cells, not of {shape}; try anytime")]
pub struct MtmTooLargeError {
    /// The size of the board.
    pub shape: Shape,
}

/// Are boards of this size small enough?
pub(super) fn check(shape: Shape) -> Result<(), MtmTooLargeError> {
    if shape.cells() <= Nibbles::CAPACITY { Ok(()) } else { Err(MtmTooLargeError { shape }) }
}

/// Begins to load or make the large tables for boards with this goal, for the fewest slides.
pub(super) fn prepare(
    resources: &Resources,
    goal: &Board,
    threads: usize,
) -> Result<SlidePreparation, MtmTooLargeError> {
    check(goal.shape())?;
    let goal = SlideGoal { shape: goal.shape(), blank: goal.blank() };
    Ok(SlidePreparation::new(resources.store(), goal, Level::Large, threads.clamp(1, parallel::available())))
}

/// The search for a solution of the fewest slides.
///
/// Its solution is given in single-tile moves, like those of all searches; [`Stats::lower_bound`] and [`Stats::bounds`] count slides.
pub struct Mtm {
    problem: Problem,
    resources: Resources,
    options: OptimalOptions,
    level: Level,
    activity: MtmActivity,
    /// What the search with smaller tables has cost and learnt.
    before: Stats,
    stats: Stats,
    status: Status,
    solution: Option<Vec<Direction>>,
}

/// What the search is doing.
enum MtmActivity {
    Building(Box<SlidePreparation>),
    Searching(Box<SlideDeepening>),
    Done,
}

impl fmt::Debug for Mtm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut search = f.debug_struct("Mtm");
        search.field("problem", &self.problem).field("level", &self.level).field("status", &self.status);
        search.field("stats", &self.stats).finish_non_exhaustive()
    }
}

impl Mtm {
    /// A search for a solution of a problem.
    ///
    /// # Errors
    /// If the board has more than 16 cells.
    pub fn new(problem: &Problem, resources: &Resources, options: OptimalOptions) -> Result<Self, MtmTooLargeError> {
        check(problem.shape())?;
        let mut search = Self {
            problem: problem.clone(),
            resources: resources.clone(),
            options,
            level: Level::Small,
            activity: MtmActivity::Done,
            before: Stats::default(),
            stats: Stats::default(),
            status: Status::Paused,
            solution: None,
        };
        if problem.start() == problem.goal() {
            search.solution = Some(Vec::new());
            search.status = Status::Solved;
        } else {
            search.enter(search.first_level());
        }
        Ok(search)
    }

    fn goal(&self) -> SlideGoal {
        SlideGoal { shape: self.problem.shape(), blank: self.problem.goal().blank() }
    }

    fn tables(&self, level: Level) -> Option<Arc<GoalTables>> {
        self.resources.slide_tables().get(self.goal(), level)
    }

    /// The level to begin with. There are two, a small one and a large one.
    fn first_level(&self) -> Level {
        match self.options.level {
            Some(Level::Small) => Level::Small,
            Some(_) => Level::Large,
            None if self.tables(Level::Large).is_some() => Level::Large,
            None if (self.options.expected_boards >= BUILD_LARGE || self.has_file()) && self.may_build_large() => {
                Level::Large
            }
            None => Level::Small,
        }
    }

    /// Is there a file of large tables? Reading it takes less time than making the small ones.
    fn has_file(&self) -> bool {
        self.goal().pattern().is_some_and(|pattern| self.resources.store().has_slides(pattern))
    }

    fn may_build_large(&self) -> bool {
        self.options.memory_limit >= BYTES_TO_BUILD_LARGE
    }

    /// Nodes after which larger tables are taken.
    fn patience(&self) -> u64 {
        let may_go_on = self.level == Level::Small && self.options.level.is_none() && self.may_build_large();
        if may_go_on { PATIENCE } else { u64::MAX }
    }

    /// Goes on with the tables of a level.
    fn enter(&mut self, level: Level) {
        self.level = level;
        self.before = self.stats.clone();
        match self.tables(level) {
            Some(tables) => self.begin(tables),
            None => {
                let threads = self.options.threads.clamp(1, parallel::available());
                let preparation = SlidePreparation::new(self.resources.store(), self.goal(), level, threads);
                self.activity = MtmActivity::Building(Box::new(preparation));
                self.stats.phase = Phase::Building { done: 0, total: 0 };
            }
        }
    }

    fn begin(&mut self, tables: Arc<GoalTables>) {
        let start = tables.graph.start(self.problem.start(), self.problem.goal());
        let search = SlideDeepening::new(tables, start, self.before.lower_bound);
        self.stats = self.before.followed_by(&search.stats);
        self.activity = MtmActivity::Searching(Box::new(search));
    }

    /// One step of work; how many nodes it counts for.
    fn step(&mut self, budget: u64) -> u64 {
        let patience = self.patience();
        match &mut self.activity {
            MtmActivity::Building(build) => {
                let budget = budget.min(1 << 18);
                let is_built = build.run(budget);
                let (done, total) = build.progress();
                self.stats.phase = Phase::Building { done, total };
                self.stats.peak_bytes = self.stats.peak_bytes.max(build.bytes());
                if is_built {
                    self.built();
                }
                budget
            }
            MtmActivity::Searching(search) => {
                let before = search.stats.generated;
                self.status = search.run(budget.min(patience.saturating_sub(before)));
                let done = search.stats.generated - before;
                self.solution = search.solution.clone();
                self.stats = self.before.followed_by(&search.stats);
                let is_too_hard = self.status == Status::Paused && search.stats.generated >= patience;
                if is_too_hard {
                    self.enter(Level::Large);
                }
                done.max(1)
            }
            MtmActivity::Done => 1,
        }
    }

    fn built(&mut self) {
        if let MtmActivity::Building(build) = std::mem::replace(&mut self.activity, MtmActivity::Done) {
            self.before.peak_bytes = self.stats.peak_bytes;
            if let Some(tables) = build.finish(self.resources.slide_tables()) {
                self.begin(tables);
            }
        }
    }
}

impl Search for Mtm {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        let mut left = budget;
        while self.status == Status::Paused && left > 0 {
            left = left.saturating_sub(self.step(left));
        }
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn solution(&self) -> Option<&[Direction]> {
        self.solution.as_deref()
    }
}
