//! How far every line is from the goal's when only the colours of tiles count.
//!
//! The board with tiles in a few colours is a puzzle of its own, small enough for breadth-first search; its distances are
//! lower bounds. All tiles take part, because bounds for parts of them do not add up in this metric: one slide moves tiles
//! of several parts.

use super::{
    colours::{ColourIndex, Colours, Head, WIDTH, paint},
    line_graph::{Axis, LineGraph, forward},
};
use crate::{
    cpu,
    search::parallel,
    tiles::pattern_db::pages::{Pages, Section},
};
use std::{
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed},
    },
};

/// A line that was not reached yet.
const UNKNOWN: u8 = u8::MAX;
/// Heads that one thread takes at a time.
const SHARE: usize = 8;
/// Crossings that are looked at together, once their distances were fetched.
const TOGETHER: usize = 64;
/// The most that four bits hold.
const MOST: u8 = 15;

/// The distances of all lines in colours, four bits each.
pub(super) struct Projection {
    pub(super) index: Arc<ColourIndex>,
    /// For each axis, by the number of the reading and the line.
    tables: [Section; 2],
    lines: [usize; 2],
    /// What is added to an entry; an entry of 0 says nothing.
    base: u8,
}

/// Bytes of the table for an axis.
fn table_bytes(index: &ColourIndex, lines: usize) -> usize {
    (index.len() * lines).div_ceil(2)
}

/// What is added to an entry where the perimeter knows all that is nearer.
///
/// - `exact`: how far the distances are known otherwise; they need not be told apart here.
fn base(exact: u8) -> u8 {
    exact.saturating_sub(1)
}

impl Projection {
    /// A projection whose tables for both axes are in a row of bytes.
    ///
    /// - `take`: the next part of them, of a number of bytes; `None` if there are not so many.
    pub(super) fn from_sections(
        graph: &LineGraph,
        colours: &Colours,
        exact: u8,
        mut take: impl FnMut(usize) -> Option<Section>,
    ) -> Option<Self> {
        let index = Arc::new(ColourIndex::new(colours, graph.lines[0] * graph.lens[0] - 1));
        let mut table = |axis: Axis| take(table_bytes(&index, graph.lines[axis]));
        let tables = [table(0)?, table(1)?];
        Some(Self { index, tables, lines: graph.lines, base: base(exact) })
    }

    pub(super) fn view(&self, axis: Axis) -> BoundView<'_> {
        BoundView { index: &self.index, table: &self.tables[axis], lines: self.lines[axis] as u32, base: self.base }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.len() as u64).sum()
    }
}

/// The lower bounds of a projection for the lines along an axis.
#[derive(Clone, Copy)]
pub(super) struct BoundView<'a> {
    index: &'a ColourIndex,
    table: &'a [u8],
    lines: u32,
    base: u8,
}

impl BoundView<'_> {
    /// Where the bound of a line is looked up.
    #[inline]
    pub(super) fn at(&self, painted: u32, line: u8) -> u32 {
        self.index.number(painted.into()) as u32 * self.lines + u32::from(line)
    }

    /// Where the bound of a line is looked up; it is fetched from memory meanwhile.
    #[inline]
    pub(super) fn prefetch(&self, painted: u32, line: u8) -> u32 {
        let at = self.at(painted, line);
        if let Some(byte) = self.table.get(at as usize / 2) {
            cpu::prefetch(byte);
        }
        at
    }

    /// Is a line surely more than `steps` away?
    #[inline]
    pub(super) fn exceeds(&self, at: u32, steps: u8) -> bool {
        self.base + self.entry(at) > steps.max(self.base)
    }

    #[inline]
    fn entry(&self, at: u32) -> u8 {
        self.table[at as usize / 2] >> (4 * (at % 2)) & MOST
    }

    /// At least so many steps are to be made from a line.
    pub(super) fn bound(&self, at: u32) -> u8 {
        match self.entry(at) {
            0 => 0,
            entry => self.base + entry,
        }
    }
}

