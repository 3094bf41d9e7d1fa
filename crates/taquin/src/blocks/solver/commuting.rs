//! Commuting-move pruning: of two moves that have nothing to do with each other only one order is searched.
//!
//! After a move it is superfluous
//!
//! - to move the same block again: in `moves` in all directions, in `slides` along the same line, in `steps` the way back.
//!   What that leads to is reached from the parent at no greater cost;
//! - to move a block of lower rank that does not touch the cells that the first one swept: it could as well have moved
//!   first, so the same position is found by that order of the two moves, or by another in which the ranks go on rising.

use super::{bits::Bits, movegen::Movegen};
use crate::blocks::Metric;
use std::hint::select_unpredictable;

/// The block moved last: its class, and the numbers of the places where it is and where it came from; these are equal if
/// none was moved. In [`super::lines`], the line it is on, counted from 1 (0 if none was moved), and the arrangement of that
/// before.
///
/// One for each position that is still to be expanded, so all is in 32 bits.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Last(u32);

/// Bits of the number of a place: no board has more than 1151 cells.
const NUMBER_BITS: u32 = 11;

impl Last {
    /// After a move of a block of this class between these places.
    #[inline(always)]
    pub(super) fn new(class: usize, number: u16, from: u16) -> Self {
        let last = (class as u32) << (2 * NUMBER_BITS) | u32::from(number) << NUMBER_BITS | u32::from(from);
        // why: of a thousand classes there may be one more than there are bits for. Without a last move nothing is pruned.
        if class < 1 << (u32::BITS - 2 * NUMBER_BITS) { Self(last) } else { Self::default() }
    }

    #[inline(always)]
    pub(super) fn class(self) -> usize {
        (self.0 >> (2 * NUMBER_BITS)) as usize
    }

    #[inline(always)]
    fn number(self) -> usize {
        (self.0 >> NUMBER_BITS) as usize % (1 << NUMBER_BITS)
    }

    #[inline(always)]
    pub(super) fn from(self) -> usize {
        self.0 as usize % (1 << NUMBER_BITS)
    }
}

/// What the last move makes superfluous.
#[derive(Clone)]
pub(super) struct Commuting<B> {
    /// Where the block moved last is.
    anchor: u16,
    /// The directions in which it need not move again.
    banned: u8,
    class: usize,
    /// Its rank; 0 if no block was moved.
    rank: usize,
    /// The places of a block of the same class that could have moved first.
    lower: B,
    /// The cells that it covered on a way that it could have gone.
    pub(super) swept: B,
}

/// What a block need not do.
pub(super) struct Limits<B> {
    /// Directions in which it need not go.
    pub(super) banned: u8,
    /// Anchors that it need not go to if it does not touch what was swept on its way.
    pub(super) commuting: B,
}

const ALL_DIRECTIONS: u8 = 0b1111;

impl<B: Bits> Default for Commuting<B> {
    /// If nothing was moved.
    fn default() -> Self {
        Self { anchor: u16::MAX, banned: 0, class: 0, rank: 0, lower: B::default(), swept: B::default() }
    }
}

impl<B: Bits> Commuting<B> {
    /// The anchor of a block that need not move at all; none if there is no such block.
    #[inline(always)]
    pub(super) fn resting(&self) -> B {
        if self.banned == ALL_DIRECTIONS { B::bit(self.anchor.into()) } else { B::default() }
    }

    /// What the block of this class at this anchor need not do.
    #[inline(always)]
    pub(super) fn limits(&self, class: usize, rank: usize, anchor: u16) -> Limits<B> {
        // why: no branches, which would be unpredictable.
        let lower = select_unpredictable((class == self.class) & (rank == self.rank), self.lower, B::default());
        let commuting = select_unpredictable(rank < self.rank, !B::default(), lower);
        let is_last = anchor == self.anchor;
        Limits {
            banned: if is_last { self.banned } else { 0 },
            commuting: select_unpredictable(is_last, B::default(), commuting),
        }
    }
}

impl<B: Bits> Movegen<B> {
    /// What the last move makes superfluous in a position with these cells taken.
    #[inline(always)]
    pub(super) fn commuting(&self, metric: Metric, occupied: B, last: Last) -> Commuting<B> {
        if last.number() == last.from() {
            return Commuting::default();
        }
        let class = last.class();
        let (spot, origin) = (self.spot(class, last.number()), self.spot(class, last.from()));
        // A block that left the board leaves no trace.
        if spot.cells.is_empty() {
            return Commuting::default();
        }
        let (anchor, from) = (spot.anchor, origin.anchor);
        let own = spot.cells;
        let ends = own | origin.cells;
        let distance = u32::from(anchor).abs_diff(from.into());
        let is_line = distance < self.major;
        let stride = if is_line { 1 } else { self.major };
        let (banned, swept) = match metric {
            _ if distance == stride && metric != Metric::Slides => {
                let is_back = |direction: &usize| self.neighbour(anchor.into(), *direction) == from.into();
                let back = (0..4).find(is_back).unwrap_or_default();
                (if metric == Metric::Steps { 1 << back } else { ALL_DIRECTIONS }, ends)
            }
            // Which way it went is not known; any that it could have gone will do.
            Metric::Moves => {
                let mover = &self.movers[class];
                let passed = self.flood(mover, mover.fits(occupied & !own), B::bit(anchor.into()));
                (ALL_DIRECTIONS, mover.covered(passed) | ends)
            }
            Metric::Slides | Metric::Steps => {
                let (mut at, last) = (anchor.min(from), anchor.max(from));
                let mut passed = ends;
                while at < last {
                    at += stride as u16;
                    passed = passed | self.spot(class, self.number(class, at.into())).cells;
                }
                (if is_line == self.encoding.board.has_rows_as_lines() { 0b1100 } else { 0b0011 }, passed)
            }
        };
        // why: which block of a class comes first is not the same in all images.
        let is_ordered = self.encoding.symmetries.is_empty();
        let lower = if is_ordered { B::bit(anchor.into()).minus(B::from_low(1)) } else { B::default() };
        Commuting { anchor, banned, class, rank: self.movers[class].rank, lower, swept }
    }
}
