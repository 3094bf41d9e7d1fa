//! The set of positions seen lately: open addressing with exact keys, shared by all threads without locks.

use super::bits::Bits;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bits of a key in one word of a slot: one less than a word has, so that no key looks like an empty slot.
pub(super) const WORD_BITS: u32 = 63;

const EMPTY: u64 = u64::MAX;
const WORD_MASK: u64 = EMPTY >> 1;

/// A packed position.
pub(super) trait Key: Bits {
    /// Words of the table that it takes.
    const WORDS: usize = (Self::WIDTH / 64) as usize;

    /// One of these words.
    #[inline]
    fn word(self, index: usize) -> u64 {
        if index == 0 { self.low() & WORD_MASK } else { (self >> (index as u32 * WORD_BITS)).low() & WORD_MASK }
    }

    /// A well-mixed number.
    #[inline]
    fn hash(self) -> u64 {
        let mut hash = 0u64;
        for index in 0..Self::WORDS {
            // why: the multiplication carries only upwards, and the slot is taken from the top bits, so low bits would
            // count for all and high bits for little without the fold.
            let word = self.word(index);
            hash = (hash.rotate_left(23) ^ word ^ (word >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        hash
    }
}

impl<B: Bits> Key for B {}

/// A set of keys of `K::WORDS` words each, with linear probing.
pub(super) struct Table {
    slots: Vec<AtomicU64>,
    words: usize,
    /// Keys in it.
    len: usize,
    shift: u32,
}

impl Table {
    /// A table of `2^log_slots` slots, to be cleared before use.
    pub(super) fn new<K: Key>(log_slots: u32) -> Self {
        Self { slots: Vec::with_capacity(K::WORDS << log_slots), words: K::WORDS, len: 0, shift: 64 - log_slots }
    }

    /// Empties at most so many slots more; says whether all are empty, which they must be before the table is used.
    ///
    /// why in steps: a large table takes a tenth of a second and more.
    pub(super) fn clear(&mut self, most: usize) -> bool {
        let all = self.words << (64 - self.shift);
        let cleared = all.min(self.slots.len().saturating_add(most.saturating_mul(self.words)));
        self.slots.resize_with(cleared, || AtomicU64::new(EMPTY));
        cleared == all
    }

    /// The least `log_slots` that leaves the table at most half full with this many keys.
    pub(super) fn log_slots_for(keys: usize) -> u32 {
        (keys * 2).next_power_of_two().trailing_zeros().max(8)
    }

    /// Bytes of a table with `2^log_slots` slots.
    pub(super) fn bytes_of<K: Key>(log_slots: u32) -> u64 {
        (K::WORDS as u64 * 8) << log_slots
    }

    pub(super) fn bytes(&self) -> u64 {
        self.slots.capacity() as u64 * 8
    }

    /// How many keys more it may take before probing gets slow.
    pub(super) fn room(&self) -> usize {
        let slots = self.slots.len() / self.words;
        (slots / 4 * 3).saturating_sub(self.len)
    }

    /// Counts keys that threads have inserted.
    pub(super) fn add_len(&mut self, inserted: usize) {
        self.len += inserted;
    }

    /// The slot where a key would be looked for first.
    #[inline]
    pub(super) fn home<K: Key>(&self, key: K) -> usize {
        (key.hash() >> self.shift) as usize
    }

    /// Has a slot brought into the cache, as it will be needed soon.
    #[inline]
    #[cfg_attr(
        target_arch = "x86_64",
        expect(
            unsafe_code,
            reason = "a prefetch has no safe form; puzzles of half a million positions and more take 5 to 18 % longer without"
        )
    )]
    pub(super) fn prefetch<K: Key>(&self, home: usize) {
        let slot = &self.slots[home * K::WORDS];
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch reads nothing and cannot fault, and the address is that of a live slot.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(slot).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = slot;
    }

    /// Inserts a key and tells whether it is new. If `SHARED`, several threads may insert at once. The table must have
    /// room.
    #[inline]
    pub(super) fn insert<K: Key, const SHARED: bool>(&self, home: usize, key: K) -> bool {
        let mut slot = home;
        loop {
            let first = &self.slots[slot * K::WORDS];
            let found = first.load(Ordering::Relaxed);
            if found == EMPTY {
                if SHARED {
                    let (order, word) = (Ordering::Relaxed, key.word(0));
                    if first.compare_exchange(EMPTY, word, order, order).is_err() {
                        // Another thread was quicker: look at what it put there.
                        continue;
                    }
                } else {
                    // why: one thread needs no locked exchange.
                    first.store(key.word(0), Ordering::Relaxed);
                }
                for index in 1..K::WORDS {
                    self.slots[slot * K::WORDS + index].store(key.word(index), Ordering::Relaxed);
                }
                return true;
            }
            if found == key.word(0) && self.rest_equals(slot, key) {
                return false;
            }
            slot = self.after::<K>(slot);
        }
    }

    /// Is the key in it?
    #[inline]
    pub(super) fn contains<K: Key>(&self, key: K) -> bool {
        let mut slot = self.home(key);
        loop {
            let found = self.slots[slot * K::WORDS].load(Ordering::Relaxed);
            if found == EMPTY {
                return false;
            }
            if found == key.word(0) && self.rest_equals(slot, key) {
                return true;
            }
            slot = self.after::<K>(slot);
        }
    }

    #[inline]
    fn after<K: Key>(&self, slot: usize) -> usize {
        let next = slot + 1;
        if next * K::WORDS == self.slots.len() { 0 } else { next }
    }

    /// Do the words after the first agree? Waits for a thread that has claimed the slot and not yet written them.
    #[inline]
    fn rest_equals<K: Key>(&self, slot: usize, key: K) -> bool {
        (1..K::WORDS).all(|index| {
            loop {
                let found = self.slots[slot * K::WORDS + index].load(Ordering::Relaxed);
                if found != EMPTY {
                    return found == key.word(index);
                }
                std::hint::spin_loop();
            }
        })
    }
}
