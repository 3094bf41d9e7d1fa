//! Work shared between threads.
//!
//! Threads need the feature `parallel` and a platform other than wasm; everywhere else [`for_each`] does all the work on
//! the caller's thread. Threads live no longer than a call, so a search that is not being pumped costs nothing.

#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
mod round_pool;

#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub(crate) use round_pool::with_round_pool;

/// Number of threads that the machine can run at once; 1 where threads are not available.
pub fn available() -> usize {
    #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
    return std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    #[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
    1
}

/// Calls `work` for all items on up to `threads` threads, the caller's among them. Each thread takes the next item when it
/// is done with its last one, so items may differ in size.
///
/// # Panics
/// If `work` panics on any thread.
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
        // why: where the system grants fewer threads, those that there are do all the work.
        let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, take).ok();
        let workers = (1..threads).map_while(spawn).collect();
        take();
        join(workers);
    });
}

/// Waits for threads to end, and resumes the panic of one that panicked.
///
/// why not leave it to the scope: a handle that is dropped detaches its thread, and with glibc 2.36 that was seen to crash
/// in `pthread_detach` while many threads were ending.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
fn join(workers: Vec<std::thread::ScopedJoinHandle<'_, ()>>) {
    for worker in workers {
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    }
}

/// Calls `work` for all items, one after the other: there are no threads here.
#[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
pub fn for_each<T: Send>(_threads: usize, items: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    items.for_each(work);
}
