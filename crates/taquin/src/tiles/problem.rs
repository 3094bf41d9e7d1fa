//! A start and a goal that can be reached from it.

use super::{Board, Shape};
use thiserror::Error;

/// A solvable problem, by construction: searching an unsolvable board cannot be expressed.
///
/// ```
/// # use taquin::tiles::{Board, Problem, ProblemError};
/// let start: Board = "1 2 3/4 5 6/8 7 0".parse()?;
/// let goal = Board::solved(start.shape());
/// let error = Problem::new(start.clone(), goal.clone()).unwrap_err();
/// assert!(matches!(error, ProblemError::Parity { exchange: (8, 7) }));
/// assert!(Problem::new(start.twin().unwrap(), goal).is_ok());
/// # Ok::<(), taquin::tiles::text::TextError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Problem {
    start: Board,
    goal: Board,
}

/// Why a start cannot reach a goal.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
pub enum ProblemError {
    /// Different sizes.
    #[error("the start is {start} but the goal is {goal}: both must have the same size")]
    Shape {
        /// The size of the start.
        start: Shape,
        /// The size of the goal.
        goal: Shape,
    },
    /// The permutation has the wrong parity.
    #[error(
        "unsolvable: every move keeps the parity, and it differs between start and goal; exchanging tiles {} and {} \
         makes it solvable", exchange.0, exchange.1
    )]
    Parity {
        /// Two tiles whose exchange repairs the board: misplaced ones where there are two, so that the repair
        /// brings it nearer to the goal.
        exchange: (u16, u16),
    },
    /// On a single row or column tiles cannot pass each other.
    #[error(
        "unsolvable: on a single row or column tiles cannot pass each other, and tile {found} stands where the goal's \
         order has tile {expected}"
    )]
    Order {
        /// The first tile out of order.
        found: u16,
        /// The tile that the goal has in its place.
        expected: u16,
    },
}

impl Problem {
    /// The problem of leading `start` to `goal`.
    ///
    /// # Errors
    /// A [`ProblemError`] if the boards differ in shape, or if no moves lead from one to the other.
    pub fn new(start: Board, goal: Board) -> Result<Self, ProblemError> {
        if start.shape() != goal.shape() {
            return Err(ProblemError::Shape { start: start.shape(), goal: goal.shape() });
        }
        if start.shape().rows() == 1 || start.shape().cols() == 1 {
            same_order(&start, &goal)?;
        } else if odd(&start, &goal) {
            return Err(ProblemError::Parity { exchange: repair(&start, &goal) });
        }
        Ok(Self { start, goal })
    }

    /// The problem of reaching the default goal.
    ///
    /// # Errors
    /// A [`ProblemError`] if no moves lead there.
    pub fn to_default_goal(start: Board) -> Result<Self, ProblemError> {
        let goal = Board::solved(start.shape());
        Self::new(start, goal)
    }

    /// Where it begins.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// Where it ends.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// The size of both boards.
    pub fn shape(&self) -> Shape {
        self.start.shape()
    }

    /// The problem of leading the goal to the start: its solutions are those of this problem, read backwards.
    pub fn reversed(&self) -> Self {
        Self { start: self.goal.clone(), goal: self.start.clone() }
    }

    /// The problem after exchanging rows and columns.
    pub fn transposed(&self) -> Self {
        Self { start: self.start.transposed(), goal: self.goal.transposed() }
    }
}

/// Is the permutation from start to goal of the wrong parity for the way that the blank has to go?
///
/// Each move is one exchange and one step of the blank, so both parities flip together.
fn odd(start: &Board, goal: &Board) -> bool {
    let target = goal.positions();
    let mut visited = vec![false; target.len()];
    let mut exchanges = 0;
    for first in 0..target.len() {
        let mut cell = first;
        while !std::mem::replace(&mut visited[cell], true) {
            cell = target[usize::from(start.cells()[cell])];
            exchanges += usize::from(cell != first);
        }
    }
    let ((row, col), (goal_row, goal_col)) = (start.shape().place(start.blank()), goal.shape().place(goal.blank()));
    let steps = row.abs_diff(goal_row) + col.abs_diff(goal_col);
    exchanges % 2 != steps % 2
}

/// Two tiles to exchange: the first misplaced one and the one in its place, or the first two where none is.
fn repair(start: &Board, goal: &Board) -> (u16, u16) {
    let pairs = start.cells().iter().zip(goal.cells());
    let misplaced = pairs.clone().find(|&(here, there)| here != there && *here != 0 && *there != 0);
    let (&here, &there) = misplaced.unwrap_or_else(|| {
        let mut tiles = start.cells().iter().filter(|&&tile| tile != 0);
        // why: a board with two rows and two columns has at least three tiles.
        (tiles.next().expect("a tile"), tiles.next().expect("a second tile"))
    });
    (here, there)
}

fn same_order(start: &Board, goal: &Board) -> Result<(), ProblemError> {
    let tiles = |board: &Board| board.cells().iter().copied().filter(|&tile| tile != 0).collect::<Vec<_>>();
    let (start, goal) = (tiles(start), tiles(goal));
    match start.iter().zip(&goal).find(|(found, expected)| found != expected) {
        Some((&found, &expected)) => Err(ProblemError::Order { found, expected }),
        None => Ok(()),
    }
}
