//! The `taquin` command: arguments → request → engine → text or JSON.
//!
//! Data goes to standard output, everything else to standard error. The exit code is 0 if all is solved, 1 if some
//! board is unsolvable or hit a limit, 2 for bad usage or bad input, 130 if Ctrl-C ended it while nothing was being
//! searched. A broken pipe ends the command quietly.

mod answer;
mod args;
mod atomic_file;
mod commands;
mod explain;
mod input;
mod interrupt;
mod listing;
mod outcome;
mod output;
mod picture;
mod play;
mod progress;
mod pump;
mod render;
mod tuning;

use clap::Parser;
use outcome::Outcome;
use std::{io, process::ExitCode};

fn main() -> ExitCode {
    match args::Cli::parse().run() {
        Ok(outcome) => outcome.into(),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::eprint_error(&error);
            Outcome::Failed.into()
        }
    }
}

/// Did whoever reads our output stop reading? That is their right and no failure of ours.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| match cause.downcast_ref::<io::Error>() {
        Some(cause) => cause.kind() == io::ErrorKind::BrokenPipe,
        None => false,
    })
}
