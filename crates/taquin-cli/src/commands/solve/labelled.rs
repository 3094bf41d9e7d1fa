//! Answers to boards whose tiles look alike, to goals with free cells, and to boards with several gaps.

use super::{
    Args,
    answer::{TileAnswer, effort, explained, good, length},
    show::show_labels,
};
use crate::{
    answer::{Answer, Verdict},
    input,
    outcome::Outcome,
    output::{self, Output},
    progress,
    pump::TimeLimit,
    tuning,
};
use anstyle::AnsiColor;
use anyhow::anyhow;
use serde::Serialize;
use std::{
    io::{self, Write},
    time::{Duration, Instant},
};
use taquin::{
    search::Stats,
    tiles::{
        Algorithm, HeuristicName, Options,
        labels::{
            AnyBoard, GapMoves, LabelledBoard, LabelledGoal, LabelledProblem, LabelledProblemError, LabelledSolver,
        },
    },
};

/// The answer to a board of either kind.
pub(crate) enum AnyAnswer {
    Ordinary(Box<TileAnswer>),
    Labelled(Box<LabelledAnswer>),
}

impl AnyAnswer {
    /// The answer to a board that could not be read.
    pub(super) fn error(error: anyhow::Error) -> Self {
        Self::Ordinary(Box::new(TileAnswer::error(error)))
    }

    pub(super) fn outcome(&self) -> Outcome {
        match self {
            Self::Ordinary(answer) => answer.outcome(),
            Self::Labelled(answer) => answer.outcome(),
        }
    }

    pub(super) fn print(&self, args: &Args, output: &Output) -> io::Result<()> {
        match self {
            Self::Ordinary(answer) => answer.print(args, output),
            Self::Labelled(answer) => answer.print(args, output),
        }
    }
}

/// The answer to a labelled board.
pub(crate) struct LabelledAnswer {
    board: LabelledBoard,
    goal: LabelledGoal,
    algorithm: Algorithm,
    heuristic: Option<HeuristicName>,
    found: Answer<GapMoves, LabelledProblemError>,
}

/// Solves a board by its labels.
pub(super) fn answer(board: &AnyBoard, args: &Args, options: &Options, quiet: bool) -> LabelledAnswer {
    let is_clear = input::check_labels(board, args.goal.as_ref());
    let (board, goal) = input::labelled(board, args.goal.as_ref());
    let mut heuristic = None;
    let found = match is_clear {
        Ok(()) => search(&board, &goal, args, options, quiet, &mut heuristic),
        Err(error) => Answer::unsearched(Verdict::Error(error.context(input::quoted(&board.to_string())))),
    };
    LabelledAnswer { board, goal, algorithm: options.algorithm, heuristic, found }
}

fn search(
    board: &LabelledBoard,
    goal: &LabelledGoal,
    args: &Args,
    options: &Options,
    quiet: bool,
    heuristic: &mut Option<HeuristicName>,
) -> Answer<GapMoves, LabelledProblemError> {
    let named = |error: anyhow::Error| Verdict::Error(error.context(input::quoted(&board.to_string())));
    let only_ordinary = [("--explain", args.explain), ("--checkpoint", args.checkpoint.is_some())];
    if let Some((option, _)) = only_ordinary.into_iter().find(|(_, is_asked)| *is_asked) {
        return Answer::unsearched(named(anyhow!("{option} is for boards whose tiles are all different")));
    }
    let problem = match LabelledProblem::new(board.clone(), goal.clone()) {
        Ok(problem) => problem,
        Err(error) if error.is_unsolvable() => return Answer::unsearched(Verdict::NoSolution(error)),
        Err(error) => return Answer::unsearched(named(error.into())),
    };
    let began = Instant::now();
    let mut solver = match LabelledSolver::new(&problem, options) {
        Ok(solver) => solver,
        Err(error) => return Answer::unsearched(Verdict::Error(tuning::explain(error))),
    };
    *heuristic = solver.guided_by();
    let suggested = options.algorithm.seconds(problem.shape()).map(Duration::from_secs);
    let time_limit = match (args.limits.time_limit, suggested) {
        (None, Some(suggested)) => TimeLimit::WithSolution(suggested),
        (asked, _) => TimeLimit::Strict(asked),
    };
    let unsolved = |_: &Stats| Verdict::unsolved();
    Answer::of_search(&mut solver, began, time_limit, quiet, progress::describe_tiles, unsolved)
}

