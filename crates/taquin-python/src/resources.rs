//! The tables of this process.

use pyo3::prelude::*;
use std::{
    path::PathBuf,
    sync::{LazyLock, Mutex, MutexGuard, PoisonError},
};
use taquin::{
    search::parallel,
    tiles::{optimal::Resources, pattern_db::Store},
};

static RESOURCES: LazyLock<Mutex<Resources>> = LazyLock::new(|| Mutex::new(Resources::new(Store::of_user())));

fn lock() -> MutexGuard<'static, Resources> {
    RESOURCES.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn resources() -> Resources {
    lock().clone()
}

/// As many threads as were asked for, or all there are.
pub(crate) fn threads(wanted: Option<usize>) -> usize {
    let available = parallel::available();
    wanted.map_or(available, |wanted| wanted.clamp(1, 8 * available))
}

/// Keeps tables in this directory from now on: `None` is the user's, an empty path is memory alone.
#[pyfunction]
#[pyo3(signature = (directory, mapped))]
fn set_cache(directory: Option<PathBuf>, mapped: bool) {
    let store = match directory {
        None => Store::of_user(),
        Some(path) if path.as_os_str().is_empty() => Store::in_memory(),
        Some(path) => Store::in_directory(path),
    };
    *lock() = Resources::new(if mapped { store.mapping_files() } else { store });
}

/// Where tables are kept.
#[pyfunction]
fn cache() -> Option<PathBuf> {
    lock().store().directory().map(Into::into)
}

/// The processors of this machine.
#[pyfunction]
fn processors() -> usize {
    parallel::available()
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(set_cache, module)?)?;
    module.add_function(wrap_pyfunction!(cache, module)?)?;
    module.add_function(wrap_pyfunction!(processors, module)?)
}
