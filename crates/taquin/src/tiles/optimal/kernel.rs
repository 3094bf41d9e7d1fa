//! The hot loop of [`Optimal`](super::Optimal): depth-first search with pattern databases on boards of up to 16 cells.
//!
//! The tables are larger than any cache, so most of the time is spent waiting for memory. Nodes are therefore expanded
//! a few at a time ([`BATCH`]): first the table addresses of all their children are computed and prefetched, then the
//! values are read and each child is kept or cut. A node carries, for each view and pattern, the occupied cells and the
//! order of the tiles in them; since a move changes one pattern of each view, a child costs at most one rotation and one
//! look-up for each view.

mod pattern_table;

use super::fsm::{FORBIDDEN, PruningFsm, START};
use crate::{
    search::Cost,
    tiles::{
        Board, Direction,
        pattern_db::{Tables, index::rotated},
    },
};
use pattern_table::{PatternTable, entry, prefetch};
use std::sync::Arc;

/// Largest board that the kernel takes, in cells.
pub(super) const MAX_CELLS: usize = 16;
/// Most patterns of a partition. There is one slot more, so that masking an index replaces its bounds check.
const MAX_PATTERNS: usize = 3;
const SLOTS: usize = 4;
/// Nodes that are expanded together.
const BATCH: usize = 4;
/// Words for the moves of a path, 32 in each: the longest shortest solution within 16 cells has 140 (2×8).
const PATH_WORDS: usize = 5;

/// A node of the search: a board, the path to it and its heuristic values.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct KernelNode<const VIEWS: usize> {
    /// Tile in each cell, four bits each, in the frame of the first view; a tile is named by its goal cell.
    cells: u64,
    /// For each view and pattern: occupied cells in the upper half, order of the tiles in the lower.
    packed: [[u64; SLOTS]; VIEWS],
    /// Directions of the moves that led here, two bits each, the first lowest.
    path: [u64; PATH_WORDS],
    /// For each view and pattern, half the excess over the Manhattan distance.
    parts: [[u8; SLOTS]; VIEWS],
    /// For each view, the sum of `parts` over the patterns.
    sums: [u8; VIEWS],
    blank: u8,
    manhattan: u8,
    depth: u8,
    /// State of the [`PruningFsm`].
    fsm: u16,
}

/// A child whose table entries are being fetched.
#[derive(Clone, Copy)]
struct Child<const VIEWS: usize> {
    packed: [u64; VIEWS],
    /// For each view, the place of its table entry: byte × 2 + half.
    places: [usize; VIEWS],
    fsm: u16,
    parent: u8,
    direction: u8,
    from: u8,
    tile: u8,
    patterns: [u8; VIEWS],
}

/// Tables for one goal, made once and shared by all searches and threads.
#[derive(Debug)]
pub(super) struct Kernel<const VIEWS: usize> {
    views: [KernelView; VIEWS],
    patterns: [PatternTable; SLOTS],
    /// For each cell of the blank and each direction, the cell whose tile moves, or [`OUTSIDE`].
    sources: [[u8; 4]; MAX_CELLS],
    /// Change of the Manhattan distance, for each direction, tile and cell that the tile comes from.
    manhattan: Box<[[[i8; MAX_CELLS]; MAX_CELLS]; 4]>,
    fsm: Arc<PruningFsm>,
    tables: Tables,
}

const OUTSIDE: u8 = u8::MAX;

/// The board as one frame of the pattern databases sees it: as it is, or reflected.
#[derive(Clone, Copy, Debug)]
struct KernelView {
    /// For each cell of the first view, the cell in this view.
    cell: [u8; MAX_CELLS],
    /// For each tile, the number of its pattern.
    pattern: [u8; MAX_CELLS],
    /// Are rows and columns exchanged, compared with the first view? Then horizontal moves change the order.
    transposed: bool,
}

/// Nodes counted by one thread.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct NodeCounts {
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

