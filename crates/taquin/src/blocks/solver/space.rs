//! All positions within reach of a start, by their distance from the solved ones among them.

use super::{
    super::{Metric, Puzzle, State},
    bits::{Bits, Wide},
    layers::Planes,
    layout::Layout,
    plan::Plan,
    side::{Side, Target, Worker},
    table::Key,
    trace,
};

/// The layers of a whole space, from the solved positions outwards.
pub(in super::super) struct Space {
    layers: Box<dyn Layers>,
}

trait Layers {
    fn sizes(&self) -> Vec<usize>;
    fn state(&self, depth: usize, index: usize) -> State;
}

struct Typed<B, K> {
    layout: Layout<B, K>,
    layers: Vec<Planes>,
    start: State,
    key: std::marker::PhantomData<K>,
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

fn typed<B: Bits, K: Key>(puzzle: &Puzzle, plan: Plan, metric: Metric, limit: usize) -> Option<Box<dyn Layers>> {
    let layout = Layout::<B, K>::new(plan, metric);
    let mut position = layout.blank();
    layout.unpack(layout.pack(&trace::anchors(&layout, &puzzle.start())), &mut position);
    let all = explore(&layout, vec![layout.canonical(&position)], limit)?;
    let is_goal = |&key: &K| layout.is_goal(key);
    let solved: Vec<K> = all.iter().flat_map(Planes::keys::<K>).filter(is_goal).collect();
    if solved.is_empty() {
        return None;
    }
    let layers = explore(&layout, solved, limit)?;
    Some(Box::new(Typed { layout, layers, start: puzzle.start(), key: std::marker::PhantomData }))
}

/// All layers round these positions; `None` if there are too many positions.
fn explore<B: Bits, K: Key>(layout: &Layout<B, K>, origin: Vec<K>, limit: usize) -> Option<Vec<Planes>> {
    let mut side = Side::new(origin, layout.plan().key_bits, layout.max_hops());
    let mut workers = [Worker::new(layout)];
    while !side.current.is_empty() {
        if side.is_layer_done() {
            side.descend();
        } else {
            if side.table.room() == 0 {
                side.make_room();
            }
            side.expand(layout, Target::Nothing, &mut workers, u64::MAX);
        }
        if side.stored() > limit as u64 {
            return None;
        }
    }
    Some(side.history)
}

impl<B: Bits, K: Key> Layers for Typed<B, K> {
    fn sizes(&self) -> Vec<usize> {
        self.layers.iter().map(Planes::len).collect()
    }

    fn state(&self, depth: usize, index: usize) -> State {
        let mut position = self.layout.blank();
        let key: K = self.layers[depth].key(index);
        self.layout.unpack(key, &mut position);
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
