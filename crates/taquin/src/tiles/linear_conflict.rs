//! Linear conflict: tiles in their own row or column that are in each other's way.

use super::{
    Board, Direction, Manhattan,
    grid::{Cells, Grid},
};
use crate::search::{Cost, Heuristic};

/// The Manhattan distance plus two moves for each tile that must leave its line (Hansson, Mayer and Yung, 1992).
///
/// The tiles of a row whose places are in that row must get into the order of their places. All of them except a longest
/// increasing subsequence have to leave the row and come back, which the Manhattan distance does not count. Columns
/// likewise; both add up, because leaving a row and leaving a column are moves along different axes.
///
/// Admissible for any goal. Consistent, because a move takes one tile out of a line or into one, which changes the number
/// of tiles that must leave by at most one, and if so the Manhattan distance changes the other way.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
    rows: LineConflicts,
    cols: LineConflicts,
}

/// The conflicts in all rows, or in all columns.
#[derive(Clone, Debug)]
struct LineConflicts {
    /// Cells in a line.
    len: usize,
    /// Offset between neighbouring cells of a line.
    stride: usize,
    /// Offset between neighbouring lines.
    gap: usize,
    /// For each tile, the line of its place and its position there, counted from 1. The blank has none.
    targets: Box<[(u16, u16)]>,
    /// Number of tiles that must leave a line, indexed by the line as a number with one digit of `0…len` for each cell. Empty
    /// if lines are too long for a table.
    removals: Box<[u8]>,
}

/// Longest lines that have a table: 7⁶ entries.
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
            rows: LineConflicts::new(shape.cols(), 1, shape.cols(), in_rows),
            cols: LineConflicts::new(shape.rows(), shape.cols(), 1, in_cols),
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
        // A move within a line changes nothing there; only the lines across it lose or gain a tile.
        let lines = if direction.is_vertical() { &self.rows } else { &self.cols };
        let from = match direction {
            Direction::Up | Direction::Left => blank + lines.gap,
            Direction::Down | Direction::Right => blank - lines.gap,
        };
        let target = usize::from(lines.targets[before.tile(from)].0);
        if target == lines.line_of(blank) {
            memo + 2 * lines.removals_for(before, target, from, blank)
        } else if target == lines.line_of(from) {
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

impl LineConflicts {
    fn new(len: usize, stride: usize, gap: usize, targets: impl Iterator<Item = (u16, u16)>) -> Self {
        let mut targets: Box<[_]> = targets.collect();
        targets[0] = NOWHERE;
        let removals = if len <= LONGEST_IN_TABLE { table(len) } else { Box::default() };
        Self { len, stride, gap, targets, removals }
    }

    /// The line of a cell.
    #[inline]
    fn line_of(&self, cell: usize) -> usize {
        // One of stride and gap is 1; the other is the number of columns.
        if self.stride == 1 { cell / self.gap } else { cell % self.stride }
    }

    /// The position of a tile's place in the line, counted from 1; 0 for the blank and for tiles of other lines.
    #[inline]
    fn digit(&self, tile: usize, line: usize) -> u16 {
        let (target, position) = self.targets[tile];
        if usize::from(target) == line { position } else { 0 }
    }

    fn digits<'a, C: Cells>(&'a self, state: &'a C, line: usize) -> impl Iterator<Item = u16> + 'a {
        (0..self.len).map(move |place| self.digit(state.tile(line * self.gap + place * self.stride), line))
    }

    /// Number of tiles that must leave a line.
    fn removals<C: Cells>(&self, state: &C, line: usize) -> Cost {
        if self.removals.is_empty() {
            return out_of_order(self.digits(state, line));
        }
        let base = self.len + 1;
        Cost::from(self.removals[self.digits(state, line).fold(0, |key, digit| key * base + usize::from(digit))])
    }

    /// Number of additional tiles that must leave a line because the tile in `from` is in its cell `to`.
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

/// The removals of every line of `len` cells, indexed by its digits as one number.
fn table(len: usize) -> Box<[u8]> {
    let base = len + 1;
    let digits = |key: usize| (0..len).rev().map(move |place| (key / base.pow(place as u32) % base) as u16);
    (0..base.pow(len as u32)).map(|key| out_of_order(digits(key)) as u8).collect()
}

/// Number of non-zero digits outside a longest increasing subsequence of them.
fn out_of_order(digits: impl Iterator<Item = u16>) -> Cost {
    // For each length, the least digit that ends an increasing subsequence of that length.
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
    use crate::{
        rng::Rng,
        search::Space,
        tiles::{
            Shape,
            grid::{Bytes, Nibbles},
            scramble,
        },
    };

    fn bound(board: &str, goal: &str) -> (Cost, Cost) {
        let (board, goal): (Board, Board) = (board.parse().unwrap(), goal.parse().unwrap());
        let heuristic = LinearConflict::new(&goal);
        let nibbles = Heuristic::<Grid<Nibbles>>::start(&heuristic, &Nibbles::pack(&board));
        assert_eq!(nibbles, Heuristic::<Grid<Bytes>>::start(&heuristic, &Bytes::pack(&board)));
        (nibbles, Manhattan::new(&goal).estimate(&board))
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

    /// Without its tables the heuristic computes every line, as it does for long lines.
    fn without_tables(mut heuristic: LinearConflict) -> LinearConflict {
        heuristic.rows.removals = Box::default();
        heuristic.cols.removals = Box::default();
        heuristic
    }

    #[test]
    fn tables_agree_with_computed_lines_on_random_walks() {
        let mut rng = Rng::from_seed(5);
        for (rows, cols) in [(3, 3), (4, 4), (2, 6), (6, 3), (5, 5), (6, 6)] {
            let goal = scramble::uniform(&Board::solved(Shape::new(rows, cols).unwrap()), &mut rng);
            let table = LinearConflict::new(&goal);
            let computed = without_tables(table.clone());
            let grid = Grid::<Bytes>::new(&goal);
            let mut state = Bytes::pack(&scramble::uniform(&goal, &mut rng));
            let start = |heuristic: &LinearConflict, state: &Bytes| Heuristic::<Grid<Bytes>>::start(heuristic, state);
            let mut memo = start(&table, &state);
            for _ in 0..2_000 {
                assert_eq!(memo, start(&computed, &state));
                let moves: Vec<Direction> = grid.moves(&state, None).collect();
                let direction = moves[rng.below(moves.len() as u64) as usize];
                let step =
                    |heuristic: &LinearConflict| Heuristic::<Grid<Bytes>>::step(heuristic, memo, &state, direction);
                assert_eq!(step(&table), step(&computed));
                memo = step(&table);
                grid.apply(&mut state, direction);
            }
        }
    }

    #[test]
    fn removals_are_the_fewest() {
        let table = table(5);
        for (key, &removals) in table.iter().enumerate() {
            let digits = (0..5).rev().map(|place| (key / 6_usize.pow(place) % 6) as u16).collect::<Vec<_>>();
            // The fewest, by trying every set of tiles that stay.
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
