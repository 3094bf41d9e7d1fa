//! Breadth-first search: optimal, and simple enough to be the oracle for all the others.
//!
//! On purpose it shares no code with the other searches except the hash table. States are identified by their full
//! contents, never by a hash alone.

use super::{Phase, Search, Space, Stats, Status, sharded_table::ShardedTable};
use rustc_hash::{FxHashMap, FxHasher};
use std::{
    collections::hash_map::Entry,
    fmt,
    hash::{Hash, Hasher},
};

/// A breadth-first search from a start to the nearest goal.
pub struct Bfs<P: Space> {
    space: P,
    /// Every state seen, with the move that led there first.
    seen: ShardedTable<(P::State, Option<P::Move>)>,
    layer: ChunkedStack<(P::State, Option<P::Move>)>,
    next_layer: ChunkedStack<(P::State, Option<P::Move>)>,
    memory_limit: u64,
    stats: Stats,
    status: Status,
    solution: Option<Vec<P::Move>>,
}

impl<P: Space> fmt::Debug for Bfs<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bfs").field("status", &self.status).field("stats", &self.stats).finish_non_exhaustive()
    }
}

impl<P: Space> Bfs<P> {
    /// A search of `space` from `start`.
    ///
    /// - `memory_limit`: bytes that states and layers may take before the search ends with [`Status::Full`].
    pub fn new(space: P, start: P::State, memory_limit: u64) -> Self {
        let mut search = Self {
            seen: ShardedTable::new(),
            layer: ChunkedStack::default(),
            next_layer: ChunkedStack::default(),
            space,
            memory_limit,
            stats: Stats { phase: Phase::Searching { depth: 0 }, ..Stats::default() },
            status: Status::Paused,
            solution: None,
        };
        search.see(&start, None);
        if search.space.is_goal(&start) {
            search.status = Status::Solved;
            search.solution = Some(Vec::new());
        }
        search.layer.push((start, None));
        search.stats.stored = 1;
        search
    }

    /// Expands one state of the layer; `last` led there.
    fn expand(&mut self, state: &P::State, last: Option<P::Move>) {
        self.stats.expanded += 1;
        for mv in self.space.moves(state, last) {
            self.stats.generated += 1;
            let mut next = state.clone();
            self.space.apply(&mut next, mv);
            if !self.see(&next, Some(mv)) {
                continue;
            }
            if self.space.is_goal(&next) {
                self.solution = Some(self.path_to(next));
                self.stats.lower_bound += 1;
                self.status = Status::Solved;
                return;
            }
            self.next_layer.push((next, Some(mv)));
            self.stats.stored += 1;
        }
    }

    /// Records a state and the move that led there; returns whether the state is new and there was room for it.
    #[inline]
    fn see(&mut self, state: &P::State, last: Option<P::Move>) -> bool {
        let hash = hash(state);
        let growth = self.seen.growth(hash) + self.next_layer.growth();
        // A state is among those seen, and may be in a layer as well.
        let heap = 2 * (self.stats.stored + 1) * self.space.heap_bytes();
        if growth + heap > 0 {
            let bytes = self.seen.bytes() + self.layer.bytes() + self.next_layer.bytes() + growth + heap;
            if bytes > self.memory_limit {
                self.status = Status::Full;
                return false;
            }
            self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        }
        self.seen.add(hash, (state.clone(), last), |(a, _), (b, _)| a == b, |(state, _)| self::hash(state))
    }

    /// The move that led to a state; none led to the start.
    fn last(&self, state: &P::State) -> Option<P::Move> {
        self.seen.find(hash(state), |(seen, _)| seen == state).and_then(|&(_, last)| last)
    }

    /// The moves from the start to a state, found by going back.
    fn path_to(&self, mut state: P::State) -> Vec<P::Move> {
        let mut path = Vec::new();
        while let Some(mv) = self.last(&state) {
            path.push(mv);
            self.space.apply(&mut state, self.space.inverse(mv));
        }
        path.reverse();
        path
    }

