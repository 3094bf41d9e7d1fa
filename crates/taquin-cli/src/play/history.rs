//! What was done, what can be done again, and how long it took.

use std::time::{Duration, Instant};

/// Turns made and turns taken back. A turn is what one key or click does: one or more steps.
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

    /// Notes a turn that the player made; what could be done again is forgotten.
    pub(super) fn record(&mut self, turn: Vec<S>) {
        self.begin();
        self.past.push(turn);
        self.future.clear();
    }

    /// The turn to take back, if there is one.
    pub(super) fn undo(&mut self) -> Option<&[S]> {
        let turn = self.past.pop()?;
        self.future.push(turn);
        self.future.last().map(Vec::as_slice)
    }

    /// The turn to make again, if there is one.
    pub(super) fn redo(&mut self) -> Option<&[S]> {
        let turn = self.future.pop()?;
        self.begin();
        self.past.push(turn);
        self.past.last().map(Vec::as_slice)
    }

    /// Lays out turns to be made one after the other by [`Self::redo`].
    pub(super) fn plan(&mut self, turns: Vec<Vec<S>>) {
        self.future = turns.into_iter().rev().collect();
    }

    /// How many turns were made, and how many can be made again.
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

    /// Lets the clock go on, if the player left the end again.
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
