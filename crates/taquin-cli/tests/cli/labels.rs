//! Tiles that look alike, free cells and several gaps, as users of the command see them.

use crate::{json, taquin, taquin_fed};
use std::fmt::Write;

#[test]
fn alike_tiles_letters_gaps_and_free_cells_are_solved() {
    for (board, goal, stm, gaps) in [
        ("1 1 2/2 3 0/3 4 4", None, 11, 1),
        ("A A B/B C C/0 D D", None, 8, 1),
        ("1 2 3/4 5 6/8 7 0", Some("1 2 3/* * */* * *"), 0, 1),
        ("8 2 0/4 6 1/3 7 5", Some("1 2 3/* * */* * *"), 14, 1),
        ("0 1 2/3 0 4/5 6 7", Some("1 2 3/4 5 6/7 0 0"), 12, 2),
        ("3 2 1 0 0", Some("0 0 3 2 1"), 6, 2),
    ] {
        let mut args = vec!["solve", "--json", board];
        args.extend(goal.into_iter().flat_map(|goal| ["--goal", goal]));
        let run = taquin(&args);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{board}");
        let answer = &json(&run)[0];
        assert_eq!((&answer["status"], answer["optimal"].as_bool()), (&"solved".into(), Some(true)), "{answer}");
        assert_eq!((answer["stm"].as_u64(), answer["gaps"].as_u64()), (Some(stm), Some(gaps)), "{answer}");
        // The moves do what they say.
        let moves = answer["moves"].as_str().unwrap();
        if !moves.is_empty() {
            let after = taquin(&["apply", board, moves]).stdout;
            let again = taquin(&["solve", "--quiet", after.trim(), "--goal", answer["goal"].as_str().unwrap()]);
            assert_eq!((again.code, again.stdout.as_str()), (Some(0), "\n"), "{board} {moves} {after}");
        }
    }
}

#[test]
fn named_goals_are_reached() {
    for name in ["rows", "columns", "fringe", "grids"] {
        let run = taquin(&["scramble", "--size", "3x3", "--goal", name, "--seed", "1", "--count", "3"]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let solved = taquin_fed(&["solve", "--json", "--goal", name], run.stdout.as_bytes());
        assert_eq!(solved.code, Some(0), "{}", solved.stderr);
        assert!(json(&solved).iter().all(|answer| answer["optimal"] == true), "{}", solved.stdout);
        // An ordinary board gets the labels of the goal.
        let ordinary = &json(&taquin(&["solve", "--json", "--goal", name, "8 2 0/4 6 1/3 7 5"]))[0];
        assert_eq!(ordinary["status"], "solved");
        assert_ne!(ordinary["board"], "8 2 0/4 6 1/3 7 5");
    }
}

#[test]
fn results_read_well() {
    let shown = [
        &["check", "1 1 2/2 3 0/3 4 4"][..],
        &["check", "1 2 2 0", "--goal", "2 1 2 0"],
        &["check", "--json", "1 1 2/2 3 0/3 4 4", "A B/C 0"],
        &["solve", "--show", "--quiet", "1 1/2 0"],
        &["apply", "1 0 1/2 2 3/3 3 0", "R 2:D 1:U"],
        &["scramble", "--size", "4x4", "--goal", "rows", "--seed", "7"],
        &["scramble", "--goal", "1 1 2/2 3 0/3 4 0", "--seed", "7", "--count", "2"],
        &["scramble", "--goal", "1 2 3/* * */* * *", "--seed", "7"],
    ];
    let mut text = String::new();
    for args in shown {
        let run = taquin(args);
        writeln!(text, "$ taquin {}\n{}{}[{}]", args.join(" "), run.stdout, run.stderr, run.code.unwrap_or(-1))
            .unwrap();
    }
    insta::assert_snapshot!(text);
}

/// What is wrong with labels: exact message, exit code 2 (or 1 where it is only unsolvable).
#[test]
fn bad_labels_are_explained() {
    let uses: &[&[&str]] = &[
        &["solve", "1 * 2/3 0 4"],
        &["solve", "* */* 0"],
        &["solve", "1 A/2 0"],
        &["solve", "A 1/B 0"],
        &["solve", "A B/C D"],
        &["solve", "1 1/2 2"],
        &["solve", "AB C/D 0"],
        &["solve", "a b/c 0"],
        &["solve", "Ä B/C 0"],
        &["solve", "1 2 3/4 5 5/7 8 0"],
        &["solve", "1 2 3/4 0 6/7 8 0"],
        &["solve", "A A B/B C"],
        &["solve", "2x3:A,A,B,B,0"],
        &["solve", "1 1/2 0", "--goal", "1 2/2 0"],
        &["solve", "1 1/2 0", "--goal", "1 3/1 0"],
        &["solve", "1 1/2 0", "--goal", "A A/B 0"],
        &["solve", "1 1/2 0", "--goal", "1 1 2/0 * *"],
        &["solve", "1 1/2 0", "--goal", "1 0/0 *"],
        &["solve", "1 1/2 0", "--goal", "1 1/1 1"],
        &["solve", "1 1/2 0", "--goal", "1 ?/2 0"],
        &["solve", "1 1/2 0", "--goal", "diagonals"],
        &["solve", "1 2 2 0", "--goal", "2 1 2 0"],
        &["solve", "A B/C 0", "--goal", "B A/C 0"],
        &["solve", "--explain", "1 1/2 0"],
        &["solve", "--algorithm", "ida-star", "--heuristic", "walking-distance", "1 1 1/2 2 2/0 3 3"],
        &["solve", "--algorithm", "optimal", "1 1 1 1 1/2 2 2 2 2/3 3 3 3 3/4 4 4 4 0"],
        &["check", "1 1/2 0", "--goal", "1 3/1 0"],
        &["apply", "1 0/2 0", "3:U"],
        &["apply", "1 0/2 0", "0:U"],
        &["apply", "1 0/2 0", "R 2:x"],
        &["apply", "1 0/2 0", "U"],
        &["scramble", "--goal", "rows"],
        &["scramble", "--goal", "1 1/* *"],
        &["scramble", "--goal", "1 1/2 0", "--size", "3x3"],
        &["scramble", "--goal", "1 1/2 0", "--distance", "3"],
        &["play", "--board", "1 1/2 0", "--size", "3x3"],
    ];
    let mut text = String::new();
    for args in uses {
        let run = taquin(args);
        let expected = if run.stdout.contains("unsolvable") { 1 } else { 2 };
        assert_eq!(run.code, Some(expected), "{args:?}: {}{}", run.stdout, run.stderr);
        writeln!(text, "$ taquin {}\n{}{}", args.join(" "), run.stdout, run.stderr).unwrap();
    }
    insta::assert_snapshot!(text);
}
