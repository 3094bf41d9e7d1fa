//! The loop that drives everything that works in slices: searches, generators, table builds.
//!
//! The engine has no clock and no callbacks; time limits, Ctrl-C and progress live here.

use crate::{interrupt, progress::Progress};
use std::time::{Duration, Instant};
use taquin::search::{Phase, Search, Status};

/// Why the loop ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum End<T = Status> {
    /// The work is finished. The status of a search is never [`Status::Paused`].
    Finished(T),
    /// The time limit was reached.
    TimeLimit,
    /// The caller stopped it, as on Ctrl-C.
    Stopped,
}

/// How the loop slices its work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pump {
    pub(crate) time_limit: Option<Duration>,
    /// Nodes of the first slice; later ones adapt to [`Self::slice`].
    pub(crate) first_budget: u64,
    /// How long a slice should take.
    pub(crate) slice: Duration,
}

impl Default for Pump {
    /// No time limit, and slices that are short enough to stop at once and long enough to cost nothing.
    fn default() -> Self {
        Self { time_limit: None, first_budget: 10_000, slice: Duration::from_millis(20) }
    }
}

impl Pump {
    /// Runs `step` on the work, with a budget of nodes, until it returns something or the work is stopped.
    ///
    /// - `is_stopped`: asked after each slice; may also report progress.
    pub(crate) fn run<W: ?Sized, T>(
        self,
        work: &mut W,
        mut step: impl FnMut(&mut W, u64) -> Option<T>,
        mut is_stopped: impl FnMut(&mut W) -> bool,
    ) -> End<T> {
        let began = Instant::now();
        let mut budget = self.first_budget;
        loop {
            let slice_began = Instant::now();
            if let Some(result) = step(work, budget) {
                return End::Finished(result);
            }
            if is_stopped(work) {
                return End::Stopped;
            }
            let left = self.time_limit.map_or(self.slice, |limit| limit.saturating_sub(began.elapsed()));
            if left.is_zero() {
                return End::TimeLimit;
            }
            budget = adapted(budget, slice_began.elapsed(), left.min(self.slice));
        }
    }

    /// Runs a search until it ends or is stopped.
    pub(crate) fn search<S: Search + ?Sized>(self, search: &mut S, mut is_stopped: impl FnMut(&mut S) -> bool) -> End {
        let began = Instant::now();
        // why each phase anew: reading tables takes no time for any budget, and building them a time that changes with
        // every layer, so a budget that grew meanwhile would keep the search after it from being stopped for hours.
        loop {
            let was_searching = is_searching(search);
            let step = |search: &mut S, budget: u64| {
                let budget = if was_searching { budget } else { budget.min(MAX_UNEVEN_BUDGET) };
                match finished(search.run(budget)) {
                    None => (is_searching(search) != was_searching).then_some(None),
                    ended => Some(ended),
                }
            };
            let time_limit = self.time_limit.map(|limit| limit.saturating_sub(began.elapsed()));
            match (Self { time_limit, ..self }).run(search, step, &mut is_stopped) {
                End::Finished(Some(status)) => return End::Finished(status),
                End::Finished(None) if is_stopped(search) => return End::Stopped,
                End::Finished(None) => {}
                End::TimeLimit => return End::TimeLimit,
                End::Stopped => return End::Stopped,
            }
        }
    }
}

/// The largest slice of work whose pace changes without notice, in nodes: some hundredths of a second.
pub(crate) const MAX_UNEVEN_BUDGET: u64 = 1 << 18;

fn is_searching<S: Search + ?Sized>(search: &S) -> bool {
    matches!(search.stats().phase, Phase::Searching { .. })
}

/// A status other than [`Status::Paused`].
pub(crate) fn finished(status: Status) -> Option<Status> {
    (status != Status::Paused).then_some(status)
}

/// How long a search may take.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TimeLimit {
    /// What the user asked for, if anything: the end in any case.
    Strict(Option<Duration>),
    /// What an algorithm takes by itself: the end of a search that has a solution.
    WithSolution(Duration),
}

