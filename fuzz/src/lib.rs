//! Fuzz targets of Taquin: plain functions that take any bytes and panic where a promise is broken.
//!
//! The same functions are driven by two fuzzers: the small one of this crate ([`mutate`], stable Rust and nothing
//! else), and libFuzzer, guided by coverage (`fuzz/libfuzzer`). `cargo xtask fuzz` chooses.
//!
//! To add a target, write its function in a file of its own, list it in [`TARGETS`], and add its three lines to
//! `fuzz/libfuzzer`. Input that once failed is kept in `fuzz/regressions/<target>/` and replayed by the tests.

mod blocks;
mod board;
mod manhattan;
mod moves;
pub mod mutate;

use std::path::Path;

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
pub const TARGETS: &[Target] = &[blocks::TARGET, board::TARGET, moves::TARGET, manhattan::TARGET];

/// The target of this name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().copied().find(|target| target.name == name)
}

/// Runs the target of this name, which must exist: what `fuzz/libfuzzer` calls.
pub fn run(name: &str, data: &[u8]) {
    (target(name).expect("a target of this name").run)(data);
}

/// A file in the repository's `data` directory.
fn data_text(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data").join(file);
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
