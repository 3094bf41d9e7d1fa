//! Fuzz targets of Taquin: plain functions that take any bytes and panic where a promise is broken.
//!
//! The same functions are driven by two fuzzers: the small one of this crate ([`mutate`], stable Rust and nothing
//! else), and libFuzzer, guided by coverage (`fuzz/libfuzzer`). `cargo xtask fuzz` chooses.
//!
//! To add a target, write its function in a file of its own, list it in [`TARGETS`], and add its three lines to
//! `fuzz/libfuzzer`. Input that once failed is kept in `fuzz/regressions/<target>/` and replayed by the tests.

mod blocks;
mod board;
mod command;
#[cfg(target_os = "linux")]
pub mod goals;
mod hostile;
mod json;
mod manhattan;
mod moves;
pub mod mutate;
mod picture;
mod program;
mod tables;

use std::path::Path;

/// The example in the project's README, compiled and run: here, because a package of the engine holds its own README only.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// Something to be fuzzed.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, on the command line and in the directories.
    pub name: &'static str,
    /// Takes any bytes; panics where a promise is broken.
    pub run: fn(&[u8]),
    /// Good input to begin from.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    blocks::TARGET,
    board::TARGET,
    command::TARGET,
    json::TARGET,
    manhattan::TARGET,
    moves::TARGET,
    picture::TARGET,
    tables::TARGET,
];

/// The target of this name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().copied().find(|target| target.name == name)
}

/// Runs the target of this name, which must exist: what `fuzz/libfuzzer` calls.
pub fn run(name: &str, data: &[u8]) {
    (target(name).expect("a target of this name").run)(data);
}

/// FNV-1a: names files, and seeds what is drawn at random from bytes.
pub fn fingerprint(data: &[u8]) -> u64 {
    data.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A pack of block puzzles.
fn pack_text(pack: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/taquin/data/blocks").join(format!("{pack}.txt"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_and_past_failures_pass() {
        for target in TARGETS {
            let seeds = (target.seeds)();
            assert!(!seeds.is_empty(), "{} has no seeds", target.name);
            seeds.iter().for_each(|seed| (target.run)(seed));
            let past = Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions").join(target.name);
            for file in past.read_dir().into_iter().flatten() {
                (target.run)(&std::fs::read(file.unwrap().path()).unwrap());
            }
        }
    }
}
