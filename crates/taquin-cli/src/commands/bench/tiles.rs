//! Sets of tile boards, solved optimally: nodes of each, and the time of all on one thread and on several.

use super::record::{RecordArgs, Table};
use crate::{
    outcome::Outcome,
    output::{self, Output},
};
use anyhow::{Context, Result, ensure};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use std::{
    io::Write,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};
use taquin::{
    replay,
    rng::Rng,
    search::{Search, Status, parallel},
    tiles::{
        Board, Direction, Problem, Shape,
        catalogue::Instance,
        optimal::{Optimal, OptimalOptions, Resources},
        pattern_db::{Level, Store},
        scramble,
    },
};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Which tables: small, middle or large
    #[arg(long, value_name = "LEVEL", default_value = Level::Large.name(), value_parser = level())]
    level: Level,

    /// Threads of the parallel measurements [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// How often to measure; the shortest time counts
    #[arg(long, value_name = "N", default_value = "3")]
    rounds: usize,

    /// Print JSON: one object per board, then one for the whole
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    record: RecordArgs,
}

pub(crate) fn level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name))
        .map(|name| Level::ALL.into_iter().find(|level| level.name() == name).unwrap_or(Level::Large))
}

/// One board, and what was found.
#[derive(Clone, Serialize)]
struct Row {
    number: usize,
    board: String,
    length: usize,
    expanded: u64,
    generated: u64,
    seconds: f64,
}

/// The whole set.
#[derive(Serialize)]
struct Summary<'a> {
    name: &'a str,
    level: &'a str,
    boards: usize,
    mean_length: f64,
    expanded: u64,
    generated: u64,
    mean_generated: f64,
    table_bytes: u64,
    /// Building the tables, or reading them where they are in the cache.
    tables_seconds: f64,
    tables_built: bool,
    /// All boards one after the other, on one thread.
    one_thread_seconds: f64,
    threads: usize,
    /// All boards, each on one thread, on all threads at once.
    all_boards_at_once_seconds: f64,
    /// All boards one after the other, all threads sharing each.
    each_board_shared_seconds: f64,
}

/// Boards with known lengths; the table has a row for each.
pub(super) fn known(name: &str, instances: Vec<Instance>, args: &Args, output: &Output) -> Result<Outcome> {
    let known = |Instance { problem, optimum }| (problem, Some(optimum as usize));
    let problems: Vec<_> = instances.into_iter().map(known).collect();
    let mut table = args.record.table(&["number", "moves", "generated", "expanded", "board", "ms"]);
    let (rows, summary) = Bench::new(&problems, args, &Resources::new(Store::of_user())).run(name)?;
    print(&rows, &summary, args.json, output)?;
    note(&summary, &mut table);
    for row in &rows {
        let Row { number, length, generated, expanded, board, seconds } = row;
        table.push(&[number, length, generated, expanded, board, &format!("{:.3}", seconds * 1e3)]);
    }
    table.save()?;
    Ok(Outcome::Done)
}

/// Random boards of every shape of 6 to 16 cells with at least two rows; the table has a row for each shape.
pub(super) fn small(args: &Args, output: &Output) -> Result<Outcome> {
    const COUNT: usize = 100;
    let resources = Resources::new(Store::of_user());
    let columns = ["shape", "boards", "mean moves", "generated", "expanded", "table bytes", "threads"];
    let times = ["1 thread s", "many boards at once s", "sharing each board s"];
    let mut table = args.record.table(&[&columns[..], &times].concat());
    for (rows, cols) in (2..=4).flat_map(|rows| (rows.max(3)..=16 / rows).map(move |cols| (rows, cols))) {
        let goal = Board::solved(Shape::new(rows, cols)?);
        let mut rng = Rng::from_seed(1);
        let problems: Result<Vec<_>, _> = (0..COUNT)
            .map(|_| Problem::new(scramble::uniform(&goal, &mut rng), goal.clone()).map(|problem| (problem, None)))
            .collect();
        let name = format!("{rows}x{cols}");
        let problems = problems?;
        let (rows, summary) = Bench::new(&problems, args, &resources).run(&name)?;
        print(&rows, &summary, args.json, output)?;
        let Summary { name, boards, mean_length, generated, expanded, table_bytes, threads, .. } = &summary;
        let [one, all, shared] = times_of(&summary).map(|(_, seconds)| format!("{seconds:.4}"));
        let mean = format!("{mean_length:.2}");
        table.push(&[name, boards, &mean, generated, expanded, table_bytes, threads, &one, &all, &shared]);
    }
    table.save()?;
    Ok(Outcome::Done)
}

