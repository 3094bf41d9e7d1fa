//! A labelled problem of few assignments: the ordinary problem of each in turn, as long as it may be the shortest.

use super::{Assignment, LabelledProblem};
use crate::{
    search::{Cost, Search, Stats, Status},
    tiles::{Direction, Manhattan, Metric, Options, Problem, SolveError, Solver},
};

/// Nodes after which it is looked whether an assignment can still be the shortest.
const SLICE: u64 = 200_000;

/// The search for a shortest solution of any of the assignments of a board with one gap.
#[derive(Debug)]
pub(super) struct ByAssignment {
    /// Those that wait, the most promising last, each with a lower bound.
    waiting: Vec<(Cost, Problem)>,
    options: Options,
    current: Option<Box<Solver>>,
    /// What the searches before have cost.
    before: Stats,
    stats: Stats,
    best: Option<Vec<Direction>>,
    status: Status,
}

impl ByAssignment {
    /// - `options`: of an algorithm that finds shortest solutions.
    pub(super) fn new(problem: &LabelledProblem, all: &[Assignment], options: &Options) -> Result<Self, SolveError> {
        let bound = |problem: &Problem| match options.metric {
            Metric::Stm => Manhattan::new(problem.goal()).estimate(problem.start()),
            Metric::Mtm => Cost::from(problem.start() != problem.goal()),
        };
        let mut waiting: Vec<_> = all.iter().map(|one| (bound(one.problem()), one.problem().clone())).collect();
        waiting.sort_by_key(|&(bound, _)| std::cmp::Reverse(bound));
        let options = Options { expected_boards: options.expected_boards.max(waiting.len()), ..options.clone() };
        let mut search = Self {
            waiting,
            options,
            current: None,
            before: Stats::default(),
            stats: Stats::default(),
            best: problem.start().fits(problem.goal()).then(Vec::new),
            status: Status::Paused,
        };
        search.next()?;
        search.measure();
        Ok(search)
    }

    fn cost(&self) -> Option<Cost> {
        self.best.as_ref().map(|moves| self.options.metric.cost(moves))
    }

    /// Goes on with the next assignment that may be better than the best so far, or ends.
    fn next(&mut self) -> Result<(), SolveError> {
        self.before = self.stats.clone();
        self.current = None;
        while let Some((bound, problem)) = self.waiting.pop() {
            if self.cost().is_none_or(|cost| bound < cost) {
                self.current = Some(Box::new(Solver::new(&problem, &self.options)?));
                return Ok(());
            }
        }
        self.status = if self.best.is_some() { Status::Solved } else { Status::Full };
        Ok(())
    }

    /// What is known now: no solution is shorter than the least that any assignment may come to.
    fn measure(&mut self) {
        let mut bounds: Vec<Cost> = self.waiting.iter().map(|&(bound, _)| bound).collect();
        bounds.extend(self.cost());
        self.stats = match &self.current {
            None => self.before.clone(),
            Some(search) => {
                bounds.push(search.stats().lower_bound);
                let mut stats = self.before.followed_by(search.stats());
                (stats.predicted, stats.bounds) = (None, Vec::new());
                stats
            }
        };
        self.stats.lower_bound = bounds.into_iter().min().unwrap_or_default();
    }
}

impl Search for ByAssignment {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        let mut left = budget;
        while self.status == Status::Paused && left > 0 {
            let Some(search) = &mut self.current else { break };
            let slice = left.min(SLICE);
            let status = search.run(slice);
            left -= slice;
            let cost = self.best.as_ref().map(|moves| self.options.metric.cost(moves));
            let is_hopeless = cost.is_some_and(|cost| search.stats().lower_bound >= cost);
            if let Some(moves) = search.solution()
                && cost.is_none_or(|cost| self.options.metric.cost(moves) < cost)
            {
                self.best = Some(moves.to_vec());
            }
            self.measure();
            // An optimal search that was stopped by its limit says nothing about the rest: neither does this one.
            let is_over = status != Status::Paused || is_hopeless;
            if status == Status::Full || is_over && self.next().is_err() {
                self.status = Status::Full;
            }
            if self.status == Status::Solved {
                self.measure();
            }
        }
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn solution(&self) -> Option<&[Direction]> {
        self.best.as_deref()
    }
}
