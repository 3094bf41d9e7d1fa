//! `taquin blocks`: what people read, what other programs rely on, errors and exit codes.

use crate::{json, taquin, taquin_fed};
use serde_json::{Value, json};
use std::fmt::Write;

/// Block b must make way round the corner.
const CORNER: &[u8] = b"name: Corner\n\nA.b\n .\n--\n..A\n .\n";
/// Two blocks on a line cannot pass each other.
const STUCK: &[u8] = b"A.b\n--\nb.A\n";

#[test]
fn a_solution_is_drawn_step_by_step() {
    let run = taquin_fed(&["blocks", "solve", "-", "--steps"], CORNER);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let expected = "Corner\nA.b\n .\nsolved: 2 moves, 3 slides, 4 steps; no solution has fewer moves\n\n\
        1. b LD\nA..\n b\n\n2. A RR\n..A\n b\n\n12 positions in ";
    assert_eq!(run.stdout.get(..expected.len()), Some(expected), "{}", run.stdout);
}

#[test]
fn a_solution_has_all_fields() {
    let run = taquin_fed(&["blocks", "solve", "-", "--json"], CORNER);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let [answer] = &json(&run)[..] else { panic!("{}", run.stdout) };
    let mut known = answer.clone();
    // Times and sizes are not the same everywhere.
    for field in ["seconds", "peak_bytes", "states"] {
        assert!(known.as_object_mut().unwrap().remove(field).unwrap().as_f64().unwrap() > 0.0, "{field}");
    }
    let expected = json!({
        "name": "Corner", "metric": "moves", "status": "solved", "cost": 2, "moves": 2, "slides": 3, "steps": 4,
        "optimal": true, "lower_bound": 2,
        "solution": [
            { "block": "b", "from": [0, 2], "to": [1, 1], "path": "LD" },
            { "block": "A", "from": [0, 0], "to": [0, 2], "path": "RR" },
        ],
    });
    assert_eq!(known, expected);
}

#[test]
fn every_metric_has_its_optimum() {
    for (metric, cost) in [("moves", 81), ("slides", 90), ("steps", 116)] {
        for name in ["Royal Escape", "1A9BF0C"] {
            let run = taquin(&["blocks", "solve", name, "--metric", metric, "--quiet"]);
            assert_eq!((run.code, run.stdout.trim()), (Some(0), cost.to_string().as_str()), "{name} {metric}");
        }
    }
}

#[test]
fn no_solution_is_a_proof_and_exit_code_1() {
    let run = taquin_fed(&["blocks", "solve", "-"], STUCK);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    let answer = &json(&taquin_fed(&["blocks", "solve", "-", "--json"], STUCK))[0];
    assert_eq!((&answer["status"], &answer["optimal"]), (&json!("no-solution"), &json!(false)));
    assert_eq!((&answer["cost"], &answer["solution"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_goal_that_is_refused_beforehand_is_told_as_such() {
    let told = "there is no solution: some goal block could not get to its place even if it were alone on the board";
    let run = taquin_fed(&["blocks", "solve", "-"], b"A b\n--\n. A\n");
    assert_eq!((run.code, run.stdout.lines().nth(2)), (Some(1), Some(told)), "{}", run.stdout);
    let answer = &json(&taquin_fed(&["blocks", "solve", "-", "--json"], b"A b\n--\n. A\n"))[0];
    assert_eq!((&answer["status"], &answer["message"]), (&json!("no-solution"), &json!(told)));
}

#[test]
fn one_is_no_plural() {
    let run = taquin_fed(&["blocks", "solve", "-"], b"name: One\n\nA..\n--\n.A.\n");
    let expected = "One\nA..\nsolved: 1 move, 1 slide, 1 step; no solution has fewer moves\nA R\n";
    assert_eq!(run.stdout.get(..expected.len()), Some(expected), "{}", run.stdout);
}

#[test]
fn the_memory_limit_is_told_with_what_was_learnt() {
    let run =
        taquin(&["blocks", "solve", "From Right to Left", "--algorithm", "optimal", "--memory-limit", "1", "--json"]);
    assert_eq!(run.code, Some(1));
    let answer = &json(&run)[0];
    let message = "the memory limit of 1 MiB was reached (--memory-limit sets it)";
    assert_eq!((&answer["status"], &answer["message"]), (&json!("limit"), &json!(message)));
    assert!(answer["lower_bound"].as_u64() > Some(20) && answer["states"].as_u64() > Some(10_000), "{answer}");
}

/// Where the proof is out of reach, the best solution is there, with what is proven.
#[test]
fn a_limit_comes_with_the_best_solution() {
    for (algorithm, code) in [("auto", 1), ("anytime", 0)] {
        let args = ["blocks", "solve", "From Right to Left", "--threads", "1", "--memory-limit", "2", "--algorithm"];
        let run = taquin(&[&args[..], &[algorithm, "--json"]].concat());
        assert_eq!(run.code, Some(code));
        let answer = &json(&run)[0];
        assert_eq!((&answer["status"], &answer["optimal"]), (&json!("limit"), &json!(false)), "{answer}");
        let number = |name: &str| answer[name].as_u64().unwrap();
        // The optimum is 101.
        assert!((50..=101).contains(&number("lower_bound")) && number("cost") >= 101, "{answer}");
        assert_eq!(answer["solution"].as_array().map(Vec::len), Some(number("cost") as usize));
        let quiet = taquin(&[&args[..], &[algorithm, "--quiet"]].concat()).stdout;
        assert!(quiet.ends_with(" limit\n"), "{quiet}");
    }
}

#[test]
fn a_bad_puzzle_does_not_stop_the_others() {
    let run = taquin(&["blocks", "solve", "--quiet", "1A9BF0C", "nonesuch", "Ten-Step Solution"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), "81\nerror\n10\n"));
    let expected = "error: \"nonesuch\" is neither a file nor a puzzle of the catalogue; `taquin blocks list` lists \
        all names\n";
    assert_eq!(run.stderr, expected);
}

/// Two good puzzles with a bad one between them, and nothing behind the last line.
const PACK: &[u8] = b"name: a\n\nA.\n--\n.A\n===\nname: b\n\nA.\n--\n.B\n===\nA.\n--\n.A\n====\n";

#[test]
fn a_bad_puzzle_of_a_pack_does_not_stop_the_others() {
    let run = taquin_fed(&["blocks", "solve", "-", "--json"], PACK);
    assert_eq!((run.code, run.stderr.as_str()), (Some(2), ""));
    let found: Vec<_> = json(&run).iter().map(|answer| (answer["name"].clone(), answer["status"].clone())).collect();
    let expected = [("a", "solved"), ("b", "error"), ("standard input, puzzle 3", "solved")];
    assert_eq!(found, expected.map(|(name, status)| (json!(name), json!(status))));
    let message = "standard input: puzzle 2, \"b\", from line 7: goal block `B` (row 1, column 2 of the goal) is missing in \
        the start";
    assert_eq!(json(&run)[1]["message"], message);

    let run = taquin_fed(&["blocks", "show", "nonesuch", "-", "1A9BF0C0000"], PACK);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), "name: a\n\nA.\n--\n.A\n===\nA.\n--\n.A\n"));
    assert_eq!(run.stderr.lines().count(), 3, "{}", run.stderr);
}

