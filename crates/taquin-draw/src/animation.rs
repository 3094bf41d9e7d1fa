//! An animated solution, and its timing.

use super::stage::{Pose, Stage};
use std::time::Duration;

/// A stage and its poses, one after the other. Between two poses pieces go straight.
#[derive(Debug)]
pub struct Animation<'s> {
    /// What is shown.
    pub stage: &'s Stage,
    /// The positions, at least one.
    pub poses: Vec<Pose>,
    /// How fast.
    pub tempo: Tempo,
}

/// The speed of an animation.
#[derive(Clone, Copy, Debug)]
pub struct Tempo {
    /// From the beginning of a slide to the beginning of the next.
    period: Duration,
}

/// How long the first position is shown, and the last.
const FIRST: Duration = Duration::from_millis(800);
const LAST: Duration = Duration::from_millis(2000);
/// The longest slide; the pieces rest for the remainder of the period.
const LONGEST_SLIDE: Duration = Duration::from_millis(150);

impl Tempo {
    /// This many slides per second.
    pub fn per_second(slides: f64) -> Self {
        Self { period: Duration::from_secs_f64(1.0 / slides) }
    }

    /// How long a slide takes.
    pub(super) fn slide(self) -> Duration {
        LONGEST_SLIDE.min(self.period * 6 / 10)
    }

    /// How long a pose rests: the first and the last one longer than the others.
    pub(super) fn rest(self, index: usize, count: usize) -> Duration {
        match index {
            _ if index + 1 == count => LAST,
            0 => FIRST,
            _ => self.period - self.slide(),
        }
    }
}
