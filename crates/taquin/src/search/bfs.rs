//! Breadth-first search: optimal, and simple enough to be the judge of all the others.
//!
//! It shares nothing with the other searches, on purpose. States are identified by their full contents, never by a
//! hash of them.

use super::{Phase, Search, Space, Stats, Status};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// A breadth-first search from a start to the nearest goal.
pub struct Bfs<P: Space> {
    space: P,
    start: P::State,
    /// Every state seen, with the move that led there first.
    seen: FxHashMap<P::State, Option<P::Move>>,
    layer: Vec<P::State>,
    next_layer: Vec<P::State>,
    memory_limit: u64,
    stats: Stats,
    status: Status,
    solution: Option<Vec<P::Move>>,
}

impl<P: Space> Bfs<P> {
    /// A search of `space` from `start`.
    ///
    /// - `memory_limit`: bytes that states and layers may take before the search ends with [`Status::Full`].
    pub fn new(space: P, start: P::State, memory_limit: u64) -> Self {
        let mut search = Self {
            seen: FxHashMap::from_iter([(start.clone(), None)]),
            layer: vec![start.clone()],
            next_layer: Vec::new(),
            space,
            start,
            memory_limit,
            stats: Stats { stored: 1, phase: Phase::Searching { depth: 0 }, ..Stats::default() },
            status: Status::Paused,
            solution: None,
        };
        if search.space.is_goal(&search.start) {
            search.status = Status::Solved;
            search.solution = Some(Vec::new());
        }
        search
    }

    /// Expands one state of the layer.
    fn expand(&mut self, state: &P::State) {
        self.stats.expanded += 1;
        let last = self.seen[state];
        for mv in self.space.moves(state, last) {
            self.stats.generated += 1;
            let mut next = state.clone();
            self.space.apply(&mut next, mv);
            let Entry::Vacant(vacant) = self.seen.entry(next) else { continue };
            let next = vacant.key().clone();
            vacant.insert(Some(mv));
            if self.space.is_goal(&next) {
                self.solution = Some(self.path_to(next));
                self.stats.lower_bound += 1;
                self.status = Status::Solved;
                return;
            }
            self.next_layer.push(next);
        }
        self.stats.stored = self.seen.len() as u64;
    }

    /// The moves from the start to a state seen, found by going back.
    fn path_to(&self, mut state: P::State) -> Vec<P::Move> {
        let mut path = Vec::new();
        while let Some(mv) = self.seen[&state] {
            path.push(mv);
            self.space.apply(&mut state, self.space.inverse(mv));
        }
        path.reverse();
        path
    }

    /// Goes on to the next layer; the search is over when there is none.
    fn descend(&mut self) {
        std::mem::swap(&mut self.layer, &mut self.next_layer);
        if self.layer.is_empty() {
            self.status = Status::Exhausted;
            return;
        }
        // Every state of the finished layer was no goal.
        self.stats.lower_bound += 1;
        self.stats.phase = Phase::Searching { depth: self.stats.lower_bound };
    }

    /// Would the tables outgrow the limit if they doubled now? Checked before a growth, never after.
    fn is_full(&mut self) -> bool {
        let entry = size_of::<(P::State, Option<P::Move>)>() + 1;
        let bytes = |capacity: usize| (capacity * 8 / 7 * entry) as u64;
        let layers = ((self.layer.capacity() + self.next_layer.capacity()) * size_of::<P::State>()) as u64;
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes(self.seen.capacity()) + layers);
        // why: one expansion adds at most a few dozen states (a block puzzle's moves).
        let grows = self.seen.len() + 64 > self.seen.capacity();
        let capacity = if grows { self.seen.capacity() * 3 } else { self.seen.capacity() };
        bytes(capacity) + layers > self.memory_limit
    }
}

impl<P: Space> Search for Bfs<P> {
    type Move = P::Move;

    fn run(&mut self, budget: u64) -> Status {
        let end = self.stats.generated.saturating_add(budget);
        while self.status == Status::Paused && self.stats.generated < end {
            if self.is_full() {
                self.status = Status::Full;
                break;
            }
            match self.layer.pop() {
                Some(state) => self.expand(&state),
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

/// The distance of every state that can be reached from `origin`, which is at 0: the oracle of the tests, and the
/// way to a histogram of a whole space.
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