/// Runs a search until it ends, the time limit, or Ctrl-C, and shows its progress unless `quiet`.
pub(crate) fn pump<S: Search + ?Sized>(
    search: &mut S,
    limit: TimeLimit,
    quiet: bool,
    message: impl Fn(&S) -> String,
) -> End {
    let _listening = interrupt::listen();
    let mut progress = Progress::new(quiet);
    let (time_limit, enough) = match limit {
        TimeLimit::Strict(limit) => (limit, None),
        TimeLimit::WithSolution(limit) => (None, Some(limit)),
    };
    let (began, mut is_enough) = (Instant::now(), false);
    let end = Pump { time_limit, ..Pump::default() }.search(search, |search| {
        progress.update(|| message(search));
        is_enough = enough.is_some_and(|enough| began.elapsed() >= enough) && search.solution().is_some();
        is_enough || interrupt::stops_search()
    });
    if is_enough { End::TimeLimit } else { end }
}

/// The budget for the next slice, after one of `budget` that took `took`.
fn adapted(budget: u64, took: Duration, wanted: Duration) -> u64 {
    let ratio = wanted.as_secs_f64() / took.as_secs_f64().max(1e-6);
    // why: one slice may be unusually slow or fast (a table grew, another program ran), so trust it only so far.
    let next = budget as f64 * ratio.clamp(0.1, 4.0);
    (next as u64).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::search::Stats;

    /// A search whose nodes take a fixed time ends up with slices of the wanted length, whatever it began with.
    #[test]
    fn budgets_settle_at_the_wanted_time() {
        let Pump { first_budget, slice, .. } = Pump::default();
        for nanoseconds_per_node in [10, 1_000, 100_000_000] {
            let mut budget = first_budget;
            for _ in 0..20 {
                budget = adapted(budget, Duration::from_nanos(budget * nanoseconds_per_node), slice);
            }
            let wanted = (slice.as_nanos() as u64 / nanoseconds_per_node).max(1);
            assert!(budget.abs_diff(wanted) <= wanted / 10, "{budget} for {wanted}");
        }
    }

    /// A search that reads tables in no time, and then takes a microsecond for each node.
    struct AfterTables {
        tables: u32,
        stats: Stats,
        longest: Duration,
    }

    impl Search for AfterTables {
        type Move = ();

        fn run(&mut self, budget: u64) -> Status {
            if self.tables > 0 {
                self.tables -= 1;
                return Status::Paused;
            }
            self.stats.phase = Phase::Searching { depth: 1 };
            let slice = Duration::from_micros(budget.min(10_000_000));
            self.longest = self.longest.max(slice);
            std::thread::sleep(slice);
            Status::Paused
        }

        fn stats(&self) -> &Stats {
            &self.stats
        }

        fn solution(&self) -> Option<&[()]> {
            None
        }
    }

    /// Ctrl-C waited for hours where tables had been read from files, each of which let the budget grow.
    #[test]
    fn reading_tables_does_not_lengthen_the_slices_of_the_search() {
        let stats = Stats { phase: Phase::Building { done: 0, total: 0 }, ..Stats::default() };
        let mut search = AfterTables { tables: 40, stats, longest: Duration::ZERO };
        let end =
            Pump { time_limit: Some(Duration::from_millis(300)), ..Pump::default() }.search(&mut search, |_| false);
        assert_eq!(end, End::TimeLimit);
        assert!(search.longest < Duration::from_millis(500), "{:?}", search.longest);
    }

    #[test]
    fn work_ends_by_itself_by_the_caller_or_by_the_time_limit() {
        let count = |work: &mut u64, budget: u64| {
            *work += budget;
            (*work >= 100_000).then_some(*work)
        };
        let pump = Pump { first_budget: 1, ..Pump::default() };
        assert!(matches!(pump.run(&mut 0, count, |_| false), End::Finished(100_000..)));
        assert_eq!(pump.run(&mut 0, count, |work| *work >= 1), End::Stopped);
        let at_once = Pump { time_limit: Some(Duration::ZERO), ..pump };
        assert_eq!(at_once.run(&mut 0, count, |_| false), End::TimeLimit);
    }
}
