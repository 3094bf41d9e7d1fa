//! An answer as a line of JSON. The moves come before what is known only after them, so that they can be streamed.

use super::{Asked, Stage, TileAnswer, Verdict};
use crate::output::members;
use serde::Serialize;
use std::io::{self, Write};
use taquin::tiles::{HeuristicName, Moves, ProblemError};

/// The members before `moves`. They, `moves` and those of [`Tail`] down to `seconds` are always present, null where they
/// do not apply, so that every line has the same columns; the rest is present only where it applies.
#[derive(Default, Serialize)]
struct Head {
    board: Option<String>,
    goal: Option<String>,
    rows: Option<usize>,
    cols: Option<usize>,
    algorithm: Option<&'static str>,
    heuristic: Option<&'static str>,
}

/// The members after `moves`.
#[derive(Default, Serialize)]
struct Tail<'a> {
    status: &'static str,
    stm: Option<usize>,
    mtm: Option<usize>,
    optimal: bool,
    lower_bound: Option<u32>,
    expanded: u64,
    generated: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution_count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lengths: Option<&'a [(u32, u64)]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    predicted: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exchange: Option<(u16, u16)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stages: Option<&'a [Stage]>,
}

impl TileAnswer {
    pub(super) fn json_without_moves(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{{{},\"moves\":null,{}}}", members(&self.head())?, members(&self.tail())?)?;
        writeln!(out)
    }

    pub(super) fn json_before_moves(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{{{},\"moves\":\"", members(&self.head())?)
    }

    pub(super) fn json_after_moves(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\",{}}}", members(&self.tail())?)
    }

    /// Prints one of several solutions; the first one is `moves` as well.
    pub(super) fn json_solution(&self, number: u64, moves: &Moves, out: &mut impl Write) -> io::Result<()> {
        if number == 0 {
            return write!(out, "{{{},\"moves\":\"{moves}\",\"solutions\":[\"{moves}\"", members(&self.head())?);
        }
        write!(out, ",\"{moves}\"")
    }

    /// - `is_first`: nothing of the object has been printed yet.
    pub(super) fn json_after_solutions(
        &self,
        is_first: bool,
        is_counting: bool,
        first: Option<&Moves>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if is_first {
            let moves = first.map_or("null".to_owned(), |moves| format!("\"{moves}\""));
            write!(out, "{{{},\"moves\":{moves}", members(&self.head())?)?;
        }
        let end = match (is_counting, is_first) {
            (true, _) => "",
            (false, true) => ",\"solutions\":[]",
            (false, false) => "]",
        };
        writeln!(out, "{end},{}}}", members(&self.tail())?)
    }

    fn head(&self) -> Head {
        let Some(Asked { board, goal, algorithm, heuristic, .. }) = &self.asked else { return Head::default() };
        Head {
            board: Some(board.to_string()),
            goal: Some(goal.to_string()),
            rows: Some(board.shape().rows()),
            cols: Some(board.shape().cols()),
            algorithm: Some(algorithm.name()),
            heuristic: heuristic.map(HeuristicName::name),
        }
    }

    fn tail(&self) -> Tail<'_> {
        let mut tail = Tail {
            status: self.status(),
            expanded: self.found.stats.expanded,
            generated: self.found.stats.generated,
            seconds: (self.found.seconds * 1e6).round() / 1e6,
            predicted: self.found.stats.predicted.filter(|_| !self.found.is_proven),
            stages: self.stages.as_deref(),
            ..Tail::default()
        };
        if let Some(listed) = &self.listed {
            tail.solution_count = Some(listed.listed);
            tail.lengths = Some(&listed.counts);
            tail.complete = Some(listed.is_complete);
        }
        match &self.found.verdict {
            Verdict::Solved(length) => {
                tail.stm = Some(length.stm);
                tail.mtm = Some(length.mtm);
                tail.optimal = self.found.is_proven;
                tail.lower_bound = Some(self.found.stats.lower_bound);
            }
            Verdict::NoSolution(error) => {
                tail.message = Some(error.to_string());
                tail.exchange = match error {
                    ProblemError::Parity { exchange } => Some(*exchange),
                    _ => None,
                };
            }
            Verdict::Limit(limit) => {
                tail.message = Some(self.explained(*limit));
                tail.lower_bound = Some(self.found.stats.lower_bound);
            }
            Verdict::Error(error) => tail.message = Some(format!("{error:#}")),
        }
        tail
    }
}
