//! A solution at once, then solutions of fewer and fewer slides: boards of any size.
//!
//! Boards of up to 16 cells are solved to the proven optimum. On larger ones the search for fewer single-tile moves brings
//! solutions, and passes over each of them look for windows that can be done in fewer slides. Passes become more thorough
//! as long as they find nothing.

use super::{
    Mtm, check,
    slide_pass::{self, SlidePass},
};
use crate::{
    search::{Cost, Phase, Search, Stats, Status},
    tiles::{
        Direction, Metric, Problem,
        anytime::{Anytime, AnytimeOptions},
        constructive::{ConstructiveSearch, Method},
        optimal::OptimalOptions,
    },
};

/// Nodes of a turn of the search for fewer single-tile moves, after which the passes have one.
const TURN: u64 = 200_000;
/// Slides of a window and boards that a search for fewer may see, from quick to thorough.
const EFFORTS: [(usize, usize); 5] = [(8, 4_000), (10, 16_000), (12, 60_000), (14, 200_000), (16, 600_000)];

/// A search for solutions of fewer and fewer slides.
pub(in crate::tiles) struct SlideAnytime {
    problem: Problem,
    options: AnytimeOptions,
    activity: SlideActivity,
    best: Option<Vec<Direction>>,
    before: Stats,
    stats: Stats,
    status: Status,
}

/// What a search for fewer slides is doing.
enum SlideActivity {
    First(Box<ConstructiveSearch>),
    Proving(Box<Mtm>),
    Shortening(Box<Shortening>),
}

/// Two searches in turn: one brings solutions, one shortens them.
struct Shortening {
    source: Anytime,
    /// The length of the last solution that it brought.
    brought: usize,
    /// A solution that no pass has seen.
    fresh: Option<Vec<Direction>>,
    pass: SlidePass,
    /// Boards that a pass has memory for.
    most: usize,
    effort: usize,
    /// Generated nodes at which the turn of the source ends.
    turn_end: u64,
    /// Boards that passes have generated.
    passed: u64,
}

impl SlideAnytime {
    pub(in crate::tiles) fn new(problem: &Problem, options: &AnytimeOptions) -> Self {
        let lower_bound = lower_bound(problem);
        Self {
            problem: problem.clone(),
            options: options.clone(),
            activity: SlideActivity::First(Box::new(ConstructiveSearch::new(problem, Method::Strategic))),
            best: None,
            before: Stats { lower_bound, ..Stats::default() },
            stats: Stats { lower_bound, phase: Phase::Searching { depth: 0 }, ..Stats::default() },
            status: Status::Paused,
        }
    }

    /// Takes a solution if it has the fewest slides so far.
    fn offer(&mut self, moves: &[Direction]) {
        let slides = Metric::Mtm.cost(moves);
        if self.best.as_ref().is_none_or(|best| slides < Metric::Mtm.cost(best)) {
            self.best = Some(moves.to_vec());
            self.stats.phase = Phase::Searching { depth: slides };
        }
        if self.stats.proves(slides) {
            self.status = Status::Solved;
        }
    }

    /// Does about `budget` nodes of work.
    fn step(&mut self, budget: u64) {
        match &mut self.activity {
            SlideActivity::First(search) => {
                let is_done = search.run(budget) == Status::Solved;
                // why not its bound and phase: they count single-tile moves.
                let Stats { phase, lower_bound, .. } = self.stats;
                self.stats = Stats { phase, lower_bound, ..self.before.followed_by(search.stats()) };
                if is_done {
                    let moves = search.solution().map(<[_]>::to_vec).unwrap_or_default();
                    self.before = Stats { bounds: Vec::new(), ..self.stats.clone() };
                    self.offer(&moves);
                    self.begin_shortening(moves);
                }
            }
            SlideActivity::Proving(search) => {
                let status = search.run(budget);
                self.stats = self.before.followed_by(search.stats());
                if status == Status::Solved {
                    let moves = search.solution().map(<[_]>::to_vec).unwrap_or_default();
                    self.offer(&moves);
                    self.status = Status::Solved;
                }
            }
            SlideActivity::Shortening(shortening) => {
                let better = shortening.run(&self.problem, self.best.as_deref().unwrap_or_default(), budget);
                self.stats = self.before.followed_by(&shortening.stats(self.stats.phase));
                if let Some(moves) = better {
                    self.offer(&moves);
                }
            }
        }
    }

