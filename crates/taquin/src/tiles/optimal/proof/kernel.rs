//! The hot loop for boards of up to 25 cells: expanding nodes within a bound, with several partitions.
//!
//! What the measurements led to: the tables are far larger than any cache, so nodes are expanded a batch at a time and in
//! phases. First all children of the batch are listed, with the place of their first entry prefetched; then, partition
//! by partition, entries are read, children cut, and the next place of those that are left prefetched. A child is cut by
//! the first partition that can, so the partitions stand in the order of their worth.
//!
//! A node carries no bound but a **budget**: half of what the bound exceeds the moves made and the Manhattan distance
//! by. A partition cuts a node if the excesses of its patterns add up to more. Only a move away from a tile's goal
//! lowers the budget, by one.

use super::collection::PartitionPlan;
use crate::{
    search::Cost,
    tiles::{
        Board, Direction, Shape,
        optimal::fsm::{FORBIDDEN, PruningFsm, START},
        pattern_db::{
            Frame,
            parity::{LINE_BYTES, ParityTable, entry},
        },
    },
};
use std::sync::Arc;

/// Slots for cells and tiles: 25 are used at most.
const SLOTS: usize = 32;
/// The slot from which on a node's trail is, and how many moves it holds.
const TRAIL: usize = 24;
const TRAIL_MOVES: u16 = 28;
/// The most partitions of a kernel, and patterns of a partition.
pub(super) const MAX_PARTITIONS: usize = 6;
pub(super) const MAX_PATTERNS: usize = 4;
/// How many nodes are expanded together: 4, 8, 16 and 32 were measured at 113, 95, 80 and 78 ns a child.
const BATCH: usize = 24;
const OUTSIDE: u8 = u8::MAX;

/// One node of a search, a cache line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(C, align(64))]
pub(super) struct Node {
    /// For each tile, by its goal cell, the cell where it is; the blank's goal cell stands for the blank. The last seven
    /// bytes are of no tile: they are the **trail**, the last moves in two bits each, the latest lowest.
    cells: [u8; SLOTS],
    /// For each partition and pattern, half the excess over the Manhattan distance.
    excess: [[u8; MAX_PATTERNS]; MAX_PARTITIONS],
    /// The Manhattan distance of all tiles.
    manhattan: u16,
    /// Moves made.
    depth: u16,
    /// The state of the pruning machine.
    fsm: u16,
    /// Half of what the bound exceeds `depth + manhattan` by.
    budget: u8,
    padding: u8,
}

/// A partition of the tiles, looked up in a view of the board.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    /// The tables of its patterns, at most [`MAX_PATTERNS`].
    pub(super) tables: Vec<Arc<ParityTable>>,
    /// The frame that the board is seen in, a number of [`Geometry::views`].
    pub(super) view: usize,
}

impl Partition {
    /// What it is made of.
    pub(super) fn plan(&self) -> PartitionPlan {
        PartitionPlan { patterns: self.tables.iter().map(|table| table.pattern()).collect(), view: self.view }
    }
}

/// A pattern as the hot loop reads it.
#[derive(Debug)]
struct PatternView {
    table: Option<Arc<ParityTable>>,
    /// The slots of its tiles.
    tiles: [u8; 8],
    count: usize,
}

#[derive(Debug)]
struct PartitionView {
    view: usize,
    /// For each tile its pattern.
    pattern: [u8; SLOTS],
    patterns: [PatternView; MAX_PATTERNS],
}

/// What depends on the goal alone, in the frame of its tables.
#[derive(Debug)]
pub(super) struct Geometry {
    goal: Board,
    frame: Frame,
    /// The cell of the goal's blank in the frame, and so the blank's slot.
    blank: usize,
    /// For each cell of the blank and direction, the cell whose tile moves, or [`OUTSIDE`].
    sources: [[u8; 4]; SLOTS],
    /// For each tile and cell, the Manhattan distance.
    distance: [[u8; SLOTS]; SLOTS],
    views: Vec<View>,
}

/// A way to see the frame that leaves its blank where it is.
#[derive(Debug)]
struct View {
    /// For each cell of the frame the cell that it is seen in.
    cell: [u8; SLOTS],
    /// That cell as a bit.
    bit: [u32; SLOTS],
}

