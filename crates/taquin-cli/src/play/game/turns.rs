//! Turns of the player: made, undone and redone.

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
            // why: a player who follows the plan needs no new search.
            self.plan = self.plan.take().and_then(|plan| plan.after(step));
        }
        self.history.record(turn);
        self.changed();
    }

    pub(super) fn undo(&mut self) {
        let Some(turn) = self.history.undo() else { return };
        turn.iter().rev().for_each(|step| self.puzzle.undo(step));
        self.plan = None;
        self.changed();
    }

    /// Undoes turns until `turns` are left.
    pub(super) fn undo_to(&mut self, turns: usize) {
        while self.history.turns().0 > turns {
            self.undo();
        }
    }

    /// Redoes the next turn; returns whether there was one.
    pub(super) fn redo(&mut self) -> bool {
        let Some(turn) = self.history.redo() else { return false };
        turn.iter().for_each(|step| self.puzzle.make(step));
        self.plan = None;
        self.changed();
        true
    }

    /// Updates what depends on the position, after one turn.
    fn changed(&mut self) {
        self.is_hinted = false;
        self.lower_bound = self.puzzle.lower_bound(self.lower_bound);
        self.is_bound_stale = true;
        if self.puzzle.is_solved() {
            self.history.end();
        } else {
            self.history.resume();
        }
    }

    /// The message for a solved board.
    pub(in crate::play) fn verdict(&self) -> Option<String> {
        let help = if self.is_helped { ", with help" } else { "" };
        let text = || format!("Solved in {}{help}!", self.describe(&self.history.steps()));
        self.puzzle.is_solved().then(text)
    }

    /// Lengths in words: `24 moves, 22 slides`.
    pub(super) fn describe(&self, steps: &[P::Step]) -> String {
        let lengths = self.puzzle.lengths(steps);
        let parts = lengths.iter().map(|&(name, length)| crate::output::count(length as u64, name));
        parts.collect::<Vec<_>>().join(", ")
    }
}
