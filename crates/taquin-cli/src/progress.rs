//! What a long search is doing, on standard error: only on a terminal, and only once it takes noticeably long.

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use std::{
    io::{self, IsTerminal},
    time::{Duration, Instant},
};
use taquin::{
    blocks::{Metric, Solver},
    search::{Phase, Search, Stats},
};

const PATIENCE: Duration = Duration::from_millis(500);

/// A line that comes after half a second and goes when this is dropped.
pub(crate) struct Progress {
    is_wanted: bool,
    began: Instant,
    line: Option<ProgressBar>,
}

impl Progress {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { is_wanted: !quiet && io::stderr().is_terminal(), began: Instant::now(), line: None }
    }

    /// Shows how a search stands.
    pub(crate) fn show(&mut self, stats: &Stats) {
        self.tell(|| message(stats));
    }

    /// Shows how anything stands.
    pub(crate) fn tell(&mut self, message: impl FnOnce() -> String) {
        if self.is_wanted && self.began.elapsed() >= PATIENCE {
            let line = self.line.get_or_insert_with(|| spinner(self.began.elapsed()));
            line.set_message(message());
            line.tick();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}

fn spinner(elapsed: Duration) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
    ProgressBar::new_spinner()
        .with_elapsed(elapsed)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

/// How a search for the fewest moves of tiles stands.
pub(crate) fn of_tiles<S: Search + ?Sized>(search: &S) -> String {
    message(search.stats())
}

/// How a search for the fewest moves of blocks stands, in this metric.
pub(crate) fn of_blocks(metric: Metric) -> impl Fn(&Solver) -> String {
    move |solver| {
        let Stats { lower_bound, stored, phase, .. } = solver.stats();
        let Phase::Searching { depth } = phase else { return message(solver.stats()) };
        let (positions, frontier) = (HumanCount(*stored), HumanCount(solver.frontier()));
        format!(
            "searching at depth {depth}: at least {lower_bound} {metric}, {positions} positions, a frontier of {frontier}"
        )
    }
}

fn message(stats: &Stats) -> String {
    let nodes = HumanCount(stats.generated);
    match stats.phase {
        Phase::Starting => "starting".to_owned(),
        Phase::Building { done, total: 0 } => format!("building tables: {}", HumanCount(done)),
        Phase::Building { done, total } => format!("building tables: {} %", u128::from(done) * 100 / u128::from(total)),
        Phase::Searching { depth } => {
            format!("searching at depth {depth}: at least {} moves, {nodes} nodes", stats.lower_bound)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::blocks::{Options, catalogue};

    #[test]
    fn a_search_of_blocks_tells_depth_positions_and_frontier() {
        let (_, puzzle) = catalogue::find("Royal Escape").unwrap();
        for metric in Metric::ALL {
            let mut solver = Solver::new(puzzle, &Options { metric, ..Options::default() }).unwrap();
            solver.run(10_000);
            let told = of_blocks(metric)(&solver);
            let Stats { lower_bound, stored, .. } = solver.stats();
            let parts = [
                format!("at least {lower_bound} {metric}, "),
                format!(" {} positions, ", HumanCount(*stored)),
                format!(" a frontier of {}", HumanCount(solver.frontier())),
            ];
            assert!(parts.iter().all(|part| told.contains(part)), "{told}");
            assert!((1..*stored).contains(&solver.frontier()), "{told}");
        }
    }
}
