//! The same work, done by all threads.

use super::{Engine, lock, target};
use crate::{
    blocks::solver::{bits::Bits, table::Key},
    search::{Status, parallel},
};
use std::sync::{PoisonError, RwLock};

impl<B: Bits, K: Key> Engine<B, K> {
    /// Works until the search or the budget is done; returns what is left of the budget.
    pub(super) fn work_together(&mut self, budget: u64) -> u64 {
        let helpers = self.workers.len() - 1;
        // All read it during a round, and between rounds the caller changes it.
        let engine = RwLock::new(self);
        let read = || engine.read().unwrap_or_else(PoisonError::into_inner);
        let write = || engine.write().unwrap_or_else(PoisonError::into_inner);
        parallel::with_round_pool(
            helpers,
            |helper| read().take_part(helper + 1),
            |crew| {
                let mut left = budget;
                while left > 0 && read().status == Status::Paused {
                    left = write().begin_round(left);
                    if read().round.is_some() {
                        crew.round(|| read().take_part(0));
                        left = left.saturating_sub(write().end_round());
                    }
                }
                left
            },
        )
    }

    /// Prepares a round, or does alone what is not worth one; returns what is then left of the budget.
    fn begin_round(&mut self, budget: u64) -> u64 {
        let threads = self.workers.len();
        if !self.unseen.is_empty() {
            let (range, left) = self.begin_look(budget);
            self.round = Some(self.forward.look_round(range));
            return left;
        }
        if let Some(left) = self.go_on(budget) {
            return left;
        }
        let (refill, budget) = self.side_mut().refill_round(budget);
        self.round = refill;
        if self.round.is_some() || budget == 0 || self.makes_room() {
            return budget;
        }
        if !self.side_mut().is_worth_a_round(threads) {
            return self.expand(budget);
        }
        let spare = self.spare_bytes();
        self.round = Some(self.side_mut().expand_round(threads, spare, budget));
        budget
    }

    /// One thread's part of a round.
    fn take_part(&self, number: usize) {
        let (side, other) = self.sides();
        if let Some(round) = &self.round {
            side.take_part(round, &self.layout, target(other, self.sight), &mut lock(&self.workers[number]));
        }
    }

    /// Ends a round; returns how many positions were generated.
    fn end_round(&mut self) -> u64 {
        let Some(round) = self.round.take() else { return 0 };
        let side = if self.is_backward { self.backward.as_mut() } else { None }.unwrap_or(&mut self.forward);
        let report = side.end_round(&round, self.workers.iter().map(lock));
        match report.found {
            Some(found) if round.looks_further() => self.finish(found, self.forward.depth(), 0),
            _ => self.settle(&report),
        }
        report.generated
    }
}
