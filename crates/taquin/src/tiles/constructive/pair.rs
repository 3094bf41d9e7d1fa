//! The last two tiles of a line, which can only be placed together.
//!
//! A single open cell between fixed ones is a dead end: the blank can enter it only by taking out the tile that is in
//! it, and must put that tile back to leave. So both tiles are brought into the window of 2 × 3 cells at the line's open
//! end and rotated in from there. A table holds the distance of all 120 arrangements of two tiles and a blank in the
//! window.

use super::{
    free_cells::FreeCells,
    router::{Delivery, Router},
};
use crate::tiles::{Direction, Shape};

/// The blank and the two tiles of a pair, followed along moves that are only planned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triple {
    pub(super) blank: usize,
    pub(super) first: usize,
    pub(super) second: usize,
}

impl Triple {
    /// Where the three are after these moves.
    fn follow(mut self, shape: Shape, moves: &[Direction]) -> Self {
        for &direction in moves {
            let Some(source) = shape.source(self.blank, direction) else { continue };
            if self.first == source {
                self.first = self.blank;
            } else if self.second == source {
                self.second = self.blank;
            }
            self.blank = source;
        }
        self
    }
}

/// The 2 × 3 cells at the open end of a line: the two open cells of the line, and under each (seen from the line)
/// two more. Cell `k` of the window is next to `k ^ 1` and under `k - 2`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    cells: [usize; 6],
}

impl Window {
    /// - `ends`: the two open cells of the line, neighbours;
    /// - `inward`: the direction from the line into the free cells.
    pub(super) fn new(free: &FreeCells, ends: [usize; 2], inward: Direction) -> Self {
        let under = |cell| free.step(cell, inward).expect("a line is solved only while two more lines are free");
        let below = ends.map(under);
        let far = below.map(under);
        Self { cells: [ends[0], ends[1], below[0], below[1], far[0], far[1]] }
    }

    /// Is the tile locked in one open cell of the line, or about to be, while the other tile stays in the other one?
    fn locks_in(&self, tile: usize, other: usize, blank: usize) -> bool {
        let [first, second, under_first, under_second, ..] = self.cells;
        let held = |end, under| tile == end || blank == end && tile == under;
        other == second && held(first, under_first) || other == first && held(second, under_second)
    }

    fn index(&self, cell: usize) -> Option<usize> {
        self.cells.iter().position(|&other| other == cell)
    }
}

/// How two tiles get to their places: each is parked in turn, then both are rotated in.
pub(super) struct PairPlan {
    /// Where the tiles are parked, in order of time.
    pub(super) parked: Vec<Parked>,
    /// The moves that then bring both to their places.
    pub(super) rotation: Vec<Direction>,
}

/// A tile that is brought near its place.
#[derive(Clone)]
pub(super) struct Parked {
    /// Is it the second one of the pair?
    pub(super) is_second: bool,
    pub(super) cell: usize,
    pub(super) moves: Vec<Direction>,
}

/// A plan whose tiles are not all parked yet.
#[derive(Clone)]
struct Draft {
    parked: Vec<Parked>,
    triple: Triple,
}

impl Draft {
    fn new(triple: Triple) -> Self {
        Self { parked: Vec::new(), triple }
    }

    /// Parks one more tile without disturbing the one parked last. `None` if it cannot get there, or if the plan would
    /// take `limit` moves or more.
    fn park(
        &self,
        router: &mut Router,
        free: &FreeCells,
        window: &Window,
        (is_second, cell): (bool, usize),
        limit: usize,
    ) -> Option<Self> {
        let Triple { blank, first, second } = self.triple;
        let (tile, other) = if is_second { (second, first) } else { (first, second) };
        let avoid = self.parked.last().map(|parked| parked.cell);
        if avoid == Some(other) && window.locks_in(tile, other, blank) {
            return None;
        }
        let length: usize = self.parked.iter().map(|parked| parked.moves.len()).sum();
        let delivery = Delivery { blank, tile, target: cell, avoid };
        let moves = router.deliver(free, delivery, limit.checked_sub(length)?)?;
        let mut draft = Self { parked: self.parked.clone(), triple: self.triple.follow(free.shape, &moves) };
        draft.parked.push(Parked { is_second, cell, moves });
        Some(draft)
    }
}

impl PairPlan {
    fn len(&self) -> usize {
        self.parked.iter().map(|parked| parked.moves.len()).sum::<usize>() + self.rotation.len()
    }
}

/// Plans for pairs of tiles, with the table of the window.
pub(super) struct Pairs {
    /// Distances in the window, see [`table`].
    table: [u8; 216],
}

const UNKNOWN: u8 = u8::MAX;

impl Pairs {
    pub(super) fn new() -> Self {
        Self { table: table() }
    }

    /// The shortest plan that parks both tiles somewhere in the window, in either order.
    pub(super) fn shortest(&self, router: &mut Router, free: &FreeCells, window: &Window, triple: Triple) -> PairPlan {
        // why the middle of the window first: a good plan early cuts most of the others short.
        let middle_first = [3, 2, 1, 0, 4, 5].map(|cell| window.cells[cell]);
        let mut best: Option<PairPlan> = None;
        for (is_second, parked) in [false, true].into_iter().flat_map(|second| middle_first.map(|cell| (second, cell)))
        {
            let limit = |best: &Option<PairPlan>| best.as_ref().map_or(usize::MAX, PairPlan::len);
            let first = Draft::new(triple).park(router, free, window, (is_second, parked), limit(&best));
            let Some(first) = first else { continue };
            for cell in middle_first.into_iter().filter(|&cell| cell != parked) {
                let limit = limit(&best);
                let parked = if is_second { [cell, parked] } else { [parked, cell] };
                let promising = limit.saturating_sub(self.least_rotation(window, parked));
                let both = first.park(router, free, window, (!is_second, cell), promising);
                let plan = both.and_then(|both| self.complete(router, free, window, both));
                best = plan.filter(|plan| plan.len() < limit).or(best);
            }
        }
        best.expect("two tiles can be brought into any window of free cells")
    }

