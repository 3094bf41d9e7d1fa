//! Turns of the player: made, taken back, made again, and what follows from them.

use super::{Game, Puzzle};

impl<P: Puzzle> Game<P> {
    /// Makes a turn of the player.
    pub(super) fn make(&mut self, turn: Vec<P::Step>) {
        if turn.is_empty() {
            return;
        }
        self.message.clear();
        for step in &turn {
            self.puzzle.make(step);
            // why: whoever follows the plan need not have it made again.
            self.plan = self.plan.take().and_then(|plan| plan.after(step));
        }
        self.history.record(turn);
        self.changed();
    }

    pub(super) fn undo(&mut self) {
        let Some(turn) = self.history.undo() else { return };
        turn.iter().rev().for_each(|step| self.puzzle.take_back(step));
        self.plan = None;
        self.changed();
    }

    /// Takes turns back until so many are left.
    pub(super) fn undo_to(&mut self, turns: usize) {
        while self.history.turns().0 > turns {
            self.undo();
        }
    }

    /// Makes the next turn again; says whether there was one.
    pub(super) fn redo(&mut self) -> bool {
        let Some(turn) = self.history.redo() else { return false };
        turn.iter().for_each(|step| self.puzzle.make(step));
        self.plan = None;
        self.changed();
        true
    }

    /// What follows from a position that one turn led to.
    fn changed(&mut self) {
        self.is_hinted = false;
        self.at_least = self.puzzle.at_least(self.at_least);
        self.is_bound_stale = true;
        if self.puzzle.is_solved() {
            self.history.end();
        } else {
            self.history.resume();
        }
    }

    /// What there is to say about a board that is solved.
    pub(in crate::play) fn verdict(&self) -> Option<String> {
        let help = if self.is_helped { ", with help" } else { "" };
        let told = || format!("Solved in {}{help}!", self.told(&self.history.steps()));
        self.puzzle.is_solved().then(told)
    }

    /// Lengths in words: `24 moves, 22 slides`.
    pub(super) fn told(&self, steps: &[P::Step]) -> String {
        let lengths = self.puzzle.lengths(steps);
        let told = lengths.iter().map(|&(name, length)| crate::output::count(length as u64, name));
        told.collect::<Vec<_>>().join(", ")
    }
}