impl Geometry {
    pub(super) fn new(goal: &Board) -> Self {
        let frames = Frame::all(goal);
        let frame = frames[0].clone();
        let shape = frame.shape();
        let (mut sources, mut distance) = ([[OUTSIDE; 4]; SLOTS], [[0; SLOTS]; SLOTS]);
        for cell in 0..shape.cells() {
            for direction in Direction::ALL {
                sources[cell][direction as usize] = shape.source(cell, direction).map_or(OUTSIDE, |from| from as u8);
            }
            for (tile, distance) in distance.iter_mut().enumerate().take(shape.cells()) {
                let ((row, col), (goal_row, goal_col)) = (shape.place(cell), shape.place(tile));
                distance[cell] = (row.abs_diff(goal_row) + col.abs_diff(goal_col)) as u8;
            }
        }
        let view = |seen: &Frame| {
            let mut view = View { cell: [0; SLOTS], bit: [0; SLOTS] };
            for cell in 0..shape.cells() {
                let target = seen.target(frame.source(cell));
                view.cell[cell] = target as u8;
                view.bit[cell] = 1 << target;
            }
            view
        };
        let views = frames.iter().map(view).collect();
        Self { goal: goal.clone(), blank: frame.target(goal.blank()), frame, sources, distance, views }
    }

    /// How many views there are.
    pub(super) fn views(&self) -> usize {
        self.views.len()
    }

    /// The set of cells that a view shows these cells in.
    pub(super) fn viewed(&self, cells: u32, view: usize) -> u32 {
        let bits = &self.views[view].bit;
        (0..SLOTS).filter(|cell| cells >> cell & 1 == 1).fold(0, |set, cell| set | bits[cell])
    }

    pub(super) fn shape(&self) -> Shape {
        self.frame.shape()
    }

    /// The cell of the goal's blank in the frame of the tables.
    pub(super) fn blank(&self) -> usize {
        self.blank
    }

    /// The moves of a path of the blank through these cells of the frame, as the board itself has them.
    pub(super) fn moves(&self, blanks: &[u8]) -> Vec<Direction> {
        let way = |pair: &[u8]| {
            let (old, new) = (self.frame.source(pair[0].into()), self.frame.source(pair[1].into()));
            Direction::ALL.into_iter().find(|&way| self.goal.shape().source(old, way) == Some(new))
        };
        blanks.windows(2).filter_map(way).collect()
    }
}

/// How much has been searched.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Counts {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// Entries asked for; what a look-up costs decides which partitions are worth it.
    pub(super) looked_up: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.looked_up += other.looked_up;
    }
}

/// A child about to be looked up.
#[derive(Clone, Copy)]
struct ProofChild {
    node: Node,
    /// Where its entry stands: line × 512 + bit.
    position: usize,
    set: u32,
    places: u32,
    tile: u8,
    /// Did the move raise the Manhattan distance?
    up: u8,
    /// The cell of the blank.
    blank: u8,
}

/// All that expanding needs to know: made once for each choice of partitions, shared by all threads.
#[derive(Debug)]
pub(super) struct ProofKernel {
    geometry: Arc<Geometry>,
    partitions: Vec<PartitionView>,
    fsm: Arc<PruningFsm>,
}

impl ProofKernel {
    /// A kernel that cuts by these partitions, at most [`MAX_PARTITIONS`], in this order.
    pub(super) fn new(geometry: Arc<Geometry>, partitions: &[Partition], fsm: Arc<PruningFsm>) -> Self {
        debug_assert!(partitions.len() <= MAX_PARTITIONS);
        let views = partitions.iter().map(|partition| PartitionView::new(&geometry, partition)).collect();
        Self { geometry, partitions: views, fsm }
    }

