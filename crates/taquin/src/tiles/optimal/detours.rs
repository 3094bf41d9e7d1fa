//! Duplicate pruning: a finite-state machine over the moves made so far (Taylor and Korf, 1993).
//!
//! Some sequences of moves do the same as others: `LR` nothing, and three times round a square of four cells one way
//! the same as three times the other way. Of all sequences with the same effect one is enough: the shortest, and of
//! those the first in the order of [`Direction::ALL`]. The machine forbids the others, as parts of a path.
//!
//! Why no shortest solution is lost: a sequence is forbidden only if a smaller one (shorter, or as long and earlier)
//! has the same effect **and keeps inside the rectangle that the forbidden one's blank moves in**, so it is legal
//! wherever the forbidden one is — without that condition the machine would cut solutions along the border. The
//! smallest of all shortest solutions of a problem contains no forbidden part, because replacing the part would
//! make it smaller. No node on it is cut by an admissible heuristic, so it is found.

use crate::tiles::Direction;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The state before any move.
pub(super) const START: u16 = 0;
/// There is no such move.
pub(super) const FORBIDDEN: u16 = u16::MAX;

/// The machine: from each state by each direction to the next state, or [`FORBIDDEN`].
#[derive(Clone, Debug)]
pub(super) struct Detours {
    next: Vec<[u16; 4]>,
}

/// The longest sequences that the machine can be asked to know.
const MAX_LENGTH: u32 = 12;

/// A path of the blank on a board without borders.
#[derive(Clone)]
struct Path {
    /// Its moves, two bits each, the first one highest.
    moves: u32,
    blank: Cell,
    /// The rectangle that the blank has been in: lowest and highest row, lowest and highest column.
    bounds: [u8; 4],
    effect: Effect,
}

/// Row and column, counted so that no path of the longest length leads below 0 from the start.
type Cell = (u8, u8);

const ORIGIN: Cell = (MAX_LENGTH as u8, MAX_LENGTH as u8);

/// What a path does: for each cell changed, in ascending order, the cell and where its content came from; then
/// [`UNUSED`] slots.
#[derive(Clone, Eq, PartialEq)]
struct Effect([u32; MAX_LENGTH as usize + 1]);

const UNUSED: u32 = u32::MAX;

/// Row and column in one number.
fn number(cell: Cell) -> u32 {
    u32::from(cell.0) << 8 | u32::from(cell.1)
}

impl std::hash::Hash for Effect {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        for pair in self.0.chunks(2) {
            state.write_u64(u64::from(pair[0]) << 32 | u64::from(*pair.last().unwrap_or(&0)));
        }
    }
}

impl Effect {
    /// Which slot a cell has, or would have.
    fn slot(&self, cell: u32) -> usize {
        self.0.iter().position(|&entry| entry >> 16 >= cell).unwrap_or(self.0.len() - 1)
    }

    fn at(&self, cell: u32) -> u32 {
        let entry = self.0[self.slot(cell)];
        if entry >> 16 == cell { entry & 0xffff } else { cell }
    }

    fn set(&mut self, cell: u32, content: u32) {
        let slot = self.slot(cell);
        let known = self.0[slot] >> 16 == cell;
        let rest = &mut self.0[slot..];
        match (known, cell == content) {
            (true, true) => {
                rest.copy_within(1.., 0);
                rest[rest.len() - 1] = UNUSED;
            }
            (false, false) => {
                rest.copy_within(..rest.len() - 1, 1);
                rest[0] = cell << 16 | content;
            }
            (true, false) => rest[0] = cell << 16 | content,
            (false, true) => {}
        }
    }
}

impl Path {
    fn start() -> Self {
        let (row, col) = ORIGIN;
        let effect = Effect([UNUSED; MAX_LENGTH as usize + 1]);
        Self { moves: 0, blank: ORIGIN, bounds: [row, row, col, col], effect }
    }

