//! `taquin bench`: the measurements behind bench/, for anybody to repeat.

mod big;
mod blocks;
mod korf24;
mod record;
mod tiles;

pub(crate) use tiles::level;

use crate::{outcome::Outcome, output::Output};
use anyhow::Result;
use taquin::tiles::catalogue;

/// Measure the solvers on known boards
///
/// Every answer is checked; a wrong one is an error. The shortest time of several rounds counts, because other programs
/// interfere.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    benchmark: Benchmark,
}

#[derive(clap::Subcommand)]
enum Benchmark {
    /// Korf's hundred random 15-puzzles, optimally
    Korf100(tiles::Args),
    Korf24(korf24::Args),
    /// Seven of the hardest 15-puzzles (70 to 80 moves), optimally
    Hard15(tiles::Args),
    /// Random boards of every shape up to 16 cells, optimally
    Small(tiles::Args),
    Blocks(blocks::Args),
    Big(big::Args),
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let output = Output::new();
    match &args.benchmark {
        Benchmark::Korf100(args) => tiles::known("korf100", catalogue::korf100(), args, &output),
        Benchmark::Korf24(args) => korf24::run(args, &output),
        Benchmark::Hard15(args) => tiles::known("hard15", catalogue::hard15(), args, &output),
        Benchmark::Small(args) => tiles::small(args, &output),
        Benchmark::Blocks(args) => blocks::run(args, &output),
        Benchmark::Big(args) => big::run(args, &output),
    }
}
