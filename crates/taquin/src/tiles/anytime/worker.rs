//! One thread's share of shortening: rounds of a beam over the whole board, then passes over the best solution.

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
    /// How many times wider each beam is than the one before.
    growth: usize,
    task: Task,
    /// The nodes that passes may still take before the next beam.
    credit: u64,
    /// Which kind of pass is next: longer windows take wider beams.
    effort: usize,
    pub(super) work: Work,
}

enum Task {
    Beam(Box<dyn Beam>),
    Pass(Box<Pass>),
}

/// Boards with more cells are too large for beams over the whole board.
const LARGEST_BEAM: usize = 2_500;
/// Boards with fewer cells are solved line by line, others tile by tile.
const LINES: usize = 120;
/// So many workers try different widths; more than that differ only in their choice among equals.
const MOST_STAGGERED: u32 = 2;
/// Passes may take this part of what the beam before them took: a wider beam saves more than long passes do.
const PASS_SHARE: u64 = 4;
/// The length of a window and the width of the beam that shortens it, from quick to thorough.
const EFFORTS: [(usize, usize); 6] = [(24, 32), (40, 64), (40, 256), (60, 256), (60, 1_024), (80, 4_096)];

impl Worker {
    /// - `memory_limit`: bytes for this worker alone;
    /// - `number`, `workers`: which worker this is, and how many there are.
    ///
    /// Workers begin with beams of different widths and widen them in turn, so that together they try every width.
    pub(super) fn new(
        problem: &Problem,
        first: Vec<Direction>,
        memory_limit: u64,
        (number, workers): (u32, u32),
    ) -> Self {
        let cells = problem.shape().cells();
        let grain = match cells {
            0..=25 => Grain::Whole,
            26..LINES => Grain::Lines,
            _ => Grain::Tiles,
        };
        let score = Arc::new(Score::new(problem.goal(), grain));
        let width = (if cells < LINES { 128 } else { 16 }) << (number % MOST_STAGGERED);
        let salt = u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let task = if cells > LARGEST_BEAM {
            Task::Pass(Box::new(Pass::new(problem.start(), first.clone(), EFFORTS[0].0, EFFORTS[0].1)))
        } else {
            Task::Beam(beam(problem, score.clone(), width, first.len().saturating_sub(1), salt))
        };
        Self {
            problem: problem.clone(),
            score,
            best: first,
            memory_limit,
            salt,
            width,
            growth: 1 << workers.min(MOST_STAGGERED),
            task,
            credit: 0,
            effort: 0,
            work: Work::default(),
        }
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
            if let Task::Beam(beam) = &mut self.task {
                beam.tighten(best.len().saturating_sub(1));
            }
        }
    }

    /// Works on for about `budget` boards.
    pub(super) fn run(&mut self, budget: u64) {
        let end = self.work.generated + budget;
        while self.work.generated < end {
            let left = end - self.work.generated;
            match &mut self.task {
                Task::Beam(beam) => {
                    let before = beam.work();
                    let outcome = beam.run(left);
                    let total = beam.work().generated;
                    self.work.add(beam.work(), before);
                    match outcome {
                        Outcome::Running => continue,
                        Outcome::Found(moves) => self.adopt(&moves),
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
                        continue;
                    }
                    // why: a pass that saves next to nothing would save nothing again.
                    self.effort += usize::from(is_over && pass.saved * 200 < self.best.len());
                    let shortened = pass.take();
                    self.adopt(&shortened);
                    if self.credit > 0 && self.effort < EFFORTS.len() || endless {
                        self.begin_pass();
                    } else {
                        self.begin_beam();
                    }
                }
            }
        }
    }

    fn begin_pass(&mut self) {
        let (length, width) = EFFORTS[self.effort.min(EFFORTS.len() - 1)];
        self.task = Task::Pass(Box::new(Pass::new(self.problem.start(), self.best.clone(), length, width)));
    }

    /// The next beam: wider, if the memory allows; otherwise one that chooses differently among equals.
    fn begin_beam(&mut self) {
        let cells = self.problem.shape().cells();
        if beam::bytes(cells, self.width * self.growth, self.best.len()) < self.memory_limit {
            self.width *= self.growth;
        }
        self.salt = self.salt.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
        let limit = self.best.len().saturating_sub(1);
        self.task = Task::Beam(beam(&self.problem, self.score.clone(), self.width, limit, self.salt));
    }
}
