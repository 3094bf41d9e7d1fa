//! Pattern databases for classes of tiles: how many moves the tiles of some classes need, whatever the others do.
//!
//! Tiles of one class are not told apart, so eight equal tiles take no more room than C(16, 8) placements. Classes that share no
//! tile add up: every move moves a tile of one class. The tables are made for each goal, small ones in a moment; a board that
//! proves hard pays for large ones.

use super::{
    classes::{Classes, class, pack, places},
    packed::{LabelSpace, Packed, Push, offset, slid},
};
use crate::{
    search::{Cost, Heuristic},
    sort::sort_short_by_key,
    tiles::{Direction, Shape},
};
use std::sync::{Arc, Mutex, PoisonError};

/// How many placements a table may have.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum TableSize {
    /// Five different tiles of 4×4.
    Small,
    /// Six different tiles of 4×4.
    Large,
}

impl TableSize {
    const fn placements(self) -> usize {
        match self {
            Self::Small => 600_000,
            Self::Large => 6_000_000,
        }
    }
}

/// `BINOMIAL[n][k]`: in how many ways `k` of `n` cells can be chosen.
const BINOMIAL: [[u32; 17]; 17] = {
    let mut table = [[0; 17]; 17];
    let mut n = 0;
    while n < 17 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + if k < n { table[n - 1][k] } else { 0 };
            k += 1;
        }
        n += 1;
    }
    table
};

/// Numbers all placements of the tiles of some classes.
#[derive(Clone, Debug)]
pub(super) struct PlacementIndex {
    /// Each class with the number of placements of its tiles in the cells that those before leave.
    classes: Vec<(usize, u32)>,
    /// The highest of four bits for each cell of the board.
    cells: u64,
    len: usize,
}

impl PlacementIndex {
    /// - `classes`: each with how many tiles it has.
    pub(super) fn new(cells: usize, classes: &[(usize, usize)]) -> Self {
        let mut left = cells;
        let mut len = 1;
        let with_ways = |&(class, count): &(usize, usize)| {
            let ways = BINOMIAL[left][count];
            left -= count;
            // why saturating: 32 bits do not hold the arrangements of all tiles, which are only compared with a limit.
            len = usize::saturating_mul(len, ways as usize);
            (class, ways)
        };
        let classes = classes.iter().map(with_ways).collect();
        let mask = if cells == 16 { u64::MAX } else { (1 << (4 * cells)) - 1 };
        Self { classes, cells: 0x8888_8888_8888_8888 & mask, len }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The number of the placement in these cells.
    #[inline]
    pub(super) fn number(&self, cells: u64) -> usize {
        let mut left = self.cells;
        let mut number = 0;
        for &(class, ways) in &self.classes {
            let places = places(cells, class) & self.cells;
            number = number * ways as usize + combination(places, left) as usize;
            left &= !places;
        }
        number
    }
}

/// The number of a choice of cells among those that are left.
#[inline]
fn combination(mut places: u64, left: u64) -> u32 {
    let (mut number, mut chosen) = (0, 0);
    while places != 0 {
        chosen += 1;
        let before = left & ((places & places.wrapping_neg()) - 1);
        number += BINOMIAL[before.count_ones() as usize][chosen];
        places &= places - 1;
    }
    number
}

/// The distances of one group of classes.
#[derive(Debug)]
struct GroupTable {
    index: PlacementIndex,
    distances: Vec<u8>,
}

/// Two ways to group all classes, each with a table for each group.
#[derive(Debug)]
pub(super) struct LabelTables {
    shape: Shape,
    tables: Vec<GroupTable>,
    /// For each class, its table in either way; no table where nothing is asked of its tiles.
    by_class: Vec<[Option<u8>; 2]>,
    /// Which tables belong to each way.
    ways: [Vec<u8>; 2],
    /// The cell of the gap in the goal, where it is known: the number of moves has the parity of its way.
    goal_gap: Option<usize>,
}

/// The value of every table, a byte each, and the parity of the gap's way.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableMemo {
    values: [u8; MAX_TABLES],
    is_odd: bool,
}

/// Most tables of both ways.
const MAX_TABLES: usize = 8;

impl Heuristic<LabelSpace> for Arc<LabelTables> {
    type Memo = TableMemo;

