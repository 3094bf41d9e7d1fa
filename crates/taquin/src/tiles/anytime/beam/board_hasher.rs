//! Incremental hashes of boards.

use crate::{rng, tiles::Shape};

/// Hashes boards as sums over their tiles, so that a move changes one term. The hashes find duplicates; a board counts as
/// the goal only if all of its cells agree.
pub(super) struct BoardHasher {
    tiles: Box<[u64]>,
    cells: Box<[u64]>,
}

impl BoardHasher {
    pub(super) fn new(shape: Shape) -> Self {
        let numbers = |seed: u64| {
            (1..=shape.cells() as u64)
                .map(|number| rng::mix((seed << 32 | number).wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1)
                .collect()
        };
        Self { tiles: numbers(1), cells: numbers(2) }
    }

    /// The hash of a whole board.
    pub(super) fn hash(&self, cells: &[u16]) -> u64 {
        let term = |(&tile, key): (&u16, &u64)| self.tiles[usize::from(tile)].wrapping_mul(*key);
        cells.iter().zip(&self.cells).filter(|(tile, _)| **tile != 0).map(term).fold(0, u64::wrapping_add)
    }

    /// The hash after `tile` has moved.
    #[inline]
    pub(super) fn after(&self, hash: u64, tile: usize, from: usize, to: usize) -> u64 {
        hash.wrapping_add(self.tiles[tile].wrapping_mul(self.cells[to].wrapping_sub(self.cells[from])))
    }
}
