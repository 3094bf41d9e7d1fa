//! Proofs that boards of 17 to 25 cells have no shorter solution: iterative deepening with several partitions.
//!
//! Bound after bound is searched to the end, until one holds a solution or the shortest solution that is known from
//! elsewhere is reached. Growth from one bound to the next is some eightfold, so **with a shortest solution known
//! beforehand the largest iteration is not searched at all**.
//!
//! The lower bounds are those of Korf and Felner (2002), with the blank's region as in Felner, Korf and Hanan (2004) and
//! several partitions in both views of the board as in Clausecker and Reinefeld (2019); duplicates are pruned by the
//! finite-state machine of Taylor and Korf (1993).
//!
//! - [`kernel`]: expanding nodes;
//! - [`units`]: a bound as many units of work, for threads and for checkpoints;
//! - [`unit_search`]: units for workers in other processes and on other machines;
//! - [`collection`]: the partitions there are, [`choice`]: those for this board;
//! - [`side`]: the end of the problem that the search begins at.

mod checkpoint;
mod choice;
mod collection;
mod kernel;
mod side;
mod unit_search;
mod units;

#[cfg(test)]
mod tests;

use super::{FAST_CELLS, fsm::PruningFsm};
use crate::{
    search::{Bound, Cost, Phase, Search, Stats, Status},
    tiles::{
        Board, Direction, Problem,
        pattern_db::{
            Pattern, Store,
            parity::{ParityPreparation, ParityTable},
        },
    },
};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use unit_search::{Unit, UnitError, UnitOutcome, UnitRunner, UnitSearch};

use choice::PartitionChoice;
use collection::PartitionPlan;
use kernel::{Counts, Geometry, Partition, ProofKernel};
use side::Side;
use std::sync::Arc;
use units::{ROOTS, Roots, Round};

/// The partitions to begin with.
const FIRST_PARTITIONS: usize = 4;
/// Tiles of a pattern whose table is built in seconds, and of one that takes half a minute and three gigabytes.
pub(super) const SIX_TILES: usize = 6;
pub(super) const SEVEN_TILES: usize = 7;
/// An iteration of at least so many expanded nodes serves as a sample for choosing partitions.
const SAMPLE: u64 = 8_000;
/// Choosing pays from this many generated nodes on, as predicted; it costs about as much as some millions of them.
const WORTH_CHOOSING: u64 = 40_000_000;
/// Tables for the search from the goal are built from this many generated nodes on, as predicted: they take about as long
/// as some hundred million of them.
const WORTH_BUILDING_BACKWARD: u64 = 3_000_000_000;
/// An iteration of so many expanded nodes predicts those that follow.
const PREDICTS: u64 = 300_000;
/// Units of work of a board of up to [`FAST_CELLS`] cells, most of which are proven before more could be listed.
const FEW_ROOTS: usize = 200;
/// What one thread generates before the work is shared out again.
const SLICE: u64 = 400_000;

/// How a proof is to be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofPlan {
    pub(super) threads: usize,
    /// Bytes that the tables may take.
    pub(super) memory_limit: u64,
    /// Most tiles of a pattern: 6, or 7 if there are such tables.
    pub(super) most_tiles: usize,
}

/// The partitions to begin with, as far as their tables fit into the memory: of six tiles, where those of seven take long
/// to build or to read.
fn first_plans(geometry: &Geometry, most_tiles: usize, memory_limit: u64) -> Vec<PartitionPlan> {
    let most_tiles = if geometry.shape().cells() > FAST_CELLS { SIX_TILES } else { most_tiles };
    let mut plans = collection::partitions(geometry, most_tiles);
    plans.truncate(FIRST_PARTITIONS);
    collection::fitting(plans, memory_limit)
}

/// The patterns whose tables a proof for this goal begins with; none if they do not fit into the memory.
pub(super) fn first_patterns(goal: &Board, most_tiles: usize, memory_limit: u64) -> Vec<Pattern> {
    collection::patterns(&first_plans(&Geometry::new(goal), most_tiles, memory_limit))
}

