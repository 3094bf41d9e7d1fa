//! Table files.
//!
//! A file is written under a temporary name of its own, locked while it is written, and renamed when it is complete; what a
//! run that was killed has left is removed by the next one. A table is read into memory and checked there: a mapped
//! file could be changed by anybody after the check, or cut off, which ends a process that looks at the rest. Where many
//! processes share a machine, files are mapped all the same if asked for ([`super::Store::mapping_files`]).

use super::{
    FormatError, PatternDb,
    format::{HEADER, TableKind, check, entry_bytes, header, table_of},
    pages::Pages,
    parity::ParityTable,
    pattern::Pattern,
};
use crate::search::parallel;
use memmap2::MmapMut;
use std::{
    fs::{self, File, TryLockError},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tempfile::NamedTempFile;
use thiserror::Error;

/// Extension of table files.
pub(super) const EXTENSION: &str = "taquin";
/// How the names of temporary files begin, after which come the name of the file, a dot and something random.
const TEMPORARY: &str = ".";
/// Bytes that a thread reads or writes at once.
const PART: usize = 16 << 20;

/// The age from which a temporary file that nobody has locked is a leftover.
const OLD: Duration = Duration::from_secs(60);

/// Why a table file was refused or could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system said no.
    #[error("{path}: {source}", path = .path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// A table could not be written.
    #[error("{path}: cannot be saved: {source}", path = .path.display())]
    Unsaved {
        /// Which file.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// The file is not the expected table.
    #[error("{path}: {source}", path = .path.display())]
    Format {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        source: FormatError,
    },
}

impl FileError {
    /// The file.
    pub fn path(&self) -> &Path {
        match self {
            Self::Io { path, .. } | Self::Unsaved { path, .. } | Self::Format { path, .. } => path,
        }
    }

    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        |source| Self::Io { path: path.to_owned(), source }
    }

    pub(super) fn format(path: &Path) -> impl FnOnce(FormatError) -> Self {
        |source| Self::Format { path: path.to_owned(), source }
    }
}

/// The name of a pattern's file.
pub(super) fn name(pattern: Pattern, kind: TableKind) -> String {
    match kind {
        TableKind::Excess => format!("{}.{EXTENSION}", pattern.name()),
        TableKind::Parity => format!("{}-parity.{EXTENSION}", pattern.name()),
        TableKind::Slides => format!("{}-blank{}-slides.{EXTENSION}", pattern.shape(), pattern.blank()),
    }
}

/// A table of any kind.
#[derive(Clone, Debug)]
pub(super) enum AnyTable {
    Excess(Arc<PatternDb>),
    Parity(Arc<ParityTable>),
    Slides(Pattern, Arc<Pages>),
}

impl AnyTable {
    fn pattern(&self) -> Pattern {
        match self {
            Self::Excess(table) => table.pattern(),
            Self::Parity(table) => table.pattern(),
            Self::Slides(pattern, _) => *pattern,
        }
    }

    fn kind(&self) -> TableKind {
        match self {
            Self::Excess(_) => TableKind::Excess,
            Self::Parity(_) => TableKind::Parity,
            Self::Slides(..) => TableKind::Slides,
        }
    }

    fn entries(&self) -> &[u8] {
        match self {
            Self::Excess(table) => table.entries(),
            Self::Parity(table) => table.entries(),
            Self::Slides(_, pages) => pages,
        }
    }
}

/// A table that is being written, in parts, so that the caller can stop in between; then nothing of it stays.
#[derive(Debug)]
pub(in crate::tiles) struct Save {
    path: PathBuf,
    file: NamedTempFile,
    table: AnyTable,
    /// Bytes of entries written.
    written: usize,
}

impl Save {
    /// Begins to write a table into a directory, which is made if need be.
    pub(super) fn new(directory: &Path, table: AnyTable, threads: usize) -> Result<Self, FileError> {
        let (pattern, kind) = (table.pattern(), table.kind());
        let name = name(pattern, kind);
        let path = directory.join(&name);
        let begin = || {
            fs::create_dir_all(directory)?;
            remove_leftovers(directory);
            let file = temporary(directory, &format!("{TEMPORARY}{name}."))?;
            // why: as long as it is locked it is no leftover. Where there are no locks it may be taken for one, and is
            // then written again another time.
            let _ = file.as_file().try_lock();
            write_at(file.as_file(), &header(pattern, kind, table.entries(), threads), 0)?;
            Ok(file)
        };
        match begin() {
            Ok(file) => Ok(Self { path, file, table, written: 0 }),
            Err(source) => Err(FileError::Unsaved { path, source }),
        }
    }

