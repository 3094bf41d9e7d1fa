//! Tables of a level, prepared before any board is solved.

use super::{Resources, resources::is_proven_by_parities};
use crate::{
    search::parallel,
    tiles::{
        Board,
        mtm::{self, MtmTooLargeError, SlidePreparation},
        pattern_db::{Level, MAX_CELLS, Preparation, parity::ParityPreparation},
    },
};
use std::fmt;

/// Loads or builds all tables of a level for a goal, pumped by the caller.
pub struct TablePreparation(PreparedTables);

enum PreparedTables {
    Excess(Box<Preparation>),
    Parity(Box<ParityPreparation>),
    Slides(Box<SlidePreparation>),
}

impl TablePreparation {
    /// Begins to prepare the tables; `None` if the board has more than [`MAX_CELLS`] cells or only one.
    pub fn new(resources: &Resources, goal: &Board, level: Level, threads: usize) -> Option<Self> {
        let threads = threads.clamp(1, parallel::available());
        if is_proven_by_parities(goal, level) && goal.shape().cells() <= MAX_CELLS {
            let patterns = resources.proof_patterns(goal, level);
            let preparation = ParityPreparation::new(resources.store(), patterns, threads);
            return Some(Self(PreparedTables::Parity(Box::new(preparation))));
        }
        let preparation = Preparation::new(resources.store(), goal, level, threads)?;
        Some(Self(PreparedTables::Excess(Box::new(preparation))))
    }

    /// Begins to prepare the large tables for the fewest multi-tile moves.
    ///
    /// # Errors
    /// A [`MtmTooLargeError`] if the board has more than 16 cells.
    pub fn for_slides(resources: &Resources, goal: &Board, threads: usize) -> Result<Self, MtmTooLargeError> {
        Ok(Self(PreparedTables::Slides(Box::new(mtm::prepare(resources, goal, threads)?))))
    }

    /// Works on for about as long as a search takes for `budget` nodes; says whether all tables are there.
    pub fn run(&mut self, budget: u64) -> bool {
        match &mut self.0 {
            PreparedTables::Excess(preparation) => preparation.run(budget),
            PreparedTables::Parity(preparation) => preparation.run(budget),
            PreparedTables::Slides(preparation) => preparation.run(budget),
        }
    }

    /// Arrangements found and all there are, of the tables being built.
    pub fn progress(&self) -> (u64, u64) {
        match &self.0 {
            PreparedTables::Excess(preparation) => preparation.progress(),
            PreparedTables::Parity(preparation) => preparation.progress(),
            PreparedTables::Slides(preparation) => preparation.progress(),
        }
    }

    /// Number of tables and the bytes that they take, once [`TablePreparation::run`] said that they are there.
    pub fn finish(self) -> Option<(usize, u64)> {
        match self.0 {
            PreparedTables::Excess(preparation) => {
                let tables = preparation.finish()?;
                Some((tables.databases().len(), tables.bytes()))
            }
            PreparedTables::Parity(preparation) => {
                let tables = preparation.finish();
                Some((tables.len(), tables.iter().map(|table| table.bytes()).sum()))
            }
            PreparedTables::Slides(preparation) => Some((1, preparation.table_bytes())),
        }
    }
}

impl fmt::Debug for TablePreparation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TablePreparation").field("progress", &self.progress()).finish()
    }
}
