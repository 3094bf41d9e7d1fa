//! Where tables are kept: in memory and in the user's cache directory.

use super::{
    Build, FormatError, Level, PatternDb, Tables,
    format::{self, TableKind},
    index::Index,
    parity::{ParityIndex, ParityTable},
    pattern::Pattern,
    patterns,
};
#[cfg(not(target_arch = "wasm32"))]
use super::{
    Entries, FileError,
    file::{self, AnyTable, Load, Save},
    pages::Pages,
};
use crate::{search::parallel, tiles::Board};
use rustc_hash::FxHashMap;
#[cfg(not(target_arch = "wasm32"))]
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The tables of a process. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Store {
    #[cfg(not(target_arch = "wasm32"))]
    directory: Option<PathBuf>,
    /// Are files mapped instead of read?
    #[cfg(not(target_arch = "wasm32"))]
    maps: bool,
    shared: Arc<Mutex<StoreContents>>,
}

#[derive(Debug, Default)]
struct StoreContents {
    tables: FxHashMap<Pattern, Arc<PatternDb>>,
    /// By shape and number of tiles.
    indices: FxHashMap<(crate::tiles::Shape, usize), Arc<Index>>,
    parities: FxHashMap<Pattern, Arc<ParityTable>>,
    parity_indices: FxHashMap<(crate::tiles::Shape, usize), Arc<ParityIndex>>,
    #[cfg(not(target_arch = "wasm32"))]
    errors: Vec<FileError>,
}

impl Store {
    /// A store that keeps tables as long as the process runs.
    pub fn in_memory() -> Self {
        Self::default()
    }

