//! `taquin bench`: small runs of it.

use crate::{json, taquin};
use std::fs;

const RUN: [&str; 9] = ["bench", "big", "--sizes", "3x3,6x6", "--boards", "2", "--after", "0.1,0.3", "--threads=1"];

fn without_digits(word: &str) -> String {
    if word.parse::<f64>().is_ok() { "N".to_owned() } else { word.to_owned() }
}

#[test]
fn means_are_printed_for_each_size() {
    let run = taquin(&RUN);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    // Times and lengths differ from run to run, the table around them does not.
    let table: Vec<String> = run.stdout.split_whitespace().map(without_digits).collect();
    insta::assert_snapshot!(table.join(" "));
}

#[test]
fn a_resumed_run_measures_nothing_again() {
    let folder = tempfile::tempdir().unwrap();
    let kept_in = folder.path().join("boards").display().to_string();
    let picture = folder.path().join("plot.svg").display().to_string();
    let args = [&RUN[..], &["--json", "--resume", &kept_in, "--plot", &picture]].concat();
    let first = taquin(&args);
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    let kept = fs::read(&kept_in).unwrap();
    let again = taquin(&args);
    assert_eq!(json(&first), json(&again));
    assert_eq!(fs::read(&kept_in).unwrap(), kept);
    let svg = fs::read_to_string(&picture).unwrap();
    assert_eq!(roxmltree::Document::parse(&svg).unwrap().root_element().tag_name().name(), "svg");
}

#[test]
fn a_size_that_is_none_is_refused() {
    let run = taquin(&["bench", "big", "--sizes", "6by6"]);
    assert_eq!(run.code, Some(2));
    insta::assert_snapshot!(run.stderr);
}

#[test]
fn results_are_recorded_as_tables() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.tsv").display().to_string();
    let runs: [(&[&str], &str, usize); 2] = [
        (&["blocks", "Royal Escape", "--metric=steps", "--rounds=1"], "pack\tpuzzle\tmetric\tcost\tpositions", 2),
        (&["big", "--sizes=3x3", "--boards=2", "--after=0.1", "--threads=1"], "size\tboards\tManhattan", 1),
    ];
    for (args, columns, rows) in runs {
        let run = taquin(&[&["bench"], args, &["--record", &file]].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let table = fs::read_to_string(&file).unwrap();
        let mut lines = table.lines().skip_while(|line| line.starts_with("# "));
        let header = lines.next().unwrap();
        assert!(header.starts_with(columns), "{header}");
        let lines: Vec<&str> = lines.collect();
        assert_eq!(lines.len(), rows, "{table}");
        assert!(lines.iter().all(|line| line.split('\t').count() == header.split('\t').count()), "{table}");
        for name in ["command: taquin bench", "version: taquin", "date: ", "machine: ", "load average before: "] {
            assert!(table.contains(&format!("# {name}")), "{name} is missing in:\n{table}");
        }
    }
}
