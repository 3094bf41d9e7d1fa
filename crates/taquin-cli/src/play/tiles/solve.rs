//! Searches and bounds for the game.

use crate::play::worker::{Desk, Finding, Task};
use std::time::Duration;
use taquin::{
    search::Status,
    tiles::{
        Board, Direction, Problem, Shape,
        optimal::Resources,
        pattern_db::Store,
        solve::{self, Algorithm, HeuristicName, LowerBound, Options, Refusal},
    },
};

/// The best bound that is quick to compute for boards of any size.
pub(super) fn lower_bound(goal: &Board) -> LowerBound {
    let options = |heuristic| Options { heuristic, ..Options::new(Algorithm::AStar) };
    let quick = solve::lower_bound(goal, &options(HeuristicName::Maximum));
    let simple = || solve::lower_bound(goal, &options(HeuristicName::Manhattan));
    // why: the sum of distances serves every board.
    quick
        .or_else(|_| solve::lower_bound(goal, &options(HeuristicName::LinearConflict)))
        .or_else(|_| simple())
        .unwrap_or_else(|_| Box::new(|_| 0))
}

/// Algorithms by name, as far as there are any of that name.
fn named(name: &str) -> Option<usize> {
    Algorithm::ALL.iter().position(|algorithm| algorithm.name() == name)
}

/// The algorithm that serves most players on boards of this size.
pub(super) fn default(shape: Shape) -> usize {
    let by_size = if shape.cells() <= 16 { "optimal" } else { "strategic" };
    named("auto").or_else(|| named(by_size)).unwrap_or_default()
}

/// What all searches of a game share.
#[derive(Clone)]
pub(super) struct Means {
    memory_limit: u64,
    /// Tables, which outlive a search that was stopped.
    resources: Resources,
}

impl Means {
    pub(super) fn new(memory_limit: u64) -> Self {
        Self { memory_limit, resources: Resources::new(Store::of_user()) }
    }

    fn options(&self, algorithm: Algorithm, force: bool) -> Options {
        Options {
            memory_limit: self.memory_limit,
            resources: self.resources.clone(),
            force,
            threads: taquin::search::parallel::available(),
            ..Options::new(algorithm)
        }
    }
}

pub(super) fn task(problem: Problem, algorithm: Algorithm, force: bool, means: Means) -> Task<Direction> {
    Box::new(move |desk| attempt(desk, &problem, &means.options(algorithm, force), None))
}

/// What gives a hint, one after the other, and how long each may take.
const HINTS: [(&str, Option<Duration>); 3] =
    [("optimal", Some(Duration::from_secs(3))), ("anytime", Some(Duration::from_secs(2))), ("strategic", None)];

pub(super) fn hint(problem: Problem, means: Means) -> Task<Direction> {
    Box::new(move |desk| {
        let mut last = Finding::Stopped;
        for (name, limit) in HINTS {
            let Some(index) = named(name) else { continue };
            last = attempt(desk, &problem, &means.options(Algorithm::ALL[index], false), limit);
            if matches!(last, Finding::Solved { .. }) || desk.is_stopped() {
                break;
            }
        }
        last
    })
}

fn attempt(
    desk: &Desk<Direction>,
    problem: &Problem,
    options: &Options,
    limit: Option<Duration>,
) -> Finding<Direction> {
    let mut search = match solve::search(problem, options) {
        Ok(search) => search,
        Err(refusal @ Refusal::TooLarge { .. }) => return Finding::Hopeless(refusal.to_string()),
        Err(refusal) => return Finding::Failed(refusal.to_string()),
    };
    let end = desk.pump(&mut *search, limit);
    match solve::checked(problem, &*search) {
        Ok(Some(moves)) => {
            let is_shortest = moves.stm() == search.stats().lower_bound as usize;
            Finding::Solved { steps: moves.to_vec(), is_shortest }
        }
        Ok(None) if end == Some(Status::Full) => Finding::Failed("The memory is full: no solution yet.".to_owned()),
        Ok(None) => Finding::Stopped,
        Err(error) => Finding::Failed(format!("This is a bug in taquin, please report it: {error}")),
    }
}
