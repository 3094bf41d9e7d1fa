//! Many boards at once, one byte a cell, one board after the other.

use crate::{
    board::{Plain, board, letters},
    errors,
    resources::{resources, threads},
};
use pyo3::{prelude::*, types::PyBytes};
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};
use taquin::{
    rng::Rng,
    search::parallel,
    tiles::{
        Algorithm, Board, Direction, Distances, HeuristicName, Moves, Options, Problem, Shape, Solver,
        optimal::TablePreparation,
        pattern_db::Level,
        scramble,
        solver::{self, LowerBound},
    },
};

/// Boards that a thread takes at once where each takes nanoseconds.
const MANY: usize = 4_096;

/// A message with the number of the board that it is about.
type Wrong = (usize, &'static str, String);

/// The first error of all threads, by the number of its board.
#[derive(Default)]
struct First(Mutex<Option<Wrong>>);

impl First {
    fn tell(&self, wrong: Wrong) {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if first.as_ref().is_none_or(|first| wrong.0 < first.0) {
            *first = Some(wrong);
        }
    }

    fn result(self) -> PyResult<()> {
        match self.0.into_inner().unwrap_or_else(PoisonError::into_inner) {
            None => Ok(()),
            Some((index, class, message)) => {
                Err(errors::with(class, format!("board {index}: {message}"), &[("index", index)]))
            }
        }
    }
}

fn boards<'d>(data: &'d [u8], shape: Shape) -> PyResult<std::slice::ChunksExact<'d, u8>> {
    let boards = data.chunks_exact(shape.cells());
    if boards.remainder().is_empty() {
        return Ok(boards);
    }
    Err(errors::exception("ShapeError", format!("{} bytes are no whole number of {shape} boards", data.len())))
}

/// The problem of one board.
fn problem(index: usize, cells: &[u8], goal: &Board) -> Result<Problem, Wrong> {
    let wide: Vec<u16> = cells.iter().map(|&tile| tile.into()).collect();
    let board = Board::new(goal.shape(), &wide).map_err(|error| (index, "BoardError", error.to_string()))?;
    Problem::new(board, goal.clone()).map_err(|error| (index, "UnsolvableError", error.to_string()))
}

/// The distances of all boards of up to nine cells, made once for each goal.
fn distances(goal: &Board) -> Option<Arc<Distances>> {
    static KNOWN: LazyLock<Mutex<HashMap<Board, Arc<Distances>>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known.get(goal) {
        return Some(found.clone());
    }
    let made = Arc::new(Distances::new(goal)?);
    known.insert(goal.clone(), made.clone());
    Some(made)
}

/// Loads or builds the tables that many boards with a goal are worth, for about so many seconds; says whether they are
/// there.
#[pyclass(module = "taquin._native")]
struct Preparation {
    preparation: Mutex<Option<TablePreparation>>,
}

#[pymethods]
impl Preparation {
    #[new]
    #[pyo3(signature = (goal, boards, thread_limit))]
    fn new(goal: Plain, boards: usize, thread_limit: Option<usize>) -> PyResult<Self> {
        let goal = board(&goal)?;
        let resources = resources();
        // The same choice as that of the engine.
        let level = match boards {
            1_000.. => Level::Large,
            4.. if resources.has(&goal, Level::Large) => Level::Large,
            4.. => Level::Middle,
            _ => Level::Small,
        };
        let is_needed = (10..=16).contains(&goal.shape().cells());
        let preparation = TablePreparation::new(&resources, &goal, level, threads(thread_limit));
        Ok(Self { preparation: Mutex::new(preparation.filter(|_| is_needed)) })
    }

    fn run(&self, py: Python<'_>, budget: u64) -> bool {
        py.detach(|| {
            let mut preparation = self.preparation.lock().unwrap_or_else(PoisonError::into_inner);
            preparation.as_mut().is_none_or(|preparation| preparation.run(budget))
        })
    }
}

/// A shortest solution, replayed; for boards of up to 16 cells, which take no longer than a moment.
fn shortest(problem: &Problem, options: &Options) -> Result<Moves, String> {
    let mut solver = Solver::new(problem, options).map_err(|error| error.to_string())?;
    let moves = solver.finish().map_err(|error| error.to_string())?;
    moves.filter(|_| solver.is_proven()).ok_or_else(|| "the memory limit was reached".to_owned())
}

/// What is asked for each of many boards.
fn optimal(metric: &str, boards: usize, memory_limit: Option<u64>) -> PyResult<Options> {
    let mut options = Options { resources: resources(), expected_boards: boards, ..Options::new(Algorithm::Optimal) };
    options.metric = metric.parse().map_err(errors::invalid)?;
    options.memory_limit = memory_limit.unwrap_or(options.memory_limit);
    Ok(options)
}