/// An answer as a line of JSON: the members of an ordinary answer, and the number of gaps.
#[derive(Serialize)]
struct Line<'a> {
    board: String,
    goal: String,
    rows: usize,
    cols: usize,
    algorithm: &'a str,
    heuristic: Option<&'a str>,
    moves: Option<String>,
    status: &'static str,
    stm: Option<usize>,
    mtm: Option<usize>,
    optimal: bool,
    lower_bound: Option<u32>,
    expanded: u64,
    generated: u64,
    seconds: f64,
    gaps: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

impl LabelledAnswer {
    fn outcome(&self) -> Outcome {
        // why: who asks for a shortest solution is told that a limit came before its proof.
        let outcome = self.found.verdict.outcome();
        let lacks_proof = self.algorithm == Algorithm::Optimal && !self.found.is_proven;
        if lacks_proof { outcome.max(Outcome::Partial) } else { outcome }
    }

    fn status(&self) -> &'static str {
        self.found.verdict.status("unsolvable")
    }

    fn print(&self, args: &Args, output: &Output) -> io::Result<()> {
        if args.json {
            return output.json(&self.line());
        }
        if let Some(error) = self.found.verdict.error() {
            output.flush()?;
            output::eprint_error(error);
        }
        let out = &mut *output.writer();
        match self.found.verdict.solution() {
            Some(moves) if args.quiet => writeln!(out, "{moves}"),
            None if args.quiet => writeln!(out, "{}", self.status()),
            _ => self.print_text(args, out),
        }
    }

    fn print_text(&self, args: &Args, out: &mut impl Write) -> io::Result<()> {
        let Answer { verdict, is_proven, stats, seconds } = &self.found;
        let bad = output::paint()(AnsiColor::Yellow.on_default().bold());
        let effort = || effort(self.algorithm, self.heuristic, stats, *seconds);
        if verdict.error().is_some() {
            return Ok(());
        }
        output::draw_labels(out, &self.board)?;
        match verdict {
            Verdict::Solved(moves) => {
                if !moves.is_empty() {
                    writeln!(out, "{0}{moves}{0:#}", good())?;
                }
                let length = length(moves.stm(), moves.mtm(), *is_proven, stats.lower_bound);
                writeln!(out, "{length}: {}", effort())?;
                if args.show && !moves.is_empty() {
                    show_labels(out, &self.board, moves)?;
                }
            }
            Verdict::NoSolution(error) => writeln!(out, "{bad}{error}{bad:#}")?,
            Verdict::Limit(limit) => writeln!(out, "{bad}{}{bad:#}\n{}", explained(*limit, stats), effort())?,
            Verdict::Error(_) => {}
        }
        writeln!(out)
    }

    fn line(&self) -> Line<'_> {
        let Answer { verdict, is_proven, stats, seconds } = &self.found;
        let moves = verdict.solution();
        let is_searched = matches!(verdict, Verdict::Solved(_) | Verdict::Limit(_));
        Line {
            board: self.board.to_string(),
            goal: self.goal.to_string(),
            rows: self.board.shape().rows(),
            cols: self.board.shape().cols(),
            algorithm: self.algorithm.name(),
            heuristic: self.heuristic.map(HeuristicName::name),
            moves: moves.map(ToString::to_string),
            status: self.status(),
            stm: moves.map(GapMoves::stm),
            mtm: moves.map(GapMoves::mtm),
            optimal: *is_proven,
            lower_bound: is_searched.then_some(stats.lower_bound),
            expanded: stats.expanded,
            generated: stats.generated,
            seconds: (seconds * 1e6).round() / 1e6,
            gaps: self.board.gaps().len(),
            message: match verdict {
                Verdict::Solved(_) => None,
                Verdict::NoSolution(error) => Some(error.to_string()),
                Verdict::Limit(limit) => Some(explained(*limit, stats)),
                Verdict::Error(error) => Some(format!("{error:#}")),
            },
        }
    }
}
