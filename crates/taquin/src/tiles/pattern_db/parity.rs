//! Pattern databases with one bit an entry, laid out in cache lines, for searches that know the value of the node
//! before.
//!
//! A move of a pattern's tile changes its cost by exactly one, so half the excess over the Manhattan distance changes
//! by one or not at all, and the direction is known: its parity is enough to tell the new value from the old one.
//!
//! A line of 64 bytes is a mask of 32 bits, the cells of the blank's region that it is about, and up to 480 entries.
//! The block of a set of occupied cells with its largest region stands at the rank of the set, those of its other
//! regions follow after all of these; so nearly every look-up touches one line and nothing else.

mod preparation;

pub(in crate::tiles) use preparation::ParityPreparation;

use super::{
    PatternDb,
    index::{Index, bits},
    pages::Pages,
    pattern::Pattern,
};
use crate::{search::parallel, tiles::Shape};
use std::sync::Arc;

/// Bits of a line, and of the mask that it begins with.
const LINE: usize = 512;
const MASK: usize = 32;
/// Orders with the same head, at most.
const TAILS: usize = 24;
/// So many heads fit into a line.
const HEADS_PER_LINE: usize = (LINE - MASK) / TAILS;
/// Bytes of a line.
pub(in crate::tiles) const LINE_BYTES: usize = LINE / 8;

/// Where arrangements stand in parity tables for patterns of one number of tiles on boards of one size.
///
/// An arrangement is given by the set of occupied cells and the **places** of the tiles: for each tile, in the order of
/// its goal cell, three bits with the number of occupied cells before its own.
#[derive(Debug)]
pub(in crate::tiles) struct ParityIndex {
    shape: Shape,
    /// The rank of a set is the sum of these, for its upper and its lower half.
    high: Box<[u32; 1 << 13]>,
    low: Box<[u16; 1 << 12]>,
    half: u32,
    /// The bit of an entry in its block is the sum of these, for the head of the places and their tail.
    heads: Box<[u16; 4096]>,
    tails: Box<[u8; 4096]>,
    head_bits: u32,
    /// Lines of a block.
    lines: usize,
    /// For each rank of a set, the block of its second region.
    others: Box<[u32]>,
    /// For each block of the builder's index, the block here.
    blocks: Box<[u32]>,
}

impl ParityIndex {
    pub(super) fn new(index: &Index) -> Self {
        let (high, low, half) = index.halves();
        let (heads, tails, head_bits) = index.orders().halves();
        let tail_count = index.orders().tail_count();
        let bit = |&rank: &u16| {
            let head = usize::from(rank) / tail_count;
            (head / HEADS_PER_LINE * LINE + MASK + head % HEADS_PER_LINE * TAILS) as u16
        };
        let sets = index.set_count();
        let mut others = vec![0; sets];
        let mut next = sets;
        let mut blocks = vec![0; index.blocks().len()];
        let mut first = 0;
        // All blocks of a set are neighbours in the builder's index.
        for regions in index.blocks().chunk_by(|a, b| a.0 == b.0) {
            let rank = index.set_rank(regions[0].0);
            let largest = (0..regions.len()).rev().max_by_key(|&number| regions[number].1.count_ones());
            others[rank] = next as u32;
            for number in 0..regions.len() {
                let block = if Some(number) == largest { rank } else { next };
                next += usize::from(Some(number) != largest);
                blocks[first + number] = block as u32;
            }
            first += regions.len();
        }
        Self {
            shape: index.shape(),
            high: padded(high.iter().copied()),
            low: padded(low.iter().map(|&rank| rank as u16)),
            half,
            heads: padded(heads.iter().map(bit)),
            tails: padded(tails.iter().copied()),
            head_bits,
            lines: (index.orders().count() / tail_count).div_ceil(HEADS_PER_LINE),
            others: others.into(),
            blocks: blocks.into(),
        }
    }

    /// Bytes of a table.
    pub(super) fn bytes(&self) -> usize {
        self.blocks.len() * self.lines * LINE_BYTES
    }

    #[inline(always)]
    fn rank(&self, set: u32) -> usize {
        let low = set & ((1 << self.half) - 1);
        self.high[(set >> self.half) as usize & 8191] as usize + usize::from(self.low[low as usize & 4095])
    }

    /// The bit of an arrangement in its block.
    #[inline(always)]
    fn bit(&self, places: u32) -> usize {
        let head = places & ((1 << self.head_bits) - 1);
        usize::from(self.heads[head as usize & 4095])
            + usize::from(self.tails[(places >> self.head_bits) as usize & 4095])
    }

