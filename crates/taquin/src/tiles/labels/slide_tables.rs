//! Lower bounds in slides: the exact distances of the puzzle whose classes are merged into few colours.
//!
//! Bounds for parts of the tiles do not add up in this metric, because one slide moves tiles of several parts. So all tiles
//! take part, in so few colours that all arrangements can be seen.

use super::{
    classes::{Classes, class, pack},
    packed::{LabelSpace, Packed, Push, legal, slid},
    pattern_tables::PlacementIndex,
};
use crate::{
    search::{Cost, Heuristic},
    sort::sort_short_by_key,
    tiles::{Direction, Shape},
};
use std::sync::Arc;

/// Most arrangements in colours.
const MOST: usize = 3_000_000;
/// Not reached (yet).
const UNKNOWN: u8 = u8::MAX;

/// A colour for each class; the gap is 0.
type Colours = Vec<usize>;

/// The distances of one colouring.
#[derive(Debug)]
struct ColourTable {
    colours: Colours,
    index: PlacementIndex,
    distances: Vec<u8>,
}

impl ColourTable {
    fn painted(&self, cells: u64, count: usize) -> u64 {
        pack((0..count).map(|cell| self.colours[class(cells, cell)]))
    }
}

/// The tables of up to two colourings.
#[derive(Debug)]
pub(super) struct SlideTables {
    shape: Shape,
    tables: Vec<ColourTable>,
}

impl Heuristic<LabelSpace> for Arc<SlideTables> {
    /// The cells in the colours of each table.
    type Memo = [u64; 2];

    fn start(&self, state: &Packed) -> [u64; 2] {
        let mut painted = [0; 2];
        for (cells, table) in painted.iter_mut().zip(&self.tables) {
            *cells = table.painted(state.cells, self.shape.cells());
        }
        painted
    }

    fn step(&self, mut memo: [u64; 2], _before: &Packed, push: Push) -> [u64; 2] {
        for cells in memo.iter_mut().take(self.tables.len()) {
            for tiles in 0..push.count {
                *cells = slid(*cells, push.gap_after(self.shape, tiles + 1), push.gap_after(self.shape, tiles));
            }
        }
        memo
    }

    fn value(&self, memo: [u64; 2]) -> Cost {
        let bounds = self.tables.iter().zip(memo).map(|(table, cells)| table.distances[table.index.number(cells)]);
        bounds.max().map_or(0, Cost::from)
    }

    fn table_bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.distances.len() as u64).sum()
    }
}

/// Colours of the classes, in the order of their first cells by this rank: as many as there is room for.
fn colours(classes: &Classes, rank: impl Fn(usize) -> usize) -> Colours {
    let first = |class: usize| {
        (0..classes.cells()).filter(|&cell| classes.goal[cell] == Some(class)).map(&rank).min().unwrap_or(usize::MAX)
    };
    let mut order: Vec<usize> = (1..classes.counts.len()).collect();
    sort_short_by_key(&mut order, |&class| (first(class), class));
    let tiles: usize = classes.counts[1..].iter().sum();
    let in_so_many = |count: usize| {
        let mut colours = vec![0; classes.counts.len()];
        let mut before = 0;
        for &class in &order {
            let middle = before + classes.counts[class] / 2;
            colours[class] = 1 + (middle * count / tiles.max(1)).min(count - 1);
            before += classes.counts[class];
        }
        colours
    };
    let fitting = (1..=tiles.max(1)).rev().map(in_so_many).find(|colours| index(classes, colours).len() <= MOST);
    fitting.unwrap_or_else(|| in_so_many(1))
}

/// How many tiles there are of each colour, and their placements with the gap first.
fn index(classes: &Classes, colours: &Colours) -> PlacementIndex {
    let counts = counts(classes, colours);
    let counted: Vec<(usize, usize)> = counts.into_iter().enumerate().filter(|&(_, count)| count > 0).collect();
    PlacementIndex::new(classes.cells(), &counted)
}

fn counts(classes: &Classes, colours: &Colours) -> Vec<usize> {
    let mut counts = vec![0; colours.iter().max().map_or(1, |most| most + 1)];
    colours.iter().zip(&classes.counts).for_each(|(&colour, &count)| counts[colour] += count);
    counts
}

