//! The effect of a move on whole bit sets of orders.

use crate::tiles::pattern_db::index::{Index, bits, rotated};

/// For each two places of an order, the effect of moving a tile from one to the other on a bit set of orders.
pub(super) struct Rotations {
    /// Indexed by old place × 8 + new place.
    table: Vec<Rotation>,
}

enum Rotation {
    /// No effect, because the order stays; or never needed.
    None,
    /// For each word of the target, the word of the source: only heads change.
    Heads(Box<[u16]>),
    /// The image of each byte of every word: only tails change.
    Tails(Box<[[u32; 256]; 3]>),
    /// For each rank in the source, word × 32 + bit in the target.
    Both(Box<[u16]>),
}

impl Rotations {
    pub(super) fn new(index: &Index) -> Self {
        let tiles = index.orders().tiles();
        let reach = index.shape().cols();
        let rotation = |number: usize| {
            let (old, new) = (number / 8, number % 8);
            let asked = old < tiles && new < tiles && old != new && old.abs_diff(new) < reach;
            if asked { Rotation::new(index, old, new) } else { Rotation::None }
        };
        Self { table: (0..64).map(rotation).collect() }
    }

    /// Adds the orders of `source`, after the move, to `target`.
    pub(super) fn add(&self, old: usize, new: usize, source: &[u32], target: &mut [u32]) {
        match &self.table[old * 8 + new] {
            Rotation::None => {
                for (target, source) in target.iter_mut().zip(source) {
                    *target |= source;
                }
            }
            Rotation::Heads(origin) => {
                for (target, &origin) in target.iter_mut().zip(origin) {
                    *target |= source[usize::from(origin)];
                }
            }
            Rotation::Tails(bytes) => {
                for (target, &word) in target.iter_mut().zip(source) {
                    if word != 0 {
                        let byte = |number: usize| bytes[number][(word >> (number * 8) & 255) as usize];
                        *target |= byte(0) | byte(1) | byte(2);
                    }
                }
            }
            Rotation::Both(places) => {
                let tails = places.len() / source.len();
                for (&word, places) in source.iter().zip(places.chunks_exact(tails)) {
                    for bit in bits(word) {
                        let place = places[bit];
                        target[usize::from(place >> 5)] |= 1 << (place & 31);
                    }
                }
            }
        }
    }
}

impl Rotation {
    fn new(index: &Index, old: usize, new: usize) -> Self {
        let orders = index.orders();
        let (heads, tails) = (orders.head_tiles(), orders.tail_count());
        let image = |rank: usize| orders.rank(rotated(orders.unrank(rank), old, new));
        if old < heads && new < heads {
            let mut origin = vec![0; orders.count() / tails];
            for head in 0..origin.len() {
                origin[image(head * tails) / tails] = head as u16;
            }
            return Self::Heads(origin.into());
        }
        if old >= heads && new >= heads {
            let mut bytes = Box::new([[0; 256]; 3]);
            for (byte, bits) in (0..3).flat_map(|byte| (0..256).map(move |bits| (byte, bits))) {
                let here = (0..8).filter(|bit| bits >> bit & 1 == 1).map(|bit| byte * 8 + bit);
                bytes[byte][bits] = here.filter(|&rank| rank < tails).fold(0, |set, rank| set | 1 << image(rank));
            }
            return Self::Tails(bytes);
        }
        let place = |rank| (image(rank) / tails * 32 + image(rank) % tails) as u16;
        Self::Both((0..orders.count()).map(place).collect())
    }
}
