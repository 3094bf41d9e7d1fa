//! Shortest solutions in the multi-tile metric: a straight slide of several tiles counts one.
//!
//! Iterative deepening over slides. Two slides in a row along the same line are one, or partly undo each other, so a
//! shortest solution goes up or down and sideways in turn; that leaves three slides to try on a 4×4 board, and makes the
//! lower bound of `walking` strong: slides up and down and slides sideways are counted apart, added up, and have to
//! take turns.
//!
//! ```
//! use taquin::{search::{Search, Status}, tiles::{Moves, Problem, mtm::Mtm}};
//!
//! let problem = Problem::to_default_goal("8 2 0/4 6 1/3 7 5".parse()?)?;
//! let mut search = Mtm::new(&problem)?;
//! while search.run(100_000) == Status::Paused {}
//! assert_eq!(search.solution().map(|moves| Moves::from(moves).mtm()), Some(18));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod walking;

use super::{
    Board, Direction, Problem, Shape,
    grid::{Cells, Grid, Nibbles},
};
use crate::search::{Cost, Heuristic, Search, Space, Stats, Status, ida_star::IdaStar};
use std::sync::Arc;
use thiserror::Error;
use walking::Walking;

/// Why a board cannot be solved optimally in this metric.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("optimal solutions in multi-tile moves are for boards of up to 16 cells, not of {shape}")]
pub struct TooLarge {
    /// The size of the board.
    pub shape: Shape,
}

/// Are boards of this size small enough?
pub(super) fn check(shape: Shape) -> Result<(), TooLarge> {
    if shape.cells() <= Nibbles::CAPACITY { Ok(()) } else { Err(TooLarge { shape }) }
}

/// The search for a solution of the fewest slides.
///
/// Its solution is told in single-tile moves, as all are; [`Stats::lower_bound`] and [`Stats::bounds`] count slides.
pub struct Mtm {
    search: IdaStar<Slides, Turns>,
    solution: Option<Vec<Direction>>,
}

impl Mtm {
    /// A search; boards of more than 16 cells are refused.
    pub fn new(problem: &Problem) -> Result<Self, TooLarge> {
        Ok(Turns::new(problem.goal())?.search(problem.start()))
    }

    fn tell(&mut self) {
        let single = |slide: &Slide| std::iter::repeat_n(slide.direction, slide.count.into());
        self.solution = self.search.solution().map(|slides| slides.iter().flat_map(single).collect());
    }
}

impl Search for Mtm {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        let status = self.search.run(budget);
        self.tell();
        status
    }

    fn stats(&self) -> &Stats {
        self.search.stats()
    }

    fn solution(&self) -> Option<&[Direction]> {
        self.solution.as_deref()
    }
}

/// Several tiles moved in one go.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Slide {
    direction: Direction,
    count: u8,
}

/// Boards and the slides between them.
pub struct Slides {
    grid: Grid<Nibbles>,
}

/// The slides of one board, one after the other: how far each direction allows.
pub struct SlidesOf {
    most: [u8; 4],
    next: Slide,
}

impl Iterator for SlidesOf {
    type Item = Slide;

    #[inline]
    fn next(&mut self) -> Option<Slide> {
        while self.next.count > self.most[self.next.direction as usize] {
            let direction = Direction::ALL.get(self.next.direction as usize + 1)?;
            self.next = Slide { direction: *direction, count: 1 };
        }
        let slide = self.next;
        self.next.count += 1;
        Some(slide)
    }
}

impl Space for Slides {
    type State = Nibbles;
    type Move = Slide;
    type Moves = SlidesOf;

    fn is_goal(&self, state: &Nibbles) -> bool {
        self.grid.is_goal(state)
    }

    #[inline]
    fn moves(&self, state: &Nibbles, last: Option<Slide>) -> SlidesOf {
        let shape = self.grid.shape();
        let (row, col) = shape.place(state.blank());
        // Up moves the tiles below the blank, left those to the right of it.
        let mut most = [shape.rows() - 1 - row, row, shape.cols() - 1 - col, col].map(|count| count as u8);
        if let Some(last) = last {
            let line = if last.direction.is_vertical() { 0 } else { 2 };
            most[line] = 0;
            most[line + 1] = 0;
        }
        SlidesOf { most, next: Slide { direction: Direction::Up, count: 1 } }
    }

