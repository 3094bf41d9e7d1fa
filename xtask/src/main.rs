//! Set-up, tests and demonstrations of Taquin: all that a stranger needs, in Rust.
//!
//! - `cargo xtask run` builds everything and serves the browser app on this machine;
//! - `cargo xtask test` runs every check that the project has, in steps; [`test`] lists them;
//! - `cargo xtask fuzz` feeds broken input to the parsers for as long as you like;
//! - `cargo xtask examples` writes the output of the examples in the documents anew;
//! - `cargo xtask learn` makes the weights anew by which 5×5 boards are judged;
//! - `cargo xtask screenshots` and `cargo xtask measure-web` look at the browser app in Chromium.

mod examples;
mod fuzz;
mod learn;
mod links;
mod picture;
mod rust;
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
    /// Measures the browser app in Chromium, for bench/RESULTS.md.
    MeasureWeb,
    /// Runs every check of the project, in steps; stops at the first that fails.
    Test(test::Args),
    /// Feeds mutated input to a fuzz target, guided by coverage where a C++ compiler is found.
    Fuzz(fuzz::Args),
    /// Runs the commands in the documents, writes what they print, and draws the README's picture.
    Examples,
    /// Learns anew what 5×5 boards are worth, in half an hour; use `cargo run --release -p xtask -- learn`.
    Learn(learn::Args),
}

fn main() -> ExitCode {
    let done = match Args::parse().task {
        Task::Run { arguments } => web::serve(&arguments),
        Task::Screenshots => web::screenshots(),
        Task::MeasureWeb => web::measure(),
        Task::Test(args) => test::run(&args),
        Task::Fuzz(args) => fuzz::run(&args),
        Task::Examples => examples::write(),
        Task::Learn(args) => learn::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nxtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