    /// The plan that a person follows: the first tile to the second one's place, the second one under it, then both
    /// round the corner. If the second one would be locked in, it is first brought two cells away from its place.
    pub(super) fn explainable(
        &self,
        router: &mut Router,
        free: &FreeCells,
        window: &Window,
        triple: Triple,
    ) -> PairPlan {
        let draft = Draft::new(triple);
        if self.index(window, triple).is_some_and(|state| self.table[state] < 3) {
            return self.complete(router, free, window, draft).expect("all three are in the window");
        }
        let [corner, under, two_under] = [window.cells[1], window.cells[3], window.cells[5]];
        let mut follow = |parks: &[(bool, usize)]| {
            let park = |draft: Draft, &park| draft.park(router, free, window, park, usize::MAX);
            let draft = parks.iter().try_fold(draft.clone(), park)?;
            self.complete(router, free, window, draft)
        };
        follow(&[(false, corner), (true, under)])
            .or_else(|| follow(&[(true, two_under), (false, corner), (true, under)]))
            .unwrap_or_else(|| self.shortest(router, free, window, triple))
    }

    /// Least number of moves that rotate tiles in from these cells, wherever the blank is.
    fn least_rotation(&self, window: &Window, parked: [usize; 2]) -> usize {
        let [Some(first), Some(second)] = parked.map(|cell| window.index(cell)) else { return 0 };
        (0..6).map(|blank| usize::from(self.table[index(&[first, second, blank])])).min().unwrap_or(0)
    }

    /// Rotates the parked tiles in.
    fn complete(&self, router: &mut Router, free: &FreeCells, window: &Window, draft: Draft) -> Option<PairPlan> {
        let rotation = self.rotation(router, free, window, draft.triple)?;
        Some(PairPlan { parked: draft.parked, rotation })
    }

    /// The moves that rotate both tiles from their cells in the window to their places.
    fn rotation(
        &self,
        router: &mut Router,
        free: &FreeCells,
        window: &Window,
        triple: Triple,
    ) -> Option<Vec<Direction>> {
        let mut best: Option<Vec<Direction>> = None;
        for entry in window.cells {
            if entry == triple.first
                || entry == triple.second
                || self.index(window, triple).is_some() && entry != triple.blank
            {
                continue;
            }
            let avoid = [Some(triple.first), Some(triple.second)];
            if let Some(mut moves) = router.walk(free, triple.blank, entry, avoid) {
                self.descend(free, window, Triple { blank: entry, ..triple }, &mut moves)?;
                if best.as_ref().is_none_or(|best| moves.len() < best.len()) {
                    best = Some(moves);
                }
            }
        }
        best
    }

    fn index(&self, window: &Window, triple: Triple) -> Option<usize> {
        Some(index(&[window.index(triple.first)?, window.index(triple.second)?, window.index(triple.blank)?]))
    }

    /// Follows decreasing distances in the table to 0.
    fn descend(&self, free: &FreeCells, window: &Window, mut triple: Triple, moves: &mut Vec<Direction>) -> Option<()> {
        loop {
            let distance = self.table[self.index(window, triple)?];
            if distance == 0 {
                return Some(());
            }
            let (direction, next) = Direction::ALL.into_iter().find_map(|direction| {
                let next = triple.follow(free.shape, &[direction]);
                let state = self.index(window, next)?;
                (self.table[state] < distance).then_some((direction, next))
            })?;
            moves.push(direction);
            triple = next;
        }
    }
}

fn index(&[first, second, blank]: &[usize; 3]) -> usize {
    (first * 6 + second) * 6 + blank
}

/// The neighbours of a cell within the window.
fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    [Some(cell ^ 1), cell.checked_sub(2), Some(cell + 2).filter(|&cell| cell < 6)].into_iter().flatten()
}

/// The arrangement after the blank has moved to a neighbour.
fn moved([first, second, blank]: [usize; 3], to: usize) -> [usize; 3] {
    let follow = |tile| if tile == to { blank } else { tile };
    [follow(first), follow(second), to]
}

/// Moves until both tiles are in place, by the window cells of the first tile, the second tile and the blank, taken as
/// digits of base 6.
pub(in crate::tiles) fn table() -> [u8; 216] {
    let mut table = [UNKNOWN; 216];
    let mut layer: Vec<[usize; 3]> = (2..6).map(|blank| [0, 1, blank]).collect();
    for distance in 0.. {
        layer.retain(|state| std::mem::replace(&mut table[index(state)], distance) == UNKNOWN);
        if layer.is_empty() {
            break;
        }
        let next = layer.iter().flat_map(|&state| neighbours(state[2]).map(move |to| moved(state, to)));
        layer = next.filter(|state| table[index(state)] == UNKNOWN).collect();
    }
    table
}
