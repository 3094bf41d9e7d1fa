//! The goals of robustness, measured on the real command: how it ends when its reader leaves or a signal comes, what its limits
//! mean, what hostile pictures and texts cost, and how the server answers among clients that stand still.
//!
//! `cargo xtask goals` builds the command and runs this. Only Linux tells what is measured.

mod limits;
mod measured;
mod pictures;
mod pipes;
mod server;
mod signals;
mod texts;

use anyhow::{Result, bail};
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use tempfile::TempDir;

/// One goal.
struct Goal {
    name: &'static str,
    about: &'static str,
    measure: fn(&Bench, &mut Table) -> Result<()>,
}

const GOALS: &[Goal] = &[
    Goal { name: "pipes", about: "a reader that leaves, or a full disk, ends the command", measure: pipes::measure },
    Goal { name: "signals", about: "signals end every command, and leave nothing behind", measure: signals::measure },
    Goal { name: "limits", about: "limits of time and memory hold, tables included", measure: limits::measure },
    Goal { name: "pictures", about: "any picture of 1 MiB takes 5 s and 512 MiB at most", measure: pictures::measure },
    Goal { name: "texts", about: "any text of 10 MiB takes 1 s and 64 MiB at most", measure: texts::measure },
    Goal { name: "server", about: "the server answers among clients that stand still", measure: server::measure },
];

/// What is measured, and where.
struct Bench {
    command: PathBuf,
    scratch: TempDir,
}

impl Bench {
    /// The command, in the scratch directory and with a cache there.
    fn command(&self, args: &[&str]) -> Command {
        self.set_up(Command::new(&self.command), args)
    }

    /// The command under what `ulimit` is told.
    fn limited(&self, limit: &str, args: &[&str]) -> Command {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("ulimit {limit}; exec \"$0\" \"$@\"")).arg(&self.command);
        self.set_up(shell, args)
    }

    fn set_up(&self, mut command: Command, args: &[&str]) -> Command {
        command.args(args).current_dir(self.scratch.path()).env("TAQUIN_CACHE", self.cache());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn cache(&self) -> PathBuf {
        self.scratch.path().join("cache")
    }

    /// Removes all tables.
    fn empty_cache(&self) -> Result<()> {
        if self.cache().exists() {
            std::fs::remove_dir_all(self.cache())?;
        }
        Ok(std::fs::create_dir(self.cache())?)
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<String> {
        std::fs::write(self.scratch.path().join(name), bytes)?;
        Ok(name.to_owned())
    }

    /// What the command prints, which must succeed.
    fn output(&self, args: &[&str]) -> Result<String> {
        let output = self.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).output()?;
        if !output.status.success() {
            bail!("{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(String::from_utf8(output.stdout)?)
    }
}

/// The lines of the result.
#[derive(Default)]
struct Table {
    missed: usize,
}

impl Table {
    fn row(&mut self, what: &str, found: &str, wanted: &str, is_met: bool) {
        println!("| {what} | {found} | {wanted} | {} |", if is_met { "met" } else { "MISSED" });
        self.missed += usize::from(!is_met);
    }
}

/// Measures the goals of these names, or all, and prints a table.
///
/// # Errors
/// If a goal is missed or cannot be measured, or if there is none of a name.
pub fn run(command: &Path, names: &[String]) -> Result<()> {
    if let Some(unknown) = names.iter().find(|name| GOALS.iter().all(|goal| goal.name != **name)) {
        let known: Vec<_> = GOALS.iter().map(|goal| goal.name).collect();
        bail!("there is no goal {unknown:?}; there are: {}", known.join(", "));
    }
    let bench = Bench { command: command.canonicalize()?, scratch: tempfile::tempdir()? };
    let mut table = Table::default();
    for goal in GOALS.iter().filter(|goal| names.is_empty() || names.iter().any(|name| name == goal.name)) {
        println!("\n{}: {}\n\n| what | found | wanted | |\n|---|---|---|---|", goal.name, goal.about);
        bench.empty_cache()?;
        (goal.measure)(&bench, &mut table)?;
    }
    if table.missed > 0 {
        bail!("{} lines miss their goal", table.missed);
    }
    Ok(())
}
