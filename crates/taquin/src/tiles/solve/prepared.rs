//! A search that waits for its pattern databases.

use super::{Refusal, TileSearch};
use crate::{
    search::{Phase, Search, Stats, Status},
    tiles::{
        Board, Direction,
        pattern_db::{Level, Preparation, Store, Tables},
    },
};

/// How good the tables of the heuristic `pattern-db` are.
pub(super) const LEVEL: Level = Level::Middle;

/// The tables for a goal, loaded or built by the caller's pumping.
pub(super) fn preparation(goal: &Board, store: &Store, threads: usize) -> Result<Preparation, Refusal> {
    Preparation::new(store, goal, LEVEL, threads).ok_or(Refusal::NoPatterns { shape: goal.shape() })
}

/// First the tables are prepared, then the search runs.
pub(super) struct Prepared {
    stage: Stage,
    stats: Stats,
}

type Begin = Box<dyn FnOnce(Tables) -> TileSearch + Send>;

enum Stage {
    Preparing(Box<Preparation>, Begin),
    Searching(TileSearch),
    /// Between the two.
    Beginning,
}

impl Prepared {
    /// - `begin`: begins the search when the tables are there.
    pub(super) fn new(preparation: Preparation, begin: impl FnOnce(Tables) -> TileSearch + Send + 'static) -> Self {
        Self { stage: Stage::Preparing(Box::new(preparation), Box::new(begin)), stats: Stats::default() }
    }

    /// Works on the tables; says whether they are there and the search can go on.
    fn prepare(&mut self, budget: u64) -> bool {
        if let Stage::Preparing(preparation, _) = &mut self.stage {
            while !preparation.run(budget) {
                let (done, total) = preparation.progress();
                self.stats.phase = Phase::Building { done, total };
                // Without a limit all tables are prepared in one go.
                if budget < u64::MAX {
                    return false;
                }
            }
        }
        if let Stage::Preparing(preparation, begin) = std::mem::replace(&mut self.stage, Stage::Beginning) {
            let tables = preparation.finish().expect("a preparation that is done has all tables");
            self.stage = Stage::Searching(begin(tables));
        }
        true
    }
}

impl Search for Prepared {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        if matches!(self.stage, Stage::Preparing(..)) && !self.prepare(budget) {
            return Status::Paused;
        }
        match &mut self.stage {
            Stage::Searching(search) => search.run(budget),
            _ => Status::Paused,
        }
    }

    fn stats(&self) -> &Stats {
        match &self.stage {
            Stage::Searching(search) => search.stats(),
            _ => &self.stats,
        }
    }

    fn solution(&self) -> Option<&[Direction]> {
        match &self.stage {
            Stage::Searching(search) => search.solution(),
            _ => None,
        }
    }
}