    /// The node of a board before any move; its budget is that of no bound.
    pub(super) fn root(&self, board: &Board) -> Node {
        let Geometry { goal, frame, .. } = &*self.geometry;
        let mut node = Node {
            cells: [0; SLOTS],
            excess: [[0; MAX_PATTERNS]; MAX_PARTITIONS],
            manhattan: 0,
            depth: 0,
            fsm: START,
            budget: u8::MAX,
            padding: 0,
        };
        let goals = goal.positions();
        for cell in 0..board.shape().cells() {
            let tile = usize::from(board.cells()[frame.source(cell)]);
            let target = frame.target(goals[tile]);
            node.cells[target] = cell as u8;
            if tile != 0 {
                node.manhattan += u16::from(self.geometry.distance[target][cell]);
            }
        }
        let blank = usize::from(node.cells[self.geometry.blank]);
        for (partition, excess) in self.partitions.iter().zip(&mut node.excess) {
            let view = &self.geometry.views[partition.view];
            for (pattern, excess) in partition.patterns.iter().zip(excess) {
                let Some(table) = &pattern.table else { continue };
                let cell = |&tile: &u8| usize::from(view.cell[usize::from(node.cells[usize::from(tile)])]);
                let cells: Vec<usize> = pattern.tiles[..pattern.count].iter().map(cell).collect();
                *excess = table.excess(&cells, view.cell[blank].into());
            }
        }
        node
    }

    /// The lower bound on the solutions through a node.
    pub(super) fn estimate(&self, node: &Node) -> Cost {
        let excess = node.excess.iter().map(|parts| parts.iter().map(|&part| Cost::from(part)).sum::<Cost>());
        Cost::from(node.depth) + Cost::from(node.manhattan) + 2 * excess.max().unwrap_or_default()
    }

    /// The node with the budget of a bound; `None` if the bound cuts it.
    pub(super) fn within(&self, node: &Node, bound: Cost) -> Option<Node> {
        let left = bound.checked_sub(Cost::from(node.depth) + Cost::from(node.manhattan))?;
        (self.estimate(node) <= bound).then_some(Node { budget: (left / 2).min(255) as u8, ..*node })
    }

    /// The moves from a node of depth `depth` down to this one, as the frame has them; `None` if they are more than a trail
    /// holds.
    pub(super) fn trail(node: &Node, depth: u16) -> Option<Vec<Direction>> {
        let count = node.depth.checked_sub(depth).filter(|&count| count <= TRAIL_MOVES)?;
        let trail = u64::from_le_bytes(std::array::from_fn(|byte| node.cells[TRAIL + byte])) >> 8;
        Some((0..count).rev().map(|ago| Direction::ALL[(trail >> (2 * ago) & 3) as usize]).collect())
    }

    /// Moves made before a node.
    pub(super) fn depth(node: &Node) -> u16 {
        node.depth
    }

    /// A move of the board as the frame has it, if the blank is where `node` has it.
    pub(super) fn framed(&self, node: &Node, direction: Direction) -> Option<Direction> {
        let Geometry { goal, frame, sources, .. } = &*self.geometry;
        let blank = usize::from(self.blank(node));
        let from = frame.target(goal.shape().source(frame.source(blank), direction)?) as u8;
        Direction::ALL.into_iter().find(|&way| sources[blank][way as usize] == from)
    }

    /// Is it the goal?
    #[inline(always)]
    pub(super) fn is_goal(node: &Node) -> bool {
        node.manhattan == 0
    }

    /// The cell of the blank.
    pub(super) fn blank(&self, node: &Node) -> u8 {
        node.cells[self.geometry.blank]
    }

    /// The child of a node by a move, by plain look-ups without a bound; `None` if there is no such move or the machine
    /// forbids it. For the few nodes at the top, and what the hot loop is checked against.
    pub(super) fn child(&self, parent: &Node, direction: Direction) -> Option<Node> {
        let blank = usize::from(self.blank(parent));
        let from = self.geometry.sources[blank][direction as usize];
        let fsm = self.fsm.all_after(parent.fsm)[direction as usize];
        if from == OUTSIDE || fsm == FORBIDDEN {
            return None;
        }
        let (mut child, up) = self.moved(parent, direction as usize, usize::from(from), blank, fsm);
        let tile = tile_at(&parent.cells, from);
        for number in 0..self.partitions.len() {
            let partition = &self.partitions[number];
            let view = &self.geometry.views[partition.view];
            let pattern = &partition.patterns[usize::from(partition.pattern[tile])];
            let Some(table) = &pattern.table else { continue };
            let (set, places) = pattern.arrangement(&child.node.cells, view);
            let cell = usize::from(view.cell[usize::from(from)]);
            let (lines, index) = (table.lines(), table.index());
            let mut position = index.position(set, places);
            let parity = entry(lines, position, cell).unwrap_or_else(|| {
                position = index.other_position(set, places);
                loop {
                    match entry(lines, position, cell) {
                        Some(parity) => return parity,
                        None => position += index.next_region(),
                    }
                }
            });
            let excess = &mut child.node.excess[number][usize::from(partition.pattern[tile])];
            *excess = stepped(*excess, up, parity);
        }
        Some(child.node)
    }

