//! The tables of one goal as a heuristic of the generic searches.

use super::{Frame, PatternDb};
use crate::{
    search::{Cost, Heuristic},
    tiles::{
        Board, Direction, Manhattan,
        grid::{Cells, Grid, Nibbles, Words},
    },
};
use std::sync::Arc;

/// All tables for one goal: a partition of its tiles, looked up in one frame or in two.
///
/// As a heuristic it costs a few dozen nanoseconds a node, for any goal of up to [`super::MAX_CELLS`] cells. Clones share
/// the tables.
#[derive(Clone, Debug)]
pub struct Tables {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    goal: Board,
    tables: Vec<Arc<PatternDb>>,
    views: Vec<TableView>,
    manhattan: Manhattan,
}

/// The tiles as they appear in a frame.
#[derive(Debug)]
pub(in crate::tiles) struct TableView {
    pub(in crate::tiles) frame: Frame,
    /// For each tile (0 is the blank): the number of its pattern, and its number among that pattern's tiles.
    pub(in crate::tiles) tiles: Vec<(u8, u8)>,
}

/// The pattern number of the blank.
pub(in crate::tiles) const NO_PATTERN: u8 = u8::MAX;

impl Tables {
    /// The tables for a goal; `None` unless `tables` are for its frame ([`Frame::all`]) and hold each tile once.
    pub fn new(goal: &Board, tables: Vec<Arc<PatternDb>>) -> Option<Self> {
        let views =
            Frame::all(goal).into_iter().map(|frame| TableView::new(goal, frame, &tables)).collect::<Option<_>>()?;
        let manhattan = Manhattan::new(goal);
        Some(Self { inner: Arc::new(Inner { goal: goal.clone(), tables, views, manhattan }) })
    }

    /// The goal.
    pub fn goal(&self) -> &Board {
        &self.inner.goal
    }

    /// The table of each pattern.
    pub fn databases(&self) -> &[Arc<PatternDb>] {
        &self.inner.tables
    }

    pub(in crate::tiles) fn views(&self) -> &[TableView] {
        &self.inner.views
    }

    /// Memory of the tables in bytes.
    pub fn bytes(&self) -> u64 {
        self.inner.tables.iter().map(|table| table.entries().len() as u64).sum()
    }

    /// The bound for a whole board, which must be of the goal's size.
    pub fn estimate(&self, board: &Board) -> Cost {
        let value = |memo| Heuristic::<Grid<Nibbles>>::value(self, memo);
        match board.shape().cells() {
            ..=Nibbles::CAPACITY => value(self.start(&Nibbles::pack(board))),
            _ => value(self.start(&Words::pack(board))),
        }
    }

    /// The excess of one pattern in one view.
    fn excess<C: Cells>(&self, view: &TableView, pattern: u8, state: &C) -> u8 {
        let (mut set, mut order, mut shift, mut blank) = (0, 0, 0, 0);
        for cell in 0..self.inner.goal.shape().cells() {
            let tile = state.tile(view.frame.source(cell));
            let (number, code) = view.tiles[tile];
            if number == pattern {
                set |= 1 << cell;
                order |= u32::from(code) << shift;
                shift += 3;
            } else if number == NO_PATTERN {
                blank = cell;
            }
        }
        self.inner.tables[usize::from(pattern)].excess(set, order, blank)
    }
}

impl TableView {
    fn new(goal: &Board, frame: Frame, tables: &[Arc<PatternDb>]) -> Option<Self> {
        let mut tiles = vec![None; goal.shape().cells()];
        let blank = frame.target(goal.blank());
        tiles[0] = Some((NO_PATTERN, 0));
        for (number, table) in tables.iter().enumerate() {
            let pattern = table.pattern();
            if pattern.shape() != frame.shape() || pattern.blank() != blank {
                return None;
            }
            for (code, cell) in pattern.cells().enumerate() {
                let tile = usize::from(goal.cells()[frame.source(cell)]);
                if tiles[tile].replace((number as u8, code as u8)).is_some() {
                    return None;
                }
            }
        }
        Some(Self { frame, tiles: tiles.into_iter().collect::<Option<_>>()? })
    }
}

/// What [`Tables`] keeps along a path.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Memo {
    manhattan: u16,
    /// For each view, the sum of the excess of all patterns.
    sums: [u8; 2],
    /// For each view, the excess of each pattern in four bits.
    parts: [u32; 2],
}

impl<C: Cells> Heuristic<Grid<C>> for Tables {
    type Memo = Memo;

    fn start(&self, state: &C) -> Memo {
        let manhattan = Heuristic::<Grid<C>>::start(&self.inner.manhattan, state) as u16;
        let mut memo = Memo { manhattan, ..Memo::default() };
        for (number, view) in self.inner.views.iter().enumerate() {
            for pattern in 0..self.inner.tables.len() {
                let excess = self.excess(view, pattern as u8, state);
                memo.sums[number] += excess;
                memo.parts[number] |= u32::from(excess) << (pattern * 4);
            }
        }
        memo
    }

    fn step(&self, memo: Memo, before: &C, direction: Direction) -> Memo {
        let manhattan = Heuristic::<Grid<C>>::step(&self.inner.manhattan, memo.manhattan.into(), before, direction);
        let from = self.inner.goal.shape().source(before.blank(), direction).unwrap_or_default();
        let tile = before.tile(from);
        let mut after = before.clone();
        after.slide(from);
        let mut memo = Memo { manhattan: manhattan as u16, ..memo };
        for (number, view) in self.inner.views.iter().enumerate() {
            let (pattern, _) = view.tiles[tile];
            let excess = self.excess(view, pattern, &after);
            let shift = pattern * 4;
            let old = (memo.parts[number] >> shift & 15) as u8;
            memo.sums[number] = memo.sums[number] - old + excess;
            memo.parts[number] ^= u32::from(old ^ excess) << shift;
        }
        memo
    }

    #[inline]
    fn value(&self, memo: Memo) -> Cost {
        Cost::from(memo.manhattan) + 2 * Cost::from(memo.sums[0].max(memo.sums[1]))
    }

    fn table_bytes(&self) -> u64 {
        self.bytes()
    }
}
