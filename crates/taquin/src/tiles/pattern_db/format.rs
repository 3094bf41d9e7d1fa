//! Tables as bytes: a header that says exactly what they are, a checksum over everything, and then the entries.
//!
//! | bytes | what |
//! |---|---|
//! | 0…8 | `TAQUINPD` |
//! | 8…12 | version, little-endian as all numbers |
//! | 12, 13 | rows and columns |
//! | 14 | the cell of the goal's blank |
//! | 15 | 0 |
//! | 16…20 | the goal cells of the pattern's tiles, as bits |
//! | 20…24 | 0 |
//! | 24…32 | how many bytes of entries |
//! | 32…40 | checksum of all the above and the entries |
//! | 40…64 | 0 |
//! | 64… | the entries |
//!
//! The checksum is the XXH3 of the first 32 bytes followed by the XXH3 of each mebibyte of entries, so that all
//! threads can work on it.

use super::{PatternDb, index::Index, pattern::Pattern};
use crate::{search::parallel, tiles::Shape};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 8] = b"TAQUINPD";
const VERSION: u32 = 1;
/// The bytes before the entries.
pub(super) const HEADER: usize = 64;
/// How much of the header the checksum covers.
const SUMMED: usize = 32;
const CHUNK: usize = 1 << 20;

/// Why bytes are not the table that they should be.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum FormatError {
    /// Something else altogether.
    #[error("not a pattern database of Taquin")]
    Foreign,
    /// Written by another version.
    #[error("format version {found}, but this program reads version {VERSION}")]
    Version {
        /// The version it has.
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
        /// What it must be.
        expected: u64,
    },
    /// Changed since it was written.
    #[error("damaged (its checksum is wrong)")]
    Checksum,
}

/// The header of a table, checksum included.
pub(super) fn header(table: &PatternDb, threads: usize) -> [u8; HEADER] {
    let (pattern, entries) = (table.pattern(), table.entries());
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(MAGIC);
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    header[12] = pattern.shape().rows() as u8;
    header[13] = pattern.shape().cols() as u8;
    header[14] = pattern.blank() as u8;
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

/// What bytes say that they are.
pub(super) fn pattern_of(bytes: &[u8]) -> Result<Pattern, FormatError> {
    if bytes.len() < HEADER || bytes[..8] != *MAGIC {
        return Err(FormatError::Foreign);
    }
    let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    if number(8) != VERSION {
        return Err(FormatError::Version { found: number(8) });
    }
    let shape = Shape::new(bytes[12].into(), bytes[13].into()).map_err(|_| FormatError::Foreign)?;
    Pattern::new(shape, bytes[14].into(), number(16)).ok_or(FormatError::Foreign)
}

/// Checks every byte of a pattern's table.
///
/// - `index`: for the pattern's shape and number of tiles.
pub(super) fn check(bytes: &[u8], pattern: Pattern, index: &Index, threads: usize) -> Result<(), FormatError> {
    if pattern_of(bytes)? != pattern {
        return Err(FormatError::Pattern);
    }
    let (found, expected) = (bytes.len() as u64, (HEADER + index.bytes()) as u64);
    if found != expected {
        return Err(FormatError::Length { found, expected });
    }
    if bytes[32..40] != checksum(bytes, &bytes[HEADER..], threads).to_le_bytes() {
        return Err(FormatError::Checksum);
    }
    Ok(())
}
