//! `taquin blocks generate`: random puzzles of a known difficulty.

use super::{list::cost, metric};
use crate::{
    commands::scramble::chosen_seed,
    interrupt,
    outcome::Outcome,
    output::{self, Output, count},
    progress::Progress,
    pump::{End, Pump},
};
use anyhow::{Context, Result, anyhow, bail};
use indicatif::HumanCount;
use serde::Serialize;
use std::{collections::BTreeMap, fs, io::Write, path::Path};
use taquin::{
    blocks::{
        Cell, MAX_BITS, Metric, Puzzle,
        generate::{self, AttemptError, Generator, Recipe, USUAL_POSITIONS},
        write_pack,
    },
    rng::Rng,
};

/// Make random puzzles whose shortest solution has a given length
///
/// The first shape is the goal block; its goal is drawn at random. A seed gives the same puzzles on every machine.
#[derive(clap::Args)]
#[command(after_help = "Examples: a puzzle like Klotski, of 60 moves, and one on a board without corners\n  \
    taquin blocks generate --size 5x4 --shapes 2x2,2x1*4,1x2,1x1*4 --difficulty 60 --seed 1\n  \
    taquin blocks generate --board \" ... /...../...../ ... \" --shapes \"##/#.,2x1*3,1x2,1x1*2\" --seed 1")]
pub(super) struct Args {
    /// Rows and columns of the board
    #[arg(long, value_name = "RxC", default_value = "5x4", value_parser = rectangle)]
    size: Cells,

    /// A board of any outline: a file, or rows separated by /, in which . is a cell and a space is none
    #[arg(long, value_name = "FILE|ROWS", conflicts_with = "size", value_parser = board)]
    board: Option<Cells>,

    /// Shapes, separated by commas: RxC for a rectangle, or rows of # and . such as ##/#. ; *N repeats a shape
    #[arg(long, value_name = "LIST", default_value = "2x2,2x1*4,1x2,1x1*4", value_parser = shapes)]
    shapes: Shapes,

    /// The length of the shortest solution
    #[arg(long, value_name = "N", default_value_t = 20)]
    difficulty: u32,

    /// The metric of the length
    #[arg(long, short, value_name = "NAME", default_value = Metric::Moves.name(), value_parser = metric())]
    metric: Metric,

    /// Straight blocks move only along their length, as in Rush Hour
    #[arg(long)]
    keep_axis: bool,

    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u32,

    /// The seed of the random puzzles [default: chosen at random and printed on standard error]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Give up on a puzzle after this many attempts, or after 20 that all have too many positions
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    attempts: u32,

    /// Give up on an attempt with more positions than this; each takes about 50 bytes of memory
    #[arg(long, value_name = "N", default_value_t = USUAL_POSITIONS)]
    position_limit: u64,

    /// Print one JSON object per puzzle
    #[arg(long)]
    json: bool,
}

/// The cells of a board or a block.
type Cells = Vec<Cell>;
type Shapes = Vec<Cells>;
/// How often attempts failed, by reason.
type Failures = BTreeMap<AttemptError, u32>;

/// Attempts with too many positions after which no other is made: they take long, and the next would fail too.
const MAX_OVERSIZED_ATTEMPTS: u32 = 20;

pub(super) fn run(args: &Args) -> Result<Outcome> {
    let output = Output::new();
    let recipe = Recipe {
        board: args.board.as_ref().unwrap_or(&args.size).clone(),
        shapes: args.shapes.clone(),
        keep_axis: args.keep_axis,
        metric: args.metric,
        difficulty: args.difficulty,
        most_positions: args.position_limit,
    };
    let seed = args.seed.map_or_else(chosen_seed, Ok)?;
    let mut seeds = Rng::from_seed(seed);
    let _listening = interrupt::listen();
    for index in 0..args.count {
        let mut generator = Generator::new(recipe.clone(), seeds.bits())?;
        if index == 0 && args.seed.is_none() {
            output::note(&format!("seed {seed}"));
        }
        let (puzzle, attempts) = match generate_one(&mut generator, args) {
            Ok(generated) => generated,
            Err(failures) => {
                output::eprint_error(give_up(args, &failures, generator.hardest()));
                return Ok(Outcome::Partial);
            }
        };
        if args.json {
            output.json(&Generated::new(&puzzle, seed, attempts))?;
        } else {
            let separator = if index > 0 { "===\n" } else { "" };
            write!(output.writer(), "{separator}{}", write_pack([&puzzle]))?;
        }
        output.flush()?;
    }
    Ok(Outcome::Done)
}

