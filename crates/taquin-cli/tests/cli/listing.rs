//! All shortest solutions of a board or puzzle: `--all`, `--count-solutions` and `--beyond`.

use crate::{json, taquin, taquin_fed};
use std::collections::HashSet;

/// One of the two boards of 3×3 that need 31 moves.
const FARTHEST: &str = "8 6 7/2 5 4/3 0 1";
const NEAR: &str = "0 1 3/4 2 5/7 8 6";

#[test]
fn solutions_are_listed_in_order_and_counted() {
    let listed = taquin(&["solve", "--all", "--quiet", FARTHEST]);
    assert_eq!(listed.code, Some(0), "{}", listed.stderr);
    let solutions: Vec<&str> = listed.stdout.lines().take_while(|line| !line.is_empty()).collect();
    let distinct: HashSet<&&str> = solutions.iter().collect();
    assert!(solutions.len() > 1 && distinct.len() == solutions.len());
    let counted = taquin(&["solve", "--count-solutions", "--quiet", FARTHEST]);
    assert_eq!(counted.stdout, format!("{}\n", solutions.len()));
    let answer = &json(&taquin(&["solve", "--all", "--json", FARTHEST]))[0];
    assert_eq!(answer["solutions"].as_array().unwrap().len(), solutions.len());
    assert_eq!((&answer["moves"], &answer["solutions"][1]), (&solutions[0].into(), &solutions[1].into()));
    assert_eq!((&answer["status"], &answer["complete"]), (&"solved".into(), &true.into()));
    assert_eq!(answer["lengths"], serde_json::json!([[31, solutions.len()]]));
    assert_eq!((&answer["stm"], &answer["optimal"]), (&31.into(), &true.into()));
    for moves in solutions {
        assert_eq!(taquin(&["apply", FARTHEST, moves]).stdout, "1 2 3/4 5 6/7 8 0\n");
    }
}

