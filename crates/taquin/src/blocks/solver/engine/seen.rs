//! Puzzles that need no search.

use super::{ONE_AHEAD, Pump, sight};
use crate::{
    blocks::{
        Move, Puzzle,
        solver::{
            bits::Bits,
            layout::{Group, Layout, Rails},
            table::Key,
            trace,
        },
    },
    search::{Cost, Phase, Search, Stats, Status},
};

/// What was seen of a puzzle at once.
pub(in super::super) struct Seen {
    stats: Stats,
    status: Status,
    solution: Option<Vec<Move>>,
}

impl Seen {
    /// Looks at a puzzle from its start; `None` if it needs a search.
    pub(in super::super) fn new<B: Bits, K: Key>(puzzle: &Puzzle, layout: &Layout<B, K>, start: K) -> Option<Self> {
        let stats = Stats {
            phase: Phase::Searching { depth: 0 },
            stored: 1,
            peak_bytes: layout.plan().key_bits.div_ceil(8).into(),
            ..Stats::default()
        };
        if layout.plan().goals.is_empty() {
            // Some goal block could not get to its place even if it were alone on the board.
            return Some(Self { stats, status: Status::Exhausted, solution: None });
        }
        let way = way_to_goal(layout, start)?;
        let stats = Stats { lower_bound: way.len() as Cost, ..stats };
        Some(Self { stats, status: Status::Solved, solution: Some(trace::moves(layout, puzzle, &way)) })
    }
}

/// The positions from this one to a goal in sight, without the first.
fn way_to_goal<B: Bits, K: Key>(layout: &Layout<B, K>, start: K) -> Option<Vec<K>> {
    match (layout.rails(), sight(layout)) {
        _ if layout.is_goal(start) => Some(Vec::new()),
        (Some(rails), Rails::<K>::SIGHT) => rails.moves_to_goal(start).map(|_| rails.way_to_goal(start)),
        (_, ONE_AHEAD) => layout.next_goal(start, &mut Group::new(layout, 1)).map(|goal| vec![goal]),
        _ => None,
    }
}

impl Pump for Seen {
    fn frontier(&self) -> u64 {
        0
    }
}

impl Search for Seen {
    type Move = Move;

    fn run(&mut self, _: u64) -> Status {
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn solution(&self) -> Option<&[Move]> {
        self.solution.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        blocks::{Options, Puzzle, Solver},
        search::{Search, Status},
    };

    /// Solved, one move away, on rails a few moves away, and out of reach; and one that needs a search.
    #[test]
    fn what_is_in_sight_needs_no_search() {
        for (puzzle, status, cost) in [
            ("ab.\n--\nab.\n", Status::Solved, 0),
            ("ab.\n...\n--\na..\n.b.\n", Status::Solved, 1),
            ("axis: keep\n\naab.\n..b.\n....\n--\n..aa\n....\n....\n", Status::Solved, 2),
            ("a .\n--\n. a\n", Status::Exhausted, 0),
            ("ab.\n...\n--\nba.\n...\n", Status::Paused, 1),
        ] {
            let puzzle: Puzzle = puzzle.parse().expect(puzzle);
            let mut solver = Solver::new(&puzzle, &Options::default()).expect("a small puzzle");
            assert_eq!(solver.run(0), status, "{puzzle}");
            assert_eq!(solver.stats().lower_bound, cost, "{puzzle}");
            let moves = solver.checked_solution().expect("a correct solution").map(<[_]>::len);
            assert_eq!(moves, (status == Status::Solved).then_some(cost as usize), "{puzzle}");
            if status != Status::Paused {
                assert!(solver.stats().peak_bytes < 12, "{puzzle}: {}", solver.stats().peak_bytes);
            }
        }
    }
}