    /// The child whose tile moves from the cell `from` to the cell `blank`; its budget is wrong if it has none left.
    #[inline(always)]
    fn moved(&self, parent: &Node, direction: usize, from: usize, blank: usize, fsm: u16) -> (ProofChild, u8) {
        let Geometry { distance, .. } = &*self.geometry;
        let tile = tile_at(&parent.cells, from as u8);
        let distance = &distance[tile % SLOTS];
        let up = u8::from(distance[blank % SLOTS] > distance[from % SLOTS]);
        let mut node = *parent;
        let trail = u64::from_le_bytes(std::array::from_fn(|byte| parent.cells[TRAIL + byte]));
        let trail = (trail & !0xff) << 2 | (direction as u64) << 8 | trail & 0xff;
        node.cells[TRAIL..].copy_from_slice(&trail.to_le_bytes());
        node.cells[tile % SLOTS] = blank as u8;
        node.cells[self.geometry.blank % SLOTS] = from as u8;
        node.manhattan = (node.manhattan + 2 * u16::from(up)).wrapping_sub(1);
        node.depth += 1;
        node.fsm = fsm;
        node.budget = node.budget.wrapping_sub(up);
        let child = ProofChild { node, position: 0, set: 0, places: 0, tile: tile as u8, up, blank: from as u8 };
        (child, up)
    }
}

/// Half the excess after a move: it can have but two values, which differ in parity.
#[inline(always)]
fn stepped(excess: u8, up: u8, parity: u8) -> u8 {
    let lower = excess.wrapping_sub(up);
    lower.wrapping_add((lower ^ parity) & 1)
}

/// The tile in a cell.
#[inline(always)]
fn tile_at(cells: &[u8; SLOTS], cell: u8) -> usize {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_movemask_epi8, _mm_set_epi64x, _mm_set1_epi8};
        let word = |at: usize| i64::from_le_bytes(std::array::from_fn(|byte| cells[at + byte]));
        #[expect(unsafe_code, reason = "compares all cells at once: a loop takes several times as long")]
        // SAFETY: SSE2 is part of every processor of this kind.
        let mask = |at: usize| unsafe {
            let here = _mm_set_epi64x(word(at + 8), word(at));
            _mm_movemask_epi8(_mm_cmpeq_epi8(here, _mm_set1_epi8(cell as i8))) as u32
        };
        (mask(0) | mask(16) << 16).trailing_zeros() as usize % SLOTS
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        cells.iter().position(|&other| other == cell).unwrap_or_default()
    }
}

impl PartitionView {
    fn new(geometry: &Geometry, partition: &Partition) -> Self {
        let mut seen = Self {
            view: partition.view,
            pattern: [0; SLOTS],
            patterns: std::array::from_fn(|_| PatternView { table: None, tiles: [0; 8], count: 0 }),
        };
        let view = &geometry.views[partition.view];
        // The tile that is seen in a goal cell of the table.
        let original = |cell: usize| (0..SLOTS).position(|slot| usize::from(view.cell[slot]) == cell).unwrap_or(0);
        for (number, table) in partition.tables.iter().enumerate().take(MAX_PATTERNS) {
            let pattern = &mut seen.patterns[number];
            for cell in table.pattern().cells() {
                let tile = original(cell);
                pattern.tiles[pattern.count] = tile as u8;
                pattern.count += 1;
                seen.pattern[tile] = number as u8;
            }
            pattern.table = Some(table.clone());
        }
        seen
    }
}

impl PatternView {
    /// Occupied cells and places of its tiles.
    #[inline(always)]
    fn arrangement(&self, cells: &[u8; SLOTS], view: &View) -> (u32, u32) {
        match self.count {
            6 => self.arrangement_of::<6>(cells, view),
            7 => self.arrangement_of::<7>(cells, view),
            _ => self.arrangement_of_few(cells, view),
        }
    }

