//! Labelled problems of up to 16 cells as a search space.

use super::classes::{Classes, class, pack, places};
use crate::{
    search::{Cost, Heuristic, Space, best_first::Compact},
    tiles::{Direction, Metric, Shape},
};

/// The classes of all cells, and where the gaps are.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct Packed {
    pub(super) cells: u64,
    pub(super) gaps: u16,
}

impl Packed {
    pub(super) fn new(cells: u64) -> Self {
        let mut bits = places(cells, 0);
        let mut gaps = 0;
        while bits != 0 {
            gaps |= 1 << (bits.trailing_zeros() / 4);
            bits &= bits - 1;
        }
        Self { cells, gaps }
    }

    /// Moves the tile in `from` into the gap in `to`.
    #[inline]
    fn slide(&mut self, from: usize, to: usize) {
        self.cells = slid(self.cells, from, to);
        self.gaps ^= 1 << from | 1 << to;
    }
}

/// The cells after the tile in `from` has moved into the gap in `to`.
#[inline]
pub(super) fn slid(cells: u64, from: usize, to: usize) -> u64 {
    let tile = class(cells, from) as u64;
    cells ^ (tile << (4 * from) | tile << (4 * to))
}

/// A straight slide: so many tiles in a row move by one cell into a gap. In single-tile moves it is one tile.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Push {
    /// The cell of the gap before the push.
    pub(super) gap: u8,
    pub(super) direction: Direction,
    pub(super) count: u8,
}

/// From a gap to the cell of the tile that moves into it.
#[inline]
pub(super) fn offset(shape: Shape, direction: Direction) -> isize {
    let cols = shape.cols() as isize;
    [cols, -cols, 1, -1][direction as usize]
}

impl Push {
    /// The cell of the gap after so many of its tiles have moved.
    #[inline]
    pub(super) fn gap_after(self, shape: Shape, tiles: u8) -> usize {
        usize::from(self.gap).wrapping_add_signed(offset(shape, self.direction) * isize::from(tiles))
    }

    /// The single-tile moves that it is made of, each by the cell of its gap.
    pub(super) fn steps(self, shape: Shape) -> impl Iterator<Item = (usize, Direction)> {
        (0..self.count).map(move |tiles| (self.gap_after(shape, tiles), self.direction))
    }
}

/// The space of a problem: all arrangements of its classes.
#[derive(Clone, Debug)]
pub(super) struct LabelSpace {
    pub(super) shape: Shape,
    metric: Metric,
    goal: u64,
    /// All ones in the cells that matter.
    mask: u64,
    /// For each cell, a bit for each direction in which a tile can move there.
    legal: [u8; 16],
}

impl LabelSpace {
    pub(super) fn new(classes: &Classes, metric: Metric) -> Self {
        let shape = classes.shape;
        let goal = pack(classes.goal.iter().map(|wanted| wanted.unwrap_or_default()));
        let wanted = classes.goal.iter().enumerate().filter(|(_, wanted)| wanted.is_some());
        let mask = wanted.fold(0, |mask, (cell, _)| mask | 15 << (4 * cell));
        Self { shape, metric, goal, mask, legal: legal(shape) }
    }
}

/// For each cell, a bit for each direction in which a tile can move there.
pub(super) fn legal(shape: Shape) -> [u8; 16] {
    std::array::from_fn(|cell| {
        let directions = Direction::ALL.into_iter();
        let open = directions.filter(|&direction| cell < shape.cells() && shape.source(cell, direction).is_some());
        open.fold(0, |set, direction| set | 1 << direction as u8)
    })
}

impl Space for LabelSpace {
    type State = Packed;
    type Move = Push;
    type Moves = Pushes;

    #[inline]
    fn is_goal(&self, state: &Packed) -> bool {
        (state.cells ^ self.goal) & self.mask == 0
    }

    #[inline]
    fn moves(&self, state: &Packed, last: Option<Push>) -> Pushes {
        let mut set = 0;
        let mut gaps = state.gaps;
        while gaps != 0 {
            let gap = gaps.trailing_zeros() as usize;
            gaps &= gaps - 1;
            set |= u64::from(self.legal[gap]) << (4 * gap);
        }
        if let Some(last) = last {
            let mut needless = 1_u64 << last.direction.inverse() as u8;
            if self.metric == Metric::Mtm {
                // Two slides of a gap along the same line are one, or undo each other.
                needless |= 1 << last.direction as u8;
            }
            set &= !(needless << (4 * last.gap_after(self.shape, last.count)));
        }
        let (shape, in_slides) = (self.shape, self.metric == Metric::Mtm);
        Pushes { set, gaps: state.gaps, shape, in_slides, last: None, legal: self.legal }
    }

