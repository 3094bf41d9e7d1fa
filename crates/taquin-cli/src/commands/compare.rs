//! `taquin compare`: one board solved by several algorithms, as a table.

use crate::{
    answer::{Answer, Verdict},
    args::Limits,
    input, interrupt,
    outcome::Outcome,
    output::{self, Output},
    progress,
    pump::TimeLimit,
    tuning::{self, Tuning},
};
use anyhow::Result;
use indicatif::HumanCount;
use serde::Serialize;
use std::{
    io::Write,
    time::{Duration, Instant},
};
use taquin::tiles::{
    Algorithm, Board, Metric, Moves, Options, Problem, SolveError,
    solver::{self, Solver},
};

/// Solve one board with several algorithms and compare their cost
///
/// Every solution is replayed against the rules. An algorithm that takes longer than its time limit is stopped, and the
/// next one begins.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  taquin compare \"8 2 0/4 6 1/3 7 5\" --algorithms bfs,astar,alpha-star")]
pub(crate) struct Args {
    /// The board (or a file with one)
    #[arg(value_name = "BOARD", value_parser = input::board, allow_hyphen_values = true)]
    board: Board,

    /// The goal (a board or a file) [default: 1, 2, 3, … and the blank last]
    #[arg(long, value_name = "BOARD", value_parser = input::board)]
    goal: Option<Board>,

    /// Algorithms, separated by commas [default: all that suit the board]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = tuning::algorithm())]
    algorithms: Vec<Algorithm>,

    /// What counts as one move: one tile (stm), or a straight slide of several tiles (mtm; optimal, anytime and auto)
    #[arg(long, value_name = "METRIC", default_value = Metric::default().name(), value_parser = super::solve::metric())]
    metric: Metric,

    #[command(flatten)]
    tuning: Tuning,

    #[command(flatten)]
    limits: Limits,

    /// Print one JSON object per algorithm
    #[arg(long)]
    json: bool,
}

/// The default time limit of each algorithm, so that a comparison ends.
const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(10);

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let goal = args.goal.clone().unwrap_or_else(|| Board::solved(args.board.shape()));
    let problem = Problem::new(args.board.clone(), goal)?;
    let memory = args.limits.memory();
    let options = |&algorithm| Options { metric: args.metric, ..args.tuning.options(algorithm, memory) };
    let mut options: Vec<_> = chosen(args).iter().map(options).collect();
    if args.algorithms.is_empty() {
        options.retain(|options| suits(&problem, options));
    }
    let output = Output::new();
    let _listening = interrupt::listen();
    interrupt::end_with_reader();
    if !args.json {
        let mut out = output.writer();
        write!(out, "{}", output::drawn(problem.start()))?;
        writeln!(out, "\n{}", Row::head(args.metric))?;
    }
    let mut outcome = Outcome::Done;
    for options in &options {
        let row = row(&problem, options, args)?;
        outcome = outcome.max(if row.status == "solved" { Outcome::Done } else { Outcome::Partial });
        if args.json {
            output.json(&row)?;
        } else {
            writeln!(output.writer(), "{}", row.text(args.metric))?;
        }
        output.flush()?;
        tuning::warn_of_tables(options);
        if interrupt::pressed() {
            return Ok(outcome.max(Outcome::Partial));
        }
    }
    Ok(outcome)
}

fn chosen(args: &Args) -> &[Algorithm] {
    if args.algorithms.is_empty() { &Algorithm::ALL } else { &args.algorithms }
}

/// Is the board small enough for the algorithm, and does it know the metric? Other errors, such as an invalid weight, are
/// reported.
fn suits(problem: &Problem, options: &Options) -> bool {
    let refused = solver::check(problem.shape(), options);
    !matches!(refused, Err(SolveError::TooLarge { .. } | SolveError::Metric { .. } | SolveError::NoSlides(_)))
}

/// The result of one algorithm.
#[derive(Serialize)]
struct Row {
    algorithm: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<&'static str>,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stm: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mtm: Option<usize>,
    optimal: bool,
    lower_bound: u32,
    expanded: u64,
    generated: u64,
    stored: u64,
    peak_bytes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    branching_factor: Option<f64>,
}

fn row(problem: &Problem, options: &Options, args: &Args) -> Result<Row> {
    let began = Instant::now();
    let mut solver = Solver::new(problem, options).map_err(tuning::explain)?;
    let time_limit = TimeLimit::Strict(args.limits.time_limit.or(Some(DEFAULT_TIME_LIMIT)));
    let Answer { verdict, is_proven, stats, seconds } =
        Answer::of_search(&mut solver, began, time_limit, args.json, progress::describe_tiles, |_| {
            Verdict::<_, ()>::unsolved()
        });
    let status = verdict.status("unsolvable");
    let moves = match verdict {
        Verdict::Solved(moves) => Some(moves),
        Verdict::Error(error) => return Err(error),
        Verdict::NoSolution(()) | Verdict::Limit(_) => None,
    };
    Ok(Row {
        algorithm: options.algorithm.name(),
        heuristic: options.algorithm.takes_heuristic().then(|| options.heuristic.name()),
        status,
        stm: moves.as_ref().map(Moves::stm),
        mtm: moves.as_ref().map(Moves::mtm),
        optimal: is_proven,
        lower_bound: stats.lower_bound,
        expanded: stats.expanded,
        generated: stats.generated,
        stored: stats.stored,
        peak_bytes: stats.peak_bytes,
        seconds: (seconds * 1e6).round() / 1e6,
        branching_factor: moves.as_ref().and_then(|moves| stats.branching_factor(moves.stm())),
        moves: moves.map(|moves| moves.to_string()),
    })
}

impl Row {
    fn head(metric: Metric) -> String {
        let noun = if metric == Metric::Mtm { "slides" } else { "moves" };
        format!("algorithm          {noun:>6}  optimal?     expanded    generated       stored   seconds  branching")
    }

    fn text(&self, metric: Metric) -> String {
        let length = if metric == Metric::Mtm { self.mtm } else { self.stm };
        let moves = length.map_or("-".to_owned(), |moves| moves.to_string());
        let optimal = match (self.optimal, self.stm) {
            (true, _) => "yes".to_owned(),
            (false, Some(_)) => format!(">= {}", self.lower_bound),
            (false, None) => format!("limit, {}", self.lower_bound),
        };
        let branching = self.branching_factor.map_or("-".to_owned(), |factor| format!("{factor:.3}"));
        let [expanded, generated, stored] =
            [self.expanded, self.generated, self.stored].map(|number| HumanCount(number).to_string());
        format!(
            "{:<19}{moves:>6}  {optimal:<9}{expanded:>12} {generated:>12} {stored:>12} {:>9.4} {branching:>10}",
            self.algorithm, self.seconds
        )
    }
}
