//! `taquin scramble`: random boards that can be solved.

use crate::{
    args::whole_number,
    input, interrupt,
    outcome::Outcome,
    output::{self, Output},
};
use anyhow::{Context, Result, bail};
use std::io::Write;
use taquin::{
    rng::Rng,
    search::Status,
    tiles::{
        Board, Shape,
        optimal::Resources,
        pattern_db::Store,
        scramble::{self, AtDistance, ScrambleError},
    },
};

/// Make random boards that can be solved, one per line
///
/// Without further options each board is drawn uniformly from all that can be solved. The same seed gives the same
/// boards on every machine.
#[derive(clap::Args)]
#[command(after_help = "Example: five boards to practise on, and their solutions\n  \
    taquin scramble --size 3x3 --count 5 --seed 1 | taquin solve")]
pub(crate) struct Args {
    /// Rows and columns, such as 4x4; with --goal, its size is the default
    #[arg(long, value_name = "RxC", value_parser = shape, required_unless_present = "goal")]
    size: Option<Shape>,

    /// How many boards
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number)]
    count: u64,

    /// Repeat the boards of this seed; without it one is chosen and printed on standard error
    #[arg(long, value_name = "S", value_parser = whole_number)]
    seed: Option<u64>,

    /// Make this many random moves from the goal instead
    #[arg(long, value_name = "K", value_parser = whole_number, conflicts_with = "displaced")]
    moves: Option<u64>,

    /// Make random moves from the goal until this share of the tiles is out of place
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    displaced: Option<u32>,

    /// Find boards whose shortest solution has exactly this many moves instead (up to 25 cells; proven, so it takes time)
    #[arg(long, value_name = "D", conflicts_with_all = ["moves", "displaced"])]
    distance: Option<usize>,

    /// The board to be reached (a board or a file) [default: 1, 2, 3, … and the blank last]
    #[arg(long, value_name = "BOARD", value_parser = input::board)]
    goal: Option<Board>,

    /// Do not tell the chosen seed
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let goal = goal(args)?;
    let seed = args.seed.map_or_else(chosen_seed, Ok)?;
    let mut rng = Rng::from_seed(seed);
    let output = Output::new();
    let resources = Resources::new(Store::of_user());
    for index in 0..args.count {
        let board = match args.distance {
            Some(distance) => at_distance(&goal, distance, &mut rng, &resources)?,
            None => board(args, &goal, &mut rng)?,
        };
        if index == 0 && args.seed.is_none() && !args.quiet {
            output::note(&format!("seed {seed} (repeat with --seed {seed})"));
        }
        writeln!(output.writer(), "{board}")?;
    }
    output.flush()?;
    Ok(Outcome::Done)
}

fn goal(args: &Args) -> Result<Board> {
    match (&args.goal, args.size) {
        (Some(goal), Some(size)) if goal.shape() != size => {
            bail!("--size is {size} but --goal is {}: give only one of them, or the same size", goal.shape())
        }
        (Some(goal), _) => Ok(goal.clone()),
        (None, Some(size)) => Ok(Board::solved(size)),
        (None, None) => bail!("--size is missing"),
    }
}

fn board(args: &Args, goal: &Board, rng: &mut Rng) -> Result<Board, ScrambleError> {
    match (args.moves, args.displaced) {
        (Some(count), _) => Ok(scramble::walk(goal, count, rng)),
        (_, Some(percent)) => scramble::displaced(goal, percent, rng),
        _ => Ok(scramble::uniform(goal, rng)),
    }
}

/// A board whose shortest solution has exactly so many moves.
fn at_distance(goal: &Board, distance: usize, rng: &mut Rng, resources: &Resources) -> Result<Board> {
    let _listening = interrupt::listen();
    let Some(mut scramble) = AtDistance::new(goal, distance, rng.clone(), resources) else {
        bail!("the distance of boards of {} cannot be proven: --distance is for up to 25 cells", goal.shape());
    };
    while scramble.run(100_000) == Status::Paused {
        if interrupt::pressed() {
            bail!("interrupted");
        }
    }
    let board = scramble.board().cloned();
    *rng = scramble.into_rng();
    board.with_context(|| format!("no board of {} at a distance of {distance} was found", goal.shape()))
}

pub(super) fn chosen_seed() -> Result<u64> {
    // why: 32 bits are enough to surprise and short enough to type again.
    Ok(u64::from(getrandom::u32()?))
}

fn percent(text: &str) -> Result<u32, String> {
    let percent = text.parse().ok().filter(|percent| *percent <= 100);
    percent.ok_or_else(|| "expected a whole number from 0 to 100".to_owned())
}

pub(crate) fn shape(text: &str) -> Result<Shape> {
    let parts = text.split_once(['x', 'X', '×']).map(|(rows, cols)| (rows.trim().parse(), cols.trim().parse()));
    match parts {
        Some((Ok(rows), Ok(cols))) => Ok(Shape::new(rows, cols)?),
        _ => bail!("expected rows x columns such as 4x4"),
    }
}
