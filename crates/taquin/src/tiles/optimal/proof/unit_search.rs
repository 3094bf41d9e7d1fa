//! A proof whose work others may do: threads, processes, machines.
//!
//! [`UnitSearch`] is the coordinator: a proof that hands out the units of its bound and takes back what was found out about
//! them. [`UnitRunner`] is a worker: it runs one unit after the other, each for a budget of nodes, and what is left of a
//! unit then is handed back as smaller units. A unit is a few bytes, and running it is pure: whoever runs it, and however
//! often, finds the same. The counts of a finished bound are equal to the node, however the work was divided.

use super::{
    Checkpoint, CheckpointError, Proof, ProofPlan, ProofStage, SIX_TILES,
    kernel::{Counts, Node, ProofKernel, Scratch},
    partitions_of,
    side::Side,
    units::{Begun, Piece, walked},
};
use crate::{
    replay::{self, ReplayError},
    search::{Cost, Search, Stats, Status},
    tiles::{
        Direction, Moves, Problem,
        optimal::{OptimalOptions, Resources, SEVEN_TILES},
        pattern_db::{Level, MAX_CELLS, parity::ParityPreparation},
    },
};
use std::fmt;
use thiserror::Error;

/// A unit of work: everything within a bound below some moves from the start.
///
/// The state of the pruning machine follows from the moves.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Unit {
    /// The most moves of a solution.
    pub bound: Cost,
    /// The moves from where the search begins, all of which are made: from the start, or from the goal if the proof has
    /// found that to be quicker.
    pub moves: Moves,
}

/// What was found out about a unit.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct UnitOutcome {
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes generated.
    pub generated: u64,
    /// Table entries asked for.
    pub looked_up: u64,
    /// A solution of at most the bound, from the start.
    pub solution: Option<Moves>,
    /// What is left to do: smaller units, which together with what was counted are the whole one. The least length above the
    /// bound that is worth searching is always the bound plus two, because the parity of a solution's length is known.
    pub unfinished: Vec<Unit>,
}

/// Why a unit cannot be run.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum UnitError {
    /// The tables are not there yet.
    #[error("the tables are not prepared yet")]
    NotPrepared,
    /// No path of the search.
    #[error("{moves} is no path of this search")]
    NoPath {
        /// The moves of the unit.
        moves: Moves,
    },
}

/// Runs units of one proof: a worker.
pub struct UnitRunner {
    side: Side,
    stage: RunnerStage,
}

enum RunnerStage {
    Preparing(Box<Preparing>),
    Ready(Box<Ready>),
}

struct Preparing {
    preparation: Option<ParityPreparation>,
    assignment: Checkpoint,
    resources: Resources,
}

struct Ready {
    kernel: ProofKernel,
    start: Node,
    scratch: Scratch,
}

impl UnitRunner {
    /// A worker for what [`UnitSearch::assignment`] says; its tables are loaded or built by [`UnitRunner::prepare`].
    ///
    /// # Errors
    /// [`CheckpointError::Damaged`] if the boards of the assignment do not fit together.
    pub fn new(assignment: &Checkpoint, resources: &Resources, threads: usize) -> Result<Self, CheckpointError> {
        let problem = Problem::new(assignment.start.clone(), assignment.goal.clone());
        let problem = problem.map_err(|_| CheckpointError::Damaged)?;
        let side = Side::new(&problem, assignment.is_backward);
        let patterns = super::collection::patterns(&assignment.partitions);
        let preparation = ParityPreparation::new(resources.store(), patterns, threads.max(1));
        let (assignment, resources) = (assignment.clone(), resources.clone());
        let preparing = Preparing { preparation: Some(preparation), assignment, resources };
        Ok(Self { side, stage: RunnerStage::Preparing(Box::new(preparing)) })
    }

    /// Works on the tables for about as long as a search takes for `budget` nodes; says whether units can be run.
    pub fn prepare(&mut self, budget: u64) -> bool {
        let RunnerStage::Preparing(preparing) = &mut self.stage else { return true };
        let Preparing { preparation, assignment, resources } = &mut **preparing;
        if !preparation.as_mut().is_none_or(|preparation| preparation.run(budget)) {
            return false;
        }
        let Some(preparation) = preparation.take() else { return false };
        let partitions = partitions_of(preparation, &assignment.partitions);
        let kernel = ProofKernel::new(self.side.geometry.clone(), &partitions, resources.fsm(Level::Large));
        let start = kernel.root(self.side.problem.start());
        self.stage = RunnerStage::Ready(Box::new(Ready { kernel, start, scratch: Scratch::default() }));
        true
    }

