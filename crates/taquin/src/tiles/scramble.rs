//! Random solvable boards, reproducible from a seed on every platform.

mod distance;

pub use distance::{AtDistance, DistanceError};

use super::{Board, Direction, Problem, Shape, grid::Directions};
use crate::rng::Rng;
use thiserror::Error;

/// Why a scramble cannot be made.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum ScrambleError {
    /// A share above 100 %.
    #[error("{percent} % of the tiles cannot be out of place: give 0 to 100")]
    Percent {
        /// The share asked for.
        percent: u32,
    },
    /// A share that no sequence of moves reaches on this board.
    #[error("{percent} % of the tiles cannot be out of place on a board of {shape} with this goal")]
    Unreachable {
        /// The share asked for.
        percent: u32,
        /// The size.
        shape: Shape,
    },
}

/// A uniformly random board among all from which `goal` can be reached.
///
/// An arrangement is drawn uniformly; if its parity is wrong, its first two tiles are exchanged. That maps the unsolvable
/// half one to one onto the solvable half, so the result is exactly uniform. In a single row or column only the place of
/// the blank is random.
#[expect(clippy::missing_panics_doc, reason = "what is expected holds for every goal")]
pub fn uniform(goal: &Board, rng: &mut Rng) -> Board {
    let shape = goal.shape();
    if shape.rows() == 1 || shape.cols() == 1 {
        let mut cells: Vec<u16> = goal.cells().iter().copied().filter(|&tile| tile != 0).collect();
        cells.insert(rng.below(shape.cells() as u64) as usize, 0);
        return Board::new(shape, &cells).expect("the goal's tiles in another order");
    }
    let mut cells = goal.cells().to_vec();
    rng.shuffle(&mut cells);
    let board = Board::new(shape, &cells).expect("the goal's tiles in another order");
    if Problem::new(board.clone(), goal.clone()).is_ok() {
        return board;
    }
    board.twin().expect("two rows and two columns hold three tiles")
}

/// The board after `count` random moves from `goal`. No move undoes the one before it unless it is the only legal one.
pub fn walk(goal: &Board, count: u64, rng: &mut Rng) -> Board {
    let mut board = goal.clone();
    let mut last = None;
    for _ in 0..count {
        last = step(&mut board, last, rng);
    }
    board
}

/// The board after random moves from `goal` until at least `percent` of the tiles, and of all cells including the blank's,
/// are out of place.
///
/// # Errors
/// A [`ScrambleError`] if `percent` is above 100, or more than a single row or column allows.
pub fn displaced(goal: &Board, percent: u32, rng: &mut Rng) -> Result<Board, ScrambleError> {
    let shape = goal.shape();
    if percent > 100 {
        return Err(ScrambleError::Percent { percent });
    }
    let tiles = shape.cells() - 1;
    let enough = |wrong_tiles: usize, blank_away: bool| {
        let wrong_cells = wrong_tiles + usize::from(blank_away);
        wrong_tiles * 100 >= tiles * percent as usize && wrong_cells * 100 >= shape.cells() * percent as usize
    };
    if (shape.rows() == 1 || shape.cols() == 1) && !enough(most_on_a_line(goal), shape.cells() > 1) {
        return Err(ScrambleError::Unreachable { percent, shape });
    }
    let (mut board, mut last, mut wrong) = (goal.clone(), None, 0);
    while !enough(wrong, board.blank() != goal.blank()) {
        let to = board.blank();
        last = step(&mut board, last, rng);
        let (from, tile) = (board.blank(), board.cells()[to]);
        let is_wrong = |cell: usize| usize::from(goal.cells()[cell] != tile);
        wrong = wrong + is_wrong(to) - is_wrong(from);
    }
    Ok(board)
}

/// Most tiles out of place in a single row or column, where the order is fixed: those between the blank's place and the
/// farther end.
fn most_on_a_line(goal: &Board) -> usize {
    goal.blank().max(goal.cells().len() - 1 - goal.blank())
}

/// Makes one random move; it undoes `last` only if no other move is legal.
fn step(board: &mut Board, last: Option<Direction>, rng: &mut Rng) -> Option<Direction> {
    let open = |&direction: &Direction| board.allows(direction);
    let legal: Directions = Direction::ALL.into_iter().filter(open).collect();
    let fresh = last.map_or(legal, |last| legal.without(last.inverse()));
    let mut choice = if fresh == Directions::default() { legal } else { fresh };
    let count = choice.count() as u64;
    if count == 0 {
        return None; // A board of one cell.
    }
    let direction = choice.nth(rng.below(count) as usize)?;
    board.slide(direction).then_some(direction)
}
