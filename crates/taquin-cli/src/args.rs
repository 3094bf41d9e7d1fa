//! The arguments of every command.
//!
//! To add a command: a file in `commands/` with `Args` and `run`, a variant of [`Command`], a line in [`Cli::run`].

use crate::{commands::*, outcome::Outcome};
use anyhow::Result;
use clap::{Args, Parser, Subcommand, builder::styling};
use std::time::Duration;

const STYLES: styling::Styles = styling::Styles::styled()
    .header(styling::AnsiColor::Yellow.on_default().bold())
    .usage(styling::AnsiColor::Yellow.on_default().bold())
    .literal(styling::AnsiColor::Green.on_default())
    .placeholder(styling::AnsiColor::Cyan.on_default());

/// Play, solve and study sliding puzzles.
#[derive(Parser)]
#[command(name = "taquin", version, styles = STYLES, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 all solved; 1 some board is unsolvable or hit a limit; 2 bad usage or bad input."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::Args),
    Check(check::Args),
    Scramble(scramble::Args),
    Apply(apply::Args),
    Compare(compare::Args),
    Render(render::Args),
    Blocks(blocks::Args),
    Serve(serve::Args),
    Db(db::Args),
    Bench(bench::Args),
    Play(play::Args),
    Completions(completions::Args),
}

impl Cli {
    pub(crate) fn run(self) -> Result<Outcome> {
        match self.command {
            None => welcome::run(),
            Some(Command::Solve(args)) => solve::run(&args),
            Some(Command::Check(args)) => check::run(&args),
            Some(Command::Scramble(args)) => scramble::run(&args),
            Some(Command::Apply(args)) => apply::run(&args),
            Some(Command::Compare(args)) => compare::run(&args),
            Some(Command::Render(args)) => render::run(&args),
            Some(Command::Blocks(args)) => blocks::run(&args),
            Some(Command::Serve(args)) => serve::run(&args),
            Some(Command::Db(args)) => db::run(&args),
            Some(Command::Bench(args)) => bench::run(&args),
            Some(Command::Play(args)) => play::run(&args),
            Some(Command::Completions(args)) => completions::run(&args),
        }
    }
}

/// How much a search may take.
#[derive(Args)]
pub(crate) struct Limits {
    /// Stop each board after this many seconds (fractions allowed)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,

    /// Stop each board when its search takes this much memory [default: half of what is free, at most 16384]
    #[arg(long, value_name = "MIB", value_parser = mebibytes)]
    memory_limit: Option<u64>,
}

const MIB: u64 = 1 << 20;
const MOST_BY_DEFAULT: u64 = 16 << 30;

impl Limits {
    /// The memory limit in bytes.
    pub(crate) fn memory(&self) -> u64 {
        self.memory_limit.map_or_else(usual_memory, |mib| mib * MIB)
    }
}

/// The memory limit, in bytes, where none is asked for.
pub(crate) fn usual_memory() -> u64 {
    (free_memory() / 2).clamp(64 * MIB, MOST_BY_DEFAULT)
}

/// The memory that is free for us, in bytes: the machine's, or the container's where that has less.
fn free_memory() -> u64 {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    let machine = system.available_memory();
    system.cgroup_limits().map_or(machine, |container| machine.min(container.free_memory))
}

/// A count or another whole number.
pub(crate) fn whole_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

fn mebibytes(text: &str) -> Result<u64, String> {
    const MOST: u64 = u64::MAX / MIB;
    let mib = text.parse().ok().filter(|mib| (1..=MOST).contains(mib));
    mib.ok_or_else(|| format!("expected MiB, a whole number from 1 to {MOST}"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected seconds such as 10 or 0.5".to_owned())
}
