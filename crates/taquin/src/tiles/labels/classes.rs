//! A labelled problem of up to 16 cells in numbers: labels that the goal treats alike are one class.

use super::{GapMove, GapMoves, Label, LabelledProblem};
use crate::tiles::{
    Shape,
    grid::{Cells, Nibbles},
};
use std::collections::BTreeMap;

/// Most cells of a board whose classes fit into four bits each.
pub(super) const MAX_CELLS: usize = Nibbles::CAPACITY;
/// What stands in the place of cells that the board does not have: no class has this number.
const NO_CELL: u64 = 15;

/// The classes of a problem. 0 is the gap; the labels that the goal has follow, then all others as one.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct Classes {
    pub(super) shape: Shape,
    /// For each class, how many of it there are.
    pub(super) counts: Vec<usize>,
    /// For each cell, the class that belongs there in the goal; `None` where the goal leaves it free.
    pub(super) goal: Vec<Option<usize>>,
}

impl Classes {
    /// The classes of a problem and its start in them; `None` if it has too many cells.
    pub(super) fn new(problem: &LabelledProblem) -> Option<(Self, u64)> {
        let shape = problem.shape();
        if shape.cells() > MAX_CELLS {
            return None;
        }
        let goal = problem.goal().cells();
        let mut numbers: BTreeMap<Label, usize> = BTreeMap::from([(0, 0)]);
        for label in goal.iter().filter_map(|label| *label) {
            let next = numbers.len();
            numbers.entry(label).or_insert(next);
        }
        let others = numbers.len();
        let class = |label: Label| numbers.get(&label).copied().unwrap_or(others);
        let start: Vec<usize> = problem.start().cells().iter().map(|&label| class(label)).collect();
        let mut counts = vec![0; others + 1];
        start.iter().for_each(|&class| counts[class] += 1);
        if counts[others] == 0 {
            counts.pop();
        }
        let goal = goal.iter().map(|label| label.map(class)).collect();
        Some((Self { shape, counts, goal }, pack(start.into_iter())))
    }

    pub(super) fn cells(&self) -> usize {
        self.shape.cells()
    }

    /// How many cells of the goal ask for a class.
    pub(super) fn wanted(&self, class: usize) -> usize {
        self.goal.iter().filter(|&&wanted| wanted == Some(class)).count()
    }

    /// The free cells of the goal.
    pub(super) fn free(&self) -> Vec<usize> {
        (0..self.cells()).filter(|&cell| self.goal[cell].is_none()).collect()
    }

    /// The cell of the goal's gap, if there is one gap and it has to be there.
    pub(super) fn goal_gap(&self) -> Option<usize> {
        (self.counts[0] == 1).then(|| self.goal.iter().position(|&wanted| wanted == Some(0)))?
    }
}

/// Classes of cells, four bits each.
pub(super) fn pack(classes: impl Iterator<Item = usize>) -> u64 {
    let packed = classes.enumerate().map(|(cell, class)| (class as u64 ^ NO_CELL) << (4 * cell));
    packed.fold(u64::MAX, |all, cell| all ^ cell)
}

/// The class in a cell.
#[inline]
pub(super) fn class(cells: u64, cell: usize) -> usize {
    (cells >> (4 * cell) & 15) as usize
}

/// A bit for each cell of a class, the highest of its four.
#[inline]
pub(super) fn places(cells: u64, class: usize) -> u64 {
    const SEVENS: u64 = 0x7777_7777_7777_7777;
    let differs = cells ^ (class as u64 * 0x1111_1111_1111_1111);
    !(((differs & SEVENS) + SEVENS) | differs | SEVENS)
}

/// Moves by the cells of their gaps, as moves of numbered gaps.
pub(super) fn numbered(
    problem: &LabelledProblem,
    moves: impl Iterator<Item = (usize, crate::tiles::Direction)>,
) -> GapMoves {
    let mut board = problem.start().clone();
    let numbered = moves.map(|(cell, direction)| {
        let gap = board.gaps().iter().position(|&gap| gap == cell).unwrap_or_default();
        let mv = GapMove { gap: gap as u16, direction };
        // An illegal move stays in the answer, which the replay then refuses.
        let _ = board.slide(mv);
        mv
    });
    numbered.collect()
}
