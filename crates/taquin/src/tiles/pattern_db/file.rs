//! Tables in files: a header that says exactly what they are, a checksum over everything, and then the entries.
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
//! threads can work on it. A file is written under a temporary name and renamed when it is complete.

use super::{Entries, PatternDb, index::Index, pattern::Pattern};
use crate::{search::parallel, tiles::Shape};
use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 8] = b"TAQUINPD";
const VERSION: u32 = 1;
const HEADER: usize = 64;
/// How much of the header the checksum covers.
const SUMMED: usize = 32;
/// How the names of all files end.
pub(super) const EXTENSION: &str = "taquin";
const CHUNK: usize = 1 << 20;

/// Why a table's file was refused, or could not be written.
#[derive(Debug, Error)]
pub enum FileError {
    /// The system said no.
    #[error("{path}: {source}", path = .path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// Another kind of file.
    #[error("{path}: not a pattern database of Taquin", path = .path.display())]
    Foreign {
        /// Which file.
        path: PathBuf,
    },
    /// Written by another version.
    #[error("{path}: format version {found}, but this program reads version {VERSION}", path = .path.display())]
    Version {
        /// Which file.
        path: PathBuf,
        /// The version it has.
        found: u32,
    },
    /// Made for other tiles.
    #[error("{path}: holds another pattern than its name says", path = .path.display())]
    Pattern {
        /// Which file.
        path: PathBuf,
    },
    /// Cut off, or too long.
    #[error("{path}: {found} bytes long, but it must have {expected}", path = .path.display())]
    Length {
        /// Which file.
        path: PathBuf,
        /// Its length.
        found: u64,
        /// What it must be.
        expected: u64,
    },
    /// Changed since it was written.
    #[error("{path}: damaged (its checksum is wrong)", path = .path.display())]
    Checksum {
        /// Which file.
        path: PathBuf,
    },
}

impl FileError {
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        |source| Self::Io { path: path.to_owned(), source }
    }
}

/// The name of a pattern's file.
pub(super) fn name(pattern: Pattern) -> String {
    format!("{}-blank{}-tiles{:x}.{EXTENSION}", pattern.shape(), pattern.blank(), pattern.tiles())
}

fn header(pattern: Pattern, length: u64) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(MAGIC);
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    header[12] = pattern.shape().rows() as u8;
    header[13] = pattern.shape().cols() as u8;
    header[14] = pattern.blank() as u8;
    header[16..20].copy_from_slice(&pattern.tiles().to_le_bytes());
    header[24..32].copy_from_slice(&length.to_le_bytes());
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

/// Writes a table into a directory, which is made if need be.
pub(super) fn save(directory: &Path, table: &PatternDb, threads: usize) -> Result<PathBuf, FileError> {
    fs::create_dir_all(directory).map_err(FileError::io(directory))?;
    let name = name(table.pattern());
    let path = directory.join(&name);
    let temporary = directory.join(format!(".{name}.{}", std::process::id()));
    let mut header = header(table.pattern(), table.entries().len() as u64);
    let sum = checksum(&header, table.entries(), threads);
    header[32..40].copy_from_slice(&sum.to_le_bytes());
    let write = || {
        let mut file = File::create(&temporary)?;
        file.write_all(&header)?;
        file.write_all(table.entries())?;
        drop(file);
        fs::rename(&temporary, &path)
    };
    if let Err(source) = write() {
        // The first error is the one that matters; what is left of the file may be gone already.
        let _ = fs::remove_file(&temporary);
        return Err(FileError::Io { path, source });
    }
    Ok(path)
}

/// Maps a pattern's table into memory and checks every byte of it. `Ok(None)` if there is no such file.
pub(super) fn load(
    directory: &Path,
    pattern: Pattern,
    index: &Arc<Index>,
    threads: usize,
) -> Result<Option<PatternDb>, FileError> {
    match read(&directory.join(name(pattern)), pattern, index, threads) {
        Err(FileError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(None),
        result => result.map(Some),
    }
}

/// Maps a file into memory and checks every byte of it.
///
/// - `index`: for the pattern's shape and number of tiles.
pub(super) fn read(path: &Path, pattern: Pattern, index: &Arc<Index>, threads: usize) -> Result<PatternDb, FileError> {
    let path = path.to_owned();
    let file = File::open(&path).map_err(FileError::io(&path))?;
    let length = file.metadata().map_err(FileError::io(&path))?.len();
    if length < HEADER as u64 {
        return Err(FileError::Foreign { path });
    }
    #[expect(unsafe_code, reason = "memory-mapping is the only way to share hundreds of megabytes between processes")]
    // SAFETY: tables are never written in place (only renamed over, which leaves this map intact), and no code relies
    // on the bytes to be in a certain state: any value of an entry leads to a valid, if wrong, number.
    let map = unsafe { memmap2::Mmap::map(&file) }.map_err(FileError::io(&path))?;
    if pattern_of(&map, &path)? != pattern {
        return Err(FileError::Pattern { path });
    }
    let expected = (HEADER + index.bytes()) as u64;
    if length != expected {
        return Err(FileError::Length { path, found: length, expected });
    }
    if map[32..40] != checksum(&map, &map[HEADER..], threads).to_le_bytes() {
        return Err(FileError::Checksum { path });
    }
    Ok(PatternDb::new(pattern, index.clone(), Entries::Mapped(map, HEADER)))
}

/// What a file says that it is.
pub(super) fn pattern_of(header: &[u8], path: &Path) -> Result<Pattern, FileError> {
    let foreign = || FileError::Foreign { path: path.to_owned() };
    if header.len() < HEADER || header[..8] != *MAGIC {
        return Err(foreign());
    }
    let number = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    if number(8) != VERSION {
        return Err(FileError::Version { path: path.to_owned(), found: number(8) });
    }
    let shape = Shape::new(header[12].into(), header[13].into()).map_err(|_| foreign())?;
    Pattern::new(shape, header[14].into(), number(16)).ok_or_else(foreign)
}

/// Reads only the header of a file.
pub(super) fn peek(path: &Path) -> Result<(Pattern, u64), FileError> {
    let mut header = [0; HEADER];
    let mut file = File::open(path).map_err(FileError::io(path))?;
    let length = file.metadata().map_err(FileError::io(path))?.len();
    io::Read::read_exact(&mut file, &mut header).map_err(|_| FileError::Foreign { path: path.to_owned() })?;
    Ok((pattern_of(&header, path)?, length))
}
