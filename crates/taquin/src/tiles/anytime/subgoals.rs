//! The subgoals of a beam search: lines, tiles or pairs from the outside in, then the inner rectangle.

use super::Grain;
use crate::tiles::{
    Board,
    constructive::{
        line::{BoardLine, Edge},
        rectangle::Rectangle,
    },
};

/// Tiles that are brought to their places together; their cells are walls from then on.
pub(super) enum Subgoal {
    /// A whole row or column.
    Line(Vec<u16>),
    /// One tile.
    Tile(u16),
    /// The last two tiles of a line and the 2 × 3 window from which they are rotated in.
    Pair { tiles: [u16; 2], window: [usize; 6] },
}

impl Subgoal {
    pub(super) fn tiles(&self) -> &[u16] {
        match self {
            Self::Line(tiles) => tiles,
            Self::Tile(tile) => std::slice::from_ref(tile),
            Self::Pair { tiles, .. } => tiles,
        }
    }
}

/// The subgoals of one goal, in the order in which they are solved.
pub(super) struct SubgoalOrder {
    pub(super) subgoals: Vec<Subgoal>,
    /// For each cell, the number of its subgoal; the inner rectangle counts as one more.
    pub(super) subgoal_of_cell: Box<[u16]>,
    /// For each tile, the number of the subgoal that its place belongs to.
    pub(super) subgoal_of_tile: Box<[u16]>,
    /// For each subgoal, and for the inner rectangle, the number of its line.
    pub(super) line_of_subgoal: Vec<u16>,
    /// The rectangle that remains once all subgoals are solved.
    pub(super) inner: Rectangle,
    /// Most tiles of a subgoal.
    pub(super) longest: usize,
    /// For each tile, its number within its subgoal.
    numbers: Box<[u16]>,
}

/// Longest side of the inner rectangle, which is solved as a whole.
const INNER: usize = 5;

impl SubgoalOrder {
    pub(super) fn new(goal: &Board, grain: Grain) -> Self {
        let shape = goal.shape();
        let mut order = Self {
            subgoals: Vec::new(),
            subgoal_of_cell: vec![0; shape.cells()].into(),
            subgoal_of_tile: vec![0; shape.cells()].into(),
            line_of_subgoal: Vec::new(),
            inner: Rectangle::whole(shape),
            longest: 0,
            numbers: vec![0; shape.cells()].into(),
        };
        let mut lines = Vec::new();
        while grain != Grain::Whole
            && let Some(edge) = next_edge(order.inner, shape.place(goal.blank()))
        {
            lines.push(BoardLine::new(shape, &mut order.inner, edge));
        }
        for (number, line) in lines.iter().enumerate() {
            order.add(goal, line, grain);
            order.line_of_subgoal.resize(order.subgoals.len(), number as u16);
        }
        order.line_of_subgoal.push(lines.len() as u16);
        let inner = order.subgoals.len() as u16;
        for tiles in order.subgoals.iter().map(Subgoal::tiles) {
            order.longest = order.longest.max(tiles.len());
            tiles.iter().zip(0..).for_each(|(&tile, number)| order.numbers[usize::from(tile)] = number);
        }
        for (row, col) in order.inner.places() {
            order.subgoal_of_cell[shape.cell(row, col)] = inner;
        }
        for (cell, &tile) in goal.cells().iter().enumerate() {
            order.subgoal_of_tile[usize::from(tile)] = order.subgoal_of_cell[cell];
        }
        order
    }

    /// The number of a tile within a subgoal, if it belongs to it.
    #[inline]
    pub(super) fn number_in_subgoal(&self, tile: usize, subgoal: u16) -> Option<usize> {
        (self.subgoal_of_tile[tile] == subgoal && usize::from(subgoal) < self.subgoals.len())
            .then(|| self.numbers[tile].into())
    }

    fn add(&mut self, goal: &Board, line: &BoardLine, grain: Grain) {
        let tile = |cell: usize| goal.cells()[cell];
        if grain == Grain::Lines {
            line.cells.iter().for_each(|&cell| self.subgoal_of_cell[cell] = self.subgoals.len() as u16);
            return self.subgoals.push(Subgoal::Line(line.cells.iter().map(|&cell| tile(cell)).collect()));
        }
        let Some((&[first, second], singles)) = line.cells.split_last_chunk().map(|(rest, pair)| (pair, rest)) else {
            return;
        };
        for &cell in singles {
            self.subgoal_of_cell[cell] = self.subgoals.len() as u16;
            self.subgoals.push(Subgoal::Tile(tile(cell)));
        }
        [first, second].iter().for_each(|&cell| self.subgoal_of_cell[cell] = self.subgoals.len() as u16);
        let under = |cell| goal.shape().source(cell, line.inward.inverse()).unwrap_or(cell);
        let (near, far) = ([first, second].map(under), [first, second].map(under).map(under));
        let window = [first, second, near[0], near[1], far[0], far[1]];
        self.subgoals.push(Subgoal::Pair { tiles: [tile(first), tile(second)], window });
    }
}

/// The edge to take the next line from: a line across the longer side, without the goal's blank.
fn next_edge(rest: Rectangle, (blank_row, blank_col): (usize, usize)) -> Option<Edge> {
    let row = if blank_row > rest.top { Edge::Top } else { Edge::Bottom };
    let column = if blank_col > rest.left { Edge::Left } else { Edge::Right };
    match (rest.rows() > INNER, rest.cols() > INNER) {
        (false, false) => None,
        _ if rest.rows() < 2 || rest.cols() < 2 => None,
        (true, _) if rest.rows() >= rest.cols() => Some(row),
        _ => Some(column),
    }
}
