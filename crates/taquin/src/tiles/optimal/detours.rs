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

use crate::{rng, tiles::Direction};
use rustc_hash::FxHashMap;

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
/// A square of this side has room for every path of the longest length from its centre.
const SIDE: usize = 2 * MAX_LENGTH as usize + 1;

/// What the moves made so far did on a board without borders.
struct Walk {
    /// For each cell of the square, the cell that its content came from.
    content: Box<[u16; SIDE * SIDE]>,
    /// The sum of [`key`] over all cells.
    fingerprint: u64,
    row: usize,
    col: usize,
}

/// A random number for a cell with the content of another; 0 for its own.
fn key(cell: usize, content: u16) -> u64 {
    if cell == usize::from(content) {
        return 0;
    }
    rng::mix(((cell as u64) << 16 | u64::from(content)).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

impl Walk {
    fn new() -> Self {
        let content = Box::new(std::array::from_fn(|cell| cell as u16));
        Self { content, fingerprint: 0, row: MAX_LENGTH as usize, col: MAX_LENGTH as usize }
    }

    fn go(&mut self, direction: Direction) {
        let old = self.row * SIDE + self.col;
        match direction {
            Direction::Up => self.row += 1,
            Direction::Down => self.row -= 1,
            Direction::Left => self.col += 1,
            Direction::Right => self.col -= 1,
        }
        let new = self.row * SIDE + self.col;
        for cell in [old, new] {
            self.fingerprint = self.fingerprint.wrapping_sub(key(cell, self.content[cell]));
        }
        self.content.swap(old, new);
        for cell in [old, new] {
            self.fingerprint = self.fingerprint.wrapping_add(key(cell, self.content[cell]));
        }
    }

    fn go_along(&mut self, path: Path) {
        path.directions().for_each(|direction| self.go(direction));
    }

    fn go_back_along(&mut self, path: Path) {
        path.directions().rev().for_each(|direction| self.go(direction.inverse()));
    }
}

/// The moves of a path of the blank.
#[derive(Clone, Copy, Default)]
struct Path {
    length: u32,
    /// Two bits for each, the first one highest.
    moves: u32,
}

impl Path {
    fn then(self, direction: Direction) -> Self {
        Self { length: self.length + 1, moves: self.moves << 2 | direction as u32 }
    }

    /// Without its first move.
    fn tail(self) -> Self {
        let length = self.length - 1;
        Self { length, moves: self.moves & ((1 << (2 * length)) - 1) }
    }

    fn directions(self) -> impl DoubleEndedIterator<Item = Direction> {
        (0..self.length).rev().map(move |place| Direction::ALL[(self.moves >> (2 * place) & 3) as usize])
    }
}

/// The rectangle that the blank has been in: lowest and highest row, lowest and highest column.
type Rectangle = [u8; 4];

fn inside(inner: Rectangle, outer: Rectangle) -> bool {
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
    fn forbidding(words: &[Path]) -> Self {
        const NONE: u16 = u16::MAX - 1;
        let mut next = vec![[NONE; 4]];
        for word in words {
            let mut directions = word.directions();
            let Some(last) = directions.next_back() else { continue };
            let mut state = 0;
            for direction in directions {
                if next[state][direction as usize] == NONE {
                    next[state][direction as usize] = next.len() as u16;
                    next.push([NONE; 4]);
                }
                state = usize::from(next[state][direction as usize]);
            }
            next[state][last as usize] = FORBIDDEN;
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

/// All sequences of up to `length` moves that a smaller one makes superfluous, and that contain no other such.
fn forbidden(length: u32) -> Vec<Path> {
    let mut survey = Survey::new();
    for length in 1..=length {
        survey.allowed.push(vec![0; (1 << (2 * length) as usize) / 64 + 1]);
        survey.explore(Path::default(), length, CENTRE);
    }
    survey.forbidden
}

const CENTRE: Rectangle = [MAX_LENGTH as u8; 4];
const NONE: u32 = u32::MAX;

/// The search for forbidden sequences, the shorter ones first, those of one length in order.
struct Survey {
    walk: Walk,
    /// For another path to be compared with.
    other: Walk,
    forbidden: Vec<Path>,
    /// For each length, a bit for each sequence that has no forbidden part.
    allowed: Vec<Vec<u64>>,
    /// By fingerprint, the last of the allowed paths that have it: each says which one was before.
    last: FxHashMap<u64, u32>,
    paths: Vec<(Path, Rectangle, u32)>,
}

impl Survey {
    fn new() -> Self {
        Self {
            walk: Walk::new(),
            other: Walk::new(),
            forbidden: Vec::new(),
            allowed: vec![vec![1]],
            last: FxHashMap::from_iter([(0, 0)]),
            paths: vec![(Path::default(), CENTRE, NONE)],
        }
    }

    fn is_allowed(&self, path: Path) -> bool {
        self.allowed[path.length as usize][path.moves as usize / 64] >> (path.moves % 64) & 1 == 1
    }

    /// Looks at all sequences of `length` that begin with an allowed `path`.
    fn explore(&mut self, path: Path, length: u32, bounds: Rectangle) {
        for direction in Direction::ALL {
            let next = path.then(direction);
            if next.length < length && !self.is_allowed(next) || !self.is_allowed(next.tail()) {
                continue;
            }
            self.walk.go(direction);
            let (row, col) = (self.walk.row as u8, self.walk.col as u8);
            let [top, bottom, left, right] = bounds;
            let bounds = [top.min(row), bottom.max(row), left.min(col), right.max(col)];
            if next.length < length {
                self.explore(next, length, bounds);
            } else if self.is_superfluous(bounds) {
                self.forbidden.push(next);
            } else {
                self.allow(next, bounds);
            }
            self.walk.go(direction.inverse());
        }
    }

    /// Is there a smaller path with the same effect that keeps inside the rectangle?
    fn is_superfluous(&mut self, bounds: Rectangle) -> bool {
        let mut link = self.last.get(&self.walk.fingerprint).copied().unwrap_or(NONE);
        while link != NONE {
            let (path, rectangle, before) = self.paths[link as usize];
            // why: fingerprints may agree by chance, and one wrong word could cost a solution.
            if inside(rectangle, bounds) && self.has_effect_of(path) {
                return true;
            }
            link = before;
        }
        false
    }

    fn has_effect_of(&mut self, path: Path) -> bool {
        self.other.go_along(path);
        let same = self.other.content == self.walk.content;
        self.other.go_back_along(path);
        same
    }

    fn allow(&mut self, path: Path, bounds: Rectangle) {
        self.allowed[path.length as usize][path.moves as usize / 64] |= 1 << (path.moves % 64);
        let before = self.last.insert(self.walk.fingerprint, self.paths.len() as u32).unwrap_or(NONE);
        self.paths.push((path, bounds, before));
    }
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

    #[test]
    fn the_machine_has_as_many_states_as_ever() {
        let states = |length| Detours::new(length).next.len();
        assert_eq!([2, 8, 10, 12].map(states), [5, 161, 1291, 9223]);
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
