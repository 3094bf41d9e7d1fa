//! Where the goal is tested, and the list of all goal positions where a backward search begins.

use super::{
    bits::Bits,
    encoding::{Coding, Encoding},
    movegen::Movegen,
};
use crate::sort::sort_short_by_key;
use std::cmp::Reverse;

/// A goal test: the bits of the key that count, and what they must be.
#[derive(Clone, Debug)]
pub(super) struct GoalTest<K> {
    mask: K,
    value: K,
    /// The same for each part that takes a move of its own.
    parts: Vec<(K, K)>,
}

/// One test for each goal that can be met.
pub(super) fn tests<K: Bits>(encoding: &Encoding) -> Vec<GoalTest<K>> {
    let test = |goal: &Vec<Vec<usize>>| {
        let mut parts: Vec<(K, K)> = Vec::new();
        for (class, numbers) in goal.iter().enumerate().filter(|(_, numbers)| !numbers.is_empty()) {
            let field = &encoding.fields[class];
            if field.coding == Coding::Mask {
                parts
                    .extend(numbers.iter().map(|&number| (encoding.code(class, number), encoding.code(class, number))));
            } else {
                let mut wanted: Vec<u16> = numbers.iter().map(|&number| number as u16).collect();
                let bits = (field.shift..field.shift + field.bits()).fold(K::default(), |mask, bit| mask | K::bit(bit));
                parts.push((bits, encoding.field_of(class, &mut wanted)));
            }
        }
        let nothing = (K::default(), K::default());
        let (mask, value) = parts.iter().fold(nothing, |(mask, value), part| (mask | part.0, value | part.1));
        GoalTest { mask, value, parts }
    };
    encoding.goals.iter().map(test).collect()
}

/// Is any goal reached? Holds for a position exactly if it holds for its images.
#[inline]
pub(super) fn is_goal<K: Bits>(tests: &[GoalTest<K>], key: K) -> bool {
    tests.iter().any(|goal| key & goal.mask == goal.value)
}

/// Does any goal lack so few parts at most?
#[inline]
pub(super) fn is_near<K: Bits>(tests: &[GoalTest<K>], key: K, most: usize) -> bool {
    let missing = |goal: &GoalTest<K>| goal.parts.iter().filter(|(mask, value)| key & *mask != *value).count();
    tests.iter().any(|goal| missing(goal) <= most)
}

/// Does every goal take several moves from almost everywhere?
pub(super) fn are_far<K>(tests: &[GoalTest<K>]) -> bool {
    tests.iter().all(|goal| goal.parts.len() > 1)
}

/// The packed goal positions, each the least of its images, sorted; `None` if there are more than `limit`.
///
/// They are all placements of the other blocks round the goal blocks, so some may be out of reach.
pub(super) fn positions<B: Bits, K: Bits>(movegen: &Movegen<B>, limit: usize) -> Option<Vec<K>> {
    /// Placing is recursive, so many classes would take a deep stack.
    const MOST_CLASSES: usize = 64;
    let encoding = &movegen.encoding;
    if encoding.classes.len() > MOST_CLASSES {
        return None;
    }
    let mut order: Vec<usize> = (0..encoding.classes.len()).collect();
    // why: large blocks leave few places for each other, so dead ends are seen early.
    sort_short_by_key(&mut order, |&class| Reverse(encoding.classes[class].offsets.len()));
    let images = encoding.symmetries.len() + 1;
    let mut found = Vec::new();
    for is_count in [true, false] {
        // why: counting is much quicker than packing, and most goals are too many.
        let mut left = limit * images;
        for goal in &encoding.goals {
            let mut placing = Placing {
                movegen,
                order: &order,
                goal,
                numbers: vec![Vec::new(); goal.len()],
                found,
                // why: dead ends cost as much as positions; a goal with many of either is not worth listing.
                steps: limit * 20,
                left,
                is_count,
            };
            let mut occupied = B::default();
            for (class, numbers) in goal.iter().enumerate() {
                occupied = numbers.iter().fold(occupied, |all, &number| all | movegen.spot(class, number).cells);
            }
            placing.place(0, occupied)?;
            (found, left) = (placing.found, placing.left);
        }
    }
    found.sort_unstable();
    found.dedup();
    (found.len() <= limit).then_some(found)
}

struct Placing<'a, B, K> {
    movegen: &'a Movegen<B>,
    /// The classes in the order in which they are placed.
    order: &'a [usize],
    goal: &'a [Vec<usize>],
    /// For each class, the numbers of the places taken.
    numbers: Vec<Vec<u16>>,
    found: Vec<K>,
    steps: usize,
    /// Positions that may still be found.
    left: usize,
    is_count: bool,
}

impl<B: Bits, K: Bits> Placing<'_, B, K> {
    /// Places all blocks of the classes from this number on.
    fn place(&mut self, at: usize, occupied: B) -> Option<()> {
        let encoding = &self.movegen.encoding;
        let Some(&class) = self.order.get(at) else {
            self.left = self.left.checked_sub(1)?;
            if !self.is_count {
                let field = |(class, numbers): (usize, &Vec<u16>)| encoding.field_of::<K>(class, &mut numbers.clone());
                let key = self.numbers.iter().enumerate().map(field).fold(K::default(), K::plus);
                self.found.push(encoding.canonical(key));
            }
            return Some(());
        };
        self.numbers[class] = self.goal[class].iter().map(|&number| number as u16).collect();
        let open = encoding.classes[class].blocks.len() - self.goal[class].len();
        self.place_more(at, open, 0, occupied)
    }

    /// Places `open` more blocks of a class, at places from this number on.
    fn place_more(&mut self, at: usize, open: usize, first: usize, occupied: B) -> Option<()> {
        if open == 0 {
            return self.place(at + 1, occupied);
        }
        let class = self.order[at];
        let places = self.movegen.encoding.classes[class].places.len();
        let is_free = |number: &usize| (self.movegen.spot(class, *number).cells & occupied).is_empty();
        // why: nothing but the cells themselves is in the way of the last single cells, so their ways need not be tried.
        let is_single = self.movegen.encoding.classes[class].offsets.len() == 1;
        if self.is_count && at + 1 == self.order.len() && (open == 1 || is_single) {
            let free = (first..places).filter(is_free).count();
            self.left = self.left.checked_sub(combinations(free, open))?;
            return Some(());
        }
        for number in first..places {
            let cells = self.movegen.spot(class, number).cells;
            if !(cells & occupied).is_empty() {
                continue;
            }
            self.steps = self.steps.checked_sub(1)?;
            self.numbers[class].push(number as u16);
            self.place_more(at, open - 1, number + 1, occupied | cells)?;
            self.numbers[class].pop();
        }
        Some(())
    }
}

/// The ways to choose some of these; at most the largest number there is.
fn combinations(of: usize, chosen: usize) -> usize {
    (0..chosen).fold(1usize, |ways, at| ways.saturating_mul(of.saturating_sub(at)) / (at + 1))
}