    fn start(&self, state: &Packed) -> TableMemo {
        let mut values = [0; MAX_TABLES];
        for (value, table) in values.iter_mut().zip(&self.tables) {
            *value = table.distances[table.index.number(state.cells)];
        }
        let is_odd = self.goal_gap.is_some_and(|goal| {
            let ((row, col), (goal_row, goal_col)) =
                (self.shape.place(state.gaps.trailing_zeros() as usize), self.shape.place(goal));
            !(row.abs_diff(goal_row) + col.abs_diff(goal_col)).is_multiple_of(2)
        });
        TableMemo { values, is_odd }
    }

    #[inline]
    fn step(&self, mut memo: TableMemo, before: &Packed, push: Push) -> TableMemo {
        let (from, to) = (push.gap_after(self.shape, 1), usize::from(push.gap));
        let moved = self.by_class[class(before.cells, from)];
        let cells = slid(before.cells, from, to);
        for table in moved.into_iter().flatten() {
            let GroupTable { index, distances } = &self.tables[usize::from(table)];
            memo.values[usize::from(table)] = distances[index.number(cells)];
        }
        memo.is_odd ^= self.goal_gap.is_some();
        memo
    }

    #[inline]
    fn value(&self, memo: TableMemo) -> Cost {
        let sum = |way: &[u8]| way.iter().map(|&table| Cost::from(memo.values[usize::from(table)])).sum::<Cost>();
        let most = sum(&self.ways[0]).max(sum(&self.ways[1]));
        if self.goal_gap.is_some() { most + ((most ^ Cost::from(memo.is_odd)) & 1) } else { most }
    }

    fn table_bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.distances.len() as u64).sum()
    }
}

/// The classes in two orders, cut into groups that are small enough for a table.
fn groups(classes: &Classes, size: TableSize) -> [Vec<Vec<usize>>; 2] {
    let shape = classes.shape;
    let first_row = |cell: usize| cell;
    let first_col = |cell: usize| {
        let (row, col) = shape.place(cell);
        col * shape.rows() + row
    };
    let grouped = |rank: &dyn Fn(usize) -> usize| {
        let wanted = |class: &usize| classes.wanted(*class) > 0;
        let mut order: Vec<usize> = (1..classes.counts.len()).filter(wanted).collect();
        let first = |class: usize| {
            (0..classes.cells()).filter(|&cell| classes.goal[cell] == Some(class)).map(rank).min().unwrap_or_default()
        };
        sort_short_by_key(&mut order, |&class| (first(class), class));
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for class in order {
            let fits = groups.last().is_some_and(|group| {
                let larger: Vec<_> =
                    group.iter().chain([&class]).map(|&class| (class, classes.counts[class])).collect();
                PlacementIndex::new(classes.cells(), &larger).len() <= size.placements()
            });
            match groups.last_mut() {
                Some(group) if fits => group.push(class),
                _ => groups.push(vec![class]),
            }
        }
        groups
    };
    let [rows, cols] = [grouped(&first_row), grouped(&first_col)];
    // why: one table more would not fit into the memo; it takes many large classes to get there.
    if rows.len() + cols.len() > MAX_TABLES { [rows, Vec::new()] } else { [rows, cols] }
}

/// Tables that are being made, in slices.
#[derive(Debug)]
pub(super) struct TablesBuild {
    classes: Classes,
    ways: [Vec<Vec<usize>>; 2],
    /// Groups whose tables are to be made, and those that are.
    waiting: Vec<Vec<usize>>,
    done: Vec<(Vec<usize>, GroupTable)>,
    current: Option<GroupBuild>,
    units: u64,
    total: u64,
}

impl TablesBuild {
    pub(super) fn new(classes: &Classes, size: TableSize) -> Self {
        let ways = groups(classes, size);
        let mut waiting: Vec<Vec<usize>> = Vec::new();
        for group in ways.iter().flatten() {
            if !waiting.contains(group) {
                waiting.push(group.clone());
            }
        }
        let len = |group: &Vec<usize>| {
            let counted: Vec<_> = group.iter().map(|&class| (class, classes.counts[class])).collect();
            PlacementIndex::new(classes.cells(), &counted).len() as u64
        };
        let total = waiting.iter().map(len).sum();
        Self { classes: classes.clone(), ways, waiting, done: Vec::new(), current: None, units: 0, total }
    }

