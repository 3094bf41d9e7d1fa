//! The answer to one block puzzle, as text or JSON.

use super::solve::Args;
use crate::{
    answer::{Answer, Limit, Verdict},
    outcome::Outcome,
    output::{self, Output, count, members},
    progress,
    pump::TimeLimit,
};
use anstyle::AnsiColor;
use anyhow::Result;
use serde::Serialize;
use std::{
    io::{self, Write},
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
    /// All solutions, where they were asked for.
    pub(super) listed: Option<Listed>,
}

/// What is known of all solutions of a puzzle.
pub(super) struct Listed {
    /// How many of each cost were found.
    pub(super) counts: Vec<(Cost, u128)>,
    /// How many were printed, or counted.
    pub(super) listed: u128,
    /// Are these all?
    pub(super) is_complete: bool,
    /// Are they counted only, and not printed?
    pub(super) is_counting: bool,
}

impl BlockAnswer {
    pub(super) fn new(name: String, args: &Args, memory_limit: u64, puzzle: Option<Puzzle>, found: Found) -> Self {
        let Args { metric, algorithm, .. } = *args;
        Self { name, metric, algorithm, puzzle, memory_limit, disk_error: None, found, listed: None }
    }

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

    /// Prints the answer, after the solutions that were printed as they were found.
    pub(super) fn conclude(&self, args: &Args, output: &Output) -> Result<()> {
        if let Some(error) = self.found.verdict.error().filter(|_| !args.json) {
            output::eprint_error(error);
        }
        match &self.listed {
            Some(listed) => self.conclude_list(listed, args, &mut *output.writer())?,
            None => self.print(args, &mut *output.writer())?,
        }
        output.flush()?;
        Ok(())
    }

    /// Prints what is known of all solutions.
    fn conclude_list(&self, listed: &Listed, args: &Args, out: &mut impl Write) -> Result<()> {
        let is_first = listed.is_counting || listed.listed == 0;
        let is_limited = matches!(self.found.verdict, Verdict::Limit(_));
        match (&self.puzzle, &self.found.verdict) {
            _ if args.json => {
                let solutions = match (listed.is_counting, is_first) {
                    (true, _) => "",
                    (false, true) => ",\"solutions\":[]",
                    (false, false) => "]",
                };
                let head = if is_first { head(&self.name, self.metric)? } else { String::new() };
                writeln!(out, "{head}{solutions},{}}}", members(&self.json())?)?;
            }
            // why: fewer than there are must not be read as all of them.
            _ if args.quiet && (is_limited || is_first && !listed.is_counting) => writeln!(out, "{}", self.status())?,
            _ if args.quiet && listed.is_counting => writeln!(out, "{}", listed.listed)?,
            _ if args.quiet => writeln!(out)?,
            (_, Verdict::Error(_)) | (None, _) => {}
            (Some(puzzle), Verdict::NoSolution(_)) => self.print_text(puzzle, args, out)?,
            (Some(puzzle), _) => {
                if is_first {
                    print_title(&self.name, puzzle, out)?;
                }
                writeln!(out, "{}\n{}\n", self.listed_text(listed), self.effort())?;
            }
        }
        Ok(())
    }

    /// How many solutions there are, of which costs.
    fn listed_text(&self, listed: &Listed) -> String {
        let some = |(cost, number): &(Cost, u128)| format!("{} of {}", solutions(*number), length(*cost, self.metric));
        let costs: Vec<String> = listed.counts.iter().map(some).collect();
        match &self.found.verdict {
            Verdict::Limit(limit) if listed.counts.is_empty() => self.explained(*limit),
            Verdict::Limit(limit) => format!("{}, and perhaps more ({})", costs.join(", "), limit.name()),
            _ if listed.is_complete => format!("{}, which are all", costs.join(", ")),
            _ => format!("the first {}", solutions(listed.listed)),
        }
    }

