//! Units of work of a proof, for many machines.

use crate::{
    board::{Plain, letters, moves, problem},
    errors,
    resources::{resources, threads},
    search::{describe, name, run_for},
};
use pyo3::{prelude::*, types::PyBytes, types::PyDict};
use std::sync::{Mutex, MutexGuard, PoisonError};
use taquin::{
    search::{DEFAULT_MEMORY_LIMIT, Search as _},
    tiles::{
        optimal::{self, Checkpoint, OptimalOptions, Unit, UnitOutcome},
        pattern_db::Level,
    },
};

/// The moves of a unit, what was counted (expanded, generated, looked up), a solution, and the moves of what is left.
type Outcome = (String, (u64, u64, u64), Option<String>, Vec<String>);

fn checkpoint(bytes: &[u8]) -> PyResult<Checkpoint> {
    Checkpoint::from_bytes(bytes).map_err(|error| errors::exception("JournalError", error))
}

/// The coordinator.
#[pyclass(module = "taquin._native")]
struct UnitSearch {
    search: Mutex<optimal::UnitSearch>,
}

impl UnitSearch {
    fn lock(&self) -> MutexGuard<'_, optimal::UnitSearch> {
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl UnitSearch {
    #[new]
    #[pyo3(signature = (start, goal, large, memory_limit, thread_limit))]
    fn new(
        start: Plain,
        goal: Plain,
        large: bool,
        memory_limit: Option<u64>,
        thread_limit: Option<usize>,
    ) -> PyResult<Self> {
        let problem = problem(&start, &goal)?;
        let options = OptimalOptions {
            threads: threads(thread_limit),
            memory_limit: memory_limit.unwrap_or(DEFAULT_MEMORY_LIMIT),
            level: Some(if large { Level::Large } else { Level::Middle }),
            ..OptimalOptions::default()
        };
        let search = optimal::UnitSearch::new(&problem, &resources(), options);
        let unsupported = || {
            let message = "units are for boards of at least two rows and columns and at most 25 cells";
            errors::exception("UnsupportedError", message)
        };
        Ok(Self { search: Mutex::new(search.ok_or_else(unsupported)?) })
    }

    /// Takes a solution found elsewhere.
    fn offer(&self, path: &str) -> PyResult<()> {
        self.lock().offer(&moves(path)?).map_err(errors::invalid)
    }

    fn resume(&self, bytes: &[u8]) -> PyResult<()> {
        let checkpoint = checkpoint(bytes)?;
        self.lock().resume(checkpoint).map_err(|error| errors::exception("JournalError", error))
    }

    fn checkpoint<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.lock().checkpoint().map(|checkpoint| PyBytes::new(py, &checkpoint.to_bytes()))
    }

    fn status(&self) -> &'static str {
        name(self.lock().status())
    }

    /// Works for about so many seconds with threads of its own.
    fn run_for(&self, py: Python<'_>, seconds: f64) -> &'static str {
        name(py.detach(|| {
            let mut search = self.lock();
            run_for(seconds, |budget| search.run(budget))
        }))
    }

    /// Works for about so many nodes with threads of its own.
    fn run(&self, py: Python<'_>, budget: u64) -> &'static str {
        name(py.detach(|| self.lock().run(budget)))
    }

    fn bound(&self) -> Option<u32> {
        self.lock().bound()
    }

    /// What a worker has to know.
    fn assignment<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.lock().assignment().map(|assignment| PyBytes::new(py, &assignment.to_bytes()))
    }

    /// All units that are not done, as their moves.
    fn units(&self, py: Python<'_>) -> Vec<String> {
        py.detach(|| self.lock().units().iter().map(|unit| letters(&unit.moves)).collect())
    }

    /// Takes what was found out about a unit; `False` if nobody waits for it.
    fn absorb(&self, bound: u32, outcome: Outcome) -> PyResult<bool> {
        let (path, (expanded, generated, looked_up), solution, rest) = outcome;
        let unit = |path: &String| Ok(Unit { bound, moves: moves(path)? });
        let unfinished = rest.iter().map(unit).collect::<PyResult<Vec<Unit>>>()?;
        let solution = solution.map(|path| moves(&path)).transpose()?;
        let outcome = UnitOutcome { expanded, generated, looked_up, solution, unfinished };
        self.lock().absorb(&unit(&path)?, &outcome).map_err(errors::invalid)
    }

    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        describe(py, self.lock().stats())
    }

    fn solution(&self) -> Option<String> {
        self.lock().solution().map(letters)
    }
}

/// A worker.
#[pyclass(module = "taquin._native")]
struct UnitRunner {
    runner: Mutex<optimal::UnitRunner>,
}

#[pymethods]
impl UnitRunner {
    #[new]
    #[pyo3(signature = (assignment, thread_limit))]
    fn new(assignment: &[u8], thread_limit: Option<usize>) -> PyResult<Self> {
        let assignment = checkpoint(assignment)?;
        let runner = optimal::UnitRunner::new(&assignment, &resources(), threads(thread_limit));
        Ok(Self { runner: Mutex::new(runner.map_err(|error| errors::exception("JournalError", error))?) })
    }

    /// Works on its tables; says whether they are there.
    fn prepare(&self, py: Python<'_>, budget: u64) -> bool {
        py.detach(|| self.runner.lock().unwrap_or_else(PoisonError::into_inner).prepare(budget))
    }

    /// Runs units one after the other until about so many nodes are generated in all; what was found out about each, in
    /// order. Those that are not begun are not among them.
    fn run(&self, py: Python<'_>, bound: u32, units: Vec<String>, budget: u64) -> PyResult<Vec<Outcome>> {
        let parse = |path: &String| Ok(Unit { bound, moves: moves(path)? });
        let parsed = units.iter().map(parse).collect::<PyResult<Vec<Unit>>>()?;
        let outcomes = py.detach(|| {
            let mut runner = self.runner.lock().unwrap_or_else(PoisonError::into_inner);
            let (mut left, mut outcomes) = (budget, Vec::new());
            for unit in &parsed {
                if left == 0 {
                    break;
                }
                let outcome = runner.run(unit, left)?;
                left = left.saturating_sub(outcome.generated.max(1));
                let is_solved = outcome.solution.is_some();
                outcomes.push(outcome);
                if is_solved {
                    break;
                }
            }
            Ok::<_, optimal::UnitError>(outcomes)
        });
        let plain = |(path, outcome): (String, UnitOutcome)| {
            let counts = (outcome.expanded, outcome.generated, outcome.looked_up);
            let unfinished = outcome.unfinished.iter().map(|unit| letters(&unit.moves)).collect();
            (path, counts, outcome.solution.map(|moves| letters(&moves)), unfinished)
        };
        Ok(units.into_iter().zip(outcomes.map_err(errors::invalid)?).map(plain).collect())
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<UnitSearch>()?;
    module.add_class::<UnitRunner>()
}
