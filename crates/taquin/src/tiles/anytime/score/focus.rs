//! What it takes to finish the unit under way.

use super::Score;
use crate::tiles::{Direction, anytime::layout::Unit};

impl Score {
    /// What it takes to finish a unit; `None` if it is solved.
    ///
    /// - `spots`: the cells of its tiles.
    pub(in crate::tiles::anytime) fn focus(&self, unit: usize, blank: usize, spots: &[u16]) -> Option<i32> {
        self.focus_of(unit, blank, |number| usize::from(spots[number]))
    }

    /// The same after a tile moved to `to`, from where the blank is now.
    #[inline]
    pub(in crate::tiles::anytime) fn focus_after(
        &self,
        unit: usize,
        blank: usize,
        spots: &[u16],
        (tile, to): (usize, usize),
    ) -> Option<i32> {
        match self.layout.number_in_unit(tile, unit as u16) {
            Some(moved) => {
                self.focus_of(unit, blank, |number| if number == moved { to } else { usize::from(spots[number]) })
            }
            None => self.focus(unit, blank, spots),
        }
    }

    /// - `at`: the cell of each tile of the unit, by its number.
    #[inline]
    fn focus_of(&self, unit: usize, blank: usize, at: impl Fn(usize) -> usize) -> Option<i32> {
        let carry = |moves: i32| (moves != 0).then_some(self.weights.carry * moves);
        match self.layout.units.get(unit)? {
            Unit::Line(tiles) => self.line(tiles, unit, blank, at),
            Unit::Tile(tile) => carry(self.carry(unit, blank, at(0), self.target_cells[usize::from(*tile)].into())),
            Unit::Pair { window, .. } => carry(self.pair(unit, blank, [at(0), at(1)], window)),
        }
    }

    fn line(&self, tiles: &[u16], unit: usize, blank: usize, at: impl Fn(usize) -> usize) -> Option<i32> {
        let (mut nearest, mut holes, mut gap, mut is_closing) = (None, 0, 0, false);
        for (number, &tile) in tiles.iter().enumerate() {
            let (cell, target) = (at(number), usize::from(self.target_cells[usize::from(tile)]));
            if cell == target {
                holes += i32::from(gap == 1 && !is_closing);
                gap = 0;
                continue;
            }
            let approach = self.approach(unit, blank, cell, target);
            nearest = Some(nearest.map_or(approach, |nearest: i32| nearest.min(approach)));
            gap += 1;
            is_closing = blank == target && self.distance(blank, cell) == 1;
        }
        holes += i32::from(gap == 1 && !is_closing);
        nearest.map(|nearest| holes * self.weights.hole + nearest * self.weights.approach)
    }

    /// The steps of the blank to a cell from which it moves the tile nearer to its target.
    #[inline]
    fn approach(&self, unit: usize, blank: usize, cell: usize, target: usize) -> i32 {
        let ((row, col), (to_row, to_col)) = (self.place(cell), self.place(target));
        let (blank_row, blank_col) = self.place(blank);
        let mut least = i32::MAX;
        if to_row != row {
            let step = (to_row - row).signum();
            if !self.is_wall(cell.wrapping_add_signed(step as isize * self.cols as isize), unit) {
                let behind = blank_col == col && (blank_row - row) * step < 0;
                least = (blank_row - row - step).abs() + (blank_col - col).abs() + 2 * i32::from(behind);
            }
        }
        if to_col != col {
            let step = (to_col - col).signum();
            if !self.is_wall(cell.wrapping_add_signed(step as isize), unit) {
                let behind = blank_row == row && (blank_col - col) * step < 0;
                let steps = (blank_row - row).abs() + (blank_col - col - step).abs() + 2 * i32::from(behind);
                least = least.min(steps);
            }
        }
        if least == i32::MAX { self.distance(blank, cell) } else { least }
    }

    #[inline]
    fn place(&self, cell: usize) -> (i32, i32) {
        let [row, col] = self.places[cell];
        (row.into(), col.into())
    }

    #[inline]
    fn distance(&self, a: usize, b: usize) -> i32 {
        let ((row, col), (other_row, other_col)) = (self.place(a), self.place(b));
        (row - other_row).abs() + (col - other_col).abs()
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
