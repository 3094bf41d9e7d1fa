//! Where tables come from: memory, the user's cache directory, or a new build.

#[cfg(not(target_arch = "wasm32"))]
use super::FileError;
use super::{Build, FormatError, Level, PatternDb, Tables, format, index::Index, pattern::Pattern, patterns};
use crate::{search::parallel, tiles::Board};
use rustc_hash::FxHashMap;
#[cfg(not(target_arch = "wasm32"))]
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// All tables of a process. Copies share them.
#[derive(Clone, Debug, Default)]
pub struct Store {
    #[cfg(not(target_arch = "wasm32"))]
    directory: Option<PathBuf>,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Debug, Default)]
struct Shared {
    tables: FxHashMap<Pattern, Arc<PatternDb>>,
    /// By shape and number of tiles.
    indices: FxHashMap<(crate::tiles::Shape, usize), Arc<Index>>,
    #[cfg(not(target_arch = "wasm32"))]
    complaints: Vec<FileError>,
}

impl Store {
    /// A store that keeps tables as long as the process runs.
    pub fn in_memory() -> Self {
        Self::default()
    }

    /// A store that keeps tables as files in a directory as well.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn in_directory(directory: impl Into<PathBuf>) -> Self {
        Self { directory: Some(directory.into()), ..Self::default() }
    }

    /// The user's store: in the directory that the environment variable `TAQUIN_CACHE` names, or else in `taquin`
    /// in the platform's cache directory; in memory only where there is none.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn of_user() -> Self {
        let chosen = std::env::var_os("TAQUIN_CACHE").filter(|path| !path.is_empty()).map(PathBuf::from);
        let directory = chosen.or_else(|| dirs::cache_dir().map(|cache| cache.join("taquin")));
        Self { directory, ..Self::default() }
    }

    /// Where its files are.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn directory(&self) -> Option<&Path> {
        self.directory.as_deref()
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The files that were refused, and those that could not be written, since the last call: worth telling the
    /// user, though tables were built instead.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn complaints(&self) -> Vec<FileError> {
        std::mem::take(&mut self.shared().complaints)
    }

    /// The index that a pattern's table needs.
    fn index(&self, pattern: Pattern) -> Arc<Index> {
        let key = (pattern.shape(), pattern.len());
        let mut shared = self.shared();
        shared.indices.entry(key).or_insert_with(|| Arc::new(Index::new(key.0, key.1))).clone()
    }

    /// A table, if it is in memory or in a file. A file that is damaged or foreign counts as none, and is complained
    /// of.
    pub fn find(&self, pattern: Pattern, threads: usize) -> Option<Arc<PatternDb>> {
        if let Some(table) = self.shared().tables.get(&pattern) {
            return Some(table.clone());
        }
        self.load(pattern, threads)
    }

    /// Is a table in memory, or is there a file for it (which may turn out to be damaged)?
    pub fn has(&self, pattern: Pattern) -> bool {
        self.shared().tables.contains_key(&pattern) || self.has_file(pattern)
    }

    #[cfg(target_arch = "wasm32")]
    fn has_file(&self, _pattern: Pattern) -> bool {
        false
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn has_file(&self, pattern: Pattern) -> bool {
        self.directory().is_some_and(|directory| directory.join(super::file::name(pattern)).exists())
    }

    #[cfg(target_arch = "wasm32")]
    fn load(&self, _pattern: Pattern, _threads: usize) -> Option<Arc<PatternDb>> {
        None
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn load(&self, pattern: Pattern, threads: usize) -> Option<Arc<PatternDb>> {
        let index = self.index(pattern);
        match super::file::load(self.directory.as_deref()?, pattern, &index, threads) {
            Ok(table) => Some(self.keep(table?)),
            Err(error) => {
                self.shared().complaints.push(error);
                None
            }
        }
    }

    fn keep(&self, table: PatternDb) -> Arc<PatternDb> {
        let table = Arc::new(table);
        self.shared().tables.insert(table.pattern(), table.clone());
        table
    }

    /// Keeps a table, and writes its file where there is a directory.
    pub fn insert(&self, table: PatternDb, threads: usize) -> Arc<PatternDb> {
        self.save(&table, threads);
        self.keep(table)
    }

    /// The tables in memory.
    pub fn tables(&self) -> Vec<Arc<PatternDb>> {
        self.shared().tables.values().cloned().collect()
    }

    /// Takes a pattern's table back from the bytes that [`PatternDb::to_bytes`] made, after a check of each of them.
    pub fn adopt(&self, pattern: Pattern, mut bytes: Vec<u8>) -> Result<Arc<PatternDb>, FormatError> {
        let index = self.index(pattern);
        format::check(&bytes, pattern, &index, 1)?;
        bytes.drain(..format::HEADER);
        Ok(self.keep(PatternDb::new(pattern, index, bytes.into())))
    }

    #[cfg(target_arch = "wasm32")]
    fn save(&self, _table: &PatternDb, _threads: usize) {}

    #[cfg(not(target_arch = "wasm32"))]
    fn save(&self, table: &PatternDb, threads: usize) {
        if let Some(Err(error)) = self.directory().map(|directory| super::file::save(directory, table, threads)) {
            self.shared().complaints.push(error);
        }
    }
}

/// A file of the store.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredFile {
    /// Where it is.
    pub path: PathBuf,
    /// What it says that it holds.
    pub pattern: Pattern,
    /// How long it is.
    pub bytes: u64,
}

