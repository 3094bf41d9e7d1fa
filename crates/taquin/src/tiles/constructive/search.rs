//! A constructive solver behind the contract of all searches.

use super::{Constructive, Method, Task};
use crate::{
    search::{Cost, Phase, Search, Stats, Status},
    tiles::{Direction, Manhattan, Problem},
};

/// The moves of a constructive solver in pieces that nothing will change any more: where a stage begins by taking the
/// end of the last one back, both vanish.
///
/// ```
/// # use taquin::tiles::{Problem, constructive::{Method, Pieces}};
/// let problem = Problem::to_default_goal("8 2 0/4 6 1/3 7 5".parse()?)?;
/// let moves: usize = Pieces::new(&problem, Method::Strategic).map(|piece| piece.len()).sum();
/// assert!(moves >= 24);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Pieces {
    solver: Constructive,
}

impl Pieces {
    /// The pieces of a solution of `problem` by this method.
    pub fn new(problem: &Problem, method: Method) -> Self {
        Self { solver: Constructive::new(problem, method) }
    }

    /// How many states the planning has looked at so far.
    pub fn generated(&self) -> u64 {
        self.solver.generated()
    }
}

impl Iterator for Pieces {
    type Item = Vec<Direction>;

    fn next(&mut self) -> Option<Vec<Direction>> {
        let mut piece = Vec::new();
        for stage in self.solver.by_ref() {
            stage.moves.into_iter().for_each(|direction| push(&mut piece, direction));
            // why: the last move brought a tile to where it stays, so no later stage takes it back.
            if !matches!(stage.task, Task::Park { .. }) {
                return Some(piece);
            }
        }
        (!piece.is_empty()).then_some(piece)
    }
}

/// Adds a move, or takes the last one away if it is its opposite.
fn push(moves: &mut Vec<Direction>, direction: Direction) {
    if moves.last() == Some(&direction.inverse()) {
        moves.pop();
    } else {
        moves.push(direction);
    }
}

/// Collects the pieces of a constructive solver into one solution.
pub struct ConstructiveSearch {
    pieces: Pieces,
    moves: Vec<Direction>,
    stats: Stats,
    status: Status,
}

impl ConstructiveSearch {
    /// A search for a solution of `problem` by this method.
    pub fn new(problem: &Problem, method: Method) -> Self {
        let lower_bound = Manhattan::new(problem.goal()).of(problem.start());
        let stats = Stats { lower_bound, ..Stats::default() };
        Self { pieces: Pieces::new(problem, method), moves: Vec::new(), stats, status: Status::Paused }
    }

    fn update(&mut self) {
        let moves = self.moves.len() as Cost;
        self.stats.generated = self.pieces.generated();
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
            match self.pieces.next() {
                Some(piece) => self.moves.extend(piece),
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
