//! Words wide enough for a board or a packed position.

use std::{
    fmt::Debug,
    ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr},
};

/// An unsigned integer as a set of bits. Shifts by less than the width; sums never overflow as they are used here.
pub(super) trait Bits:
    Copy
    + Debug
    + Default
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

    /// The index of the lowest bit set; not for zero.
    fn lowest(self) -> u32;

    /// Without the lowest bit set.
    fn without_lowest(self) -> Self;

    /// Bits set.
    fn count(self) -> u32;

    /// The sum.
    fn plus(self, other: Self) -> Self;

    /// The difference.
    fn minus(self, other: Self) -> Self;

    /// Turned towards the lowest bit, whose neighbour is the highest; by less than the width.
    #[inline]
    fn rotated(self, by: u32) -> Self {
        if by == 0 { self } else { self >> by | self << (Self::WIDTH - by) }
    }

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
            fn rotated(self, by: u32) -> Self {
                self.rotate_right(by)
            }

            #[inline]
            fn low(self) -> u64 {
                self as u64
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
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
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

primitive!(u64);
primitive!(u128);

/// 256 bits, for the boards and positions that are too large for the rest. Ordered by its high half first.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Wide {
    high: u128,
    low: u128,
}

impl Bits for Wide {
    const WIDTH: u32 = 256;

    fn from_low(low: u64) -> Self {
        Self { high: 0, low: low.into() }
    }

    fn low(self) -> u64 {
        self.low as u64
    }

    fn lowest(self) -> u32 {
        if self.low == 0 { 128 + self.high.trailing_zeros() } else { self.low.trailing_zeros() }
    }

    fn without_lowest(self) -> Self {
        if self.low == 0 {
            Self { high: self.high.without_lowest(), low: 0 }
        } else {
            Self { high: self.high, low: self.low.without_lowest() }
        }
    }

    fn count(self) -> u32 {
        self.high.count_ones() + self.low.count_ones()
    }

    fn plus(self, other: Self) -> Self {
        let (low, carry) = self.low.overflowing_add(other.low);
        Self { high: self.high.wrapping_add(other.high).wrapping_add(u128::from(carry)), low }
    }

    fn read(bytes: &[u8]) -> Self {
        Self { high: u128::read(&bytes[16..]), low: u128::read(bytes) }
    }

    fn write(self, bytes: &mut [u8]) {
        self.low.write(bytes);
        self.high.write(&mut bytes[16..]);
    }

    fn minus(self, other: Self) -> Self {
        let (low, borrow) = self.low.overflowing_sub(other.low);
        Self { high: self.high.wrapping_sub(other.high).wrapping_sub(u128::from(borrow)), low }
    }
}

impl BitAnd for Wide {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self { high: self.high & other.high, low: self.low & other.low }
    }
}

impl BitOr for Wide {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self { high: self.high | other.high, low: self.low | other.low }
    }
}

impl BitXor for Wide {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self { high: self.high ^ other.high, low: self.low ^ other.low }
    }
}

impl Not for Wide {
    type Output = Self;

    fn not(self) -> Self {
        Self { high: !self.high, low: !self.low }
    }
}

impl Shl<u32> for Wide {
    type Output = Self;

    fn shl(self, by: u32) -> Self {
        match by {
            0 => self,
            1..128 => Self { high: self.high << by | self.low >> (128 - by), low: self.low << by },
            _ => Self { high: self.low << (by - 128), low: 0 },
        }
    }
}

impl Shr<u32> for Wide {
    type Output = Self;

    fn shr(self, by: u32) -> Self {
        match by {
            0 => self,
            1..128 => Self { high: self.high >> by, low: self.low >> by | self.high << (128 - by) },
            _ => Self { high: 0, low: self.high >> (by - 128) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wide(high: u128, low: u128) -> Wide {
        Wide { high, low }
    }

    proptest! {
        #[test]
        fn wide_words_shift_like_their_bits(high: u128, low: u128, by in 0u32..256) {
            let bits: Vec<u32> = wide(high, low).ones().collect();
            let left: Vec<u32> = bits.iter().map(|bit| bit + by).filter(|&bit| bit < 256).collect();
            let right: Vec<u32> = bits.iter().filter(|&&bit| bit >= by).map(|bit| bit - by).collect();
            prop_assert_eq!((wide(high, low) << by).ones().collect::<Vec<_>>(), left);
            prop_assert_eq!((wide(high, low) >> by).ones().collect::<Vec<_>>(), right);
            prop_assert_eq!(wide(high, low).count() as usize, bits.len());
        }

        #[test]
        fn words_are_read_as_they_were_written(high: u128, low: u128) {
            let mut bytes = [0; 40];
            wide(high, low).write(&mut bytes[3..]);
            prop_assert_eq!(Wide::read(&bytes[3..]), wide(high, low));
            (low as u64).write(&mut bytes[5..]);
            prop_assert_eq!(u64::read(&bytes[5..]), low as u64);
        }

        #[test]
        fn wide_differences_undo_sums(a: (u128, u128), b: (u128, u128)) {
            let (a, b) = (wide(a.0, a.1), wide(b.0, b.1));
            prop_assert_eq!(a.plus(b).minus(b), a);
            prop_assert_eq!(wide(0, u128::MAX).plus(Wide::from_low(1)), wide(1, 0));
        }
    }
}