/// All patterns whose tables a proof for this goal may choose among: with six tiles, or with seven as well.
pub(super) fn all_patterns(goal: &Board, most_tiles: usize) -> Vec<Pattern> {
    collection::patterns(&all_plans(&Geometry::new(goal), most_tiles))
}

fn all_plans(geometry: &Geometry, most_tiles: usize) -> Vec<PartitionPlan> {
    let mut plans = collection::partitions(geometry, SIX_TILES);
    if most_tiles > SIX_TILES {
        plans.extend(collection::partitions(geometry, most_tiles));
    }
    plans
}

/// The search for a shortest solution.
pub(super) struct Proof {
    problem: Problem,
    store: Store,
    fsm: Arc<PruningFsm>,
    plan: ProofPlan,
    /// Where the search begins.
    side: Side,
    /// What was chosen for the search from the start, while the one from the goal is tried.
    forward: Option<Chosen>,
    stage: ProofStage,
    /// The best solution so far.
    best: Option<Vec<Direction>>,
    /// The partitions in use.
    partitions: Vec<Partition>,
    /// Are they those chosen for this board?
    is_chosen: bool,
    /// The iterations that are finished.
    finished: Vec<Finished>,
    /// What to go on from once the tables are there.
    resumed: Option<Checkpoint>,
    stats: Stats,
    status: Status,
}

/// Partitions for one side, and what they cost in the sample.
struct Chosen {
    side: Side,
    partitions: Vec<Partition>,
    cost: u64,
}

/// A finished iteration.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Finished {
    bound: Cost,
    counts: Counts,
    /// With the partitions chosen for this board?
    is_chosen: bool,
}

enum ProofStage {
    /// Loading or building tables, to choose among all partitions or to begin with the first ones.
    Preparing(Box<ParityPreparation>, Vec<PartitionPlan>),
    Choosing(Box<PartitionChoice>),
    Searching(Box<Searching>),
}

struct Searching {
    kernel: ProofKernel,
    roots: Roots,
    round: Round,
}

impl Proof {
    /// A proof; solutions found elsewhere are told by [`Proof::offer`].
    ///
    /// - `lower_bound`: proven before.
    pub(super) fn new(
        problem: &Problem,
        store: &Store,
        fsm: Arc<PruningFsm>,
        plan: ProofPlan,
        lower_bound: Cost,
    ) -> Self {
        let side = Side::new(problem, false);
        let plans = first_plans(&side.geometry, plan.most_tiles, plan.memory_limit);
        Self {
            problem: problem.clone(),
            store: store.clone(),
            fsm,
            plan,
            stage: ProofStage::preparing(store, plans, plan.threads),
            side,
            forward: None,
            best: None,
            partitions: Vec::new(),
            is_chosen: false,
            finished: Vec::new(),
            resumed: None,
            stats: Stats { lower_bound, ..Stats::default() },
            status: Status::Paused,
        }
    }

    /// Goes on from a checkpoint of the same problem.
    pub(super) fn resume(&mut self, checkpoint: Checkpoint) -> Result<(), CheckpointError> {
        checkpoint.check(&self.problem)?;
        self.side = Side::new(&self.problem, checkpoint.is_backward);
        self.stage = ProofStage::preparing(&self.store, checkpoint.partitions.clone(), self.plan.threads);
        self.is_chosen = checkpoint.is_chosen;
        self.finished = checkpoint.finished.clone();
        self.stats.lower_bound = checkpoint.bound;
        let bound = |round: &Finished| Bound {
            bound: round.bound,
            expanded: round.counts.expanded,
            generated: round.counts.generated,
        };
        self.stats.bounds = self.finished.iter().map(bound).collect();
        self.stats.expanded = self.stats.bounds.iter().map(|bound| bound.expanded).sum();
        self.stats.generated = self.stats.bounds.iter().map(|bound| bound.generated).sum();
        if let Some(best) = checkpoint.best.clone() {
            self.offer(best);
        }
        self.resumed = Some(checkpoint);
        Ok(())
    }

