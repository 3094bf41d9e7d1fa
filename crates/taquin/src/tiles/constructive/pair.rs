//! The last two tiles of a line: they only go in together.
//!
//! A single open cell between fixed ones is a dead end: whatever the blank pushes out of it is what it pulls in
//! again. So both tiles are brought into the window of 2 × 3 cells before the line's open end and rotated in from
//! there. The window has 120 arrangements of two tiles and a blank, and a table of all of them.

use super::{
    carry::{Carrier, Load},
    ground::{Ground, Trio},
};
use crate::tiles::Direction;

/// The 2 × 3 cells at the open end of a line: the two open cells of the line, and under each (seen from the line)
/// two more. Cell `k` of the window lies beside `k ^ 1` and under `k - 2`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    cells: [usize; 6],
}

impl Window {
    /// - `ends`: the two open cells of the line, neighbours;
    /// - `inward`: the way from the line into the free ground.
    pub(super) fn new(ground: &Ground, ends: [usize; 2], inward: Direction) -> Self {
        let under = |cell| ground.step(cell, inward).expect("a line is solved only while two more lines are free");
        let below = ends.map(under);
        let far = below.map(under);
        Self { cells: [ends[0], ends[1], below[0], below[1], far[0], far[1]] }
    }

    /// Is the tile held in one open cell of the line while another one stays in the other, or about to be?
    fn locks_in(&self, tile: usize, other: usize, blank: usize) -> bool {
        let [first, second, under_first, under_second, ..] = self.cells;
        let held = |end, under| tile == end || blank == end && tile == under;
        other == second && held(first, under_first) || other == first && held(second, under_second)
    }

    fn index(&self, cell: usize) -> Option<usize> {
        self.cells.iter().position(|&other| other == cell)
    }
}

/// How two tiles get into their places: each parked in turn, then both rotated in.
pub(super) struct Plan {
    /// Where each tile is parked, in the order in which that is done.
    pub(super) parked: Vec<Parked>,
    /// The moves that then put both into their places.
    pub(super) rotation: Vec<Direction>,
}

/// A tile brought near its place.
#[derive(Clone)]
pub(super) struct Parked {
    /// Is it the second one of the pair?
    pub(super) is_second: bool,
    pub(super) cell: usize,
    pub(super) moves: Vec<Direction>,
}

/// A plan in the making.
#[derive(Clone)]
struct Draft {
    parked: Vec<Parked>,
    trio: Trio,
}

impl Draft {
    fn new(trio: Trio) -> Self {
        Self { parked: Vec::new(), trio }
    }

    /// Parks a tile as well, without disturbing the one parked last. `None` if it cannot get there, or the plan would
    /// take `limit` moves and more.
    fn park(
        &self,
        carrier: &mut Carrier,
        ground: &Ground,
        window: &Window,
        (is_second, cell): (bool, usize),
        limit: usize,
    ) -> Option<Self> {
        let Trio { blank, first, second } = self.trio;
        let (tile, other) = if is_second { (second, first) } else { (first, second) };
        let avoid = self.parked.last().map(|parked| parked.cell);
        if avoid == Some(other) && window.locks_in(tile, other, blank) {
            return None;
        }
        let length: usize = self.parked.iter().map(|parked| parked.moves.len()).sum();
        let load = Load { blank, tile, target: cell, avoid };
        let moves = carrier.carry(ground, load, limit.checked_sub(length)?)?;
        let mut draft = Self { parked: self.parked.clone(), trio: self.trio.follow(ground.shape, &moves) };
        draft.parked.push(Parked { is_second, cell, moves });
        Some(draft)
    }
}

impl Plan {
    fn len(&self) -> usize {
        self.parked.iter().map(|parked| parked.moves.len()).sum::<usize>() + self.rotation.len()
    }
}

/// Plans for pairs, with the table of the window.
pub(super) struct Pairs {
    /// For the window cells of first, second and blank: the moves until both are in place.
    table: [u8; 216],
}

const UNKNOWN: u8 = u8::MAX;

impl Pairs {
    pub(super) fn new() -> Self {
        Self { table: table() }
    }

