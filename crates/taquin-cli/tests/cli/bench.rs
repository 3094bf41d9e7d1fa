//! `taquin bench big`: small runs of it.

use crate::{json, taquin};
use std::fs;

const RUN: [&str; 9] = ["bench", "big", "--sizes", "3x3,6x6", "--boards", "2", "--after", "0.1,0.3", "--threads=1"];

#[test]
fn means_are_printed_for_each_size() {
    let run = taquin(&RUN);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    for part in ["3x3: means over 2 boards", "6x6: means over 2 boards", "Manhattan", "after 0.1 s", "after 0.3 s"] {
        assert!(run.stdout.contains(part), "{part} is missing in:\n{}", run.stdout);
    }
}

#[test]
fn what_is_recorded_is_not_measured_again() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("record").display().to_string();
    let picture = folder.path().join("plot.svg").display().to_string();
    let args = [&RUN[..], &["--json", "--record", &record, "--plot", &picture]].concat();
    let first = taquin(&args);
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    let kept = fs::read(&record).unwrap();
    let again = taquin(&args);
    assert_eq!(json(&first), json(&again));
    assert_eq!(fs::read(&record).unwrap(), kept);
    assert!(fs::read_to_string(&picture).unwrap().contains("</svg>"));
}

#[test]
fn a_size_that_is_none_is_refused() {
    let run = taquin(&["bench", "big", "--sizes", "6by6"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("6by6"), "{}", run.stderr);
}
