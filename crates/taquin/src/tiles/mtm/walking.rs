//! How many slides along the columns (or, seen sideways, along the rows) a board needs at least.
//!
//! All that counts is how many tiles of each goal line stand in each line, and which line the blank is in: sideways
//! moves are free, so any tile of a line may be the next to move. (The idea is the walking distance of Takahashi, here
//! counted in slides.) A breadth-first search from the goal over all such arrangements gives the least number of
//! slides, each over any number of lines.

use crate::{search::Cost, tiles::line_cache::Lines};
use rustc_hash::FxHashMap;

/// More arrangements than these are not enumerated; the bound is 0 then, which is admissible.
const MOST: usize = 1 << 20;
/// So many are enumerated under any memory limit: enough for 4×4.
const LEAST: usize = 1 << 15;
/// What each takes, in bytes, as measured.
const BYTES: u64 = 600;
/// From so many lines on, of two cells or more, there are more than [`MOST`].
const TOO_MANY_LINES: usize = 7;

/// How many tiles of each goal line stand in each line, four bits each, and the blank's line.
#[derive(Clone, Copy, Eq, Hash, PartialEq)]
struct Arrangement {
    /// For each line, sixteen goal lines of four bits.
    lines: [u64; 16],
    blank: u8,
}

/// The table for boards of one size and one line of the goal's blank.
pub(in crate::tiles) struct Walking {
    lines: usize,
    numbers: FxHashMap<Arrangement, u32>,
    /// For each arrangement: forwards, then backwards, by the goal line of the tile that moves.
    next: Vec<u32>,
    slides: Vec<u8>,
}

/// A table that is being built, in slices.
pub(super) struct WalkingBuild {
    walking: Walking,
    /// All arrangements found, in the order of their numbers; those before `done` have been expanded.
    queue: Vec<Arrangement>,
    done: usize,
    most: usize,
}

impl WalkingBuild {
    /// - `memory_limit`: how much the table may take, in bytes, before it is given up.
    pub(super) fn new(Lines { count: lines, len: length, blank }: Lines, memory_limit: u64) -> Self {
        let mut goal = Arrangement { lines: [0; 16], blank: blank as u8 };
        for line in 0..lines {
            goal.lines[line] = ((length - usize::from(line == blank)) as u64) << (line * 4);
        }
        let walking =
            Walking { lines, numbers: FxHashMap::from_iter([(goal, 0)]), next: Vec::new(), slides: Vec::new() };
        let is_hopeless = lines >= TOO_MANY_LINES && length > 1;
        let most = if is_hopeless { 0 } else { (memory_limit / BYTES).clamp(LEAST as u64, MOST as u64) as usize };
        Self { walking, queue: vec![goal], done: 0, most }
    }

    /// Are there more arrangements than may be?
    fn is_given_up(&self) -> bool {
        self.queue.len() > self.most
    }

    /// Arrangements expanded so far.
    pub(super) fn done(&self) -> u64 {
        self.done as u64
    }

    /// Expands about `budget` arrangements; returns whether that is all.
    pub(super) fn run(&mut self, budget: u64) -> bool {
        for _ in 0..budget {
            if self.is_given_up() {
                return true;
            }
            let Some(&arrangement) = self.queue.get(self.done) else {
                return true;
            };
            self.expand(arrangement);
            self.done += 1;
        }
        false
    }

    fn expand(&mut self, arrangement: Arrangement) {
        let Self { walking, queue, .. } = self;
        for forward in [true, false] {
            for class in 0..walking.lines {
                let after = arrangement.after(walking.lines, forward, class);
                let number = after.map_or(u32::MAX, |after| {
                    let count = queue.len() as u32;
                    *walking.numbers.entry(after).or_insert_with(|| {
                        queue.push(after);
                        count
                    })
                });
                walking.next.push(number);
            }
        }
    }

    /// The table, once [`Self::run`] has returned `true`.
    pub(super) fn finish(self) -> Walking {
        let is_given_up = self.is_given_up();
        let Self { mut walking, queue, .. } = self;
        drop(queue);
        if is_given_up {
            // One arrangement for all, which needs no slide.
            let lines = walking.lines;
            return Walking { lines, numbers: FxHashMap::default(), next: vec![0; 2 * lines], slides: vec![0] };
        }
        walking.measure();
        walking
    }
}

impl Walking {
    /// Breadth-first from the goal: one slide goes over any number of lines in one direction.
    fn measure(&mut self) {
        self.slides = vec![u8::MAX; self.numbers.len()];
        self.slides[0] = 0;
        let mut layer = vec![0];
        for depth in 1_u8.. {
            let mut next_layer = Vec::new();
            for forward in [true, false] {
                // Further steps of a slide count no more. A state that was reached with fewer slides is walked
                // through all the same, because the slide may end beyond it.
                let mut walked: rustc_hash::FxHashSet<u32> = layer.iter().copied().collect();
                let mut front = layer.clone();
                while !front.is_empty() {
                    let mut next_front = Vec::new();
                    for from in front {
                        for class in 0..self.lines {
                            let to = self.next[self.edge(from, forward, class)];
                            if to != u32::MAX && walked.insert(to) {
                                next_front.push(to);
                                if self.slides[to as usize] == u8::MAX {
                                    self.slides[to as usize] = depth;
                                    next_layer.push(to);
                                }
                            }
                        }
                    }
                    front = next_front;
                }
            }
            if next_layer.is_empty() {
                return;
            }
            layer = next_layer;
        }
    }

    #[inline]
    fn edge(&self, number: u32, forward: bool, class: usize) -> usize {
        (number as usize * 2 + usize::from(!forward)) * self.lines + class
    }

    /// The number of an arrangement, given by the blank's line and the line and goal line of each tile.
    pub(super) fn find(&self, blank: usize, tiles: &[(usize, usize)]) -> u32 {
        let mut arrangement = Arrangement { lines: [0; 16], blank: blank as u8 };
        for &(line, class) in tiles {
            arrangement.lines[line] += 1 << (class * 4);
        }
        self.numbers.get(&arrangement).copied().unwrap_or(0)
    }

    /// The arrangement after a tile of the goal line `class` moves into the blank's line from the line after it
    /// (`forward`) or before it.
    #[inline]
    pub(super) fn after(&self, number: u32, forward: bool, class: usize) -> u32 {
        self.next[self.edge(number, forward, class)]
    }

    /// The least number of slides to the goal.
    #[inline]
    pub(super) fn slides(&self, number: u32) -> Cost {
        self.slides[number as usize].into()
    }
}

impl Arrangement {
    fn after(mut self, lines: usize, forward: bool, class: usize) -> Option<Self> {
        let to = usize::from(self.blank);
        let from = if forward { to + 1 } else { to.checked_sub(1)? };
        if from >= lines || self.lines[from] >> (class * 4) & 15 == 0 {
            return None;
        }
        self.lines[from] -= 1 << (class * 4);
        self.lines[to] += 1 << (class * 4);
        self.blank = from as u8;
        Some(self)
    }
}
