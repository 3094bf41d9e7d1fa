//! Beam search: a solution soon, with no promise about its length (Reddy, *Speech understanding systems*, 1977).
//!
//! Of each layer only the most promising positions are kept and expanded. Without a solution, and with one too, the search
//! begins again with twice the width, so that solutions get shorter the longer it runs. [`Guide`] says what is promising.

use super::{bits::Bits, graph::Graph, guide::Guide, hash_set::hash, movegen::Group, path};
use crate::{
    blocks::{Metric, Move, Puzzle},
    search::Cost,
};
use rustc_hash::FxHashSet;

/// Positions of a layer that the first search keeps.
const WIDTH: usize = 256;

/// Layers without any position more promising than all before, after which a search is given up.
const PATIENCE: usize = 200;

/// Positions that are expanded before the memory is looked at again.
const CHECKED: u64 = 64;

/// Bytes of a hash in a set, which has one byte more for each.
const SEEN: usize = size_of::<u64>() + 1;

/// A position that may be kept: the most promising are the least.
#[derive(Clone, Copy, Eq, Ord, PartialEq, PartialOrd)]
struct Candidate<K> {
    score: u32,
    /// why: where many are as promising, those kept should be of all kinds.
    order: u32,
    key: K,
    /// Its index in the layer before.
    parent: u32,
}

pub(super) struct Beam<B, K> {
    puzzle: Puzzle,
    graph: Graph<B, K>,
    guide: Guide<B>,
    group: Group<B, K>,
    width: usize,
    /// The positions kept, each with the index of its parent in the layer before.
    layers: Vec<Vec<(K, u32)>>,
    /// The next position of the last layer to be expanded.
    next: usize,
    candidates: Vec<Candidate<K>>,
    /// Hashes of all positions of this width.
    seen: FxHashSet<u64>,
    /// Was any position of this width left out?
    is_narrowed: bool,
    least_score: u32,
    /// Layers since that was found.
    idle: usize,
    memory_limit: u64,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) peak_bytes: u64,
    pub(super) is_done: bool,
    pub(super) solution: Option<Vec<Move>>,
}

impl<B: Bits, K: Bits> Beam<B, K> {
    pub(super) fn new(puzzle: &Puzzle, graph: Graph<B, K>, memory_limit: u64) -> Self {
        let mut beam = Self {
            puzzle: puzzle.clone(),
            guide: Guide::new(&graph.movegen),
            group: graph.movegen.group(),
            width: WIDTH,
            layers: Vec::new(),
            next: 0,
            candidates: Vec::new(),
            seen: FxHashSet::default(),
            is_narrowed: false,
            least_score: u32::MAX,
            idle: 0,
            memory_limit,
            expanded: 0,
            generated: 0,
            peak_bytes: 0,
            is_done: !graph.has_goals(),
            solution: None,
            graph,
        };
        beam.begin();
        beam
    }

    /// Allows so many bytes.
    pub(super) fn allow(&mut self, memory_limit: u64) {
        self.memory_limit = memory_limit;
        self.is_done = !self.graph.has_goals();
    }

    /// A lower bound on the cost of all solutions.
    pub(super) fn lower_bound(&mut self) -> Cost {
        self.guide.lower_bound(&self.graph.movegen, self.graph.start)
    }

    /// The cost of the best solution so far.
    pub(super) fn cost(&self) -> Option<Cost> {
        self.solution.as_ref().map(|moves| self.metric().cost(moves))
    }

    fn metric(&self) -> Metric {
        self.graph.movegen.metric
    }

    fn begin(&mut self) {
        self.layers = vec![vec![(self.graph.start, 0)]];
        self.next = 0;
        self.candidates.clear();
        self.seen = FxHashSet::from_iter([hash(self.graph.start)]);
        (self.is_narrowed, self.least_score, self.idle) = (false, u32::MAX, 0);
    }

    fn bytes(&self) -> u64 {
        let kept: usize = self.layers.iter().map(Vec::capacity).sum();
        let kept = kept * size_of::<(K, u32)>() + self.candidates.capacity() * size_of::<Candidate<K>>();
        (kept + self.seen.capacity() * SEEN) as u64
    }

    /// Would it soon take more than its memory?
    fn is_full(&self) -> bool {
        // why: while a set or list grows, the old one is there beside the new one, which is twice as large.
        let grows = |len: usize, capacity: usize, size: usize| {
            let is_near = len + CHECKED as usize * 32 > capacity;
            if is_near { 2 * capacity * size } else { 0 }
        };
        let seen = grows(self.seen.len(), self.seen.capacity(), SEEN);
        let candidates = grows(self.candidates.len(), self.candidates.capacity(), size_of::<Candidate<K>>());
        self.bytes() + seen.max(candidates) as u64 > self.memory_limit
    }

    /// Works on for about `budget` positions.
    pub(super) fn run(&mut self, budget: u64) {
        let end = self.generated.saturating_add(budget);
        while self.generated < end && !self.is_done {
            match self.layers.last().and_then(|layer| layer.get(self.next)) {
                _ if self.expanded.is_multiple_of(CHECKED) && self.is_full() => self.is_done = true,
                Some(&(key, _)) => self.expand(key),
                None => self.descend(),
            }
        }
    }

    fn expand(&mut self, key: K) {
        let parent = self.next as u32;
        self.next += 1;
        self.expanded += 1;
        // why no last move: of two orders of moves, the one that would be left to find a position may be out of the beam.
        for key in self.graph.neighbours(&mut self.group, key) {
            self.generated += 1;
            if !self.seen.insert(hash(key)) {
                continue;
            }
            if self.graph.is_goal(key) {
                self.succeed(key, parent);
                return;
            }
            let score = self.guide.score(&self.graph.movegen, key);
            self.candidates.push(Candidate { score, order: hash(key) as u32, key, parent });
        }
    }

    /// Goes on to the next layer, or begins again.
    fn descend(&mut self) {
        self.peak_bytes = self.peak_bytes.max(self.bytes());
        let least = self.candidates.iter().map(|candidate| candidate.score).min();
        self.idle += 1;
        if least.is_some_and(|least| least < self.least_score) {
            (self.least_score, self.idle) = (least.unwrap_or_default(), 0);
        }
        // The candidates are as many moves away as there are layers; a goal is one more away.
        let is_longer = self.cost().is_some_and(|cost| self.layers.len() as Cost + 1 >= cost);
        if least.is_none() || is_longer || self.idle > PATIENCE {
            self.widen();
            return;
        }
        if self.candidates.len() > self.width {
            self.candidates.select_nth_unstable(self.width);
            self.candidates.truncate(self.width);
            self.is_narrowed = true;
        }
        self.layers.push(self.candidates.drain(..).map(|kept| (kept.key, kept.parent)).collect());
        self.next = 0;
    }

    /// Begins again with more positions, unless these would be the same.
    fn widen(&mut self) {
        self.is_done = !self.is_narrowed && self.idle <= PATIENCE;
        self.width *= 2;
        self.begin();
    }

    /// A goal was found from this position of the last layer.
    fn succeed(&mut self, goal: K, mut parent: u32) {
        let mut keys = vec![goal];
        for layer in self.layers.iter().skip(1).rev() {
            let (key, before) = layer[parent as usize];
            keys.push(key);
            parent = before;
        }
        keys.reverse();
        let moves = path::moves(&self.graph, &self.puzzle, &keys);
        if self.cost().is_none_or(|cost| self.metric().cost(&moves) < cost) {
            self.solution = Some(moves);
        }
        self.peak_bytes = self.peak_bytes.max(self.bytes());
        self.widen();
    }
}
