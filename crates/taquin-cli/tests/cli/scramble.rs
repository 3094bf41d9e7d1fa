//! Scrambles: repeatable, solvable, uniform.

use crate::{json, taquin, taquin_fed};
use std::collections::HashMap;

#[test]
fn a_seed_means_the_same_boards_for_good() {
    let boards = |args: &[&str]| taquin(&[&["scramble", "--seed", "1"], args].concat()).stdout;
    let report = [
        boards(&["--size", "4x4", "--count", "3"]),
        boards(&["--size", "3x5", "--moves", "20"]),
        boards(&["--size", "4x4", "--displaced", "80"]),
        boards(&["--goal", "0 1 2/3 4 5", "--count", "2"]),
        boards(&["--size", "1x6"]),
        boards(&["--size", "1x1"]),
    ];
    insta::assert_snapshot!(report.join("\n"));
}

#[test]
fn a_hundred_thousand_boards_are_the_same_on_every_run() {
    let run = || taquin(&["scramble", "--size", "4x4", "--count", "100000", "--seed", "1"]);
    let (first, second) = (run(), run());
    assert_eq!(first.stdout.lines().count(), 100_000);
    assert!(first.stdout == second.stdout);
    assert_eq!(first.stderr, "");
}

#[test]
fn the_chosen_seed_is_told_and_repeats_the_boards() {
    let run = taquin(&["scramble", "--size", "4x4", "--count", "2"]);
    let seed = run.stderr.strip_prefix("seed ").unwrap().split(' ').next().unwrap();
    let again = taquin(&["scramble", "--size", "4x4", "--count", "2", "--seed", seed]);
    assert_eq!(again.stdout, run.stdout);
    assert_eq!(taquin(&["scramble", "--size", "2x2", "--quiet"]).stderr, "");
}

#[test]
fn scrambles_can_be_solved() {
    for options in [&["--size", "3x3"][..], &["--goal", "3 0 1/2 5 4"], &["--size", "2x4", "--displaced", "100"]] {
        let boards = taquin(&[&["scramble", "--count", "5", "--seed", "7"], options].concat());
        let goal = if options[0] == "--goal" { options } else { &[] };
        let run = taquin_fed(&[&["solve", "--json"], goal].concat(), boards.stdout.as_bytes());
        assert_eq!((json(&run).len(), run.code), (5, Some(0)), "{}", run.stdout);
    }
}

#[test]
fn displaced_means_out_of_place() {
    let boards = taquin(&["scramble", "--size", "4x4", "--displaced", "80", "--count", "20", "--seed", "3"]);
    let run = taquin_fed(&["check", "--json"], boards.stdout.as_bytes());
    for finding in json(&run) {
        assert!(finding["misplaced"].as_u64().unwrap() >= 12, "{finding}");
    }
}

/// Chi-square over the 360 solvable boards of 2×3: 359 degrees of freedom, so 450 is exceeded once in a thousand.
#[test]
fn scrambles_are_uniform() {
    let run = taquin(&["scramble", "--size", "2x3", "--count", "72000", "--seed", "1"]);
    let mut counts: HashMap<&str, f64> = HashMap::new();
    for board in run.stdout.lines() {
        *counts.entry(board).or_default() += 1.0;
    }
    assert_eq!(counts.len(), 360);
    let expected = 72_000.0 / 360.0;
    let chi_square: f64 = counts.values().map(|count| (count - expected).powi(2) / expected).sum();
    assert!((270.0..450.0).contains(&chi_square), "{chi_square}");
}

#[test]
fn distances_are_exact_and_impossible_ones_are_told_at_once() {
    for (size, distance) in [("3x3", "31"), ("2x4", "36"), ("4x4", "30")] {
        let boards = taquin(&["scramble", "--size", size, "--distance", distance, "--count", "3", "--seed", "1"]);
        assert_eq!((boards.code, boards.stderr.as_str()), (Some(0), ""));
        let run = taquin_fed(&["solve", "--json", "--algorithm", "optimal"], boards.stdout.as_bytes());
        let lengths: Vec<String> = json(&run).iter().map(|answer| answer["stm"].to_string()).collect();
        assert_eq!(lengths, [distance; 3]);
    }
    let begun = std::time::Instant::now();
    let near = taquin(&["scramble", "--size", "5x5", "--distance", "5", "--count", "10", "--seed", "1"]);
    assert_eq!((near.code, near.stdout.lines().count()), (Some(0), 10));
    let far = taquin(&["scramble", "--size", "4x4", "--distance", "99999"]);
    let told = "error: no board of 4x4 has a distance of 99999 moves: none is farther than 80\n";
    assert_eq!((far.code, far.stderr.as_str()), (Some(2), told));
    assert!(begun.elapsed() < std::time::Duration::from_secs(5), "{:?}", begun.elapsed());
}
