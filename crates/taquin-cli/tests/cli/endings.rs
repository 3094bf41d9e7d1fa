//! How the command ends before its work is done: readers that leave, full disks, signals, and what must not be left behind.

use crate::{PROGRAM, command, json, taquin};
use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

const EASY: &str = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 20 24/21 22 23 19 0";
const HARD: &str = "12 3 9 22 1/18 24 4 14 19/21 5 15 0 10/8 13 6 2 17/7 23 16 20 11";

/// What is due within 0.1 s is waited for so long: the machine may be busy with other tests.
const PATIENCE: Duration = Duration::from_secs(30);

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Waits for the end; a command that does not come to one is killed, and the test fails.
#[track_caller]
fn end(child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("it did not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn names(directory: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(directory).unwrap().map(name).collect();
    names.sort();
    names
}

/// Boards for a batch, and a cache in which their tables are.
fn batch(directory: &Path) -> std::path::PathBuf {
    let boards = directory.join("boards.txt");
    fs::write(&boards, taquin(&["scramble", "--size", "3x3", "--count", "400", "--seed", "1"]).stdout).unwrap();
    let cache = directory.join("cache");
    let warm = command().args(["solve", "-q"]).arg(&boards).env("TAQUIN_CACHE", &cache).output().unwrap();
    assert!(warm.status.success());
    boards
}

/// The reader of the boards waited for ever for a queue that nobody emptied any more.
#[test]
fn a_batch_ends_when_its_reader_leaves() {
    let directory = tempfile::tempdir().unwrap();
    let boards = batch(directory.path());
    for round in 0..20 {
        let mut solve = command();
        solve.args(["solve", "-q", "--threads", "3"]).arg(&boards).stdout(Stdio::piped()).stderr(Stdio::piped());
        // On a cache with tables, and on an empty one.
        solve.env(
            "TAQUIN_CACHE",
            directory.path().join(if round % 5 == 4 { format!("{round}") } else { "cache".into() }),
        );
        let mut child = solve.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(!line.is_empty());
        assert_eq!(end(&mut child).code(), Some(0), "round {round}");
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert_eq!(told, "");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_batch_ends_when_the_disk_is_full() {
    let directory = tempfile::tempdir().unwrap();
    let boards = batch(directory.path());
    for _ in 0..5 {
        let mut solve = command();
        solve
            .args(["solve", "--json", "--threads", "3"])
            .arg(&boards)
            .env("TAQUIN_CACHE", directory.path().join("cache"));
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut child = solve.stdout(full).stderr(Stdio::null()).spawn().unwrap();
        assert_eq!(end(&mut child).code(), Some(2));
        // In the middle: a file that may have 32 KiB.
        let mut shell = Command::new("sh");
        let script = r#"ulimit -f 64; exec "$0" solve --json --threads 3 "$1" > "$1.out""#;
        shell.args(["-c", script, &PROGRAM]).arg(&boards).env("TAQUIN_CACHE", directory.path().join("cache"));
        let mut child = shell.stderr(Stdio::null()).spawn().unwrap();
        assert_eq!(end(&mut child).code(), Some(2));
    }
}

#[test]
fn a_search_ends_when_its_reader_leaves() {
    let mut child = command().args(["solve", "-a", "optimal", HARD]).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    drop(child.stdout.take());
    assert_eq!(end(&mut child).code(), Some(0));
}

/// The worker that became idle took the others' ears with it, and what was finished was lost.
#[test]
fn every_finished_answer_is_printed_and_the_others_are_not_proven() {
    for name in ["INT", "TERM", "HUP"] {
        let mut solve = command();
        solve.args(["solve", "-a", "optimal", "--json", "--threads", "2"]);
        let mut child = solve.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // It is kept open: the command must not wait for more.
        let mut input = child.stdin.take().unwrap();
        writeln!(input, "{EASY}\n{HARD}\n{EASY}").unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut answers = String::new();
        output.read_line(&mut answers).unwrap();
        // Long enough for the easy board behind the hard one.
        std::thread::sleep(Duration::from_millis(1_500));
        let begun = Instant::now();
        signal(&child, name);
        output.read_to_string(&mut answers).unwrap();
        assert_eq!(end(&mut child).code(), Some(1));
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
        let run = crate::Run { code: Some(1), stdout: answers, stderr: String::new() };
        let answers = json(&run);
        assert!(answers.iter().all(|answer| answer["status"] == "solved"), "{name}: {answers:?}");
        let proven: Vec<Option<bool>> = answers.iter().map(|answer| answer["optimal"].as_bool()).collect();
        assert_eq!(proven, [Some(true), Some(false), Some(true)], "{name}");
        assert!(answers[1]["lower_bound"].as_u64().unwrap() >= 60);
        drop(input);
    }
}

#[test]
fn streams_of_boards_end_with_what_was_answered() {
    for args in [&["check", "--json"][..], &["solve", "-q", "-a", "strategic"]] {
        let mut child = command().args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        // The last line has no end yet, and is no board.
        write!(input, "1 2/0 3\n1 2/3 0\n1 2").unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut answers = String::new();
        output.read_line(&mut answers).unwrap();
        output.read_line(&mut answers).unwrap();
        signal(&child, "INT");
        output.read_to_string(&mut answers).unwrap();
        assert_eq!((end(&mut child).code(), answers.lines().count()), (Some(130), 2), "{answers}");
    }
}

/// Signals at many moments of a command that writes a file: it is complete or not there, and nothing is beside it.
fn interrupted(args: &[&str], directory: &Path, cache: &Path, moments: impl Iterator<Item = u64>, code: &[i32]) {
    for (number, moment) in moments.enumerate() {
        let name = ["INT", "TERM", "HUP"][number % 3];
        let mut run = command();
        run.args(args).env("TAQUIN_CACHE", cache).current_dir(directory).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = run.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(moment));
        signal(&child, name);
        let status = end(&mut child);
        assert!(status.code().is_none_or(|found| found == 0 || code.contains(&found)), "{name}: {status}");
        let hidden: Vec<String> = names(directory).into_iter().filter(|name| name.starts_with('.')).collect();
        assert_eq!(hidden, [""; 0], "{name} after {moment} ms");
    }
}

#[test]
fn signals_leave_no_half_written_picture() {
    let directory = tempfile::tempdir().unwrap();
    let moves = "R2U2LDLDRURDLULDRULURDLU";
    let args = ["render", "8 2 0/4 6 1/3 7 5", "--moves", moves, "--size", "2000", "-o", "solution.gif"];
    // Ended by the signal itself where it comes before anything listens.
    interrupted(&args, directory.path(), directory.path(), (60..).step_by(25).take(9), &[129, 130, 143]);
}

#[test]
fn signals_leave_no_half_written_table() {
    let directory = tempfile::tempdir().unwrap();
    for (number, moment) in (60..).step_by(40).take(12).enumerate() {
        let args = ["db", "build", "--size", "4x4", "--level", "small"];
        interrupted(
            &args,
            directory.path(),
            directory.path(),
            [moment + number as u64].into_iter(),
            &[1, 129, 130, 143],
        );
        for name in names(directory.path()) {
            fs::remove_file(directory.path().join(name)).unwrap();
        }
    }
}

/// A shell that runs the command under a limit.
fn limited(limit: &str, args: &[&str], directory: &Path) -> crate::Run {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("ulimit {limit}; exec \"$0\" \"$@\"")).arg(&*PROGRAM).args(args);
    shell.env("TAQUIN_CACHE", directory).current_dir(directory).stdin(Stdio::null()).output().unwrap().into()
}

#[test]
fn files_beyond_the_limit_are_errors_like_a_full_disk() {
    let directory = tempfile::tempdir().unwrap();
    let picture = limited("-f 8", &["render", "8 2 0/4 6 1/3 7 5", "--size", "4000", "-o", "x.png"], directory.path());
    assert_eq!(picture.code, Some(2), "{}", picture.stderr);
    assert!(picture.stderr.contains("cannot write x.png"), "{}", picture.stderr);
    let tables = limited("-f 8", &["db", "build", "--size", "4x4", "--level", "small"], directory.path());
    assert_eq!(tables.code, Some(2), "{}", tables.stderr);
    assert!(tables.stderr.contains("cannot be saved"), "{}", tables.stderr);
    assert_eq!(names(directory.path()), [""; 0]);
}

/// Damaged tables, and those that cannot be saved, are told once, and do no harm.
#[test]
fn tables_that_cannot_be_used_or_saved_are_told() {
    let directory = tempfile::tempdir().unwrap();
    let solve = |threads: &str| {
        let boards = ["8 2 0/4 6 1/3 7 5"; 6];
        let args = [&["solve", "-q", "-a", "optimal", "--threads", threads][..], &boards].concat();
        let run: crate::Run = command().args(args).env("TAQUIN_CACHE", directory.path()).output().unwrap().into();
        assert_eq!((run.code, run.stdout.lines().count()), (Some(0), 6));
        run.stderr
    };
    assert_eq!(solve("2"), "");
    for threads in ["1", "3"] {
        for name in names(directory.path()) {
            fs::write(directory.path().join(name), "damaged").unwrap();
        }
        let told = solve(threads);
        assert!(told.starts_with("warning: ") && told.contains("not a pattern database"), "{told}");
        assert_eq!(solve(threads), "", "they were built anew");
    }
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let args = ["db", "build", "--size", "3x3", "--level", "small"];
    let build: crate::Run = command().args(args).env("TAQUIN_CACHE", &file).output().unwrap().into();
    assert_eq!(build.code, Some(2));
    assert!(build.stderr.contains("cannot be saved"), "{}", build.stderr);
}

#[test]
fn more_threads_than_there_can_be_are_no_failure() {
    for threads in ["1", "1000", "65535"] {
        let run =
            taquin(&["solve", "-q", "-a", "optimal", "--threads", threads, "1 2 3/4 0 5/7 8 6", "1 2/0 3", "1 2/3 0"]);
        assert_eq!((run.code, run.stdout.lines().count(), run.stderr.as_str()), (Some(0), 3, ""), "{threads}");
    }
}

/// Where the system refuses threads, fewer have to do: the stacks of so many do not fit into what `ulimit -v` leaves.
#[cfg(target_os = "linux")]
#[test]
fn refused_threads_are_no_failure() {
    let directory = tempfile::tempdir().unwrap();
    let boards = taquin(&["scramble", "--size", "3x3", "--count", "40", "--seed", "1"]).stdout;
    let boards: Vec<&str> = boards.lines().collect();
    let solve = [&["solve", "-q", "--threads", "250"][..], &boards].concat();
    let blocks = ["blocks", "solve", "-q", "--threads", "250", "Royal Escape"];
    for (args, lines) in [(&solve[..], 40), (&blocks, 1)] {
        let run = limited("-v 300000", args, directory.path());
        assert_eq!((run.code, run.stdout.lines().count()), (Some(0), lines), "{}", run.stderr);
    }
}

/// The five seconds that `auto` takes by itself once ended it before it had any solution, where the machine was slow: here
/// they pass while it is stopped.
#[test]
fn auto_goes_on_until_it_has_a_solution() {
    let directory = tempfile::tempdir().unwrap();
    let boards = directory.path().join("board.txt");
    fs::write(&boards, taquin(&["scramble", "--size", "150x150", "--seed", "1"]).stdout).unwrap();
    let mut solve = command();
    let mut child = solve.args(["solve", "-q"]).arg(&boards).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(250));
    signal(&child, "STOP");
    std::thread::sleep(Duration::from_millis(5_200));
    signal(&child, "CONT");
    let mut answer = String::new();
    child.stdout.take().unwrap().read_to_string(&mut answer).unwrap();
    assert_eq!(end(&mut child).code(), Some(0), "{answer:.40}");
    assert!(answer.len() > 100_000, "{answer:.40}");
}

