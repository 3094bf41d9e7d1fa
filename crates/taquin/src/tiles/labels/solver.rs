//! The solver of labelled problems.
//!
//! - A problem that is an ordinary one in other words (all tiles different, or only two alike) is solved as one, by whatever
//!   algorithm.
//! - Shortest solutions of up to 16 cells: with one gap by iterative deepening, guided by tables of unordered tiles
//!   (`pattern_tables`; in slides, `slide_tables`), or by the ordinary solver if there are few assignments; with several gaps
//!   by A\*, because their moves commute and a depth-first search would see every position many times.
//! - Larger boards: an assignment with short ways, solved as an ordinary problem; what the labels allow to skip is skipped.
//! - A single row or column: tiles keep their order, so every tile just goes to its cell.

mod table_search;

use super::{
    Assignment, GapMove, GapMoves, LabelledProblem,
    by_assignment::ByAssignment,
    classes::{Classes, MAX_CELLS, numbered},
    packed::{LabelSpace, NearestCells, Packed, Push},
};
use crate::{
    replay::{self, ReplayError},
    search::{
        BoxedSearch, Cost, Phase, Search, Stats, Status, best_first::BestFirst, bfs::Bfs, ida_star::IdaStar, rank::Rank,
    },
    tiles::{Algorithm, Direction, HeuristicName, Metric, Options, Shape, SolveError, Solver},
};
use std::{collections::HashMap, fmt};
use table_search::TableSearch;

/// Up to so many assignments are solved one by one: in single-tile moves the tables of the ordinary solver are the better
/// ones for so few, in slides for more.
const FEW_IN_MOVES: usize = 3;
const FEW_IN_SLIDES: usize = 24;
/// Cells times moves up to which a solution is searched for positions that look alike.
const MOST_TO_SHORTEN: usize = 1 << 25;

/// A search for a solution of a labelled problem.
///
/// It is a [`Search`] that the caller pumps, or [`LabelledSolver::finish`]es in one call. What it hands out by
/// [`LabelledSolver::checked_solution`] was replayed against the rules, by labels, by independent code.
pub struct LabelledSolver {
    problem: LabelledProblem,
    options: Options,
    running: Running,
    stats: Stats,
    status: Status,
    solution: Option<Vec<GapMove>>,
    /// A lower bound that holds whatever the algorithm learns.
    least: Cost,
}

/// An algorithm at work.
enum Running {
    /// The ordinary problem of an assignment.
    Assigned {
        assignment: Box<Assignment>,
        solver: Box<Solver>,
        /// There is no other one, so what is proven of it is proven.
        is_only: bool,
        /// Length of the solution that was taken over last.
        taken: Option<usize>,
    },
    ByAssignment(Box<ByAssignment>),
    Packed(BoxedSearch<Push>),
    Done,
}

impl LabelledSolver {
    /// Begins a search.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the board is too large for the algorithm, the heuristic or the metric, or a parameter makes no
    /// sense.
    pub fn new(problem: &LabelledProblem, options: &Options) -> Result<Self, SolveError> {
        let algorithm = options.algorithm.resolve(problem.shape());
        let least = match options.metric {
            Metric::Stm => problem.lower_bound(),
            Metric::Mtm => slides_for(problem.shape(), problem.lower_bound()),
        };
        let mut solver = Self {
            problem: problem.clone(),
            options: options.clone(),
            running: Running::Done,
            stats: Stats { lower_bound: least, ..Stats::default() },
            status: Status::Paused,
            solution: None,
            least,
        };
        if problem.start().fits(problem.goal()) {
            solver.solution = Some(Vec::new());
            solver.status = Status::Solved;
            return Ok(solver);
        }
        let has_one_gap = problem.start().gaps().len() == 1;
        // With one gap on a line every solution is one slide.
        if problem.is_line() && (options.metric == Metric::Stm || has_one_gap) {
            solver.solve_line();
            return Ok(solver);
        }
        solver.running = match Assignment::all(problem, FEW_IN_SLIDES) {
            Some(all) if all.len() == 1 => Running::assigned(&all[0], options, true)?,
            all => solver.begin(algorithm, all)?,
        };
        solver.take_over();
        Ok(solver)
    }

