//! A labelled start and a goal that can be reached from it.

use super::{Alphabet, Label, LabelledBoard, LabelledGoal, assignment::Targets};
use crate::{search::Cost, tiles::Shape};
use std::collections::{BTreeMap, VecDeque};
use thiserror::Error;

/// A solvable problem, by construction.
///
/// With one gap every move keeps the parity, so half of all boards with different tiles cannot be solved. Two tiles that look
/// alike, two tiles for which the goal leaves the cells free, or a second gap lift that: what remains is that the goal must not
/// ask for more of a label than there is, and that on a single row or column tiles cannot pass each other.
///
/// ```
/// # use taquin::tiles::labels::{LabelledBoard, LabelledGoal, LabelledProblem, LabelledProblemError};
/// let unsolvable: LabelledBoard = "1 2 3/4 5 6/8 7 0".parse()?;
/// let goal = LabelledGoal::sorted(&unsolvable);
/// assert!(matches!(LabelledProblem::new(unsolvable, goal), Err(LabelledProblemError::Parity { .. })));
/// let alike: LabelledBoard = "1 1 3/4 5 6/8 7 0".parse()?;
/// let goal = LabelledGoal::sorted(&alike);
/// assert!(LabelledProblem::new(alike, goal).is_ok());
/// # Ok::<(), taquin::tiles::text::TextError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LabelledProblem {
    start: LabelledBoard,
    goal: LabelledGoal,
}

/// Why a start cannot reach a goal.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum LabelledProblemError {
    /// Different sizes.
    #[error("the start is {start} but the goal is {goal}: both must have the same size")]
    Shape {
        /// The size of the start.
        start: Shape,
        /// The size of the goal.
        goal: Shape,
    },
    /// Letters in one and numbers in the other.
    #[error("the start has {} but the goal has {}: both must have the same kind of labels", start.noun(), goal.noun())]
    Alphabet {
        /// The labels of the start.
        start: Alphabet,
        /// The labels of the goal.
        goal: Alphabet,
    },
    /// A label that only the goal has.
    #[error("the goal asks for tile {label}, which the start does not have")]
    Missing {
        /// The label as it is written.
        label: String,
    },
    /// A label of which the goal has more than the start.
    #[error("the goal asks for {goal} tiles {label}, but the start has only {start}")]
    TooFew {
        /// The label as it is written.
        label: String,
        /// How many the start has.
        start: usize,
        /// How many the goal has.
        goal: usize,
    },
    /// More gaps in the goal than in the start.
    #[error("the goal asks for {goal} gaps, but the start has only {start}")]
    TooFewGaps {
        /// How many the start has.
        start: usize,
        /// How many the goal has.
        goal: usize,
    },
    /// One gap, all tiles different, and the wrong parity.
    #[error(
        "unsolvable: every move keeps the parity, and it differs between start and goal; exchanging tiles {} and {} \
         makes it solvable", exchange.0, exchange.1
    )]
    Parity {
        /// Two tiles whose exchange repairs the board, as they are written.
        exchange: (String, String),
    },
    /// On a single row or column tiles cannot pass each other.
    #[error(
        "unsolvable: on a single row or column tiles cannot pass each other, and the goal has them in another order than \
         the start"
    )]
    Order,
}

impl LabelledProblemError {
    /// Do start and goal go together, but no moves lead from one to the other?
    pub fn is_unsolvable(&self) -> bool {
        matches!(self, Self::Parity { .. } | Self::Order)
    }
}

impl LabelledProblem {
    /// The problem of leading `start` to `goal`.
    ///
    /// # Errors
    /// A [`LabelledProblemError`] if the two do not go together, or if no moves lead from one to the other.
    pub fn new(start: LabelledBoard, goal: LabelledGoal) -> Result<Self, LabelledProblemError> {
        if start.shape() != goal.shape() {
            return Err(LabelledProblemError::Shape { start: start.shape(), goal: goal.shape() });
        }
        let has_labels = start.cells().iter().any(|&label| label != 0) && goal.has_labels();
        if has_labels && start.alphabet() != goal.alphabet() {
            return Err(LabelledProblemError::Alphabet { start: start.alphabet(), goal: goal.alphabet() });
        }
        check_counts(&start, &goal)?;
        let problem = Self { start, goal };
        if problem.is_line() {
            problem.line_targets().ok_or(LabelledProblemError::Order)?;
        } else if problem.start.gaps().len() == 1 {
            let mut targets = Targets::in_order(&problem);
            if !targets.repair_parity(&problem) {
                return Err(LabelledProblemError::Parity { exchange: problem.exchange(&targets) });
            }
        }
        Ok(problem)
    }

    /// Where it begins.
    pub fn start(&self) -> &LabelledBoard {
        &self.start
    }

    /// Where it ends.
    pub fn goal(&self) -> &LabelledGoal {
        &self.goal
    }

    /// The size of both.
    pub fn shape(&self) -> Shape {
        self.start.shape()
    }

    /// Is it a single row or column?
    pub(super) fn is_line(&self) -> bool {
        self.shape().rows() == 1 || self.shape().cols() == 1
    }

    /// May what is in this cell of the start end in that cell of the goal?
    pub(super) fn fits(&self, from: usize, to: usize) -> bool {
        self.goal.cells()[to].is_none_or(|label| label == self.start.cells()[from])
    }

