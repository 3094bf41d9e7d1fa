//! `taquin blocks show`: a puzzle as text.

use super::source::Sources;
use crate::{
    outcome::Outcome,
    output::{self, Output},
};
use anyhow::Result;
use std::io::Write;

/// Print puzzles in the text format, which can be edited and solved again
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    sources: Sources,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    let output = Output::new();
    let mut outcome = Outcome::Done;
    let mut separator = "";
    for source in args.sources.read() {
        for sourced in source.puzzles() {
            match sourced.puzzle {
                Ok(puzzle) => {
                    write!(output.writer(), "{separator}{puzzle}")?;
                    separator = "===\n";
                }
                Err(error) => {
                    output::eprint_error(error);
                    outcome = Outcome::Failed;
                }
            }
        }
    }
    output.flush()?;
    Ok(outcome)
}
