//! The `taquin` command as its users and other programs see it.

mod bad_input;
mod bench;
mod blocks;
mod construction;
mod contract;
#[cfg(unix)]
mod process;
mod scramble;
mod text;

use std::{
    ffi::OsStr,
    io::Write,
    process::{Command, Output, Stdio},
};

/// What a run of the command gave.
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the command prints UTF-8");
        Self { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

/// The command, in a folder and with a cache of its own and without the caller's colours.
fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.env("TAQUIN_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    command.current_dir(env!("CARGO_TARGET_TMPDIR")).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// Runs the command with nothing on its standard input.
fn taquin(args: &[&str]) -> Run {
    taquin_fed(args, b"")
}

/// Runs the command with this on its standard input.
fn taquin_fed(args: &[impl AsRef<OsStr>], input: &[u8]) -> Run {
    let mut command = command();
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // The command may end before it has read everything.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap().into()
    })
}

/// The lines of JSON that a run printed.
fn json(run: &Run) -> Vec<serde_json::Value> {
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
