//! Limits of time and memory, for every algorithm, metric and shape, on an empty cache and on one with large tables.

use super::{Bench, Table, measured, measured::Measured};
use anyhow::Result;
use taquin::{
    blocks,
    tiles::{Algorithm, HeuristicName, Metric},
};

/// Seconds and MiB.
const LIMITS: [(f64, u64); 3] = [(0.0, 1), (0.3, 16), (1.2, 256)];
const MORE_SECONDS: f64 = 0.1;
const MORE_MIB: f64 = 32.0;
/// The machine may be busy with something else, so a run that took too long is measured again so often.
const ROUNDS: usize = 3;

const SHAPES: [&str; 8] = ["3x3", "2x8", "8x2", "3x5", "4x4", "5x5", "6x6", "40x40"];
/// Those in which algorithms that take heuristics are measured with each of them.
const GUIDED_SHAPES: [&str; 4] = ["2x8", "4x4", "5x5", "6x6"];
const PUZZLES: [&str; 3] = ["Royal Escape", "From Right to Left", "Impassable"];

pub(super) fn measure(bench: &Bench, table: &mut Table) -> Result<()> {
    for algorithm in Algorithm::ALL {
        for &metric in algorithm.metrics() {
            let mut worst = Worst::default();
            let heuristics =
                if algorithm.takes_heuristic() { &HeuristicName::ALL[..] } else { &[HeuristicName::default()] };
            for heuristic in heuristics {
                let shapes = if algorithm.takes_heuristic() { &GUIDED_SHAPES[..] } else { &SHAPES };
                for shape in shapes {
                    let board = bench.output(&["scramble", "--size", shape, "--seed", "1", "-q"])?;
                    let names = [algorithm.name(), metric.name(), heuristic.name(), board.trim()];
                    worst.add(&format!("{shape} {}", heuristic.name()), |limits| solve(bench, names, limits, true))?;
                }
            }
            worst.tell(table, &format!("{algorithm}, {metric}, empty cache"));
        }
    }
    bench.empty_cache()?;
    bench.output(&["db", "build", "--size", "4x4", "--level", "large"])?;
    for (algorithm, heuristic) in [("optimal", "pattern-db"), ("astar", "pattern-db"), ("auto", "manhattan")] {
        let board = bench.output(&["scramble", "--size", "4x4", "--seed", "1", "-q"])?;
        let mut worst = Worst::default();
        let names = [algorithm, Metric::default().name(), heuristic, board.trim()];
        worst.add("4x4", |limits| solve(bench, names, limits, false))?;
        worst.tell(table, &format!("{algorithm}, {heuristic}, large tables on disk"));
    }
    bench.empty_cache()?;
    for metric in blocks::Metric::ALL {
        let mut worst = Worst::default();
        for puzzle in PUZZLES {
            worst.add(puzzle, |(seconds, mib)| {
                let (seconds, mib) = (seconds.to_string(), mib.to_string());
                let limits = ["--time-limit", &seconds, "--memory-limit", &mib, "--metric", metric.name()];
                measured::run(&mut bench.command(&[&["blocks", "solve", "-q", puzzle], &limits[..]].concat()))
            })?;
        }
        worst.tell(table, &format!("blocks, {metric}"));
    }
    Ok(())
}

fn solve(
    bench: &Bench,
    [algorithm, metric, heuristic, board]: [&str; 4],
    (seconds, mib): (f64, u64),
    is_empty: bool,
) -> Result<Measured> {
    if is_empty {
        bench.empty_cache()?;
    }
    let board = bench.file("board", board)?;
    let (seconds, mib) = (seconds.to_string(), mib.to_string());
    let search = ["solve", "-q", "--force", "-a", algorithm, "--metric", metric, "--heuristic", heuristic, &board];
    let limits = ["--time-limit", &seconds, "--memory-limit", &mib];
    measured::run(&mut bench.command(&[&search[..], &limits].concat()))
}

/// The worst of some runs.
#[derive(Default)]
struct Worst {
    runs: usize,
    disorderly: Vec<String>,
    /// Seconds and MiB beyond the limits, and where.
    seconds: (f64, String),
    mib: (f64, String),
}

impl Worst {
    /// Measures something under each of the limits.
    fn add(&mut self, what: &str, run: impl Fn((f64, u64)) -> Result<Measured>) -> Result<()> {
        for limits in LIMITS {
            let mut best: Option<Measured> = None;
            for _ in 0..ROUNDS {
                let found = run(limits)?;
                let better = best.is_none_or(|best| found.seconds < best.seconds);
                best = if better { Some(found) } else { best };
                if found.seconds <= limits.0 + MORE_SECONDS {
                    break;
                }
            }
            let Some(found) = best else { continue };
            self.runs += 1;
            let told = format!("{what} {} s {} MiB", limits.0, limits.1);
            if !found.is_orderly() {
                self.disorderly.push(format!("{told}: {}", found.status));
            }
            let (seconds, mib) = (found.seconds - limits.0, found.peak_mib - limits.1 as f64);
            if seconds > self.seconds.0 {
                self.seconds = (seconds, told.clone());
            }
            if mib > self.mib.0 {
                self.mib = (mib, told);
            }
        }
        Ok(())
    }

    fn tell(&self, table: &mut Table, what: &str) {
        let Self { runs, disorderly, seconds, mib } = self;
        let found = format!(
            "at most +{:.3} s ({}), +{:.1} MiB ({}){}",
            seconds.0,
            seconds.1,
            mib.0,
            mib.1,
            if disorderly.is_empty() { String::new() } else { format!(", {disorderly:?}") }
        );
        let is_met = seconds.0 <= MORE_SECONDS && mib.0 <= MORE_MIB && disorderly.is_empty();
        table.row(&format!("{what}, {runs} runs"), &found, &format!("+{MORE_SECONDS} s, +{MORE_MIB} MiB"), is_met);
    }
}
