//! Ten mebibytes of text of several kinds, to the commands that read text and do little more.

use super::{Bench, Table, measured};
use anyhow::Result;

const BYTES: usize = 10 << 20;
const SECONDS: f64 = 1.0;
const MIB: f64 = 64.0;

pub(super) fn measure(bench: &Bench, table: &mut Table) -> Result<()> {
    for (name, piece) in pieces() {
        let text = piece.repeat(BYTES.div_ceil(piece.len()));
        let file = bench.file("text", &text[..BYTES])?;
        let readers: [&[&str]; 4] = [
            &["check", &file],
            &["check", "1 2/3 0", "--goal", &file],
            &["apply", &file, "R"],
            &["blocks", "show", &file],
        ];
        let (mut seconds, mut mib, mut slowest, mut is_orderly) = (0.0_f64, 0.0_f64, "", true);
        for args in readers {
            let mut run = measured::run(&mut bench.command(args))?;
            // The machine may be busy with something else.
            if run.seconds > SECONDS {
                run = measured::run(&mut bench.command(args))?;
            }
            if run.seconds > seconds {
                (seconds, slowest) = (run.seconds, args[0]);
            }
            mib = mib.max(run.peak_mib);
            is_orderly &= run.is_orderly();
        }
        let found = format!("{seconds:.2} s ({slowest}), {mib:.0} MiB{}", if is_orderly { "" } else { ", ABORTED" });
        let is_met = seconds <= SECONDS && mib <= MIB && is_orderly;
        table.row(&format!("10 MiB of {name}"), &found, &format!("{SECONDS} s, {MIB} MiB"), is_met);
    }
    Ok(())
}

/// What is repeated.
fn pieces() -> Vec<(&'static str, Vec<u8>)> {
    let row = |count: usize| (0..count).map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ");
    let large = (0..65_536).map(|tile| tile.to_string()).collect::<Vec<_>>().join(",");
    vec![
        ("one line of ones", b"1 ".to_vec()),
        ("one line of digits", b"1".to_vec()),
        ("lines of one cell", b"1\n".to_vec()),
        ("empty lines", b"\n".to_vec()),
        ("carriage returns", b"\r".to_vec()),
        ("spaces", b" ".to_vec()),
        ("comments", b"# a comment\n".to_vec()),
        ("one comment", b"#".to_vec()),
        ("zeros bytes", b"\0".to_vec()),
        ("bytes that are no text", b"\xff".to_vec()),
        ("three-byte characters", "３".as_bytes().to_vec()),
        ("slashes", b"/".to_vec()),
        ("dimensions", b"256 ".to_vec()),
        ("headers", b"256x256:".to_vec()),
        ("rows of 256 cells", (row(256) + "\n").into_bytes()),
        ("large boards", format!("256x256:{large}\n").into_bytes()),
        ("boards of 4x4", b"11 10 3 15/5 13 0 7/4 1 2 14/6 9 8 12\n".to_vec()),
        ("boards of 2x2", b"1 2/3 0\n".to_vec()),
        ("separators of puzzles", b"===\n".to_vec()),
        ("goals of puzzles", b"--\n".to_vec()),
        ("puzzles", b"A.\n--\n.A\n===\n".to_vec()),
        ("wide drawings", b"A.".to_vec()),
    ]
}
