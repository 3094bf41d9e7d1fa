//! Pattern databases: exact answers for some of the tiles, added up.
//!
//! The tiles of a board are divided into a few patterns. For each, a table holds the moves **of its own tiles** that
//! every arrangement of them needs at least, with the blank in each region that it can be in; the sum over the patterns is
//! an admissible heuristic, far better than the Manhattan distance. Where the goal allows it the board is looked up
//! in a reflection as well, and the larger sum counts.
//!
//! - [`Pattern`], [`partition`], [`Level`]: which tiles belong together;
//! - [`Build`]: builds a table, pumped by the caller; [`PatternDb`] is the result;
//! - [`Store`]: keeps tables in memory and, where there are files, in the user's cache directory;
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
//! assert_eq!(tables.of(&goal), 0);
//! assert!((12..=24).contains(&tables.of(&board)));
//! # Ok::<(), taquin::tiles::text::TextError>(())
//! ```

mod build;
#[cfg(not(target_arch = "wasm32"))]
mod file;
mod format;
pub(super) mod index;
mod pattern;
mod store;
mod tables;

pub use build::Build;
#[cfg(not(target_arch = "wasm32"))]
pub use file::FileError;
pub use format::FormatError;
pub use pattern::{Frame, Level, MAX_CELLS, MAX_TILES, Pattern, partition, patterns};
#[cfg(not(target_arch = "wasm32"))]
pub use store::StoredFile;
pub use store::{Preparation, Store};
pub use tables::{Memo, Tables};

use index::Index;
use std::{fmt, ops::Deref, sync::Arc};

/// The table of one pattern.
///
/// An entry is half of what the moves exceed the Manhattan distance by, in four bits: a move changes both by one, so
/// the difference is even; a larger excess than 30 would be stored as a smaller one, which is admissible still.
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

    /// Which tiles it is about.
    pub fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// Where arrangements stand in it.
    pub(super) fn index(&self) -> &Index {
        &self.index
    }

    /// Its entries, two in a byte, the first in the lower half; each block begins a byte.
    pub fn entries(&self) -> &[u8] {
        &self.entries
    }

    /// The table as bytes with a checksum, for whatever keeps them; [`Store::adopt`] takes them back.
    pub fn to_bytes(&self) -> Vec<u8> {
        [format::header(self, 1).as_slice(), self.entries()].concat()
    }

    /// Half the excess over the Manhattan distance, for tiles in the cells of `set`, in the order `order` (packed, see
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
    /// [`Pattern::cells`]) and the blank in the cell `blank`. This spells out what an entry means; searches look
    /// entries up faster.
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

/// The bytes of a table, wherever they are.
enum Entries {
    Owned(Vec<u8>),
    /// A file in memory, and where its entries begin.
    #[cfg(not(target_arch = "wasm32"))]
    Mapped(memmap2::Mmap, usize),
}

impl Deref for Entries {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Owned(bytes) => bytes,
            #[cfg(not(target_arch = "wasm32"))]
            Self::Mapped(map, start) => &map[*start..],
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
