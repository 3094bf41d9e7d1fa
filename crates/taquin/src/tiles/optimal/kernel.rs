//! The hot loop: expanding nodes of boards of up to 16 cells with pattern databases.
//!
//! What the measurements led to: the tables do not fit into any cache, so the time goes into waiting for memory.
//! Nodes are therefore expanded a few at a time ([`BATCH`]): first the places in the tables of all their children
//! are computed and prefetched, then the values are read and children kept or cut. Each node carries, for each view
//! and pattern, the occupied cells and the order of its tiles, so a child costs at most one rotation and one look-up in
//! each view, because a move changes one pattern of each.

mod pattern_table;

use super::detours::{Detours, FORBIDDEN, START};
use crate::{
    search::Cost,
    tiles::{
        Board, Direction,
        pattern_db::{Tables, index::rotated},
    },
};
use pattern_table::{PatternTable, entry, prefetch};
use std::sync::Arc;

/// The most cells of a board.
pub(super) const MAX_CELLS: usize = 16;
/// The most patterns of a partition; one slot more makes indices masks.
const MAX_PATTERNS: usize = 3;
const SLOTS: usize = 4;
/// How many nodes are expanded together.
const BATCH: usize = 4;
/// Words for the moves of a path, 32 in each: the longest shortest solution within 16 cells has 140 (2×8).
const PATH_WORDS: usize = 5;

/// One node of a search: a board, and all that is known about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const VIEWS: usize> {
    /// The tiles, four bits for each cell, in the frame of the first view; a tile's number is its goal cell.
    cells: u64,
    /// For each view and pattern: the occupied cells in the upper half, the order of the tiles in the lower.
    packed: [[u64; SLOTS]; VIEWS],
    path: [u64; PATH_WORDS],
    /// For each view and pattern, half the excess over the Manhattan distance.
    parts: [[u8; SLOTS]; VIEWS],
    /// The same summed up over the patterns.
    sums: [u8; VIEWS],
    blank: u8,
    manhattan: u8,
    depth: u8,
    /// The state of the [`Detours`].
    moves: u16,
}

/// A child about to be looked at.
#[derive(Clone, Copy)]
struct Child<const VIEWS: usize> {
    packed: [u64; VIEWS],
    /// Where its values stand: byte × 2 + half.
    places: [usize; VIEWS],
    moves: u16,
    parent: u8,
    direction: u8,
    from: u8,
    tile: u8,
    patterns: [u8; VIEWS],
}

/// All that expanding needs to know about a goal: made once, shared by all searches and threads.
#[derive(Debug)]
pub(super) struct Kernel<const VIEWS: usize> {
    views: [View; VIEWS],
    patterns: [PatternTable; SLOTS],
    /// For each cell of the blank and direction, the cell whose tile moves, or [`OUTSIDE`].
    sources: [[u8; 4]; MAX_CELLS],
    /// For each direction, tile and the cell it comes from: how the Manhattan distance changes.
    manhattan: Box<[[[i8; MAX_CELLS]; MAX_CELLS]; 4]>,
    detours: Arc<Detours>,
    tables: Tables,
}

const OUTSIDE: u8 = u8::MAX;

#[derive(Clone, Copy, Debug)]
struct View {
    /// For each cell of the first view, the cell in this view.
    cell: [u8; MAX_CELLS],
    /// For each tile the number of its pattern.
    pattern: [u8; MAX_CELLS],
    /// Are rows and columns exchanged against the first view? Then it is sideways moves that change the order.
    transposed: bool,
}

/// How much a search has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

/// A round of iterative deepening, as far as one thread knows it.
pub(super) struct Round<const VIEWS: usize> {
    /// The nodes yet to be expanded.
    pub(super) stack: Vec<Node<VIEWS>>,
    /// Paths longer than this are cut.
    pub(super) bound: Cost,
    /// The least bound that would have cut less.
    pub(super) next_bound: Cost,
    pub(super) counts: Counts,
}

