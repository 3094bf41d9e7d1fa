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

/// Buckets of more than this are too many for the nearer caches.
const LARGE: usize = 1 << 12;

/// Keys looked up ahead in a large set, so that the waits for memory overlap.
const PREFETCHED: usize = 8;

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// A well-mixed number of a key.
#[inline]
pub(super) fn hash<K: Bits>(key: K) -> u64 {
    let mut hash = 0u64;
    for index in 0..K::WIDTH / 64 {
        let word = key.low_from(index * 64);
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
    Narrow(Slots<u32>),
    Wide(Slots<u64>),
    Whole(Slots<Whole<K>>),
}

/// Same code for each kind of slots, with the buckets as a slice.
macro_rules! for_slots {
    ($buckets:expr, |$slots:ident, $as_slice:ident| $code:expr) => {
        match $buckets {
            Buckets::Narrow(buckets) => {
                let $slots = buckets.$as_slice();
                $code
            }
            Buckets::Wide(buckets) => {
                let $slots = buckets.$as_slice();
                $code
            }
            Buckets::Whole(buckets) => {
                let $slots = buckets.$as_slice();
                $code
            }
        }
    };
}

/// What a slot holds.
trait Slot<K>: Copy + Default + Eq {
    /// The slot of an entry.
    fn of(entry: K) -> Self;

    /// A bit for each lane that holds this.
    #[inline(always)]
    fn equal(bucket: &[Self; LANES], slot: Self) -> u32 {
        (0..LANES).fold(0, |set, lane| set | u32::from(bucket[lane] == slot) << lane)
    }
}

impl<K: Bits> Slot<K> for u32 {
    #[inline(always)]
    fn of(entry: K) -> Self {
        !(entry.low() as Self)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    #[expect(
        unsafe_code,
        reason = "what the compiler makes of the loop over the lanes takes twice as many instructions"
    )]
    fn equal(bucket: &[Self; LANES], slot: Self) -> u32 {
        use std::arch::x86_64::{_mm_castsi128_ps, _mm_cmpeq_epi32, _mm_movemask_ps, _mm_set_epi32, _mm_set1_epi32};
        let [a, b, c, d, e, f, g, h] = bucket.map(u32::cast_signed);
        // SAFETY: every processor of this kind has SSE2.
        unsafe {
            let wanted = _mm_set1_epi32(slot.cast_signed());
            let equal = |half| _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(half, wanted))).cast_unsigned();
            equal(_mm_set_epi32(d, c, b, a)) | equal(_mm_set_epi32(h, g, f, e)) << 4
        }
    }
}

impl<K: Bits> Slot<K> for u64 {
    #[inline(always)]
    fn of(entry: K) -> Self {
        !entry.low()
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn equal(bucket: &[Self; LANES], slot: Self) -> u32 {
        // why halves: SSE2 compares no words of 64 bits.
        let half = |shift: u32| {
            let halves = bucket.map(|lane| (lane >> shift) as u32);
            <u32 as Slot<K>>::equal(&halves, (slot >> shift) as u32)
        };
        half(0) & half(32)
    }
}

/// A whole key.
#[derive(Clone, Copy, Default, Eq, PartialEq)]
struct Whole<K>(K);

impl<K: Bits> Slot<K> for Whole<K> {
    #[inline(always)]
    fn of(entry: K) -> Self {
        Self(!entry)
    }
}

const CACHE_LINE: usize = 64;

/// Slots in buckets, none of which lies in more cache lines than it must.
struct Slots<S>(Vec<S>);

impl<S: Copy + Default> Slots<S> {
    fn new(buckets: usize) -> Self {
        Self(vec![S::default(); (buckets + 1) * LANES])
    }

    fn buckets(&self) -> &[[S; LANES]] {
        self.0[self.first()..].as_chunks().0
    }

    fn buckets_mut(&mut self) -> &mut [[S; LANES]] {
        let first = self.first();
        self.0[first..].as_chunks_mut().0
    }

    fn first(&self) -> usize {
        // why at most so far: slots larger than a line may never begin one.
        self.0.as_ptr().align_offset(size_of::<[S; LANES]>().min(CACHE_LINE)).min(LANES)
    }
}

/// A set of keys.
pub(super) struct HashSet<K> {
    buckets: Buckets<K>,
    hashing: Hashing,
    len: usize,
    key_bits: u32,
    /// Keys for which there was no slot in any of the buckets tried.
    overflow: BTreeSet<K>,
}

/// What tells which bucket a key belongs to, and what a slot holds of it.
#[derive(Clone, Copy)]
struct Hashing {
    /// Buckets.
    count: usize,
    /// Bits of the hashed part of a key that it does not take up.
    idle_bits: u32,
    /// Half of those that it takes up.
    fold: u32,
    /// The bits of the hashed part that a bucket does not tell.
    rest_mask: u64,
}

impl Hashing {
    #[inline(always)]
    fn hashed<K: Bits>(&self, key: K) -> u64 {
        // why: each step can be taken back if what is above is known, so different keys stay different.
        let above = if K::WIDTH == 64 { 0 } else { hash(key >> 64) };
        let word = key.low() ^ above;
        ((word ^ word >> self.fold) << self.idle_bits).wrapping_mul(MULTIPLIER)
    }

