//! What the command prints with `--json`: whatever comes in, each line has the documented members, each solution keeps the
//! rules, and the exit code is that of the worst answer.

use crate::{Target, pack_text, program::program};
use serde_json::{Map, Value};
use std::{
    env,
    io::Write,
    process::{Command, Stdio},
    thread,
};
use taquin::{
    blocks::{Cell, Direction, Move, Puzzle, read_pack},
    replay,
    tiles::{Board, Moves, labels::AnyBoard, text::Boards},
};

pub(crate) const TARGET: Target = Target { name: "json", run, seeds };

/// What the first byte chooses between.
const TASKS: [&[&str]; 8] = [
    &["solve"],
    &["solve", "--algorithm", "ida-star", "--heuristic", "manhattan"],
    &["solve", "--algorithm", "strategic", "--explain"],
    &["solve", "--algorithm", "anytime"],
    &["check"],
    &["blocks", "solve", "-"],
    &["blocks", "solve", "-", "--metric", "slides"],
    &["blocks", "solve", "-", "--metric", "steps"],
];

/// Keeps every input short.
const LIMITS: [&str; 6] = ["--time-limit", "0.05", "--memory-limit", "32", "--threads", "1"];

type Object = Map<String, Value>;

fn run(data: &[u8]) {
    let Some((&task, input)) = data.split_first() else { return };
    let task = TASKS[usize::from(task) % TASKS.len()];
    let (code, stdout) = feed(task, input);
    let lines: Vec<Object> = stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    match task[0] {
        "blocks" => {
            let puzzles: Vec<_> = std::str::from_utf8(input).into_iter().flat_map(read_pack).collect();
            for (line, puzzle) in lines.iter().zip(&puzzles) {
                check_block_answer(line, puzzle.as_ref().ok());
            }
        }
        command => {
            let boards: Vec<Option<AnyBoard>> = Boards::reading(input).map(Result::ok).collect();
            assert!(
                boards.is_empty() || lines.len() == boards.len(),
                "{} answers to {} boards",
                lines.len(),
                boards.len()
            );
            for (line, board) in lines.iter().zip(&boards) {
                let board = match board {
                    // The engine's own tests hold answers by labels against brute force.
                    Some(AnyBoard::Labelled(_)) => continue,
                    Some(AnyBoard::Ordinary(board)) => Some(board.to_string()),
                    None => None,
                };
                assert_eq!(line.get("board").and_then(Value::as_str).map(str::to_owned), board);
                if command == "solve" { check_answer(line) } else { check_finding(line) }
            }
        }
    }
    let worst = lines.iter().map(|line| match text(line, "status") {
        "solved" | "solvable" => 0,
        "error" => 2,
        _ => 1,
    });
    assert_eq!(Some(code), worst.max(), "{stdout}");
}

/// The exit code and the standard output of the command with this on its standard input.
fn feed(task: &[&str], input: &[u8]) -> (i32, String) {
    let mut command = Command::new(program());
    command.args(task).arg("--json").args(if task[0] == "check" { &[][..] } else { &LIMITS });
    command.env("TAQUIN_CACHE", env::temp_dir().join("taquin-fuzz-cache"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| {
        panic!("{} cannot be started ({error}): `cargo build -p taquin-cli` builds it", program().display())
    });
    let mut stdin = child.stdin.take().expect("it is piped");
    let output = thread::scope(|scope| {
        // The command may end before it has read everything.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().expect("the command can be waited for")
    });
    let stderr = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code().filter(|code| (0..=2).contains(code));
    let code = code.unwrap_or_else(|| panic!("{}: {stderr}", output.status));
    (code, String::from_utf8(output.stdout).expect("the command prints UTF-8"))
}

fn text<'a>(line: &'a Object, member: &str) -> &'a str {
    line.get(member).and_then(Value::as_str).unwrap_or_else(|| panic!("{member} is no text in {line:?}"))
}

fn number(line: &Object, member: &str) -> u64 {
    line.get(member).and_then(Value::as_u64).unwrap_or_else(|| panic!("{member} is no number in {line:?}"))
}

/// Holds a line against the documented members: those that are always there, and a message on anything but success.
fn check_members(line: &Object, members: &[&str], success: &str) {
    for member in members {
        assert!(line.contains_key(*member), "{member} is missing in {line:?}");
    }
    assert!(text(line, "status") == success || !text(line, "message").is_empty(), "{line:?}");
}

