//! A plain beam search over 5×5 boards.

use super::{
    Position,
    weights::{Steps, TILES, neighbours},
};

/// Solutions with more moves are none.
const MOST_MOVES: usize = 250;
/// Layers between two that are shown.
const SHOWN: usize = 8;
/// Places for boards seen lately, for each board of a layer.
const SEEN_PER_BOARD: usize = 8;

struct Node {
    position: Position,
    blank: u8,
    /// Where the blank was before.
    last: u8,
    score: i32,
    /// Which board of the layer before it comes from.
    parent: u32,
}

/// A board of the next layer, perhaps.
struct Candidate {
    score: i32,
    parent: u32,
    /// Where the blank will be.
    blank: u8,
}

/// The positions from `start` to the goal; none if the beam loses its way.
///
/// - `width`: how many boards of a layer are kept;
/// - `show`: called with some of the layers.
pub(super) fn beam(
    steps: &Steps,
    start: Position,
    width: usize,
    mut show: impl FnMut(&[Position]),
) -> Option<Vec<Position>> {
    let goal: Position = std::array::from_fn(|cell| cell as u8);
    let blank = start.iter().position(|&tile| usize::from(tile) == TILES)? as u8;
    let mut layers = vec![vec![Node { position: start, blank, last: blank, score: steps.estimate(&start), parent: 0 }]];
    // A newer board takes the place of an older one.
    let mut seen = vec![0; (width * SEEN_PER_BOARD).next_power_of_two()];
    while layers.len() <= MOST_MOVES {
        let layer = layers.last()?;
        if let Some(index) = layer.iter().position(|node| node.position == goal) {
            return Some(path(&layers, index));
        }
        if layers.len().is_multiple_of(SHOWN) {
            show(&layer.iter().map(|node| node.position).collect::<Vec<_>>());
        }
        let mut candidates = Vec::with_capacity(3 * layer.len());
        for (node, parent) in layer.iter().zip(0..) {
            for blank in neighbours(node.blank.into()).filter(|&cell| cell != usize::from(node.last)) {
                let hash = hash(&node.swapped(blank));
                let place = hash as usize & (seen.len() - 1);
                if std::mem::replace(&mut seen[place], hash) != hash {
                    let score = node.score + steps.change(&node.position, blank, node.blank.into());
                    candidates.push(Candidate { score, parent, blank: blank as u8 });
                }
            }
        }
        if candidates.len() > width {
            candidates.select_nth_unstable_by_key(width, |candidate| candidate.score);
            candidates.truncate(width);
        }
        let next = candidates.iter().map(|candidate| layer[candidate.parent as usize].after(candidate)).collect();
        layers.push(next);
    }
    None
}

impl Node {
    /// The position after the tile in `from` moved.
    #[inline]
    fn swapped(&self, from: usize) -> Position {
        let mut position = self.position;
        position.swap(from, self.blank.into());
        position
    }

    fn after(&self, &Candidate { score, parent, blank }: &Candidate) -> Self {
        Self { position: self.swapped(blank.into()), blank, last: self.blank, score, parent }
    }
}

/// The positions on the way to a board of the last layer.
fn path(layers: &[Vec<Node>], mut index: usize) -> Vec<Position> {
    let mut path = Vec::with_capacity(layers.len());
    for layer in layers.iter().rev() {
        path.push(layer[index].position);
        index = layer[index].parent as usize;
    }
    path.reverse();
    path
}

/// A hash, never 0.
#[inline]
fn hash(position: &Position) -> u64 {
    let (words, rest) = position.as_chunks();
    let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let hash =
        words.iter().map(|&word| u64::from_le_bytes(word)).chain(rest.iter().map(|&tile| tile.into())).fold(0, mix);
    hash | 1 << 63
}
