//! How keys lie in the rows of a table.
//!
//! A slot is 32 bits, of which all ones mean that it is empty, and as many extra bits as its form says, which lie behind
//! those of all slots of the row. Slots are taken in order.

use super::Key;
use std::sync::atomic::{AtomicU64, Ordering};

/// Words of a row.
const WORDS: usize = 4;

/// An empty slot.
const EMPTY: u32 = u32::MAX;

/// Rows that a key may lie in. One less than three bits can tell, so that no slot in use looks like an empty one.
pub(super) const TRIES: u32 = 7;
const TRY_BITS: u32 = 3;

/// Bits of a key in a slot without extra bits.
pub(super) const LOW_BITS: u32 = u32::BITS - TRY_BITS;

/// A few slots.
pub(super) struct Row([AtomicU64; WORDS]);

/// Two rows: what the processor fetches at once.
#[repr(align(64))]
pub(super) struct Line(pub(super) [Row; 2]);

impl Default for Line {
    fn default() -> Self {
        Self([const { Row([const { AtomicU64::new(u64::MAX) }; WORDS]) }; 2])
    }
}

/// How many extra bits a slot has.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Form {
    Extra0,
    Extra8,
    Extra16,
    Extra32,
    Extra48,
    Extra96,
    Extra224,
}

/// Slots of a row.
const fn slots(extra: u32) -> usize {
    WORDS * 64 / (32 + extra as usize)
}

/// The extra bits are written in parts of so many bits, none of which lies in two words.
const fn part_bits(extra: u32) -> u32 {
    match extra {
        8 => 8,
        16 | 48 => 16,
        _ => 32,
    }
}

/// The parts of the extra bits.
const fn parts(extra: u32) -> u32 {
    extra / part_bits(extra)
}

/// A part that is not yet written.
const fn unwritten(extra: u32) -> u64 {
    !(u64::MAX << part_bits(extra))
}

impl Form {
    pub(super) const ALL: [Self; 7] =
        [Self::Extra0, Self::Extra8, Self::Extra16, Self::Extra32, Self::Extra48, Self::Extra96, Self::Extra224];

    fn extra(self) -> u32 {
        [0, 8, 16, 32, 48, 96, 224][self as usize]
    }

    /// Slots of a row.
    pub(super) fn slots(self) -> usize {
        slots(self.extra())
    }

    /// How many of 16 slots may be taken before probing gets slow.
    pub(super) fn load_16(self) -> usize {
        // why: the fewer slots a row has, the sooner some row is full.
        if self.slots() < 4 { 10 } else { 13 }
    }

    /// Bits of a key that a slot holds. (One bit of each part is never set, so that none looks as if it were not written.)
    pub(super) fn bits(self) -> u32 {
        LOW_BITS + self.extra() - parts(self.extra())
    }
}

/// What a slot holds: the lowest bits of the key, the others, and which of its rows this is.
#[derive(Clone, Copy)]
pub(super) struct Entry<K> {
    pub(super) low: u64,
    pub(super) high: K,
    pub(super) tries: u32,
}

impl<K> Entry<K> {
    #[inline]
    fn slot(&self) -> u32 {
        (self.low as u32) << TRY_BITS | self.tries
    }
}

/// What is done with an entry.
pub(super) trait Mode {
    /// Is it looked for?
    const LOOKS: bool = true;
    /// Is it put in if it is not there?
    const INSERTS: bool = true;
    /// May other threads put in others at the same time?
    const SHARED: bool;
}

/// Only looks for an entry.
pub(super) struct Look;

/// Puts an entry in if it is not there.
pub(super) struct Insert<const SHARED: bool>;

/// Puts an entry in that is not there.
pub(super) struct InsertNew<const SHARED: bool>;

impl Mode for Look {
    const INSERTS: bool = false;
    const SHARED: bool = true;
}

impl<const SHARED: bool> Mode for Insert<SHARED> {
    const SHARED: bool = SHARED;
}

impl<const SHARED: bool> Mode for InsertNew<SHARED> {
    const LOOKS: bool = false;
    const SHARED: bool = SHARED;
}

/// What came of an entry in a row.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Outcome {
    /// It was there.
    Known,
    /// It was not; it is now if it was to be inserted.
    New,
    /// It was not, and there is no empty slot.
    Full,
}

impl Row {
    /// Looks for an entry or puts it in, or both.
    #[inline(always)]
    pub(super) fn find<M: Mode, K: Key, const EXTRA: u32>(&self, entry: &Entry<K>) -> Outcome {
        loop {
            let slots = self.slots::<EXTRA>();
            if M::LOOKS {
                let mut equal = slots.equal(entry.slot());
                while equal != 0 {
                    if self.rest_is::<K, EXTRA>(equal.trailing_zeros() as usize, entry.high) {
                        return Outcome::Known;
                    }
                    equal &= equal - 1;
                }
            }
            let empty = slots.equal(EMPTY);
            if empty == 0 {
                return Outcome::Full;
            }
            let slot = empty.trailing_zeros() as usize;
            if !M::INSERTS {
                return Outcome::New;
            }
            if self.claim::<M>(slot, entry.slot()) {
                self.set_rest::<M, K, EXTRA>(slot, entry.high);
                return Outcome::New;
            }
            // Another thread was quicker: look at what it put there.
        }
    }

