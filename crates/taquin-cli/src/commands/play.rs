//! `taquin play`: the terminal game.

use super::scramble::{chosen_seed, shape};
use crate::{args, input, outcome::Outcome, play};
use anyhow::{Result, bail};
use taquin::{
    rng::Rng,
    tiles::{Board, Shape},
};

/// Play in the terminal
///
/// Arrows, WASD or HJKL move the tile into the gap; a click slides everything between a tile and the gap. Hints,
/// solutions by every algorithm, undo and more: press ? in the game.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    taquin play\n  \
    taquin play --size 3x5 --seed 7\n  \
    taquin play --board \"8 2 0/4 6 1/3 7 5\"")]
pub(crate) struct Args {
    /// Rows and columns, such as 4x4 [default: the size of --board or --goal, else 4x4]
    #[arg(long, value_name = "RxC", value_parser = shape)]
    size: Option<Shape>,

    /// Start with this board (a board or a file) instead of a random one
    #[arg(long, value_name = "BOARD", value_parser = input::board)]
    board: Option<Board>,

    /// The goal (a board or a file) [default: 1, 2, 3, … and the blank last]
    #[arg(long, value_name = "BOARD", value_parser = input::board)]
    goal: Option<Board>,

    /// The seed of the random boards [default: chosen at random]
    #[arg(long, value_name = "S", value_parser = args::whole_number)]
    seed: Option<u64>,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let given = [("--size", args.size), ("--board", args.board.as_ref().map(Board::shape))];
    let given = given.into_iter().chain([("--goal", args.goal.as_ref().map(Board::shape))]);
    let given: Vec<(&str, Shape)> = given.filter_map(|(name, shape)| Some((name, shape?))).collect();
    if let Some((name, other)) = given.iter().find(|(_, shape)| *shape != given[0].1) {
        bail!("{} is {} but {name} is {other}: give only one of them, or the same size", given[0].0, given[0].1);
    }
    let size = given.first().map_or_else(|| Shape::new(4, 4), |&(_, shape)| Ok(shape))?;
    let goal = args.goal.clone().unwrap_or_else(|| Board::solved(size));
    let seed = args.seed.map_or_else(chosen_seed, Ok)?;
    let tiles = play::tiles::Tiles::new(args.board.clone(), goal, Rng::from_seed(seed), args::default_memory())?;
    play::play(tiles)
}
