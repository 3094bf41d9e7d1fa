//! Korf and Felner's fifty random 24-puzzles, proven one after the other, and resumed where an earlier run stopped.

use super::record::{self, RecordArgs, Table};
use crate::{
    args::Limits,
    atomic_file,
    commands::solve::checkpoint,
    interrupt,
    outcome::Outcome,
    output::Output,
    progress::{self, Progress},
    pump::{End, Pump},
};
use anyhow::{Context, Result, ensure};
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    time::Instant,
};
use taquin::{
    replay,
    search::{Search, Status, parallel},
    tiles::{
        catalogue::{self, Instance},
        optimal::{Optimal, OptimalOptions, Resources},
        pattern_db::Store,
    },
};
use time::OffsetDateTime;

/// Korf and Felner's fifty random 24-puzzles, optimally
///
/// The boards are taken in the order of the effort that they take. The state of each proof is kept, so
/// that a run that was stopped goes on where it was. Boards that are proven in the file of --record are
/// not searched again.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Numbers of boards, such as 38,40 or 1-50
    #[arg(long, value_name = "LIST", default_value = "1-50", value_parser = numbers)]
    boards: Numbers,

    /// Threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    #[command(flatten)]
    limits: Limits,

    /// Where the states of the proofs are kept [default: korf24 in the cache directory]
    #[arg(long, value_name = "DIRECTORY")]
    checkpoints: Option<PathBuf>,

    #[command(flatten)]
    record: RecordArgs,
}

#[derive(Clone)]
struct Numbers(Vec<usize>);

fn numbers(text: &str) -> Result<Numbers, String> {
    let number = |text: &str| {
        let number = text.trim().parse().ok().filter(|number| (1..=50).contains(number));
        number.ok_or_else(|| format!("expected numbers from 1 to 50 such as 38,40 or 1-50, not {text:?}"))
    };
    let mut all = Vec::new();
    for part in text.split(',') {
        match part.split_once('-') {
            Some((first, last)) => all.extend(number(first)?..=number(last)?),
            None => all.push(number(part)?),
        }
    }
    Ok(Numbers(all))
}

/// The boards in the order of the effort that their proofs take, the easiest first, as measured or predicted once.
const BY_EFFORT: [usize; 50] = [
    40, 38, 44, 25, 22, 28, 29, 1, 30, 32, 37, 36, 5, 16, 13, 27, 4, 6, 46, 26, 41, 47, 3, 49, 31, 43, 39, 35, 20, 45,
    24, 19, 8, 34, 7, 23, 42, 15, 2, 21, 17, 11, 33, 12, 48, 18, 9, 10, 14, 50,
];

const COLUMNS: [&str; 14] = [
    "number",
    "moves",
    "lower bound",
    "generated",
    "expanded",
    "bounds",
    "predicted",
    "table MiB",
    "board",
    "upper bound after s",
    "threads",
    "s",
    "processor s",
    "date; load average at the end",
];

pub(super) fn run(args: &Args, output: &Output) -> Result<Outcome> {
    let store = Store::of_user();
    let default = || store.directory().map(|directory| directory.join("korf24"));
    let directory = args.checkpoints.clone().or_else(default).context("no cache directory: say --checkpoints")?;
    fs::create_dir_all(&directory).with_context(|| format!("cannot make {}", directory.display()))?;
    let instances = catalogue::korf24();
    let chosen = BY_EFFORT.into_iter().filter(|number| args.boards.0.contains(number));
    let chosen = chosen.filter_map(|number| Some((number, instances.get(number - 1)?)));
    let mut table = args.record.table(&COLUMNS);
    table.take_over(|cells| cells.get(1) == cells.get(2))?;
    let proven: Vec<usize> = table.names().filter_map(|name| name.parse().ok()).collect();
    let chosen = chosen.filter(|(number, _)| !proven.contains(number));
    let resources = Resources::new(store);
    let mut outcome = Outcome::Done;
    for (number, instance) in chosen {
        let row = prove(number, instance, args, &resources, &directory)?;
        writeln!(
            output.writer(),
            "{:>2}: {:>3} moves, at least {:>3}, {:>13} nodes generated, {:>9.2} s, {:>9.2} s of processor time{}",
            number,
            row.length,
            row.lower_bound,
            row.generated,
            row.spent.seconds,
            row.spent.processor,
            if row.is_proven() { "" } else { ", not proven" }
        )?;
        output.flush()?;
        row.record(number, instance, &mut table);
        table.save()?;
        if !row.is_proven() {
            outcome = Outcome::Partial;
        }
        if interrupt::pressed() {
            return Ok(Outcome::Partial);
        }
    }
    Ok(outcome)
}

/// What is known of a board after a run.
struct Row {
    length: usize,
    lower_bound: u32,
    generated: u64,
    expanded: u64,
    bounds: usize,
    /// Nodes that the whole proof will have generated, if it is not done.
    predicted: Option<u64>,
    table_bytes: u64,
    /// When the solution was found, in seconds of this run.
    found: f64,
    threads: usize,
    spent: Spent,
}

