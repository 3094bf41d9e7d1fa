//! `taquin blocks render`: a puzzle or its solution as a picture.

use super::{answer, metric, source};
use crate::{
    answer::{Limit, Verdict},
    args::{self, Limits},
    commands::render::PictureArgs,
    outcome::Outcome,
    output,
    render::{
        Format,
        blocks::{self, Blocks},
    },
};
use anyhow::Result;
use taquin::blocks::{Metric, Move, Options, Puzzle};

/// Draw a puzzle, or its shortest solution, as SVG, PNG or GIF
///
/// Goal blocks and their goals are coral. With --solution a GIF plays the solution; SVG and PNG show positions of it side
/// by side, each with the number of moves made so far, and an SVG can be animated.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    taquin blocks render \"Royal Escape\" --output klotski.svg\n  \
    taquin blocks render \"Royal Escape\" --solution --output klotski.gif")]
pub(super) struct Args {
    /// A name, a file with one puzzle, a code, or - for standard input
    #[arg(value_name = "FILE|NAME|CODE|-")]
    puzzle: String,

    /// Show a shortest solution
    #[arg(long)]
    solution: bool,

    /// The metric to minimise
    #[arg(long, short, value_name = "NAME", default_value = Metric::Moves.name(), value_parser = metric())]
    metric: Metric,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    look: PictureArgs,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    let format = Format::of(&args.look.output)?;
    let puzzle = source::puzzle(&args.puzzle)?;
    let is_strip = args.solution && !args.look.is_animation(format);
    let size = args.look.size.unwrap_or(blocks::default_size(&puzzle) / if is_strip { 2 } else { 1 });
    let blocks = Blocks { puzzle: &puzzle, theme: args.look.theme.into(), size };
    let stage = blocks.stage()?;
    let solution = if args.solution { solved(&puzzle, args)? } else { Some(Vec::new()) };
    let Some(solution) = solution else { return Ok(Outcome::Partial) };
    // why: an animation follows a block around corners; side by side only whole moves are shown.
    let poses = if is_strip { blocks.poses(&solution) } else { blocks.slide_poses(&solution) };
    args.look.write(format, &stage, poses)?;
    Ok(Outcome::Done)
}

/// The shortest solution; `None` if there is none to draw, after saying why.
fn solved(puzzle: &Puzzle, args: &Args) -> Result<Option<Vec<Move>>> {
    let threads = args::threads(None);
    let options = Options { metric: args.metric, memory_limit: args.limits.memory(), threads, ..Options::default() };
    let reason = match answer::solve(puzzle, &options, args.limits.time_limit, false)?.0.verdict {
        Verdict::Solved(moves) => return Ok(Some(moves)),
        Verdict::NoSolution(proof) => format!("there is no solution: {proof}"),
        Verdict::Limit(Limit::Time) => "no solution found: the time limit was reached".to_owned(),
        Verdict::Limit(Limit::Memory) => {
            "no solution found: the memory limit was reached; --memory-limit allows more".to_owned()
        }
        Verdict::Limit(Limit::Interrupt) => "no solution found: it was interrupted".to_owned(),
        Verdict::Error(error) => return Err(error),
    };
    output::eprint_error(reason);
    Ok(None)
}
