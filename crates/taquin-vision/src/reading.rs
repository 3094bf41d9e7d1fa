//! What was read from a picture, and how sure it is.

use crate::geometry::Quad;
use serde::{Deserialize, Serialize};

/// What kind of puzzle a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Kind {
    /// Tiles with numbers.
    Numbers,
    /// Tiles with pieces of a picture.
    Picture,
    /// Blocks of several cells.
    Blocks,
    /// No puzzle was found.
    None,
}

/// How far a reading can be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Every cell is clear and the board can be solved.
    Read,
    /// Some cells are doubtful, or the board as read cannot be solved.
    Doubtful,
    /// No puzzle was found.
    None,
}

/// A cell or a place of a board: row and column, counted from 1.
pub type Place = (usize, usize);

/// What was read from a picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reading {
    /// What kind of puzzle it is.
    pub kind: Kind,
    /// Rows of the board; 0 if there is none.
    pub rows: usize,
    /// Columns of the board; 0 if there is none.
    pub cols: usize,
    /// The tile of each cell, row by row, rows joined by `/`; 0 is the gap. Numbers are as shown; a piece of a picture
    /// is numbered by its place in the finished picture, over all places but the goal's blank.
    pub board: Option<String>,
    /// The goal's blank: the last cell, if nothing tells otherwise.
    pub goal_blank: Option<Place>,
    /// How sure the whole board is, from 0 to 1.
    pub confidence: f64,
    /// How sure each cell is, row by row.
    pub cells: Vec<f64>,
    /// Cells that may be wrong.
    pub doubtful: Vec<Place>,
    /// Corners of the board in pixels of the picture.
    pub corners: Option<Quad>,
    /// The gap between two tiles, across and down, as a share of the way from one tile to the next.
    #[serde(skip)]
    pub gaps: [f64; 2],
    /// The text picture of a block puzzle, rows joined by `/`: a letter for each block, `X` for the likely goal block,
    /// `.` for an empty cell, `#` for wall.
    pub blocks: Option<String>,
    /// Other boards that fit nearly as well, best first.
    pub proposals: Vec<String>,
    /// How far the reading can be relied on.
    pub status: Status,
    /// What is to be known about the reading, in words; none if all is clear.
    pub message: Option<String>,
}

/// A cell that is less sure than this is doubtful.
pub(crate) const DOUBT: f64 = 0.85;

impl Reading {
    /// No puzzle, for a reason.
    #[must_use]
    pub fn none(message: &str) -> Self {
        Self {
            kind: Kind::None,
            rows: 0,
            cols: 0,
            board: None,
            goal_blank: None,
            confidence: 0.0,
            cells: Vec::new(),
            doubtful: Vec::new(),
            corners: None,
            gaps: [0.0; 2],
            blocks: None,
            proposals: Vec::new(),
            status: Status::None,
            message: Some(message.to_owned()),
        }
    }

    /// A board with these confidences: marks the doubtful cells and says so.
    pub(crate) fn board(kind: Kind, (rows, cols): (usize, usize), cells: Vec<f64>, corners: Quad) -> Self {
        let doubtful: Vec<Place> =
            (0..cells.len()).filter(|&i| cells[i] < DOUBT).map(|i| (i / cols + 1, i % cols + 1)).collect();
        let confidence = cells.iter().map(|cell| cell.max(1e-3).ln()).sum::<f64>().exp();
        let message = (!doubtful.is_empty()).then(|| {
            let one = doubtful.len() == 1;
            format!("{} {} doubtful", doubtful.len(), if one { "cell is" } else { "cells are" })
        });
        let status = if doubtful.is_empty() { Status::Read } else { Status::Doubtful };
        Self {
            kind,
            rows,
            cols,
            confidence,
            cells,
            doubtful,
            corners: Some(corners),
            status,
            message,
            ..Self::none("")
        }
    }

    /// Start and goal row by row, tiles numbered from 1 in the order of the goal and 0 for the blank: what a solver takes.
    ///
    /// Numbered tiles may leave out another number than the last; here they are counted without it. `None` for blocks,
    /// and where no board was read.
    #[must_use]
    pub fn start_and_goal(&self) -> Option<(Vec<u16>, Vec<u16>)> {
        let shown: Vec<u16> =
            self.board.as_ref()?.split(['/', ' ']).map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let rank = |number: u16| shown.iter().filter(|other| (1..=number).contains(*other)).count() as u16;
        let start = shown.iter().map(|&number| rank(number)).collect();
        let (row, col) = self.goal_blank?;
        let mut goal: Vec<u16> = (1..shown.len() as u16).collect();
        goal.insert((row - 1) * self.cols + col - 1, 0);
        Some((start, goal))
    }

    /// Adds a remark that makes the reading doubtful.
    pub(crate) fn remark(&mut self, remark: &str) {
        self.status = Status::Doubtful;
        self.message = Some(match self.message.take() {
            Some(message) => format!("{message}; {remark}"),
            None => remark.to_owned(),
        });
    }
}

/// Numbers row by row, rows joined by `/`.
pub(crate) fn one_line(numbers: &[usize], cols: usize) -> String {
    let row = |row: &[usize]| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    numbers.chunks(cols).map(row).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::rectangle;

    fn reading(board: &str, cols: usize, goal_blank: Place) -> Reading {
        let rows = board.split('/').count();
        let corners = rectangle(0.0, 0.0, 100.0, 100.0);
        Reading {
            board: Some(board.to_owned()),
            goal_blank: Some(goal_blank),
            ..Reading::board(Kind::Numbers, (rows, cols), vec![1.0; rows * cols], corners)
        }
    }

    #[test]
    fn tiles_are_numbered_in_the_order_of_the_goal() {
        let usual = reading("3 1 2/5 0 4", 3, (2, 3));
        assert_eq!(usual.start_and_goal(), Some((vec![3, 1, 2, 5, 0, 4], vec![1, 2, 3, 4, 5, 0])));
        let without_one = reading("3 2/0 4", 2, (1, 1));
        assert_eq!(without_one.start_and_goal(), Some((vec![2, 1, 0, 3], vec![0, 1, 2, 3])));
        let blank_first = reading("3 2/0 1", 2, (1, 1));
        assert_eq!(blank_first.start_and_goal(), Some((vec![3, 2, 0, 1], vec![0, 1, 2, 3])));
        assert_eq!(Reading::none("nothing").start_and_goal(), None);
    }
}