    #[inline(always)]
    fn arrangement_of<const N: usize>(&self, cells: &[u8; SLOTS], view: &View) -> (u32, u32) {
        let bits: [u32; N] =
            std::array::from_fn(|tile| view.bit[usize::from(cells[usize::from(self.tiles[tile]) % SLOTS]) % SLOTS]);
        let set = bits.iter().fold(0, |set, bit| set | bit);
        let mut places = 0;
        for (tile, bit) in bits.into_iter().enumerate() {
            places |= (set & (bit.wrapping_sub(1))).count_ones() << (3 * tile);
        }
        (set, places)
    }

    #[inline(always)]
    fn arrangement_of_few(&self, cells: &[u8; SLOTS], view: &View) -> (u32, u32) {
        let bit = |tile: usize| view.bit[usize::from(cells[usize::from(self.tiles[tile]) % SLOTS]) % SLOTS];
        let set = (0..self.count).fold(0, |set, tile| set | bit(tile));
        let place = |tile: usize| (set & (bit(tile).wrapping_sub(1))).count_ones();
        (set, (0..self.count).fold(0, |places, tile| places | place(tile) << (3 * tile)))
    }
}

/// The lists of one thread, kept between calls.
pub(super) struct Scratch {
    parents: Vec<Node>,
    children: Vec<ProofChild>,
    /// Numbers of the children that are left, and of those whose blank is in another region.
    open: Vec<u16>,
    elsewhere: Vec<u16>,
}

impl Default for Scratch {
    fn default() -> Self {
        let (many, empty) = (BATCH * 4, Vec::with_capacity);
        Self {
            parents: Vec::with_capacity(BATCH),
            children: Vec::with_capacity(many),
            open: empty(many),
            elsewhere: empty(many),
        }
    }
}

