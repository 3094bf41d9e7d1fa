//! The solver: the fewest moves, proven, in any of the three metrics.
//!
//! # How to read this
//!
//! A puzzle becomes a graph of packed positions, and breadth-first search goes through it layer by layer.
//!
//! 1. **What a position is.** [`board`] lays the cells out as bits; [`classes`] finds out which blocks are interchangeable and
//!    which places each can ever reach; [`encoding`] packs a position into a key, and [`symmetry`] makes one of mirror
//!    images. [`bits`] has the words that boards and keys are made of.
//! 2. **Where moves are generated.** [`movegen`], for all shapes; [`lines`] (with [`line_tables`]), where every block keeps to its
//!    line. [`commuting`] leaves out moves that another order of moves also finds. [`graph`] puts these together.
//! 3. **Where the goal is tested.** [`goal`], and [`graph`] for goals a few moves of goal blocks away; the former also lists all goal positions, if they are few, for a search from both ends.
//! 4. **Where duplicates are removed.** [`frontier`]: the [`hash_set`] holds the last three layers, [`layers`] all of them.
//! 5. **The loop.** [`search`], in rounds of two phases that one or several threads go through.
//!    [`anytime`] has [`beam`] look for some solution beside it, as [`guide`] leads.
//! 6. **The answer.** [`path`] finds the way back through the layers and makes moves of real blocks of it.
//!
//! [`distances`] lists all positions by their distance from the goal, for the generator of puzzles; [`all_solutions`] counts and
//! lists all shortest solutions.
//!
//! # Glossary
//!
//! - *class*: blocks that are interchangeable; *place*: where a block of a class can be; its *number* is its index among those,
//!   its *anchor* the bit of one of its cells.
//! - *key*: a packed position. *Layer*: all positions at one distance from the origin of the search. *Frontier*: the layer
//!   under way and what is found from it. *Shard*: the part of a search with certain hashes.
//! - *fingerprint*: 32 bits of a hash, all that is left of a position in a layer that is *compacted*.
//!
//! # Literature
//!
//! - R. E. Korf, W. Zhang, I. Thayer, H. Hohwald: *Frontier search*, JACM 52 (2005): duplicates of reversible moves can only be
//!   in the last three layers.
//! - D. R. Reddy: *Speech understanding systems* (1977): beam search.
//! - J. G. Cleary: *Compact hash tables using bidirectional linear probing*, IEEE Trans. Computers C-33 (1984): quotienting.
//! - P. Godefroid: *Partial-order methods for the verification of concurrent systems* (1996): of moves that commute one
//!   order is enough.
//!
//! What each mechanism buys is in `docs/decisions.md`.

/// Calls code for the narrowest words that hold board and key of an encoding.
macro_rules! dispatch {
    ($encoding:expr, |$board:ident, $key:ident| $code:expr) => {
        dispatch!(@ $encoding, $board, $key, $code,
            (63, 64, u64, u64)
            // why: each pair of words is compiled on its own; a page, which waits for its download, has those that all puzzles
            // can do with.
            #[cfg(not(target_arch = "wasm32"))]
            (63, 128, u64, u128)
            #[cfg(not(target_arch = "wasm32"))]
            (127, 64, u128, u64)
            #[cfg(not(target_arch = "wasm32"))]
            (127, 128, u128, u128)
            (255, 256, Words<4>, Words<4>)
            (1151, 10368, Words<18>, Words<162>)
        )
    };
    (@ $encoding:expr, $board:ident, $key:ident, $code:expr, $($(#[$cfg:meta])* ($bits:literal, $key_bits:literal, $b:ty, $k:ty))*) => {
        match ($encoding.board.bits, $encoding.key_bits) {
            $($(#[$cfg])*
            (..=$bits, ..=$key_bits) => {
                type $board = $b;
                type $key = $k;
                Ok($code)
            })*
            (_, bits) => Err(TooComplexError { bits, max: 10368 }),
        }
    };
}

mod all_solutions;
#[cfg(not(target_arch = "wasm32"))]
mod anytime;
#[cfg(not(target_arch = "wasm32"))]
mod beam;
mod bits;
mod board;
mod classes;
mod commuting;
#[cfg(not(target_arch = "wasm32"))]
mod disk;
mod distances;
mod encoding;
mod frontier;
mod goal;
mod graph;
#[cfg(not(target_arch = "wasm32"))]
mod guide;
mod hash_set;
mod layers;
mod line_tables;
mod lines;
mod movegen;
mod path;
#[cfg(not(target_arch = "wasm32"))]
mod run_file;
mod search;
mod symmetry;

use super::{Metric, Move, Puzzle};
use crate::{
    replay::{self, BlockReplayError},
    search::{DEFAULT_MEMORY_LIMIT, Search, Stats, Status},
};
pub use all_solutions::AllSolutions;
#[cfg(not(target_arch = "wasm32"))]
use anytime::Anytime;
#[cfg(not(target_arch = "wasm32"))]
use beam::Beam;
use bits::Words;
#[cfg(not(target_arch = "wasm32"))]
use disk::DiskSearch;
#[cfg(not(target_arch = "wasm32"))]
pub use disk::{DiskOptions, DiskUse};
pub(super) use distances::Distances;
use encoding::Encoding;
use graph::Graph;
use search::BreadthFirst;
use std::fmt;
use thiserror::Error;

/// How a solver searches.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub enum Algorithm {
    /// For a shortest solution; if that takes long, for some solution too, which is there if a limit comes before the proof.
    Auto,
    /// For a shortest solution alone.
    #[default]
    Optimal,
    /// For better and better solutions, and the proof, side by side.
    Anytime,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Optimal, Self::Anytime];

    /// Its name, as in `anytime`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Optimal => "optimal",
            Self::Anytime => "anytime",
        }
    }
}

