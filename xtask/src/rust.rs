//! The steps that check the Rust code.

use crate::tool::{cargo, command, component, run, succeeds};
use anyhow::{Context, Result};

/// Installs the components of the toolchain that are missing and downloads what Cargo.lock names, so that no later step
/// needs the network.
pub(crate) fn fetch() -> Result<()> {
    component("rustfmt", &["fmt", "--version"])?;
    component("clippy", &["clippy", "--version"])?;
    cargo(&["fetch", "--locked"]).context(
        "cannot fetch the dependencies: the first run needs the network (crates.io), and Cargo.lock must be up to date",
    )
}

pub(crate) fn format() -> Result<()> {
    cargo(&["fmt", "--all", "--check"]).context("some files are not formatted: `cargo fmt --all` repairs that")
}

pub(crate) fn lint() -> Result<()> {
    cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"])
        .context("clippy found something: repair it, or write `#[expect(…, reason = \"…\")]`")
}

/// Tests by cargo-nextest where it is installed (one process per test, all cores), else by cargo itself.
///
/// - `thorough`: also those that are marked `#[ignore]`, because they take minutes; each has a smaller twin that always runs.
pub(crate) fn tests(thorough: bool) -> Result<()> {
    if succeeds(&mut command("cargo", &["nextest", "--version"])) {
        let which: &[&str] = if thorough { &["--run-ignored", "all"] } else { &[] };
        return cargo(&[&["nextest", "run", "--workspace", "--all-features"], which].concat());
    }
    println!("cargo-nextest is not installed (it is optional, and faster); using cargo test");
    let which: &[&str] = if thorough { &["--", "--include-ignored"] } else { &[] };
    cargo(&[&["test", "--workspace", "--all-features", "--tests"], which].concat())
}

pub(crate) fn doc_tests() -> Result<()> {
    cargo(&["test", "--workspace", "--all-features", "--doc"])
}

/// why: only libraries, because the command and the engine are both called `taquin` and would overwrite each other.
pub(crate) fn docs() -> Result<()> {
    let args = ["doc", "--workspace", "--all-features", "--no-deps", "--lib"];
    run(command("cargo", &args).env("RUSTDOCFLAGS", "-D warnings"))
}

/// Measures how well pictures are read; optimised, as a thousand pictures take minutes.
pub(crate) fn vision_eval(arguments: &[String]) -> Result<()> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let program = ["run", "--release", "--package", "taquin-vision-lab", "--bin", "evaluate", "--"];
    cargo(&[&program[..], &arguments].concat())
}
