//! The result for one board, as text for people or as a line of JSON.

mod json;

use super::{Args, show::show};
use crate::{
    answer::{Answer, Limit, Verdict},
    explain::{self, Stage},
    outcome::Outcome,
    output::{self, Output, count},
};
use anstyle::{AnsiColor, Style};
use indicatif::HumanDuration;
use std::{
    io::{self, Write},
    time::Duration,
};
use taquin::{
    search::{Cost, Stats},
    tiles::{Algorithm, Board, HeuristicName, Metric, Moves, Options, ProblemError},
};

/// The answer to one tile board.
pub(crate) struct TileAnswer {
    /// What was asked; nothing where the board could not be read.
    asked: Option<Asked>,
    pub(super) found: Answer<Length, ProblemError>,
    /// The solution, replayed, unless it was printed as it came.
    moves: Option<Moves>,
    /// The stages of the solution, where they were asked for.
    stages: Option<Vec<Stage>>,
    /// All solutions, where they were asked for.
    listed: Option<Listed>,
    /// Are lengths counted in slides?
    is_in_slides: bool,
}

/// What is known of all solutions of a board.
pub(super) struct Listed {
    /// The first one in order.
    pub(super) first: Option<Moves>,
    /// How many of each length were found.
    pub(super) counts: Vec<(Cost, u64)>,
    /// How many were printed, or counted.
    pub(super) listed: u64,
    /// Are these all?
    pub(super) is_complete: bool,
    /// Are they counted only, and not printed?
    pub(super) is_counting: bool,
}

struct Asked {
    board: Board,
    goal: Board,
    algorithm: Algorithm,
    heuristic: Option<HeuristicName>,
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

impl TileAnswer {
    /// The answer to a board that could not be read.
    pub(super) fn error(error: anyhow::Error) -> Self {
        Self {
            asked: None,
            found: Answer::unsearched(Verdict::Error(error)),
            moves: None,
            stages: None,
            listed: None,
            is_in_slides: false,
        }
    }

    /// The answer to a board, to be completed by [`Self::unsearched`] or [`Self::found`].
    pub(super) fn new(board: Board, goal: Board, options: &Options) -> Self {
        let algorithm = options.algorithm;
        let heuristic = algorithm.takes_heuristic().then_some(options.heuristic);
        let asked = Some(Asked { board, goal, algorithm, heuristic });
        let (found, is_in_slides) = (Answer::unsearched(Verdict::unsolved()), options.metric == Metric::Mtm);
        Self { asked, found, moves: None, stages: None, listed: None, is_in_slides }
    }

    /// The answer without a search.
    pub(super) fn unsearched(self, verdict: Verdict<Length, ProblemError>) -> Self {
        Self { found: Answer::unsearched(verdict), ..self }
    }

    /// The answer of a search.
    pub(super) fn found(self, found: Answer<Moves, ProblemError>, stages: Option<Vec<Stage>>) -> Self {
        let moves = found.verdict.solution().cloned();
        let stages = stages.filter(|_| moves.is_some());
        Self { found: found.map(|moves| Length::from(&moves)), moves, stages, ..self }
    }

    pub(super) fn outcome(&self) -> Outcome {
        // why: who asks for a shortest solution is told that a limit came before its proof.
        let asks_for_proof = self.asked.as_ref().is_some_and(|asked| asked.algorithm == Algorithm::Optimal);
        let outcome = self.found.verdict.outcome();
        if asks_for_proof && !self.found.is_proven { outcome.max(Outcome::Partial) } else { outcome }
    }