    /// Runs a unit for about `budget` generated nodes, or to its end.
    ///
    /// # Errors
    /// A [`UnitError`] if the tables are not prepared or the unit is none of this proof.
    pub fn run(&mut self, unit: &Unit, budget: u64) -> Result<UnitOutcome, UnitError> {
        let RunnerStage::Ready(ready) = &mut self.stage else { return Err(UnitError::NotPrepared) };
        let (Ready { kernel, start, scratch }, side) = (&mut **ready, &self.side);
        let no_path = || UnitError::NoPath { moves: unit.moves.clone() };
        let (nodes, _) = walked(kernel, *start, &unit.moves).ok_or_else(no_path)?;
        let base = nodes[nodes.len() - 1];
        let mut counts = Counts::default();
        let mut begun = Begun::new(kernel, base, unit.bound);
        // A unit that begins at the goal has nothing to expand.
        let mut found = ProofKernel::is_goal(&base) || begun.run(kernel, scratch, budget, &mut counts);
        let mut trails = Vec::new();
        if !found {
            match begun.hand_back(kernel, scratch, &mut counts) {
                Some(open) => trails = open,
                None => found = true,
            }
        }
        let blanks: Vec<u8> = nodes.iter().map(|node| kernel.blank(node)).collect();
        let solution = found.then(|| Begun::new(kernel, base, unit.bound).path(kernel, unit.bound)).flatten();
        let solution = solution.map(|rest| Moves::from(&*side.solution(&[&blanks[..], &rest[1..]].concat())));
        let below = |trail: Vec<Direction>| {
            let cells = blanks_along(kernel, base, &trail);
            let moves = side.geometry.moves(&[&blanks[..], &cells].concat());
            Unit { bound: unit.bound, moves: Moves::from(&*moves) }
        };
        Ok(UnitOutcome {
            expanded: counts.expanded,
            generated: counts.generated,
            looked_up: counts.looked_up,
            solution,
            unfinished: trails.into_iter().map(below).collect(),
        })
    }
}

/// The cells of the blank along moves of the frame, without the first.
fn blanks_along(kernel: &ProofKernel, base: Node, trail: &[Direction]) -> Vec<u8> {
    let mut node = base;
    let step = |&direction: &Direction| {
        node = kernel.child(&node, direction)?;
        Some(kernel.blank(&node))
    };
    trail.iter().map_while(step).collect()
}

impl fmt::Debug for UnitRunner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnitRunner").field("problem", &self.side.problem).finish_non_exhaustive()
    }
}

/// A proof whose units others may run: the coordinator.
///
/// It is a [`Search`] as well. [`Search::run`] loads or builds tables and chooses partitions, which nobody else can do, and
/// searches with threads of its own; as soon as [`UnitSearch::bound`] says so, others can do that part.
///
/// ```
/// use taquin::{
///     search::{Search, Status},
///     tiles::{Problem, optimal::{OptimalOptions, Resources, UnitRunner, UnitSearch}},
/// };
///
/// let problem = Problem::to_default_goal("3 4 1 8/5 2 11 7/9 10 0 6/13 14 15 12".parse()?)?;
/// let resources = Resources::default();
/// let mut search = UnitSearch::new(&problem, &resources, OptimalOptions::default()).expect("a board of 16 cells");
/// let mut runner = None;
/// while search.status() == Status::Paused {
///     if search.bound().is_none() {
///         search.run(100_000);
///         continue;
///     }
///     let assignment = search.assignment().expect("there is a bound");
///     let runner = runner.get_or_insert(UnitRunner::new(&assignment, &resources, 1)?);
///     while !runner.prepare(100_000) {}
///     for unit in search.units() {
///         let outcome = runner.run(&unit, 1_000)?;
///         search.absorb(&unit, &outcome)?;
///     }
/// }
/// assert_eq!(search.solution().map(<[_]>::len), Some(24));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct UnitSearch(Box<Proof>);

impl UnitSearch {
    /// A proof; `None` if the board has one row or column, or more than [`MAX_CELLS`] cells.
    ///
    /// - `options`: its threads, its memory limit and its level; tables of seven tiles are used with [`Level::Large`], or
    ///   without a level if there are such tables.
    pub fn new(problem: &Problem, resources: &Resources, options: OptimalOptions) -> Option<Self> {
        let shape = problem.shape();
        if shape.cells() > MAX_CELLS || shape.rows() == 1 || shape.cols() == 1 {
            return None;
        }
        let has_seven = match options.level {
            Some(level) => level == Level::Large,
            None => resources.has(problem.goal(), Level::Large),
        };
        let most_tiles = if has_seven { SEVEN_TILES } else { SIX_TILES };
        let plan = ProofPlan { threads: options.threads.max(1), memory_limit: options.memory_limit, most_tiles };
        let proof = Proof::new(problem, resources.store(), resources.fsm(Level::Large), plan, 0);
        let mut search = Self(Box::new(proof));
        if problem.start() == problem.goal() {
            search.0.offer(Vec::new());
            search.0.status = Status::Solved;
        }
        Some(search)
    }

