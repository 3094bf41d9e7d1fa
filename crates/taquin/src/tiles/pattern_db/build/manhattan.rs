//! Manhattan distances of all arrangements of a block: tables store only the excess over them.

use super::{
    super::{
        index::{Index, bits, tile_at},
        pattern::Pattern,
    },
    words,
};

/// Computes the Manhattan distance of every order in a block from the sums of its head and of its tail.
pub(super) struct ManhattanSums<'a> {
    index: &'a Index,
    goals: Vec<usize>,
    /// For each head, the number of the set of tiles that is left for its tail.
    rest: Vec<usize>,
    /// For each set of tiles that a tail can have, a head that leaves that set.
    heads: Vec<usize>,
}

impl<'a> ManhattanSums<'a> {
    pub(super) fn new(index: &'a Index, pattern: Pattern) -> Self {
        let orders = index.orders();
        let mut sets: Vec<u32> = Vec::new();
        let (mut rest, mut heads) = (Vec::new(), Vec::new());
        for head in 0..words(index) {
            let order = orders.unrank(head * orders.tail_count());
            let tail = (orders.head_tiles()..orders.tiles()).fold(0, |set, place| set | 1 << tile_at(order, place));
            let number = sets.iter().position(|&set| set == tail).unwrap_or_else(|| {
                sets.push(tail);
                heads.push(head);
                sets.len() - 1
            });
            rest.push(number);
        }
        Self { index, goals: pattern.cells().collect(), rest, heads }
    }

    /// Subtracts half the Manhattan distance from each entry of a block, modulo 16.
    pub(super) fn subtract(&self, block: usize, entries: &mut [u8]) {
        let orders = self.index.orders();
        let (set, _) = self.index.blocks()[block];
        let mut distances = [[0_u8; 8]; 8];
        for (place, cell) in bits(set).enumerate() {
            let (row, col) = self.index.shape().place(cell);
            for (tile, &goal) in self.goals.iter().enumerate() {
                let (goal_row, goal_col) = self.index.shape().place(goal);
                distances[place][tile] = (row.abs_diff(goal_row) + col.abs_diff(goal_col)) as u8;
            }
        }
        let sum = |order: u32, places: std::ops::Range<usize>| {
            places.map(|place| distances[place][tile_at(order, place)]).sum::<u8>()
        };
        let tails = orders.tail_count();
        let mut tail_sums = [[0_u8; 24]; 70];
        for (sums, &head) in tail_sums.iter_mut().zip(&self.heads) {
            for (tail, slot) in sums.iter_mut().enumerate().take(tails) {
                *slot = sum(orders.unrank(head * tails + tail), orders.head_tiles()..orders.tiles());
            }
        }
        for (head, &rest) in self.rest.iter().enumerate() {
            let base = sum(orders.unrank(head * tails), 0..orders.head_tiles());
            if tails == 24 {
                let entries: &mut [u8; 12] = (&mut entries[head * 12..][..12]).try_into().expect("twelve bytes");
                for (pair, entry) in entries.iter_mut().enumerate() {
                    let low = (*entry).wrapping_sub((base + tail_sums[rest][pair * 2]) / 2) & 15;
                    let high = (*entry >> 4).wrapping_sub((base + tail_sums[rest][pair * 2 + 1]) / 2) << 4;
                    *entry = low | high;
                }
            } else {
                for (tail, sum) in tail_sums[rest].iter().enumerate().take(tails) {
                    let shift = tail % 2 * 4;
                    let entry = &mut entries[tail / 2];
                    let value = (*entry >> shift).wrapping_sub((base + sum) / 2) & 15;
                    *entry = *entry & !(15 << shift) | value << shift;
                }
            }
        }
    }
}
