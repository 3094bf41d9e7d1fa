//! Distances of the blank to where it can move a tile, as tables for one shape: every candidate of a beam reads them.

use crate::tiles::{Direction, Shape, anytime::Grain};

/// In place of a distance: the tile is in its place.
pub(super) const SETTLED: u8 = u8::MAX;
/// Directions of a tile's target: above, level or below, times left, level or right.
const COURSES: usize = 9;

/// Distances of the blank for boards of one shape.
pub(super) struct BlankDistances {
    shape: Shape,
    /// For each slot (direction of the target and cell of a tile) and cell of the blank: steps of the blank to a cell from
    /// which it moves the tile nearer to its target. Empty unless lines are solved as a whole.
    approach: Box<[u8]>,
    /// For each cell and direction, the neighbour to which the blank there would move its tile; or `u16::MAX`.
    beside: Box<[[u16; 4]]>,
    /// By offset of the blank from a tile: moves until the blank has moved the tile to each side.
    before: Box<[[u16; 4]]>,
    /// By offset of a tile from its target: moves that remain after the tile has moved to each side.
    after: Box<[[u16; 4]]>,
}

impl BlankDistances {
    pub(super) fn new(shape: Shape, grain: Grain) -> Self {
        let cells = 0..shape.cells();
        let beside =
            |cell| Direction::ALL.map(|side| shape.source(cell, side.inverse()).map_or(u16::MAX, |c| c as u16));
        let (rows, cols) = (shape.rows() as i32 - 1, shape.cols() as i32 - 1);
        let offsets = || (-rows..=rows).flat_map(|row| (-cols..=cols).map(move |col| (row, col)));
        let (mut approach, mut before, mut after) = (Vec::new(), Vec::new(), Vec::new());
        match grain {
            Grain::Lines => {
                let slots = (0..COURSES).flat_map(|course| cells.clone().map(move |cell| (course, cell)));
                let places = |(course, tile)| cells.clone().map(move |blank| steps(shape, course, tile, blank));
                approach = slots.flat_map(places).collect();
            }
            Grain::Tiles => {
                before = offsets().map(|blank| Direction::ALL.map(|side| steps_beside(blank, side) + 1)).collect();
                after = offsets().map(|tile| Direction::ALL.map(|side| moves_after(tile, side))).collect();
            }
            Grain::Whole => {}
        }
        Self {
            shape,
            approach: approach.into(),
            beside: cells.map(beside).collect(),
            before: before.into(),
            after: after.into(),
        }
    }

    /// The slot of a tile in `cell` whose target is at another place.
    #[inline]
    pub(super) fn slot(&self, cell: usize, [row, col]: [u8; 2], [to_row, to_col]: [u8; 2]) -> u16 {
        let course = |from: u8, to: u8| usize::from(to >= from) + usize::from(to > from);
        ((course(row, to_row) * 3 + course(col, to_col)) * self.shape.cells() + cell) as u16
    }

    /// Steps of the blank to a cell from which it moves the tile of a slot nearer to its target, or [`SETTLED`].
    #[inline]
    pub(super) fn approach(&self, slot: usize, blank: usize) -> u8 {
        self.approach[slot * self.shape.cells() + blank]
    }

    /// The neighbours of a cell, by direction; `u16::MAX` where there is none.
    #[inline]
    pub(super) fn beside(&self, cell: usize) -> [u16; 4] {
        self.beside[cell]
    }

    /// For each side of a tile: moves until the blank has moved it there, and moves from there to its target.
    #[inline]
    pub(super) fn delivery(&self, blank: [u8; 2], tile: [u8; 2], target: [u8; 2]) -> ([u16; 4], [u16; 4]) {
        (self.before[self.offset(blank, tile)], self.after[self.offset(tile, target)])
    }

    /// The index of the offset between two places.
    #[inline]
    fn offset(&self, [row, col]: [u8; 2], [to_row, to_col]: [u8; 2]) -> usize {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let (down, right) = (rows - 1 + usize::from(row) - usize::from(to_row), cols - 1 + usize::from(col));
        down * (2 * cols - 1) + right - usize::from(to_col)
    }
}

/// Steps of the blank to a cell from which it moves the tile nearer to its target.
fn steps(shape: Shape, course: usize, tile: usize, blank: usize) -> u8 {
    let place = |cell| {
        let (row, col) = shape.place(cell);
        (row as i32, col as i32)
    };
    let ((row, col), (blank_row, blank_col)) = (place(tile), place(blank));
    let (down, right) = (course as i32 / 3 - 1, course as i32 % 3 - 1);
    let to = |down: i32, right: i32, behind: bool| {
        let steps = (blank_row - row - down).abs() + (blank_col - col - right).abs() + 2 * i32::from(behind);
        steps as u8
    };
    let vertical = to(down, 0, blank_col == col && (blank_row - row) * down < 0);
    let horizontal = to(0, right, blank_row == row && (blank_col - col) * right < 0);
    match (down != 0, right != 0) {
        (true, true) => vertical.min(horizontal),
        (true, false) => vertical,
        (false, true) => horizontal,
        (false, false) => SETTLED,
    }
}

/// Steps of the blank, at this offset from a tile, to the cell on one side of the tile, going round the tile.
fn steps_beside((row, col): (i32, i32), side: Direction) -> u16 {
    let (down, right) = toward(side);
    let behind = if side.is_vertical() { col == 0 && row * down < 0 } else { row == 0 && col * right < 0 };
    ((row - down).abs() + (col - right).abs() + 2 * i32::from(behind)) as u16
}

/// Moves that bring a tile to its target after it has gone one step to this side from this offset: a step that turns
/// takes three moves, a step straight on five.
fn moves_after((row, col): (i32, i32), side: Direction) -> u16 {
    let (down, right) = toward(side);
    let (row, col) = (row + down, col + right);
    let (rows, cols) = (row.abs(), col.abs());
    if rows + cols == 0 {
        return 0;
    }
    let begin = |direction: Direction, along: i32, across: i32| {
        let straight = if along > across { along - across - 1 } else { across - along };
        // The blank is behind the tile now.
        let turn = if side == direction.inverse() {
            0
        } else if side == direction {
            4
        } else {
            2
        };
        if along == 0 { i32::MAX } else { turn + 2 * straight }
    };
    let vertical = begin(if row > 0 { Direction::Up } else { Direction::Down }, rows, cols);
    let horizontal = begin(if col > 0 { Direction::Left } else { Direction::Right }, cols, rows);
    (3 * (rows + cols) - 2 + vertical.min(horizontal)) as u16
}

/// Change of row and column in a direction.
fn toward(side: Direction) -> (i32, i32) {
    match side {
        Direction::Up => (-1, 0),
        Direction::Down => (1, 0),
        Direction::Left => (0, -1),
        Direction::Right => (0, 1),
    }
}
