//! All solutions of a puzzle, printed as they are found.

use crate::{
    answer::{Limit, Verdict, bug},
    output::Output,
    progress,
    pump::{End, TimeLimit, pump},
};
use anyhow::Error;
use std::{
    io::{self, IsTerminal},
    time::Duration,
};
use taquin::{
    blocks,
    search::{Search, Stats, Status},
    tiles,
};

/// A search for all solutions, which it hands out replayed against the rules.
pub(crate) trait FindsAll: Search {
    type Solution;

    /// The solutions found since the last call; an error says that one is none.
    fn take(&mut self) -> Result<Vec<Self::Solution>, Error>;
}

impl FindsAll for tiles::AllSolutions {
    type Solution = tiles::Moves;

    fn take(&mut self) -> Result<Vec<Self::Solution>, Error> {
        Ok(self.take_solutions()?)
    }
}

impl FindsAll for blocks::AllSolutions {
    type Solution = Vec<blocks::Move>;

    fn take(&mut self) -> Result<Vec<Self::Solution>, Error> {
        Ok(self.take_solutions()?)
    }
}

/// What is asked of a listing.
pub(crate) struct Wanted {
    /// How many solutions are to be printed; `None` if they are only counted.
    pub(crate) limit: Option<u64>,
    pub(crate) time_limit: Option<Duration>,
    pub(crate) quiet: bool,
}

/// A listing that has ended.
pub(crate) struct Ended<S> {
    pub(crate) search: S,
    /// How many were printed.
    pub(crate) printed: u64,
    /// Has the search found all?
    pub(crate) is_exhausted: bool,
    stopped: Option<Limit>,
    wrong: Option<Error>,
}

impl<S> Ended<S> {
    /// How it ended, with what is told of the first solution, or why there is none.
    pub(crate) fn verdict<T, N>(&mut self, first: Option<T>, nothing: impl FnOnce() -> Verdict<T, N>) -> Verdict<T, N> {
        match (self.wrong.take(), self.stopped, first) {
            (Some(error), ..) => Verdict::Error(bug(error)),
            (None, Some(limit), _) => Verdict::Limit(limit),
            (None, None, Some(first)) => Verdict::Solved(first),
            (None, None, None) => nothing(),
        }
    }
}

/// Searches, and prints each solution with its number, from 0.
pub(crate) fn run<S: FindsAll>(
    search: S,
    wanted: &Wanted,
    output: &Output,
    print: impl FnMut(&S::Solution, u64) -> io::Result<()>,
) -> io::Result<Ended<S>> {
    let limit = wanted.limit.unwrap_or(u64::MAX);
    let mut listing = Listing { search, print, output, limit, printed: 0, is_exhausted: false, failed: None };
    // why: what is printed would be drawn over.
    let is_quiet = wanted.quiet || wanted.limit.is_some() && io::stdout().is_terminal();
    let stopped = match pump(&mut listing, TimeLimit::Strict(wanted.time_limit), is_quiet, progress::describe_tiles) {
        End::Finished(Status::Full) => Some(Limit::Memory),
        End::Finished(_) => None,
        End::TimeLimit => Some(Limit::Time),
        End::Stopped => Some(Limit::Interrupt),
    };
    let Listing { search, printed, is_exhausted, failed, .. } = listing;
    let wrong = match failed {
        Some(Failed::Output(error)) => return Err(error),
        Some(Failed::Replay(error)) => Some(error),
        None => None,
    };
    Ok(Ended { search, printed, is_exhausted, stopped, wrong })
}

struct Listing<'a, S, P> {
    search: S,
    print: P,
    output: &'a Output,
    limit: u64,
    printed: u64,
    is_exhausted: bool,
    failed: Option<Failed>,
}

/// Why a listing cannot go on.
enum Failed {
    Output(io::Error),
    Replay(Error),
}

impl<S: FindsAll, P: FnMut(&S::Solution, u64) -> io::Result<()>> Listing<'_, S, P> {
    /// Prints what was found since the last time, as far as the limit allows.
    fn print_found(&mut self) -> Result<(), Failed> {
        for solution in self.search.take().map_err(Failed::Replay)? {
            if self.is_at_limit() {
                break;
            }
            (self.print)(&solution, self.printed).map_err(Failed::Output)?;
            self.printed += 1;
        }
        self.output.flush().map_err(Failed::Output)
    }

    fn is_at_limit(&self) -> bool {
        self.printed >= self.limit
    }
}

impl<S: FindsAll, P: FnMut(&S::Solution, u64) -> io::Result<()>> Search for Listing<'_, S, P> {
    type Move = S::Move;

    fn run(&mut self, budget: u64) -> Status {
        let status = self.search.run(budget);
        self.is_exhausted = status == Status::Solved;
        if let Err(failed) = self.print_found() {
            self.failed = Some(failed);
            return Status::Solved;
        }
        if self.is_at_limit() { Status::Solved } else { status }
    }

    fn stats(&self) -> &Stats {
        self.search.stats()
    }

    fn solution(&self) -> Option<&[S::Move]> {
        self.search.solution()
    }
}
