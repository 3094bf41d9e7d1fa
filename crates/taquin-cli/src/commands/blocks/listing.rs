//! All shortest solutions of puzzles, or how many there are, printed as they are found.

use super::{
    answer::{self, BlockAnswer, Found, Listed},
    solve::Args,
    source::Sourced,
};
use crate::{
    answer::{Answer, Limit, Verdict, bug},
    outcome::Outcome,
    output::Output,
    progress,
    pump::{End, TimeLimit, pump},
};
use anyhow::{Context, Result};
use std::{
    io::{self, IsTerminal},
    time::Instant,
};
use taquin::{
    blocks::{AllSolutions, Move, Options, Puzzle},
    replay::BlockReplayError,
    search::{Cost, Search, Stats, Status},
};

/// What is asked about the solutions of a puzzle.
#[derive(clap::Args)]
pub(super) struct ListingArgs {
    /// Print all shortest solutions, or the first LIMIT of them
    #[arg(long, value_name = "LIMIT", num_args = 0..=1, require_equals = true, value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(conflicts_with_all = ["count_solutions", "steps", "disk", "algorithm"])]
    all: Option<Option<u64>>,

    /// Print how many shortest solutions there are
    #[arg(long, conflicts_with_all = ["steps", "disk", "algorithm"])]
    count_solutions: bool,

    /// With --all or --count-solutions: also solutions that cost up to K more
    #[arg(long, value_name = "K", default_value_t = 0)]
    beyond: Cost,
}

impl ListingArgs {
    pub(super) fn is_asked_for(&self) -> bool {
        self.all.is_some() || self.count_solutions
    }

    /// Refuses what does not go together, before the first puzzle.
    pub(super) fn check(&self) -> Result<()> {
        anyhow::ensure!(self.beyond == 0 || self.is_asked_for(), "--beyond needs --all or --count-solutions");
        Ok(())
    }

    fn limit(&self) -> u64 {
        self.all.flatten().unwrap_or(u64::MAX)
    }
}

/// Lists the solutions of a puzzle.
pub(super) fn list(sourced: Sourced, args: &Args, options: &Options, output: &Output) -> Result<Outcome> {
    let Sourced { name, puzzle } = sourced;
    let began = Instant::now();
    let search = puzzle.and_then(|puzzle| {
        let search = AllSolutions::new(&puzzle, options, args.listing.beyond).with_context(|| name.clone())?;
        Ok((puzzle, search))
    });
    let (puzzle, search) = match search {
        Ok((puzzle, search)) if args.listing.count_solutions => (puzzle, search.counting()),
        Ok(found) => found,
        Err(error) => {
            let answer =
                BlockAnswer::new(name, args, options.memory_limit, None, Found::unsearched(Verdict::Error(error)));
            answer.conclude(args, output)?;
            return Ok(answer.outcome());
        }
    };
    let mut listing = Listing { search, name, puzzle, args, output, listed: 0, is_exhausted: false, error: None };
    // why: what is printed would be drawn over.
    let is_quiet = args.quiet || args.listing.all.is_some() && io::stdout().is_terminal();
    let end = pump(&mut listing, TimeLimit::Strict(args.limits.time_limit), is_quiet, progress::describe_tiles);
    listing.finish(end, began, options)
}

/// The solutions of a puzzle that are printed as they are found.
struct Listing<'a> {
    search: AllSolutions,
    name: String,
    puzzle: Puzzle,
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
    Replay(BlockReplayError),
}

impl Listing<'_> {
    /// Prints what was found since the last time, as far as the limit allows.
    fn print_found(&mut self) -> Result<(), ListingError> {
        for moves in self.search.take_solutions().map_err(ListingError::Replay)? {
            if self.is_at_limit() {
                break;
            }
            let mut out = self.output.writer();
            answer::list(&self.name, &self.puzzle, &moves, self.listed, self.args, &mut *out)
                .map_err(ListingError::Output)?;
            self.listed += 1;
        }
        self.output.flush().map_err(ListingError::Output)
    }

    fn is_at_limit(&self) -> bool {
        self.listed >= self.args.listing.limit()
    }

    fn finish(mut self, end: End, began: Instant, options: &Options) -> Result<Outcome> {
        let stats = self.search.stats().clone();
        let is_counting = self.args.listing.count_solutions;
        let stopped = match end {
            End::Finished(Status::Full) => Some(Limit::Memory),
            End::Finished(_) => None,
            End::TimeLimit => Some(Limit::Time),
            End::Stopped => Some(Limit::Interrupt),
        };
        let verdict = match (self.error.take(), stopped, self.search.solution()) {
            (Some(ListingError::Output(error)), ..) => return Err(error.into()),
            (Some(ListingError::Replay(error)), ..) => Verdict::Error(bug(error.into())),
            (None, Some(limit), _) => Verdict::Limit(limit),
            (None, None, Some(moves)) => Verdict::Solved(moves.to_vec()),
            (None, None, None) => Verdict::NoSolution(answer::proof(&stats)),
        };
        let is_proven = matches!(verdict, Verdict::Solved(_));
        let found = Answer { verdict, is_proven, stats, seconds: began.elapsed().as_secs_f64() };
        let mut answer = BlockAnswer::new(self.name, self.args, options.memory_limit, Some(self.puzzle), found);
        answer.listed = Some(Listed {
            counts: self.search.counts().to_vec(),
            listed: if is_counting { self.search.count() } else { self.listed.into() },
            is_complete: self.is_exhausted && (is_counting || u128::from(self.listed) == self.search.count()),
            is_counting,
        });
        answer.conclude(self.args, self.output)?;
        Ok(answer.outcome())
    }
}

impl Search for Listing<'_> {
    type Move = Move;

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

    fn solution(&self) -> Option<&[Move]> {
        self.search.solution()
    }
}
