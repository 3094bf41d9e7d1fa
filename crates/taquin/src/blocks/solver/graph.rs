//! A puzzle as a graph of packed positions: start, successors, goal.

use super::{
    bits::Bits,
    commuting::Last,
    encoding::Encoding,
    goal::{self, GoalTest},
    lines::LineTables,
    movegen::{Group, Movegen},
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

    /// Calls `emit` for each position one move away from these, but for those that their last moves make superfluous.
    #[inline]
    pub(super) fn successors(&self, group: &mut Group<B, K>, of: &[(K, Last)], mut emit: impl FnMut(K, Last)) {
        match &self.lines {
            Some(lines) => of.iter().for_each(|&(key, last)| lines.successors(key, last, &mut emit)),
            None => self.movegen.successors(group, of, emit),
        }
    }

    /// All positions one move away.
    pub(super) fn neighbours(&self, group: &mut Group<B, K>, key: K) -> Vec<K> {
        let mut neighbours = Vec::new();
        self.successors(group, &[(key, Last::default())], |key, _| neighbours.push(key));
        neighbours
    }

    /// A goal that one move of a goal block leads to from this position.
    pub(super) fn goal_beside(&self, group: &mut Group<B, K>, key: K) -> Option<K> {
        self.movegen.goal_beside(group, key, |key| self.is_goal(key))
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
