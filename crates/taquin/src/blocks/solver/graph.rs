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

    /// The positions from this one, without it, to a goal that so many moves at most lead to, all of them of goal blocks to
    /// where these belong. There may be such ways that are not found, but none of a single move.
    pub(super) fn path_to_goal(&self, group: &mut Group<B, K>, key: K, most: usize) -> Option<Vec<K>> {
        if self.is_goal(key) {
            return Some(Vec::new());
        }
        if most == 0 || !self.is_near_goal(key, most) {
            return None;
        }
        let mut next = Vec::new();
        self.movegen.goal_moves(group, key, |key| next.push(key));
        next.into_iter().find_map(|key| {
            let rest = self.path_to_goal(group, key, most - 1)?;
            Some([key].into_iter().chain(rest).collect())
        })
    }

    /// May a goal be so few moves away at most, as far as its parts tell?
    #[inline]
    pub(super) fn is_near_goal(&self, key: K, most: usize) -> bool {
        goal::is_near(&self.goals, key, most)
    }

    /// Does every goal take several moves from almost everywhere?
    pub(super) fn has_far_goals(&self) -> bool {
        goal::are_far(&self.goals)
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
