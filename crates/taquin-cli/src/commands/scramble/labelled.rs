//! Random boards by labels.

use super::Args;
use crate::{
    input::Goal,
    outcome::Outcome,
    output::{self, Output},
};
use anyhow::{Result, bail, ensure};
use std::io::Write;
use taquin::{
    rng::Rng,
    tiles::{
        Shape,
        labels::{self, LabelledBoard, LabelledGoal},
    },
};

pub(super) fn run(args: &Args, asked: &Goal, seed: u64) -> Result<Outcome> {
    let is_other = args.displaced.is_some() || args.distance.is_some();
    ensure!(!is_other, "--displaced and --distance are for boards whose tiles are all different");
    let size = match (asked, args.size) {
        (Goal::Written(goal), Some(size)) if goal.shape() != size => {
            bail!("--size is {size} but --goal is {}: give only one of them, or the same size", goal.shape())
        }
        (Goal::Written(goal), _) => goal.shape(),
        (Goal::Named(_), Some(size)) => size,
        (Goal::Named(name), None) => bail!("--goal {name} has no size of its own: give --size as well"),
    };
    let (board, goal) = complete_goal(asked, size)?;
    let mut rng = Rng::from_seed(seed);
    let output = Output::new();
    for index in 0..args.count {
        let board = match args.moves {
            Some(count) => labels::walk(&board, count, &mut rng),
            None => labels::uniform(&board, &goal, &mut rng),
        };
        if index == 0 && args.seed.is_none() && !args.quiet {
            output::note(&format!("seed {seed} (repeat with --seed {seed})"));
        }
        writeln!(output.writer(), "{board}")?;
    }
    output.flush()?;
    Ok(Outcome::Done)
}

/// A goal, and a board that fulfils it: where the goal leaves cells free, they hold the tiles that an ordinary board would
/// have beside those of the goal.
pub(crate) fn complete_goal(asked: &Goal, size: Shape) -> Result<(LabelledBoard, LabelledGoal)> {
    let goal = match asked {
        Goal::Named(name) => name.goal(size),
        Goal::Written(goal) => goal.labelled(),
    };
    let count = goal.cells().len() as u16;
    let mut rest = (1..count).chain([0]).filter(|&label| !goal.cells().contains(&Some(label)));
    let is_partial = goal.cells().contains(&None);
    let wanted: Vec<u16> = goal.cells().iter().filter_map(|label| *label).collect();
    let distinct: std::collections::BTreeSet<u16> = wanted.iter().copied().collect();
    let is_ordinary = distinct.len() == wanted.len()
        && wanted.iter().all(|&label| label < count)
        && goal.alphabet() == labels::Alphabet::Numbers;
    ensure!(
        !is_partial || is_ordinary,
        "the goal has free cells, so it does not say which tiles the boards have; write a goal without *"
    );
    let cells: Vec<u16> = goal.cells().iter().map(|label| label.or_else(|| rest.next()).unwrap_or_default()).collect();
    Ok((LabelledBoard::new(size, goal.alphabet(), &cells)?, goal))
}
