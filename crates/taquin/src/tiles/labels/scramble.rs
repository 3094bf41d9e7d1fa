//! Random labelled boards that can be solved, reproducible from a seed on every platform.

use super::{GapMove, LabelledBoard, LabelledGoal, LabelledProblem};
use crate::{rng::Rng, tiles::Direction};

/// A random board with the tiles of `board`, each arrangement from which `goal` can be reached with the same probability.
///
/// On a single row or column, where the order of tiles is fixed, the places of the gaps are drawn.
#[expect(clippy::missing_panics_doc, reason = "a board with its cells in another order is a board")]
pub fn uniform(board: &LabelledBoard, goal: &LabelledGoal, rng: &mut Rng) -> LabelledBoard {
    let (shape, alphabet) = (board.shape(), board.alphabet());
    let made =
        |cells: &[u16]| LabelledBoard::new(shape, alphabet, cells).expect("the cells of a board in another order");
    let mut cells = board.cells().to_vec();
    if shape.rows() == 1 || shape.cols() == 1 {
        let mut is_gap: Vec<bool> = cells.iter().map(|&label| label == 0).collect();
        rng.shuffle(&mut is_gap);
        let mut tiles = board.cells().iter().copied().filter(|&label| label != 0);
        let next = |is_gap: bool| if is_gap { 0 } else { tiles.next().unwrap_or_default() };
        return made(&is_gap.into_iter().map(next).collect::<Vec<_>>());
    }
    rng.shuffle(&mut cells);
    let drawn = made(&cells);
    if LabelledProblem::new(drawn.clone(), goal.clone()).is_ok() {
        return drawn;
    }
    // One gap and all tiles different: exchanging two of them leads from the unsolvable half to the other one.
    let tiles: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != 0).take(2).collect();
    if let [a, b] = tiles[..] {
        cells.swap(a, b);
    }
    made(&cells)
}

/// The board after `count` random moves. No move undoes the one before it unless it is the only legal one.
pub fn walk(board: &LabelledBoard, count: u64, rng: &mut Rng) -> LabelledBoard {
    let mut board = board.clone();
    let mut last: Option<GapMove> = None;
    for _ in 0..count {
        let gaps = 0..board.gaps().len() as u16;
        let all = gaps.flat_map(|gap| Direction::ALL.map(|direction| GapMove { gap, direction }));
        let mut legal: Vec<GapMove> = all.filter(|&mv| board.source(mv).is_some()).collect();
        if legal.len() > 1 {
            legal.retain(|&mv| last.is_none_or(|last| mv != last.inverse()));
        }
        if legal.is_empty() {
            break; // No tile at all.
        }
        let mv = legal[rng.below(legal.len() as u64) as usize];
        let was_legal = board.slide(mv);
        debug_assert!(was_legal, "only legal moves are drawn");
        last = Some(mv);
    }
    board
}
