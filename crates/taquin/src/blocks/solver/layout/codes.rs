//! What blocks add to a packed position.

use super::super::{
    plan::{Class, Coding, Plan},
    table::Key,
};

/// What a block adds to the key, for each class and anchor.
///
/// The number of a pair of places is a sum too: of one number for the lower and one for the higher place. So a block of a
/// pair has a partner, without which its code is not known. Any other block has one that never counts.
pub(super) struct Codes<K> {
    /// What it adds if its anchor is lower than its partner's, and if it is higher.
    low: Vec<K>,
    high: Vec<K>,
    /// Anchors of a class, with that of the partner of a block without one.
    stride: usize,
    pub(super) has_pairs: bool,
}

impl<K: Key> Codes<K> {
    pub(super) fn new(plan: &Plan) -> Self {
        let stride = plan.board_bits as usize + 1;
        let mut low = vec![K::default(); plan.classes.len() * stride];
        let mut high = low.clone();
        for (index, class) in plan.classes.iter().enumerate() {
            for (number, &place) in class.places.iter().enumerate() {
                let at = index * stride + place as usize;
                low[at] = low_code(class, number);
                if class.coding == Coding::Pair {
                    high[at] = shifted(class, (number * number.saturating_sub(1) / 2) as u64);
                }
            }
        }
        let has_pairs = plan.classes.iter().any(|class| class.coding == Coding::Pair);
        Self { low, high, stride, has_pairs }
    }

    /// The partner of a block that has none: an anchor above all others.
    #[inline(always)]
    pub(super) fn nobody(&self) -> usize {
        self.stride - 1
    }

    /// What a block adds to the key, with what its partner adds.
    #[inline(always)]
    pub(super) fn code(&self, class: usize, partner: usize, anchor: usize) -> K {
        let first = class * self.stride;
        self.low[first + anchor.min(partner)].plus(self.high[first + anchor.max(partner)])
    }

    /// The key after a move. If not `PAIRS`, there are none.
    #[inline(always)]
    pub(super) fn moved<const PAIRS: bool>(&self, key: K, class: usize, partner: usize, from: usize, to: usize) -> K {
        if PAIRS {
            return key.minus(self.code(class, partner, from)).plus(self.code(class, partner, to));
        }
        let codes = &self.low[class * self.stride..];
        key.minus(codes[from]).plus(codes[to])
    }

    /// What a block adds to the key that has no partner.
    pub(super) fn alone(&self, class: usize, anchor: u32) -> K {
        self.code(class, self.nobody(), anchor as usize)
    }
}

fn low_code<K: Key>(class: &Class, number: usize) -> K {
    match class.coding {
        Coding::Mask => K::bit(class.shift + number as u32),
        Coding::Index | Coding::Pair | Coding::List => shifted(class, number as u64),
    }
}

/// why: a field of no bits may begin beyond the key's last bit.
fn shifted<K: Key>(class: &Class, number: u64) -> K {
    if class.width == 0 { K::default() } else { K::from_low(number) << class.shift }
}
