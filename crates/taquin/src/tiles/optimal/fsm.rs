//! FSM duplicate pruning: a finite-state machine over the moves made so far cuts paths that only repeat others
//! (L. Taylor and R. Korf, "Pruning duplicate nodes in depth-first search", AAAI 1993).
//!
//! Different sequences of moves can have the same effect: `LR` does nothing, and going three times round a square of
//! four cells one way does the same as going round it three times the other way. Of all sequences with one effect the
//! smallest is enough: the shortest, and of those the first in the order of [`Direction::ALL`]. The machine forbids the
//! others, wherever they occur in a path.
//!
//! Why no shortest solution is lost: a sequence is forbidden only if a smaller one has the same effect **and its blank
//! stays inside the rectangle in which the blank of the forbidden one moves**, so it is legal wherever the forbidden one
//! is. Without that condition the machine would cut solutions along the border. The smallest of all shortest solutions
//! of a problem contains no forbidden part, because replacing the part would make it smaller. No node on it is cut by an
//! admissible heuristic, so it is found.

#[cfg(test)]
mod survey;

use crate::tiles::Direction;

/// State before any move.
pub(super) const START: u16 = 0;
/// In place of a state: the move is forbidden.
pub(super) const FORBIDDEN: u16 = u16::MAX;

/// The transition table: for each state and direction the next state, or [`FORBIDDEN`].
#[derive(Clone, Debug)]
pub(super) struct PruningFsm {
    next: Vec<[u16; 4]>,
}

/// Longest sequences that the machine can be built for.
const MAX_LENGTH: u32 = 12;

/// The forbidden sequences of up to [`MAX_LENGTH`] moves, the shorter ones first: four bytes for each, its moves and in the
/// last byte its length.
///
/// why a file: finding them takes 0.2 seconds, as long as solving several boards. A test finds them again.
static WORDS: &[u8] = include_bytes!("fsm/forbidden.bin");

/// A sequence of moves.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
struct Path {
    length: u32,
    /// Two bits for each move, the first one highest.
    moves: u32,
}

impl Path {
    fn directions(self) -> impl DoubleEndedIterator<Item = Direction> {
        (0..self.length).rev().map(move |place| Direction::ALL[(self.moves >> (2 * place) & 3) as usize])
    }
}

impl PruningFsm {
    /// The machine for all sequences of up to `length` moves, at most [`MAX_LENGTH`]. With 2 it forbids undoing the last
    /// move and nothing else.
    pub(super) fn new(length: u32) -> Self {
        debug_assert!(length <= MAX_LENGTH);
        let words = WORDS.as_chunks().0.iter().map(|&[first, second, third, length]| Path {
            length: length.into(),
            moves: u32::from_le_bytes([first, second, third, 0]),
        });
        let words: Vec<Path> = words.take_while(|word| word.length <= length).collect();
        Self::forbidding(&words)
    }

    /// The states after each of the four directions.
    #[inline(always)]
    pub(super) fn all_after(&self, state: u16) -> [u16; 4] {
        self.next[usize::from(state)]
    }

    pub(super) fn bytes(&self) -> usize {
        self.next.len() * size_of::<[u16; 4]>()
    }

    /// The machine that forbids these words wherever they occur in a sequence (Aho and Corasick, 1975).
    fn forbidding(words: &[Path]) -> Self {
        const NONE: u16 = u16::MAX - 1;
        let mut next = vec![[NONE; 4]];
        for word in words {
            let mut directions = word.directions();
            let Some(last) = directions.next_back() else { continue };
            let mut state = 0;
            for direction in directions {
                if next[state][direction as usize] == NONE {
                    next[state][direction as usize] = next.len() as u16;
                    next.push([NONE; 4]);
                }
                state = usize::from(next[state][direction as usize]);
            }
            next[state][last as usize] = FORBIDDEN;
        }
        // Breadth-first, so that the longest proper suffix of a state's word is complete before the state.
        let mut suffix = vec![0_u16; next.len()];
        let mut queue = std::collections::VecDeque::from([0]);
        while let Some(state) = queue.pop_front() {
            for direction in Direction::ALL.map(|direction| direction as usize) {
                let fallback = if state == 0 { 0 } else { next[usize::from(suffix[state])][direction] };
                match next[state][direction] {
                    NONE => next[state][direction] = fallback,
                    FORBIDDEN => {}
                    // why: a word with a forbidden part is never reached.
                    _ if fallback == FORBIDDEN => next[state][direction] = FORBIDDEN,
                    child => {
                        suffix[usize::from(child)] = fallback;
                        queue.push_back(usize::from(child));
                    }
                }
            }
        }
        Self { next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(fsm: &PruningFsm, moves: &str) -> bool {
        let moves: crate::tiles::Moves = moves.parse().unwrap();
        moves
            .iter()
            .try_fold(START, |state, &direction| {
                Some(fsm.all_after(state)[direction as usize]).filter(|&s| s != FORBIDDEN)
            })
            .is_some()
    }

    #[test]
    fn with_two_moves_only_undoing_is_forbidden() {
        let fsm = PruningFsm::new(2);
        assert!(allows(&fsm, "ULDRULDRULDR"));
        assert!(!allows(&fsm, "ULR") && !allows(&fsm, "DU"));
    }

    #[test]
    fn of_two_ways_round_a_square_one_is_left() {
        let fsm = PruningFsm::new(6);
        assert!(allows(&fsm, "ULDRUL") ^ allows(&fsm, "LURDLU"));
        assert!(!allows(&fsm, "ULDRULD"), "the other way round is shorter");
    }

    #[test]
    fn the_machine_keeps_its_number_of_states() {
        let states = |length| PruningFsm::new(length).next.len();
        assert_eq!([2, 8, 10, 12].map(states), [5, 161, 1291, 9223]);
    }

    /// With pruning, every board within 17 moves is still reached at its true distance.
    #[test]
    fn no_arrangement_is_lost() {
        use crate::tiles::{Board, Shape};
        use std::collections::HashMap;
        let fsm = PruningFsm::new(12);
        for (rows, cols, blank) in [(3, 3, 4), (2, 4, 7), (3, 4, 5), (2, 3, 0), (4, 4, 15)] {
            let shape = Shape::new(rows, cols).unwrap();
            let start = Board::solved(shape).exchanged(shape.cells() - 1, blank);
            let mut plain = HashMap::from([(start.clone(), 0)]);
            let mut layer = vec![start.clone()];
            let mut pruned = HashMap::from([(start.clone(), 0)]);
            let mut pruned_layer = vec![(start, START)];
            for depth in 1..=17 {
                layer = step(&layer, |board, direction| {
                    let mut next = board.clone();
                    (next.slide(direction)
                        && plain.insert(next.clone(), depth).is_none_or(|old| {
                            plain.insert(next.clone(), old);
                            false
                        }))
                    .then_some(next)
                });
                pruned_layer = step(&pruned_layer, |(board, state), direction| {
                    let (mut next, state) = (board.clone(), fsm.all_after(*state)[direction as usize]);
                    let legal = state != FORBIDDEN && next.slide(direction);
                    legal.then(|| {
                        pruned.entry(next.clone()).or_insert(depth);
                        (next, state)
                    })
                });
            }
            assert_eq!(plain, pruned);
        }
    }

    fn step<T>(layer: &[T], mut after: impl FnMut(&T, Direction) -> Option<T>) -> Vec<T> {
        let mut next = Vec::new();
        for item in layer {
            next.extend(Direction::ALL.into_iter().filter_map(|direction| after(item, direction)));
        }
        next
    }
}