impl Row {
    fn is_proven(&self) -> bool {
        self.length as u32 == self.lower_bound
    }

    fn record(&self, number: usize, instance: &Instance, table: &mut Table) {
        let predicted = self.predicted.filter(|_| !self.is_proven()).map(|nodes| nodes.to_string()).unwrap_or_default();
        let [found, seconds, processor] =
            [self.found, self.spent.seconds, self.spent.processor].map(|seconds| format!("{seconds:.2}"));
        let cells: [&dyn std::fmt::Display; COLUMNS.len()] = [
            &number,
            &self.length,
            &self.lower_bound,
            &self.generated,
            &self.expanded,
            &self.bounds,
            &predicted,
            &(self.table_bytes >> 20),
            instance.problem.start(),
            &found,
            &self.threads,
            &seconds,
            &processor,
            &format!("{}; {}", record::date(OffsetDateTime::now_utc()), record::load()),
        ];
        table.push(&cells);
    }
}

/// Time that all runs on a board have taken together.
#[derive(Clone, Copy, Default)]
struct Spent {
    /// By the clock.
    seconds: f64,
    /// Of all threads; 0 where the system does not tell.
    processor: f64,
}

impl Spent {
    fn load(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap_or_default();
        let mut numbers = text.split_whitespace().map(|word| word.parse().unwrap_or(0.0));
        let mut next = || numbers.next().unwrap_or(0.0);
        Self { seconds: next(), processor: next() }
    }

    fn save(self, path: &Path) -> Result<()> {
        atomic_file::save(path, |out| Ok(writeln!(out, "{:.2} {:.2}", self.seconds, self.processor)?))
    }
}

/// Measures what a run spends, and adds it to what the runs before it spent.
struct Stopwatch {
    before: Spent,
    began: Instant,
    processor: f64,
}

impl Stopwatch {
    fn new(before: Spent) -> Self {
        Self { before, began: Instant::now(), processor: processor_seconds() }
    }

    fn spent(&self) -> Spent {
        Spent {
            seconds: self.before.seconds + self.began.elapsed().as_secs_f64(),
            processor: self.before.processor + processor_seconds() - self.processor,
        }
    }
}

/// Processor time of this process so far.
#[cfg(unix)]
fn processor_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

#[cfg(not(unix))]
fn processor_seconds() -> f64 {
    0.0
}

fn prove(number: usize, instance: &Instance, args: &Args, resources: &Resources, directory: &Path) -> Result<Row> {
    let Instance { optimum, problem, .. } = instance;
    let threads = args.threads.unwrap_or_else(parallel::available).clamp(1, parallel::available());
    let options =
        OptimalOptions { threads, expected_boards: 50, memory_limit: args.limits.memory(), ..Default::default() };
    let mut search = Optimal::new(problem, resources, options).context("no tables serve this board")?;
    let state = directory.join(format!("{number}.checkpoint"));
    let time = directory.join(format!("{number}.seconds"));
    if let Some(checkpoint) = checkpoint::load(&state)? {
        search.resume(checkpoint).with_context(|| state.display().to_string())?;
    }
    let stopwatch = Stopwatch::new(Spent::load(&time));
    let (mut found, mut length, mut saved) = (0.0, None, Instant::now());
    let mut progress = Progress::new(false);
    let _listening = interrupt::listen();
    let save = |search: &mut Optimal| -> Result<()> {
        let Some(checkpoint) = search.checkpoint() else { return Ok(()) };
        checkpoint::save(&state, &checkpoint)?;
        stopwatch.spent().save(&time)
    };
    let mut failure = Ok(());
    let pump = Pump { time_limit: args.limits.time_limit, ..Pump::default() };
    let end = pump.search(&mut search, |search| {
        let now = search.solution().map(<[_]>::len);
        if now != length {
            (length, found) = (now, stopwatch.began.elapsed().as_secs_f64());
        }
        if saved.elapsed().as_secs() >= 10 && failure.is_ok() {
            (failure, saved) = (save(search), Instant::now());
        }
        progress.update(|| format!("{number}: {}", progress::describe_tiles(search)));
        failure.is_err() || interrupt::pressed()
    });
    drop(progress);
    failure?;
    save(&mut search)?;
    let moves = search.solution().context("no solution of a solvable board")?;
    replay::tiles(problem.start(), problem.goal(), moves)?;
    let stats = search.stats();
    if end == End::Finished(Status::Solved) {
        ensure!(moves.len() as u32 == *optimum, "board {number}: {} moves, but {optimum} is known", moves.len());
        ensure!(stats.proves(moves.len() as u32), "board {number}: not proven optimal");
    }
    Ok(Row {
        length: moves.len(),
        lower_bound: stats.lower_bound,
        generated: stats.generated,
        expanded: stats.expanded,
        bounds: stats.bounds.len(),
        predicted: stats.predicted,
        table_bytes: search.table_bytes(),
        found,
        threads,
        spent: stopwatch.spent(),
    })
}
