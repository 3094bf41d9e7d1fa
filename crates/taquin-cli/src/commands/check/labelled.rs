//! What is known about boards by their labels, without a search.

use super::Bounds;
use crate::{
    input::{self, Goal},
    outcome::Outcome,
    output::{self, Output, count},
};
use anstyle::AnsiColor;
use serde::Serialize;
use std::io::{self, Write};
use taquin::{
    search::Cost,
    tiles::{
        HeuristicName,
        labels::{AnyBoard, LabelledBoard, LabelledProblem},
    },
};

/// The result for one labelled board: the members of an ordinary one, and the number of gaps.
#[derive(Serialize)]
pub(super) struct LabelledReport {
    #[serde(rename = "board")]
    text: String,
    goal: String,
    rows: usize,
    cols: usize,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    solvable: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    misplaced: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<Cost>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bounds: Option<Bounds>,
    gaps: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip)]
    board: LabelledBoard,
}

pub(super) fn check(board: &AnyBoard, goal: Option<&Goal>) -> LabelledReport {
    let is_clear = input::check_labels(board, goal);
    let (board, goal) = input::labelled(board, goal);
    let mut report = LabelledReport {
        text: board.to_string(),
        goal: goal.to_string(),
        rows: board.shape().rows(),
        cols: board.shape().cols(),
        status: "solvable",
        solvable: Some(true),
        misplaced: Some(board.misplaced(&goal)),
        lower_bound: None,
        lower_bounds: None,
        gaps: board.gaps().len(),
        message: None,
        board: board.clone(),
    };
    if let Err(error) = is_clear {
        return report.failed(&error);
    }
    match LabelledProblem::new(board, goal) {
        Ok(problem) => {
            let bound = problem.lower_bound();
            report.lower_bound = Some(bound);
            report.lower_bounds = Some(Bounds(vec![(HeuristicName::Manhattan.name(), bound)]));
        }
        Err(error) if error.is_unsolvable() => {
            (report.status, report.solvable, report.message) = ("unsolvable", Some(false), Some(error.to_string()));
        }
        Err(error) => return report.failed(&error),
    }
    report
}

impl LabelledReport {
    fn failed(self, error: &dyn std::fmt::Display) -> Self {
        let message = Some(format!("{}: {error}", input::quoted(&self.text)));
        Self { status: "error", solvable: None, misplaced: None, message, ..self }
    }

    pub(super) fn outcome(&self) -> Outcome {
        match self.solvable {
            Some(true) => Outcome::Done,
            Some(false) => Outcome::Partial,
            None => Outcome::Failed,
        }
    }

    pub(super) fn print(&self, output: &Output) -> io::Result<()> {
        if self.solvable.is_none() {
            output.flush()?;
            output::eprint_error(self.message.as_deref().unwrap_or_default());
            return Ok(());
        }
        let paint = output::paint();
        let (good, bad) = (paint(AnsiColor::Green.on_default().bold()), paint(AnsiColor::Yellow.on_default().bold()));
        let mut out = output.writer();
        output::draw_labels(&mut *out, &self.board)?;
        match &self.message {
            Some(message) => writeln!(out, "{bad}{message}{bad:#}")?,
            None => writeln!(out, "{good}solvable{good:#}")?,
        }
        if let Some(bound) = self.lower_bound {
            writeln!(out, "at least {}", count(bound.into(), "move"))?;
        }
        let tiles = count((self.board.cells().len() - self.gaps) as u64, "tile");
        let gaps = count(self.gaps as u64, "gap");
        writeln!(out, "{} of {tiles} out of place, {gaps}\n", self.misplaced.unwrap_or_default())
    }
}
