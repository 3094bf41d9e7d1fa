//! `taquin bench blocks`: every puzzle of the catalogue, its optimum proven again, with time and memory.

use super::record::RecordArgs;
use crate::{
    commands::blocks::{metric, optimum},
    interrupt,
    outcome::Outcome,
    output::Output,
    pump::{End, Pump},
};
use anyhow::{Result, bail};
use serde::Serialize;
use std::{io::Write, time::Instant};
use taquin::{
    blocks::{Metric, Optimum, Options, Puzzle, Solver, catalogue},
    search::{Search, Status},
};

/// Solve every sliding-block puzzle of the catalogue and check its optimum
///
/// Prints time, positions, bytes for each position and peak memory; the time is the least of the rounds. Ends with exit
/// code 1 if any optimum is not the one listed. Ctrl-C ends it with what is measured so far.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Only puzzles whose pack or name contains this
    #[arg(value_name = "NAME")]
    filter: Option<String>,

    /// Only this metric [default: all three]
    #[arg(long, short, value_name = "NAME", value_parser = metric())]
    metric: Option<Metric>,

    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// How often to solve each puzzle; the shortest time counts
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    record: RecordArgs,
}

/// One line of the table.
#[derive(Serialize)]
struct Row<'a> {
    pack: &'a str,
    name: &'a str,
    metric: &'static str,
    /// `None` where there is no solution.
    cost: Option<u32>,
    /// Is it what the catalogue lists?
    as_listed: bool,
    seconds: f64,
    states: u64,
    generated: u64,
    peak_bytes: u64,
    bytes_per_state: f64,
    states_per_second: f64,
}

/// Long slices, so that pausing the search costs nothing measurable.
const FIRST_BUDGET: u64 = 200_000;

pub(super) fn run(args: &Args, output: &Output) -> Result<Outcome> {
    let chosen = chosen(args.filter.as_deref().unwrap_or_default())?;
    let _listening = interrupt::listen();
    let metrics = args.metric.map_or(Metric::ALL.to_vec(), |metric| vec![metric]);
    if !args.json {
        writeln!(
            output.writer(),
            "{:>4} {:6} {:>10} {:>10} {:>7} {:>6} {:>9}  name",
            "cost",
            "metric",
            "ms",
            "states",
            "Mst/s",
            "B/st",
            "peak KiB"
        )?;
    }
    let columns = ["pack", "puzzle", "metric", "cost", "positions", "generated", "peak bytes", "ms", "positions/s"];
    let mut table = args.record.table(&columns);
    let mut outcome = Outcome::Done;
    for (pack, puzzle) in chosen {
        for &metric in &metrics {
            if let Some(row) = measure(pack, puzzle, metric, args)? {
                outcome = if row.as_listed { outcome } else { Outcome::Partial };
                print(&row, args.json, output)?;
                let cost = row.cost.map_or_else(|| "none".to_owned(), |cost| cost.to_string());
                let times = [format!("{:.3}", row.seconds * 1e3), format!("{:.0}", row.states_per_second)];
                let Row { pack, name, metric, states, generated, peak_bytes, .. } = &row;
                table.push(&[pack, name, metric, &cost, states, generated, peak_bytes, &times[0], &times[1]]);
            }
            if interrupt::pressed() {
                table.save()?;
                return Ok(Outcome::Partial);
            }
        }
    }
    table.save()?;
    Ok(outcome)
}

/// The puzzles whose pack or name contains this, each with its pack's name.
fn chosen(filter: &str) -> Result<Vec<(&'static str, &'static Puzzle)>> {
    let wanted = filter.to_lowercase();
    let all = catalogue::packs().iter().flat_map(|pack| pack.puzzles.iter().map(|puzzle| (pack.name, puzzle)));
    let is_wanted =
        |&(pack, puzzle): &(&str, &Puzzle)| format!("{pack}/{}", name(puzzle)).to_lowercase().contains(&wanted);
    let chosen: Vec<_> = all.filter(is_wanted).collect();
    if chosen.is_empty() {
        let packs: Vec<&str> = catalogue::packs().iter().map(|pack| pack.name).collect();
        bail!(
            "no puzzle has {filter:?} in its pack or name; there are the packs {}, and `taquin blocks list` lists all \
             names",
            packs.join(", ")
        );
    }
    Ok(chosen)
}

fn name(puzzle: &Puzzle) -> &str {
    puzzle.info().name.as_deref().unwrap_or_default()
}

/// The best of all rounds, or of those before Ctrl-C, if there were any.
fn measure<'a>(pack: &'a str, puzzle: &'a Puzzle, metric: Metric, args: &Args) -> Result<Option<Row<'a>>> {
    let options = Options { metric, memory_limit: 16 << 30, threads: args.threads.into(), ..Options::default() };
    let mut best: Option<Row> = None;
    for _ in 0..args.rounds {
        let began = Instant::now();
        let mut solver = Solver::new(puzzle, &options)?;
        let pump = Pump { first_budget: FIRST_BUDGET, ..Pump::default() };
        let End::Finished(status) = pump.search(&mut solver, |_| interrupt::pressed()) else { break };
        let seconds = began.elapsed().as_secs_f64();
        let cost = solver.checked_solution()?.map(|moves| metric.cost(moves));
        let found = match (status, cost) {
            (Status::Solved, Some(cost)) => Some(Optimum::Cost(cost)),
            (Status::Exhausted, None) => Some(Optimum::Unsolvable),
            _ => None,
        };
        let stats = solver.stats();
        if best.as_ref().is_none_or(|best| seconds < best.seconds) {
            best = Some(Row {
                pack,
                name: name(puzzle),
                metric: metric.name(),
                cost,
                as_listed: found.is_some() && found == optimum(puzzle, metric),
                seconds,
                states: stats.stored,
                generated: stats.generated,
                peak_bytes: stats.peak_bytes,
                bytes_per_state: stats.peak_bytes as f64 / stats.stored as f64,
                states_per_second: stats.stored as f64 / seconds,
            });
        }
    }
    Ok(best)
}

fn print(row: &Row, json: bool, output: &Output) -> Result<()> {
    let mut out = output.writer();
    if json {
        serde_json::to_writer(&mut *out, row)?;
        writeln!(out)?;
    } else {
        let cost = row.cost.map_or_else(|| "none".to_owned(), |cost| cost.to_string());
        let note = if row.as_listed { "" } else { "  (NOT AS LISTED)" };
        writeln!(
            out,
            "{cost:>4} {:6} {:>10.3} {:>10} {:>7.2} {:>6.1} {:>9}  {}/{}{note}",
            row.metric,
            row.seconds * 1e3,
            row.states,
            row.states_per_second / 1e6,
            row.bytes_per_state,
            row.peak_bytes / 1024,
            row.pack,
            row.name,
        )?;
    }
    out.flush()?;
    Ok(())
}
