//! The progress line of a long search, on standard error: only on a terminal, and only after half a second.

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use std::{
    io::{self, IsTerminal},
    time::{Duration, Instant},
};
use taquin::{
    blocks::{Metric, Solver},
    search::{Phase, Search, Stats},
};

/// A shorter search shows no progress.
const DELAY: Duration = Duration::from_millis(500);

/// A line that appears after half a second and disappears when this is dropped.
pub(crate) struct Progress {
    is_enabled: bool,
    began: Instant,
    line: Option<ProgressBar>,
}

impl Progress {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { is_enabled: !quiet && io::stderr().is_terminal(), began: Instant::now(), line: None }
    }

    /// Shows the progress of a search.
    pub(crate) fn show(&mut self, stats: &Stats) {
        self.update(|| message(stats));
    }

    /// Shows a message.
    pub(crate) fn update(&mut self, message: impl FnOnce() -> String) {
        if self.is_enabled && self.began.elapsed() >= DELAY {
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

/// The progress of a search on tiles.
pub(crate) fn describe_tiles<S: Search + ?Sized>(search: &S) -> String {
    message(search.stats())
}

/// The progress of a search on blocks, in this metric.
pub(crate) fn describe_blocks(metric: Metric) -> impl Fn(&Solver) -> String {
    move |solver| {
        let Stats { lower_bound, stored, phase, .. } = solver.stats();
        let Phase::Searching { depth } = phase else { return message(solver.stats()) };
        let (positions, frontier) = (HumanCount(*stored), HumanCount(solver.frontier()));
        let disk = solver.disk().map_or_else(String::new, |disk| {
            let (done, mib) = (disk.expanded * 100 / disk.layer.max(1), disk.bytes >> 20);
            format!(", {done} % of the layer, {mib} MiB on disk")
        });
        let best = solver.solution().map_or_else(String::new, |moves| format!(", {} found", metric.cost(moves)));
        format!(
            "searching at depth {depth}: at least {lower_bound} {metric}{best}, {positions} positions, a frontier of \
             {frontier}{disk}"
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
            let predicted = stats.predicted.map(|all| format!(" of about {}", HumanCount(all))).unwrap_or_default();
            format!("searching at depth {depth}: at least {} moves, {nodes}{predicted} nodes", stats.lower_bound)
        }
        _ => format!("{nodes} nodes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::blocks::{Options, catalogue};

    #[test]
    fn progress_on_blocks_has_depth_positions_and_frontier() {
        let (_, puzzle) = catalogue::find("Royal Escape").unwrap();
        for metric in Metric::ALL {
            let mut solver = Solver::new(puzzle, &Options { metric, ..Options::default() }).unwrap();
            solver.run(10_000);
            let text = describe_blocks(metric)(&solver);
            let Stats { lower_bound, stored, .. } = solver.stats();
            let parts = [
                format!("at least {lower_bound} {metric}, "),
                format!(" {} positions, ", HumanCount(*stored)),
                format!(" a frontier of {}", HumanCount(solver.frontier())),
            ];
            assert!(parts.iter().all(|part| text.contains(part)), "{text}");
            assert!((1..*stored).contains(&solver.frontier()), "{text}");
        }
    }
}