    fn begin_shortening(&mut self, first: Vec<Direction>) {
        let AnytimeOptions { resources, threads, expected_boards, memory_limit } = &self.options;
        let (threads, expected_boards, memory_limit) = (*threads, *expected_boards, *memory_limit);
        let plan = OptimalOptions { threads, expected_boards, memory_limit, ..OptimalOptions::default() };
        let most = slide_pass::boards_within(memory_limit / 4, self.problem.shape());
        let proof =
            if check(self.problem.shape()).is_ok() { Mtm::new(&self.problem, resources, plan).ok() } else { None };
        self.activity = match proof {
            Some(proof) => SlideActivity::Proving(Box::new(proof)),
            None => SlideActivity::Shortening(Box::new(Shortening {
                source: Anytime::new(&self.problem, &self.options),
                brought: usize::MAX,
                fresh: None,
                pass: SlidePass::new(self.problem.start(), first, effort(0, most)),
                most,
                effort: 0,
                turn_end: TURN,
                passed: 0,
            })),
        };
    }
}

impl Shortening {
    /// Works for about `budget` nodes; returns a solution that may be better.
    fn run(&mut self, problem: &Problem, best: &[Direction], budget: u64) -> Option<Vec<Direction>> {
        let generated = self.source.stats().generated;
        if generated < self.turn_end {
            let status = self.source.run(budget.min(self.turn_end - generated).max(1));
            if status != Status::Paused {
                // It has proven its solution; from now on there are passes only.
                self.turn_end = 0;
            }
            let moves = self.source.solution()?;
            if moves.len() < self.brought {
                self.brought = moves.len();
                self.fresh = Some(moves.to_vec());
            }
            return self.fresh.clone();
        }
        let before = self.pass.generated;
        let is_over = self.pass.run(budget);
        self.passed += (self.pass.generated - before).max(1);
        if !is_over {
            return None;
        }
        let shortened = self.pass.path().to_vec();
        let is_better = Metric::Mtm.cost(&shortened) < Metric::Mtm.cost(best);
        let next = match self.fresh.take() {
            Some(fresh) => {
                self.effort = 0;
                fresh
            }
            None => {
                self.effort = if self.pass.saved > 0 { self.effort } else { (self.effort + 1).min(EFFORTS.len() - 1) };
                if is_better { shortened.clone() } else { best.to_vec() }
            }
        };
        self.pass = SlidePass::new(problem.start(), next, effort(self.effort, self.most));
        if self.turn_end > 0 {
            self.turn_end = self.source.stats().generated + TURN.max(self.passed / 4);
        }
        Some(shortened)
    }

    fn stats(&self, phase: Phase) -> Stats {
        let source = self.source.stats();
        // What the source proves is about single-tile moves.
        Stats { generated: source.generated + self.passed, lower_bound: 0, bounds: Vec::new(), phase, ..source.clone() }
    }
}

impl Search for SlideAnytime {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        let end = self.stats.generated.saturating_add(budget);
        while self.status == Status::Paused && self.stats.generated < end {
            let is_first = self.best.is_none();
            self.step(end - self.stats.generated);
            // why: tables count no nodes but take their time, and a first solution must not wait for them.
            let is_proving = matches!(self.activity, SlideActivity::Proving(_));
            if (is_proving || is_first) && budget < u64::MAX {
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

/// An effort, as far as the memory goes.
fn effort(index: usize, most: usize) -> (usize, usize) {
    let (slides, boards) = EFFORTS[index];
    (slides, boards.min(most))
}

/// A lower bound on the slides of a solution, for boards of any size.
///
/// A slide moves at most as many tiles as its line has besides the blank, each by one cell, so the distances of all tiles in
/// one direction need so many slides, and a single tile one for each cell. The axes of slides take turns.
pub(in crate::tiles) fn lower_bound(problem: &Problem) -> Cost {
    let shape = problem.shape();
    let targets = problem.goal().positions();
    let (mut sums, mut farthest) = ([0, 0], [0, 0]);
    for (cell, &tile) in problem.start().cells().iter().enumerate().filter(|(_, tile)| **tile != 0) {
        let (from, to) = (shape.place(cell), shape.place(targets[usize::from(tile)]));
        for (axis, distance) in [from.0.abs_diff(to.0), from.1.abs_diff(to.1)].into_iter().enumerate() {
            sums[axis] += distance;
            farthest[axis] = distance.max(farthest[axis]);
        }
    }
    let most = [shape.rows() - 1, shape.cols() - 1].map(|tiles| tiles.max(1));
    let [down, across] = [0, 1].map(|axis| sums[axis].div_ceil(most[axis]).max(farthest[axis]));
    (down + across).max((2 * down.max(across)).saturating_sub(1)) as Cost
}
