//! What several test files need: random boards, problems and runs to the end.

use std::collections::{HashMap, VecDeque};
use taquin::{
    rng::Rng,
    search::{Search, Status},
    tiles::{
        Board, Direction, Moves, Problem, Shape, Solver,
        grid::{Cells, Nibbles},
        pattern_db::{Level, Preparation, Store, Tables},
        scramble,
    },
};

pub(crate) fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).unwrap()
}

/// A goal in random order with the blank in a given cell.
pub(crate) fn random_goal(shape: Shape, blank: usize, rng: &mut Rng) -> Board {
    let mut cells: Vec<u16> = (1..shape.cells()).map(|tile| tile as u16).collect();
    rng.shuffle(&mut cells);
    cells.insert(blank, 0);
    Board::new(shape, &cells).unwrap()
}

/// A random problem with a random goal.
pub(crate) fn random_problem(shape: Shape, rng: &mut Rng) -> Problem {
    let blank = rng.below(shape.cells() as u64) as usize;
    let goal = random_goal(shape, blank, rng);
    let start = scramble::uniform(&goal, rng);
    Problem::new(start, goal).unwrap()
}

/// Runs a search to its end; the answer is replayed.
pub(crate) fn finish(mut search: Solver) -> (Status, Option<Moves>, Solver) {
    let status = search.run(u64::MAX);
    let moves = search.checked_solution().expect("an answer that keeps the rules");
    (status, moves, search)
}

/// The default goal of a size, and one in random order for each of these places of the blank.
pub(crate) fn goals(shape: Shape, blanks: &[usize], rng: &mut Rng) -> Vec<Board> {
    let solved = std::iter::once(Board::solved(shape));
    solved.chain(blanks.iter().map(|&blank| random_goal(shape, blank, rng))).collect()
}

/// The tables of the heuristic `pattern-db` for a goal.
pub(crate) fn tables(goal: &Board, level: Level) -> Option<Tables> {
    let mut preparation = Preparation::new(&Store::in_memory(), goal, level, 2)?;
    while !preparation.run(50_000) {}
    preparation.finish()
}

/// The board that a state stands for.
pub(crate) fn unpacked(shape: Shape, state: &Nibbles) -> Board {
    let cells: Vec<u16> = (0..shape.cells()).map(|cell| state.tile(cell) as u16).collect();
    Board::new(shape, &cells).unwrap()
}

/// The distance of every board from the goal by the simplest search there is, in single-tile moves or in slides.
pub(crate) fn distances(goal: &Board, in_slides: bool) -> HashMap<Board, u32> {
    let mut seen = HashMap::from([(goal.clone(), 0)]);
    let mut queue = VecDeque::from([goal.clone()]);
    while let Some(board) = queue.pop_front() {
        let distance = seen[&board] + 1;
        for direction in Direction::ALL {
            let mut next = board.clone();
            for _ in 0..if in_slides { usize::MAX } else { 1 } {
                if !next.slide(direction) {
                    break;
                }
                seen.entry(next.clone()).or_insert_with(|| {
                    queue.push_back(next.clone());
                    distance
                });
            }
        }
    }
    seen
}

/// Every arrangement of the numbers 0…n−1, by Heap's algorithm.
pub(crate) fn arrangements(n: usize) -> Vec<Vec<u16>> {
    fn heap(k: usize, cells: &mut Vec<u16>, all: &mut Vec<Vec<u16>>) {
        if k <= 1 {
            all.push(cells.clone());
            return;
        }
        for i in 0..k {
            heap(k - 1, cells, all);
            cells.swap(if k.is_multiple_of(2) { i } else { 0 }, k - 1);
        }
    }
    let mut all = Vec::new();
    heap(n, &mut (0..n as u16).collect(), &mut all);
    all
}
