//! All positions within reach of a start, by their distance from the solved ones among them.

use super::{
    super::{Metric, Puzzle, State},
    bits::{Bits, Wide},
    layers::Layers,
    layout::Layout,
    plan::Plan,
    side::{Side, Target, Worker},
    table::Key,
    trace,
};

/// The layers of a whole space, from the solved positions outwards.
pub(in super::super) struct Space {
    layers: Box<dyn Typeless>,
}

trait Typeless {
    fn sizes(&self) -> Vec<usize>;
    fn state(&self, depth: usize, index: usize) -> State;
}

struct Typed<B, K> {
    layout: Layout<B, K>,
    layers: Layers<K>,
    start: State,
}

impl Space {
    /// `None` if there are more than `limit` positions, or none is solved, or they are too complex.
    pub(in super::super) fn new(puzzle: &Puzzle, metric: Metric, limit: usize) -> Option<Self> {
        let plan = Plan::new(puzzle);
        let layers = match (plan.board_bits, plan.key_bits) {
            (..=64, ..=63) => typed::<u64, u64>(puzzle, plan, metric, limit)?,
            (_, ..=super::MAX_KEY_BITS) => typed::<Wide, Wide>(puzzle, plan, metric, limit)?,
            _ => return None,
        };
        Some(Self { layers })
    }

    /// The greatest distance.
    pub(in super::super) fn depth(&self) -> usize {
        self.layers.sizes().len() - 1
    }

    /// Positions at this distance.
    pub(in super::super) fn len(&self, depth: usize) -> usize {
        self.layers.sizes()[depth]
    }

    /// One of them.
    pub(in super::super) fn state(&self, depth: usize, index: usize) -> State {
        self.layers.state(depth, index)
    }
}

fn typed<B: Bits, K: Key>(puzzle: &Puzzle, plan: Plan, metric: Metric, limit: usize) -> Option<Box<dyn Typeless>> {
    let layout = Layout::<B, K>::new(plan, metric);
    let mut position = layout.blank();
    layout.unpack(layout.pack(&trace::anchors(&layout, &puzzle.start())), &mut position);
    let all = explore(&layout, &[layout.canonical(&position)], limit)?;
    let is_goal = |&key: &K| layout.is_goal(key);
    let solved: Vec<K> = all.keys(0..all.len()).filter(is_goal).collect();
    if solved.is_empty() {
        return None;
    }
    let layers = explore(&layout, &solved, limit)?;
    Some(Box::new(Typed { layout, layers, start: puzzle.start() }))
}

/// All layers round these positions; `None` if there are too many positions.
fn explore<B: Bits, K: Key>(layout: &Layout<B, K>, origin: &[K], limit: usize) -> Option<Layers<K>> {
    let mut side = Side::new(origin, layout.plan().key_bits);
    side.layers.keep_keys();
    let mut worker = Worker::new(layout);
    while !side.layers.current().is_empty() {
        if side.is_layer_done() {
            side.descend();
        } else {
            if side.table.room() == 0 {
                side.make_room(u64::MAX);
                side.refill(u64::MAX);
            }
            side.expand(layout, Target::Nothing, &mut worker, u64::MAX, u64::MAX);
        }
        if side.stored() > limit as u64 {
            return None;
        }
    }
    Some(side.layers)
}

impl<B: Bits, K: Key> Typeless for Typed<B, K> {
    fn sizes(&self) -> Vec<usize> {
        (0..self.layers.depth()).map(|depth| self.layers.layer(depth).len()).collect()
    }

    fn state(&self, depth: usize, index: usize) -> State {
        let mut position = self.layout.blank();
        self.layout.unpack(self.layers.key(self.layers.layer(depth).start + index), &mut position);
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