/// One thread's share of a round of iterative deepening.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct DeepeningRound<const VIEWS: usize> {
    /// Nodes not yet expanded.
    pub(super) stack: Vec<KernelNode<VIEWS>>,
    /// Paths longer than this are cut.
    pub(super) bound: Cost,
    /// Least estimate that was cut: the bound of the next round.
    pub(super) next_bound: Cost,
    pub(super) counts: NodeCounts,
}

impl<const VIEWS: usize> Kernel<VIEWS> {
    /// The kernel for tables with `VIEWS` views. `None` if the board has more than [`MAX_CELLS`] cells, or its tables
    /// have another number of views or too many patterns.
    pub(super) fn new(tables: &Tables, fsm: Arc<PruningFsm>) -> Option<Self> {
        let (goal, databases) = (tables.goal(), tables.databases());
        if goal.shape().cells() > MAX_CELLS || databases.len() > MAX_PATTERNS || tables.views().len() != VIEWS {
            return None;
        }
        let first = &tables.views().first()?.frame;
        let shape = first.shape();
        let view = |number: usize| {
            let seen = &tables.views()[number];
            let mut view = KernelView { cell: [0; MAX_CELLS], pattern: [0; MAX_CELLS], transposed: false };
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
            fsm,
            tables: tables.clone(),
        })
    }

    /// Memory in bytes, without the pattern databases.
    pub(super) fn bytes(&self) -> usize {
        let sets = self.patterns.iter().map(PatternTable::bytes).sum::<usize>();
        sets + self.fsm.bytes()
    }

    pub(super) fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The root of a search.
    pub(super) fn root(&self, board: &Board) -> KernelNode<VIEWS> {
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
        let mut node = KernelNode {
            cells,
            packed: [[0; SLOTS]; VIEWS],
            path: [0; PATH_WORDS],
            parts: [[0; SLOTS]; VIEWS],
            sums: [0; VIEWS],
            blank: blank as u8,
            manhattan: manhattan as u8,
            depth: 0,
            fsm: START,
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

    /// Lower bound on the length of a solution through a node.
    pub(super) fn estimate(&self, node: &KernelNode<VIEWS>) -> Cost {
        let excess = node.sums.into_iter().fold(0, u8::max);
        Cost::from(node.depth) + Cost::from(node.manhattan) + 2 * Cost::from(excess)
    }

    /// Is the node's board the goal?
    #[inline(always)]
    pub(super) fn is_goal(node: &KernelNode<VIEWS>) -> bool {
        node.manhattan == 0
    }

    /// The moves that led to a node, in the orientation of the original board.
    pub(super) fn path(&self, node: &KernelNode<VIEWS>) -> Vec<Direction> {
        let frame = &self.tables.views()[0].frame;
        let shape = self.tables.goal().shape();
        let mut cell = usize::from(node.blank);
        let mut moves = Vec::new();
        // Backwards, because only the last cell of the blank is known.
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

    /// Expands nodes of the stack, the last first, until the stack is empty, about `budget` nodes are generated or a
    /// goal is found, which is returned.
    pub(super) fn dive(&self, round: &mut DeepeningRound<VIEWS>, budget: u64) -> Option<KernelNode<VIEWS>> {
        #[cfg(target_arch = "x86_64")]
        if crate::cpu::has_avx2_bmi2() {
            #[expect(unsafe_code, reason = "bit counts and variable shifts take one instruction each")]
            // SAFETY: the processor was just found to have the features that the function is compiled for.
            return unsafe { self.dive_avx2_bmi2(round, budget) };
        }
        self.dive_portable(round, budget)
    }

    /// [`Self::dive_portable`], compiled for processors with [`has_avx2_bmi2`](crate::cpu::has_avx2_bmi2).
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt,avx2")]
    fn dive_avx2_bmi2(&self, round: &mut DeepeningRound<VIEWS>, budget: u64) -> Option<KernelNode<VIEWS>> {
        self.dive_portable(round, budget)
    }

    /// [`Self::dive`] for any processor.
    #[inline(always)]
    fn dive_portable(&self, round: &mut DeepeningRound<VIEWS>, budget: u64) -> Option<KernelNode<VIEWS>> {
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

    /// Adds the children of a node and prefetches their table entries.
    #[inline(always)]
    fn children(
        &self,
        number: usize,
        parent: &KernelNode<VIEWS>,
        entries: &[&[u8]; SLOTS],
        children: &mut [Child<VIEWS>; BATCH * 4],
        filled: &mut usize,
    ) {
        let blank = usize::from(parent.blank) & 15;
        let sources = self.sources[blank];
        let after = self.fsm.all_after(parent.fsm);
        for direction in Direction::ALL {
            let (from, fsm) = (sources[direction as usize], after[direction as usize]);
            if from == OUTSIDE || fsm == FORBIDDEN {
                continue;
            }
            let tile = (parent.cells >> (from * 4) & 15) as u8;
            let mut child = Child { parent: number as u8, direction: direction as u8, from, tile, fsm, ..Child::EMPTY };
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

    /// Cuts a child, pushes it on the stack, or returns it if it is the goal.
    #[inline(always)]
    fn consider(
        &self,
        parent: &KernelNode<VIEWS>,
        child: &Child<VIEWS>,
        entries: &[&[u8]; SLOTS],
        round: &mut DeepeningRound<VIEWS>,
    ) -> Option<KernelNode<VIEWS>> {
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
        node.fsm = child.fsm;
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
        fsm: 0,
        parent: 0,
        direction: 0,
        from: 0,
        tile: 0,
        patterns: [0; VIEWS],
    };
}

/// Occupied cells and order after the tile in the cell `from` moves to the free cell `to`. `turns` is false for a move
/// within a row, which leaves the order as it is.
#[inline(always)]
fn slid(packed: u64, from: usize, to: usize, turns: bool) -> u64 {
    let set = (packed >> 32) as u32;
    let new_set = set ^ (1 << from | 1 << to);
    let place = |set: u32, cell: usize| (set & ((1 << cell) - 1)).count_ones() as usize;
    let order = if turns { rotated(packed as u32, place(set, from), place(new_set, to)) } else { packed as u32 };
    u64::from(new_set) << 32 | u64::from(order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        rng::Rng,
        tiles::{
            Shape,
            pattern_db::{Level, Preparation, Store},
            scramble,
        },
    };

    /// The code that this processor runs and the portable code expand the same nodes in the same order.
    fn agrees<const VIEWS: usize>(goal: &Board, rng: &mut Rng) {
        let mut preparation = Preparation::new(&Store::in_memory(), goal, Level::Small, 1).unwrap();
        while !preparation.run(1_000_000) {}
        let tables = preparation.finish().unwrap();
        let kernel = Kernel::<VIEWS>::new(&tables, Arc::new(PruningFsm::new(8))).expect("a goal with VIEWS views");
        for _ in 0..40 {
            let root = kernel.root(&scramble::uniform(goal, rng));
            let bound = kernel.estimate(&root) + 2 * rng.below(6) as Cost;
            let round =
                || DeepeningRound { stack: vec![root], bound, next_bound: Cost::MAX, counts: NodeCounts::default() };
            let (mut here, mut portable) = (round(), round());
            for _ in 0..20 {
                let budget = rng.below(2_000);
                assert_eq!(kernel.dive(&mut here, budget), kernel.dive_portable(&mut portable, budget));
                assert_eq!(here, portable, "from {goal}");
            }
        }
    }

    #[test]
    fn portable_code_expands_the_same_nodes() {
        let mut rng = Rng::from_seed(6);
        let solved = |rows, cols| Board::solved(Shape::new(rows, cols).unwrap());
        agrees::<2>(&solved(4, 4), &mut rng);
        agrees::<2>(&solved(3, 3), &mut rng);
        agrees::<1>(&solved(3, 5), &mut rng);
        agrees::<1>(&solved(2, 7), &mut rng);
    }
}
