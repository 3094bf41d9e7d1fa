//! The result for one board, as text for people or as a line of JSON.

use super::{Args, show::show};
use crate::{
    explain::{self, Stage},
    outcome::Outcome,
    output::{self, Output, count},
};
use anstyle::AnsiColor;
use serde::Serialize;
use std::io::{self, Write};
use taquin::{
    search::Stats,
    tiles::{
        Board, Metric, Moves, ProblemError,
        solve::{Algorithm, HeuristicName, Options},
    },
};

/// What `solve` has to say about one board.
pub(crate) struct Answer {
    /// What was asked; nothing where the board could not be read.
    asked: Option<Asked>,
    verdict: Verdict,
    pub(super) stats: Stats,
    pub(super) seconds: f64,
    /// What the parts of the solution do, where that was asked.
    pub(super) stages: Option<Vec<Stage>>,
}

struct Asked {
    metric: Metric,
    board: Board,
    goal: Board,
    algorithm: Algorithm,
    heuristic: Option<HeuristicName>,
}

/// How it went.
pub(crate) enum Verdict {
    /// A solution, replayed.
    Solved(Moves),
    /// Proven to have none.
    Unsolvable(ProblemError),
    /// Stopped without a solution, by this.
    Limit(&'static str),
    /// Bad input.
    Error(anyhow::Error),
}

/// The JSON of an answer. The fields down to `seconds` are always there, null where they do not apply, so that
/// programs find the same columns in every line; the rest is there where it has something to say.
#[derive(Default, Serialize)]
struct Line<'a> {
    board: Option<String>,
    goal: Option<String>,
    rows: Option<usize>,
    cols: Option<usize>,
    algorithm: Option<&'static str>,
    heuristic: Option<&'static str>,
    status: &'static str,
    moves: Option<String>,
    stm: Option<usize>,
    mtm: Option<usize>,
    optimal: bool,
    lower_bound: Option<u32>,
    expanded: u64,
    generated: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    exchange: Option<(u16, u16)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stages: Option<&'a [Stage]>,
}

impl Answer {
    /// The answer to a board that could not be read.
    pub(super) fn error(error: anyhow::Error) -> Self {
        Self { asked: None, verdict: Verdict::Error(error), stats: Stats::default(), seconds: 0.0, stages: None }
    }

    /// The answer to a board, to be completed by [`Self::with`].
    pub(super) fn new(board: Board, goal: Board, options: &Options) -> Self {
        let verdict = Verdict::Limit("not begun");
        let algorithm = options.algorithm;
        let heuristic = algorithm.takes_heuristic().then_some(options.heuristic);
        Self {
            asked: Some(Asked { metric: options.metric, board, goal, algorithm, heuristic }),
            verdict,
            stats: Stats::default(),
            seconds: 0.0,
            stages: None,
        }
    }

    pub(super) fn with(self, verdict: Verdict) -> Self {
        Self { verdict, ..self }
    }

    pub(super) fn outcome(&self) -> Outcome {
        match self.verdict {
            Verdict::Solved(_) => Outcome::Done,
            Verdict::Unsolvable(_) | Verdict::Limit(_) => Outcome::Partial,
            Verdict::Error(_) => Outcome::Failed,
        }
    }

