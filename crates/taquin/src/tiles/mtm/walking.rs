//! How many slides along the columns (or, seen sideways, along the rows) a board needs at least.
//!
//! All that counts is how many tiles of each goal line stand in each line, and which line the blank is in: sideways
//! moves are free, so any tile of a line may be the next to move. (The idea is the walking distance of Takahashi, here
//! counted in slides.) A breadth-first search from the goal over all such arrangements gives the least number of
//! slides, each over any number of lines.

use crate::search::Cost;
use rustc_hash::FxHashMap;

/// More arrangements than these are not enumerated; the bound is 0 then, which is admissible.
const MOST: usize = 1 << 20;

/// How many tiles of each goal line stand in each line, four bits each, and the blank's line.
#[derive(Clone, Copy, Eq, Hash, PartialEq)]
struct Arrangement {
    /// For each line, sixteen goal lines of four bits.
    lines: [u64; 16],
    blank: u8,
}

/// The table for boards of one size and one line of the goal's blank.
pub(super) struct Walking {
    lines: usize,
    numbers: FxHashMap<Arrangement, u32>,
    /// For each arrangement: forwards, then backwards, by the goal line of the tile that moves.
    next: Vec<u32>,
    slides: Vec<u8>,
}

impl Walking {
    /// - `lines`, `length`: how many lines there are, and how many cells each has.
    /// - `blank`: the line of the goal's blank.
    pub(super) fn new(lines: usize, length: usize, blank: usize) -> Self {
        let mut walking = Self { lines, numbers: FxHashMap::default(), next: Vec::new(), slides: Vec::new() };
        let mut goal = Arrangement { lines: [0; 16], blank: blank as u8 };
        for line in 0..lines {
            goal.lines[line] = ((length - usize::from(line == blank)) as u64) << (line * 4);
        }
        if walking.enumerate(goal) {
            walking.measure();
        } else {
            // Too many: one arrangement for all, which needs no slide.
            walking.numbers.clear();
            walking.next = vec![0; 2 * lines];
            walking.slides = vec![0];
        }
        walking
    }

    /// Finds all arrangements and the steps between them; false if they are too many.
    fn enumerate(&mut self, goal: Arrangement) -> bool {
        let mut queue = vec![goal];
        self.numbers.insert(goal, 0);
        let mut done = 0;
        while let Some(&arrangement) = queue.get(done) {
            done += 1;
            for forward in [true, false] {
                for class in 0..self.lines {
                    let after = arrangement.after(self.lines, forward, class);
                    let number = after.map_or(u32::MAX, |after| {
                        let count = queue.len() as u32;
                        *self.numbers.entry(after).or_insert_with(|| {
                            queue.push(after);
                            count
                        })
                    });
                    self.next.push(number);
                }
            }
            if queue.len() > MOST {
                return false;
            }
        }
        true
    }

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
