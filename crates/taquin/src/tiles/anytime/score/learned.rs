//! A learned estimate of the moves from a 5×5 board to its goal.
//!
//! There is a weight for each tile in each cell, and for each pair of tiles in each pair of cells; the estimate is the sum
//! over all tiles and all pairs. So it accounts for every pair, not only for reversed ones. The example `learn` makes the
//! weights, from solutions that a beam search finds with the previous weights.
//!
//! The file holds weights in sixteenths of a move, for the goal with the blank in the last cell:
//! - for each tile, in the order of the goal, and each cell: 16 bits, little-endian;
//! - for each pair of tiles, the first before the second, and each cell of the first and of the second: 8 bits. The goal
//!   is symmetric about its diagonal, so of two mirrored pairs only the first is stored.
//!
//! Goals with the blank in another corner are reflected, and a tile is named by its place in the goal.

use super::Tile;
use crate::tiles::{Board, Direction, Shape, constructive::rectangle::Rectangle};
use std::sync::LazyLock;

const SIDE: usize = 5;
const CELLS: usize = SIDE * SIDE;
/// Tiles are numbered by their cell in the goal; the blank has the last cell.
const TILES: usize = CELLS - 1;
/// Entries of a row of weights, one for each cell and tile; padded so that masking the tile to five bits replaces the
/// bounds check.
const ROW: usize = (CELLS - 1) * CELLS + 32;

static FILE: &[u8] = include_bytes!("learned/5x5.bin");
static WEIGHTS: LazyLock<LearnedWeights> = LazyLock::new(LearnedWeights::read);
static STEPS: LazyLock<Box<[[i8; ROW]]>> = LazyLock::new(|| steps(&WEIGHTS));

/// The weights as they are read from the file.
struct LearnedWeights {
    /// For each tile and its cell.
    singles: Vec<[i32; CELLS]>,
    /// For each pair of tiles, and the cells of the first and the second.
    pairs: Vec<[[i8; CELLS]; CELLS]>,
}

/// The mirror image of a cell, or of a tile, about the diagonal.
fn mirrored(cell: usize) -> usize {
    cell % SIDE * SIDE + cell / SIDE
}

/// The pairs of tiles whose weights are in the file.
fn stored_pairs() -> impl Iterator<Item = (usize, usize)> {
    let pairs = (0..TILES).flat_map(|first| (first + 1..TILES).map(move |second| (first, second)));
    pairs.filter(|&(first, second)| {
        let (a, b) = (mirrored(first), mirrored(second));
        (first, second) <= (a.min(b), a.max(b))
    })
}

impl LearnedWeights {
    fn read() -> Self {
        let (singles, mut pairs) = FILE.split_at(2 * TILES * CELLS);
        let singles: Vec<i32> = singles.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes).into()).collect();
        let singles = singles.as_chunks().0.to_vec();
        let mut weights = Self { singles, pairs: vec![[[0; CELLS]; CELLS]; TILES * TILES] };
        for (first, second) in stored_pairs() {
            let (table, rest) = pairs.split_at(CELLS * CELLS);
            pairs = rest;
            for (index, &weight) in table.iter().enumerate() {
                weights.set([first, second], [index / CELLS, index % CELLS], weight as i8);
            }
        }
        weights
    }

    /// Sets the weight of a pair, and of the mirrored one.
    fn set(&mut self, [first, second]: [usize; 2], [a, b]: [usize; 2], weight: i8) {
        for ([first, second], [a, b]) in
            [([first, second], [a, b]), ([first, second].map(mirrored), [a, b].map(mirrored))]
        {
            self.pairs[first * TILES + second][a][b] = weight;
            self.pairs[second * TILES + first][b][a] = weight;
        }
    }
}

/// Changes of the estimate for each tile, cell and direction: by the cell and number of each other tile. The change of the
/// tile's own weight is in the entry of the blank.
fn steps(weights: &LearnedWeights) -> Box<[[i8; ROW]]> {
    let mut steps = vec![[0; ROW]; TILES * CELLS * 4];
    let shape = Shape::new(SIDE, SIDE).expect("a small board");
    let neighbours = |cell: usize| Direction::ALL.into_iter().filter_map(move |side| shape.source(cell, side));
    for (tile, from) in (0..TILES).flat_map(|tile| (0..CELLS).map(move |from| (tile, from))) {
        for to in neighbours(from) {
            let row = &mut steps[step_index(tile, from, to)];
            for (other, cell) in (0..TILES).flat_map(|other| (0..CELLS).map(move |cell| (other, cell))) {
                let pair = &weights.pairs[tile * TILES + other];
                row[cell * CELLS + other] = narrow(i32::from(pair[to][cell]) - i32::from(pair[from][cell]));
            }
            row[to * CELLS + TILES] = narrow(weights.singles[tile][to] - weights.singles[tile][from]);
        }
    }
    steps.into()
}

fn narrow(difference: i32) -> i8 {
    difference.try_into().expect("a move changes what a tile or a pair weighs by less than eight moves")
}

#[inline]
fn step_index(tile: usize, from: usize, to: usize) -> usize {
    let direction = 2 * usize::from(from.abs_diff(to) == 1) + usize::from(to > from);
    (tile * CELLS + from) * 4 + direction
}

/// The estimate for one goal, of boards whose tiles outside a 5×5 rectangle are in their places.
pub(super) struct LearnedEstimate {
    /// The cells of the rectangle, in the numbering of the weights.
    cells: [u16; CELLS],
    /// For each cell of the board, its number in the rectangle.
    numbers: Box<[u8]>,
    /// For each tile, the number of its cell in the goal.
    tiles: Box<[u8]>,
    steps: &'static [[i8; ROW]],
}

