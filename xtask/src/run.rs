//! `cargo xtask run`: Taquin at work.

use crate::tool::{built, cargo, command, run as run_tool};
use anyhow::{Context, Result};

/// Builds the command, scrambles two boards and solves them.
pub(crate) fn run() -> Result<()> {
    println!("Building the `taquin` command …");
    cargo(&["build", "--release", "--package", "taquin-cli"])
        .context("cannot build: the first build needs the network, for the dependencies from crates.io")?;
    let taquin = built("release", "taquin")?.display().to_string();
    let demonstrations: [(&str, &[&str]); 2] = [
        ("a random 3×3 board, one of the 181 440 that can be solved", &["--size", "3x3"]),
        ("a 4×4 board after 100 random moves", &["--size", "4x4", "--moves", "100"]),
    ];
    for (about, options) in demonstrations {
        println!("\nScrambling {about}, and solving it in as few moves as possible:\n");
        let scramble = command(&taquin, &["scramble", "--quiet"]).args(options).output();
        let board = String::from_utf8(scramble.context("cannot start the `taquin` that was just built")?.stdout)?;
        run_tool(&mut command(&taquin, &["solve", board.trim_end()]))?;
    }
    println!("Each answer is proven shortest, and was replayed against the rules. More: {taquin} --help");
    Ok(())
}
