//! Building a table by breadth-first search from the goal, one layer of pattern moves after another.
//!
//! Each block (occupied cells and region of the blank, see [`super::index`]) has two bit sets over the orders of the tiles:
//! those found in its last layer, and all found so far. A layer is **pulled**: each block collects what its neighbours
//! found in the layer before, so threads that own different blocks need no locks. A move changes the parity of the
//! occupied cells, so a layer reads blocks of one parity and writes those of the other, and one array of each kind is
//! enough. A bit set has one word for each head of an order and one bit in it for each tail, so a move that rotates only
//! heads moves whole words, and a move that rotates only tails permutes the bits of all words in the same way.

mod manhattan;
mod rotations;

use super::{
    PatternDb,
    index::{Index, bits},
    pattern::Pattern,
};
use crate::search::parallel;
use manhattan::ManhattanSums;
use rotations::Rotations;
use std::sync::Arc;

/// Number of blocks that a thread takes at a time.
const CHUNK: usize = 16;

/// A table being built; the caller pumps it with [`Build::run`].
pub struct Build {
    pattern: Pattern,
    index: Arc<Index>,
    rotations: Rotations,
    threads: usize,
    /// For each block, the orders found in its last layer.
    frontier: Vec<u32>,
    /// For each block, all orders found so far.
    seen: Vec<u32>,
    blocks: Vec<OrderCounts>,
    entries: Vec<u8>,
    depth: usize,
    /// Next block to advance, among those of the layer's parity; in the last pass among all.
    next: usize,
    found_in_layer: u64,
    found: u64,
    stage: BuildStage,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum BuildStage {
    /// Searching layer by layer.
    Layers,
    /// Subtracting the Manhattan distance.
    Excess,
    Done,
}

/// Numbers of orders of one block.
#[derive(Clone, Copy, Default)]
struct OrderCounts {
    /// Orders found in the last layer of this block.
    fresh: u32,
    /// Orders not found yet.
    left: u32,
}

/// The parts of the arrays that belong to a run of blocks.
struct BlockChunk<'a> {
    first: usize,
    frontier: &'a mut [u32],
    seen: &'a mut [u32],
    blocks: &'a mut [OrderCounts],
    entries: &'a mut [u8],
}

/// The result of the layer before, read by all threads.
struct Before<'a> {
    /// Number of the first block of that parity.
    first: usize,
    frontier: &'a [u32],
    blocks: &'a [OrderCounts],
}

impl std::fmt::Debug for Build {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { pattern, depth, found, stage, .. } = self;
        f.debug_struct("Build")
            .field("pattern", pattern)
            .field("depth", depth)
            .field("found", found)
            .field("stage", stage)
            .finish_non_exhaustive()
    }
}

impl Build {
    /// Begins to build the table of a pattern.
    ///
    /// - `threads`: number of threads that may work at once.
    pub fn new(pattern: Pattern, threads: usize) -> Self {
        Self::with_index(pattern, Arc::new(Index::new(pattern.shape(), pattern.len())), threads)
    }

    /// As [`Build::new`], with an index shared with another table for as many tiles on boards of the same size.
    pub(super) fn with_index(pattern: Pattern, index: Arc<Index>, threads: usize) -> Self {
        debug_assert!(index.shape() == pattern.shape() && index.orders().tiles() == pattern.len());
        let count = index.blocks().len();
        let words = words(&index);
        let left = index.orders().count() as u32;
        let mut build = Self {
            pattern,
            rotations: Rotations::new(&index),
            threads,
            frontier: vec![0; count * words],
            seen: vec![0; count * words],
            blocks: vec![OrderCounts { fresh: 0, left }; count],
            entries: vec![0; index.bytes()],
            depth: 0,
            next: 0,
            found_in_layer: 0,
            found: 1,
            stage: BuildStage::Layers,
            index,
        };
        // The goal itself: its tiles are in ascending order, which has rank 0.
        let goal = build.index.block(pattern.tiles(), pattern.blank());
        build.frontier[goal * words] = 1;
        build.seen[goal * words] = 1;
        build.blocks[goal] = OrderCounts { fresh: 1, left: left - 1 };
        build
    }

