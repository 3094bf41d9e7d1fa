//! Work shared between threads, where there are threads.
//!
//! With the feature `parallel`, and not in wasm; everywhere else the same calls do all the work on the caller's
//! thread. Threads live no longer than a call, so a search that is not being pumped costs nothing. (A crew has no such
//! stand-in: there is nobody to lead.)

#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How many threads the machine can run at once; 1 where threads are not available.
pub fn available() -> usize {
    #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
    return std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    #[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
    1
}

/// Does `work` on all items, on up to `threads` threads, the caller's among them. Each thread takes the next item
/// when it is done with its last, so items may differ in size.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub fn for_each<T: Send>(threads: usize, items: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    if threads <= 1 {
        return items.for_each(work);
    }
    let items = std::sync::Mutex::new(items);
    let next = || items.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
    let take = || {
        while let Some(item) = next() {
            work(item);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(take);
        }
        take();
    });
}

/// Does `work` on all items, one after the other: there are no threads here.
#[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
pub fn for_each<T: Send>(_threads: usize, items: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    items.for_each(work);
}

/// Threads that stand by while a caller leads them through many short rounds of work, with work of its own between.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub struct Crew<'a> {
    helpers: Vec<&'a std::thread::Thread>,
    rounds: &'a Rounds,
}

/// Where caller and helpers meet.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
struct Rounds {
    /// How many were begun.
    begun: AtomicUsize,
    /// Helpers at work.
    busy: AtomicUsize,
    is_over: AtomicBool,
    /// Has a helper panicked?
    is_broken: AtomicBool,
    caller: std::thread::Thread,
}

/// How often a thread looks whether it may go on before it goes to sleep: about a tenth of a millisecond, as waking up
/// takes about as long.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
const PATIENCE: usize = 3_000;

/// Calls `lead` while `helpers` threads stand by, which do `help`, with their numbers from 0, once in each round.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub fn with_crew<R>(helpers: usize, help: impl Fn(usize) + Sync, lead: impl FnOnce(&Crew<'_>) -> R) -> R {
    let rounds = Rounds {
        begun: AtomicUsize::new(0),
        busy: AtomicUsize::new(0),
        is_over: AtomicBool::new(false),
        is_broken: AtomicBool::new(false),
        caller: std::thread::current(),
    };
    let (rounds, help) = (&rounds, &help);
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..helpers).map(|number| scope.spawn(move || rounds.follow(|| help(number)))).collect();
        let crew = Crew { helpers: handles.iter().map(std::thread::ScopedJoinHandle::thread).collect(), rounds };
        lead(&crew)
    })
}

#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
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

#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
impl Drop for Crew<'_> {
    /// Sends the helpers home, even if the caller panics.
    fn drop(&mut self) {
        self.rounds.is_over.store(true, Ordering::Relaxed);
        self.begin();
    }
}

#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
impl Rounds {
    /// What a helper does.
    fn follow(&self, help: impl Fn()) {
        /// Says that a helper is done, even if it panics.
        struct Done<'a>(&'a Rounds);
        impl Drop for Done<'_> {
            fn drop(&mut self) {
                self.0.is_broken.fetch_or(std::thread::panicking(), Ordering::Relaxed);
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
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
fn wait(is_so: impl Fn() -> bool) {
    for _ in 0..PATIENCE {
        if is_so() {
            return;
        }
        std::hint::spin_loop();
    }
    while !is_so() {
        std::thread::park();
    }
}
