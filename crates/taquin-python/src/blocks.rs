//! Sliding-block puzzles.

use crate::{
    errors,
    resources::threads,
    search::{describe, name, run_for},
};
use pyo3::{prelude::*, types::PyDict};
use std::sync::{Mutex, MutexGuard, PoisonError};
use taquin::{
    blocks::{
        Cell, Info, Metric, Move, Optimum, Options, Puzzle, Solver, catalogue,
        generate::{self, Generator, Recipe},
        read_pack,
    },
    search::{DEFAULT_MEMORY_LIMIT, Search},
};

/// A move: the block's character in the start, its corner before and after, and the letters of its path.
pub(crate) type PlainMove = (char, (u8, u8), (u8, u8), String);

pub(crate) fn puzzle(text: &str) -> PyResult<Puzzle> {
    text.parse().map_err(|error| errors::puzzle(&error))
}

fn metric(name: &str) -> PyResult<Metric> {
    name.parse().map_err(errors::invalid)
}

fn plain(puzzle: &Puzzle, moves: &[Move]) -> Vec<PlainMove> {
    let one = |mv: &Move| {
        let symbol = puzzle.blocks()[mv.block].symbol();
        (symbol, (mv.from.row, mv.from.col), (mv.to.row, mv.to.col), mv.letters())
    };
    moves.iter().map(one).collect()
}

/// Moves as the engine has them; an illegal one is an error that names it.
pub(crate) fn engine_moves(puzzle: &Puzzle, moves: &[PlainMove]) -> PyResult<Vec<Move>> {
    let mut state = puzzle.start();
    let mut made = Vec::new();
    for (index, (symbol, from, to, path)) in moves.iter().enumerate() {
        let illegal = |message: String| errors::with("IllegalMoveError", message, &[("index", index)]);
        let from = Cell::new(from.0, from.1);
        // Several blocks may have the same character, but no two are in the same place.
        let mut blocks = puzzle.blocks().iter().zip(state.corners());
        let block = blocks.position(|(block, corner)| block.symbol() == *symbol && *corner == from);
        let block = block.ok_or_else(|| illegal(format!("move {}: there is no block {symbol:?} there", index + 1)))?;
        let path = crate::board::moves(path)?.to_vec();
        let mv = Move { block, from, to: Cell::new(to.0, to.1), path };
        state.apply(puzzle, &mv).map_err(|error| illegal(format!("move {}: {error}", index + 1)))?;
        made.push(mv);
    }
    Ok(made)
}

/// Reads a puzzle in any form, and writes it in Taquin's.
#[pyfunction]
fn parse_puzzle(text: &str) -> PyResult<String> {
    Ok(puzzle(text)?.to_string())
}

/// Reads a pack of puzzles.
#[pyfunction]
fn parse_pack(text: &str) -> PyResult<Vec<String>> {
    let write = |puzzle: Puzzle| puzzle.to_string();
    read_pack(text).map(|puzzle| puzzle.map(write).map_err(|error| errors::pack(&error))).collect()
}

/// A puzzle from the pictures of its start and its goal.
#[pyfunction]
fn puzzle_from_pictures(start: &str, goal: &str) -> PyResult<String> {
    let puzzle = Puzzle::from_pictures(start, goal);
    Ok(puzzle.map_err(|error| errors::with("ParseError", error, &[("line", 1), ("column", 1)]))?.to_string())
}

fn cost(optimum: Option<Optimum>) -> Option<i64> {
    match optimum? {
        Optimum::Cost(cost) => Some(cost.into()),
        Optimum::Unsolvable => Some(-1),
    }
}

/// What is known of a puzzle; an optimum of -1 means that it is proven to have no solution.
#[pyfunction]
fn puzzle_info<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyDict>> {
    let puzzle = puzzle(text)?;
    let Info { name, author, source, moves, slides, steps, states } = puzzle.info().clone();
    let all = PyDict::new(py);
    all.set_item("name", name)?;
    all.set_item("author", author)?;
    all.set_item("source", source)?;
    all.set_item("moves", cost(moves))?;
    all.set_item("slides", cost(slides))?;
    all.set_item("steps", cost(steps))?;
    all.set_item("states", states)?;
    all.set_item("rows", puzzle.rows())?;
    all.set_item("cols", puzzle.cols())?;
    all.set_item("blocks", puzzle.blocks().len())?;
    all.set_item("start", puzzle.start_picture())?;
    all.set_item("goals", puzzle.goal_pictures())?;
    Ok(all)
}

/// The puzzle after moves, and whether it is solved.
#[pyfunction]
fn puzzle_after(text: &str, moves: Vec<PlainMove>) -> PyResult<(String, bool)> {
    let puzzle = puzzle(text)?;
    let mut state = puzzle.start();
    for mv in engine_moves(&puzzle, &moves)? {
        state.apply(&puzzle, &mv).map_err(errors::invalid)?;
    }
    let is_solved = state.is_solved(&puzzle);
    Ok((puzzle.starting_at(&state).map_err(errors::invalid)?.to_string(), is_solved))
}

