//! What all searches of a process share, and which tables a search begins with.

use super::{
    FAST_CELLS, OptimalOptions,
    fsm::PruningFsm,
    proof::{self, SEVEN_TILES, SIX_TILES},
    searcher::Searcher,
};
use crate::tiles::{
    Board, Shape,
    labels::LabelTableCache,
    mtm::SlideTables,
    pattern_db::{Level, MAX_CELLS, Pattern, Store, Tables, patterns},
    walking_distance::WalkingTables,
};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// So many boards pay for building the large tables, for reading them from files, or for building the middle ones.
const BUILD_LARGE: usize = 1_000;
/// The large tables take 75 ms to be read and checked, and a board of 4×4 a millisecond less by them than by the middle ones.
const READ_LARGE: usize = 60;
const BUILD_MIDDLE: usize = 4;

/// What all searches of a process share: tables, and what is made from them. Copies share everything.
#[derive(Clone, Debug, Default)]
pub struct Resources {
    store: Store,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    solvers: Mutex<FxHashMap<(Board, Level), Searcher>>,
    fsms: [OnceLock<Arc<PruningFsm>>; 3],
    walking_tables: WalkingTables,
    slide_tables: SlideTables,
    label_tables: LabelTableCache,
}

impl Resources {
    /// With the tables of a store.
    pub fn new(store: Store) -> Self {
        Self { store, shared: Arc::default() }
    }

    /// Where its pattern databases are.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The tables of the walking distance.
    pub(in crate::tiles) fn walking_tables(&self) -> &WalkingTables {
        &self.shared.walking_tables
    }

    /// The tables for the fewest multi-tile moves.
    pub(in crate::tiles) fn slide_tables(&self) -> &SlideTables {
        &self.shared.slide_tables
    }

    /// The tables for tiles that look alike.
    pub(in crate::tiles) fn label_tables(&self) -> &LabelTableCache {
        &self.shared.label_tables
    }

    /// The automaton for duplicate pruning: the better the tables of a level, the longer the sequences that are worth
    /// the time to build it.
    pub(super) fn fsm(&self, level: Level) -> Arc<PruningFsm> {
        let length = [8, 10, 12][level as usize];
        self.shared.fsms[level as usize].get_or_init(|| Arc::new(PruningFsm::new(length))).clone()
    }

    pub(super) fn solver(&self, goal: &Board, level: Level) -> Option<Searcher> {
        let solvers = self.shared.solvers.lock().unwrap_or_else(PoisonError::into_inner);
        solvers.get(&(goal.clone(), level)).cloned()
    }

    /// The largest pattern databases for a goal that are in use.
    pub(in crate::tiles) fn best_tables(&self, goal: &Board) -> Option<Tables> {
        let solver = Level::ALL.into_iter().rev().find_map(|level| self.solver(goal, level))?;
        Some(solver.tables().clone())
    }

    pub(super) fn add_solver(&self, tables: &Tables, level: Level) -> Searcher {
        let solver = Searcher::new(tables, &self.fsm(level));
        let mut solvers = self.shared.solvers.lock().unwrap_or_else(PoisonError::into_inner);
        solvers.entry((tables.goal().clone(), level)).or_insert(solver).clone()
    }

    /// Are all tables of a level there, in memory or as files?
    pub fn has(&self, goal: &Board, level: Level) -> bool {
        if is_proven_by_parities(goal, level) {
            return self.proof_patterns(goal, level).into_iter().all(|pattern| self.store.has_parity(pattern));
        }
        patterns(goal, level).unwrap_or_default().into_iter().all(|pattern| self.store.has(pattern))
    }

    /// The patterns of all parity tables of a level, for boards that are [proven by them](is_proven_by_parities).
    pub(super) fn proof_patterns(&self, goal: &Board, level: Level) -> Vec<Pattern> {
        proof::all_patterns(goal, if level == Level::Large { SEVEN_TILES } else { SIX_TILES })
    }

    /// Can a search of one among `boards` boards with this goal begin without preparing tables first?
    pub fn is_ready(&self, goal: &Board, boards: usize) -> bool {
        let options = OptimalOptions { expected_boards: boards, memory_limit: u64::MAX, ..OptimalOptions::default() };
        goal.shape().cells() > MAX_CELLS || self.solver(goal, self.first_level(goal, options)).is_some()
    }

    /// The level to begin with.
    pub(super) fn first_level(&self, goal: &Board, options: OptimalOptions) -> Level {
        let OptimalOptions { expected_boards: boards, level, memory_limit, .. } = options;
        if let Some(level) = level {
            return level;
        }
        if is_proven_by_parities(goal, Level::Middle) {
            // why not at once where large tables are in files: easy boards are solved before those are read.
            let is_quick = goal.shape().cells() <= FAST_CELLS && self.has(goal, Level::Middle);
            let fits = !proof::first_patterns(goal, SIX_TILES, memory_limit).is_empty();
            return if fits && (boards >= BUILD_MIDDLE || is_quick) { Level::Middle } else { Level::Small };
        }
        let ready = Level::ALL.into_iter().rev().find(|&level| self.solver(goal, level).is_some());
        let wanted = if boards >= BUILD_LARGE || boards >= READ_LARGE && self.has(goal, Level::Large) {
            Level::Large
        } else if boards >= BUILD_MIDDLE || self.has(goal, Level::Middle) {
            Level::Middle
        } else {
            Level::Small
        };
        let fitting = Level::ALL.into_iter().rev().find(|&level| bytes_to_build(goal, level) <= memory_limit);
        let wanted = wanted.min(fitting.unwrap_or(Level::Small));
        ready.map_or(wanted, |ready| ready.max(wanted))
    }

    /// The level to go on with when a board is too hard for `level`.
    pub(super) fn next_level(&self, goal: &Board, level: Level) -> Level {
        match level {
            Level::Small if !self.has(goal, Level::Large) => Level::Middle,
            _ => Level::Large,
        }
    }
}

/// Are boards with this goal solved by a [`proof::Proof`] with parity tables at this level? Single rows and columns have
/// too few moves for it.
pub(super) fn is_proven_by_parities(goal: &Board, level: Level) -> bool {
    let shape = goal.shape();
    let is_large = shape.cells() > FAST_CELLS || is_long(shape);
    level > Level::Small && is_large && shape.rows() > 1 && shape.cols() > 1
}

/// Is this board of up to [`FAST_CELLS`] cells long and hard: 2×7, 2×8 or 3×5?
///
/// why: the larger of two partitions, cut at different columns, needs 14 to 26 times fewer nodes there than the better one
/// of them. A square board has the reflection of its one partition instead.
fn is_long(shape: Shape) -> bool {
    shape.cells() >= FAST_CELLS - 2 && shape.rows() != shape.cols()
}

/// About what building the tables of a level takes at most: two bytes for each arrangement, as measured.
pub(super) fn bytes_to_build(goal: &Board, level: Level) -> u64 {
    let cells = goal.shape().cells() as u64;
    let arrangements = |pattern: Pattern| (0..pattern.len() as u64).map(|placed| cells - placed).product::<u64>();
    2 * patterns(goal, level).unwrap_or_default().into_iter().map(arrangements).sum::<u64>()
}
