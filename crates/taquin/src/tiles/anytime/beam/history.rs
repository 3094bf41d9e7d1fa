//! How the boards of a beam were reached.

use crate::tiles::Direction;

/// For each board of each layer, the index of its parent in the layer before and the move from there.
#[derive(Default)]
pub(super) struct History {
    layers: Vec<Box<[u32]>>,
    /// Number of layers at the beginning that hold only one board.
    trunk: usize,
}

/// Number of layers after which boards without descendants are dropped.
const PERIOD: usize = 32;

/// Packs a parent and a move.
pub(super) fn link(parent: u32, direction: Direction) -> u32 {
    parent << 2 | direction as u32
}

impl History {
    pub(super) fn len(&self) -> usize {
        self.layers.len()
    }

    /// Approximate upper bound on its memory, in bytes: few boards have descendants a hundred layers later.
    pub(super) fn bytes(width: usize, depth: usize) -> u64 {
        (4 * width * (PERIOD + 32) + 32 * depth) as u64
    }

    pub(super) fn push(&mut self, links: Vec<u32>) {
        self.layers.push(links.into());
        if self.layers.len().is_multiple_of(PERIOD) {
            self.prune();
        }
    }

    /// Drops all boards that have no descendant in the last layer.
    fn prune(&mut self) {
        let mut depth = self.layers.len() - 1;
        while depth > self.trunk {
            let (before, after) = self.layers.split_at_mut(depth);
            let (before, after) = (&mut before[depth - 1], &mut after[0]);
            let mut number = vec![u32::MAX; before.len()];
            after.iter().for_each(|link| number[(link >> 2) as usize] = 0);
            let mut kept = Vec::new();
            for (number, &link) in number.iter_mut().zip(before.iter()).filter(|(number, _)| **number == 0) {
                *number = kept.len() as u32;
                kept.push(link);
            }
            after.iter_mut().for_each(|link| *link = number[(*link >> 2) as usize] << 2 | *link & 3);
            *before = kept.into();
            depth -= 1;
        }
        self.trunk = self.layers.iter().take_while(|links| links.len() == 1).count();
    }

    /// The moves to a board of the last layer.
    pub(super) fn path(&self, mut index: usize) -> Vec<Direction> {
        let mut path = Vec::with_capacity(self.layers.len());
        for links in self.layers.iter().rev() {
            path.push(Direction::ALL[(links[index] & 3) as usize]);
            index = (links[index] >> 2) as usize;
        }
        path.reverse();
        path
    }
}