impl ProofKernel {
    /// Expands nodes of the stack, the last first, until it is empty, about `budget` nodes are generated, or a goal is
    /// found; its depth is returned.
    pub(super) fn dive(&self, stack: &mut Vec<Node>, counts: &mut Counts, scratch: &mut Scratch, budget: u64) -> bool {
        #[cfg(target_arch = "x86_64")]
        if crate::cpu::has_avx2_bmi2() {
            #[expect(
                unsafe_code,
                reason = "counting bits and shifting in one instruction each; measured to be worth it"
            )]
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { self.dive_modern(stack, counts, scratch, budget) };
        }
        self.dive_anywhere(stack, counts, scratch, budget)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt,avx2")]
    fn dive_modern(&self, stack: &mut Vec<Node>, counts: &mut Counts, scratch: &mut Scratch, budget: u64) -> bool {
        self.dive_anywhere(stack, counts, scratch, budget)
    }

    /// [`ProofKernel::dive`] for any processor.
    #[inline(always)]
    pub(super) fn dive_anywhere(
        &self,
        stack: &mut Vec<Node>,
        counts: &mut Counts,
        scratch: &mut Scratch,
        budget: u64,
    ) -> bool {
        let end = counts.generated.saturating_add(budget);
        while counts.generated < end && !stack.is_empty() {
            let first = stack.len().saturating_sub(BATCH);
            scratch.parents.clear();
            scratch.parents.extend(stack.drain(first..));
            counts.expanded += scratch.parents.len() as u64;
            if self.expand(stack, counts, scratch) {
                return true;
            }
        }
        false
    }

    /// Expands the parents; says whether there was a goal among the children.
    #[inline(always)]
    fn expand(&self, stack: &mut Vec<Node>, counts: &mut Counts, scratch: &mut Scratch) -> bool {
        let Scratch { parents, children, open, elsewhere } = scratch;
        children.clear();
        open.clear();
        for parent in parents.iter() {
            let blank = usize::from(parent.cells[self.geometry.blank % SLOTS]);
            let sources = self.geometry.sources[blank % SLOTS];
            let after = self.fsm.all_after(parent.fsm);
            for direction in 0..4 {
                let (from, fsm) = (sources[direction], after[direction]);
                if from == OUTSIDE || fsm == FORBIDDEN {
                    continue;
                }
                counts.generated += 1;
                let (mut child, up) = self.moved(parent, direction, usize::from(from), blank, fsm);
                if parent.budget < up {
                    continue;
                }
                if let Some(partition) = self.partitions.first() {
                    self.ask(partition, &mut child);
                }
                open.push(children.len() as u16);
                children.push(child);
            }
        }
        for number in 0..self.partitions.len() {
            counts.looked_up += open.len() as u64;
            self.phase(number, children, open, elsewhere);
        }
        for &child in open.iter() {
            let node = &children[usize::from(child)].node;
            if Self::is_goal(node) {
                return true;
            }
            stack.push(*node);
        }
        false
    }

    /// Computes where the entry of a child stands in a partition, and prefetches it.
    #[inline(always)]
    fn ask(&self, partition: &PartitionView, child: &mut ProofChild) {
        let view = &self.geometry.views[partition.view % self.geometry.views.len()];
        let pattern =
            &partition.patterns[usize::from(partition.pattern[usize::from(child.tile) % SLOTS]) % MAX_PATTERNS];
        let Some(table) = &pattern.table else { return };
        let (set, places) = pattern.arrangement(&child.node.cells, view);
        (child.set, child.places) = (set, places);
        child.position = table.index().position(set, places);
        prefetch(table.lines(), child.position);
    }

    /// Reads the entries of the open children in one partition, cuts, and asks for the next partition's.
    #[inline(always)]
    fn phase(&self, number: usize, children: &mut [ProofChild], open: &mut Vec<u16>, elsewhere: &mut Vec<u16>) {
        let (partition, next) = (&self.partitions[number], self.partitions.get(number + 1));
        let view = &self.geometry.views[partition.view % self.geometry.views.len()];
        let mut kept = 0;
        elsewhere.clear();
        for at in 0..open.len() {
            let child_number = open[at];
            let child = &mut children[usize::from(child_number)];
            let own = usize::from(partition.pattern[usize::from(child.tile) % SLOTS]) % MAX_PATTERNS;
            let Some(table) = &partition.patterns[own].table else { continue };
            let blank = usize::from(view.cell[usize::from(child.blank) % SLOTS]);
            let Some(parity) = entry(table.lines(), child.position, blank) else {
                child.position = table.index().other_position(child.set, child.places);
                prefetch(table.lines(), child.position);
                elsewhere.push(child_number);
                continue;
            };
            if child.keeps(number, own, parity) {
                if let Some(next) = next {
                    self.ask(next, child);
                }
                open[kept] = child_number;
                kept += 1;
            }
        }
        open.truncate(kept);
        for &child_number in elsewhere.iter() {
            let child = &mut children[usize::from(child_number)];
            let own = usize::from(partition.pattern[usize::from(child.tile) % SLOTS]) % MAX_PATTERNS;
            let Some(table) = &partition.patterns[own].table else { continue };
            let blank = usize::from(view.cell[usize::from(child.blank) % SLOTS]);
            let parity = loop {
                match entry(table.lines(), child.position, blank) {
                    Some(parity) => break parity,
                    None => child.position += table.index().next_region(),
                }
            };
            if child.keeps(number, own, parity) {
                if let Some(next) = next {
                    self.ask(next, child);
                }
                open.push(child_number);
            }
        }
    }
}

impl ProofChild {
    /// Notes its excess in a partition; says whether the partition lets it live.
    #[inline(always)]
    fn keeps(&mut self, partition: usize, own: usize, parity: u8) -> bool {
        let parts = &mut self.node.excess[partition % MAX_PARTITIONS];
        parts[own] = stepped(parts[own], self.up, parity);
        let sum = u32::from_le_bytes(*parts).wrapping_mul(0x0101_0101) >> 24;
        sum <= u32::from(self.node.budget)
    }
}

/// Asks for a line before it is needed.
#[inline(always)]
fn prefetch(lines: &[[u8; LINE_BYTES]], position: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = lines.as_ptr().wrapping_add(position / 512).cast::<i8>();
        #[expect(unsafe_code, reason = "waiting for memory is most of the time, and this is what overlaps the waits")]
        // SAFETY: a prefetch is only a hint; it reads nothing and faults at no address.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(address);
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (lines, position);
}
