//! The solver: the fewest moves, proven, in any of the three metrics.
//!
//! Breadth-first over packed positions, in which interchangeable blocks and symmetric images are one, from the start
//! and, where the goal leaves few enough positions open, from all of these at once. `docs/algorithms.md` tells more.

mod bits;
mod engine;
mod goals;
mod layers;
mod layout;
mod plan;
mod side;
mod space;
mod table;
mod trace;

use super::{Metric, Move, Puzzle};
use crate::{
    replay::{self, BlockReplayError},
    search::{DEFAULT_MEMORY_LIMIT, Search, Stats, Status},
};
use bits::Wide;
use engine::{Engine, Seen};
use layout::Layout;
use plan::Plan;
pub(super) use space::Space;
use std::fmt;
use table::Key;
use thiserror::Error;

/// What is asked of a solver.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Options {
    /// Metric to minimise. Default: moves.
    pub metric: Metric,
    /// Bytes that the search may take before it ends with [`Status::Full`]. Default: [`DEFAULT_MEMORY_LIMIT`].
    pub memory_limit: u64,
    /// Threads to use; more than one needs the feature `parallel`, without which this has no effect. Default: 1.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { metric: Metric::default(), memory_limit: DEFAULT_MEMORY_LIMIT, threads: 1 }
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

/// Bits of the widest packed position.
const MAX_KEY_BITS: u32 = 4 * table::WORD_BITS;

/// A search for a shortest solution of a puzzle.
///
/// It ends with [`Status::Solved`] and a solution that is proven shortest, with [`Status::Exhausted`] if it has proven
/// that there is none, or with [`Status::Full`] at the memory limit.
pub struct Solver {
    puzzle: Puzzle,
    metric: Metric,
    engine: Box<dyn Pump + Send>,
}

/// A search of a block puzzle, whatever words it packs positions into.
trait Pump: Search<Move = Move> {
    fn frontier(&self) -> u64;
}

impl Solver {
    /// Begins a search.
    ///
    /// # Errors
    ///
    /// [`TooComplexError`] if the puzzle has too many blocks on too large a board.
    pub fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, TooComplexError> {
        let plan = Plan::new(puzzle);
        let engine = match (plan.board_bits, plan.key_bits) {
            (..=64, ..=63) => engine::<u64, u64>(puzzle, plan, options),
            // why: each pair of words is compiled on its own; a page, which waits for its download, has the two that all puzzles
            // can do with.
            #[cfg(not(target_arch = "wasm32"))]
            (..=64, ..=126) => engine::<u64, u128>(puzzle, plan, options),
            #[cfg(not(target_arch = "wasm32"))]
            (..=128, ..=63) => engine::<u128, u64>(puzzle, plan, options),
            #[cfg(not(target_arch = "wasm32"))]
            (..=128, ..=126) => engine::<u128, u128>(puzzle, plan, options),
            (_, ..=MAX_KEY_BITS) => engine::<Wide, Wide>(puzzle, plan, options),
            (_, bits) => return Err(TooComplexError { bits, max: MAX_KEY_BITS }),
        };
        Ok(Self { puzzle: puzzle.clone(), metric: options.metric, engine })
    }

    /// Positions waiting to be expanded: the size of the layers under way, for a progress display.
    pub fn frontier(&self) -> u64 {
        self.engine.frontier()
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

fn engine<B: bits::Bits, K: Key>(puzzle: &Puzzle, plan: Plan, options: &Options) -> Box<dyn Pump + Send> {
    let layout = Layout::<B, K>::new(plan, options.metric);
    let start = trace::start(&layout, puzzle);
    match Seen::new(puzzle, &layout, start) {
        Some(seen) => Box::new(seen),
        None => Box::new(Engine::new(puzzle, layout, start, options)),
    }
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
