//! The evaluation function of the beam search: lower is nearer to the goal. It is an estimate, not a bound.
//!
//! The score of a board is the sum of two parts. The *base* is updated move by move: the weighted distances of all tiles,
//! reversed pairs of tiles, and a constant for each subgoal that is not solved. The *subgoal cost* is computed from
//! scratch: the estimated cost of finishing the current subgoal, the first one that is not solved.
//!
//! A distance weighs more than in proportion, so that the tiles farthest from their places come nearer first.

mod blank_distances;
mod learned;
mod subgoal_cost;
mod tuning;

use super::{
    Grain,
    subgoals::{Subgoal, SubgoalOrder},
};
use crate::tiles::{Board, Direction, constructive::pair_table};
use blank_distances::BlankDistances;
use learned::LearnedEstimate;
use tuning::Tuning;

/// Weight of one move.
const MOVE: f32 = 16.0;

/// A tile number as a beam stores it; 0 is the blank.
pub(super) trait Tile: Copy + Eq + Into<usize> + Send + 'static {
    fn of(tile: u16) -> Self;
}

impl Tile for u8 {
    fn of(tile: u16) -> Self {
        tile as Self
    }
}

impl Tile for u16 {
    fn of(tile: u16) -> Self {
        tile
    }
}

/// The evaluation function for one goal.
pub(super) struct Score {
    pub(super) order: SubgoalOrder,
    rows: usize,
    cols: usize,
    /// Row and column of each cell.
    places: Box<[[u8; 2]]>,
    /// Row and column of each tile's place in the goal.
    targets: Box<[[u8; 2]]>,
    target_cells: Box<[u16]>,
    /// For each axis and tile, the line of its place in the goal times 256 plus its position there. The blank ranks last.
    ranks: [Box<[u16]>; 2],
    /// For each cell, the tile that the goal has there.
    goal_tiles: Box<[u16]>,
    blank_distances: BlankDistances,
    /// Weights by distance along a row or column: for tiles of the current subgoal, for tiles of its line and of each line
    /// after it, and for all tiles once all subgoals are solved.
    distance_weights: Vec<Box<[i32]>>,
    weights: ScoreWeights,
    pair_table: [u8; 216],
    /// Replaces the base once all subgoals are solved.
    learned: Option<LearnedEstimate>,
}

/// Weights of the features of a board.
struct ScoreWeights {
    /// A reversed pair of tiles in the current line.
    line_conflict: i32,
    /// A reversed pair of tiles anywhere else.
    conflict: i32,
    /// A reversed pair once all subgoals are solved.
    inner_conflict: i32,
    /// A single open cell between solved ones of the line: its tile cannot get in unless a neighbour moves out.
    hole: i32,
    /// A step of the blank to a cell from which it can move a tile of the line nearer to its place.
    approach: i32,
    /// An estimated move towards finishing a tile or a pair.
    carry: i32,
    /// A subgoal that is not solved yet.
    subgoal: i32,
}

