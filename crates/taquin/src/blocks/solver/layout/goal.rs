//! Which positions are goals, or near to one.

use super::{
    super::{bits::Bits, table::Key},
    Group, Layout,
};

/// A goal test: the bits of the key that count, and what they must be.
#[derive(Clone)]
pub(super) struct GoalTest<K> {
    pub(super) mask: K,
    pub(super) value: K,
    /// The same for each part that takes a move of its own.
    pub(super) parts: Vec<(K, K)>,
}

impl<B: Bits, K: Key> Layout<B, K> {
    /// Is any goal reached? Holds for a position exactly if it holds for its images.
    #[inline]
    pub(in super::super) fn is_goal(&self, key: K) -> bool {
        self.goals.iter().any(|goal| key & goal.mask == goal.value)
    }

    /// Is a goal one move away, as far as the goal blocks out of place tell? Never false if one is.
    #[inline]
    pub(in super::super) fn is_near_goal(&self, key: K) -> bool {
        self.is_within(key, 1)
    }

    /// The same for so many moves of goal blocks.
    #[inline]
    fn is_within(&self, key: K, moves: usize) -> bool {
        let is_near = |goal: &GoalTest<K>| goal.parts.iter().filter(|part| key & part.0 != part.1).count() <= moves;
        self.goals.iter().any(is_near)
    }

    /// Does every goal take two moves or more from almost everywhere?
    pub(in super::super) fn has_far_goals(&self) -> bool {
        self.goals.iter().all(|goal| goal.parts.len() > 1)
    }

    /// A goal position one move away.
    pub(in super::super) fn next_goal(&self, key: K, group: &mut Group<B, K>) -> Option<K> {
        let mut found = None;
        self.find_goal_hops(group, key);
        self.after_each(group, |key, _| found = found.or(self.is_goal(key).then_some(key)));
        found
    }

    /// The positions from this one to a goal that goal blocks get to in two moves, each to where it belongs.
    pub(in super::super) fn next_two(&self, key: K, scratch: &mut [Group<B, K>; 2]) -> Option<[K; 2]> {
        let [group, next] = scratch;
        if !self.is_within(key, 2) {
            return None;
        }
        let mut found = None;
        self.find_goal_hops(group, key);
        self.after_each(group, |key, _| {
            if found.is_none() && self.is_near_goal(key) {
                found = self.next_goal(key, next).map(|goal| [key, goal]);
            }
        });
        found
    }
}
