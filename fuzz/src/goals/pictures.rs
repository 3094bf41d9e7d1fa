//! Pictures of at most a mebibyte that were made to take much time or memory.

use super::{Bench, Table, measured};
use crate::hostile::{Png, chunk, frame, jpeg, packed_zeros, profile};
use anyhow::Result;

const LARGEST: usize = 1 << 20;
const SECONDS: f64 = 5.0;
const MIB: f64 = 512.0;

pub(super) fn measure(bench: &Bench, table: &mut Table) -> Result<()> {
    for (name, picture) in pictures() {
        let (mut seconds, mut mib, mut codes) = (0.0_f64, 0.0_f64, Vec::new());
        let file = bench.file("picture", &picture)?;
        for output in ["x.png", "x.gif", "x.svg"] {
            let args = ["render", "8 2 0/4 6 1/3 7 5", "--picture", &file, "--moves", "R2U2", "-o", output];
            let mut run = measured::run(&mut bench.command(&args))?;
            // The machine may be busy with something else.
            if run.seconds > SECONDS {
                run = measured::run(&mut bench.command(&args))?;
            }
            (seconds, mib) = (seconds.max(run.seconds), mib.max(run.peak_mib));
            codes.push(run.status.code());
        }
        let is_orderly = codes.iter().all(|code| matches!(code, Some(0 | 2)));
        let told = if codes.contains(&Some(2)) { "refused" } else { "drawn" };
        let found = format!("{seconds:.2} s, {mib:.0} MiB, {}", if is_orderly { told } else { "ABORTED" });
        let is_met = seconds <= SECONDS && mib <= MIB && is_orderly;
        table.row(
            &format!("{name}, {} bytes", picture.len()),
            &found,
            &format!("{SECONDS} s, {MIB} MiB"),
            is_met && picture.len() <= LARGEST,
        );
    }
    Ok(())
}

fn pictures() -> Vec<(String, Vec<u8>)> {
    let mut pictures = Vec::new();
    let shapes: [(u32, u32, u8, u8); 16] = [
        (10_000, 1, 1, 0),
        (1, 10_000, 1, 0),
        (1, 1_000_000, 1, 0),
        (40_000_000, 1, 1, 0),
        (1, 40_000_000, 1, 0),
        (2, 20_000_000, 1, 0),
        (6_300, 6_300, 1, 0),
        (6_300, 6_300, 8, 0),
        (6_300, 6_300, 4, 3),
        (6_300, 6_300, 8, 2),
        (5_700, 5_700, 8, 6),
        (5_700, 5_700, 16, 0),
        (4_000, 4_000, 16, 6),
        (22_000, 22_000, 1, 0),
        (60_000, 60_000, 1, 0),
        (u32::MAX >> 1, 1, 8, 0),
    ];
    for (width, height, depth, kind) in shapes {
        for is_interlaced in [false, true] {
            let file = Png { width, height, depth, kind, is_interlaced }.file(&[]);
            let interlaced = if is_interlaced { ", interlaced" } else { "" };
            pictures.push((format!("PNG {width} × {height}, {depth} bits, kind {kind}{interlaced}"), file));
        }
    }
    let small = Png { width: 64, height: 64, depth: 8, kind: 2, is_interlaced: false };
    let text = |name: &[u8; 4], head: &[u8]| chunk(name, &[head, &packed_zeros(400 << 20)].concat());
    pictures.extend([
        ("PNG with a profile of 400 MiB".to_owned(), small.file(&profile(400 << 20))),
        ("PNG with a text of 400 MiB".to_owned(), small.file(&text(b"zTXt", b"x\0\0"))),
        ("PNG with an international text of 400 MiB".to_owned(), small.file(&text(b"iTXt", b"x\0\x01\0\0\0"))),
        ("PNG with 50 000 chunks".to_owned(), small.file(&chunk(b"tEXt", b"x\0y").repeat(50_000))),
    ]);
    for (width, height) in [(6_000, 6_000), (65_500, 540), (540, 65_500)] {
        pictures.push((format!("JPEG {width} × {height}"), jpeg(width, height, false)));
    }
    // The size stands in the head alone, and the data end soon.
    for (width, height) in [(6_300_u16, 6_300_u16), (65_535, 65_535), (65_535, 610)] {
        for progressive in [false, true] {
            let mut file = jpeg(64, 64, false);
            if let Some(at) = frame(&file) {
                file[at + 5..at + 7].copy_from_slice(&height.to_be_bytes());
                file[at + 7..at + 9].copy_from_slice(&width.to_be_bytes());
                file[at + 1] = if progressive { 0xc2 } else { 0xc0 };
            }
            let kind = if progressive { "progressive " } else { "" };
            pictures.push((format!("{kind}JPEG that claims {width} × {height}"), file));
        }
    }
    pictures.push(("JPEG with a thousand scans".to_owned(), many_scans()));
    pictures
}

/// A progressive JPEG of 4000 × 4000 pixels whose scans come again and again: each goes over the whole picture.
fn many_scans() -> Vec<u8> {
    let mut file = jpeg(4_000, 4_000, true);
    let Some(scan) = file.windows(2).position(|pair| pair == [0xff, 0xda]) else { return file };
    file.truncate(scan);
    // One component, its first coefficient alone; a scan without data ends at once, as far as it can.
    let empty = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0, 0];
    for _ in 0..1_000 {
        file.extend_from_slice(&empty);
    }
    file.extend_from_slice(&[0xff, 0xd9]);
    file
}
