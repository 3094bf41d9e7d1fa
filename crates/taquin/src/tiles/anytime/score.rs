//! What a beam search thinks of a board: smaller is nearer to the goal. An estimate, not a bound.
//!
//! The score of a board whose first units are solved has two parts. The *base* is kept up move by move: weighted
//! Manhattan distances and reversed pairs of all tiles that are not in the unit under way, and a large constant for
//! each unit to go. The *focus* is computed from scratch: what it takes to finish the unit under way.

use super::{
    Grain,
    layout::{Layout, Unit},
};
use crate::tiles::{Board, Direction, constructive::pair_table};

/// The weight of one move.
const MOVE: i32 = 16;

pub(super) struct Score {
    pub(super) layout: Layout,
    cols: usize,
    rows: usize,
    /// For each tile, its place in the goal.
    targets: Box<[(i32, i32)]>,
    target_cells: Box<[u16]>,
    /// For each tile, what one step of it weighs while it is not in the unit under way.
    weights: Box<[i32]>,
    tuning: Tuning,
    pair_table: [u8; 216],
}

/// Found by trying: see the measurements in `bench/RESULTS.md`.
struct Tuning {
    /// A step of a tile of the line under way.
    line_step: i32,
    /// A reversed pair of tiles in the line under way.
    line_conflict: i32,
    /// A single open cell between solved ones of the line: the tile cannot get in without moving a neighbour out.
    hole: i32,
    /// A step between the blank and the nearest tile of the line that is out of place.
    approach: i32,
    /// A move of those that finish a tile or a pair.
    carry: i32,
    /// A reversed pair anywhere else.
    conflict: i32,
    /// A unit that is not solved yet.
    unit: i32,
}

impl Score {
    pub(super) fn new(goal: &Board, grain: Grain) -> Self {
        let layout = Layout::new(goal, grain);
        let shape = goal.shape();
        let positions = goal.positions();
        let longest = shape.rows().max(shape.cols()) as i32;
        let (conflict, unit) = match grain {
            Grain::Lines | Grain::Whole => (2 * MOVE, MOVE * longest * longest),
            // why: more than any tile takes, so that finishing one always pays.
            Grain::Tiles => (MOVE, 160 * MOVE * longest),
        };
        let tuning = Tuning { line_step: 40, line_conflict: 80, hole: 200, approach: 16, carry: 24, conflict, unit };
        // why: what is solved early is put right early; on large boards line by line that was measured to hurt.
        let hurry = if grain == Grain::Tiles || shape.cells() <= 64 { MOVE as f32 } else { 0.0 };
        let weight = |&early: &f32| MOVE + (hurry * early) as i32;
        Self {
            weights: layout.earliness.iter().map(weight).collect(),
            cols: shape.cols(),
            rows: shape.rows(),
            targets: positions.iter().map(|&cell| signed(shape.place(cell))).collect(),
            target_cells: positions.iter().map(|&cell| cell as u16).collect(),
            layout,
            tuning,
            pair_table: pair_table(),
        }
    }

    /// The number of units; boards whose units are all solved have this as their unit under way.
    pub(super) fn units(&self) -> usize {
        self.layout.units.len()
    }

    /// The base of a board whose unit under way is `unit`.
    pub(super) fn base(&self, cells: &[u16], unit: usize) -> i32 {
        let mut base = (self.units() - unit) as i32 * self.tuning.unit;
        for (cell, &tile) in cells.iter().enumerate() {
            if tile == 0 || usize::from(self.layout.unit_of_cell[cell]) < unit {
                continue;
            }
            let tile = usize::from(tile);
            let ((row, col), (to_row, to_col)) = (self.place(cell), self.targets[tile]);
            base += self.weight(tile, unit) * ((row - to_row).abs() + (col - to_col).abs());
            // Each reversed pair is counted from both of its tiles.
            base += (self.row_conflicts(cells, tile, cell, unit) + self.column_conflicts(cells, tile, cell, unit)) / 2;
        }
        base
    }

    /// What the base changes by when the tile in `from` moves to `to`, its neighbour.
    #[inline]
    pub(super) fn step(&self, cells: &[u16], from: usize, to: usize, unit: usize) -> i32 {
        let tile = usize::from(cells[from]);
        let ((row, col), (new_row, new_col), (to_row, to_col)) = (self.place(from), self.place(to), self.targets[tile]);
        let nearer = (new_row - to_row).abs() + (new_col - to_col).abs() - (row - to_row).abs() - (col - to_col).abs();
        let step = nearer * self.weight(tile, unit);
        if col == new_col {
            step + self.row_conflicts(cells, tile, to, unit) - self.row_conflicts(cells, tile, from, unit)
        } else {
            step + self.column_conflicts(cells, tile, to, unit) - self.column_conflicts(cells, tile, from, unit)
        }
    }

