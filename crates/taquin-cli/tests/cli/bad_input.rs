//! Malformed input of every kind: exact message, exit code 2, nothing on standard output.

use crate::{json, taquin_fed};
use std::{
    ffi::OsString,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Boards that are wrong, as an argument.
const BOARDS: &[&str] = &[
    "",
    "  ",
    "# only a comment",
    "1 2 3/4 5/6 7 0",
    "1 2 3\n4 5\n6 7 0",
    "1 2 2/4 5 6/7 8 0",
    "1 2/3 4",
    "1 0/3 0",
    "1 _/3 .",
    "1 2/9 0",
    "1 2/65536 0",
    "1 2/99999999999999999999 0",
    "1 -2/3 0",
    "1.5 2/3 0",
    "+1 2/3 0",
    "0x1 2/3 0",
    "1e1 2/3 0",
    "a b/c d",
    "１ ２/３ ０",
    "1 ²/3 0",
    "1 2/3|0",
    "1 2/3 0/",
    "1 2//3 0",
    "/1 2/3 0",
    "1 2;3 0",
    "300x300:1,2,3,0",
    "0x0:",
    "2x2:",
    "2x2:1,2,3",
    "2x2:1,2,3,0,4",
    "2y2:1,2,3,0",
    "x:1,0",
    "2x2:1,2/3,0",
    "3\n1 2 3\n4 5 6\n",
    "1 2/3 0\n1 0/3 2",
    "[1,2,3,0]",
    "nowhere.txt",
    "there/is/no/such/folder",
];

/// Whole command lines that are wrong.
const USES: &[&[&str]] = &[
    &["solve", "boards"],
    &["solve", "empty.txt"],
    &["solve", "binary.png"],
    &["solve", "1 2/3 0", "--goal", "1 2/2 2"],
    &["solve", "1 2/3 0", "--goal", ""],
    &["solve", "1 2/3 0", "--goal", "1 2 3/4 5 0"],
    &["solve", "1 2/3 0", "--goal", "boards"],
    &["solve", "1 2/3 0", "--goal", "two.txt"],
    &["solve", "1 2/3 0", "--goal", "nowhere.txt"],
    &["solve", "1 2/3 0", "--time-limit", "soon"],
    &["solve", "1 2/3 0", "--time-limit=-1"],
    &["solve", "1 2/3 0", "--time-limit", "nan"],
    &["solve", "1 2/3 0", "--time-limit", "1e300"],
    &["solve", "1 2/3 0", "--memory-limit", "0"],
    &["solve", "1 2/3 0", "--memory-limit", "lots"],
    &["solve", "1 2/3 0", "--colour"],
    &["check", "1 1/3 0"],
    &["check", "1 2/3 0", "--goal", "1 2 3 0"],
    &["scramble"],
    &["scramble", "--size", "4"],
    &["scramble", "--size", "4x"],
    &["scramble", "--size", "0x4"],
    &["scramble", "--size", "300x300"],
    &["scramble", "--size", "4x4x4"],
    &["scramble", "--size", "99999999999999999999x2"],
    &["scramble", "--size=-4x4"],
    &["scramble", "--size", "4x4", "--count", "many"],
    &["scramble", "--size", "4x4", "--count=-1"],
    &["scramble", "--size", "4x4", "--seed", "18446744073709551616"],
    &["scramble", "--size", "4x4", "--displaced", "101"],
    &["scramble", "--size", "4x4", "--displaced", "50", "--moves", "5"],
    &["scramble", "--size", "1x5", "--displaced", "100", "--goal", "1 2 0 3 4"],
    &["scramble", "--size", "4x4", "--goal", "1 2/3 0"],
    &["apply", "1 2/3 0"],
    &["apply", "1 2/3 0", "X"],
    &["apply", "1 2/3 0", "R0"],
    &["apply", "1 2/3 0", "R256"],
    &["apply", "1 2/3 0", "2R"],
    &["apply", "1 2/3 0", "R→"],
    &["apply", "1 2/3 0", "R2"],
    &["apply", "1 2/3 0", "RDU", "left", "up"],
    &["apply", "1 2/3 3", "R"],
    &["apply", "-", "R"],
    &["completions"],
    &["completions", "tcsh"],
    &["scrambel", "1 2/3 0"],
    &["--verbose"],
];

/// Things on standard input that are wrong.
fn streams() -> Vec<(&'static str, Vec<u8>)> {
    let wide: String = (0..300).map(|tile| format!("{tile} ")).collect();
    vec![
        ("nothing", vec![]),
        ("only comments", b"# a\n\n# b\n".to_vec()),
        ("a NUL byte", b"1 2\0/3 0\n".to_vec()),
        ("bytes that are no UTF-8", b"1 2/\xff 0\n".to_vec()),
        ("a picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec()),
        ("300 columns", wide.clone().into_bytes()),
        ("300 rows", wide.replace(' ', "\n").into_bytes()),
        ("a line without end", b"1 ".repeat(600_000)),
        ("a ragged grid", b"1 2 3\r\n4 5\r\n".to_vec()),
        ("a blank too few in the second board", b"1 2/3 0\n1 2/3 4\n".to_vec()),
    ]
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).to_owned();
    fs::create_dir_all(folder.join("boards")).unwrap();
    fs::write(folder.join("empty.txt"), "").unwrap();
    fs::write(folder.join("two.txt"), "1 2/3 0\n1 0/3 2\n").unwrap();
    fs::write(folder.join("binary.png"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").unwrap();
    folder
}

/// Runs one bad input, insists on exit code 2, and notes the message.
fn note(report: &mut String, title: &str, args: &[impl AsRef<std::ffi::OsStr>], input: &[u8]) {
    let run = taquin_fed(args, input);
    assert_eq!(run.code, Some(2), "{title}: {}{}", run.stdout, run.stderr);
    assert!(!run.stderr.contains("panicked"), "{title}: {}", run.stderr);
    writeln!(report, "## {title}\n{}", run.stderr).unwrap();
}

#[test]
fn bad_boards_are_explained() {
    folder();
    let mut report = String::new();
    for board in BOARDS {
        note(&mut report, &format!("{board:?}"), &["solve", "--", board], b"");
    }
    insta::assert_snapshot!(report);
}

#[test]
fn bad_usage_is_explained() {
    folder();
    let mut report = String::new();
    for args in USES {
        note(&mut report, &args.join(" "), args, b"");
    }
    insta::assert_snapshot!(report);
}

/// Not in the snapshot, because the list of algorithms grows.
#[test]
fn an_unknown_algorithm_is_answered_with_the_list() {
    let run = taquin_fed(&["solve", "1 2/3 0", "--algorithm", "idastar"], b"");
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.starts_with("error: invalid value 'idastar' for '--algorithm <NAME>'"), "{}", run.stderr);
    assert!(run.stderr.contains("a similar value exists: 'ida-star'"), "{}", run.stderr);
}

#[test]
fn bad_streams_are_explained() {
    let mut report = String::new();
    for (name, bytes) in streams() {
        note(&mut report, name, &["check"], &bytes);
    }
    insta::assert_snapshot!(report);
}

/// A mebibyte in one line took 14 s, and four times as long for each doubling.
#[test]
fn long_lines_are_refused_at_once() {
    let begun = Instant::now();
    let run = taquin_fed(&["check"], &b"1 ".repeat(1 << 19));
    assert_eq!(run.code, Some(2));
    // It takes some hundredths of a second; the rest is for busy machines.
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

/// A lone number swallowed the board after it, and a lone carriage return was taken for a blank.
#[test]
fn odd_separators_lose_no_board() {
    let read = |text: &[u8]| {
        let run = taquin_fed(&["check", "--json"], text);
        json(&run).iter().map(|found| found["board"].as_str().unwrap_or("error").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(read(b"1 2\r3 0"), ["1 2/3 0"]);
    assert_eq!(read(b"1\n\n1 2\n3 0\n"), ["error", "1 2/3 0"]);
}

/// An argument that is neither text nor a file, and a file that cannot be read even by root.
#[cfg(target_os = "linux")]
#[test]
fn unreadable_sources_are_explained() {
    use std::os::unix::ffi::OsStringExt;
    let mut report = String::new();
    let no_text = OsString::from_vec(b"1 2/\xff 0".to_vec());
    note(&mut report, "an argument that is no UTF-8", &["solve".into(), no_text], b"");
    note(&mut report, "an unreadable file", &["solve", "/proc/self/mem"], b"");
    note(&mut report, "an unreadable goal", &["solve", "1 2/3 0", "--goal", "/proc/self/mem"], b"");
    insta::assert_snapshot!(report);
}