    /// All that is needed to go on from here; `None` as long as nothing is lost by beginning again.
    pub(super) fn checkpoint(&mut self) -> Option<Checkpoint> {
        let ProofStage::Searching(searching) = &mut self.stage else { return self.resumed.clone() };
        let Searching { kernel, roots, round } = &mut **searching;
        // A bound that is finished is among the finished ones.
        let bound = round.bound();
        let mut units = if bound == self.stats.lower_bound { round.save(kernel, roots) } else { Vec::new() };
        self.learn();
        if bound != self.stats.lower_bound {
            // What the threads handed back was the last of the bound.
            units.clear();
        }
        Some(Checkpoint { units, ..self.assignment() })
    }

    /// What is known of the proof, but for the units of the bound under way.
    fn assignment(&self) -> Checkpoint {
        Checkpoint {
            start: self.problem.start().clone(),
            goal: self.problem.goal().clone(),
            before: Vec::new(),
            above: 0,
            is_backward: self.side.is_backward,
            partitions: self.partitions.iter().map(Partition::plan).collect(),
            is_chosen: self.is_chosen,
            finished: self.finished.clone(),
            bound: self.stats.lower_bound,
            units: Vec::new(),
            best: self.best.clone(),
        }
    }

    /// Takes a solution if it is the shortest so far.
    pub(super) fn offer(&mut self, moves: Vec<Direction>) {
        if self.best.as_ref().is_none_or(|best| moves.len() < best.len()) {
            self.best = Some(moves);
        }
        self.compare();
    }

    /// Have the bounds met?
    fn compare(&mut self) {
        if self.best.as_ref().is_some_and(|best| best.len() as Cost <= self.stats.lower_bound) {
            self.status = Status::Solved;
        }
    }

    /// Does some work; how many nodes it counts for.
    fn step(&mut self, budget: u64) -> u64 {
        match &mut self.stage {
            ProofStage::Preparing(preparation, _) => {
                let budget = budget.min(1 << 20);
                self.stats.peak_bytes = self.stats.peak_bytes.max(preparation.bytes());
                let (done, total) = preparation.progress();
                self.stats.phase = Phase::Building { done, total };
                if preparation.run(budget) {
                    self.prepared();
                }
                budget
            }
            ProofStage::Choosing(choice) => {
                if choice.run(budget) {
                    self.chosen();
                }
                budget.min(SLICE)
            }
            ProofStage::Searching(searching) => {
                let before = searching.round.counts().generated;
                let slice = (budget / self.plan.threads as u64).clamp(1, SLICE);
                searching.round.work(&searching.kernel, &searching.roots, slice);
                let done = searching.round.counts().generated - before;
                self.learn();
                done
            }
        }
    }

    /// The tables are there.
    fn prepared(&mut self) {
        let ProofStage::Preparing(preparation, plans) =
            std::mem::replace(&mut self.stage, ProofStage::idle(&self.store))
        else {
            return;
        };
        let partitions = partitions_of(*preparation, &plans);
        let resumed = self.resumed.take();
        if let Some(Checkpoint { units, .. }) = resumed {
            if units.is_empty() && self.is_worth_choosing() {
                // It was broken off between two bounds, where partitions are chosen.
                self.partitions = partitions;
                self.choose();
                return;
            }
            self.search_with(partitions);
            if let ProofStage::Searching(searching) = &mut self.stage {
                let Searching { kernel, roots, round } = &mut **searching;
                if !round.restore(kernel, roots, &units) {
                    // Units of another way to divide a bound: it is begun again.
                    *round = Round::new(roots, round.bound(), self.plan.threads);
                }
            }
            self.learn();
            return;
        }
        if self.finished.is_empty() {
            self.search_with(partitions);
            return;
        }
        let sample = self.finished.iter().find(|round| round.counts.expanded >= SAMPLE).map_or(0, |round| round.bound);
        let (fsm, threads) = (self.fsm.clone(), self.plan.threads);
        let choice = PartitionChoice::new(&self.side, fsm, sample, partitions, threads);
        self.stage = ProofStage::Choosing(Box::new(choice));
    }

