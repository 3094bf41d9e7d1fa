//! `taquin blocks play`: the terminal game with blocks.

use super::source;
use crate::{args, outcome::Outcome, play};
use anyhow::Result;

/// Play a puzzle in the terminal
///
/// Tab or a click chooses a block, arrows, WASD or HJKL move it, and a click on a free cell brings it there. Hints,
/// shortest solutions, undo and more: press ? in the game.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  taquin blocks play \"Royal Escape\"")]
pub(super) struct Args {
    /// A name, a file with one puzzle, or a code
    #[arg(value_name = "FILE|NAME|CODE")]
    puzzle: String,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    let puzzle = source::puzzle(&args.puzzle)?;
    play::play(play::blocks::Blocks::new(puzzle, args::default_memory()))
}
