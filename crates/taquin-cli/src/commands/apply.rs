//! `taquin apply`: the board after some moves.

use crate::{input, outcome::Outcome};
use anyhow::Result;
use std::io::Write;
use taquin::tiles::{
    Moves,
    labels::{AnyBoard, GapMoves},
};

/// Print the board after some moves
///
/// U, D, L and R name the direction in which the tile moves; a number repeats the move, so R2 slides two tiles to the
/// right. The words up, down, left and right work too. On a board with several gaps 2: says that tiles move into the
/// second one from there on; gaps are counted in reading order and keep their numbers.
#[derive(clap::Args)]
#[command(after_help = "Example: this board is solved by these moves\n  \
    taquin apply \"8 2 0/4 6 1/3 7 5\" R2U2LDLDRURDLULDRULURDLU")]
pub(crate) struct Args {
    /// A board, a file with one, or - for standard input
    #[arg(value_parser = input::any_board)]
    board: AnyBoard,

    /// The moves, such as R2U2LD
    #[arg(required = true)]
    moves: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let moves = args.moves.join(" ");
    let board = match &args.board {
        AnyBoard::Ordinary(board) => AnyBoard::Ordinary(board.after(&moves.parse::<Moves>()?)?),
        AnyBoard::Labelled(board) => AnyBoard::Labelled(board.after(&moves.parse::<GapMoves>()?)?),
    };
    writeln!(std::io::stdout(), "{board}")?;
    Ok(Outcome::Done)
}
