//! `taquin blocks solve`: proven shortest solutions.

use super::{
    answer::{self, BlockAnswer, Found},
    metric,
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
use taquin::blocks::{Metric, Options};

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
    let options = Options { metric: args.metric, memory_limit: args.limits.memory(), threads };
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
    let (found, puzzle) = match found {
        Ok((found, puzzle)) => (found, Some(puzzle)),
        Err(error) => (Found::unsearched(Verdict::Error(error)), None),
    };
    BlockAnswer { name, metric: args.metric, puzzle, memory_limit: options.memory_limit, found }
}