impl<const VIEWS: usize> Kernel<VIEWS> {
    /// The kernel for tables with `VIEWS` views; `None` if the board has more than [`MAX_CELLS`] cells, or its tables
    /// are of a form that the kernel is not made for.
    pub(super) fn new(tables: &Tables, detours: Arc<Detours>) -> Option<Self> {
        let (goal, databases) = (tables.goal(), tables.databases());
        if goal.shape().cells() > MAX_CELLS || databases.len() > MAX_PATTERNS || tables.views().len() != VIEWS {
            return None;
        }
        let first = &tables.views().first()?.frame;
        let shape = first.shape();
        let view = |number: usize| {
            let seen = &tables.views()[number];
            let mut view = View { cell: [0; MAX_CELLS], pattern: [0; MAX_CELLS], transposed: false };
            for cell in 0..shape.cells() {
                let source = first.source(cell);
                view.cell[cell] = seen.frame.target(source) as u8;
                view.pattern[cell] = seen.tiles[usize::from(goal.cells()[source])].0;
            }
            view.transposed = shape.cols() > 1 && view.cell[0].abs_diff(view.cell[1]) != 1;
            view
        };
        let mut sources = [[OUTSIDE; 4]; MAX_CELLS];
        let mut manhattan = Box::new([[[0; MAX_CELLS]; MAX_CELLS]; 4]);
        for (blank, sources) in sources.iter_mut().enumerate().take(shape.cells()) {
            for direction in Direction::ALL {
                let Some(from) = shape.source(blank, direction) else { continue };
                sources[direction as usize] = from as u8;
                for tile in 0..shape.cells() {
                    let distance = |cell| {
                        let ((row, col), (goal_row, goal_col)) = (shape.place(cell), shape.place(tile));
                        (row.abs_diff(goal_row) + col.abs_diff(goal_col)) as i8
                    };
                    manhattan[direction as usize][tile][from] = distance(blank) - distance(from);
                }
            }
        }
        let patterns: Option<Vec<_>> = (0..SLOTS).map(|slot| PatternTable::new(databases.get(slot))).collect();
        Some(Self {
            views: std::array::from_fn(view),
            patterns: patterns?.try_into().ok()?,
            sources,
            manhattan,
            detours,
            tables: tables.clone(),
        })
    }

    /// Bytes that it takes apart from the tables.
    pub(super) fn bytes(&self) -> usize {
        let sets = self.patterns.iter().map(PatternTable::bytes).sum::<usize>();
        sets + self.detours.bytes()
    }

    pub(super) fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The node of a board before any move.
    pub(super) fn root(&self, board: &Board) -> Node<VIEWS> {
        let goal = self.tables.goal().positions();
        let frame = &self.tables.views()[0].frame;
        let (mut cells, mut blank, mut manhattan) = (0, 0, 0);
        for cell in 0..board.shape().cells() {
            let tile = usize::from(board.cells()[frame.source(cell)]);
            let target = frame.target(goal[tile]);
            if tile == 0 {
                blank = cell;
                continue;
            }
            let ((row, col), (goal_row, goal_col)) = (frame.shape().place(cell), frame.shape().place(target));
            manhattan += row.abs_diff(goal_row) + col.abs_diff(goal_col);
            cells |= (target as u64) << (cell * 4);
        }
        let mut node = Node {
            cells,
            packed: [[0; SLOTS]; VIEWS],
            path: [0; PATH_WORDS],
            parts: [[0; SLOTS]; VIEWS],
            sums: [0; VIEWS],
            blank: blank as u8,
            manhattan: manhattan as u8,
            depth: 0,
            moves: START,
        };
        for (number, view) in self.tables.views().iter().enumerate() {
            let mut counts = [0; SLOTS];
            for cell in 0..board.shape().cells() {
                let (pattern, code) = view.tiles[usize::from(board.cells()[view.frame.source(cell)])];
                if let Some(count) = counts.get_mut(usize::from(pattern)) {
                    node.packed[number][usize::from(pattern)] |= 1 << (32 + cell) | u64::from(code) << (3 * *count);
                    *count += 1;
                }
            }
            for pattern in 0..self.tables.databases().len() {
                let table = &self.patterns[pattern];
                let place = table.place(node.packed[number][pattern], self.views[number].cell[blank].into());
                node.parts[number][pattern] = entry(table.entries(), place);
                node.sums[number] += node.parts[number][pattern];
            }
        }
        node
    }