#[test]
fn a_limit_ends_the_list() {
    let run = taquin(&["solve", "--all=2", "--json", FARTHEST]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let answer = &json(&run)[0];
    assert_eq!(answer["solutions"].as_array().unwrap().len(), 2);
    assert_eq!((&answer["solution_count"], &answer["complete"]), (&2.into(), &false.into()));
    let text = taquin(&["solve", "--all=2", FARTHEST]).stdout;
    assert!(text.contains("the first 2 solutions"), "{text}");
}

#[test]
fn longer_solutions_in_both_metrics() {
    for (metric, shortest) in [("stm", 4), ("mtm", 4)] {
        let args = ["solve", "--count-solutions", "--beyond", "8", "--metric", metric, "--json", NEAR];
        let answer = &json(&taquin(&args))[0];
        let lengths = answer["lengths"].as_array().unwrap();
        assert_eq!(lengths[0], serde_json::json!([shortest, 1]));
        assert_eq!(lengths.len(), if metric == "stm" { 5 } else { 9 });
        assert!(answer.get("solutions").is_none());
        let sum: u64 = lengths.iter().map(|pair| pair[1].as_u64().unwrap()).sum();
        assert_eq!(answer["solution_count"], sum);
    }
}

/// One object for each board, whatever becomes of it.
#[test]
fn every_board_has_its_answer() {
    let input = format!("{NEAR}\n1 2 3/4 5 6/8 7 0\nnonsense\n1 2 3/4 5 6/7 8 0\n");
    let run = taquin_fed(&["solve", "--all", "--json"], input.as_bytes());
    assert_eq!(run.code, Some(2));
    let statuses: Vec<_> = json(&run).iter().map(|answer| answer["status"].as_str().unwrap().to_owned()).collect();
    assert_eq!(statuses, ["solved", "unsolvable", "error", "solved"]);
    assert_eq!(json(&run)[3]["solutions"], serde_json::json!([""]));
}

/// A time limit leaves what was found, says so, and is no success.
#[test]
fn a_time_limit_ends_cleanly() {
    let board = "15 14 13 12/11 10 9 8/7 6 5 4/3 1 2 0";
    let run = taquin(&["solve", "--count-solutions", "--beyond", "30", "--time-limit", "1.5", "--json", board]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let answer = &json(&run)[0];
    assert_eq!((&answer["status"], &answer["complete"]), (&"limit".into(), &false.into()));
}

#[test]
fn what_does_not_go_together_is_refused() {
    for (args, expected) in [
        (&["--beyond", "2"][..], "--beyond needs --all or --count-solutions"),
        (&["--all", "--algorithm", "bfs"][..], "need --algorithm optimal or auto, not bfs"),
        (&["--count-solutions", "--algorithm", "anytime"][..], "need --algorithm optimal or auto, not anytime"),
        (&["--all=0"][..], "0 is not in 1.."),
        (&["--all=many"][..], "invalid value 'many'"),
        (&["--all", "--count-solutions"][..], "cannot be used with"),
        (&["--all", "--explain"][..], "cannot be used with"),
        (&["--all", "--beyond", "-1"][..], "unexpected argument"),
    ] {
        let run = taquin(&[&["solve"][..], args, &[NEAR]].concat());
        assert_eq!(run.code, Some(2), "{args:?}");
        assert!(run.stderr.contains(expected), "{args:?}: {}", run.stderr);
    }
    let run = taquin(&["solve", "--all", "--metric", "mtm", "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 0 19"]);
    assert_eq!(run.code, Some(2), "{}", run.stdout);
}

/// All shortest solutions of block puzzles.
#[test]
fn solutions_of_blocks_are_listed_and_counted() {
    let listed = taquin(&["blocks", "solve", "Klotski", "--all", "--quiet"]);
    assert_eq!(listed.code, Some(0), "{}", listed.stderr);
    let solutions: Vec<&str> = listed.stdout.lines().take_while(|line| !line.is_empty()).collect();
    let distinct: HashSet<&&str> = solutions.iter().collect();
    assert!(solutions.len() > 1 && distinct.len() == solutions.len());
    assert!(solutions.iter().all(|moves| moves.split(", ").count() == 81));
    let counted = taquin(&["blocks", "solve", "Klotski", "--count-solutions", "--quiet"]);
    assert_eq!(counted.stdout, format!("{}\n", solutions.len()));
    let answer = &json(&taquin(&["blocks", "solve", "Klotski", "--all=2", "--json"]))[0];
    assert_eq!(answer["solutions"].as_array().unwrap().len(), 2);
    assert_eq!(answer["solution"], answer["solutions"][0]);
    assert_eq!((&answer["solution_count"], &answer["complete"]), (&2.into(), &false.into()));
    let answer = &json(&taquin(&["blocks", "solve", "Klotski", "--count-solutions", "--json"]))[0];
    assert_eq!(answer["lengths"], serde_json::json!([[81, solutions.len()]]));
    assert_eq!((&answer["complete"], answer.get("solutions")), (&true.into(), None));
}

#[test]
fn lists_of_blocks_end_in_words() {
    let text = |args: &[&str]| taquin(&[&["blocks", "solve"], args].concat());
    let small = ["--start", "A.b\n .", "--goal", "..A\n ."];
    let longer = text(&[&small[..], &["--all", "--beyond", "1"]].concat());
    assert!(longer.stdout.contains("b LD, A RR\nA RD, b LL, A UR\n"), "{}", longer.stdout);
    assert!(longer.stdout.contains("1 solution of 2 moves, 1 solution of 3 moves, which are all"), "{}", longer.stdout);
    let none = text(&["--start", "ab", "--goal", "ba", "--all"]);
    assert_eq!(none.code, Some(1));
    assert!(none.stdout.contains("there is no solution"), "{}", none.stdout);
    let none = text(&["--start", "ab", "--goal", "ba", "--all", "--json"]);
    assert_eq!(json(&none)[0]["solutions"], serde_json::json!([]));
    let full = text(&["Klotski", "--count-solutions", "--memory-limit", "1", "--quiet"]);
    assert_eq!((full.code, full.stdout.as_str()), (Some(1), "limit\n"));
    let alone = text(&["Klotski", "--beyond", "1"]);
    assert_eq!(alone.code, Some(2));
    assert!(alone.stderr.contains("--beyond needs --all or --count-solutions"), "{}", alone.stderr);
}