    /// The shortest plan that parks both tiles somewhere in the window, in either order.
    pub(super) fn shortest(&self, carrier: &mut Carrier, ground: &Ground, window: &Window, trio: Trio) -> Plan {
        // why: the middle of the window first: a good plan early lets most of the others be cut short.
        let middle_first = [3, 2, 1, 0, 4, 5].map(|cell| window.cells[cell]);
        let mut best: Option<Plan> = None;
        for (is_second, parked) in [false, true].into_iter().flat_map(|second| middle_first.map(|cell| (second, cell)))
        {
            let limit = |best: &Option<Plan>| best.as_ref().map_or(usize::MAX, Plan::len);
            let first = Draft::new(trio).park(carrier, ground, window, (is_second, parked), limit(&best));
            let Some(first) = first else { continue };
            for cell in middle_first.into_iter().filter(|&cell| cell != parked) {
                let limit = limit(&best);
                let parked = if is_second { [cell, parked] } else { [parked, cell] };
                let promising = limit.saturating_sub(self.least_rotation(window, parked));
                let both = first.park(carrier, ground, window, (!is_second, cell), promising);
                let plan = both.and_then(|both| self.complete(carrier, ground, window, both));
                best = plan.filter(|plan| plan.len() < limit).or(best);
            }
        }
        best.expect("two tiles can be brought into any window of open ground")
    }

    /// The plan that a person follows: the first tile into the second one's place, the second one under it, then
    /// round the corner. Where the second one would be locked in, it is first brought two cells off its place.
    pub(super) fn explainable(&self, carrier: &mut Carrier, ground: &Ground, window: &Window, trio: Trio) -> Plan {
        let draft = Draft::new(trio);
        if self.index(window, trio).is_some_and(|state| self.table[state] < 3) {
            return self.complete(carrier, ground, window, draft).expect("all three are in the window");
        }
        let [corner, under, two_under] = [window.cells[1], window.cells[3], window.cells[5]];
        let mut follow = |parks: &[(bool, usize)]| {
            let park = |draft: Draft, &park| draft.park(carrier, ground, window, park, usize::MAX);
            let draft = parks.iter().try_fold(draft.clone(), park)?;
            self.complete(carrier, ground, window, draft)
        };
        follow(&[(false, corner), (true, under)])
            .or_else(|| follow(&[(true, two_under), (false, corner), (true, under)]))
            .unwrap_or_else(|| self.shortest(carrier, ground, window, trio))
    }

    /// The moves that it takes at least to rotate tiles in from these cells, wherever the blank is.
    fn least_rotation(&self, window: &Window, parked: [usize; 2]) -> usize {
        let [Some(first), Some(second)] = parked.map(|cell| window.index(cell)) else { return 0 };
        (0..6).map(|blank| usize::from(self.table[index(&[first, second, blank])])).min().unwrap_or(0)
    }

    /// Rotates the parked tiles in.
    fn complete(&self, carrier: &mut Carrier, ground: &Ground, window: &Window, draft: Draft) -> Option<Plan> {
        let rotation = self.rotation(carrier, ground, window, draft.trio)?;
        Some(Plan { parked: draft.parked, rotation })
    }

    /// The moves that rotate both tiles, which are in the window, into their places.
    fn rotation(&self, carrier: &mut Carrier, ground: &Ground, window: &Window, trio: Trio) -> Option<Vec<Direction>> {
        let mut best: Option<Vec<Direction>> = None;
        for entry in window.cells {
            if entry == trio.first || entry == trio.second || self.index(window, trio).is_some() && entry != trio.blank
            {
                continue;
            }
            let avoid = [Some(trio.first), Some(trio.second)];
            if let Some(mut moves) = carrier.walk(ground, trio.blank, entry, avoid) {
                self.descend(ground, window, Trio { blank: entry, ..trio }, &mut moves)?;
                if best.as_ref().is_none_or(|best| moves.len() < best.len()) {
                    best = Some(moves);
                }
            }
        }
        best
    }

    fn index(&self, window: &Window, trio: Trio) -> Option<usize> {
        Some(index(&[window.index(trio.first)?, window.index(trio.second)?, window.index(trio.blank)?]))
    }

    /// Goes down the table to its end.
    fn descend(&self, ground: &Ground, window: &Window, mut trio: Trio, moves: &mut Vec<Direction>) -> Option<()> {
        loop {
            let distance = self.table[self.index(window, trio)?];
            if distance == 0 {
                return Some(());
            }
            let (direction, next) = Direction::ALL.into_iter().find_map(|direction| {
                let next = trio.follow(ground.shape, &[direction]);
                let state = self.index(window, next)?;
                (self.table[state] < distance).then_some((direction, next))
            })?;
            moves.push(direction);
            trio = next;
        }
    }
}

fn index(&[first, second, blank]: &[usize; 3]) -> usize {
    (first * 6 + second) * 6 + blank
}

/// The cells of the window beside one of its cells.
fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    [Some(cell ^ 1), cell.checked_sub(2), Some(cell + 2).filter(|&cell| cell < 6)].into_iter().flatten()
}

/// The arrangement after the blank has moved to a neighbour.
fn moved([first, second, blank]: [usize; 3], to: usize) -> [usize; 3] {
    let follow = |tile| if tile == to { blank } else { tile };
    [follow(first), follow(second), to]
}

/// For the window cells of first, second and blank (as in a number of base 6): the moves until both are in place.
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
