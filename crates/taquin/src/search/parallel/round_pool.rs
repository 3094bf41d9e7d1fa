//! A pool of threads for many short rounds of work.

use super::join;
use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread::{self, Thread},
};

/// Threads that wait while the caller, the leader, starts many short rounds of work, with work of its own in between.
#[derive(Debug)]
pub(crate) struct RoundPool<'a> {
    workers: Vec<&'a Thread>,
    rounds: &'a Rounds,
}

/// State that the leader and the workers share.
#[derive(Debug)]
struct Rounds {
    /// Number of the round, whether it is closed, and number of workers at work.
    ///
    /// why in one word: a worker joins a round only while it is open, so nobody waits for a worker that sleeps.
    state: AtomicU64,
    is_over: AtomicBool,
    /// Has a worker panicked?
    is_broken: AtomicBool,
    leader: Thread,
}

/// Bits of the number of workers at work.
const BUSY: u64 = CLOSED - 1;
/// Set while no worker may join the round.
const CLOSED: u64 = 1 << 16;
/// One in the number of a round.
const ROUND: u64 = CLOSED << 1;

/// Times a thread polls before it goes to sleep: about a tenth of a millisecond, which is also what waking up takes.
const POLLS: usize = 3_000;

/// Calls `leader` with a pool of `workers` threads (fewer than 65 536). In each round a worker calls `worker` with its
/// number, counted from 0, at most once: a worker that does not join before the leader's own work is done misses the round.
pub(crate) fn with_round_pool<R>(
    workers: usize,
    worker: impl Fn(usize) + Sync,
    leader: impl FnOnce(&RoundPool<'_>) -> R,
) -> R {
    let rounds = Rounds {
        state: AtomicU64::new(CLOSED),
        is_over: AtomicBool::new(false),
        is_broken: AtomicBool::new(false),
        leader: thread::current(),
    };
    let (rounds, worker) = (&rounds, &worker);
    thread::scope(|scope| {
        let spawn = |number| {
            let follow = move || rounds.follow(|| worker(number));
            thread::Builder::new().spawn_scoped(scope, follow).ok()
        };
        // why: where the system grants fewer threads, those that there are do all the work.
        let handles: Vec<_> = (0..workers).map_while(spawn).collect();
        let pool = RoundPool { workers: handles.iter().map(thread::ScopedJoinHandle::thread).collect(), rounds };
        let result = leader(&pool);
        drop(pool);
        join(handles);
        result
    })
}

impl RoundPool<'_> {
    /// Runs one round: the workers do their work while the leader does `own`, after which no worker joins. Returns when all
    /// are done.
    pub(crate) fn round(&self, own: impl FnOnce()) {
        let Rounds { state, is_broken, .. } = self.rounds;
        // No worker is at work, so the word holds the number of the next round and nothing else.
        state.store((state.load(Ordering::Relaxed) & !CLOSED) + ROUND, Ordering::Release);
        self.wake();
        own();
        state.fetch_or(CLOSED, Ordering::Relaxed);
        // A worker that panicked is found when the threads are joined.
        wait(|| state.load(Ordering::Acquire) & BUSY == 0 || is_broken.load(Ordering::Relaxed));
    }

    /// Wakes the workers that sleep.
    fn wake(&self) {
        self.workers.iter().for_each(|worker| worker.unpark());
    }
}

impl Drop for RoundPool<'_> {
    /// Ends the workers, even if the leader panics.
    fn drop(&mut self) {
        self.rounds.is_over.store(true, Ordering::Relaxed);
        self.wake();
    }
}

impl Rounds {
    /// The loop of a worker.
    fn follow(&self, work: impl Fn()) {
        /// Reports that a worker is done, even if it panics.
        struct Done<'a>(&'a Rounds);
        impl Drop for Done<'_> {
            fn drop(&mut self) {
                self.0.is_broken.fetch_or(thread::panicking(), Ordering::Relaxed);
                let before = self.0.state.fetch_sub(1, Ordering::Release);
                if before & (CLOSED | BUSY) == CLOSED + 1 {
                    self.0.leader.unpark();
                }
            }
        }
        let mut joined = 0;
        while !self.is_over.load(Ordering::Relaxed) {
            wait(|| self.is_over.load(Ordering::Relaxed) || self.may_join(joined).is_some());
            if let Some(state) = self.may_join(joined)
                && self.state.compare_exchange(state, state + 1, Ordering::Acquire, Ordering::Relaxed).is_ok()
            {
                joined = state / ROUND;
                let _done = Done(self);
                work();
            }
        }
    }

    /// The state of the current round if it is open and not the one that a worker joined last.
    fn may_join(&self, joined: u64) -> Option<u64> {
        let state = self.state.load(Ordering::Relaxed);
        (state & CLOSED == 0 && state / ROUND != joined).then_some(state)
    }
}

/// Waits until a condition holds; whoever makes it hold wakes this thread.
fn wait(condition: impl Fn() -> bool) {
    for _ in 0..POLLS {
        if condition() {
            return;
        }
        std::hint::spin_loop();
    }
    while !condition() {
        thread::park();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{sync::atomic::AtomicUsize, time::Duration};

    /// Every item of every round is taken once, and when a round returns nobody is at work.
    #[test]
    fn all_work_of_a_round_is_done_when_it_returns() {
        const ITEMS: usize = 500;
        let (next, done) = (AtomicUsize::new(ITEMS), AtomicUsize::new(0));
        let take = || {
            while next.fetch_add(1, Ordering::Relaxed) < ITEMS {
                done.fetch_add(1, Ordering::Relaxed);
            }
        };
        with_round_pool(
            3,
            |_| take(),
            |pool| {
                for round in 1..=200 {
                    next.store(0, Ordering::Relaxed);
                    pool.round(take);
                    assert_eq!(done.load(Ordering::Relaxed), round * ITEMS);
                    if round % 50 == 0 {
                        // Long enough for the workers to fall asleep.
                        thread::sleep(Duration::from_millis(5));
                    }
                }
            },
        );
    }

    /// Workers join: the leader waits in its own work until all have begun, and each has begun once.
    #[test]
    fn every_helper_joins_a_round_once() {
        let begun = [const { AtomicUsize::new(0) }; 3];
        with_round_pool(
            begun.len(),
            |number| {
                begun[number].fetch_add(1, Ordering::Relaxed);
            },
            |pool| {
                for round in 1..=20 {
                    pool.round(|| {
                        while begun.iter().any(|begun| begun.load(Ordering::Relaxed) < round) {
                            thread::yield_now();
                        }
                    });
                    assert!(begun.iter().all(|begun| begun.load(Ordering::Relaxed) == round));
                }
            },
        );
    }

    #[test]
    #[should_panic(expected = "expected by a test")]
    fn a_panic_of_a_helper_reaches_the_caller() {
        let has_begun = AtomicBool::new(false);
        with_round_pool(
            1,
            |_| {
                has_begun.store(true, Ordering::Relaxed);
                panic!("expected by a test");
            },
            |pool| {
                pool.round(|| {
                    while !has_begun.load(Ordering::Relaxed) {
                        thread::yield_now();
                    }
                });
            },
        );
    }
}
