//! The graph of lines: slides as steps between rows and columns.
//!
//! All positions that differ by a slide of the blank along its row form a *line*, and so do those along its column. Two
//! slides in a row along one line are one slide, so a shortest solution takes turns: it walks from a line to one that
//! crosses it. A solution of `n + 1` slides is a walk of `n` steps, from one of the two lines of the start to one of the
//! two lines of the goal.
//!
//! Read in the order of its line (row by row for a row, column by column for a column), the sequence of tiles without
//! the blank is the same in all positions of a line. So a line is that sequence and a number: the blank's row, or column.
//! A slide leaves one of the two readings as it is and rotates a few tiles of the other.

use crate::tiles::{Board, Direction, Shape};

/// Tiles in the order of their goal cells, four bits each, in the order in which a reading comes to them.
pub(super) type Reading = u64;

/// The two ways in which lines run: 0 along rows, 1 along columns.
pub(super) type Axis = usize;

/// What a board's lines look like, for one shape and one cell of the goal's blank.
#[derive(Clone, Debug)]
pub(super) struct LineGraph {
    /// For each axis how many lines there are, and how many cells each has.
    pub(super) lines: [usize; 2],
    pub(super) lens: [usize; 2],
    /// Is the goal its own reflection at the diagonal? Then columns are read as rows of the reflected board, and both axes
    /// share their tables.
    pub(super) is_symmetric: bool,
    /// The goal cells of reflected tiles.
    reflected: [u8; 16],
    /// For each axis the goal's line.
    pub(super) goal: [Line; 2],
}

/// A row or a column of a position, wherever the blank is in it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Line {
    pub(super) reading: Reading,
    pub(super) number: u8,
}

impl Line {
    /// All of it in one number: readings of up to 15 tiles leave four bits.
    #[inline]
    pub(super) fn key(self) -> u64 {
        self.reading | u64::from(self.number) << 60
    }

    pub(super) fn from_key(key: u64) -> Self {
        Self { reading: key << 4 >> 4, number: (key >> 60) as u8 }
    }
}

/// A position: its readings along the axis of the next slide and across, and the blank's place.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct Position {
    pub(super) along: Reading,
    pub(super) across: Reading,
    /// The line in which the next slide is, and the blank's place in it.
    pub(super) line: u8,
    pub(super) place: u8,
}

impl Position {
    pub(super) fn line(&self) -> Line {
        Line { reading: self.along, number: self.line }
    }

    /// The same position with the other axis first.
    pub(super) fn turned(self) -> Self {
        Self { along: self.across, across: self.along, line: self.place, place: self.line }
    }

    /// The moves of slides that take turns, the first one along `axis`, and lead the blank to these places of its lines.
    pub(super) fn moves(&self, axis: Axis, places: impl Iterator<Item = u8>) -> Vec<Direction> {
        let (mut axis, mut blank) = (axis, [self.place, self.line]);
        let mut moves = Vec::new();
        for to in places {
            // Of a row the places are columns; the tiles go the other way than the blank.
            let from = blank[0];
            let towards =
                if axis == 0 { [Direction::Left, Direction::Right] } else { [Direction::Up, Direction::Down] };
            let direction = towards[usize::from(to < from)];
            moves.extend(std::iter::repeat_n(direction, from.abs_diff(to).into()));
            blank = [blank[1], to];
            axis = 1 - axis;
        }
        moves
    }
}

