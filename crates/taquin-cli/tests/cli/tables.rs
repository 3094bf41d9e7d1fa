//! Tables in the cache that others change, damage or plant while the command runs.

use crate::{PROGRAM, Run, command, json};
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

const EASY: &str = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 20 24/21 22 23 19 0";
const HARD: &str = "12 3 9 22 1/18 24 4 14 19/21 5 15 0 10/8 13 6 2 17/7 23 16 20 11";

fn taquin_in(cache: &Path, args: &[&str]) -> Run {
    command().args(args).env("TAQUIN_CACHE", cache).stdin(Stdio::null()).output().unwrap().into()
}

/// The table files of a cache.
fn files(cache: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(cache).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "taquin"));
    files.sort();
    files
}

/// A mapped file that was cut off ended the search with SIGBUS, and one that was overwritten gave false proofs.
#[test]
fn a_search_goes_on_when_its_tables_are_changed() {
    let directory = tempfile::tempdir().unwrap();
    let changes: [fn(&Path); 2] = [
        |path| File::options().write(true).open(path).unwrap().set_len(0).unwrap(),
        |path| {
            use std::os::unix::fs::FileExt;
            let file = File::options().write(true).open(path).unwrap();
            let entries = fs::metadata(path).unwrap().len() - 64;
            file.write_all_at(&vec![0xff; entries as usize], 64).unwrap();
        },
    ];
    for change in changes {
        assert_eq!(taquin_in(directory.path(), &["solve", "-q", "-a", "optimal", EASY]).code, Some(0));
        let mut solve = command();
        solve.args(["solve", "--json", "-a", "optimal", "--time-limit", "2", HARD]);
        solve.env("TAQUIN_CACHE", directory.path()).stdin(Stdio::null()).stdout(Stdio::piped());
        let child = solve.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(1_000));
        assert!(!files(directory.path()).is_empty());
        files(directory.path()).iter().for_each(|path| change(path));
        let run: Run = child.wait_with_output().unwrap().into();
        assert_eq!(run.code, Some(1));
        // It takes 95 moves.
        let bound = json(&run)[0]["lower_bound"].as_u64().unwrap();
        assert!((75..=95).contains(&bound), "{bound}");
    }
}

/// The names of temporary files could be foreseen, and were followed where links led.
#[test]
fn planted_links_are_not_followed() {
    let directory = tempfile::tempdir().unwrap();
    let (cache, victim) = (directory.path().join("cache"), directory.path().join("victim"));
    fs::create_dir(&cache).unwrap();
    fs::write(&victim, "mine").unwrap();
    let script = r#"ln -s "$1" "$TAQUIN_CACHE/.3x3-blank8-tilesff.taquin.$$"; exec "$0" db build --size 3x3"#;
    let mut shell = Command::new("sh");
    shell.args(["-c", script, &PROGRAM]).arg(&victim).env("TAQUIN_CACHE", &cache).stdout(Stdio::null());
    assert!(shell.status().unwrap().success());
    assert_eq!(fs::read_to_string(&victim).unwrap(), "mine");
    assert_eq!(files(&cache).len(), 1);
}

#[test]
fn every_byte_and_every_name_is_verified() {
    let directory = tempfile::tempdir().unwrap();
    let verified = || taquin_in(directory.path(), &["db", "verify"]).code;
    assert_eq!(taquin_in(directory.path(), &["db", "build", "--size", "3x3"]).code, Some(0));
    assert_eq!(verified(), Some(0));
    let path = &files(directory.path())[0];
    let good = fs::read(path).unwrap();
    for at in [0, 15, 20, 40, 50, 63, 64, good.len() - 1] {
        let mut damaged = good.clone();
        damaged[at] ^= 4;
        fs::write(path, damaged).unwrap();
        assert_eq!(verified(), Some(1), "byte {at}");
    }
    fs::write(path, &good).unwrap();
    assert_eq!(verified(), Some(0));
    fs::write(directory.path().join("4x4-blank15-tiles7f.taquin"), &good).unwrap();
    assert_eq!(verified(), Some(1), "another table's name");
}

/// They waited for ever for somebody to write into the pipe.
#[test]
fn a_pipe_in_place_of_a_table_keeps_nobody_waiting() {
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("3x3-blank8-tilesff.taquin");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for args in [&["list"][..], &["verify"], &["remove"], &["build", "--size", "3x3"]] {
        let mut run = Command::new("timeout");
        run.args(["20", &PROGRAM, "db"]).args(args).env("TAQUIN_CACHE", directory.path());
        let run: Run = run.output().unwrap().into();
        assert!(run.code.is_some_and(|code| code <= 2), "{args:?}: {:?} {}", run.code, run.stderr);
    }
}
