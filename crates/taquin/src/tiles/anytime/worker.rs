//! One thread's share of the anytime search: rounds of beams over the whole board, each followed by passes over the
//! best solution.

use super::{
    Grain,
    beam::{self, Beam, BeamOutcome, BeamWork, beam},
    score::Score,
    window::Pass,
};
use crate::tiles::{Direction, Problem};
use std::sync::Arc;

/// One thread of the anytime search.
pub(super) struct ShorteningWorker {
    problem: Problem,
    score: Arc<Score>,
    best: Vec<Direction>,
    memory_limit: u64,
    salt: u64,
    width: usize,
    plan: BeamPlan,
    /// Beams of this round that have been started.
    begun: usize,
    task: WorkerTask,
    /// Boards that passes may still generate before the next beam.
    credit: u64,
    /// Index into [`EFFORTS`] of the next pass.
    effort: usize,
    pub(super) work: BeamWork,
}

/// How the beams of a worker follow one another.
#[derive(Clone, Copy)]
struct BeamPlan {
    /// Beams of equal width in a round: the first one from the start, the others from boards farther and farther along the
    /// best solution so far.
    beams: usize,
    /// Factor by which the beams of the next round are wider.
    growth: usize,
}

/// What a worker is doing.
enum WorkerTask {
    /// A beam from the board that the moves of `head` lead to.
    Beam {
        head: Vec<Direction>,
        beam: Box<dyn Beam>,
    },
    Pass(Box<Pass>),
}

/// Most cells of a board for beams over the whole board.
const LARGEST_BEAM: usize = 2_500;
/// Cells from which a board is solved tile by tile instead of line by line.
const LINES: usize = 150;
/// The plans of the workers, in turn: one looks for new solutions with beams as wide as possible, one improves the best
/// solution.
///
/// why: on four boards of each size, one of each found shorter solutions of 6×6 and 10×10 than two of a kind; on 8×8 it
/// found them sooner, though not shorter ones in the end.
const BEAM_PLANS: [BeamPlan; 2] = [BeamPlan { beams: 1, growth: 2 }, BeamPlan { beams: 8, growth: 4 }];
/// The passes after a beam may generate its number of boards divided by this: a wider beam saves more than long passes do.
const PASS_SHARE: u64 = 4;
/// Length of a window and width of the beam that shortens it, from quick to thorough.
const EFFORTS: [(usize, usize); 6] = [(24, 32), (40, 64), (40, 256), (60, 256), (60, 1_024), (80, 4_096)];

/// Width of the first beam on a board of `cells` cells, chosen so that it takes only a moment.
fn first_width(cells: usize) -> usize {
    match cells {
        0..LINES => 128,
        LINES..900 => 16,
        _ => 8,
    }
}

impl ShorteningWorker {
    /// A worker that begins with a solution.
    ///
    /// - `memory_limit`: bytes for this worker alone;
    /// - `number`: number of the worker, which decides on its plan.
    pub(super) fn new(problem: &Problem, first: Vec<Direction>, memory_limit: u64, number: usize) -> Self {
        let cells = problem.shape().cells();
        let grain = match cells {
            0..=25 => Grain::Whole,
            26..LINES => Grain::Lines,
            _ => Grain::Tiles,
        };
        let mut worker = Self {
            score: Arc::new(Score::new(problem.goal(), grain)),
            task: WorkerTask::Pass(Box::new(Pass::new(problem.start(), first.clone(), EFFORTS[0].0, EFFORTS[0].1))),
            problem: problem.clone(),
            best: first,
            memory_limit,
            salt: (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            width: first_width(cells) << (number % BEAM_PLANS.len()),
            plan: BEAM_PLANS[number % BEAM_PLANS.len()],
            begun: 0,
            credit: 0,
            effort: 0,
            work: BeamWork::default(),
        };
        if cells <= LARGEST_BEAM {
            worker.begin_beam();
        }
        worker
    }

    pub(super) fn best(&self) -> &Vec<Direction> {
        &self.best
    }

    /// Approximate memory of its beam, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        beam::bytes(self.problem.shape().cells(), self.width, self.best.len())
    }

    /// Takes over a solution if it is shorter than its own.
    pub(super) fn adopt(&mut self, best: &[Direction]) {
        if best.len() < self.best.len() {
            self.best = best.to_vec();
            if let WorkerTask::Beam { head, beam } = &mut self.task {
                beam.tighten(best.len().saturating_sub(head.len() + 1));
            }
        }
    }

    /// Generates about `budget` boards.
    pub(super) fn run(&mut self, budget: u64) {
        let end = self.work.generated + budget;
        while self.work.generated < end {
            let left = end - self.work.generated;
            match &mut self.task {
                WorkerTask::Beam { head, beam } => {
                    let before = beam.work();
                    let outcome = beam.run(left);
                    let total = beam.work().generated;
                    self.work.add(beam.work(), before);
                    match outcome {
                        BeamOutcome::Running => continue,
                        BeamOutcome::Found(tail) => {
                            let found = [std::mem::take(head), tail].concat();
                            self.adopt(&found);
                        }
                        BeamOutcome::Failed => {}
                    }
                    self.credit = total / PASS_SHARE;
                    self.effort = 0;
                    self.begin_pass();
                }
                WorkerTask::Pass(pass) => {
                    let before = pass.work;
                    let endless = self.problem.shape().cells() > LARGEST_BEAM;
                    let is_over = pass.run(if endless { left } else { left.min(self.credit) });
                    self.work.add(pass.work, before);
                    self.credit = self.credit.saturating_sub(pass.work.generated - before.generated);
                    if !is_over && (endless || self.credit > 0) {
                        // why: on large boards one pass takes minutes; its savings so far are reported at once.
                        if pass.path().len() < self.best.len() {
                            let shortened = pass.path().to_vec();
                            self.adopt(&shortened);
                        }
                        continue;
                    }
                    // why: after a pass that saved less than half a percent another one like it would save nothing.
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
        self.task = WorkerTask::Pass(Box::new(Pass::new(self.problem.start(), self.best.clone(), length, width)));
    }

    /// Starts the next beam of the round, or a round of wider beams if the memory allows.
    fn next_beam(&mut self) {
        if self.begun == self.plan.beams {
            self.begun = 0;
            let width = self.width * self.plan.growth;
            if beam::bytes(self.problem.shape().cells(), width, self.best.len()) < self.memory_limit {
                self.width = width;
            }
        }
        // why: the next beam decides differently between boards of equal score.
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
        self.task = WorkerTask::Beam { head, beam: beam(&rest, self.score.clone(), self.width, limit, self.salt) };
        self.begun += 1;
    }
}
