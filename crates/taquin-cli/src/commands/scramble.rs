//! `taquin scramble`: random boards that can be solved.

mod labelled;

pub(crate) use labelled::complete_goal;

use crate::{
    args::whole_number,
    input::{self, Goal},
    interrupt,
    outcome::Outcome,
    output::{self, Output},
    progress::Progress,
    pump::{End, MAX_UNEVEN_BUDGET, Pump, finished},
};
use anyhow::{Result, bail};
use std::io::Write;
use taquin::{
    rng::Rng,
    tiles::{
        Board, Shape,
        optimal::Resources,
        pattern_db::Store,
        scramble::{self, AtDistance, DistanceError, ScrambleError},
    },
};

/// Make random solvable boards, one per line
///
/// By default each board is drawn uniformly from all solvable boards. A seed gives the same boards on every machine.
#[derive(clap::Args)]
#[command(after_help = "Example: five boards to practise on, and their solutions\n  \
    taquin scramble --size 3x3 --count 5 --seed 1 | taquin solve")]
pub(crate) struct Args {
    /// Rows and columns, such as 4x4 [default: the size of --goal]
    #[arg(long, value_name = "RxC", value_parser = shape, required_unless_present = "goal")]
    size: Option<Shape>,

    /// How many boards
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number)]
    count: u64,

    /// The seed of the random boards [default: chosen at random and printed on standard error]
    #[arg(long, value_name = "S", value_parser = whole_number)]
    seed: Option<u64>,

    /// Instead, make this many random moves from the goal
    #[arg(long, value_name = "K", value_parser = whole_number, conflicts_with = "displaced")]
    moves: Option<u64>,

    /// Instead, make random moves from the goal until this share of the tiles is out of place
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    displaced: Option<u32>,

    /// Instead, find boards whose shortest solution has exactly this many moves (up to 25 cells, up to 40 moves on larger
    /// boards; proven, so it takes time)
    #[arg(long, value_name = "D", conflicts_with_all = ["moves", "displaced"])]
    distance: Option<usize>,

    /// The goal: a board or a file, perhaps with tiles that look alike or several gaps, or with --size rows, columns, fringe
    /// or grids [default: 1, 2, 3, … and the blank last]
    #[arg(long, value_name = "BOARD", value_parser = input::goal)]
    goal: Option<Goal>,

    /// Do not print the chosen seed
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let seed = args.seed.map_or_else(chosen_seed, Ok)?;
    if let Some(asked) = args.goal.as_ref().filter(|goal| goal.ordinary().is_none()) {
        return labelled::run(args, asked, seed);
    }
    let goal = goal(args)?;
    let mut rng = Rng::from_seed(seed);
    let output = Output::new();
    let mut at_distance = match args.distance {
        Some(distance) => Some(AtDistance::new(&goal, distance, rng.clone(), &Resources::new(Store::of_user()))?),
        None => None,
    };
    for index in 0..args.count {
        let board = match &mut at_distance {
            Some(scramble) => match found(scramble, &goal, args)? {
                Some(board) => board,
                None => {
                    output.flush()?;
                    output::eprint_error(format!("interrupted: {} found", output::count(index, "board")));
                    return Ok(Outcome::Partial);
                }
            },
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
    match (args.goal.as_ref().and_then(Goal::ordinary), args.size) {
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

/// The next board whose shortest solution has exactly the wanted length; `None` after Ctrl-C.
fn found(scramble: &mut AtDistance, goal: &Board, args: &Args) -> Result<Option<Board>> {
    let _listening = interrupt::listen();
    let mut progress = Progress::new(args.quiet);
    scramble.begin_another();
    let end = Pump::default().run(
        scramble,
        // why: many easy boards take no time, and the hard one after them must not get the budget that grew meanwhile.
        |scramble, budget| finished(scramble.run(budget.min(MAX_UNEVEN_BUDGET))),
        |scramble| {
            scramble.stats().inspect(|stats| progress.show(stats));
            interrupt::stops_search()
        },
    );
    if end == End::Stopped {
        return Ok(None);
    }
    let farthest = scramble.farthest();
    let (shape, distance) = (goal.shape(), args.distance.unwrap_or_default());
    match scramble.board() {
        Some(board) => Ok(Some(board.clone())),
        None if distance > farthest => Err(DistanceError::TooFar { shape, distance, farthest }.into()),
        None => bail!("no board of {shape} at a distance of {distance} was found; there are few, if any"),
    }
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
