//! `taquin blocks solve`: shortest solutions, proven where that is within reach.

use super::{
    answer::{self, BlockAnswer, Found},
    listing::{self, ListingArgs},
    metric, optimum,
    source::{Sourced, Sources},
};
use crate::{
    answer::Verdict,
    args::{self, Limits},
    interrupt,
    outcome::Outcome,
    output::Output,
};
use anyhow::{Context, Result};
use clap::{
    ValueHint,
    builder::{PossibleValuesParser, TypedValueParser},
};
use std::path::PathBuf;
use taquin::blocks::{Algorithm, DiskOptions, Metric, Optimum, Options, Puzzle};

/// Find a shortest solution, or prove that there is none
///
/// Where the proof is out of reach, the best solution found is printed with a proven lower bound.
/// Every solution is replayed against the rules before it is printed.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    taquin blocks solve \"Royal Escape\" --steps\n  \
    taquin blocks solve 1A9BF0C --metric steps\n  \
    taquin blocks solve Klotski --count-solutions\n  \
    taquin blocks solve --start \"$(printf 'A.b\\n .')\" --goal \"$(printf '..A\\n .')\"\n  \
    taquin blocks solve IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM --json")]
pub(super) struct Args {
    #[command(flatten)]
    sources: Sources,

    /// The metric to minimise
    #[arg(long, short, value_name = "NAME", default_value = Metric::Moves.name(), value_parser = metric())]
    pub(super) metric: Metric,

    /// How to search
    ///
    /// `optimal` finds a shortest solution and proves it. `auto` does too, but if that takes longer than a second it also looks
    /// for some solution, which is printed with a proven lower bound if a limit is reached before the proof. `anytime`
    /// looks for better and better solutions from the beginning, and takes 10 seconds unless there is a time limit or a
    /// proof before.
    #[arg(long, value_name = "NAME", default_value = Algorithm::Auto.name(), value_parser = algorithm())]
    pub(super) algorithm: Algorithm,

    /// Draw the board after each move
    #[arg(long)]
    pub(super) steps: bool,

    #[command(flatten)]
    pub(super) listing: ListingArgs,

    #[command(flatten)]
    pub(super) limits: Limits,

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
    ///
    /// The word limit follows a cost that is not proven to be the least.
    #[arg(long, short, conflicts_with_all = ["json", "steps"])]
    pub(super) quiet: bool,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    args.listing.check()?;
    let output = Output::new();
    let threads = args::threads(args.threads);
    let disk = args.disk.as_ref().map(|directory| DiskOptions {
        directory: directory.clone(),
        limit: args.disk_limit.map_or(u64::MAX, |mib| mib.saturating_mul(1 << 20)),
    });
    let (metric, algorithm, memory_limit) = (args.metric, args.algorithm, args.limits.memory());
    let options = Options { metric, algorithm, memory_limit, threads, disk };
    let mut outcome = Outcome::Done;
    interrupt::end_with_reader();
    for source in args.sources.read() {
        let _listening = interrupt::listen();
        for sourced in source.puzzles() {
            let one = if args.listing.is_asked_for() {
                listing::list(sourced, args, &options, &output)?
            } else {
                let answer = answer(sourced, args, &options);
                answer.conclude(args, &output)?;
                answer.outcome()
            };
            outcome = outcome.max(one);
            if interrupt::pressed() {
                return Ok(outcome.max(Outcome::Partial));
            }
        }
    }
    Ok(outcome)
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
    BlockAnswer { disk_error, ..BlockAnswer::new(name, args, options.memory_limit, puzzle, found) }
}

/// Reads the name of an algorithm.
fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name)).map(|name| {
        let is_named = |algorithm: &Algorithm| algorithm.name() == name;
        Algorithm::ALL.into_iter().find(is_named).unwrap_or_default()
    })
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
