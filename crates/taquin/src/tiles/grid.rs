//! Tile problems as search spaces.
//!
//! The shape of a board is data, the capacity of a state is a type: [`Nibbles`] for up to 16 cells, [`Bytes`] for
//! up to 64, [`Words`] for the rest. The type is chosen once ([`super::solver`]), outside every hot loop.

use super::{Board, Direction, Problem, Shape};
use crate::search::{Space, best_first::Compact};
use std::hash::Hash;

/// The cells of a board, packed so that searches copy, compare and hash them fast.
pub trait Cells: Clone + Eq + Hash {
    /// Most cells that it holds.
    const CAPACITY: usize;

    /// Packs a board of at most [`Self::CAPACITY`] cells.
    fn pack(board: &Board) -> Self;

    /// The bytes that so many cells take on the heap, beside the size of the type.
    #[inline]
    fn heap_bytes(_cells: usize) -> u64 {
        0
    }

    /// The tile in a cell; 0 for the blank.
    fn tile(&self, cell: usize) -> usize;

    /// The cell of the blank.
    fn blank(&self) -> usize;

    /// Moves the tile in `from`, a neighbour of the blank, into the blank.
    fn slide(&mut self, from: usize);

    /// Packs the `cells` cells of the board into words, as few bits for each as they need.
    fn store(&self, cells: usize, words: &mut [u64]) {
        let bits = bits(cells);
        for (word, first) in words.iter_mut().zip((0..cells).step_by(per_word(cells))) {
            let rest = first..cells.min(first + per_word(cells));
            *word = rest.rev().fold(0, |word, cell| word << bits | self.tile(cell) as u64);
        }
    }

    /// The cells that [`Cells::store`] wrote.
    fn load(cells: usize, words: &[u64]) -> Self;
}

/// Number of bits of a tile.
fn bits(cells: usize) -> u32 {
    cells.next_power_of_two().ilog2().max(1)
}

fn per_word(cells: usize) -> usize {
    (u64::BITS / bits(cells)) as usize
}

/// Number of words that hold the cells of a board.
fn words(cells: usize) -> usize {
    cells.div_ceil(per_word(cells))
}

/// The tiles in stored words, cell by cell.
fn stored(cells: usize, words: &[u64]) -> impl Iterator<Item = u16> {
    let (bits, per_word) = (bits(cells), per_word(cells));
    let tile = move |cell: usize| words[cell / per_word] >> (cell % per_word * bits as usize);
    (0..cells).map(move |cell| (tile(cell) & ((1 << bits) - 1)) as u16)
}

/// Up to 16 cells, four bits each, in one word.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Nibbles {
    cells: u64,
    blank: u8,
}

impl Cells for Nibbles {
    const CAPACITY: usize = 16;

    fn pack(board: &Board) -> Self {
        debug_assert!(board.shape().cells() <= Self::CAPACITY);
        let cells = board.cells().iter().rev().fold(0, |cells, &tile| cells << 4 | u64::from(tile));
        Self { cells, blank: board.blank() as u8 }
    }

    #[inline]
    fn tile(&self, cell: usize) -> usize {
        (self.cells >> (cell * 4) & 15) as usize
    }

    #[inline]
    fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    #[inline]
    fn slide(&mut self, from: usize) {
        let tile = self.tile(from) as u64;
        self.cells ^= tile << (from * 4) | tile << (self.blank() * 4);
        self.blank = from as u8;
    }

    #[inline]
    fn store(&self, _cells: usize, words: &mut [u64]) {
        words[0] = self.cells;
    }

    #[inline]
    fn load(_cells: usize, words: &[u64]) -> Self {
        const LOWS: u64 = 0x1111_1111_1111_1111;
        // The lowest zero nibble is the blank: subtracting one from it borrows into its highest bit.
        let cells = words[0];
        let zeros = cells.wrapping_sub(LOWS) & !cells & LOWS << 3;
        Self { cells, blank: (zeros.trailing_zeros() / 4) as u8 }
    }
}

/// Up to 64 cells, one byte each.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Bytes {
    cells: [u8; 64],
    blank: u8,
}

impl Cells for Bytes {
    const CAPACITY: usize = 64;

    fn pack(board: &Board) -> Self {
        let mut cells = [0; 64];
        for (cell, &tile) in cells.iter_mut().zip(board.cells()) {
            *cell = tile as u8;
        }
        Self { cells, blank: board.blank() as u8 }
    }

    #[inline]
    fn tile(&self, cell: usize) -> usize {
        usize::from(self.cells[cell])
    }

    #[inline]
    fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    #[inline]
    fn slide(&mut self, from: usize) {
        self.cells.swap(from, usize::from(self.blank));
        self.blank = from as u8;
    }

    fn load(count: usize, words: &[u64]) -> Self {
        let (mut cells, mut blank) = ([0; 64], 0);
        for (cell, tile) in stored(count, words).enumerate() {
            cells[cell] = tile as u8;
            if tile == 0 {
                blank = cell as u8;
            }
        }
        Self { cells, blank }
    }
}

