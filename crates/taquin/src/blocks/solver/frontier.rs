//! One breadth-first search, forwards from the start or backwards from the goals: its layers, and the set in which
//! duplicates are found.
//!
//! A search is made of *shards*, one for each thread, that each hold the positions with certain hashes. Work is done in
//! rounds of two phases ([`super::search`]): first the threads expand positions of the layer under way and sort what they
//! generate by shard; then each shard is given to one thread, which keeps what is new.

use super::{
    bits::Bits,
    commuting::Last,
    hash_set::{HashSet, hash},
    layers::Layers,
};
use std::{
    ops::Range,
    sync::{
        PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicUsize, Ordering},
    },
};

/// Positions added at once to a new set.
const REFILLED: usize = 64;

/// Positions with certain hashes.
pub(super) struct Shard<K> {
    set: HashSet<K>,
    pub(super) layers: Layers<K>,
    /// The next position of the layer under way that is to be expanded.
    next: AtomicUsize,
    /// The positions that a new set still lacks.
    missing: Range<usize>,
}

impl<K: Bits> Shard<K> {
    /// Takes up to so many positions of the layer under way, to be expanded.
    #[inline]
    pub(super) fn take(&self, most: usize) -> Range<usize> {
        let end = self.layers.current().end;
        let first = self.next.fetch_add(most, Ordering::Relaxed).min(end);
        first..end.min(first + most)
    }

    fn left(&self) -> usize {
        self.layers.current().end.saturating_sub(self.next.load(Ordering::Relaxed))
    }

    /// Was this position found lately?
    #[inline]
    pub(super) fn contains(&self, key: K) -> bool {
        self.set.contains(key)
    }

    /// Has what [`Shard::contains`] looks at brought into the cache.
    #[inline]
    pub(super) fn prefetch(&self, key: K) {
        self.set.prefetch(key);
    }

    /// Adds those positions that are new, and tells which. This is where duplicates are removed.
    #[inline]
    pub(super) fn insert(&mut self, found: &[(K, Last)], mut new: impl FnMut(K)) {
        let Self { set, layers, .. } = self;
        set.insert_each(found, |key, last| {
            layers.push(key, last);
            new(key);
        });
    }

    fn bytes(&self) -> u64 {
        self.set.bytes() + self.layers.bytes()
    }
}

/// How a search stands before the next round.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Room {
    /// There is room for more positions.
    Ready,
    /// A set is being made anew, with so much work done on it.
    Busy(u64),
    /// There is none within the memory limit.
    Full,
}

pub(super) struct Frontier<K> {
    shards: Vec<RwLock<Shard<K>>>,
    key_bits: u32,
}

impl<K: Bits> Frontier<K> {
    /// A search from these positions, which are all different.
    pub(super) fn new(origin: &[K], key_bits: u32, shards: usize, is_reversible: bool, keeps_keys: bool) -> Self {
        let mut frontier = Self { shards: Vec::new(), key_bits };
        for index in 0..shards {
            let own: Vec<K> = origin.iter().copied().filter(|&key| shard_of(key, shards) == index).collect();
            let mut set = HashSet::new(key_bits, own.len() * 2);
            own.iter().for_each(|&key| set.insert_each(&[(key, ())], |_, ()| {}));
            let layers = Layers::new(&own, key_bits, is_reversible, keeps_keys);
            frontier.shards.push(RwLock::new(Shard { set, layers, next: AtomicUsize::new(0), missing: 0..0 }));
        }
        frontier
    }

