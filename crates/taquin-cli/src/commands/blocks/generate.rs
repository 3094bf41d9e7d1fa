//! `taquin blocks generate`: random puzzles of a known difficulty.

use super::metric;
use crate::{
    interrupt,
    outcome::Outcome,
    output::{self, Output},
};
use anyhow::{Context, Result, anyhow, bail};
use std::io::Write;
use taquin::{
    blocks::{
        Cell, Metric, Puzzle,
        generate::{Generator, Recipe},
        write_pack,
    },
    rng::Rng,
};

/// Make random puzzles whose shortest solution has a given length
///
/// The first shape is the block to be moved, to a place drawn at random. The same seed gives the same puzzles.
#[derive(clap::Args)]
#[command(after_help = "Example: a puzzle like Klotski, of 60 moves\n  \
    taquin blocks generate --size 5x4 --shapes 2x2,2x1*4,1x2,1x1*4 --difficulty 60 --seed 1")]
pub(super) struct Args {
    /// Rows and columns of the board
    #[arg(long, value_name = "RxC", default_value = "5x4", value_parser = size)]
    size: (usize, usize),

    /// Shapes, separated by commas: RxC for a rectangle, or rows of # and . such as ##/#. ; *N repeats one
    #[arg(long, value_name = "LIST", default_value = "2x2,2x1*4,1x2,1x1*4", value_parser = shapes)]
    shapes: Shapes,

    /// The length of the shortest solution
    #[arg(long, value_name = "N", default_value_t = 20)]
    difficulty: u32,

    /// What the length is measured in
    #[arg(long, short, value_name = "NAME", default_value = Metric::Moves.name(), value_parser = metric())]
    metric: Metric,

    /// Straight blocks move only along their length, as in Rush Hour
    #[arg(long)]
    keep_axis: bool,

    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u32,

    /// Makes the same puzzles again [default: at random, and told]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Give up on a puzzle after so many attempts
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    attempts: u32,
}

/// The cells of each block.
type Shapes = Vec<Vec<Cell>>;

pub(super) fn run(args: &Args) -> Result<Outcome> {
    let output = Output::new();
    let seed = match args.seed {
        Some(seed) => seed,
        None => {
            let seed = getrandom::u64().map_err(|error| anyhow!("no random seed: {error}"))? >> 32;
            output::note(&format!("seed {seed}"));
            seed
        }
    };
    let mut seeds = Rng::from_seed(seed);
    let _listening = interrupt::listen();
    for index in 0..args.count {
        let recipe = Recipe {
            rows: args.size.0,
            cols: args.size.1,
            shapes: args.shapes.clone(),
            keep_axis: args.keep_axis,
            metric: args.metric,
            difficulty: args.difficulty,
        };
        let mut generator = Generator::new(recipe, seeds.bits())?;
        let mut attempts = (0..args.attempts).take_while(|_| !interrupt::pressed());
        let Some(puzzle) = attempts.find_map(|_| generator.attempt()) else {
            output::complain(give_up(args, generator.hardest()));
            return Ok(Outcome::Partial);
        };
        let separator = if index > 0 { "===\n" } else { "" };
        write!(output.writer(), "{separator}{}", write_pack([&puzzle]))?;
        output.flush()?;
    }
    Ok(Outcome::Done)
}

fn give_up(args: &Args, hardest: Option<&(u32, Puzzle)>) -> String {
    let found = match hardest {
        Some((cost, puzzle)) => format!("the hardest found has {cost} {}:\n{puzzle}", args.metric),
        None => "no attempt led to a puzzle at all".to_owned(),
    };
    format!("no puzzle of {} {} in {} attempts; {found}", args.difficulty, args.metric, args.attempts)
}

fn size(text: &str) -> Result<(usize, usize)> {
    let (rows, cols) = text.split_once('x').context("expected rows x columns, such as 5x4")?;
    let number = |text: &str| match text.parse() {
        Ok(number @ 1..=255) => Ok(number),
        _ => Err(anyhow!("{text:?} is no number from 1 to 255")),
    };
    Ok((number(rows)?, number(cols)?))
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
        let cells = if shape.contains(['#', '/']) { drawn(shape)? } else { rectangle(shape)? };
        shapes.extend(std::iter::repeat_n(cells, count.into()));
    }
    Ok(shapes)
}

fn rectangle(text: &str) -> Result<Vec<Cell>> {
    let (rows, cols) = size(text).with_context(|| format!("{text:?} is no shape"))?;
    if rows * cols > 255 {
        bail!("{text:?} is larger than any board");
    }
    Ok((0..rows).flat_map(|row| (0..cols).map(move |col| Cell::new(row as u8, col as u8))).collect())
}

fn drawn(text: &str) -> Result<Vec<Cell>> {
    let mut cells = Vec::new();
    for (row, line) in text.split('/').enumerate() {
        for (col, drawn) in line.chars().enumerate() {
            match drawn {
                '#' => cells.push(Cell::new(u8::try_from(row)?, u8::try_from(col)?)),
                '.' => {}
                _ => bail!("{drawn:?} in the shape {text:?}: a shape is drawn with # and ."),
            }
        }
    }
    Ok(cells)
}
