//! A solution that is shown, turn by turn.

use super::{Game, Mode, Puzzle, Wish};
use std::time::{Duration, Instant};
use taquin::tiles::Direction;

/// Turns a second that a solution is shown with.
const SPEEDS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];
pub(super) const FIRST_SPEED: usize = 2;

/// A solution that is laid out in the history.
pub(in crate::play) struct Watch {
    /// How many turns the player had made before it.
    pub(in crate::play) from: usize,
    pub(in crate::play) is_paused: bool,
    /// When the next turn is made.
    pub(super) due: Instant,
}

impl<P: Puzzle> Game<P> {
    pub(in crate::play) fn speed(&self) -> u32 {
        SPEEDS[self.speed]
    }

    /// Lays out a solution and begins to show it.
    pub(super) fn show(&mut self, steps: Vec<P::Step>) {
        self.history.plan(self.puzzle.turns(steps));
        let due = Instant::now() + Duration::from_millis(400);
        self.mode = Mode::Watch(Watch { from: self.history.turns().0, is_paused: false, due });
    }

    pub(super) fn watch(&mut self, wish: Option<Wish>) {
        let Mode::Watch(watch) = &mut self.mode else { return };
        let from = watch.from;
        match wish {
            Some(Wish::Pause) => {
                watch.is_paused = !watch.is_paused;
                watch.due = Instant::now();
            }
            Some(Wish::Go { direction: Direction::Left | Direction::Up, .. } | Wish::Undo) => {
                watch.is_paused = true;
                let before = self.history.turns().0.saturating_sub(1);
                self.undo_to(before.max(from));
            }
            Some(Wish::Go { direction: Direction::Right | Direction::Down, .. } | Wish::Redo) => {
                watch.is_paused = true;
                self.redo();
            }
            Some(Wish::First) => {
                watch.is_paused = true;
                self.undo_to(from);
            }
            Some(Wish::Last) => while self.redo() {},
            Some(Wish::Faster) => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Some(Wish::Slower) => self.speed = self.speed.saturating_sub(1),
            Some(Wish::Leave) => {
                self.message = "Your turn.".to_owned();
                self.mode = Mode::Play;
            }
            _ => {}
        }
    }

    /// Makes the next turn when it is due.
    pub(super) fn play_on(&mut self) {
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