    /// Goes on to the next layer; the search is exhausted if that is empty.
    fn descend(&mut self) {
        std::mem::swap(&mut self.layer, &mut self.next_layer);
        if self.layer.is_empty() {
            self.status = Status::Exhausted;
            return;
        }
        // No state of the finished layer was a goal.
        self.stats.lower_bound += 1;
        self.stats.phase = Phase::Searching { depth: self.stats.lower_bound };
    }
}

#[inline]
fn hash(state: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    // why: on 32-bit platforms the hasher has only 32 bits.
    hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The states of a layer with the moves that led there, last in first out.
///
/// why the moves: looking them up among all states took a third of the time. why chunks of a fixed size: an array would
/// copy millions of states at once whenever it grows.
struct ChunkedStack<S> {
    chunks: Vec<Vec<S>>,
}

impl<S> Default for ChunkedStack<S> {
    fn default() -> Self {
        Self { chunks: Vec::new() }
    }
}

impl<S> ChunkedStack<S> {
    const CHUNK: usize = 2048;
    const CHUNK_BYTES: u64 = (Self::CHUNK * size_of::<S>() + 2 * size_of::<Vec<S>>()) as u64;

    /// Additional bytes that one more state takes.
    #[inline]
    fn growth(&self) -> u64 {
        if self.chunks.last().is_some_and(|chunk| chunk.len() < Self::CHUNK) { 0 } else { Self::CHUNK_BYTES }
    }

    fn push(&mut self, state: S) {
        match self.chunks.last_mut() {
            Some(chunk) if chunk.len() < Self::CHUNK => chunk.push(state),
            _ => {
                let mut chunk = Vec::with_capacity(Self::CHUNK);
                chunk.push(state);
                self.chunks.push(chunk);
            }
        }
    }

    fn pop(&mut self) -> Option<S> {
        let chunk = self.chunks.last_mut()?;
        let state = chunk.pop();
        if chunk.is_empty() {
            self.chunks.pop();
        }
        state
    }

    fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    fn bytes(&self) -> u64 {
        self.chunks.len() as u64 * Self::CHUNK_BYTES
    }
}

impl<P: Space> Search for Bfs<P> {
    type Move = P::Move;

    fn run(&mut self, budget: u64) -> Status {
        let end = self.stats.generated.saturating_add(budget);
        while self.status == Status::Paused && self.stats.generated < end {
            match self.layer.pop() {
                Some((state, last)) => self.expand(&state, last),
                None => self.descend(),
            }
        }
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn solution(&self) -> Option<&[P::Move]> {
        self.solution.as_deref()
    }
}

/// The distance of every state that can be reached from `origin`: the oracle of the tests, and the basis of histograms of
/// a whole space.
///
/// ```
/// # use taquin::{search::bfs, tiles::{Board, Shape, grid::{Cells, Grid, Nibbles}}};
/// let goal = Board::solved(Shape::new(2, 2)?);
/// let distances = bfs::distances(&Grid::new(&goal), Nibbles::pack(&goal));
/// assert_eq!(distances.len(), 12);
/// assert_eq!(distances.values().max(), Some(&6));
/// # Ok::<(), taquin::tiles::ShapeError>(())
/// ```
pub fn distances<P: Space>(space: &P, origin: P::State) -> FxHashMap<P::State, u32> {
    let mut distances = FxHashMap::from_iter([(origin.clone(), 0)]);
    let mut layer = vec![origin];
    for distance in 1.. {
        let mut next_layer = Vec::new();
        for state in &layer {
            for mv in space.moves(state, None) {
                let mut next = state.clone();
                space.apply(&mut next, mv);
                if let Entry::Vacant(vacant) = distances.entry(next) {
                    next_layer.push(vacant.key().clone());
                    vacant.insert(distance);
                }
            }
        }
        if next_layer.is_empty() {
            break;
        }
        layer = next_layer;
    }
    distances
}
