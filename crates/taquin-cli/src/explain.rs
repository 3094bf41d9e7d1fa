//! `taquin solve --explain`: what the stages of a solution do, for people and as JSON.

use anyhow::{Result, bail};
use serde::Serialize;
use std::io::{self, Write};
use taquin::tiles::{
    Moves, Problem,
    constructive::{Constructive, Method},
    solve::Algorithm,
};

/// One stage of a solution.
#[derive(Serialize)]
pub(crate) struct Stage {
    /// What it does, in a few words.
    task: String,
    moves: String,
    /// How many single tiles it moves.
    stm: usize,
}

/// The method behind an algorithm, if it works in stages.
pub(crate) fn method(algorithm: Algorithm) -> Result<Method> {
    Ok(match algorithm {
        Algorithm::Greedy => Method::Greedy,
        Algorithm::DivideAndConquer => Method::DivideAndConquer,
        Algorithm::Strategic => Method::Strategic,
        other => bail!(
            "{other} has no stages to explain: use {}, {} or {}",
            Algorithm::Strategic,
            Algorithm::DivideAndConquer,
            Algorithm::Greedy
        ),
    })
}

/// The stages of the solution by this method.
pub(crate) fn stages(problem: &Problem, method: Method) -> Vec<Stage> {
    let explained = |stage: taquin::tiles::constructive::Stage| {
        let moves = Moves::from(stage.moves);
        Stage { task: stage.task.to_string(), moves: moves.to_string(), stm: moves.stm() }
    };
    Constructive::new(problem, method).map(explained).collect()
}

/// Prints the stages as a numbered list.
pub(crate) fn print(stages: &[Stage], out: &mut impl Write) -> io::Result<()> {
    let (numbers, words) = (stages.len().to_string().len(), stages.iter().map(|stage| stage.task.len()).max());
    for (number, Stage { task, moves, .. }) in (1..).zip(stages) {
        writeln!(out, "{number:numbers$}. {task:words$}  {moves}", words = words.unwrap_or_default())?;
    }
    Ok(())
}
