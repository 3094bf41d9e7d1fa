//! Best-first search: A\*, its weighted variants and greedy best-first search in one loop; only their [`Rank`] differs.
//!
//! States are compared by their full contents, never by a hash alone. A node to which a shorter path is found is opened
//! again: the proven bounds of the weighted ranks, and the optimality of A\* under inconsistent heuristics, rest on that.
//!
//! Memory is what limits these searches, so nodes are packed: for boards of up to 16 cells, 16 bytes hold a state, its
//! depth, its heuristic value and the move that led there. The heuristic's memo is recomputed when a node is expanded,
//! and the open list takes four bytes for each of its nodes.

mod nodes;
mod open;

use super::{Cost, Heuristic, Phase, Search, Space, Stats, Status, rank::Rank, sharded_table::ShardedTable};
use nodes::{NodeRecord, Nodes};
use open::{LengthHistogram, OpenList};
use std::fmt;

/// A space whose states and moves can be packed into few bits.
pub trait Compact: Space {
    /// Number of words that a state takes, the same for every state of the space.
    fn words(&self) -> usize;

    /// Packs a state. Equal states give equal words, and different states give different words.
    fn pack(&self, state: &Self::State, words: &mut [u64]);

    /// The state that [`Compact::pack`] wrote.
    fn unpack(&self, words: &[u64]) -> Self::State;

    /// The number of a move, below 63.
    fn number(&self, mv: Self::Move) -> u8;

    /// The move with a number that [`Compact::number`] gave.
    fn numbered(&self, number: u8) -> Self::Move;
}

/// A best-first search from a start to a goal.
pub struct BestFirst<P: Compact, H> {
    space: P,
    heuristic: H,
    rank: Rank,
    nodes: Nodes,
    open: OpenList,
    lengths: LengthHistogram,
    /// Depth of the node that was expanded last; used by AlphA\*.
    last_depth: Cost,
    memory_limit: u64,
    /// Buffer for a packed state.
    packed: Vec<u64>,
    stats: Stats,
    status: Status,
    solution: Option<Vec<P::Move>>,
}