/// The results of the whole set, in the header of its table.
fn note(summary: &Summary<'_>, table: &mut Table) {
    table.note("tables", format_args!("{}, {} bytes", summary.level, summary.table_bytes));
    table.note("mean moves", format_args!("{:.2}", summary.mean_length));
    table.note("nodes generated", summary.generated);
    table.note("nodes expanded", summary.expanded);
    for (name, seconds) in times_of(summary) {
        table.note(&name, format_args!("{seconds:.4} s"));
    }
}

/// The three times of a set, by name.
fn times_of(summary: &Summary<'_>) -> [(String, f64); 3] {
    let Summary { threads, .. } = summary;
    [
        ("1 thread".to_owned(), summary.one_thread_seconds),
        (format!("{threads} threads, many boards at once"), summary.all_boards_at_once_seconds),
        (format!("{threads} threads sharing each board"), summary.each_board_shared_seconds),
    ]
}

/// A set of boards, each with its length where that is known.
struct Bench<'a> {
    problems: &'a [(Problem, Option<usize>)],
    level: Level,
    threads: usize,
    rounds: usize,
    resources: &'a Resources,
}

impl<'a> Bench<'a> {
    fn new(problems: &'a [(Problem, Option<usize>)], args: &Args, resources: &'a Resources) -> Self {
        let threads = args.threads.unwrap_or_else(parallel::available).clamp(1, parallel::available());
        Self { problems, level: args.level, threads, rounds: args.rounds.max(1), resources }
    }

    fn run<'n>(&self, name: &'n str) -> Result<(Vec<Row>, Summary<'n>)> {
        let goal = self.problems.first().context("no boards")?.0.goal();
        let tables_built = !self.resources.has(goal, self.level);
        let began = Instant::now();
        let table_bytes = self.prepare(goal)?;
        let tables = began.elapsed();
        let (one, mut rows) = self.solve_all(1, 1)?;
        let (all, _) = self.solve_all(self.threads, 1)?;
        let (shared, _) = self.solve_all(1, self.threads)?;
        rows.sort_by_key(|row| row.number);
        self.check(&rows)?;
        let count = rows.len();
        let generated = rows.iter().map(|row| row.generated).sum::<u64>();
        let summary = Summary {
            name,
            level: self.level.name(),
            boards: count,
            mean_length: rows.iter().map(|row| row.length).sum::<usize>() as f64 / count as f64,
            expanded: rows.iter().map(|row| row.expanded).sum(),
            generated,
            mean_generated: generated as f64 / count as f64,
            table_bytes,
            tables_seconds: tables.as_secs_f64(),
            tables_built,
            one_thread_seconds: one.as_secs_f64(),
            threads: self.threads,
            all_boards_at_once_seconds: all.as_secs_f64(),
            each_board_shared_seconds: shared.as_secs_f64(),
        };
        Ok((rows, summary))
    }

    fn options(&self, threads: usize, expected_boards: usize) -> OptimalOptions {
        OptimalOptions { threads, expected_boards, level: Some(self.level), ..OptimalOptions::default() }
    }

    /// Builds or loads the tables; returns their size in bytes.
    fn prepare(&self, goal: &Board) -> Result<u64> {
        let mut near = goal.clone();
        let moved = Direction::ALL.into_iter().any(|direction| near.slide(direction));
        ensure!(moved, "a board of one cell has nothing to measure");
        let problem = Problem::new(near, goal.clone())?;
        let search = Optimal::new(&problem, self.resources, self.options(self.threads, 1));
        let mut search = search.context("no tables serve this board")?;
        while search.run(u64::MAX) == Status::Paused {}
        for error in self.resources.store().take_errors() {
            output::eprint_error(error);
        }
        Ok(search.table_bytes())
    }

    /// The best of all rounds: the boards on `threads` threads, each searched by `each` threads.
    fn solve_all(&self, threads: usize, each: usize) -> Result<(Duration, Vec<Row>)> {
        let mut best: Option<(Duration, Vec<Row>)> = None;
        for _ in 0..self.rounds {
            let rows = Mutex::new(Vec::new());
            let began = Instant::now();
            parallel::for_each(threads, self.problems.iter().enumerate(), |(number, (problem, _))| {
                let row = solve(number, problem, self.options(each, self.problems.len()), self.resources);
                rows.lock().unwrap_or_else(PoisonError::into_inner).push(row);
            });
            let took = began.elapsed();
            if best.as_ref().is_none_or(|best| took < best.0) {
                let rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
                best = Some((took, rows.into_iter().collect::<Result<_>>()?));
            }
        }
        best.context("no rounds")
    }

    /// Compares the lengths with those that are known.
    fn check(&self, rows: &[Row]) -> Result<()> {
        for (Row { number, length, .. }, (_, known)) in rows.iter().zip(self.problems) {
            ensure!(
                known.is_none_or(|known| known == *length),
                "board {number}: {length} moves, but {known:?} is known"
            );
        }
        Ok(())
    }
}