/// A puzzle and how many attempts it took, or why all failed.
fn generate_one(generator: &mut Generator, args: &Args) -> Result<(Puzzle, u32), Failures> {
    let mut progress = Progress::new(false);
    let mut failures = Failures::new();
    let mut attempt = 1;
    while attempt <= args.attempts && !interrupt::pressed() && !has_only_oversized_attempts(generator, &failures) {
        let end = Pump::default().run(generator, Generator::run, |generator| {
            progress.update(|| {
                let positions = count(generator.positions(), "position");
                let hardest =
                    generator.hardest().map(|(cost, _)| format!("; the hardest so far has {cost} {}", args.metric));
                format!("attempt {attempt} of {}: {positions}{}", args.attempts, hardest.unwrap_or_default())
            });
            interrupt::pressed()
        });
        match end {
            End::Finished(Ok(puzzle)) => return Ok((puzzle, attempt)),
            End::Finished(Err(failure)) => *failures.entry(failure).or_default() += 1,
            End::TimeLimit | End::Stopped => break,
        }
        attempt += 1;
    }
    Err(failures)
}

fn has_only_oversized_attempts(generator: &Generator, failures: &Failures) -> bool {
    generator.hardest().is_none()
        && failures.get(&AttemptError::TooManyPositions).is_some_and(|&count| count >= MAX_OVERSIZED_ATTEMPTS)
}

fn give_up(args: &Args, failures: &Failures, hardest: Option<&(u32, Puzzle)>) -> String {
    let attempts = count(failures.values().copied().map(u64::from).sum(), "attempt");
    let mut text = if interrupt::pressed() { "interrupted: " } else { "" }.to_owned();
    text += &format!("no puzzle of {} {} in {attempts}", args.difficulty, args.metric);
    for (index, (failure, &times)) in failures.iter().enumerate() {
        let separator = if index == 0 { ": " } else { ", " };
        text += &format!("{separator}{failure} in {}", HumanCount(times.into()));
    }
    if failures.contains_key(&AttemptError::TooManyPositions) {
        text += &format!("; --position-limit allows more than {}", HumanCount(args.position_limit));
    }
    if let Some((cost, puzzle)) = hardest {
        text += &format!("; the hardest found has {cost} {}:\n{puzzle}", args.metric);
    }
    text
}

/// A puzzle as JSON; the optima are null where they are not known.
#[derive(Serialize)]
struct Generated<'a> {
    name: &'a str,
    moves: Option<u32>,
    slides: Option<u32>,
    steps: Option<u32>,
    seed: u64,
    attempts: u32,
    text: String,
}

impl<'a> Generated<'a> {
    fn new(puzzle: &'a Puzzle, seed: u64, attempts: u32) -> Self {
        Self {
            name: puzzle.info().name.as_deref().unwrap_or_default(),
            moves: cost(puzzle, Metric::Moves),
            slides: cost(puzzle, Metric::Slides),
            steps: cost(puzzle, Metric::Steps),
            seed,
            attempts,
            text: puzzle.to_string(),
        }
    }
}

fn rectangle(text: &str) -> Result<Cells> {
    let (rows, cols) = text.split_once(['x', 'X', '×']).context("expected rows x columns, such as 5x4")?;
    let number = |text: &str| match text.trim().parse() {
        Ok(number @ 1..=255) => Ok(number),
        _ => Err(anyhow!("{text:?} is no number from 1 to 255")),
    };
    Ok(generate::rectangle(number(rows)?, number(cols)?))
}

fn shapes(text: &str) -> Result<Shapes> {
    let mut shapes = Vec::new();
    for item in text.split(',').map(str::trim) {
        let (shape, count) = match item.split_once('*') {
            Some((shape, count)) => {
                (shape, count.parse::<u8>().map_err(|_| anyhow!("{count:?} is no count of shapes, in {item:?}"))?)
            }
            None => (item, 1),
        };
        let cells = if shape.contains(['#', '/']) { parse_picture(shape, '#', '.') } else { rectangle(shape) };
        let cells = cells.map_err(|error| anyhow!("{shape:?} is no shape: {error}"))?;
        if cells.len() > MAX_BITS {
            bail!("{shape:?} is larger than any board");
        }
        shapes.extend(std::iter::repeat_n(cells, count.into()));
    }
    Ok(shapes)
}

fn board(text: &str) -> Result<Cells> {
    match Path::new(text).is_file() {
        true => parse_picture(&fs::read_to_string(text)?, '.', ' '),
        false => parse_picture(text, '.', ' ').map_err(|error| anyhow!("it is no file, and no board: {error}")),
    }
}

/// The cells of a picture: rows in which one character is a cell and another a gap.
fn parse_picture(text: &str, cell: char, gap: char) -> Result<Cells> {
    let mut cells = Vec::new();
    for (row, line) in text.split(['/', '\n']).enumerate() {
        for (col, found) in line.trim_end().chars().enumerate() {
            if found == cell {
                cells.push(Cell::new(u8::try_from(row)?, u8::try_from(col)?));
            } else if found != gap {
                bail!("there is {found:?} in row {}, but {cell:?} draws a cell and {gap:?} a gap", row + 1);
            }
        }
    }
    Ok(cells)
}