    /// What is being solved.
    pub fn problem(&self) -> &Problem {
        &self.0.problem
    }

    /// How far it is.
    pub fn status(&self) -> Status {
        self.0.status
    }

    /// Takes a solution found elsewhere: bounds from its length on need no search.
    ///
    /// # Errors
    /// A [`ReplayError`] if it is none.
    pub fn offer(&mut self, moves: &[Direction]) -> Result<(), ReplayError> {
        replay::tiles(self.0.problem.start(), self.0.problem.goal(), moves)?;
        self.0.offer(moves.to_vec());
        Ok(())
    }

    /// Goes on from a checkpoint.
    ///
    /// # Errors
    /// [`CheckpointError::Problem`] if it is of another problem.
    pub fn resume(&mut self, checkpoint: Checkpoint) -> Result<(), CheckpointError> {
        self.0.resume(checkpoint)
    }

    /// All that is needed to go on from here; `None` as long as nothing is lost by beginning again. What was handed out and
    /// not taken back counts as not done.
    pub fn checkpoint(&mut self) -> Option<Checkpoint> {
        self.0.checkpoint()
    }

    /// The bound whose units wait to be run; `None` while tables are prepared or partitions chosen, and when the proof is
    /// done.
    pub fn bound(&self) -> Option<Cost> {
        match &self.0.stage {
            ProofStage::Searching(searching) if self.0.status == Status::Paused => Some(searching.round.bound()),
            _ => None,
        }
    }

    /// What a worker has to know to run the units of the bound.
    pub fn assignment(&self) -> Option<Checkpoint> {
        self.bound()?;
        // why no bound: a unit has its own, and a worker stays prepared from one to the next.
        Some(Checkpoint { finished: Vec::new(), bound: 0, best: None, ..self.0.assignment() })
    }

    /// All units of the bound that are not done; the more moves, the smaller. None while there is no bound.
    pub fn units(&mut self) -> Vec<Unit> {
        let Some(bound) = self.bound() else { return Vec::new() };
        let Proof { stage: ProofStage::Searching(searching), side, .. } = &mut *self.0 else { return Vec::new() };
        let super::Searching { kernel, roots, round } = &mut **searching;
        let pieces: Vec<Piece> = round.give(kernel, roots).cloned().collect();
        let moves = |piece: &Piece| Moves::from(&*side.geometry.moves(&roots.blanks(kernel, piece)));
        let mut units: Vec<Unit> = pieces.iter().map(|piece| Unit { bound, moves: moves(piece) }).collect();
        units.sort_by_cached_key(|unit| (unit.moves.len(), unit.moves.to_string()));
        self.0.learn();
        units
    }

    /// Takes what was found out about a unit. `false` if it is not among [`UnitSearch::units`], because it was done before,
    /// say; then nothing changes, so that it does no harm to run a unit twice.
    ///
    /// # Errors
    /// A [`ReplayError`] if the solution of the outcome is none.
    pub fn absorb(&mut self, unit: &Unit, outcome: &UnitOutcome) -> Result<bool, ReplayError> {
        if self.bound() != Some(unit.bound) {
            return Ok(false);
        }
        if let Some(moves) = &outcome.solution {
            replay::tiles(self.0.problem.start(), self.0.problem.goal(), moves)?;
        }
        let ProofStage::Searching(searching) = &mut self.0.stage else { return Ok(false) };
        let super::Searching { kernel, roots, round } = &mut **searching;
        let piece = |unit: &Unit| roots.piece(kernel, &unit.moves);
        let (Some(whole), Some(unfinished)) = (piece(unit), outcome.unfinished.iter().map(piece).collect()) else {
            return Ok(false);
        };
        let UnitOutcome { expanded, generated, looked_up, .. } = *outcome;
        if !round.take(&whole, Counts { expanded, generated, looked_up }, unfinished) {
            return Ok(false);
        }
        if let Some(moves) = &outcome.solution {
            self.0.offer(moves.to_vec());
        }
        self.0.learn();
        Ok(true)
    }
}

impl Search for UnitSearch {
    type Move = Direction;

    /// Works on, but not beyond the end of a bound: there the caller may decide who goes on.
    fn run(&mut self, budget: u64) -> Status {
        let (bound, mut left) = (self.bound(), budget);
        while self.status() == Status::Paused && left > 0 && self.bound() == bound {
            left = left.saturating_sub(self.0.step(left).max(1));
        }
        self.status()
    }

    fn stats(&self) -> &Stats {
        self.0.stats()
    }

    fn solution(&self) -> Option<&[Direction]> {
        self.0.solution()
    }
}

impl fmt::Debug for UnitSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut search = f.debug_struct("UnitSearch");
        search.field("problem", self.problem()).field("stats", self.stats()).finish_non_exhaustive()
    }
}
