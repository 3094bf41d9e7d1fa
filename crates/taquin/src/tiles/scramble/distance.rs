//! Boards whose shortest solution has exactly a wanted length.
//!
//! A uniformly random board is solved optimally. If that takes at least as many moves as wanted, the board that is
//! left after all but the wanted number of moves is one: the rest of a shortest solution is a shortest solution. The
//! boards are not drawn uniformly from all at that distance.

use super::uniform;
use crate::{
    rng::Rng,
    search::{Search, Status},
    tiles::{
        Board, Moves, Problem,
        optimal::{Optimal, Plan, Resources},
        pattern_db::{Level, MAX_CELLS},
    },
};

/// So many random boards are tried before a distance counts as out of reach.
const TRIES: u32 = 2_000;

/// A scramble under way; the caller pumps it, because boards have to be solved for it.
///
/// ```
/// use taquin::{rng::Rng, search::Status, tiles::{Board, Shape, optimal::Resources, scramble::AtDistance}};
///
/// let goal = Board::solved(Shape::new(3, 3)?);
/// let mut scramble = AtDistance::new(&goal, 20, Rng::from_seed(1), &Resources::default()).expect("a small board");
/// while scramble.run(100_000) == Status::Paused {}
/// assert!(scramble.board().is_some());
/// # Ok::<(), taquin::tiles::ShapeError>(())
/// ```
pub struct AtDistance {
    goal: Board,
    distance: usize,
    rng: Rng,
    resources: Resources,
    tries: u32,
    search: Option<(Problem, Optimal)>,
    board: Option<Board>,
    status: Status,
}

impl AtDistance {
    /// Begins to look for a board at this distance; `None` for boards of more than 25 cells, whose distance cannot be
    /// proven.
    pub fn new(goal: &Board, distance: usize, rng: Rng, resources: &Resources) -> Option<Self> {
        let search = Self {
            goal: goal.clone(),
            distance,
            rng,
            resources: resources.clone(),
            tries: 0,
            search: None,
            board: (distance == 0).then(|| goal.clone()),
            status: if distance == 0 { Status::Solved } else { Status::Paused },
        };
        (goal.shape().cells() <= MAX_CELLS).then_some(search)
    }

    /// Works on for about as long as a search takes for `budget` nodes. [`Status::Exhausted`] if no board was found
    /// after many tries: there is none, or hardly any.
    pub fn run(&mut self, budget: u64) -> Status {
        if self.status != Status::Paused {
            return self.status;
        }
        let Some((problem, search)) = &mut self.search else {
            self.next_try();
            return self.status;
        };
        if search.run(budget) != Status::Paused {
            let moves: Moves = search.solution().unwrap_or_default().into();
            if let Some(surplus) = moves.len().checked_sub(self.distance) {
                let way = Moves::from(&moves[..surplus]);
                self.board = problem.start().after(&way).ok();
                self.status = Status::Solved;
            }
            self.search = None;
        }
        self.status
    }

    fn next_try(&mut self) {
        let start = uniform(&self.goal, &mut self.rng);
        self.tries += 1;
        // why: which of several shortest solutions is found depends on tables and threads; a seed must not.
        let plan = Plan { threads: 1, boards: 1, level: Some(Level::Middle), ..Plan::default() };
        let search = Problem::new(start, self.goal.clone()).ok().and_then(|problem| {
            let search = Optimal::new(&problem, &self.resources, plan)?;
            Some((problem, search))
        });
        if search.is_none() || self.tries > TRIES {
            self.status = Status::Exhausted;
        }
        self.search = search;
    }

    /// The board, once [`AtDistance::run`] returned [`Status::Solved`].
    pub fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    /// The generator as it is now, for the next scramble.
    pub fn into_rng(self) -> Rng {
        self.rng
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::Shape;

    fn scrambled(goal: &Board, distance: usize, resources: &Resources) -> Option<Board> {
        let mut scramble = AtDistance::new(goal, distance, Rng::from_seed(9), resources).unwrap();
        while scramble.run(1_000_000) == Status::Paused {}
        scramble.board().cloned()
    }

    #[test]
    fn boards_are_at_exactly_their_distance() {
        let resources = Resources::default();
        for (rows, cols, distances) in [(3, 3, vec![0, 1, 7, 24, 27]), (4, 4, vec![2, 31, 50]), (2, 3, vec![15, 21])] {
            let goal = Board::solved(Shape::new(rows, cols).unwrap());
            for distance in distances {
                let board = scrambled(&goal, distance, &resources).unwrap();
                let problem = Problem::new(board, goal.clone()).unwrap();
                let mut search = Optimal::new(&problem, &resources, Plan::default()).unwrap();
                while search.run(1_000_000) == Status::Paused {}
                assert_eq!(search.solution().unwrap().len(), distance);
            }
        }
    }

    #[test]
    fn distances_beyond_the_farthest_board_are_given_up() {
        let goal = Board::solved(Shape::new(2, 3).unwrap());
        assert_eq!(scrambled(&goal, 22, &Resources::default()), None);
    }
}