    fn status(&self) -> &'static str {
        match self.verdict {
            Verdict::Solved(_) => "solved",
            Verdict::Unsolvable(_) => "unsolvable",
            Verdict::Limit(_) => "limit",
            Verdict::Error(_) => "error",
        }
    }

    /// Is this solution proven to be a shortest one?
    fn is_optimal(&self, moves: &Moves) -> bool {
        let length = match self.asked.as_ref().map(|asked| asked.metric) {
            Some(Metric::Mtm) => moves.mtm(),
            _ => moves.stm(),
        };
        length == self.stats.lower_bound as usize
    }

    pub(super) fn print(&self, args: &Args, output: &Output) -> io::Result<()> {
        if args.json {
            return output.json(&self.line());
        }
        if let Verdict::Error(error) = &self.verdict {
            output::complain(error);
        }
        if args.quiet {
            self.print_briefly(&mut *output.writer())
        } else {
            self.print_text(args, &mut *output.writer())
        }
    }

    fn line(&self) -> Line<'_> {
        let mut line = Line {
            status: self.status(),
            expanded: self.stats.expanded,
            generated: self.stats.generated,
            seconds: (self.seconds * 1e6).round() / 1e6,
            stages: self.stages.as_deref(),
            ..Line::default()
        };
        if let Some(Asked { board, goal, algorithm, heuristic, .. }) = &self.asked {
            line.board = Some(board.to_string());
            line.goal = Some(goal.to_string());
            line.rows = Some(board.shape().rows());
            line.cols = Some(board.shape().cols());
            line.algorithm = Some(algorithm.name());
            line.heuristic = heuristic.map(HeuristicName::name);
        }
        match &self.verdict {
            Verdict::Solved(moves) => {
                line.moves = Some(moves.to_string());
                line.stm = Some(moves.stm());
                line.mtm = Some(moves.mtm());
                line.optimal = self.is_optimal(moves);
                line.lower_bound = Some(self.stats.lower_bound);
            }
            Verdict::Unsolvable(error) => {
                line.message = Some(error.to_string());
                line.exchange = match error {
                    ProblemError::Parity { exchange } => Some(*exchange),
                    _ => None,
                };
            }
            Verdict::Limit(limit) => {
                line.message = Some(self.explained(limit));
                line.lower_bound = Some(self.stats.lower_bound);
            }
            Verdict::Error(error) => line.message = Some(format!("{error:#}")),
        }
        line
    }

    fn print_briefly(&self, out: &mut impl Write) -> io::Result<()> {
        match &self.verdict {
            Verdict::Solved(moves) => writeln!(out, "{moves}"),
            _ => writeln!(out, "{}", self.status()),
        }
    }

    fn print_text(&self, args: &Args, out: &mut impl Write) -> io::Result<()> {
        let paint = output::paint();
        let (good, bad) = (paint(AnsiColor::Green.on_default().bold()), paint(AnsiColor::Yellow.on_default().bold()));
        let Some(asked) = &self.asked else { return Ok(()) };
        if matches!(self.verdict, Verdict::Error(_)) {
            return Ok(());
        }
        output::draw(out, &asked.board)?;
        match &self.verdict {
            Verdict::Solved(moves) => {
                match &self.stages {
                    Some(stages) => explain::print(stages, out)?,
                    None if moves.is_empty() => {}
                    None => writeln!(out, "{good}{moves}{good:#}")?,
                }
                writeln!(out, "{}: {}", self.length(moves), self.effort(asked))?;
                if args.show && !moves.is_empty() {
                    show(out, &asked.board, moves)?;
                }
            }
            Verdict::Unsolvable(error) => writeln!(out, "{bad}{error}{bad:#}")?,
            Verdict::Limit(limit) => {
                writeln!(out, "{bad}{}{bad:#}", self.explained(limit))?;
                writeln!(out, "{}", self.effort(asked))?;
            }
            Verdict::Error(_) => {}
        }
        writeln!(out)
    }

    fn length(&self, moves: &Moves) -> String {
        let length = count(moves.stm() as u64, "move");
        let slides = count(moves.mtm() as u64, "slide");
        if moves.is_empty() {
            "already solved".to_owned()
        } else if self.is_optimal(moves) {
            format!("{length} ({slides}), proven shortest")
        } else {
            format!("{length} ({slides}), at least {} needed", self.stats.lower_bound)
        }
    }

    fn explained(&self, limit: &str) -> String {
        format!("no solution yet ({limit}): at least {} are needed", count(self.stats.lower_bound.into(), "move"))
    }

    fn effort(&self, asked: &Asked) -> String {
        let algorithm = asked.algorithm;
        let expanded = count(self.stats.expanded, "state");
        match asked.heuristic {
            Some(heuristic) => format!("{algorithm} with {heuristic}, {expanded} expanded in {:.3} s", self.seconds),
            None => format!("{algorithm}, {expanded} expanded in {:.3} s", self.seconds),
        }
    }
}
