//! The index of a table: from an arrangement of a pattern's tiles to the place of its entry.
//!
//! An arrangement consists of the set of occupied cells, the order of the tiles in them, and the **region** of the blank:
//! the cells that it can reach without moving a tile of the pattern. A table has one block of `tiles!` entries for each set
//! and region; the rank of the order is the place within the block. A tile that moves sideways changes only the block; a
//! tile that moves up or down past others rotates a few neighbours in the order.

use super::pattern::MAX_TILES;
use crate::tiles::{Direction, Shape};

/// Bits of a tile in a packed order.
const BITS: u32 = 3;

/// All orders of up to eight tiles, packed with three bits for each tile, the tile in the first cell lowest.
#[derive(Clone, Debug)]
pub(in crate::tiles) struct Orders {
    tiles: usize,
    /// Number of tiles before the tail, which has at most four.
    head_tiles: usize,
    /// For each packed head, its rank times the number of tails.
    heads: Box<[u16]>,
    /// For each packed tail, its rank among all orders of its tiles.
    tails: Box<[u8]>,
    tail_count: usize,
    /// For each rank, the packed order.
    packed: Box<[u32]>,
}

impl Orders {
    fn new(tiles: usize) -> Self {
        debug_assert!((1..=MAX_TILES).contains(&tiles));
        let tail_tiles = tiles.min(4);
        let head_tiles = tiles - tail_tiles;
        let tail_count = (1..=tail_tiles).product();
        let mut orders = Self {
            tiles,
            head_tiles,
            heads: vec![0; 1 << (head_tiles as u32 * BITS)].into(),
            tails: vec![0; 1 << (tail_tiles as u32 * BITS)].into(),
            tail_count,
            packed: Box::default(),
        };
        let mut packed = Vec::new();
        let mut order: Vec<usize> = (0..tiles).collect();
        loop {
            let rank = packed.len();
            let word = order.iter().rev().fold(0, |word, &tile| word << BITS | tile as u32);
            let (head, tail) = orders.split(word);
            orders.heads[head] = (rank - rank % tail_count) as u16;
            orders.tails[tail] = (rank % tail_count) as u8;
            packed.push(word);
            if !next_permutation(&mut order) {
                break;
            }
        }
        orders.packed = packed.into();
        orders
    }

    #[inline]
    fn split(&self, word: u32) -> (usize, usize) {
        let bits = self.head_tiles as u32 * BITS;
        ((word & ((1 << bits) - 1)) as usize, (word >> bits) as usize)
    }

    /// Number of tiles of an order.
    pub(super) fn tiles(&self) -> usize {
        self.tiles
    }

    /// Number of orders.
    pub(super) fn count(&self) -> usize {
        self.packed.len()
    }

    /// Number of tiles before the tail.
    pub(super) fn head_tiles(&self) -> usize {
        self.head_tiles
    }

    /// Number of orders that share a head; their ranks are consecutive.
    pub(super) fn tail_count(&self) -> usize {
        self.tail_count
    }

    /// The rank of a packed order among all orders, in lexicographic order.
    #[inline]
    pub(in crate::tiles) fn rank(&self, word: u32) -> usize {
        let (head, tail) = self.split(word);
        usize::from(self.heads[head]) + usize::from(self.tails[tail])
    }

    /// The two tables whose entries add up to the rank of an order, for its head and its tail, and the number of bits of a
    /// head.
    pub(in crate::tiles) fn halves(&self) -> (&[u16], &[u8], u32) {
        (&self.heads, &self.tails, self.head_tiles as u32 * BITS)
    }

    /// The packed order of a rank.
    pub(in crate::tiles) fn unrank(&self, rank: usize) -> u32 {
        self.packed[rank]
    }
}

/// The tile at a place of a packed order.
#[inline]
pub(super) fn tile_at(word: u32, place: usize) -> usize {
    (word >> (place as u32 * BITS) & 7) as usize
}

/// The packed order after the tile at place `from` has moved to place `to`; the tiles in between shift by one.
#[inline]
pub(in crate::tiles) fn rotated(word: u32, from: usize, to: usize) -> u32 {
    let (from, to) = (from as u32 * BITS, to as u32 * BITS);
    let tile = word >> from & 7;
    let low = (1 << from) - 1;
    let without = word & low | word >> BITS & !low;
    let low = (1 << to) - 1;
    without & low | tile << to | (without & !low) << BITS
}

