//! What a solver must know of a puzzle, as plain numbers: which blocks are interchangeable, where each can ever be,
//! how many bits a position takes, and which symmetries the puzzle has.
//!
//! The board is laid out in one word with one border bit after each line, so that a step off one edge never lands on
//! the other. Lines run along the longer side, which takes fewer border bits, and the first bit is the first cell of
//! the board, however far it lies from the corner: narrower words are faster.

mod symmetry;

use super::super::{Axis, Block, Cell, CellKind, Direction, Puzzle};
pub(super) use symmetry::Symmetry;

/// How the places of a class of blocks are packed into a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Coding {
    /// One block: the number of its place.
    Index,
    /// Two blocks: the number of their pair of places among all pairs.
    Pair,
    /// A bit for each place.
    Mask,
    /// The numbers of the places, sorted.
    List,
}

/// Interchangeable blocks.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// The blocks, as indices into the puzzle's.
    pub(super) blocks: Vec<usize>,
    /// The cell that stands for the block's place (its *anchor*, always one of its own cells, so that no two blocks
    /// share an anchor), relative to the corner of its bounding box.
    pub(super) reference: Cell,
    /// The bits of its cells relative to the anchor.
    pub(super) offsets: Vec<u32>,
    /// The anchors that can be reached on the empty board, ascending.
    pub(super) places: Vec<u32>,
    pub(super) axis: Axis,
    pub(super) is_goal: bool,
    pub(super) coding: Coding,
    /// Where its field begins in the packed position.
    pub(super) shift: u32,
    /// Bits of its field.
    pub(super) width: u32,
}

/// A line of the board that blocks can keep to.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct LineOf {
    /// 0 for a row, 1 for a column.
    pub(super) kind: usize,
    /// Its number among those.
    pub(super) index: usize,
}

/// One goal: for each class, the anchors that must be taken.
pub(super) type GoalAnchors = Vec<Vec<u32>>;

#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) row_stride: u32,
    pub(super) col_stride: u32,
    /// What the first cell of the board would be without it being bit 0.
    base: u32,
    /// Bits of the board's word.
    pub(super) board_bits: u32,
    /// Bits of a packed position.
    pub(super) key_bits: u32,
    pub(super) floor: Vec<u32>,
    pub(super) gates: Vec<u32>,
    pub(super) classes: Vec<Class>,
    pub(super) symmetries: Vec<Symmetry>,
    /// The goals that can be reached on the empty board.
    pub(super) goals: Vec<GoalAnchors>,
}

/// Pairs of places that have numbers: their table should stay in a near cache.
const MAX_PAIRS: u32 = 1 << 12;

/// The packed positions that one word of the table holds.
const WORD: u32 = super::table::WORD_BITS;

