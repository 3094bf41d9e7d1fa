//! A solution at once, then shorter and shorter ones: boards of any size.
//!
//! A constructive solver gives the first solution, on large boards another one a shorter one. Then rounds follow, each
//! of a beam search over the whole board and of passes that shorten pieces of the best solution so far; every round
//! takes about twice as long as the one before. Every second thread begins its beams also from boards on the best
//! solution so far. Small boards are solved to the proven optimum by [`Optimal`].
//!
//! What is reported never gets longer, the lower bound is proven, and the search ends by itself once the two meet. With
//! one thread the course depends on the board and the nodes spent only, however they are divided into slices. More
//! threads work on beams of their own.
//!
//! ```
//! use taquin::{search::{Search, Status}, tiles::{Problem, anytime::Anytime, solve::{Algorithm, Options}}};
//!
//! let problem = Problem::to_default_goal("8 2 0/4 6 1/3 7 5".parse()?)?;
//! let mut search = Anytime::new(&problem, &Options::new(Algorithm::Anytime));
//! while search.run(10_000) == Status::Paused {}
//! assert_eq!(search.solution().map(<[_]>::len), Some(24));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod beam;
mod layout;
mod score;
mod window;
mod worker;

use super::{
    Direction, LinearConflict, Problem,
    constructive::{ConstructiveSearch, Method},
    grid::{Cells, Words},
    optimal::{Optimal, Plan},
    solve::{AUTO_OPTIMAL_CELLS, Options},
};
use crate::search::{Cost, Heuristic, Phase, Search, Stats, Status, parallel};
use worker::Worker;

/// In what portions a beam search solves a board.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Grain {
    /// All at once.
    Whole,
    /// Row by row and column by column.
    Lines,
    /// Tile by tile.
    Tiles,
}

/// Up to so many cells the first beam is done, and beats every constructive solver, in a moment.
const SOON_BEATEN: usize = 400;

/// A search for shorter and shorter solutions.
pub struct Anytime {
    problem: Problem,
    stage: Stage,
    /// The constructive solver that comes next, if one does.
    second: Option<Method>,
    options: Options,
    best: Option<Vec<Direction>>,
    /// What the solutions of constructive solvers have cost.
    before: Stats,
    stats: Stats,
    status: Status,
}

enum Stage {
    /// The first solution, or on large boards the second.
    First(Box<ConstructiveSearch>),
    /// A constructive solver has just ended; its solution is handed out before tables are made.
    Between,
    /// A proof for a small board.
    Proving(Box<Optimal>),
    /// Rounds without end.
    Shortening(Vec<Worker>),
}

impl Anytime {
    /// A search that never ends by itself unless it proves its solution shortest.
    pub fn new(problem: &Problem, options: &Options) -> Self {
        let words = Words::pack(problem.start());
        let conflicts = LinearConflict::new(problem.goal());
        let memo = conflicts.start(&words);
        let lower_bound = Heuristic::<super::grid::Grid<Words>>::value(&conflicts, memo);
        Self {
            second: (problem.shape().cells() > SOON_BEATEN).then_some(Method::Greedy),
            // why: others are shorter, but this one is there soonest.
            stage: Stage::First(Box::new(ConstructiveSearch::new(problem, Method::Strategic))),
            problem: problem.clone(),
            options: options.clone(),
            best: None,
            before: Stats::default(),
            stats: Stats { lower_bound, phase: Phase::Searching { depth: 0 }, ..Stats::default() },
            status: Status::Paused,
        }
    }

    /// Takes a solution if it is the shortest so far.
    fn offer(&mut self, moves: &[Direction]) {
        if self.best.as_ref().is_none_or(|best| moves.len() < best.len()) {
            self.best = Some(moves.to_vec());
            self.stats.phase = Phase::Searching { depth: moves.len() as Cost };
        }
        if moves.len() as Cost == self.stats.lower_bound {
            self.status = Status::Solved;
        }
    }

    /// Does about `budget` nodes of work.
    fn step(&mut self, budget: u64) {
        match &mut self.stage {
            Stage::First(search) => {
                let is_done = search.run(budget) == Status::Solved;
                self.stats.generated = self.before.generated + search.stats().generated;
                self.stats.expanded = self.before.expanded + search.stats().expanded;
                if is_done {
                    let moves = search.solution().map(<[_]>::to_vec).unwrap_or_default();
                    self.before = self.stats.clone();
                    self.offer(&moves);
                    self.stage = Stage::Between;
                }
            }
            Stage::Between => self.next_stage(),
            Stage::Proving(search) => {
                let status = search.run(budget);
                let (now, before) = (search.stats(), &self.before);
                self.stats = Stats {
                    generated: before.generated + now.generated,
                    expanded: before.expanded + now.expanded,
                    lower_bound: before.lower_bound.max(now.lower_bound),
                    ..now.clone()
                };
                if status == Status::Solved {
                    let moves = search.solution().map(<[_]>::to_vec).unwrap_or_default();
                    self.stats.lower_bound = moves.len() as Cost;
                    self.offer(&moves);
                }
            }
            Stage::Shortening(workers) => {
                let share = budget.div_ceil(workers.len() as u64);
                parallel::for_each(workers.len(), workers.iter_mut(), |worker| worker.run(share));
                let sum = |count: fn(&Worker) -> u64| workers.iter().map(count).sum::<u64>();
                self.stats.generated = self.before.generated + sum(|worker| worker.work.generated);
                self.stats.expanded = self.before.expanded + sum(|worker| worker.work.expanded);
                self.stats.peak_bytes = self.stats.peak_bytes.max(sum(Worker::bytes));
                let best = workers.iter().map(Worker::best).min_by_key(|best| best.len()).cloned().unwrap_or_default();
                workers.iter_mut().for_each(|worker| worker.adopt(&best));
                self.offer(&best);
            }
        }
    }

    fn next_stage(&mut self) {
        if let Some(method) = self.second.take() {
            self.stage = Stage::First(Box::new(ConstructiveSearch::new(&self.problem, method)));
            return;
        }
        let first = self.best.as_deref().unwrap_or_default();
        let shape = self.problem.shape();
        let optimal = || {
            let plan = Plan {
                threads: self.options.threads,
                boards: self.options.boards,
                level: None,
                memory_limit: self.options.memory_limit,
            };
            Optimal::new(&self.problem, &self.options.resources, plan)
        };
        let proof = if shape.cells() <= AUTO_OPTIMAL_CELLS { optimal() } else { None };
        self.stage = match proof {
            Some(proof) => Stage::Proving(Box::new(proof)),
            None => {
                let threads = self.options.threads.clamp(1, 64);
                let memory = self.options.memory_limit / threads as u64;
                let worker = |number| Worker::new(&self.problem, first.to_vec(), memory, number);
                Stage::Shortening((0..threads).map(worker).collect())
            }
        };
    }
}

impl Search for Anytime {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        let end = self.stats.generated.saturating_add(budget);
        while self.status == Status::Paused && self.stats.generated < end {
            let is_proving = matches!(self.stage, Stage::Proving(_));
            self.step(end - self.stats.generated);
            // why: building tables counts no nodes, but it takes its time: a proof has used up the budget, and a solution
            // that is there must not wait for it, unless the caller asked for the end and nothing else.
            let hands_out = matches!(self.stage, Stage::Between) && budget < u64::MAX;
            if is_proving || hands_out {
                break;
            }
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
