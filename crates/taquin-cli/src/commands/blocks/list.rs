//! `taquin blocks list`: the catalogue.

use crate::{outcome::Outcome, output::Output};
use anyhow::{Result, bail};
use serde::Serialize;
use std::io::Write;
use taquin::blocks::{Metric, Optimum, Puzzle, catalogue};

/// List the puzzles that come with taquin, with the lengths of their shortest solutions
#[derive(clap::Args)]
pub(super) struct Args {
    /// Only this pack
    #[arg(value_name = "PACK")]
    pack: Option<String>,

    /// Print one JSON object per puzzle
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    let output = Output::new();
    let wanted = |name: &str| args.pack.as_deref().is_none_or(|pack| pack.eq_ignore_ascii_case(name));
    if !catalogue::packs().iter().any(|pack| wanted(pack.name)) {
        let names: Vec<&str> = catalogue::packs().iter().map(|pack| pack.name).collect();
        bail!("there is no pack {:?}; there are: {}", args.pack.as_deref().unwrap_or_default(), names.join(", "));
    }
    let mut out = output.writer();
    if !args.json {
        writeln!(out, "{:11} {:>5} {:>6} {:>5}  name", "pack", "moves", "slides", "steps")?;
    }
    for pack in catalogue::packs().iter().filter(|pack| wanted(pack.name)) {
        for puzzle in &pack.puzzles {
            let entry = Entry::new(pack.name, puzzle);
            if args.json {
                serde_json::to_writer(&mut *out, &entry)?;
                writeln!(out)?;
            } else {
                let [moves, slides, steps] = Metric::ALL.map(|metric| text(optimum(puzzle, metric)));
                writeln!(out, "{:11} {moves:>5} {slides:>6} {steps:>5}  {}", entry.pack, entry.name)?;
            }
        }
    }
    out.flush()?;
    Ok(Outcome::Done)
}

/// The optimum that the puzzle's header lists for a metric.
pub(crate) fn optimum(puzzle: &Puzzle, metric: Metric) -> Option<Optimum> {
    match metric {
        Metric::Moves => puzzle.info().moves,
        Metric::Slides => puzzle.info().slides,
        Metric::Steps => puzzle.info().steps,
    }
}

/// The cost of its shortest solution, if that is known and there is one.
pub(super) fn cost(puzzle: &Puzzle, metric: Metric) -> Option<u32> {
    match optimum(puzzle, metric) {
        Some(Optimum::Cost(cost)) => Some(cost),
        Some(Optimum::Unsolvable) | None => None,
    }
}

fn text(optimum: Option<Optimum>) -> String {
    match optimum {
        Some(Optimum::Cost(cost)) => cost.to_string(),
        Some(Optimum::Unsolvable) => "none".to_owned(),
        None => "?".to_owned(),
    }
}

/// A puzzle of the list; the optima are null where there is no solution.
#[derive(Serialize)]
struct Entry<'a> {
    pack: &'a str,
    name: &'a str,
    source: Option<&'a str>,
    rows: usize,
    cols: usize,
    blocks: usize,
    solvable: bool,
    moves: Option<u32>,
    slides: Option<u32>,
    steps: Option<u32>,
}

impl<'a> Entry<'a> {
    fn new(pack: &'a str, puzzle: &'a Puzzle) -> Self {
        Self {
            pack,
            name: puzzle.info().name.as_deref().unwrap_or_default(),
            source: puzzle.info().source.as_deref(),
            rows: puzzle.rows(),
            cols: puzzle.cols(),
            blocks: puzzle.blocks().len(),
            solvable: puzzle.info().moves != Some(Optimum::Unsolvable),
            moves: cost(puzzle, Metric::Moves),
            slides: cost(puzzle, Metric::Slides),
            steps: cost(puzzle, Metric::Steps),
        }
    }
}
