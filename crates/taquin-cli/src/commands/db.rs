//! `taquin db`: the pattern databases in the user's cache directory.

use crate::{
    commands::{bench::level, scramble::shape, solve::metric},
    input, interrupt,
    outcome::Outcome,
    output::{self, Output, harmless},
    progress::Progress,
    pump::{End, Pump},
};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::{io::Write, time::Instant};
use taquin::{
    search::{Phase, Stats, parallel},
    tiles::{
        Board, Metric, Shape,
        optimal::{Resources, TablePreparation},
        pattern_db::{FileError, Level, Store, StoredFile, TableKind},
    },
};

/// Build, list, verify and remove pattern databases
///
/// Pattern databases make optimal solving fast. They are built when they are needed and kept in the user's cache
/// directory (the environment variable TAQUIN_CACHE sets another).
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Build the tables for a goal, unless they exist
    Build {
        /// The size of the boards
        #[arg(long, value_name = "RxC", default_value = "4x4", value_parser = shape)]
        size: Shape,

        /// The goal (only the position of the blank matters) [default: 1, 2, 3, … and the blank last]
        #[arg(long, value_name = "BOARD", value_parser = input::board, conflicts_with = "size")]
        goal: Option<Board>,

        /// Which tables: small, middle or large
        #[arg(long, value_name = "LEVEL", default_value = Level::Large.name(), value_parser = level())]
        level: Level,

        /// For which metric: stm (single tiles) or mtm (slides, of which there is one set of tables)
        #[arg(long, value_name = "METRIC", default_value = Metric::default().name(), value_parser = metric(), conflicts_with = "level")]
        metric: Metric,

        /// Threads [default: all cores]
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
    match &args.command {
        Command::Build { size, goal, level, metric, threads } => {
            let goal = goal.clone().unwrap_or_else(|| Board::solved(*size));
            build(&store, &goal, *metric, *level, threads.unwrap_or_else(parallel::available))
        }
        Command::List { json } => list(&store, *json),
        Command::Verify => verify(&store),
        Command::Remove => remove(&store),
    }
}

fn build(store: &Store, goal: &Board, metric: Metric, level: Level, threads: usize) -> Result<Outcome> {
    let began = Instant::now();
    let resources = Resources::new(store.clone());
    let preparation = match metric {
        Metric::Stm => TablePreparation::new(&resources, goal, level, threads),
        Metric::Mtm => Some(TablePreparation::for_slides(&resources, goal, threads)?),
    };
    let Some(mut preparation) = preparation else {
        bail!("there are no pattern databases for boards of {}: they need 2 to 25 cells", goal.shape());
    };
    let mut progress = Progress::new(false);
    let _listening = interrupt::listen();
    let end = Pump::default().run(
        &mut preparation,
        |preparation, budget| preparation.run(budget).then_some(()),
        |preparation| {
            let (done, total) = preparation.progress();
            progress.show(&Stats { phase: Phase::Building { done, total }, ..Stats::default() });
            interrupt::stops_search()
        },
    );
    drop(progress);
    if end == End::Stopped {
        return Ok(Outcome::Partial);
    }
    let errors = store.take_errors();
    let is_saved = !errors.iter().any(|error| matches!(error, FileError::Unsaved { .. }));
    errors.iter().for_each(output::eprint_error);
    let (count, bytes) = preparation.finish().context("the tables do not fit together")?;
    let mib = bytes as f64 / f64::from(1 << 20);
    let out = Output::new();
    let (tables, parts) = match metric {
        Metric::Stm => (level.name(), format!("{count} patterns")),
        Metric::Mtm => ("slide", "perimeter and colours".to_owned()),
    };
    writeln!(
        out.writer(),
        "{tables} tables for {}: {parts}, {mib:.1} MiB, {:.2} s",
        goal.shape(),
        began.elapsed().as_secs_f64()
    )?;
    out.flush()?;
    // why: whoever asks for tables ahead of time wants files; without them nothing was gained.
    Ok(if is_saved { Outcome::Done } else { Outcome::Failed })
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
            Some(directory) => writeln!(out.writer(), "{}", harmless(&directory.display().to_string()))?,
            None => writeln!(out.writer(), "no cache directory")?,
        }
    }
    let mut outcome = Outcome::Done;
    for file in store.files() {
        let StoredFile { path, pattern, kind, bytes } = match file {
            Ok(file) => file,
            Err(error) => {
                output::eprint_error(error);
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
            let kind = match kind {
                TableKind::Parity => "  (one bit an entry)",
                TableKind::Slides => "  (distances in slides)",
                _ => "",
            };
            writeln!(out.writer(), "{shape:>5}  blank in {blank:>2}  {bytes:>10} bytes  cells {cells}{kind}")?;
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
            Ok(file) => writeln!(out.writer(), "good: {}", harmless(&file.path.display().to_string()))?,
            Err(error) => {
                output::eprint_error(error);
                outcome = Outcome::Partial;
            }
        }
    }
    out.flush()?;
    Ok(outcome)
}

fn remove(store: &Store) -> Result<Outcome> {
    let out = Output::new();
    let mut outcome = Outcome::Done;
    let paths =
        store.files().into_iter().map(|file| file.map_or_else(|error| error.path().to_owned(), |file| file.path));
    let removed = paths.map(|path| store.remove(&path).map(|()| path));
    for path in removed.chain(store.remove_leftovers().into_iter().map(Ok)) {
        match path {
            Ok(path) => writeln!(out.writer(), "removed: {}", harmless(&path.display().to_string()))?,
            Err(error) => {
                output::eprint_error(error);
                outcome = Outcome::Partial;
            }
        }
    }
    out.flush()?;
    Ok(outcome)
}
