//! The result for one board, as text for people or as a line of JSON.

mod json;

use super::{Args, show::show};
use crate::{
    explain::{self, Stage},
    outcome::Outcome,
    output::{self, Output, count},
};
use anstyle::{AnsiColor, Style};
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
    /// The solution, replayed, unless it was printed as it came.
    pub(super) moves: Option<Moves>,
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
    /// A solution of this length, replayed.
    Solved(Length),
    /// Proven to have none.
    Unsolvable(ProblemError),
    /// Stopped without a solution, by this.
    Limit(&'static str),
    /// Bad input.
    Error(anyhow::Error),
}

/// The length of a solution in both metrics.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Length {
    pub(super) stm: usize,
    pub(super) mtm: usize,
}

impl From<&Moves> for Length {
    fn from(moves: &Moves) -> Self {
        Self { stm: moves.stm(), mtm: moves.mtm() }
    }
}

impl Answer {
    /// The answer to a board that could not be read.
    pub(super) fn error(error: anyhow::Error) -> Self {
        Self {
            asked: None,
            verdict: Verdict::Error(error),
            moves: None,
            stats: Stats::default(),
            seconds: 0.0,
            stages: None,
        }
    }

    /// The answer to a board, to be completed by [`Self::with`].
    pub(super) fn new(board: Board, goal: Board, options: &Options) -> Self {
        let verdict = Verdict::Limit("not begun");
        let algorithm = options.algorithm;
        let heuristic = algorithm.takes_heuristic().then_some(options.heuristic);
        Self {
            asked: Some(Asked { metric: options.metric, board, goal, algorithm, heuristic }),
            verdict,
            moves: None,
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
    fn is_optimal(&self, length: Length) -> bool {
        let cost = match self.asked.as_ref().map(|asked| asked.metric) {
            Some(Metric::Mtm) => length.mtm,
            _ => length.stm,
        };
        cost == self.stats.lower_bound as usize
    }

    pub(super) fn print(&self, args: &Args, output: &Output) -> io::Result<()> {
        let out = &mut *output.writer();
        match &self.moves {
            Some(moves) if args.json || args.quiet => {
                self.begin(args, out)?;
                write!(out, "{moves}")?;
                self.end(args, out)
            }
            None if args.json => self.json_without_moves(out),
            _ => {
                self.complain();
                if args.quiet { writeln!(out, "{}", self.status()) } else { self.print_text(args, out) }
            }
        }
    }

    /// Prints what comes before the moves, which are printed by the caller as they come.
    pub(super) fn begin(&self, args: &Args, out: &mut impl Write) -> io::Result<()> {
        match &self.asked {
            _ if args.json => self.json_before_moves(out),
            Some(asked) if !args.quiet => {
                output::draw(out, &asked.board)?;
                write!(out, "{}", good())
            }
            _ => Ok(()),
        }
    }

    /// Prints what comes after the moves, now that they are known.
    pub(super) fn end(&self, args: &Args, out: &mut impl Write) -> io::Result<()> {
        if args.json {
            return self.json_after_moves(out);
        }
        self.complain();
        match self.verdict {
            Verdict::Solved(_) if args.quiet => writeln!(out),
            // why: these are no solution, and must not be read as one.
            _ if args.quiet => writeln!(out, " {}", self.status()),
            _ => {
                writeln!(out, "{:#}", good())?;
                self.conclude(args, out)
            }
        }
    }

    fn complain(&self) {
        if let Verdict::Error(error) = &self.verdict {
            output::complain(error);
        }
    }

    fn print_text(&self, args: &Args, out: &mut impl Write) -> io::Result<()> {
        let Some(asked) = &self.asked else { return Ok(()) };
        if matches!(self.verdict, Verdict::Error(_)) {
            return Ok(());
        }
        output::draw(out, &asked.board)?;
        match (&self.stages, &self.moves) {
            (Some(stages), _) => explain::print(stages, out)?,
            (None, Some(moves)) if !moves.is_empty() => writeln!(out, "{0}{moves}{0:#}", good())?,
            _ => {}
        }
        self.conclude(args, out)
    }

    /// What the solution is worth, or why there is none.
    fn conclude(&self, args: &Args, out: &mut impl Write) -> io::Result<()> {
        let bad = output::paint()(AnsiColor::Yellow.on_default().bold());
        let Some(asked) = &self.asked else { return Ok(()) };
        match &self.verdict {
            Verdict::Solved(length) => {
                writeln!(out, "{}: {}", self.length(*length), self.effort(asked))?;
                if let Some(moves) = self.moves.as_ref().filter(|moves| args.show && !moves.is_empty()) {
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

    fn length(&self, length: Length) -> String {
        let moves = count(length.stm as u64, "move");
        let slides = count(length.mtm as u64, "slide");
        if length.stm == 0 {
            "already solved".to_owned()
        } else if self.is_optimal(length) {
            format!("{moves} ({slides}), proven shortest")
        } else {
            format!("{moves} ({slides}), at least {} needed", self.stats.lower_bound)
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

/// How moves look.
fn good() -> Style {
    output::paint()(AnsiColor::Green.on_default().bold())
}