fn next_permutation(order: &mut [usize]) -> bool {
    let Some(pivot) = order.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let swap = order.iter().rposition(|&tile| tile > order[pivot]).unwrap_or(pivot);
    order.swap(pivot, swap);
    order[pivot + 1..].reverse();
    true
}

/// The index of all tables for patterns of one number of tiles on boards of one shape.
#[derive(Clone, Debug)]
pub(in crate::tiles) struct Index {
    shape: Shape,
    orders: Orders,
    /// The rank of a set is `high[upper half] + low[lower half]`.
    high: Box<[u32]>,
    low: Box<[u32]>,
    half: u32,
    /// For each rank of a set: its first block in the upper 32 bits, and three bits for each cell: which of the
    /// set's regions the cell is in.
    sets: Box<[u128]>,
    /// For each block, its set of occupied cells and its region.
    blocks: Box<[(u32, u32)]>,
    /// Number of blocks of even parity (see [`Index::parity`]), which come first.
    even: usize,
    neighbours: Box<[u32]>,
}

impl Index {
    /// The index for patterns of `tiles` tiles, at most [`MAX_TILES`] and fewer than the board's cells.
    pub(in crate::tiles) fn new(shape: Shape, tiles: usize) -> Self {
        let cells = shape.cells() as u32;
        let half = cells / 2;
        let (high, low, count) = set_ranks(cells, half, tiles as u32);
        let neighbours: Box<[u32]> = (0..shape.cells())
            .map(|cell| {
                Direction::ALL.into_iter().filter_map(|way| shape.source(cell, way)).fold(0, |set, n| set | 1 << n)
            })
            .collect();
        let mut index = Self {
            shape,
            orders: Orders::new(tiles),
            high,
            low,
            half,
            sets: vec![0; count].into(),
            blocks: Box::default(),
            even: 0,
            neighbours,
        };
        let sets: Vec<u32> = sets_of(cells, tiles as u32).collect();
        let mut blocks = Vec::new();
        for parity in [0, 1] {
            for &set in &sets {
                if index.parity(set) != parity {
                    continue;
                }
                let entry = index.add_set(set, &mut blocks);
                let rank = index.set_rank(set);
                index.sets[rank] = entry;
            }
            if parity == 0 {
                index.even = blocks.len();
            }
        }
        index.blocks = blocks.into();
        index
    }

    /// Adds the blocks of a set; returns its entry in [`Self::sets`].
    fn add_set(&self, set: u32, blocks: &mut Vec<(u32, u32)>) -> u128 {
        let first = blocks.len();
        let mut free = ((1_u64 << self.shape.cells()) - 1) as u32 & !set;
        let mut entry = (first as u128) << 96;
        while free != 0 {
            let region = self.region(set, free.trailing_zeros() as usize);
            let number = (blocks.len() - first) as u128;
            debug_assert!(number < 8, "three bits hold the number of a region");
            for cell in bits(region) {
                entry |= number << (cell * 3);
            }
            blocks.push((set, region));
            free &= !region;
        }
        entry
    }

    /// The cells that a blank in `cell` can reach around the cells of `set`.
    fn region(&self, set: u32, cell: usize) -> u32 {
        let mut region = 1 << cell;
        loop {
            let grown = bits(region).fold(region, |grown, cell| grown | self.neighbours[cell] & !set);
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// Parity of the sum of all rows and columns of the occupied cells; every move of a tile of the pattern changes it.
    pub(super) fn parity(&self, set: u32) -> usize {
        bits(set).map(|cell| self.shape.place(cell)).map(|(row, col)| row + col).sum::<usize>() & 1
    }

    /// The shape of its boards.
    pub(in crate::tiles) fn shape(&self) -> Shape {
        self.shape
    }

    /// The orders inside of a block.
    pub(in crate::tiles) fn orders(&self) -> &Orders {
        &self.orders
    }

    /// For each block, its set of occupied cells and the region of the blank.
    pub(super) fn blocks(&self) -> &[(u32, u32)] {
        &self.blocks
    }

    /// Number of blocks of even parity; they come first.
    pub(super) fn even(&self) -> usize {
        self.even
    }

    pub(super) fn neighbours(&self, cell: usize) -> u32 {
        self.neighbours[cell]
    }

    /// Bytes of a block: half a byte for each entry.
    pub(in crate::tiles) fn block_bytes(&self) -> usize {
        self.orders.count().div_ceil(2)
    }

    /// Bytes of a table.
    pub(in crate::tiles) fn bytes(&self) -> usize {
        self.blocks.len() * self.block_bytes()
    }

    /// The rank of a set of occupied cells among all sets of its size.
    #[inline]
    pub(in crate::tiles) fn set_rank(&self, set: u32) -> usize {
        let low = set & ((1 << self.half) - 1);
        (self.high[(set >> self.half) as usize] + self.low[low as usize]) as usize
    }

    /// The block of a set of occupied cells when the blank is in the free cell `blank`.
    #[inline]
    pub(in crate::tiles) fn block(&self, set: u32, blank: usize) -> usize {
        let entry = self.sets[self.set_rank(set)];
        (entry >> 96) as usize + (entry >> (blank * 3) & 7) as usize
    }

    /// The first block of the set with this rank, and for each cell of the blank which of the set's blocks it belongs to.
    pub(in crate::tiles) fn regions(&self, set_rank: usize) -> (usize, impl Fn(usize) -> usize + use<>) {
        let entry = self.sets[set_rank];
        ((entry >> 96) as usize, move |cell| (entry >> (cell * 3) & 7) as usize)
    }

    /// The two tables whose entries add up to the rank of a set, for its upper and lower half, and the number of bits of the
    /// lower half.
    pub(in crate::tiles) fn halves(&self) -> (&[u32], &[u32], u32) {
        (&self.high, &self.low, self.half)
    }

    /// Number of sets of occupied cells.
    pub(in crate::tiles) fn set_count(&self) -> usize {
        self.sets.len()
    }
}

/// The set bits, lowest first.
pub(super) fn bits(set: u32) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(bit)
    })
}

