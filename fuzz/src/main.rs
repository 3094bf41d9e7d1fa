//! The fuzzer that needs nothing but stable Rust: mutates good input at random until the time is up.

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use std::{
    fs,
    panic::catch_unwind,
    path::{Path, PathBuf},
    process::exit,
    sync::{Arc, Mutex},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use taquin::rng::Rng;
use taquin_fuzz::{TARGETS, Target, fingerprint, mutate::mutated};

/// Input that keeps a target busy for longer than this is a finding, as a panic is.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Parser)]
#[command(name = "taquin-fuzz")]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// The names of all targets.
    List,
    /// Fuzzes a target.
    Run {
        target: String,
        /// For how long.
        #[arg(long, default_value_t = 10)]
        seconds: u64,
        /// For so many inputs instead.
        #[arg(long, conflicts_with = "seconds")]
        runs: Option<u64>,
        /// Makes the same inputs again; taken from the clock by default, and printed.
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Measures the goals of robustness.
    #[cfg(target_os = "linux")]
    Goals {
        /// The command.
        command: PathBuf,
        /// Only these goals; all by default.
        goals: Vec<String>,
    },
    /// Runs a target once, on the bytes of a file.
    Replay { target: String, file: PathBuf },
    /// Writes the seeds of a target into a directory, for another fuzzer to begin from.
    Seeds { target: String, directory: PathBuf },
}

fn main() -> Result<()> {
    match Args::parse().task {
        Task::List => TARGETS.iter().for_each(|target| println!("{}", target.name)),
        Task::Run { target, seconds, runs, seed } => {
            let end = runs.map_or(End::After(Duration::from_secs(seconds)), End::Runs);
            fuzz(named(&target)?, end, seed)?;
        }
        #[cfg(target_os = "linux")]
        Task::Goals { command, goals } => taquin_fuzz::goals::run(&command, &goals)?,
        Task::Replay { target, file } => {
            (named(&target)?.run)(&fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?);
        }
        Task::Seeds { target, directory } => {
            fs::create_dir_all(&directory)?;
            for (index, seed) in (named(&target)?.seeds)().iter().enumerate() {
                fs::write(directory.join(format!("seed-{index}")), seed)?;
            }
        }
    }
    Ok(())
}

fn named(name: &str) -> Result<Target> {
    taquin_fuzz::target(name).with_context(|| {
        let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
        format!("there is no target {name:?}; there are: {}", names.join(", "))
    })
}

/// When fuzzing ends.
#[derive(Clone, Copy)]
enum End {
    After(Duration),
    Runs(u64),
}

fn fuzz(target: Target, end: End, seed: Option<u64>) -> Result<()> {
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos() as u64);
    let seed = seed.unwrap_or_else(clock);
    let (mut rng, seeds) = (Rng::from_seed(seed), (target.seeds)());
    let under_way = Arc::new(Mutex::new((Instant::now(), Vec::new())));
    watch(target, Arc::clone(&under_way));
    let (begun, mut executions) = (Instant::now(), 0_u64);
    while match end {
        End::After(time) => begun.elapsed() < time,
        End::Runs(runs) => executions < runs,
    } {
        let data = mutated(&seeds, &mut rng);
        *under_way.lock().expect("the watch never panics") = (Instant::now(), data.clone());
        if catch_unwind(|| (target.run)(&data)).is_err() {
            bail!("{} panicked after {executions} executions (--seed {seed}); {}", target.name, keep(target, &data));
        }
        executions += 1;
    }
    let seconds = begun.elapsed().as_secs();
    println!("{}: {executions} executions in {seconds} s, no finding (--seed {seed})", target.name);
    Ok(())
}

/// Ends the program when one input takes too long.
fn watch(target: Target, under_way: Arc<Mutex<(Instant, Vec<u8>)>>) {
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let (since, data) = under_way.lock().expect("the fuzzer never panics while it holds the lock").clone();
            if since.elapsed() > PATIENCE {
                eprintln!("{} hangs: one input took more than {PATIENCE:?}; {}", target.name, keep(target, &data));
                exit(1);
            }
        }
    });
}

/// Saves an input that failed; says where it is and how to run it again.
fn keep(target: Target, data: &[u8]) -> String {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(target.name);
    let file = directory.join(format!("input-{:016x}", fingerprint(data)));
    match fs::create_dir_all(&directory).and_then(|()| fs::write(&file, data)) {
        Ok(()) => format!(
            "the input is kept in {0}; run it again with `cargo run -p taquin-fuzz -- replay {1} {0}`",
            file.display(),
            target.name
        ),
        Err(error) => format!("the input cannot be written to {}: {error}; it is {data:?}", file.display()),
    }
}
