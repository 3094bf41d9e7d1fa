//! A search that waits for the tables of its heuristic.

use super::{Refusal, TileSearch};
use crate::{
    search::{Phase, Search, Stats, Status},
    tiles::{
        Board, Direction,
        pattern_db::{Level, Preparation, Store},
    },
};

/// How good the tables of the heuristic `pattern-db` are.
pub(super) const LEVEL: Level = Level::Middle;

/// The pattern databases for a goal, loaded or built by the caller's pumping.
pub(super) fn preparation(goal: &Board, store: &Store, threads: usize) -> Result<Preparation, Refusal> {
    Preparation::new(store, goal, LEVEL, threads).ok_or(Refusal::NoPatterns { shape: goal.shape() })
}

/// First the tables are prepared, then the search runs.
pub(super) struct Prepared {
    stage: Stage,
    stats: Stats,
}

/// What some work on the tables came to.
pub(super) enum Step {
    /// There is more to be done.
    Building { done: u64, total: u64 },
    /// All tables are there, and the search begins.
    Ready(TileSearch),
}

enum Stage {
    Preparing(Box<dyn FnMut(u64) -> Step + Send>),
    Searching(TileSearch),
}

impl Prepared {
    /// - `prepare`: works on the tables for about as long as a search takes for so many nodes.
    pub(super) fn new(prepare: impl FnMut(u64) -> Step + Send + 'static) -> Self {
        Self { stage: Stage::Preparing(Box::new(prepare)), stats: Stats::default() }
    }
}

impl Search for Prepared {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        loop {
            match &mut self.stage {
                Stage::Searching(search) => return search.run(budget),
                Stage::Preparing(prepare) => match prepare(budget) {
                    Step::Ready(search) => self.stage = Stage::Searching(search),
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
        match &self.stage {
            Stage::Searching(search) => search.stats(),
            Stage::Preparing(_) => &self.stats,
        }
    }

    fn solution(&self) -> Option<&[Direction]> {
        match &self.stage {
            Stage::Searching(search) => search.solution(),
            Stage::Preparing(_) => None,
        }
    }
}
