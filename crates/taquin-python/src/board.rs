//! Boards, moves and problems.

use crate::{
    errors,
    resources::{resources, threads},
};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use taquin::{
    replay,
    rng::Rng,
    search::Status,
    tiles::{
        Algorithm, Board, Direction, HeuristicName, Metric, Moves, Options, Problem, Shape, catalogue,
        scramble::{self, AtDistance, DistanceError},
        solver,
        text::Boards,
    },
};

/// Rows, columns and cells.
pub(crate) type Plain = (usize, usize, Vec<u16>);

pub(crate) fn plain(board: &Board) -> Plain {
    (board.shape().rows(), board.shape().cols(), board.cells().to_vec())
}

pub(crate) fn board((rows, cols, cells): &Plain) -> PyResult<Board> {
    let shape = Shape::new(*rows, *cols).map_err(|error| errors::exception("ShapeError", error))?;
    Board::new(shape, cells).map_err(|error| match error.cell() {
        Some(cell) => errors::with("BoardError", error, &[("cell", cell)]),
        None => errors::exception("BoardError", error),
    })
}

pub(crate) fn problem(start: &Plain, goal: &Plain) -> PyResult<Problem> {
    Problem::new(board(start)?, board(goal)?).map_err(|error| errors::problem(&error))
}

pub(crate) fn letters(moves: &[Direction]) -> String {
    moves.iter().map(|direction| direction.letter()).collect()
}

pub(crate) fn moves(text: &str) -> PyResult<Moves> {
    text.parse::<Moves>().map_err(|error| errors::notation(&error))
}

/// Reads a board in any form.
#[pyfunction]
fn parse_board(text: &str) -> PyResult<Plain> {
    text.parse::<Board>().map(|board| plain(&board)).map_err(|error| errors::text(&error))
}

/// Reads several boards.
#[pyfunction]
fn parse_boards(text: &str) -> PyResult<Vec<Plain>> {
    let boards = Boards::new(text.as_bytes());
    boards.map(|board| board.map(|board| plain(&board)).map_err(|error| errors::text(&error))).collect()
}

/// Is it a board? The text that Taquin prints for it.
#[pyfunction]
fn check_board(cells: Plain) -> PyResult<String> {
    Ok(board(&cells)?.to_string())
}

/// The default goal.
#[pyfunction]
fn solved(rows: usize, cols: usize) -> PyResult<Plain> {
    let shape = Shape::new(rows, cols).map_err(|error| errors::exception("ShapeError", error))?;
    Ok(plain(&Board::solved(shape)))
}

/// The board with two tiles exchanged.
#[pyfunction]
fn twin(cells: Plain) -> PyResult<Option<Plain>> {
    Ok(board(&cells)?.twin().map(|twin| plain(&twin)))
}

/// Reads moves: their letters, what Taquin prints for them, and how many multi-tile moves they are.
#[pyfunction]
fn parse_moves(text: &str) -> PyResult<(String, String, usize)> {
    let moves = moves(text)?;
    Ok((letters(&moves), moves.to_string(), moves.mtm()))
}

/// The board after moves.
#[pyfunction]
fn apply(cells: Plain, text: &str) -> PyResult<Plain> {
    let after = board(&cells)?.after(&moves(text)?).map_err(errors::illegal)?;
    Ok(plain(&after))
}

/// Can the goal be reached?
#[pyfunction]
fn check_problem(start: Plain, goal: Plain) -> PyResult<()> {
    problem(&start, &goal).map(|_| ())
}

/// Do these moves lead from the start to the goal? Replayed by independent code.
#[pyfunction]
fn replays(start: Plain, goal: Plain, text: &str) -> PyResult<bool> {
    Ok(replay::tiles(&board(&start)?, &board(&goal)?, &moves(text)?).is_ok())
}

/// Tiles that are not where the goal has them.
#[pyfunction]
fn misplaced(cells: Plain, goal: Plain) -> PyResult<usize> {
    Ok(board(&cells)?.misplaced(&board(&goal)?))
}

