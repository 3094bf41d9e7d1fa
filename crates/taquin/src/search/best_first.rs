//! Best-first search: A\*, its weighted relatives and pure greed in one loop; only their [`Rank`] differs.
//!
//! States are told apart by their full contents, never by a hash of them. A node whose shortest known way gets
//! shorter is opened again: the proven bounds of the weighted ranks, and the optimality of A\* under heuristics that
//! are not consistent, rest on that.
//!
//! Memory is what limits these searches, so nodes are packed: for boards of 16 cells 16 bytes hold a state, its
//! depth, its bound and the move that led there; the heuristic's memo is computed anew when a node is expanded, and
//! the open list holds four bytes for each of its nodes.

mod nodes;
mod open;

use super::{Cost, Heuristic, Phase, Search, Space, Stats, Status, rank::Rank, tables::Tables};
use nodes::{Node, Nodes};
use open::{Frontier, Open};

/// A space whose states and moves can be written in few bits.
pub trait Compact: Space {
    /// How many words a state takes, the same for every state of the space.
    fn words(&self) -> usize;

    /// Writes a state. Equal states give equal words, different ones different words.
    fn pack(&self, state: &Self::State, words: &mut [u64]);

    /// Reads what [`Compact::pack`] wrote.
    fn unpack(&self, words: &[u64]) -> Self::State;

    /// The number of a move, below 63.
    fn number(&self, mv: Self::Move) -> u8;

    /// The move of a number.
    fn numbered(&self, number: u8) -> Self::Move;
}

/// A best-first search from a start to a goal.
pub struct BestFirst<P: Compact, H> {
    space: P,
    heuristic: H,
    rank: Rank,
    nodes: Nodes,
    open: Open,
    frontier: Frontier,
    /// The depth of the node that was expanded last; AlphA\* asks for it.
    last_depth: Cost,
    memory_limit: u64,
    /// Where a state is packed, to be looked up.
    packed: Vec<u64>,
    stats: Stats,
    status: Status,
    solution: Option<Vec<P::Move>>,
}

impl<P: Compact, H: Heuristic<P>> BestFirst<P, H> {
    /// A search of `space` from `start`.
    ///
    /// - `heuristic`: admissible; it need not be consistent;
    /// - `rank`: which node comes next;
    /// - `memory_limit`: bytes that nodes, open list and the heuristic's tables may take before the search ends with
    ///   [`Status::Full`].
    pub fn new(space: P, heuristic: H, start: &P::State, rank: Rank, memory_limit: u64) -> Self {
        let h = heuristic.value(heuristic.start(start));
        let words = space.words();
        let mut search = Self {
            nodes: Nodes::new(words),
            open: Open::default(),
            frontier: Frontier::new(h),
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
        if !search.reach(Node { g: 0, h, mv: None, strays: false, closed: false }) {
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
        self.nodes.replace(index, Node { closed: true, ..node });
        if !self.expand(&state, node) {
            self.status = Status::Full;
            return;
        }
        self.frontier.remove(node.g + node.h);
        self.stats.lower_bound = self.frontier.lowest();
        self.last_depth = node.g;
    }

    /// Takes the best node off the open list, passing over entries that a shorter way to their node made void.
    fn best_open(&mut self) -> Option<u32> {
        loop {
            let (value, index) = self.open.pop()?;
            let node = self.nodes.node(index);
            if !node.closed && self.rank.value(node.g, node.h, node.strays) == value {
                return Some(index);
            }
        }
    }

    /// Generates the successors of a node; says whether there was room for them all.
    fn expand(&mut self, state: &P::State, node: Node) -> bool {
        self.stats.expanded += 1;
        let memo = self.heuristic.start(state);
        let strays = node.g < self.last_depth;
        for mv in self.space.moves(state, node.mv.map(|number| self.space.numbered(number))) {
            self.stats.generated += 1;
            let h = self.heuristic.value(self.heuristic.step(memo, state, mv));
            let mut next = state.clone();
            self.space.apply(&mut next, mv);
            self.space.pack(&next, &mut self.packed);
            let mv = Some(self.space.number(mv));
            if !self.reach(Node { g: node.g + 1, h, mv, strays, closed: false }) {
                return false;
            }
        }
        true
    }

    /// Records a way to the packed state: it is opened if the way is new or shorter. Says whether there was room.
    fn reach(&mut self, node: Node) -> bool {
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
        self.open.push(self.rank.value(node.g, node.h, node.strays), node.h, index);
        self.frontier.add(node.g + node.h);
        if let Some(former) = former.filter(|former| !former.closed) {
            self.frontier.remove(former.g + former.h);
        }
        true
    }

    /// Can another node be stored within the limit? Asked before memory grows, never after.
    fn has_room(&self, hash: u64, depth: Cost) -> bool {
        let growth = self.nodes.growth(hash) + Open::GROWTH;
        self.bytes() + growth <= self.memory_limit && depth <= Node::MAX_DEPTH && self.nodes.len() < u32::MAX
    }

    fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.open.bytes() + self.heuristic.table_bytes()
    }

    fn measure(&mut self) {
        self.stats.stored = u64::from(self.nodes.len());
        self.stats.peak_bytes = self.stats.peak_bytes.max(self.bytes());
    }

    /// The moves from the start, found by going back. Each stored move leads to a state of lesser depth.
    fn path_to(&self, mut state: P::State) -> Vec<P::Move> {
        let mut path = Vec::new();
        let mut packed = self.packed.clone();
        loop {
            self.space.pack(&state, &mut packed);
            let index = self.nodes.find(nodes::hash(&packed), &packed).expect("every state on the way is stored");
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
