//! A search beside the game.

use crate::pump;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender, TryRecvError},
    },
    thread,
    time::{Duration, Instant},
};
use taquin::search::{Search, Stats, Status};

/// What is to be searched for. It runs on a thread of its own.
pub(crate) type Task<S> = Box<dyn FnOnce(&Desk<S>) -> Finding<S> + Send>;

/// What came of it.
pub(crate) enum Finding<S> {
    /// A solution, and whether it is proven to be a shortest one.
    Solved { steps: Vec<S>, is_shortest: bool },
    /// The search was stopped before it had one.
    Stopped,
    /// It would be hopeless; force tries it all the same.
    Hopeless(String),
    /// It cannot be done.
    Failed(String),
}

/// What the worker says.
pub(super) enum News<S> {
    /// What it has cost, and how many moves the best solution so far has.
    Progress(Stats, Option<usize>),
    Done(Finding<S>),
}

/// A search that is running. Dropping it stops the search.
pub(super) struct Worker<S> {
    news: Receiver<News<S>>,
    is_stopped: Arc<AtomicBool>,
}

/// The worker's side of it.
pub(crate) struct Desk<S> {
    news: Sender<News<S>>,
    is_stopped: Arc<AtomicBool>,
}

/// How often the game hears of a search.
const REPORT: Duration = Duration::from_millis(100);

impl<S: Send + 'static> Worker<S> {
    pub(super) fn start(task: Task<S>) -> std::io::Result<Self> {
        let (sender, news) = mpsc::channel();
        let is_stopped = Arc::new(AtomicBool::new(false));
        let desk = Desk { news: sender, is_stopped: is_stopped.clone() };
        thread::Builder::new().name("search".to_owned()).spawn(move || {
            let finding = task(&desk);
            // why: if the game is over, nobody is there to be told.
            let _ = desk.news.send(News::Done(finding));
        })?;
        Ok(Self { news, is_stopped })
    }

    /// Asks the search to end with the best that it has.
    pub(super) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// What is new; an error if the worker died.
    pub(super) fn news(&self) -> Result<Option<News<S>>, TryRecvError> {
        match self.news.try_recv() {
            Ok(news) => Ok(Some(news)),
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

impl<S> Desk<S> {
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Runs a search until it ends, is stopped, or the time is up; then `None`.
    pub(crate) fn pump<P: Search + ?Sized>(&self, search: &mut P, limit: Option<Duration>) -> Option<Status> {
        let began = Instant::now();
        let mut told = began;
        let mut budget = pump::FIRST_BUDGET;
        loop {
            let slice = Instant::now();
            match search.run(budget) {
                Status::Paused => {}
                status => return Some(status),
            }
            let is_late = limit.is_some_and(|limit| began.elapsed() >= limit);
            if is_late || self.is_stopped() {
                return None;
            }
            if told.elapsed() >= REPORT {
                told = Instant::now();
                let _ = self.news.send(News::Progress(search.stats().clone(), search.solution().map(<[_]>::len)));
            }
            budget = pump::adapted(budget, slice.elapsed(), pump::SLICE);
        }
    }
}
