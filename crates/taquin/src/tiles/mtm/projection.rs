//! How far every line is from the goal's when only the colours of tiles count.
//!
//! The board with tiles in a few colours is a puzzle of its own, small enough for breadth-first search; its distances are
//! lower bounds. All tiles take part, because bounds for parts of them do not add up in this metric: one slide moves tiles
//! of several parts.

use super::{
    colours::{ColourIndex, Colours, WIDTH, paint},
    line_graph::{Axis, LineGraph, forward},
};
use crate::{search::parallel, tiles::pattern_db::pages::Pages};
use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed},
};

/// A line that was not reached yet.
const UNKNOWN: u8 = u8::MAX;
/// Heads that one thread takes at a time.
const SHARE: usize = 8;
/// The most that four bits hold.
const MOST: u8 = 15;

/// The distances of all lines in colours, four bits each.
pub(super) struct Projection {
    pub(super) index: Arc<ColourIndex>,
    /// For each axis, by the number of the reading and the line.
    tables: [Pages; 2],
    lines: [usize; 2],
    /// What is added to an entry; an entry of 0 says nothing.
    base: u8,
}

impl Projection {
    /// Is a line surely more than `steps` away?
    #[inline]
    pub(super) fn exceeds(&self, axis: Axis, painted: u64, line: u8, steps: u8) -> bool {
        self.base + self.entry(axis, painted, line) > steps.max(self.base)
    }

    #[inline]
    fn entry(&self, axis: Axis, painted: u64, line: u8) -> u8 {
        let number = self.index.number(painted) * self.lines[axis] + usize::from(line);
        self.tables[axis][number / 2] >> (4 * (number % 2)) & MOST
    }

    /// At least so many steps are to be made from a line.
    pub(super) fn bound(&self, axis: Axis, painted: u64, line: u8) -> u8 {
        match self.entry(axis, painted, line) {
            0 => 0,
            entry => self.base + entry,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.len() as u64).sum()
    }
}

/// A projection that is being made, layer by layer, in slices.
pub(super) struct ProjectionBuild {
    graph: LineGraph,
    index: Arc<ColourIndex>,
    /// For each axis, by the number of the reading and the line.
    distances: [Vec<AtomicU8>; 2],
    /// For each axis and head: which distances there are among its lines, one bit each.
    present: [Vec<AtomicU64>; 2],
    /// For each axis, what a line of colours looks like in the reading across.
    spread: [Vec<u32>; 2],
    depth: u8,
    /// The next heads to look through, of both axes one after the other.
    next: usize,
    found: AtomicBool,
    done: u64,
    threads: usize,
}

impl ProjectionBuild {
    pub(super) fn new(graph: &LineGraph, colours: &Colours, threads: usize) -> Self {
        let tiles = graph.lines[0] * graph.lens[0] - 1;
        let index = Arc::new(ColourIndex::new(colours, tiles));
        let unknown = |axis: Axis| (0..index.len() * graph.lines[axis]).map(|_| AtomicU8::new(UNKNOWN)).collect();
        let present = || (0..index.heads()).map(|_| AtomicU64::new(0)).collect();
        let is_thin = graph.lines.contains(&1);
        let spread = |axis: Axis| if is_thin { Vec::new() } else { spread(graph.lines[axis], graph.lens[axis]) };
        let mut build = Self {
            graph: graph.clone(),
            distances: [0, 1].map(unknown),
            present: [present(), present()],
            spread: [0, 1].map(spread),
            index,
            depth: 0,
            next: 0,
            found: AtomicBool::new(false),
            done: 0,
            threads: threads.max(1),
        };
        // Boards of one row or column need no bound.
        if is_thin {
            build.distances = [Vec::new(), Vec::new()];
            build.next = usize::MAX;
        } else {
            let goal = paint(graph.goal[0].reading, tiles, colours);
            let (row, col) = (graph.goal[0].number, graph.goal[1].number);
            let across = (0..col).fold(build.across(0, goal, row.into()), |across, place| {
                let rows = graph.lines[0] as u32;
                forward::<WIDTH>(across, u32::from(place) * rows + u32::from(row), rows)
            });
            build.reach(0, goal, row.into(), 0);
            build.reach(1, across, col.into(), 0);
        }
        build
    }