impl LineGraph {
    pub(super) fn new(shape: Shape, blank: usize) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        let (row, col) = shape.place(blank);
        let is_symmetric = rows == cols && row == col;
        let rank = |cell: usize| cell - usize::from(cell > blank);
        let mut reflected = [0; 16];
        for cell in (0..shape.cells()).filter(|&cell| cell != blank) {
            let (row, col) = shape.place(cell);
            let other = if is_symmetric { shape.cell(col, row) } else { cell };
            reflected[rank(cell)] = rank(other) as u8;
        }
        let nowhere = Line { reading: 0, number: 0 };
        let (lines, lens) = ([rows, cols], [cols, rows]);
        let mut graph = Self { lines, lens, is_symmetric, reflected, goal: [nowhere; 2] };
        let reading = (0..shape.cells() as u64 - 1).map(|tile| tile << (4 * tile)).sum();
        let goal = graph.position(reading, row, col);
        graph.goal = [goal.line(), goal.turned().line()];
        graph
    }

    /// The position with rows that read like this and the blank there.
    fn position(&self, rows: Reading, row: usize, col: usize) -> Position {
        let across = self.across(0, rows, row, col);
        Position { along: rows, across, line: row as u8, place: col as u8 }
    }

    /// A start, with tiles called by their place in the goal; the next slide is along its row.
    pub(super) fn start(&self, start: &Board, goal: &Board) -> Position {
        let blank = goal.blank();
        let places = goal.positions();
        let tiles = start.cells().iter().filter(|&&tile| tile != 0).map(|&tile| {
            let cell = places[usize::from(tile)];
            (cell - usize::from(cell > blank)) as u64
        });
        let rows = tiles.enumerate().map(|(at, tile)| tile << (4 * at)).sum();
        let (row, col) = start.shape().place(start.blank());
        self.position(rows, row, col)
    }

    /// The reading across `axis`, with the blank in a place of a line.
    pub(super) fn across(&self, axis: Axis, along: Reading, line: usize, place: usize) -> Reading {
        let (lines, len) = (self.lines[axis], self.lens[axis]);
        let blank = line * len + place;
        let (mut across, mut shift) = (0, 0);
        for place in 0..len {
            for cell in (0..lines).map(|line| line * len + place).filter(|&cell| cell != blank) {
                let tile = along >> (4 * (cell - usize::from(cell > blank))) & 15;
                let tile = if self.is_symmetric { u64::from(self.reflected[tile as usize]) } else { tile };
                across |= tile << shift;
                shift += 4;
            }
        }
        across
    }

    /// Which of several tables belongs to an axis: symmetric goals have one for both.
    #[inline]
    pub(super) fn table(&self, axis: Axis) -> usize {
        if self.is_symmetric { 0 } else { axis }
    }

    /// The tile that a tile becomes by reflection, by their places in the goal.
    pub(super) fn reflected(&self, tile: usize) -> usize {
        self.reflected[tile].into()
    }
}

/// Where the tile comes from when the blank moves to the next place of a line of which `lines` lie side by side: of `lines`
/// elements of `WIDTH` bits, from element `first` on, the last one becomes the first.
#[inline]
pub(super) fn forward<const WIDTH: u32>(reading: u64, first: u32, lines: u32) -> u64 {
    let mask = (1_u64 << (WIDTH * lines)) - 1;
    let part = reading >> (WIDTH * first) & mask;
    let rotated = (part << WIDTH | part >> (WIDTH * (lines - 1))) & mask;
    reading ^ (part ^ rotated) << (WIDTH * first)
}

/// The inverse of [`forward`]: the first one becomes the last.
#[inline]
pub(super) fn backward<const WIDTH: u32>(reading: u64, first: u32, lines: u32) -> u64 {
    let mask = (1_u64 << (WIDTH * lines)) - 1;
    let part = reading >> (WIDTH * first) & mask;
    let rotated = part >> WIDTH | part << (WIDTH * (lines - 1)) & mask;
    reading ^ (part ^ rotated) << (WIDTH * first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Rotating step by step reads the same as reading the board anew.
        #[test]
        fn a_step_rotates_the_other_reading(rows in 2_usize..=8, cols in 2_usize..=8, seed: u64, blank: prop::sample::Index) {
            prop_assume!(rows * cols <= 16);
            let shape = Shape::new(rows, cols).unwrap();
            let graph = LineGraph::new(shape, blank.index(shape.cells()));
            let mut rng = crate::rng::Rng::from_seed(seed);
            let board = crate::tiles::scramble::uniform(&Board::solved(shape), &mut rng);
            let start = graph.start(&board, &Board::solved(shape));
            for (axis, at) in [(0, start), (1, start.turned())] {
                prop_assert_eq!(at.across, graph.across(axis, at.along, at.line.into(), at.place.into()));
                let lines = graph.lines[axis] as u32;
                let first = u32::from(at.place) * lines + u32::from(at.line);
                if usize::from(at.place) + 1 < graph.lens[axis] {
                    let next = forward::<4>(at.across, first, lines);
                    prop_assert_eq!(next, graph.across(axis, at.along, at.line.into(), usize::from(at.place) + 1));
                    prop_assert_eq!(backward::<4>(next, first, lines), at.across);
                }
            }
        }
    }
}
