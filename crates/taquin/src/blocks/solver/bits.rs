//! Bit sets wide enough for a board or a packed position: `u64`, `u128` and [`Words`].

use std::{
    array,
    cmp::Ordering,
    fmt::Debug,
    hash::Hash,
    ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr},
};

/// An unsigned integer as a set of bits. Shifts by less than the width; sums never overflow as they are used here.
pub(super) trait Bits:
    Copy
    + Debug
    + Default
    + Hash
    + Ord
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// Bits it has.
    const WIDTH: u32;

    /// A small number.
    fn from_low(low: u64) -> Self;

    /// The lowest 64 bits.
    fn low(self) -> u64;

    /// The lowest 64 bits from this one on, with zeros beyond the highest.
    fn low_from(self, bit: u32) -> u64;

    /// The index of the lowest bit set; not for zero.
    fn lowest(self) -> u32;

    /// Without the lowest bit set.
    fn without_lowest(self) -> Self;

    /// The sum.
    fn plus(self, other: Self) -> Self;

    /// The difference.
    fn minus(self, other: Self) -> Self;

    /// All bits, turned to the right: those that leave it come in again on the left.
    fn rotated(self, by: u32) -> Self;

    /// Puts bits at the members of a set, the first at the lowest; `bits` are those from a number on. `BMI2` only if the
    /// processor has that.
    fn deposit<const BMI2: bool>(bits: impl Fn(u32) -> u64, set: Self) -> Self;

    /// Reads a word from the first bytes.
    fn read(bytes: &[u8]) -> Self;

    /// Writes the word to the first bytes.
    fn write(self, bytes: &mut [u8]);

    /// The set of this one bit.
    #[inline]
    fn bit(index: u32) -> Self {
        Self::from_low(1) << index
    }

    /// Is no bit set?
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// How many bits are set.
    fn count(self) -> u32;

    /// The indices of the bits set, from the lowest.
    #[inline]
    fn ones(mut self) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            if self.is_empty() {
                return None;
            }
            let index = self.lowest();
            self = self.without_lowest();
            Some(index)
        })
    }
}

macro_rules! primitive {
    ($type:ty) => {
        impl Bits for $type {
            const WIDTH: u32 = <$type>::BITS;

            #[inline]
            fn from_low(low: u64) -> Self {
                <$type>::from(low)
            }

            #[inline]
            fn low(self) -> u64 {
                self as u64
            }

            #[inline]
            fn low_from(self, bit: u32) -> u64 {
                self.checked_shr(bit).unwrap_or(0) as u64
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn rotated(self, by: u32) -> Self {
                self.rotate_right(by)
            }

            #[inline(always)]
            fn deposit<const BMI2: bool>(bits: impl Fn(u32) -> u64, set: Self) -> Self {
                let word = |at: u32| {
                    let before = if at == 0 { 0 } else { (set << (Self::BITS - at)).count_ones() };
                    Self::from(deposit_word::<BMI2>(bits(before), (set >> at) as u64)) << at
                };
                (0..Self::BITS / 64).fold(0, |all, at| all | word(64 * at))
            }

            #[inline]
            fn read(bytes: &[u8]) -> Self {
                bytes.first_chunk().map_or(0, |&bytes| <$type>::from_le_bytes(bytes))
            }

            #[inline]
            fn write(self, bytes: &mut [u8]) {
                if let Some(bytes) = bytes.first_chunk_mut() {
                    *bytes = self.to_le_bytes();
                }
            }

            #[inline]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
        }
    };
}

/// Puts the lowest bits at the members of a set.
#[inline(always)]
fn deposit_word<const BMI2: bool>(mut bits: u64, mut set: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if BMI2 {
        #[expect(unsafe_code, reason = "one instruction instead of a loop over all members of the set")]
        // SAFETY: the caller has made sure that the processor has it.
        return unsafe { std::arch::x86_64::_pdep_u64(bits, set) };
    }
    let mut all = 0;
    while set != 0 && bits != 0 {
        all |= if bits & 1 == 1 { set & set.wrapping_neg() } else { 0 };
        set &= set - 1;
        bits >>= 1;
    }
    all
}

primitive!(u64);
primitive!(u128);

/// `N` words as one, the least significant first: for boards and positions too large for the processor's own words.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct Words<const N: usize>([u64; N]);

impl<const N: usize> Default for Words<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Ord for Words<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> PartialOrd for Words<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Words<N> {
    fn zip(self, other: Self, with: impl Fn(u64, u64) -> u64) -> Self {
        Self(array::from_fn(|at| with(self.0[at], other.0[at])))
    }
}

impl<const N: usize> Bits for Words<N> {
    const WIDTH: u32 = 64 * N as u32;

    fn from_low(low: u64) -> Self {
        let mut words = [0; N];
        words[0] = low;
        Self(words)
    }

    fn low(self) -> u64 {
        self.0[0]
    }

    fn low_from(self, bit: u32) -> u64 {
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        let (at, bit) = (bit as usize / 64, bit % 64);
        (u128::from(word(at + 1)) << 64 >> bit) as u64 | word(at) >> bit
    }

    fn lowest(self) -> u32 {
        let zeros = self.0.iter().take_while(|&&word| word == 0).count();
        64 * zeros as u32 + self.0.get(zeros).map_or(0, |word| word.trailing_zeros())
    }

    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    fn plus(mut self, other: Self) -> Self {
        let mut carry = false;
        for (word, other) in self.0.iter_mut().zip(other.0) {
            (*word, carry) = word.carrying_add(other, carry);
        }
        self
    }

    fn minus(mut self, other: Self) -> Self {
        let mut borrow = false;
        for (word, other) in self.0.iter_mut().zip(other.0) {
            (*word, borrow) = word.borrowing_sub(other, borrow);
        }
        self
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn rotated(self, by: u32) -> Self {
        if by == 0 { self } else { self >> by | self << (Self::WIDTH - by) }
    }

    fn deposit<const BMI2: bool>(bits: impl Fn(u32) -> u64, set: Self) -> Self {
        let mut before = 0;
        Self(set.0.map(|word| {
            let all = if word == 0 { 0 } else { deposit_word::<BMI2>(bits(before), word) };
            before += word.count_ones();
            all
        }))
    }

    fn read(bytes: &[u8]) -> Self {
        Self(array::from_fn(|at| u64::read(&bytes[8 * at..])))
    }

    fn write(self, bytes: &mut [u8]) {
        self.0.iter().enumerate().for_each(|(at, word)| word.write(&mut bytes[8 * at..]));
    }
}

impl<const N: usize> BitAnd for Words<N> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.zip(other, BitAnd::bitand)
    }
}

