//! The open list, and the lower bound that it proves.

use super::Cost;
use std::collections::BTreeMap;

/// The numbers of the open nodes in stacks, one for each rank value and heuristic value; the best stack comes first.
#[derive(Default)]
pub(super) struct OpenList {
    stacks: BTreeMap<(u128, Cost), Stack>,
    chunks: u64,
}

/// Node numbers, last in first out.
///
/// why chunks of a fixed size: a growing array would leave up to half of its room unused and need both copies while it
/// grows.
#[derive(Default)]
struct Stack {
    #[expect(clippy::vec_box, reason = "unboxed, the chunks would be copied whenever their list grows")]
    chunks: Vec<Box<[u32; CHUNK]>>,
    /// Number of entries in the last chunk.
    top: usize,
}

const CHUNK: usize = 256;

impl OpenList {
    /// Upper bound on the additional bytes of one more entry: a chunk, and a stack's place in the tree.
    pub(super) const GROWTH: u64 = (CHUNK * size_of::<u32>() + Self::STACK) as u64;
    /// Upper bound on a stack's share of the tree and of its list of chunks.
    const STACK: usize = 4 * (size_of::<(u128, Cost)>() + size_of::<Stack>());

    /// Memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let chunk = CHUNK * size_of::<u32>() + 2 * size_of::<Box<[u32; CHUNK]>>();
        self.chunks * chunk as u64 + (self.stacks.len() * Self::STACK) as u64
    }

    #[inline]
    pub(super) fn push(&mut self, value: u128, h: Cost, index: u32) {
        let stack = self.stacks.entry((value, h)).or_default();
        if stack.chunks.is_empty() || stack.top == CHUNK {
            stack.chunks.push(Box::new([0; CHUNK]));
            stack.top = 0;
            self.chunks += 1;
        }
        if let Some(chunk) = stack.chunks.last_mut() {
            chunk[stack.top] = index;
            stack.top += 1;
        }
    }

    /// Removes the entry with the lowest rank value; ties go to the lower heuristic value, then to the newest entry.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u128, u32)> {
        let mut first = self.stacks.first_entry()?;
        let value = first.key().0;
        let stack = first.get_mut();
        stack.top -= 1;
        let index = stack.chunks.last()?[stack.top];
        if stack.top == 0 {
            stack.chunks.pop();
            stack.top = CHUNK;
            self.chunks -= 1;
            if stack.chunks.is_empty() {
                first.remove();
            }
        }
        Some((value, index))
    }
}

/// Number of open nodes for each `g + h`, whatever the rank: no solution is shorter than the least of them.
pub(super) struct LengthHistogram {
    /// Heuristic value of the start, where counting begins.
    base: Cost,
    counts: Vec<u64>,
    /// The place in `counts` up to which `below` counts.
    lowest: usize,
    /// Number of open nodes there or lower: under an inconsistent heuristic `g + h` can fall along a path.
    below: u64,
}

impl LengthHistogram {
    pub(super) fn new(base: Cost) -> Self {
        Self { base, counts: vec![0], lowest: 0, below: 0 }
    }

    #[inline]
    pub(super) fn add(&mut self, length: Cost) {
        let place = length.saturating_sub(self.base) as usize;
        if place >= self.counts.len() {
            self.counts.resize(place + 1, 0);
        }
        self.counts[place] += 1;
        self.below += u64::from(place <= self.lowest);
    }

    #[inline]
    pub(super) fn remove(&mut self, length: Cost) {
        let place = length.saturating_sub(self.base) as usize;
        self.counts[place] -= 1;
        self.below -= u64::from(place <= self.lowest);
    }

    /// Proven lower bound on the length of any solution: the least `g + h` of all open nodes, or more if more was proven
    /// before.
    #[inline]
    pub(super) fn lowest(&mut self) -> Cost {
        while self.below == 0 && self.lowest + 1 < self.counts.len() {
            self.lowest += 1;
            self.below = self.counts[self.lowest];
        }
        self.base + self.lowest as Cost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Agrees with a sorted list: lowest value, then lowest `h`, then last in first out.
        #[test]
        fn the_best_comes_first(entries in proptest::collection::vec((0_u128..4, 0_u32..4, 0_usize..4), 0..2000)) {
            let (mut open, mut list) = (OpenList::default(), Vec::new());
            for (index, (value, h, pops)) in entries.into_iter().enumerate() {
                open.push(value, h, index as u32);
                list.push((value, h, std::cmp::Reverse(index as u32)));
                for _ in 0..pops / 2 {
                    list.sort_unstable();
                    let best = (!list.is_empty()).then(|| list.remove(0));
                    prop_assert_eq!(open.pop(), best.map(|(value, _, index)| (value, index.0)));
                }
            }
        }

        #[test]
        fn the_frontier_knows_its_least(steps in proptest::collection::vec((0_u32..20, any::<bool>()), 1..200)) {
            let mut lengths = LengthHistogram::new(5);
            let (mut list, mut proven) = (Vec::new(), 5);
            for (length, remove) in steps {
                lengths.add(length);
                list.push(length);
                if remove && list.len() > 1 {
                    lengths.remove(list.swap_remove(length as usize % list.len()));
                }
                proven = proven.max(list.iter().copied().min().unwrap_or(5));
                prop_assert_eq!(lengths.lowest(), proven);
            }
        }
    }
}
