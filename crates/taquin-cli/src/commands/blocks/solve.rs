//! `taquin blocks solve`: proven shortest solutions.

use super::{
    answer::{self, BlockAnswer, Found},
    metric, optimum,
    source::{Sourced, Sources},
};
use crate::{
    answer::Verdict,
    args::{self, Limits},
    interrupt,
    outcome::Outcome,
    output::{self, Output},
};
use anyhow::{Context, Result};
use clap::ValueHint;
use std::path::PathBuf;
use taquin::blocks::{DiskOptions, Metric, Optimum, Options, Puzzle};

/// Find a shortest solution, or prove that there is none
///
/// Every solution is replayed against the rules before it is printed.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    taquin blocks solve \"Royal Escape\" --steps\n  \
    taquin blocks solve 1A9BF0C --metric steps\n  \
    taquin blocks solve --start \"$(printf 'A.b\\n .')\" --goal \"$(printf '..A\\n .')\"\n  \
    taquin blocks solve IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM --json")]
pub(super) struct Args {
    #[command(flatten)]
    sources: Sources,

    /// The metric to minimise
    #[arg(long, short, value_name = "NAME", default_value = Metric::Moves.name(), value_parser = metric())]
    pub(super) metric: Metric,

    /// Draw the board after each move
    #[arg(long)]
    pub(super) steps: bool,

    #[command(flatten)]
    limits: Limits,

    /// Go on in this directory when the memory limit is reached; a search that was stopped is resumed there
    ///
    /// Layers are written as sorted files. They are removed when the search is done, and stay if it is stopped.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    disk: Option<PathBuf>,

    /// Stop at this much on disk [default: no limit]
    #[arg(long, value_name = "MIB", value_parser = args::mebibytes, requires = "disk")]
    disk_limit: Option<u64>,

    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// Print one JSON object per puzzle
    #[arg(long)]
    pub(super) json: bool,

    /// Print only the cost (or no-solution, limit or error), one line per puzzle, and show no progress
    #[arg(long, short, conflicts_with_all = ["json", "steps"])]
    pub(super) quiet: bool,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    let output = Output::new();
    let threads = args::threads(args.threads);
    let disk = args.disk.as_ref().map(|directory| DiskOptions {
        directory: directory.clone(),
        limit: args.disk_limit.map_or(u64::MAX, |mib| mib.saturating_mul(1 << 20)),
    });
    let options = Options { metric: args.metric, memory_limit: args.limits.memory(), threads, disk };
    let mut outcome = Outcome::Done;
    interrupt::end_with_reader();
    for source in args.sources.read() {
        let _listening = interrupt::listen();
        for sourced in source.puzzles() {
            let answer = answer(sourced, args, &options);
            print(&answer, args, &output)?;
            outcome = outcome.max(answer.outcome());
            if interrupt::pressed() {
                return Ok(outcome.max(Outcome::Partial));
            }
        }
    }
    Ok(outcome)
}

fn print(answer: &BlockAnswer, args: &Args, output: &Output) -> Result<()> {
    if let Some(error) = answer.found.verdict.error().filter(|_| !args.json) {
        output::eprint_error(error);
    }
    answer.print(args, &mut *output.writer())?;
    output.flush()?;
    Ok(())
}

fn answer(sourced: Sourced, args: &Args, options: &Options) -> BlockAnswer {
    let Sourced { name, puzzle } = sourced;
    let found = puzzle.and_then(|puzzle| {
        let found = answer::solve(&puzzle, options, args.limits.time_limit, args.quiet);
        Ok((found.with_context(|| name.clone())?, puzzle))
    });
    let (found, disk_error, puzzle) = match found {
        Ok(((found, disk_error), puzzle)) => (found, disk_error, Some(puzzle)),
        Err(error) => (Found::unsearched(Verdict::Error(error)), None, None),
    };
    if let Some(puzzle) = &puzzle {
        warn_of_listed(&name, puzzle, args.metric, &found);
    }
    BlockAnswer { name, metric: args.metric, puzzle, memory_limit: options.memory_limit, disk_error, found }
}

/// Says so if the optimum in the puzzle's header is not the one that was proven.
fn warn_of_listed(name: &str, puzzle: &Puzzle, metric: Metric, found: &Found) {
    let proven = match &found.verdict {
        Verdict::Solved(moves) if found.is_proven => Some(Optimum::Cost(metric.cost(moves))),
        Verdict::NoSolution(_) => Some(Optimum::Unsolvable),
        _ => None,
    };
    let text = |optimum: Optimum| match optimum {
        Optimum::Cost(cost) => cost.to_string(),
        Optimum::Unsolvable => "none".to_owned(),
    };
    if let (Some(proven), Some(listed)) = (proven, optimum(puzzle, metric))
        && proven != listed
    {
        eprintln!("warning: {name}: listed as {metric}: {}, but proven is {}", text(listed), text(proven));
    }
}