impl<const N: usize> BitOr for Words<N> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.zip(other, BitOr::bitor)
    }
}

impl<const N: usize> BitXor for Words<N> {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.zip(other, BitXor::bitxor)
    }
}

impl<const N: usize> Not for Words<N> {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(Not::not))
    }
}

impl<const N: usize> Shl<u32> for Words<N> {
    type Output = Self;

    fn shl(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        let word = |at: Option<usize>| at.and_then(|at| self.0.get(at)).copied().unwrap_or(0);
        Self(array::from_fn(|at| {
            let (high, low) = (word(at.checked_sub(words)), word(at.checked_sub(words + 1)));
            if bits == 0 { high } else { high << bits | low >> (64 - bits) }
        }))
    }
}

impl<const N: usize> Shr<u32> for Words<N> {
    type Output = Self;

    fn shr(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        Self(array::from_fn(|at| {
            let (low, high) = (word(at + words), word(at + words + 1));
            if bits == 0 { low } else { low >> bits | high << (64 - bits) }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn words(values: [u64; 4]) -> Words<4> {
        Words(values)
    }

    proptest! {
        #[test]
        fn words_shift_like_their_bits(values: [u64; 4], by in 0u32..256) {
            let bits: Vec<u32> = words(values).ones().collect();
            let left: Vec<u32> = bits.iter().map(|bit| bit + by).filter(|&bit| bit < 256).collect();
            let right: Vec<u32> = bits.iter().filter(|&&bit| bit >= by).map(|bit| bit - by).collect();
            prop_assert_eq!((words(values) << by).ones().collect::<Vec<_>>(), left);
            prop_assert_eq!((words(values) >> by).ones().collect::<Vec<_>>(), right);
        }

        #[test]
        fn words_turn_and_are_filled_like_their_bits(values: [u64; 4], set: [u64; 4], by in 0u32..256) {
            let turned: BTreeSet<u32> = words(values).ones().map(|bit| (bit + 256 - by) % 256).collect();
            prop_assert_eq!(words(values).rotated(by).ones().collect::<BTreeSet<_>>(), turned);
            let from = |at: u32| words(values).low_from(at);
            prop_assert_eq!(from(by), (words(values) >> by).low());
            let members: Vec<u32> = words(set).ones().collect();
            let chosen = words(values).ones().map_while(|at| members.get(at as usize).copied());
            prop_assert_eq!(Words::deposit::<false>(from, words(set)).ones().collect::<Vec<_>>(), chosen.collect::<Vec<_>>());
            let both = |words: [u64; 4]| u128::from(words[0]) | u128::from(words[1]) << 64;
            let members: Vec<u32> = both(set).ones().collect();
            let chosen = both(values).ones().map_while(|at| members.get(at as usize).copied());
            let from = |at: u32| both(values).low_from(at);
            prop_assert_eq!(u128::deposit::<false>(from, both(set)).ones().collect::<Vec<_>>(), chosen.collect::<Vec<_>>());
            #[cfg(target_arch = "x86_64")]
            if crate::cpu::has_avx2_bmi2() {
                prop_assert_eq!(u128::deposit::<true>(from, both(set)), u128::deposit::<false>(from, both(set)));
            }
        }

        #[test]
        fn words_are_read_as_they_were_written(values: [u64; 4]) {
            let mut bytes = [0; 40];
            words(values).write(&mut bytes[3..]);
            prop_assert_eq!(Words::read(&bytes[3..]), words(values));
            values[0].write(&mut bytes[5..]);
            prop_assert_eq!(u64::read(&bytes[5..]), values[0]);
        }

        #[test]
        fn differences_undo_sums(a: [u64; 4], b: [u64; 4]) {
            prop_assert_eq!(words(a).plus(words(b)).minus(words(b)), words(a));
            prop_assert_eq!(words([u64::MAX, u64::MAX, 0, 0]).plus(Words::from_low(1)), words([0, 0, 1, 0]));
            prop_assert_eq!(words(a) < words(b), a.iter().rev().lt(b.iter().rev()));
        }
    }
}
