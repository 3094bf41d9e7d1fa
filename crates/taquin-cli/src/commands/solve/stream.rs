//! Solutions of large boards by construction, printed as they are made: they are too long to be held.
//!
//! Every piece is replayed against the rules before it is printed, and the goal is compared before the answer is called
//! solved. One that is stopped has printed moves that lead part of the way, and says so.

use super::{
    Args,
    answer::{Answer, Length, Verdict},
};
use crate::{explain, interrupt, outcome::Outcome, output::Output, progress::Progress};
use anyhow::{Result, anyhow};
use std::{
    io::{self, Write},
    time::Instant,
};
use taquin::{
    replay::{ReplayError, TileReplay},
    search::{Cost, Phase, Stats},
    tiles::{
        Board, Direction, Manhattan, Problem,
        constructive::{Method, Pieces},
        solve::Options,
    },
};

/// Solutions of boards of up to so many cells are held until they are complete; they have less than a million moves.
const HELD_CELLS: usize = 64 * 64;

/// The problem and the method, if this board is to be answered in this way.
pub(super) fn suits(board: &Board, args: &Args) -> Option<(Problem, Method)> {
    let is_plain = !args.explain && !args.show && matches!(args.metric, super::MetricName::Stm);
    if !is_plain || board.shape().cells() <= HELD_CELLS {
        return None;
    }
    let method = explain::method(args.algorithm).ok()?;
    let goal = args.goal.clone().unwrap_or_else(|| Board::solved(board.shape()));
    let problem = Problem::new(board.clone(), goal).ok()?;
    (problem.start() != problem.goal()).then_some((problem, method))
}

/// Solves a problem and prints the answer.
pub(super) fn run(
    problem: &Problem,
    method: Method,
    args: &Args,
    options: &Options,
    output: &Output,
) -> Result<Outcome> {
    let mut answer = Answer::new(problem.start().clone(), problem.goal().clone(), options);
    let out = &mut *output.writer();
    answer.begin(args, out)?;
    let began = Instant::now();
    let mut notation = Notation { out, run: None, length: Length::default() };
    let mut stats = Stats { lower_bound: Manhattan::new(problem.goal()).of(problem.start()), ..Stats::default() };
    let verdict = print(problem, method, args, &mut notation, &mut stats, began)?;
    notation.end_run()?;
    answer.seconds = began.elapsed().as_secs_f64();
    answer.stats = stats;
    let answer = answer.with(verdict);
    answer.end(args, notation.out)?;
    Ok(answer.outcome())
}

/// Prints the moves until they end or are stopped.
fn print(
    problem: &Problem,
    method: Method,
    args: &Args,
    notation: &mut Notation<impl Write>,
    stats: &mut Stats,
    began: Instant,
) -> io::Result<Verdict> {
    let _listening = interrupt::listen();
    let mut progress = Progress::new(args.quiet);
    let bug = |error: ReplayError| Verdict::Error(anyhow!(error).context("this is a bug in taquin, please report it"));
    let mut replay = TileReplay::new(problem.start());
    let mut pieces = Pieces::new(problem, method);
    while let Some(piece) = pieces.next() {
        if let Err(error) = piece.iter().try_for_each(|&direction| replay.step(direction)) {
            return Ok(bug(error));
        }
        piece.into_iter().try_for_each(|direction| notation.push(direction))?;
        let stm = notation.length.stm;
        (stats.expanded, stats.generated) = (stm as u64, pieces.generated());
        stats.phase = Phase::Searching { depth: stm as Cost };
        progress.show(stats);
        if interrupt::pressed() {
            return Ok(Verdict::Limit("interrupted"));
        }
        if args.limits.time_limit.is_some_and(|limit| began.elapsed() >= limit) {
            return Ok(Verdict::Limit("time limit"));
        }
    }
    notation.end_run()?;
    Ok(replay.finish(problem.goal()).map_or_else(bug, |()| Verdict::Solved(notation.length)))
}

/// Writes moves as they come and counts them; a run of the same move is written once it has ended.
struct Notation<'w, W> {
    out: &'w mut W,
    run: Option<(Direction, usize)>,
    length: Length,
}

impl<W: Write> Notation<'_, W> {
    fn push(&mut self, direction: Direction) -> io::Result<()> {
        self.length.stm += 1;
        match &mut self.run {
            Some((running, count)) if *running == direction => *count += 1,
            _ => {
                self.end_run()?;
                self.run = Some((direction, 1));
            }
        }
        Ok(())
    }

    fn end_run(&mut self) -> io::Result<()> {
        match self.run.take() {
            None => return Ok(()),
            Some((direction, 1)) => write!(self.out, "{direction}")?,
            Some((direction, count)) => write!(self.out, "{direction}{count}")?,
        }
        self.length.mtm += 1;
        Ok(())
    }
}
