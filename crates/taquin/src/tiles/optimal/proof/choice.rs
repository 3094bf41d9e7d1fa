//! The choice of partitions for one board, from a sample of its search.
//!
//! Which partitions prune well differs widely between boards, and every partition costs a look-up. So the
//! partitions are tried on a bound that takes a moment: first each one alone, then each one beside those chosen, always
//! keeping the one that lowers the cost most.

use super::{
    kernel::{Counts, MAX_PARTITIONS, Partition, ProofKernel},
    side::Side,
    units::{Roots, Round},
};
use crate::{search::Cost, tiles::optimal::fsm::PruningFsm};
use std::sync::Arc;

/// Another partition has to lower the cost by this share, in thousandths.
const WORTH_ADDING: u64 = 5;
/// A sample needs few roots.
const ROOTS: usize = 60;
/// Nodes of the first trial after which it is given up, whatever the others cost.
const MOST: u64 = 1 << 32;

/// What nodes cost, about in nanoseconds.
pub(super) fn cost(counts: Counts) -> u64 {
    20 * counts.generated + 25 * counts.looked_up
}

/// A choice under way.
pub(super) struct PartitionChoice {
    side: Side,
    fsm: Arc<PruningFsm>,
    bound: Cost,
    threads: usize,
    candidates: Vec<Partition>,
    /// Numbers of the candidates chosen, and what they cost together.
    chosen: Vec<usize>,
    chosen_cost: u64,
    /// The best candidate to be added, and what it costs with those chosen.
    best: Option<(usize, u64)>,
    trial: Option<Trial>,
    next: usize,
}

struct Trial {
    candidate: usize,
    kernel: ProofKernel,
    roots: Roots,
    round: Round,
}

impl PartitionChoice {
    /// Begins to choose among `candidates` by a search from a side within `bound`.
    pub(super) fn new(
        side: &Side,
        fsm: Arc<PruningFsm>,
        bound: Cost,
        candidates: Vec<Partition>,
        threads: usize,
    ) -> Self {
        Self {
            side: side.clone(),
            fsm,
            bound,
            threads,
            candidates,
            chosen: Vec::new(),
            chosen_cost: MOST,
            best: None,
            trial: None,
            next: 0,
        }
    }

    /// Works on for about `budget` generated nodes; says whether the choice is made.
    pub(super) fn run(&mut self, budget: u64) -> bool {
        let Some(trial) = &mut self.trial else { return !self.begin_trial() };
        trial.round.work(&trial.kernel, &trial.roots, (budget / self.threads as u64).clamp(1_000, 200_000));
        let counts = trial.round.counts();
        let limit = self.best.map_or(MOST, |(_, best)| best);
        let is_over = trial.round.is_done() || trial.round.solution().is_some();
        if is_over && cost(counts) < limit {
            self.best = Some((trial.candidate, cost(counts)));
        }
        if is_over || cost(counts) >= limit {
            self.trial = None;
        }
        false
    }

    /// Begins with the next candidate; `false` if the choice is made.
    fn begin_trial(&mut self) -> bool {
        while self.chosen.contains(&self.next) {
            self.next += 1;
        }
        if self.next >= self.candidates.len() {
            let Some((best, best_cost)) = self.best.take() else { return false };
            if best_cost >= self.chosen_cost - self.chosen_cost * WORTH_ADDING / 1_000 {
                return false;
            }
            self.chosen.push(best);
            self.chosen_cost = best_cost;
            self.best = None;
            self.next = 0;
            if self.chosen.len() == MAX_PARTITIONS {
                return false;
            }
            return self.begin_trial();
        }
        let numbers = self.chosen.iter().chain([&self.next]);
        let partitions: Vec<Partition> = numbers.map(|&number| self.candidates[number].clone()).collect();
        let kernel = ProofKernel::new(self.side.geometry.clone(), &partitions, self.fsm.clone());
        let roots = Roots::new(&kernel, self.side.problem.start(), ROOTS);
        let round = Round::new(&roots, self.bound, self.threads);
        self.trial = Some(Trial { candidate: self.next, kernel, roots, round });
        self.next += 1;
        true
    }

    /// The partitions chosen, the best first, and what they cost within the bound.
    pub(super) fn finish(self) -> (Vec<Partition>, u64) {
        let chosen = self.chosen.iter().map(|&number| self.candidates[number].clone());
        (chosen.collect(), self.chosen_cost)
    }
}
