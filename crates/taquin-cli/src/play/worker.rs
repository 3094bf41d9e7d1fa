//! A search on a thread of its own, beside the game.

use crate::{
    answer::{Limit, Solver, Verdict},
    pump::Pump,
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender, TryRecvError},
    },
    thread,
    time::{Duration, Instant},
};
use taquin::search::Stats;

/// What a worker does on its thread.
pub(crate) type Task<S> = Box<dyn FnOnce(&WorkerHandle<S>) -> SearchResult<S> + Send>;

/// How a search ended.
pub(crate) enum SearchResult<S> {
    /// A solution, and whether it is proven shortest.
    Solved { steps: Vec<S>, is_shortest: bool },
    /// The search was stopped before it had a solution.
    Stopped,
    /// The board is too large for the algorithm; `force` tries it all the same.
    TooLarge(String),
    /// No solution, and why.
    Failed(String),
}

impl<S> SearchResult<S> {
    fn new(verdict: Verdict<Vec<S>, &'static str>, is_shortest: bool) -> Self {
        match verdict {
            Verdict::Solved(steps) => Self::Solved { steps, is_shortest },
            Verdict::NoSolution(why) => Self::Failed(why.to_owned()),
            Verdict::Limit(Limit::Memory) => Self::Failed("The memory is full: no solution yet.".to_owned()),
            Verdict::Limit(Limit::Time | Limit::Interrupt) => Self::Stopped,
            Verdict::Error(error) => {
                Self::Failed(format!("This is a bug in taquin, please report it: {}", error.root_cause()))
            }
        }
    }
}

/// What the worker reports to the game.
pub(super) enum Event<S> {
    /// The statistics, and the moves of the best solution so far.
    Progress(Stats, Option<usize>),
    Done(SearchResult<S>),
}

/// A running search. Dropping it stops the search.
pub(super) struct Worker<S> {
    events: Receiver<Event<S>>,
    is_stopped: Arc<AtomicBool>,
}

/// The worker's end of the channel to the game.
pub(crate) struct WorkerHandle<S> {
    events: Sender<Event<S>>,
    is_stopped: Arc<AtomicBool>,
}

/// Time between two reports of progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

impl<S: Send + 'static> Worker<S> {
    pub(super) fn start(task: Task<S>) -> std::io::Result<Self> {
        let (sender, events) = mpsc::channel();
        let is_stopped = Arc::new(AtomicBool::new(false));
        let handle = WorkerHandle { events: sender, is_stopped: is_stopped.clone() };
        thread::Builder::new().name("search".to_owned()).spawn(move || {
            let result = task(&handle);
            // why: an error means that the game is over and nobody receives any more.
            let _ = handle.events.send(Event::Done(result));
        })?;
        Ok(Self { events, is_stopped })
    }

    /// Asks the search to end with the best solution it has.
    pub(super) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// The next event, if there is one; an error if the worker died.
    pub(super) fn next_event(&self) -> Result<Option<Event<S>>, TryRecvError> {
        match self.events.try_recv() {
            Ok(event) => Ok(Some(event)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl<S> Drop for Worker<S> {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}

impl<S> WorkerHandle<S> {
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Runs a solver until it ends, is stopped, or reaches the time limit, and reports its progress.
    ///
    /// - `steps`: the steps of a solution;
    /// - `exhausted`: the verdict if the search ends without a solution.
    pub(crate) fn solve<P: Solver>(
        &self,
        solver: &mut P,
        time_limit: Option<Duration>,
        steps: impl FnOnce(P::Solution) -> Vec<S>,
        exhausted: impl FnOnce() -> Verdict<Vec<S>, &'static str>,
    ) -> SearchResult<S> {
        let mut reported = Instant::now();
        let end = Pump { time_limit, ..Pump::default() }.search(solver, |solver| {
            if reported.elapsed() >= REPORT_INTERVAL {
                reported = Instant::now();
                let best = solver.solution().map(<[_]>::len);
                let _ = self.events.send(Event::Progress(solver.stats().clone(), best));
            }
            self.is_stopped()
        });
        let solution = solver.checked_solution().map(|solution| solution.map(steps));
        SearchResult::new(Verdict::new(solution, end, exhausted), solver.is_proven())
    }
}