/// The fewest moves of each board, two bytes each, as the machine has them.
///
/// - `expected`: how many boards there are in all.
#[pyfunction]
#[pyo3(signature = (goal, data, metric, expected, memory_limit, thread_limit))]
fn lengths<'py>(
    py: Python<'py>,
    goal: Plain,
    data: &[u8],
    metric: &str,
    expected: usize,
    memory_limit: Option<u64>,
    thread_limit: Option<usize>,
) -> PyResult<Bound<'py, PyBytes>> {
    let goal = board(&goal)?;
    let (all, options) = (boards(data, goal.shape())?, optimal(metric, expected, memory_limit)?);
    let mut lengths = vec![0_u16; all.len()];
    let wrong = First::default();
    py.detach(|| {
        let table = if metric == "stm" { distances(&goal) } else { None };
        let at_once = if table.is_some() { MANY } else { 1 };
        let cells = goal.shape().cells();
        let parts = data.chunks(cells * at_once).zip(lengths.chunks_mut(at_once)).enumerate();
        parallel::for_each(threads(thread_limit), parts, |(part, (boards, lengths))| {
            for (number, (cells, length)) in boards.chunks(cells).zip(lengths).enumerate() {
                let index = part * at_once + number;
                if let Some(known) = table.as_ref().and_then(|table| table.of(cells)) {
                    *length = known.into();
                    continue;
                }
                let solve = |problem: Problem| -> Result<u16, Wrong> {
                    let moves = shortest(&problem, &options).map_err(|error| (index, "LimitError", error))?;
                    Ok(options.metric.cost(&moves) as u16)
                };
                match problem(index, cells, &goal).and_then(solve) {
                    Ok(found) => *length = found,
                    Err(error) => wrong.tell(error),
                }
            }
        });
    });
    wrong.result()?;
    Ok(PyBytes::new(py, &lengths.iter().flat_map(|length| length.to_ne_bytes()).collect::<Vec<u8>>()))
}

/// A shortest solution of each board, as letters.
#[pyfunction]
#[pyo3(signature = (goal, data, metric, expected, memory_limit, thread_limit))]
fn solutions(
    py: Python<'_>,
    goal: Plain,
    data: &[u8],
    metric: &str,
    expected: usize,
    memory_limit: Option<u64>,
    thread_limit: Option<usize>,
) -> PyResult<Vec<String>> {
    let goal = board(&goal)?;
    let (all, options) = (boards(data, goal.shape())?, optimal(metric, expected, memory_limit)?);
    let mut solutions = vec![String::new(); all.len()];
    let wrong = First::default();
    py.detach(|| {
        let parts = all.zip(&mut solutions).enumerate();
        parallel::for_each(threads(thread_limit), parts, |(index, (cells, solution))| {
            let solve = |problem: Problem| shortest(&problem, &options).map_err(|error| (index, "LimitError", error));
            match problem(index, cells, &goal).and_then(solve) {
                Ok(moves) => *solution = letters(&moves),
                Err(error) => wrong.tell(error),
            }
        });
    });
    wrong.result()?;
    Ok(solutions)
}

/// The lower bound of a heuristic for each board, two bytes each, as the machine has them.
#[pyfunction]
#[pyo3(signature = (goal, data, name, thread_limit))]
fn estimates<'py>(
    py: Python<'py>,
    goal: Plain,
    data: &[u8],
    name: &str,
    thread_limit: Option<usize>,
) -> PyResult<Bound<'py, PyBytes>> {
    let goal = board(&goal)?;
    let count = boards(data, goal.shape())?.len();
    let heuristic: HeuristicName = name.parse().map_err(errors::invalid)?;
    let threads = threads(thread_limit);
    let options = Options { heuristic, resources: resources(), threads, ..Options::new(Algorithm::AStar) };
    let mut estimates = vec![0_u16; count];
    let wrong = First::default();
    let refused = py.detach(|| {
        // why one for each thread: what a heuristic remembers of a line is its own.
        let bounds: Result<Vec<LowerBound>, _> = (0..threads).map(|_| solver::lower_bound(&goal, &options)).collect();
        let bounds = match bounds {
            Ok(bounds) => bounds,
            Err(error) => return Some(error),
        };
        let cells = goal.shape().cells();
        let share = count.div_ceil(threads).max(1);
        let parts = data.chunks(cells * share).zip(estimates.chunks_mut(share)).zip(bounds).enumerate();
        parallel::for_each(threads, parts, |(part, ((boards, estimates), bound))| {
            for (number, (cells, estimate)) in boards.chunks(cells).zip(estimates).enumerate() {
                match problem(part * share + number, cells, &goal) {
                    Ok(problem) => *estimate = bound(problem.start()) as u16,
                    Err(error) => wrong.tell(error),
                }
            }
        });
        None
    });
    if let Some(error) = refused {
        return Err(errors::refused(&error));
    }
    wrong.result()?;
    Ok(PyBytes::new(py, &estimates.iter().flat_map(|estimate| estimate.to_ne_bytes()).collect::<Vec<u8>>()))
}