    pub(super) fn progress(&self) -> (u64, u64) {
        (self.units, self.total)
    }

    /// Works for about `budget` placements; returns the tables once they are complete.
    pub(super) fn run(&mut self, budget: u64) -> Option<LabelTables> {
        let mut left = budget;
        loop {
            if self.current.is_none() {
                let Some(group) = self.waiting.pop() else { return Some(self.finish()) };
                self.current = Some(GroupBuild::new(&self.classes, group));
            }
            let Some(build) = &mut self.current else { return None };
            let worked = build.run(left);
            self.units += worked;
            left = left.saturating_sub(worked.max(1));
            if build.is_done()
                && let Some(build) = self.current.take()
            {
                self.done.push((build.group, build.table));
            }
            if left == 0 {
                return None;
            }
        }
    }

    fn finish(&mut self) -> LabelTables {
        let number = |group: &Vec<usize>| {
            self.done.iter().position(|(done, _)| done == group).map(|number| number as u8).unwrap_or_default()
        };
        let ways = [0, 1].map(|way: usize| self.ways[way].iter().map(number).collect::<Vec<u8>>());
        let by_class = (0..self.classes.counts.len()).map(|class| {
            let of_way = |way: usize| self.ways[way].iter().find(|group| group.contains(&class)).map(number);
            let [first, second] = [0, 1].map(of_way);
            [first, second.filter(|_| second != first)]
        });
        let by_class = by_class.collect();
        let tables = std::mem::take(&mut self.done).into_iter().map(|(_, table)| table).collect();
        LabelTables { shape: self.classes.shape, tables, by_class, ways, goal_gap: self.classes.goal_gap() }
    }
}

/// The table of one group that is being made, breadth first from all placements that the goal allows.
///
/// Moves of other tiles cost nothing, so the gap is everywhere where it can get without moving a tile of the group. With several
/// gaps it is taken to be everywhere: the table is then a weaker bound, but a bound.
#[derive(Debug)]
struct GroupBuild {
    group: Vec<usize>,
    shape: Shape,
    all_cells: u16,
    has_one_gap: bool,
    table: GroupTable,
    /// For each placement, the cells of the gap that were seen.
    seen: Vec<u16>,
    layer: Vec<Placement>,
    next_layer: Vec<Placement>,
    depth: u8,
}

/// The tiles of a group, the cells that they take, and where the gap may be.
#[derive(Clone, Copy, Debug)]
struct Placement {
    cells: u64,
    taken: u16,
    gaps: u16,
}

/// Not reached (yet).
const UNKNOWN: u8 = u8::MAX;

impl GroupBuild {
    fn new(classes: &Classes, group: Vec<usize>) -> Self {
        let counted: Vec<_> = group.iter().map(|&class| (class, classes.counts[class])).collect();
        let index = PlacementIndex::new(classes.cells(), &counted);
        let len = index.len();
        let mut build = Self {
            shape: classes.shape,
            all_cells: ((1_u32 << classes.cells()) - 1) as u16,
            has_one_gap: classes.counts[0] == 1,
            table: GroupTable { index, distances: vec![UNKNOWN; len] },
            seen: vec![0; len],
            layer: Vec::new(),
            next_layer: Vec::new(),
            depth: 0,
            group,
        };
        build.begin(classes);
        build
    }

    /// Puts all placements of the goal into the first layer.
    fn begin(&mut self, classes: &Classes) {
        let in_group = |wanted: Option<usize>| wanted.filter(|class| self.group.contains(class));
        let fixed: Vec<usize> = classes.goal.iter().map(|&wanted| in_group(wanted).unwrap_or_default()).collect();
        let spare: Vec<usize> = self
            .group
            .iter()
            .flat_map(|&class| std::iter::repeat_n(class, classes.counts[class] - classes.wanted(class)))
            .collect();
        let free = classes.free();
        let mut cells = fixed;
        let mut found = Vec::new();
        fill(&mut cells, &free, &spare, 0, &mut |cells| {
            let taken = (0..cells.len()).filter(|&cell| cells[cell] != 0).fold(0, |set, cell| set | 1_u16 << cell);
            let gaps = match classes.goal_gap() {
                Some(gap) => 1 << gap,
                None => free.iter().fold(0, |set, &cell| set | 1_u16 << cell) & !taken,
            };
            found.push(Placement { cells: pack(cells.iter().copied()), taken, gaps });
        });
        self.layer = found;
    }