    /// A store that also keeps tables as files in a directory.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn in_directory(directory: impl Into<PathBuf>) -> Self {
        Self { directory: Some(directory.into()), ..Self::default() }
    }

    /// The user's store: in the directory that the environment variable `TAQUIN_CACHE` names, or else in the directory
    /// `taquin` of the platform's cache directory; in memory only if there is none.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn of_user() -> Self {
        let chosen = std::env::var_os("TAQUIN_CACHE").filter(|path| !path.is_empty()).map(PathBuf::from);
        let directory = chosen.or_else(|| user_cache().map(|cache| cache.join("taquin")));
        Self { directory, ..Self::default() }
    }

    /// The store, but with the one-bit tables for boards of 17 to 25 cells mapped from their files, so that all processes of a
    /// machine share one copy of them. Slower where huge pages would have helped. A file that is cut off while it is mapped
    /// ends the process, so nothing but Taquin may write to the directory.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn mapping_files(self) -> Self {
        Self { maps: true, ..self }
    }

    /// The directory of its files, if it has one.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn directory(&self) -> Option<&Path> {
        self.directory.as_deref()
    }

    fn shared(&self) -> MutexGuard<'_, StoreContents> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the errors of files that were refused or could not be written since the last call. No search fails because of them: the tables are
    /// built instead.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn take_errors(&self) -> Vec<FileError> {
        std::mem::take(&mut self.shared().errors)
    }

    /// The index that a pattern's table needs.
    fn index(&self, pattern: Pattern) -> Arc<Index> {
        let key = (pattern.shape(), pattern.len());
        let mut shared = self.shared();
        shared.indices.entry(key).or_insert_with(|| Arc::new(Index::new(key.0, key.1))).clone()
    }

    /// The index that a pattern's parity table needs.
    fn parity_index(&self, pattern: Pattern) -> Arc<ParityIndex> {
        let index = self.index(pattern);
        let key = (pattern.shape(), pattern.len());
        self.shared().parity_indices.entry(key).or_insert_with(|| Arc::new(ParityIndex::new(&index))).clone()
    }

    /// Begins to build the table of a pattern.
    pub(super) fn build(&self, pattern: Pattern, threads: usize) -> Build {
        Build::with_index(pattern, self.index(pattern), threads)
    }

    /// A parity table, if it is in memory.
    pub(super) fn parity_in_memory(&self, pattern: Pattern) -> Option<Arc<ParityTable>> {
        self.shared().parities.get(&pattern).cloned()
    }

    /// Is a parity table in memory, or is there a file for it (which may turn out to be damaged)?
    pub(in crate::tiles) fn has_parity(&self, pattern: Pattern) -> bool {
        self.shared().parities.contains_key(&pattern) || self.has_file(pattern, TableKind::Parity)
    }

    /// Repacks a table as a parity table, and keeps that.
    pub(in crate::tiles) fn keep_as_parity(&self, table: &PatternDb, threads: usize) -> Arc<ParityTable> {
        let index = self.parity_index(table.pattern());
        self.keep_parity(ParityTable::new(table, index, threads))
    }

    fn keep_parity(&self, table: ParityTable) -> Arc<ParityTable> {
        let table = Arc::new(table);
        self.shared().parities.insert(table.pattern(), table.clone());
        table
    }

    /// Gives back the memory of parity tables that nothing uses; those with files can be read again.
    pub(in crate::tiles) fn forget_unused_parities(&self) {
        self.shared().parities.retain(|_, table| Arc::strong_count(table) > 1);
    }

    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn begin_load_parity(&self, pattern: Pattern) -> Option<Load> {
        if !self.has_file(pattern, TableKind::Parity) {
            return None;
        }
        let entries = self.parity_index(pattern).bytes();
        self.keep_error(Load::new(self.directory.as_deref()?, pattern, TableKind::Parity, Some(entries)))?
    }

    /// Maps a parity table's file, if that is asked for and there is one.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn map_parity(&self, pattern: Pattern, threads: usize) -> Option<Arc<ParityTable>> {
        let directory = self.directory.as_deref().filter(|_| self.maps)?;
        let index = self.parity_index(pattern);
        let map = file::map(directory, pattern, TableKind::Parity, index.bytes(), threads);
        let pages = Pages::mapped(self.keep_error(map)??, format::HEADER);
        Some(self.keep_parity(ParityTable::loaded(pattern, index, pages)))
    }

    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn end_load_parity(&self, load: Load, pattern: Pattern, threads: usize) -> Option<Arc<ParityTable>> {
        let bytes = self.keep_error(load.finish(threads))?;
        let pages = Pages::read(bytes, format::HEADER);
        Some(self.keep_parity(ParityTable::loaded(pattern, self.parity_index(pattern), pages)))
    }

    /// Begins to write a parity table's file, where there is a directory.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn begin_save_parity(&self, table: &Arc<ParityTable>, threads: usize) -> Option<Save> {
        self.keep_error(Save::new(self.directory()?, AnyTable::Parity(table.clone()), threads))
    }

    /// Is there a file with distances in slides (which may turn out to be damaged)?
    pub(in crate::tiles) fn has_slides(&self, pattern: Pattern) -> bool {
        self.has_file(pattern, TableKind::Slides)
    }

    /// Begins to read a file with distances in slides, if there is one.
    #[cfg(not(target_arch = "wasm32"))]
    pub(in crate::tiles) fn begin_load_slides(&self, pattern: Pattern) -> Option<Load> {
        if !self.has_slides(pattern) {
            return None;
        }
        self.keep_error(Load::new(self.directory.as_deref()?, pattern, TableKind::Slides, None))?
    }

    #[cfg(not(target_arch = "wasm32"))]
    pub(in crate::tiles) fn end_load_slides(&self, load: Load, threads: usize) -> Option<Pages> {
        Some(Pages::read(self.keep_error(load.finish(threads))?, format::HEADER))
    }

    /// Begins to write a file with distances in slides, where there is a directory.
    #[cfg(not(target_arch = "wasm32"))]
    pub(in crate::tiles) fn begin_save_slides(
        &self,
        pattern: Pattern,
        pages: &Arc<Pages>,
        threads: usize,
    ) -> Option<Save> {
        self.keep_error(Save::new(self.directory()?, AnyTable::Slides(pattern, pages.clone()), threads))
    }

    /// A table, if it is in memory or in a file. A file that is damaged or foreign counts as missing and is reported by
    /// [`Store::take_errors`].
    pub fn find(&self, pattern: Pattern, threads: usize) -> Option<Arc<PatternDb>> {
        if let Some(table) = self.shared().tables.get(&pattern) {
            return Some(table.clone());
        }
        self.load(pattern, threads)
    }

    /// Is a table in memory, or is there a file for it (which may turn out to be damaged)?
    pub fn has(&self, pattern: Pattern) -> bool {
        self.shared().tables.contains_key(&pattern) || self.has_file(pattern, TableKind::Excess)
    }

    #[cfg(target_arch = "wasm32")]
    fn has_file(&self, _pattern: Pattern, _kind: TableKind) -> bool {
        false
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn has_file(&self, pattern: Pattern, kind: TableKind) -> bool {
        self.directory().is_some_and(|directory| directory.join(file::name(pattern, kind)).is_file())
    }

    #[cfg(target_arch = "wasm32")]
    fn load(&self, _pattern: Pattern, _threads: usize) -> Option<Arc<PatternDb>> {
        None
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn load(&self, pattern: Pattern, threads: usize) -> Option<Arc<PatternDb>> {
        let mut load = self.begin_load(pattern)?;
        while !self.keep_error(load.run(threads))? {}
        self.end_load(load, pattern, threads)
    }

    /// Begins to read a table's file, if there is one of the right length.
    #[cfg(not(target_arch = "wasm32"))]
    fn begin_load(&self, pattern: Pattern) -> Option<Load> {
        let entries = self.index(pattern).bytes();
        self.keep_error(Load::new(self.directory.as_deref()?, pattern, TableKind::Excess, Some(entries)))?
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn end_load(&self, load: Load, pattern: Pattern, threads: usize) -> Option<Arc<PatternDb>> {
        let bytes = self.keep_error(load.finish(threads))?;
        Some(self.keep(PatternDb::new(pattern, self.index(pattern), Entries::Read(bytes, format::HEADER))))
    }

    /// A result, if there is one; an error is kept for [`Store::take_errors`].
    #[cfg(not(target_arch = "wasm32"))]
    pub(in crate::tiles) fn keep_error<T>(&self, result: Result<T, FileError>) -> Option<T> {
        result.map_err(|error| self.shared().errors.push(error)).ok()
    }

    fn keep(&self, table: PatternDb) -> Arc<PatternDb> {
        let table = Arc::new(table);
        self.shared().tables.insert(table.pattern(), table.clone());
        table
    }

    /// Keeps a table, and writes its file if the store has a directory.
    pub fn insert(&self, table: PatternDb, threads: usize) -> Arc<PatternDb> {
        let table = self.keep(table);
        self.save(&table, threads);
        table
    }

    /// The tables in memory.
    pub fn tables(&self) -> Vec<Arc<PatternDb>> {
        self.shared().tables.values().cloned().collect()
    }

    /// Adds a pattern's table from the bytes that [`PatternDb::to_bytes`] made, after checking every byte.
    ///
    /// # Errors
    /// A [`FormatError`] if the bytes are not the table of this pattern.
    pub fn adopt(&self, pattern: Pattern, mut bytes: Vec<u8>) -> Result<Arc<PatternDb>, FormatError> {
        let index = self.index(pattern);
        format::check(&bytes, pattern, TableKind::Excess, Some(index.bytes()), 1)?;
        bytes.drain(..format::HEADER);
        Ok(self.keep(PatternDb::new(pattern, index, bytes.into())))
    }

    #[cfg(target_arch = "wasm32")]
    fn save(&self, _table: &Arc<PatternDb>, _threads: usize) {}

    #[cfg(not(target_arch = "wasm32"))]
    fn save(&self, table: &Arc<PatternDb>, threads: usize) {
        let mut save = self.begin_save(table, threads);
        while let Some(saving) = save {
            save = self.keep_error(saving.run(threads)).flatten();
        }
    }

    /// Begins to write a table's file, where there is a directory.
    #[cfg(not(target_arch = "wasm32"))]
    fn begin_save(&self, table: &Arc<PatternDb>, threads: usize) -> Option<Save> {
        self.keep_error(Save::new(self.directory()?, AnyTable::Excess(table.clone()), threads))
    }
}

/// The platform's directory for caches.
#[cfg(not(target_arch = "wasm32"))]
fn user_cache() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    Some(etcetera::base_strategy::choose_native_strategy().ok()?.cache_dir())
}

/// A file of the store.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredFile {
    /// Its path.
    pub path: PathBuf,
    /// The pattern that its header names.
    pub pattern: Pattern,
    /// What its entries are.
    pub kind: TableKind,
    /// Its length in bytes.
    pub bytes: u64,
}