impl Plan {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let (rows, cols) = (puzzle.rows() as u32, puzzle.cols() as u32);
        // A single line needs no border bit: steps across it leave the board anyway.
        let border = u32::from(rows.min(cols) > 1);
        let (row_stride, col_stride) = if rows <= cols { (cols + border, 1) } else { (1, rows + border) };
        let mut plan = Self {
            row_stride,
            col_stride,
            base: 0,
            board_bits: 0,
            key_bits: 0,
            floor: Vec::new(),
            gates: Vec::new(),
            classes: Vec::new(),
            symmetries: Vec::new(),
            goals: Vec::new(),
        };
        let board = || cells(puzzle).filter(|&cell| puzzle.ground(cell) != CellKind::Outside);
        plan.base = board().map(|cell| plan.bit(cell)).min().unwrap_or(0);
        let last = board().map(|cell| plan.bit(cell)).max().unwrap_or(0);
        // why: shifting a word by its whole width is no shift.
        plan.board_bits = last.max(row_stride.max(col_stride)) + 1;
        for cell in board() {
            match puzzle.ground(cell) {
                CellKind::Outside => {}
                CellKind::Floor => plan.floor.push(plan.bit(cell)),
                CellKind::Gate => plan.gates.push(plan.bit(cell)),
            }
        }
        plan.sort_into_classes(puzzle);
        plan.find_goals(puzzle);
        plan.pack();
        plan.symmetries = symmetry::symmetries(puzzle, &plan);
        plan
    }

    /// The bit of a cell of the board.
    pub(super) fn bit(&self, cell: Cell) -> u32 {
        self.distance(cell) - self.base
    }

    /// The bits from the corner of a bounding box to one of its cells.
    fn distance(&self, cell: Cell) -> u32 {
        u32::from(cell.row) * self.row_stride + u32::from(cell.col) * self.col_stride
    }

    /// The cell of a bit.
    pub(super) fn cell(&self, bit: u32) -> Cell {
        let major = self.row_stride.max(self.col_stride);
        let bit = bit + self.base;
        let (line, place) = ((bit / major) as u8, (bit % major) as u8);
        if self.row_stride == major { Cell::new(line, place) } else { Cell::new(place, line) }
    }

    /// The anchor of a block of this class whose bounding box has its corner there.
    pub(super) fn anchor(&self, class: usize, corner: Cell) -> u32 {
        let reference = self.classes[class].reference;
        self.bit(Cell::new(corner.row + reference.row, corner.col + reference.col))
    }

    /// The corner of a block's bounding box.
    pub(super) fn corner(&self, class: usize, anchor: u32) -> Cell {
        let (cell, reference) = (self.cell(anchor), self.classes[class].reference);
        Cell::new(cell.row - reference.row, cell.col - reference.col)
    }

    /// Blocks of one class are interchangeable and can reach the same places. (Two cars in different rows are of equal
    /// shape, but never change places, so each gets its own short field.)
    fn sort_into_classes(&mut self, puzzle: &Puzzle) {
        for index in 0..puzzle.blocks().len() {
            let block = &puzzle.blocks()[index];
            let reference =
                block.shape().iter().copied().min_by_key(|&cell| self.distance(cell)).unwrap_or(Cell::new(0, 0));
            let offsets: Vec<u32> =
                block.shape().iter().map(|&cell| self.distance(cell) - self.distance(reference)).collect();
            let mut class = Class {
                blocks: vec![index],
                reference,
                offsets,
                places: Vec::new(),
                axis: block.axis(),
                is_goal: puzzle.is_goal_block(index),
                coding: Coding::Index,
                shift: 0,
                width: 0,
            };
            let place = |corner: Cell| self.bit(Cell::new(corner.row + reference.row, corner.col + reference.col));
            // why: blocks on one line never pass each other, so nothing is gained if they are interchangeable; a target is
            // met by a class, though.
            let may_merge = class.axis == Axis::Free || class.is_goal;
            let start = place(block.start());
            // Places are reached from each other, so two blocks that share one share all.
            let is_twin = |other: &Class| {
                may_merge && puzzle.are_interchangeable(other.blocks[0], index) && other.places.contains(&start)
            };
            if let Some(twin) = self.classes.iter().position(is_twin) {
                self.classes[twin].blocks.push(index);
                continue;
            }
            class.places = reachable_corners(puzzle, index).into_iter().map(place).collect();
            class.places.sort_unstable();
            self.classes.push(class);
        }
        // Single blocks first: their fields are unpacked by one look-up each. Those of one line side by side, as they
        // stand there: they are looked up together.
        let mut classes = std::mem::take(&mut self.classes);
        classes.sort_by_key(|class| {
            let line = self.line(class);
            (class.blocks.len() > 1, line, line.map(|_| puzzle.blocks()[class.blocks[0]].start()))
        });
        self.classes = classes;
    }

    /// The line that a class's blocks keep to.
    pub(super) fn line(&self, class: &Class) -> Option<LineOf> {
        let cell = self.cell(class.places[0]);
        match class.axis {
            Axis::Horizontal => Some(LineOf { kind: 0, index: usize::from(cell.row) }),
            Axis::Vertical => Some(LineOf { kind: 1, index: usize::from(cell.col) }),
            Axis::Free | Axis::Fixed => None,
        }
    }

    fn find_goals(&mut self, puzzle: &Puzzle) {
        for goal in puzzle.goals() {
            let mut anchors: GoalAnchors = vec![Vec::new(); self.classes.len()];
            let can_be_met = goal.targets().iter().all(|target| {
                // why: with a goal of shapes, a target drawn with one block may be within reach of another class only.
                let class = (0..self.classes.len()).find(|&class| {
                    let known = &self.classes[class];
                    puzzle.are_interchangeable(known.blocks[0], target.block)
                        && known.places.contains(&self.anchor(class, target.corner))
                });
                class.is_some_and(|class| {
                    anchors[class].push(self.anchor(class, target.corner));
                    anchors[class].len() <= self.classes[class].blocks.len()
                })
            });
            if can_be_met && !self.goals.contains(&anchors) {
                anchors.iter_mut().for_each(|anchors| anchors.sort_unstable());
                self.goals.push(anchors);
            }
        }
    }

    /// Chooses each class's coding. Lists are slow, so they come in only where they save a word of the position.
    fn pack(&mut self) {
        let goals = std::mem::take(&mut self.goals);
        let may_list = |index: usize, class: &Class| {
            // why: the goal test looks at single bits, which a sorted list has not, unless the goal fixes it whole.
            goals.iter().all(|goal| goal[index].is_empty() || goal[index].len() == class.blocks.len())
        };
        // why: each of two goal blocks is a part of the goal of its own, which is seen from further away.
        let is_no_goal = |index: usize| goals.iter().all(|goal| goal[index].is_empty());
        let mut savings = Vec::new();
        for (index, class) in self.classes.iter_mut().enumerate() {
            let places = class.places.len() as u32;
            let index_width = index_width_of(places);
            let pairs = places * places.saturating_sub(1) / 2;
            (class.coding, class.width) = match class.blocks.len() {
                1 => (Coding::Index, index_width),
                2 if pairs <= MAX_PAIRS && is_no_goal(index) => (Coding::Pair, index_width_of(pairs)),
                _ => (Coding::Mask, places),
            };
            let list_width = class.blocks.len() as u32 * index_width;
            if class.coding == Coding::Mask && list_width < places && may_list(index, class) {
                savings.push((places - list_width, index, list_width));
            }
        }
        self.goals = goals;
        let total = |classes: &[Class]| classes.iter().map(|class| class.width).sum::<u32>();
        let least = total(&self.classes) - savings.iter().map(|(saving, ..)| saving).sum::<u32>();
        let target = [WORD, 2 * WORD, 4 * WORD].into_iter().find(|&bits| least <= bits).unwrap_or(least);
        savings.sort_unstable();
        while total(&self.classes) > target {
            let Some((_, index, width)) = savings.pop() else { break };
            (self.classes[index].coding, self.classes[index].width) = (Coding::List, width);
        }
        for class in &mut self.classes {
            class.shift = self.key_bits;
            self.key_bits += class.width;
        }
    }
}

/// Bits that tell so many things apart.
fn index_width_of(count: u32) -> u32 {
    count.next_power_of_two().trailing_zeros()
}

fn cells(puzzle: &Puzzle) -> impl Iterator<Item = Cell> {
    let (rows, cols) = (puzzle.rows() as u8, puzzle.cols() as u8);
    (0..rows).flat_map(move |row| (0..cols).map(move |col| Cell::new(row, col)))
}

/// Where a block could get if it were alone on the board.
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
fn far_corner(block: &Block) -> Cell {
    let corner = |far: Cell, cell: &Cell| Cell::new(far.row.max(cell.row), far.col.max(cell.col));
    block.shape().iter().fold(Cell::new(0, 0), corner)
}