    /// The lower bound on the solutions through a node.
    pub(super) fn estimate(&self, node: &Node<VIEWS>) -> Cost {
        let excess = node.sums.into_iter().fold(0, u8::max);
        Cost::from(node.depth) + Cost::from(node.manhattan) + 2 * Cost::from(excess)
    }

    /// Is it the goal?
    #[inline(always)]
    pub(super) fn is_goal(node: &Node<VIEWS>) -> bool {
        node.manhattan == 0
    }

    /// The moves that led to a node, as the board itself has them.
    pub(super) fn path(&self, node: &Node<VIEWS>) -> Vec<Direction> {
        let frame = &self.tables.views()[0].frame;
        let shape = self.tables.goal().shape();
        let mut cell = usize::from(node.blank);
        let mut moves = Vec::new();
        // Backwards, because it is the last cell of the blank that is known.
        for number in (0..usize::from(node.depth)).rev() {
            let direction = Direction::ALL[(node.path[number / 32] >> (number % 32 * 2) & 3) as usize];
            let before = usize::from(self.sources[cell][direction.inverse() as usize]);
            let (old, new) = (frame.source(before), frame.source(cell));
            moves.extend(Direction::ALL.into_iter().find(|&way| shape.source(old, way) == Some(new)));
            cell = before;
        }
        moves.reverse();
        moves
    }