fn solve(number: usize, problem: &Problem, options: OptimalOptions, resources: &Resources) -> Result<Row> {
    let began = Instant::now();
    let mut search = Optimal::new(problem, resources, options).context("no tables serve this board")?;
    while search.run(u64::MAX) == Status::Paused {}
    let seconds = began.elapsed().as_secs_f64();
    let moves = search.solution().context("no solution of a solvable board")?;
    replay::tiles(problem.start(), problem.goal(), moves)?;
    let stats = search.stats();
    ensure!(stats.proves(moves.len() as u32), "board {}: not proven optimal", number + 1);
    Ok(Row {
        number: number + 1,
        board: problem.start().to_string(),
        length: moves.len(),
        expanded: stats.expanded,
        generated: stats.generated,
        seconds,
    })
}

fn print(rows: &[Row], summary: &Summary<'_>, json: bool, output: &Output) -> Result<()> {
    if json {
        rows.iter().try_for_each(|row| output.json(row))?;
        output.json(summary)?;
        return Ok(output.flush()?);
    }
    let mut out = output.writer();
    let Summary { name, boards, level, table_bytes, .. } = summary;
    writeln!(out, "{name}: {boards} boards, {level} tables ({} MiB)", table_bytes >> 20)?;
    writeln!(out, "{:>4} {:>6} {:>12} {:>12} {:>10}  board", "no.", "moves", "generated", "expanded", "ms")?;
    for row in rows {
        let milliseconds = row.seconds * 1e3;
        let Row { number, length, generated, expanded, board, .. } = row;
        writeln!(out, "{number:>4} {length:>6} {generated:>12} {expanded:>12} {milliseconds:>10.3}  {board}")?;
    }
    let Summary { mean_length, generated, mean_generated, expanded, tables_seconds, .. } = summary;
    writeln!(out, "all optimal, mean length {mean_length:.2}")?;
    writeln!(out, "nodes generated {generated}, {mean_generated:.0} a board; expanded {expanded}")?;
    let how = if summary.tables_built { "built" } else { "read and checked" };
    writeln!(out, "tables {how} in {tables_seconds:.3} s")?;
    for (name, seconds) in times_of(summary) {
        writeln!(out, "{name}: {seconds:.4} s")?;
    }
    drop(out);
    Ok(output.flush()?)
}
