//! The lines of a board and the order in which they are solved.

use super::{Method, rectangle::Rectangle};
use crate::tiles::{Direction, Shape};
use std::ops::Range;

/// An edge of the rectangle that remains: the line there is solved next.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::tiles) enum Edge {
    Top,
    Bottom,
    Left,
    Right,
}

impl Edge {
    pub(in crate::tiles) fn is_row(self) -> bool {
        matches!(self, Self::Top | Self::Bottom)
    }
}

/// A row or column that is being solved.
pub(in crate::tiles) struct BoardLine {
    pub(in crate::tiles) cells: Vec<usize>,
    /// Those of its cells that are not solved yet.
    pub(in crate::tiles) open: Range<usize>,
    /// The direction from the line into what remains.
    pub(in crate::tiles) inward: Direction,
}

impl BoardLine {
    /// Takes the line at one edge off the rectangle.
    pub(in crate::tiles) fn new(shape: Shape, rest: &mut Rectangle, edge: Edge) -> Self {
        let Rectangle { top, bottom, left, right } = *rest;
        let row = |row: usize| (left..right).map(|col| shape.cell(row, col)).collect::<Vec<_>>();
        let column = |col: usize| (top..bottom).map(|row| shape.cell(row, col)).collect::<Vec<_>>();
        let (cells, inward) = match edge {
            Edge::Top => (row(top), Direction::Down),
            Edge::Bottom => (row(bottom - 1), Direction::Up),
            Edge::Left => (column(left), Direction::Right),
            Edge::Right => (column(right - 1), Direction::Left),
        };
        match edge {
            Edge::Top => rest.top += 1,
            Edge::Bottom => rest.bottom -= 1,
            Edge::Left => rest.left += 1,
            Edge::Right => rest.right -= 1,
        }
        Self { open: 0..cells.len(), cells, inward }
    }

    /// The edge to take a line from next; `None` if the method stops here.
    pub(in crate::tiles) fn next(
        method: Method,
        rest: Rectangle,
        (blank_row, blank_col): (usize, usize),
        last_was_row: Option<bool>,
    ) -> Option<Edge> {
        // why: tiles in a single row or column cannot pass each other, so there is nothing to build up.
        if rest.rows() < 2 || rest.cols() < 2 {
            return None;
        }
        let row = if blank_row > rest.top { Edge::Top } else { Edge::Bottom };
        let column = if blank_col > rest.left { Edge::Left } else { Edge::Right };
        let (rows, cols) = (rest.rows() > method.remainder(), rest.cols() > method.remainder());
        let row_first = match method {
            Method::Greedy => rest.rows() >= rest.cols(),
            Method::DivideAndConquer => last_was_row != Some(true),
            Method::Strategic => true,
        };
        match (rows, cols) {
            (true, true) => Some(if row_first { row } else { column }),
            (true, false) => Some(row),
            (false, true) => Some(column),
            (false, false) => None,
        }
    }
}