    /// Expands nodes of the stack, the last first, until it is empty, about `budget` nodes are generated, or a goal
    /// is found, which is returned.
    pub(super) fn dive(&self, round: &mut Round<VIEWS>, budget: u64) -> Option<Node<VIEWS>> {
        #[cfg(target_arch = "x86_64")]
        if crate::processor::is_modern() {
            #[expect(
                unsafe_code,
                reason = "counting bits and shifting in one instruction each; measured to be worth it"
            )]
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { self.dive_modern(round, budget) };
        }
        self.dive_anywhere(round, budget)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt,avx2")]
    fn dive_modern(&self, round: &mut Round<VIEWS>, budget: u64) -> Option<Node<VIEWS>> {
        self.dive_anywhere(round, budget)
    }

    #[inline(always)]
    fn dive_anywhere(&self, round: &mut Round<VIEWS>, budget: u64) -> Option<Node<VIEWS>> {
        let entries: [&[u8]; SLOTS] = std::array::from_fn(|slot| self.patterns[slot].entries());
        let end = round.counts.generated.saturating_add(budget);
        let mut parents = [*round.stack.last()?; BATCH];
        let mut children = [Child::EMPTY; BATCH * 4];
        while round.counts.generated < end && !round.stack.is_empty() {
            let first = round.stack.len().saturating_sub(BATCH);
            let count = round.stack.len() - first;
            parents[..count].copy_from_slice(&round.stack[first..]);
            round.stack.truncate(first);
            let mut filled = 0;
            for (number, parent) in parents[..count].iter().enumerate() {
                self.children(number, parent, &entries, &mut children, &mut filled);
            }
            round.counts.expanded += count as u64;
            round.counts.generated += filled as u64;
            for child in &children[..filled.min(BATCH * 4)] {
                let goal = self.consider(&parents[usize::from(child.parent) % BATCH], child, &entries, round);
                if goal.is_some() {
                    return goal;
                }
            }
        }
        None
    }

    /// Adds the children of a node, and asks for their values.
    #[inline(always)]
    fn children(
        &self,
        number: usize,
        parent: &Node<VIEWS>,
        entries: &[&[u8]; SLOTS],
        children: &mut [Child<VIEWS>; BATCH * 4],
        filled: &mut usize,
    ) {
        let blank = usize::from(parent.blank) & 15;
        let sources = self.sources[blank];
        let after = self.detours.all_after(parent.moves);
        for direction in Direction::ALL {
            let (from, moves) = (sources[direction as usize], after[direction as usize]);
            if from == OUTSIDE || moves == FORBIDDEN {
                continue;
            }
            let tile = (parent.cells >> (from * 4) & 15) as u8;
            let mut child =
                Child { parent: number as u8, direction: direction as u8, from, tile, moves, ..Child::EMPTY };
            for (number, view) in self.views.iter().enumerate() {
                let (to, from) = (usize::from(view.cell[blank]), usize::from(view.cell[usize::from(from) & 15]));
                let pattern = usize::from(view.pattern[usize::from(tile)]) % SLOTS;
                let turns = direction.is_vertical() != view.transposed;
                let packed = slid(parent.packed[number][pattern], from, to, turns);
                let place = self.patterns[pattern].place(packed, from);
                prefetch(entries[pattern], place);
                child.patterns[number] = pattern as u8;
                child.packed[number] = packed;
                child.places[number] = place;
            }
            children[*filled % (BATCH * 4)] = child;
            *filled += 1;
        }
    }

    /// Cuts a child, or puts it on the stack, or returns it if it is the goal.
    #[inline(always)]
    fn consider(
        &self,
        parent: &Node<VIEWS>,
        child: &Child<VIEWS>,
        entries: &[&[u8]; SLOTS],
        round: &mut Round<VIEWS>,
    ) -> Option<Node<VIEWS>> {
        let (direction, tile, from) = (usize::from(child.direction), usize::from(child.tile), usize::from(child.from));
        let change = self.manhattan[direction & 3][tile & 15][from & 15];
        let manhattan = parent.manhattan.wrapping_add_signed(change);
        let (mut parts, mut sums, mut excess) = ([0; VIEWS], parent.sums, 0);
        for view in 0..VIEWS {
            let pattern = usize::from(child.patterns[view]) % SLOTS;
            parts[view] = entry(entries[pattern], child.places[view]);
            sums[view] = sums[view] - parent.parts[view][pattern] + parts[view];
            excess = excess.max(sums[view]);
        }
        let estimate = Cost::from(parent.depth) + 1 + Cost::from(manhattan) + 2 * Cost::from(excess);
        if estimate > round.bound {
            round.next_bound = estimate.min(round.next_bound);
            return None;
        }
        let mut node = *parent;
        let tile = u64::from(child.tile);
        node.cells ^= tile << (child.from * 4) | tile << (parent.blank * 4);
        node.manhattan = manhattan;
        node.sums = sums;
        node.path[usize::from(node.depth) / 32 % PATH_WORDS] |= u64::from(child.direction) << (node.depth % 32 * 2);
        node.depth += 1;
        node.blank = child.from;
        node.moves = child.moves;
        for (view, part) in parts.into_iter().enumerate() {
            let pattern = usize::from(child.patterns[view]) % SLOTS;
            node.parts[view][pattern] = part;
            node.packed[view][pattern] = child.packed[view];
        }
        if Self::is_goal(&node) {
            return Some(node);
        }
        round.stack.push(node);
        None
    }
}

impl<const VIEWS: usize> Child<VIEWS> {
    const EMPTY: Self = Self {
        packed: [0; VIEWS],
        places: [0; VIEWS],
        moves: 0,
        parent: 0,
        direction: 0,
        from: 0,
        tile: 0,
        patterns: [0; VIEWS],
    };
}

/// Occupied cells and order after the tile in the cell `from` moves to the free cell `to`; `turns` is false if that
/// is in the same row, so that the order stays.
#[inline(always)]
fn slid(packed: u64, from: usize, to: usize, turns: bool) -> u64 {
    let set = (packed >> 32) as u32;
    let new_set = set ^ (1 << from | 1 << to);
    let place = |set: u32, cell: usize| (set & ((1 << cell) - 1)).count_ones() as usize;
    let order = if turns { rotated(packed as u32, place(set, from), place(new_set, to)) } else { packed as u32 };
    u64::from(new_set) << 32 | u64::from(order)
}
