//! How a command ended, and its exit code.

use std::process::ExitCode;

/// The worst result so far; later variants are worse, so `max` combines them.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum Outcome {
    /// Everything was answered.
    #[default]
    Done,
    /// Some board is unsolvable or hit a limit.
    Partial,
    /// Some input was bad.
    Failed,
    /// The command was asked to end while nothing was being searched: 128 + SIGINT, as shells expect.
    Interrupted = 130,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome as u8)
    }
}
