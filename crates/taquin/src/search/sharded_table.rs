//! A hash table of any size that never stops its caller for long.
//!
//! A single table that doubles moves all of its entries at once: with ten million of them that takes half a second, in
//! which a search can be neither stopped nor watched, and both copies are in memory meanwhile. So there are many small
//! tables (shards). Shards of equal size would all double at nearly the same moment, which is no better; the sizes of
//! these differ by a factor of up to two, so that they double one after the other, evenly spread between a number of
//! entries and its double.

use hashbrown::{HashTable, hash_table::Entry};

/// Binary logarithm of the number of shards: with 40 million entries, one that doubles moves 160 thousand.
const BITS: u32 = 8;

/// Entries that are found by a hash and compared by the caller. All bits of the hash must be well mixed.
pub(super) struct ShardedTable<T> {
    tables: Vec<HashTable<T>>,
    bytes: u64,
}

impl<T> ShardedTable<T> {
    pub(super) fn new() -> Self {
        Self { tables: (0..1 << BITS).map(|_| HashTable::new()).collect(), bytes: 0 }
    }

    /// Memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Upper bound on the additional bytes, even if only for a while, that adding an entry with this hash takes.
    #[inline]
    pub(super) fn growth(&self, hash: u64) -> u64 {
        let table = &self.tables[shard_of(hash)];
        // The doubled shard beside the old one, or a first small one.
        let first = 8 * size_of::<T>() as u64 + 32;
        if table.len() == table.capacity() { table.allocation_size() as u64 * 2 + first } else { 0 }
    }

    /// The entry with this hash that `is_it` accepts.
    #[inline]
    pub(super) fn find(&self, hash: u64, is_it: impl FnMut(&T) -> bool) -> Option<&T> {
        self.tables[shard_of(hash)].find(hash, is_it)
    }

    /// Adds an entry unless an equal one is there already; returns whether it was added.
    #[inline]
    pub(super) fn add(
        &mut self,
        hash: u64,
        entry: T,
        are_same: impl Fn(&T, &T) -> bool,
        hash_of: impl Fn(&T) -> u64,
    ) -> bool {
        let table = &mut self.tables[shard_of(hash)];
        // why only when it changes: a search waits for memory most of the time, and the fewer instructions there are between
        // two look-ups, the more of them the processor overlaps.
        let former = if table.len() == table.capacity() { Some(table.allocation_size()) } else { None };
        let is_new = match table.entry(hash, |other| are_same(other, &entry), hash_of) {
            Entry::Vacant(vacant) => {
                vacant.insert(entry);
                true
            }
            Entry::Occupied(_) => false,
        };
        if let Some(former) = former {
            self.bytes += (table.allocation_size() - former) as u64;
        }
        is_new
    }

    /// Adds an entry that is not there yet.
    #[inline]
    pub(super) fn insert(&mut self, hash: u64, entry: T, hash_of: impl Fn(&T) -> u64) {
        let table = &mut self.tables[shard_of(hash)];
        let former = if table.len() == table.capacity() { Some(table.allocation_size()) } else { None };
        table.insert_unique(hash, entry, hash_of);
        if let Some(former) = former {
            self.bytes += (table.allocation_size() - former) as u64;
        }
    }
}

/// The shard of a hash, from bits that the shard itself uses neither as address nor as tag.
///
/// The shares grow from shard to shard, the last being twice the first, like `log2(1 + x)` for a random `x` from 0 to 1;
/// a parabola comes near enough and is faster.
#[inline]
fn shard_of(hash: u64) -> usize {
    const ONE: u64 = 1 << 20;
    let x = hash >> 37 & (ONE - 1);
    let slope = ONE * 1344 / 1000 - ((x * (ONE * 344 / 1000)) >> 20);
    ((x * slope) >> (40 - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(number: u32) -> u64 {
        let mix = |hash: u64| (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mix(mix(mix(u64::from(number) + 1)))
    }

    #[test]
    fn every_table_has_its_share() {
        let tables: Vec<_> = (0..1 << 20).map(|x| shard_of(x << 37)).collect();
        assert!(tables.is_sorted());
        let shares: Vec<_> = tables.chunk_by(|a, b| a == b).map(<[_]>::len).collect();
        assert_eq!(shares.len(), 1 << BITS);
        assert!((1.9..2.2).contains(&(shares[shares.len() - 1] as f64 / shares[0] as f64)), "{shares:?}");
    }

    /// While one percent of the entries are added, fewer than five percent are moved.
    #[test]
    fn growth_is_spread_evenly() {
        let mut tables = ShardedTable::new();
        let (mut moved, mut counted) = (0, 0);
        for number in 0..3_000_000 {
            let before = tables.tables[shard_of(hash(number))].allocation_size();
            tables.insert(hash(number), number, |&number| hash(number));
            let table = &tables.tables[shard_of(hash(number))];
            moved += if table.allocation_size() == before { 0 } else { table.len() };
            if number > counted + counted / 100 {
                // Before that, chance weighs too much.
                assert!(number < 100_000 || moved * 20 < number as usize, "{moved} of {number} were moved at a time");
                (moved, counted) = (0, number);
            }
        }
        assert!(counted > 2_900_000);
    }
}
