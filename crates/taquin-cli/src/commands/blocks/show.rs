//! `taquin blocks show`: a puzzle as text.

use super::source;
use crate::{outcome::Outcome, output::Output};
use anyhow::Result;
use std::io::Write;
use taquin::blocks::write_pack;

/// Print puzzles in the text format, which can be edited and solved again
#[derive(clap::Args)]
pub(super) struct Args {
    /// Names, packs, files of puzzles, codes, or - for standard input
    #[arg(value_name = "FILE|NAME|CODE|-", required = true)]
    puzzles: Vec<String>,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    let output = Output::new();
    let mut puzzles = Vec::new();
    for argument in &args.puzzles {
        puzzles.extend(source::puzzles(argument)?);
    }
    write!(output.writer(), "{}", write_pack(&puzzles))?;
    output.flush()?;
    Ok(Outcome::Done)
}
