//! The lines of a board and the order in which they are solved.

use super::{Method, ground::Rectangle};
use crate::tiles::{Direction, Shape};
use std::ops::Range;

/// A side of the rectangle that remains: the line there is solved next.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::tiles) enum Side {
    Top,
    Bottom,
    Left,
    Right,
}

impl Side {
    pub(in crate::tiles) fn is_row(self) -> bool {
        matches!(self, Self::Top | Self::Bottom)
    }
}

/// A row or column under way.
pub(in crate::tiles) struct Line {
    pub(in crate::tiles) cells: Vec<usize>,
    /// Which of its cells are not solved yet.
    pub(in crate::tiles) open: Range<usize>,
    /// The way from the line into what remains.
    pub(in crate::tiles) inward: Direction,
}

impl Line {
    /// Takes the line of one side off the rectangle.
    pub(in crate::tiles) fn new(shape: Shape, rest: &mut Rectangle, side: Side) -> Self {
        let Rectangle { top, bottom, left, right } = *rest;
        let row = |row: usize| (left..right).map(|col| shape.cell(row, col)).collect::<Vec<_>>();
        let column = |col: usize| (top..bottom).map(|row| shape.cell(row, col)).collect::<Vec<_>>();
        let (cells, inward) = match side {
            Side::Top => (row(top), Direction::Down),
            Side::Bottom => (row(bottom - 1), Direction::Up),
            Side::Left => (column(left), Direction::Right),
            Side::Right => (column(right - 1), Direction::Left),
        };
        match side {
            Side::Top => rest.top += 1,
            Side::Bottom => rest.bottom -= 1,
            Side::Left => rest.left += 1,
            Side::Right => rest.right -= 1,
        }
        Self { open: 0..cells.len(), cells, inward }
    }

    /// The side to take next, if the method does not stop here.
    pub(in crate::tiles) fn next(
        method: Method,
        rest: Rectangle,
        (blank_row, blank_col): (usize, usize),
        last_was_row: Option<bool>,
    ) -> Option<Side> {
        // why: tiles on a single row or column never pass each other, so there is nothing to build up.
        if rest.rows() < 2 || rest.cols() < 2 {
            return None;
        }
        let row = if blank_row > rest.top { Side::Top } else { Side::Bottom };
        let column = if blank_col > rest.left { Side::Left } else { Side::Right };
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
