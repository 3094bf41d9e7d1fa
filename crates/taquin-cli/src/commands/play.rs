//! `taquin play`: the terminal game.

use super::scramble::{chosen_seed, complete_goal, shape};
use crate::{
    args,
    input::{self, Goal},
    outcome::Outcome,
    play,
};
use anyhow::{Result, bail};
use taquin::{
    rng::Rng,
    tiles::{
        Board, Shape,
        labels::{self, AnyBoard, AnyGoal},
    },
};

/// Play in the terminal
///
/// Arrows, WASD or HJKL move the tile into the gap; a click slides everything between a tile and the gap. Hints,
/// solutions by every algorithm, undo and more: press ? in the game.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    taquin play\n  \
    taquin play --size 3x5 --seed 7\n  \
    taquin play --board \"8 2 0/4 6 1/3 7 5\"\n  \
    taquin play --size 3x3 --goal rows")]
pub(crate) struct Args {
    /// Rows and columns, such as 4x4 [default: the size of --board or --goal, else 4x4]
    #[arg(long, value_name = "RxC", value_parser = shape)]
    size: Option<Shape>,

    /// Start with this board (a board or a file) instead of a random one
    #[arg(long, value_name = "BOARD", value_parser = input::any_board)]
    board: Option<AnyBoard>,

    /// The goal: a board (* is a free cell) or a file, or one in which tiles look alike: rows, columns, fringe or grids
    /// [default: 1, 2, 3, … and the blanks last]
    #[arg(long, value_name = "BOARD", value_parser = input::goal)]
    goal: Option<Goal>,

    /// The seed of the random boards [default: chosen at random]
    #[arg(long, value_name = "S", value_parser = args::whole_number)]
    seed: Option<u64>,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let given = [("--size", args.size), ("--board", args.board.as_ref().map(AnyBoard::shape))];
    let goal_shape = match &args.goal {
        Some(Goal::Written(goal)) => Some(AnyGoal::shape(goal)),
        _ => None,
    };
    let given = given.into_iter().chain([("--goal", goal_shape)]);
    let given: Vec<(&str, Shape)> = given.filter_map(|(name, shape)| Some((name, shape?))).collect();
    if let Some((name, other)) = given.iter().find(|(_, shape)| *shape != given[0].1) {
        bail!("{} is {} but {name} is {other}: give only one of them, or the same size", given[0].0, given[0].1);
    }
    let size = given.first().map_or_else(|| Shape::new(4, 4), |&(_, shape)| Ok(shape))?;
    let rng = Rng::from_seed(args.seed.map_or_else(chosen_seed, Ok)?);
    let is_ordinary = args.goal.as_ref().is_none_or(|goal| goal.ordinary().is_some());
    let board = match &args.board {
        None => None,
        Some(AnyBoard::Ordinary(board)) => Some(board.clone()),
        Some(AnyBoard::Labelled(_)) => return labelled(args, size, rng),
    };
    if !is_ordinary {
        return labelled(args, size, rng);
    }
    let goal = args.goal.as_ref().and_then(Goal::ordinary).cloned().unwrap_or_else(|| Board::solved(size));
    play::play(play::tiles::Tiles::new(board, goal, rng, args::default_memory())?)
}

/// A game by labels.
fn labelled(args: &Args, size: Shape, mut rng: Rng) -> Result<Outcome> {
    let (board, goal) = match (&args.board, &args.goal) {
        (Some(board), goal) => {
            input::check_labels(board, goal.as_ref())?;
            input::labelled(board, goal.as_ref())
        }
        (None, Some(goal)) => {
            let (solved, goal) = complete_goal(goal, size)?;
            (labels::uniform(&solved, &goal, &mut rng), goal)
        }
        (None, None) => bail!("there is neither a board nor a goal"),
    };
    play::play(play::labels::Labels::new(board, goal, rng, args::default_memory())?)
}
