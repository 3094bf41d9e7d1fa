//! Additive pattern databases (Korf and Felner, 2002): exact distances for disjoint sets of tiles, added up.
//!
//! The tiles of a board are divided into a few patterns. For each pattern a table holds, for every arrangement of its tiles
//! and every region that the blank can be in, the least number of moves **of its own tiles** to the goal. The sum over the
//! patterns is an admissible heuristic, far better than the Manhattan distance. If the goal allows it, the reflected board
//! is looked up as well, and the larger sum counts.
//!
//! - [`Pattern`], [`partition`], [`Level`]: which tiles belong together;
//! - [`Build`]: builds a table, pumped by the caller; [`PatternDb`] is the result;
//! - [`Store`]: keeps tables in memory and, on platforms with files, in the user's cache directory;
//! - [`Preparation`]: loads or builds all tables for a goal, pumped;
//! - [`Tables`]: the tables of one goal, the [`Heuristic`](crate::search::Heuristic) `pattern-db`.
//!
//! ```
//! use taquin::tiles::{Board, pattern_db::{Level, Preparation, Store}};
//!
//! let board: Board = "8 2 0/4 6 1/3 7 5".parse()?;
//! let goal = Board::solved(board.shape());
//! let mut preparation = Preparation::new(&Store::in_memory(), &goal, Level::Small, 1).expect("a small board");
//! while !preparation.run(100_000) {}
//! let tables = preparation.finish().expect("all tables are there");
//! assert_eq!(tables.estimate(&goal), 0);
//! assert!((12..=24).contains(&tables.estimate(&board)));
//! # Ok::<(), taquin::tiles::text::TextError>(())
//! ```

mod build;
#[cfg(not(target_arch = "wasm32"))]
pub(super) mod file;
mod format;
pub(super) mod index;
pub(super) mod pages;
pub(super) mod parity;
mod pattern;
mod store;
mod tables;

pub use build::Build;
#[cfg(not(target_arch = "wasm32"))]
pub use file::FileError;
pub use format::{FormatError, TableKind};
pub use pattern::{Frame, Level, MAX_CELLS, MAX_TILES, Pattern, partition, patterns};
#[cfg(not(target_arch = "wasm32"))]
pub use store::StoredFile;
pub use store::{Preparation, Store};
pub use tables::{Memo, Tables};

use index::Index;
use std::{fmt, ops::Deref, sync::Arc};

/// The table of one pattern.
///
/// An entry has four bits: half of the excess of the moves over the Manhattan distance. A move changes both by one, so the
/// excess is even; an excess above 30 would be stored as a smaller one, which keeps the heuristic admissible.
#[derive(Debug)]
pub struct PatternDb {
    pattern: Pattern,
    index: Arc<Index>,
    entries: Entries,
}

impl PatternDb {
    fn new(pattern: Pattern, index: Arc<Index>, entries: Entries) -> Self {
        debug_assert_eq!(entries.len(), index.bytes());
        Self { pattern, index, entries }
    }

    /// The pattern that the table is for.
    pub fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// The index, which says where the entry of an arrangement is.
    pub(super) fn index(&self) -> &Index {
        &self.index
    }

    /// The entries, two in a byte, the first in the lower half; each block begins at a byte.
    pub fn entries(&self) -> &[u8] {
        &self.entries
    }

    /// The table as bytes with a checksum, to be stored; [`Store::adopt`] reads them.
    pub fn to_bytes(&self) -> Vec<u8> {
        [format::header(self.pattern, TableKind::Excess, self.entries(), 1).as_slice(), self.entries()].concat()
    }

    /// Half of the excess over the Manhattan distance, for tiles in the cells of `set`, in the order `order` (packed, see
    /// [`index`]), with the blank in the cell `blank`.
    #[inline]
    pub(super) fn excess(&self, set: u32, order: u32, blank: usize) -> u8 {
        let rank = self.index.orders().rank(order);
        let byte = self.entries[self.index.block(set, blank) * self.index.block_bytes() + rank / 2];
        byte >> (rank % 2 * 4) & 15
    }
}

impl PatternDb {
    /// The least number of moves of the pattern's own tiles, for its tiles in `cells` (in the order of
    /// [`Pattern::cells`]) and the blank in the cell `blank`. This spells out what an entry means; searches have faster
    /// look-ups.
    ///
    /// # Panics
    /// If `cells` are not as many different cells of the board as the pattern has tiles, or `blank` is not on the board.
    pub fn moves(&self, cells: &[usize], blank: usize) -> u32 {
        let set = cells.iter().fold(0, |set, cell| set | 1 << cell);
        let order = index::bits(set).enumerate().fold(0, |order, (place, cell)| {
            let tile = cells.iter().position(|&other| other == cell).unwrap_or_default();
            order | (tile as u32) << (place * 3)
        });
        let distance = |(&cell, goal): (&usize, usize)| {
            let ((row, col), (goal_row, goal_col)) =
                (self.pattern.shape().place(cell), self.pattern.shape().place(goal));
            (row.abs_diff(goal_row) + col.abs_diff(goal_col)) as u32
        };
        let manhattan: u32 = cells.iter().zip(self.pattern.cells()).map(distance).sum();
        manhattan + 2 * u32::from(self.excess(set, order, blank))
    }
}

/// The bytes of a table, built or read from a file.
enum Entries {
    Owned(Vec<u8>),
    /// The contents of a file, and the offset of its entries.
    #[cfg(not(target_arch = "wasm32"))]
    Read(memmap2::MmapMut, usize),
}

impl Deref for Entries {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Owned(bytes) => bytes,
            #[cfg(not(target_arch = "wasm32"))]
            Self::Read(bytes, start) => &bytes[*start..],
        }
    }
}

impl From<Vec<u8>> for Entries {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Owned(bytes)
    }
}

impl fmt::Debug for Entries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}