    #[inline(always)]
    fn bucket<K: Bits>(&self, key: K) -> usize {
        share(self.hashed(key), self.count)
    }

    #[inline(always)]
    fn probe<K: Bits>(&self, key: K) -> Probe<K> {
        let hashed = self.hashed(key);
        // why: the keys of a bucket follow each other, so their lowest bits tell them apart.
        let mut entry = K::from_low(hashed >> self.idle_bits & self.rest_mask);
        if K::WIDTH > 64 {
            entry = entry | key >> 64 << self.rest_mask.count_ones();
        }
        Probe { bucket: share(hashed, self.count), entry: entry << PROBE_BITS, number: 0 }
    }
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
            ..=32 => Buckets::Narrow(Slots::new(count)),
            33..=64 => Buckets::Wide(Slots::new(count)),
            _ => Buckets::Whole(Slots::new(count)),
        };
        let rest_mask = u64::MAX.checked_shr(64 - rest_bits).unwrap_or(0);
        let hashing = Hashing { count, idle_bits: 64 - bits, fold: bits.div_ceil(2), rest_mask };
        Self { buckets, hashing, len: 0, key_bits, overflow: BTreeSet::new() }
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
        ((count + 1) * LANES * slot) as u64
    }

    pub(super) fn bytes(&self) -> u64 {
        /// why: the nodes of a tree are half full or more.
        const SPACE: usize = 2;
        let overflow = self.overflow.len() * SPACE * size_of::<K>();
        Self::bytes_for(self.key_bits, self.capacity()) + overflow as u64
    }

    fn capacity(&self) -> usize {
        self.hashing.count * LANES / 5 * 4
    }

    /// How many keys more it may take before probing gets slow.
    pub(super) fn room(&self) -> usize {
        self.capacity().saturating_sub(self.len)
    }

    /// Has the bucket of a key brought into the cache, as it will be needed soon.
    #[inline]
    pub(super) fn prefetch(&self, key: K) {
        let bucket = self.hashing.bucket(key);
        for_slots!(&self.buckets, |buckets, buckets| prefetch(buckets, bucket));
    }

    /// Inserts keys, each with something of its own, and hands on those that are new.
    #[inline]
    pub(super) fn insert_each<T: Copy>(&mut self, found: &[(K, T)], mut new: impl FnMut(K, T)) {
        let Self { buckets, hashing, len, overflow, .. } = self;
        let is_large = hashing.count > LARGE;
        // why: the kind of slots is looked at once for all.
        for_slots!(buckets, |buckets, buckets_mut| {
            for (index, &(key, with)) in found.iter().enumerate() {
                if is_large && let Some(&(later, _)) = found.get(index + PREFETCHED) {
                    prefetch(buckets, hashing.bucket(later));
                }
                if insert(buckets, hashing.probe(key), || overflow.insert(key)) {
                    *len += 1;
                    new(key, with);
                }
            }
        });
    }

    /// Is the key in it?
    #[inline]
    pub(super) fn contains(&self, key: K) -> bool {
        let mut probe = self.hashing.probe(key);
        let found = for_slots!(&self.buckets, |buckets, buckets| probe.find(buckets));
        match found {
            Found::Known => true,
            Found::Free(..) => false,
            Found::Overflow => self.overflow.contains(&key),
        }
    }
}

/// Inserts a key; was it new?
#[inline(always)]
fn insert<K: Bits, S: Slot<K>>(
    buckets: &mut [[S; LANES]],
    mut probe: Probe<K>,
    overflow: impl FnOnce() -> bool,
) -> bool {
    match probe.find(buckets) {
        Found::Known => false,
        Found::Free(bucket, lane) => {
            buckets[bucket][lane] = S::of(probe.entry);
            true
        }
        Found::Overflow => overflow(),
    }
}

impl<K: Bits> Probe<K> {
    /// Looks for a key in the buckets where it may be.
    #[inline(always)]
    fn find<S: Slot<K>>(&mut self, buckets: &[[S; LANES]]) -> Found {
        loop {
            let bucket = &buckets[self.bucket];
            if S::equal(bucket, S::of(self.entry)) != 0 {
                return Found::Known;
            }
            let empty = S::equal(bucket, S::default());
            if empty != 0 {
                return Found::Free(self.bucket, empty.trailing_zeros() as usize % LANES);
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

/// Has a bucket brought into the cache, as it will be needed soon.
#[inline(always)]
#[cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "a prefetch has no safe form; without, five of six large puzzles took 10 to 67 % longer"
    )
)]
fn prefetch<S>(buckets: &[[S; LANES]], bucket: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing and cannot fault, and the address is that of a live bucket.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(&buckets[bucket]).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = &buckets[bucket];
}

/// Buckets with room for so many keys: four of five slots may be taken before probing gets slow.
fn buckets(room: usize) -> usize {
    (room.div_ceil(LANES) * 5 / 4).max(15) + 1
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
        for number in 0..2 * LANES * set.hashing.count {
            let key = key(number as u64);
            let mut is_new = false;
            set.insert_each(&[(key, ())], |_, ()| is_new = true);
            assert_eq!(is_new, known.insert(key), "{key_bits} {key:?}");
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
