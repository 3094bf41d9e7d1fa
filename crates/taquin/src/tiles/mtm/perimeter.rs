//! All lines within a few steps of the goal's.
//!
//! A search from the start that has come so near needs no bound any more: it looks up whether it is there. Lines are
//! kept as fingerprints of twelve bits with their distance, in a table with linear probing. A fingerprint may be that of
//! another line, so a line that is found may be farther away than it seems, never nearer: distances are lower bounds,
//! and a line that is not found is surely farther than the perimeter.

use super::line_graph::{Axis, Line, LineGraph, forward};
use rustc_hash::FxHashSet;

/// No line.
const EMPTY: u16 = u16::MAX;
/// The farthest distance that an entry can hold.
const FARTHEST: u8 = 15;
/// Of a hundred entries, so many are in use when the layers are as large as expected, and at most.
const USUAL_LOAD: usize = 70;
const MOST_LOAD: usize = 85;
/// Layers grow no faster than this from one to the next, in hundredths, on 4×4. Where they do, the last one is left out.
const GROWTH: usize = 280;

/// The lines within a few steps of the goal's.
pub(super) struct Perimeter {
    entries: Vec<u16>,
    /// The first places of lines are below this; a cluster may go on a little beyond.
    homes: u64,
    steps: u8,
    len: usize,
    /// Was there no room for a line?
    is_full: bool,
}

impl Perimeter {
    /// Room for so many lines.
    fn with_room(lines: usize) -> Self {
        let homes = (lines * 100 / USUAL_LOAD).max(64);
        Self { entries: vec![EMPTY; homes + homes / 16 + 1024], homes: homes as u64, steps: 0, len: 0, is_full: false }
    }

    /// Where a line's fingerprint is looked for first, and the fingerprint.
    #[inline]
    fn home(&self, table: usize, line: Line) -> (usize, u16) {
        // splitmix64's finaliser, with one constant for each table.
        let key = (line.reading | u64::from(line.number) << 60) ^ (table as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let key = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let key = (key ^ key >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let key = key ^ key >> 31;
        let home = (u128::from(key) * u128::from(self.homes)) >> 64;
        // One fingerprint less than there could be, so that no entry is `EMPTY`.
        (home as usize, ((key & 0xfff) as u16).min(0xffe))
    }

    /// At least so many steps are to be made from a line; `None` if it is not within the perimeter.
    #[inline]
    pub(super) fn find(&self, table: usize, line: Line) -> Option<u8> {
        let (home, fingerprint) = self.home(table, line);
        for &entry in &self.entries[home..] {
            if entry == EMPTY {
                return None;
            }
            if entry >> 4 == fingerprint {
                return Some((entry & 15) as u8);
            }
        }
        None
    }

    /// Adds a line unless it seems to be there.
    fn insert(&mut self, table: usize, line: Line, distance: u8) {
        let (home, fingerprint) = self.home(table, line);
        for entry in &mut self.entries[home..] {
            if *entry >> 4 == fingerprint {
                return;
            }
            if *entry == EMPTY {
                *entry = fingerprint << 4 | u16::from(distance);
                self.len += 1;
                return;
            }
        }
        self.is_full = true;
    }

    /// How many steps from the goal all lines are known.
    #[inline]
    pub(super) fn steps(&self) -> u8 {
        self.steps
    }

    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.entries) as u64
    }
}

/// A perimeter that is being made, layer by layer, in slices.
pub(super) struct PerimeterBuild {
    graph: LineGraph,
    /// For each table: all lines of the layers before the last one. They are told apart exactly, so that none is missing
    /// among those that are expanded.
    known: [FxHashSet<u64>; 2],
    /// The layer that is being expanded, how far it is, and the one that comes of it.
    layer: Vec<(Axis, u64)>,
    at: usize,
    next_layer: Vec<(Axis, u64)>,
    /// Does the last layer come of it? Its lines are not expanded, so they need not be told apart.
    is_last: bool,
    most: usize,
    perimeter: Perimeter,
}