    /// Where an arrangement stands if the blank is in the largest region: line × 512 + bit.
    #[inline(always)]
    pub(in crate::tiles) fn position(&self, set: u32, places: u32) -> usize {
        self.rank(set) * self.lines * LINE + self.bit(places)
    }

    /// Where it stands if the blank is in the second region.
    #[inline(always)]
    pub(in crate::tiles) fn other_position(&self, set: u32, places: u32) -> usize {
        self.others[self.rank(set)] as usize * self.lines * LINE + self.bit(places)
    }

    /// From one region of a set to the next.
    #[inline(always)]
    pub(in crate::tiles) fn next_region(&self) -> usize {
        self.lines * LINE
    }
}

/// A copy with the rest filled with zeros.
fn padded<T: Copy + Default, const N: usize>(values: impl Iterator<Item = T>) -> Box<[T; N]> {
    let mut padded = Box::new([T::default(); N]);
    padded.iter_mut().zip(values).for_each(|(slot, value)| *slot = value);
    padded
}

/// About how many bytes the table of a pattern takes; on boards of 25 cells sets have 1.3 to 1.45 regions on average.
pub(in crate::tiles) fn estimated_bytes(pattern: Pattern) -> u64 {
    let (cells, tiles) = (pattern.shape().cells() as u64, pattern.len() as u64);
    let sets = (0..tiles).fold(1, |sets, tile| sets * (cells - tile) / (tile + 1));
    let heads = (5..=tiles).product::<u64>();
    sets * 3 / 2 * heads.div_ceil(HEADS_PER_LINE as u64) * LINE_BYTES as u64
}

/// The table of one pattern: the parity of half the excess over the Manhattan distance.
#[derive(Debug)]
pub(in crate::tiles) struct ParityTable {
    pattern: Pattern,
    index: Arc<ParityIndex>,
    bytes: Pages,
}

impl ParityTable {
    /// Repacks a table.
    pub(super) fn new(table: &PatternDb, index: Arc<ParityIndex>, threads: usize) -> Self {
        let mut bytes = Pages::zeroed(index.bytes());
        let block_bytes = index.lines * LINE_BYTES;
        let orders = table.index().orders();
        // For each rank of an order (tiles by place), the bit of its inverse (places by tile).
        let bit = |rank: usize| {
            let order = orders.unrank(rank);
            let places = (0..orders.tiles())
                .fold(0, |places, place| places | (place as u32) << (3 * super::index::tile_at(order, place)));
            index.bit(places) as u16
        };
        let bits: Vec<u16> = (0..orders.count()).map(bit).collect();
        let source_bytes = table.index().block_bytes();
        let mut origin = vec![0; index.blocks.len()];
        for (source, &target) in index.blocks.iter().enumerate() {
            origin[target as usize] = source;
        }
        let blocks = bytes.chunks_exact_mut(block_bytes).zip(origin);
        const AT_ONCE: usize = 64;
        let mut blocks: Vec<(&mut [u8], usize)> = blocks.collect();
        parallel::for_each(threads, blocks.chunks_mut(AT_ONCE), |blocks| {
            for (lines, source) in blocks {
                let region = table.index().blocks()[*source].1;
                for line in lines.chunks_exact_mut(LINE_BYTES) {
                    line[..MASK / 8].copy_from_slice(&region.to_le_bytes());
                }
                let entries = &table.entries()[*source * source_bytes..][..source_bytes];
                for (rank, &bit) in bits.iter().enumerate() {
                    let parity = entries[rank / 2] >> (rank % 2 * 4) & 1;
                    lines[usize::from(bit / 8)] |= parity << (bit % 8);
                }
            }
        });
        Self { pattern: table.pattern(), index, bytes }
    }

