//! `solve --checkpoint FILE`: the state of a long proof in a file, so that it goes on where it was stopped.

use crate::{answer, atomic_file};
use anyhow::{Context, Error, Result};
use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use taquin::{
    search::{Search, Stats, Status},
    tiles::{Direction, Moves, Solver, optimal::Checkpoint},
};

/// How often the state is saved.
const INTERVAL: Duration = Duration::from_secs(10);

/// The state in a file; `None` if there is no such file.
pub(crate) fn load(path: &Path) -> Result<Option<Checkpoint>> {
    match fs::read(path) {
        Ok(bytes) => {
            let checkpoint = Checkpoint::from_bytes(&bytes);
            checkpoint.map(Some).with_context(|| format!("{} (remove it to begin anew)", path.display()))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Writes a state, completely or not at all.
pub(crate) fn save(path: &Path, checkpoint: &Checkpoint) -> Result<()> {
    atomic_file::save(path, |out| Ok(out.write_all(&checkpoint.to_bytes())?))
}

/// A solver whose state is saved every few seconds, and when it is dropped.
pub(super) struct Checkpointed {
    solver: Solver,
    path: PathBuf,
    saved: Instant,
    /// Why the state could not be saved: the search ends then.
    failure: Option<Error>,
}

impl Checkpointed {
    /// Goes on from the state in a file, if there is one.
    pub(super) fn new(mut solver: Solver, path: &Path) -> Result<Self> {
        if let Some(checkpoint) = load(path)? {
            solver.resume(checkpoint).with_context(|| path.display().to_string())?;
        }
        Ok(Self { solver, path: path.to_owned(), saved: Instant::now(), failure: None })
    }

    fn save(&mut self) {
        self.saved = Instant::now();
        if let Some(checkpoint) = self.solver.checkpoint() {
            self.failure = save(&self.path, &checkpoint).err();
        }
    }

    /// Saves the state at the end; the solver, or why it could not be saved.
    pub(super) fn finish(mut self) -> Result<Solver> {
        if self.failure.is_none() {
            self.save();
        }
        self.failure.map_or(Ok(self.solver), Err)
    }
}

impl Search for Checkpointed {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        if self.failure.is_some() {
            return Status::Full;
        }
        let status = self.solver.run(budget);
        if self.saved.elapsed() >= INTERVAL {
            self.save();
        }
        status
    }

    fn stats(&self) -> &Stats {
        self.solver.stats()
    }

    fn solution(&self) -> Option<&[Direction]> {
        self.solver.solution()
    }
}

impl answer::Solver for Checkpointed {
    type Solution = Moves;

    fn checked_solution(&self) -> Result<Option<Moves>, Error> {
        Ok(self.solver.checked_solution()?)
    }

    fn is_proven(&self) -> bool {
        self.solver.is_proven()
    }
}
