//! The set of positions seen lately, where duplicates are found: exact, in few bytes.
//!
//! Quotienting (Cleary 1984): the high bits of an invertibly hashed key select the bucket; a slot stores the remaining bits
//! and the number of the probe. That takes 4 bytes a slot for most puzzles, 8 or a whole key for the others.

use super::bits::Bits;
use std::collections::BTreeSet;

/// Slots of a bucket.
const LANES: usize = 8;

/// Buckets that are tried for a key: one less than `PROBE_BITS` can tell, so that no slot in use looks empty.
const PROBES: u32 = 7;
pub(super) const PROBE_BITS: u32 = 3;

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// A well-mixed number of a key.
#[inline]
pub(super) fn hash<K: Bits>(key: K) -> u64 {
    let mut hash = 0u64;
    for index in 0..K::WIDTH / 64 {
        let word = if index == 0 { key.low() } else { (key >> (index * 64)).low() };
        // why: the multiplication carries only upwards, and the top bits are used, so low bits would count for all and
        // high bits for little without the fold.
        hash = (hash.rotate_left(23) ^ word ^ (word >> 29)).wrapping_mul(MULTIPLIER);
    }
    hash
}

/// A short number that few keys share.
#[inline]
pub(super) fn fingerprint<K: Bits>(key: K) -> u32 {
    (hash(key) >> 32) as u32
}

/// An empty slot is zero, so that the system clears a large table only as it is used; a full one holds the complement of an
/// entry, of which no number of a probe has all bits set.
enum Buckets<K> {
    Narrow(Vec<[u32; LANES]>),
    Wide(Vec<[u64; LANES]>),
    Whole(Vec<[K; LANES]>),
}

/// Same code for each kind of slots: `$make` turns an entry into a slot.
macro_rules! for_slots {
    ($buckets:expr, |$slots:ident, $make:ident| $code:expr) => {
        match $buckets {
            Buckets::Narrow($slots) => {
                let $make = |entry: K| !(entry.low() as u32);
                $code
            }
            Buckets::Wide($slots) => {
                let $make = |entry: K| !entry.low();
                $code
            }
            Buckets::Whole($slots) => {
                let $make = |entry: K| !entry;
                $code
            }
        }
    };
}

/// A set of keys.
pub(super) struct HashSet<K> {
    buckets: Buckets<K>,
    count: usize,
    len: usize,
    key_bits: u32,
    /// Bits of the hashed part of a key that it does not take up.
    idle_bits: u32,
    /// Half of those that it takes up.
    fold: u32,
    /// The bits of the hashed part that a bucket does not tell.
    rest_mask: u64,
    /// Keys for which there was no slot in any of the buckets tried.
    overflow: BTreeSet<K>,
}

/// A key's way through the buckets.
struct Probe<K> {
    bucket: usize,
    /// What a slot holds of it, with the number of the probe.
    entry: K,
    number: u32,
}

/// Where a key is, or could be.
enum Found {
    Known,
    Free(usize, usize),
    Overflow,
}

impl<K: Bits> HashSet<K> {
    /// An empty set with room for so many keys.
    pub(super) fn new(key_bits: u32, room: usize) -> Self {
        let bits = key_bits.clamp(1, 64);
        let count = buckets(room);
        let rest_bits = bits.saturating_sub(count.ilog2());
        let left = rest_bits + key_bits.saturating_sub(64) + PROBE_BITS;
        let buckets = match left {
            ..=32 => Buckets::Narrow(vec![[0; LANES]; count]),
            33..=64 => Buckets::Wide(vec![[0; LANES]; count]),
            _ => Buckets::Whole(vec![[K::default(); LANES]; count]),
        };
        Self {
            buckets,
            count,
            len: 0,
            key_bits,
            idle_bits: 64 - bits,
            fold: bits.div_ceil(2),
            rest_mask: u64::MAX.checked_shr(64 - rest_bits).unwrap_or(0),
            overflow: BTreeSet::new(),
        }
    }

    /// Bytes that a set with room for so many keys takes.
    pub(super) fn bytes_for(key_bits: u32, room: usize) -> u64 {
        let count = buckets(room);
        let left = key_bits.max(1).saturating_sub(count.ilog2()) + PROBE_BITS;
        let slot = match left {
            ..=32 => 4,
            33..=64 => 8,
            _ => size_of::<K>(),
        };
        (count * LANES * slot) as u64
    }

    pub(super) fn bytes(&self) -> u64 {
        /// why: the nodes of a tree are half full or more.
        const SPACE: usize = 2;
        let overflow = self.overflow.len() * SPACE * size_of::<K>();
        Self::bytes_for(self.key_bits, self.capacity()) + overflow as u64
    }

    fn capacity(&self) -> usize {
        self.count * LANES / 5 * 4
    }

    /// Is it too large for the nearer caches?
    pub(super) fn is_large(&self) -> bool {
        self.count > 1 << 12
    }

    /// How many keys more it may take before probing gets slow.
    pub(super) fn room(&self) -> usize {
        self.capacity().saturating_sub(self.len)
    }

    #[inline]
    fn hashed(&self, key: K) -> u64 {
        // why: each step can be taken back if what is above is known, so different keys stay different.
        let above = if K::WIDTH == 64 { 0 } else { hash(key >> 64) };
        let word = key.low() ^ above;
        ((word ^ word >> self.fold) << self.idle_bits).wrapping_mul(MULTIPLIER)
    }

