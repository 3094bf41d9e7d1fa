//! `taquin apply`: the board after some moves.

use crate::{input, outcome::Outcome};
use anyhow::Result;
use std::io::Write;
use taquin::tiles::{Board, Moves};

/// Print the board after some moves
///
/// U, D, L and R name the direction in which the tile moves; a number repeats the move, so R2 slides two tiles to the
/// right. The words up, down, left and right work too.
#[derive(clap::Args)]
#[command(after_help = "Example: this board is solved by these moves\n  \
    taquin apply \"8 2 0/4 6 1/3 7 5\" R2U2LDLDRURDLULDRULURDLU")]
pub(crate) struct Args {
    /// A board, a file with one, or - for standard input
    #[arg(value_parser = input::board)]
    board: Board,

    /// The moves, such as R2U2LD
    #[arg(required = true)]
    moves: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let moves: Moves = args.moves.join(" ").parse()?;
    let board = args.board.after(&moves)?;
    writeln!(std::io::stdout(), "{board}")?;
    Ok(Outcome::Done)
}
