//! `taquin solve`: moves that lead boards to their goal.

mod answer;
mod batch;
pub(crate) mod checkpoint;
mod labelled;
mod listing;
mod show;
mod stream;

use crate::{
    answer::{Answer, Verdict},
    args::{self, Limits},
    commands::read,
    explain,
    input::{self, Goal, Sources},
    interrupt,
    outcome::Outcome,
    output::Output,
    progress,
    pump::TimeLimit,
    tuning::{self, Tuning},
};
use answer::TileAnswer;
use anyhow::{Result, anyhow, ensure};
use checkpoint::Checkpointed;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use labelled::AnyAnswer;
use listing::ListingArgs;
use std::{
    path::PathBuf,
    time::{Duration, Instant},
};
use taquin::{
    search::Stats,
    tiles::{Algorithm, Board, Metric, Options, Problem, ProblemError, Solver, labels::AnyBoard},
};

/// Find moves that solve boards
///
/// Takes any number of boards of any size and prints one result for each, in order. Every solution is replayed against
/// the rules before it is printed. Ctrl-C prints the best solution so far.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    taquin solve \"8 2 0/4 6 1/3 7 5\"\n  \
    taquin scramble --size 3x3 --count 10 --seed 1 | taquin solve --json")]
pub(crate) struct Args {
    #[command(flatten)]
    sources: Sources,

    /// The goal: a board (* is a free cell) or a file, or one in which tiles look alike: rows, columns, fringe or grids
    /// [default: 1, 2, 3, … and the blanks last]
    #[arg(long, value_name = "BOARD", value_parser = input::goal)]
    goal: Option<Goal>,

    /// Solve the puzzle that a picture shows, as `taquin read` reads it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["boards", "goal"], value_hint = clap::ValueHint::FilePath)]
    picture: Option<PathBuf>,

    /// The finished picture, for tiles that show pieces of one
    #[arg(long, value_name = "FILE", requires = "picture", value_hint = clap::ValueHint::FilePath)]
    goal_picture: Option<PathBuf>,

    /// The cell that is blank in the goal of a picture's puzzle, counted from 1 [default: what the picture tells, else the
    /// last]
    #[arg(long, value_name = "ROW,COL", requires = "picture", value_parser = read::place)]
    goal_blank: Option<(usize, usize)>,

    /// The algorithm
    #[arg(long, short, value_name = "NAME", default_value = Algorithm::Auto.name(), value_parser = tuning::algorithm())]
    #[arg(default_value_if("explain", "true", Some(Algorithm::Strategic.name())))]
    algorithm: Algorithm,

    /// What counts as one move: one tile (stm), or a straight slide of several tiles (mtm; optimal, anytime and auto)
    #[arg(long, value_name = "METRIC", default_value = Metric::default().name(), value_parser = metric())]
    metric: Metric,

    #[command(flatten)]
    tuning: Tuning,

    #[command(flatten)]
    listing: ListingArgs,

    #[command(flatten)]
    limits: Limits,

    /// Threads, for the algorithms that can use several (optimal, anytime) [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Keep the state of a proof in this file every ten seconds, and go on from it if it exists (optimal, one board of 17 to 25
    /// cells)
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// Explain each stage of the solution (strategic, divide-and-conquer and greedy; default: strategic)
    #[arg(long)]
    explain: bool,

    /// Print one JSON object per board
    #[arg(long)]
    json: bool,

    /// Print only the moves (or the word unsolvable, limit or error), one line per board, and show no progress
    #[arg(long, short)]
    quiet: bool,

    /// Show every position of the solution as small boards side by side
    #[arg(long, conflicts_with_all = ["json", "quiet"])]
    show: bool,
}

