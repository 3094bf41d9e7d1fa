//! Many short rounds of work for the same threads.

use super::join;
use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread::{self, Thread},
};

/// Threads that stand by while a caller leads them through many short rounds of work, with work of its own between.
pub struct Crew<'a> {
    helpers: Vec<&'a Thread>,
    rounds: &'a Rounds,
}

/// Where caller and helpers meet.
struct Rounds {
    /// The round under way: its number, whether it is closed, and how many helpers are at work.
    ///
    /// why in one word: a helper joins a round only while it is open, so nobody waits for one that sleeps.
    state: AtomicU64,
    is_over: AtomicBool,
    /// Has a helper panicked?
    is_broken: AtomicBool,
    caller: Thread,
}

/// Helpers at work.
const BUSY: u64 = CLOSED - 1;
const CLOSED: u64 = 1 << 16;
/// What the number of a round is counted in.
const ROUND: u64 = CLOSED << 1;

/// How often a thread looks whether it may go on before it goes to sleep: about a tenth of a millisecond, as waking up
/// takes about as long.
const PATIENCE: usize = 3_000;

/// Calls `lead` while `helpers` threads (fewer than 65 536) stand by, which do `help`, with their numbers from 0, at most
/// once in each round: those that are not there before the caller's own work is done miss the round.
pub fn with_crew<R>(helpers: usize, help: impl Fn(usize) + Sync, lead: impl FnOnce(&Crew<'_>) -> R) -> R {
    let rounds = Rounds {
        state: AtomicU64::new(CLOSED),
        is_over: AtomicBool::new(false),
        is_broken: AtomicBool::new(false),
        caller: thread::current(),
    };
    let (rounds, help) = (&rounds, &help);
    thread::scope(|scope| {
        let handles: Vec<_> = (0..helpers).map(|number| scope.spawn(move || rounds.follow(|| help(number)))).collect();
        let crew = Crew { helpers: handles.iter().map(thread::ScopedJoinHandle::thread).collect(), rounds };
        let result = lead(&crew);
        drop(crew);
        join(handles);
        result
    })
}

impl Crew<'_> {
    /// One round: the helpers do their work, and the caller its own, after which no helper begins; returns when all are
    /// done.
    pub fn round(&self, own: impl FnOnce()) {
        let Rounds { state, is_broken, .. } = self.rounds;
        // Nobody is at work, so what is stored is the number of the next round alone.
        state.store((state.load(Ordering::Relaxed) & !CLOSED) + ROUND, Ordering::Release);
        self.wake();
        own();
        state.fetch_or(CLOSED, Ordering::Relaxed);
        // The panic of a helper goes on in the caller at the end.
        wait(|| state.load(Ordering::Acquire) & BUSY == 0 || is_broken.load(Ordering::Relaxed));
    }

    /// Has the helpers look up.
    fn wake(&self) {
        self.helpers.iter().for_each(|helper| helper.unpark());
    }
}

impl Drop for Crew<'_> {
    /// Sends the helpers home, even if the caller panics.
    fn drop(&mut self) {
        self.rounds.is_over.store(true, Ordering::Relaxed);
        self.wake();
    }
}

impl Rounds {
    /// What a helper does.
    fn follow(&self, help: impl Fn()) {
        /// Says that a helper is done, even if it panics.
        struct Done<'a>(&'a Rounds);
        impl Drop for Done<'_> {
            fn drop(&mut self) {
                self.0.is_broken.fetch_or(thread::panicking(), Ordering::Relaxed);
                let before = self.0.state.fetch_sub(1, Ordering::Release);
                if before & (CLOSED | BUSY) == CLOSED + 1 {
                    self.0.caller.unpark();
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
                help();
            }
        }
    }

    /// The state of the round under way if it is open and not the one that a helper joined last.
    fn may_join(&self, joined: u64) -> Option<u64> {
        let state = self.state.load(Ordering::Relaxed);
        (state & CLOSED == 0 && state / ROUND != joined).then_some(state)
    }
}

/// Waits until something is so; whoever makes it so wakes this thread.
fn wait(is_so: impl Fn() -> bool) {
    for _ in 0..PATIENCE {
        if is_so() {
            return;
        }
        std::hint::spin_loop();
    }
    while !is_so() {
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
        with_crew(
            3,
            |_| take(),
            |crew| {
                for round in 1..=200 {
                    next.store(0, Ordering::Relaxed);
                    crew.round(take);
                    assert_eq!(done.load(Ordering::Relaxed), round * ITEMS);
                    if round % 50 == 0 {
                        // Long enough for the helpers to fall asleep.
                        thread::sleep(Duration::from_millis(5));
                    }
                }
            },
        );
    }

    /// Helpers do come: the caller waits in its own work until all have begun, and each has begun once.
    #[test]
    fn every_helper_joins_a_round_once() {
        let begun = [const { AtomicUsize::new(0) }; 3];
        with_crew(
            begun.len(),
            |number| {
                begun[number].fetch_add(1, Ordering::Relaxed);
            },
            |crew| {
                for round in 1..=20 {
                    crew.round(|| {
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
        with_crew(
            1,
            |_| {
                has_begun.store(true, Ordering::Relaxed);
                panic!("expected by a test");
            },
            |crew| {
                crew.round(|| {
                    while !has_begun.load(Ordering::Relaxed) {
                        thread::yield_now();
                    }
                });
            },
        );
    }
}
