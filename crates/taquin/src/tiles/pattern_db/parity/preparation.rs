//! Loading or building parity tables, pumped by the caller.

use super::{
    super::{Build, Pattern, Store},
    ParityTable,
};
#[cfg(not(target_arch = "wasm32"))]
use crate::tiles::pattern_db::file::{Load, Save};
use std::sync::Arc;

/// Loads or builds the parity tables of some patterns, one after the other.
#[derive(Debug)]
pub(in crate::tiles) struct ParityPreparation {
    store: Store,
    threads: usize,
    /// Patterns whose tables are missing, the next one last.
    missing: Vec<Pattern>,
    work: Option<ParityWork>,
    /// Arrangements of the tables that were built.
    finished: u64,
    ready: Vec<Arc<ParityTable>>,
}

/// What is being done for a table.
#[derive(Debug)]
enum ParityWork {
    #[cfg(not(target_arch = "wasm32"))]
    Load(Load, Pattern),
    Build(Box<Build>),
    #[cfg(not(target_arch = "wasm32"))]
    Save(Save),
}

impl ParityPreparation {
    pub(in crate::tiles) fn new(store: &Store, mut patterns: Vec<Pattern>, threads: usize) -> Self {
        patterns.reverse();
        Self { store: store.clone(), threads, missing: patterns, work: None, finished: 0, ready: Vec::new() }
    }

    /// Works for about as long as a search takes for `budget` nodes; returns whether all tables are there.
    pub(in crate::tiles) fn run(&mut self, budget: u64) -> bool {
        match self.work.take() {
            #[cfg(not(target_arch = "wasm32"))]
            Some(ParityWork::Load(load, pattern)) => self.work = self.load_on(load, pattern),
            Some(ParityWork::Build(mut build)) => {
                self.work = if build.run(budget) { self.end_build(*build) } else { Some(ParityWork::Build(build)) };
            }
            #[cfg(not(target_arch = "wasm32"))]
            Some(ParityWork::Save(save)) => {
                self.work = self.store.keep_error(save.run(self.threads)).flatten().map(ParityWork::Save);
            }
            None => match self.missing.pop() {
                Some(pattern) => self.work = self.begin(pattern),
                None => return true,
            },
        }
        self.work.is_none() && self.missing.is_empty()
    }

    /// Takes a table from memory, or begins to get it in another way.
    fn begin(&mut self, pattern: Pattern) -> Option<ParityWork> {
        if let Some(table) = self.store.parity_in_memory(pattern) {
            self.ready.push(table);
            return None;
        }
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(table) = self.store.map_parity(pattern, self.threads) {
            self.ready.push(table);
            return None;
        }
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(load) = self.store.begin_load_parity(pattern) {
            return Some(ParityWork::Load(load, pattern));
        }
        Some(self.begin_build(pattern))
    }

    fn begin_build(&self, pattern: Pattern) -> ParityWork {
        ParityWork::Build(Box::new(self.store.build(pattern, self.threads)))
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn load_on(&mut self, mut load: Load, pattern: Pattern) -> Option<ParityWork> {
        match self.store.keep_error(load.run(self.threads)) {
            Some(false) => return Some(ParityWork::Load(load, pattern)),
            Some(true) => {
                if let Some(table) = self.store.end_load_parity(load, pattern, self.threads) {
                    self.ready.push(table);
                    return None;
                }
            }
            None => {}
        }
        Some(self.begin_build(pattern))
    }

    /// Keeps a table that was built, and begins to save it.
    fn end_build(&mut self, build: Build) -> Option<ParityWork> {
        self.finished += build.progress().1;
        let table = self.store.keep_as_parity(&build.finish()?, self.threads);
        self.ready.push(table.clone());
        #[cfg(not(target_arch = "wasm32"))]
        return self.store.begin_save_parity(&table, self.threads).map(ParityWork::Save);
        #[cfg(target_arch = "wasm32")]
        None
    }

    fn build(&self) -> Option<&Build> {
        match &self.work {
            Some(ParityWork::Build(build)) => Some(build),
            _ => None,
        }
    }

    /// Arrangements found so far and their total number, of all tables that have to be built as far as that is known.
    pub(in crate::tiles) fn progress(&self) -> (u64, u64) {
        let (done, total) = self.build().map_or((0, 0), Build::progress);
        let missing = self.missing.iter().filter(|&&pattern| !self.store.has_parity(pattern)).count() as u64;
        (self.finished + done, self.finished + total * (1 + missing))
    }

    /// Memory in bytes.
    pub(in crate::tiles) fn bytes(&self) -> u64 {
        self.ready.iter().map(|table| table.bytes()).sum::<u64>() + self.build().map_or(0, Build::bytes)
    }

    /// The tables, in the order of the patterns.
    pub(in crate::tiles) fn finish(self) -> Vec<Arc<ParityTable>> {
        self.ready
    }
}
