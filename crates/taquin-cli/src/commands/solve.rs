//! `taquin solve`: moves that lead boards to their goal.

mod answer;
mod batch;
mod show;
mod stream;

use crate::{
    args::Limits,
    explain,
    input::{self, Sources},
    interrupt,
    outcome::Outcome,
    output::Output,
    progress,
    pump::{End, pump},
    tuning::{self, Tuning},
};
use answer::{Answer, Verdict};
use anyhow::{Result, anyhow};
use std::time::{Duration, Instant};
use taquin::{
    search::Status,
    tiles::{
        Board, Metric, Problem, ProblemError,
        solve::{self, Algorithm, Options},
    },
};

/// Find moves that solve boards
///
/// Any number of boards of any size, one result for each, in order. Every solution is replayed against the rules before
/// it is printed. Ctrl-C prints the best so far.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    taquin solve \"8 2 0/4 6 1/3 7 5\"\n  \
    taquin scramble --size 3x3 --count 10 --seed 1 | taquin solve --json")]
pub(crate) struct Args {
    #[command(flatten)]
    sources: Sources,

    /// The board to be reached (a board or a file) [default: 1, 2, 3, … and the blank last]
    #[arg(long, value_name = "BOARD", value_parser = input::board)]
    goal: Option<Board>,

    /// How to search
    #[arg(long, short, value_name = "NAME", default_value = Algorithm::Auto.name(), value_parser = tuning::algorithm())]
    #[arg(default_value_if("explain", "true", Some(Algorithm::Strategic.name())))]
    algorithm: Algorithm,

    /// What counts as one move: one tile (stm), or a straight slide of several (mtm; optimal only)
    #[arg(long, value_name = "METRIC", default_value = "stm")]
    metric: MetricName,

    #[command(flatten)]
    tuning: Tuning,

    #[command(flatten)]
    limits: Limits,

    /// How many threads may search, where the algorithm can use them (optimal, anytime) [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Say what each stage of the solution does (strategic unless told, divide-and-conquer and greedy)
    #[arg(long)]
    explain: bool,

    /// Print one JSON object per board
    #[arg(long)]
    json: bool,

    /// Print only the moves (or the word unsolvable, limit or error), one line per board, and show no progress
    #[arg(long, short)]
    quiet: bool,

    /// Show every position of the solution, as small boards side by side
    #[arg(long, conflicts_with_all = ["json", "quiet"])]
    show: bool,
}

/// The metrics by name.
#[derive(Clone, Copy, clap::ValueEnum)]
enum MetricName {
    Stm,
    Mtm,
}

impl From<MetricName> for Metric {
    fn from(name: MetricName) -> Self {
        match name {
            MetricName::Stm => Self::Stm,
            MetricName::Mtm => Self::Mtm,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let output = Output::new();
    if args.explain {
        explain::method(args.algorithm)?; // Refused at once, before the first board.
    }
    let mut options = args.tuning.options(args.algorithm, args.limits.memory());
    options.metric = args.metric.into();
    if let Some(threads) = args.threads {
        options.threads = threads.into();
    }
    let mut outcome = Outcome::Done;
    let mut boards = args.sources.read(&output)?;
    let mut solved = 0;
    while let Some(board) = boards.next() {
        let optimal = |board: &Board| options.algorithm.on(board.shape()) == Algorithm::Optimal;
        let is_optimal = board.as_ref().is_ok_and(optimal);
        let streamed = board.as_ref().ok().and_then(|board| stream::suits(board, args));
        let one = if let Some((problem, method)) = streamed {
            stream::run(&problem, method, args, &options, &output)?
        } else {
            let answer = match board {
                Ok(board) => answer(&board, args, &Options { boards: solved + 1, ..options.clone() }, args.quiet),
                Err(error) => Answer::error(error),
            };
            answer.print(args, &output)?;
            answer.outcome()
        };
        output.flush()?;
        outcome = outcome.max(one);
        if interrupt::pressed() {
            outcome = outcome.max(Outcome::Partial);
            break;
        }
        solved += 1;
        // The first board has all threads, and its answer waits for no other board.
        if is_optimal && options.threads > 1 {
            return Ok(outcome.max(batch::run(boards, solved, args, &options)?));
        }
    }
    Ok(outcome)
}

fn answer(board: &Board, args: &Args, options: &Options, quiet: bool) -> Answer {
    let goal = args.goal.clone().unwrap_or_else(|| Board::solved(board.shape()));
    let answer = Answer::new(board.clone(), goal.clone(), options);
    match Problem::new(board.clone(), goal) {
        Ok(problem) => search(&problem, args, options, quiet, answer),
        Err(error @ ProblemError::Shape { .. }) => {
            let name = input::quoted(&board.to_string());
            answer.with(Verdict::Error(anyhow!(error).context(name)))
        }
        Err(error) => answer.with(Verdict::Unsolvable(error)),
    }
}

fn search(problem: &Problem, args: &Args, options: &Options, quiet: bool, mut answer: Answer) -> Answer {
    let began = Instant::now();
    let mut search = match solve::search(problem, options) {
        Ok(search) => search,
        Err(refusal) => return answer.with(Verdict::Error(tuning::explain(refusal))),
    };
    let suggested = options.algorithm.seconds(problem.shape()).map(Duration::from_secs);
    let end = pump(&mut *search, args.limits.time_limit.or(suggested), quiet, progress::of_tiles);
    answer.seconds = began.elapsed().as_secs_f64();
    answer.stats = search.stats().clone();
    let verdict = match (solve::checked(problem, &*search), end) {
        (Err(error), _) => Verdict::Error(anyhow!(error).context("this is a bug in taquin, please report it")),
        (Ok(Some(moves)), _) => {
            let length = answer::Length::from(&moves);
            answer.moves = Some(moves);
            Verdict::Solved(length)
        }
        (Ok(None), End::TimeUp) => Verdict::Limit("time limit"),
        (Ok(None), End::Interrupted) => Verdict::Limit("interrupted"),
        (Ok(None), End::Finished(Status::Full)) => Verdict::Limit("memory limit"),
        (Ok(None), End::Finished(_)) => {
            Verdict::Error(anyhow!("this is a bug in taquin, please report it: no solution of a solvable board"))
        }
    };
    if let (true, Verdict::Solved(_), Ok(method)) = (args.explain, &verdict, explain::method(args.algorithm)) {
        answer.stages = Some(explain::stages(problem, method));
    }
    answer.with(verdict)
}
