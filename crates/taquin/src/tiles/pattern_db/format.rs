//! The format of table files: a header that identifies the table, a checksum, and the entries.
//!
//! | bytes | what |
//! |---|---|
//! | 0…8 | `TAQUINPD` |
//! | 8…12 | version, little-endian as all numbers |
//! | 12, 13 | rows and columns |
//! | 14 | the cell of the goal's blank |
//! | 15 | the kind of entries: 0 half the excess in four bits, 1 its parity in lines of 64 bytes, 2 distances in slides |
//! | 16…20 | the goal cells of the pattern's tiles, as bits; all but the blank's for distances in slides |
//! | 20…24 | 0 |
//! | 24…32 | number of bytes of entries |
//! | 32…40 | checksum of all the above and the entries |
//! | 40…64 | 0 |
//! | 64… | the entries |
//!
//! The checksum is the XXH3 of the first 32 bytes followed by the XXH3 of each mebibyte of entries, so that all
//! threads can work on it.

use super::pattern::Pattern;
use crate::{search::parallel, tiles::Shape};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 8] = b"TAQUINPD";
const VERSION: u32 = 1;
/// The bytes before the entries.
pub(super) const HEADER: usize = 64;
/// Bytes of the header that the checksum covers.
const SUMMED: usize = 32;
const CHUNK: usize = 1 << 20;

/// Why bytes are not the expected table.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum FormatError {
    /// Not a table file.
    #[error("not a pattern database of Taquin")]
    Foreign,
    /// Written by another version.
    #[error("format version {found}, but this program reads version {VERSION}")]
    Version {
        /// Its version.
        found: u32,
    },
    /// Made for other tiles.
    #[error("holds another pattern than its name says")]
    Pattern,
    /// Cut off, or too long.
    #[error("{found} bytes long, but it must have {expected}")]
    Length {
        /// Its length.
        found: u64,
        /// The length that it must have.
        expected: u64,
    },
    /// Changed since it was written.
    #[error("damaged (its checksum is wrong)")]
    Checksum,
}

/// What the entries of a table are.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum TableKind {
    /// Half of the excess over the Manhattan distance, in four bits.
    Excess,
    /// The parity of that, in one bit.
    Parity,
    /// Distances in slides, for the multi-tile metric: of all tiles together, in colours, and a perimeter of the goal.
    Slides,
}

/// The header of a table, checksum included.
pub(super) fn header(pattern: Pattern, kind: TableKind, entries: &[u8], threads: usize) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(MAGIC);
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    header[12] = pattern.shape().rows() as u8;
    header[13] = pattern.shape().cols() as u8;
    header[14] = pattern.blank() as u8;
    header[15] = kind as u8;
    header[16..20].copy_from_slice(&pattern.tiles().to_le_bytes());
    header[24..32].copy_from_slice(&(entries.len() as u64).to_le_bytes());
    let sum = checksum(&header, entries, threads);
    header[32..40].copy_from_slice(&sum.to_le_bytes());
    header
}

fn checksum(header: &[u8], entries: &[u8], threads: usize) -> u64 {
    let sums = Mutex::new(vec![0; entries.len().div_ceil(CHUNK)]);
    parallel::for_each(threads, entries.chunks(CHUNK).enumerate(), |(number, chunk)| {
        let sum = xxh3_64(chunk);
        sums.lock().unwrap_or_else(PoisonError::into_inner)[number] = sum;
    });
    let sums = sums.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut all = header[..SUMMED].to_vec();
    all.extend(sums.into_iter().flat_map(u64::to_le_bytes));
    xxh3_64(&all)
}

/// The number of bytes of entries that a header names.
pub(super) fn entry_bytes(header: &[u8]) -> u64 {
    header[24..32].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The pattern and the kind of table that a header names.
pub(super) fn table_of(bytes: &[u8]) -> Result<(Pattern, TableKind), FormatError> {
    if bytes.len() < HEADER || bytes[..8] != *MAGIC {
        return Err(FormatError::Foreign);
    }
    let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    if number(8) != VERSION {
        return Err(FormatError::Version { found: number(8) });
    }
    let shape = Shape::new(bytes[12].into(), bytes[13].into()).map_err(|_| FormatError::Foreign)?;
    let kind = match bytes[15] {
        0 => TableKind::Excess,
        1 => TableKind::Parity,
        2 => TableKind::Slides,
        _ => return Err(FormatError::Foreign),
    };
    let (blank, tiles) = (bytes[14].into(), number(16));
    let pattern = match kind {
        TableKind::Slides => Pattern::of_all(shape, blank).filter(|all| all.tiles() == tiles),
        TableKind::Excess | TableKind::Parity => Pattern::new(shape, blank, tiles),
    };
    Ok((pattern.ok_or(FormatError::Foreign)?, kind))
}

/// Checks every byte of a pattern's table.
///
/// - `entries`: the bytes of entries that such a table has; `None` if that is for its header to say.
pub(super) fn check(
    bytes: &[u8],
    pattern: Pattern,
    kind: TableKind,
    entries: Option<usize>,
    threads: usize,
) -> Result<(), FormatError> {
    if table_of(bytes)? != (pattern, kind) {
        return Err(FormatError::Pattern);
    }
    let entries = entries.map_or_else(|| entry_bytes(bytes), |entries| entries as u64);
    let (found, expected) = (bytes.len() as u64, (HEADER as u64).saturating_add(entries));
    if found != expected {
        return Err(FormatError::Length { found, expected });
    }
    let is_clean = bytes[SUMMED + 8..HEADER].iter().all(|&byte| byte == 0);
    if !is_clean || bytes[SUMMED..SUMMED + 8] != checksum(bytes, &bytes[HEADER..], threads).to_le_bytes() {
        return Err(FormatError::Checksum);
    }
    Ok(())
}