    /// The layers alone: nothing can be added any more.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn without_set(mut self) -> Self {
        let key_bits = self.key_bits;
        self.shards_mut().for_each(|shard| shard.set = HashSet::new(key_bits, 0));
        self
    }

    pub(super) fn read(&self, shard: usize) -> RwLockReadGuard<'_, Shard<K>> {
        self.shards[shard].read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn write(&self, shard: usize) -> RwLockWriteGuard<'_, Shard<K>> {
        self.shards[shard].write().unwrap_or_else(PoisonError::into_inner)
    }

    /// All shards.
    pub(super) fn shards(&self) -> impl Iterator<Item = RwLockReadGuard<'_, Shard<K>>> {
        (0..self.shards.len()).map(|shard| self.read(shard))
    }

    fn shards_mut(&mut self) -> impl Iterator<Item = &mut Shard<K>> {
        self.shards.iter_mut().map(|shard| shard.get_mut().unwrap_or_else(PoisonError::into_inner))
    }

    /// The distance of the layer under way.
    pub(super) fn depth(&self) -> usize {
        self.read(0).layers.depth()
    }

    /// Positions of the layer under way.
    pub(super) fn current_len(&self) -> usize {
        self.shards().map(|shard| shard.layers.current().len()).sum()
    }

    /// Positions of the layer under way that are not expanded yet.
    pub(super) fn left(&self) -> usize {
        self.shards().map(|shard| shard.left()).sum()
    }

    /// Positions found so far.
    pub(super) fn stored(&self) -> u64 {
        self.shards().map(|shard| shard.layers.len() as u64).sum()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.shards().map(|shard| shard.bytes()).sum()
    }

    /// Goes on to the next layer, which may be empty.
    pub(super) fn descend(&mut self) {
        for shard in self.shards_mut() {
            shard.layers.descend();
            *shard.next.get_mut() = shard.layers.current().start;
        }
    }

    /// Sees to it that each shard has room for so many positions more, within so many bytes for this search: a set that is
    /// too full forgets what is too old to matter, and grows if that is not enough.
    pub(super) fn make_room(&mut self, room: usize, most_bytes: u64, budget: u64) -> Room {
        let key_bits = self.key_bits;
        let Some(tight) = self.shards.iter().position(|shard| {
            let shard = shard.read().unwrap_or_else(PoisonError::into_inner);
            !shard.missing.is_empty() || shard.set.room() < room
        }) else {
            return Room::Ready;
        };
        let others: u64 =
            self.shards().enumerate().filter(|(at, _)| *at != tight).map(|(_, shard)| shard.bytes()).sum();
        let Some(shard) = self.shards_mut().nth(tight) else { return Room::Ready };
        if shard.missing.is_empty() {
            let recent = shard.layers.recent();
            let held_bytes = others + shard.layers.bytes();
            // why: a roomy set lasts long, but a large one is most of what is held.
            let thrifty = (THRIFTY * shard.layers.len() as u64).max(SMALL);
            let fits = |room: usize, bytes: u64| held_bytes + HashSet::<K>::bytes_for(key_bits, room) <= bytes;
            let roomy = [8, 6, 4, 3, 2].map(|times| times * recent.len() + room);
            let roomy = roomy.into_iter().find(|&room| fits(room, most_bytes.min(others + thrifty)));
            let tight = [recent.len() / 2, recent.len() / 8].map(|more| recent.len() + more + room);
            let tight = tight.into_iter().find(|&room| fits(room, most_bytes));
            let Some(room) = roomy.or(tight) else { return Room::Full };
            // The old set goes first: both together would be the peak.
            shard.set = HashSet::new(key_bits, 0);
            shard.set = HashSet::new(key_bits, room);
            shard.missing = recent;
        }
        let most = usize::try_from(budget).unwrap_or(usize::MAX);
        let end = shard.missing.end.min(shard.missing.start.saturating_add(most));
        let mut keys = (shard.missing.start..end).map(|index| (shard.layers.key(index), ()));
        let mut batch = [Default::default(); REFILLED];
        loop {
            let count = batch.iter_mut().zip(&mut keys).map(|(slot, key)| *slot = key).count();
            shard.set.insert_each(&batch[..count], |_, ()| {});
            if count < REFILLED {
                break;
            }
        }
        let done = end - shard.missing.start;
        shard.missing.start = end;
        Room::Busy(done as u64)
    }
}

/// Bytes for each position that a roomy set may bring a search to.
const THRIFTY: u64 = 12;

/// Bytes that any search may come to with a roomy set: these stay in the nearer caches.
const SMALL: u64 = 48 << 10;

/// The shard that a key belongs to.
#[inline]
pub(super) fn shard_of<K: Bits>(key: K, shards: usize) -> usize {
    if shards == 1 { 0 } else { (((hash(key) >> 20 & 0xffff) * shards as u64) >> 16) as usize }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search that is cancelled while its set grows stops at the next step, not at the end.
    #[test]
    fn a_set_is_refilled_in_steps() {
        let keys: Vec<u64> = (0..10_000).collect();
        let mut frontier = Frontier::new(&keys, 16, 3, true, false);
        let mut steps = 0;
        while let Room::Busy(done) = frontier.make_room(20_000, u64::MAX, 100) {
            assert!(done <= 100);
            steps += 1;
        }
        assert!(steps >= keys.len() / 100, "{steps}");
        assert!(keys.iter().all(|&key| frontier.read(shard_of(key, 3)).contains(key)));
        assert!(!frontier.read(shard_of(10_000_u64, 3)).contains(10_000));
    }
}