    fn print(&self, args: &Args, out: &mut impl Write) -> Result<()> {
        if args.json {
            writeln!(out, "{},{}}}", head(&self.name, self.metric)?, members(&self.json())?)?;
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
        let good = paint(AnsiColor::Green.on_default().bold());
        let bad = paint(AnsiColor::Yellow.on_default().bold());
        print_title(&self.name, puzzle, out)?;
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
        writeln!(out, "{}\n", self.effort())?;
        Ok(())
    }

    fn effort(&self) -> String {
        let (states, Stats { peak_bytes, .. }) = (count(self.found.stats.stored, "position"), &self.found.stats);
        format!("{states} in {:.3} s, {:.1} MiB", self.found.seconds, *peak_bytes as f64 / MIB)
    }

    fn json(&self) -> Json<'_> {
        let moves = self.found.verdict.solution();
        let cost = |metric: Metric| moves.map(|moves| metric.cost(moves));
        Json {
            status: self.status(),
            cost: cost(self.metric),
            moves: cost(Metric::Moves),
            slides: cost(Metric::Slides),
            steps: cost(Metric::Steps),
            solution: moves
                .zip(self.puzzle.as_ref())
                .map(|(moves, puzzle)| moves.iter().map(|mv| Step::new(puzzle, mv)).collect()),
            optimal: self.found.is_proven,
            lower_bound: self.found.stats.lower_bound,
            states: self.found.stats.stored,
            seconds: self.found.seconds,
            peak_bytes: self.found.stats.peak_bytes,
            solution_count: self.listed.as_ref().map(|listed| listed.listed),
            lengths: self.listed.as_ref().map(|listed| &*listed.counts),
            complete: self.listed.as_ref().map(|listed| listed.is_complete),
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
pub(super) fn proof(stats: &Stats) -> &'static str {
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

/// A number of solutions with its noun.
fn solutions(number: u128) -> String {
    u64::try_from(number).map_or_else(|_| format!("{number} solutions"), |number| count(number, "solution"))
}

fn print_title(name: &str, puzzle: &Puzzle, out: &mut impl Write) -> io::Result<()> {
    let title = output::paint()(anstyle::Style::new().bold());
    write!(out, "{title}{name}{title:#}\n{}", puzzle.start_picture())
}

/// Prints one of several solutions; `number` came before it.
pub(super) fn list(
    name: &str,
    puzzle: &Puzzle,
    moves: &[Move],
    number: u64,
    args: &Args,
    out: &mut impl Write,
) -> io::Result<()> {
    if args.json {
        let begin = if number == 0 { head(name, args.metric)? + ",\"solutions\":[" } else { ",".to_owned() };
        let steps: Vec<Step> = moves.iter().map(|mv| Step::new(puzzle, mv)).collect();
        return write!(out, "{begin}{}", serde_json::to_string(&steps)?);
    }
    if number == 0 && !args.quiet {
        print_title(name, puzzle, out)?;
    }
    let text = |mv: &Move| format!("{} {}", puzzle.blocks()[mv.block].symbol(), mv.letters());
    writeln!(out, "{}", moves.iter().map(text).collect::<Vec<_>>().join(", "))
}

/// The beginning of an object, open for more members.
fn head(name: &str, metric: Metric) -> io::Result<String> {
    Ok(format!("{{{}", members(&Head { name, metric: metric.name() })?))
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
struct Head<'a> {
    name: &'a str,
    metric: &'static str,
}

/// The members after the solutions that are printed as they are found.
#[derive(Serialize)]
struct Json<'a> {
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
    solution_count: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lengths: Option<&'a [(Cost, u128)]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
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

impl Step {
    fn new(puzzle: &Puzzle, mv: &Move) -> Self {
        Self {
            block: puzzle.blocks()[mv.block].symbol(),
            from: [mv.from.row, mv.from.col],
            to: [mv.to.row, mv.to.col],
            path: mv.letters(),
        }
    }
}
