//! Set-up, tests and demonstrations of Taquin: all that a stranger needs, in Rust.
//!
//! - `cargo xtask test` runs every check that the project has, in steps; [`test`] lists them;
//! - `cargo xtask fuzz` feeds broken input to the parsers for as long as you like.

mod fuzz;
mod links;
mod rust;
mod test;
mod tool;

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
    /// Runs every check of the project, in steps; stops at the first that fails.
    Test(test::Args),
    /// Feeds mutated input to a fuzz target, guided by coverage where a C++ compiler is found.
    Fuzz(fuzz::Args),
}

fn main() -> ExitCode {
    let done = match Args::parse().task {
        Task::Test(args) => test::run(&args),
        Task::Fuzz(args) => fuzz::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nxtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
