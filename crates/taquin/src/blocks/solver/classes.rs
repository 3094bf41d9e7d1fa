//! Classes: blocks that are interchangeable, and the places that they can ever reach.
//!
//! Two cars in different rows have equal shapes but never change places, so each is a class of its own with few places.

use super::board::{BoardLayout, cells};
use crate::{
    blocks::{Axis, Block, Cell, Direction, Puzzle},
    sort::{sort_short, sort_short_by_key},
};

/// Interchangeable blocks.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// The blocks, as indices into the puzzle's.
    pub(super) blocks: Vec<usize>,
    /// The cell that stands for the block's place (its *anchor*, always one of its own cells, so that no two blocks
    /// share an anchor), relative to the corner of its bounding box.
    reference: Cell,
    /// The bits of its cells relative to the anchor.
    pub(super) offsets: Vec<u32>,
    /// The anchors that can be reached on the empty board, ascending. A place's index is its *number*.
    pub(super) places: Vec<u32>,
    /// The anchors at which a block is gone: it has left the board. They all count as the place after the last.
    pub(super) exits: Vec<u32>,
    pub(super) axis: Axis,
    pub(super) is_goal: bool,
}

/// A line of the board that blocks keep to.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct LineOf {
    /// 0 for a row, 1 for a column.
    pub(super) kind: usize,
    /// Its number among those.
    pub(super) index: usize,
}

/// One goal: for each class, the numbers of the places that must be taken, ascending.
pub(super) type GoalNumbers = Vec<Vec<usize>>;

impl Class {
    /// Numbers of places, with that of being gone.
    pub(super) fn numbers(&self) -> usize {
        self.places.len() + usize::from(!self.exits.is_empty())
    }

    /// The anchor of a block whose bounding box has its corner there.
    pub(super) fn anchor(&self, board: BoardLayout, corner: Cell) -> u32 {
        board.bit(Cell::new(corner.row + self.reference.row, corner.col + self.reference.col))
    }

    /// The corner of a block's bounding box.
    pub(super) fn corner(&self, board: BoardLayout, anchor: u32) -> Cell {
        let cell = board.cell(anchor);
        Cell::new(cell.row - self.reference.row, cell.col - self.reference.col)
    }

    /// The number of the place with this anchor; `None` if it cannot be reached.
    pub(super) fn number(&self, anchor: u32) -> Option<usize> {
        let is_exit = || self.exits.contains(&anchor).then_some(self.places.len());
        self.places.binary_search(&anchor).ok().or_else(is_exit)
    }

    /// An anchor of the place with this number.
    pub(super) fn anchor_of(&self, number: usize) -> u32 {
        self.places.get(number).copied().unwrap_or_else(|| self.exits[0])
    }

    /// The line that its blocks keep to.
    pub(super) fn line(&self, board: BoardLayout) -> Option<LineOf> {
        let cell = board.cell(self.anchor_of(0));
        match self.axis {
            Axis::Horizontal => Some(LineOf { kind: 0, index: usize::from(cell.row) }),
            Axis::Vertical => Some(LineOf { kind: 1, index: usize::from(cell.col) }),
            Axis::Free | Axis::Fixed => None,
        }
    }
}

