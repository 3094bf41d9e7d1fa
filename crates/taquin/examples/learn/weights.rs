//! The weights while they are learned.

use super::Position;
use taquin::tiles::{Direction, Shape};

pub(super) const SIDE: usize = 5;
pub(super) const CELLS: usize = SIDE * SIDE;
pub(super) const TILES: usize = CELLS - 1;
const PAIRS: usize = TILES * (TILES - 1) / 2;
/// In the file a move weighs so much.
const MOVE: f32 = 16.0;
/// The most that a pair weighs in the file, so that differences of two such weights have 8 bits.
const MOST: f32 = 63.0;

/// What it is worth in moves that a tile is in some cell, or two tiles in two cells.
pub(super) struct Weights {
    singles: Vec<[f32; CELLS]>,
    /// For two tiles, the first before the second.
    pairs: Vec<[[f32; CELLS]; CELLS]>,
}

/// For each tile, cell and direction: what a move changes, for each cell and the tile in it; see [`Steps::change`].
pub(super) struct Steps {
    rows: Vec<[i8; ROW]>,
    singles: Vec<[i32; CELLS]>,
    pairs: Vec<[[i32; CELLS]; CELLS]>,
}

const ROW: usize = TILES * CELLS + 32;

/// The cell, or the tile, that is here when a board is mirrored at its diagonal.
fn mirror(cell: usize) -> usize {
    cell % SIDE * SIDE + cell / SIDE
}

pub(super) fn mirrored(position: &Position) -> Position {
    std::array::from_fn(|cell| mirror(position[mirror(cell)].into()) as u8)
}

fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..TILES).flat_map(|first| (first + 1..TILES).map(move |second| (first, second)))
}

/// The cells beside this one: above, below, left, right.
#[inline]
pub(super) fn neighbours(cell: usize) -> impl Iterator<Item = usize> + Clone {
    let shape = Shape::new(SIDE, SIDE).expect("a small board");
    Direction::ALL.into_iter().filter_map(move |side| shape.source(cell, side.inverse()))
}

/// The cell of each tile.
fn cells(position: &Position) -> [usize; CELLS] {
    let mut cells = [0; CELLS];
    position.iter().enumerate().for_each(|(cell, &tile)| cells[usize::from(tile)] = cell);
    cells
}

/// Are two tiles of one line in that line, but reversed?
fn is_reversed(first: usize, second: usize, a: usize, b: usize) -> bool {
    let in_row = [first, second, b].iter().all(|cell| cell / SIDE == a / SIDE);
    let in_column = [first, second, b].iter().all(|cell| cell % SIDE == a % SIDE);
    (in_row || in_column) && first < second && a > b
}

impl Weights {
    /// Distances weigh more than proportionally, reversed pairs two moves.
    pub(super) fn by_hand() -> Self {
        let distance = |from: usize, to: usize| (from.abs_diff(to) as f32).powf(1.6);
        let single = |tile: usize, cell: usize| distance(tile / SIDE, cell / SIDE) + distance(tile % SIDE, cell % SIDE);
        let mut weights = Self {
            singles: (0..TILES).map(|tile| std::array::from_fn(|cell| single(tile, cell))).collect(),
            pairs: vec![[[0.0; CELLS]; CELLS]; TILES * TILES],
        };
        for (first, second) in pairs() {
            let pair = |a, b| if is_reversed(first, second, a, b) { 2.0 } else { 0.0 };
            weights.pairs[first * TILES + second] = std::array::from_fn(|a| std::array::from_fn(|b| pair(a, b)));
        }
        weights
    }

    /// Corrects the weights by a part of their error.
    pub(super) fn fit(&mut self, position: &Position, moves: f32, rate: f32) {
        let cells = cells(position);
        let single: f32 = self.singles.iter().zip(cells).map(|(weights, cell)| weights[cell]).sum();
        let pair = |(first, second): (usize, usize)| self.pairs[first * TILES + second][cells[first]][cells[second]];
        let error = moves - single - pairs().map(pair).sum::<f32>();
        // why: what can be said of single tiles is learned sooner, and leaves less to the pairs.
        let correction = 0.3 * rate * error / TILES as f32;
        self.singles.iter_mut().zip(cells).for_each(|(weights, cell)| weights[cell] += correction);
        let correction = rate * error / PAIRS as f32;
        for (first, second) in pairs() {
            self.pairs[first * TILES + second][cells[first]][cells[second]] += correction;
        }
    }

