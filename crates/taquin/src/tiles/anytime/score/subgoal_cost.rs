//! The estimated cost of finishing the current subgoal.

use super::{Score, blank_distances::SETTLED};
use crate::tiles::anytime::subgoals::Subgoal;

impl Score {
    /// Estimated cost of finishing a subgoal; `None` if it is solved.
    ///
    /// - `tile_slots`: where its tiles are, see [`Score::tile_slots`].
    #[inline]
    pub(in crate::tiles::anytime) fn subgoal_cost(
        &self,
        subgoal: usize,
        blank: usize,
        tile_slots: &[u16],
    ) -> Option<i32> {
        self.subgoal_cost_with(subgoal, blank, |number| usize::from(tile_slots[number]))
    }

    /// [`Self::subgoal_cost`] after a tile has moved to `to`, from where the blank is now.
    #[inline]
    pub(in crate::tiles::anytime) fn subgoal_cost_after(
        &self,
        subgoal: usize,
        blank: usize,
        tile_slots: &[u16],
        (tile, to): (usize, usize),
    ) -> Option<i32> {
        match self.order.number_in_subgoal(tile, subgoal as u16) {
            Some(moved) => {
                let slot = usize::from(self.slot(tile, to, subgoal));
                self.subgoal_cost_with(subgoal, blank, |number| {
                    if number == moved { slot } else { usize::from(tile_slots[number]) }
                })
            }
            None => self.subgoal_cost(subgoal, blank, tile_slots),
        }
    }

    /// [`Self::subgoal_cost`] with `slot` giving the slot of each tile of the subgoal.
    #[inline]
    fn subgoal_cost_with(&self, subgoal: usize, blank: usize, slot: impl Fn(usize) -> usize) -> Option<i32> {
        let carry = |moves: i32| (moves != 0).then_some(self.weights.carry * moves);
        match self.order.subgoals.get(subgoal)? {
            Subgoal::Line(tiles) => self.line(tiles.len(), subgoal, blank, slot),
            Subgoal::Tile(tile) => {
                carry(self.delivery(subgoal, blank, slot(0), self.target_cells[usize::from(*tile)].into()))
            }
            Subgoal::Pair { window, .. } => carry(self.pair(subgoal, blank, [slot(0), slot(1)], window)),
        }
    }

    /// Cost of a line: steps of the blank until it can move a tile nearer, and holes that their tiles cannot enter.
    #[inline]
    fn line(&self, length: usize, subgoal: usize, blank: usize, slot: impl Fn(usize) -> usize) -> Option<i32> {
        let (mut nearest, mut open, mut at_hand) = (SETTLED, 0_u64, 0_u64);
        for number in 0..length {
            let steps = self.blank_distances.approach(slot(number), blank);
            nearest = nearest.min(steps);
            open |= u64::from(steps != SETTLED) << number;
            at_hand |= u64::from(steps == 0) << number;
        }
        if open == 0 {
            return None;
        }
        // A hole costs nothing if the blank is in it and its tile next to it.
        let mut holes = open & !(open << 1) & !(open >> 1);
        if let Some(number) = self.order.number_in_subgoal(self.goal_tiles[blank].into(), subgoal as u16) {
            holes &= !(at_hand & 1 << number);
        }
        Some(holes.count_ones() as i32 * self.weights.hole + i32::from(nearest) * self.weights.approach)
    }

    #[inline]
    fn distance(&self, a: usize, b: usize) -> i32 {
        let ([row, col], [other_row, other_col]) = (self.places[a], self.places[b]);
        i32::from(row.abs_diff(other_row)) + i32::from(col.abs_diff(other_col))
    }

    /// Moves that bring a tile to its target if nothing is in the way.
    #[inline]
    fn delivery(&self, subgoal: usize, blank: usize, tile: usize, target: usize) -> i32 {
        if tile == target {
            return 0;
        }
        let (before, after) = self.blank_distances.delivery(self.places[blank], self.places[tile], self.places[target]);
        let mut least = u16::MAX;
        for ((&beside, before), after) in self.blank_distances.beside(tile).iter().zip(before).zip(after) {
            if self
                .order
                .subgoal_of_cell
                .get(usize::from(beside))
                .is_some_and(|&of_cell| usize::from(of_cell) >= subgoal)
            {
                least = least.min(before + after);
            }
        }
        if least == u16::MAX { 0 } else { least.into() }
    }

    /// Estimated moves that bring a pair to its places.
    fn pair(&self, subgoal: usize, blank: usize, [first, second]: [usize; 2], window: &[usize; 6]) -> i32 {
        if [first, second] == window[..2] {
            return 0;
        }
        let index = |cell: usize| window.iter().position(|&other| other == cell);
        if let (Some(a), Some(b)) = (index(first), index(second)) {
            let moves = |c: usize| i32::from(self.pair_table[(a * 6 + b) * 6 + c]);
            // why only these: walls and the edge of the board surround the other cells of the window.
            let entries = [2, 4, 5].into_iter().filter(|&c| c != a && c != b);
            return match index(blank) {
                Some(c) => moves(c),
                None => entries.map(|c| self.distance(blank, window[c]) + moves(c)).min().unwrap_or(1),
            };
        }
        // One tile to the other's place, the other one under it, then both round the corner.
        let plan = |leader: usize, corner: usize, other: usize, under: usize| {
            let locked = if leader == corner && window[..2].contains(&other) { 12 } else { 0 };
            if leader == corner {
                return self.delivery(subgoal, blank, other, under) + 4 + locked;
            }
            let meet = (self.distance(corner, other) - 1).max(0);
            // why: it blocks the only route.
            let blocked = if other == under { 10 } else { 0 };
            self.delivery(subgoal, blank, leader, corner) + 4 * self.distance(other, under) + meet + 3 + blocked
        };
        plan(first, window[1], second, window[3]).min(plan(second, window[0], first, window[2])).max(1)
    }
}