    /// Takes an empty slot; fails if another thread has changed it or its neighbour.
    #[inline]
    fn claim<M: Mode>(&self, slot: usize, value: u32) -> bool {
        let (word, shift) = (&self.0[slot / 2 % WORDS], slot as u32 % 2 * 32);
        let before = word.load(Ordering::Relaxed);
        let after = before & !(u64::from(!value) << shift);
        if !M::SHARED {
            // why: one thread needs no locked exchange.
            word.store(after, Ordering::Relaxed);
            return true;
        }
        (before >> shift) as u32 == EMPTY
            && word.compare_exchange(before, after, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// The word with a part of a slot's extra bits, where in it they are, and what they must be.
    #[inline]
    fn part<K: Key, const EXTRA: u32>(&self, slot: usize, part: u32, rest: K) -> (&AtomicU64, u32, u64) {
        let bit = (slots(EXTRA) * 32 + slot * EXTRA as usize) as u32 + part * part_bits(EXTRA);
        let rest = if part == 0 { rest } else { rest >> (part * (part_bits(EXTRA) - 1)) };
        (&self.0[bit as usize / 64 % WORDS], bit % 64, rest.low() & (unwritten(EXTRA) >> 1))
    }

    /// Are these a slot's extra bits? Waits for a thread that has claimed the slot and not yet written them.
    #[inline]
    fn rest_is<K: Key, const EXTRA: u32>(&self, slot: usize, rest: K) -> bool {
        (0..parts(EXTRA)).all(|index| {
            let (word, shift, wanted) = self.part::<K, EXTRA>(slot, index, rest);
            loop {
                let found = word.load(Ordering::Relaxed) >> shift & unwritten(EXTRA);
                if found != unwritten(EXTRA) {
                    return found == wanted;
                }
                std::hint::spin_loop();
            }
        })
    }

    #[inline]
    fn set_rest<M: Mode, K: Key, const EXTRA: u32>(&self, slot: usize, rest: K) {
        for index in 0..parts(EXTRA) {
            let (word, shift, part) = self.part::<K, EXTRA>(slot, index, rest);
            // All ones become the part; what belongs to other slots stays.
            let kept = !((unwritten(EXTRA) ^ part) << shift);
            if M::SHARED {
                word.fetch_and(kept, Ordering::Relaxed);
            } else {
                word.store(word.load(Ordering::Relaxed) & kept, Ordering::Relaxed);
            }
        }
    }

    #[inline(always)]
    fn slots<const EXTRA: u32>(&self) -> Slots<EXTRA> {
        let word = |index: usize| if index * 2 < slots(EXTRA) { self.0[index].load(Ordering::Relaxed) } else { 0 };
        Slots(std::array::from_fn(word))
    }
}

/// The slots of a row as they were at one time, without their extra bits, two in a word.
struct Slots<const EXTRA: u32>([u64; WORDS]);

impl<const EXTRA: u32> Slots<EXTRA> {
    /// The set of slots with this value.
    #[inline(always)]
    fn equal(&self, value: u32) -> u32 {
        self.equal_words(value) & !(u32::MAX << slots(EXTRA))
    }

    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "comparing one slot after the other took six puzzles 1 to 16 % longer")]
    #[inline(always)]
    fn equal_words(&self, value: u32) -> u32 {
        use std::arch::x86_64::{_mm_castsi128_ps, _mm_cmpeq_epi32, _mm_movemask_ps, _mm_set_epi64x, _mm_set1_epi32};
        // SAFETY: every x86_64 has SSE2, and nothing else is asked for.
        unsafe {
            let value = _mm_set1_epi32(value as i32);
            (0..slots(EXTRA).div_ceil(4)).fold(0, |set, four| {
                let words = _mm_set_epi64x(self.0[four * 2 + 1] as i64, self.0[four * 2] as i64);
                set | (_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(words, value))) as u32) << (four * 4)
            })
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    #[inline(always)]
    fn equal_words(&self, value: u32) -> u32 {
        self.equal_one_by_one(value)
    }

    #[cfg(any(test, not(target_arch = "x86_64")))]
    #[inline(always)]
    fn equal_one_by_one(&self, value: u32) -> u32 {
        (0..slots(EXTRA))
            .fold(0, |set, slot| set | u32::from((self.0[slot / 2] >> (slot % 2 * 32)) as u32 == value) << slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn compare<const EXTRA: u32>(rng: &mut Rng) {
        for _ in 0..500 {
            // Few values, so that several slots are equal; now and then all their bits.
            let values = [0, 1, 1 << 31, EMPTY, rng.bits() as u32];
            let mut slot = || u64::from(values[rng.below(5) as usize]);
            let slots = Slots::<EXTRA>(std::array::from_fn(|_| slot() << 32 | slot()));
            for value in values {
                let expected = slots.equal_one_by_one(value);
                assert_eq!(slots.equal(value), expected, "{:x?} {value:x}", slots.0);
            }
        }
    }

    /// What compares four slots at once agrees with what compares one after the other.
    #[test]
    fn slots_are_compared_alike_in_both_ways() {
        let rng = &mut Rng::from_seed(4);
        compare::<0>(rng);
        compare::<8>(rng);
        compare::<16>(rng);
        compare::<32>(rng);
        compare::<48>(rng);
        compare::<96>(rng);
        compare::<224>(rng);
    }
}