    #[inline]
    fn probe(&self, key: K) -> Probe<K> {
        let hashed = self.hashed(key);
        // why: the keys of a bucket follow each other, so their lowest bits tell them apart.
        let mut entry = K::from_low(hashed >> self.idle_bits & self.rest_mask);
        if K::WIDTH > 64 {
            entry = entry | key >> 64 << self.rest_mask.count_ones();
        }
        Probe { bucket: share(hashed, self.count), entry: entry << PROBE_BITS, number: 0 }
    }

    /// Has the bucket of a key brought into the cache, as it will be needed soon.
    #[inline]
    #[cfg_attr(
        target_arch = "x86_64",
        expect(
            unsafe_code,
            reason = "a prefetch has no safe form; without, five of six large puzzles took 10 to 67 % longer"
        )
    )]
    pub(super) fn prefetch(&self, key: K) {
        let bucket = share(self.hashed(key), self.count);
        for_slots!(&self.buckets, |buckets, _make| {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a prefetch reads nothing and cannot fault, and the address is that of a live bucket.
            unsafe {
                use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
                _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(&buckets[bucket]).cast());
            }
            #[cfg(not(target_arch = "x86_64"))]
            let _ = &buckets[bucket];
        });
    }

    /// Inserts a key; was it new?
    #[inline]
    pub(super) fn insert(&mut self, key: K) -> bool {
        let probe = self.probe(key);
        let is_new = for_slots!(&mut self.buckets, |buckets, make| {
            let mut probe = probe;
            match probe.find(buckets, make) {
                Found::Known => false,
                Found::Free(bucket, lane) => {
                    buckets[bucket][lane] = make(probe.entry);
                    true
                }
                Found::Overflow => self.overflow.insert(key),
            }
        });
        self.len += usize::from(is_new);
        is_new
    }

    /// Is the key in it?
    #[inline]
    pub(super) fn contains(&self, key: K) -> bool {
        let mut probe = self.probe(key);
        let found = for_slots!(&self.buckets, |buckets, make| probe.find(buckets, make));
        match found {
            Found::Known => true,
            Found::Free(..) => false,
            Found::Overflow => self.overflow.contains(&key),
        }
    }
}

impl<K: Bits> Probe<K> {
    /// Looks for a key in the buckets where it may be.
    #[inline(always)]
    fn find<S: Copy + Default + Eq>(&mut self, buckets: &[[S; LANES]], make: impl Fn(K) -> S) -> Found {
        loop {
            let bucket = &buckets[self.bucket];
            let equal = |slot: S| (0..LANES).fold(0u32, |set, lane| set | u32::from(bucket[lane] == slot) << lane);
            if equal(make(self.entry)) != 0 {
                return Found::Known;
            }
            let empty = equal(S::default());
            if empty != 0 {
                return Found::Free(self.bucket, empty.trailing_zeros() as usize);
            }
            if !self.next(buckets.len()) {
                return Found::Overflow;
            }
        }
    }

    /// Goes on to the bucket to try after a full one; `false` if there is none. How far it is depends on what is written in
    /// the slot alone, so that slot and bucket still tell the key.
    #[cold]
    fn next(&mut self, count: usize) -> bool {
        let mixed = (self.entry.low() >> PROBE_BITS << 32).wrapping_mul(MULTIPLIER);
        self.number += 1;
        self.entry = self.entry.plus(K::from_low(1));
        let next = self.bucket + if self.number == 1 { 1 } else { share(mixed, count) + 1 };
        self.bucket = if next < count { next } else { next - count };
        self.number < PROBES
    }
}

/// Buckets with room for so many keys: four of five slots may be taken before probing gets slow.
fn buckets(room: usize) -> usize {
    (room / LANES * 5 / 4).max(15) + 1
}

/// What part of `whole` a number is of all that there are.
#[inline]
fn share(number: u64, whole: usize) -> usize {
    ((u128::from(number) * whole as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::{super::bits::Words, *};

    /// Fills a set to the brim and beyond with keys that differ little, and holds it against a plain set.
    fn holds_what_was_inserted<K: Bits>(key_bits: u32, kind: fn(&Buckets<K>) -> bool) {
        let mut set = HashSet::<K>::new(key_bits, 1 << 10);
        assert!(kind(&set.buckets), "{key_bits}");
        let key = |number: u64| {
            let low = number.wrapping_mul(MULTIPLIER) >> 40;
            K::from_low(low & !(u64::MAX << key_bits.min(20))) | K::from_low(low & 7) << (key_bits - 3)
        };
        let mut known = BTreeSet::new();
        for number in 0..2 * LANES * set.count {
            let key = key(number as u64);
            assert_eq!(set.insert(key), known.insert(key), "{key_bits} {key:?}");
        }
        assert!((0..1 << 14).map(key).all(|key| set.contains(key) == known.contains(&key)), "{key_bits}");
        assert!(!set.overflow.is_empty(), "{key_bits}");
    }

    #[test]
    fn every_kind_of_slots_is_exact() {
        holds_what_was_inserted::<u64>(20, |buckets| matches!(buckets, Buckets::Narrow(_)));
        holds_what_was_inserted::<u64>(36, |buckets| matches!(buckets, Buckets::Narrow(_)));
        holds_what_was_inserted::<u64>(44, |buckets| matches!(buckets, Buckets::Wide(_)));
        holds_what_was_inserted::<u64>(64, |buckets| matches!(buckets, Buckets::Wide(_)));
        holds_what_was_inserted::<u128>(66, |buckets| matches!(buckets, Buckets::Wide(_)));
        holds_what_was_inserted::<u128>(128, |buckets| matches!(buckets, Buckets::Whole(_)));
        holds_what_was_inserted::<Words<4>>(256, |buckets| matches!(buckets, Buckets::Whole(_)));
    }
}
