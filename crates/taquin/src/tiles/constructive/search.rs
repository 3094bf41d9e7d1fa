//! A constructive solver behind the contract of all searches.

use super::{Constructive, Method};
use crate::{
    search::{Cost, Phase, Search, Stats, Status},
    tiles::{Direction, Manhattan, Problem},
};

/// Collects the stages of a constructive solver into one solution.
pub struct ConstructiveSearch {
    solver: Constructive,
    moves: Vec<Direction>,
    stats: Stats,
    status: Status,
}

impl ConstructiveSearch {
    /// A search for a solution of `problem` by this method.
    pub fn new(problem: &Problem, method: Method) -> Self {
        let lower_bound = Manhattan::new(problem.goal()).of(problem.start());
        let stats = Stats { lower_bound, ..Stats::default() };
        Self { solver: Constructive::new(problem, method), moves: Vec::new(), stats, status: Status::Paused }
    }

    /// Adds a move; where a stage begins by taking the end of the last one back, both vanish.
    fn push(&mut self, direction: Direction) {
        if self.moves.last() == Some(&direction.inverse()) {
            self.moves.pop();
        } else {
            self.moves.push(direction);
        }
    }

    fn update(&mut self) {
        let moves = self.moves.len() as Cost;
        self.stats.generated = self.solver.generated();
        self.stats.expanded = u64::from(moves);
        self.stats.peak_bytes = (self.moves.capacity() * size_of::<Direction>()) as u64;
        self.stats.phase = Phase::Searching { depth: moves };
    }
}

impl Search for ConstructiveSearch {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        let end = self.stats.generated.saturating_add(budget);
        while self.status == Status::Paused && self.stats.generated < end {
            match self.solver.next() {
                Some(stage) => stage.moves.into_iter().for_each(|direction| self.push(direction)),
                None => self.status = Status::Solved,
            }
            self.update();
        }
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn solution(&self) -> Option<&[Direction]> {
        (self.status == Status::Solved).then_some(&*self.moves)
    }
}