/// Names of files may hold anything that a terminal would obey.
#[test]
fn control_characters_in_names_are_spelt_out() {
    let run = taquin(&["check", "x\u{1b}[31my.txt"]);
    assert_eq!(run.code, Some(2));
    assert!(!run.stderr.contains('\u{1b}'), "{:?}", run.stderr);
    let picture = taquin(&["render", "1 2/3 0", "--picture", "x\u{1b}]0;y.png", "-o", "z.png"]);
    assert!(picture.stderr.contains("\\u{1b}") && !picture.stderr.contains('\u{1b}'), "{:?}", picture.stderr);
}

#[test]
fn endless_puzzles_are_refused() {
    let run = taquin(&["blocks", "solve", "/dev/zero"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("16 MiB"), "{}", run.stderr);
    // Millions of codes, and a row of a million cells.
    for (text, told) in [(b"1\n".repeat(1 << 20), "400000 lines"), (b"A.".repeat(1 << 20), "line 1: ")] {
        let run = crate::taquin_fed(&["blocks", "solve", "-q", "-"], &text);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), "error\n"));
        assert!(run.stderr.contains(told), "{}", run.stderr);
    }
}

/// Tables that grow fit into what `ulimit -v` leaves.
#[cfg(target_os = "linux")]
#[test]
fn the_address_space_is_a_limit_as_well() {
    let directory = tempfile::tempdir().unwrap();
    let board = "11 10 3 15/5 13 0 7/4 1 2 14/6 9 8 12";
    for algorithm in ["bfs", "astar"] {
        let args = ["solve", "-q", "--force", "-a", algorithm, "--threads", "1", "--memory-limit", "4096", board];
        let run = limited("-v 300000", &args, directory.path());
        let is_answered = matches!(run.code, Some(0 | 1)) && run.stdout.lines().count() == 1;
        assert!(is_answered && run.stderr.is_empty(), "{algorithm}: {:?} {}", run.code, run.stderr);
    }
}

