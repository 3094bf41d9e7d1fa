//! Constructive solutions of large boards, printed as they are found: they are too long to be held in memory.
//!
//! Every stage is replayed against the rules before it is printed, and the goal is compared before the answer is called
//! solved. If the search is stopped, the moves printed so far lead part of the way, and the answer says so.

use super::{
    Args,
    answer::{Length, TileAnswer},
};
use crate::{
    answer::{Answer, Limit, Verdict, bug},
    input, interrupt,
    outcome::Outcome,
    output::Output,
    progress::Progress,
};
use anyhow::Result;
use std::{
    io::{self, Write},
    time::Instant,
};
use taquin::{
    replay::{ReplayError, TileReplay},
    search::{Cost, Phase, Stats},
    tiles::{
        Direction, Manhattan, Metric, Options, Problem, ProblemError,
        constructive::{Constructive, Method},
        labels::AnyBoard,
    },
};

/// Solutions of boards of up to this many cells are held in memory; they have less than a million moves.
const MAX_HELD_CELLS: usize = 64 * 64;

/// The problem and the method, if the solution of this board is to be streamed.
pub(super) fn plan(board: &AnyBoard, args: &Args) -> Option<(Problem, Method)> {
    let AnyBoard::Ordinary(board) = board else { return None };
    let is_plain = !args.explain && !args.show && args.metric == Metric::Stm;
    if !is_plain || board.shape().cells() <= MAX_HELD_CELLS {
        return None;
    }
    let method = args.algorithm.method()?;
    let goal = input::ordinary_goal(board, args.goal.as_ref())?;
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
    let mut answer = TileAnswer::new(problem.start().clone(), problem.goal().clone(), options);
    let out = &mut *output.writer();
    answer.begin(args, out)?;
    let began = Instant::now();
    let mut moves = MoveWriter { out, run: None, length: Length::default() };
    let mut stats = Stats { lower_bound: Manhattan::new(problem.goal()).estimate(problem.start()), ..Stats::default() };
    let verdict = print(problem, method, args, &mut moves, &mut stats, began)?;
    moves.end_run()?;
    let is_proven = verdict.solution().is_some_and(|length| stats.proves(length.stm as Cost));
    answer.found = Answer { verdict, is_proven, stats, seconds: began.elapsed().as_secs_f64() };
    answer.end(args, moves.out)?;
    Ok(answer.outcome())
}

/// Prints the moves until they end or are stopped.
fn print(
    problem: &Problem,
    method: Method,
    args: &Args,
    moves: &mut MoveWriter<impl Write>,
    stats: &mut Stats,
    began: Instant,
) -> io::Result<Verdict<Length, ProblemError>> {
    let _listening = interrupt::listen();
    let mut progress = Progress::new(args.quiet);
    let wrong = |error: ReplayError| Verdict::Error(bug(error.into()));
    let mut replay = TileReplay::new(problem.start());
    let mut solver = Constructive::new(problem, method);
    while let Some(stage) = solver.next() {
        if let Err(error) = stage.moves.iter().try_for_each(|&direction| replay.step(direction)) {
            return Ok(wrong(error));
        }
        stage.moves.into_iter().try_for_each(|direction| moves.push(direction))?;
        let stm = moves.length.stm;
        (stats.expanded, stats.generated) = (stm as u64, solver.generated());
        stats.phase = Phase::Searching { depth: stm as Cost };
        progress.show(stats);
        if interrupt::stops_search() {
            return Ok(Verdict::Limit(Limit::Interrupt));
        }
        if args.limits.time_limit.is_some_and(|limit| began.elapsed() >= limit) {
            return Ok(Verdict::Limit(Limit::Time));
        }
    }
    moves.end_run()?;
    Ok(replay.finish(problem.goal()).map_or_else(wrong, |()| Verdict::Solved(moves.length)))
}

/// Writes and counts moves; a run of the same move is written when it ends.
struct MoveWriter<'w, W> {
    out: &'w mut W,
    run: Option<(Direction, usize)>,
    length: Length,
}

impl<W: Write> MoveWriter<'_, W> {
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
