//! Boards that `taquin render` draws are read back by `taquin read` and solved by `taquin solve --picture`.

use crate::PROGRAM;
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};
use taquin::tiles::Board;
use tempfile::TempDir;

const BOARD: &str = "5 1 3 4/2 6 7 8/9 10 0 12/13 14 11 15";

fn taquin(directory: &Path, args: &[&str]) -> Output {
    Command::new(&*PROGRAM).current_dir(directory).args(args).output().unwrap()
}

/// A directory with the picture of [`BOARD`].
fn with_picture() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let drawn = taquin(directory.path(), &["render", BOARD, "--output", "board.png"]);
    assert!(drawn.status.success(), "{}", String::from_utf8_lossy(&drawn.stderr));
    directory
}

#[test]
fn a_drawn_board_is_read_back() {
    let directory = with_picture();
    let output = taquin(directory.path(), &["read", "board.png", "--json", "--draw", "seen.png"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{report}");
    assert_eq!(report["file"], "board.png");
    assert_eq!((&report["kind"], &report["status"]), (&"numbers".into(), &"read".into()));
    assert_eq!((&report["rows"], &report["cols"]), (&4.into(), &4.into()));
    assert_eq!(report["board"], BOARD);
    assert_eq!(report["goal_blank"], serde_json::json!([4, 4]));
    assert_eq!(report["doubtful"], serde_json::json!([]));
    assert_eq!(report["corners"].as_array().unwrap().len(), 4);
    assert!(report["confidence"].as_f64().unwrap() > 0.8);
    let (board, seen) = (directory.path().join("board.png"), directory.path().join("seen.png"));
    assert_eq!(image::image_dimensions(board).unwrap(), image::image_dimensions(seen).unwrap());
}

#[test]
fn the_puzzle_of_a_picture_is_solved() {
    let directory = with_picture();
    let output = taquin(directory.path(), &["solve", "--picture", "board.png", "--json"]);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["board"], &answer["status"]), (&BOARD.into(), &"solved".into()));
    let start: Board = BOARD.parse().unwrap();
    let moves = answer["moves"].as_str().unwrap().parse().unwrap();
    assert_eq!(start.after(&moves).unwrap(), Board::solved(start.shape()));
}

#[test]
fn pictures_that_cannot_be_read_are_told_apart_and_do_not_stop_the_others() {
    let directory = with_picture();
    fs::write(directory.path().join("notes.png"), "no picture").unwrap();
    let output = taquin(directory.path(), &["read", "missing.png", "notes.png", "board.png"]);
    assert_eq!(output.status.code(), Some(2));
    let (told, read) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    assert!(told.contains("missing.png") && told.contains("notes.png: not a picture that can be read"), "{told}");
    assert!(read.contains(BOARD), "{read}");
    let outside = taquin(directory.path(), &["read", "board.png", "--goal-blank", "9,9"]);
    assert_eq!(outside.status.code(), Some(1));
    let told = String::from_utf8_lossy(&outside.stdout);
    assert!(told.contains("the goal's blank in row 9, column 9 is not on a board of 4x4"), "{told}");
}
