//! The command as a process: pipes that break, Ctrl-C.

use crate::{command, json};
use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

const HARD: &str = "12 3 9 22 1/18 24 4 14 19/21 5 15 0 10/8 13 6 2 17/7 23 16 20 11";

#[test]
fn a_broken_pipe_ends_quietly() {
    let endless: &[&[&str]] =
        &[&["scramble", "--size", "4x4", "--count", "99999999999", "--seed", "1"], &["check", "--json", "/dev/stdin"]];
    for args in endless {
        let mut boards = Command::new("yes").arg("1 2/0 3").stdout(Stdio::piped()).spawn().unwrap();
        let mut child = command()
            .args(*args)
            .stdin(boards.stdout.take().unwrap())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        assert!(!first.is_empty());
        // The reader is dropped by now, so the pipe is broken.
        let output = child.wait_with_output().unwrap();
        boards.kill().unwrap();
        boards.wait().unwrap();
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    }
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

#[test]
fn ctrl_c_prints_the_best_so_far_and_stops() {
    let mut child = command()
        .args(["solve", "--json", "--algorithm", "ida-star", "--force", "1 2/0 3", HARD, "1 0/3 2"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut easy = String::new();
    stdout.read_line(&mut easy).unwrap();
    // The easy board is answered, so the hard one is under way.
    std::thread::sleep(Duration::from_millis(300));
    let pressed = Instant::now();
    interrupt(&child);
    let mut hard = String::new();
    std::io::Read::read_to_string(&mut stdout, &mut hard).unwrap();
    let took = pressed.elapsed();
    let output = child.wait_with_output().unwrap();
    let run = crate::Run { code: output.status.code(), stdout: hard, stderr: String::new() };
    let answers = json(&run);
    assert_eq!(answers.len(), 1, "the boards after the interrupted one are left alone");
    assert_eq!(answers[0]["status"], "limit");
    assert_eq!(crate::stopped_by(&answers[0]), "interrupted");
    assert!(answers[0]["lower_bound"].as_u64().unwrap() >= 75);
    assert_eq!((run.code, String::from_utf8_lossy(&output.stderr).as_ref()), (Some(1), ""));
    // It stops within 0.1 s; the rest is for busy machines.
    assert!(took < Duration::from_secs(1), "{took:?}");
}

/// Ctrl-C while this runs, and what it says then.
fn interrupted(args: &[&str]) -> crate::Run {
    let mut command = command();
    let child = command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    child.wait_with_output().unwrap().into()
}

/// Both would go on for minutes.
#[test]
fn ctrl_c_stops_benchmarks_and_generators_of_blocks() {
    let run = interrupted(&["bench", "blocks", "impassable", "--metric", "moves", "--rounds", "60000", "--json"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    assert!(json(&run).iter().all(|row| row["cost"] == 32), "{}", run.stdout);
    let klotski = ["blocks", "generate", "--difficulty", "500", "--attempts", "1000000", "--seed", "1"];
    let run = interrupted(&klotski);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.starts_with("error: interrupted: no puzzle of 500 moves in "), "{}", run.stderr);
    assert!(!run.stderr.contains("1,000,000"), "{}", run.stderr);
}

#[test]
fn ctrl_c_while_waiting_for_input_ends_the_command() {
    let mut child = command().args(["solve", "-q", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, b"1 2/0 3\n").unwrap();
    let mut answer = String::new();
    // It is kept: a reader that leaves would be a reason to end by itself.
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut answer).unwrap();
    assert_eq!(answer, "L\n");
    // The answer is out; soon the command waits for the next board.
    std::thread::sleep(Duration::from_millis(100));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// Memory does not grow with the number of boards.
#[cfg(target_os = "linux")]
#[test]
fn a_long_stream_takes_constant_memory() {
    // The first run builds the tables of the heuristics, which takes memory once.
    stream(1);
    let (short, long) = (stream(1), stream(300_000));
    assert!(long < short + (4 << 10), "{short} KiB for one board, {long} KiB for many");
}

/// The most memory that so many boards take, in KiB.
#[cfg(target_os = "linux")]
fn stream(boards: usize) -> usize {
    let input = "11 10 3 15/5 13 0 7/4 1 2 14/6 9 8 12\n".repeat(boards);
    peak_of(&["check", "--json"], input, boards, "solvable")
}

/// The most memory that the command takes to answer this input in so many lines, the last of this status, in KiB.
#[cfg(target_os = "linux")]
fn peak_of(args: &[&str], text: String, lines: usize, status: &str) -> usize {
    let mut child = command().args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let peak = std::thread::scope(|scope| {
        let writer = scope.spawn(move || {
            std::io::Write::write_all(&mut input, text.as_bytes()).unwrap();
            input
        });
        let mut line = String::new();
        for _ in 0..lines {
            line.clear();
            assert!(output.read_line(&mut line).unwrap() > 0);
        }
        assert_eq!(serde_json::from_str::<serde_json::Value>(&line).unwrap()["status"], status);
        // The input is still open, so the process lives and can be asked for its peak.
        let peak = peak_kib(child.id());
        drop(writer.join().unwrap());
        peak
    });
    assert!(child.wait().unwrap().success());
    peak
}

/// Nor with the length of a solution: nearly five million moves of the larger board, 0.7 million of the smaller.
#[cfg(target_os = "linux")]
#[test]
fn a_long_solution_takes_the_memory_of_a_few_boards() {
    let (small, large) = (construction("65x64"), construction("128x128"));
    assert!(large < small + 1_500, "{small} KiB for 65x64, {large} KiB for 128x128");
}

/// The most memory that a random board of this size takes with a constructive solver, in KiB.
#[cfg(target_os = "linux")]
fn construction(size: &str) -> usize {
    let board = crate::taquin(&["scramble", "--size", size, "--seed", "1"]).stdout;
    peak_of(&["solve", "--algorithm", "strategic", "--json"], board, 1, "solved")
}

#[cfg(target_os = "linux")]
fn peak_kib(process: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches(" kB").parse().unwrap()
}
