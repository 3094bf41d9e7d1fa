//! What a beam search thinks of a board: smaller is nearer to the goal. An estimate, not a bound.
//!
//! The score of a board whose first units are solved has two parts. The *base* is kept up move by move: what the
//! distances of all tiles weigh, and reversed pairs, and a constant for each unit to go. The *focus* is computed from
//! scratch: what it takes to finish the unit under way.
//!
//! A distance weighs more than proportionally, so that the tiles that are farthest away come nearer first.

mod focus;
mod learned;
mod tuning;
mod ways;

use super::{
    Grain,
    layout::{Layout, Unit},
};
use crate::tiles::{Board, Direction, constructive::pair_table};
use learned::Learned;
use tuning::Tuning;
use ways::Ways;

/// The weight of one move.
const MOVE: f32 = 16.0;

/// A tile as a beam stores it, or 0 for the blank.
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

pub(super) struct Score {
    pub(super) layout: Layout,
    rows: usize,
    cols: usize,
    /// For each cell, its row and column.
    places: Box<[[u8; 2]]>,
    /// For each tile, the row and column of its place in the goal.
    targets: Box<[[u8; 2]]>,
    target_cells: Box<[u16]>,
    /// For each axis and tile, the row or column of its place in the goal (times 256) and where in that it is. The blank
    /// ranks behind all.
    ranks: [Box<[u16]>; 2],
    /// For each cell, the tile whose place it is in the goal.
    goal_tiles: Box<[u16]>,
    ways: Ways,
    /// What a distance along rows or columns weighs: for tiles of the unit under way, for those of its line and of each
    /// line after it, and for all tiles once all units are solved.
    pulls: Vec<Box<[i32]>>,
    weights: Weights,
    pair_table: [u8; 216],
    /// What counts instead once all units are solved.
    learned: Option<Learned>,
}

/// What parts of a board weigh.
struct Weights {
    /// A reversed pair of tiles in the line under way.
    line_conflict: i32,
    /// A reversed pair anywhere else.
    conflict: i32,
    /// A reversed pair once all units are solved.
    inner_conflict: i32,
    /// A single open cell between solved ones of the line: the tile cannot get in without moving a neighbour out.
    hole: i32,
    /// A step between the blank and where it can move a tile of the line on.
    approach: i32,
    /// A move of those that finish a tile or a pair.
    carry: i32,
    /// A unit that is not solved yet.
    unit: i32,
}

