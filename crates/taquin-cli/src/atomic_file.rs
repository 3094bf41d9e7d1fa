//! Files that are written completely or not at all.

use crate::interrupt;
use anyhow::{Context, Result, bail};
use std::{
    fs,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};
use tempfile::{Builder, NamedTempFile};

/// The temporary files that are being written.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files, and lets no more be made: the process is about to end.
pub(crate) fn remove_unfinished() {
    let unfinished = unfinished();
    for path in unfinished.iter() {
        // why: there is nobody left to tell.
        let _ = fs::remove_file(path);
    }
    std::mem::forget(unfinished);
}

/// Writes a file under a temporary name beside its own, and gives it its own when it is complete.
pub(crate) fn save(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let failed = || format!("cannot write {}", path.display());
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if !directory.metadata().with_context(failed)?.is_dir() {
        bail!("{}: {} is no directory", failed(), directory.display());
    }
    if path.is_dir() {
        bail!("{}: it is a directory", failed());
    }
    // why: what these errors say beyond their kind is the temporary name, which means nothing to the reader.
    let plain = |error: io::Error| io::Error::from(error.kind());
    interrupt::install();
    let mut file = {
        // why: no moment passes in which the file is there but not listed.
        let mut unfinished = unfinished();
        let file = temporary(directory).map_err(plain).with_context(failed)?;
        unfinished.push(file.path().to_owned());
        file
    };
    let written = (|| {
        let mut writer = BufWriter::new(file.as_file_mut());
        write(&mut writer)?;
        writer.flush()?;
        Ok(())
    })();
    let mut unfinished = unfinished();
    unfinished.retain(|path| path != file.path());
    match written {
        Ok(()) => file.persist(path).map(drop).map_err(|error| plain(error.error)).with_context(failed),
        Err(error) => {
            drop(file);
            Err::<(), anyhow::Error>(error).with_context(failed)
        }
    }
}

#[cfg(unix)]
fn temporary(directory: &Path) -> io::Result<NamedTempFile> {
    use std::{fs::Permissions, os::unix::fs::PermissionsExt};
    // why: the user's own mask decides who may read the file, as for any other.
    Builder::new().prefix(".taquin").permissions(Permissions::from_mode(0o666)).tempfile_in(directory)
}

#[cfg(not(unix))]
fn temporary(directory: &Path) -> io::Result<NamedTempFile> {
    Builder::new().prefix(".taquin").tempfile_in(directory)
}
