//! Many short rounds of work for the same threads.

use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread::{self, Thread},
};

/// Threads that stand by while a caller leads them through many short rounds of work, with work of its own between.
pub struct Crew<'a> {
    helpers: Vec<&'a Thread>,
    rounds: &'a Rounds,
}

/// Where caller and helpers meet.
struct Rounds {
    /// How many were begun.
    begun: AtomicUsize,
    /// Helpers at work.
    busy: AtomicUsize,
    is_over: AtomicBool,
    /// Has a helper panicked?
    is_broken: AtomicBool,
    caller: Thread,
}

/// How often a thread looks whether it may go on before it goes to sleep: about a tenth of a millisecond, as waking up
/// takes about as long.
const PATIENCE: usize = 3_000;

/// Calls `lead` while `helpers` threads stand by, which do `help`, with their numbers from 0, once in each round.
pub fn with_crew<R>(helpers: usize, help: impl Fn(usize) + Sync, lead: impl FnOnce(&Crew<'_>) -> R) -> R {
    let rounds = Rounds {
        begun: AtomicUsize::new(0),
        busy: AtomicUsize::new(0),
        is_over: AtomicBool::new(false),
        is_broken: AtomicBool::new(false),
        caller: thread::current(),
    };
    let (rounds, help) = (&rounds, &help);
    thread::scope(|scope| {
        let handles: Vec<_> = (0..helpers).map(|number| scope.spawn(move || rounds.follow(|| help(number)))).collect();
        let crew = Crew { helpers: handles.iter().map(thread::ScopedJoinHandle::thread).collect(), rounds };
        lead(&crew)
    })
}

impl Crew<'_> {
    /// One round: the helpers do their work, and the caller its own; returns when all are done.
    pub fn round(&self, own: impl FnOnce()) {
        self.rounds.busy.store(self.helpers.len(), Ordering::Relaxed);
        self.begin();
        own();
        let Rounds { busy, is_broken, .. } = self.rounds;
        // The panic of a helper goes on in the caller at the end.
        wait(|| busy.load(Ordering::Acquire) == 0 || is_broken.load(Ordering::Relaxed));
    }

    /// Has the helpers look up.
    fn begin(&self) {
        self.rounds.begun.fetch_add(1, Ordering::Release);
        self.helpers.iter().for_each(|helper| helper.unpark());
    }
}

impl Drop for Crew<'_> {
    /// Sends the helpers home, even if the caller panics.
    fn drop(&mut self) {
        self.rounds.is_over.store(true, Ordering::Relaxed);
        self.begin();
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
                self.0.busy.fetch_sub(1, Ordering::Release);
                self.0.caller.unpark();
            }
        }
        for round in 1.. {
            wait(|| self.begun.load(Ordering::Acquire) >= round);
            if self.is_over.load(Ordering::Relaxed) {
                return;
            }
            let _done = Done(self);
            help();
        }
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
