//! `taquin db`: the pattern databases in the user's cache directory.

use crate::{
    commands::{bench::level, scramble::shape},
    input,
    outcome::Outcome,
    output::{self, Output},
    progress::Progress,
};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::{io::Write, time::Instant};
use taquin::{
    search::{Phase, Stats, parallel},
    tiles::{
        Board, Shape,
        pattern_db::{Level, Preparation, Store, StoredFile},
    },
};

/// Build, list, verify and remove pattern databases
///
/// They make optimal solving fast, are built when they are needed, and are kept in the user's cache directory
/// (TAQUIN_CACHE names another).
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Build the tables for a goal, unless they are there
    Build {
        /// The size of the boards
        #[arg(long, value_name = "RxC", default_value = "4x4", value_parser = shape)]
        size: Shape,

        /// The board to be reached (only the blank's place matters) [default: 1, 2, 3, … and the blank last]
        #[arg(long, value_name = "BOARD", value_parser = input::board, conflicts_with = "size")]
        goal: Option<Board>,

        /// Which tables: small, middle or large
        #[arg(long, value_name = "LEVEL", default_value = Level::Large.name(), value_parser = level())]
        level: Level,

        /// How many threads may work [default: all]
        #[arg(long, value_name = "N")]
        threads: Option<usize>,
    },
    /// List the files
    List {
        /// Print one JSON object per file
        #[arg(long)]
        json: bool,
    },
    /// Check every byte of every file
    Verify,
    /// Remove all files
    Remove,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let store = Store::of_user();
    match &args.action {
        Action::Build { size, goal, level, threads } => {
            let goal = goal.clone().unwrap_or_else(|| Board::solved(*size));
            build(&store, &goal, *level, threads.unwrap_or_else(parallel::available))
        }
        Action::List { json } => list(&store, *json),
        Action::Verify => verify(&store),
        Action::Remove => remove(&store),
    }
}

fn build(store: &Store, goal: &Board, level: Level, threads: usize) -> Result<Outcome> {
    let began = Instant::now();
    let Some(mut preparation) = Preparation::new(store, goal, level, threads) else {
        bail!("there are no pattern databases for boards of {}: they serve 2 to 25 cells", goal.shape());
    };
    let mut progress = Progress::new(false);
    let _listening = crate::interrupt::listen();
    while !preparation.run(1 << 20) {
        let (done, total) = preparation.progress();
        progress.show(&Stats { phase: Phase::Building { done, total }, ..Stats::default() });
        if crate::interrupt::pressed() {
            return Ok(Outcome::Partial);
        }
    }
    drop(progress);
    for complaint in store.complaints() {
        output::complain(complaint);
    }
    let tables = preparation.finish().context("the tables do not fit together")?;
    let (count, mib) = (tables.databases().len(), tables.bytes() as f64 / f64::from(1 << 20));
    let out = Output::new();
    writeln!(
        out.writer(),
        "{} tables for {}: {count} patterns, {mib:.1} MiB, {:.2} s",
        level.name(),
        goal.shape(),
        began.elapsed().as_secs_f64()
    )?;
    out.flush()?;
    Ok(Outcome::Done)
}

/// One file as JSON.
#[derive(Serialize)]
struct Line<'a> {
    path: &'a str,
    shape: String,
    blank: usize,
    tiles: Vec<usize>,
    bytes: u64,
}

fn list(store: &Store, json: bool) -> Result<Outcome> {
    let out = Output::new();
    if !json {
        match store.directory() {
            Some(directory) => writeln!(out.writer(), "{}", directory.display())?,
            None => writeln!(out.writer(), "no cache directory")?,
        }
    }
    let mut outcome = Outcome::Done;
    for file in store.files() {
        let StoredFile { path, pattern, bytes } = match file {
            Ok(file) => file,
            Err(error) => {
                output::complain(error);
                outcome = Outcome::Partial;
                continue;
            }
        };
        let tiles: Vec<usize> = pattern.cells().collect();
        if json {
            let (path, shape, blank) = (&*path.to_string_lossy(), pattern.shape().to_string(), pattern.blank());
            out.json(&Line { path, shape, blank, tiles, bytes })?;
        } else {
            let cells = tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let (shape, blank) = (pattern.shape().to_string(), pattern.blank());
            writeln!(out.writer(), "{shape:>5}  blank in {blank:>2}  {bytes:>10} bytes  cells {cells}")?;
        }
    }
    out.flush()?;
    Ok(outcome)
}

fn verify(store: &Store) -> Result<Outcome> {
    let out = Output::new();
    let mut outcome = Outcome::Done;
    for file in store.files() {
        match file.and_then(|file| store.verify(&file, parallel::available()).map(|()| file)) {
            Ok(file) => writeln!(out.writer(), "good: {}", file.path.display())?,
            Err(error) => {
                output::complain(error);
                outcome = Outcome::Partial;
            }
        }
    }
    out.flush()?;
    Ok(outcome)
}

fn remove(store: &Store) -> Result<Outcome> {
    let out = Output::new();
    for file in store.files().into_iter().flatten() {
        store.remove(&file)?;
        writeln!(out.writer(), "removed: {}", file.path.display())?;
    }
    out.flush()?;
    Ok(Outcome::Done)
}
