//! Signals at random moments: the command ends soon, and nothing is left behind.

use super::{Bench, Table, measured};
use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process};
use std::{
    fs,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};
use taquin::rng::Rng;

/// The 24-puzzle that is the first of Korf's fifty.
const HARD: &str = "12 3 9 22 1/18 24 4 14 19/21 5 15 0 10/8 13 6 2 17/7 23 16 20 11";
const SIGNALS: [Signal; 3] = [Signal::INT, Signal::TERM, Signal::HUP];

pub(super) fn measure(bench: &Bench, table: &mut Table) -> Result<()> {
    let moves = "R2U2LDLDRURDLULDRULURDLU";
    let render = ["render", "8 2 0/4 6 1/3 7 5", "--moves", moves, "--size", "2000", "-o", "solution.gif"];
    row(bench, table, "render", &render, 100, 0.1)?;
    row(bench, table, "db build, small tables", &["db", "build", "--level", "small"], 100, 0.5)?;
    row(bench, table, "db build, large tables", &["db", "build", "--level", "large"], 25, 0.5)?;
    let boards = bench.output(&["scramble", "--size", "4x4", "--count", "300", "--seed", "1"])?;
    let boards = bench.file("boards", boards)?;
    row(bench, table, "solve of 300 boards", &["solve", "-q", &boards], 100, 0.1)?;
    row(bench, table, "solve of 300 boards, strategic", &["solve", "-q", "-a", "strategic", &boards], 20, 0.1)?;
    let large = bench.output(&["scramble", "--size", "100x100", "--seed", "1"])?;
    let large = bench.file("large", large)?;
    let long = bench.output(&["scramble", "--size", "2x8", "--seed", "1"])?;
    let searches: [(&str, &[&str]); 9] = [
        ("solve, optimal", &["solve", "-a", "optimal", HARD]),
        ("solve, optimal, multi-tile moves", &["solve", "-a", "optimal", "--metric", "mtm", long.trim()]),
        ("solve, astar", &["solve", "-a", "astar", "--force", HARD]),
        ("solve, bfs", &["solve", "-a", "bfs", "--force", HARD]),
        ("solve, ida-star", &["solve", "-a", "ida-star", "--force", HARD]),
        ("solve, auto, 100x100", &["solve", &large]),
        ("compare", &["compare", HARD]),
        ("scramble --distance", &["scramble", "--size", "4x4", "--distance", "60", "--count", "1000"]),
        ("blocks solve", &["blocks", "solve", "From Right to Left"]),
    ];
    searches.iter().try_for_each(|(what, args)| row(bench, table, what, args, 20, 0.1))
}

/// Sends so many signals to a command, at random moments of the time that it takes, with its input kept open.
fn row(bench: &Bench, table: &mut Table, what: &str, args: &[&str], count: usize, seconds: f64) -> Result<()> {
    let whole = duration(bench, args)?;
    let mut rng = Rng::from_seed(1);
    let (mut left, mut late, mut longest, mut disorderly) = (0, 0, 0.0_f64, 0);
    for number in 0..count {
        bench.empty_cache()?;
        let mut child = bench.command(args).stdin(Stdio::piped()).spawn()?;
        thread::sleep(whole.mul_f64(rng.below(1 << 20) as f64 / f64::from(1 << 20)));
        let signal = SIGNALS[number % SIGNALS.len()];
        let sent = Instant::now();
        send(&child, signal)?;
        let run = measured::finish(&mut child, sent)?;
        longest = longest.max(run.seconds);
        late += usize::from(run.seconds > seconds);
        disorderly += usize::from(!is_documented(run));
        left += leftovers(bench);
    }
    let is_clean = !bench.cache().exists() || bench.command(&["db", "verify"]).status()?.success();
    let found = format!(
        "longest {longest:.3} s, {late} late, {left} files left, {disorderly} other endings{}",
        if is_clean { "" } else { ", a damaged table" }
    );
    let wanted = format!("{seconds} s, nothing left");
    let is_met = late + left + disorderly == 0 && is_clean;
    table.row(&format!("{what}, {count} signals in {:.2} s", whole.as_secs_f64()), &found, &wanted, is_met);
    Ok(())
}

/// How long a command takes by itself, up to some seconds.
fn duration(bench: &Bench, args: &[&str]) -> Result<Duration> {
    let most = Duration::from_secs(if args.contains(&"large") { 20 } else { 3 });
    bench.empty_cache()?;
    let begun = Instant::now();
    let mut child = bench.command(args).stdin(Stdio::piped()).spawn()?;
    while begun.elapsed() < most && child.try_wait()?.is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    let took = begun.elapsed();
    child.kill()?;
    child.wait()?;
    let cache = bench.cache();
    // What a killed command leaves is not counted.
    Command::new("sh")
        .args(["-c", "rm -f .[!.]* \"$0\"/.[!.]*"])
        .arg(cache)
        .current_dir(bench.scratch.path())
        .status()?;
    Ok(took)
}

fn send(child: &Child, signal: Signal) -> Result<()> {
    let id = Pid::from_raw(child.id().cast_signed()).context("a process has a number")?;
    // why the error is no matter: a command that has just ended is no process any more only after it was waited for.
    Ok(kill_process(id, signal)?)
}

/// Did it end by its work, with the code of an interruption, or by the signal itself?
fn is_documented(run: measured::Measured) -> bool {
    use std::os::unix::process::ExitStatusExt;
    match run.status.code() {
        Some(code) => matches!(code, 0 | 1 | 130),
        None => SIGNALS.iter().any(|signal| run.status.signal() == Some(signal.as_raw())),
    }
}

/// Hidden files beside the output and in the cache.
fn leftovers(bench: &Bench) -> usize {
    let folders = [bench.scratch.path().to_owned(), bench.cache()];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
    entries.filter(|entry| entry.file_name().to_string_lossy().starts_with('.')).count()
}