/// A projection that is being made, layer by layer, in slices.
pub(super) struct ProjectionBuild {
    graph: LineGraph,
    index: Arc<ColourIndex>,
    /// For each axis, by the number of the reading and the line.
    distances: [Distances; 2],
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
        let unknown = |axis: Axis| Distances::unknown(index.len() * graph.lines[axis]);
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
            build.distances = [0, 1].map(|_| Distances::unknown(0));
            build.next = usize::MAX;
        } else {
            let goal = paint(graph.goal[0].reading, tiles, colours);
            let (row, col) = (graph.goal[0].number, graph.goal[1].number);
            let across =
                (0..col).fold(build.across(0, graph.lines[0], graph.lens[0], goal, row.into()), |across, place| {
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
            let end = (self.next + SHARE * 16 * self.threads).min(2 * heads);
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
        // why: with constants the shifts of the usual board are constant as well.
        match (self.graph.lines[axis], self.graph.lens[axis]) {
            (4, 4) => self.expand_readings(axis, 4, 4, head),
            (lines, len) => self.expand_readings(axis, lines, len, head),
        }
    }

    #[inline(always)]
    fn expand_readings(&self, axis: Axis, lines: usize, len: usize, head: Head) -> u64 {
        let tails = self.index.tails(head);
        let first = head.first as usize * lines;
        let mut crossings = Vec::with_capacity(2 * TOGETHER);
        let mut expanded = 0;
        self.distances[axis].find(self.depth, first..first + tails.len() * lines, |at| {
            let (number, line) = ((at - first) / lines, (at - first) % lines);
            self.expand(axis, lines, len, self.index.reading(head, tails[number]), line, &mut crossings);
            expanded += 1;
            if crossings.len() >= TOGETHER {
                self.reach_all(1 - axis, &mut crossings);
            }
        });
        self.reach_all(1 - axis, &mut crossings);
        expanded
    }

    /// Finds the lines that cross a line: where their distances are, which are fetched from memory meanwhile, and their
    /// colours.
    #[inline(always)]
    fn expand(&self, axis: Axis, lines: usize, len: usize, painted: u64, line: usize, crossings: &mut Vec<(u32, u32)>) {
        let mut across = self.across(axis, lines, len, painted, line);
        for place in 0..len {
            let at = self.index.number(across) * len + place;
            self.distances[1 - axis].prefetch(at);
            crossings.push((at as u32, across as u32));
            if place + 1 < len {
                across = forward::<WIDTH>(across, (place * lines + line) as u32, lines as u32);
            }
        }
    }

    fn reach_all(&self, axis: Axis, crossings: &mut Vec<(u32, u32)>) {
        for (at, painted) in crossings.drain(..) {
            self.reach_at(axis, at as usize, painted.into(), self.depth + 1);
        }
    }

    fn reach(&self, axis: Axis, painted: u64, line: usize, depth: u8) {
        self.reach_at(axis, self.index.number(painted) * self.graph.lines[axis] + line, painted, depth);
    }

    #[inline]
    fn reach_at(&self, axis: Axis, at: usize, painted: u64, depth: u8) {
        let distances = &self.distances[axis];
        if distances.get(at) == UNKNOWN {
            distances.set(at, depth);
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
    #[inline(always)]
    fn across(&self, axis: Axis, lines: usize, len: usize, along: u64, line: usize) -> u64 {
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
        (self.done, self.distances.iter().map(|distances| 4 * distances.0.len() as u64).sum())
    }

    pub(super) fn bytes(&self) -> u64 {
        self.progress().1 * 3 / 2
    }

    /// The tables for both axes, once [`Self::run`] has returned `true`.
    ///
    /// - `exact`: how far the distances are known otherwise; they need not be told apart here.
    pub(super) fn finish(self, exact: u8) -> [Pages; 2] {
        let base = base(exact);
        let pack = |axis: Axis| {
            let length = self.index.len() * self.graph.lines[axis];
            let mut table = Pages::zeroed(table_bytes(&self.index, self.graph.lines[axis]));
            if self.distances[axis].0.is_empty() {
                return table;
            }
            let code = |at: usize| match self.distances[axis].get(at) {
                UNKNOWN => 0,
                distance => distance.saturating_sub(base).min(MOST),
            };
            for (number, byte) in table.iter_mut().enumerate() {
                let second = if 2 * number + 1 < length { code(2 * number + 1) } else { 0 };
                *byte = code(2 * number) | second << 4;
            }
            table
        };
        [0, 1].map(pack)
    }
}

/// Distances that several threads find, four to a word so that those not looked for are skipped together.
struct Distances(Vec<AtomicU32>);

impl Distances {
    fn unknown(len: usize) -> Self {
        Self((0..len.div_ceil(4)).map(|_| AtomicU32::new(u32::from_ne_bytes([UNKNOWN; 4]))).collect())
    }

    #[inline]
    fn get(&self, at: usize) -> u8 {
        (self.0[at / 4].load(Relaxed) >> (8 * (at % 4))) as u8
    }

    /// Sets a distance that is unknown. Threads that find the same one at the same time set the same.
    #[inline]
    fn set(&self, at: usize, distance: u8) {
        let shift = 8 * (at % 4);
        self.0[at / 4].fetch_and(u32::from(distance) << shift | !(0xff << shift), Relaxed);
    }

    #[inline]
    fn prefetch(&self, at: usize) {
        cpu::prefetch(&self.0[at / 4]);
    }

    /// Visits all places of a range that have a distance.
    #[inline(always)]
    fn find(&self, distance: u8, range: Range<usize>, mut visit: impl FnMut(usize)) {
        const LOWS: u32 = 0x0101_0101;
        let all = LOWS * u32::from(distance);
        for (word, packed) in self.0.iter().enumerate().take(range.end.div_ceil(4)).skip(range.start / 4) {
            let differences = packed.load(Relaxed) ^ all;
            // The lowest zero byte is found exactly; one above it may be a one that was borrowed from.
            if differences.wrapping_sub(LOWS) & !differences & LOWS << 7 != 0 {
                for byte in 0..4 {
                    let at = 4 * word + byte;
                    if (differences >> (8 * byte)) as u8 == 0 && range.contains(&at) {
                        visit(at);
                    }
                }
            }
        }
    }
}

/// For the colours of every line: its tiles `lines` apart.
fn spread(lines: usize, len: usize) -> Vec<u32> {
    let place = |code: usize, at: usize| ((code >> (2 * at) & 3) as u32) << (2 * at * lines);
    (0..1 << (2 * len)).map(|code| (0..len).fold(0, |across, at| across | place(code, at))).collect()
}