    /// The weight of the reversed pairs that `tile` makes (or would make) in the row of `cell`, if that is its row.
    #[inline]
    fn row_conflicts(&self, cells: &[u16], tile: usize, cell: usize, unit: usize) -> i32 {
        let ((row, col), (to_row, to_col)) = (self.place(cell), self.targets[tile]);
        if row != to_row || self.weight(tile, unit) == 0 {
            return 0;
        }
        let line = &cells[row as usize * self.cols..][..self.cols];
        let reversed = (0..).zip(line).filter(|&(other_col, &other)| {
            let other_target = self.targets[usize::from(other)];
            other != 0
                && other_col != col
                && other_target.0 == row
                && (other_col < col) != (other_target.1 < to_col)
                && self.weight(usize::from(other), unit) != 0
        });
        reversed.count() as i32 * self.conflict(unit)
    }

    /// The same in the column of `cell`.
    #[inline]
    fn column_conflicts(&self, cells: &[u16], tile: usize, cell: usize, unit: usize) -> i32 {
        let ((row, col), (to_row, to_col)) = (self.place(cell), self.targets[tile]);
        if col != to_col || self.weight(tile, unit) == 0 {
            return 0;
        }
        let line = cells[col as usize..].iter().step_by(self.cols).take(self.rows);
        let reversed = (0..).zip(line).filter(|&(other_row, &other)| {
            let other_target = self.targets[usize::from(other)];
            other != 0
                && other_row != row
                && other_target.1 == col
                && (other_row < row) != (other_target.0 < to_row)
                && self.weight(usize::from(other), unit) != 0
        });
        reversed.count() as i32 * self.conflict(unit)
    }

    #[inline]
    fn conflict(&self, unit: usize) -> i32 {
        if unit == self.units() { 2 * MOVE } else { self.tuning.conflict }
    }

    /// What a step of a tile weighs in the base.
    #[inline]
    fn weight(&self, tile: usize, unit: usize) -> i32 {
        if unit == self.units() {
            MOVE
        } else if usize::from(self.layout.unit_of_tile[tile]) == unit {
            0
        } else {
            self.weights[tile]
        }
    }

    #[inline]
    fn place(&self, cell: usize) -> (i32, i32) {
        signed((cell / self.cols, cell % self.cols))
    }

    fn distance(&self, a: usize, b: usize) -> i32 {
        let ((row, col), (other_row, other_col)) = (self.place(a), self.place(b));
        (row - other_row).abs() + (col - other_col).abs()
    }

    /// What it takes to finish a unit; 0 if it is solved.
    ///
    /// - `at`: the cell of each tile.
    #[inline]
    pub(super) fn focus(&self, unit: usize, blank: usize, at: impl Fn(u16) -> usize) -> i32 {
        match &self.layout.units[unit] {
            Unit::Line(tiles) => self.line_focus(tiles, blank, at),
            Unit::Tile(tile) => {
                self.tuning.carry * self.carry(unit, blank, at(*tile), self.target_cells[usize::from(*tile)].into())
            }
            Unit::Pair { tiles, window } => self.tuning.carry * self.pair(unit, blank, tiles.map(at), window),
        }
    }