/// The tables of long boards were built before any limit was looked at, in 629 MB.
#[cfg(target_os = "linux")]
#[test]
fn multi_tile_moves_keep_the_limits() {
    let directory = tempfile::tempdir().unwrap();
    for size in ["2x8", "7x2", "2x6"] {
        let scrambled = taquin(&["scramble", "--size", size, "--seed", "1"]).stdout;
        let board = scrambled.trim();
        let solve =
            ["solve", "-q", "-a", "optimal", "--metric", "mtm", "--time-limit", "0", "--memory-limit", "1", board];
        let run = limited("-v 400000", &solve, directory.path());
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), "limit\n"), "{board}: {}", run.stderr);
    }
}

#[test]
fn refusals_are_told_once() {
    let run = taquin(&[
        "solve",
        "-a",
        "astar",
        "--heuristic",
        "walking-distance",
        "1 2 3 4 5 6 7/8 9 10 11 12 0 13",
        "--force",
    ]);
    assert_eq!(run.stderr.matches("2x7").count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains("try linear-conflict"), "{}", run.stderr);
}

/// A search on disk that is killed at any moment, 20 times, goes on where it was and comes to the same answer.
#[test]
fn a_killed_disk_search_is_resumed() {
    let directory = tempfile::tempdir().unwrap();
    let disk = directory.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let search = |mib: &str| {
        let mut command = command();
        command.args(["blocks", "solve", "The Greatest Escape 2", "--quiet", "--algorithm", "optimal"]);
        command.args(["--threads", "1", "--memory-limit", mib, "--disk"]).arg(&disk);
        command
    };
    let mut kills = 0;
    for round in 0..20_u64 {
        let mut child = search("1").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Moments that have nothing to do with each other.
        std::thread::sleep(Duration::from_millis(5 + round * round * 37 % 400));
        child.kill().unwrap();
        kills += u32::from(child.wait().unwrap().code().is_none());
    }
    assert!(kills >= 10, "{kills}: the others had ended by themselves");
    let resumed = search("1").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&resumed.stdout), "107\n", "{}", String::from_utf8_lossy(&resumed.stderr));
    assert_eq!(names(&disk), [""; 0], "nothing is left behind");
}
