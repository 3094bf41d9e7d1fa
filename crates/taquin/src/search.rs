//! The contract of every search.
//!
//! A puzzle is a [`Space`]; what is known about the distance to its goal is a [`Heuristic`]; and a [`Search`] is a
//! **value that the caller pumps**: [`Search::run`] works for about as many nodes as it is given and returns. So
//! progress, cancelling, time limits, frames, worker messages and Ctrl-C live in the caller's loop; the engine has
//! no callbacks, no stop flags and no clock. Dropping a search cancels it.
//!
//! ```
//! use taquin::search::{Search, Status};
//!
//! fn solve<S: Search>(mut search: S, mut cancelled: impl FnMut() -> bool) -> Option<Vec<S::Move>>
//! where
//!     S::Move: Clone,
//! {
//!     while search.run(100_000) == Status::Paused && !cancelled() {}
//!     search.solution().map(<[_]>::to_vec)
//! }
//! ```

pub mod best_first;
pub mod bfs;
pub mod ida_star;
pub mod maximum;
pub mod parallel;
pub mod rank;
mod sharded_table;

use std::hash::Hash;

/// The length of a solution, or a bound on it: every move costs one.
pub type Cost = u32;

/// Bytes that a search may take by default: 2 GiB.
pub const DEFAULT_MEMORY_LIMIT: u64 = 2 << 30;

/// A puzzle as a graph: states, and the moves between them. Every move costs one.
pub trait Space {
    /// A position. Two states are the same position exactly if they are equal.
    type State: Clone + Eq + Hash;
    /// A move; moves are reversible.
    type Move: Copy;
    /// The moves of one state, one after the other.
    type Moves: Iterator<Item = Self::Move>;

    /// Is the puzzle solved?
    fn is_goal(&self, state: &Self::State) -> bool;

    /// The moves worth trying in `state` when `last` led there: all legal ones but those that only undo it.
    fn moves(&self, state: &Self::State, last: Option<Self::Move>) -> Self::Moves;

    /// Makes a legal move.
    fn apply(&self, state: &mut Self::State, mv: Self::Move);

    /// The move that takes `mv` back.
    fn inverse(&self, mv: Self::Move) -> Self::Move;

    /// The bytes that a state takes on the heap, beside its own size.
    #[inline]
    fn heap_bytes(&self) -> u64 {
        0
    }
}

/// A lower bound on the moves to the goal, kept up move by move.
///
/// `value(start(s)) ≤` the true distance of `s` (admissible), and `step` agrees with `start` of the state after the
/// move, always. The memo should fit in a register: an array as memo was measured to halve the speed.
pub trait Heuristic<P: Space> {
    /// What is carried along a path.
    type Memo: Copy;

    /// The memo of a state, from scratch.
    fn start(&self, state: &P::State) -> Self::Memo;

    /// The memo after `mv`, which is about to be made in `before`.
    fn step(&self, memo: Self::Memo, before: &P::State, mv: P::Move) -> Self::Memo;

    /// The bound that a memo stands for.
    fn value(&self, memo: Self::Memo) -> Cost;

    /// The memory that its tables take, in bytes.
    fn table_bytes(&self) -> u64 {
        0
    }
}

/// A search under way.
pub trait Search {
    /// The moves that its solutions are made of.
    type Move;

    /// Works on for about `budget` generated nodes, with [`u64::MAX`] to the end. Once the status is not
    /// [`Status::Paused`], calling again changes nothing and returns the same.
    fn run(&mut self, budget: u64) -> Status;

    /// What the search has cost and learnt so far.
    fn stats(&self) -> &Stats;

    /// The best solution so far. It is final if [`Search::run`] returned [`Status::Solved`], and proven shortest if
    /// its cost equals [`Stats::lower_bound`].
    fn solution(&self) -> Option<&[Self::Move]>;
}

/// A search of whatever algorithm.
pub type BoxedSearch<M> = Box<dyn Search<Move = M> + Send>;

/// How a search stands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Status {
    /// The budget is used up; call [`Search::run`] again.
    Paused,
    /// Done: the solution is as good as this search will make it.
    Solved,
    /// Done: the whole space was seen, and it holds no solution.
    Exhausted,
    /// Stopped by the memory limit. What was learnt (statistics, lower bound, best solution) stays available.
    Full,
}

/// What a search has cost and learnt.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Stats {
    /// States whose moves were generated.
    pub expanded: u64,
    /// States reached by a move, counted each time.
    pub generated: u64,
    /// States held in memory now.
    pub stored: u64,
    /// The most memory that tables, open list and stored states took, in bytes.
    pub peak_bytes: u64,
    /// No solution is shorter than this: proven so far, in the metric of the search.
    pub lower_bound: Cost,
    /// What the search is doing now, for a progress display.
    pub phase: Phase,
    /// States that will have been generated when the search ends, extrapolated from the growth of its iterations; `None` if
    /// that cannot be told (yet). It is a prediction, and usually within a factor of two.
    pub predicted: Option<u64>,
    /// IDA\*: one entry for each bound finished, and the one under way.
    pub bounds: Vec<Bound>,
}

/// What a search is doing now.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub enum Phase {
    /// Looking for a solution; the depth, bound or layer reached so far.
    Searching {
        /// Moves from the start: a bound, a layer or the deepest node, as the algorithm has it.
        depth: Cost,
    },
    /// Building the tables that the heuristic needs.
    Building {
        /// Work done so far, in units of the builder.
        done: u64,
        /// All the work, in the same units; 0 while it is unknown.
        total: u64,
    },
    /// Nothing yet.
    #[default]
    Starting,
}

/// One round of an iterative-deepening search.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Bound {
    /// Paths longer than this were cut.
    pub bound: Cost,
    /// States expanded in this round.
    pub expanded: u64,
    /// States generated in this round.
    pub generated: u64,
}

impl Stats {
    /// Do these statistics prove a solution of this cost shortest? They do if it equals the lower bound.
    pub const fn proves(&self, cost: Cost) -> bool {
        cost == self.lower_bound
    }

    /// The statistics of one search followed by another for the same problem, of which these are the first one's.
    ///
    /// - [`expanded`](Self::expanded), [`generated`](Self::generated) and [`bounds`](Self::bounds) add up;
    /// - [`peak_bytes`](Self::peak_bytes) and [`lower_bound`](Self::lower_bound) are the larger of the two: the first
    ///   search was gone when the second began, but what it proved stays proven;
    /// - [`stored`](Self::stored) and [`phase`](Self::phase) tell of now, so they are the second one's.
    #[must_use]
    pub fn followed_by(&self, next: &Self) -> Self {
        Self {
            expanded: self.expanded + next.expanded,
            generated: self.generated + next.generated,
            stored: next.stored,
            peak_bytes: self.peak_bytes.max(next.peak_bytes),
            lower_bound: self.lower_bound.max(next.lower_bound),
            phase: next.phase,
            predicted: next.predicted.map(|predicted| predicted + self.generated),
            bounds: self.bounds.iter().chain(&next.bounds).copied().collect(),
        }
    }

    /// The effective branching factor of a solution of `moves` moves: `iterations^(1 / moves)`, where the
    /// iterations are the expanded states. `None` for an empty solution.
    pub fn branching_factor(&self, moves: usize) -> Option<f64> {
        (moves > 0).then(|| (self.expanded as f64).powf(1.0 / moves as f64))
    }
}
