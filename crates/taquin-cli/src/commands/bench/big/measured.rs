//! What was measured, board by board, and the means of it.

use crate::commands::bench::record::{RecordArgs, Table};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::{
    fmt::Display,
    fs::{File, OpenOptions},
    io::{self, Write},
    path::Path,
};

/// One board.
#[derive(Clone, Deserialize, Serialize)]
pub(super) struct Measured {
    /// What was measured: size, seed, number, threads and seconds.
    pub(super) key: String,
    pub(super) manhattan: u32,
    /// The fewest moves, where they are known.
    pub(super) optimum: Option<u32>,
    pub(super) greedy: usize,
    pub(super) divide_and_conquer: usize,
    pub(super) strategic: usize,
    pub(super) lower_bound: u32,
    pub(super) is_proven: bool,
    /// Seconds and moves: the first solution, and every shorter one.
    pub(super) course: Vec<(f64, usize)>,
}

impl Measured {
    pub(super) fn key(size: &str, seed: u64, number: usize, threads: usize, until: f64) -> String {
        format!("{size} seed {seed} number {number} threads {threads} seconds {until}")
    }

    /// The length after so many seconds, once there is a solution.
    pub(super) fn after(&self, seconds: f64) -> Option<usize> {
        let later = self.course.partition_point(|&(moment, _)| moment <= seconds);
        later.checked_sub(1).map(|last| self.course[last].1)
    }
}

/// The boards measured so far, one JSON object per line of a file.
#[derive(Default)]
pub(super) struct Measurements {
    known: Vec<Measured>,
    file: Option<File>,
}

impl Measurements {
    /// Those of a file, which is made if it is missing; without a file nothing is kept.
    pub(super) fn open(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else { return Ok(Self::default()) };
        let name = || format!("cannot open {}", path.display());
        let file = OpenOptions::new().create(true).append(true).read(true).open(path).with_context(name)?;
        let text = io::read_to_string(&file).with_context(name)?;
        let board = |(number, line)| {
            serde_json::from_str(line).with_context(|| format!("{}, line {number}: not a measurement", path.display()))
        };
        Ok(Self { known: (1..).zip(text.lines()).map(board).collect::<Result<_>>()?, file: Some(file) })
    }

    pub(super) fn find(&self, key: &str) -> Option<Measured> {
        self.known.iter().find(|board| board.key == key).cloned()
    }

    pub(super) fn add(&mut self, board: &Measured) -> Result<()> {
        if let Some(file) = &mut self.file {
            writeln!(file, "{}", serde_json::to_string(board)?)?;
        }
        Ok(())
    }
}

/// The means over all boards of a size.
#[derive(Serialize)]
pub(super) struct Summary<'a> {
    size: &'a str,
    boards: usize,
    manhattan: f64,
    optimum: Option<f64>,
    lower_bound: f64,
    greedy: f64,
    divide_and_conquer: f64,
    strategic: f64,
    /// The first solution, and the longest time that one took.
    first: f64,
    first_seconds: f64,
    /// The share that was proven shortest.
    proven: f64,
    after: Vec<Moment>,
}

/// The mean at one moment.
#[derive(Serialize)]
struct Moment {
    seconds: f64,
    /// `None` if a board had no solution yet.
    moves: Option<f64>,
    /// Moves as a multiple of the Manhattan distance.
    ratio: Option<f64>,
}

impl<'a> Summary<'a> {
    pub(super) fn new(size: &'a str, measured: &[Measured], after: &[f64]) -> Option<Self> {
        let mean = |value: &dyn Fn(&Measured) -> f64| mean(measured, |board| Some(value(board)));
        let manhattan = mean(&|board| board.manhattan.into())?;
        let moment = |&seconds: &f64| {
            let moves = self::mean(measured, |board| board.after(seconds).map(|moves| moves as f64));
            Moment { seconds, moves, ratio: moves.map(|moves| moves / manhattan) }
        };
        let first = |board: &Measured| board.course.first().copied().unwrap_or_default();
        Some(Self {
            size,
            boards: measured.len(),
            manhattan,
            optimum: self::mean(measured, |board| board.optimum.map(f64::from)),
            lower_bound: mean(&|board| board.lower_bound.into())?,
            greedy: mean(&|board| board.greedy as f64)?,
            divide_and_conquer: mean(&|board| board.divide_and_conquer as f64)?,
            strategic: mean(&|board| board.strategic as f64)?,
            first: mean(&|board| first(board).1 as f64)?,
            first_seconds: measured.iter().map(|board| first(board).0).fold(0.0, f64::max),
            proven: mean(&|board| f64::from(u8::from(board.is_proven)))?,
            after: after.iter().map(moment).collect(),
        })
    }

    /// The table that [`Self::record`] adds rows to.
    pub(super) fn table(record: &RecordArgs, after: &[f64]) -> Table {
        let fixed = ["size", "boards", "Manhattan", "optimum", "greedy", "divide-and-conquer", "strategic", "first"];
        let moments = after.iter().flat_map(|seconds| [format!("after {seconds} s"), "ratio".to_owned()]);
        let columns: Vec<String> = fixed.map(str::to_owned).into_iter().chain(moments).collect();
        let columns: Vec<&str> = columns.iter().map(String::as_str).chain(["proven %", "first at most ms"]).collect();
        record.table(&columns)
    }

    /// Adds the means as a row.
    pub(super) fn record(&self, table: &mut Table) {
        let known =
            |value: Option<f64>, decimals: usize| value.map_or("-".to_owned(), |value| format!("{value:.decimals$}"));
        let lengths =
            [self.greedy, self.divide_and_conquer, self.strategic, self.first].map(|mean| format!("{mean:.1}"));
        let moments = self.after.iter().flat_map(|moment| [known(moment.moves, 1), known(moment.ratio, 3)]);
        let mut cells = vec![self.size.to_owned(), self.boards.to_string(), format!("{:.1}", self.manhattan)];
        cells.push(known(self.optimum, 2));
        cells.extend(lengths.into_iter().chain(moments));
        cells.extend([format!("{:.0}", self.proven * 100.0), format!("{:.1}", self.first_seconds * 1e3)]);
        table.push(&cells.iter().map(|cell| cell as &dyn Display).collect::<Vec<_>>());
    }

    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}: means over {} boards", self.size, self.boards)?;
        writeln!(out, "  Manhattan {:.1}, proven bound {:.1}", self.manhattan, self.lower_bound)?;
        if let Some(optimum) = self.optimum {
            writeln!(out, "  fewest moves {optimum:.2}")?;
        }
        let Self { greedy, divide_and_conquer, strategic, .. } = self;
        writeln!(
            out,
            "  greedy {greedy:.1}, divide-and-conquer {divide_and_conquer:.1}, strategic {strategic:.1} moves"
        )?;
        writeln!(out, "  first solution {:.1} moves, at most {:.4} s", self.first, self.first_seconds)?;
        for Moment { seconds, moves, ratio } in &self.after {
            match (moves, ratio) {
                (Some(moves), Some(ratio)) => {
                    writeln!(out, "  after {seconds} s {moves:.1} moves, {ratio:.3} x Manhattan")?;
                }
                _ => writeln!(out, "  after {seconds} s not all boards had a solution")?,
            }
        }
        writeln!(out, "  proven shortest {:.0} %", self.proven * 100.0)
    }
}

/// The mean of what every board has; `None` if one has it not.
pub(super) fn mean(measured: &[Measured], value: impl Fn(&Measured) -> Option<f64>) -> Option<f64> {
    let values: Vec<f64> = measured.iter().map(value).collect::<Option<_>>()?;
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}