impl Score {
    pub(super) fn new(goal: &Board, grain: Grain) -> Self {
        let order = SubgoalOrder::new(goal, grain);
        let shape = goal.shape();
        let side = shape.rows().max(shape.cols());
        let tuning = Tuning::new(grain, side);
        let by_distance = |weight: f32, power: f32| {
            let weigh = |distance: usize| (MOVE * weight * (distance as f32).powf(power)).round() as i32;
            (0..side).map(weigh).collect::<Box<[i32]>>()
        };
        let mut distance_weights = vec![by_distance(tuning.line, tuning.line_power)];
        let lines = i32::from(*order.line_of_subgoal.last().unwrap_or(&0));
        let rest = |line| by_distance(tuning.rest * (1.0 + tuning.next * tuning.decay.powi(line)), tuning.power);
        distance_weights.extend((-1..lines).map(rest));
        distance_weights.push(by_distance(1.0, tuning.inner_power));
        let weight = |moves: f32| (MOVE * moves).round() as i32;
        // why even: each tile of a pair counts half of the weight.
        let pair_weight = |moves: f32| 2 * weight(moves / 2.0);
        let place = |cell: usize| {
            let (row, col) = shape.place(cell);
            [row as u8, col as u8]
        };
        let ranks = |axis: usize| {
            let rank = |cell| u16::from(place(cell)[axis]) << 8 | u16::from(place(cell)[1 - axis]);
            let mut ranks: Box<[u16]> = goal.positions().into_iter().map(rank).collect();
            ranks[0] = u16::MAX;
            ranks
        };
        Self {
            ranks: [ranks(0), ranks(1)],
            rows: shape.rows(),
            cols: shape.cols(),
            places: (0..shape.cells()).map(place).collect(),
            targets: goal.positions().into_iter().map(place).collect(),
            target_cells: goal.positions().into_iter().map(|cell| cell as u16).collect(),
            goal_tiles: goal.cells().into(),
            blank_distances: BlankDistances::new(shape, grain),
            distance_weights,
            weights: ScoreWeights {
                line_conflict: pair_weight(tuning.line_conflict),
                conflict: pair_weight(tuning.conflict),
                inner_conflict: pair_weight(2.0),
                hole: weight(tuning.hole),
                approach: weight(tuning.approach),
                carry: weight(tuning.carry),
                subgoal: weight(tuning.subgoal),
            },
            pair_table: pair_table(),
            learned: LearnedEstimate::new(goal, order.inner),
            order,
        }
    }

    /// Cells of the board.
    pub(super) fn cells(&self) -> usize {
        self.places.len()
    }

    /// Number of subgoals, which is also the current subgoal of a board that has solved them all.
    #[inline]
    pub(super) fn subgoals(&self) -> usize {
        self.order.subgoals.len()
    }

    /// The cell whose tile moves in `direction` into the blank; a number beyond the board if there is none.
    #[inline]
    pub(super) fn source(&self, blank: usize, direction: Direction) -> usize {
        self.blank_distances.beside(blank)[direction.inverse() as usize].into()
    }

    /// Does the cell belong to a subgoal before this one?
    #[inline]
    pub(super) fn is_wall(&self, cell: usize, subgoal: usize) -> bool {
        usize::from(self.order.subgoal_of_cell[cell]) < subgoal
    }

    /// The first subgoal, counted from `from`, that is not solved.
    pub(super) fn first_open_subgoal<T: Tile>(&self, cells: &[T], from: usize) -> usize {
        let is_open = |&tile: &u16| cells[usize::from(self.target_cells[usize::from(tile)])] != T::of(tile);
        let is_open = |&subgoal: &usize| self.order.subgoals[subgoal].tiles().iter().any(is_open);
        (from..self.subgoals()).find(is_open).unwrap_or(self.subgoals())
    }

    /// Writes the slots of the tiles of a subgoal, as [`Self::subgoal_cost`] takes them.
    pub(super) fn tile_slots<T: Tile>(&self, cells: &[T], subgoal: usize, tile_slots: &mut [u16]) {
        let tiles = self.order.subgoals.get(subgoal).map_or(&[][..], Subgoal::tiles);
        for (slot, &tile) in tile_slots.iter_mut().zip(tiles) {
            let cell = cells.iter().position(|&other| other == T::of(tile)).unwrap_or_default();
            *slot = self.slot(tile.into(), cell, subgoal);
        }
    }

    /// The slot of a tile of a subgoal: its cell, and for lines also the direction of its target.
    #[inline]
    pub(super) fn slot(&self, tile: usize, cell: usize, subgoal: usize) -> u16 {
        match self.order.subgoals[subgoal] {
            Subgoal::Line(_) => self.blank_distances.slot(cell, self.places[cell], self.targets[tile]),
            Subgoal::Tile(_) | Subgoal::Pair { .. } => cell as u16,
        }
    }