    fn status(&self) -> &'static str {
        self.found.verdict.status("unsolvable")
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
                self.eprint_error();
                if args.quiet { writeln!(out, "{}", self.status()) } else { self.print_text(args, out) }
            }
        }
    }

    /// Prints what comes before the moves, which are printed by the caller as they come.
    pub(super) fn begin(&self, args: &Args, out: &mut impl Write) -> io::Result<()> {
        match &self.asked {
            _ if args.json => self.json_before_moves(out),
            Some(asked) if !args.quiet => {
                write!(out, "{}", output::drawn(&asked.board))?;
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
        self.eprint_error();
        match self.found.verdict {
            Verdict::Solved(_) if args.quiet => writeln!(out),
            // why: these are no solution, and must not be read as one.
            _ if args.quiet => writeln!(out, " {}", self.status()),
            _ => {
                writeln!(out, "{:#}", good())?;
                self.conclude(args, out)
            }
        }
    }

    /// Prints one of several solutions; `number` came before it.
    pub(super) fn list(&self, args: &Args, number: u64, moves: &Moves, out: &mut impl Write) -> io::Result<()> {
        match &self.asked {
            _ if args.json => self.json_solution(number, moves, out),
            Some(asked) if number == 0 && !args.quiet => {
                write!(out, "{}", output::drawn(&asked.board))?;
                writeln!(out, "{0}{moves}{0:#}", good())
            }
            _ if args.quiet => writeln!(out, "{moves}"),
            _ => writeln!(out, "{0}{moves}{0:#}", good()),
        }
    }

    /// Prints what is known of all solutions, after those that were printed.
    pub(super) fn conclude_list(&mut self, args: &Args, listed: Listed, out: &mut impl Write) -> io::Result<()> {
        let is_first = listed.is_counting || listed.listed == 0;
        let listed = self.listed.insert(listed);
        if args.json {
            let (first, is_counting) = (listed.first.clone(), listed.is_counting);
            return self.json_after_solutions(is_first, is_counting, first.as_ref(), out);
        }
        self.eprint_error();
        let Some(listed) = &self.listed else { return Ok(()) };
        let is_limited = matches!(self.found.verdict, Verdict::Limit(_));
        if args.quiet {
            return match (is_limited, listed.is_counting) {
                // why: fewer than there are must not be read as all of them.
                (true, _) => writeln!(out, "{}", self.status()),
                (false, true) => writeln!(out, "{}", listed.listed),
                (false, false) => writeln!(out),
            };
        }
        let Some(asked) = self.asked.as_ref().filter(|_| self.found.verdict.error().is_none()) else { return Ok(()) };
        if is_first {
            write!(out, "{}", output::drawn(&asked.board))?;
        }
        writeln!(out, "{}: {}", self.listed_text(listed), self.effort(asked))?;
        writeln!(out)
    }

    /// How many solutions there are, of which lengths.
    fn listed_text(&self, listed: &Listed) -> String {
        let unit = if self.is_in_slides { "slide" } else { "move" };
        let some = |(length, number): &(Cost, u64)| {
            format!("{} of {}", count(*number, "solution"), count((*length).into(), unit))
        };
        let lengths: Vec<String> = listed.counts.iter().map(some).collect();
        match &self.found.verdict {
            Verdict::Limit(limit) if listed.counts.is_empty() => self.explained(*limit),
            Verdict::Limit(limit) => format!("{}, and perhaps more ({})", lengths.join(", "), limit.name()),
            _ if listed.is_complete => format!("{}, which are all", lengths.join(", ")),
            _ => format!("the first {}", count(listed.listed, "solution")),
        }
    }

    fn eprint_error(&self) {
        if let Some(error) = self.found.verdict.error() {
            output::eprint_error(error);
        }
    }

    fn print_text(&self, args: &Args, out: &mut impl Write) -> io::Result<()> {
        let Some(asked) = &self.asked else { return Ok(()) };
        if self.found.verdict.error().is_some() {
            return Ok(());
        }
        write!(out, "{}", output::drawn(&asked.board))?;
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
        match &self.found.verdict {
            Verdict::Solved(length) => {
                writeln!(out, "{}: {}", self.length(*length), self.effort(asked))?;
                if let Some(moves) = self.moves.as_ref().filter(|moves| args.show && !moves.is_empty()) {
                    show(out, &asked.board, moves)?;
                }
            }
            Verdict::NoSolution(error) => writeln!(out, "{bad}{error}{bad:#}")?,
            Verdict::Limit(limit) => {
                writeln!(out, "{bad}{}{bad:#}", self.explained(*limit))?;
                writeln!(out, "{}", self.effort(asked))?;
            }
            Verdict::Error(_) => {}
        }
        writeln!(out)
    }

    fn length(&self, Length { stm, mtm }: Length) -> String {
        let text = length(stm, mtm, self.found.is_proven, self.found.stats.lower_bound);
        if self.is_in_slides { text.replace(" needed", " slides needed") } else { text }
    }

    fn explained(&self, limit: Limit) -> String {
        let text = explained(limit, &self.found.stats);
        if self.is_in_slides { text.replace("move", "slide") } else { text }
    }

    fn effort(&self, asked: &Asked) -> String {
        let proof = self.time_of_proof().map(|time| format!("; a proof takes about {} in all", HumanDuration(time)));
        let effort = effort(asked.algorithm, asked.heuristic, &self.found.stats, self.found.seconds);
        effort + &proof.unwrap_or_default()
    }

    /// How long the whole proof would take at the pace so far, if it can be predicted and is not done.
    fn time_of_proof(&self) -> Option<Duration> {
        let Stats { predicted, generated, .. } = self.found.stats;
        let share = predicted.filter(|_| !self.found.is_proven)? as f64 / generated.max(1) as f64;
        Duration::try_from_secs_f64(self.found.seconds * share).ok()
    }
}

/// What the length of a solution is worth.
pub(super) fn length(stm: usize, mtm: usize, is_proven: bool, lower_bound: Cost) -> String {
    let (moves, slides) = (count(stm as u64, "move"), count(mtm as u64, "slide"));
    if stm == 0 {
        "already solved".to_owned()
    } else if is_proven {
        format!("{moves} ({slides}), proven shortest")
    } else {
        format!("{moves} ({slides}), at least {lower_bound} needed")
    }
}

/// Why there is no solution yet.
pub(super) fn explained(limit: Limit, stats: &Stats) -> String {
    let limit = limit.name();
    format!("no solution yet ({limit}): at least {} are needed", count(stats.lower_bound.into(), "move"))
}

/// What a search has cost.
pub(super) fn effort(algorithm: Algorithm, heuristic: Option<HeuristicName>, stats: &Stats, seconds: f64) -> String {
    let guided = heuristic.map(|heuristic| format!(" with {heuristic}")).unwrap_or_default();
    format!("{algorithm}{guided}, {} expanded in {seconds:.3} s", count(stats.expanded, "state"))
}

/// How moves look.
pub(super) fn good() -> Style {
    output::paint()(AnsiColor::Green.on_default().bold())
}
