//! What counts as one move.

use super::Move;
use crate::search::Cost;
use std::{fmt, str::FromStr};
use thiserror::Error;

/// What a solution is measured by.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Metric {
    /// One block along any free path, also round corners, is one move: 81 for Klotski.
    #[default]
    Moves,
    /// A straight slide of one block, however far, is one: 90 for Klotski.
    Slides,
    /// A step of one block by one cell is one: 116 for Klotski.
    Steps,
}

impl Metric {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Moves, Self::Slides, Self::Steps];

    /// Its name on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Slides => "slides",
            Self::Steps => "steps",
        }
    }

    /// What these moves cost. Successive moves of one block count as one move, and as one slide while they go straight
    /// on.
    pub fn cost(self, moves: &[Move]) -> Cost {
        let mut cost = 0;
        let mut last = None;
        for mv in moves {
            for &direction in &mv.path {
                cost += match self {
                    Self::Moves => Cost::from(last.is_none_or(|(block, _)| block != mv.block)),
                    Self::Slides => Cost::from(last != Some((mv.block, direction))),
                    Self::Steps => 1,
                };
                last = Some((mv.block, direction));
            }
        }
        cost
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no metric has.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("there is no metric {found:?}; there are: {}", Metric::ALL.map(Metric::name).join(", "))]
pub struct UnknownMetricError {
    /// What was asked for.
    pub found: String,
}

impl FromStr for Metric {
    type Err = UnknownMetricError;

    fn from_str(name: &str) -> Result<Self, UnknownMetricError> {
        let found = Self::ALL.into_iter().find(|metric| metric.name() == name);
        found.ok_or_else(|| UnknownMetricError { found: name.to_owned() })
    }
}
