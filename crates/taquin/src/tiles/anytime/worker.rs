//! One thread's share of shortening: rounds of beams over the whole board, each followed by passes over the best
//! solution.

use super::{
    Grain,
    beam::{self, Beam, Outcome, Work, beam},
    score::Score,
    window::Pass,
};
use crate::tiles::{Direction, Problem};
use std::sync::Arc;

pub(super) struct Worker {
    problem: Problem,
    score: Arc<Score>,
    best: Vec<Direction>,
    memory_limit: u64,
    salt: u64,
    width: usize,
    plan: Plan,
    /// How many beams of this round are begun.
    begun: usize,
    task: Task,
    /// The nodes that passes may still take before the next beam.
    credit: u64,
    /// Which kind of pass is next: longer windows take wider beams.
    effort: usize,
    pub(super) work: Work,
}

/// How the beams of a worker follow one another.
#[derive(Clone, Copy)]
struct Plan {
    /// How many beams of the same width a round has: the first one from the start, the others from boards farther and
    /// farther on the best solution so far.
    beams: usize,
    /// How many times wider the beams of the next round are.
    growth: usize,
}

enum Task {
    /// A beam from the board that the moves of `head` lead to.
    Beam {
        head: Vec<Direction>,
        beam: Box<dyn Beam>,
    },
    Pass(Box<Pass>),
}

/// Boards with more cells are too large for beams over the whole board.
const LARGEST_BEAM: usize = 2_500;
/// Boards with fewer cells are solved line by line, others tile by tile.
const LINES: usize = 150;
/// The plans of the workers, in turn: one looks for new solutions as wide as it can, one works the best one over.
///
/// why: on four boards each the two together found shorter solutions of 6×6 and 10×10 than two of a kind, and on 8×8
/// sooner, if not in the end.
const PLANS: [Plan; 2] = [Plan { beams: 1, growth: 2 }, Plan { beams: 8, growth: 4 }];
/// Passes may take this part of what the beam before them took: a wider beam saves more than long passes do.
const PASS_SHARE: u64 = 4;
/// The length of a window and the width of the beam that shortens it, from quick to thorough.
const EFFORTS: [(usize, usize); 6] = [(24, 32), (40, 64), (40, 256), (60, 256), (60, 1_024), (80, 4_096)];

/// Beams of this width over a board of so many cells take a moment only.
fn first_width(cells: usize) -> usize {
    match cells {
        0..LINES => 128,
        LINES..900 => 16,
        _ => 8,
    }
}

impl Worker {
    /// - `memory_limit`: bytes for this worker alone;
    /// - `number`: which worker this is.
    pub(super) fn new(problem: &Problem, first: Vec<Direction>, memory_limit: u64, number: usize) -> Self {
        let cells = problem.shape().cells();
        let grain = match cells {
            0..=25 => Grain::Whole,
            26..LINES => Grain::Lines,
            _ => Grain::Tiles,
        };
        let mut worker = Self {
            score: Arc::new(Score::new(problem.goal(), grain)),
            task: Task::Pass(Box::new(Pass::new(problem.start(), first.clone(), EFFORTS[0].0, EFFORTS[0].1))),
            problem: problem.clone(),
            best: first,
            memory_limit,
            salt: (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            width: first_width(cells) << (number % PLANS.len()),
            plan: PLANS[number % PLANS.len()],
            begun: 0,
            credit: 0,
            effort: 0,
            work: Work::default(),
        };
        if cells <= LARGEST_BEAM {
            worker.begin_beam();
        }
        worker
    }

    pub(super) fn best(&self) -> &Vec<Direction> {
        &self.best
    }

    /// The bytes that its beam may take.
    pub(super) fn bytes(&self) -> u64 {
        beam::bytes(self.problem.shape().cells(), self.width, self.best.len())
    }

    /// Takes over a solution of another worker.
    pub(super) fn adopt(&mut self, best: &[Direction]) {
        if best.len() < self.best.len() {
            self.best = best.to_vec();
            if let Task::Beam { head, beam } = &mut self.task {
                beam.tighten(best.len().saturating_sub(head.len() + 1));
            }
        }
    }

    /// Works on for about `budget` boards.
    pub(super) fn run(&mut self, budget: u64) {
        let end = self.work.generated + budget;
        while self.work.generated < end {
            let left = end - self.work.generated;
            match &mut self.task {
                Task::Beam { head, beam } => {
                    let before = beam.work();
                    let outcome = beam.run(left);
                    let total = beam.work().generated;
                    self.work.add(beam.work(), before);
                    match outcome {
                        Outcome::Running => continue,
                        Outcome::Found(tail) => {
                            let found = [std::mem::take(head), tail].concat();
                            self.adopt(&found);
                        }
                        Outcome::Failed => {}
                    }
                    self.credit = total / PASS_SHARE;
                    self.effort = 0;
                    self.begin_pass();
                }
                Task::Pass(pass) => {
                    let before = pass.work;
                    let endless = self.problem.shape().cells() > LARGEST_BEAM;
                    let is_over = pass.run(if endless { left } else { left.min(self.credit) });
                    self.work.add(pass.work, before);
                    self.credit = self.credit.saturating_sub(pass.work.generated - before.generated);
                    if !is_over && (endless || self.credit > 0) {
                        // why: on large boards one pass takes minutes; what it has saved so far counts at once.
                        if pass.path().len() < self.best.len() {
                            let shortened = pass.path().to_vec();
                            self.adopt(&shortened);
                        }
                        continue;
                    }
                    // why: a pass that saves next to nothing would save nothing again.
                    self.effort += usize::from(is_over && pass.saved * 200 < pass.path().len() + pass.saved);
                    let shortened = pass.path().to_vec();
                    self.adopt(&shortened);
                    if self.credit > 0 && self.effort < EFFORTS.len() || endless {
                        self.begin_pass();
                    } else {
                        self.next_beam();
                    }
                }
            }
        }
    }

    fn begin_pass(&mut self) {
        let (length, width) = EFFORTS[self.effort.min(EFFORTS.len() - 1)];
        self.task = Task::Pass(Box::new(Pass::new(self.problem.start(), self.best.clone(), length, width)));
    }

    /// The next beam of the round; after the last one wider ones, if the memory allows.
    fn next_beam(&mut self) {
        if self.begun == self.plan.beams {
            self.begun = 0;
            let width = self.width * self.plan.growth;
            if beam::bytes(self.problem.shape().cells(), width, self.best.len()) < self.memory_limit {
                self.width = width;
            }
        }
        // why: the next one chooses differently among equals.
        self.salt = self.salt.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
        self.begin_beam();
    }

    fn begin_beam(&mut self) {
        let head = self.best[..self.best.len() * self.begun / self.plan.beams].to_vec();
        let limit = self.best.len().saturating_sub(head.len() + 1);
        let mut board = self.problem.start().clone();
        for &direction in &head {
            let _ = board.slide(direction);
        }
        let rest = Problem::new(board, self.problem.goal().clone()).expect("moves keep the parity");
        self.task = Task::Beam { head, beam: beam(&rest, self.score.clone(), self.width, limit, self.salt) };
        self.begun += 1;
    }
}