    /// A table from its bytes.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn loaded(pattern: Pattern, index: Arc<ParityIndex>, bytes: Pages) -> Self {
        debug_assert_eq!(bytes.len(), index.bytes());
        Self { pattern, index, bytes }
    }

    /// All its bytes, for its file.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn entries(&self) -> &[u8] {
        &self.bytes
    }

    /// The pattern that the table is for.
    pub(in crate::tiles) fn pattern(&self) -> Pattern {
        self.pattern
    }

    pub(in crate::tiles) fn index(&self) -> &ParityIndex {
        &self.index
    }

    /// Its lines.
    #[inline(always)]
    pub(in crate::tiles) fn lines(&self) -> &[[u8; LINE_BYTES]] {
        self.bytes.as_chunks().0
    }

    /// Bytes that it takes.
    pub(in crate::tiles) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The parity of an arrangement, with the blank in any free cell.
    fn parity(&self, set: u32, places: u32, blank: usize) -> u8 {
        let mut position = self.index.position(set, places);
        let mut is_first = true;
        loop {
            match entry(self.lines(), position, blank) {
                Some(parity) => return parity,
                None if is_first => position = self.index.other_position(set, places),
                None => position += self.index.next_region(),
            }
            is_first = false;
        }
    }

    /// Half of what the moves that the pattern's tiles need exceed their Manhattan distance by, for its tiles in
    /// `cells` (in the order of [`Pattern::cells`]) and the blank in the cell `blank`; the board must be one that can
    /// be reached from the goal.
    ///
    /// The parities give the cost modulo four, so they lead down to the goal: once for each board that is solved.
    pub(in crate::tiles) fn excess(&self, cells: &[usize], blank: usize) -> u8 {
        let shape = self.index.shape;
        let manhattan = |cells: &[usize]| -> u32 {
            let pairs = cells.iter().zip(self.pattern.cells());
            pairs.map(|(&cell, goal)| distance(shape, cell, goal)).sum()
        };
        let cost = |cells: &[usize], blank: usize| {
            let (set, places) = arrangement(cells);
            (manhattan(cells) + 2 * u32::from(self.parity(set, places, blank))) % 4
        };
        let (mut now, mut now_blank) = (cells.to_vec(), blank);
        let mut moves = 0;
        loop {
            if now.iter().copied().eq(self.pattern.cells()) && self.is_home(&now, now_blank) {
                return ((moves - manhattan(cells)) / 2) as u8;
            }
            let lower = (cost(&now, now_blank) + 3) % 4;
            let region = region(shape, &now, now_blank);
            let next = (0..now.len()).find_map(|tile| {
                let from = now[tile];
                bits(neighbours(shape, from) & region).find_map(|to| {
                    let mut next = now.clone();
                    next[tile] = to;
                    (cost(&next, from) == lower).then_some((next, from))
                })
            });
            let Some(next) = next else { return 0 };
            (now, now_blank) = next;
            moves += 1;
        }
    }

    /// Can the blank go to its own place?
    fn is_home(&self, cells: &[usize], blank: usize) -> bool {
        region(self.index.shape, cells, blank) >> self.pattern.blank() & 1 == 1
    }
}

/// Occupied cells and places of tiles in these cells.
fn arrangement(cells: &[usize]) -> (u32, u32) {
    let set = cells.iter().fold(0, |set, cell| set | 1_u32 << cell);
    let place = |&cell: &usize| (set & ((1 << cell) - 1)).count_ones();
    let places = cells.iter().enumerate().fold(0, |places, (tile, cell)| places | place(cell) << (3 * tile));
    (set, places)
}

fn distance(shape: Shape, a: usize, b: usize) -> u32 {
    let ((row, col), (other_row, other_col)) = (shape.place(a), shape.place(b));
    (row.abs_diff(other_row) + col.abs_diff(other_col)) as u32
}

fn neighbours(shape: Shape, cell: usize) -> u32 {
    let ways = crate::tiles::Direction::ALL.into_iter();
    ways.filter_map(|way| shape.source(cell, way)).fold(0, |set, next| set | 1 << next)
}

/// The cells that a blank in `blank` can reach around those of `cells`.
fn region(shape: Shape, cells: &[usize], blank: usize) -> u32 {
    let set = cells.iter().fold(0, |set, cell| set | 1_u32 << cell);
    let mut region = 1 << blank;
    loop {
        let grown = bits(region).fold(region, |grown, cell| grown | neighbours(shape, cell) & !set);
        if grown == region {
            return region;
        }
        region = grown;
    }
}

/// The entry at a position, if its line is about the region that has the cell `blank`.
#[inline(always)]
pub(in crate::tiles) fn entry(lines: &[[u8; LINE_BYTES]], position: usize, blank: usize) -> Option<u8> {
    let line = &lines[position / LINE];
    let mask = u32::from_le_bytes([line[0], line[1], line[2], line[3]]);
    let bit = position % LINE;
    (mask >> blank & 1 == 1).then(|| line[bit / 8] >> (bit % 8) & 1)
}
