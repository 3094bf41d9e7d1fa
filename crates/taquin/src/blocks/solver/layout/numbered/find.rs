//! Moves by numbers, of several positions together.

use super::{
    super::{
        super::{super::Metric, bits::Bits, table::Key},
        Hops, Last, Layout,
        group::Found,
        recent::Order,
    },
    Block, Numbered, Numbers, Recent, Scratch, Set,
};
use std::hint::select_unpredictable;

impl<B: Bits, K: Key> Layout<B, K> {
    /// Finds the moves of positions, as [`Layout::find_hops`] does.
    #[inline(always)]
    pub(in super::super) fn find_numbered(
        &self,
        numbered: &Numbered,
        scratch: &mut Scratch,
        found: &mut Found<B>,
        of: &[(K, Last)],
    ) {
        let Scratch { positions, mobile, reached } = scratch;
        let mut mobile_len = 0;
        for ((number, position), &(key, last)) in (0..).zip(&mut *positions).zip(of) {
            numbered.unpack(key, &mut position.blocks);
            let moved = numbered.look_round(position, last.anchor);
            self.recall(numbered, position, moved, last);
            numbered.find_mobile(number, position, mobile, &mut mobile_len);
        }
        let mut len = 0;
        for &(number, index) in &mobile[..mobile_len] {
            let to = self.reached(numbered, &positions[number as usize], index as usize);
            reached[len] = (number, index, to);
            len += usize::from(to != 0);
        }
        self.list_hops(numbered, positions, &reached[..len], found);
    }

    /// Finds out what the last move, of this block, makes superfluous.
    #[inline(always)]
    fn recall(&self, numbered: &Numbered, position: &mut Numbers, moved: usize, last: Last) {
        if last.anchor == last.from {
            position.recent = Recent::default();
            return;
        }
        let block @ Block { class, place, open } = numbered.block(position, moved);
        let from = &numbered.places[usize::from(numbered.by_anchor[class * numbered.stride + usize::from(last.from)])];
        let start = 1 << from.number;
        let [up, down, left, right] = place.rays;
        let passed = if place.near & start != 0 {
            0
        } else if self.metric == Metric::Moves {
            // Which way it went is not known; any that it could have gone will do.
            let between = from.near & place.near & open;
            if between == 0 { numbered.lattices[class].flood(open, block.start()) } else { 1 << between.lowest() }
        } else {
            let [from_up, from_down, from_left, from_right] = from.rays;
            up & from_down | down & from_up | left & from_right | right & from_left
        };
        let banned = match self.metric {
            Metric::Moves => Set::MAX,
            Metric::Slides => select_unpredictable((up | down) & start == 0, left | right, up | down),
            Metric::Steps => start,
        };
        let lower = if self.images.is_empty() { block.start() - 1 } else { 0 };
        let recent = &mut position.recent;
        (recent.block, recent.banned) = (moved, banned);
        recent.order = Order { class: class as u32, rank: self.movers[class].rank, lower };
        numbered.clear(class, [from, place], passed & !(start | block.start()), &mut recent.clear);
    }

    /// The places that a block can get to, but for those that the last move makes superfluous.
    #[inline(always)]
    fn reached(&self, numbered: &Numbered, position: &Numbers, index: usize) -> Set {
        let recent = &position.recent;
        let block @ Block { class, place, open } = numbered.block(position, index);
        let skippable = recent.order.skippable(class as u32, self.movers[class].rank);
        let (banned, skippable) = if index == recent.block { (recent.banned, 0) } else { (0, skippable) };
        let clear = open & recent.clear[class];
        // All, and those that it gets to without touching what the last block passed.
        let (all, alone) = match self.metric {
            Metric::Moves => {
                let lattice = numbered.lattices[class];
                let alone = lattice.flood(clear, block.start());
                (lattice.flood(open, alone) & !block.start(), alone)
            }
            Metric::Slides => (block.slides(open), block.slides(clear)),
            Metric::Steps => (place.near & open, clear),
        };
        all & !(alone & skippable) & !banned
    }

    /// Lists the moves to these places, one by one.
    #[inline(always)]
    fn list_hops(&self, numbered: &Numbered, positions: &[Numbers], reached: &[(u32, u32, Set)], found: &mut Found<B>) {
        let Some(&(mut position, mut index, mut to)) = reached.first() else { return };
        let mut at = 0;
        loop {
            let blocks = &positions[position as usize].blocks;
            let anchor = |block: usize| u32::from(numbered.places[usize::from(blocks[block])].anchor);
            let (partner, has_partner) = numbered.partners[index as usize];
            let class = numbered.classes[index as usize];
            found.push(Hops {
                position,
                class: class.into(),
                from: anchor(index as usize),
                partner: select_unpredictable(has_partner, anchor(partner.into()), self.codes.nobody() as u32),
                to: B::bit(numbered.place(class.into(), to.lowest()).anchor.into()),
            });
            // why: one loop over all takes no branch for each block.
            let rest = to.without_lowest();
            at += usize::from(rest == 0);
            let Some(&next) = reached.get(at) else { return };
            (position, index, to) = (next.0, next.1, select_unpredictable(rest == 0, next.2, rest));
        }
    }
}
