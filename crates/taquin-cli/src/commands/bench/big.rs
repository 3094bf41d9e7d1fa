//! `taquin bench big`: how long the solutions of the anytime search are, and when, on boards of every size.

mod measured;
mod plot;

use super::record::RecordArgs;
use crate::{
    commands::scramble::shape,
    outcome::Outcome,
    output::Output,
    pump::{End, Pump},
};
use anyhow::{Context, Result, ensure};
use measured::{Measured, Measurements, Summary};
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
        anytime::{Anytime, AnytimeOptions},
        catalogue::{self, Instance},
        constructive::{Constructive, Method},
        optimal::Resources,
        pattern_db::Store,
        scramble,
    },
};

/// Watch the anytime search on random boards: how long its solutions are, and when
///
/// Means over the boards of each size, next to the Manhattan distance and the lengths of the constructive solvers. With
/// --resume the boards measured so far are kept in a file and not measured again, so that a long run can be made in
/// pieces.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Sizes such as 6x6, or korf24 for Korf's fifty 24-puzzles
    #[arg(long, value_name = "SIZE,…", value_delimiter = ',', default_value = "4x4,5x5,korf24,6x6,8x8,10x10,20x20")]
    sizes: Vec<String>,

    /// Boards of each size
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..))]
    boards: u16,

    /// The seed of the random boards
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Seconds after which the best solution is noted; the search ends with the last
    #[arg(long, value_name = "SECONDS,…", value_delimiter = ',', default_value = "1,10")]
    after: Vec<f64>,

    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// Keep the measurements of each board in this file, and measure only what is missing there
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    #[command(flatten)]
    record: RecordArgs,

    /// Draw the length against the time as an SVG picture
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Print JSON: one object per size
    #[arg(long)]
    json: bool,
}

/// Short slices, the first one very short, so that the moment of each solution is known.
const PUMP: Pump = Pump { time_limit: None, first_budget: 100, slice: Duration::from_millis(2) };

pub(super) fn run(args: &Args, output: &Output) -> Result<Outcome> {
    let until = args.after.iter().copied().fold(0.0, f64::max);
    ensure!(until > 0.0 && Duration::try_from_secs_f64(until).is_ok(), "--after takes seconds such as 1,10");
    let threads = args.threads.map_or_else(parallel::available, usize::from);
    let options = AnytimeOptions { threads, resources: Resources::new(Store::of_user()), ..AnytimeOptions::default() };
    let mut measurements = Measurements::open(args.resume.as_deref())?;
    let mut table = Summary::table(&args.record, &args.after);
    table.note("threads", threads);
    let mut sizes: Vec<Vec<Measured>> = Vec::new();
    for size in &args.sizes {
        let mut boards = Vec::new();
        for (number, (problem, optimum)) in problems(size, args)?.into_iter().enumerate() {
            let key = Measured::key(size, args.seed, number, threads, until);
            boards.push(match measurements.find(&key) {
                Some(board) => board,
                None => {
                    let board = Measured { key, optimum, ..measured(&problem, course(&problem, &options, until)?) };
                    measurements.add(&board)?;
                    board
                }
            });
        }
        let summary = Summary::new(size, &boards, &args.after).context("there is nothing to measure")?;
        if args.json {
            output.json(&summary)?;
        } else {
            summary.print(&mut *output.writer())?;
        }
        output.flush()?;
        summary.record(&mut table);
        sizes.push(boards);
    }
    if let Some(path) = &args.plot {
        let picture = plot::draw(&args.sizes, &sizes, until);
        std::fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))?;
    }
    table.save()?;
    Ok(Outcome::Done)
}

/// The boards of a size, and the fewest moves where they are known.
fn problems(size: &str, args: &Args) -> Result<Vec<(Problem, Option<u32>)>> {
    let count = usize::from(args.boards);
    if size == "korf24" {
        let instances = catalogue::korf24().into_iter().take(count);
        return Ok(instances.map(|Instance { problem, optimum }| (problem, Some(optimum))).collect());
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

/// Solves a board until `until` seconds have passed, and until there is a solution.
fn course(problem: &Problem, options: &AnytimeOptions, until: f64) -> Result<Course> {
    let began = Instant::now();
    let mut search = Anytime::new(problem, options);
    let mut steps: Vec<(f64, usize)> = Vec::new();
    let mut replayed = Ok(());
    let mut note = |search: &Anytime| {
        if let Some(moves) =
            search.solution().filter(|moves| steps.last().is_none_or(|&(_, least)| moves.len() < least))
        {
            steps.push((began.elapsed().as_secs_f64(), moves.len()));
            replayed = replayed.and_then(|()| replay::tiles(problem.start(), problem.goal(), moves));
        }
        !steps.is_empty() && began.elapsed().as_secs_f64() >= until
    };
    let end = PUMP.search(&mut search, |search| note(search));
    note(&search);
    replayed?;
    let (is_proven, lower_bound) = (end == End::Finished(Status::Solved), search.stats().lower_bound);
    Ok(Course { steps, is_proven, lower_bound })
}

/// The measurements of a board, without its key and its known optimum.
fn measured(problem: &Problem, course: Course) -> Measured {
    let length = |method| Constructive::new(problem, method).map(|stage| stage.moves.len()).sum();
    Measured {
        key: String::new(),
        manhattan: Manhattan::new(problem.goal()).estimate(problem.start()),
        optimum: None,
        greedy: length(Method::Greedy),
        divide_and_conquer: length(Method::DivideAndConquer),
        strategic: length(Method::Strategic),
        lower_bound: course.lower_bound,
        is_proven: course.is_proven,
        course: course.steps,
    }
}