#[test]
fn every_puzzle_has_a_name() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("nameless.txt");
    std::fs::write(&file, STUCK).unwrap();
    let text = std::str::from_utf8(STUCK).unwrap();
    let pair = ["--start", "nameless.txt", "--goal", "A.b\n-\nb.A"];
    let run =
        taquin(&[&["blocks", "solve", "--json", "nameless.txt", text, "1A9BF0C0", "1A9BF0Ceeee"], &pair[..]].concat());
    let names: Vec<_> = json(&run).iter().map(|answer| answer["name"].clone()).collect();
    assert_eq!(names, ["nameless.txt", "text", "1A9BF0C0", "1A9BF0Ceeee", "nameless.txt"].map(|name| json!(name)));
}

#[test]
fn codes_may_come_one_to_the_line() {
    let run = taquin_fed(
        &["blocks", "solve", "-", "--json", "--metric", "slides"],
        b"# moves, board, positions\n60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n1A9BFOC\n1A9BF0C\n",
    );
    let found: Vec<_> = json(&run).iter().map(|answer| (answer["name"].clone(), answer["cost"].clone())).collect();
    let expected =
        [("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", json!(60)), ("1A9BFOC", Value::Null), ("1A9BF0C", json!(90))];
    assert_eq!((run.code, found), (Some(2), expected.map(|(name, cost)| (json!(name), cost)).to_vec()));
}

#[test]
fn start_and_goal_may_be_two_pictures() {
    let run =
        taquin_fed(&["blocks", "solve", "--quiet", "--start", "A.b\n .", "--goal", "-"], b"\xef\xbb\xbf..A\n .\n");
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "2\n", ""));
    let run = taquin(&["blocks", "show", "--start", "A.", "--goal", ".B"]);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.stderr, "error: goal block `B` (row 1, column 2 of the goal) is missing in the start\n");
    assert_eq!(taquin(&["blocks", "solve", "--start", "A."]).code, Some(2));
}

#[cfg(unix)]
#[test]
fn what_is_no_plain_file_is_read_too() {
    let run = taquin_fed(&["blocks", "solve", "--quiet", "/dev/stdin"], CORNER);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "2\n", ""));
}

#[test]
fn a_puzzle_that_is_too_complex_prints_nothing() {
    // 1 088 blocks of one cell that must each get to its own place, on 33 × 33.
    let symbols: Vec<char> = ('\u{4e00}'..).take(1_088).chain(['.']).collect();
    let picture: String = symbols.chunks(33).map(|row| row.iter().collect::<String>() + "\n").collect();
    let run = taquin_fed(&["blocks", "solve", "-"], format!("name: Many\n\n{picture}--\n{picture}").as_bytes());
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
}