    /// The algorithm for a problem of several assignments.
    fn begin(&self, algorithm: Algorithm, all: Option<Vec<Assignment>>) -> Result<Running, SolveError> {
        let (problem, options) = (&self.problem, &self.options);
        let shape = problem.shape();
        let assigned = || match Assignment::new(problem) {
            Some(assignment) => Running::assigned(&assignment, options, false),
            None => Err(SolveError::TooLarge { algorithm, shape, cells: MAX_CELLS, alternative: Algorithm::Auto }),
        };
        let is_small = shape.cells() <= MAX_CELLS;
        if algorithm.method().is_some() || (algorithm == Algorithm::Anytime && !is_small) {
            return assigned();
        }
        let Some((classes, start)) = Classes::new(problem).filter(|_| is_small) else {
            return Err(SolveError::TooLarge { algorithm, shape, cells: MAX_CELLS, alternative: Algorithm::Anytime });
        };
        self.packed(algorithm, &classes, Packed::new(start), all)
    }

    /// A search of all arrangements of a board of up to 16 cells.
    fn packed(
        &self,
        algorithm: Algorithm,
        classes: &Classes,
        start: Packed,
        all: Option<Vec<Assignment>>,
    ) -> Result<Running, SolveError> {
        let options = &self.options;
        let (metric, memory_limit) = (options.metric, options.memory_limit);
        let is_optimal = matches!(algorithm, Algorithm::Optimal | Algorithm::Anytime);
        if metric == Metric::Mtm && !is_optimal {
            return Err(SolveError::Metric { algorithm });
        }
        let few = if metric == Metric::Stm { FEW_IN_MOVES } else { FEW_IN_SLIDES };
        if is_optimal && let Some(all) = all.filter(|all| all.len() <= few) {
            let options = Options { algorithm: Algorithm::Optimal, ..options.clone() };
            return Ok(Running::ByAssignment(Box::new(ByAssignment::new(&self.problem, &all, &options)?)));
        }
        let space = LabelSpace::new(classes, metric);
        let has_one_gap = classes.counts[0] == 1;
        let by_tables = |rank: Option<Rank>| {
            let search = TableSearch::new(classes, start, metric, rank, &options.resources, memory_limit);
            Ok(Running::Packed(Box::new(search)))
        };
        let rank = Options { algorithm, ..options.clone() }.rank().map(Rank::checked).transpose()?;
        match algorithm {
            Algorithm::Optimal | Algorithm::Anytime if has_one_gap => by_tables(None),
            Algorithm::Bfs => Ok(Running::Packed(Box::new(Bfs::new(space, start, memory_limit)))),
            // Slides of several gaps: nothing adds up, and there are too many ways to the same position for a deepening.
            _ if metric == Metric::Mtm => Ok(Running::Packed(Box::new(Bfs::new(space, start, memory_limit)))),
            Algorithm::Optimal | Algorithm::Anytime => by_tables(Some(Rank::AStar)),
            _ => match (self.heuristic()?, rank) {
                (HeuristicName::PatternDb, rank) => by_tables(rank),
                (_, None) => Ok(Running::Packed(Box::new(IdaStar::new(space, NearestCells::new(classes), start)))),
                (_, Some(rank)) => {
                    let nearest = NearestCells::new(classes);
                    Ok(Running::Packed(Box::new(BestFirst::new(space, nearest, &start, rank, memory_limit))))
                }
            },
        }
    }

    /// The heuristic that serves labels in the place of the one that was asked for.
    fn heuristic(&self) -> Result<HeuristicName, SolveError> {
        label_heuristic(self.options.heuristic).ok_or(SolveError::NoLabels { heuristic: self.options.heuristic })
    }

