//! What the last move makes superfluous.

use super::{
    super::{super::Metric, bits::Bits, table::Key},
    Layout, Mover,
};
use std::hint::select_unpredictable;

/// The block moved last: where it is and where it came from; the same if none was moved. On rails, the line it is on,
/// counted from 1, and that line's arrangement before; 0 if none was moved.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(in super::super) struct Last {
    pub(in super::super) anchor: u8,
    pub(in super::super) from: u8,
}

/// What the last move makes superfluous.
///
/// - Moving the same block again: in `moves` in all directions, in `slides` along the same line, in `steps` the way
///   back. What that leads to is reached from the parent at no greater cost.
/// - Moving a block of lower rank that has nothing to do with it: it could as well have moved first, so the same
///   position is found by that order of the two moves, or by another in which the ranks go on rising.
pub(super) struct Recent<B> {
    /// Where the block moved last is.
    pub(super) anchor: u32,
    /// The directions in which it need not move again.
    pub(super) banned: u8,
    order: Order<B>,
    /// The cells that it covered on a way that it could have gone.
    pub(super) swept: B,
}

/// What of other blocks' moves could have come first.
#[derive(Clone, Copy, Default)]
pub(super) struct Order<B> {
    /// The class of the block moved last.
    pub(super) class: u32,
    /// Its rank; 0 if no block was moved.
    pub(super) rank: usize,
    /// The places of a block of the same class that could have moved first.
    pub(super) lower: B,
}

pub(super) const ALL_DIRECTIONS: u8 = 0b1111;

impl<B: Bits> Default for Recent<B> {
    /// If nothing was moved.
    fn default() -> Self {
        Self { anchor: u32::MAX, banned: 0, order: Order::default(), swept: B::default() }
    }
}

impl<B: Bits> Recent<B> {
    /// The anchors to which a class's moves are superfluous if they have nothing to do with the last one.
    #[inline(always)]
    pub(super) fn skippable(&self, class: u32, mover: &Mover<B>) -> B {
        self.order.skippable(class, mover.rank)
    }
}

impl<B: Bits> Order<B> {
    /// The places to which moves of a class of this rank are superfluous if they have nothing to do with the last one.
    #[inline(always)]
    pub(super) fn skippable(&self, class: u32, rank: usize) -> B {
        // why: no branch, which would be hard to foretell.
        let lower = select_unpredictable((class == self.class) & (rank == self.rank), self.lower, B::default());
        select_unpredictable(rank < self.rank, !B::default(), lower)
    }
}

impl<B: Bits, K: Key> Layout<B, K> {
    /// What this move makes superfluous.
    #[inline(always)]
    pub(super) fn recent(&self, anchors: &[B], occupied: B, last: Last) -> Recent<B> {
        let Last { anchor, from } = last;
        let (anchor, from) = (u32::from(anchor), u32::from(from));
        if anchor == from {
            return Recent::default();
        }
        let bit = B::bit(anchor);
        // why: no early end, which would be hard to foretell.
        let is_here = |&(_, &anchors): &(usize, &B)| !(anchors & bit).is_empty();
        let class = anchors.iter().enumerate().filter(is_here).fold(0, |_, (class, _)| class);
        let mover = &self.movers[class];
        let own = mover.spots[anchor as usize].cells;
        let ends = own | mover.spots[from as usize].cells;
        let distance = anchor.abs_diff(from);
        let is_line = distance < self.major;
        let is_step = distance == if is_line { 1 } else { self.major };
        let (banned, swept) = match self.metric {
            Metric::Moves if is_step => (ALL_DIRECTIONS, ends),
            // Which way it went is not known; any that it could have gone will do.
            Metric::Moves => {
                let others = occupied & !own;
                let passed = match self.between(mover, others, anchor, from) {
                    Some(passed) => passed,
                    None => mover.covered(self.flood(mover.fits(others), bit)),
                };
                (ALL_DIRECTIONS, passed | ends)
            }
            Metric::Slides => {
                let stride = if is_line { 1 } else { self.major };
                let (mut at, last) = (anchor.min(from) + stride, anchor.max(from));
                let mut passed = ends;
                // why: a range by steps would divide.
                while at < last {
                    passed = passed | mover.spots[at as usize].cells;
                    at += stride;
                }
                (self.axis(is_line), passed)
            }
            Metric::Steps => {
                let is_back = |&stride: &i32| anchor.wrapping_add_signed(stride) == from;
                (1 << self.strides.iter().position(is_back).unwrap_or_default(), ends)
            }
        };
        let lower = if self.images.is_empty() { bit.minus(B::from_low(1)) } else { B::default() };
        let order = Order { class: class as u32, rank: mover.rank, lower };
        Recent { anchor, banned, order, swept }
    }

    /// What a block covers on its way between two places that are two steps apart, if there is a way.
    #[inline(always)]
    fn between(&self, mover: &Mover<B>, others: B, one: u32, other: u32) -> Option<B> {
        let (low, high) = (one.min(other), one.max(other));
        let is_step = |by: u32| by == 1 || by == self.major;
        [low + 1, low + self.major, low.wrapping_sub(1)].into_iter().find_map(|middle| {
            let spot = mover.spots.get(middle as usize)?;
            let is_open = !spot.cells.is_empty() && (spot.cells & others).is_empty();
            (is_step(high.abs_diff(middle)) && is_open).then_some(spot.cells)
        })
    }

    /// The directions along a line of the board, or across.
    fn axis(&self, is_line: bool) -> u8 {
        if is_line == (self.plan.col_stride == 1) { 0b1100 } else { 0b0011 }
    }
}