impl PerimeterBuild {
    /// - `most`: about how many lines it may have.
    pub(super) fn new(graph: &LineGraph, most: usize) -> Self {
        let cells = (graph.lines[0] * graph.lens[0]) as u64;
        // No shape has more lines than boards, of both axes.
        let boards = (1..=cells).fold(2_u64, u64::saturating_mul);
        let mut build = Self {
            graph: graph.clone(),
            known: Default::default(),
            layer: Vec::new(),
            at: 0,
            next_layer: Vec::new(),
            is_last: false,
            most,
            perimeter: Perimeter::with_room(most.min(usize::try_from(boards).unwrap_or(most))),
        };
        for axis in 0..2 {
            build.keep(axis, graph.goal[axis], 0);
        }
        std::mem::swap(&mut build.layer, &mut build.next_layer);
        build
    }

    /// Adds a line to the layer to come unless it is known.
    fn keep(&mut self, axis: Axis, line: Line, distance: u8) {
        let (table, key) = (self.graph.table(axis), line.reading | u64::from(line.number) << 60);
        if self.is_last {
            self.perimeter.insert(table, line, distance);
        } else if self.known[table].insert(key) {
            self.next_layer.push((axis, key));
            self.perimeter.insert(table, line, distance);
        }
    }

    /// Works for about as long as a search takes for `budget` nodes; returns whether that is all.
    pub(super) fn run(&mut self, budget: u64) -> bool {
        let mut left = budget;
        while left > 0 {
            if self.at == self.layer.len() && !self.end_layer() || self.is_full() {
                return true;
            }
            let (axis, key) = self.layer[self.at];
            self.at += 1;
            self.expand(axis, Line { reading: key << 4 >> 4, number: (key >> 60) as u8 });
            left = left.saturating_sub(8);
        }
        false
    }

    /// Goes on with the next layer; `false` if there is none.
    fn end_layer(&mut self) -> bool {
        self.perimeter.steps += 1;
        if self.is_last || self.next_layer.is_empty() {
            return false;
        }
        self.layer = std::mem::take(&mut self.next_layer);
        self.at = 0;
        let one = self.layer.len() * GROWTH / 100;
        let two = one * GROWTH / 100;
        self.is_last = self.perimeter.len + one + two > self.most || self.perimeter.steps + 1 == FARTHEST;
        if self.is_last {
            self.known = Default::default();
        }
        true
    }

    fn expand(&mut self, axis: Axis, line: Line) {
        let (lines, len) = (self.graph.lines[axis], self.graph.lens[axis]);
        let mut across = self.graph.across(axis, line.reading, line.number.into(), 0);
        for place in 0..len {
            self.keep(1 - axis, Line { reading: across, number: place as u8 }, self.perimeter.steps + 1);
            if place + 1 < len {
                across = forward::<4>(across, (place * lines) as u32 + u32::from(line.number), lines as u32);
            }
        }
    }

    /// Is there no room for more? Probing would become slow.
    fn is_full(&self) -> bool {
        self.perimeter.is_full || self.perimeter.len * 100 > self.perimeter.homes as usize * MOST_LOAD
    }

    /// Lines found so far, and about how many there will be.
    pub(super) fn progress(&self) -> (u64, u64) {
        (self.perimeter.len as u64, self.most as u64)
    }

    pub(super) fn bytes(&self) -> u64 {
        let known: usize = self.known.iter().map(FxHashSet::capacity).sum();
        let layers = self.layer.capacity() + self.next_layer.capacity();
        // A hash set takes nine bytes for seven eighths of a slot, and while it grows the half of that again.
        16 * known as u64 + 16 * layers as u64 + self.perimeter.bytes()
    }

    /// The perimeter, once [`Self::run`] has returned `true`. A layer that was broken off says nothing about lines that
    /// are not in it: it does not count among the steps.
    pub(super) fn finish(self) -> Perimeter {
        self.perimeter
    }
}
