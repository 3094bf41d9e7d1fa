//! The answer to one block puzzle, as text or JSON.

use super::solve::Args;
use crate::{
    answer::{Answer, Limit, Verdict},
    outcome::Outcome,
    output::{self, count},
    progress,
    pump::TimeLimit,
};
use anstyle::AnsiColor;
use anyhow::Result;
use serde::Serialize;
use std::{
    io::Write,
    time::{Duration, Instant},
};
use taquin::{
    blocks::{Algorithm, DiskError, Metric, Move, Options, Puzzle, Solver, TooComplexError},
    search::{Cost, Stats},
};

/// What was found about one block puzzle; without a solution, why there is none.
pub(super) type Found = Answer<Vec<Move>, &'static str>;

/// The answer to one block puzzle.
pub(super) struct BlockAnswer {
    pub(super) name: String,
    pub(super) metric: Metric,
    pub(super) algorithm: Algorithm,
    /// `None` if it could not be read, or is too large for the solver.
    pub(super) puzzle: Option<Puzzle>,
    /// The memory limit of the search, in bytes.
    pub(super) memory_limit: u64,
    /// Why the search did not go on on disk, if it was to.
    pub(super) disk_error: Option<DiskError>,
    pub(super) found: Found,
}

impl BlockAnswer {
    pub(super) fn outcome(&self) -> Outcome {
        // Whoever asks for better and better solutions has got one.
        if self.is_unproven() && self.algorithm != Algorithm::Anytime {
            return Outcome::Partial;
        }
        self.found.verdict.outcome()
    }

    /// Is there a solution that may not be a shortest one?
    fn is_unproven(&self) -> bool {
        matches!(self.found.verdict, Verdict::Solved(_)) && !self.found.is_proven
    }

    fn status(&self) -> &'static str {
        if self.is_unproven() { "limit" } else { self.found.verdict.status("no-solution") }
    }

    pub(super) fn print(&self, args: &Args, out: &mut impl Write) -> Result<()> {
        if args.json {
            serde_json::to_writer(&mut *out, &self.json())?;
            writeln!(out)?;
        } else if args.quiet {
            match &self.found.verdict {
                Verdict::Solved(moves) if self.is_unproven() => writeln!(out, "{} limit", self.metric.cost(moves))?,
                Verdict::Solved(moves) => writeln!(out, "{}", self.metric.cost(moves))?,
                _ => writeln!(out, "{}", self.status())?,
            }
        } else if let (Some(puzzle), None) = (&self.puzzle, self.found.verdict.error()) {
            self.print_text(puzzle, args, out)?;
        }
        Ok(())
    }

    fn print_text(&self, puzzle: &Puzzle, args: &Args, out: &mut impl Write) -> Result<()> {
        let paint = output::paint();
        let (title, good) = (paint(anstyle::Style::new().bold()), paint(AnsiColor::Green.on_default().bold()));
        let bad = paint(AnsiColor::Yellow.on_default().bold());
        write!(out, "{title}{}{title:#}\n{}", self.name, puzzle.start_picture())?;
        let states = count(self.found.stats.stored, "position");
        let effort =
            format!("{states} in {:.3} s, {:.1} MiB", self.found.seconds, self.found.stats.peak_bytes as f64 / MIB);
        match &self.found.verdict {
            Verdict::Solved(moves) => {
                let all = Metric::ALL.map(|metric| length(metric.cost(moves), metric));
                let (all, metric) = (all.join(", "), self.metric);
                if self.found.is_proven {
                    writeln!(out, "{good}solved{good:#}: {all}; no solution has fewer {metric}")?;
                } else {
                    writeln!(out, "{bad}solved{bad:#}: {all}; {}", self.unproven())?;
                }
                print_moves(puzzle, moves, args.steps, out)?;
            }
            Verdict::NoSolution(proof) => writeln!(out, "{bad}there is no solution{bad:#}: {proof}")?,
            Verdict::Limit(limit) => {
                let limit = self.explained(*limit);
                let bound = length(self.found.stats.lower_bound, self.metric);
                writeln!(out, "{bad}no solution found{bad:#}: {limit}; every solution takes at least {bound}")?;
            }
            Verdict::Error(_) => {}
        }
        writeln!(out, "{effort}\n")?;
        Ok(())
    }

    fn json(&self) -> Json<'_> {
        let moves = self.found.verdict.solution();
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
            optimal: self.found.is_proven,
            lower_bound: self.found.stats.lower_bound,
            states: self.found.stats.stored,
            seconds: self.found.seconds,
            peak_bytes: self.found.stats.peak_bytes,
            message: match &self.found.verdict {
                Verdict::Solved(_) => self.is_unproven().then(|| self.unproven()),
                Verdict::NoSolution(proof) => Some(format!("there is no solution: {proof}")),
                Verdict::Limit(limit) => Some(self.explained(*limit)),
                Verdict::Error(error) => Some(format!("{error:#}")),
            },
        }
    }

    /// What is proven about a solution that may not be a shortest one.
    fn unproven(&self) -> String {
        let bound = length(self.found.stats.lower_bound, self.metric);
        format!("not proven shortest, every solution takes at least {bound}")
    }

    fn explained(&self, limit: Limit) -> String {
        if let (Limit::Memory, Some(error)) = (limit, &self.disk_error) {
            return error.to_string();
        }
        match limit {
            Limit::Time => "the time limit was reached".to_owned(),
            Limit::Memory => {
                let mib = self.memory_limit >> 20;
                format!("the memory limit of {mib} MiB was reached (--memory-limit sets it)")
            }
            Limit::Interrupt => "it was interrupted".to_owned(),
        }
    }
}

/// How long a search for better and better solutions takes by itself.
const ANYTIME: Duration = Duration::from_secs(10);

const MIB: f64 = (1 << 20) as f64;

/// Searches for a solution.
pub(super) fn solve(
    puzzle: &Puzzle,
    options: &Options,
    time_limit: Option<Duration>,
    quiet: bool,
) -> Result<(Found, Option<DiskError>), TooComplexError> {
    let began = Instant::now();
    let mut solver = Solver::new(puzzle, options)?;
    let message = progress::describe_blocks(options.metric);
    let no_solution = |stats: &Stats| Verdict::NoSolution(proof(stats));
    let limit = match (options.algorithm, time_limit) {
        (Algorithm::Anytime, None) => TimeLimit::WithSolution(ANYTIME),
        _ => TimeLimit::Strict(time_limit),
    };
    let found = Answer::of_search(&mut solver, began, limit, quiet, message, no_solution);
    Ok((found, solver.disk_error().cloned()))
}

/// Why it is certain that there is no solution, after a search that ended without one.
fn proof(stats: &Stats) -> &'static str {
    // why: a search that begins knows that the start is not solved, so one that did not has no bound.
    if stats.lower_bound == 0 {
        "some goal block could not get to its place even if it were alone on the board"
    } else {
        "every position that could lead to one was seen"
    }
}

/// A cost with its noun: `1 move`, `24 moves`.
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