    /// A single row or column: every tile goes straight to its cell, the fewest moves there are.
    fn solve_line(&mut self) {
        let problem = &self.problem;
        let cells = problem.start().cells();
        let tiles: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != 0).collect();
        let targets = problem.line_targets().unwrap_or_default();
        let (forward, back) = match problem.shape().cols() {
            1 => (Direction::Down, Direction::Up),
            _ => (Direction::Right, Direction::Left),
        };
        let ways = tiles.iter().copied().zip(targets);
        let (backwards, forwards): (Vec<_>, Vec<_>) =
            ways.filter(|(from, to)| from != to).partition(|(from, to)| to < from);
        // Who goes back begins with the first, who goes forward with the last, so that none is in the way of another.
        let back = backwards.into_iter().flat_map(|(from, to)| (to..from).rev().map(move |gap| (gap, back)));
        let forward = forwards.into_iter().rev().flat_map(|(from, to)| (from + 1..=to).map(move |gap| (gap, forward)));
        let moves = numbered(problem, back.chain(forward));
        self.stats.lower_bound = self.options.metric.gap_cost(&moves);
        self.solution = Some(moves.to_vec());
        self.status = Status::Solved;
    }

    /// What is being solved.
    pub fn problem(&self) -> &LabelledProblem {
        &self.problem
    }

    /// The heuristic that guides it, if the algorithm takes one: not every heuristic serves labels.
    pub fn guided_by(&self) -> Option<HeuristicName> {
        match &self.running {
            Running::Packed(_) if self.options.algorithm.takes_heuristic() => label_heuristic(self.options.heuristic),
            Running::Assigned { .. } if self.options.algorithm.takes_heuristic() => Some(self.options.heuristic),
            _ => None,
        }
    }

    /// The best solution so far, replayed against the rules by independent code; `None` while there is none.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] if the solution breaks the rules, which would be a bug of the search.
    pub fn checked_solution(&self) -> Result<Option<GapMoves>, ReplayError> {
        self.solution().map_or(Ok(None), |moves| {
            replay::labels(self.problem.start(), self.problem.goal(), moves)?;
            Ok(Some(GapMoves::from(moves)))
        })
    }

    /// Is the best solution so far proven to be a shortest one, in the metric that was asked for?
    pub fn is_proven(&self) -> bool {
        self.solution().is_some_and(|moves| self.stats.proves(self.options.metric.gap_cost(moves)))
    }

    /// Runs to the end, and returns the solution, replayed; `None` if the memory limit came first.
    ///
    /// Only for algorithms that end by themselves: on large boards `anytime` does not.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] if the solution breaks the rules, which would be a bug of the search.
    pub fn finish(&mut self) -> Result<Option<GapMoves>, ReplayError> {
        while self.run(u64::MAX) == Status::Paused {}
        self.checked_solution()
    }

    /// Takes over what the algorithm has found and learnt.
    fn take_over(&mut self) {
        let found = match &mut self.running {
            Running::Done => None,
            Running::Assigned { assignment, solver, is_only, taken } => {
                self.stats = solver.stats().clone();
                if !*is_only {
                    self.stats.lower_bound = 0;
                    (self.stats.predicted, self.stats.bounds) = (None, Vec::new());
                }
                let length = solver.solution().map(<[_]>::len);
                if length == *taken {
                    None
                } else {
                    *taken = length;
                    solver.solution().map(|moves| shortened(&self.problem, &assignment.gap_moves(moves)))
                }
            }
            Running::ByAssignment(search) => {
                self.stats = search.stats().clone();
                let moves = search.solution();
                moves.map(|moves| moves.iter().map(|&direction| GapMove { gap: 0, direction }).collect())
            }
            Running::Packed(search) => {
                self.stats = search.stats().clone();
                let shape = self.problem.shape();
                search.solution().map(|moves| {
                    let steps = moves.iter().flat_map(|push| push.steps(shape));
                    numbered(&self.problem, steps).to_vec()
                })
            }
        };
        self.stats.lower_bound = self.stats.lower_bound.max(self.least);
        if let Some(found) = found {
            let cost = |moves: &[GapMove]| self.options.metric.gap_cost(moves);
            if self.solution.as_ref().is_none_or(|best| cost(&found) < cost(best)) {
                self.solution = Some(found);
            }
        }
    }

    /// Where a search of all arrangements does not fit into memory, an assignment still gives a solution.
    fn fall_back(&mut self) {
        let may_fall_back = matches!(self.options.algorithm, Algorithm::Auto | Algorithm::Anytime);
        if self.status != Status::Full || !may_fall_back || !matches!(self.running, Running::Packed(_)) {
            return;
        }
        let options = Options { algorithm: Algorithm::Anytime, ..self.options.clone() };
        let assignment = Assignment::new(&self.problem);
        if let Some(Ok(running)) = assignment.map(|assignment| Running::assigned(&assignment, &options, false)) {
            self.least = self.stats.lower_bound;
            (self.running, self.status) = (running, Status::Paused);
        }
    }
}

