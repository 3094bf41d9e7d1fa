//! The answer to one board or puzzle, for tiles and blocks alike: how its search ended, and whether the solution is
//! proven shortest.

use crate::{
    outcome::Outcome,
    pump::{End, TimeLimit, pump},
};
use anyhow::{Error, anyhow};
use std::time::Instant;
use taquin::{
    blocks,
    search::{Search, Stats, Status},
    tiles,
};

/// What was found about one board or puzzle.
pub(crate) struct Answer<S, N> {
    pub(crate) verdict: Verdict<S, N>,
    /// Is the solution proven shortest, in the metric of the search?
    pub(crate) is_proven: bool,
    pub(crate) stats: Stats,
    pub(crate) seconds: f64,
}

/// How it ended.
///
/// - `S`: a solution;
/// - `N`: why there is none.
pub(crate) enum Verdict<S, N> {
    /// A solution, replayed against the rules.
    Solved(S),
    /// Proven to have no solution.
    NoSolution(N),
    /// Stopped before there was a solution.
    Limit(Limit),
    /// Bad input, or a bug.
    Error(Error),
}

/// What stopped a search.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Limit {
    Time,
    Memory,
    Interrupt,
}

impl Limit {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Time => "time limit",
            Self::Memory => "memory limit",
            Self::Interrupt => "interrupted",
        }
    }
}

/// A solver of the engine, whatever it solves.
pub(crate) trait Solver: Search {
    type Solution;

    /// The best solution so far, replayed against the rules.
    fn checked_solution(&self) -> Result<Option<Self::Solution>, Error>;

    /// Is it proven shortest?
    fn is_proven(&self) -> bool;
}

impl Solver for tiles::Solver {
    type Solution = tiles::Moves;

    fn checked_solution(&self) -> Result<Option<tiles::Moves>, Error> {
        Ok(self.checked_solution()?)
    }

    fn is_proven(&self) -> bool {
        self.is_proven()
    }
}

impl Solver for tiles::labels::LabelledSolver {
    type Solution = tiles::labels::GapMoves;

    fn checked_solution(&self) -> Result<Option<tiles::labels::GapMoves>, Error> {
        Ok(self.checked_solution()?)
    }

    fn is_proven(&self) -> bool {
        self.is_proven()
    }
}

impl Solver for blocks::Solver {
    type Solution = Vec<blocks::Move>;

    fn checked_solution(&self) -> Result<Option<Vec<blocks::Move>>, Error> {
        Ok(self.checked_solution()?.map(<[_]>::to_vec))
    }

    fn is_proven(&self) -> bool {
        self.is_proven()
    }
}

impl<S, N> Answer<S, N> {
    /// The answer without a search.
    pub(crate) fn unsearched(verdict: Verdict<S, N>) -> Self {
        Self { verdict, is_proven: false, stats: Stats::default(), seconds: 0.0 }
    }

    /// Runs a solver until it ends, the time limit, or Ctrl-C, and shows its progress unless `quiet`.
    ///
    /// - `began`: when the work on the board began, so that setting up the solver counts;
    /// - `exhausted`: the verdict if the search ends without a solution.
    pub(crate) fn of_search<P: Solver<Solution = S>>(
        solver: &mut P,
        began: Instant,
        limit: TimeLimit,
        quiet: bool,
        message: impl Fn(&P) -> String,
        exhausted: impl FnOnce(&Stats) -> Verdict<S, N>,
    ) -> Self {
        let end = pump(solver, limit, quiet, message);
        let seconds = began.elapsed().as_secs_f64();
        let verdict = Verdict::new(solver.checked_solution(), end, || exhausted(solver.stats()));
        Self { verdict, is_proven: solver.is_proven(), stats: solver.stats().clone(), seconds }
    }

    pub(crate) fn map<T>(self, change: impl FnOnce(S) -> T) -> Answer<T, N> {
        let Self { verdict, is_proven, stats, seconds } = self;
        Answer { verdict: verdict.map(change), is_proven, stats, seconds }
    }
}

impl<S, N> Verdict<S, N> {
    /// The verdict on a search with this solution that ended like this.
    pub(crate) fn new(solution: Result<Option<S>, Error>, end: End, exhausted: impl FnOnce() -> Self) -> Self {
        match (solution, end) {
            (Err(error), _) => Self::Error(bug(error)),
            (Ok(Some(solution)), _) => Self::Solved(solution),
            (Ok(None), End::TimeLimit) => Self::Limit(Limit::Time),
            (Ok(None), End::Stopped) => Self::Limit(Limit::Interrupt),
            (Ok(None), End::Finished(Status::Full)) => Self::Limit(Limit::Memory),
            (Ok(None), End::Finished(_)) => exhausted(),
        }
    }

    /// The error that a solvable board was left unsolved.
    pub(crate) fn unsolved() -> Self {
        Self::Error(bug(anyhow!("no solution of a solvable board")))
    }

    fn map<T>(self, change: impl FnOnce(S) -> T) -> Verdict<T, N> {
        match self {
            Self::Solved(solution) => Verdict::Solved(change(solution)),
            Self::NoSolution(why) => Verdict::NoSolution(why),
            Self::Limit(limit) => Verdict::Limit(limit),
            Self::Error(error) => Verdict::Error(error),
        }
    }

    pub(crate) fn solution(&self) -> Option<&S> {
        match self {
            Self::Solved(solution) => Some(solution),
            _ => None,
        }
    }

    pub(crate) fn error(&self) -> Option<&Error> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }

    pub(crate) fn outcome(&self) -> Outcome {
        match self {
            Self::Solved(_) => Outcome::Done,
            Self::NoSolution(_) | Self::Limit(_) => Outcome::Partial,
            Self::Error(_) => Outcome::Failed,
        }
    }

    /// The word for it in JSON and with `--quiet`; tiles and blocks have different ones where there is no solution.
    pub(crate) fn status(&self, no_solution: &'static str) -> &'static str {
        match self {
            Self::Solved(_) => "solved",
            Self::NoSolution(_) => no_solution,
            Self::Limit(_) => "limit",
            Self::Error(_) => "error",
        }
    }
}

/// An error that only a bug can cause.
pub(crate) fn bug(error: Error) -> Error {
    error.context("this is a bug in taquin, please report it")
}
