//! Shortening a solution window by window: between two boards on it there is often a shorter path.

use super::{
    Grain,
    beam::{Beam, BeamOutcome, BeamWork, beam},
    score::Score,
};
use crate::tiles::{Board, Direction, Problem, Shape};
use std::sync::Arc;

/// A pass over a solution, from its start to its end, that tries to shorten each window.
pub(super) struct Pass {
    path: Vec<Direction>,
    /// The board after `done` moves.
    board: Board,
    done: usize,
    length: usize,
    width: usize,
    search: Option<Box<dyn Beam>>,
    pub(super) work: BeamWork,
    pub(super) saved: usize,
}

impl Pass {
    /// A pass over `path`.
    ///
    /// - `length`: moves in a window;
    /// - `width`: width of the beam that looks for a shorter path.
    pub(super) fn new(start: &Board, path: Vec<Direction>, length: usize, width: usize) -> Self {
        Self { path, board: start.clone(), done: 0, length, width, search: None, work: BeamWork::default(), saved: 0 }
    }

    /// Generates about `budget` boards; returns whether the pass is over.
    pub(super) fn run(&mut self, budget: u64) -> bool {
        let end = self.work.generated + budget;
        while self.work.generated < end {
            let Some(search) = &mut self.search else {
                if self.done + 2 > self.path.len() {
                    return true;
                }
                self.search = Some(self.window());
                continue;
            };
            let before = search.work();
            let outcome = search.run(end - self.work.generated);
            self.work.add(search.work(), before);
            match outcome {
                BeamOutcome::Running => {}
                BeamOutcome::Failed => self.step(),
                BeamOutcome::Found(shorter) => {
                    let window = self.done..(self.done + self.length).min(self.path.len());
                    self.saved += window.len() - shorter.len();
                    self.path.splice(window, shorter);
                    self.step();
                }
            }
        }
        false
    }

    /// The solution as it is now.
    pub(super) fn path(&self) -> &[Direction] {
        &self.path
    }

    /// Goes on to the next window, which overlaps this one by half.
    fn step(&mut self) {
        self.search = None;
        self.work.generated += 1;
        let next = (self.done + self.length / 2).min(self.path.len());
        for &direction in &self.path[self.done..next] {
            let _ = self.board.slide(direction);
        }
        self.done = next;
    }

    /// The search for a shorter path between the ends of the window, on the part of the board around it.
    fn window(&self) -> Box<dyn Beam> {
        let moves = &self.path[self.done..(self.done + self.length).min(self.path.len())];
        let problem = window_problem(&self.board, moves);
        let score = Arc::new(Score::new(problem.goal(), Grain::Whole));
        beam(&problem, score, self.width, moves.len().saturating_sub(2), 0)
    }
}

/// The problem that moves solve on the part of a board around them, with tiles called by their order.
pub(in crate::tiles) fn window_problem(board: &Board, moves: &[Direction]) -> Problem {
    let shape = board.shape();
    let (mut rows, mut cols) = ((usize::MAX, 0), (usize::MAX, 0));
    let mut blank = board.blank();
    for direction in [None].into_iter().chain(moves.iter().map(Some)) {
        blank = direction.and_then(|&direction| shape.source(blank, direction)).unwrap_or(blank);
        let (row, col) = shape.place(blank);
        rows = (rows.0.min(row), rows.1.max(row));
        cols = (cols.0.min(col), cols.1.max(col));
    }
    let rows = rows.0.saturating_sub(1)..(rows.1 + 2).min(shape.rows());
    let cols = cols.0.saturating_sub(1)..(cols.1 + 2).min(shape.cols());
    let part: Vec<u16> = rows
        .clone()
        .flat_map(|row| cols.clone().map(move |col| (row, col)))
        .map(|(row, col)| board.cells()[shape.cell(row, col)])
        .collect();
    // Renumber the tiles in their order at the beginning of the window.
    let mut number = 0;
    let cells: Vec<u16> = part
        .iter()
        .map(|&tile| {
            if tile == 0 {
                0
            } else {
                number += 1;
                number
            }
        })
        .collect();
    let shape = Shape::new(rows.len(), cols.len()).expect("a part of a board");
    let start = Board::new(shape, &cells).expect("each tile once");
    let goal = moves.iter().fold(start.clone(), |mut board, &direction| {
        let _ = board.slide(direction);
        board
    });
    Problem::new(start, goal).expect("the window's own moves lead there")
}
