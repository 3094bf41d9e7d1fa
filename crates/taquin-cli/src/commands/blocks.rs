//! `taquin blocks`: sliding-block puzzles.

mod answer;
mod generate;
mod list;
mod listing;
mod play;
mod render;
mod show;
mod solve;
mod source;

pub(crate) use list::optimum;

use crate::outcome::Outcome;
use anyhow::Result;
use clap::{
    Subcommand,
    builder::{PossibleValuesParser, TypedValueParser},
};
use taquin::blocks::Metric;

/// Solve, play, list, draw and make sliding-block puzzles (Klotski, Rush Hour, any shapes)
///
/// A puzzle is a name from the list, a file of one or more puzzles, a Rush Hour string of 36 characters, or a Klotski
/// code such as 1A9BF0C.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::Args),
    List(list::Args),
    Show(show::Args),
    Play(play::Args),
    Render(render::Args),
    Generate(generate::Args),
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    match &args.command {
        Command::Solve(args) => solve::run(args),
        Command::List(args) => list::run(args),
        Command::Show(args) => show::run(args),
        Command::Play(args) => play::run(args),
        Command::Render(args) => render::run(args),
        Command::Generate(args) => generate::run(args),
    }
}

/// Metrics by name, so that the help and the completions know them all.
pub(crate) fn metric() -> impl TypedValueParser<Value = Metric> {
    PossibleValuesParser::new(Metric::ALL.map(Metric::name)).try_map(|name| name.parse::<Metric>())
}
