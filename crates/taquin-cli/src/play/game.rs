//! A game under way: what the player wishes, and what time brings.

mod solve;
mod turns;
mod watch;

use super::{
    grid::Place,
    history::History,
    keys::{self, Wish},
    menu::{Menu, Topic},
    paint::Paint,
    puzzle::Puzzle,
    screen,
    worker::{Finding, News, Task, Worker},
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
    /// The steps of the best solution known from here, if any.
    plan: Option<Plan<P::Step>>,
    /// Does the next step of the plan stand out?
    is_hinted: bool,
    /// Did the player ask for a hint or a solution?
    is_helped: bool,
    /// No solution from here is shorter than this.
    pub(super) at_least: u32,
    /// The search that raises this bound, while it runs.
    bounding: Option<Worker<P::Step>>,
    /// Is that search still to be begun from here?
    is_bound_stale: bool,
    speed: usize,
    pub(super) paint: Paint,
    /// Where the board was drawn last.
    pub(super) place: Option<Place>,
    is_over: bool,
}

/// What the keys are for.
pub(super) enum Mode<S> {
    Play,
    Choose(Menu),
    Help,
    /// Waits for a search.
    Search(Search<S>),
    /// Warns that an algorithm is hopeless here.
    Warn {
        text: String,
        algorithm: usize,
    },
    /// Shows a solution.
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
            at_least: puzzle.at_least(0),
            bounding: None,
            is_bound_stale: true,
            speed: watch::FIRST_SPEED,
            paint: Paint::of_environment(),
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

    /// How long nothing changes unless the player does something.
    pub(super) fn patience(&self) -> Duration {
        match &self.mode {
            Mode::Search(_) => Duration::from_millis(40),
            Mode::Watch(watch) if !watch.is_paused => watch.due.saturating_duration_since(Instant::now()),
            _ if self.bounding.is_some() || self.is_bound_stale => Duration::from_millis(40),
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
        let wish = keys::wish(key);
        if wish == Some(Wish::Quit) {
            self.is_over = true;
            return;
        }
        match &mut self.mode {
            Mode::Help => self.mode = Mode::Play,
            Mode::Choose(menu) => match (key.code, wish) {
                (KeyCode::Enter, _) => self.decide(),
                (_, Some(Wish::Go { direction: Direction::Up, .. })) => menu.step(false),
                (_, Some(Wish::Go { direction: Direction::Down, .. } | Wish::Choose { .. })) => menu.step(true),
                (_, Some(Wish::Leave)) => self.mode = Mode::Play,
                _ => {}
            },
            Mode::Warn { algorithm, .. } => match wish {
                Some(Wish::Solve) => {
                    let algorithm = *algorithm;
                    self.solve(algorithm, true);
                }
                Some(Wish::Leave) => self.mode = Mode::Play,
                _ => {}
            },
            Mode::Search(search) => {
                if matches!(wish, Some(Wish::Leave | Wish::Solve | Wish::Pause)) {
                    search.worker.stop();
                }
            }
            Mode::Watch(_) => self.watch(wish),
            Mode::Play => self.play(wish),
        }
    }

    fn play(&mut self, wish: Option<Wish>) {
        if matches!(wish, Some(Wish::Undo | Wish::Redo | Wish::Restart)) {
            self.message.clear();
        }
        match wish {
            Some(Wish::Go { direction, far }) => {
                let turn = self.puzzle.go(direction, far);
                self.make(turn);
            }
            Some(Wish::Undo) => self.undo(),
            Some(Wish::Redo) => {
                self.redo();
            }
            Some(Wish::Restart) => self.undo_to(0),
            Some(Wish::Hint) => self.hint(),
            Some(Wish::Solve) => self.solve(self.algorithm, false),
            Some(Wish::PickAlgorithm) => self.open(Topic::Algorithm, self.puzzle.algorithms(), self.algorithm),
            Some(Wish::New) => self.open(Topic::Beginning, self.puzzle.beginnings(), 0),
            Some(Wish::ExchangeKeys) => {
                if let Some(moved) = self.puzzle.exchange_keys() {
                    self.message = format!("Keys move {moved}.");
                }
            }
            Some(Wish::Choose { back }) => self.puzzle.choose(back),
            Some(Wish::Help) => self.mode = Mode::Help,
            _ => {}
        }
    }

    fn open(&mut self, topic: Topic, items: Vec<&'static str>, chosen: usize) {
        if !items.is_empty() {
            self.mode = Mode::Choose(Menu { topic, items, chosen });
        }
    }

    /// Takes what is chosen in the menu.
    fn decide(&mut self) {
        let Mode::Choose(menu) = &self.mode else { return };
        let (topic, chosen) = (menu.topic, menu.chosen);
        self.mode = Mode::Play;
        match topic {
            Topic::Algorithm => {
                self.algorithm = chosen;
                self.solve(chosen, false);
            }
            Topic::Beginning => match self.puzzle.begin(chosen) {
                Ok(()) => {
                    self.history = History::new();
                    (self.plan, self.is_hinted, self.is_helped) = (None, false, false);
                    (self.at_least, self.is_bound_stale) = (self.puzzle.at_least(0), true);
                    self.message.clear();
                }
                Err(trouble) => self.message = trouble,
            },
        }
    }

    /// What time brings: news of searches, the next turn of a solution.
    pub(super) fn tick(&mut self) -> Result<()> {
        self.hear()?;
        self.raise_bound();
        self.play_on();
        Ok(())
    }
}
