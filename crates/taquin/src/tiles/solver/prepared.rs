//! A search that waits for the tables of its heuristic.

use super::SolveError;
use crate::{
    search::{BoxedSearch, Phase, Search, Stats, Status},
    tiles::{
        Board, Direction,
        pattern_db::{Level, Preparation, Store},
    },
};

/// How good the tables of the heuristic `pattern-db` are.
pub(super) const LEVEL: Level = Level::Middle;

/// The pattern databases for a goal, loaded or built by the caller's pumping.
pub(super) fn preparation(goal: &Board, store: &Store, threads: usize) -> Result<Preparation, SolveError> {
    Preparation::new(store, goal, LEVEL, threads).ok_or(SolveError::NoPatterns { shape: goal.shape() })
}

/// First the tables are prepared, then the search runs.
pub(super) struct Prepared {
    progress: Progress,
    stats: Stats,
}

/// What some work on the tables came to.
pub(super) enum Step {
    /// There is more to be done.
    Building { done: u64, total: u64 },
    /// All tables are there, and the search begins.
    Ready(BoxedSearch<Direction>),
}

enum Progress {
    Preparing(Box<dyn FnMut(u64) -> Step + Send>),
    Searching(BoxedSearch<Direction>),
}

impl Prepared {
    /// - `prepare`: works on the tables for about as long as a search takes for so many nodes.
    pub(super) fn new(prepare: impl FnMut(u64) -> Step + Send + 'static) -> Self {
        Self { progress: Progress::Preparing(Box::new(prepare)), stats: Stats::default() }
    }
}

impl Search for Prepared {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        loop {
            match &mut self.progress {
                Progress::Searching(search) => return search.run(budget),
                Progress::Preparing(prepare) => match prepare(budget) {
                    Step::Ready(search) => self.progress = Progress::Searching(search),
                    Step::Building { done, total } => {
                        self.stats.phase = Phase::Building { done, total };
                        // Without a limit all tables are prepared in one go.
                        if budget < u64::MAX {
                            return Status::Paused;
                        }
                    }
                },
            }
        }
    }

    fn stats(&self) -> &Stats {
        match &self.progress {
            Progress::Searching(search) => search.stats(),
            Progress::Preparing(_) => &self.stats,
        }
    }

    fn solution(&self) -> Option<&[Direction]> {
        match &self.progress {
            Progress::Searching(search) => search.solution(),
            Progress::Preparing(_) => None,
        }
    }
}
