//! What it takes to finish the unit under way.

use super::{Score, ways::SETTLED};
use crate::tiles::anytime::layout::Unit;

impl Score {
    /// What it takes to finish a unit; `None` if it is solved.
    ///
    /// - `seats`: where its tiles are.
    #[inline]
    pub(in crate::tiles::anytime) fn focus(&self, unit: usize, blank: usize, seats: &[u16]) -> Option<i32> {
        self.focus_of(unit, blank, |number| usize::from(seats[number]))
    }

    /// The same after a tile moved to `to`, from where the blank is now.
    #[inline]
    pub(in crate::tiles::anytime) fn focus_after(
        &self,
        unit: usize,
        blank: usize,
        seats: &[u16],
        (tile, to): (usize, usize),
    ) -> Option<i32> {
        match self.layout.number_in_unit(tile, unit as u16) {
            Some(moved) => {
                let seat = usize::from(self.seat(tile, to, unit));
                self.focus_of(unit, blank, |number| if number == moved { seat } else { usize::from(seats[number]) })
            }
            None => self.focus(unit, blank, seats),
        }
    }

    /// - `seat`: the seat of each tile of the unit, by its number.
    #[inline]
    fn focus_of(&self, unit: usize, blank: usize, seat: impl Fn(usize) -> usize) -> Option<i32> {
        let carry = |moves: i32| (moves != 0).then_some(self.weights.carry * moves);
        match self.layout.units.get(unit)? {
            Unit::Line(tiles) => self.line(tiles.len(), unit, blank, seat),
            Unit::Tile(tile) => carry(self.carry(unit, blank, seat(0), self.target_cells[usize::from(*tile)].into())),
            Unit::Pair { window, .. } => carry(self.pair(unit, blank, [seat(0), seat(1)], window)),
        }
    }

    /// How near the blank is to moving a tile of the line on, and how many gaps are closed to their tiles.
    #[inline]
    fn line(&self, length: usize, unit: usize, blank: usize, seat: impl Fn(usize) -> usize) -> Option<i32> {
        let (mut nearest, mut open, mut at_hand) = (SETTLED, 0_u64, 0_u64);
        for number in 0..length {
            let steps = self.ways.approach(seat(number), blank);
            nearest = nearest.min(steps);
            open |= u64::from(steps != SETTLED) << number;
            at_hand |= u64::from(steps == 0) << number;
        }
        if open == 0 {
            return None;
        }
        // A gap of one is no matter if its tile is next to it, and the blank in it.
        let mut holes = open & !(open << 1) & !(open >> 1);
        if let Some(number) = self.layout.number_in_unit(self.goal_tiles[blank].into(), unit as u16) {
            holes &= !(at_hand & 1 << number);
        }
        Some(holes.count_ones() as i32 * self.weights.hole + i32::from(nearest) * self.weights.approach)
    }

    #[inline]
    fn distance(&self, a: usize, b: usize) -> i32 {
        let ([row, col], [other_row, other_col]) = (self.places[a], self.places[b]);
        i32::from(row.abs_diff(other_row)) + i32::from(col.abs_diff(other_col))
    }

    /// The moves that carry a tile to its target, if nothing is in the way.
    #[inline]
    fn carry(&self, unit: usize, blank: usize, tile: usize, target: usize) -> i32 {
        if tile == target {
            return 0;
        }
        let (before, after) = self.ways.carry(self.places[blank], self.places[tile], self.places[target]);
        let mut least = u16::MAX;
        for ((&beside, before), after) in self.ways.beside(tile).iter().zip(before).zip(after) {
            if self.layout.unit_of_cell.get(usize::from(beside)).is_some_and(|&of_cell| usize::from(of_cell) >= unit) {
                least = least.min(before + after);
            }
        }
        if least == u16::MAX { 0 } else { least.into() }
    }

    /// About the moves that put a pair into its places.
    fn pair(&self, unit: usize, blank: usize, [first, second]: [usize; 2], window: &[usize; 6]) -> i32 {
        if [first, second] == window[..2] {
            return 0;
        }
        let index = |cell: usize| window.iter().position(|&other| other == cell);
        if let (Some(a), Some(b)) = (index(first), index(second)) {
            let moves = |c: usize| i32::from(self.pair_table[(a * 6 + b) * 6 + c]);
            // why these: walls and the edge of the board are round the others.
            let entries = [2, 4, 5].into_iter().filter(|&c| c != a && c != b);
            return match index(blank) {
                Some(c) => moves(c),
                None => entries.map(|c| self.distance(blank, window[c]) + moves(c)).min().unwrap_or(1),
            };
        }
        // One into the other's place, the other one under it, and round the corner.
        let plan = |leader: usize, corner: usize, other: usize, under: usize| {
            let locked = if leader == corner && window[..2].contains(&other) { 12 } else { 0 };
            if leader == corner {
                return self.carry(unit, blank, other, under) + 4 + locked;
            }
            let meet = (self.distance(corner, other) - 1).max(0);
            // why: it stands in the only way.
            let blocked = if other == under { 10 } else { 0 };
            self.carry(unit, blank, leader, corner) + 4 * self.distance(other, under) + meet + 3 + blocked
        };
        plan(first, window[1], second, window[3]).min(plan(second, window[0], first, window[2])).max(1)
    }
}