impl Running {
    fn assigned(assignment: &Assignment, options: &Options, is_only: bool) -> Result<Self, SolveError> {
        let solver = Box::new(Solver::new(assignment.problem(), options)?);
        Ok(Self::Assigned { assignment: Box::new(assignment.clone()), solver, is_only, taken: None })
    }
}

/// The heuristic that serves labels where this one is asked for: the default does what it can.
fn label_heuristic(asked: HeuristicName) -> Option<HeuristicName> {
    match asked {
        HeuristicName::Manhattan | HeuristicName::LinearConflict => Some(HeuristicName::Manhattan),
        HeuristicName::PatternDb => Some(HeuristicName::PatternDb),
        _ => None,
    }
}

/// A slide moves at most so many tiles as a row or column has beside the gap.
fn slides_for(shape: Shape, moves: Cost) -> Cost {
    let most = shape.rows().max(shape.cols()).saturating_sub(1).max(1);
    moves.div_ceil(most as Cost)
}

/// The moves without those between two positions that look alike, and without those after the goal.
fn shortened(problem: &LabelledProblem, moves: &[GapMove]) -> Vec<GapMove> {
    let start = problem.start();
    if start.cells().len().saturating_mul(moves.len()) > MOST_TO_SHORTEN {
        return moves.to_vec();
    }
    let mut board = start.clone();
    // Each position with the number of moves that lead there, and those moves by the cells of their gaps.
    let mut reached = HashMap::from([(Box::from(board.cells()), 0)]);
    let (mut path, mut positions) = (Vec::new(), Vec::new());
    for &mv in moves {
        let gap = board.gaps()[usize::from(mv.gap)];
        if !board.slide(mv) {
            return moves.to_vec();
        }
        if let Some(&before) = reached.get(board.cells()) {
            path.truncate(before);
            positions.drain(before..).for_each(|position: Box<[u16]>| {
                reached.remove(&position);
            });
            continue;
        }
        path.push((gap, mv.direction));
        positions.push(Box::from(board.cells()));
        reached.insert(Box::from(board.cells()), path.len());
        if board.fits(problem.goal()) {
            break;
        }
    }
    numbered(problem, path.into_iter()).to_vec()
}

impl Search for LabelledSolver {
    type Move = GapMove;

    fn run(&mut self, budget: u64) -> Status {
        if self.status == Status::Paused {
            self.status = match &mut self.running {
                Running::Done => Status::Solved,
                Running::Assigned { solver, .. } => solver.run(budget),
                Running::ByAssignment(search) => search.run(budget),
                Running::Packed(search) => search.run(budget),
            };
            self.take_over();
            self.fall_back();
            if self.is_proven() {
                self.status = Status::Solved;
            }
        }
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn solution(&self) -> Option<&[GapMove]> {
        self.solution.as_deref()
    }
}

impl fmt::Debug for LabelledSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { problem, status, stats, .. } = self;
        let mut solver = f.debug_struct("LabelledSolver");
        solver.field("problem", problem).field("status", status).field("stats", stats).finish_non_exhaustive()
    }
}

/// What a search does before its first node.
fn building((done, total): (u64, u64)) -> Phase {
    Phase::Building { done, total }
}
