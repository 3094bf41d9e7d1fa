//! A constructive solver behind the contract of all searches.

use super::{Constructive, Method, Task};
use crate::{
    search::{Cost, Phase, Search, Stats, Status},
    tiles::{Direction, Manhattan, Problem},
};

/// Collects the stages of a constructive solver into one solution.
///
/// ```
/// # use taquin::{search::Search, tiles::{Problem, constructive::{ConstructiveSearch, Method}}};
/// let problem = Problem::to_default_goal("8 2 0/4 6 1/3 7 5".parse()?)?;
/// let mut search = ConstructiveSearch::new(&problem, Method::Strategic);
/// search.run(u64::MAX);
/// let moves: Vec<_> = search.stages().flat_map(|(_, moves)| moves).copied().collect();
/// assert_eq!(search.solution(), Some(&*moves));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ConstructiveSearch {
    solver: Constructive,
    moves: Vec<Direction>,
    /// What each stage does, and how many moves the solution has at its end.
    stages: Vec<(Task, usize)>,
    stats: Stats,
    status: Status,
}

impl ConstructiveSearch {
    /// A search for a solution of `problem` by this method.
    pub fn new(problem: &Problem, method: Method) -> Self {
        let lower_bound = Manhattan::new(problem.goal()).estimate(problem.start());
        Self {
            solver: Constructive::new(problem, method),
            moves: Vec::new(),
            stages: Vec::new(),
            stats: Stats { lower_bound, ..Stats::default() },
            status: Status::Paused,
        }
    }

    /// What each stage does, and the moves that do it: one stage after the other they are the solution.
    ///
    /// While the search is under way these are the stages found so far.
    pub fn stages(&self) -> impl Iterator<Item = (&Task, &[Direction])> {
        let begins = std::iter::once(0).chain(self.stages.iter().map(|&(_, end)| end));
        begins.zip(&self.stages).map(|(begin, (task, end))| (task, &self.moves[begin..*end]))
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
                Some(stage) => {
                    self.moves.extend(stage.moves);
                    self.stages.push((stage.task, self.moves.len()));
                }
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
