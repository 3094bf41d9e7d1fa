//! What several test files need: random boards, problems and runs to the end.

#![allow(dead_code, clippy::allow_attributes, reason = "each test file uses its own part of it")]

use taquin::{
    rng::Rng,
    search::Status,
    tiles::{
        Board, Moves, Problem, Shape,
        pattern_db::{Level, Preparation, Store, Tables},
        scramble, solve,
    },
};

pub(crate) fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).unwrap()
}

/// A goal in random order with the blank in a given cell.
pub(crate) fn random_goal(shape: Shape, blank: usize, rng: &mut Rng) -> Board {
    let mut cells: Vec<u16> = (1..shape.cells() as u16).collect();
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
pub(crate) fn finish(problem: &Problem, mut search: solve::TileSearch) -> (Status, Option<Moves>, solve::TileSearch) {
    let status = search.run(u64::MAX);
    let moves = solve::checked(problem, &*search).expect("an answer that keeps the rules");
    (status, moves, search)
}

/// The default goal of a size, and one in random order for each of these places of the blank.
pub(crate) fn goals(shape: Shape, blanks: &[usize], rng: &mut Rng) -> Vec<Board> {
    let solved = std::iter::once(Board::solved(shape));
    solved.chain(blanks.iter().map(|&blank| random_goal(shape, blank, rng))).collect()
}

/// The tables of the heuristic `pattern-db` for a goal.
pub(crate) fn tables(goal: &Board) -> Option<Tables> {
    let mut preparation = Preparation::new(&Store::in_memory(), goal, Level::Middle, 2)?;
    while !preparation.run(u64::MAX) {}
    preparation.finish()
}
