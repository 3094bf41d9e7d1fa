//! The packed positions that moves lead to.

use super::{
    super::{bits::Bits, table::Key},
    Hops, Last, Layout, Position,
};
use std::hint::select_unpredictable;

impl<B: Bits, K: Key> Layout<B, K> {
    /// For each of the moves found, the least key of the position after it and its images, and how the moved block looks
    /// there.
    #[inline(always)]
    pub(in super::super) fn after_each(&self, position: &Position<B, K>, mut emit: impl FnMut(K, Last)) {
        let list = position.hops.list();
        if self.has_lists {
            list.iter().for_each(|&hops| self.after(position, hops, &mut emit));
            return;
        }
        match (self.codes.has_pairs, self.images.is_empty()) {
            (false, false) => self.after_these::<false, true>(position, list, emit),
            (false, true) => self.after_these::<false, false>(position, list, emit),
            (true, false) => self.after_these::<true, true>(position, list, emit),
            (true, true) => self.after_these::<true, false>(position, list, emit),
        }
    }

    #[inline(always)]
    fn after_these<const PAIRS: bool, const IMAGES: bool>(
        &self,
        position: &Position<B, K>,
        list: &[Hops<B>],
        mut emit: impl FnMut(K, Last),
    ) {
        // why: how many moves a block has is hard to foretell; one loop over all moves takes no branch for each block.
        let Some(&(mut hops)) = list.first() else { return };
        let mut at = 0;
        loop {
            let (key, last) = self.after_one::<PAIRS, IMAGES>(position, hops, hops.to.lowest());
            emit(key, last);
            let rest = hops.to.without_lowest();
            at += usize::from(rest.is_empty());
            let Some(&next) = list.get(at) else { return };
            hops = Hops { to: select_unpredictable(rest.is_empty(), next.to, rest), ..next };
        }
    }

    /// The same for some moves of one block.
    #[inline(always)]
    pub(in super::super) fn after(&self, position: &Position<B, K>, hops: Hops<B>, mut emit: impl FnMut(K, Last)) {
        let is_list = self.movers[hops.class].is_list;
        for to in hops.to.ones() {
            let (key, last) = if is_list {
                self.after_in_list(position, hops, to)
            } else {
                self.after_one::<true, true>(position, hops, to)
            };
            emit(key, last);
        }
    }

    /// The same for one move.
    #[inline(always)]
    fn after_one<const PAIRS: bool, const IMAGES: bool>(
        &self,
        position: &Position<B, K>,
        hops: Hops<B>,
        to: u32,
    ) -> (K, Last) {
        let Hops { class, from, partner, .. } = hops;
        let (from, to, partner) = (from as usize, to as usize, partner as usize);
        let mut least = self.codes.moved::<PAIRS>(position.key, class, partner, from, to);
        let mut last = Last { anchor: to as u8, from: from as u8 };
        if !IMAGES {
            return (least, last);
        }
        for (image, &key) in self.images.iter().zip(&position.images) {
            let partner = if PAIRS { image.anchor(class, partner) } else { partner };
            let [from, to] = [from, to].map(|anchor| image.anchor(class, anchor));
            let key = self.codes.moved::<PAIRS>(key, image.classes[class], partner, from, to);
            last = select_unpredictable(key < least, Last { anchor: to as u8, from: from as u8 }, last);
            least = least.min(key);
        }
        (least, last)
    }

    /// The same for a class that is packed as a list, which has to be sorted again.
    fn after_in_list(&self, position: &Position<B, K>, hops: Hops<B>, to: u32) -> (K, Last) {
        let Hops { class, from, .. } = hops;
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
