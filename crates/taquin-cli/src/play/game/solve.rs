//! Searches beside the game: for a solution, for a hint, and for the bound from here.

use super::{Game, Mode, Puzzle, SearchResult, Task, Worker};
use crate::play::worker::Event;
use anyhow::{Result, bail};
use std::{collections::VecDeque, time::Instant};
use taquin::search::Stats;

/// The best solution known from here.
pub(super) struct Plan<S> {
    steps: VecDeque<S>,
    is_shortest: bool,
}

/// A search that the player waits for.
pub(in crate::play) struct Search<S> {
    pub(super) worker: Worker<S>,
    pub(in crate::play) purpose: Purpose,
    pub(in crate::play) began: Instant,
    pub(in crate::play) stats: Stats,
    /// Moves of the best solution so far.
    pub(in crate::play) best: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::play) enum Purpose {
    Solve { algorithm: usize },
    Hint,
}

impl<S: PartialEq> Plan<S> {
    /// The rest of the plan after this step; `None` if it had another step.
    pub(super) fn after(mut self, step: &S) -> Option<Self> {
        let next = self.steps.pop_front()?;
        (next == *step).then_some(self)
    }
}

impl<P: Puzzle> Game<P> {
    /// The highlighted step.
    pub(in crate::play) fn marked(&self) -> Option<&P::Step> {
        self.plan.as_ref().filter(|_| self.is_hinted)?.steps.front()
    }

    pub(super) fn hint(&mut self) {
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
        let length = self.describe(&plan.steps.iter().cloned().collect::<Vec<_>>());
        self.message = format!("Hint: {}. To go: {length}{proven}.", self.puzzle.describe(step));
        (self.is_hinted, self.is_helped) = (true, true);
    }

    pub(super) fn solve(&mut self, algorithm: usize, force: bool) {
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

    /// Handles the events of the search that the player waits for.
    pub(super) fn receive_events(&mut self) -> Result<()> {
        while let Mode::Search(search) = &mut self.mode {
            match search.worker.next_event() {
                Ok(Some(Event::Progress(stats, best))) => (search.stats, search.best) = (stats, best),
                Ok(Some(Event::Done(result))) => {
                    let purpose = search.purpose;
                    self.mode = Mode::Play;
                    self.found(purpose, result);
                }
                Ok(None) => break,
                Err(_) => bail!("this is a bug in taquin, please report it: the search died"),
            }
        }
        Ok(())
    }

    fn found(&mut self, purpose: Purpose, result: SearchResult<P::Step>) {
        match (result, purpose) {
            (SearchResult::Solved { steps, is_shortest }, Purpose::Hint) => {
                self.plan = Some(Plan { steps: steps.into(), is_shortest });
                self.show_hint();
            }
            (SearchResult::Solved { steps, is_shortest }, Purpose::Solve { algorithm }) => {
                let proven = if is_shortest { ", proven shortest" } else { "" };
                let name = self.puzzle.algorithms().get(algorithm).copied().unwrap_or_default();
                self.message = format!("{name}: {}{proven}.", self.describe(&steps));
                self.is_helped = true;
                self.show(steps);
            }
            (SearchResult::Stopped, _) => self.message = "Stopped: no solution yet.".to_owned(),
            (SearchResult::TooLarge(text), Purpose::Solve { algorithm }) => self.mode = Mode::Warn { text, algorithm },
            (SearchResult::TooLarge(text) | SearchResult::Failed(text), _) => self.message = text,
        }
    }

    /// Raises the lower bound by a search in the background.
    pub(super) fn raise_bound(&mut self) {
        if self.is_bound_stale {
            self.is_bound_stale = false;
            // why: dropping the search of the previous position stops it. If no thread can start, the bound stays
            // weaker, but valid.
            self.bound_search = self.puzzle.bound_search().and_then(|task| Worker::start(task).ok());
        }
        while let Some(worker) = &self.bound_search {
            match worker.next_event() {
                Ok(Some(Event::Progress(stats, _))) => self.lower_bound = self.lower_bound.max(stats.lower_bound),
                Ok(Some(Event::Done(result))) => {
                    self.bound_search = None;
                    if let SearchResult::Solved { steps, is_shortest: true } = result {
                        let length = self.puzzle.lengths(&steps).first().map_or(0, |&(_, length)| length);
                        self.lower_bound = self.lower_bound.max(length as u32);
                    }
                }
                Ok(None) => break,
                Err(_) => self.bound_search = None,
            }
        }
    }
}