    /// Works for about as long as a search takes for `budget` nodes; returns whether the table is finished.
    pub fn run(&mut self, budget: u64) -> bool {
        // One block of one layer takes about as long as this many nodes.
        let cost = 4 + self.words() as u64 / 4;
        let mut blocks = (budget / cost).max(1) as usize;
        while blocks > 0 && self.stage != BuildStage::Done {
            let done = match self.stage {
                BuildStage::Layers => self.advance(blocks),
                _ => self.subtract_manhattan(blocks),
            };
            blocks = blocks.saturating_sub(done.max(1));
        }
        self.stage == BuildStage::Done
    }

    /// Arrangements found so far and their total number (some may be unreachable).
    pub fn progress(&self) -> (u64, u64) {
        (self.found, self.index.blocks().len() as u64 * self.index.orders().count() as u64)
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> u64 {
        let words = (self.frontier.len() + self.seen.len()) * size_of::<u32>();
        (words + self.blocks.len() * size_of::<OrderCounts>() + self.entries.len()) as u64
    }

    /// The table, once [`Build::run`] has returned `true`.
    pub fn finish(self) -> Option<PatternDb> {
        (self.stage == BuildStage::Done).then(|| PatternDb::new(self.pattern, self.index, self.entries.into()))
    }

    fn words(&self) -> usize {
        words(&self.index)
    }

    /// Takes at most `most` blocks one layer further; returns how many.
    fn advance(&mut self, most: usize) -> usize {
        let (words, bytes, even) = (self.words(), self.index.block_bytes(), self.index.even());
        let target_parity = (self.index.parity(self.pattern.tiles()) + self.depth + 1) % 2;
        let (even_frontier, odd_frontier) = self.frontier.split_at_mut(even * words);
        let (even_blocks, odd_blocks) = self.blocks.split_at_mut(even);
        let (before, first, frontier, blocks) = match target_parity {
            0 => (Before { first: even, frontier: odd_frontier, blocks: odd_blocks }, 0, even_frontier, even_blocks),
            _ => (Before { first: 0, frontier: even_frontier, blocks: even_blocks }, even, odd_frontier, odd_blocks),
        };
        let count = blocks.len();
        let range = self.next..count.min(self.next + most);
        let all = first + range.start..first + range.end;
        let chunks = frontier[range.start * words..range.end * words]
            .chunks_mut(CHUNK * words)
            .zip(self.seen[all.start * words..all.end * words].chunks_mut(CHUNK * words))
            .zip(blocks[range.clone()].chunks_mut(CHUNK))
            .zip(self.entries[all.start * bytes..all.end * bytes].chunks_mut(CHUNK * bytes))
            .enumerate()
            .map(|(number, (((frontier, seen), blocks), entries))| BlockChunk {
                first: all.start + number * CHUNK,
                frontier,
                seen,
                blocks,
                entries,
            });
        let value = (self.depth.div_ceil(2) % 16) as u8;
        let step = LayerStep { index: &self.index, rotations: &self.rotations, before: &before, value };
        parallel::for_each(self.threads, chunks, |chunk| step.advance(chunk));
        self.found_in_layer += blocks[range.clone()].iter().map(|block| u64::from(block.fresh)).sum::<u64>();
        self.next = range.end;
        if self.next == count {
            self.end_layer();
        }
        range.len()
    }

    fn end_layer(&mut self) {
        self.next = 0;
        self.depth += 1;
        self.found += self.found_in_layer;
        if std::mem::take(&mut self.found_in_layer) == 0 {
            self.stage = BuildStage::Excess;
            self.frontier = Vec::new();
            self.seen = Vec::new();
        }
    }

    /// Turns the entries of at most `most` blocks from half the depth (modulo 16) into half the excess over the Manhattan
    /// distance; returns how many blocks.
    fn subtract_manhattan(&mut self, most: usize) -> usize {
        let bytes = self.index.block_bytes();
        let range = self.next..self.index.blocks().len().min(self.next + most);
        let chunks = self.entries[range.start * bytes..range.end * bytes].chunks_mut(CHUNK * bytes).enumerate();
        let sums = ManhattanSums::new(&self.index, self.pattern);
        parallel::for_each(self.threads, chunks, |(number, entries)| {
            for (place, entries) in entries.chunks_mut(bytes).enumerate() {
                sums.subtract(range.start + number * CHUNK + place, entries);
            }
        });
        self.next = range.end;
        if self.next == self.index.blocks().len() {
            self.stage = BuildStage::Done;
        }
        range.len()
    }
}

/// Number of words of a bit set: one for each head.
fn words(index: &Index) -> usize {
    index.orders().count() / index.orders().tail_count()
}

/// One layer for one block.
struct LayerStep<'a> {
    index: &'a Index,
    rotations: &'a Rotations,
    before: &'a Before<'a>,
    /// Half the depth of the layer, modulo 16.
    value: u8,
}