    fn after(&self, direction: Direction) -> Self {
        let mut path = self.clone();
        let (row, col) = self.blank;
        let from = match direction {
            Direction::Up => (row + 1, col),
            Direction::Down => (row - 1, col),
            Direction::Left => (row, col + 1),
            Direction::Right => (row, col - 1),
        };
        let (old, new) = (number(self.blank), number(from));
        let (tile, blank) = (self.effect.at(new), self.effect.at(old));
        // why: first the blank's cell, whose slot may be freed, so that the slots never run out.
        path.effect.set(old, tile);
        path.effect.set(new, blank);
        path.blank = from;
        let [top, bottom, left, right] = self.bounds;
        path.bounds = [top.min(from.0), bottom.max(from.0), left.min(from.1), right.max(from.1)];
        path.moves = self.moves << 2 | direction as u32;
        path
    }
}

fn inside(inner: [u8; 4], outer: [u8; 4]) -> bool {
    inner[0] >= outer[0] && inner[1] <= outer[1] && inner[2] >= outer[2] && inner[3] <= outer[3]
}

impl Detours {
    /// The machine that knows all sequences of up to `length` moves, at most [`MAX_LENGTH`]. With 2 it forbids taking the last
    /// move back, and nothing else.
    pub(super) fn new(length: u32) -> Self {
        Self::forbidding(&forbidden(length.min(MAX_LENGTH)))
    }

    /// The states after each of the four directions.
    #[inline(always)]
    pub(super) fn all_after(&self, state: u16) -> [u16; 4] {
        self.next[usize::from(state)]
    }

    pub(super) fn bytes(&self) -> usize {
        self.next.len() * size_of::<[u16; 4]>()
    }

    /// The machine that finds these words anywhere in a sequence (Aho and Corasick, 1975).
    fn forbidding(words: &[Vec<Direction>]) -> Self {
        const NONE: u16 = u16::MAX - 1;
        let mut next = vec![[NONE; 4]];
        for word in words {
            let (last, path) = word.split_last().expect("a forbidden word has moves");
            let mut state = 0;
            for &direction in path {
                if next[state][direction as usize] == NONE {
                    next[state][direction as usize] = next.len() as u16;
                    next.push([NONE; 4]);
                }
                state = usize::from(next[state][direction as usize]);
            }
            next[state][*last as usize] = FORBIDDEN;
        }
        // Breadth-first, so that the longest proper suffix of a state's word is complete before the state.
        let mut suffix = vec![0_u16; next.len()];
        let mut queue = std::collections::VecDeque::from([0]);
        while let Some(state) = queue.pop_front() {
            for direction in Direction::ALL.map(|direction| direction as usize) {
                let fallback = if state == 0 { 0 } else { next[usize::from(suffix[state])][direction] };
                match next[state][direction] {
                    NONE => next[state][direction] = fallback,
                    FORBIDDEN => {}
                    // why: a longer word cannot be reached through a forbidden part.
                    _ if fallback == FORBIDDEN => next[state][direction] = FORBIDDEN,
                    child => {
                        suffix[usize::from(child)] = fallback;
                        queue.push_back(usize::from(child));
                    }
                }
            }
        }
        Self { next }
    }
}

/// The rectangles of all paths with the same effect: a chain through `rectangles` for each effect.
#[derive(Default)]
struct Seen {
    last: FxHashMap<Effect, usize>,
    rectangles: Vec<([u8; 4], Option<usize>)>,
}

impl Seen {
    /// Adds a path, unless one with the same effect keeps inside its rectangle; says whether it did.
    fn add(&mut self, path: &Path) -> bool {
        let here = self.rectangles.len();
        let mut link = match self.last.entry(path.effect.clone()) {
            Entry::Vacant(slot) => {
                slot.insert(here);
                None
            }
            Entry::Occupied(slot) => Some(*slot.get()),
        };
        let last = link;
        while let Some((bounds, before)) = link.map(|place| self.rectangles[place]) {
            if inside(bounds, path.bounds) {
                return false;
            }
            link = before;
        }
        if last.is_some() {
            self.last.insert(path.effect.clone(), here);
        }
        self.rectangles.push((path.bounds, last));
        true
    }
}