    /// Writes a part for each thread; says whether the file is complete.
    pub(in crate::tiles) fn run(mut self, threads: usize) -> Result<Option<Self>, FileError> {
        let entries = &self.table.entries()[self.written..];
        let now = &entries[..entries.len().min(PART * threads)];
        let begin = HEADER + self.written;
        let (result, file) = (Mutex::new(Ok(())), self.file.as_file());
        parallel::for_each(threads, now.chunks(PART).enumerate(), |(number, part)| {
            if let Err(error) = write_at(file, part, (begin + number * PART) as u64) {
                *result.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
            }
        });
        let Self { path, .. } = &self;
        let unsaved = |source| FileError::Unsaved { path: path.clone(), source };
        result.into_inner().unwrap_or_else(PoisonError::into_inner).map_err(unsaved)?;
        self.written += now.len();
        if self.written < self.table.entries().len() {
            return Ok(Some(self));
        }
        let unsaved =
            |error: tempfile::PersistError| FileError::Unsaved { path: self.path.clone(), source: error.error };
        self.file.persist(&self.path).map_err(unsaved)?;
        Ok(None)
    }
}

/// A new file that nobody else can have opened or foreseen.
fn temporary(directory: &Path, prefix: &str) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // why: a table is no secret; the user's own mask decides who may read it, as for any other file.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(directory)
}

/// Removes temporary files that nobody is writing: those of runs that were killed.
pub(super) fn remove_leftovers(directory: &Path) -> Vec<PathBuf> {
    let is_temporary = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with(TEMPORARY) && name.contains(&format!(".{EXTENSION}.")) && is_file(path)
    };
    let is_abandoned = |path: &PathBuf| {
        // why: a lock of a process that is gone is gone, too. A file that was made just now may not be locked yet.
        let is_old =
            |file: &File| file.metadata()?.modified()?.elapsed().map_err(io::Error::other).map(|age| age >= OLD);
        File::open(path).is_ok_and(|file| {
            !matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) && is_old(&file).unwrap_or(false)
        })
    };
    let entries = fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(is_temporary).filter(is_abandoned).filter(|path| fs::remove_file(path).is_ok()).collect()
}

/// Is it a regular file itself, and no link?
fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_file())
}

#[cfg(unix)]
fn write_at(file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, at)
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
fn write_at(file: &File, mut bytes: &[u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let written = std::os::windows::fs::FileExt::seek_write(file, bytes, at)?;
        (bytes, at) = (&bytes[written..], at + written as u64);
    }
    Ok(())
}

#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, bytes, at)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        (bytes, at) = (&mut bytes[read..], at + read as u64);
    }
    Ok(())
}

/// A table that is being read, in parts, so that the caller can stop in between.
#[derive(Debug)]
pub(in crate::tiles) struct Load {
    path: PathBuf,
    pattern: Pattern,
    kind: TableKind,
    file: File,
    bytes: MmapMut,
    read: usize,
}