impl<P: Compact, H> fmt::Debug for BestFirst<P, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BestFirst")
            .field("rank", &self.rank)
            .field("status", &self.status)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl<P: Compact, H: Heuristic<P>> BestFirst<P, H> {
    /// A search of `space` from `start`.
    ///
    /// - `heuristic`: admissible; it need not be consistent;
    /// - `rank`: the order in which nodes are expanded;
    /// - `memory_limit`: bytes that nodes, open list and the heuristic's tables may take; beyond that the search ends with
    ///   [`Status::Full`].
    pub fn new(space: P, heuristic: H, start: &P::State, rank: Rank, memory_limit: u64) -> Self {
        let h = heuristic.value(heuristic.start(start));
        let words = space.words();
        let mut search = Self {
            nodes: Nodes::new(words),
            open: OpenList::default(),
            lengths: LengthHistogram::new(h),
            last_depth: 0,
            packed: vec![0; words],
            space,
            heuristic,
            rank,
            memory_limit,
            stats: Stats { lower_bound: h, phase: Phase::Searching { depth: 0 }, ..Stats::default() },
            status: Status::Paused,
            solution: None,
        };
        search.space.pack(start, &mut search.packed);
        if !search.reach(NodeRecord { g: 0, h, mv: None, off_front: false, closed: false }) {
            search.status = Status::Full;
        }
        search.measure();
        search
    }

    /// Expands the best open node, or ends the search.
    fn step(&mut self) {
        let Some(index) = self.best_open() else {
            self.status = Status::Exhausted;
            return;
        };
        let state = self.space.unpack(self.nodes.state(index));
        if self.space.is_goal(&state) {
            self.solution = Some(self.path_to(state));
            self.status = Status::Solved;
            return;
        }
        let node = self.nodes.node(index);
        self.nodes.replace(index, NodeRecord { closed: true, ..node });
        if !self.expand(&state, node) {
            self.status = Status::Full;
            return;
        }
        self.lengths.remove(node.g + node.h);
        self.stats.lower_bound = self.lengths.lowest();
        self.last_depth = node.g;
    }

    /// Takes the best node off the open list, skipping entries that a shorter path to their node has made obsolete.
    fn best_open(&mut self) -> Option<u32> {
        loop {
            let (value, index) = self.open.pop()?;
            let node = self.nodes.node(index);
            if !node.closed && self.rank.value(node.g, node.h, node.off_front) == value {
                return Some(index);
            }
        }
    }

    /// Generates the successors of a node; returns whether there was room for them all.
    fn expand(&mut self, state: &P::State, node: NodeRecord) -> bool {
        self.stats.expanded += 1;
        let memo = self.heuristic.start(state);
        let off_front = node.g < self.last_depth;
        for mv in self.space.moves(state, node.mv.map(|number| self.space.numbered(number))) {
            self.stats.generated += 1;
            let h = self.heuristic.value(self.heuristic.step(memo, state, mv));
            let mut next = state.clone();
            self.space.apply(&mut next, mv);
            self.space.pack(&next, &mut self.packed);
            let mv = Some(self.space.number(mv));
            if !self.reach(NodeRecord { g: node.g + 1, h, mv, off_front, closed: false }) {
                return false;
            }
        }
        true
    }

    /// Records a path to the packed state, which is opened if the path is new or shorter; returns whether there was room.
    fn reach(&mut self, node: NodeRecord) -> bool {
        let hash = nodes::hash(&self.packed);
        let known = self.nodes.find(hash, &self.packed);
        let former = known.map(|index| self.nodes.node(index));
        if former.is_some_and(|former| former.g <= node.g) {
            return true;
        }
        if !self.has_room(hash, node.g) {
            return false;
        }
        let index = match known {
            Some(index) => {
                self.nodes.replace(index, node);
                index
            }
            None => self.nodes.insert(hash, &self.packed, node),
        };
        self.open.push(self.rank.value(node.g, node.h, node.off_front), node.h, index);
        self.lengths.add(node.g + node.h);
        if let Some(former) = former.filter(|former| !former.closed) {
            self.lengths.remove(former.g + former.h);
        }
        true
    }

    /// Can another node be stored within the limit? Checked before memory grows, never after.
    fn has_room(&self, hash: u64, depth: Cost) -> bool {
        let growth = self.nodes.growth(hash) + OpenList::GROWTH;
        self.bytes() + growth <= self.memory_limit && depth <= NodeRecord::MAX_DEPTH && self.nodes.len() < u32::MAX
    }

    fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.open.bytes() + self.heuristic.table_bytes()
    }

    fn measure(&mut self) {
        self.stats.stored = u64::from(self.nodes.len());
        self.stats.peak_bytes = self.stats.peak_bytes.max(self.bytes());
    }

    /// The moves from the start to a state, found by going back: undoing a stored move leads to a state of smaller depth.
    fn path_to(&self, mut state: P::State) -> Vec<P::Move> {
        let mut path = Vec::new();
        let mut packed = self.packed.clone();
        loop {
            self.space.pack(&state, &mut packed);
            let index = self.nodes.find(nodes::hash(&packed), &packed).expect("every state on the path is stored");
            let Some(number) = self.nodes.node(index).mv else { break };
            let mv = self.space.numbered(number);
            path.push(mv);
            self.space.apply(&mut state, self.space.inverse(mv));
        }
        path.reverse();
        path
    }
}

impl<P: Compact, H: Heuristic<P>> Search for BestFirst<P, H> {
    type Move = P::Move;

    fn run(&mut self, budget: u64) -> Status {
        let end = self.stats.generated.saturating_add(budget);
        while self.status == Status::Paused && self.stats.generated < end {
            self.step();
        }
        self.measure();
        self.stats.phase = Phase::Searching { depth: self.last_depth };
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn solution(&self) -> Option<&[P::Move]> {
        self.solution.as_deref()
    }
}