/// Tables that are being made, in slices.
#[derive(Debug)]
pub(super) struct SlideTablesBuild {
    shape: Shape,
    waiting: Vec<ColourBuild>,
    done: Vec<ColourTable>,
    units: u64,
    total: u64,
}

impl SlideTablesBuild {
    /// The tables of a problem with one gap.
    pub(super) fn new(classes: &Classes) -> Self {
        let shape = classes.shape;
        let by_col = |cell: usize| {
            let (row, col) = shape.place(cell);
            col * shape.rows() + row
        };
        let mut both = vec![colours(classes, |cell| cell), colours(classes, by_col)];
        both.dedup();
        let waiting: Vec<_> = both.into_iter().map(|colours| ColourBuild::new(classes, colours)).collect();
        let total = waiting.iter().map(|build| build.table.distances.len() as u64).sum();
        Self { shape, waiting, done: Vec::new(), units: 0, total }
    }

    pub(super) fn progress(&self) -> (u64, u64) {
        (self.units, self.total)
    }

    /// Works for about `budget` arrangements; returns the tables once they are complete.
    pub(super) fn run(&mut self, budget: u64) -> Option<SlideTables> {
        let mut left = budget;
        while let Some(build) = self.waiting.last_mut() {
            if left == 0 {
                return None;
            }
            let worked = build.run(left);
            self.units += worked;
            left = left.saturating_sub(worked.max(1));
            if build.is_done() {
                self.done.extend(self.waiting.pop().map(|build| build.table));
            }
        }
        Some(SlideTables { shape: self.shape, tables: std::mem::take(&mut self.done) })
    }
}

/// The table of one colouring, breadth first from all goals.
#[derive(Debug)]
struct ColourBuild {
    shape: Shape,
    legal: [u8; 16],
    table: ColourTable,
    layer: Vec<u64>,
    next_layer: Vec<u64>,
    depth: u8,
}

impl ColourBuild {
    fn new(classes: &Classes, colours: Colours) -> Self {
        let shape = classes.shape;
        let index = index(classes, &colours);
        let mut left = counts(classes, &colours);
        let mut cells: Vec<usize> = vec![0; classes.cells()];
        for (cell, class) in classes.goal.iter().enumerate().filter_map(|(cell, class)| Some((cell, (*class)?))) {
            cells[cell] = colours[class];
            left[colours[class]] -= 1;
        }
        let mut layer = Vec::new();
        fill(&mut cells, &classes.free(), &mut left, &mut |cells| layer.push(pack(cells.iter().copied())));
        let mut table = ColourTable { distances: vec![UNKNOWN; index.len()], index, colours };
        layer.iter().for_each(|&cells| table.distances[table.index.number(cells)] = 0);
        Self { shape, legal: legal(shape), table, layer, next_layer: Vec::new(), depth: 0 }
    }

    fn is_done(&self) -> bool {
        self.layer.is_empty() && self.next_layer.is_empty()
    }

    fn run(&mut self, budget: u64) -> u64 {
        let mut worked = 0;
        while worked < budget {
            let Some(cells) = self.layer.pop() else {
                if self.next_layer.is_empty() {
                    break;
                }
                std::mem::swap(&mut self.layer, &mut self.next_layer);
                self.depth += 1;
                continue;
            };
            worked += 1;
            self.expand(cells);
        }
        worked
    }

    fn expand(&mut self, cells: u64) {
        let gap = Packed::new(cells).gaps.trailing_zeros() as usize;
        for direction in Direction::ALL {
            let (mut cells, mut gap) = (cells, gap);
            while self.legal[gap] >> direction as u8 & 1 == 1 {
                let from = Push { gap: gap as u8, direction, count: 1 }.gap_after(self.shape, 1);
                cells = slid(cells, from, gap);
                gap = from;
                let distance = &mut self.table.distances[self.table.index.number(cells)];
                if *distance == UNKNOWN {
                    *distance = self.depth + 1;
                    self.next_layer.push(cells);
                }
            }
        }
    }
}

/// Puts what is left of each colour into the free cells in every different way.
fn fill(cells: &mut [usize], free: &[usize], left: &mut [usize], found: &mut dyn FnMut(&[usize])) {
    let Some((&cell, rest)) = free.split_first() else { return found(cells) };
    for colour in 0..left.len() {
        if left[colour] > 0 {
            left[colour] -= 1;
            cells[cell] = colour;
            fill(cells, rest, left, found);
            left[colour] += 1;
        }
    }
}