#[test]
fn bad_input_is_explained() {
    let cases: &[&[&str]] = &[
        &["solve", "royal"],
        &["solve", "klotsky"],
        &["show", "nonesuch"],
        &["solve", "1A9BF0C000"],
        &["solve", "1A9BFOC"],
        &["solve", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHH"],
        &["solve", "my-puzzles-of-the-sliding-blocks.txt"],
        &["solve", "."],
        &["solve", "-"],
        &["list", "nopack"],
        &["solve", "Royal Escape", "--metric", "foo"],
        &["generate", "--size", "2x2", "--shapes", "3x3", "--seed", "1"],
        &["generate", "--size", "5x4", "--shapes", "6x1,1x1"],
        &["generate", "--board", "../.A"],
        &["generate", "--shapes", "1x1,#x"],
    ];
    let mut report = String::new();
    for args in cases {
        let run = taquin(&[&["blocks"], *args].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
        writeln!(report, "## {}\n{}", args.join(" "), run.stderr).unwrap();
    }
    insta::assert_snapshot!(report);
}

#[test]
fn the_list_tells_all_optima() {
    let text = taquin(&["blocks", "list", "Layton"]);
    assert_eq!((text.code, text.stderr.as_str()), (Some(0), ""));
    insta::assert_snapshot!(text.stdout);
    let all = json(&taquin(&["blocks", "list", "--json"]));
    assert!(all.len() >= 60);
    let royal = all.iter().find(|entry| entry["name"] == "Royal Escape").unwrap();
    let optima = ["moves", "slides", "steps"].map(|metric| royal[metric].as_u64());
    assert_eq!((optima, &royal["solvable"]), ([Some(81), Some(90), Some(116)], &json!(true)));
}

#[test]
fn what_is_shown_can_be_solved() {
    let shown = taquin(&["blocks", "show", "Ten-Step Solution", "Jewel Swap"]);
    assert_eq!((shown.code, shown.stderr.as_str()), (Some(0), ""));
    let solved = taquin_fed(&["blocks", "solve", "-", "--quiet"], shown.stdout.as_bytes());
    assert_eq!((solved.code, solved.stdout.as_str()), (Some(0), "10\n61\n"));
}

#[test]
fn generated_puzzles_are_as_hard_as_asked_and_the_same_for_a_seed() {
    let args = ["blocks", "generate", "--seed", "1", "--difficulty", "12", "--metric", "steps", "--count", "2"];
    let made = taquin(&args);
    assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""));
    assert_eq!(taquin(&args).stdout, made.stdout);
    let solved = taquin_fed(&["blocks", "solve", "-", "-q", "--metric", "steps"], made.stdout.as_bytes());
    assert_eq!(solved.stdout, "12\n12\n");
}

#[test]
fn puzzles_are_generated_on_any_outline_and_as_json() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), " ...\n.....\r\n...\n").unwrap();
    let args =
        ["--shapes", "1x2,#/#,1x1,.#/#.", "--difficulty", "4", "--seed", "9", "--json", "--count", "2", "--board"];
    let made = |board: &str| taquin(&[&["blocks", "generate"], &args[..], &[board]].concat());
    let run = made(file.path().to_str().unwrap());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(made(" .../...../...").stdout, run.stdout);
    let puzzles = json(&run);
    assert_eq!(puzzles.len(), 2);
    for puzzle in puzzles {
        let known = json!({ "name": "Random, 4 moves", "moves": 4, "slides": null, "steps": null, "seed": 9 });
        assert!(known.as_object().unwrap().iter().all(|(key, value)| puzzle[key] == *value), "{puzzle}");
        assert!(puzzle["attempts"].as_u64() > Some(0));
        let text = puzzle["text"].as_str().unwrap();
        assert!(text.ends_with("...\n") && text.contains("\n--\n "), "{text}");
        let solved = taquin_fed(&["blocks", "solve", "-", "-q"], text.as_bytes());
        assert_eq!(solved.stdout, "4\n", "{text}");
    }
}

#[test]
fn a_difficulty_out_of_reach_is_given_up() {
    let args = ["--size", "2x2", "--shapes", "1x1", "--difficulty", "50", "--attempts", "5", "--seed", "1"];
    let run = taquin(&[&["blocks", "generate"], &args[..]].concat());
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    insta::assert_snapshot!(run.stderr);
}

#[test]
fn boards_with_too_many_positions_are_given_up_early() {
    let args = ["--size", "4x4", "--shapes", "1x1*8", "--position-limit", "1000", "--seed", "1"];
    let run = taquin(&[&["blocks", "generate"], &args[..]].concat());
    let told = "error: no puzzle of 20 moves in 20 attempts: too many positions were within reach in 20; \
        --position-limit allows more than 1,000\n";
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(1), "", told));
}

#[test]
fn the_benchmark_checks_the_optima() {
    let run = taquin(&["bench", "blocks", "layton/ten-step", "--json"]);
    assert_eq!(run.code, Some(0));
    let costs: Vec<_> = json(&run).iter().map(|row| (row["as_listed"].clone(), row["cost"].as_u64())).collect();
    assert_eq!(costs, [10, 13, 22].map(|cost| (json!(true), Some(cost))));
}

#[test]
fn a_benchmark_of_nothing_is_an_error() {
    let run = taquin(&["bench", "blocks", "zzz"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    insta::assert_snapshot!(run.stderr);
}