/// What is asked of a solver.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Options {
    /// Metric to minimise. Default: moves.
    pub metric: Metric,
    /// How to search; in wasm it is always [`Algorithm::Optimal`], which is the default.
    pub algorithm: Algorithm,
    /// Bytes that the search may take before it ends with [`Status::Full`]. Default: [`DEFAULT_MEMORY_LIMIT`].
    pub memory_limit: u64,
    /// Threads to use; more than one needs the feature `parallel`, without which this has no effect. Default: 1.
    pub threads: usize,
    /// Where the search goes on when its memory is used up. Default: nowhere, it ends with [`Status::Full`].
    #[cfg(not(target_arch = "wasm32"))]
    pub disk: Option<DiskOptions>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            metric: Metric::default(),
            algorithm: Algorithm::default(),
            memory_limit: DEFAULT_MEMORY_LIMIT,
            threads: 1,
            #[cfg(not(target_arch = "wasm32"))]
            disk: None,
        }
    }
}

/// The puzzle's positions are too large to be packed.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error(
    "the puzzle has too many blocks on too large a board: a position takes {bits} bits, at most {max} are possible"
)]
pub struct TooComplexError {
    /// Bits that a position would take.
    pub bits: u32,
    /// The most that a position may take.
    pub max: u32,
}

/// Why a search does not go on on disk.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum DiskError {
    /// The limit of [`DiskOptions`] is reached.
    #[error("the disk limit of {} MiB was reached; with a higher one the search goes on from there", limit >> 20)]
    Limit {
        /// In bytes.
        limit: u64,
    },
    /// A file or directory cannot be read or written.
    #[error("{}: {message}", path.display())]
    File {
        /// Which one.
        path: std::path::PathBuf,
        /// What the system says.
        message: String,
    },
    /// Another search works there.
    #[error("{}: another search of the same puzzle works there", directory.display())]
    Busy {
        /// Where.
        directory: std::path::PathBuf,
    },
    /// What is there is not the beginning of this search.
    #[error("{}: this holds something else than the layers of this search; remove it, or choose another directory", directory.display())]
    Foreign {
        /// Where.
        directory: std::path::PathBuf,
    },
    /// A position of a layer has no parent in the one before.
    #[error("a file of the search is damaged: a position has no parent in the layer before")]
    NoParent,
}

#[cfg(not(target_arch = "wasm32"))]
impl DiskError {
    fn at(path: &std::path::Path, error: &std::io::Error) -> Self {
        Self::File { path: path.to_owned(), message: error.to_string() }
    }
}

/// A search for a shortest solution of a puzzle.
///
/// It ends with [`Status::Solved`] and a solution that is proven shortest, with [`Status::Exhausted`] if it has proven
/// that there is none, or with [`Status::Full`] at the memory limit. Other algorithms than [`Algorithm::Optimal`] may have a
/// solution before that and then too.
pub struct Solver {
    puzzle: Puzzle,
    metric: Metric,
    engine: Box<dyn Pump + Send>,
}

/// A search of a block puzzle, whatever words it packs positions into.
trait Pump: Search<Move = Move> {
    fn frontier(&self) -> u64;