    /// The weight of a tile as it is stored.
    fn single(&self, tile: usize, cell: usize) -> i32 {
        let weight = self.singles[tile][cell] + self.singles[mirror(tile)][mirror(cell)];
        (MOVE * weight / 2.0).round() as i32
    }

    /// The weight of a pair as it is stored.
    fn pair(&self, first: usize, second: usize, a: usize, b: usize) -> i32 {
        let weight = |first: usize, second: usize, a: usize, b: usize| {
            if first < second {
                self.pairs[first * TILES + second][a][b]
            } else {
                self.pairs[second * TILES + first][b][a]
            }
        };
        let weight = weight(first, second, a, b) + weight(mirror(first), mirror(second), mirror(a), mirror(b));
        (MOVE * weight / 2.0).round().clamp(-MOST, MOST) as i32
    }

    /// The file as the engine reads it.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let places = |count: usize| (0..count).flat_map(|a| (0..CELLS).map(move |b| (a, b)));
        let single = |(tile, cell)| (self.single(tile, cell) as i16).to_le_bytes();
        let mut bytes: Vec<u8> = places(TILES).flat_map(single).collect();
        let is_first = |&(first, second): &(usize, usize)| {
            let (a, b) = (mirror(first), mirror(second));
            (first, second) <= (a.min(b), a.max(b))
        };
        for (first, second) in pairs().filter(is_first) {
            bytes.extend(places(CELLS).map(|(a, b)| self.pair(first, second, a, b) as i8 as u8));
        }
        bytes
    }

    pub(super) fn steps(&self) -> Steps {
        let singles: Vec<[i32; CELLS]> =
            (0..TILES).map(|tile| std::array::from_fn(|cell| self.single(tile, cell))).collect();
        let mut pairs = vec![[[0; CELLS]; CELLS]; TILES * TILES];
        for (first, second) in (0..TILES * TILES).map(|both| (both / TILES, both % TILES)).filter(|(a, b)| a != b) {
            pairs[first * TILES + second] =
                std::array::from_fn(|a| std::array::from_fn(|b| self.pair(first, second, a, b)));
        }
        let mut rows = vec![[0; ROW]; TILES * CELLS * 4];
        let ways = (0..CELLS).flat_map(|from| neighbours(from).map(move |to| (from, to)));
        for (tile, (from, to)) in (0..TILES).flat_map(|tile| ways.clone().map(move |way| (tile, way))) {
            let row = &mut rows[Steps::row(tile, from, to)];
            for (other, cell) in (0..TILES).flat_map(|other| (0..CELLS).map(move |cell| (other, cell))) {
                let pair = &pairs[tile * TILES + other];
                row[cell * CELLS + other] = (pair[to][cell] - pair[from][cell]) as i8;
            }
            // The blank is where the tile goes.
            row[to * CELLS + TILES] = (singles[tile][to] - singles[tile][from]) as i8;
        }
        Steps { rows, singles, pairs }
    }
}

impl Steps {
    fn row(tile: usize, from: usize, to: usize) -> usize {
        (tile * CELLS + from) * 4 + 2 * usize::from(from.abs_diff(to) == 1) + usize::from(to > from)
    }

    /// What a position is worth.
    pub(super) fn estimate(&self, position: &Position) -> i32 {
        let cells = cells(position);
        let single: i32 = self.singles.iter().zip(cells).map(|(weights, cell)| weights[cell]).sum();
        let pair = |(first, second): (usize, usize)| self.pairs[first * TILES + second][cells[first]][cells[second]];
        single + pairs().map(pair).sum::<i32>()
    }

    /// What the estimate changes by when the tile in `from` moves to `to`, its neighbour.
    #[inline]
    pub(super) fn change(&self, position: &Position, from: usize, to: usize) -> i32 {
        let row = &self.rows[Self::row(position[from].into(), from, to)];
        position.iter().enumerate().map(|(cell, &tile)| i32::from(row[cell * CELLS + usize::from(tile & 31)])).sum()
    }
}
