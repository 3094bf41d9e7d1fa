//! The symmetries of a puzzle: reflections and rotations under which board, blocks and goals are the same. They make one
//! position of several.

use super::{
    board::{BoardLayout, cells},
    classes::{Class, GoalNumbers, far_corner},
};
use crate::{
    blocks::{Axis, Block, Cell, Puzzle},
    sort::sort_short,
};

#[derive(Clone, Debug)]
pub(super) struct Symmetry {
    /// The class that each class becomes.
    pub(super) classes: Vec<usize>,
    /// For each class, what the numbers of its places become.
    pub(super) numbers: Vec<Vec<u16>>,
}

/// A reflection, rotation or both of the board's bounding box.
#[derive(Clone, Copy)]
struct Turn {
    flip_rows: bool,
    flip_cols: bool,
    transpose: bool,
    rows: u8,
    cols: u8,
}

impl Turn {
    fn cell(self, cell: Cell) -> Cell {
        let row = if self.flip_rows { self.rows - 1 - cell.row } else { cell.row };
        let col = if self.flip_cols { self.cols - 1 - cell.col } else { cell.col };
        if self.transpose { Cell::new(col, row) } else { Cell::new(row, col) }
    }

    /// The corner of a turned block's bounding box; `far` is its opposite corner, relative to the one it has now.
    fn corner(self, corner: Cell, far: Cell) -> Cell {
        let (one, other) = (self.cell(corner), self.cell(Cell::new(corner.row + far.row, corner.col + far.col)));
        Cell::new(one.row.min(other.row), one.col.min(other.col))
    }

    /// The shape of a turned block, its cells in reading order.
    fn shape(self, block: &Block, far: Cell) -> Vec<Cell> {
        let corner = self.corner(block.start(), far);
        let turned = block.cells_at(block.start()).map(|cell| self.cell(cell));
        let mut shape: Vec<Cell> = turned.map(|cell| Cell::new(cell.row - corner.row, cell.col - corner.col)).collect();
        sort_short(&mut shape);
        shape
    }
}

/// All symmetries but the identity; none where blocks leave the board.
pub(super) fn symmetries(
    puzzle: &Puzzle,
    board: BoardLayout,
    classes: &[Class],
    goals: &[GoalNumbers],
) -> Vec<Symmetry> {
    if classes.iter().any(|class| !class.exits.is_empty()) {
        return Vec::new();
    }
    let (rows, cols) = (puzzle.rows() as u8, puzzle.cols() as u8);
    let turns = (1..8u8).map(|turn| Turn {
        flip_rows: turn & 1 != 0,
        flip_cols: turn & 2 != 0,
        transpose: turn & 4 != 0,
        rows,
        cols,
    });
    let turns = turns.filter(|turn| !turn.transpose || rows == cols);
    turns.filter_map(|turn| symmetry(puzzle, board, classes, goals, turn)).collect()
}

fn symmetry(
    puzzle: &Puzzle,
    board: BoardLayout,
    classes: &[Class],
    goals: &[GoalNumbers],
    turn: Turn,
) -> Option<Symmetry> {
    if cells(puzzle).any(|cell| puzzle.ground(cell) != puzzle.ground(turn.cell(cell))) {
        return None;
    }
    let mut symmetry = Symmetry { classes: Vec::new(), numbers: Vec::new() };
    for (index, class) in classes.iter().enumerate() {
        let block = &puzzle.blocks()[class.blocks[0]];
        let far = far_corner(block);
        let shape = turn.shape(block, far);
        let image =
            |twin: &Class, anchor: u32| twin.number(twin.anchor(board, turn.corner(class.corner(board, anchor), far)));
        let becomes = |(other, twin): (usize, &Class)| {
            let is_alike = !symmetry.classes.contains(&other)
                && twin.blocks.len() == class.blocks.len()
                && twin.places.len() == class.places.len()
                && twin.is_goal == class.is_goal
                && (twin.axis == Axis::Fixed) == (class.axis == Axis::Fixed)
                && puzzle.blocks()[twin.blocks[0]].shape() == shape;
            if !is_alike {
                return None;
            }
            // The targets of a class in all goals; which belong to the same goal is checked at the end.
            let targets = |class: usize| goals.iter().flat_map(move |goal| goal[class].iter().copied());
            let mut turned: Vec<usize> =
                targets(index).map(|number| image(twin, class.places[number])).collect::<Option<_>>()?;
            let mut wanted: Vec<usize> = targets(other).collect();
            sort_short(&mut turned);
            sort_short(&mut wanted);
            if turned != wanted {
                return None;
            }
            let numbers = class.places.iter().map(|&anchor| image(twin, anchor).map(|number| number as u16));
            Some((other, numbers.collect::<Option<Vec<u16>>>()?))
        };
        let (other, numbers) = classes.iter().enumerate().find_map(becomes)?;
        symmetry.classes.push(other);
        symmetry.numbers.push(numbers);
    }
    goals.iter().all(|goal| goals.contains(&turned_goal(&symmetry, goal))).then_some(symmetry)
}

fn turned_goal(symmetry: &Symmetry, goal: &GoalNumbers) -> GoalNumbers {
    let mut turned: GoalNumbers = vec![Vec::new(); goal.len()];
    for (class, numbers) in goal.iter().enumerate() {
        let target = &mut turned[symmetry.classes[class]];
        target.extend(numbers.iter().map(|&number| usize::from(symmetry.numbers[class][number])));
        sort_short(target);
    }
    turned
}
