//! `solve … | head -1` on caches of every kind, and output that goes to a full disk.

use super::{Bench, Table, measured};
use anyhow::{Context, Result};
use std::{
    fs::File,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
    time::Instant,
};

const RUNS: usize = 100;
const SECONDS: f64 = 1.0;

pub(super) fn measure(bench: &Bench, table: &mut Table) -> Result<()> {
    for size in ["3x3", "3x4"] {
        let boards = bench.output(&["scramble", "--size", size, "--count", "400", "--seed", "1"])?;
        let boards = bench.file("boards", boards)?;
        let args = ["solve", "-q", &boards];
        let row = |table: &mut Table, cache: &str, command: &dyn Fn() -> Result<Command>| {
            count(table, &format!("solve of 400 boards of {size}, head -1, {cache}"), || leave(&mut command()?))
        };
        row(table, "an empty cache", &|| {
            bench.empty_cache()?;
            Ok(bench.command(&args))
        })?;
        bench.empty_cache()?;
        row(table, "a cache that takes no file (ulimit -f)", &|| Ok(bench.limited("-f 1", &args)))?;
        bench.output(&args)?;
        row(table, "a warm cache", &|| Ok(bench.command(&args)))?;
        count(table, &format!("solve of 400 boards of {size}, output on a full disk"), || {
            let full = File::options().write(true).open("/dev/full")?;
            let begun = Instant::now();
            let run = measured::finish(&mut bench.command(&args).stdout(full).spawn()?, begun)?;
            Ok((run.seconds, run.status.code() == Some(2)))
        })?;
        bench.output(&["db", "build", "--size", size])?;
        row(table, "a cache with large tables", &|| Ok(bench.command(&args)))?;
    }
    Ok(())
}

/// Reads a line and leaves; the seconds from then to the end of the command, and whether that is a success.
fn leave(command: &mut Command) -> Result<(f64, bool)> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().context("it is piped")?).read_line(&mut line)?;
    let run = measured::finish(&mut child, Instant::now())?;
    Ok((run.seconds, run.status.code() == Some(0) && !line.is_empty()))
}

fn count(table: &mut Table, what: &str, run: impl Fn() -> Result<(f64, bool)>) -> Result<()> {
    let (mut good, mut longest) = (0, 0.0_f64);
    for _ in 0..RUNS {
        // why an error counts as well: a command that hangs is what is looked for.
        let (seconds, is_good) = run().unwrap_or((f64::INFINITY, false));
        longest = longest.max(seconds);
        good += usize::from(is_good && seconds <= SECONDS);
    }
    let found = format!("{good} of {RUNS}, longest {longest:.3} s");
    table.row(what, &found, &format!("{RUNS} of {RUNS} within {SECONDS} s"), good == RUNS);
    Ok(())
}
