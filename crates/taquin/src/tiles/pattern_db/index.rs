//! Where an arrangement of a pattern's tiles stands in its table.
//!
//! An arrangement is the set of occupied cells, the order of the tiles in them, and the **region** of the blank: the
//! free cells (free of this pattern's tiles) that it can reach without moving one of them. A table is one block of
//! `tiles!` entries for each set and region; inside a block stands the rank of the order. A tile that moves sideways
//! changes the block only; one that moves up or down past others rotates a few neighbours in the order.

use super::pattern::MAX_TILES;
use crate::tiles::{Direction, Shape};

/// Bits of a tile in a packed order.
const BITS: u32 = 3;

/// Orders of up to eight tiles, packed with three bits each, the tile in the first cell lowest.
#[derive(Clone, Debug)]
pub struct Orders {
    tiles: usize,
    /// How many tiles come before the tail of at most four.
    head_tiles: usize,
    /// For each packed head, its rank times the number of tails.
    heads: Box<[u16]>,
    /// For each packed tail, the rank of its order relative to itself.
    tails: Box<[u8]>,
    tail_count: usize,
    /// For each rank the packed order.
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

    /// How many tiles an order has.
    pub(super) fn tiles(&self) -> usize {
        self.tiles
    }

    /// How many orders there are.
    pub(super) fn count(&self) -> usize {
        self.packed.len()
    }

    /// How many tiles come before the tail.
    pub(super) fn head_tiles(&self) -> usize {
        self.head_tiles
    }

    /// How many orders share a head; their ranks are neighbours.
    pub(super) fn tail_count(&self) -> usize {
        self.tail_count
    }

    /// The place of a packed order among all, in lexicographic order.
    #[inline]
    pub fn rank(&self, word: u32) -> usize {
        let (head, tail) = self.split(word);
        usize::from(self.heads[head]) + usize::from(self.tails[tail])
    }

    /// The tables whose sum is the rank of an order, for its head and its tail, and the bits of a head.
    pub fn halves(&self) -> (&[u16], &[u8], u32) {
        (&self.heads, &self.tails, self.head_tiles as u32 * BITS)
    }

    /// The packed order of a rank.
    pub fn unrank(&self, rank: usize) -> u32 {
        self.packed[rank]
    }
}

/// The tile at a place of a packed order.
#[inline]
pub(super) fn tile_at(word: u32, place: usize) -> usize {
    (word >> (place as u32 * BITS) & 7) as usize
}

/// The packed order after the tile at place `from` moves to place `to`; those between move up by one.
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

/// The blocks of all tables for patterns of one number of tiles on boards of one size.
#[derive(Clone, Debug)]
pub struct Index {
    shape: Shape,
    orders: Orders,
    /// The rank of a set is `high[upper half] + low[lower half]`.
    high: Box<[u32]>,
    low: Box<[u32]>,
    half: u32,
    /// For each rank of a set: its first block in the upper 32 bits, and three bits for each cell: which of the
    /// set's regions the cell is in.
    sets: Box<[u128]>,
    /// For each block its set of occupied cells and its region.
    blocks: Box<[(u32, u32)]>,
    /// Blocks whose occupied cells add up to an even number of rows and columns come first; how many those are.
    even: usize,
    neighbours: Box<[u32]>,
}

impl Index {
    /// The index for patterns of `tiles` tiles, at most [`MAX_TILES`] and fewer than the board's cells.
    pub fn new(shape: Shape, tiles: usize) -> Self {
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

    /// Adds the blocks of a set; what [`Self::sets`] holds for it.
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

    /// Every move of a pattern's tile changes this parity of the occupied cells.
    pub(super) fn parity(&self, set: u32) -> usize {
        bits(set).map(|cell| self.shape.place(cell)).map(|(row, col)| row + col).sum::<usize>() & 1
    }

    /// The size of its boards.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The orders inside of a block.
    pub fn orders(&self) -> &Orders {
        &self.orders
    }

    /// For each block its set of occupied cells and the region of the blank.
    pub(super) fn blocks(&self) -> &[(u32, u32)] {
        &self.blocks
    }

    /// How many blocks have an even parity; they come first.
    pub(super) fn even(&self) -> usize {
        self.even
    }

    pub(super) fn neighbours(&self, cell: usize) -> u32 {
        self.neighbours[cell]
    }

    /// Bytes that a block takes: half a byte for each entry.
    pub fn block_bytes(&self) -> usize {
        self.orders.count().div_ceil(2)
    }

    /// Bytes that a table takes.
    pub fn bytes(&self) -> usize {
        self.blocks.len() * self.block_bytes()
    }

    /// The rank of a set of occupied cells among all of its size.
    #[inline]
    pub fn set_rank(&self, set: u32) -> usize {
        let low = set & ((1 << self.half) - 1);
        (self.high[(set >> self.half) as usize] + self.low[low as usize]) as usize
    }

    /// The block of a set of occupied cells when the blank is in the free cell `blank`.
    #[inline]
    pub fn block(&self, set: u32, blank: usize) -> usize {
        let entry = self.sets[self.set_rank(set)];
        (entry >> 96) as usize + (entry >> (blank * 3) & 7) as usize
    }

    /// The first block of the set with this rank, and which of its blocks stands for the blank in each cell.
    pub fn regions(&self, set_rank: usize) -> (usize, impl Fn(usize) -> usize + use<>) {
        let entry = self.sets[set_rank];
        ((entry >> 96) as usize, move |cell| (entry >> (cell * 3) & 7) as usize)
    }

    /// The tables whose sum is the rank of a set, for its upper and lower half, and the bits of the lower half.
    pub fn halves(&self) -> (&[u32], &[u32], u32) {
        (&self.high, &self.low, self.half)
    }

    /// How many sets of occupied cells there are.
    pub fn set_count(&self) -> usize {
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

/// Tables that add up to the rank of a set, one for its upper and one for its lower half; and the number of sets.
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
