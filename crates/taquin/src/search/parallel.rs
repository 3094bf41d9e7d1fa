//! Work shared between threads, where there are threads.
//!
//! With the feature `parallel`, and not in wasm; everywhere else the same calls do all the work on the caller's
//! thread. Threads live no longer than a call, so a search that is not being pumped costs nothing. (A crew has no such
//! stand-in: there is nobody to lead.)

#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
mod crew;

#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub use crew::{Crew, with_crew};

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
        let helpers = (1..threads).map(|_| scope.spawn(take)).collect();
        take();
        join(helpers);
    });
}

/// Waits for threads to end; the panic of one goes on here.
///
/// why not leave it to the scope: a handle that is dropped detaches its thread, and with glibc 2.36 that was seen to crash, in
/// `pthread_detach`, while many threads were just ending.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
fn join(helpers: Vec<std::thread::ScopedJoinHandle<'_, ()>>) {
    for helper in helpers {
        helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    }
}

/// Does `work` on all items, one after the other: there are no threads here.
#[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
pub fn for_each<T: Send>(_threads: usize, items: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    items.for_each(work);
}
