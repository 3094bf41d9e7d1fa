//! The seeded random numbers behind every scramble.
//!
//! The algorithm will not change, because a seed must give the same puzzle on every platform and in every version:
//! xoshiro256\*\* (Blackman and Vigna, 2018), its 256 bits of state filled by four outputs of SplitMix64 from the 64-bit
//! seed; ranges by Lemire's multiplication with rejection, so that they are exactly uniform.

/// A small, fast, reproducible random number generator. Not for cryptography.
///
/// ```
/// use taquin::rng::Rng;
/// let (mut a, mut b) = (Rng::from_seed(1), Rng::from_seed(1));
/// assert_eq!(a.below(1000), b.below(1000));
/// ```
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The generator for this seed.
    pub fn from_seed(seed: u64) -> Self {
        let mut counter = seed;
        let state = std::array::from_fn(|_| split_mix(&mut counter));
        Self { state }
    }

    /// The next 64 uniformly random bits.
    pub fn bits(&mut self) -> u64 {
        let [s0, s1, s2, s3] = &mut self.state;
        let result = s1.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = *s1 << 17;
        *s2 ^= *s0;
        *s3 ^= *s1;
        *s1 ^= *s2;
        *s0 ^= *s3;
        *s2 ^= shifted;
        *s3 = s3.rotate_left(45);
        result
    }

    /// A uniformly random number in `0..bound`.
    ///
    /// # Panics
    /// If `bound` is 0: there is no such number.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "no number lies below 0");
        // why: the first `2^64 mod bound` values of the low word would be drawn once too often.
        let surplus = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.bits()) * u128::from(bound);
            if product as u64 >= surplus {
                return (product >> 64) as u64;
            }
        }
    }

    /// Puts the items into a uniformly random order (Fisher–Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let pick = self.below(last as u64 + 1) as usize;
            items.swap(last, pick);
        }
    }
}

fn split_mix(counter: &mut u64) -> u64 {
    *counter = counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mix(*counter)
}

/// The finaliser of SplitMix64, which mixes all bits of a number.
pub(crate) fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SplitMix64's first outputs for seed 0, as published with the algorithm.
    #[test]
    fn split_mix_matches_its_reference() {
        let mut counter = 0;
        assert_eq!(split_mix(&mut counter), 0xe220_a839_7b1d_cdaf);
        assert_eq!(split_mix(&mut counter), 0x6e78_9e6a_a1b9_65f4);
    }

    /// xoshiro256** from the state 1, 2, 3, 4, as in its reference implementation.
    #[test]
    fn bits_match_their_reference() {
        let mut rng = Rng { state: [1, 2, 3, 4] };
        let expected = [11_520, 0, 1_509_978_240, 1_215_971_899_390_074_240];
        assert_eq!(std::array::from_fn(|_| rng.bits()), expected);
    }

    #[test]
    fn ranges_are_covered_and_kept() {
        let mut rng = Rng::from_seed(7);
        let mut seen = [0; 6];
        for _ in 0..6_000 {
            seen[rng.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1_150).contains(&n)), "{seen:?}");
    }
}
