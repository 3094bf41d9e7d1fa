//! The packed positions that moves lead to.

use super::{
    super::{bits::Bits, table::Key},
    Hops, Image, Last, Layout, Position,
};
use std::hint::select_unpredictable;

/// The most images that a position has.
const MAX_IMAGES: usize = 7;

impl<B: Bits, K: Key> Layout<B, K> {
    /// For each of the moves found, the least key of the position after it and its images, and how the moved block looks
    /// there.
    #[inline(always)]
    pub(in super::super) fn after_each(&self, position: &Position<B, K>, mut emit: impl FnMut(K, Last)) {
        if !self.all_additive || position.images.len() > 1 {
            position.hops.list().iter().for_each(|&hops| self.after(position, hops, &mut emit));
            return;
        }
        // why: how many moves a block has is hard to foretell; one loop over all moves takes no branch for each block.
        let list = position.hops.list();
        let Some(&(mut hops)) = list.first() else { return };
        let mut at = 0;
        loop {
            let (codes, to) = (&self.codes[hops.class * self.anchors..], hops.to.lowest());
            let (from_at, to_at) = (hops.from as usize, to as usize);
            let key = position.key.minus(codes[from_at]).plus(codes[to_at]);
            let last = Last { anchor: to as u8, from: hops.from as u8 };
            if let Some(image) = position.images.first() {
                let codes = &self.image_codes[hops.class * self.anchors..];
                let image = image.minus(codes[from_at]).plus(codes[to_at]);
                let turned = &self.images[0].anchors[hops.class];
                let turned = Last { anchor: turned[to_at], from: turned[from_at] };
                emit(key.min(image), select_unpredictable(image < key, turned, last));
            } else {
                emit(key, last);
            }
            let rest = hops.to.without_lowest();
            at += usize::from(rest.is_empty());
            let Some(&next) = list.get(at) else { return };
            hops = Hops { to: select_unpredictable(rest.is_empty(), next.to, rest), ..next };
        }
    }

    /// For each of these moves, the least key of the position after it and its images, and how the moved block looks
    /// there.
    #[inline(always)]
    pub(in super::super) fn after(&self, position: &Position<B, K>, hops: Hops<B>, mut emit: impl FnMut(K, Last)) {
        let mover = &self.movers[hops.class];
        let from = hops.from as usize;
        if !mover.is_additive {
            self.after_in_list(position, hops, emit);
            return;
        }
        let codes = &mover.codes;
        let rest = position.key.minus(codes[from]);
        if position.images.is_empty() {
            for to in hops.to.ones() {
                emit(rest.plus(codes[to as usize]), Last { anchor: to as u8, from: hops.from as u8 });
            }
            return;
        }
        let mut image_rests = [K::default(); MAX_IMAGES];
        for ((rest, key), codes) in image_rests.iter_mut().zip(&position.images).zip(&mover.image_codes) {
            *rest = key.minus(codes[from]);
        }
        for to in hops.to.ones() {
            let mut least = rest.plus(codes[to as usize]);
            let mut image = None;
            for (index, (rest, codes)) in image_rests.iter().zip(&mover.image_codes).enumerate() {
                let key = rest.plus(codes[to as usize]);
                if key < least {
                    (least, image) = (key, Some(&self.images[index]));
                }
            }
            emit(least, last(hops, to, image));
        }
    }

    /// The same for a class that is packed as a list, which has to be sorted again.
    fn after_in_list(&self, position: &Position<B, K>, hops: Hops<B>, mut emit: impl FnMut(K, Last)) {
        let Hops { class, from, .. } = hops;
        let anchors = position.anchors[class];
        let rest = position.key.minus(self.field(class, anchors));
        let left = anchors ^ B::bit(from);
        let mut images = [(K::default(), B::default()); MAX_IMAGES];
        for ((slot, &key), image) in images.iter_mut().zip(&position.images).zip(&self.images) {
            let turned = self.turned(image, class, anchors);
            let left = turned ^ B::bit(u32::from(image.anchors[class][from as usize]));
            *slot = (key.minus(self.field(image.classes[class], turned)), left);
        }
        for to in hops.to.ones() {
            let mut least = rest.plus(self.field(class, left | B::bit(to)));
            let mut least_image = None;
            for (image, &(rest, left)) in self.images.iter().zip(&images) {
                let at = B::bit(u32::from(image.anchors[class][to as usize]));
                let key = rest.plus(self.field(image.classes[class], left | at));
                if key < least {
                    (least, least_image) = (key, Some(image));
                }
            }
            emit(least, last(hops, to, least_image));
        }
    }
}

/// How the moved block looks in the position or in its image.
#[inline(always)]
fn last<B: Bits>(hops: Hops<B>, to: u32, image: Option<&Image>) -> Last {
    let Some(image) = image else { return Last { anchor: to as u8, from: hops.from as u8 } };
    let anchors = &image.anchors[hops.class];
    Last { anchor: anchors[to as usize], from: anchors[hops.from as usize] }
}