/// All sequences of up to `length` moves that a smaller one makes superfluous, and that contain no other such.
fn forbidden(length: u32) -> Vec<Vec<Direction>> {
    let mut words = Vec::new();
    let mut seen = Seen::default();
    let start = Path::start();
    seen.add(&start);
    let mut layer = vec![start];
    for count in 1..=length {
        // The paths of a layer are in ascending order, so the words of the last one can be searched.
        let kept: Vec<u32> = layer.iter().map(|path| path.moves).collect();
        let tail = (1_u64 << (2 * (count - 1))) as u32 - 1;
        let mut next_layer = Vec::new();
        for path in &layer {
            for direction in Direction::ALL {
                let path = path.after(direction);
                if kept.binary_search(&(path.moves & tail)).is_err() {
                    continue; // It ends in a forbidden word.
                }
                if seen.add(&path) {
                    next_layer.push(path);
                } else {
                    let direction = |place| Direction::ALL[(path.moves >> (2 * place) & 3) as usize];
                    words.push((0..count).rev().map(direction).collect());
                }
            }
        }
        layer = next_layer;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(detours: &Detours, moves: &str) -> bool {
        let moves: crate::tiles::Moves = moves.parse().unwrap();
        moves
            .iter()
            .try_fold(START, |state, &direction| {
                Some(detours.all_after(state)[direction as usize]).filter(|&s| s != FORBIDDEN)
            })
            .is_some()
    }

    #[test]
    fn the_shortest_machine_forbids_only_taking_back() {
        let detours = Detours::new(2);
        assert!(allows(&detours, "ULDRULDRULDR"));
        assert!(!allows(&detours, "ULR") && !allows(&detours, "DU"));
    }

    #[test]
    fn of_two_ways_round_a_square_one_is_left() {
        let detours = Detours::new(6);
        assert!(allows(&detours, "ULDRUL") ^ allows(&detours, "LURDLU"));
        assert!(!allows(&detours, "ULDRULD"), "the other way round is shorter");
    }

    /// Every arrangement within a few moves on a small board is reached by its shortest way still.
    #[test]
    fn no_arrangement_is_lost() {
        use crate::tiles::{Board, Shape};
        use std::collections::HashMap;
        let detours = Detours::new(12);
        for (rows, cols, blank) in [(3, 3, 4), (2, 4, 7), (3, 4, 5), (2, 3, 0), (4, 4, 15)] {
            let shape = Shape::new(rows, cols).unwrap();
            let start = Board::solved(shape).exchanged(shape.cells() - 1, blank);
            let mut plain = HashMap::from([(start.clone(), 0)]);
            let mut layer = vec![start.clone()];
            let mut pruned = HashMap::from([(start.clone(), 0)]);
            let mut pruned_layer = vec![(start, START)];
            for depth in 1..=17 {
                layer = step(&layer, |board, direction| {
                    let mut next = board.clone();
                    (next.slide(direction)
                        && plain.insert(next.clone(), depth).is_none_or(|old| {
                            plain.insert(next.clone(), old);
                            false
                        }))
                    .then_some(next)
                });
                pruned_layer = step(&pruned_layer, |(board, state), direction| {
                    let (mut next, state) = (board.clone(), detours.all_after(*state)[direction as usize]);
                    let legal = state != FORBIDDEN && next.slide(direction);
                    legal.then(|| {
                        pruned.entry(next.clone()).or_insert(depth);
                        (next, state)
                    })
                });
            }
            assert_eq!(plain, pruned);
        }
    }

    fn step<T>(layer: &[T], mut after: impl FnMut(&T, Direction) -> Option<T>) -> Vec<T> {
        let mut next = Vec::new();
        for item in layer {
            next.extend(Direction::ALL.into_iter().filter_map(|direction| after(item, direction)));
        }
        next
    }
}
