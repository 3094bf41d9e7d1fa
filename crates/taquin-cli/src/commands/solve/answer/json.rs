//! An answer as a line of JSON. The moves stand before what is known only after them, so that they can be printed as
//! they come.

use super::{Answer, Asked, Stage, Verdict};
use serde::Serialize;
use std::io::{self, Write};
use taquin::tiles::{ProblemError, solve::HeuristicName};

/// The members before `moves`. They, `moves` and those of [`Tail`] down to `seconds` are always there, null where they
/// do not apply, so that programs find the same columns in every line; the rest is there where it has something to say.
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
    exchange: Option<(u16, u16)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stages: Option<&'a [Stage]>,
}

impl Answer {
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
            expanded: self.stats.expanded,
            generated: self.stats.generated,
            seconds: (self.seconds * 1e6).round() / 1e6,
            stages: self.stages.as_deref(),
            ..Tail::default()
        };
        match &self.verdict {
            Verdict::Solved(length) => {
                tail.stm = Some(length.stm);
                tail.mtm = Some(length.mtm);
                tail.optimal = self.is_optimal(*length);
                tail.lower_bound = Some(self.stats.lower_bound);
            }
            Verdict::Unsolvable(error) => {
                tail.message = Some(error.to_string());
                tail.exchange = match error {
                    ProblemError::Parity { exchange } => Some(*exchange),
                    _ => None,
                };
            }
            Verdict::Limit(limit) => {
                tail.message = Some(self.explained(limit));
                tail.lower_bound = Some(self.stats.lower_bound);
            }
            Verdict::Error(error) => tail.message = Some(format!("{error:#}")),
        }
        tail
    }
}

/// The members of an object without its braces.
fn members(object: &impl Serialize) -> io::Result<String> {
    let mut text = serde_json::to_string(object)?;
    text.pop();
    text.remove(0);
    Ok(text)
}