    #[inline]
    fn apply(&self, state: &mut Packed, push: Push) {
        for tiles in 0..push.count {
            state.slide(push.gap_after(self.shape, tiles + 1), push.gap_after(self.shape, tiles));
        }
    }

    fn inverse(&self, push: Push) -> Push {
        let gap = push.gap_after(self.shape, push.count) as u8;
        Push { gap, direction: push.direction.inverse(), count: push.count }
    }
}

impl Compact for LabelSpace {
    fn words(&self) -> usize {
        1
    }

    #[inline]
    fn pack(&self, state: &Packed, words: &mut [u64]) {
        words[0] = state.cells;
    }

    #[inline]
    fn unpack(&self, words: &[u64]) -> Packed {
        Packed::new(words[0])
    }

    /// Only for single-tile moves.
    #[inline]
    fn number(&self, push: Push) -> u8 {
        let number = push.gap * 4 + push.direction as u8;
        // No tile can move up into the last cell, so that the number of that move is free for the last one.
        if number == 63 { 60 } else { number }
    }

    #[inline]
    fn numbered(&self, number: u8) -> Push {
        single(if number == 60 { 63 } else { number })
    }
}

fn single(number: u8) -> Push {
    Push { gap: number / 4, direction: Direction::ALL[usize::from(number % 4)], count: 1 }
}

/// The pushes of one state, one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pushes {
    /// A bit for each gap and direction.
    set: u64,
    gaps: u16,
    shape: Shape,
    in_slides: bool,
    /// The push before, which one more tile may make another one.
    last: Option<Push>,
    legal: [u8; 16],
}

impl Pushes {
    /// Does another tile follow after so many have moved?
    #[inline]
    fn goes_on(&self, push: Push, tiles: u8) -> bool {
        let gap = push.gap_after(self.shape, tiles);
        let is_legal = self.legal[gap] >> push.direction as u8 & 1 == 1;
        is_legal && self.gaps >> push.gap_after(self.shape, tiles + 1) & 1 == 0
    }
}

impl Iterator for Pushes {
    type Item = Push;

    #[inline]
    fn next(&mut self) -> Option<Push> {
        if let Some(last) = self.last.take()
            && self.goes_on(last, last.count)
        {
            let push = Push { count: last.count + 1, ..last };
            self.last = Some(push);
            return Some(push);
        }
        while self.set != 0 {
            let push = single(self.set.trailing_zeros() as u8);
            self.set &= self.set - 1;
            // A gap cannot move into another one.
            if self.gaps >> push.gap_after(self.shape, 1) & 1 == 0 {
                self.last = self.in_slides.then_some(push);
                return Some(push);
            }
        }
        None
    }
}

/// Every tile to the nearest cell that may be its own: a lower bound in single-tile moves.
#[derive(Clone, Debug)]
pub(super) struct NearestCells {
    shape: Shape,
    /// For each class and cell.
    distances: Vec<[u8; 16]>,
}

impl NearestCells {
    pub(super) fn new(classes: &Classes) -> Self {
        let shape = classes.shape;
        let nearest = |class: usize, cell: usize| {
            let is_spare = classes.counts[class] > classes.wanted(class);
            let is_home = |&home: &usize| classes.goal[home].map_or(is_spare, |wanted| wanted == class);
            let distance = |home: usize| {
                let ((row, col), (home_row, home_col)) = (shape.place(cell), shape.place(home));
                (row.abs_diff(home_row) + col.abs_diff(home_col)) as u8
            };
            (0..classes.cells()).filter(is_home).map(distance).min().unwrap_or_default()
        };
        let of_class = |class: usize| {
            let distance = |cell: usize| if class == 0 || cell >= classes.cells() { 0 } else { nearest(class, cell) };
            std::array::from_fn(distance)
        };
        Self { shape, distances: (0..classes.counts.len()).map(of_class).collect() }
    }
}

impl Heuristic<LabelSpace> for NearestCells {
    type Memo = Cost;

    fn start(&self, state: &Packed) -> Cost {
        let distance = |cell: usize| Cost::from(self.distances[class(state.cells, cell)][cell]);
        (0..self.shape.cells()).map(distance).sum()
    }

    #[inline]
    fn step(&self, memo: Cost, before: &Packed, push: Push) -> Cost {
        let (from, to) = (push.gap_after(self.shape, 1), usize::from(push.gap));
        let of = &self.distances[class(before.cells, from)];
        memo + Cost::from(of[to]) - Cost::from(of[from])
    }

    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}
