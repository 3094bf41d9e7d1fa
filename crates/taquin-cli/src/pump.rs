//! The loop that drives every search: time limit, Ctrl-C and progress live here, once.

use crate::{interrupt, progress::Progress};
use std::time::{Duration, Instant};
use taquin::search::{Search, Status};

/// Why a search ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum End {
    /// By itself; never [`Status::Paused`].
    Finished(Status),
    /// The time was up.
    TimeUp,
    /// Ctrl-C.
    Interrupted,
}

/// How long one slice should take: short enough to stop at once, long enough to cost nothing.
pub(crate) const SLICE: Duration = Duration::from_millis(20);
pub(crate) const FIRST_BUDGET: u64 = 10_000;

/// Runs a search until it ends, its time is up, or Ctrl-C, and unless it should be quiet tells how it stands.
pub(crate) fn pump<S: Search + ?Sized>(
    search: &mut S,
    time_limit: Option<Duration>,
    quiet: bool,
    message: impl Fn(&S) -> String,
) -> End {
    let _listening = interrupt::listen();
    let began = Instant::now();
    let mut progress = Progress::new(quiet);
    let mut budget = FIRST_BUDGET;
    loop {
        let slice = Instant::now();
        match search.run(budget) {
            Status::Paused => {}
            status => return End::Finished(status),
        }
        if interrupt::pressed() {
            return End::Interrupted;
        }
        let left = time_limit.map_or(SLICE, |limit| limit.saturating_sub(began.elapsed()));
        if left.is_zero() {
            return End::TimeUp;
        }
        progress.tell(|| message(search));
        budget = adapted(budget, slice.elapsed(), left.min(SLICE));
    }
}

/// The budget for the next slice, after one of `budget` that took `took`.
pub(crate) fn adapted(budget: u64, took: Duration, wanted: Duration) -> u64 {
    let ratio = wanted.as_secs_f64() / took.as_secs_f64().max(1e-6);
    // why: one slice may be unusually slow or fast (a table grew, another program ran), so trust it only so far.
    let next = budget as f64 * ratio.clamp(0.1, 4.0);
    (next as u64).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search whose nodes take a fixed time ends up with slices of the wanted length, whatever it began with.
    #[test]
    fn budgets_settle_at_the_wanted_time() {
        for nanoseconds_per_node in [10, 1_000, 100_000_000] {
            let mut budget = FIRST_BUDGET;
            for _ in 0..20 {
                budget = adapted(budget, Duration::from_nanos(budget * nanoseconds_per_node), SLICE);
            }
            let wanted = (SLICE.as_nanos() as u64 / nanoseconds_per_node).max(1);
            assert!(budget.abs_diff(wanted) <= wanted / 10, "{budget} for {wanted}");
        }
    }
}
