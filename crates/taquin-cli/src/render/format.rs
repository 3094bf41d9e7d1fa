//! The formats of pictures.

use anyhow::{Result, bail};
use std::path::Path;

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