impl Score {
    pub(super) fn new(goal: &Board, grain: Grain) -> Self {
        let layout = Layout::new(goal, grain);
        let shape = goal.shape();
        let side = shape.rows().max(shape.cols());
        let tuning = Tuning::new(grain, side);
        let pull = |weight: f32, power: f32| {
            let pull = |distance: usize| (MOVE * weight * (distance as f32).powf(power)).round() as i32;
            (0..side).map(pull).collect::<Box<[i32]>>()
        };
        let mut pulls = vec![pull(tuning.line, tuning.line_power)];
        let lines = i32::from(*layout.line_of_unit.last().unwrap_or(&0));
        let rest = |line| pull(tuning.rest * (1.0 + tuning.next * tuning.decay.powi(line)), tuning.power);
        pulls.extend((-1..lines).map(rest));
        pulls.push(pull(1.0, tuning.inner_power));
        let weight = |moves: f32| (MOVE * moves).round() as i32;
        // why even: each tile of a pair counts half of it.
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
            ways: Ways::new(shape, grain),
            pulls,
            weights: Weights {
                line_conflict: pair_weight(tuning.line_conflict),
                conflict: pair_weight(tuning.conflict),
                inner_conflict: pair_weight(2.0),
                hole: weight(tuning.hole),
                approach: weight(tuning.approach),
                carry: weight(tuning.carry),
                unit: weight(tuning.unit),
            },
            pair_table: pair_table(),
            learned: Learned::new(goal, layout.inner),
            layout,
        }
    }

    /// The number of units; boards whose units are all solved have this as their unit under way.
    #[inline]
    pub(super) fn units(&self) -> usize {
        self.layout.units.len()
    }

    /// The cell whose tile moves in `direction` into the blank; none of the board's if there is none.
    #[inline]
    pub(super) fn source(&self, blank: usize, direction: Direction) -> usize {
        self.ways.beside(blank)[direction.inverse() as usize].into()
    }

    /// Does the cell belong to a unit before this one?
    #[inline]
    pub(super) fn is_wall(&self, cell: usize, unit: usize) -> bool {
        usize::from(self.layout.unit_of_cell[cell]) < unit
    }

    /// The first unit from `from` on that is not solved.
    pub(super) fn first_open_unit<T: Tile>(&self, cells: &[T], from: usize) -> usize {
        let is_open = |&tile: &u16| cells[usize::from(self.target_cells[usize::from(tile)])] != T::of(tile);
        let is_open = |&unit: &usize| self.layout.units[unit].tiles().iter().any(is_open);
        (from..self.units()).find(is_open).unwrap_or(self.units())
    }

    /// Where the tiles of a unit are, as [`Self::focus`] wants to know it.
    pub(super) fn seats<T: Tile>(&self, cells: &[T], unit: usize, seats: &mut [u16]) {
        let tiles = self.layout.units.get(unit).map_or(&[][..], Unit::tiles);
        for (seat, &tile) in seats.iter_mut().zip(tiles) {
            let cell = cells.iter().position(|&other| other == T::of(tile)).unwrap_or_default();
            *seat = self.seat(tile.into(), cell, unit);
        }
    }

    /// The seat of a tile of a unit: its cell, or for lines its cell and its course to its target.
    #[inline]
    pub(super) fn seat(&self, tile: usize, cell: usize, unit: usize) -> u16 {
        match self.layout.units[unit] {
            Unit::Line(_) => self.ways.seat(cell, self.places[cell], self.targets[tile]),
            Unit::Tile(_) | Unit::Pair { .. } => cell as u16,
        }
    }

    /// The base of a board whose unit under way is `unit`.
    pub(super) fn base<T: Tile>(&self, cells: &[T], unit: usize) -> i32 {
        if let Some(learned) = self.learned(unit) {
            return learned.estimate(cells);
        }
        let mut base = (self.units() - unit) as i32 * self.weights.unit;
        for (cell, &tile) in cells.iter().enumerate() {
            let tile: usize = tile.into();
            if tile == 0 || self.is_wall(cell, unit) {
                continue;
            }
            let ([row, col], [to_row, to_col]) = (self.places[cell], self.targets[tile]);
            let pull = self.pull(tile, unit);
            base += pull[usize::from(row.abs_diff(to_row))] + pull[usize::from(col.abs_diff(to_col))];
            // Each reversed pair is counted from both of its tiles.
            if row == to_row {
                base += self.reversed::<T, 0>(cells, tile, cell, unit) / 2;
            }
            if col == to_col {
                base += self.reversed::<T, 1>(cells, tile, cell, unit) / 2;
            }
        }
        base
    }

    /// What the base changes by when the tile in `from` moves to `to`, its neighbour.
    #[inline]
    pub(super) fn step<T: Tile>(&self, cells: &[T], from: usize, to: usize, is_vertical: bool, unit: usize) -> i32 {
        if let Some(learned) = self.learned(unit) {
            return learned.step(cells, from, to);
        }
        let tile: usize = cells[from].into();
        let pull = self.pull(tile, unit);
        let axis = usize::from(!is_vertical);
        let (old, new, target) = (self.places[from][axis], self.places[to][axis], self.targets[tile][axis]);
        let step = pull[usize::from(new.abs_diff(target))] - pull[usize::from(old.abs_diff(target))];
        let conflicts = |cell| {
            if is_vertical {
                self.reversed::<T, 0>(cells, tile, cell, unit)
            } else {
                self.reversed::<T, 1>(cells, tile, cell, unit)
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

    /// After the tile in `from` moved to `to`, which solved the unit that was: the next unit, its base and its focus.
    pub(super) fn finish<T: Tile>(&self, cells: &[T], from: usize, to: usize, unit: usize) -> (usize, i32, i32) {
        let mut after = cells.to_vec();
        after.swap(from, to);
        let unit = self.first_open_unit(&after, unit + 1);
        let mut seats = vec![0; self.layout.longest];
        self.seats(&after, unit, &mut seats);
        (unit, self.base(&after, unit), self.focus(unit, from, &seats).unwrap_or(0))
    }

    /// The learned weights, if they count for boards whose unit under way is this one.
    #[inline]
    fn learned(&self, unit: usize) -> Option<&Learned> {
        self.learned.as_ref().filter(|_| unit == self.units())
    }

    /// What distances of a tile weigh.
    #[inline]
    fn pull(&self, tile: usize, unit: usize) -> &[i32] {
        let layout = &self.layout;
        let of_tile = layout.unit_of_tile[tile];
        if unit == self.units() {
            &self.pulls[self.pulls.len() - 1]
        } else if usize::from(of_tile) == unit {
            &self.pulls[0]
        } else {
            &self.pulls[usize::from(1 + layout.line_of_unit[usize::from(of_tile)] - layout.line_of_unit[unit])]
        }
    }

    /// The weight of the reversed pairs that `tile` makes (or would make) in the row (`AXIS` 0) or column (1) of `cell`,
    /// which is its own.
    #[inline]
    fn reversed<T: Tile, const AXIS: usize>(&self, cells: &[T], tile: usize, cell: usize, unit: usize) -> i32 {
        let (line, spot) = (usize::from(self.places[cell][AXIS]), self.places[cell][1 - AXIS].into());
        let (first, step, length) =
            if AXIS == 0 { (line * self.cols, 1, self.cols) } else { (line, self.cols, self.rows) };
        let others = cells[first..].iter().step_by(step).take(length).map(|&other| other.into());
        let ranks = &self.ranks[AXIS];
        let own = ranks[tile];
        let of_line = own & !0xff;
        // Of those before it, which belong behind it; of those behind it, which belong before it.
        let is_reversed = |(index, other): (usize, usize)| {
            let rank = ranks[other];
            if index < spot { rank > own && rank - of_line < 0x100 } else { rank < own && rank >= of_line }
        };
        let weights = &self.weights;
        let count = || others.clone().enumerate().filter(|&pair| is_reversed(pair)).count() as i32;
        if unit == self.units() {
            count() * weights.inner_conflict
        } else if !self.is_in_unit(tile, unit) {
            count() * weights.conflict
        } else {
            let weight =
                |(_, other)| if self.is_in_unit(other, unit) { weights.line_conflict } else { weights.conflict };
            others.clone().enumerate().filter(|&pair| is_reversed(pair)).map(weight).sum()
        }
    }

    #[inline]
    fn is_in_unit(&self, tile: usize, unit: usize) -> bool {
        usize::from(self.layout.unit_of_tile[tile]) == unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        rng::Rng,
        tiles::{Direction, Shape, scramble},
    };

    /// Walks at random; what is kept up move by move must be what it is from scratch.
    fn walk(goal: &Board, grain: Grain, rng: &mut Rng) {
        let score = Score::new(goal, grain);
        for unit in 0..=score.units() {
            // Of a board whose units before this one are solved: the goal, stirred in what remains.
            let mut board = goal.clone();
            let mut base = score.base(board.cells(), unit);
            let mut seats = vec![0; score.layout.longest];
            score.seats(board.cells(), unit, &mut seats);
            for _ in 0..300 {
                let direction = Direction::ALL[rng.below(4) as usize];
                let blank = board.blank();
                let Some(source) = board.shape().source(blank, direction) else { continue };
                if score.is_wall(source, unit) {
                    continue;
                }
                base += score.step(board.cells(), source, blank, direction.is_vertical(), unit);
                let moved = (board.cells()[source].into(), blank);
                let focus = score.focus_after(unit, source, &seats, moved);
                assert!(board.slide(direction));
                assert_eq!(base, score.base(board.cells(), unit), "{goal} {grain:?}, unit {unit}");
                score.seats(board.cells(), unit, &mut seats);
                assert_eq!(focus, score.focus(unit, board.blank(), &seats));
                let is_solved = unit == score.units() || score.first_open_unit(board.cells(), unit) > unit;
                assert_eq!(focus.is_none(), is_solved);
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
