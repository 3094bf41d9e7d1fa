//! What a block solver has to say, as text or JSON.

use super::solve::Args;
use crate::{
    outcome::Outcome,
    output::{self, count},
};
use anstyle::AnsiColor;
use anyhow::Result;
use serde::Serialize;
use std::io::Write;
use taquin::{
    blocks::{Metric, Move, Puzzle},
    search::{Cost, Stats},
};

/// How a puzzle ended.
pub(super) enum Verdict {
    Solved(Vec<Move>),
    NoSolution,
    Limit(String),
    Error(anyhow::Error),
}

/// The answer to one puzzle.
pub(super) struct Answer {
    pub(super) name: String,
    pub(super) metric: Metric,
    pub(super) verdict: Verdict,
    /// `None` if it could not be read, or not be worked on.
    pub(super) puzzle: Option<Puzzle>,
    pub(super) stats: Stats,
    pub(super) seconds: f64,
}

impl Answer {
    pub(super) fn new(name: String, metric: Metric, verdict: Verdict) -> Self {
        Self { name, metric, verdict, puzzle: None, stats: Stats::default(), seconds: 0.0 }
    }

    /// What went wrong.
    pub(super) fn error(&self) -> Option<&anyhow::Error> {
        match &self.verdict {
            Verdict::Error(error) => Some(error),
            _ => None,
        }
    }

    pub(super) fn outcome(&self) -> Outcome {
        match self.verdict {
            Verdict::Solved(_) => Outcome::Done,
            Verdict::NoSolution | Verdict::Limit(_) => Outcome::Partial,
            Verdict::Error(_) => Outcome::Failed,
        }
    }

    fn status(&self) -> &'static str {
        match self.verdict {
            Verdict::Solved(_) => "solved",
            Verdict::NoSolution => "no-solution",
            Verdict::Limit(_) => "limit",
            Verdict::Error(_) => "error",
        }
    }

    pub(super) fn print(&self, args: &Args, out: &mut impl Write) -> Result<()> {
        if args.json {
            serde_json::to_writer(&mut *out, &self.json())?;
            writeln!(out)?;
        } else if args.quiet {
            match &self.verdict {
                Verdict::Solved(moves) => writeln!(out, "{}", self.metric.cost(moves))?,
                _ => writeln!(out, "{}", self.status())?,
            }
        } else if let (Some(puzzle), None) = (&self.puzzle, self.error()) {
            self.print_text(puzzle, args, out)?;
        }
        Ok(())
    }

    fn print_text(&self, puzzle: &Puzzle, args: &Args, out: &mut impl Write) -> Result<()> {
        let paint = output::paint();
        let (title, good) = (paint(anstyle::Style::new().bold()), paint(AnsiColor::Green.on_default().bold()));
        let bad = paint(AnsiColor::Yellow.on_default().bold());
        write!(out, "{title}{}{title:#}\n{}", self.name, puzzle.start_picture())?;
        let states = count(self.stats.stored, "position");
        let effort = format!("{states} in {:.3} s, {:.1} MiB", self.seconds, self.stats.peak_bytes as f64 / MIB);
        match &self.verdict {
            Verdict::Solved(moves) => {
                let all = Metric::ALL.map(|metric| length(metric.cost(moves), metric));
                writeln!(out, "{good}solved{good:#}: {}; no solution has fewer {}", all.join(", "), self.metric)?;
                print_moves(puzzle, moves, args.steps, out)?;
            }
            Verdict::NoSolution => {
                writeln!(out, "{bad}there is no solution{bad:#}: {}", proof(&self.stats))?;
            }
            Verdict::Limit(limit) => {
                let bound = length(self.stats.lower_bound, self.metric);
                writeln!(out, "{bad}no solution found{bad:#}: {limit}; every solution takes at least {bound}")?;
            }
            Verdict::Error(_) => {}
        }
        writeln!(out, "{effort}\n")?;
        Ok(())
    }

    fn json(&self) -> Json<'_> {
        let moves = match &self.verdict {
            Verdict::Solved(moves) => Some(moves),
            _ => None,
        };
        let cost = |metric: Metric| moves.map(|moves| metric.cost(moves));
        let step = |puzzle: &Puzzle, mv: &Move| Step {
            block: puzzle.blocks()[mv.block].symbol(),
            from: [mv.from.row, mv.from.col],
            to: [mv.to.row, mv.to.col],
            path: mv.letters(),
        };
        Json {
            name: &self.name,
            metric: self.metric.name(),
            status: self.status(),
            cost: cost(self.metric),
            moves: cost(Metric::Moves),
            slides: cost(Metric::Slides),
            steps: cost(Metric::Steps),
            solution: moves
                .zip(self.puzzle.as_ref())
                .map(|(moves, puzzle)| moves.iter().map(|mv| step(puzzle, mv)).collect()),
            optimal: moves.is_some(),
            lower_bound: moves.map_or(self.stats.lower_bound, |moves| self.metric.cost(moves)),
            states: self.stats.stored,
            seconds: self.seconds,
            peak_bytes: self.stats.peak_bytes,
            message: match &self.verdict {
                Verdict::Solved(_) => None,
                Verdict::NoSolution => Some(format!("there is no solution: {}", proof(&self.stats))),
                Verdict::Limit(limit) => Some(limit.clone()),
                Verdict::Error(error) => Some(format!("{error:#}")),
            },
        }
    }
}

const MIB: f64 = (1 << 20) as f64;

/// A cost with its noun: `1 move`, `24 moves`.
/// Why it is certain that there is no solution, after a search that ended without one.
pub(super) fn proof(stats: &Stats) -> &'static str {
    // why: a search that begins knows that the start is not solved, so one that did not has no bound.
    if stats.lower_bound == 0 {
        "some goal block could not get to its place even if it were alone on the board"
    } else {
        "every position that could lead to one was seen"
    }
}

fn length(cost: Cost, metric: Metric) -> String {
    count(cost.into(), metric.name().trim_end_matches('s'))
}

fn print_moves(puzzle: &Puzzle, moves: &[Move], draw: bool, out: &mut impl Write) -> Result<()> {
    let mut state = puzzle.start();
    for (index, mv) in moves.iter().enumerate() {
        let text = format!("{} {}", puzzle.blocks()[mv.block].symbol(), mv.letters());
        if draw {
            state.apply(puzzle, mv)?;
            write!(out, "\n{}. {text}\n{}", index + 1, state.picture(puzzle))?;
        } else {
            let is_last = index + 1 == moves.len();
            write!(out, "{text}{}", if is_last { "\n" } else { ", " })?;
        }
    }
    if draw && !moves.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Json<'a> {
    name: &'a str,
    metric: &'static str,
    status: &'static str,
    cost: Option<Cost>,
    moves: Option<Cost>,
    slides: Option<Cost>,
    steps: Option<Cost>,
    solution: Option<Vec<Step>>,
    optimal: bool,
    lower_bound: Cost,
    states: u64,
    seconds: f64,
    peak_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

#[derive(Serialize)]
struct Step {
    block: char,
    from: [u8; 2],
    to: [u8; 2],
    path: String,
}
