//! The packed positions that moves lead to.

use super::{
    super::{bits::Bits, table::Key},
    Group, Hops, Last, Layout,
};
use std::hint::select_unpredictable;

impl<B: Bits, K: Key> Layout<B, K> {
    /// For each of the moves found, the least key of the position after it and its images, and how the moved block looks
    /// there.
    #[inline(always)]
    pub(in super::super) fn after_each(&self, group: &Group<B, K>, mut emit: impl FnMut(K, Last)) {
        if self.has_lists {
            group.hops().iter().for_each(|&hops| self.after(group, hops, &mut emit));
            return;
        }
        match (self.codes.has_pairs, self.images.is_empty()) {
            (false, false) => self.after_these::<false, true>(group, emit),
            (false, true) => self.after_these::<false, false>(group, emit),
            (true, false) => self.after_these::<true, true>(group, emit),
            (true, true) => self.after_these::<true, false>(group, emit),
        }
    }

    #[inline(always)]
    fn after_these<const PAIRS: bool, const IMAGES: bool>(&self, group: &Group<B, K>, mut emit: impl FnMut(K, Last)) {
        let list = group.hops();
        // why: how many moves a block has is hard to foretell; one loop over all moves takes no branch for each block.
        let Some(&(mut hops)) = list.first() else { return };
        let mut at = 0;
        loop {
            let (key, last) = self.after_one::<PAIRS, IMAGES>(group, hops, hops.to.lowest());
            emit(key, last);
            let rest = hops.to.without_lowest();
            at += usize::from(rest.is_empty());
            let Some(&next) = list.get(at) else { return };
            hops = Hops { to: select_unpredictable(rest.is_empty(), next.to, rest), ..next };
        }
    }

    /// The same for some moves of one block.
    #[inline(always)]
    pub(in super::super) fn after(&self, group: &Group<B, K>, hops: Hops<B>, mut emit: impl FnMut(K, Last)) {
        let is_list = self.movers[hops.class as usize].is_list;
        for to in hops.to.ones() {
            let (key, last) = if is_list {
                self.after_in_list(group, hops, to)
            } else {
                self.after_one::<true, true>(group, hops, to)
            };
            emit(key, last);
        }
    }

    /// The same for one move.
    #[inline(always)]
    fn after_one<const PAIRS: bool, const IMAGES: bool>(
        &self,
        group: &Group<B, K>,
        hops: Hops<B>,
        to: u32,
    ) -> (K, Last) {
        let Hops { position, class, from, partner, .. } = hops;
        let position = &group.positions[position as usize];
        let [class, from, to, partner] = [class, from, to, partner].map(|number| number as usize);
        let mut least = self.codes.moved::<PAIRS>(position.key, class, partner, from, to);
        let mut last = Last { anchor: to as u8, from: from as u8 };
        if !IMAGES {
            return (least, last);
        }
        for (image, &key) in self.images.iter().zip(&position.images) {
            let turned = image.of(class);
            let [old, new] = [turned[from], turned[to]];
            let key = if PAIRS {
                let partner = turned[partner].anchor.into();
                self.codes.moved::<true>(key, image.classes[class], partner, old.anchor.into(), new.anchor.into())
            } else {
                key.minus(old.code).plus(new.code)
            };
            last = select_unpredictable(key < least, Last { anchor: new.anchor as u8, from: old.anchor as u8 }, last);
            least = least.min(key);
        }
        (least, last)
    }

    /// The same for a class that is packed as a list, which has to be sorted again.
    fn after_in_list(&self, group: &Group<B, K>, hops: Hops<B>, to: u32) -> (K, Last) {
        let position = &group.positions[hops.position as usize];
        let (class, from) = (hops.class as usize, hops.from);
        let anchors = position.anchors[class];
        let moved = |key: K, class: usize, anchors: B, from: u32, to: u32| {
            let rest = key.minus(self.field(class, anchors));
            rest.plus(self.field(class, anchors ^ B::bit(from) ^ B::bit(to)))
        };
        let mut least = moved(position.key, class, anchors, from, to);
        let mut last = Last { anchor: to as u8, from: from as u8 };
        for (image, &key) in self.images.iter().zip(&position.images) {
            let [from, to] = [from, to].map(|anchor| image.anchor(class, anchor as usize) as u32);
            let key = moved(key, image.classes[class], self.turned(image, class, anchors), from, to);
            if key < least {
                (least, last) = (key, Last { anchor: to as u8, from: from as u8 });
            }
        }
        (least, last)
    }
}
