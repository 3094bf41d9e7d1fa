//! What was measured, board by board, and the means of it.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::Path,
};

/// One board.
#[derive(Clone, Deserialize, Serialize)]
pub(super) struct Record {
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

impl Record {
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
pub(super) struct Records {
    known: Vec<Record>,
    file: Option<File>,
}

impl Records {
    /// Those of a file, which is made if it is missing; without a file nothing is kept.
    pub(super) fn open(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else { return Ok(Self::default()) };
        let name = || format!("cannot open {}", path.display());
        let file = OpenOptions::new().create(true).append(true).read(true).open(path).with_context(name)?;
        let text = io::read_to_string(&file).with_context(name)?;
        let record = |(number, line)| {
            serde_json::from_str(line).with_context(|| format!("{}, line {number}: not a record", path.display()))
        };
        Ok(Self { known: (1..).zip(text.lines()).map(record).collect::<Result<_>>()?, file: Some(file) })
    }

    pub(super) fn find(&self, key: &str) -> Option<Record> {
        self.known.iter().find(|record| record.key == key).cloned()
    }

    pub(super) fn add(&mut self, record: &Record) -> Result<()> {
        if let Some(file) = &mut self.file {
            writeln!(file, "{}", serde_json::to_string(record)?)?;
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
    pub(super) fn new(size: &'a str, records: &[Record], after: &[f64]) -> Option<Self> {
        let mean = |value: &dyn Fn(&Record) -> f64| mean(records, |record| Some(value(record)));
        let manhattan = mean(&|record| record.manhattan.into())?;
        let moment = |&seconds: &f64| {
            let moves = self::mean(records, |record| record.after(seconds).map(|moves| moves as f64));
            Moment { seconds, moves, ratio: moves.map(|moves| moves / manhattan) }
        };
        let first = |record: &Record| record.course.first().copied().unwrap_or_default();
        Some(Self {
            size,
            boards: records.len(),
            manhattan,
            optimum: self::mean(records, |record| record.optimum.map(f64::from)),
            lower_bound: mean(&|record| record.lower_bound.into())?,
            greedy: mean(&|record| record.greedy as f64)?,
            divide_and_conquer: mean(&|record| record.divide_and_conquer as f64)?,
            strategic: mean(&|record| record.strategic as f64)?,
            first: mean(&|record| first(record).1 as f64)?,
            first_seconds: records.iter().map(|record| first(record).0).fold(0.0, f64::max),
            proven: mean(&|record| f64::from(u8::from(record.is_proven)))?,
            after: after.iter().map(moment).collect(),
        })
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

/// The mean of what every record has; `None` if one has it not.
pub(super) fn mean(records: &[Record], value: impl Fn(&Record) -> Option<f64>) -> Option<f64> {
    let values: Vec<f64> = records.iter().map(value).collect::<Option<_>>()?;
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}
