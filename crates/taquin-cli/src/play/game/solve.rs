//! Searches beside the game: for a solution, for a hint, and for the bound from here.

use super::{Finding, Game, Mode, News, Puzzle, Task, Worker};
use anyhow::{Result, bail};
use std::{collections::VecDeque, time::Instant};
use taquin::search::Stats;

/// The steps of the best solution known from here.
pub(super) struct Plan<S> {
    steps: VecDeque<S>,
    is_shortest: bool,
}

/// A search that the player waits for, why it runs, and since when.
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
    /// What is left of it after this step; nothing if it had another one.
    pub(super) fn after(mut self, step: &S) -> Option<Self> {
        let next = self.steps.pop_front()?;
        (next == *step).then_some(self)
    }
}

impl<P: Puzzle> Game<P> {
    /// The step that stands out.
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
        let length = self.told(&plan.steps.iter().cloned().collect::<Vec<_>>());
        self.message = format!("Hint: {}. To go: {length}{proven}.", self.puzzle.told(step));
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

    /// Hears of the search that the player waits for.
    pub(super) fn hear(&mut self) -> Result<()> {
        while let Mode::Search(search) = &mut self.mode {
            match search.worker.news() {
                Ok(Some(News::Progress(stats, best))) => (search.stats, search.best) = (stats, best),
                Ok(Some(News::Done(finding))) => {
                    let purpose = search.purpose;
                    self.mode = Mode::Play;
                    self.found(purpose, finding);
                }
                Ok(None) => break,
                Err(_) => bail!("this is a bug in taquin, please report it: the search died"),
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
                self.is_helped = true;
                self.show(steps);
            }
            (Finding::Stopped, _) => self.message = "Stopped: no solution yet.".to_owned(),
            (Finding::Hopeless(text), Purpose::Solve { algorithm }) => self.mode = Mode::Warn { text, algorithm },
            (Finding::Hopeless(text) | Finding::Failed(text), _) => self.message = text,
        }
    }

    /// Raises the bound from here as far as a search beside the game can prove it.
    pub(super) fn raise_bound(&mut self) {
        if self.is_bound_stale {
            self.is_bound_stale = false;
            // why: the search of the position before is dropped, which stops it. Without a thread for another one the
            // bound is low, but right.
            self.bounding = self.puzzle.bounding().and_then(|task| Worker::start(task).ok());
        }
        while let Some(worker) = &self.bounding {
            match worker.news() {
                Ok(Some(News::Progress(stats, _))) => self.at_least = self.at_least.max(stats.lower_bound),
                Ok(Some(News::Done(finding))) => {
                    self.bounding = None;
                    if let Finding::Solved { steps, is_shortest: true } = finding {
                        let length = self.puzzle.lengths(&steps).first().map_or(0, |&(_, length)| length);
                        self.at_least = self.at_least.max(length as u32);
                    }
                }
                Ok(None) => break,
                Err(_) => self.bounding = None,
            }
        }
    }
}
