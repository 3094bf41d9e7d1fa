//! From the layers of a finished search to the moves of real blocks.

use super::{
    super::{Direction, Move, Puzzle, State},
    bits::Bits,
    layers::{Layers, Trace},
    layout::{Group, Hops, Last, Layout, Position},
    side::Side,
    table::Key,
};
use std::ops::Range;

/// The positions from the origin of a search to one that it found at this distance, without the latter; nearest to
/// `found` first.
pub(super) fn ancestors<B: Bits, K: Key>(layout: &Layout<B, K>, side: &Side<K>, found: K, distance: usize) -> Vec<K> {
    let mut group = Group::new(layout, 1);
    let mut parents = |child: K, depth: usize| {
        let mut parents = Parents { layer: side.layers.layer(depth), ..Parents::default() };
        layout.find_hops(&mut group, &[(child, Last::default())]);
        layout.after_each(&group, |key, _| parents.add(key));
        parents
    };
    let mut path = Vec::new();
    let mut open: Vec<Parents<K>> = (0..distance).next_back().map(|depth| parents(found, depth)).into_iter().collect();
    // Each position was reached from one of the layer before. A mark may be that of another, which has no parents.
    while let Some(level) = open.last_mut() {
        match level.next(&side.layers) {
            Some(parent) => {
                path.push(parent);
                match distance - path.len() {
                    0 => break,
                    depth => open.push(parents(parent, depth - 1)),
                }
            }
            None => {
                open.pop();
                path.pop();
            }
        }
    }
    path
}

/// The parents of a position: those of its neighbours that are in the layer before. They are quick to tell from the many
/// that are not.
struct Parents<K> {
    neighbours: Vec<K>,
    filter: [u64; 16],
    /// The part of the layer that is still to be looked at.
    layer: Range<usize>,
    /// Parents found that are not tried yet.
    found: Vec<K>,
}

impl<K> Default for Parents<K> {
    fn default() -> Self {
        Self { neighbours: Vec::new(), filter: [0; 16], layer: 0..0, found: Vec::new() }
    }
}

impl<K: Key> Parents<K> {
    fn add(&mut self, key: K) {
        let mark = key.mark();
        self.filter[(mark >> 28) as usize] |= 1 << (mark >> 22 & 63);
        self.neighbours.push(key);
    }

    /// The next parent, or what looks like one by its mark.
    fn next(&mut self, layers: &Layers<K>) -> Option<K> {
        while self.found.is_empty() {
            let filter = &self.filter;
            let may_be = |mark: u32| filter[(mark >> 28) as usize] >> (mark >> 22 & 63) & 1 != 0;
            let trace = layers.find(&mut self.layer, may_be)?;
            let is_parent = |key: &K| match trace {
                Trace::Key(parent) => *key == parent,
                Trace::Mark(mark) => key.mark() == mark,
            };
            self.found.extend(self.neighbours.iter().copied().filter(is_parent));
        }
        self.found.pop()
    }
}

/// The moves of real blocks that lead through these positions, of which each is the least of its images.
pub(super) fn moves<B: Bits, K: Key>(layout: &Layout<B, K>, puzzle: &Puzzle, path: &[K]) -> Vec<Move> {
    let mut state = puzzle.start();
    let (mut group, mut position) = (Group::new(layout, 1), layout.blank());
    let mut moves: Vec<Move> = Vec::new();
    for &target in path {
        let mut hop = None;
        let key = layout.pack(&anchors(layout, &state));
        layout.unpack(key, &mut position);
        layout.find_hops(&mut group, &[(key, Last::default())]);
        for candidate in group.hops().iter().flat_map(|hops| hops.each()) {
            layout.after(&group, candidate, |key, _| hop = hop.or((key == target).then_some(candidate)));
        }
        let Some(mv) = hop.and_then(|hop| real_move(layout, &position, &state, hop)) else { return moves };
        if state.apply(puzzle, &mv).is_err() {
            return moves;
        }
        match moves.last_mut() {
            Some(last) if last.block == mv.block => {
                last.to = mv.to;
                last.path.extend(mv.path);
            }
            _ => moves.push(mv),
        }
    }
    moves
}

/// The start, packed: the least of its images.
pub(super) fn start<B: Bits, K: Key>(layout: &Layout<B, K>, puzzle: &Puzzle) -> K {
    let mut position = layout.blank();
    layout.unpack(layout.pack(&anchors(layout, &puzzle.start())), &mut position);
    layout.canonical(&position)
}

/// The anchors of each class's blocks.
fn anchors<B: Bits, K: Key>(layout: &Layout<B, K>, state: &State) -> Vec<B> {
    let classes = layout.plan().classes.iter().enumerate();
    let anchors = classes.map(|(index, class)| {
        let anchors = class.blocks.iter().map(|&block| layout.plan().anchor(index, state.corners()[block]));
        anchors.fold(B::default(), |all, anchor| all | B::bit(anchor))
    });
    anchors.collect()
}

fn real_move<B: Bits, K: Key>(
    layout: &Layout<B, K>,
    position: &Position<B, K>,
    state: &State,
    hop: Hops<B>,
) -> Option<Move> {
    let plan = layout.plan();
    let class = hop.class as usize;
    let (from, to) = (plan.corner(class, hop.from), plan.corner(class, hop.to.lowest()));
    let block = plan.classes[class].blocks.iter().copied().find(|&block| state.corners()[block] == from)?;
    Some(Move { block, from, to, path: path(layout, position, hop)? })
}

/// A shortest path of a block to one place. In `slides` and `steps` that is straight.
fn path<B: Bits, K: Key>(layout: &Layout<B, K>, position: &Position<B, K>, hop: Hops<B>) -> Option<Vec<Direction>> {
    let mut open = layout.open_to(position, hop.class as usize, hop.from) & !B::bit(hop.from);
    // The places found, the steps that lead there, and the numbers of the places before.
    let mut found: Vec<(u32, Option<Direction>, usize)> = vec![(hop.from, None, 0)];
    let mut number = 0;
    while !(open & hop.to).is_empty() {
        let (at, last, _) = *found.get(number)?;
        // why: straight on first, so that of several shortest paths one with few turns is found.
        for direction in last.into_iter().chain(Direction::ALL) {
            let next = layout.neighbour(at, direction);
            if next < B::WIDTH && !(open & B::bit(next)).is_empty() {
                open = open & !B::bit(next);
                found.push((next, Some(direction), number));
            }
        }
        number += 1;
    }
    let mut steps = Vec::new();
    let mut number = found.iter().position(|place| place.0 == hop.to.lowest())?;
    while let (_, Some(direction), before) = found[number] {
        steps.push(direction);
        number = before;
    }
    steps.reverse();
    Some(steps)
}
