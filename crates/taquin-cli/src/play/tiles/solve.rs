//! Searches and lower bounds for the tile game.

use crate::{
    answer::Verdict,
    args,
    play::worker::{SearchResult, Task, WorkerHandle},
};
use std::time::Duration;
use taquin::tiles::{
    Algorithm, Board, Direction, HeuristicName, Options, Problem, SolveError, Solver,
    optimal::Resources,
    pattern_db::Store,
    solver::{self, LowerBound},
};

/// The strongest heuristic that is quick on boards of this size.
pub(super) fn lower_bound(goal: &Board) -> LowerBound {
    let options = |heuristic| Options { heuristic, ..Options::new(Algorithm::AStar) };
    let quick = solver::lower_bound(goal, &options(HeuristicName::Maximum));
    let simple = || solver::lower_bound(goal, &options(HeuristicName::Manhattan));
    // why: Manhattan works on every board.
    quick
        .or_else(|_| solver::lower_bound(goal, &options(HeuristicName::LinearConflict)))
        .or_else(|_| simple())
        .unwrap_or_else(|_| Box::new(|_| 0))
}

/// What all searches of a game share: the memory limit and the tables.
#[derive(Clone)]
pub(super) struct SearchContext {
    memory_limit: u64,
    /// Pattern databases; they outlive a stopped search.
    resources: Resources,
}

impl SearchContext {
    pub(super) fn new(memory_limit: u64) -> Self {
        Self { memory_limit, resources: Resources::new(Store::of_user()) }
    }

    fn options(&self, algorithm: Algorithm, force: bool) -> Options {
        Options {
            memory_limit: self.memory_limit,
            resources: self.resources.clone(),
            force,
            threads: args::threads(None),
            ..Options::new(algorithm)
        }
    }
}

pub(super) fn task(problem: Problem, algorithm: Algorithm, force: bool, context: SearchContext) -> Task<Direction> {
    Box::new(move |handle| attempt(handle, &problem, &context.options(algorithm, force), None))
}

/// The algorithms tried for a hint, in order, each with its time limit.
const HINTS: [(Algorithm, Option<Duration>); 3] = [
    (Algorithm::Optimal, Some(Duration::from_secs(3))),
    (Algorithm::Anytime, Some(Duration::from_secs(2))),
    (Algorithm::Strategic, None),
];

pub(super) fn hint(problem: Problem, context: SearchContext) -> Task<Direction> {
    Box::new(move |handle| {
        let mut last = SearchResult::Stopped;
        for (algorithm, limit) in HINTS {
            last = attempt(handle, &problem, &context.options(algorithm, false), limit);
            if matches!(last, SearchResult::Solved { .. }) || handle.is_stopped() {
                break;
            }
        }
        last
    })
}

fn attempt(
    handle: &WorkerHandle<Direction>,
    problem: &Problem,
    options: &Options,
    limit: Option<Duration>,
) -> SearchResult<Direction> {
    match Solver::new(problem, options) {
        Ok(mut solver) => handle.solve(&mut solver, limit, Vec::from, Verdict::unsolved),
        Err(error @ SolveError::TooLarge { .. }) => SearchResult::TooLarge(error.to_string()),
        Err(error) => SearchResult::Failed(error.to_string()),
    }
}