/// All packs that come with Taquin: the name of the pack, and each of its puzzles.
#[pyfunction]
fn block_catalogue() -> Vec<(&'static str, Vec<String>)> {
    let texts = |puzzles: &[Puzzle]| puzzles.iter().map(ToString::to_string).collect();
    catalogue::packs().iter().map(|pack| (pack.name, texts(&pack.puzzles))).collect()
}

/// A search for the shortest solution of a block puzzle.
#[pyclass(module = "taquin._native")]
struct BlockSearch {
    solver: Mutex<Solver>,
}

impl BlockSearch {
    fn lock(&self) -> MutexGuard<'_, Solver> {
        self.solver.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl BlockSearch {
    #[new]
    #[pyo3(signature = (text, metric_name, memory_limit, thread_limit))]
    fn new(text: &str, metric_name: &str, memory_limit: Option<u64>, thread_limit: Option<usize>) -> PyResult<Self> {
        let options = Options {
            metric: metric(metric_name)?,
            memory_limit: memory_limit.unwrap_or(DEFAULT_MEMORY_LIMIT),
            threads: threads(thread_limit),
            ..Options::default()
        };
        let solver = Solver::new(&puzzle(text)?, &options);
        let solver = solver.map_err(|error| errors::exception("UnsupportedError", error))?;
        Ok(Self { solver: Mutex::new(solver) })
    }

    /// Works for about so many seconds.
    fn run_for(&self, py: Python<'_>, seconds: f64) -> &'static str {
        name(py.detach(|| {
            let mut solver = self.lock();
            run_for(seconds, |budget| solver.run(budget))
        }))
    }

    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        describe(py, self.lock().stats())
    }

    /// The solution, replayed.
    fn solution(&self) -> PyResult<Option<Vec<PlainMove>>> {
        let solver = self.lock();
        let solution = solver.checked_solution().map_err(errors::invalid)?;
        Ok(solution.map(|moves| plain(solver.puzzle(), moves)))
    }

    /// What the solution costs in moves, slides and steps.
    fn costs(&self) -> Option<(u32, u32, u32)> {
        let solver = self.lock();
        let moves = solver.solution()?;
        Some((Metric::Moves.cost(moves), Metric::Slides.cost(moves), Metric::Steps.cost(moves)))
    }
}

fn cells(cells: Vec<(u8, u8)>) -> Vec<Cell> {
    cells.into_iter().map(|(row, col)| Cell::new(row, col)).collect()
}

/// A generator of puzzles.
#[pyclass(module = "taquin._native")]
struct PuzzleGenerator {
    generator: Mutex<Generator>,
}

#[pymethods]
impl PuzzleGenerator {
    #[new]
    fn new(
        board: Vec<(u8, u8)>,
        shapes: Vec<Vec<(u8, u8)>>,
        keep_axis: bool,
        metric_name: &str,
        difficulty: u32,
        most_positions: u64,
        seed: u64,
    ) -> PyResult<Self> {
        let recipe = Recipe {
            board: cells(board),
            shapes: shapes.into_iter().map(cells).collect(),
            keep_axis,
            metric: metric(metric_name)?,
            difficulty,
            most_positions,
        };
        let generator = Generator::new(recipe, seed).map_err(errors::invalid)?;
        Ok(Self { generator: Mutex::new(generator) })
    }

    /// Works for about so many positions: a puzzle, why an attempt failed, or nothing yet.
    fn run(&self, py: Python<'_>, budget: u64) -> (Option<String>, Option<String>) {
        let run = || self.generator.lock().unwrap_or_else(PoisonError::into_inner).run(budget);
        match py.detach(run) {
            None => (None, None),
            Some(Ok(puzzle)) => (Some(puzzle.to_string()), None),
            Some(Err(error)) => (None, Some(error.to_string())),
        }
    }
}

/// The seeds of the puzzles that `taquin blocks generate` makes from one seed.
#[pyfunction]
fn seeds(seed: u64, count: usize) -> Vec<u64> {
    let mut rng = taquin::rng::Rng::from_seed(seed);
    (0..count).map(|_| rng.bits()).collect()
}

/// Cells of a rectangle.
#[pyfunction]
fn rectangle(rows: u8, cols: u8) -> Vec<(u8, u8)> {
    generate::rectangle(rows, cols).into_iter().map(|cell| (cell.row, cell.col)).collect()
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("USUAL_POSITIONS", generate::USUAL_POSITIONS)?;
    module.add_function(wrap_pyfunction!(parse_puzzle, module)?)?;
    module.add_function(wrap_pyfunction!(parse_pack, module)?)?;
    module.add_function(wrap_pyfunction!(puzzle_from_pictures, module)?)?;
    module.add_function(wrap_pyfunction!(puzzle_info, module)?)?;
    module.add_function(wrap_pyfunction!(puzzle_after, module)?)?;
    module.add_function(wrap_pyfunction!(block_catalogue, module)?)?;
    module.add_function(wrap_pyfunction!(seeds, module)?)?;
    module.add_function(wrap_pyfunction!(rectangle, module)?)?;
    module.add_class::<BlockSearch>()?;
    module.add_class::<PuzzleGenerator>()
}
