//! Searches for solutions of tile puzzles, pumped from Python.

use crate::{
    board::{Plain, letters, problem},
    errors,
    resources::{resources, threads},
};
use pyo3::{prelude::*, types::PyDict};
use std::{
    str::FromStr,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use taquin::{
    search::{self, Phase, Stats, Status},
    tiles::{Algorithm, Options, Shape, Solver},
};

/// Runs a search for about so many seconds: in slices whose budget grows until they take a few hundredths.
pub(crate) fn run_for(seconds: f64, mut run: impl FnMut(u64) -> Status) -> Status {
    const SLICE: Duration = Duration::from_millis(10);
    let (began, limit) = (Instant::now(), Duration::from_secs_f64(seconds.clamp(0.0, 1e6)));
    let mut budget = 1_000;
    loop {
        let slice = Instant::now();
        let status = run(budget);
        if status != Status::Paused || began.elapsed() >= limit {
            return status;
        }
        if slice.elapsed() < SLICE {
            budget = (budget * 2).min(2_000_000);
        } else if slice.elapsed() > 4 * SLICE {
            budget = (budget / 2).max(1_000);
        }
    }
}

pub(crate) fn name(status: Status) -> &'static str {
    match status {
        Status::Paused => "paused",
        Status::Solved => "solved",
        Status::Exhausted => "exhausted",
        Status::Full => "full",
    }
}

/// Statistics as a dictionary.
pub(crate) fn describe<'py>(py: Python<'py>, stats: &Stats) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(py);
    all.set_item("expanded", stats.expanded)?;
    all.set_item("generated", stats.generated)?;
    all.set_item("stored", stats.stored)?;
    all.set_item("peak_bytes", stats.peak_bytes)?;
    all.set_item("lower_bound", stats.lower_bound)?;
    all.set_item("predicted", stats.predicted)?;
    let (phase, done, total) = match stats.phase {
        Phase::Building { done, total } => ("building", done, total),
        Phase::Searching { depth } => ("searching", u64::from(depth), 0),
        _ => ("starting", 0, 0),
    };
    all.set_item("phase", phase)?;
    all.set_item("done", done)?;
    all.set_item("total", total)?;
    let bounds: Vec<(u32, u64, u64)> = stats.bounds.iter().map(|b| (b.bound, b.expanded, b.generated)).collect();
    all.set_item("bounds", bounds)?;
    Ok(all)
}

/// Reads an option where it is given.
fn set<T: FromStr<Err: std::fmt::Display>>(option: &mut T, text: Option<&str>) -> PyResult<()> {
    if let Some(text) = text {
        *option = text.parse().map_err(errors::invalid)?;
    }
    Ok(())
}

/// A search under way.
#[pyclass(module = "taquin._native")]
pub(crate) struct Search {
    /// why a mutex: Python's threads may share it.
    solver: Mutex<Solver>,
}

impl Search {
    fn lock(&self) -> MutexGuard<'_, Solver> {
        self.solver.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (start, goal, *, algorithm, heuristic, metric, epsilon, anticipated, lambda_, big_lambda,
        memory_limit, threads, expected_boards, force))]
    #[expect(clippy::too_many_arguments, reason = "as many as the command has; Python names them")]
    fn new(
        py: Python<'_>,
        start: Plain,
        goal: Plain,
        algorithm: Option<&str>,
        heuristic: Option<&str>,
        metric: Option<&str>,
        epsilon: Option<&str>,
        anticipated: Option<u32>,
        lambda_: Option<&str>,
        big_lambda: Option<&str>,
        memory_limit: Option<u64>,
        threads: Option<usize>,
        expected_boards: Option<usize>,
        force: bool,
    ) -> PyResult<Self> {
        let mut options = Options { resources: resources(), force, ..Options::default() };
        set(&mut options.algorithm, algorithm)?;
        set(&mut options.heuristic, heuristic)?;
        set(&mut options.metric, metric)?;
        set(&mut options.epsilon, epsilon)?;
        set(&mut options.lambda, lambda_)?;
        set(&mut options.big_lambda, big_lambda)?;
        options.anticipated = anticipated.unwrap_or(options.anticipated);
        options.memory_limit = memory_limit.unwrap_or(options.memory_limit);
        options.threads = crate::resources::threads(threads);
        options.expected_boards = expected_boards.unwrap_or(1);
        let problem = problem(&start, &goal)?;
        let solver = py.detach(|| Solver::new(&problem, &options)).map_err(|error| errors::refused(&error))?;
        Ok(Self { solver: Mutex::new(solver) })
    }

    /// Works for about so many seconds.
    fn run_for(&self, py: Python<'_>, seconds: f64) -> &'static str {
        name(py.detach(|| {
            let mut solver = self.lock();
            run_for(seconds, |budget| search::Search::run(&mut *solver, budget))
        }))
    }

    /// Works for about so many nodes.
    fn run(&self, py: Python<'_>, budget: u64) -> &'static str {
        name(py.detach(|| search::Search::run(&mut *self.lock(), budget)))
    }

    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        describe(py, search::Search::stats(&*self.lock()))
    }

    /// The best solution so far, replayed.
    fn solution(&self) -> PyResult<Option<String>> {
        let solution = self.lock().checked_solution().map_err(errors::invalid)?;
        Ok(solution.map(|moves| letters(&moves)))
    }

    fn is_proven(&self) -> bool {
        self.lock().is_proven()
    }

    /// The stages of the solution, in words, if the algorithm works in stages.
    fn stages(&self) -> Option<Vec<(String, String)>> {
        let solver = self.lock();
        let stages = solver.stages()?;
        Some(stages.map(|(task, moves)| (task.to_string(), letters(moves))).collect())
    }
}

/// How many threads would be used.
#[pyfunction]
#[pyo3(signature = (wanted))]
fn thread_count(wanted: Option<usize>) -> usize {
    threads(wanted)
}

/// The seconds after which an algorithm stops on boards of a size if no time limit is given.
#[pyfunction]
fn default_seconds(algorithm: &str, rows: usize, cols: usize) -> PyResult<Option<u64>> {
    let algorithm: Algorithm = algorithm.parse().map_err(errors::invalid)?;
    let shape = Shape::new(rows, cols).map_err(|error| errors::exception("ShapeError", error))?;
    Ok(algorithm.seconds(shape))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(thread_count, module)?)?;
    module.add_function(wrap_pyfunction!(default_seconds, module)?)?;
    module.add_class::<Search>()
}
