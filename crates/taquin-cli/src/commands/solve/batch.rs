//! Many boards at once: each on one thread, the answers in the order of the boards.
//!
//! The caller's thread reads boards, workers solve them, and one more prints, so that no answer waits for a board that
//! has not come yet. When the boards that have come pay for better tables, the reader builds them, with the next
//! board as the occasion; the workers go on with those they have.

use super::{Answer, Args, answer};
use crate::{input::Inputs, interrupt, outcome::Outcome, output::Output};
use anyhow::Result;
use std::{
    collections::BTreeMap,
    io,
    sync::{Mutex, PoisonError, mpsc},
};
use taquin::tiles::{Board, solve::Options};

/// Boards waiting for a worker, for each of them: enough to keep them busy, few enough to read in step.
const WAITING: usize = 4;

type Job = (usize, Board, usize);

/// Solves the rest of the boards on several threads.
///
/// - `solved`: boards that have been solved before these.
pub(super) fn run(boards: Inputs<'_>, solved: usize, args: &Args, options: &Options) -> Result<Outcome> {
    let threads = options.threads;
    let (job_sender, jobs) = mpsc::sync_channel::<Job>(threads * WAITING);
    let (answer_sender, answers) = mpsc::sync_channel::<(usize, Answer)>(threads * WAITING);
    let jobs = Mutex::new(jobs);
    let alone = Options { threads: 1, ..options.clone() };
    std::thread::scope(|scope| {
        let printer = scope.spawn(move || print(&answers, args));
        for _ in 0..threads {
            let (sender, jobs, alone) = (answer_sender.clone(), &jobs, &alone);
            scope.spawn(move || {
                let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
                while let Some((number, board, boards)) = next() {
                    let options = Options { boards, ..alone.clone() };
                    // An error means that nobody prints any more.
                    if sender.send((number, answer(&board, args, &options, true))).is_err() {
                        break;
                    }
                }
            });
        }
        read(boards, solved, args, options, &job_sender, &answer_sender);
        drop((job_sender, answer_sender));
        Ok(printer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?)
    })
}

/// Gives out the boards; those that pay for better tables are solved here.
fn read(
    boards: Inputs<'_>,
    solved: usize,
    args: &Args,
    options: &Options,
    jobs: &mpsc::SyncSender<Job>,
    answers: &mpsc::SyncSender<(usize, Answer)>,
) {
    for (number, board) in boards.enumerate() {
        let count = solved + number + 1;
        let sent = match board {
            Err(error) => answers.send((number, Answer::error(error))).is_ok(),
            Ok(board) => {
                let goal = args.goal.clone().unwrap_or_else(|| Board::solved(board.shape()));
                if options.resources.is_ready(&goal, count) {
                    jobs.send((number, board, count)).is_ok()
                } else {
                    let options = Options { boards: count, ..options.clone() };
                    answers.send((number, answer(&board, args, &options, args.quiet))).is_ok()
                }
            }
        };
        if !sent || interrupt::pressed() {
            return;
        }
    }
}

/// Prints the answers in order.
fn print(answers: &mpsc::Receiver<(usize, Answer)>, args: &Args) -> io::Result<Outcome> {
    let output = Output::new();
    let mut outcome = Outcome::Done;
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (number, answer) in answers {
        waiting.insert(number, answer);
        while let Some(answer) = waiting.remove(&next) {
            answer.print(args, &output)?;
            outcome = outcome.max(answer.outcome());
            next += 1;
        }
        output.flush()?;
    }
    // After Ctrl-C, boards that were given out but not begun are missing.
    if interrupt::pressed() {
        outcome = outcome.max(Outcome::Partial);
    }
    Ok(outcome)
}
