//! Playback of a solution, turn by turn.

use super::{Action, Game, Mode, Puzzle};
use std::time::{Duration, Instant};
use taquin::tiles::Direction;

/// Playback speeds, in turns per second.
const SPEEDS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];
pub(super) const FIRST_SPEED: usize = 2;

/// A solution being played back; its turns are in the history, to be redone.
pub(in crate::play) struct Watch {
    /// Turns that the player had made before it.
    pub(in crate::play) from: usize,
    pub(in crate::play) is_paused: bool,
    /// When the next turn is made.
    pub(super) due: Instant,
}

impl<P: Puzzle> Game<P> {
    pub(in crate::play) fn speed(&self) -> u32 {
        SPEEDS[self.speed]
    }

    /// Starts to play back a solution.
    pub(super) fn show(&mut self, steps: Vec<P::Step>) {
        self.history.plan(self.puzzle.turns(steps));
        let due = Instant::now() + Duration::from_millis(400);
        self.mode = Mode::Watch(Watch { from: self.history.turns().0, is_paused: false, due });
    }

    pub(super) fn watch(&mut self, action: Option<Action>) {
        let Mode::Watch(watch) = &mut self.mode else { return };
        let from = watch.from;
        match action {
            Some(Action::Pause) => {
                watch.is_paused = !watch.is_paused;
                watch.due = Instant::now();
            }
            Some(Action::Go { direction: Direction::Left | Direction::Up, .. } | Action::Undo) => {
                watch.is_paused = true;
                let before = self.history.turns().0.saturating_sub(1);
                self.undo_to(before.max(from));
            }
            Some(Action::Go { direction: Direction::Right | Direction::Down, .. } | Action::Redo) => {
                watch.is_paused = true;
                self.redo();
            }
            Some(Action::First) => {
                watch.is_paused = true;
                self.undo_to(from);
            }
            Some(Action::Last) => while self.redo() {},
            Some(Action::Faster) => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Some(Action::Slower) => self.speed = self.speed.saturating_sub(1),
            Some(Action::Leave) => {
                self.message = "Your turn.".to_owned();
                self.mode = Mode::Play;
            }
            _ => {}
        }
    }

    /// Makes the next turn when it is due.
    pub(super) fn advance_playback(&mut self) {
        let turn = Duration::from_secs(1) / self.speed();
        let Mode::Watch(watch) = &mut self.mode else { return };
        if watch.is_paused || watch.due > Instant::now() {
            return;
        }
        watch.due = Instant::now() + turn;
        if !self.redo() || self.history.turns().1 == 0 {
            self.mode = Mode::Play;
        }
    }
}
