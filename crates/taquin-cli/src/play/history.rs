//! Turns made, turns to redo, and the clock.

use std::time::{Duration, Instant};

/// Turns made and turns undone. A turn is what one key or click does: one or more steps.
pub(super) struct History<S> {
    past: Vec<Vec<S>>,
    future: Vec<Vec<S>>,
    began: Option<Instant>,
    ended: Option<Instant>,
}

impl<S: Clone> History<S> {
    pub(super) fn new() -> Self {
        Self { past: Vec::new(), future: Vec::new(), began: None, ended: None }
    }

    /// Records a turn of the player; there is nothing left to redo.
    pub(super) fn record(&mut self, turn: Vec<S>) {
        self.begin();
        self.past.push(turn);
        self.future.clear();
    }

    /// The turn to undo, if there is one.
    pub(super) fn undo(&mut self) -> Option<&[S]> {
        let turn = self.past.pop()?;
        self.future.push(turn);
        self.future.last().map(Vec::as_slice)
    }

    /// The turn to redo, if there is one.
    pub(super) fn redo(&mut self) -> Option<&[S]> {
        let turn = self.future.pop()?;
        self.begin();
        self.past.push(turn);
        self.past.last().map(Vec::as_slice)
    }

    /// Replaces the turns to redo, so that [`Self::redo`] plays them back.
    pub(super) fn plan(&mut self, turns: Vec<Vec<S>>) {
        self.future = turns.into_iter().rev().collect();
    }

    /// The number of turns made, and of turns to redo.
    pub(super) fn turns(&self) -> (usize, usize) {
        (self.past.len(), self.future.len())
    }

    /// All steps made so far.
    pub(super) fn steps(&self) -> Vec<S> {
        self.past.concat()
    }

    fn begin(&mut self) {
        self.began.get_or_insert_with(Instant::now);
    }

    /// Stops the clock.
    pub(super) fn end(&mut self) {
        self.ended.get_or_insert_with(Instant::now);
    }

    /// Restarts the clock, if the player left the goal again.
    pub(super) fn resume(&mut self) {
        self.ended = None;
    }

    /// The time since the first move, until the end.
    pub(super) fn time(&self) -> Duration {
        let Some(began) = self.began else { return Duration::ZERO };
        self.ended.map_or_else(|| began.elapsed(), |ended| ended - began)
    }

    pub(super) fn is_running(&self) -> bool {
        self.began.is_some() && self.ended.is_none()
    }
}
