//! Tables in files. A file is written under a temporary name and renamed when it is complete.

use super::{
    Entries, FormatError, PatternDb,
    format::{HEADER, check, header, pattern_of},
    index::Index,
    pattern::Pattern,
};
use crate::search::parallel;
use std::{
    fs::{self, File},
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};
use thiserror::Error;

/// How the names of all files end.
pub(super) const EXTENSION: &str = "taquin";
/// How much of a file a thread writes at once.
const PART: usize = 16 << 20;

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
    /// It is not the table that it should be.
    #[error("{path}: {source}", path = .path.display())]
    Format {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        source: FormatError,
    },
}

impl FileError {
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        |source| Self::Io { path: path.to_owned(), source }
    }

    fn format(path: &Path) -> impl FnOnce(FormatError) -> Self {
        |source| Self::Format { path: path.to_owned(), source }
    }
}

/// The name of a pattern's file.
pub(super) fn name(pattern: Pattern) -> String {
    format!("{}.{EXTENSION}", pattern.name())
}

/// Writes a table into a directory, which is made if need be.
pub(super) fn save(directory: &Path, table: &PatternDb, threads: usize) -> Result<PathBuf, FileError> {
    fs::create_dir_all(directory).map_err(FileError::io(directory))?;
    let name = name(table.pattern());
    let path = directory.join(&name);
    let temporary = directory.join(format!(".{name}.{}", std::process::id()));
    let write = || {
        write_all(&temporary, &header(table, threads), table.entries(), threads)?;
        fs::rename(&temporary, &path)
    };
    if let Err(source) = write() {
        // The first error is the one that matters; what is left of the file may be gone already.
        let _ = fs::remove_file(&temporary);
        return Err(FileError::Io { path, source });
    }
    Ok(path)
}

/// Writes a file by all threads: copying hundreds of megabytes into the system's cache takes one of them a second.
fn write_all(path: &Path, header: &[u8], entries: &[u8], threads: usize) -> io::Result<()> {
    File::create(path)?.write_all(header)?;
    let result = Mutex::new(Ok(()));
    parallel::for_each(threads, entries.chunks(PART).enumerate(), |(number, part)| {
        let write = || {
            let mut file = File::options().write(true).open(path)?;
            file.seek(SeekFrom::Start((header.len() + number * PART) as u64))?;
            file.write_all(part)
        };
        if let Err(error) = write() {
            *result.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
        }
    });
    result.into_inner().unwrap_or_else(PoisonError::into_inner)
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
    let file = File::open(path).map_err(FileError::io(path))?;
    let length = file.metadata().map_err(FileError::io(path))?.len();
    // why: an empty file cannot be mapped.
    if length < HEADER as u64 {
        return Err(FileError::format(path)(FormatError::Foreign));
    }
    #[expect(unsafe_code, reason = "memory-mapping is the only way to share hundreds of megabytes between processes")]
    // SAFETY: tables are never written in place (only renamed over, which leaves this map intact), and no code relies
    // on the bytes to be in a certain state: any value of an entry leads to a valid, if wrong, number.
    let map = unsafe { memmap2::Mmap::map(&file) }.map_err(FileError::io(path))?;
    check(&map, pattern, index, threads).map_err(FileError::format(path))?;
    Ok(PatternDb::new(pattern, index.clone(), Entries::Mapped(map, HEADER)))
}

/// Reads only the header of a file.
pub(super) fn peek(path: &Path) -> Result<(Pattern, u64), FileError> {
    let mut header = [0; HEADER];
    let mut file = File::open(path).map_err(FileError::io(path))?;
    let length = file.metadata().map_err(FileError::io(path))?.len();
    io::Read::read_exact(&mut file, &mut header).map_err(|_| FileError::format(path)(FormatError::Foreign))?;
    Ok((pattern_of(&header).map_err(FileError::format(path))?, length))
}