    fn line_focus(&self, tiles: &[u16], blank: usize, at: impl Fn(u16) -> usize) -> i32 {
        let (blank_row, blank_col) = self.place(blank);
        let (mut steps, mut nearest, mut holes, mut gap, mut gap_is_closing) = (0, i32::MAX, 0, 0, false);
        let mut close = |gap: &mut i32, is_closing: bool| {
            holes += i32::from(*gap == 1 && !is_closing);
            *gap = 0;
        };
        let mut reversed = 0;
        let mut in_line: [i32; 16] = [-1; 16];
        let mut count = 0;
        let is_row = tiles.len() < 2 || self.targets[usize::from(tiles[0])].0 == self.targets[usize::from(tiles[1])].0;
        for &tile in tiles {
            let ((row, col), target) = (self.place(at(tile)), self.targets[usize::from(tile)]);
            let distance = (row - target.0).abs() + (col - target.1).abs();
            if (if is_row { row == target.0 } else { col == target.1 }) && count < in_line.len() {
                let along = if is_row { col } else { row };
                reversed += in_line[..count].iter().filter(|&&other| other > along).count() as i32;
                in_line[count] = along;
                count += 1;
            }
            if distance == 0 {
                close(&mut gap, gap_is_closing);
                continue;
            }
            let approach = (row - blank_row).abs() + (col - blank_col).abs();
            steps += distance;
            nearest = nearest.min(approach);
            gap += 1;
            gap_is_closing = (blank_row, blank_col) == target && approach == 1;
        }
        close(&mut gap, gap_is_closing);
        if steps == 0 {
            return 0;
        }
        let Tuning { line_step, line_conflict, hole, approach, .. } = self.tuning;
        steps * line_step + reversed * line_conflict + holes * hole + nearest * approach
    }

    /// The moves that carry a tile to its target, if nothing is in the way.
    fn carry(&self, unit: usize, blank: usize, tile: usize, target: usize) -> i32 {
        if tile == target {
            return 0;
        }
        let ((blank_row, blank_col), (row, col)) = (self.place(blank), self.place(tile));
        let sides = Direction::ALL.into_iter().filter_map(|side| {
            let beside = self.layout.shape.source(tile, side.inverse())?;
            if usize::from(self.layout.unit_of_cell[beside]) < unit {
                return None;
            }
            let (to_row, to_col) = self.place(beside);
            let behind = if side.is_vertical() {
                blank_col == col && (blank_row - row) * (to_row - row) < 0
            } else {
                blank_row == row && (blank_col - col) * (to_col - col) < 0
            };
            let approach = self.distance(blank, beside) + if behind { 2 } else { 0 };
            Some(approach + 1 + self.way(beside, side.inverse(), target))
        });
        sides.min().unwrap_or(0)
    }

    /// The moves from there on: a step that turns takes three, a step straight on five.
    fn way(&self, cell: usize, side: Direction, target: usize) -> i32 {
        let ((row, col), (to_row, to_col)) = (self.place(cell), self.place(target));
        let (rows, cols) = ((row - to_row).abs(), (col - to_col).abs());
        if rows + cols == 0 {
            return 0;
        }
        let begin = |direction: Direction, along: i32, across: i32| {
            let straight = if along > across { along - across - 1 } else { across - along };
            let turn = if side == direction {
                0
            } else if side == direction.inverse() {
                4
            } else {
                2
            };
            if along == 0 { i32::MAX } else { turn + 2 * straight }
        };
        let vertical = begin(if to_row < row { Direction::Up } else { Direction::Down }, rows, cols);
        let horizontal = begin(if to_col < col { Direction::Left } else { Direction::Right }, cols, rows);
        3 * (rows + cols) - 2 + vertical.min(horizontal)
    }

    /// About the moves that put a pair into its places.
    fn pair(&self, unit: usize, blank: usize, [first, second]: [usize; 2], window: &[usize; 6]) -> i32 {
        if [first, second] == window[..2] {
            return 0;
        }
        let index = |cell: usize| window.iter().position(|&other| other == cell);
        if let (Some(a), Some(b)) = (index(first), index(second)) {
            let entry = |(c, &cell): (usize, &usize)| {
                (c != a && c != b).then(|| self.distance(blank, cell) + i32::from(self.pair_table[(a * 6 + b) * 6 + c]))
            };
            return match index(blank) {
                Some(c) => i32::from(self.pair_table[(a * 6 + b) * 6 + c]),
                None => window.iter().enumerate().filter_map(entry).min().unwrap_or(1),
            };
        }
        // One into the other's place, the other one under it, and round the corner.
        let plan = |leader: usize, corner: usize, other: usize, under: usize| {
            let locked = if leader == corner && window[..2].contains(&other) { 12 } else { 0 };
            if leader == corner {
                return self.carry(unit, blank, other, under) + 4 + locked;
            }
            let meet = (self.distance(corner, other) - 1).max(0);
            self.carry(unit, blank, leader, corner) + 4 * self.distance(other, under) + meet + 3
        };
        plan(first, window[1], second, window[3]).min(plan(second, window[0], first, window[2])).max(1)
    }
}

fn signed((row, col): (usize, usize)) -> (i32, i32) {
    (row as i32, col as i32)
}