/// The lower bound of every heuristic that serves the size.
#[pyfunction]
fn lower_bounds(py: Python<'_>, start: Plain, goal: Plain) -> PyResult<BTreeMap<&'static str, u32>> {
    let problem = problem(&start, &goal)?;
    Ok(py.detach(|| {
        let names = HeuristicName::ALL.into_iter().filter(|&name| name != HeuristicName::Maximum);
        let bound = |heuristic: HeuristicName| {
            let options =
                Options { heuristic, resources: resources(), threads: threads(None), ..Options::new(Algorithm::AStar) };
            let bound = solver::lower_bound(problem.goal(), &options).ok()?;
            Some((heuristic.name(), bound(problem.start())))
        };
        names.filter_map(bound).collect()
    }))
}

/// Scrambles, as `taquin scramble` makes them from the same seed.
#[pyfunction]
#[pyo3(signature = (goal, count, seed, moves, displaced))]
fn scrambles(goal: Plain, count: usize, seed: u64, moves: Option<u64>, displaced: Option<u32>) -> PyResult<Vec<Plain>> {
    let goal = board(&goal)?;
    let mut rng = Rng::from_seed(seed);
    let mut next = || match (moves, displaced) {
        (Some(count), _) => Ok(scramble::walk(&goal, count, &mut rng)),
        (_, Some(percent)) => scramble::displaced(&goal, percent, &mut rng).map_err(errors::invalid),
        _ => Ok(scramble::uniform(&goal, &mut rng)),
    };
    (0..count).map(|_| next().map(|board| plain(&board))).collect()
}

/// Boards at an exact distance, one after the other.
#[pyclass(module = "taquin._native", unsendable)]
struct AtDistanceScrambles {
    scramble: AtDistance,
    goal: Board,
    distance: usize,
}

#[pymethods]
impl AtDistanceScrambles {
    #[new]
    fn new(goal: Plain, distance: usize, seed: u64) -> PyResult<Self> {
        let goal = board(&goal)?;
        let scramble = AtDistance::new(&goal, distance, Rng::from_seed(seed), &resources());
        Ok(Self { scramble: scramble.map_err(errors::invalid)?, goal, distance })
    }

    /// Works for about so many nodes; the board, once there is one.
    fn run(&mut self, budget: u64) -> PyResult<Option<Plain>> {
        match self.scramble.run(budget) {
            Status::Solved => {
                let board = self.scramble.board().map(plain);
                self.scramble.begin_another();
                Ok(board)
            }
            Status::Paused => Ok(None),
            Status::Exhausted | Status::Full => {
                let (shape, distance, farthest) = (self.goal.shape(), self.distance, self.scramble.farthest());
                Err(if distance > farthest {
                    errors::invalid(DistanceError::TooFar { shape, distance, farthest })
                } else {
                    errors::invalid(format!("no board of {shape} at a distance of {distance} was found"))
                })
            }
        }
    }
}

/// Published boards: start, goal and optimum.
#[pyfunction]
fn instances(name: &str) -> PyResult<Vec<(Plain, Plain, u32)>> {
    let instances = match name {
        "korf100" => catalogue::korf100(),
        "korf24" => catalogue::korf24(),
        "hard15" => catalogue::hard15(),
        "oblong" => catalogue::oblong(),
        _ => {
            let known = "korf100, korf24, hard15 and oblong";
            return Err(errors::invalid(format!("there is no collection {name:?}; there are {known}")));
        }
    };
    Ok(instances.iter().map(|i| (plain(i.problem.start()), plain(i.problem.goal()), i.optimum)).collect())
}

/// All algorithms: name, does it take a heuristic, is it always optimal, does it count multi-tile moves, its parameters.
#[pyfunction]
fn algorithms() -> Vec<(&'static str, bool, bool, bool, Vec<&'static str>)> {
    let describe = |algorithm: Algorithm| {
        let parameters = algorithm.parameters().iter().map(|parameter| parameter.name).collect();
        let slides = algorithm.metrics().contains(&Metric::Mtm);
        (algorithm.name(), algorithm.takes_heuristic(), algorithm.is_optimal(), slides, parameters)
    };
    Algorithm::ALL.into_iter().map(describe).collect()
}

/// All heuristics.
#[pyfunction]
fn heuristics() -> Vec<&'static str> {
    HeuristicName::ALL.into_iter().map(HeuristicName::name).collect()
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(parse_board, module)?)?;
    module.add_function(wrap_pyfunction!(parse_boards, module)?)?;
    module.add_function(wrap_pyfunction!(check_board, module)?)?;
    module.add_function(wrap_pyfunction!(solved, module)?)?;
    module.add_function(wrap_pyfunction!(twin, module)?)?;
    module.add_function(wrap_pyfunction!(parse_moves, module)?)?;
    module.add_function(wrap_pyfunction!(apply, module)?)?;
    module.add_function(wrap_pyfunction!(check_problem, module)?)?;
    module.add_function(wrap_pyfunction!(replays, module)?)?;
    module.add_function(wrap_pyfunction!(misplaced, module)?)?;
    module.add_function(wrap_pyfunction!(lower_bounds, module)?)?;
    module.add_function(wrap_pyfunction!(scrambles, module)?)?;
    module.add_function(wrap_pyfunction!(instances, module)?)?;
    module.add_function(wrap_pyfunction!(algorithms, module)?)?;
    module.add_function(wrap_pyfunction!(heuristics, module)?)?;
    module.add_class::<AtDistanceScrambles>()
}
