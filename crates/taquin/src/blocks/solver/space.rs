//! All positions within reach of a start, by their distance from the solved ones among them.

use super::{
    super::{Metric, Puzzle, State},
    bits::{Bits, Wide},
    layout::Layout,
    plan::Plan,
    side::{Side, Target, Worker},
    table::Key,
    trace,
};
use crate::search::Status;

/// The layers of a whole space, from the solved positions outwards, listed as it is pumped.
pub(in super::super) struct Space {
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
    layout: Layout<B, K>,
    worker: Worker<B, K>,
    /// First from the start, to find the solved positions, then from these.
    side: Side<K>,
    is_from_solved: bool,
    limit: u64,
    status: Status,
    start: State,
}

/// Positions generated at a time, however large the budget, so that the positions of a layer always come in the same
/// order.
const AT_A_TIME: u64 = 10_000;

impl Space {
    /// Begins a list of at most `limit` positions; `None` if they are too large to be packed.
    pub(in super::super) fn new(puzzle: &Puzzle, metric: Metric, limit: u64) -> Option<Self> {
        let plan = Plan::new(puzzle);
        let listing = match (plan.board_bits, plan.key_bits) {
            (..=64, ..=63) => listing::<u64, u64>(puzzle, plan, metric, limit),
            (_, ..=super::MAX_KEY_BITS) => listing::<Wide, Wide>(puzzle, plan, metric, limit),
            _ => return None,
        };
        Some(Self { listing })
    }

    /// Works on for about `budget` positions: [`Status::Solved`] once all are listed, [`Status::Exhausted`] if none of
    /// them is solved, [`Status::Full`] if there are more than the limit.
    pub(in super::super) fn run(&mut self, budget: u64) -> Status {
        self.listing.run(budget)
    }

    /// Positions found so far.
    pub(in super::super) fn found(&self) -> u64 {
        self.listing.found()
    }

    /// The greatest distance.
    pub(in super::super) fn depth(&self) -> usize {
        self.listing.depth()
    }

    /// Positions at this distance.
    pub(in super::super) fn len(&self, depth: usize) -> usize {
        self.listing.len(depth)
    }

    /// One of them.
    pub(in super::super) fn state(&self, depth: usize, index: usize) -> State {
        self.listing.state(depth, index)
    }
}

fn listing<B: Bits, K: Key>(puzzle: &Puzzle, plan: Plan, metric: Metric, limit: u64) -> Box<dyn Listing + Send> {
    let layout = Layout::<B, K>::new(plan, metric);
    let side = side(&[trace::start(&layout, puzzle)], &layout);
    let (worker, start) = (Worker::new(&layout, true), puzzle.start());
    // Some goal block may not get to its place even if it were alone on the board.
    let status = if layout.plan().goals.is_empty() { Status::Exhausted } else { Status::Paused };
    Box::new(Typed { layout, worker, side, is_from_solved: false, limit, status, start })
}

/// The layers round these positions, none of them listed yet.
fn side<B: Bits, K: Key>(origin: &[K], layout: &Layout<B, K>) -> Side<K> {
    let mut side = Side::new(origin, layout.plan().key_bits);
    side.layers.keep_keys();
    side
}

impl<B: Bits, K: Key> Typed<B, K> {
    /// Works on for a while; returns what is left of the budget.
    fn work(&mut self, budget: u64) -> u64 {
        let Self { side, layout, worker, .. } = self;
        if side.layers.current().is_empty() {
            self.turn();
            return budget;
        }
        if side.is_layer_done() {
            side.descend();
            return budget;
        }
        let budget = side.refill(budget);
        if budget == 0 {
            return 0;
        }
        if !side.has_room(1) {
            side.make_room(u64::MAX);
            return budget;
        }
        let generated = side.expand(layout, Target::Nothing, worker, u64::MAX, AT_A_TIME).generated;
        if side.stored() > self.limit {
            self.status = Status::Full;
        }
        budget.saturating_sub(generated)
    }

    /// All positions are listed: begins again from the solved ones, or is done.
    fn turn(&mut self) {
        if self.is_from_solved {
            self.status = Status::Solved;
            return;
        }
        let all = &self.side.layers;
        let solved: Vec<K> = all.keys(0..all.len()).filter(|&key| self.layout.is_goal(key)).collect();
        if solved.is_empty() {
            self.status = Status::Exhausted;
        } else {
            self.side = side(&solved, &self.layout);
            self.is_from_solved = true;
        }
    }
}

impl<B: Bits, K: Key> Listing for Typed<B, K> {
    fn run(&mut self, budget: u64) -> Status {
        let mut left = budget;
        while self.status == Status::Paused && left > 0 {
            left = self.work(left);
        }
        self.status
    }

    fn found(&self) -> u64 {
        self.side.stored()
    }

    fn depth(&self) -> usize {
        // The last layer is the empty one after all others.
        self.side.depth() - 1
    }

    fn len(&self, depth: usize) -> usize {
        self.side.layers.layer(depth).len()
    }

    fn state(&self, depth: usize, index: usize) -> State {
        let mut position = self.layout.blank();
        self.layout.unpack(self.side.layers.key(self.side.layers.layer(depth).start + index), &mut position);
        let mut corners = self.start.corners().to_vec();
        for (class, anchors) in position.anchors.iter().enumerate() {
            let plan = self.layout.plan();
            for (&block, anchor) in plan.classes[class].blocks.iter().zip(anchors.ones()) {
                corners[block] = plan.corner(class, anchor);
            }
        }
        State::new(corners)
    }
}
