//! Linear conflicts: tiles in their own row or column that stand in each other's way.

use super::{
    Board, Direction, Manhattan,
    grid::{Cells, Grid},
};
use crate::search::{Cost, Heuristic};

/// The Manhattan distance plus two moves for each tile that must leave its line (Hansson, Mayer and Yung, 1992).
///
/// The tiles of a row whose places lie in that same row must come into the order of their places. Those outside a
/// longest ordered choice of them have to step out of the row and back in, which the Manhattan distance does not
/// count; so they are the fewest that do. Columns likewise, and both add up, since the steps aside are moves of
/// different directions.
///
/// Admissible for any goal; consistent, because a move takes one tile out of a line or into one, which changes the
/// number to remove by at most one, always against the change of the Manhattan distance or not at all.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
    rows: Lines,
    cols: Lines,
}

/// All rows, or all columns.
#[derive(Clone, Debug)]
struct Lines {
    /// Cells in a line.
    len: usize,
    /// How far neighbouring cells of a line lie apart.
    stride: usize,
    /// How far neighbouring lines lie apart.
    gap: usize,
    /// For each tile, the line of its place and its position there, counted from 1. The blank has none.
    targets: Box<[(u16, u16)]>,
    /// For each line as a number, one digit of `0…len` for each cell, how many tiles must leave it; empty where
    /// lines are too long for a table.
    removals: Box<[u8]>,
}

/// The longest lines that have a table: 7⁶ entries.
const LONGEST_IN_TABLE: usize = 6;
const NOWHERE: (u16, u16) = (u16::MAX, 0);

impl LinearConflict {
    /// The bound for this goal.
    pub fn new(goal: &Board) -> Self {
        let shape = goal.shape();
        let places: Vec<_> = goal.positions().into_iter().map(|cell| shape.place(cell)).collect();
        let in_rows = places.iter().map(|&(row, col)| (row as u16, col as u16 + 1));
        let in_cols = places.iter().map(|&(row, col)| (col as u16, row as u16 + 1));
        Self {
            manhattan: Manhattan::new(goal),
            rows: Lines::new(shape.cols(), 1, shape.cols(), in_rows),
            cols: Lines::new(shape.rows(), shape.cols(), 1, in_cols),
        }
    }
}

impl<C: Cells> Heuristic<Grid<C>> for LinearConflict {
    type Memo = Cost;

    fn start(&self, state: &C) -> Cost {
        let distance = Heuristic::<Grid<C>>::start(&self.manhattan, state);
        let (rows, cols) = (self.cols.len, self.rows.len);
        let in_rows: Cost = (0..rows).map(|row| self.rows.removals(state, row)).sum();
        let in_cols: Cost = (0..cols).map(|col| self.cols.removals(state, col)).sum();
        distance + 2 * (in_rows + in_cols)
    }

    #[inline]
    fn step(&self, memo: Cost, before: &C, direction: Direction) -> Cost {
        let memo = Heuristic::<Grid<C>>::step(&self.manhattan, memo, before, direction);
        let blank = before.blank();
        // Along its own line the tile changes places with the blank only; across, it changes lines.
        let lines = if direction.is_vertical() { &self.rows } else { &self.cols };
        let from = match direction {
            Direction::Up | Direction::Left => blank + lines.gap,
            Direction::Down | Direction::Right => blank - lines.gap,
        };
        let target = usize::from(lines.targets[before.tile(from)].0);
        if target == lines.of(blank) {
            memo + 2 * lines.removals_for(before, target, from, blank)
        } else if target == lines.of(from) {
            memo - 2 * lines.removals_for(before, target, from, from)
        } else {
            memo
        }
    }

    #[inline]
    fn value(&self, memo: Cost) -> Cost {
        memo
    }

    fn table_bytes(&self) -> u64 {
        (self.rows.removals.len() + self.cols.removals.len()) as u64
    }
}

impl Lines {
    fn new(len: usize, stride: usize, gap: usize, targets: impl Iterator<Item = (u16, u16)>) -> Self {
        let mut targets: Box<[_]> = targets.collect();
        targets[0] = NOWHERE;
        let removals = if len <= LONGEST_IN_TABLE { table(len) } else { Box::default() };
        Self { len, stride, gap, targets, removals }
    }

    /// The line of a cell.
    #[inline]
    fn of(&self, cell: usize) -> usize {
        // One of stride and gap is 1; the other is the number of columns.
        if self.stride == 1 { cell / self.gap } else { cell % self.stride }
    }

    /// Where in its line's order a tile belongs, from 1; 0 for a tile of another line, and for the blank.
    #[inline]
    fn digit(&self, tile: usize, line: usize) -> u16 {
        let (target, position) = self.targets[tile];
        if usize::from(target) == line { position } else { 0 }
    }

