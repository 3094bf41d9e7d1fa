//! `taquin completions`: tab completion for a shell.

use crate::{args::Cli, outcome::Outcome};
use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;

/// Print the script that completes taquin's commands and options in a shell
#[derive(clap::Args)]
#[command(
    after_help = "Example, for bash:\n  taquin completions bash > ~/.local/share/bash-completion/completions/taquin"
)]
pub(crate) struct Args {
    /// Which shell
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    // why: the generator panics when it cannot write, so it writes to memory, which cannot fail.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "taquin", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Outcome::Done)
}