#[cfg(not(target_arch = "wasm32"))]
impl Store {
    /// All files of the store, sorted by name, from their headers alone; a file that is not a table is an error.
    pub fn files(&self) -> Vec<Result<StoredFile, FileError>> {
        let Some(entries) = self.directory().and_then(|directory| std::fs::read_dir(directory).ok()) else {
            return Vec::new();
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == file::EXTENSION));
        paths.sort();
        let peek = |path: PathBuf| {
            let (pattern, kind, bytes) = file::peek(&path)?;
            Ok(StoredFile { path, pattern, kind, bytes })
        };
        paths.into_iter().map(peek).collect()
    }

    /// Checks every byte of a file, and its name.
    ///
    /// # Errors
    /// A [`FileError`] if the file cannot be read, or is not the table that its header and its name say.
    pub fn verify(&self, file: &StoredFile, threads: usize) -> Result<(), FileError> {
        let entries = match file.kind {
            TableKind::Excess => Some(self.index(file.pattern).bytes()),
            TableKind::Parity => Some(self.parity_index(file.pattern).bytes()),
            TableKind::Slides => None,
        };
        file::verify(&file.path, file.pattern, file.kind, entries, threads)
    }

    /// Removes what runs that were killed have left of files that they were writing, and says what that was.
    pub fn remove_leftovers(&self) -> Vec<PathBuf> {
        self.directory().map(file::remove_leftovers).unwrap_or_default()
    }

    /// Removes a file of the store, be it damaged or not; tables in memory stay.
    ///
    /// # Errors
    /// A [`FileError`] if it is no regular file, or cannot be removed.
    pub fn remove(&self, path: &Path) -> Result<(), FileError> {
        if !path.is_file() {
            return Err(FileError::format(path)(FormatError::Foreign));
        }
        std::fs::remove_file(path).map_err(FileError::io(path))
    }
}

