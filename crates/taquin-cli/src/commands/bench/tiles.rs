//! Sets of tile boards, solved optimally: nodes of each, and the time of all on one thread and on several.

use crate::{outcome::Outcome, output::Output};
use anyhow::{Context, Result, ensure};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use std::{
    io::Write,
    sync::Mutex,
    time::{Duration, Instant},
};
use taquin::{
    replay,
    rng::Rng,
    search::{Search, Status, parallel},
    tiles::{
        Board, Problem, Shape,
        optimal::{Optimal, Plan, Resources},
        pattern_db::{Level, Store},
        scramble,
    },
};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which tables: small, middle or large
    #[arg(long, value_name = "LEVEL", default_value = Level::Large.name(), value_parser = level())]
    level: Level,

    /// How many threads at most, besides the measurement with one [default: all]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Rounds, of which the best counts
    #[arg(long, value_name = "N", default_value = "3")]
    rounds: usize,

    /// Print JSON: one object per board, then one for the whole
    #[arg(long)]
    json: bool,
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

/// Boards with known lengths.
pub(crate) fn known(name: &str, table: &str, args: &Args, output: &Output) -> Result<Outcome> {
    let mut problems = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mut fields = line.split('\t').skip(1);
        let mut next = || fields.next().context("a field is missing");
        let length: usize = next()?.parse()?;
        problems.push((Problem::to_default_goal(next()?.parse()?)?, Some(length)));
    }
    measure(name, &problems, args, &Resources::new(Store::of_user()), output)?;
    Ok(Outcome::Done)
}

/// Random boards of every shape of 6 to 16 cells with at least two rows.
pub(crate) fn small(args: &Args, output: &Output) -> Result<Outcome> {
    const COUNT: usize = 100;
    let resources = Resources::new(Store::of_user());
    for (rows, cols) in (2..=4).flat_map(|rows| (rows.max(3)..=16 / rows).map(move |cols| (rows, cols))) {
        let goal = Board::solved(Shape::new(rows, cols)?);
        let mut rng = Rng::from_seed(1);
        let problems: Result<Vec<_>, _> = (0..COUNT)
            .map(|_| Problem::new(scramble::uniform(&goal, &mut rng), goal.clone()).map(|problem| (problem, None)))
            .collect();
        measure(&format!("{rows}x{cols}"), &problems?, args, &resources, output)?;
    }
    Ok(Outcome::Done)
}

type Problems = [(Problem, Option<usize>)];

fn measure(name: &str, problems: &Problems, args: &Args, resources: &Resources, output: &Output) -> Result<()> {
    let threads = args.threads.unwrap_or_else(parallel::available).clamp(1, parallel::available());
    let goal = problems.first().context("no boards")?.0.goal();
    let had_tables = resources.has(goal, args.level);
    let began = Instant::now();
    let table_bytes = prepare(goal, args, threads, resources)?;
    let tables = began.elapsed();
    let solve_all = |threads: usize, each: usize| -> Result<(Duration, Vec<Row>)> {
        let mut best: Option<(Duration, Vec<Row>)> = None;
        for _ in 0..args.rounds.max(1) {
            let rows = Mutex::new(Vec::new());
            let began = Instant::now();
            parallel::for_each(threads, problems.iter().enumerate(), |(number, (problem, _))| {
                let plan = Plan { threads: each, boards: problems.len(), level: Some(args.level), ..Plan::default() };
                let row = solve(number, problem, plan, resources);
                rows.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(row);
            });
            let took = began.elapsed();
            if best.as_ref().is_none_or(|best| took < best.0) {
                let rows = rows.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
                best = Some((took, rows.into_iter().collect::<Result<_>>()?));
            }
        }
        best.context("no rounds")
    };
    let (one, mut rows) = solve_all(1, 1)?;
    let (all, _) = solve_all(threads, 1)?;
    let (shared, _) = solve_all(1, threads)?;
    rows.sort_by_key(|row| row.number);
    for (row, (_, known)) in rows.iter().zip(problems) {
        ensure!(
            known.is_none_or(|known| known == row.length),
            "board {}: {} moves, but {known:?} is known",
            row.number,
            row.length
        );
    }
    let count = problems.len();
    let generated = rows.iter().map(|row| row.generated).sum::<u64>();
    let summary = Summary {
        name,
        level: args.level.name(),
        boards: count,
        mean_length: rows.iter().map(|row| row.length).sum::<usize>() as f64 / count as f64,
        expanded: rows.iter().map(|row| row.expanded).sum(),
        generated,
        mean_generated: generated as f64 / count as f64,
        table_bytes,
        tables_seconds: tables.as_secs_f64(),
        tables_built: !had_tables,
        one_thread_seconds: one.as_secs_f64(),
        threads,
        all_boards_at_once_seconds: all.as_secs_f64(),
        each_board_shared_seconds: shared.as_secs_f64(),
    };
    print(&rows, &summary, args.json, output)
}

