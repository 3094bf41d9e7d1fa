//! All lines within a few steps of the goal's.
//!
//! A search from the start that has come so near needs no bound any more: it looks up whether it is there. Lines are
//! kept as fingerprints of twelve bits with their distance, in a table with linear probing. A fingerprint may be that of
//! another line, so a line that is found may be farther away than it seems, never nearer: distances are lower bounds,
//! and a line that is not found is surely farther than the perimeter.

use super::line_graph::{Axis, Line, LineGraph, forward};
use crate::{
    cpu,
    tiles::pattern_db::pages::{Pages, Section},
};
use std::ops::Deref;

/// No line.
const EMPTY: u16 = u16::MAX;
/// The farthest distance that an entry can hold.
const FARTHEST: u8 = 15;
/// Of a hundred entries, so many are in use when the layers are as large as expected, and at most.
const USUAL_LOAD: usize = 70;
const MOST_LOAD: usize = 85;
/// Layers grow no faster than this from one to the next, in hundredths, on 4×4. Where they do, the last one is left out.
const GROWTH: usize = 280;
/// Parts of a layer, by the first two tiles of a reading: each is sorted by itself, in a moment.
const PARTS: usize = 256;
/// Lines that are added together, once their places were fetched.
const TOGETHER: usize = 32;

/// The lines within a few steps of the goal's, in memory of its own while it is made.
pub(super) struct Perimeter<M = Section> {
    /// Two bytes for each entry.
    entries: M,
    /// The first places of lines are below this; a cluster may go on a little beyond.
    homes: u64,
    steps: u8,
    len: usize,
    /// Was there no room for a line?
    is_full: bool,
}

/// Bytes of entries for so many first places of lines.
fn bytes_for(homes: usize) -> usize {
    2 * (homes + homes / 16 + 1024)
}

impl Perimeter<Pages> {
    /// Room for so many lines.
    fn with_room(lines: usize) -> Self {
        let homes = (lines * 100 / USUAL_LOAD).max(64);
        let mut entries = Pages::zeroed(bytes_for(homes));
        entries.fill(0xff);
        Self { entries, homes: homes as u64, steps: 0, len: 0, is_full: false }
    }

    /// Its entries, how many first places of lines it has, and how many steps it reaches: what [`Perimeter::from_section`]
    /// takes.
    pub(super) fn into_parts(self) -> (Pages, u64, u8) {
        (self.entries, self.homes, self.steps)
    }
}

impl Perimeter {
    /// How many bytes of entries a perimeter with so many first places of lines has.
    pub(super) fn section_bytes(homes: u64) -> Option<usize> {
        // why a limit: a number that was read from a file may be any.
        usize::try_from(homes).ok().filter(|homes| (1..1 << 30).contains(homes)).map(bytes_for)
    }

    /// A perimeter that was made before; `None` if its entries do not fit.
    pub(super) fn from_section(entries: Section, homes: u64, steps: u8) -> Option<Self> {
        let fits = Self::section_bytes(homes) == Some(entries.len()) && steps <= FARTHEST;
        fits.then_some(Self { entries, homes, steps, len: 0, is_full: false })
    }
}

impl<M: Deref<Target = [u8]>> Perimeter<M> {
    /// Where a line's fingerprint is looked for first, and the fingerprint.
    #[inline]
    fn home(&self, table: usize, line: Line) -> (usize, u16) {
        // splitmix64's finaliser, with one constant for each table.
        let key = line.key() ^ (table as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
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
        for entry in self.entries[2 * home..].chunks_exact(2) {
            let entry = u16::from_le_bytes([entry[0], entry[1]]);
            if entry == EMPTY {
                return None;
            }
            if entry >> 4 == fingerprint {
                return Some((entry & 15) as u8);
            }
        }
        None
    }

    /// Fetches from memory what will be looked up for a line.
    #[inline]
    pub(super) fn prefetch(&self, table: usize, line: Line) {
        cpu::prefetch(&self.entries[2 * self.home(table, line).0]);
    }

    /// How many steps from the goal all lines are known.
    #[inline]
    pub(super) fn steps(&self) -> u8 {
        self.steps
    }

    pub(super) fn bytes(&self) -> u64 {
        self.entries.len() as u64
    }
}

impl Perimeter<Pages> {
    /// Adds a line unless it seems to be there.
    fn insert(&mut self, table: usize, line: Line, distance: u8) {
        let (home, fingerprint) = self.home(table, line);
        for bytes in self.entries[2 * home..].chunks_exact_mut(2) {
            let entry = u16::from_le_bytes([bytes[0], bytes[1]]);
            if entry >> 4 == fingerprint {
                return;
            }
            if entry == EMPTY {
                bytes.copy_from_slice(&(fingerprint << 4 | u16::from(distance)).to_le_bytes());
                self.len += 1;
                return;
            }
        }
        self.is_full = true;
    }
}

/// Lines of a layer by their parts, of both tables one after the other.
type Layer = Vec<Vec<u64>>;

/// A perimeter that is being made, layer by layer, in slices.
pub(super) struct PerimeterBuild {
    graph: LineGraph,
    /// The layer that is being expanded and the one before it, sorted; the lines that cross those of the layer, of which
    /// some may be in these layers, and some there several times.
    before: Layer,
    layer: Layer,
    crossings: Layer,
    /// The next line of the layer to expand: its part, and its place there.
    at: (usize, usize),
    /// The next part of the crossings to sort, once all lines are expanded.
    sorting: usize,
    /// Lines of the layer that comes next.
    found: usize,
    /// Does the last layer come of it? Its lines are not expanded, so they need not be told apart.
    is_last: bool,
    /// Lines of the last layer that are to be added.
    waiting: Vec<(usize, Line)>,
    most: usize,
    perimeter: Perimeter<Pages>,
}

impl PerimeterBuild {
    /// - `most`: about how many lines it may have.
    pub(super) fn new(graph: &LineGraph, most: usize) -> Self {
        let cells = (graph.lines[0] * graph.lens[0]) as u64;
        // No shape has more lines than boards, of both axes.
        let boards = (1..=cells).fold(2_u64, u64::saturating_mul);
        let nothing = || vec![Vec::new(); 2 * PARTS];
        let mut build = Self {
            graph: graph.clone(),
            before: nothing(),
            layer: nothing(),
            crossings: nothing(),
            at: (0, 0),
            sorting: 0,
            found: 0,
            is_last: false,
            waiting: Vec::new(),
            most,
            perimeter: Perimeter::with_room(most.min(usize::try_from(boards).unwrap_or(most))),
        };
        for axis in 0..2 {
            let (table, line) = (graph.table(axis), graph.goal[axis]);
            let part = &mut build.layer[part(table, line)];
            // A symmetric goal has the same line twice.
            if !part.contains(&line.key()) {
                part.push(line.key());
                build.perimeter.insert(table, line, 0);
            }
        }
        build
    }

