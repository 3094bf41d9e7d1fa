//! Work on a side that several threads do together.

use super::{
    super::{bits::Bits, layout::Layout, table::Key},
    Report, Side, Target, Worker,
    worker::Job,
};
use std::{
    ops::Range,
    sync::{
        MutexGuard,
        atomic::{AtomicUsize, Ordering},
    },
};

/// Fewer positions than this for each thread are not worth a round.
const WORTH_A_ROUND: usize = 64;

/// Fewer positions than this are not worth starting threads.
const WORTH_A_CREW: usize = 512;

/// Smaller budgets than this for each thread are not worth starting it: who pumps a search for so many milliseconds at a
/// time would only see threads start, and give it smaller and smaller budgets.
const WORTH_STARTING: u64 = 256;

/// Positions that each thread expands before what they found is put together: so what they hold stays small.
const AT_ONCE: usize = 1 << 15;

/// Positions that a thread takes at once: few towards the end, so that all are busy until then.
const SHARES: Range<usize> = 16..128;

/// How many shares are made of what is left.
const PARTS: usize = 64;

/// The same where they are only inserted.
const INSERT_SHARE: usize = 1_024;

/// The same where a thread only looks from them.
const LOOK_SHARE: usize = 256;

/// What threads do together.
pub(in super::super) struct Round {
    task: Task,
    /// The next position that no thread has taken.
    next: AtomicUsize,
    end: usize,
    /// The next chunk of the layers that is to fade.
    pub(super) fading: AtomicUsize,
}

enum Task {
    /// To fill the table.
    Refill,
    /// To look for a goal from positions of the layer under way before they are expanded.
    Look,
    /// To expand positions: what each thread may add to the table, and generate.
    Expand { room: usize, budget: u64 },
}

impl Round {
    fn new(task: Task, range: Range<usize>, fading: usize) -> Self {
        Self { task, next: AtomicUsize::new(range.start), end: range.end, fading: AtomicUsize::new(fading) }
    }

    /// Takes the next few positions; none if all are taken.
    fn take(&self, share: usize) -> Range<usize> {
        let begin = self.next.fetch_add(share, Ordering::Relaxed).min(self.end);
        begin..self.end.min(begin + share)
    }

    /// Takes the next few positions to be expanded.
    pub(super) fn take_share(&self) -> Range<usize> {
        let left = self.end.saturating_sub(self.next.load(Ordering::Relaxed));
        self.take((left / PARTS).clamp(SHARES.start, SHARES.end))
    }

    /// Is it one of looking further ahead?
    pub(in super::super) fn looks_further(&self) -> bool {
        matches!(self.task, Task::Look)
    }

    /// Leaves no more to be taken: the puzzle is solved.
    pub(super) fn stop(&self) {
        self.next.store(self.end, Ordering::Relaxed);
    }
}

impl<K: Key> Side<K> {
    /// Would several threads be of use for what is to be expanded next?
    pub(in super::super) fn is_worth_a_round(&self, threads: usize) -> bool {
        !self.layers.are_numbered() && self.todo.last().is_some_and(|range| range.len() >= WORTH_A_ROUND * threads)
    }

    /// Is it worth having so many threads stand by for what is to be expanded next?
    pub(in super::super) fn is_worth_a_crew(&self, threads: usize, budget: u64) -> bool {
        budget >= WORTH_STARTING * threads as u64 && self.todo.last().is_some_and(|range| range.len() >= WORTH_A_CREW)
    }

    /// The next round of refilling the table, if anything is missing from it, and what is then left of the budget.
    pub(in super::super) fn refill_round(&mut self, budget: u64) -> (Option<Round>, u64) {
        let (range, left) = self.begin_refill(budget);
        ((!range.is_empty()).then(|| Round::new(Task::Refill, range, self.layers.fading())), left)
    }

    /// A round of looking further ahead from these positions.
    pub(in super::super) fn look_round(&self, range: Range<usize>) -> Round {
        Round::new(Task::Look, range, self.layers.fading())
    }

    /// The next round of expanding positions, which may take about `spare` bytes more. The table must have room.
    pub(in super::super) fn expand_round(&mut self, threads: usize, spare: u64, budget: u64) -> Round {
        let range = self.todo.pop().unwrap_or_default();
        let end = range.end.min(range.start + AT_ONCE * threads);
        self.leave(end..range.end);
        // why: at least one, or there would be no end.
        let (room, budget) = (self.room(spare).div_ceil(threads), budget.div_ceil(threads as u64));
        Round::new(Task::Expand { room, budget }, range.start..end, self.layers.fading())
    }

    /// One thread's part of a round.
    pub(in super::super) fn take_part<B: Bits>(
        &self,
        round: &Round,
        layout: &Layout<B, K>,
        target: Target<'_, K>,
        worker: &mut Worker<B, K>,
    ) {
        match round.task {
            Task::Refill => {
                while let range @ Range { start, end } = round.take(INSERT_SHARE)
                    && start < end
                {
                    self.insert::<true>(range);
                }
            }
            Task::Look => {
                while let range @ Range { start, end } = round.take(LOOK_SHARE)
                    && start < end
                {
                    if let found @ Some(_) = self.look_further(layout, target, range) {
                        worker.report.found = found;
                        round.stop();
                    }
                }
            }
            Task::Expand { room, budget } => {
                let job = Job { layout, table: &self.table, target, room, budget, gathered: self.gathered() };
                worker.work_together(&job, &self.layers, round);
            }
        }
    }

    /// Ends a round: puts together what the threads found.
    pub(in super::super) fn end_round<'a, B: Bits>(
        &mut self,
        round: &Round,
        workers: impl Iterator<Item = MutexGuard<'a, Worker<B, K>>>,
    ) -> Report<K> {
        let mut total = Report::default();
        if let Task::Expand { .. } = round.task {
            self.leave(round.take(usize::MAX / 2));
        }
        for mut worker in workers {
            let before = self.layers.len();
            self.layers.add(&mut worker.sheaf);
            worker.hand_over(&mut self.layers);
            self.table.add_len(self.layers.len() - before);
            self.leave(worker.stopped_at..worker.share_end);
            worker.stopped_at = worker.share_end;
            // A thread may miss the next round.
            let report = std::mem::take(&mut worker.report);
            total.expanded += report.expanded;
            total.generated += report.generated;
            total.found = total.found.or(report.found);
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With a budget smaller than the threads are many, a round that does nothing would be repeated for ever.
    #[test]
    fn every_thread_of_a_round_has_something_to_do() {
        let keys: Vec<u64> = (0..1_000).collect();
        for budget in 1..8 {
            let round = Side::new(&keys, 16).expand_round(3, u64::MAX, budget);
            assert!(matches!(round.task, Task::Expand { room: 1.., budget: 1.. }), "{budget}");
            assert!(!round.take_share().is_empty());
        }
    }
}