    /// The base of a board whose current subgoal is `subgoal`.
    pub(super) fn base<T: Tile>(&self, cells: &[T], subgoal: usize) -> i32 {
        if let Some(learned) = self.learned(subgoal) {
            return learned.estimate(cells);
        }
        let mut base = (self.subgoals() - subgoal) as i32 * self.weights.subgoal;
        for (cell, &tile) in cells.iter().enumerate() {
            let tile: usize = tile.into();
            if tile == 0 || self.is_wall(cell, subgoal) {
                continue;
            }
            let ([row, col], [to_row, to_col]) = (self.places[cell], self.targets[tile]);
            let weights = self.weights_of_tile(tile, subgoal);
            base += weights[usize::from(row.abs_diff(to_row))] + weights[usize::from(col.abs_diff(to_col))];
            // Each reversed pair is counted twice, once from each tile.
            if row == to_row {
                base += self.reversed::<T, 0>(cells, tile, cell, subgoal) / 2;
            }
            if col == to_col {
                base += self.reversed::<T, 1>(cells, tile, cell, subgoal) / 2;
            }
        }
        base
    }

    /// Change of the base when the tile in `from` moves to its neighbour `to`.
    #[inline]
    pub(super) fn step<T: Tile>(&self, cells: &[T], from: usize, to: usize, is_vertical: bool, subgoal: usize) -> i32 {
        if let Some(learned) = self.learned(subgoal) {
            return learned.step(cells, from, to);
        }
        let tile: usize = cells[from].into();
        let weights = self.weights_of_tile(tile, subgoal);
        let axis = usize::from(!is_vertical);
        let (old, new, target) = (self.places[from][axis], self.places[to][axis], self.targets[tile][axis]);
        let step = weights[usize::from(new.abs_diff(target))] - weights[usize::from(old.abs_diff(target))];
        let conflicts = |cell| {
            if is_vertical {
                self.reversed::<T, 0>(cells, tile, cell, subgoal)
            } else {
                self.reversed::<T, 1>(cells, tile, cell, subgoal)
            }
        };
        if old == target {
            step - conflicts(from)
        } else if new == target {
            step + conflicts(to)
        } else {
            step
        }
    }

    /// The next subgoal, its base and its cost, after a move from `from` to `to` has solved the current one.
    pub(super) fn finish<T: Tile>(&self, cells: &[T], from: usize, to: usize, subgoal: usize) -> (usize, i32, i32) {
        let mut after = cells.to_vec();
        after.swap(from, to);
        let subgoal = self.first_open_subgoal(&after, subgoal + 1);
        let mut tile_slots = vec![0; self.order.longest];
        self.tile_slots(&after, subgoal, &mut tile_slots);
        (subgoal, self.base(&after, subgoal), self.subgoal_cost(subgoal, from, &tile_slots).unwrap_or(0))
    }

    /// The learned estimate, if it applies to boards with this current subgoal.
    #[inline]
    fn learned(&self, subgoal: usize) -> Option<&LearnedEstimate> {
        self.learned.as_ref().filter(|_| subgoal == self.subgoals())
    }

    /// Weights of a tile's distances.
    #[inline]
    fn weights_of_tile(&self, tile: usize, subgoal: usize) -> &[i32] {
        let order = &self.order;
        let of_tile = order.subgoal_of_tile[tile];
        if subgoal == self.subgoals() {
            &self.distance_weights[self.distance_weights.len() - 1]
        } else if usize::from(of_tile) == subgoal {
            &self.distance_weights[0]
        } else {
            &self.distance_weights
                [usize::from(1 + order.line_of_subgoal[usize::from(of_tile)] - order.line_of_subgoal[subgoal])]
        }
    }

