//! What other programs rely on: JSON fields, exit codes, one result per board in order.

use crate::{json, stopped_by, taquin, taquin_fed};
use serde_json::Value;

const BOARD: &str = "8 2 0/4 6 1/3 7 5";
const UNSOLVABLE: &str = "1 2 3/4 5 6/8 7 0";
/// The first of Korf's 24-puzzles: far out of reach within a second.
const HARD: &str = "12 3 9 22 1/18 24 4 14 19/21 5 15 0 10/8 13 6 2 17/7 23 16 20 11";

fn fields(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn a_solved_board_has_all_fields() {
    let run = taquin(&["solve", "--json", "--algorithm", "ida-star", BOARD]);
    assert_eq!(run.code, Some(0));
    let [answer] = &json(&run)[..] else { panic!("{}", run.stdout) };
    let mut expected = [
        "board",
        "goal",
        "rows",
        "cols",
        "algorithm",
        "heuristic",
        "status",
        "moves",
        "stm",
        "mtm",
        "optimal",
        "lower_bound",
        "expanded",
        "generated",
        "seconds",
    ];
    expected.sort_unstable();
    assert_eq!(fields(answer), expected);
    assert_eq!(answer["board"], BOARD);
    assert_eq!(answer["goal"], "1 2 3/4 5 6/7 8 0");
    assert_eq!((&answer["rows"], &answer["cols"]), (&3.into(), &3.into()));
    assert_eq!(answer["status"], "solved");
    assert_eq!(answer["stm"], 24);
    assert_eq!(answer["lower_bound"], 24);
    assert_eq!(answer["optimal"], true);
    let after = taquin(&["apply", BOARD, answer["moves"].as_str().unwrap()]);
    assert_eq!(after.stdout, "1 2 3/4 5 6/7 8 0\n");
}

#[test]
fn every_algorithm_agrees_on_the_length() {
    for algorithm in ["bfs", "ida-star"] {
        let run = taquin(&["solve", "--json", "--algorithm", algorithm, BOARD]);
        let answer = &json(&run)[0];
        assert_eq!((&answer["algorithm"], &answer["stm"]), (&algorithm.into(), &24.into()));
        assert_eq!(answer["optimal"], true);
    }
}

#[test]
fn an_unsolvable_board_says_why_and_how_to_repair_it() {
    let run = taquin(&["solve", "--json", UNSOLVABLE]);
    assert_eq!(run.code, Some(1));
    let answer = &json(&run)[0];
    assert_eq!(answer["status"], "unsolvable");
    assert_eq!(answer["exchange"], serde_json::json!([8, 7]));
    assert_eq!(answer["optimal"], false);
    assert!(answer["moves"].is_null());
}

#[test]
fn a_limit_tells_what_is_known() {
    let run = taquin(&["solve", "--json", "--algorithm", "ida-star", "--force", "--time-limit", "0.2", HARD]);
    assert_eq!(run.code, Some(1));
    let answer = &json(&run)[0];
    assert_eq!(answer["status"], "limit");
    assert_eq!(answer["optimal"], false);
    assert!(answer["lower_bound"].as_u64().unwrap() >= 75, "{answer}");
    assert!(answer["expanded"].as_u64().unwrap() > 1000, "{answer}");
    assert_eq!(stopped_by(answer), "time limit");
    let seconds = answer["seconds"].as_f64().unwrap();
    assert!((0.2..2.0).contains(&seconds), "{seconds}");
}

#[test]
fn the_memory_limit_holds() {
    let run = taquin(&["solve", "--json", "--algorithm", "bfs", "--memory-limit", "1", "3 8 5 0/7 1 2 10/4 11 6 9"]);
    assert_eq!(run.code, Some(1));
    let answer = &json(&run)[0];
    assert_eq!(answer["status"], "limit");
    assert_eq!(stopped_by(answer), "memory limit");
}

#[test]
fn an_error_is_a_line_like_any_other() {
    let run = taquin(&["solve", "--json", "1 2/9 0"]);
    assert_eq!(run.code, Some(2));
    let answer = &json(&run)[0];
    assert_eq!(answer["status"], "error");
    assert_eq!(
        answer["message"],
        "\"1 2/9 0\": line 1, column 5: tile 9 does not belong on a board of 2x2: its tiles are 1 to 3"
    );
    assert_eq!(run.stderr, "");
}

#[test]
fn a_bad_board_among_many_does_not_stop_the_others() {
    let input = b"1 2/0 3\n1 2/9 0\n\n1 2 3\n4 5 0\n\n2 1/3 0\r\n1 0/3 2\n";
    for command in ["solve", "check"] {
        let run = taquin_fed(&[command, "--json"], input);
        assert_eq!(run.code, Some(2));
        let boards: Vec<_> = json(&run).iter().map(|answer| answer["board"].clone()).collect();
        assert_eq!(
            boards,
            [Some("1 2/0 3"), None, Some("1 2 3/4 5 0"), Some("2 1/3 0"), Some("1 0/3 2")].map(Value::from)
        );
    }
}

#[test]
fn the_exit_code_is_the_worst_of_all() {
    let code = |boards: &[&str]| taquin(&[&["solve", "--quiet"], boards].concat()).code;
    assert_eq!(code(&["1 2/0 3", "1 2/3 0"]), Some(0));
    assert_eq!(code(&["1 2/0 3", "2 1/3 0", "1 2/3 0"]), Some(1));
    assert_eq!(code(&["2 1/3 0", "1 2", "1 2/3 0"]), Some(2));
}

#[test]
fn quiet_prints_one_line_per_board() {
    let run = taquin(&["solve", "--quiet", "1 2/0 3", "2 1/3 0", "1 2", "1 2/3 0"]);
    assert_eq!(run.stdout, "L\nunsolvable\nerror\n\n");
}

#[test]
fn sources_may_be_mixed_and_keep_their_order() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("mixed.txt");
    std::fs::write(&file, "# three forms\n2x2:1,2,0,3\n\n1,2|-1,3\n\n2\n1 2\n_ 3\n").unwrap();
    let run = taquin_fed(&["solve", "--quiet", "1 0/3 2", "mixed.txt", "-"], b"0 1/3 2\r\n");
    assert_eq!((run.stdout.as_str(), run.code), ("U\nL\nL\nL\nLU\n", Some(0)));
}

