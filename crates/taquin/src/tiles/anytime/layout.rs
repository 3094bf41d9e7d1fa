//! The order in which a beam search solves a board: unit by unit from the outside in, then the inner rectangle.

use super::Grain;
use crate::tiles::{
    Board,
    constructive::{
        ground::Rectangle,
        line::{Line, Side},
    },
};

/// Tiles that are brought to their places together; afterwards their cells are walls.
pub(super) enum Unit {
    /// A whole row or column.
    Line(Vec<u16>),
    /// One tile.
    Tile(u16),
    /// The last two tiles of a line, and the 2 × 3 cells from which they are rotated in.
    Pair { tiles: [u16; 2], window: [usize; 6] },
}

impl Unit {
    pub(super) fn tiles(&self) -> &[u16] {
        match self {
            Self::Line(tiles) => tiles,
            Self::Tile(tile) => std::slice::from_ref(tile),
            Self::Pair { tiles, .. } => tiles,
        }
    }
}

/// The units of a goal, in their order.
pub(super) struct Layout {
    pub(super) units: Vec<Unit>,
    /// For each cell, the unit that it belongs to; the inner rectangle counts as one more.
    pub(super) unit_of_cell: Box<[u16]>,
    /// For each tile, the unit that its place belongs to.
    pub(super) unit_of_tile: Box<[u16]>,
    /// For each unit, and for the inner rectangle, the number of its line.
    pub(super) line_of_unit: Vec<u16>,
    /// What remains once all units are solved.
    pub(super) inner: Rectangle,
    /// The most tiles that a unit has.
    pub(super) longest: usize,
    /// For each tile, which one of its unit it is.
    numbers: Box<[u16]>,
}

/// The side of the inner rectangle that is solved as a whole.
const INNER: usize = 5;

impl Layout {
    pub(super) fn new(goal: &Board, grain: Grain) -> Self {
        let shape = goal.shape();
        let mut layout = Self {
            units: Vec::new(),
            unit_of_cell: vec![0; shape.cells()].into(),
            unit_of_tile: vec![0; shape.cells()].into(),
            line_of_unit: Vec::new(),
            inner: Rectangle::whole(shape),
            longest: 0,
            numbers: vec![0; shape.cells()].into(),
        };
        let mut lines = Vec::new();
        while grain != Grain::Whole
            && let Some(side) = next_side(layout.inner, shape.place(goal.blank()))
        {
            lines.push(Line::new(shape, &mut layout.inner, side));
        }
        for (number, line) in lines.iter().enumerate() {
            layout.add(goal, line, grain);
            layout.line_of_unit.resize(layout.units.len(), number as u16);
        }
        layout.line_of_unit.push(lines.len() as u16);
        let inner = layout.units.len() as u16;
        for tiles in layout.units.iter().map(Unit::tiles) {
            layout.longest = layout.longest.max(tiles.len());
            tiles.iter().zip(0..).for_each(|(&tile, number)| layout.numbers[usize::from(tile)] = number);
        }
        for (row, col) in layout.inner.places() {
            layout.unit_of_cell[shape.cell(row, col)] = inner;
        }
        for (cell, &tile) in goal.cells().iter().enumerate() {
            layout.unit_of_tile[usize::from(tile)] = layout.unit_of_cell[cell];
        }
        layout
    }

    /// Which tile of a unit this one is, if it is one of them.
    #[inline]
    pub(super) fn number_in_unit(&self, tile: usize, unit: u16) -> Option<usize> {
        (self.unit_of_tile[tile] == unit && usize::from(unit) < self.units.len()).then(|| self.numbers[tile].into())
    }

    fn add(&mut self, goal: &Board, line: &Line, grain: Grain) {
        let tile = |cell: usize| goal.cells()[cell];
        if grain == Grain::Lines {
            line.cells.iter().for_each(|&cell| self.unit_of_cell[cell] = self.units.len() as u16);
            return self.units.push(Unit::Line(line.cells.iter().map(|&cell| tile(cell)).collect()));
        }
        let Some((&[first, second], singles)) = line.cells.split_last_chunk().map(|(rest, pair)| (pair, rest)) else {
            return;
        };
        for &cell in singles {
            self.unit_of_cell[cell] = self.units.len() as u16;
            self.units.push(Unit::Tile(tile(cell)));
        }
        [first, second].iter().for_each(|&cell| self.unit_of_cell[cell] = self.units.len() as u16);
        let under = |cell| goal.shape().source(cell, line.inward.inverse()).unwrap_or(cell);
        let (near, far) = ([first, second].map(under), [first, second].map(under).map(under));
        let window = [first, second, near[0], near[1], far[0], far[1]];
        self.units.push(Unit::Pair { tiles: [tile(first), tile(second)], window });
    }
}

/// The side to take a line from: the longer one's, and not the goal's blank.
fn next_side(rest: Rectangle, (blank_row, blank_col): (usize, usize)) -> Option<Side> {
    let row = if blank_row > rest.top { Side::Top } else { Side::Bottom };
    let column = if blank_col > rest.left { Side::Left } else { Side::Right };
    match (rest.rows() > INNER, rest.cols() > INNER) {
        (false, false) => None,
        _ if rest.rows() < 2 || rest.cols() < 2 => None,
        (true, _) if rest.rows() >= rest.cols() => Some(row),
        _ => Some(column),
    }
}