/// All sets of `size` among `cells`, in ascending order.
fn sets_of(cells: u32, size: u32) -> impl Iterator<Item = u32> {
    let (first, end) = ((1_u64 << size) - 1, 1_u64 << cells);
    let next = |&set: &u64| {
        let lowest = set & set.wrapping_neg();
        let ripple = set + lowest;
        Some(ripple | ((set ^ ripple) / lowest) >> 2)
    };
    std::iter::successors(Some(first), next).take_while(move |&set| set < end).map(|set| set as u32)
}

/// Tables whose entries add up to the rank of a set, for its upper and its lower half, and the number of sets.
fn set_ranks(cells: u32, half: u32, size: u32) -> (Box<[u32]>, Box<[u32]>, usize) {
    let mut seen = vec![0; half as usize + 1];
    let low = (0..1_u32 << half).map(|set| {
        let seen: &mut u32 = &mut seen[set.count_ones() as usize];
        *seen += 1;
        *seen - 1
    });
    let low: Box<[u32]> = low.collect();
    let mut count = 0;
    let high = (0..1_u32 << (cells - half)).map(|set| {
        let first = count;
        if let Some(&partners) = size.checked_sub(set.count_ones()).and_then(|rest| seen.get(rest as usize)) {
            count += partners;
        }
        first
    });
    let high: Box<[u32]> = high.collect();
    (high, low, count as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_rank_and_unrank() {
        for tiles in 1..=MAX_TILES {
            let orders = Orders::new(tiles);
            assert_eq!(orders.count(), (1..=tiles).product::<usize>());
            assert!((0..orders.count()).all(|rank| orders.rank(orders.unrank(rank)) == rank));
        }
    }

    #[test]
    fn rotation_moves_one_and_shifts_the_others() {
        let word = 0o76543210;
        assert_eq!(rotated(word, 2, 5), 0o76254310);
        assert_eq!(rotated(word, 5, 2), 0o76432510);
        assert_eq!(rotated(word, 7, 0), 0o65432107);
        assert_eq!(rotated(rotated(word, 0, 7), 7, 0), word);
        assert_eq!(rotated(word, 3, 3), word);
    }

    #[test]
    fn sets_are_numbered_without_gaps() {
        for (rows, cols, tiles) in [(4, 4, 5), (3, 3, 8), (2, 5, 3), (5, 5, 4)] {
            let index = Index::new(Shape::new(rows, cols).unwrap(), tiles);
            let mut ranks: Vec<usize> =
                sets_of((rows * cols) as u32, tiles as u32).map(|set| index.set_rank(set)).collect();
            ranks.sort_unstable();
            assert_eq!(ranks, (0..index.set_count()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn blocks_are_found_by_set_and_blank() {
        let index = Index::new(Shape::new(3, 4).unwrap(), 5);
        for (block, &(set, region)) in index.blocks().iter().enumerate() {
            assert!(bits(region).all(|cell| index.block(set, cell) == block));
            assert_eq!(index.parity(set), usize::from(block >= index.even()));
        }
    }
}