    #[inline]
    fn apply(&self, state: &mut Nibbles, slide: Slide) {
        for _ in 0..slide.count {
            self.grid.apply(state, slide.direction);
        }
    }

    fn inverse(&self, slide: Slide) -> Slide {
        Slide { direction: slide.direction.inverse(), ..slide }
    }
}

/// The lower bound for one goal: slides up and down, and slides sideways, take turns. Copies share its tables.
#[derive(Clone)]
pub struct Turns {
    goal: Board,
    shape: Shape,
    vertical: Arc<Walking>,
    horizontal: Arc<Walking>,
    /// For each tile the row and the column of its place in the goal.
    rows: [u8; 16],
    cols: [u8; 16],
}

/// What [`Turns`] carry along a path.
#[derive(Clone, Copy)]
pub struct Memo {
    vertical: u32,
    horizontal: u32,
    last: Option<Direction>,
}

impl Turns {
    /// The bound for a goal; boards of more than 16 cells are refused.
    pub fn new(goal: &Board) -> Result<Self, TooLarge> {
        let shape = goal.shape();
        check(shape)?;
        let blank = shape.place(goal.blank());
        let vertical = Arc::new(Walking::new(shape.rows(), shape.cols(), blank.0));
        let horizontal = if shape.rows() == shape.cols() && blank.0 == blank.1 {
            vertical.clone()
        } else {
            Arc::new(Walking::new(shape.cols(), shape.rows(), blank.1))
        };
        let (mut rows, mut cols) = ([0; 16], [0; 16]);
        for (tile, cell) in goal.positions().into_iter().enumerate() {
            let (row, col) = shape.place(cell);
            rows[tile] = row as u8;
            cols[tile] = col as u8;
        }
        Ok(Self { goal: goal.clone(), shape, vertical, horizontal, rows, cols })
    }

    /// A search from a board from which the goal can be reached.
    pub fn search(&self, start: &Board) -> Mtm {
        let slides = Slides { grid: Grid::new(&self.goal) };
        let mut search = Mtm { search: IdaStar::new(slides, self.clone(), Nibbles::pack(start)), solution: None };
        search.tell();
        search
    }
}

impl Heuristic<Slides> for Turns {
    type Memo = Memo;

    fn start(&self, state: &Nibbles) -> Memo {
        let tiles = |class: &[u8; 16], line: &dyn Fn(usize) -> usize| {
            let cells = (0..self.shape.cells()).filter(|&cell| cell != state.blank());
            cells.map(|cell| (line(cell), usize::from(class[state.tile(cell)]))).collect::<Vec<_>>()
        };
        let (row, col) = self.shape.place(state.blank());
        Memo {
            vertical: self.vertical.find(row, &tiles(&self.rows, &|cell| self.shape.place(cell).0)),
            horizontal: self.horizontal.find(col, &tiles(&self.cols, &|cell| self.shape.place(cell).1)),
            last: None,
        }
    }

    #[inline]
    fn step(&self, memo: Memo, before: &Nibbles, slide: Slide) -> Memo {
        let mut memo = Memo { last: Some(slide.direction), ..memo };
        let cols = self.shape.cols() as isize;
        let offset = [cols, -cols, 1, -1][slide.direction as usize];
        // Up and left bring tiles from lines further on.
        let forward = matches!(slide.direction, Direction::Up | Direction::Left);
        let mut cell = before.blank();
        for _ in 0..slide.count {
            cell = cell.wrapping_add_signed(offset);
            let tile = before.tile(cell);
            if slide.direction.is_vertical() {
                memo.vertical = self.vertical.after(memo.vertical, forward, self.rows[tile].into());
            } else {
                memo.horizontal = self.horizontal.after(memo.horizontal, forward, self.cols[tile].into());
            }
        }
        memo
    }

    #[inline]
    fn value(&self, memo: Memo) -> Cost {
        let (vertical, horizontal) = (self.vertical.slides(memo.vertical), self.horizontal.slides(memo.horizontal));
        // The kind that comes first is done once more than the other, or as often.
        let (first, second) = match memo.last {
            None => return (vertical + horizontal).max((2 * vertical.max(horizontal)).saturating_sub(1)),
            Some(last) if last.is_vertical() => (horizontal, vertical),
            Some(_) => (vertical, horizontal),
        };
        (first + second).max((2 * first).saturating_sub(1)).max(2 * second)
    }
}
