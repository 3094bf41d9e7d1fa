//! Replays answers by labels.

use super::ReplayError;
use crate::tiles::{
    Direction,
    labels::{GapMove, LabelledBoard, LabelledGoal},
};

/// Checks that `moves` lead from `start` to what `goal` asks for, by the rules.
///
/// # Errors
/// A [`ReplayError`] that names the first illegal move, or says that the goal is not reached.
///
/// ```
/// # use taquin::{replay, tiles::labels::{GapMoves, LabelledBoard, LabelledGoal}};
/// let start: LabelledBoard = "A 0/A 0".parse()?;
/// let goal: LabelledGoal = "* A/* A".parse()?;
/// let moves: GapMoves = "R 2:R".parse()?;
/// assert!(replay::labels(&start, &goal, &moves).is_ok());
/// assert!(replay::labels(&start, &goal, &moves.inverse()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn labels(start: &LabelledBoard, goal: &LabelledGoal, moves: &[GapMove]) -> Result<(), ReplayError> {
    let (rows, cols) = (start.shape().rows() as i64, start.shape().cols() as i64);
    let mut cells = start.cells().to_vec();
    let mut gaps: Vec<(i64, i64)> = Vec::new();
    for (cell, &label) in cells.iter().enumerate() {
        if label == 0 {
            gaps.push((cell as i64 / cols, cell as i64 % cols));
        }
    }
    let at = |(row, col): (i64, i64)| (row * cols + col) as usize;
    for (index, mv) in moves.iter().enumerate() {
        let illegal = ReplayError::Illegal { index };
        let gap = gaps.get_mut(usize::from(mv.gap)).ok_or(illegal)?;
        let tile = match mv.direction {
            Direction::Up => (gap.0 + 1, gap.1),
            Direction::Down => (gap.0 - 1, gap.1),
            Direction::Left => (gap.0, gap.1 + 1),
            Direction::Right => (gap.0, gap.1 - 1),
        };
        let is_on_board = (0..rows).contains(&tile.0) && (0..cols).contains(&tile.1);
        if !is_on_board || cells[at(tile)] == 0 {
            return Err(illegal);
        }
        cells[at(*gap)] = cells[at(tile)];
        cells[at(tile)] = 0;
        *gap = tile;
    }
    for (label, wanted) in cells.iter().zip(goal.cells()) {
        if wanted.is_some_and(|wanted| wanted != *label) {
            return Err(ReplayError::NotGoal);
        }
    }
    if cells.len() == goal.cells().len() { Ok(()) } else { Err(ReplayError::NotGoal) }
}
