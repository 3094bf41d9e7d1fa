//! All shortest solutions of boards, or how many there are, printed as they are found.

use super::{
    Args,
    answer::{Length, Listed, TileAnswer},
};
use crate::{
    answer::{Answer, Limit, Verdict, bug},
    input,
    outcome::Outcome,
    output::Output,
    progress,
    pump::{End, TimeLimit, pump},
    tuning,
};
use anyhow::{Result, anyhow, ensure};
use std::{
    io::{self, IsTerminal},
    time::Instant,
};
use taquin::{
    replay::ReplayError,
    search::{Cost, Search, Stats, Status},
    tiles::{Algorithm, AllSolutions, Board, Direction, Options, Problem, ProblemError, labels::AnyBoard},
};

/// What is asked about the solutions of a board.
#[derive(clap::Args)]
pub(super) struct ListingArgs {
    /// Print all shortest solutions, or the first LIMIT of them (optimal and auto)
    #[arg(long, value_name = "LIMIT", num_args = 0..=1, require_equals = true, value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(conflicts_with_all = ["count_solutions", "explain", "show", "checkpoint", "picture"])]
    all: Option<Option<u64>>,

    /// Print how many shortest solutions there are (optimal and auto)
    #[arg(long, conflicts_with_all = ["explain", "show", "checkpoint", "picture"])]
    count_solutions: bool,

    /// With --all or --count-solutions: also solutions that are up to K moves longer
    #[arg(long, value_name = "K", default_value_t = 0)]
    beyond: Cost,
}

impl ListingArgs {
    pub(super) fn is_asked_for(&self) -> bool {
        self.all.is_some() || self.count_solutions
    }

    /// Refuses what does not go together, before the first board.
    pub(super) fn check(&self, algorithm: Algorithm) -> Result<()> {
        let is_alone = self.beyond == 0 || self.is_asked_for();
        ensure!(is_alone, "--beyond needs --all or --count-solutions");
        let can_list = matches!(algorithm, Algorithm::Optimal | Algorithm::Auto) || !self.is_asked_for();
        ensure!(can_list, "--all and --count-solutions need --algorithm optimal or auto, not {algorithm}");
        Ok(())
    }

    fn limit(&self) -> u64 {
        self.all.flatten().unwrap_or(u64::MAX)
    }
}

/// Lists the solutions of all boards, one board after the other.
pub(super) fn run(args: &Args, options: &Options, output: &Output) -> Result<Outcome> {
    let mut outcome = Outcome::Done;
    for (number, board) in args.sources.read(output)?.enumerate() {
        let options = Options { expected_boards: number + 1, ..options.clone() };
        let one = match board {
            Ok(board) => match ordinary(&board, args) {
                Some((board, goal)) => list(board, goal, args, &options, output)?,
                None => {
                    let error = anyhow!("--all and --count-solutions need one gap and tiles that all differ");
                    print(&TileAnswer::error(error.context(input::quoted(&board.to_string()))), args, output)?
                }
            },
            Err(error) => print(&TileAnswer::error(error), args, output)?,
        };
        output.flush()?;
        tuning::warn_of_tables(&options);
        outcome = outcome.max(one);
    }
    Ok(outcome)
}

fn print(answer: &TileAnswer, args: &Args, output: &Output) -> Result<Outcome> {
    answer.print(args, output)?;
    Ok(answer.outcome())
}

/// A board and its goal, unless tiles look alike or there are several gaps.
fn ordinary<'b>(board: &'b AnyBoard, args: &Args) -> Option<(&'b Board, Board)> {
    match board {
        AnyBoard::Ordinary(board) => Some((board, input::ordinary_goal(board, args.goal.as_ref())?)),
        _ => None,
    }
}