    /// The partitions for this board are chosen.
    fn chosen(&mut self) {
        let ProofStage::Choosing(choice) = std::mem::replace(&mut self.stage, ProofStage::idle(&self.store)) else {
            return;
        };
        let (partitions, cost) = choice.finish();
        let mut chosen = Chosen { side: self.side.clone(), partitions, cost };
        if let Some(forward) = self.forward.take() {
            if forward.cost <= chosen.cost {
                chosen = forward;
            }
        } else {
            let sample = self.finished.iter().find(|round| round.counts.expanded >= SAMPLE);
            if let Some(cost) = sample.map(|sample| choice::cost(sample.counts)).filter(|&cost| cost <= chosen.cost) {
                chosen = Chosen { partitions: self.partitions.clone(), cost, ..chosen };
            }
            self.partitions.clear();
            if self.try_backward(&mut chosen) {
                self.forward = Some(chosen);
                return;
            }
        }
        self.side = chosen.side;
        self.search_with(chosen.partitions);
        self.store.forget_unused_parities();
    }

    /// Begins to prepare the search from the goal, if its tables are there or the proof is so long that they are worth it.
    fn try_backward(&mut self, forward: &mut Chosen) -> bool {
        let side = Side::new(&self.problem, true);
        let has = |tiles| all_patterns(side.problem.goal(), tiles).into_iter().all(|it| self.store.has_parity(it));
        let most_tiles = if has(SEVEN_TILES) { SEVEN_TILES } else { SIX_TILES };
        let is_long = self.predicted().is_some_and(|nodes| nodes >= WORTH_BUILDING_BACKWARD);
        if self.problem.shape().cells() <= FAST_CELLS || !(is_long || has(SIX_TILES)) {
            return false;
        }
        // why: the tables that were not chosen would take the memory of those to choose from.
        self.store.forget_unused_parities();
        let left = self.plan.memory_limit.saturating_sub(table_bytes(&forward.partitions));
        let plans = collection::fitting(all_plans(&side.geometry, most_tiles.min(self.plan.most_tiles)), left);
        if plans.is_empty() {
            return false;
        }
        self.side = side;
        self.stage = ProofStage::preparing(&self.store, plans, self.plan.threads);
        true
    }

    /// Goes on with these partitions.
    fn search_with(&mut self, partitions: Vec<Partition>) {
        self.partitions = partitions;
        self.stats.peak_bytes = self.stats.peak_bytes.max(self.table_bytes());
        let kernel = ProofKernel::new(self.side.geometry.clone(), &self.partitions, self.fsm.clone());
        let count = if self.problem.shape().cells() > FAST_CELLS { ROOTS } else { FEW_ROOTS };
        let roots = Roots::new(&kernel, self.side.problem.start(), count);
        let bound = self.stats.lower_bound.max(roots.first_bound());
        let round = Round::new(&roots, bound, self.plan.threads);
        self.stage = ProofStage::Searching(Box::new(Searching { kernel, roots, round }));
        self.begin(bound);
    }

    /// Begins to search a bound.
    fn begin(&mut self, bound: Cost) {
        let ProofStage::Searching(searching) = &mut self.stage else { return };
        searching.round = Round::new(&searching.roots, bound, self.plan.threads);
        self.stats.lower_bound = bound;
        self.stats.phase = Phase::Searching { depth: bound };
        self.stats.bounds.push(Bound { bound, expanded: 0, generated: 0 });
        self.compare();
        self.learn();
    }

    /// Brings the statistics up to date, and goes on to the next bound if this one is finished.
    fn learn(&mut self) {
        let predicted = self.predicted();
        let ProofStage::Searching(searching) = &mut self.stage else { return };
        let (counts, bound) = (searching.round.counts(), searching.round.bound());
        self.stats.predicted = predicted;
        if let Some(last) = self.stats.bounds.last_mut() {
            (last.expanded, last.generated) = (counts.expanded, counts.generated);
        }
        self.stats.expanded = self.stats.bounds.iter().map(|bound| bound.expanded).sum();
        self.stats.generated = self.stats.bounds.iter().map(|bound| bound.generated).sum();
        self.stats.stored = searching.round.stored();
        if let Some(blanks) = searching.round.solution() {
            let moves = self.side.solution(blanks);
            self.offer(moves);
        } else if searching.round.is_done() && self.status == Status::Paused {
            self.finished.push(Finished { bound, counts, is_chosen: self.is_chosen });
            // The parity of a solution's length is known.
            self.stats.lower_bound = bound + 2;
            self.compare();
            if self.is_worth_choosing() {
                self.choose();
            } else if self.status == Status::Paused {
                self.begin(bound + 2);
            }
        }
    }