/// Any number of cells, two bytes each.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Words {
    cells: Box<[u16]>,
    blank: usize,
}

impl Cells for Words {
    const CAPACITY: usize = super::MAX_SIDE * super::MAX_SIDE;

    fn pack(board: &Board) -> Self {
        Self { cells: board.cells().into(), blank: board.blank() }
    }

    #[inline]
    fn heap_bytes(cells: usize) -> u64 {
        // why: what allocators keep for themselves.
        const OVERHEAD: usize = 16;
        (cells * size_of::<u16>() + OVERHEAD) as u64
    }

    #[inline]
    fn tile(&self, cell: usize) -> usize {
        usize::from(self.cells[cell])
    }

    #[inline]
    fn blank(&self) -> usize {
        self.blank
    }

    #[inline]
    fn slide(&mut self, from: usize) {
        self.cells.swap(from, self.blank);
        self.blank = from;
    }

    fn load(count: usize, words: &[u64]) -> Self {
        let cells: Box<[u16]> = stored(count, words).collect();
        let blank = cells.iter().position(|&tile| tile == 0).unwrap_or_default();
        Self { cells, blank }
    }
}

/// The search space of one goal: all boards of its shape.
#[derive(Clone, Debug)]
pub struct Grid<C> {
    shape: Shape,
    goal: C,
    /// For each cell of the blank, the directions in which a tile can move.
    legal: Box<[Directions]>,
    /// For each direction, the offset from the blank to the tile that moves.
    offsets: [isize; 4],
}

impl<C: Cells> Grid<C> {
    /// The space of boards of the goal's shape.
    pub fn new(goal: &Board) -> Self {
        let shape = goal.shape();
        debug_assert!(shape.cells() <= C::CAPACITY);
        let legal = |blank| {
            let open = Direction::ALL.into_iter().filter(|&direction| shape.source(blank, direction).is_some());
            Directions::from_iter(open)
        };
        let cols = shape.cols() as isize;
        Self {
            shape,
            goal: C::pack(goal),
            legal: (0..shape.cells()).map(legal).collect(),
            offsets: [cols, -cols, 1, -1],
        }
    }

    /// The space and the start of a problem.
    pub fn for_problem(problem: &Problem) -> (Self, C) {
        (Self::new(problem.goal()), C::pack(problem.start()))
    }

    /// The shape of its boards.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The cell whose tile moves in `direction`, which must be legal with the blank in `blank`.
    #[inline]
    pub fn source(&self, blank: usize, direction: Direction) -> usize {
        blank.wrapping_add_signed(self.offsets[direction as usize])
    }
}

impl<C: Cells> Space for Grid<C> {
    type State = C;
    type Move = Direction;
    type Moves = Directions;

    #[inline]
    fn is_goal(&self, state: &C) -> bool {
        *state == self.goal
    }

    #[inline]
    fn moves(&self, state: &C, last: Option<Direction>) -> Directions {
        let legal = self.legal[state.blank()];
        last.map_or(legal, |last| legal.without(last.inverse()))
    }

    #[inline]
    fn apply(&self, state: &mut C, direction: Direction) {
        state.slide(self.source(state.blank(), direction));
    }

    #[inline]
    fn inverse(&self, direction: Direction) -> Direction {
        direction.inverse()
    }

    #[inline]
    fn heap_bytes(&self) -> u64 {
        C::heap_bytes(self.shape.cells())
    }
}

impl<C: Cells> Compact for Grid<C> {
    fn words(&self) -> usize {
        words(self.shape.cells())
    }

    #[inline]
    fn pack(&self, state: &C, words: &mut [u64]) {
        state.store(self.shape.cells(), words);
    }

    #[inline]
    fn unpack(&self, words: &[u64]) -> C {
        C::load(self.shape.cells(), words)
    }

    #[inline]
    fn number(&self, direction: Direction) -> u8 {
        direction as u8
    }

    #[inline]
    fn numbered(&self, number: u8) -> Direction {
        Direction::ALL[usize::from(number & 3)]
    }
}

/// A set of directions; it is its own iterator, in the order of [`Direction::ALL`].
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Directions(u8);

impl Directions {
    /// The set without one direction.
    #[inline]
    pub const fn without(self, direction: Direction) -> Self {
        Self(self.0 & !(1 << direction as u8))
    }
}

impl Extend<Direction> for Directions {
    fn extend<I: IntoIterator<Item = Direction>>(&mut self, directions: I) {
        self.0 = directions.into_iter().fold(self.0, |set, direction| set | 1 << direction as u8);
    }
}

impl FromIterator<Direction> for Directions {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        let mut set = Self::default();
        set.extend(directions);
        set
    }
}

impl Iterator for Directions {
    type Item = Direction;

    #[inline]
    fn next(&mut self) -> Option<Direction> {
        if self.0 == 0 {
            return None;
        }
        let first = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(match first {
            0 => Direction::Up,
            1 => Direction::Down,
            2 => Direction::Left,
            _ => Direction::Right,
        })
    }
}
