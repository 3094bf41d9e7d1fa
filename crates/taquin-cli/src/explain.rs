//! `taquin solve --explain`: the stages of a solution, as text and as JSON.

use anyhow::{Result, bail};
use serde::Serialize;
use std::io::{self, Write};
use taquin::tiles::{Algorithm, Moves, Solver};

/// One stage of a solution.
#[derive(Serialize)]
pub(crate) struct Stage {
    /// What it does, in a few words.
    task: String,
    moves: String,
    /// How many single tiles it moves.
    stm: usize,
}

/// Does the algorithm work in stages? An error says so if it does not.
pub(crate) fn check(algorithm: Algorithm) -> Result<()> {
    if algorithm.method().is_none() {
        bail!(
            "{algorithm} has no stages to explain: use {}, {} or {}",
            Algorithm::Strategic,
            Algorithm::DivideAndConquer,
            Algorithm::Greedy
        );
    }
    Ok(())
}

/// The stages of the solution, if the algorithm works in stages.
pub(crate) fn stages(solver: &Solver) -> Option<Vec<Stage>> {
    let stages = solver.stages()?.map(|(task, moves)| {
        let moves = Moves::from(moves);
        Stage { task: task.to_string(), moves: moves.to_string(), stm: moves.stm() }
    });
    Some(stages.collect())
}

/// Prints the stages as a numbered list.
pub(crate) fn print(stages: &[Stage], out: &mut impl Write) -> io::Result<()> {
    let (numbers, words) = (stages.len().to_string().len(), stages.iter().map(|stage| stage.task.len()).max());
    for (number, Stage { task, moves, .. }) in (1..).zip(stages) {
        writeln!(out, "{number:numbers$}. {task:words$}  {moves}", words = words.unwrap_or_default())?;
    }
    Ok(())
}
