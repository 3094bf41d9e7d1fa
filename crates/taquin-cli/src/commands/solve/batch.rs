//! Many boards at once: each on one thread, the answers in the order of the boards.
//!
//! The caller's thread reads boards, workers solve them, and one more thread prints, so that no answer waits for a board
//! that has not been read yet. Once there are enough boards to pay for better tables, the reader builds them while it
//! solves the next board; the workers go on with the tables they have.
//!
//! Whichever of the three ends first ends the others: the printer, when its output cannot be written, asks the command to
//! end, which stops searches and the wait for input; the queue of boards closes with its last worker, and that of
//! answers with the reader and the last worker.

use super::{Args, answer, labelled::AnyAnswer};
use crate::{
    input::{self, Inputs},
    interrupt,
    outcome::Outcome,
    output::Output,
    tuning,
};
use anyhow::Result;
use std::{
    collections::BTreeMap,
    io,
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
};
use taquin::tiles::{Options, labels::AnyBoard};

/// Queued boards per worker: enough to keep them busy, few enough to keep memory bounded.
const WAITING: usize = 4;

type Job = (usize, AnyBoard, usize);
type Numbered = (usize, AnyAnswer);

/// Solves the rest of the boards on several threads, as far as the system grants them.
///
/// - `solved`: boards that have been solved before these.
pub(super) fn run(boards: Inputs<'_>, solved: usize, args: &Args, options: &Options) -> Result<Outcome> {
    let threads = options.threads;
    let (job_sender, jobs) = mpsc::sync_channel::<Job>(threads * WAITING);
    let (answer_sender, answers) = mpsc::sync_channel::<Numbered>(threads * WAITING);
    let jobs = Arc::new(Mutex::new(jobs));
    let single = Options { threads: 1, ..options.clone() };
    thread::scope(|scope| {
        let output = Output::new();
        let mut printer = Printer { args, options, output, outcome: Outcome::Done, waiting: BTreeMap::new(), next: 0 };
        let print = move || printer.print_all(&answers);
        let Ok(printing) = thread::Builder::new().spawn_scoped(scope, print) else {
            return one_by_one(boards, solved, args, options);
        };
        let worker = |_| {
            let (sender, jobs, single) = (answer_sender.clone(), jobs.clone(), &single);
            thread::Builder::new().spawn_scoped(scope, move || work(&jobs, &sender, args, single)).ok()
        };
        let workers: Vec<_> = (0..threads).map_while(worker).collect();
        // why: the queue closes when no worker is left.
        drop(jobs);
        let reader = Reader { solved, args, options, has_workers: !workers.is_empty() };
        reader.read(boards, &job_sender, &answer_sender);
        drop((job_sender, answer_sender));
        // why each is waited for: with glibc 2.36 a thread whose handle was dropped could crash while it ended.
        workers.into_iter().for_each(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        Ok(printing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?)
    })
}

/// Where not even one more thread can be had.
fn one_by_one(boards: Inputs<'_>, solved: usize, args: &Args, options: &Options) -> Result<Outcome> {
    let output = Output::new();
    let mut printer = Printer { args, options, output, outcome: Outcome::Done, waiting: BTreeMap::new(), next: 0 };
    for (number, board) in boards.enumerate() {
        let options = Options { expected_boards: solved + number + 1, threads: 1, ..options.clone() };
        let answer = board.map_or_else(AnyAnswer::error, |board| answer(&board, args, &options, args.quiet));
        printer.print(number, answer)?;
    }
    Ok(printer.outcome)
}

/// Solves boards until there are none or nobody wants the answers.
fn work(jobs: &Mutex<mpsc::Receiver<Job>>, answers: &mpsc::SyncSender<Numbered>, args: &Args, single: &Options) {
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
    while let Some((number, board, boards)) = next() {
        let options = Options { expected_boards: boards, ..single.clone() };
        if answers.send((number, answer(&board, args, &options, true))).is_err() {
            break;
        }
    }
}

struct Reader<'a> {
    solved: usize,
    args: &'a Args,
    options: &'a Options,
    has_workers: bool,
}

impl Reader<'_> {
    /// Sends boards to the workers; a board that needs better tables is solved here.
    fn read(&self, boards: Inputs<'_>, jobs: &mpsc::SyncSender<Job>, answers: &mpsc::SyncSender<Numbered>) {
        for (number, board) in boards.enumerate() {
            let count = self.solved + number + 1;
            let is_sent = match board {
                Err(error) => answers.send((number, AnyAnswer::error(error))).is_ok(),
                Ok(board) if self.has_workers && self.is_ready(&board, count) => {
                    jobs.send((number, board, count)).is_ok()
                }
                Ok(board) => {
                    let options = Options { expected_boards: count, ..self.options.clone() };
                    answers.send((number, answer(&board, self.args, &options, self.args.quiet))).is_ok()
                }
            };
            if !is_sent {
                return;
            }
        }
    }

    /// Are the tables there that so many boards pay for?
    fn is_ready(&self, board: &AnyBoard, count: usize) -> bool {
        let AnyBoard::Ordinary(board) = board else { return true };
        let goal = input::ordinary_goal(board, self.args.goal.as_ref());
        goal.is_none_or(|goal| self.options.resources.is_ready(&goal, count))
    }
}

/// Prints the answers in the order of the boards.
struct Printer<'a> {
    args: &'a Args,
    options: &'a Options,
    output: Output,
    outcome: Outcome,
    /// Answers whose turn has not come.
    waiting: BTreeMap<usize, AnyAnswer>,
    next: usize,
}

impl Printer<'_> {
    fn print_all(&mut self, answers: &mpsc::Receiver<Numbered>) -> io::Result<Outcome> {
        for (number, answer) in answers {
            // why: where nothing can be printed, nothing need be searched any more.
            self.print(number, answer).inspect_err(|_| interrupt::press())?;
        }
        Ok(self.outcome)
    }

    fn print(&mut self, number: usize, answer: AnyAnswer) -> io::Result<()> {
        self.waiting.insert(number, answer);
        while let Some(answer) = self.waiting.remove(&self.next) {
            answer.print(self.args, &self.output)?;
            self.outcome = self.outcome.max(answer.outcome());
            self.next += 1;
        }
        self.output.flush()?;
        tuning::warn_of_tables(self.options);
        Ok(())
    }
}
