//! `taquin blocks solve`: the fewest moves, proven.

use super::{
    answer::{Answer, Verdict},
    metric,
    source::{Sourced, Sources},
};
use crate::{
    args::Limits,
    interrupt,
    outcome::Outcome,
    output::{self, Output},
    progress,
    pump::{End, pump},
};
use anyhow::{Result, anyhow};
use std::{thread, time::Instant};
use taquin::{
    blocks::{Metric, Options, Solver},
    search::{Search, Status},
};

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

    /// What the solution should be shortest in
    #[arg(long, short, value_name = "NAME", default_value = Metric::Moves.name(), value_parser = metric())]
    pub(super) metric: Metric,

    /// Draw the board after each move
    #[arg(long)]
    pub(super) steps: bool,

    #[command(flatten)]
    limits: Limits,

    /// How many threads to use [default: one for each core]
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
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, usize::from);
    let options = Options { metric: args.metric, memory_limit: args.limits.memory(), threads };
    let mut outcome = Outcome::Done;
    for source in args.sources.read() {
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

fn print(answer: &Answer, args: &Args, output: &Output) -> Result<()> {
    if let Some(error) = answer.error().filter(|_| !args.json) {
        output::complain(error);
    }
    answer.print(args, &mut *output.writer())?;
    output.flush()?;
    Ok(())
}

fn answer(sourced: Sourced, args: &Args, options: &Options) -> Answer {
    let Sourced { name, puzzle } = sourced;
    let puzzle = match puzzle {
        Ok(puzzle) => puzzle,
        Err(error) => return Answer::new(name, args.metric, Verdict::Error(error)),
    };
    let began = Instant::now();
    let mut solver = match Solver::new(&puzzle, options) {
        Ok(solver) => solver,
        Err(refusal) => {
            let error = anyhow!(refusal).context(name.clone());
            return Answer::new(name, args.metric, Verdict::Error(error));
        }
    };
    let end = pump(&mut solver, args.limits.time_limit, args.quiet, progress::of_blocks(args.metric));
    let seconds = began.elapsed().as_secs_f64();
    let limit = |what: &str| Verdict::Limit(what.to_owned());
    let verdict = match (solver.checked_solution(), end) {
        (Err(error), _) => Verdict::Error(anyhow!(error).context("this is a bug in taquin, please report it")),
        (Ok(Some(moves)), _) => Verdict::Solved(moves.to_vec()),
        (Ok(None), End::Finished(Status::Exhausted)) => Verdict::NoSolution,
        (Ok(None), End::Finished(_)) => limit(&format!(
            "the memory limit of {} MiB was reached (--memory-limit sets it)",
            options.memory_limit >> 20
        )),
        (Ok(None), End::TimeUp) => limit("the time limit was reached"),
        (Ok(None), End::Interrupted) => limit("it was interrupted"),
    };
    let stats = solver.stats().clone();
    Answer { puzzle: Some(puzzle), stats, seconds, ..Answer::new(name, args.metric, verdict) }
}
