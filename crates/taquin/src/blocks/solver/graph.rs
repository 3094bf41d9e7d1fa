//! A puzzle as a graph of packed positions: start, successors, goal.

use super::{
    bits::Bits,
    commuting::Last,
    encoding::Encoding,
    goal::{self, GoalTest},
    lines::LineTables,
    movegen::{Movegen, Position},
};
use crate::blocks::{Metric, Puzzle};

pub(super) struct Graph<B, K> {
    pub(super) movegen: Movegen<B>,
    /// Where every block keeps to its line.
    pub(super) lines: Option<LineTables<K>>,
    goals: Vec<GoalTest<K>>,
    /// The start, the least of its images.
    pub(super) start: K,
}

impl<B: Bits, K: Bits> Graph<B, K> {
    pub(super) fn new(puzzle: &Puzzle, encoding: Encoding, metric: Metric) -> Self {
        let lines = LineTables::new(&encoding, metric);
        let goals = goal::tests(&encoding);
        let start = encoding.canonical(encoding.pack(&puzzle.start()));
        Self { movegen: Movegen::new(encoding, metric), lines, goals, start }
    }

    pub(super) fn encoding(&self) -> &Encoding {
        &self.movegen.encoding
    }

    pub(super) fn key_bits(&self) -> u32 {
        self.encoding().key_bits
    }

    /// Calls `emit` for each position one move away, but for those that the last move makes superfluous.
    #[inline]
    pub(super) fn successors(&self, scratch: &mut Position<B, K>, key: K, last: Last, emit: impl FnMut(K, Last)) {
        match &self.lines {
            Some(lines) => lines.successors(key, last, emit),
            None => self.movegen.successors(scratch, key, last, emit),
        }
    }

    /// All positions one move away.
    pub(super) fn neighbours(&self, scratch: &mut Position<B, K>, key: K) -> Vec<K> {
        let mut neighbours = Vec::new();
        self.successors(scratch, key, Last::default(), |key, _| neighbours.push(key));
        neighbours
    }

    /// Is any goal reached?
    #[inline]
    pub(super) fn is_goal(&self, key: K) -> bool {
        goal::is_goal(&self.goals, key)
    }

    /// Is there a goal that could be reached on the empty board?
    pub(super) fn has_goals(&self) -> bool {
        !self.goals.is_empty()
    }
}