    /// Works for about as long as a search takes for `budget` nodes; returns whether that is all.
    pub(super) fn run(&mut self, budget: u64) -> bool {
        let mut left = budget;
        while left > 0 {
            let done = if self.at.0 < 2 * PARTS {
                self.expand_some()
            } else if !self.is_last && self.sorting < 2 * PARTS {
                self.sort_part()
            } else if self.end_layer() {
                1
            } else {
                return true;
            };
            if self.is_full() {
                return true;
            }
            left = left.saturating_sub(done);
        }
        false
    }

    /// Expands some lines of the layer; returns about how many nodes a search would take for it.
    fn expand_some(&mut self) -> u64 {
        let (part, first) = self.at;
        let lines = std::mem::take(&mut self.layer[part]);
        let end = lines.len().min(first + 64);
        lines[first..end].iter().for_each(|&key| self.expand(part / PARTS, Line::from_key(key)));
        self.at = if end == lines.len() { (part + 1, 0) } else { (part, end) };
        self.layer[part] = lines;
        self.add_waiting();
        4 * (end - first) as u64 + 1
    }

    /// Finds the lines of a part that are new, and adds them; returns about how many nodes a search would take for it.
    fn sort_part(&mut self) -> u64 {
        let part = self.sorting;
        self.sorting += 1;
        let mut lines = std::mem::take(&mut self.crossings[part]);
        let effort = lines.len() as u64;
        lines.sort_unstable();
        lines.dedup();
        // What crosses a line of a layer is in that layer, the one before or the one after.
        for old in [&self.before[part], &self.layer[part]] {
            let mut old = old.iter().peekable();
            lines.retain(|line| {
                while old.next_if(|&other| other < line).is_some() {}
                old.peek() != Some(&line)
            });
        }
        let table = part / PARTS;
        for &key in &lines {
            self.waiting.push((table, Line::from_key(key)));
            if self.waiting.len() == TOGETHER {
                self.add_waiting();
            }
        }
        self.add_waiting();
        self.found += lines.len();
        self.crossings[part] = lines;
        effort + 1
    }

    /// Adds the lines that wait for it.
    fn add_waiting(&mut self) {
        let distance = self.perimeter.steps + 1;
        self.waiting.iter().for_each(|&(table, line)| self.perimeter.prefetch(table, line));
        for (table, line) in self.waiting.drain(..) {
            self.perimeter.insert(table, line, distance);
        }
    }

    /// Goes on with the next layer; `false` if there is none.
    fn end_layer(&mut self) -> bool {
        self.perimeter.steps += 1;
        if self.is_last || self.found == 0 {
            return false;
        }
        self.before = std::mem::replace(&mut self.layer, std::mem::take(&mut self.crossings));
        self.crossings = vec![Vec::new(); 2 * PARTS];
        let one = self.found * GROWTH / 100;
        let two = one * GROWTH / 100;
        self.is_last = self.perimeter.len + one + two > self.most || self.perimeter.steps + 1 == FARTHEST;
        (self.at, self.sorting, self.found) = ((0, 0), 0, 0);
        true
    }

    fn expand(&mut self, table: usize, line: Line) {
        // The lines of a symmetric goal's table stand for those of both axes.
        let axis: Axis = table;
        let (lines, len) = (self.graph.lines[axis], self.graph.lens[axis]);
        let across_table = self.graph.table(1 - axis);
        let mut across = self.graph.across(axis, line.reading, line.number.into(), 0);
        for place in 0..len {
            let crossing = Line { reading: across, number: place as u8 };
            if self.is_last {
                self.waiting.push((across_table, crossing));
            } else {
                self.crossings[part(across_table, crossing)].push(crossing.key());
            }
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
        let layers = [&self.before, &self.layer, &self.crossings];
        let lines: usize = layers.into_iter().flatten().map(Vec::capacity).sum();
        8 * lines as u64 + self.perimeter.bytes()
    }

    /// The perimeter, once [`Self::run`] has returned `true`. A layer that was broken off says nothing about lines that
    /// are not in it: it does not count among the steps.
    pub(super) fn finish(self) -> Perimeter<Pages> {
        self.perimeter
    }
}

/// The part of a layer to which a line of a table belongs.
fn part(table: usize, line: Line) -> usize {
    table * PARTS + (line.reading % PARTS as u64) as usize
}
