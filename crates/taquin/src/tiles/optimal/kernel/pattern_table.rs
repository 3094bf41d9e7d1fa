//! A pattern database as the hot loop reads it.

use super::MAX_CELLS;
use crate::tiles::pattern_db::PatternDb;
use std::sync::Arc;

/// The index of one pattern database, in a compact form.
#[derive(Debug)]
pub(super) struct PatternTable {
    database: Option<Arc<PatternDb>>,
    /// The rank of a set of cells is the sum of two entries: of its upper half here, of its lower half in `low`.
    high: Box<[u16; 256]>,
    low: Box<[u16; 256]>,
    half: u32,
    /// For each rank of a set: the number of the blank's region in three bits for each cell, and the first block in the
    /// upper 16 bits.
    sets: Box<[u64]>,
    /// The rank of an order is the sum of two entries: of its head here, of its tail in `tails`.
    heads: Box<[u16; 4096]>,
    tails: Box<[u8; 4096]>,
    head_bits: u32,
    block_entries: usize,
}

/// The values as an array, padded with zeros.
fn padded<T: Copy + Default, const N: usize>(values: impl Iterator<Item = T>) -> Box<[T; N]> {
    let mut padded = Box::new([T::default(); N]);
    padded.iter_mut().zip(values).for_each(|(slot, value)| *slot = value);
    padded
}

impl PatternTable {
    /// The index of a database; `None` if it has too many blocks for this form.
    pub(super) fn new(database: Option<&Arc<PatternDb>>) -> Option<Self> {
        let Some(database) = database else { return Some(Self::unused()) };
        let index = database.index();
        let set = |rank| {
            let (first, region) = index.regions(rank);
            let first = u16::try_from(first).ok()?;
            let regions = (0..MAX_CELLS).fold(0, |regions, cell| regions | (region(cell) as u64) << (cell * 3));
            Some(u64::from(first) << 48 | regions)
        };
        let (high, low, half) = index.halves();
        let (heads, tails, head_bits) = index.orders().halves();
        Some(Self {
            database: Some(database.clone()),
            high: padded(high.iter().map(|&rank| rank as u16)),
            low: padded(low.iter().map(|&rank| rank as u16)),
            half,
            sets: (0..index.set_count()).map(set).collect::<Option<_>>()?,
            heads: padded(heads.iter().copied()),
            tails: padded(tails.iter().copied()),
            head_bits,
            block_entries: index.block_bytes() * 2,
        })
    }

    fn unused() -> Self {
        Self {
            database: None,
            high: padded(std::iter::empty()),
            low: padded(std::iter::empty()),
            half: 0,
            sets: Box::default(),
            heads: padded(std::iter::empty()),
            tails: padded(std::iter::empty()),
            head_bits: 0,
            block_entries: 0,
        }
    }

    /// The place of an arrangement's entry: byte × 2 + half.
    #[inline(always)]
    pub(super) fn place(&self, packed: u64, blank: usize) -> usize {
        let (set, order) = ((packed >> 32) as usize, packed as u32);
        let rank = self.high[set >> self.half & 255] + self.low[set & ((1 << self.half) - 1) & 255];
        let entry = self.sets[usize::from(rank)];
        let block = (entry >> 48) as usize + (entry >> (blank * 3) & 7) as usize;
        let head = self.heads[(order & ((1 << self.head_bits) - 1)) as usize & 4095];
        let tail = self.tails[(order >> self.head_bits) as usize & 4095];
        block * self.block_entries + usize::from(head) + usize::from(tail)
    }

    /// Memory of `sets` in bytes, which is most of what this takes besides the database.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.sets)
    }

    pub(super) fn entries(&self) -> &[u8] {
        self.database.as_ref().map_or(&[], |database| database.entries())
    }
}

/// The entry at a place.
#[inline(always)]
pub(super) fn entry(entries: &[u8], place: usize) -> u8 {
    entries[place / 2] >> (place % 2 * 4) & 15
}

/// Fetches a byte of a table into the cache before it is needed; does nothing where there is no such instruction.
#[inline(always)]
pub(super) fn prefetch(entries: &[u8], place: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = entries.as_ptr().wrapping_add(place / 2).cast::<i8>();
        #[expect(
            unsafe_code,
            reason = "most of the time is spent waiting for memory, and prefetching overlaps the waits"
        )]
        // SAFETY: a prefetch is only a hint; it reads nothing and faults at no address.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(address);
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (entries, place);
}
