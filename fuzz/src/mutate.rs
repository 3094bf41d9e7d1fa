//! Random changes to good input: what a fuzzer without a view of the code can do.

use taquin::rng::Rng;

/// Longer input finds nothing new here, and is slow.
const MAX_LENGTH: usize = 4096;

/// Pieces that the formats give a meaning to, or that break careless readers.
const PIECES: &[&[u8]] = &[
    b"0",
    b"1",
    b"-1",
    b"255",
    b"256",
    b"257",
    b"65535",
    b"65536",
    b"4294967296",
    b"99999999999999999999",
    b" ",
    b"\t",
    b"\r\n",
    b"\n",
    b"\n\n",
    b"/",
    b"|",
    b",",
    b":",
    b"x",
    b"X",
    b"_",
    b".",
    b"-",
    b"--\n",
    b"===\n",
    b"#",
    b"4x4:",
    b"1x1:0",
    b"U",
    b"up",
    b"\0",
    b"\xff",
    "²".as_bytes(),
    "３".as_bytes(),
    "\u{feff}".as_bytes(),
    "\u{2028}".as_bytes(),
    "é".as_bytes(),
    "👪".as_bytes(),
];

/// A changed copy of one of the seeds (there must be one), sometimes crossed with another.
pub fn mutated(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut data = pick(seeds, rng).clone();
    for _ in 0..1 + rng.below(6) {
        change(&mut data, seeds, rng);
    }
    data.truncate(MAX_LENGTH);
    data
}

fn change(data: &mut Vec<u8>, seeds: &[Vec<u8>], rng: &mut Rng) {
    let at = rng.below(data.len() as u64 + 1) as usize;
    let end = (at + rng.below(9) as usize).min(data.len());
    match rng.below(8) {
        0 if at < data.len() => data[at] ^= 1 << rng.below(8),
        1 if at < data.len() => data[at] = rng.below(256) as u8,
        2 => data.insert(at, rng.below(256) as u8),
        3 => drop(data.drain(at..end)),
        4 => data.truncate(at),
        5 => {
            let repeated = data[at..end].repeat(1 + rng.below(20) as usize);
            data.splice(at..at, repeated);
        }
        6 => {
            let other = pick(seeds, rng);
            let from = rng.below(other.len() as u64 + 1) as usize;
            data.splice(at..end, other[from..].iter().copied());
        }
        _ => drop(data.splice(at..end, pick(PIECES, rng).iter().copied())),
    }
}

/// One of some things, of which there must be one.
pub(crate) fn pick<'a, T>(items: &'a [T], rng: &mut Rng) -> &'a T {
    &items[rng.below(items.len() as u64) as usize]
}
