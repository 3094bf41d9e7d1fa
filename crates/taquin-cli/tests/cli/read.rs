//! Boards that `taquin render` draws are read back by `taquin read` and solved by `taquin solve --picture`; pieces of
//! pictures and blocks are drawn here.

use crate::PROGRAM;
use image::{Rgb, RgbImage};
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};
use taquin::tiles::Board;
use tempfile::TempDir;

const BOARD: &str = "5 1 3 4/2 6 7 8/9 10 0 12/13 14 11 15";

/// What one picture was read as.
fn report(directory: &Path, args: &[&str]) -> (Option<i32>, serde_json::Value) {
    let output = taquin(directory, &[&["read", "--json"], args].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
}

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

/// Side of a piece, and where the pieces begin in [`pieces`].
const SIDE: u32 = 90;
const CORNER: (u32, u32) = (60, 80);

/// Slanting waves of many colours, with discs on them: no two pieces alike.
fn finished() -> RgbImage {
    let mut picture = RgbImage::from_fn(3 * SIDE, 3 * SIDE, |x, y| {
        let (x, y) = (f64::from(x), f64::from(y));
        let wave = |a: f64, b: f64| 127.0 + 100.0 * (x / a + (y / b).sin() * 2.0).sin();
        Rgb([wave(31.0, 47.0), wave(53.0, -29.0), wave(-41.0, 37.0)].map(|value| value as u8))
    });
    let mut state = 5u32;
    let mut random = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    for _ in 0..60 {
        let (x, y, radius) = (random(3 * SIDE), random(3 * SIDE), 5 + random(16));
        let colour = Rgb([random(256) as u8, random(256) as u8, random(256) as u8]);
        for (i, j, pixel) in picture.enumerate_pixels_mut() {
            if i.abs_diff(x).pow(2) + j.abs_diff(y).pow(2) < radius * radius {
                *pixel = colour;
            }
        }
    }
    picture
}

/// A page with the pieces of a picture, each cell with the tile of that number, where `blank` is the goal's blank.
fn pieces(finished: &RgbImage, tiles: [u32; 9], blank: u32) -> RgbImage {
    let mut page = RgbImage::from_pixel(3 * SIDE + 130, 3 * SIDE + 150, Rgb([238, 236, 230]));
    for (cell, tile) in (0..9).zip(tiles).filter(|(_, tile)| *tile > 0) {
        let place = if tile > blank { tile } else { tile - 1 };
        let piece = image::imageops::crop_imm(finished, place % 3 * SIDE, place / 3 * SIDE, SIDE, SIDE).to_image();
        let (x, y) = (CORNER.0 + cell % 3 * SIDE, CORNER.1 + cell / 3 * SIDE);
        image::imageops::replace(&mut page, &piece, x.into(), y.into());
    }
    page
}

#[test]
fn pieces_are_matched_with_the_finished_picture_or_with_one_another() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let finished = finished();
    finished.save(path.join("finished.png")).unwrap();
    pieces(&finished, [4, 2, 7, 1, 0, 5, 8, 6, 3], 8).save(path.join("pieces.png")).unwrap();
    let board = "4 2 7/1 0 5/8 6 3";
    let (code, matched) = report(path, &["pieces.png", "--goal-picture", "finished.png"]);
    assert_eq!((code, &matched["kind"], &matched["status"]), (Some(0), &"picture".into(), &"read".into()), "{matched}");
    assert_eq!((&matched["board"], &matched["goal_blank"]), (&board.into(), &serde_json::json!([3, 3])));
    let (_, alone) = report(path, &["pieces.png"]);
    assert_eq!((&alone["kind"], &alone["board"]), (&"picture".into(), &board.into()), "{alone}");
    // The same pieces in a puzzle whose goal has its blank first: tiles are numbered over all other places.
    pieces(&finished, [4, 2, 7, 1, 0, 5, 8, 6, 3], 0).save(path.join("first.png")).unwrap();
    for more in [&["--goal-picture", "finished.png"][..], &[]] {
        let (_, first) = report(path, &[&["first.png", "--goal-blank", "1,1"], more].concat());
        assert_eq!((&first["board"], &first["goal_blank"]), (&board.into(), &serde_json::json!([1, 1])), "{first}");
    }
}