#[cfg(not(target_arch = "wasm32"))]
impl Store {
    /// All files of the store by name, from their headers alone; those that are not Taquin's as errors.
    pub fn files(&self) -> Vec<Result<StoredFile, FileError>> {
        let Some(entries) = self.directory().and_then(|directory| std::fs::read_dir(directory).ok()) else {
            return Vec::new();
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == super::file::EXTENSION));
        paths.sort();
        let peek = |path: PathBuf| {
            let (pattern, bytes) = super::file::peek(&path)?;
            Ok(StoredFile { path, pattern, bytes })
        };
        paths.into_iter().map(peek).collect()
    }

    /// Checks every byte of a file.
    pub fn verify(&self, file: &StoredFile, threads: usize) -> Result<(), FileError> {
        super::file::read(&file.path, file.pattern, &self.index(file.pattern), threads).map(|_| ())
    }

    /// Removes a file; tables in memory stay.
    pub fn remove(&self, file: &StoredFile) -> Result<(), FileError> {
        std::fs::remove_file(&file.path).map_err(FileError::io(&file.path))
    }
}

/// Loads or builds all tables for a goal; the caller pumps it with [`Preparation::run`].
pub struct Preparation {
    store: Store,
    goal: Board,
    threads: usize,
    /// Those still missing, the next one last.
    missing: Vec<Pattern>,
    build: Option<Build>,
    ready: Vec<Arc<PatternDb>>,
}

impl Preparation {
    /// Begins to prepare the tables of a level for a goal; `None` if it has more than [`super::MAX_CELLS`] cells, or
    /// but one.
    pub fn new(store: &Store, goal: &Board, level: Level, threads: usize) -> Option<Self> {
        let mut missing = patterns(goal, level)?;
        missing.reverse();
        let threads = threads.clamp(1, parallel::available());
        Some(Self { store: store.clone(), goal: goal.clone(), threads, missing, build: None, ready: Vec::new() })
    }

    /// Works on for about as long as a search takes for `budget` nodes; says whether all tables are there.
    pub fn run(&mut self, budget: u64) -> bool {
        if let Some(build) = &mut self.build {
            if !build.run(budget) {
                return false;
            }
            let table = self.build.take().and_then(Build::finish);
            self.ready.extend(table.map(|table| self.store.insert(table, self.threads)));
        }
        let Some(pattern) = self.missing.pop() else { return true };
        match self.store.find(pattern, self.threads) {
            Some(table) => self.ready.push(table),
            None => self.build = Some(Build::with_index(pattern, self.store.index(pattern), self.threads)),
        }
        false
    }

    /// Arrangements found and all there are, of the table being built.
    pub fn progress(&self) -> (u64, u64) {
        self.build.as_ref().map_or((0, 0), Build::progress)
    }

    /// Bytes that the work takes.
    pub fn bytes(&self) -> u64 {
        let ready = self.ready.iter().map(|table| table.entries().len() as u64).sum::<u64>();
        ready + self.build.as_ref().map_or(0, Build::bytes)
    }

    /// The tables, once [`Preparation::run`] said that they are there.
    pub fn finish(self) -> Option<Tables> {
        Tables::new(&self.goal, self.ready)
    }
}