/// Are these boards from which the goal can be reached? Nothing, or an error for the first that is not.
#[pyfunction]
fn check_many(py: Python<'_>, goal: Plain, data: &[u8]) -> PyResult<()> {
    let goal = board(&goal)?;
    let all = boards(data, goal.shape())?;
    let wrong = First::default();
    py.detach(|| {
        let table = distances(&goal);
        for (index, cells) in all.enumerate() {
            if table.as_ref().is_none_or(|table| table.of(cells).is_none())
                && let Err(error) = problem(index, cells, &goal)
            {
                return wrong.tell(error);
            }
        }
    });
    wrong.result()
}

/// The cell of the blank.
fn blank(index: usize, cells: &[u8]) -> PyResult<usize> {
    let blank = cells.iter().position(|&tile| tile == 0);
    blank.ok_or_else(|| errors::with("BoardError", format!("board {index}: there is no blank"), &[("index", index)]))
}

/// The four neighbours of each board (up, down, left, right: the direction in which the tile moves), and which of them are
/// there; one that is not is the board itself.
#[pyfunction]
fn neighbours<'py>(
    py: Python<'py>,
    rows: usize,
    cols: usize,
    data: &[u8],
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let shape = Shape::new(rows, cols).map_err(|error| errors::exception("ShapeError", error))?;
    let mut all = Vec::with_capacity(data.len() * 4);
    let mut there = Vec::new();
    for (index, cells) in boards(data, shape)?.enumerate() {
        let blank = blank(index, cells)?;
        for direction in Direction::ALL {
            let begin = all.len();
            all.extend_from_slice(cells);
            let from = shape.source(blank, direction);
            if let Some(from) = from {
                all.swap(begin + blank, begin + from);
            }
            there.push(u8::from(from.is_some()));
        }
    }
    Ok((PyBytes::new(py, &all), PyBytes::new(py, &there)))
}

/// Each board after one move (0 up, 1 down, 2 left, 3 right), and which of them could be made; where one could not the board
/// stays as it is.
#[pyfunction]
fn apply_many<'py>(
    py: Python<'py>,
    rows: usize,
    cols: usize,
    data: &[u8],
    moves: &[u8],
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let shape = Shape::new(rows, cols).map_err(|error| errors::exception("ShapeError", error))?;
    let all = boards(data, shape)?;
    if all.len() != moves.len() {
        let message = format!("{} moves for {} boards: one for each is needed", moves.len(), all.len());
        return Err(errors::exception("ShapeError", message));
    }
    let mut after = data.to_vec();
    let mut made = vec![0_u8; moves.len()];
    for (index, cells) in after.chunks_exact_mut(shape.cells()).enumerate() {
        let Some(&direction) = Direction::ALL.get(usize::from(moves[index])) else {
            let message = format!("board {index}: there is no move {}; there are 0 to 3", moves[index]);
            return Err(errors::with("IllegalMoveError", message, &[("index", index)]));
        };
        let blank = blank(index, cells)?;
        if let Some(from) = shape.source(blank, direction) {
            cells.swap(blank, from);
            made[index] = 1;
        }
    }
    Ok((PyBytes::new(py, &after), PyBytes::new(py, &made)))
}

/// Uniformly random boards.
#[pyfunction]
fn random_many<'py>(py: Python<'py>, goal: Plain, count: usize, seed: u64) -> PyResult<Bound<'py, PyBytes>> {
    let goal = board(&goal)?;
    if goal.shape().cells() > 256 {
        return Err(errors::exception("ShapeError", "arrays hold boards of up to 256 cells"));
    }
    let data = py.detach(|| {
        let mut rng = Rng::from_seed(seed);
        let mut data = Vec::with_capacity(count.saturating_mul(goal.shape().cells()).min(1 << 30));
        for _ in 0..count {
            data.extend(scramble::uniform(&goal, &mut rng).cells().iter().map(|&tile| tile as u8));
        }
        data
    });
    Ok(PyBytes::new(py, &data))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(lengths, module)?)?;
    module.add_function(wrap_pyfunction!(solutions, module)?)?;
    module.add_function(wrap_pyfunction!(estimates, module)?)?;
    module.add_function(wrap_pyfunction!(check_many, module)?)?;
    module.add_function(wrap_pyfunction!(neighbours, module)?)?;
    module.add_function(wrap_pyfunction!(apply_many, module)?)?;
    module.add_function(wrap_pyfunction!(random_many, module)?)?;
    module.add_class::<Preparation>()
}
