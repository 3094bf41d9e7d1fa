//! Positions whose moves are found together.

use super::{
    super::{bits::Bits, table::Key},
    Hops, Layout, Position,
    numbered::Scratch,
};

/// Positions that room is made for at once, at least.
const FEW: usize = 8;

/// A few positions, and the moves of all of them.
///
/// why together: how many blocks of a position can move and how many moves they have is hard to foretell, and a wrong guess
/// costs as much as a move. One loop over the blocks of several positions has one end to be guessed, not one for each.
pub(in super::super) struct Group<B, K> {
    pub(super) positions: Vec<Position<B, K>>,
    pub(super) found: Found<B>,
    pub(super) scratch: Scratch,
}

/// Blocks of one class that may be able to move.
#[derive(Clone, Copy)]
pub(super) struct Mobile<B> {
    /// The number of their position.
    pub(super) position: u32,
    pub(super) class: u32,
    pub(super) blocks: B,
}

/// The moves of a group.
pub(super) struct Found<B> {
    /// Those found, then whatever was there before.
    pub(super) hops: Vec<Hops<B>>,
    pub(super) len: usize,
    /// The same of the blocks that may be able to move.
    pub(super) mobile: Vec<Mobile<B>>,
    pub(super) mobile_len: usize,
}

/// The first items of a slice.
pub(super) struct List<'a, T> {
    pub(super) items: &'a mut [T],
    pub(super) len: usize,
}

impl<T> List<'_, T> {
    /// Adds an item, if it counts.
    #[inline(always)]
    pub(super) fn add(&mut self, item: T, counts: bool) {
        // why: whether it does is hard to foretell, and this takes no branch.
        self.items[self.len] = item;
        self.len += usize::from(counts);
    }
}

impl<B: Bits> Found<B> {
    pub(super) fn clear(&mut self) {
        (self.len, self.mobile_len) = (0, 0);
    }

    /// Adds moves, of which there may be more than blocks.
    #[inline(always)]
    pub(super) fn push(&mut self, hops: Hops<B>) {
        if self.len == self.hops.len() {
            self.hops.push(hops);
        }
        self.hops[self.len] = hops;
        self.len += 1;
    }
}

impl<B: Bits, K: Key> Group<B, K> {
    /// Makes room for so many positions.
    ///
    /// why not for as many as there may ever be: small puzzles never have so many.
    #[inline]
    pub(super) fn make_room(&mut self, layout: &Layout<B, K>, positions: usize) {
        if self.positions.len() < positions {
            *self = Self::new(layout, positions.next_multiple_of(FEW));
        }
    }

    /// Room for so many positions.
    pub(in super::super) fn new(layout: &Layout<B, K>, positions: usize) -> Self {
        let blocks: usize = layout.plan.classes.iter().map(|class| class.blocks.len()).sum();
        let no_hops = Hops { position: 0, class: 0, from: 0, partner: 0, to: B::default() };
        let immobile = Mobile { position: 0, class: 0, blocks: B::default() };
        Self {
            positions: (0..positions).map(|_| layout.blank()).collect(),
            found: Found {
                // One more, for moves that are none.
                hops: vec![no_hops; positions * blocks + 1],
                len: 0,
                mobile: vec![immobile; positions * layout.movers.len() + 1],
                mobile_len: 0,
            },
            scratch: layout.numbered.as_ref().map(|numbered| numbered.scratch(positions)).unwrap_or_default(),
        }
    }

    /// The moves found last.
    pub(in super::super) fn hops(&self) -> &[Hops<B>] {
        &self.found.hops[..self.found.len]
    }
}
