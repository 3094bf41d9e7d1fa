//! The arguments of every command.
//!
//! To add a command: a file in `commands/` with `Args` and `run`, a variant of [`Command`], a line in [`Cli::run`].

use crate::{commands::*, outcome::Outcome};
use anyhow::Result;
use clap::{Args, Parser, Subcommand, builder::styling};
use std::time::Duration;
use taquin::search::parallel;

const STYLES: styling::Styles = styling::Styles::styled()
    .header(styling::AnsiColor::Yellow.on_default().bold())
    .usage(styling::AnsiColor::Yellow.on_default().bold())
    .literal(styling::AnsiColor::Green.on_default())
    .placeholder(styling::AnsiColor::Cyan.on_default());

/// Play, solve and study sliding puzzles.
#[derive(Parser)]
#[command(name = "taquin", version, styles = STYLES, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 all solved; 1 some board is unsolvable or hit a limit (Ctrl-C is \
                  one); 2 bad usage or bad input; 130 Ctrl-C while nothing was being searched.")]
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
    Read(read::Args),
    Blocks(blocks::Args),
    Serve(serve::Args),
    Db(db::Args),
    Bench(bench::Args),
    Play(play::Args),
    Completions(completions::Args),
    Licenses(licenses::Args),
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
            Some(Command::Read(args)) => read::run(&args),
            Some(Command::Blocks(args)) => blocks::run(&args),
            Some(Command::Serve(args)) => serve::run(&args),
            Some(Command::Db(args)) => db::run(&args),
            Some(Command::Bench(args)) => bench::run(&args),
            Some(Command::Play(args)) => play::run(&args),
            Some(Command::Completions(args)) => completions::run(&args),
            Some(Command::Licenses(args)) => licenses::run(&args),
        }
    }
}

/// Limits of a search.
#[derive(Args)]
pub(crate) struct Limits {
    /// Stop the search of each board or puzzle after this many seconds (fractions allowed)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,

    /// Stop the search of each board or puzzle at this much memory [default: half of the free memory, at most 16384]
    #[arg(long, value_name = "MIB", value_parser = mebibytes)]
    memory_limit: Option<u64>,
}

/// More threads than this are of no use on any machine, and take memory.
const MAX_THREADS: usize = 256;
/// What a thread may take of the address space: its stack, and what the allocator sets aside for it (64 MiB in glibc).
const THREAD_SPACE: u64 = 66 * MIB;

/// How many threads to use: as many as asked for, or as the machine can run at once, but no more than fit into a quarter of
/// the address space.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    let wanted = asked.map_or_else(parallel::available, usize::from).min(MAX_THREADS);
    let fitting = (address_space() / 4 / THREAD_SPACE).max(1);
    wanted.min(usize::try_from(fitting).unwrap_or(usize::MAX))
}

const MIB: u64 = 1 << 20;
const MAX_DEFAULT_MEMORY: u64 = 16 << 30;

impl Limits {
    /// The memory limit in bytes.
    pub(crate) fn memory(&self) -> u64 {
        self.memory_limit.map_or_else(default_memory, |mib| (mib * MIB).min(address_space() / 2))
    }
}

/// The default memory limit, in bytes.
pub(crate) fn default_memory() -> u64 {
    (free_memory() / 2).clamp(64 * MIB, MAX_DEFAULT_MEMORY).min(address_space() / 2)
}

/// The address space that the process may still take (`ulimit -v`), in bytes. A table that grows is there twice for a while, so
/// a search may have half of it.
fn address_space() -> u64 {
    #[cfg(target_os = "linux")]
    if let Some(limit) = rustix::process::getrlimit(rustix::process::Resource::As).current {
        let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
        let pages = pages.split(' ').next().and_then(|pages| pages.parse::<u64>().ok()).unwrap_or_default();
        return limit.saturating_sub(pages * rustix::param::page_size() as u64);
    }
    u64::MAX
}

/// The free memory in bytes: the machine's, or the container's if that is less.
///
/// why not what the container calls free: that counts the page cache as used, which the system gives back on demand.
fn free_memory() -> u64 {
    // why: where the system does not say, there is the least that any search gets.
    let Ok(mut system) = sysinfo::System::new() else {
        return 0;
    };
    system.refresh_memory();
    let machine = system.available_memory();
    system
        .cgroup_limits()
        .map_or(machine, |container| machine.min(container.total_memory.saturating_sub(container.rss)))
}

/// Parses a whole number.
pub(crate) fn whole_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

pub(crate) fn mebibytes(text: &str) -> Result<u64, String> {
    const MOST: u64 = u64::MAX / MIB;
    let mib = text.parse().ok().filter(|mib| (1..=MOST).contains(mib));
    mib.ok_or_else(|| format!("expected MiB, a whole number from 1 to {MOST}"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected seconds such as 10 or 0.5".to_owned())
}