/// Loads or builds all tables for a goal; the caller pumps it with [`Preparation::run`].
#[derive(Debug)]
pub struct Preparation {
    store: Store,
    goal: Board,
    threads: usize,
    /// Patterns whose tables are still missing, the next one last.
    missing: Vec<Pattern>,
    work: Option<Work>,
    ready: Vec<Arc<PatternDb>>,
}

/// What is being done for a table.
#[derive(Debug)]
enum Work {
    #[cfg(not(target_arch = "wasm32"))]
    Load(Load, Pattern),
    Build(Box<Build>),
    #[cfg(not(target_arch = "wasm32"))]
    Save(Save),
}

impl Preparation {
    /// Begins to prepare the tables of a level for a goal; `None` if it has more than [`super::MAX_CELLS`] cells, or only
    /// one.
    pub fn new(store: &Store, goal: &Board, level: Level, threads: usize) -> Option<Self> {
        let mut missing = patterns(goal, level)?;
        missing.reverse();
        let threads = threads.clamp(1, parallel::available());
        Some(Self { store: store.clone(), goal: goal.clone(), threads, missing, work: None, ready: Vec::new() })
    }

    /// Works for about as long as a search takes for `budget` nodes; returns whether all tables are there.
    pub fn run(&mut self, budget: u64) -> bool {
        match self.work.take() {
            #[cfg(not(target_arch = "wasm32"))]
            Some(Work::Load(load, pattern)) => self.work = self.load_on(load, pattern),
            Some(Work::Build(mut build)) => {
                self.work = if build.run(budget) { self.end_build(*build) } else { Some(Work::Build(build)) };
            }
            #[cfg(not(target_arch = "wasm32"))]
            Some(Work::Save(save)) => {
                self.work = self.store.keep_error(save.run(self.threads)).flatten().map(Work::Save);
            }
            None => match self.missing.pop() {
                Some(pattern) => self.work = self.begin(pattern),
                None => return true,
            },
        }
        self.work.is_none() && self.missing.is_empty()
    }

    /// Takes a table from memory, or begins to get it in another way.
    fn begin(&mut self, pattern: Pattern) -> Option<Work> {
        let known = self.store.shared().tables.get(&pattern).cloned();
        if let Some(table) = known {
            self.ready.push(table);
            return None;
        }
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(load) = self.store.begin_load(pattern) {
            return Some(Work::Load(load, pattern));
        }
        Some(self.begin_build(pattern))
    }

    fn begin_build(&self, pattern: Pattern) -> Work {
        Work::Build(Box::new(Build::with_index(pattern, self.store.index(pattern), self.threads)))
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn load_on(&mut self, mut load: Load, pattern: Pattern) -> Option<Work> {
        match self.store.keep_error(load.run(self.threads)) {
            Some(false) => Some(Work::Load(load, pattern)),
            Some(true) => match self.store.end_load(load, pattern, self.threads) {
                Some(table) => {
                    self.ready.push(table);
                    None
                }
                None => Some(self.begin_build(pattern)),
            },
            None => Some(self.begin_build(pattern)),
        }
    }

    /// Keeps a table that was built, and begins to save it.
    fn end_build(&mut self, build: Build) -> Option<Work> {
        let table = self.store.keep(build.finish()?);
        self.ready.push(table.clone());
        #[cfg(not(target_arch = "wasm32"))]
        return self.store.begin_save(&table, self.threads).map(Work::Save);
        #[cfg(target_arch = "wasm32")]
        None
    }

    /// Arrangements found so far and their total number, of the table being built.
    pub fn progress(&self) -> (u64, u64) {
        match &self.work {
            Some(Work::Build(build)) => build.progress(),
            _ => (0, 0),
        }
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> u64 {
        let ready = self.ready.iter().map(|table| table.entries().len() as u64).sum::<u64>();
        let building = match &self.work {
            Some(Work::Build(build)) => build.bytes(),
            _ => 0,
        };
        ready + building
    }

    /// The tables, once [`Preparation::run`] has returned `true`.
    pub fn finish(self) -> Option<Tables> {
        Tables::new(&self.goal, self.ready)
    }
}
