//! The last cells of a board: at most 3 × 3, or a single row or column.

use super::rectangle::Rectangle;
use crate::{
    search::{Search, Status, ida_star::IdaStar},
    tiles::{
        Board, Direction, Manhattan, Problem, Shape,
        grid::{Grid, Nibbles},
    },
};

/// A shortest solution of the cells in `rest`, all of whose tiles belong there.
pub(super) fn solve(shape: Shape, rest: Rectangle, cells: &[u16], goal: &[u16]) -> Vec<Direction> {
    if rest.rows() == 1 || rest.cols() == 1 {
        return slide(shape, cells, goal);
    }
    let places: Vec<usize> = rest.places().map(|(row, col)| shape.cell(row, col)).collect();
    // Renumber the tiles in the order of the goal; the blank stays 0.
    let names: Vec<u16> = places.iter().map(|&cell| goal[cell]).filter(|&tile| tile != 0).collect();
    let rename = |tile: u16| names.iter().position(|&name| name == tile).map_or(0, |name| name as u16 + 1);
    let small = Shape::new(rest.rows(), rest.cols()).expect("a part of a board");
    let board = |cells: &[u16]| {
        let cells: Vec<u16> = places.iter().map(|&cell| rename(cells[cell])).collect();
        Board::new(small, &cells).expect("the tiles of the goal, each once")
    };
    let problem = Problem::new(board(cells), board(goal)).expect("moves keep the parity");
    let (grid, start) = Grid::<Nibbles>::for_problem(&problem);
    let mut search = IdaStar::new(grid, Manhattan::new(problem.goal()), start);
    while search.run(u64::MAX) == Status::Paused {}
    search.solution().expect("the remainder of a solvable board is solvable").to_vec()
}

/// In a single row or column the blank goes straight to its place.
fn slide(shape: Shape, cells: &[u16], goal: &[u16]) -> Vec<Direction> {
    let blank = |cells: &[u16]| cells.iter().position(|&tile| tile == 0).unwrap_or_default();
    let (from, to) = (blank(cells), blank(goal));
    let direction = match (shape.rows() == 1, from < to) {
        (true, true) => Direction::Left,
        (true, false) => Direction::Right,
        (false, true) => Direction::Up,
        (false, false) => Direction::Down,
    };
    vec![direction; from.abs_diff(to)]
}
