//! Selection of the candidates with the best scores, by counting instead of sorting.

/// Number of buckets, one for each score. Scores outside the range count as its best and its worst.
const RANGE: usize = 1 << 12;
/// How much better than the best of the layer before the first bucket is.
const BELOW: i32 = RANGE as i32 / 4;

/// Counts the scores of the candidates for a layer.
pub(super) struct Selection {
    width: usize,
    salt: u64,
    floor: i32,
    counts: Box<[u32]>,
}

impl Selection {
    pub(super) fn new(width: usize, salt: u64) -> Self {
        Self { width, salt, floor: 0, counts: vec![0; RANGE].into() }
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Begins a layer; `best` is the best score of the layer before.
    pub(super) fn begin(&mut self, best: i32) {
        self.floor = best - BELOW;
        self.counts.fill(0);
    }

    #[inline]
    pub(super) fn count(&mut self, score: i32) {
        self.counts[bucket(score, self.floor)] += 1;
    }

    /// The choice among all candidates that were counted.
    pub(super) fn choice(&self) -> Choice {
        let mut places = self.width as u32;
        let is_full = |&count: &u32| {
            let is_full = count > places;
            places -= if is_full { 0 } else { count };
            is_full
        };
        let last = self.counts.iter().position(is_full).unwrap_or(RANGE);
        Choice {
            last,
            places,
            candidates: self.counts.get(last).copied().unwrap_or_default(),
            salt: self.salt,
            floor: self.floor,
        }
    }
}

/// Decides for one candidate after another whether it is taken.
pub(super) struct Choice {
    /// Better buckets are taken whole; of this one as many as there are places left.
    last: usize,
    places: u32,
    /// Candidates of the last bucket not yet decided on.
    candidates: u32,
    salt: u64,
    floor: i32,
}

impl Choice {
    #[inline]
    pub(super) fn takes(&mut self, score: i32, hash: u64) -> bool {
        let bucket = bucket(score, self.floor);
        if bucket != self.last {
            return bucket < self.last;
        }
        // why: each candidate is equally likely, and the choice is reproducible.
        let number = (hash ^ self.salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let takes = (number * u64::from(self.candidates)) >> 32 < u64::from(self.places);
        self.candidates -= 1;
        self.places -= u32::from(takes);
        takes
    }
}

#[inline]
fn bucket(score: i32, floor: i32) -> usize {
    (score - floor).clamp(0, RANGE as i32 - 1) as usize
}
