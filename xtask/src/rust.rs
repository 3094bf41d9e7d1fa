//! The steps that check the Rust code.

use crate::tool::{self, cargo, command, component, run, succeeds};
use anyhow::{Context, Result};

/// Downloads what Cargo.lock names, so that no later step needs the network.
pub(crate) fn fetch() -> Result<()> {
    cargo(&["fetch", "--locked"]).context(
        "cannot fetch the dependencies: the first run needs the network (crates.io), and Cargo.lock must be up to date",
    )
}

pub(crate) fn format() -> Result<()> {
    component("rustfmt", &["fmt", "--version"])?;
    cargo(&["fmt", "--all", "--check"]).context("some files are not formatted: `cargo fmt --all` repairs that")
}

pub(crate) fn lint() -> Result<()> {
    component("clippy", &["clippy", "--version"])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"])
        .context("clippy found something: repair it, or write `#[expect(…, reason = \"…\")]`")
}

pub(crate) fn build() -> Result<()> {
    tool::build("--all-targets")
}

/// Tests by cargo-nextest where it is installed (one process per test, all cores), else by cargo itself.
pub(crate) fn tests() -> Result<()> {
    if succeeds(&mut command("cargo", &["nextest", "--version"])) {
        return cargo(&["nextest", "run", "--workspace", "--all-features"]);
    }
    println!("cargo-nextest is not installed (it is optional, and faster); using cargo test");
    cargo(&["test", "--workspace", "--all-features", "--tests"])
}

pub(crate) fn doc_tests() -> Result<()> {
    cargo(&["test", "--workspace", "--all-features", "--doc"])
}

/// why: only libraries, because the command and the engine are both called `taquin` and would overwrite each other.
pub(crate) fn docs() -> Result<()> {
    let args = ["doc", "--workspace", "--all-features", "--no-deps", "--lib"];
    run(command("cargo", &args).env("RUSTDOCFLAGS", "-D warnings"))
}