impl Load {
    /// Begins to read a pattern's table from a directory; `Ok(None)` if there is no such file.
    ///
    /// - `entries`: the bytes of entries that such a table has; `None` if that is for its header to say.
    pub(super) fn new(
        directory: &Path,
        pattern: Pattern,
        kind: TableKind,
        entries: Option<usize>,
    ) -> Result<Option<Self>, FileError> {
        match Self::open(&directory.join(name(pattern, kind)), pattern, kind, entries) {
            Err(FileError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(None),
            load => load.map(Some),
        }
    }

    /// Begins to read a file, which must be of the right length.
    fn open(path: &Path, pattern: Pattern, kind: TableKind, entries: Option<usize>) -> Result<Self, FileError> {
        let (file, found) = open(path)?;
        let entries = match entries {
            Some(entries) => entries as u64,
            None => entry_bytes(&peek_header(path)?.0),
        };
        let expected = (HEADER as u64).saturating_add(entries);
        if found != expected {
            // What it says that it is explains more than its length.
            let source = match peek(path)? {
                (other, other_kind, _) if (other, other_kind) != (pattern, kind) => FormatError::Pattern,
                _ => FormatError::Length { found, expected },
            };
            return Err(FileError::format(path)(source));
        }
        // why: pages of our own, and large ones where the system has them, as searches look everywhere in a table.
        let bytes = MmapMut::map_anon(expected as usize).map_err(FileError::io(path))?;
        #[cfg(target_os = "linux")]
        let _ = bytes.advise(memmap2::Advice::HugePage);
        Ok(Self { path: path.to_owned(), pattern, kind, file, bytes, read: 0 })
    }

    /// Reads a part for each thread; says whether all is there.
    pub(in crate::tiles) fn run(&mut self, threads: usize) -> Result<bool, FileError> {
        let (begin, end) = (self.read, self.bytes.len().min(self.read + PART * threads));
        let (result, file) = (Mutex::new(Ok(())), &self.file);
        parallel::for_each(threads, self.bytes[begin..end].chunks_mut(PART).enumerate(), |(number, part)| {
            if let Err(error) = read_at(file, part, (begin + number * PART) as u64) {
                *result.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
            }
        });
        result.into_inner().unwrap_or_else(PoisonError::into_inner).map_err(FileError::io(&self.path))?;
        self.read = end;
        Ok(end == self.bytes.len())
    }

    /// The whole file, after a check of every byte; its entries come after the header.
    pub(super) fn finish(self, threads: usize) -> Result<MmapMut, FileError> {
        let Self { path, pattern, kind, bytes, .. } = self;
        let entries = bytes.len().saturating_sub(HEADER);
        check(&bytes, pattern, kind, Some(entries), threads).map_err(FileError::format(&path))?;
        Ok(bytes)
    }
}

/// Maps a pattern's file and checks every byte of it; `Ok(None)` if there is no such file.
pub(super) fn map(
    directory: &Path,
    pattern: Pattern,
    kind: TableKind,
    entries: usize,
    threads: usize,
) -> Result<Option<memmap2::Mmap>, FileError> {
    let path = directory.join(name(pattern, kind));
    let file = match open(&path) {
        Err(FileError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened?.0,
    };
    #[expect(unsafe_code, reason = "one copy of the tables for all processes of a machine")]
    // SAFETY: files of tables are never written to once they have their name, only replaced as a whole; whoever asks for
    // mapping takes the risk that somebody else does.
    let map = unsafe { memmap2::Mmap::map(&file) }.map_err(FileError::io(&path))?;
    check(&map, pattern, kind, Some(entries), threads).map_err(FileError::format(&path))?;
    Ok(Some(map))
}

/// Reads a file and checks every byte of it, and that its name is that of what it holds.
pub(super) fn verify(
    path: &Path,
    pattern: Pattern,
    kind: TableKind,
    entries: Option<usize>,
    threads: usize,
) -> Result<(), FileError> {
    let mut load = Load::open(path, pattern, kind, entries)?;
    while !load.run(threads)? {}
    load.finish(threads)?;
    match path.file_name() == Some(name(pattern, kind).as_ref()) {
        true => Ok(()),
        false => Err(FileError::format(path)(FormatError::Pattern)),
    }
}

/// Reads only the header of a file.
pub(super) fn peek(path: &Path) -> Result<(Pattern, TableKind, u64), FileError> {
    let (header, length) = peek_header(path)?;
    let (pattern, kind) = table_of(&header).map_err(FileError::format(path))?;
    Ok((pattern, kind, length))
}

/// The first bytes of a file, and how long it is.
fn peek_header(path: &Path) -> Result<([u8; HEADER], u64), FileError> {
    let mut header = [0; HEADER];
    let (mut file, length) = open(path)?;
    file.read_exact(&mut header).map_err(|_| FileError::format(path)(FormatError::Foreign))?;
    Ok((header, length))
}

/// Opens a regular file and says how long it is. Anything else, such as a pipe, might keep us waiting for ever.
fn open(path: &Path) -> Result<(File, u64), FileError> {
    if !fs::metadata(path).map_err(FileError::io(path))?.is_file() {
        return Err(FileError::format(path)(FormatError::Foreign));
    }
    let file = File::open(path).map_err(FileError::io(path))?;
    let length = file.metadata().map_err(FileError::io(path))?.len();
    Ok((file, length))
}
