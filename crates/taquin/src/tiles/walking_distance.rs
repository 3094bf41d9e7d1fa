//! The walking distance: rows and columns as two smaller puzzles, each solved exactly.

use super::{
    Board, Direction, Shape,
    grid::{Cells, Grid},
    line_cache::{LineCache, Lines},
};
use crate::search::{Cost, Heuristic};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use thiserror::Error;

/// The fewest vertical moves if only the row of each tile mattered, plus the fewest horizontal ones if only the
/// column did (Ken'ichiro Takahashi, 2002).
///
/// Forget the columns: what is left is how many tiles of each goal row stand in each row, and the row of the blank;
/// a vertical move takes one tile into the blank's row. Breadth-first search from the goal gives the exact
/// distance of every such arrangement. Columns are treated alike. As a vertical move changes nothing for the columns,
/// and a horizontal one nothing for the rows, both distances add up.
///
/// Admissible for any goal, and consistent: a move changes one of the two exact distances by at most one.
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    rows: WalkingAxis,
    cols: WalkingAxis,
}

/// A board whose tables would be too large.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error(
    "the walking distance has no table for a board of {shape}: it serves sides up to 4, and 5x3, 6x2 and 11x1 either way"
)]
pub struct TableTooLargeError {
    /// The size of the board.
    pub shape: Shape,
}

/// Are the tables for this size small enough to be built at once?
///
/// The larger table has 24 964 arrangements for 4×4, 352 560 for 3×5 and 367 560 for 2×6; the next sizes above
/// these have more than a million.
pub(super) fn check(shape: Shape) -> Result<(), TableTooLargeError> {
    let (short, long) = (shape.rows().min(shape.cols()), shape.rows().max(shape.cols()));
    let serves = match long {
        ..=4 => true,
        5 => short <= 3,
        6 => short <= 2,
        // In 128 bits: one bit for each count.
        7..=11 => short == 1,
        _ => false,
    };
    if serves { Ok(()) } else { Err(TableTooLargeError { shape }) }
}

impl WalkingDistance {
    /// The bound for a goal.
    ///
    /// # Errors
    /// If the tables for boards of this shape would be too large to be built at once.
    pub fn new(goal: &Board) -> Result<Self, TableTooLargeError> {
        Self::with_tables(goal, &WalkingTables::default())
    }

    /// The bound for a goal, with tables that other boards share.
    pub(super) fn with_tables(goal: &Board, tables: &WalkingTables) -> Result<Self, TableTooLargeError> {
        let shape = goal.shape();
        check(shape)?;
        let places: Vec<_> = goal.positions().into_iter().map(|cell| shape.place(cell)).collect();
        let [rows, cols] = lines(goal).map(|lines| tables.get_or_insert_with(lines, || Table::new(lines)));
        let row_of = (0..shape.cells()).map(|cell| shape.place(cell).0 as u8).collect();
        let col_of = (0..shape.cells()).map(|cell| shape.place(cell).1 as u8).collect();
        Ok(Self {
            rows: WalkingAxis {
                table: rows,
                targets: places.iter().map(|place| place.0 as u8).collect(),
                line_of: row_of,
            },
            cols: WalkingAxis {
                table: cols,
                targets: places.iter().map(|place| place.1 as u8).collect(),
                line_of: col_of,
            },
        })
    }
}

impl<C: Cells> Heuristic<Grid<C>> for WalkingDistance {
    /// The arrangements of rows and of columns, by number.
    type Memo = (u32, u32);

    fn start(&self, state: &C) -> (u32, u32) {
        (self.rows.arrangement(state), self.cols.arrangement(state))
    }

    #[inline]
    fn step(&self, (rows, cols): (u32, u32), before: &C, direction: Direction) -> (u32, u32) {
        let blank = before.blank();
        let width = self.cols.table.lines;
        match direction {
            Direction::Up => (self.rows.step(rows, LineSide::After, before.tile(blank + width)), cols),
            Direction::Down => (self.rows.step(rows, LineSide::Before, before.tile(blank - width)), cols),
            Direction::Left => (rows, self.cols.step(cols, LineSide::After, before.tile(blank + 1))),
            Direction::Right => (rows, self.cols.step(cols, LineSide::Before, before.tile(blank - 1))),
        }
    }

    #[inline]
    fn value(&self, (rows, cols): (u32, u32)) -> Cost {
        self.rows.table.distance(rows) + self.cols.table.distance(cols)
    }