    /// Weight of the reversed pairs that `tile` is part of (or would be) in its own row (`AXIS` 0) or column (1), at
    /// `cell`.
    #[inline]
    fn reversed<T: Tile, const AXIS: usize>(&self, cells: &[T], tile: usize, cell: usize, subgoal: usize) -> i32 {
        let (line, spot) = (usize::from(self.places[cell][AXIS]), self.places[cell][1 - AXIS].into());
        let (first, step, length) =
            if AXIS == 0 { (line * self.cols, 1, self.cols) } else { (line, self.cols, self.rows) };
        let others = cells[first..].iter().step_by(step).take(length).map(|&other| other.into());
        let ranks = &self.ranks[AXIS];
        let own = ranks[tile];
        let of_line = own & !0xff;
        // A pair is reversed if the other tile is before this one and belongs behind it, or the other way round.
        let is_reversed = |(index, other): (usize, usize)| {
            let rank = ranks[other];
            if index < spot { rank > own && rank - of_line < 0x100 } else { rank < own && rank >= of_line }
        };
        let weights = &self.weights;
        let count = || others.clone().enumerate().filter(|&pair| is_reversed(pair)).count() as i32;
        if subgoal == self.subgoals() {
            count() * weights.inner_conflict
        } else if !self.is_in_subgoal(tile, subgoal) {
            count() * weights.conflict
        } else {
            let weight =
                |(_, other)| if self.is_in_subgoal(other, subgoal) { weights.line_conflict } else { weights.conflict };
            others.clone().enumerate().filter(|&pair| is_reversed(pair)).map(weight).sum()
        }
    }

    #[inline]
    fn is_in_subgoal(&self, tile: usize, subgoal: usize) -> bool {
        usize::from(self.order.subgoal_of_tile[tile]) == subgoal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        rng::Rng,
        tiles::{Direction, Shape, scramble},
    };

    /// On a random walk, the score updated move by move equals the score from scratch.
    fn walk(goal: &Board, grain: Grain, rng: &mut Rng) {
        let score = Score::new(goal, grain);
        for subgoal in 0..=score.subgoals() {
            // A board whose earlier subgoals are solved: the goal, scrambled in what remains.
            let mut board = goal.clone();
            let mut base = score.base(board.cells(), subgoal);
            let mut tile_slots = vec![0; score.order.longest];
            score.tile_slots(board.cells(), subgoal, &mut tile_slots);
            for _ in 0..300 {
                let direction = Direction::ALL[rng.below(4) as usize];
                let blank = board.blank();
                let Some(source) = board.shape().source(blank, direction) else { continue };
                if score.is_wall(source, subgoal) {
                    continue;
                }
                base += score.step(board.cells(), source, blank, direction.is_vertical(), subgoal);
                let moved = (board.cells()[source].into(), blank);
                let subgoal_cost = score.subgoal_cost_after(subgoal, source, &tile_slots, moved);
                assert!(board.slide(direction));
                assert_eq!(base, score.base(board.cells(), subgoal), "{goal} {grain:?}, subgoal {subgoal}");
                score.tile_slots(board.cells(), subgoal, &mut tile_slots);
                assert_eq!(subgoal_cost, score.subgoal_cost(subgoal, board.blank(), &tile_slots));
                let is_solved =
                    subgoal == score.subgoals() || score.first_open_subgoal(board.cells(), subgoal) > subgoal;
                assert_eq!(subgoal_cost.is_none(), is_solved);
            }
        }
    }

    #[test]
    fn scores_are_kept_up_move_by_move() {
        let mut rng = Rng::from_seed(1);
        for (rows, cols) in [(6, 6), (2, 9), (9, 2), (7, 5), (5, 8), (8, 3), (5, 5)] {
            let solved = Board::solved(Shape::new(rows, cols).unwrap());
            for grain in [Grain::Whole, Grain::Lines, Grain::Tiles] {
                walk(&solved, grain, &mut rng);
                walk(&scramble::uniform(&solved, &mut rng), grain, &mut rng);
            }
        }
    }
}
