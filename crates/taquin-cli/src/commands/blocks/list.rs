//! `taquin blocks list`: the catalogue, or a file of puzzles on shelves.

use crate::{
    outcome::Outcome,
    output::{self, Output},
};
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::ValueHint;
use serde::Serialize;
use std::{
    collections::BTreeMap,
    fmt,
    fs::File,
    io::{BufRead, BufReader, Write},
};
use taquin::blocks::{Metric, Optimum, Puzzle, catalogue, read_pack};

/// List the puzzles that come with taquin, with the lengths of their shortest solutions
///
/// With --by, how many puzzles there are of each length or size, of the catalogue or of a file. Lists in lines of `moves board
/// states` are read as a stream, so they may have millions of lines.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Only this pack, or the puzzles of this file (- for standard input)
    #[arg(value_name = "PACK|FILE|-", value_hint = ValueHint::AnyPath)]
    pack: Option<String>,

    /// Put the puzzles on shelves by their listed length or by their size
    #[arg(long, value_name = "ORDER")]
    by: Option<Order>,

    /// Print one JSON object per puzzle
    #[arg(long)]
    json: bool,
}

/// What puzzles are put on shelves by.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Order {
    Moves,
    Slides,
    Steps,
    Size,
}

impl Order {
    /// The shelf of a puzzle.
    fn shelf(self, puzzle: &Puzzle) -> Shelf {
        let cost = |metric: Metric| match optimum(puzzle, metric) {
            Some(Optimum::Cost(cost)) => Shelf::Cost(cost),
            Some(Optimum::Unsolvable) => Shelf::Unsolvable,
            None => Shelf::Unknown,
        };
        match self {
            Self::Moves => cost(Metric::Moves),
            Self::Slides => cost(Metric::Slides),
            Self::Steps => cost(Metric::Steps),
            Self::Size => Shelf::Size(puzzle.rows(), puzzle.cols()),
        }
    }
}

#[derive(Clone, Copy, Eq, Ord, PartialEq, PartialOrd)]
enum Shelf {
    Cost(u32),
    Size(usize, usize),
    Unsolvable,
    Unknown,
}

impl fmt::Display for Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cost(cost) => write!(f, "{cost}"),
            Self::Size(rows, cols) => write!(f, "{rows}x{cols}"),
            Self::Unsolvable => f.write_str("none"),
            Self::Unknown => f.write_str("?"),
        }
    }
}

/// What is on a shelf: how many puzzles, and the name of the first.
#[derive(Default)]
struct Shelved {
    count: u64,
    first: String,
}

#[derive(Default)]
struct Shelves {
    shelves: BTreeMap<Shelf, Shelved>,
}

impl Shelves {
    fn add(&mut self, order: Order, puzzle: &Puzzle) {
        let shelved = self.shelves.entry(order.shelf(puzzle)).or_default();
        if shelved.count == 0 {
            shelved.first = puzzle.info().name.clone().unwrap_or_default();
        }
        shelved.count += 1;
    }

    fn print(&self, json: bool, out: &mut impl Write) -> Result<()> {
        if !json {
            writeln!(out, "{:>7} {:>9}  first", "shelf", "puzzles")?;
        }
        for (shelf, Shelved { count, first }) in &self.shelves {
            if json {
                let line = serde_json::json!({ "shelf": shelf.to_string(), "puzzles": count, "first": first });
                writeln!(out, "{line}")?;
            } else {
                writeln!(out, "{:>7} {count:>9}  {first}", shelf.to_string())?;
            }
        }
        Ok(())
    }
}

/// Puts the puzzles of a file on shelves: line by line if it is a list, and whole otherwise.
fn shelve(name: &str, input: impl BufRead, order: Order) -> Result<(Shelves, Outcome)> {
    let (mut shelves, mut outcome) = (Shelves::default(), Outcome::Done);
    let mut lines = input.lines();
    let mut text = String::new();
    let mut number = 0;
    let is_comment = |line: &str| line.trim().is_empty() || line.starts_with('#');
    while let Some(line) = lines.next().transpose().with_context(|| name.to_owned())? {
        number += 1;
        // A list has a board in each line; what begins otherwise is a pack.
        let is_listed = line.split_whitespace().any(|word| word.len() >= 7 && word.parse::<Puzzle>().is_ok());
        if text.is_empty() && (is_listed || is_comment(&line) && number > 1) {
            if let Ok(puzzle) = line.parse::<Puzzle>() {
                shelves.add(order, &puzzle);
            }
            continue;
        }
        if !shelves.shelves.is_empty() {
            output::eprint_error(anyhow!("{name}: line {number}: {line:?} is no line `moves board states`"));
            outcome = Outcome::Failed;
            continue;
        }
        ensure!(text.len() + line.len() < MAX_PACK, "{name}: expected at most {} MiB of puzzles", MAX_PACK >> 20);
        text += &line;
        text.push('\n');
    }
    for puzzle in read_pack(&text) {
        match puzzle {
            Ok(puzzle) => shelves.add(order, &puzzle),
            Err(error) => {
                output::eprint_error(anyhow!(error).context(name.to_owned()));
                outcome = Outcome::Failed;
            }
        }
    }
    Ok((shelves, outcome))
}

/// The most bytes of a pack that is no list.
const MAX_PACK: usize = 64 << 20;

fn run_shelves(source: Option<&str>, order: Order, json: bool, output: &Output) -> Result<Outcome> {
    let is_pack = |name: &str| catalogue::packs().iter().any(|pack| pack.name.eq_ignore_ascii_case(name));
    let (shelves, outcome) = match source {
        Some("-") => shelve("standard input", std::io::stdin().lock(), order)?,
        Some(name) if !is_pack(name) => {
            let file = File::open(name).with_context(|| name.to_owned())?;
            shelve(name, BufReader::new(file), order)?
        }
        _ => {
            let mut shelves = Shelves::default();
            let packs = catalogue::packs().iter();
            let wanted = packs.filter(|pack| source.is_none_or(|name| pack.name.eq_ignore_ascii_case(name)));
            wanted.flat_map(|pack| &pack.puzzles).for_each(|puzzle| shelves.add(order, puzzle));
            (shelves, Outcome::Done)
        }
    };
    shelves.print(json, &mut *output.writer())?;
    output.flush()?;
    Ok(outcome)
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    let output = Output::new();
    if let Some(order) = args.by {
        return run_shelves(args.pack.as_deref(), order, args.json, &output);
    }
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
