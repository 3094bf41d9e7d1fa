//! Tables about the rows or the columns of a board, kept for other boards that need them too.

use rustc_hash::FxHashMap;
use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

/// All that such a table depends on.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct Lines {
    /// How many lines there are.
    pub(super) count: usize,
    /// How many cells each has.
    pub(super) len: usize,
    /// The line of the goal's blank.
    pub(super) blank: usize,
}

/// Tables by their lines. Copies share them.
pub(super) struct LineCache<T>(Arc<Mutex<FxHashMap<Lines, Arc<T>>>>);

impl<T> LineCache<T> {
    /// Is this table there?
    pub(super) fn has(&self, lines: Lines) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&lines)
    }

    /// The table, made if it is not there.
    pub(super) fn get_or_insert_with(&self, lines: Lines, make: impl FnOnce() -> T) -> Arc<T> {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tables.entry(lines).or_insert_with(|| Arc::new(make())).clone()
    }
}

impl<T> Clone for LineCache<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Default for LineCache<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T> fmt::Debug for LineCache<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        f.debug_set().entries(tables.keys()).finish()
    }
}
