//! Files that are complete or not there at all.

use anyhow::{Context, Result, bail};
use std::{
    io::{self, BufWriter, Write},
    path::Path,
};
use tempfile::{Builder, NamedTempFile};

/// What kind of picture a file name asks for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Format {
    Svg,
    Png,
    Gif,
}

impl Format {
    /// By the ending of the name.
    pub(crate) fn of(path: &Path) -> Result<Self> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        match extension.to_ascii_lowercase().as_str() {
            "svg" => Ok(Self::Svg),
            "png" => Ok(Self::Png),
            "gif" => Ok(Self::Gif),
            _ => bail!("{}: the name must end in .svg, .png or .gif", path.display()),
        }
    }
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
    let mut file = temporary(directory).map_err(plain).with_context(failed)?;
    let mut writer = BufWriter::new(file.as_file_mut());
    write(&mut writer).with_context(failed)?;
    writer.flush().with_context(failed)?;
    drop(writer);
    file.persist(path).map_err(|error| plain(error.error)).with_context(failed)?;
    Ok(())
}

#[cfg(unix)]
fn temporary(directory: &Path) -> io::Result<NamedTempFile> {
    use std::{fs::Permissions, os::unix::fs::PermissionsExt};
    // why: a picture is no secret; the user's own mask decides who may read it, as for any other file.
    Builder::new().prefix(".taquin").permissions(Permissions::from_mode(0o666)).tempfile_in(directory)
}

#[cfg(not(unix))]
fn temporary(directory: &Path) -> io::Result<NamedTempFile> {
    Builder::new().prefix(".taquin").tempfile_in(directory)
}