impl LayerStep<'_> {
    fn advance(&self, chunk: BlockChunk<'_>) {
        let words = words(self.index);
        let bytes = self.index.block_bytes();
        let bit_sets = chunk.frontier.chunks_mut(words).zip(chunk.seen.chunks_mut(words));
        let targets = bit_sets.zip(chunk.blocks).zip(chunk.entries.chunks_mut(bytes));
        for (place, (((frontier, seen), counts), entries)) in targets.enumerate() {
            counts.fresh = 0;
            if counts.left == 0 || !self.pull(chunk.first + place, frontier) {
                continue;
            }
            counts.fresh = self.keep_new(frontier, seen, entries);
            counts.left -= counts.fresh;
        }
    }

    /// Collects what the neighbours of a block found; returns whether there was anything.
    fn pull(&self, block: usize, target: &mut [u32]) -> bool {
        let (set, region) = self.index.blocks()[block];
        let cols = self.index.shape().cols();
        let mut any = false;
        for to in bits(set) {
            for from in bits(self.index.neighbours(to) & region) {
                let source_set = set & !(1 << to) | 1 << from;
                let source = self.index.block(source_set, to) - self.before.first;
                if self.before.blocks[source].fresh == 0 {
                    continue;
                }
                if !any {
                    target.fill(0);
                    any = true;
                }
                let source = &self.before.frontier[source * target.len()..][..target.len()];
                let place = |set: u32, cell: usize| (set & ((1 << cell) - 1)).count_ones() as usize;
                let (old, new) = (place(source_set, from), place(set, to));
                debug_assert!(old == new || from.abs_diff(to) == cols);
                self.rotations.add(old, new, source, target);
            }
        }
        any
    }

    /// Keeps only the orders not found before, records their distance, and returns how many they are.
    fn keep_new(&self, frontier: &mut [u32], seen: &mut [u32], entries: &mut [u8]) -> u32 {
        let mut count = 0;
        let tails = self.index.orders().tail_count();
        for (head, (fresh, seen)) in frontier.iter_mut().zip(seen).enumerate() {
            *fresh &= !*seen;
            if *fresh == 0 {
                continue;
            }
            *seen |= *fresh;
            count += fresh.count_ones();
            if tails == 24 {
                let entries = &mut entries[head * 12..][..12];
                for (eight, entries) in entries.chunks_exact_mut(4).enumerate() {
                    let spread = SPREAD[(*fresh >> (eight * 8) & 255) as usize] * u32::from(self.value);
                    let old = u32::from_le_bytes([entries[0], entries[1], entries[2], entries[3]]);
                    entries.copy_from_slice(&(old | spread).to_le_bytes());
                }
            } else {
                for tail in bits(*fresh) {
                    let rank = head * tails + tail;
                    entries[rank / 2] |= self.value << (rank % 2 * 4);
                }
            }
        }
        count
    }
}

/// For each byte, its bits spread over eight half-bytes.
static SPREAD: [u32; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= (byte as u32 >> bit & 1) << (bit * 4);
            bit += 1;
        }
        byte += 1;
    }
    spread
};