impl LearnedEstimate {
    /// The estimate for a goal; `None` if the rectangle is not 5×5 or the goal's blank is not in one of its corners.
    pub(super) fn new(goal: &Board, rectangle: Rectangle) -> Option<Self> {
        let shape = goal.shape();
        let (blank_row, blank_col) = shape.place(goal.blank());
        let is_corner = |blank: usize, first: usize| blank == first || blank + 1 == first + SIDE;
        if [rectangle.rows(), rectangle.cols()] != [SIDE; 2]
            || !is_corner(blank_row, rectangle.top)
            || !is_corner(blank_col, rectangle.left)
        {
            return None;
        }
        // Numbered so that the blank's corner is the last cell.
        let along =
            |number: usize, first: usize, blank: usize| first + if blank == first { SIDE - 1 - number } else { number };
        let cells: [u16; CELLS] = std::array::from_fn(|number| {
            let row = along(number / SIDE, rectangle.top, blank_row);
            shape.cell(row, along(number % SIDE, rectangle.left, blank_col)) as u16
        });
        let mut numbers = vec![0; shape.cells()];
        let mut tiles = vec![0; shape.cells()];
        for (number, &cell) in cells.iter().enumerate() {
            numbers[usize::from(cell)] = number as u8;
            tiles[usize::from(goal.cells()[usize::from(cell)])] = number as u8;
        }
        Some(Self { cells, numbers: numbers.into(), tiles: tiles.into(), steps: &STEPS })
    }

    /// The tile in a cell of the rectangle, by number.
    #[inline]
    fn tile<T: Tile>(&self, cells: &[T], number: usize) -> usize {
        self.tiles[cells[usize::from(self.cells[number])].into()].into()
    }

    /// The estimate in sixteenths of a move.
    pub(super) fn estimate<T: Tile>(&self, cells: &[T]) -> i32 {
        let tiles: [usize; CELLS] = std::array::from_fn(|number| self.tile(cells, number));
        let tiles = || tiles.iter().enumerate().filter(|&(_, &tile)| tile < TILES);
        let single = |(cell, &tile): (usize, &usize)| WEIGHTS.singles[tile][cell];
        let pairs = |(cell, &tile): (usize, &usize)| {
            let pair = |(other_cell, &other): (usize, &usize)| WEIGHTS.pairs[tile * TILES + other][cell][other_cell];
            tiles().take_while(|&(other, _)| other < cell).map(pair).map(i32::from).sum::<i32>()
        };
        tiles().map(single).sum::<i32>() + tiles().map(pairs).sum::<i32>()
    }

    /// Change of the estimate when the tile in `from` moves to its neighbour `to`.
    #[inline]
    pub(super) fn step<T: Tile>(&self, cells: &[T], from: usize, to: usize) -> i32 {
        let tile = self.tiles[cells[from].into()].into();
        let row = &self.steps[step_index(tile, self.numbers[from].into(), self.numbers[to].into())];
        let weight = |number: usize| i32::from(row[number * CELLS + (self.tile(cells, number) & 31)]);
        (0..CELLS).map(weight).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        rng::Rng,
        tiles::{
            catalogue::{self, Instance},
            scramble,
        },
    };

    fn learned(goal: &Board) -> LearnedEstimate {
        LearnedEstimate::new(goal, Rectangle::whole(goal.shape())).unwrap()
    }

    #[test]
    fn the_file_has_a_weight_for_everything() {
        assert_eq!(FILE.len(), 2 * TILES * CELLS + stored_pairs().count() * CELLS * CELLS);
    }

    #[test]
    fn goals_are_turned_so_that_the_blank_is_last() {
        let shape = Shape::new(SIDE, SIDE).unwrap();
        let goal = Board::solved(shape);
        let turns: [fn(usize, usize) -> usize; 4] = [
            |row, col| row * SIDE + col,
            |row, col| row * SIDE + SIDE - 1 - col,
            |row, col| (SIDE - 1 - row) * SIDE + col,
            mirrored_place,
        ];
        let mut rng = Rng::from_seed(3);
        for _ in 0..20 {
            let board = scramble::uniform(&goal, &mut rng);
            let estimate = learned(&goal).estimate(board.cells());
            for turn in turns {
                let turned = |board: &Board| {
                    let cell = |cell| board.cells()[turn(cell / SIDE, cell % SIDE)];
                    Board::new(shape, &std::array::from_fn::<u16, CELLS, _>(cell)).unwrap()
                };
                assert_eq!(learned(&turned(&goal)).estimate(turned(&board).cells()), estimate);
            }
        }
    }

    fn mirrored_place(row: usize, col: usize) -> usize {
        mirrored(row * SIDE + col)
    }

    #[test]
    fn estimates_are_near_the_optima() {
        let goal = Board::solved(Shape::new(SIDE, SIDE).unwrap());
        let (mut error, mut boards) = (0, 0);
        for Instance { problem, optimum } in catalogue::korf24() {
            error += (learned(&goal).estimate(problem.start().cells()) - 16 * optimum as i32).abs();
            boards += 1;
        }
        // The Manhattan distance is off by 25 on average.
        assert!(error < 16 * 8 * boards, "off by {} moves on average", error / 16 / boards);
    }

    #[test]
    fn other_goals_have_no_learned_estimate() {
        for goal in ["1 2 3 4 5/6 7 8 9 10/11 12 0 13 14/15 16 17 18 19/20 21 22 23 24", "1 2/3 0"] {
            let goal: Board = goal.parse().unwrap();
            assert!(LearnedEstimate::new(&goal, Rectangle::whole(goal.shape())).is_none());
        }
    }
}