    #[cfg(not(target_arch = "wasm32"))]
    fn disk(&self) -> Option<DiskUse> {
        None
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn disk_error(&self) -> Option<&DiskError> {
        None
    }
}

impl Solver {
    /// Begins a search.
    ///
    /// # Errors
    ///
    /// [`TooComplexError`] if the puzzle has too many blocks on too large a board.
    pub fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, TooComplexError> {
        let encoding = Encoding::new(puzzle);
        let engine: Box<dyn Pump + Send> = dispatch!(encoding, |B, K| {
            let graph = Graph::<B, K>::new(puzzle, encoding, options.metric);
            search(puzzle, graph, options)
        })?;
        Ok(Self { puzzle: puzzle.clone(), metric: options.metric, engine })
    }

    /// Positions waiting to be expanded: the size of the layers under way, for a progress display.
    pub fn frontier(&self) -> u64 {
        self.engine.frontier()
    }

    /// What the search takes on disk; `None` as long as it needs none.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn disk(&self) -> Option<DiskUse> {
        self.engine.disk()
    }

    /// Why the search ended with [`Status::Full`] although it may use the disk.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn disk_error(&self) -> Option<&DiskError> {
        self.engine.disk_error()
    }

    /// What is being solved.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The solution, replayed against the rules by independent code; `None` while there is none.
    ///
    /// # Errors
    ///
    /// [`BlockReplayError`] if the solution breaks the rules, which would be a bug of the search.
    pub fn checked_solution(&self) -> Result<Option<&[Move]>, BlockReplayError> {
        self.solution().map_or(Ok(None), |moves| replay::blocks(&self.puzzle, moves).map(|()| Some(moves)))
    }

    /// Is the solution proven to be a shortest one, in the metric that was asked for?
    pub fn is_proven(&self) -> bool {
        self.solution().is_some_and(|moves| self.stats().proves(self.metric.cost(moves)))
    }

    /// Runs to the end, and returns the solution, replayed; `None` if there is none, or the memory limit came first.
    ///
    /// # Errors
    ///
    /// [`BlockReplayError`] if the solution breaks the rules, which would be a bug of the search.
    pub fn finish(&mut self) -> Result<Option<&[Move]>, BlockReplayError> {
        while self.run(u64::MAX) == Status::Paused {}
        self.checked_solution()
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { puzzle, metric, .. } = self;
        let mut solver = f.debug_struct("Solver");
        solver.field("puzzle", puzzle).field("metric", metric).field("stats", self.stats()).finish_non_exhaustive()
    }
}

/// The search that the options ask for.
fn search<B: bits::Bits, K: bits::Bits>(
    puzzle: &Puzzle,
    graph: Graph<B, K>,
    options: &Options,
) -> Box<dyn Pump + Send> {
    #[cfg(not(target_arch = "wasm32"))]
    if options.algorithm != Algorithm::Optimal {
        return anytime(puzzle, graph, options);
    }
    exact(puzzle, graph, options)
}

/// The search for a proven shortest solution.
fn exact<B: bits::Bits, K: bits::Bits>(puzzle: &Puzzle, graph: Graph<B, K>, options: &Options) -> Box<dyn Pump + Send> {
    #[cfg(not(target_arch = "wasm32"))]
    if let Some(disk) = &options.disk {
        return Box::new(DiskSearch::new(puzzle, graph, options, disk));
    }
    Box::new(BreadthFirst::new(puzzle, graph, options))
}

/// An exact search with a beam search beside it, which gets an eighth of the memory, and all of it when the rest is used up.
#[cfg(not(target_arch = "wasm32"))]
fn anytime<B: bits::Bits, K: bits::Bits>(
    puzzle: &Puzzle,
    graph: Graph<B, K>,
    options: &Options,
) -> Box<dyn Pump + Send> {
    let (memory_limit, beam_limit) = (options.memory_limit, options.memory_limit / 8);
    let beam = Beam::new(puzzle, Graph::<B, K>::new(puzzle, graph.encoding().clone(), options.metric), beam_limit);
    let options = Options { memory_limit: memory_limit - beam_limit, ..options.clone() };
    let is_content = options.algorithm == Algorithm::Auto;
    Box::new(Anytime::new(exact(puzzle, graph, &options), beam, is_content, memory_limit))
}

impl Search for Solver {
    type Move = Move;

    fn run(&mut self, budget: u64) -> Status {
        self.engine.run(budget)
    }

    fn stats(&self) -> &Stats {
        self.engine.stats()
    }

    fn solution(&self) -> Option<&[Move]> {
        self.engine.solution()
    }
}
