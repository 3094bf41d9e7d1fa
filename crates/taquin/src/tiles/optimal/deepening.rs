//! Iterative deepening (IDA\*) with the hot kernel, on one thread or on several.
//!
//! A round explores all paths within a bound. Several threads share the open nodes of a round: between two slices of
//! work a thread without nodes takes every second one of the thread that has most. All rounds before the last one are
//! explored completely, so the length of the solution does not depend on the number of threads.

use super::kernel::{DeepeningRound, Kernel, KernelNode, NodeCounts};
use crate::{
    search::{Bound, Cost, Phase, Search, Stats, Status, parallel},
    tiles::{Board, Direction},
};
use std::sync::Arc;

/// Nodes that one thread generates before the open nodes are shared out again: long compared with starting a thread,
/// short compared with a person's patience.
const SLICE: u64 = 400_000;
/// Nodes of a round below which more than one thread is not worth starting.
const WORTH_SHARING: u64 = 100_000;

/// An iterative-deepening search with the kernel.
pub(super) struct Deepening<const VIEWS: usize> {
    kernel: Arc<Kernel<VIEWS>>,
    root: KernelNode<VIEWS>,
    workers: Vec<DeepeningWorker<VIEWS>>,
    bound: Cost,
    stats: Stats,
    status: Status,
    solution: Vec<Direction>,
}

/// One thread's part of the search.
struct DeepeningWorker<const VIEWS: usize> {
    round: DeepeningRound<VIEWS>,
    goal: Option<KernelNode<VIEWS>>,
}

impl<const VIEWS: usize> Deepening<VIEWS> {
    /// A search from `start`.
    ///
    /// - `lower_bound`: proven before; the first round has at least this bound.
    pub(super) fn new(kernel: Arc<Kernel<VIEWS>>, start: &Board, lower_bound: Cost, threads: usize) -> Self {
        let root = kernel.root(start);
        let bound = kernel.estimate(&root).max(lower_bound);
        let round =
            || DeepeningRound { stack: Vec::new(), bound, next_bound: Cost::MAX, counts: NodeCounts::default() };
        let worker = |_| DeepeningWorker { round: round(), goal: None };
        let workers: Vec<DeepeningWorker<VIEWS>> = (0..threads.max(1)).map(worker).collect();
        let bytes = kernel.tables().bytes() + kernel.bytes() as u64;
        let stats = Stats { lower_bound: bound, peak_bytes: bytes, ..Stats::default() };
        let solved = Kernel::is_goal(&root);
        let status = if solved { Status::Solved } else { Status::Paused };
        let mut search = Self { kernel, root, workers, bound, stats, status, solution: Vec::new() };
        if !solved {
            search.begin_round();
        }
        search
    }

    fn begin_round(&mut self) {
        for worker in &mut self.workers {
            worker.round.bound = self.bound;
            worker.round.next_bound = Cost::MAX;
        }
        self.workers[0].round.stack.push(self.root);
        self.stats.bounds.push(Bound { bound: self.bound, expanded: 0, generated: 0 });
        self.stats.phase = Phase::Searching { depth: self.bound };
        self.stats.lower_bound = self.bound;
    }

    /// Runs a slice on all threads, or on one while the round is small; at most `budget` nodes each.
    fn work(&mut self, budget: u64) {
        let kernel = self.kernel.clone();
        let shared = self.stats.bounds.last().is_some_and(|round| round.generated >= WORTH_SHARING);
        if shared && self.workers.len() > 1 {
            self.share();
            let slice = SLICE.min(budget);
            let threads = self.workers.len();
            parallel::for_each(threads, self.workers.iter_mut(), |worker| worker.work(&kernel, slice));
        } else {
            self.workers[0].work(&kernel, WORTH_SHARING.min(budget));
        }
        self.collect();
    }

    /// Gives open nodes to the workers that have none, from those that have most.
    fn share(&mut self) {
        for poor in 0..self.workers.len() {
            if !self.workers[poor].round.stack.is_empty() {
                continue;
            }
            let rich =
                (0..self.workers.len()).max_by_key(|&worker| self.workers[worker].round.stack.len()).unwrap_or(poor);
            let stack = &mut self.workers[rich].round.stack;
            // why: every second one, because those at the bottom of the stack have the largest subtrees.
            let mut number = 0;
            let moved: Vec<KernelNode<VIEWS>> = stack
                .extract_if(.., |_| {
                    number += 1;
                    number % 2 == 0
                })
                .collect();
            self.workers[poor].round.stack = moved;
        }
    }

    /// Adds up what the workers have done, and begins the next round when this one is over.
    fn collect(&mut self) {
        if let Some(round) = self.stats.bounds.last_mut() {
            for worker in &mut self.workers {
                let counts = std::mem::take(&mut worker.round.counts);
                round.expanded += counts.expanded;
                round.generated += counts.generated;
                self.stats.expanded += counts.expanded;
                self.stats.generated += counts.generated;
            }
        }
        self.stats.stored = self.workers.iter().map(|worker| worker.round.stack.len() as u64).sum();
        if let Some(goal) = self.workers.iter_mut().find_map(|worker| worker.goal.take()) {
            self.solution = self.kernel.path(&goal);
            self.status = Status::Solved;
        } else if self.stats.stored == 0 {
            match self.workers.iter().map(|worker| worker.round.next_bound).min() {
                None | Some(Cost::MAX) => self.status = Status::Exhausted,
                Some(next) => {
                    self.bound = next;
                    self.begin_round();
                }
            }
        }
    }
}

impl<const VIEWS: usize> DeepeningWorker<VIEWS> {
    fn work(&mut self, kernel: &Kernel<VIEWS>, budget: u64) {
        self.goal = kernel.dive(&mut self.round, budget);
    }
}

impl<const VIEWS: usize> Search for Deepening<VIEWS> {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        let end = self.stats.generated.saturating_add(budget);
        while self.status == Status::Paused && self.stats.generated < end {
            self.work(end - self.stats.generated);
        }
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn solution(&self) -> Option<&[Direction]> {
        (self.status == Status::Solved).then_some(&*self.solution)
    }
}
