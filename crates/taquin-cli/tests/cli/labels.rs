//! Tiles that look alike, free cells and several gaps, as users of the command see them.

use crate::{json, taquin, taquin_fed};

#[test]
fn alike_tiles_letters_gaps_and_free_cells_are_solved() {
    for (board, goal, stm, gaps) in [
        ("1 1 2/2 3 0/3 4 4", None, 13, 1),
        ("A A B/B C C/0 D D", None, 2, 1),
        ("1 2 3/4 5 6/8 7 0", Some("1 2 3/* * */* * *"), 0, 1),
        ("8 2 0/4 6 1/3 7 5", Some("1 2 3/* * */* * *"), 18, 1),
        ("0 1 2/3 0 4/5 6 7", Some("1 2 3/4 5 6/7 0 0"), 15, 2),
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
    let out = |args: &[&str]| taquin(args).stdout;
    assert_eq!(
        out(&["check", "1 1 2/2 3 0/3 4 4"]),
        "1 1 2\n2 3 _\n3 4 4\nsolvable\nat least 3 moves\n2 of 8 tiles out of place, 1 gap\n\n"
    );
    let line = &json(&taquin(&["check", "--json", "A B/0 0"]))[0];
    let expected = serde_json::json!({
        "board": "A B/0 0", "goal": "A B/0 0", "rows": 2, "cols": 2, "status": "solvable", "solvable": true, "misplaced": 0,
        "lower_bound": 0, "lower_bounds": {"manhattan": 0}, "gaps": 2,
    });
    assert_eq!(*line, expected);
    assert_eq!(out(&["apply", "1 0 1/2 2 3/3 3 0", "R 2:D 1:U"]), "2 1 1/0 2 0/3 3 3\n");
    assert_eq!(out(&["solve", "--quiet", "1 1/0 2", "A A B/B C C/0 D D", "1 1/2 0"]), "L\nL2\n\n");
    let boards = taquin(&["scramble", "--goal", "1 2 3/* * */* * *", "--seed", "7", "--count", "5"]);
    assert_eq!((boards.code, boards.stdout.lines().count()), (Some(0), 5), "{}", boards.stderr);
    let walked = taquin(&["scramble", "--goal", "1 1 2/2 3 0/3 4 0", "--seed", "7", "--moves", "9"]);
    assert_eq!(walked.stdout.matches('0').count(), 2, "{}", walked.stdout);
}

/// What is wrong with labels, and the end of the message; exit code 2, or 1 where it is only unsolvable.
const BAD: &[(&[&str], &str)] = &[
    (
        &["solve", "1 * 2/3 0 4"],
        "line 1, column 3: a cell of a start holds a tile or a blank; * stands for any of them and belongs in goals only",
    ),
    (
        &["solve", "* */* 0"],
        "line 1, column 1: a cell of a start holds a tile or a blank; * stands for any of them and belongs in goals only",
    ),
    (
        &["solve", "1 A/2 0"],
        "line 1, column 3: labels are either all numbers or all letters; this one is among numbers",
    ),
    (
        &["solve", "A 1/B 0"],
        "line 1, column 3: labels are either all numbers or all letters; this one is among letters",
    ),
    (&["solve", "A B/C D"], "line 1, column 1: no blank: one of the cells must be 0"),
    (&["solve", "1 1/2 2"], "line 1, column 1: no blank: one of the cells must be 0"),
    (
        &["solve", "AB C/D 0"],
        "line 1, column 1: expected a tile number, a letter from A to Z or a blank (0, _, ., x, - or -1), found \"AB\"",
    ),
    (
        &["solve", "1 b/c 0"],
        "line 1, column 3: expected a tile number, a letter from A to Z or a blank (0, _, ., x, - or -1), found \"b\"",
    ),
    (&["solve", "Ä B/C 0"], "line 1, column 1: expected a tile number or a blank (0, _, ., x, - or -1), found \"Ä\""),
    (
        &["solve", "1 2 3/4 5 5/7 8 0"],
        "tile 6 is missing, and a number or a blank is there twice; tiles that look alike are 1, 2, 3 … without leaving one out, unless --goal says what they should become",
    ),
    (&["solve", "1 2 3/4 0 6/7 8 0"], "unless --goal says what they should become"),
    (&["solve", "A A B/B C"], "line 1, column 7: expected 3 cells in this row as in the first one, found 2"),
    (&["solve", "2x3:A,A,B,B,0"], "line 1, column 5: 5 cells given for a board of 2x3, which has 6"),
    (&["solve", "1 1/2 0", "--goal", "1 2/2 0"], "\"1 1/2 0\": the goal asks for 2 tiles 2, but the start has only 1"),
    (
        &["solve", "1 1/2 0", "--goal", "1 3/1 0"],
        "\"1 1/2 0\": the goal asks for tile 3, which the start does not have",
    ),
    (
        &["solve", "1 1/2 0", "--goal", "A A/B 0"],
        "\"1 1/2 0\": the start has numbers but the goal has letters: both must have the same kind of labels",
    ),
    (
        &["solve", "1 1/2 0", "--goal", "1 1 2/0 * *"],
        "\"1 1/2 0\": the start is 2x2 but the goal is 2x3: both must have the same size",
    ),
    (&["solve", "1 1/2 0", "--goal", "1 0/0 *"], "\"1 1/2 0\": the goal asks for 2 gaps, but the start has only 1"),
    (
        &["solve", "1 1/2 0", "--goal", "1 1/1 1"],
        "no blank: one of the cells must be 0\n\nFor more information, try '--help'.",
    ),
    (
        &["solve", "1 1/2 0", "--goal", "1 ?/2 0"],
        "expected a tile number or a blank (0, _, ., x, - or -1), found \"?\"\n\nFor more information, try '--help'.",
    ),
    (&["solve", "1 2 2 0", "--goal", "2 1 2 0"], "and the goal has them in another order than the start"),
    (&["solve", "A B/C 0", "--goal", "B A/C 0"], "exchanging tiles A and B makes it solvable"),
    (&["solve", "--explain", "1 1/2 0"], "\"1 1/2 0\": --explain is for boards whose tiles are all different"),
    (
        &["solve", "--algorithm", "ida-star", "--heuristic", "walking-distance", "1 1 1/2 2 2/0 3 3"],
        "walking-distance does not serve tiles that look alike, free cells or several gaps; try manhattan or pattern-db",
    ),
    (
        &["check", "1 1/2 0", "--goal", "1 3/1 0"],
        "\"1 1/2 0\": the goal asks for tile 3, which the start does not have",
    ),
    (&["apply", "1 0/2 0", "3:U"], "move 1 (U) is illegal: there are not so many gaps"),
    (
        &["apply", "1 0/2 0", "0:U"],
        "character 1: expected the number of a gap, from 1 to 65535, before the colon, found \"0\"",
    ),
    (&["apply", "1 0/2 0", "R 2:x"], "character 5: expected a move (U, D, L, R, up, down, left or right), found 'x'"),
    (&["apply", "1 0/2 0", "U"], "move 1 (U) is illegal: no tile can move there"),
    (&["scramble", "--goal", "rows"], "--goal rows has no size of its own: give --size as well"),
    (
        &["scramble", "--goal", "1 1/* *"],
        "the goal has free cells, so it does not say which tiles the boards have; write a goal without *",
    ),
    (
        &["scramble", "--goal", "1 1/2 0", "--size", "3x3"],
        "--size is 3x3 but --goal is 2x2: give only one of them, or the same size",
    ),
    (
        &["scramble", "--goal", "1 1/2 0", "--distance", "3"],
        "--displaced and --distance are for boards whose tiles are all different",
    ),
    (
        &["play", "--board", "1 1/2 0", "--size", "3x3"],
        "--size is 3x3 but --board is 2x2: give only one of them, or the same size",
    ),
];

#[test]
fn bad_labels_are_explained() {
    for (args, message) in BAD {
        let run = taquin(args);
        let is_unsolvable = run.stdout.contains("unsolvable");
        assert_eq!(run.code, Some(if is_unsolvable { 1 } else { 2 }), "{args:?}: {}{}", run.stdout, run.stderr);
        let told = if is_unsolvable { &run.stdout } else { &run.stderr };
        assert!(told.trim_end().ends_with(message), "{args:?}: {told}");
    }
}
