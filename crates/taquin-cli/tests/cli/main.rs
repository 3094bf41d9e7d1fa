//! The `taquin` command as its users and other programs see it.

mod bad_input;
mod bench;
mod blocks;
mod construction;
mod contract;
mod differential;
#[cfg(unix)]
mod endings;
mod game;
mod labels;
mod listing;
mod pictures;
#[cfg(unix)]
mod process;
mod read;
mod scramble;
#[cfg(unix)]
mod tables;
mod text;

use std::{
    env,
    ffi::OsStr,
    io::Write,
    process::{Command, Output, Stdio},
    sync::LazyLock,
};

/// The command: the one that was built with these tests, or `$TAQUIN`, to see what they say of another build.
static PROGRAM: LazyLock<String> =
    LazyLock::new(|| env::var("TAQUIN").unwrap_or_else(|_| env!("CARGO_BIN_EXE_taquin").to_owned()));

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
    let mut command = Command::new(&*PROGRAM);
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

/// What ended a search before its time: the words in brackets of its message.
fn stopped_by(answer: &serde_json::Value) -> &str {
    let message = answer["message"].as_str().unwrap();
    message.split(['(', ')']).nth(1).unwrap_or_else(|| panic!("{message}"))
}