    fn table_bytes(&self) -> u64 {
        let shared = Arc::ptr_eq(&self.rows.table, &self.cols.table);
        self.rows.table.bytes() + if shared { 0 } else { self.cols.table.bytes() }
    }
}

/// What the tables of rows and of columns depend on.
fn lines(goal: &Board) -> [Lines; 2] {
    let shape = goal.shape();
    let (row, col) = shape.place(goal.blank());
    [
        Lines { count: shape.rows(), len: shape.cols(), blank: row },
        Lines { count: shape.cols(), len: shape.rows(), blank: col },
    ]
}

/// The rows of a board, or its columns.
#[derive(Clone, Debug)]
struct WalkingAxis {
    table: Arc<Table>,
    /// For each tile, the line of its place.
    targets: Box<[u8]>,
    /// For each cell, its line.
    line_of: Box<[u8]>,
}

/// The line that a tile comes from, seen from the blank's.
#[derive(Clone, Copy)]
enum LineSide {
    After,
    Before,
}

impl WalkingAxis {
    fn arrangement<C: Cells>(&self, state: &C) -> u32 {
        let unit = |cell: usize| match state.tile(cell) {
            0 => 0,
            tile => self.table.unit(usize::from(self.line_of[cell]), usize::from(self.targets[tile])),
        };
        self.table.numbers[&(0..self.line_of.len()).map(unit).sum()]
    }

    #[inline]
    fn step(&self, arrangement: u32, side: LineSide, tile: usize) -> u32 {
        self.table.next[self.table.slot(arrangement, side, usize::from(self.targets[tile]))]
    }
}

/// Every arrangement of one axis: how many tiles of each goal line stand in each line.
#[derive(Debug)]
pub(super) struct Table {
    lines: usize,
    /// Bits of a count.
    bits: u32,
    /// For each arrangement, its exact distance.
    distances: Vec<u16>,
    /// For each arrangement, side and goal line of the tile that moves, the arrangement after it.
    next: Vec<u32>,
    /// An arrangement's number by its counts, packed. The blank's line is the one that lacks a tile.
    numbers: FxHashMap<u128, u32>,
}

/// Tables for the boards of one process, as the largest takes half a second to build.
pub(super) type WalkingTables = LineCache<Table>;

impl Table {
    /// All that can be reached from the goal, whose blank stands in its line.
    fn new(lines: Lines) -> Self {
        let mut build = WalkingBuild::new(lines);
        build.run(u64::MAX);
        build.table
    }

    /// The number of an arrangement, a new one if it was not met before.
    fn number(&mut self, counts: u128, blank: usize, distance: u16, queue: &mut Vec<(u128, usize)>) -> u32 {
        let number = *self.numbers.entry(counts).or_insert(queue.len() as u32);
        if number as usize == queue.len() {
            queue.push((counts, blank));
            self.distances.push(distance);
            self.next.resize(self.next.len() + 2 * self.lines, u32::MAX);
        }
        number
    }

    fn shift(&self, line: usize, target: usize) -> u32 {
        (line * self.lines + target) as u32 * self.bits
    }

    /// One tile of a goal line in a line, as packed counts.
    fn unit(&self, line: usize, target: usize) -> u128 {
        1 << self.shift(line, target)
    }

    /// How many tiles of a goal line stand in a line.
    fn count(&self, counts: u128, line: usize, target: usize) -> u128 {
        counts >> self.shift(line, target) & ((1 << self.bits) - 1)
    }

    #[inline]
    fn slot(&self, arrangement: u32, side: LineSide, target: usize) -> usize {
        (arrangement as usize * 2 + side as usize) * self.lines + target
    }

    #[inline]
    fn distance(&self, arrangement: u32) -> Cost {
        Cost::from(self.distances[arrangement as usize])
    }

    fn bytes(&self) -> u64 {
        let number = size_of::<(u128, u32)>() + 1;
        (self.distances.capacity() * 2 + self.next.capacity() * 4 + self.numbers.capacity() * number * 8 / 7) as u64
    }
}

/// A table under way.
struct WalkingBuild {
    table: Table,
    /// Arrangements in the order of their distance, with the blank's line; each is expanded once.
    queue: Vec<(u128, usize)>,
    expanded: usize,
}