/// Sorts the blocks of a puzzle into classes: single blocks first, those of one line side by side.
pub(super) fn classes(puzzle: &Puzzle, board: BoardLayout) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for (index, block) in puzzle.blocks().iter().enumerate() {
        let reference = block.shape().iter().copied().min_by_key(|&cell| board.offset(cell)).unwrap_or(Cell::new(0, 0));
        let offsets = block.shape().iter().map(|&cell| board.offset(cell) - board.offset(reference)).collect();
        let is_goal = puzzle.is_goal_block(index);
        let mut class = Class {
            blocks: vec![index],
            reference,
            offsets,
            places: Vec::new(),
            exits: Vec::new(),
            axis: block.axis(),
            is_goal,
        };
        // why: blocks on one line never pass each other, so nothing is gained if they are interchangeable; a target is met
        // by a class, though.
        let may_merge = class.axis == Axis::Free || is_goal;
        let start = class.anchor(board, block.start());
        // Places are reached from each other, so two blocks that share one share all.
        let is_twin = |other: &Class| {
            may_merge && puzzle.are_interchangeable(other.blocks[0], index) && other.number(start).is_some()
        };
        if let Some(twin) = classes.iter_mut().find(|other| is_twin(other)) {
            twin.blocks.push(index);
            continue;
        }
        let (gone, there): (Vec<Cell>, Vec<Cell>) =
            reachable_corners(puzzle, index).into_iter().partition(|&corner| puzzle.is_exit(index, corner));
        let anchors = |corners: Vec<Cell>| {
            let mut anchors: Vec<u32> = corners.into_iter().map(|corner| class.anchor(board, corner)).collect();
            anchors.sort_unstable();
            anchors
        };
        (class.places, class.exits) = (anchors(there), anchors(gone));
        classes.push(class);
    }
    sort_short_by_key(&mut classes, |class| {
        let line = class.line(board);
        (class.blocks.len() > 1, line, line.map(|_| puzzle.blocks()[class.blocks[0]].start()))
    });
    classes
}

/// The goals that can be met on the empty board.
pub(super) fn goals(puzzle: &Puzzle, board: BoardLayout, classes: &[Class]) -> Vec<GoalNumbers> {
    let mut goals: Vec<GoalNumbers> = Vec::new();
    for goal in puzzle.goals() {
        let mut numbers: GoalNumbers = vec![Vec::new(); classes.len()];
        let can_be_met = goal.targets().iter().all(|target| {
            // why: with a goal of shapes, a target drawn with one block may be within reach of another class only.
            let met = classes.iter().enumerate().find_map(|(index, class)| {
                let is_its = puzzle.are_interchangeable(class.blocks[0], target.block);
                // Whichever exit it leaves by, it is gone.
                let is_gone = puzzle.is_exit(target.block, target.corner) && !class.exits.is_empty();
                let number = || class.number(class.anchor(board, target.corner));
                let number = if is_gone { Some(class.places.len()) } else { is_its.then(number).flatten() };
                let number = number.filter(|_| is_its)?;
                Some((index, number))
            });
            met.is_some_and(|(class, number)| {
                numbers[class].push(number);
                numbers[class].len() <= classes[class].blocks.len()
            })
        });
        numbers.iter_mut().for_each(|numbers| sort_short(numbers));
        if can_be_met && !goals.contains(&numbers) {
            goals.push(numbers);
        }
    }
    goals
}

/// Where a block could get if it were alone on the board. From an exit it gets nowhere: it is gone.
fn reachable_corners(puzzle: &Puzzle, index: usize) -> Vec<Cell> {
    let block = &puzzle.blocks()[index];
    let far = far_corner(block);
    let number = |cell: Cell| usize::from(cell.row) * puzzle.cols() + usize::from(cell.col);
    let is_open: Vec<bool> = cells(puzzle).map(|cell| puzzle.is_open_to(index, cell)).collect();
    let fits = |corner: Cell| {
        usize::from(corner.row) + usize::from(far.row) < puzzle.rows()
            && usize::from(corner.col) + usize::from(far.col) < puzzle.cols()
            && block.cells_at(corner).all(|cell| is_open[number(cell)])
    };
    let mut is_known = vec![false; puzzle.rows() * puzzle.cols()];
    is_known[number(block.start())] = true;
    let mut found = vec![block.start()];
    let mut next = 0;
    while let Some(&corner) = found.get(next) {
        next += 1;
        if puzzle.is_exit(index, corner) {
            continue;
        }
        for direction in Direction::ALL.into_iter().filter(|direction| block.axis().allows(*direction)) {
            let Some(corner) = corner.step(direction).filter(|&corner| fits(corner)) else { continue };
            if !std::mem::replace(&mut is_known[number(corner)], true) {
                found.push(corner);
            }
        }
    }
    found
}

/// The opposite corner of a block's bounding box, relative to its corner.
pub(super) fn far_corner(block: &Block) -> Cell {
    let corner = |far: Cell, cell: &Cell| Cell::new(far.row.max(cell.row), far.col.max(cell.col));
    block.shape().iter().fold(Cell::new(0, 0), corner)
}
