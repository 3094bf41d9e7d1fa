//! The state of a game, and what keys, clicks and time do to it.

mod solve;
mod turns;
mod watch;

use super::{
    grid::Place,
    history::History,
    keys::{self, Action},
    menu::{Menu, Topic},
    paint::Paint,
    puzzle::Puzzle,
    screen,
    worker::{SearchResult, Task, Worker},
};
use anyhow::Result;
use ratatui::{
    Frame,
    crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEventKind},
};
use solve::Plan;
pub(super) use solve::{Purpose, Search};
use std::time::{Duration, Instant};
use taquin::tiles::Direction;
pub(super) use watch::Watch;

pub(super) struct Game<P: Puzzle> {
    pub(super) puzzle: P,
    pub(super) history: History<P::Step>,
    pub(super) mode: Mode<P::Step>,
    pub(super) algorithm: usize,
    pub(super) message: String,
    /// The best solution known from here.
    plan: Option<Plan<P::Step>>,
    /// Is the next step of the plan highlighted?
    is_hinted: bool,
    /// Has the player used a hint or a solution?
    is_helped: bool,
    /// A lower bound on the moves from here.
    pub(super) lower_bound: u32,
    /// The search that raises the lower bound, while it runs.
    bound_search: Option<Worker<P::Step>>,
    /// Has the position changed since that search started?
    is_bound_stale: bool,
    speed: usize,
    pub(super) paint: Paint,
    /// Where the board was last drawn.
    pub(super) place: Option<Place>,
    is_over: bool,
}

/// What the game is doing, which decides what keys mean.
pub(super) enum Mode<S> {
    Play,
    Choose(Menu),
    Help,
    /// Waiting for a search.
    Search(Search<S>),
    /// Warning that the board is too large for an algorithm.
    Warn {
        text: String,
        algorithm: usize,
    },
    /// Playing back a solution.
    Watch(Watch),
}

impl<P: Puzzle> Game<P> {
    pub(super) fn new(puzzle: P) -> Self {
        Self {
            history: History::new(),
            mode: Mode::Play,
            algorithm: puzzle.default_algorithm(),
            message: String::new(),
            plan: None,
            is_hinted: false,
            is_helped: false,
            lower_bound: puzzle.lower_bound(0),
            bound_search: None,
            is_bound_stale: true,
            speed: watch::FIRST_SPEED,
            paint: Paint::from_environment(),
            place: None,
            is_over: false,
            puzzle,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(super) fn draw(&mut self, frame: &mut Frame) {
        self.place = screen::draw(self, frame);
    }

    /// How long nothing changes without input.
    pub(super) fn poll_timeout(&self) -> Duration {
        match &self.mode {
            Mode::Search(_) => Duration::from_millis(40),
            Mode::Watch(watch) if !watch.is_paused => watch.due.saturating_duration_since(Instant::now()),
            _ if self.bound_search.is_some() || self.is_bound_stale => Duration::from_millis(40),
            _ if self.history.is_running() => Duration::from_millis(200),
            _ => Duration::from_millis(500),
        }
    }

    pub(super) fn handle(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(key),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let cell = self.place.and_then(|place| place.at(mouse.column, mouse.row));
                if let (Mode::Play | Mode::Watch(_), Some(cell)) = (&self.mode, cell) {
                    self.mode = Mode::Play;
                    let turn = self.puzzle.click(cell);
                    self.make(turn);
                }
            }
            _ => {}
        }
    }

    fn press(&mut self, key: &KeyEvent) {
        let action = keys::action(key);
        if action == Some(Action::Quit) {
            self.is_over = true;
            return;
        }
        match &mut self.mode {
            Mode::Help => self.mode = Mode::Play,
            Mode::Choose(menu) => match (key.code, action) {
                (KeyCode::Enter, _) => self.decide(),
                (_, Some(Action::Go { direction: Direction::Up, .. })) => menu.step(false),
                (_, Some(Action::Go { direction: Direction::Down, .. } | Action::Choose { .. })) => menu.step(true),
                (_, Some(Action::Leave)) => self.mode = Mode::Play,
                _ => {}
            },
            Mode::Warn { algorithm, .. } => match action {
                Some(Action::Solve) => {
                    let algorithm = *algorithm;
                    self.solve(algorithm, true);
                }
                Some(Action::Leave) => self.mode = Mode::Play,
                _ => {}
            },
            Mode::Search(search) => {
                if matches!(action, Some(Action::Leave | Action::Solve | Action::Pause)) {
                    search.worker.stop();
                }
            }
            Mode::Watch(_) => self.watch(action),
            Mode::Play => self.play(action),
        }
    }

    fn play(&mut self, action: Option<Action>) {
        if matches!(action, Some(Action::Undo | Action::Redo | Action::Restart)) {
            self.message.clear();
        }
        match action {
            Some(Action::Go { direction, far }) => {
                let turn = self.puzzle.go(direction, far);
                self.make(turn);
            }
            Some(Action::Undo) => self.undo(),
            Some(Action::Redo) => {
                self.redo();
            }
            Some(Action::Restart) => self.undo_to(0),
            Some(Action::Hint) => self.hint(),
            Some(Action::Solve) => self.solve(self.algorithm, false),
            Some(Action::PickAlgorithm) => self.open(Topic::Algorithm, self.puzzle.algorithms(), self.algorithm),
            Some(Action::New) => self.open(Topic::NewGame, self.puzzle.new_games(), 0),
            Some(Action::ToggleKeys) => {
                if let Some(moved) = self.puzzle.toggle_keys() {
                    self.message = format!("Keys move {moved}.");
                }
            }
            Some(Action::Choose { back }) => self.puzzle.choose(back),
            Some(Action::Help) => self.mode = Mode::Help,
            _ => {}
        }
    }

    fn open(&mut self, topic: Topic, items: Vec<&'static str>, chosen: usize) {
        if !items.is_empty() {
            self.mode = Mode::Choose(Menu { topic, items, chosen });
        }
    }

    /// Applies the choice in the menu.
    fn decide(&mut self) {
        let Mode::Choose(menu) = &self.mode else { return };
        let (topic, chosen) = (menu.topic, menu.chosen);
        self.mode = Mode::Play;
        match topic {
            Topic::Algorithm => {
                self.algorithm = chosen;
                self.solve(chosen, false);
            }
            Topic::NewGame => match self.puzzle.start_new(chosen) {
                Ok(()) => {
                    self.history = History::new();
                    (self.plan, self.is_hinted, self.is_helped) = (None, false, false);
                    (self.lower_bound, self.is_bound_stale) = (self.puzzle.lower_bound(0), true);
                    self.message.clear();
                }
                Err(message) => self.message = message,
            },
        }
    }

    /// Handles events of searches and advances playback.
    pub(super) fn tick(&mut self) -> Result<()> {
        self.receive_events()?;
        self.raise_bound();
        self.advance_playback();
        Ok(())
    }
}
