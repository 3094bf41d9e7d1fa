//! Tile problems as search spaces.
//!
//! The shape of a board is data, the capacity of a state is a type: [`Nibbles`] for up to 16 cells, [`Bytes`] for
//! up to 64, [`Words`] for the rest. A face chooses once ([`super::solve`]), outside every hot loop.

use super::{Board, Direction, Problem, Shape};
use crate::search::{Space, best_first::Compact};
use std::hash::Hash;

/// The cells of a board in a form that searches copy, compare and hash fast.
pub trait Cells: Clone + Eq + Hash {
    /// The most cells that it holds.
    const CAPACITY: usize;

    /// Packs a board of at most [`Self::CAPACITY`] cells.
    fn pack(board: &Board) -> Self;

    /// The tile in a cell; 0 in the blank's.
    fn tile(&self, cell: usize) -> usize;

    /// The cell of the blank.
    fn blank(&self) -> usize;

    /// Moves the tile in `from`, a neighbour of the blank, into the blank.
    fn slide(&mut self, from: usize);

    /// Writes the first `cells` cells, which are all of the board, into `words` words.
    fn store(&self, cells: usize, words: &mut [u64]) {
        let bits = bits(cells);
        for (word, first) in words.iter_mut().zip((0..cells).step_by(per_word(cells))) {
            let rest = first..cells.min(first + per_word(cells));
            *word = rest.rev().fold(0, |word, cell| word << bits | self.tile(cell) as u64);
        }
    }

    /// Reads what [`Cells::store`] wrote.
    fn load(cells: usize, words: &[u64]) -> Self;
}

/// How many bits number a tile or the blank.
fn bits(cells: usize) -> u32 {
    cells.next_power_of_two().ilog2().max(1)
}

fn per_word(cells: usize) -> usize {
    (u64::BITS / bits(cells)) as usize
}

/// How many words hold the cells of a board.
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
        // The lowest zero among the cells is the blank: subtracting one borrows into its highest bit.
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

/// The space of one problem: all boards that can be reached, and the goal.
#[derive(Clone, Debug)]
pub struct Grid<C> {
    shape: Shape,
    goal: C,
    /// For each cell of the blank, the directions that tiles can move in.
    legal: Box<[Directions]>,
    /// What to add to the blank's cell to find the tile that moves in each direction.
    offsets: [isize; 4],
}

impl<C: Cells> Grid<C> {
    /// The space of boards of the goal's shape, with that goal.
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
    pub fn of(problem: &Problem) -> (Self, C) {
        (Self::new(problem.goal()), C::pack(problem.start()))
    }

    /// The size of its boards.
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

/// A set of directions; iterating takes them out in the order of [`Direction::ALL`].
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Directions(u8);

impl Directions {
    /// The set without one direction.
    #[inline]
    pub const fn without(self, direction: Direction) -> Self {
        Self(self.0 & !(1 << direction as u8))
    }
}

impl FromIterator<Direction> for Directions {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        Self(directions.into_iter().fold(0, |set, direction| set | 1 << direction as u8))
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