impl WalkingBuild {
    fn new(Lines { count: lines, len, blank }: Lines) -> Self {
        let bits = usize::BITS - len.leading_zeros();
        let mut table = Table { lines, bits, distances: Vec::new(), next: Vec::new(), numbers: FxHashMap::default() };
        let goal = (0..lines).map(|line| (len - usize::from(line == blank)) as u128 * table.unit(line, line)).sum();
        let mut queue = Vec::new();
        table.number(goal, blank, 0, &mut queue);
        Self { table, queue, expanded: 0 }
    }

    /// Expands at most so many arrangements; says whether all are.
    fn run(&mut self, most: u64) -> bool {
        let Self { table, queue, expanded } = self;
        let lines = table.lines;
        for _ in 0..most {
            let Some(&(counts, blank)) = queue.get(*expanded) else { return true };
            let distance = table.distances[*expanded] + 1;
            for (side, line) in [(LineSide::After, blank + 1), (LineSide::Before, blank.wrapping_sub(1))] {
                for target in (0..lines).filter(|_| line < lines) {
                    if table.count(counts, line, target) > 0 {
                        let moved = counts - table.unit(line, target) + table.unit(blank, target);
                        let next = table.number(moved, line, distance, queue);
                        let slot = table.slot(*expanded as u32, side, target);
                        table.next[slot] = next;
                    }
                }
            }
            *expanded += 1;
        }
        *expanded == queue.len()
    }
}

/// The tables for a goal under way; the caller pumps it with [`WalkingPreparation::run`]. When it is done,
/// [`WalkingDistance::with_tables`] finds them all.
pub(super) struct WalkingPreparation {
    tables: WalkingTables,
    /// The tables still to be built.
    missing: Vec<Lines>,
    build: Option<WalkingBuild>,
}

impl WalkingPreparation {
    pub(super) fn new(goal: &Board, tables: &WalkingTables) -> Result<Self, TableTooLargeError> {
        check(goal.shape())?;
        Ok(Self { tables: tables.clone(), missing: lines(goal).to_vec(), build: None })
    }

    /// Works on for about as long as a search takes for `budget` nodes; says whether all tables are there.
    pub(super) fn run(&mut self, budget: u64) -> bool {
        // why: an arrangement takes about as long as this many nodes.
        const COST: u64 = 4;
        while let Some(&lines) = self.missing.last() {
            if self.build.is_none() && self.tables.has(lines) {
                self.missing.pop();
                continue;
            }
            if !self.build.get_or_insert_with(|| WalkingBuild::new(lines)).run((budget / COST).max(1)) {
                return false;
            }
            if let Some(build) = self.build.take() {
                self.tables.get_or_insert_with(lines, || build.table);
            }
        }
        true
    }

    /// Arrangements expanded so far in the table under way; how many there will be is not known.
    pub(super) fn done(&self) -> u64 {
        self.build.as_ref().map_or(0, |build| build.expanded as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classic_table_has_its_known_size() {
        let table = Table::new(Lines { count: 4, len: 4, blank: 3 });
        assert_eq!(table.distances.len(), 24_964);
        assert_eq!(table.distances.iter().max(), Some(&35));
    }

    /// A search that is cancelled while its tables are built stops at the next step, not at the end.
    #[test]
    fn tables_are_built_in_steps() {
        let mut build = WalkingBuild::new(Lines { count: 4, len: 4, blank: 0 });
        while !build.run(1_000) {
            assert_eq!(build.expanded % 1_000, 0);
        }
        assert_eq!(build.table.distances, Table::new(Lines { count: 4, len: 4, blank: 0 }).distances);
        let goal = Board::solved(Shape::new(2, 5).unwrap());
        let mut preparation = WalkingPreparation::new(&goal, &WalkingTables::default()).unwrap();
        assert!(!preparation.run(100));
        while !preparation.run(100) {}
        assert!(preparation.missing.is_empty() && preparation.build.is_none());
    }

    #[test]
    fn one_line_is_no_puzzle() {
        let table = Table::new(Lines { count: 1, len: 11, blank: 0 });
        assert_eq!(table.distances, [0]);
    }

    #[test]
    fn large_boards_are_refused() {
        for (rows, cols) in [(5, 5), (4, 5), (2, 7), (256, 256), (1, 12)] {
            let shape = Shape::new(rows, cols).unwrap();
            assert_eq!(WalkingDistance::new(&Board::solved(shape)).unwrap_err(), TableTooLargeError { shape });
        }
    }
}