/// Has the tables ready; how many bytes the search says they take.
fn prepare(goal: &Board, args: &Args, threads: usize, resources: &Resources) -> Result<u64> {
    let mut near = goal.clone();
    let moved = taquin::tiles::Direction::ALL.into_iter().any(|direction| near.slide(direction));
    ensure!(moved, "a board of one cell has nothing to measure");
    let problem = Problem::new(near, goal.clone())?;
    let plan = Plan { threads, boards: 1, level: Some(args.level), ..Plan::default() };
    let mut search = Optimal::new(&problem, resources, plan).context("no tables serve this board")?;
    while search.run(1 << 22) == Status::Paused {}
    for complaint in resources.store().complaints() {
        crate::output::complain(complaint);
    }
    Ok(search.table_bytes())
}

fn solve(number: usize, problem: &Problem, plan: Plan, resources: &Resources) -> Result<Row> {
    let began = Instant::now();
    let mut search = Optimal::new(problem, resources, plan).context("no tables serve this board")?;
    while search.run(u64::MAX) == Status::Paused {}
    let seconds = began.elapsed().as_secs_f64();
    let moves = search.solution().context("no solution of a solvable board")?;
    replay::tiles(problem.start(), problem.goal(), moves)?;
    let stats = search.stats();
    ensure!(stats.lower_bound as usize == moves.len(), "board {}: not proven optimal", number + 1);
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
    writeln!(
        out,
        "{}: {} boards, {} tables ({} MiB)",
        summary.name,
        summary.boards,
        summary.level,
        summary.table_bytes >> 20
    )?;
    writeln!(out, "{:>4} {:>6} {:>12} {:>12} {:>10}  board", "no.", "moves", "generated", "expanded", "ms")?;
    for row in rows {
        let milliseconds = row.seconds * 1e3;
        let Row { number, length, generated, expanded, board, .. } = row;
        writeln!(out, "{number:>4} {length:>6} {generated:>12} {expanded:>12} {milliseconds:>10.3}  {board}")?;
    }
    let Summary { mean_length, generated, mean_generated, tables_seconds, threads, .. } = summary;
    writeln!(out, "all optimal, mean length {mean_length:.2}")?;
    writeln!(out, "nodes generated {generated}, {mean_generated:.0} a board; expanded {}", summary.expanded)?;
    writeln!(
        out,
        "tables {} in {tables_seconds:.3} s",
        if summary.tables_built { "built" } else { "read and checked" }
    )?;
    writeln!(out, "1 thread: {:.4} s", summary.one_thread_seconds)?;
    writeln!(out, "{threads} threads, many boards at once: {:.4} s", summary.all_boards_at_once_seconds)?;
    writeln!(out, "{threads} threads sharing each board: {:.4} s", summary.each_board_shared_seconds)?;
    drop(out);
    Ok(output.flush()?)
}
