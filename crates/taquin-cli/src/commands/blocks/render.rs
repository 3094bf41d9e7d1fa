//! `taquin blocks render`: a puzzle or its solution as a picture.

use super::{answer::proof, metric, source};
use crate::{
    args::Limits,
    commands::render::Look,
    outcome::Outcome,
    output, progress,
    pump::{End, pump},
    render::{
        Format,
        blocks::{self, Blocks},
    },
};
use anyhow::Result;
use std::thread;
use taquin::{
    blocks::{Metric, Move, Options, Puzzle, Solver},
    search::{Search, Status},
};

/// Draw a puzzle, or its shortest solution, as SVG, PNG or GIF
///
/// The goal blocks are coral, and so is the place on the floor that they must reach. With --solution a GIF plays it;
/// SVG and PNG show positions on the way side by side, each with the number of moves made so far, and an SVG can play
/// it too.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    taquin blocks render \"Royal Escape\" --output klotski.svg\n  \
    taquin blocks render \"Royal Escape\" --solution --output klotski.gif")]
pub(super) struct Args {
    /// A name, a file with one puzzle, a code, or - for standard input
    #[arg(value_name = "FILE|NAME|CODE|-")]
    puzzle: String,

    /// Show its shortest solution
    #[arg(long)]
    solution: bool,

    /// What the solution should be shortest in
    #[arg(long, short, value_name = "NAME", default_value = Metric::Moves.name(), value_parser = metric())]
    metric: Metric,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    look: Look,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    let format = Format::of(&args.look.output)?;
    let puzzle = source::puzzle(&args.puzzle)?;
    let is_strip = args.solution && !args.look.is_animation(format);
    let size = args.look.size.unwrap_or(blocks::good_size(&puzzle) / if is_strip { 2 } else { 1 });
    let blocks = Blocks { puzzle: &puzzle, theme: args.look.theme, size };
    let stage = blocks.stage()?;
    let solution = if args.solution { solved(&puzzle, args)? } else { Some(Vec::new()) };
    let Some(solution) = solution else { return Ok(Outcome::Partial) };
    // why: an animation goes round corners slide by slide, but only whole moves are positions worth showing.
    let poses = if is_strip { blocks.poses(&solution) } else { blocks.ways(&solution) };
    args.look.write(format, &stage, poses)?;
    Ok(Outcome::Done)
}

/// The shortest solution; `None` if there is none to draw, after saying why.
fn solved(puzzle: &Puzzle, args: &Args) -> Result<Option<Vec<Move>>> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let options = Options { metric: args.metric, memory_limit: args.limits.memory(), threads };
    let mut solver = Solver::new(puzzle, &options)?;
    let reason = match pump(&mut solver, args.limits.time_limit, false, progress::of_blocks(args.metric)) {
        End::Finished(Status::Solved) => return Ok(solver.checked_solution()?.map(<[_]>::to_vec)),
        End::Finished(Status::Exhausted) => format!("there is no solution: {}", proof(solver.stats())),
        End::Finished(_) => "no solution found: the memory limit was reached; --memory-limit allows more".to_owned(),
        End::TimeUp => "no solution found: the time limit was reached".to_owned(),
        End::Interrupted => "no solution found: it was interrupted".to_owned(),
    };
    output::complain(reason);
    Ok(None)
}