/// An answer of `solve`.
fn check_answer(line: &Object) {
    let members =
        ["board", "goal", "rows", "cols", "algorithm", "heuristic", "moves", "status", "stm", "mtm", "optimal"];
    check_members(line, &members, "solved");
    check_members(line, &["lower_bound", "expanded", "generated", "seconds"], "solved");
    let optimal = line["optimal"].as_bool().expect("true or false");
    if text(line, "status") != "solved" {
        assert!(!optimal, "{line:?}");
        return;
    }
    let board = |member| text(line, member).parse::<Board>().expect("a board");
    let (start, moves) = (board("board"), text(line, "moves").parse::<Moves>().expect("moves"));
    replay::tiles(&start, &board("goal"), &moves).unwrap_or_else(|error| panic!("{error}: {line:?}"));
    assert_eq!((number(line, "stm"), number(line, "mtm")), (moves.stm() as u64, moves.mtm() as u64));
    assert_eq!(
        (number(line, "rows"), number(line, "cols")),
        (start.shape().rows() as u64, start.shape().cols() as u64)
    );
    let bound = number(line, "lower_bound");
    assert!(bound <= moves.stm() as u64 && optimal == (bound == moves.stm() as u64), "{line:?}");
    if let Some(stages) = line.get("stages").and_then(Value::as_array) {
        let lengths = stages.iter().map(|stage| number(stage.as_object().expect("an object"), "stm"));
        assert_eq!(lengths.sum::<u64>(), moves.stm() as u64, "the stages are the solution: {line:?}");
    }
}

/// A finding of `check`.
fn check_finding(line: &Object) {
    check_members(line, &["status"], "solvable");
    if text(line, "status") != "error" {
        check_members(line, &["board", "goal", "rows", "cols", "solvable", "misplaced"], "solvable");
    }
    if let Some(bounds) = line.get("lower_bounds").and_then(Value::as_object) {
        let largest = bounds.values().map(|bound| bound.as_u64().expect("a number")).max();
        assert_eq!(largest, Some(number(line, "lower_bound")), "{line:?}");
    }
}

/// An answer of `blocks solve`.
fn check_block_answer(line: &Object, puzzle: Option<&Puzzle>) {
    let members =
        ["name", "metric", "status", "cost", "moves", "slides", "steps", "solution", "optimal", "lower_bound"];
    check_members(line, &members, "solved");
    check_members(line, &["states", "seconds", "peak_bytes"], "solved");
    let (Some(puzzle), "solved") = (puzzle, text(line, "status")) else { return };
    let solution = line["solution"].as_array().expect("a list");
    let moves: Vec<Move> =
        solution.iter().map(|step| read_move(step.as_object().expect("an object"), puzzle)).collect();
    replay::blocks(puzzle, &moves).unwrap_or_else(|error| panic!("{error}: {line:?}"));
    assert_eq!(number(line, "moves"), moves.len() as u64);
    assert_eq!(number(line, "steps"), moves.iter().map(|mv| mv.path.len() as u64).sum::<u64>());
    assert_eq!(
        (number(line, "cost"), number(line, "lower_bound")),
        (number(line, text(line, "metric")), number(line, "cost"))
    );
}

fn read_move(step: &Object, puzzle: &Puzzle) -> Move {
    let symbol = text(step, "block");
    let mut blocks = puzzle.blocks().iter();
    let block = blocks.position(|block| block.symbol().to_string() == symbol).expect("a block of the puzzle");
    let cell = |member: &str| {
        let place: Vec<u64> = step[member].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        Cell::new(place[0] as u8, place[1] as u8)
    };
    let direction = |letter| Direction::ALL.into_iter().find(|direction| direction.letter() == letter);
    let path = text(step, "path").chars().map(|letter| direction(letter).expect("a direction")).collect();
    Move { block, from: cell("from"), to: cell("to"), path }
}

fn seeds() -> Vec<Vec<u8>> {
    let boards = "1 2 3/4 0 5/7 8 6\n\n2 1/3 0\n1 2/2 0\n4x4:5,1,2,4,9,6,3,8,13,10,7,12,0,14,11,15\n1 0 2 3\n";
    let packs =
        ["name: a\n\nA.b\n .\n--\n..A\n .\n===\nA.b\n--\nb.A\n===\nA.\n--\n.B\n".to_owned(), pack_text("originals")];
    let tiles = (0..5).map(|task| [vec![task], boards.as_bytes().to_vec()].concat());
    let blocks = (5..8).flat_map(|task| packs.iter().map(move |pack| [vec![task], pack.as_bytes().to_vec()].concat()));
    tiles.chain(blocks).collect()
}
