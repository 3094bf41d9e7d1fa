//! The order in which a beam search solves a board: unit by unit from the outside in, then the inner rectangle.

use super::Grain;
use crate::tiles::{
    Board, Shape,
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

/// The units of a goal, in their order.
pub(super) struct Layout {
    pub(super) shape: Shape,
    pub(super) units: Vec<Unit>,
    /// For each cell, the unit that it belongs to; the inner rectangle counts as one more.
    pub(super) unit_of_cell: Box<[u16]>,
    /// For each tile, the unit that its place belongs to.
    pub(super) unit_of_tile: Box<[u16]>,
    /// For each tile, how early its line is solved: from 1 for the first line down to 0 for the inner rectangle.
    pub(super) earliness: Box<[f32]>,
}

/// The side of the inner rectangle that is solved as a whole.
const INNER: usize = 5;

impl Layout {
    pub(super) fn new(goal: &Board, grain: Grain) -> Self {
        let shape = goal.shape();
        let mut layout = Self {
            shape,
            units: Vec::new(),
            unit_of_cell: vec![0; shape.cells()].into(),
            unit_of_tile: vec![0; shape.cells()].into(),
            earliness: vec![0.0; shape.cells()].into(),
        };
        let mut rest = Rectangle::whole(shape);
        let mut lines = Vec::new();
        while grain != Grain::Whole
            && let Some(side) = next_side(rest, shape.place(goal.blank()))
        {
            lines.push(Line::new(shape, &mut rest, side));
        }
        for (number, line) in lines.iter().enumerate() {
            for &cell in &line.cells {
                let earliness = (lines.len() - number) as f32 / lines.len() as f32;
                layout.earliness[usize::from(goal.cells()[cell])] = earliness;
            }
            layout.add(goal, line, grain);
        }
        let inner = layout.units.len() as u16;
        for (row, col) in rest.places() {
            layout.unit_of_cell[shape.cell(row, col)] = inner;
        }
        for (cell, &tile) in goal.cells().iter().enumerate() {
            layout.unit_of_tile[usize::from(tile)] = layout.unit_of_cell[cell];
        }
        layout
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
