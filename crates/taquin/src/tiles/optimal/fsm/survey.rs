//! The search for the sequences that the machine forbids.

use super::{MAX_LENGTH, Path, WORDS};
use crate::{rng, tiles::Direction};
use rustc_hash::FxHashMap;

/// Side of a square that holds every path of [`MAX_LENGTH`] moves from its centre.
const SIDE: usize = 2 * MAX_LENGTH as usize + 1;

/// The effect of the moves made so far on a board without borders.
struct Walk {
    /// For each cell of the square, the cell that its content came from.
    content: Box<[u16; SIDE * SIDE]>,
    /// The sum of [`key`] over all cells.
    fingerprint: u64,
    row: usize,
    col: usize,
}

/// Hash of a cell that holds the content of another one; 0 if it holds its own.
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

/// The rectangle in which the blank has moved: lowest and highest row, lowest and highest column.
type Extent = [u8; 4];

fn inside(inner: Extent, outer: Extent) -> bool {
    inner[0] >= outer[0] && inner[1] <= outer[1] && inner[2] >= outer[2] && inner[3] <= outer[3]
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
}

/// All sequences of up to `length` moves that duplicate a smaller one and contain no shorter such sequence.
fn forbidden(length: u32) -> Vec<Path> {
    let mut survey = Survey::new();
    for length in 1..=length {
        survey.allowed.push(vec![0; (1 << (2 * length) as usize) / 64 + 1]);
        survey.explore(Path::default(), length, CENTRE);
    }
    survey.forbidden
}

const CENTRE: Extent = [MAX_LENGTH as u8; 4];
const NONE: u32 = u32::MAX;

/// The search for forbidden sequences, the shorter ones first, those of one length in order.
struct Survey {
    walk: Walk,
    /// Scratch walk, for the path that is compared.
    other: Walk,
    forbidden: Vec<Path>,
    /// For each length, a bit for each sequence that has no forbidden part.
    allowed: Vec<Vec<u64>>,
    /// For each fingerprint the last allowed path that has it; each entry of `paths` links to the one before.
    last: FxHashMap<u64, u32>,
    paths: Vec<(Path, Extent, u32)>,
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

    /// Explores all sequences of `length` moves that begin with an allowed `path`.
    fn explore(&mut self, path: Path, length: u32, bounds: Extent) {
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
            } else if self.is_duplicate(bounds) {
                self.forbidden.push(next);
            } else {
                self.allow(next, bounds);
            }
            self.walk.go(direction.inverse());
        }
    }

    /// Is there a smaller path with the same effect that stays inside the rectangle?
    fn is_duplicate(&mut self, bounds: Extent) -> bool {
        let mut link = self.last.get(&self.walk.fingerprint).copied().unwrap_or(NONE);
        while link != NONE {
            let (path, rectangle, before) = self.paths[link as usize];
            // why: fingerprints may collide, and a word forbidden by mistake could cost a solution.
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

    fn allow(&mut self, path: Path, bounds: Extent) {
        self.allowed[path.length as usize][path.moves as usize / 64] |= 1 << (path.moves % 64);
        let before = self.last.insert(self.walk.fingerprint, self.paths.len() as u32).unwrap_or(NONE);
        self.paths.push((path, bounds, before));
    }
}

/// The machine's file holds what the search finds; otherwise the right one is written beside the test's files.
#[test]
fn the_file_holds_all_forbidden_sequences() {
    let bytes = |word: Path| [&word.moves.to_le_bytes()[..3], &[word.length as u8]].concat();
    let found: Vec<u8> = forbidden(MAX_LENGTH).into_iter().flat_map(bytes).collect();
    if found != WORDS {
        let path = std::env::temp_dir().join("forbidden.bin");
        std::fs::write(&path, found).unwrap();
        panic!("fsm/forbidden.bin should be {}", path.display());
    }
}