    fn digits<'a, C: Cells>(&'a self, state: &'a C, line: usize) -> impl Iterator<Item = u16> + 'a {
        (0..self.len).map(move |place| self.digit(state.tile(line * self.gap + place * self.stride), line))
    }

    /// How many tiles must leave a line.
    fn removals<C: Cells>(&self, state: &C, line: usize) -> Cost {
        if self.removals.is_empty() {
            return out_of_order(self.digits(state, line));
        }
        let base = self.len + 1;
        Cost::from(self.removals[self.digits(state, line).fold(0, |key, digit| key * base + usize::from(digit))])
    }

    /// How many tiles more must leave a line when the tile in `from` is in its cell `to` than when it is not there.
    #[inline]
    fn removals_for<C: Cells>(&self, state: &C, line: usize, from: usize, to: usize) -> Cost {
        let place = (to - line * self.gap) / self.stride;
        let digit = self.digit(state.tile(from), line);
        if self.removals.is_empty() {
            let with = self.digits(state, line).enumerate().map(|(at, old)| if at == place { digit } else { old });
            let without = self.digits(state, line).enumerate().map(|(at, old)| if at == place { 0 } else { old });
            return out_of_order(with) - out_of_order(without);
        }
        let base = self.len + 1;
        let (mut with, mut without) = (0, 0);
        for (at, old) in self.digits(state, line).enumerate() {
            let (new, none) = if at == place { (digit, 0) } else { (old, old) };
            with = with * base + usize::from(new);
            without = without * base + usize::from(none);
        }
        Cost::from(self.removals[with] - self.removals[without])
    }
}

/// The removals of every line of `len` cells, by its digits as one number.
fn table(len: usize) -> Box<[u8]> {
    let base = len + 1;
    let digits = |key: usize| (0..len).rev().map(move |place| (key / base.pow(place as u32) % base) as u16);
    (0..base.pow(len as u32)).map(|key| out_of_order(digits(key)) as u8).collect()
}

/// How many of the digits that are not 0 lie outside a longest increasing choice of them.
fn out_of_order(digits: impl Iterator<Item = u16>) -> Cost {
    // For each length, the least digit that ends an increasing choice of that length.
    let mut ends = [0_u16; super::MAX_SIDE];
    let (mut longest, mut count) = (0, 0);
    for digit in digits.filter(|&digit| digit != 0) {
        count += 1;
        let length = ends[..longest].partition_point(|&end| end < digit);
        ends[length] = digit;
        longest = longest.max(length + 1);
    }
    count - longest as Cost
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::grid::{Bytes, Nibbles};

    fn bound(board: &str, goal: &str) -> (Cost, Cost) {
        let (board, goal): (Board, Board) = (board.parse().unwrap(), goal.parse().unwrap());
        let heuristic = LinearConflict::new(&goal);
        let nibbles = Heuristic::<Grid<Nibbles>>::start(&heuristic, &Nibbles::pack(&board));
        assert_eq!(nibbles, Heuristic::<Grid<Bytes>>::start(&heuristic, &Bytes::pack(&board)));
        (nibbles, Manhattan::new(&goal).of(&board))
    }

    #[test]
    fn known_conflicts_are_counted() {
        // 2 and 1 are in each other's way; one of them must leave the row.
        assert_eq!(bound("2 1 3/4 5 6/7 8 0", "1 2 3/4 5 6/7 8 0"), (4, 2));
        // A row turned round: two of three must leave.
        assert_eq!(bound("3 2 1/4 5 6/7 8 0", "1 2 3/4 5 6/7 8 0"), (8, 4));
        // 4 1 2 3: only 4 must leave, although it conflicts three times.
        assert_eq!(bound("4 1 2 3/0 5 6 7", "1 2 3 4/0 5 6 7"), (8, 6));
        // A column turned round, in a goal with its blank in the middle.
        assert_eq!(bound("7 2 3/4 0 6/1 8 5", "1 2 3/4 0 6/7 8 5"), (8, 4));
    }

    #[test]
    fn long_lines_are_computed_like_short_ones() {
        let table = table(5);
        for (key, &removals) in table.iter().enumerate() {
            let digits = (0..5).rev().map(|place| (key / 6_usize.pow(place) % 6) as u16).collect::<Vec<_>>();
            // Fewest by trying every choice that stays.
            let ordered = |choice: u32| {
                let stay: Vec<_> = (0..5).filter(|&at| choice >> at & 1 == 1).map(|at| digits[at]).collect();
                stay.iter().all(|&digit| digit != 0) && stay.is_sorted_by(|a, b| a < b)
            };
            let stay = (0..32_u32).filter(|&choice| ordered(choice)).map(u32::count_ones).max().unwrap();
            let all = digits.iter().filter(|&&digit| digit != 0).count() as u32;
            assert_eq!(u32::from(removals), all - stay, "{digits:?}");
        }
    }
}
