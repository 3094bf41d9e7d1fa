//! All positions within reach of a start, by their distance from the solved ones among them.

use super::{
    bits::{Bits, Words},
    commuting::Last,
    encoding::Encoding,
    frontier::{Frontier, Room},
    graph::Graph,
    movegen::Group,
};
use crate::{
    blocks::{Metric, Puzzle, State},
    search::Status,
};

/// The layers of a whole space, from the solved positions outwards, listed as it is pumped.
pub(in crate::blocks) struct Distances {
    listing: Box<dyn Listing + Send>,
}

trait Listing {
    fn run(&mut self, budget: u64) -> Status;
    fn found(&self) -> u64;
    fn depth(&self) -> usize;
    fn len(&self, depth: usize) -> usize;
    fn state(&self, depth: usize, index: usize) -> State;
}

struct Typed<B, K> {
    puzzle: Puzzle,
    graph: Graph<B, K>,
    group: Group<B, K>,
    /// First from the start, to find the solved positions, then from these.
    layers: Frontier<K>,
    is_from_solved: bool,
    limit: u64,
    status: Status,
}

/// Positions expanded before what they lead to is added.
const TOGETHER: usize = 64;

impl Distances {
    /// Begins a list of at most `limit` positions; `None` if they are too large to be packed, or moves have no way back.
    pub(in crate::blocks) fn new(puzzle: &Puzzle, metric: Metric, limit: u64) -> Option<Self> {
        let encoding = Encoding::new(puzzle);
        if !encoding.is_reversible() {
            return None;
        }
        let listing = match (encoding.board.bits, encoding.key_bits) {
            (..=63, ..=64) => listing::<u64, u64>(puzzle, encoding, metric, limit),
            (..=255, ..=256) => listing::<Words<4>, Words<4>>(puzzle, encoding, metric, limit),
            _ => return None,
        };
        Some(Self { listing })
    }

    /// Works on for about `budget` positions: [`Status::Solved`] once all are listed, [`Status::Exhausted`] if none of
    /// them is solved, [`Status::Full`] if there are more than the limit.
    pub(in crate::blocks) fn run(&mut self, budget: u64) -> Status {
        self.listing.run(budget)
    }

    /// Positions found so far.
    pub(in crate::blocks) fn found(&self) -> u64 {
        self.listing.found()
    }

    /// The greatest distance.
    pub(in crate::blocks) fn depth(&self) -> usize {
        self.listing.depth()
    }

    /// Positions at this distance.
    pub(in crate::blocks) fn len(&self, depth: usize) -> usize {
        self.listing.len(depth)
    }

    /// One of them.
    pub(in crate::blocks) fn state(&self, depth: usize, index: usize) -> State {
        self.listing.state(depth, index)
    }
}

fn listing<B: Bits, K: Bits>(
    puzzle: &Puzzle,
    encoding: Encoding,
    metric: Metric,
    limit: u64,
) -> Box<dyn Listing + Send> {
    let graph = Graph::<B, K>::new(puzzle, encoding, metric);
    // Some goal block may not get to its place even if it were alone on the board.
    let status = if graph.has_goals() { Status::Paused } else { Status::Exhausted };
    let (layers, group) = (layers(&[graph.start], &graph), graph.movegen.group());
    Box::new(Typed { puzzle: puzzle.clone(), graph, group, layers, is_from_solved: false, limit, status })
}

/// The layers round these positions, none of them listed yet.
fn layers<B: Bits, K: Bits>(origin: &[K], graph: &Graph<B, K>) -> Frontier<K> {
    Frontier::new(origin, graph.key_bits(), 1, true, true)
}

impl<B: Bits, K: Bits> Typed<B, K> {
    /// Works on for a while; returns what is left of the budget.
    fn work(&mut self, budget: u64) -> u64 {
        if self.layers.current_len() == 0 {
            self.turn();
            return budget;
        }
        if self.layers.left() == 0 {
            self.layers.descend();
            return budget;
        }
        if let Room::Busy(done) = self.layers.make_room(64 * TOGETHER, u64::MAX, budget) {
            return budget - done.min(budget);
        }
        let mut found = Vec::new();
        let shard = self.layers.read(0);
        let taken = shard.take(TOGETHER.min(usize::try_from(budget).unwrap_or(TOGETHER)));
        let positions: Vec<(K, Last)> = taken.map(|index| shard.layers.position(index)).collect();
        self.graph.successors(&mut self.group, &positions, |key, last| found.push((key, last)));
        drop(shard);
        self.layers.write(0).insert(&found, |_| {});
        if self.layers.stored() > self.limit {
            self.status = Status::Full;
        }
        budget.saturating_sub(found.len() as u64)
    }

    /// All positions are listed: begins again from the solved ones, or is done.
    fn turn(&mut self) {
        if self.is_from_solved {
            self.status = Status::Solved;
            return;
        }
        let solved: Vec<K> = {
            let all = &self.layers.read(0).layers;
            (0..all.len()).map(|at| all.key(at)).filter(|&key| self.graph.is_goal(key)).collect()
        };
        if solved.is_empty() {
            self.status = Status::Exhausted;
        } else {
            self.layers = layers(&solved, &self.graph);
            self.is_from_solved = true;
        }
    }
}

impl<B: Bits, K: Bits> Listing for Typed<B, K> {
    fn run(&mut self, budget: u64) -> Status {
        let mut left = budget;
        while self.status == Status::Paused && left > 0 {
            left = self.work(left);
        }
        self.status
    }

    fn found(&self) -> u64 {
        self.layers.stored()
    }

    fn depth(&self) -> usize {
        // The last layer is the empty one after all others.
        self.layers.depth() - 1
    }

    fn len(&self, depth: usize) -> usize {
        self.layers.read(0).layers.layer(depth).len()
    }

    fn state(&self, depth: usize, index: usize) -> State {
        let layers = &self.layers.read(0).layers;
        self.graph.encoding().state(layers.key(layers.layer(depth).start + index), &self.puzzle)
    }
}