    /// Works for about as long as a search takes for `budget` nodes; returns whether that is all.
    pub(super) fn run(&mut self, budget: u64) -> bool {
        let heads = self.index.entries.len();
        let mut left = budget;
        while self.next < 2 * heads {
            if left == 0 {
                return false;
            }
            let end = (self.next + SHARE * 8 * self.threads).min(2 * heads);
            let expanded = AtomicU64::new(0);
            let shares = (self.next..end).step_by(SHARE).map(|first| first..(first + SHARE).min(end));
            parallel::for_each(self.threads, shares, |share| {
                expanded.fetch_add(share.map(|number| self.expand_head(number / heads, number % heads)).sum(), Relaxed);
            });
            let expanded = expanded.into_inner();
            self.done += expanded;
            // Expanding a line takes about as long as three nodes; looking through heads that have nothing to expand does not
            // take nothing.
            left = left.saturating_sub(3 * expanded + SHARE as u64);
            self.next = end;
            if end == 2 * heads && self.found.swap(false, Relaxed) {
                self.next = 0;
                self.depth += 1;
            }
        }
        true
    }

    /// Expands the lines of the current depth whose reading begins with a head; returns how many there were.
    fn expand_head(&self, axis: Axis, entry: usize) -> u64 {
        let head = self.index.entries[entry];
        if self.present[axis][usize::from(head.colours)].load(Relaxed) >> self.depth.min(63) & 1 == 0 {
            return 0;
        }
        let lines = self.graph.lines[axis];
        let mut expanded = 0;
        let first = head.first as usize * lines;
        for (painted, distances) in self.index.readings(head).zip(self.distances[axis][first..].chunks_exact(lines)) {
            for (line, distance) in distances.iter().enumerate() {
                if distance.load(Relaxed) == self.depth {
                    self.expand(axis, painted, line);
                    expanded += 1;
                }
            }
        }
        expanded
    }

    fn expand(&self, axis: Axis, painted: u64, line: usize) {
        let (lines, len) = (self.graph.lines[axis], self.graph.lens[axis]);
        let mut across = self.across(axis, painted, line);
        for place in 0..len {
            self.reach(1 - axis, across, place, self.depth + 1);
            if place + 1 < len {
                across = forward::<WIDTH>(across, (place * lines + line) as u32, lines as u32);
            }
        }
    }

    fn reach(&self, axis: Axis, painted: u64, line: usize, depth: u8) {
        let distance = &self.distances[axis][self.index.number(painted) * self.graph.lines[axis] + line];
        // why no exchange: all threads write the same.
        if distance.load(Relaxed) == UNKNOWN {
            distance.store(depth, Relaxed);
            let (present, bit) = (&self.present[axis][self.index.head(painted)], 1 << depth.min(63));
            if present.load(Relaxed) & bit == 0 {
                present.fetch_or(bit, Relaxed);
            }
            if !self.found.load(Relaxed) {
                self.found.store(true, Relaxed);
            }
        }
    }

    /// The reading across, with the blank in the first place of a line.
    fn across(&self, axis: Axis, along: u64, line: usize) -> u64 {
        let (lines, len) = (self.graph.lines[axis], self.graph.lens[axis]);
        let blank = 2 * line * len;
        let below = (1_u64 << blank) - 1;
        let full = along & below | (along & !below) << 2;
        let mask = (1_u64 << (2 * len)) - 1;
        let spread =
            |line: usize| u64::from(self.spread[axis][(full >> (2 * line * len) & mask) as usize]) << (2 * line);
        let full = (0..lines).fold(0, |across, line| across | spread(line));
        let below = (1_u64 << (2 * line)) - 1;
        full & below | full >> 2 & !below
    }

    /// Lines found so far, and all there are.
    pub(super) fn progress(&self) -> (u64, u64) {
        (self.done, self.distances.iter().map(|distances| distances.len() as u64).sum())
    }

    pub(super) fn bytes(&self) -> u64 {
        self.progress().1 * 3 / 2
    }

    /// The tables, once [`Self::run`] has returned `true`.
    ///
    /// - `exact`: how far the distances are known otherwise; they need not be told apart here.
    pub(super) fn finish(self, exact: u8) -> Projection {
        let base = exact.saturating_sub(1);
        let pack = |axis: Axis| {
            let length = self.index.len() * self.graph.lines[axis];
            let mut table = Pages::zeroed(length.div_ceil(2));
            let code = |distance: &AtomicU8| match distance.load(Relaxed) {
                UNKNOWN => 0,
                distance => distance.saturating_sub(base).min(MOST),
            };
            for (byte, pair) in table.iter_mut().zip(self.distances[axis].chunks(2)) {
                *byte = code(&pair[0]) | pair.get(1).map_or(0, code) << 4;
            }
            table
        };
        Projection { index: self.index.clone(), tables: [0, 1].map(pack), lines: self.graph.lines, base }
    }
}

/// For the colours of every line: its tiles `lines` apart.
fn spread(lines: usize, len: usize) -> Vec<u32> {
    let place = |code: usize, at: usize| ((code >> (2 * at) & 3) as u32) << (2 * at * lines);
    (0..1 << (2 * len)).map(|code| (0..len).fold(0, |across, at| across | place(code, at))).collect()
}