    fn is_done(&self) -> bool {
        self.layer.is_empty() && self.next_layer.is_empty()
    }

    /// Works for about `budget` placements; returns for how many new ones it did.
    fn run(&mut self, budget: u64) -> u64 {
        let (mut worked, mut looked_at) = (0, 0);
        while looked_at < budget {
            let Some(placement) = self.layer.pop() else {
                if self.next_layer.is_empty() {
                    break;
                }
                std::mem::swap(&mut self.layer, &mut self.next_layer);
                self.depth += 1;
                continue;
            };
            looked_at += 1;
            worked += u64::from(self.expand(placement));
        }
        worked
    }

    /// Expands a placement; returns whether it is new.
    fn expand(&mut self, Placement { cells, taken, gaps }: Placement) -> bool {
        let number = self.table.index.number(cells);
        let open = self.all_cells & !taken;
        let reached = if self.has_one_gap { self.flooded(gaps & open, open) } else { open };
        let fresh = reached & !self.seen[number];
        if fresh == 0 {
            return false;
        }
        self.seen[number] |= reached;
        let is_new = self.table.distances[number] == UNKNOWN;
        if is_new {
            self.table.distances[number] = self.depth;
        }
        let mut tiles = taken;
        while tiles != 0 {
            let from = tiles.trailing_zeros() as usize;
            tiles &= tiles - 1;
            for direction in Direction::ALL {
                // The cell that the tile moves to is the one from which a tile would come in the opposite direction.
                let Some(to) = self.shape.source(from, direction.inverse()) else { continue };
                if fresh >> to & 1 == 0 {
                    continue;
                }
                let moved =
                    Placement { cells: slid(cells, from, to), taken: taken ^ (1 << from | 1 << to), gaps: 1 << from };
                if self.seen[self.table.index.number(moved.cells)] & moved.gaps == 0 {
                    self.next_layer.push(moved);
                }
            }
        }
        is_new
    }

    /// All open cells that are connected with these.
    fn flooded(&self, mut reached: u16, open: u16) -> u16 {
        let cols = offset(self.shape, Direction::Up) as u32;
        let (mut first, mut last) = (0_u16, 0_u16);
        for row in 0..self.shape.rows() {
            first |= 1 << (row * self.shape.cols());
            last |= 1 << ((row + 1) * self.shape.cols() - 1);
        }
        loop {
            let sideways = (reached & !last) << 1 | (reached & !first) >> 1;
            // why wide: a column of 16 cells is shifted by one, a row of 16 by all its bits.
            let wide = u32::from(reached);
            let across = (wide << cols | wide >> cols) as u16;
            let next = (reached | sideways | across) & open;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}

/// Puts spare tiles into free cells in every different way.
fn fill(cells: &mut [usize], free: &[usize], spare: &[usize], from: usize, found: &mut dyn FnMut(&[usize])) {
    let Some((&class, rest)) = spare.split_first() else { return found(cells) };
    for (at, &cell) in free.iter().enumerate().skip(from) {
        if cells[cell] == 0 {
            cells[cell] = class;
            // Tiles of one class are put into ascending cells, so that each way is found once.
            let next = if rest.first() == Some(&class) { at + 1 } else { 0 };
            fill(cells, free, rest, next, found);
            cells[cell] = 0;
        }
    }
}

/// The tables of the last few goals, shared by all searches of a process.
#[derive(Debug, Default)]
pub(in crate::tiles) struct LabelTableCache(Mutex<Vec<(Classes, TableSize, Arc<LabelTables>)>>);

/// So many goals are remembered.
const REMEMBERED: usize = 4;

impl LabelTableCache {
    pub(super) fn get(&self, classes: &Classes, size: TableSize) -> Option<Arc<LabelTables>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|(of, of_size, _)| of == classes && *of_size == size);
        found.map(|(_, _, tables)| tables.clone())
    }

    pub(super) fn keep(&self, classes: &Classes, size: TableSize, tables: LabelTables) -> Arc<LabelTables> {
        let tables = Arc::new(tables);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.truncate(REMEMBERED - 1);
        kept.insert(0, (classes.clone(), size, tables.clone()));
        tables
    }
}
