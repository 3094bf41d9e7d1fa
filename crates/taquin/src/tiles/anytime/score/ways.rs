//! Tables of how far the blank has to go, made once for a board's shape: every candidate of a beam asks for them.

use crate::tiles::{Direction, Shape, anytime::Grain};

/// Where no step is needed: the tile is where it belongs.
pub(super) const SETTLED: u8 = u8::MAX;
/// The ways to the target of a tile: up, along or down, and left, along or right.
const COURSES: usize = 9;

pub(super) struct Ways {
    shape: Shape,
    /// For each seat (a course and the cell of a tile) and cell of the blank: its steps to a cell from which it moves
    /// the tile nearer to its target. Of use to whole lines only.
    approach: Box<[u8]>,
    /// For each cell and direction, the cell beside it, from which the blank moves its tile there; or `u16::MAX`.
    beside: Box<[[u16; 4]]>,
    /// By how far the blank is from a tile: its steps to each side of it and the first move from there.
    before: Box<[[u16; 4]]>,
    /// By how far a tile is from its target: the moves after the first one, which goes to each of the sides.
    after: Box<[[u16; 4]]>,
}

impl Ways {
    pub(super) fn new(shape: Shape, grain: Grain) -> Self {
        let cells = 0..shape.cells();
        let beside =
            |cell| Direction::ALL.map(|side| shape.source(cell, side.inverse()).map_or(u16::MAX, |c| c as u16));
        let (rows, cols) = (shape.rows() as i32 - 1, shape.cols() as i32 - 1);
        let offsets = || (-rows..=rows).flat_map(|row| (-cols..=cols).map(move |col| (row, col)));
        let (mut approach, mut before, mut after) = (Vec::new(), Vec::new(), Vec::new());
        match grain {
            Grain::Lines => {
                let seats = (0..COURSES).flat_map(|course| cells.clone().map(move |cell| (course, cell)));
                let places = |(course, tile)| cells.clone().map(move |blank| steps(shape, course, tile, blank));
                approach = seats.flat_map(places).collect();
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

    /// The seat of a tile in `cell` on its way to `target`.
    #[inline]
    pub(super) fn seat(&self, cell: usize, [row, col]: [u8; 2], [to_row, to_col]: [u8; 2]) -> u16 {
        let course = |from: u8, to: u8| usize::from(to >= from) + usize::from(to > from);
        ((course(row, to_row) * 3 + course(col, to_col)) * self.shape.cells() + cell) as u16
    }

    #[inline]
    pub(super) fn approach(&self, seat: usize, blank: usize) -> u8 {
        self.approach[seat * self.shape.cells() + blank]
    }

    #[inline]
    pub(super) fn beside(&self, cell: usize) -> [u16; 4] {
        self.beside[cell]
    }

    /// For each side of a tile: the moves until the blank has moved it there, and those from there to its target.
    #[inline]
    pub(super) fn carry(&self, blank: [u8; 2], tile: [u8; 2], target: [u8; 2]) -> ([u16; 4], [u16; 4]) {
        (self.before[self.offset(blank, tile)], self.after[self.offset(tile, target)])
    }

    /// The index of how far one place is from another.
    #[inline]
    fn offset(&self, [row, col]: [u8; 2], [to_row, to_col]: [u8; 2]) -> usize {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let (down, right) = (rows - 1 + usize::from(row) - usize::from(to_row), cols - 1 + usize::from(col));
        down * (2 * cols - 1) + right - usize::from(to_col)
    }
}

/// The steps of the blank to a cell from which it moves the tile on.
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

/// The steps of the blank, which is so far from a tile, to the cell on this side of the tile, round the tile itself.
fn steps_beside((row, col): (i32, i32), side: Direction) -> u16 {
    let (down, right) = toward(side);
    let behind = if side.is_vertical() { col == 0 && row * down < 0 } else { row == 0 && col * right < 0 };
    ((row - down).abs() + (col - right).abs() + 2 * i32::from(behind)) as u16
}

/// The moves that carry a tile, which was so far from its target and went to this side: a step that turns takes three,
/// a step straight on five.
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

/// The row and column that lie in this direction.
fn toward(side: Direction) -> (i32, i32) {
    match side {
        Direction::Up => (-1, 0),
        Direction::Down => (1, 0),
        Direction::Left => (0, -1),
        Direction::Right => (0, 1),
    }
}
