//! Set-up, tests and demonstrations of Taquin: all that a stranger needs, in Rust.
//!
//! - `cargo xtask run` builds everything and serves the browser app on this machine;
//! - `cargo xtask test` runs every check that the project has, in steps; [`test`] lists them;
//! - `cargo xtask fuzz` feeds broken input to the parsers and to the command for as long as you like;
//! - `cargo xtask goals` measures what the command does when it is interrupted, limited or attacked;
//! - `cargo xtask api` writes the public API of the engine to a file, which the tests compare;
//! - `cargo xtask examples` writes the output of the examples in the documents anew;
//! - `cargo xtask vision-eval` measures how well pictures of puzzles are read;
//! - `cargo xtask site` writes the browser app as a folder for any host;
//! - `cargo xtask package` makes the crates and the npm package, `cargo xtask release --dry-run` all that a release holds;
//! - `cargo xtask third-party` writes the licences of others anew;
//! - `cargo xtask screenshots` and `cargo xtask measure-web` look at the browser app in Chromium.

mod api;
mod examples;
mod fuzz;
mod links;
mod package;
mod picture;
mod python;
mod release;
mod rust;
mod site;
mod supply;
mod test;
mod tool;
mod web;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Set-up, tests and demonstrations of Taquin")]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Builds everything and serves the browser app on this machine.
    Run {
        /// What `taquin serve` is to be told, such as `--port 8080`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Takes a picture of every view of the browser app, into web/e2e/output.
    Screenshots,
    /// Measures the browser app in Chromium.
    MeasureWeb {
        /// Writes the tables to bench/runs.
        #[arg(long)]
        record: bool,
    },
    /// Runs every check of the project, in steps; stops at the first that fails.
    Test(test::Args),
    /// Feeds mutated input to a fuzz target, guided by coverage where a C++ compiler is found.
    Fuzz(fuzz::Args),
    /// Measures how the command ends, keeps its limits and bears hostile input (on Linux, for half an hour).
    Goals {
        /// Only these goals; all by default.
        goals: Vec<String>,
    },
    /// Writes the public API of the engine to crates/taquin/api.txt.
    Api,
    /// Runs the commands in the documents, writes what they print, and draws the README's picture.
    Examples,
    /// Draws a thousand boards with the system's fonts and photographs, and measures how well they are read.
    VisionEval {
        /// What the measurement is to be told, such as `--count 100`, `--only photo`, `--labelled FOLDER`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Writes the browser app as a folder that any host can serve, from any path.
    Site(site::Args),
    /// Makes the crates, with the browser app inside the command's, and the npm package; builds the crates from theirs alone.
    Package(package::Args),
    /// Builds what a release holds, into target/release-files.
    Release(release::Args),
    /// Writes THIRD-PARTY.md: the licences of all that others have written.
    ThirdParty,
    /// Builds what the tests of the browser app need, beside their other steps.
    #[command(hide = true)]
    PrepareWeb,
}

fn main() -> ExitCode {
    let done = match Args::parse().task {
        Task::Run { arguments } => web::serve(&arguments),
        Task::Screenshots => web::screenshots(),
        Task::MeasureWeb { record } => web::measure(record),
        Task::Test(args) => test::run(&args),
        Task::Fuzz(args) => fuzz::run(&args),
        Task::Goals { goals } => fuzz::goals(&goals),
        Task::Api => api::write(),
        Task::Examples => examples::write(),
        Task::VisionEval { arguments } => rust::vision_eval(&arguments),
        Task::Site(args) => site::run(&args),
        Task::Package(args) => package::run_all(&args),
        Task::Release(args) => release::run_all(&args),
        Task::ThirdParty => supply::write(),
        Task::PrepareWeb => web::prepare(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nxtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
