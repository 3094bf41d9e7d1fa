//! How a command ended, and the exit code that tells it.

use std::process::ExitCode;

/// The worst thing that happened; later variants are worse, so `max` combines them.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum Outcome {
    /// Everything was answered.
    #[default]
    Done,
    /// Some board is unsolvable or hit a limit.
    Partial,
    /// Some input was bad.
    Failed,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome as u8)
    }
}