/// Metrics by name, so that the help and the completions know them all.
pub(super) fn metric() -> impl TypedValueParser<Value = Metric> {
    PossibleValuesParser::new(Metric::ALL.map(Metric::name)).try_map(|name| name.parse::<Metric>())
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let output = Output::new();
    interrupt::end_with_reader();
    let is_resumable = args.checkpoint.is_none() || args.algorithm == Algorithm::Optimal;
    ensure!(is_resumable, "--checkpoint needs --algorithm optimal: no other search can be resumed");
    if args.explain {
        explain::check(args.algorithm)?; // why: refuse before the first board, not after it.
    }
    args.listing.check(args.algorithm)?;
    let mut options = args.tuning.options(args.algorithm, args.limits.memory());
    options.metric = args.metric;
    options.threads = args::threads(args.threads);
    if let Some(file) = &args.picture {
        let (board, goal) = read::problem(file, args.goal_picture.as_deref(), args.goal_blank)?;
        let answer = answer_to(&board, goal, args, &options, args.quiet);
        answer.print(args, &output)?;
        output.flush()?;
        return Ok(interrupt::outcome(answer.outcome()));
    }
    if args.listing.is_asked_for() {
        return Ok(interrupt::outcome(listing::run(args, &options, &output)?));
    }
    let mut outcome = Outcome::Done;
    let mut boards = args.sources.read(&output)?;
    let mut solved = 0;
    while let Some(board) = boards.next() {
        let optimal = |board: &AnyBoard| options.algorithm.resolve(board.shape()) == Algorithm::Optimal;
        let is_optimal = board.as_ref().is_ok_and(optimal);
        let streamed = board.as_ref().ok().and_then(|board| stream::plan(board, args));
        let one = if let Some((problem, method)) = streamed {
            stream::run(&problem, method, args, &options, &output)?
        } else {
            let answer = match board {
                Ok(board) => {
                    answer(&board, args, &Options { expected_boards: solved + 1, ..options.clone() }, args.quiet)
                }
                Err(error) => AnyAnswer::error(error),
            };
            answer.print(args, &output)?;
            answer.outcome()
        };
        output.flush()?;
        tuning::warn_of_tables(&options);
        outcome = outcome.max(one);
        solved += 1;
        // why: the first board uses all threads, so that its answer does not wait for another board.
        if is_optimal && options.threads > 1 {
            let batch = batch::run(boards, solved, args, &options)?;
            return Ok(interrupt::outcome(outcome.max(batch)));
        }
    }
    Ok(interrupt::outcome(outcome))
}

fn answer(board: &AnyBoard, args: &Args, options: &Options, quiet: bool) -> AnyAnswer {
    if let AnyBoard::Ordinary(board) = board
        && let Some(goal) = input::ordinary_goal(board, args.goal.as_ref())
    {
        return AnyAnswer::Ordinary(Box::new(answer_to(board, goal, args, options, quiet)));
    }
    AnyAnswer::Labelled(Box::new(labelled::answer(board, args, options, quiet)))
}

fn answer_to(board: &Board, goal: Board, args: &Args, options: &Options, quiet: bool) -> TileAnswer {
    let answer = TileAnswer::new(board.clone(), goal.clone(), options);
    match Problem::new(board.clone(), goal) {
        Ok(problem) => search(&problem, args, options, quiet, answer),
        Err(error @ ProblemError::Shape { .. }) => {
            let name = input::quoted(&board.to_string());
            answer.unsearched(Verdict::Error(anyhow!(error).context(name)))
        }
        Err(error) => answer.unsearched(Verdict::NoSolution(error)),
    }
}

fn search(problem: &Problem, args: &Args, options: &Options, quiet: bool, answer: TileAnswer) -> TileAnswer {
    let began = Instant::now();
    let mut solver = match Solver::new(problem, options) {
        Ok(solver) => solver,
        Err(error) => return answer.unsearched(Verdict::Error(tuning::explain(error))),
    };
    let suggested = options.algorithm.seconds(problem.shape()).map(Duration::from_secs);
    let time_limit = match (args.limits.time_limit, suggested) {
        (None, Some(suggested)) => TimeLimit::WithSolution(suggested),
        (asked, _) => TimeLimit::Strict(asked),
    };
    let unsolved = |_: &Stats| Verdict::unsolved();
    let found = match &args.checkpoint {
        None => Answer::of_search(&mut solver, began, time_limit, quiet, progress::describe_tiles, unsolved),
        Some(path) => {
            let mut saved = match Checkpointed::new(solver, path) {
                Ok(saved) => saved,
                Err(error) => return answer.unsearched(Verdict::Error(error)),
            };
            let found = Answer::of_search(&mut saved, began, time_limit, quiet, progress::describe_tiles, unsolved);
            solver = match saved.finish() {
                Ok(solver) => solver,
                Err(error) => return answer.unsearched(Verdict::Error(error)),
            };
            found
        }
    };
    let stages = if args.explain { explain::stages(&solver) } else { None };
    answer.found(found, stages)
}
