//! A game under way: what the player wishes, and what time brings.

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
use anyhow::{Result, bail};
use ratatui::{
    Frame,
    crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEventKind},
};
use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};
use taquin::{search::Stats, tiles::Direction};

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
    pub(super) at_least: Option<u32>,
    speed: usize,
    pub(super) paint: Paint,
    /// Where the board was drawn last.
    pub(super) place: Option<Place>,
    is_over: bool,
}

struct Plan<S> {
    steps: VecDeque<S>,
    is_shortest: bool,
}

/// What the keys are for.
pub(super) enum Mode<S> {
    Play,
    Choose(Menu),
    Help,
    /// A search, why it runs, and since when.
    Search(Search<S>),
    /// Warns that an algorithm is hopeless here.
    Warn {
        text: String,
        algorithm: usize,
    },
    /// Shows a solution, which is laid out in the history.
    Watch {
        from: usize,
        is_paused: bool,
        due: Instant,
    },
}

pub(super) struct Search<S> {
    worker: Worker<S>,
    pub(super) purpose: Purpose,
    pub(super) began: Instant,
    pub(super) stats: Stats,
    /// Moves of the best solution so far.
    pub(super) best: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Purpose {
    Solve { algorithm: usize },
    Hint,
}

/// Turns a second that a solution is shown with.
const SPEEDS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];
const FIRST_SPEED: usize = 2;

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
            at_least: puzzle.at_least(),
            speed: FIRST_SPEED,
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

    /// The step that stands out.
    pub(super) fn marked(&self) -> Option<&P::Step> {
        self.plan.as_ref().filter(|_| self.is_hinted)?.steps.front()
    }

    pub(super) fn speed(&self) -> u32 {
        SPEEDS[self.speed]
    }

    /// How long nothing changes unless the player does something.
    pub(super) fn patience(&self) -> Duration {
        match &self.mode {
            Mode::Search(_) => Duration::from_millis(40),
            Mode::Watch { is_paused: false, due, .. } => due.saturating_duration_since(Instant::now()),
            _ if self.history.is_running() => Duration::from_millis(200),
            _ => Duration::from_millis(500),
        }
    }

    pub(super) fn handle(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(key),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let cell = self.place.and_then(|place| place.at(mouse.column, mouse.row));
                if let (Mode::Play | Mode::Watch { .. }, Some(cell)) = (&self.mode, cell) {
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
            Mode::Watch { .. } => self.watch(wish),
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
            Some(Wish::Redo) => self.redo(),
            Some(Wish::Restart) => {
                while self.history.turns().0 > 0 {
                    self.undo();
                }
            }
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

    fn watch(&mut self, wish: Option<Wish>) {
        let Mode::Watch { from, is_paused, due } = &mut self.mode else { return };
        let from = *from;
        match wish {
            Some(Wish::Pause) => {
                *is_paused = !*is_paused;
                *due = Instant::now();
            }
            Some(Wish::Go { direction: Direction::Left | Direction::Up, .. } | Wish::Undo) => {
                *is_paused = true;
                if self.history.turns().0 > from {
                    self.undo();
                }
            }
            Some(Wish::Go { direction: Direction::Right | Direction::Down, .. } | Wish::Redo) => {
                *is_paused = true;
                self.redo();
            }
            Some(Wish::First) => {
                *is_paused = true;
                while self.history.turns().0 > from {
                    self.undo();
                }
            }
            Some(Wish::Last) => while self.redo_one() {},
            Some(Wish::Faster) => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Some(Wish::Slower) => self.speed = self.speed.saturating_sub(1),
            Some(Wish::Leave) => {
                self.message = "Your turn.".to_owned();
                self.mode = Mode::Play;
            }
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
                    (self.plan, self.is_helped) = (None, false);
                    self.message.clear();
                    self.changed();
                }
                Err(trouble) => self.message = trouble,
            },
        }
    }

    /// Makes a turn of the player.
    fn make(&mut self, turn: Vec<P::Step>) {
        if turn.is_empty() {
            return;
        }
        self.message.clear();
        for step in &turn {
            self.puzzle.make(step);
            // why: whoever follows the plan need not have it made again.
            self.plan = self.plan.take().filter(|plan| plan.steps.front() == Some(step)).map(Plan::advanced);
        }
        self.history.record(turn);
        self.changed();
    }

    fn undo(&mut self) {
        let Some(turn) = self.history.undo() else { return };
        turn.iter().rev().for_each(|step| self.puzzle.take_back(step));
        self.plan = None;
        self.changed();
    }

    fn redo(&mut self) {
        self.redo_one();
    }

    /// Makes the next turn again; says whether there was one.
    fn redo_one(&mut self) -> bool {
        let Some(turn) = self.history.redo() else { return false };
        turn.iter().for_each(|step| self.puzzle.make(step));
        self.plan = None;
        self.changed();
        true
    }

    /// What follows from a new position.
    fn changed(&mut self) {
        self.is_hinted = false;
        self.at_least = self.puzzle.at_least();
        if self.puzzle.is_solved() {
            self.history.end();
        } else {
            self.history.resume();
        }
    }

    /// What there is to say about a board that is solved.
    pub(super) fn verdict(&self) -> Option<String> {
        let help = if self.is_helped { ", with help" } else { "" };
        let told = || format!("Solved in {}{help}!", self.told(&self.history.steps()));
        self.puzzle.is_solved().then(told)
    }

    /// Lengths in words: `24 moves, 22 slides`.
    fn told(&self, steps: &[P::Step]) -> String {
        let lengths = self.puzzle.lengths(steps);
        let told = lengths.iter().map(|&(name, length)| crate::output::count(length as u64, name));
        told.collect::<Vec<_>>().join(", ")
    }

    fn hint(&mut self) {
        if self.puzzle.is_solved() {
            self.message = "It is solved already.".to_owned();
        } else if self.plan.is_some() {
            self.show_hint();
        } else {
            self.search(Purpose::Hint, self.puzzle.hint());
        }
    }

    fn show_hint(&mut self) {
        let Some(plan) = &self.plan else { return };
        let Some(step) = plan.steps.front() else { return };
        let proven = if plan.is_shortest { ", the shortest way" } else { "" };
        let length = self.told(&plan.steps.iter().cloned().collect::<Vec<_>>());
        self.message = format!("Hint: {}. To go: {length}{proven}.", self.puzzle.told(step));
        (self.is_hinted, self.is_helped) = (true, true);
    }

    fn solve(&mut self, algorithm: usize, force: bool) {
        if self.puzzle.is_solved() {
            self.message = "It is solved already.".to_owned();
            self.mode = Mode::Play;
        } else {
            self.search(Purpose::Solve { algorithm }, self.puzzle.search(algorithm, force));
        }
    }

    fn search(&mut self, purpose: Purpose, task: Task<P::Step>) {
        self.message.clear();
        match Worker::start(task) {
            Ok(worker) => {
                let (began, stats) = (Instant::now(), Stats::default());
                self.mode = Mode::Search(Search { worker, purpose, began, stats, best: None });
            }
            Err(error) => self.message = format!("The search cannot begin: {error}"),
        }
    }

    /// What time brings: news of a search, the next turn of a solution.
    pub(super) fn tick(&mut self) -> Result<()> {
        if let Mode::Search(search) = &mut self.mode {
            loop {
                match search.worker.news() {
                    Ok(Some(News::Progress(stats, best))) => (search.stats, search.best) = (stats, best),
                    Ok(Some(News::Done(finding))) => {
                        let purpose = search.purpose;
                        self.mode = Mode::Play;
                        self.found(purpose, finding);
                        break;
                    }
                    Ok(None) => break,
                    Err(_) => bail!("this is a bug in taquin, please report it: the search died"),
                }
            }
        }
        if let Mode::Watch { is_paused: false, due, .. } = &mut self.mode
            && *due <= Instant::now()
        {
            *due = Instant::now() + Duration::from_secs(1) / SPEEDS[self.speed];
            if !self.redo_one() || self.history.turns().1 == 0 {
                self.mode = Mode::Play;
            }
        }
        Ok(())
    }

    fn found(&mut self, purpose: Purpose, finding: Finding<P::Step>) {
        match (finding, purpose) {
            (Finding::Solved { steps, is_shortest }, Purpose::Hint) => {
                self.plan = Some(Plan { steps: steps.into(), is_shortest });
                self.show_hint();
            }
            (Finding::Solved { steps, is_shortest }, Purpose::Solve { algorithm }) => {
                let proven = if is_shortest { ", proven shortest" } else { "" };
                let name = self.puzzle.algorithms().get(algorithm).copied().unwrap_or_default();
                self.message = format!("{name}: {}{proven}.", self.told(&steps));
                self.history.plan(self.puzzle.turns(steps));
                self.is_helped = true;
                let due = Instant::now() + Duration::from_millis(400);
                self.mode = Mode::Watch { from: self.history.turns().0, is_paused: false, due };
            }
            (Finding::Stopped, _) => self.message = "Stopped: no solution yet.".to_owned(),
            (Finding::Hopeless(text), Purpose::Solve { algorithm }) => self.mode = Mode::Warn { text, algorithm },
            (Finding::Hopeless(text) | Finding::Failed(text), _) => self.message = text,
        }
    }
}

impl<S> Plan<S> {
    fn advanced(mut self) -> Self {
        self.steps.pop_front();
        self
    }
}
