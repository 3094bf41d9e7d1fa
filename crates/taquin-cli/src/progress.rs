//! What a long search is doing, on standard error: only on a terminal, and only once it takes noticeably long.

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use std::{
    io::{self, IsTerminal},
    time::{Duration, Instant},
};
use taquin::search::{Phase, Stats};

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

    /// Shows how the search stands.
    pub(crate) fn show(&mut self, stats: &Stats) {
        if self.is_wanted && self.began.elapsed() >= PATIENCE {
            let line = self.line.get_or_insert_with(|| spinner(self.began.elapsed()));
            line.set_message(message(stats));
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