#[test]
fn any_goal_is_reached() {
    let goal = "0 1 2/3 4 5/6 7 8";
    let run = taquin(&["solve", "--json", "--goal", goal, "1 0 2/3 4 5/6 7 8"]);
    let answer = &json(&run)[0];
    assert_eq!((&answer["goal"], &answer["moves"]), (&goal.into(), &"R".into()));
}

#[test]
fn check_tells_what_is_known() {
    let run = taquin(&["check", "--json", BOARD, UNSOLVABLE, "2 1 0"]);
    assert_eq!(run.code, Some(1));
    insta::assert_snapshot!(run.stdout);
    let run = taquin(&["check", BOARD, UNSOLVABLE, "2 1 0", "1 0"]);
    insta::assert_snapshot!(run.stdout);
}

#[test]
fn streams_are_answered_at_once() {
    use std::{
        io::{BufRead, BufReader, Write},
        process::Stdio,
    };
    for command in ["solve", "check"] {
        let mut child =
            crate::command().args([command, "--json"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        for board in ["1 2/0 3", "1 0/3 2"] {
            // The second board is written only after the first answer has come, so a buffered answer would hang here.
            writeln!(input, "{board}").unwrap();
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["board"], board);
        }
        drop(input);
        assert!(child.wait().unwrap().success());
    }
}

/// More sizes in turn than are kept, twice over: what is computed for one size is never used for another.
#[test]
fn sizes_may_be_mixed_in_a_stream() {
    let boards: Vec<String> = (0..40).map(|at| format!("{}x1:0,{}", at % 10 + 2, tiles(at % 10 + 1))).collect();
    let run = taquin_fed(&["check", "--json"], boards.join("\n").as_bytes());
    let bounds: Vec<u64> = json(&run).iter().map(|finding| finding["lower_bound"].as_u64().unwrap()).collect();
    assert_eq!(bounds, (0..40).map(|at| at % 10 + 1).collect::<Vec<_>>());
}

fn tiles(count: u64) -> String {
    (1..=count).map(|tile| tile.to_string()).collect::<Vec<_>>().join(",")
}

#[test]
fn compare_shows_algorithms_side_by_side() {
    let names = ["bfs", "astar", "weighted-astar", "alpha-star"];
    let run = taquin(&["compare", "--json", "--algorithms", &names.join(","), "8 2 0/4 6 1/3 7 5"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let rows = json(&run);
    assert_eq!(rows.iter().map(|row| row["algorithm"].as_str().unwrap()).collect::<Vec<_>>(), names);
    for (row, optimal) in rows.iter().zip([true, true, false, false]) {
        assert_eq!((&row["status"], row["optimal"].as_bool()), (&"solved".into(), Some(optimal)), "{row}");
        let (moves, expanded) = (row["stm"].as_u64().unwrap(), row["expanded"].as_u64().unwrap());
        assert!(if optimal { moves == 24 } else { moves > 24 && row["lower_bound"].as_u64().unwrap() <= 24 }, "{row}");
        let factor = (expanded as f64).powf(1.0 / moves as f64);
        assert!((row["branching_factor"].as_f64().unwrap() - factor).abs() < 1e-9, "{row}");
        assert!(row["stored"].as_u64().unwrap() > 0 && row["generated"].as_u64().unwrap() > expanded, "{row}");
    }
}

#[test]
fn what_is_hopeless_is_refused_with_an_alternative() {
    for command in ["solve", "compare"] {
        let named = if command == "solve" { "--algorithm" } else { "--algorithms" };
        let run = taquin(&[command, named, "bfs", HARD]);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        insta::assert_snapshot!(format!("hopeless_by_{command}"), run.stderr);
    }
}