fn list(board: &Board, goal: Board, args: &Args, options: &Options, output: &Output) -> Result<Outcome> {
    let answer = TileAnswer::new(board.clone(), goal.clone(), options);
    let problem = match Problem::new(board.clone(), goal) {
        Ok(problem) => problem,
        Err(error @ ProblemError::Shape { .. }) => {
            let error = anyhow!(error).context(input::quoted(&board.to_string()));
            return print(&answer.unsearched(Verdict::Error(error)), args, output);
        }
        Err(error) => return print(&answer.unsearched(Verdict::NoSolution(error)), args, output),
    };
    let began = Instant::now();
    let search = match AllSolutions::new(&problem, options, args.listing.beyond) {
        Ok(search) if args.listing.count_solutions => search.counting(),
        Ok(search) => search,
        Err(error) => return print(&answer.unsearched(Verdict::Error(tuning::explain(error))), args, output),
    };
    let mut listing = Listing { search, answer, args, output, listed: 0, is_exhausted: false, error: None };
    // why: what is printed would be drawn over.
    let is_quiet = args.quiet || args.listing.all.is_some() && io::stdout().is_terminal();
    let end = pump(&mut listing, TimeLimit::Strict(args.limits.time_limit), is_quiet, progress::describe_tiles);
    listing.finish(end, began)
}

/// The solutions of a board that are printed as they are found.
struct Listing<'a> {
    search: AllSolutions,
    answer: TileAnswer,
    args: &'a Args,
    output: &'a Output,
    /// How many were printed.
    listed: u64,
    /// Has the search found all?
    is_exhausted: bool,
    error: Option<ListingError>,
}

enum ListingError {
    Output(io::Error),
    Replay(ReplayError),
}

impl Listing<'_> {
    /// Prints what was found since the last time, as far as the limit allows.
    fn print_found(&mut self) -> Result<(), ListingError> {
        for moves in self.search.take_solutions().map_err(ListingError::Replay)? {
            if self.is_at_limit() {
                break;
            }
            let mut out = self.output.writer();
            self.answer.list(self.args, self.listed, &moves, &mut *out).map_err(ListingError::Output)?;
            self.listed += 1;
        }
        self.output.flush().map_err(ListingError::Output)
    }

    fn is_at_limit(&self) -> bool {
        self.listed >= self.args.listing.limit()
    }

    fn finish(mut self, end: End, began: Instant) -> Result<Outcome> {
        // A prediction is about the fewest moves only.
        let stats = Stats { predicted: None, ..self.search.stats().clone() };
        let first = self.search.solution().filter(|_| self.search.count() > 0);
        let length = first.map(|moves| Length::from(&moves.into()));
        let stopped = match end {
            End::Finished(Status::Full) => Some(Limit::Memory),
            End::Finished(_) => None,
            End::TimeLimit => Some(Limit::Time),
            End::Stopped => Some(Limit::Interrupt),
        };
        let verdict = match (self.error.take(), stopped, length) {
            (Some(ListingError::Output(error)), ..) => return Err(error.into()),
            (Some(ListingError::Replay(error)), ..) => Verdict::Error(bug(error.into())),
            (None, Some(limit), _) => Verdict::Limit(limit),
            (None, None, Some(length)) => Verdict::Solved(length),
            (None, None, None) => Verdict::unsolved(),
        };
        self.answer.found =
            Answer { verdict, is_proven: length.is_some(), stats, seconds: began.elapsed().as_secs_f64() };
        let is_counting = self.args.listing.count_solutions;
        let listed = Listed {
            first: first.map(Into::into),
            counts: self.search.counts().to_vec(),
            listed: if is_counting { self.search.count() } else { self.listed },
            is_complete: self.is_exhausted && (is_counting || self.listed == self.search.count()),
            is_counting,
        };
        self.answer.conclude_list(self.args, listed, &mut *self.output.writer())?;
        Ok(self.answer.outcome())
    }
}

impl Search for Listing<'_> {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        let status = self.search.run(budget);
        self.is_exhausted = status == Status::Solved;
        if let Err(error) = self.print_found() {
            self.error = Some(error);
            return Status::Solved;
        }
        if self.is_at_limit() { Status::Solved } else { status }
    }

    fn stats(&self) -> &Stats {
        self.search.stats()
    }

    fn solution(&self) -> Option<&[Direction]> {
        self.search.solution()
    }
}