#[test]
fn what_the_person_knows_is_believed() {
    let directory = with_picture();
    let (_, seen) = report(directory.path(), &["board.png"]);
    let points: Vec<String> =
        seen["corners"].as_array().unwrap().iter().map(|point| format!("{},{}", point[0], point[1])).collect();
    let (code, told) = report(directory.path(), &["board.png", "--corners", &points.join(" "), "--size", "4x4"]);
    assert_eq!((code, &told["board"]), (Some(0), &BOARD.into()), "{told}");
    let (_, other) = report(directory.path(), &["board.png", "--size", "3x3"]);
    assert_ne!(other["board"], BOARD);
    let crossed = [&points[0], &points[2], &points[1], &points[3]].map(String::as_str).join(" ");
    let (code, none) = report(directory.path(), &["board.png", "--corners", &crossed]);
    assert_eq!((code, &none["status"], &none["board"]), (Some(1), &"none".into(), &serde_json::Value::Null), "{none}");
    assert!(none["message"].as_str().unwrap().contains("clockwise"), "{none}");
}

#[test]
fn blocks_become_text_with_the_likely_goal_block_marked() {
    const ROWS: [&str; 5] = ["AXXB", "AXXB", "CDDE", "CFGE", "H..I"];
    let directory = tempfile::tempdir().unwrap();
    let letter = |row: u32, col: u32| {
        *ROWS.get(row as usize).and_then(|line| line.as_bytes().get(col as usize)).unwrap_or(&b' ')
    };
    let picture = RgbImage::from_fn(460, 560, |x, y| {
        let ground = Rgb([232, 228, 220]);
        if !(30..430).contains(&x) || !(30..530).contains(&y) {
            return ground;
        }
        let (col, row) = ((x - 30) / 100, (y - 30) / 100);
        let (own, u, v) = (letter(row, col), (x - 30) % 100, (y - 30) % 100);
        // Blocks stand three pixels apart.
        let ends = |near: bool, other: u8| near && other != own;
        let beside = [
            ends(u < 3, if col == 0 { b' ' } else { letter(row, col - 1) }),
            ends(u >= 97, letter(row, col + 1)),
            ends(v < 3, if row == 0 { b' ' } else { letter(row - 1, col) }),
            ends(v >= 97, letter(row + 1, col)),
        ];
        match own {
            _ if own == b'.' || beside.contains(&true) => ground,
            b'X' => Rgb([200, 64, 44]),
            b'A' | b'B' | b'C' | b'E' => Rgb([74, 120, 184]),
            b'D' => Rgb([63, 143, 90]),
            _ => Rgb([216, 168, 52]),
        }
    });
    picture.save(directory.path().join("blocks.png")).unwrap();
    let (_, read) = report(directory.path(), &["blocks.png"]);
    assert_eq!((&read["kind"], &read["rows"], &read["cols"]), (&"blocks".into(), &5.into(), &4.into()), "{read}");
    assert_eq!(read["blocks"], ROWS.join("/"), "{read}");
    assert_eq!(read["board"], serde_json::Value::Null);
    let output = taquin(directory.path(), &["read", "blocks.png"]);
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains(&ROWS.join("\n")), "{told}");
}

#[test]
fn a_blank_sheet_is_no_puzzle() {
    let directory = tempfile::tempdir().unwrap();
    RgbImage::from_pixel(300, 200, Rgb([250, 250, 245])).save(directory.path().join("sheet.png")).unwrap();
    let (code, read) = report(directory.path(), &["sheet.png"]);
    assert_eq!((code, &read["status"]), (Some(1), &"none".into()), "{read}");
    assert_eq!(read["message"], "no puzzle was found in the picture");
    assert_eq!(read["corners"], serde_json::Value::Null);
}
