//! Animations as GIF files.
//!
//! Every piece is painted once and turned into palette numbers; frames are put together from these, and hold only the
//! rectangle that changed, transparent where it did not. That makes long solutions small and fast.

mod canvas;
mod palette;

use super::{DrawError, animation::Animation};
use ::gif::{Encoder, Repeat};
use canvas::Canvas;
use std::{io::Write, time::Duration};

/// Frames come at most this often: it looks smooth, and every further frame makes the file larger.
const FRAME: Duration = Duration::from_millis(50);

/// Writes the animation, repeated for ever.
///
/// # Errors
/// [`DrawError::TooLarge`] if a GIF cannot be so large, [`DrawError::Write`] if it cannot be written.
pub fn write(animation: &Animation<'_>, out: impl Write) -> Result<(), DrawError> {
    let stage = animation.stage;
    let too_large = |_| DrawError::TooLarge { width: stage.width, height: stage.height };
    let size = (u16::try_from(stage.width).map_err(too_large)?, u16::try_from(stage.height).map_err(too_large)?);
    let mut canvas = Canvas::new(stage)?;
    let mut encoder = Encoder::new(out, size.0, size.1, &canvas.palette.bytes()).map_err(unwritten)?;
    encoder.set_repeat(Repeat::Infinite).map_err(unwritten)?;
    let mut clock = Clock::default();
    for (index, pose) in animation.poses.iter().enumerate() {
        if let Some(before) = index.checked_sub(1).map(|before| &animation.poses[before]) {
            let slide = animation.tempo.slide();
            let steps = (slide.as_millis() / FRAME.as_millis()).max(1) as i32;
            for step in 1..steps {
                let between = before.iter().zip(pose).map(|(&from, &to)| eased(from, to, step, steps)).collect();
                encoder.write_frame(&canvas.frame(between, clock.next(slide / steps as u32))).map_err(unwritten)?;
            }
            // why: a slide of n steps has n - 1 positions between its ends, so one step's time is left to its end.
            clock.owed += slide / steps as u32;
        }
        let rest = animation.tempo.rest(index, animation.poses.len());
        encoder.write_frame(&canvas.frame(pose.clone(), clock.next(rest))).map_err(unwritten)?;
    }
    Ok(())
}

fn unwritten(error: impl std::error::Error + Send + Sync + 'static) -> DrawError {
    DrawError::Write(error.into())
}

/// Where a piece is at `step` of `steps`: quick in the middle, slow at the ends.
fn eased(from: (i32, i32), to: (i32, i32), step: i32, steps: i32) -> (i32, i32) {
    let t = f64::from(step) / f64::from(steps);
    let share = t * t * (3.0 - 2.0 * t);
    let between = |from: i32, to: i32| from + (f64::from(to - from) * share).round() as i32;
    (between(from.0, to.0), between(from.1, to.1))
}

/// GIF counts hundredths of a second; what is lost by rounding one frame is given to the next.
#[derive(Default)]
struct Clock {
    owed: Duration,
}

impl Clock {
    fn next(&mut self, time: Duration) -> u16 {
        self.owed += time;
        // why: browsers take less than two hundredths for ten.
        let hundredths = (self.owed.as_millis() / 10).clamp(2, u128::from(u16::MAX)) as u16;
        self.owed = self.owed.saturating_sub(Duration::from_millis(10) * u32::from(hundredths));
        hundredths
    }
}