    /// On a single row or column: the cell of each tile in the goal, in their order, with the fewest moves.
    pub(super) fn line_targets(&self) -> Option<Vec<usize>> {
        let cells = self.start.cells();
        let tiles: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != 0).collect();
        let width = tiles.len() + 1;
        // The fewest moves that bring the first `placed` tiles into the first cells of the goal.
        const NEVER: u32 = u32::MAX;
        let mut costs = vec![NEVER; width * (cells.len() + 1)];
        costs[0] = 0;
        let step = |costs: &[u32], cell: usize, placed: usize| {
            let wanted = self.goal.cells()[cell];
            let skipped = if matches!(wanted, None | Some(0)) { costs[cell * width + placed] } else { NEVER };
            let tile = placed.checked_sub(1).map(|before| (tiles[before], costs[cell * width + before]));
            let filled = match tile {
                Some((from, cost)) if cost < NEVER && wanted.is_none_or(|label| label == cells[from]) => {
                    cost + from.abs_diff(cell) as u32
                }
                _ => NEVER,
            };
            (skipped, filled)
        };
        for cell in 0..cells.len() {
            for placed in 0..width {
                let (skipped, filled) = step(&costs, cell, placed);
                costs[(cell + 1) * width + placed] = skipped.min(filled);
            }
        }
        if costs[cells.len() * width + tiles.len()] == NEVER {
            return None;
        }
        let (mut targets, mut placed) = (vec![0; tiles.len()], tiles.len());
        for cell in (0..cells.len()).rev() {
            let (skipped, filled) = step(&costs, cell, placed);
            if filled <= skipped && filled < NEVER {
                placed -= 1;
                targets[placed] = cell;
            }
        }
        Some(targets)
    }

    /// Two tiles whose exchange repairs the parity: misplaced ones where there are two.
    fn exchange(&self, targets: &Targets) -> (String, String) {
        let cells = self.start.cells();
        let tiles = (0..cells.len()).filter(|&cell| cells[cell] != 0);
        let (mut wrong, right): (Vec<usize>, Vec<usize>) = tiles.partition(|&cell| targets.of(cell) != cell);
        wrong.extend(right);
        let write = |index: usize| self.start.alphabet().write(wrong.get(index).map_or(0, |&cell| cells[cell]));
        (write(0), write(1))
    }

    /// At least so many single-tile moves are needed: every tile to the nearest cell that may be its own.
    pub fn lower_bound(&self) -> Cost {
        let distances = self.nearest();
        let cells = self.start.cells().iter().enumerate();
        cells.filter(|&(_, &label)| label != 0).map(|(cell, label)| distances[label][cell]).sum()
    }

    /// For each label, how far each cell is from the nearest one that may hold it in the goal.
    pub(super) fn nearest(&self) -> BTreeMap<Label, Vec<Cost>> {
        let (wanted, have) = (counts(self.goal.cells().iter().filter_map(|label| *label)), self.have());
        let labels = have.iter().filter(|&(&label, _)| label != 0);
        let nearest = labels.map(|(&label, &count)| {
            let is_spare = count > wanted.get(&label).copied().unwrap_or_default();
            let is_home = |wanted: &Option<Label>| wanted.map_or(is_spare, |wanted| wanted == label);
            (label, self.field(self.goal.cells().iter().map(is_home)))
        });
        nearest.collect()
    }

    /// How far each cell is from the nearest of these, over the whole board.
    fn field(&self, homes: impl Iterator<Item = bool>) -> Vec<Cost> {
        let shape = self.shape();
        let mut queue: VecDeque<usize> =
            homes.enumerate().filter_map(|(cell, is_home)| is_home.then_some(cell)).collect();
        let mut distances = vec![Cost::MAX; shape.cells()];
        queue.iter().for_each(|&cell| distances[cell] = 0);
        while let Some(cell) = queue.pop_front() {
            for next in crate::tiles::Direction::ALL.into_iter().filter_map(|direction| shape.source(cell, direction)) {
                if distances[next] == Cost::MAX {
                    distances[next] = distances[cell] + 1;
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    /// How many of each label the start has.
    pub(super) fn have(&self) -> BTreeMap<Label, usize> {
        counts(self.start.cells().iter().copied())
    }
}

fn counts(labels: impl Iterator<Item = Label>) -> BTreeMap<Label, usize> {
    let mut counts = BTreeMap::new();
    labels.for_each(|label| *counts.entry(label).or_default() += 1);
    counts
}

/// Does the goal ask for nothing that the start does not have?
fn check_counts(start: &LabelledBoard, goal: &LabelledGoal) -> Result<(), LabelledProblemError> {
    let have = counts(start.cells().iter().copied());
    let wanted = counts(goal.cells().iter().filter_map(|label| *label));
    for (&label, &goal) in &wanted {
        let written = || start.alphabet().write(label);
        match have.get(&label).copied().unwrap_or_default() {
            enough if enough >= goal => {}
            start if label == 0 => return Err(LabelledProblemError::TooFewGaps { start, goal }),
            0 => return Err(LabelledProblemError::Missing { label: written() }),
            start => return Err(LabelledProblemError::TooFew { label: written(), start, goal }),
        }
    }
    Ok(())
}
