//! `taquin bench big`: how long the solutions of the anytime search are, and when, on boards of every size.

mod plot;
mod record;

use crate::{commands::scramble::shape, outcome::Outcome, output::Output};
use anyhow::{Context, Result, ensure};
use record::{Record, Records, Summary};
use std::{
    path::PathBuf,
    time::{Duration, Instant},
};
use taquin::{
    replay,
    rng::Rng,
    search::{Search, Status, parallel},
    tiles::{
        Board, Manhattan, Problem,
        anytime::Anytime,
        constructive::{Constructive, Method},
        optimal::Resources,
        pattern_db::Store,
        scramble,
        solve::{Algorithm, Options},
    },
};

/// Watch the anytime search on random boards: how long its solutions are, and when
///
/// Means over the boards of each size, next to the Manhattan distance and what the constructive solvers reach. With
/// --record the boards measured so far are kept in a file and not measured again, so that a long run can be made in
/// pieces.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Sizes such as 6x6, or korf24 for Korf's fifty 24-puzzles
    #[arg(long, value_name = "SIZE,…", value_delimiter = ',', default_value = "4x4,5x5,korf24,6x6,8x8,10x10,20x20")]
    sizes: Vec<String>,

    /// How many boards of each size
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..))]
    boards: u16,

    /// Which random boards
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// When to look at the best solution so far, in seconds; a search ends with the last
    #[arg(long, value_name = "SECONDS,…", value_delimiter = ',', default_value = "1,10")]
    after: Vec<f64>,

    /// How many threads [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// Keep what is measured in this file, and measure only what is missing there
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Draw the length against the time as an SVG picture
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Print JSON: one object per size
    #[arg(long)]
    json: bool,
}

/// Nodes between two looks at the clock: a few milliseconds.
const SLICE: u64 = 20_000;

pub(super) fn run(args: &Args, output: &Output) -> Result<Outcome> {
    let until = args.after.iter().copied().fold(0.0, f64::max);
    ensure!(until > 0.0 && Duration::try_from_secs_f64(until).is_ok(), "--after takes seconds such as 1,10");
    let threads = args.threads.map_or_else(parallel::available, usize::from);
    let options = Options { threads, resources: Resources::new(Store::of_user()), ..Options::new(Algorithm::Anytime) };
    let mut records = Records::open(args.record.as_deref())?;
    let mut rows: Vec<Vec<Record>> = Vec::new();
    for size in &args.sizes {
        let mut row = Vec::new();
        for (number, (problem, optimum)) in problems(size, args)?.into_iter().enumerate() {
            let key = Record::key(size, args.seed, number, threads, until);
            let record = match records.find(&key) {
                Some(record) => record,
                None => {
                    let record = Record { key, optimum, ..describe(&problem, course(&problem, &options, until)?) };
                    records.add(&record)?;
                    record
                }
            };
            row.push(record);
        }
        let summary = Summary::new(size, &row, &args.after).context("there is nothing to measure")?;
        if args.json {
            output.json(&summary)?;
        } else {
            summary.print(&mut *output.writer())?;
        }
        output.flush()?;
        rows.push(row);
    }
    if let Some(path) = &args.plot {
        let picture = plot::draw(&args.sizes, &rows, until);
        std::fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(Outcome::Done)
}

/// The boards of a size, and the fewest moves where they are known.
fn problems(size: &str, args: &Args) -> Result<Vec<(Problem, Option<u32>)>> {
    let count = usize::from(args.boards);
    if size == "korf24" {
        let table = include_str!("../../../../../data/korf50-24.tsv");
        let lines = table.lines().filter(|line| !line.starts_with('#')).take(count);
        return lines
            .map(|line| {
                let fields: Vec<&str> = line.split('\t').collect();
                let (&optimum, board) = (fields.get(1).context("no length")?, fields.get(3).context("no board")?);
                Ok((Problem::to_default_goal(board.parse()?)?, Some(optimum.parse()?)))
            })
            .collect();
    }
    let shape = shape(size).with_context(|| format!("--sizes: {size:?} is neither a size nor korf24"))?;
    let goal = Board::solved(shape);
    let mut rng = Rng::from_seed(args.seed);
    (0..count).map(|_| Ok((Problem::new(scramble::uniform(&goal, &mut rng), goal.clone())?, None))).collect()
}

/// What a search found, and when.
struct Course {
    /// Seconds and moves: the first solution, and every shorter one.
    steps: Vec<(f64, usize)>,
    is_proven: bool,
    lower_bound: u32,
}

/// Solves a board for so many seconds.
fn course(problem: &Problem, options: &Options, until: f64) -> Result<Course> {
    let began = Instant::now();
    let mut search = Anytime::new(problem, options);
    let mut steps: Vec<(f64, usize)> = Vec::new();
    let mut status = Status::Paused;
    while status == Status::Paused && (steps.is_empty() || began.elapsed().as_secs_f64() < until) {
        // why: the moment of the first solution is to be known exactly.
        status = search.run(if steps.is_empty() { 100 } else { SLICE });
        let Some(moves) = search.solution() else { continue };
        if steps.last().is_none_or(|&(_, length)| moves.len() < length) {
            steps.push((began.elapsed().as_secs_f64(), moves.len()));
            replay::tiles(problem.start(), problem.goal(), moves)?;
        }
    }
    let (is_proven, lower_bound) = (status == Status::Solved, search.stats().lower_bound);
    Ok(Course { steps, is_proven, lower_bound })
}

/// What there is to say about a board without its key.
fn describe(problem: &Problem, course: Course) -> Record {
    let length = |method| Constructive::new(problem, method).map(|stage| stage.moves.len()).sum();
    Record {
        key: String::new(),
        manhattan: Manhattan::new(problem.goal()).of(problem.start()),
        optimum: None,
        greedy: length(Method::Greedy),
        divide_and_conquer: length(Method::DivideAndConquer),
        strategic: length(Method::Strategic),
        lower_bound: course.lower_bound,
        is_proven: course.is_proven,
        course: course.steps,
    }
}