    /// Does the board look hard, and are its partitions not chosen yet?
    fn is_worth_choosing(&self) -> bool {
        let is_hard = self.predicted().is_some_and(|nodes| nodes >= self.stats.generated + WORTH_CHOOSING);
        !self.is_chosen && is_hard && self.status == Status::Paused
    }

    /// Has it only just begun, on a board large enough for a choice of partitions?
    pub(super) fn is_young(&self) -> bool {
        !self.is_chosen && self.stats.generated < WORTH_CHOOSING && self.problem.shape().cells() > FAST_CELLS
    }

    /// Begins to choose partitions for this board.
    fn choose(&mut self) {
        self.is_chosen = true;
        let plans = collection::fitting(all_plans(&self.side.geometry, self.plan.most_tiles), self.plan.memory_limit);
        self.stage = ProofStage::preparing(&self.store, plans, self.plan.threads);
    }

    /// Bytes of the tables in use.
    pub(super) fn table_bytes(&self) -> u64 {
        table_bytes(&self.partitions)
    }

    /// All nodes that will have been generated when the proof is done, if the best solution so far is optimal: the growth
    /// of the last two iterations goes on. `None` as long as the iterations are too small to tell.
    pub(super) fn predicted(&self) -> Option<u64> {
        let upper = self.best.as_ref().map(|best| best.len() as Cost)?;
        let last = self.finished.last().filter(|last| last.counts.expanded >= PREDICTS)?;
        // why: another choice of partitions changes the size of the iterations, but hardly their growth.
        let pair = self.finished.windows(2).rev().find(|pair| pair[0].is_chosen == pair[1].is_chosen)?;
        let growth = pair[1].counts.generated as f64 / pair[0].counts.generated.max(1) as f64;
        let growth = growth.clamp(2.0, 20.0);
        let done: u64 = self.finished.iter().map(|round| round.counts.generated).sum();
        let (mut total, mut next) = (done as f64, last.counts.generated as f64);
        for _ in (last.bound + 2..upper).step_by(2) {
            next *= growth;
            total += next;
        }
        Some(total as u64)
    }
}

/// Bytes of the different tables of some partitions.
fn table_bytes(partitions: &[Partition]) -> u64 {
    let mut tables: Vec<&Arc<ParityTable>> = Vec::new();
    for table in partitions.iter().flat_map(|partition| &partition.tables) {
        if !tables.iter().any(|other| Arc::ptr_eq(other, table)) {
            tables.push(table);
        }
    }
    tables.iter().map(|table| table.bytes()).sum()
}

/// These partitions with their tables, which were prepared.
fn partitions_of(preparation: ParityPreparation, plans: &[PartitionPlan]) -> Vec<Partition> {
    let tables = preparation.finish();
    let table = |pattern: &Pattern| tables.iter().find(|table| table.pattern() == *pattern).cloned();
    let partition = |plan: &PartitionPlan| {
        let tables = plan.patterns.iter().map(table).collect::<Option<Vec<Arc<ParityTable>>>>()?;
        Some(Partition { tables, view: plan.view })
    };
    plans.iter().filter_map(partition).collect()
}

impl ProofStage {
    fn preparing(store: &Store, plans: Vec<PartitionPlan>, threads: usize) -> Self {
        let patterns = collection::patterns(&plans);
        Self::Preparing(Box::new(ParityPreparation::new(store, patterns, threads)), plans)
    }

    /// What stands in while a stage becomes the next one.
    fn idle(store: &Store) -> Self {
        Self::preparing(store, Vec::new(), 1)
    }
}

impl Search for Proof {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        let mut left = budget;
        while self.status == Status::Paused && left > 0 {
            left = left.saturating_sub(self.step(left).max(1));
        }
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn solution(&self) -> Option<&[Direction]> {
        self.best.as_deref()
    }
}
