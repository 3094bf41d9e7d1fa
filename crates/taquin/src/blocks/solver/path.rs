//! From the layers of a finished search to the moves of real blocks.

use super::{
    bits::Bits,
    frontier::Frontier,
    graph::Graph,
    hash_set::fingerprint,
    layers::{Layers, Trace},
    movegen::Group,
};
use crate::blocks::{Move, Puzzle};

/// The positions from the origin of a search to one that it found at this distance, without the latter; nearest to
/// `found` first.
pub(super) fn ancestors<B: Bits, K: Bits>(
    graph: &Graph<B, K>,
    side: &Frontier<K>,
    found: K,
    distance: usize,
) -> Vec<K> {
    let mut group = graph.movegen.group();
    let mut parents = |child: K, depth: usize| -> Vec<K> {
        side.shards()
            .flat_map(|shard| match graph.encoding().is_reversible() {
                true => Parents::new(&graph.neighbours(&mut group, child)).among(&shard.layers, depth),
                false => leading_to(graph, &mut group, child, &shard.layers, depth),
            })
            .collect()
    };
    let mut path = Vec::new();
    let mut open: Vec<Vec<K>> = (0..distance).next_back().map(|depth| parents(found, depth)).into_iter().collect();
    // Each position was reached from one of the layer before. A fingerprint may be that of another, which has no parents.
    while let Some(level) = open.last_mut() {
        match level.pop() {
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

/// Those positions of a layer that a move leads from to this one; the first is enough, as their keys are known.
fn leading_to<B: Bits, K: Bits>(
    graph: &Graph<B, K>,
    group: &mut Group<B, K>,
    child: K,
    layers: &Layers<K>,
    depth: usize,
) -> Vec<K> {
    let mut keys = layers.layer(depth).map(|index| layers.key(index));
    keys.find(|&key| graph.neighbours(group, key).contains(&child)).into_iter().collect()
}

/// The neighbours of a position, to be looked for in the layer before it: quick to tell from the many that are none.
struct Parents<'a, K> {
    neighbours: &'a [K],
    filter: [u64; 16],
}

impl<'a, K: Bits> Parents<'a, K> {
    fn new(neighbours: &'a [K]) -> Self {
        let mut filter = [0; 16];
        for mark in neighbours.iter().map(|&key| fingerprint(key)) {
            filter[(mark >> 28) as usize] |= 1 << (mark >> 22 & 63);
        }
        Self { neighbours, filter }
    }

    /// Those that are in a layer, or look so by their fingerprints.
    fn among(&self, layers: &Layers<K>, depth: usize) -> Vec<K> {
        let mut found = Vec::new();
        for trace in layers.layer(depth).map(|index| layers.trace(index)) {
            let mark = match trace {
                Trace::Key(key) => fingerprint(key),
                Trace::Fingerprint(mark) => mark,
            };
            if self.filter[(mark >> 28) as usize] >> (mark >> 22 & 63) & 1 != 0 {
                let is_parent = |key: &&K| match trace {
                    Trace::Key(parent) => **key == parent,
                    Trace::Fingerprint(mark) => fingerprint(**key) == mark,
                };
                found.extend(self.neighbours.iter().filter(is_parent));
            }
        }
        found
    }
}

/// The moves of real blocks that lead through these positions, of which each is the least of its images.
pub(super) fn moves<B: Bits, K: Bits>(graph: &Graph<B, K>, puzzle: &Puzzle, path: &[K]) -> Vec<Move> {
    let (mut state, mut group) = (puzzle.start(), graph.movegen.group::<K>());
    let mut moves: Vec<Move> = Vec::new();
    for &target in path {
        let key: K = graph.encoding().pack(&state);
        let Some((class, from, to)) = move_between(graph, &mut group, key, target) else { return moves };
        let (board, class) = (graph.encoding().board, &graph.encoding().classes[class]);
        let (from, to) = (class.corner(board, from), class.corner(board, to));
        let block = class.blocks.iter().copied().find(|&block| state.corners()[block] == from);
        let mv = block.and_then(|block| {
            let destinations = state.destinations(puzzle, block);
            destinations.iter().find(|destination| destination.corner == to).map(|to| state.move_to(block, to))
        });
        let Some(mv) = mv.filter(|mv| state.apply(puzzle, mv).is_ok()) else { return moves };
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

/// A move from a position to one whose least image this is: its class, and the anchors where it begins and ends.
fn move_between<B: Bits, K: Bits>(
    graph: &Graph<B, K>,
    group: &mut Group<B, K>,
    key: K,
    target: K,
) -> Option<(usize, u32, u32)> {
    let (encoding, movegen) = (graph.encoding(), &graph.movegen);
    movegen.moves(group, key).iter().find_map(|set| {
        let after = |to: u32| encoding.moved(key, set.class, set.from, movegen.number(set.class, to));
        let to = set.to.ones().find(|&to| encoding.canonical(after(to)) == target)?;
        Some((set.class, movegen.spot(set.class, set.from).anchor.into(), to))
    })
}
