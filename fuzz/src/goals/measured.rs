//! A run of the command, and what it took.

use anyhow::Result;
use std::{
    fs,
    process::{Child, Command, ExitStatus},
    thread,
    time::{Duration, Instant},
};

/// Who does not end by then never will, and is killed.
const PATIENCE: Duration = Duration::from_secs(60);
const GLANCE: Duration = Duration::from_micros(500);

#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub(super) status: ExitStatus,
    pub(super) seconds: f64,
    pub(super) peak_mib: f64,
}

impl Measured {
    /// Did it end by itself, with a documented exit code?
    pub(super) fn is_orderly(self) -> bool {
        matches!(self.status.code(), Some(0..=2))
    }
}

/// Runs a command to its end.
pub(super) fn run(command: &mut Command) -> Result<Measured> {
    let begun = Instant::now();
    finish(&mut command.spawn()?, begun)
}

/// Waits for the end of a command that began at some time. Looks at its memory twice in a millisecond, as nobody can be asked
/// after it has ended; what is taken in its last moment may be missed.
pub(super) fn finish(child: &mut Child, begun: Instant) -> Result<Measured> {
    let mut peak_mib: f64 = 0.0;
    let waiting = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Measured { status, seconds: begun.elapsed().as_secs_f64(), peak_mib });
        }
        peak_mib = peak_mib.max(peak_of(child));
        if waiting.elapsed() > PATIENCE {
            child.kill()?;
            return Ok(Measured { status: child.wait()?, seconds: begun.elapsed().as_secs_f64(), peak_mib });
        }
        thread::sleep(GLANCE);
    }
}

/// The most memory that a process has had so far, in MiB.
pub(super) fn peak_of(child: &Child) -> f64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kib.unwrap_or_default() / 1024.0
}
