//! Pictures of puzzles as files; what they look like is in `taquin-draw`.

mod format;

pub(crate) use format::Format;
pub(crate) use taquin_draw::{Animation, Pose, Stage, Tempo, blocks, strip, tiles};

use crate::atomic_file;
use anyhow::Result;
use std::path::Path;
use taquin_draw::{Drawing, gif, raster, svg};

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, clap::ValueEnum)]
pub(crate) enum Theme {
    /// For light pages
    #[default]
    Light,
    /// For dark pages
    Dark,
}

impl From<Theme> for taquin_draw::Theme {
    fn from(theme: Theme) -> Self {
        match theme {
            Theme::Light => Self::Light,
            Theme::Dark => Self::Dark,
        }
    }
}

/// Writes a still picture as SVG or PNG. (A GIF is always an animation, if of one frame.)
pub(crate) fn save_drawing(path: &Path, format: Format, drawing: &Drawing) -> Result<()> {
    let bytes = if format == Format::Svg { svg::still(drawing)?.into_bytes() } else { raster::png(drawing)? };
    atomic_file::save(path, |out| Ok(out.write_all(&bytes)?))
}

/// Writes an animation as SVG or GIF.
pub(crate) fn save_animation(path: &Path, format: Format, animation: &Animation<'_>) -> Result<()> {
    atomic_file::save(path, |out| match format {
        Format::Svg => Ok(out.write_all(svg::moving(animation)?.as_bytes())?),
        _ => Ok(gif::write(animation, out)?),
    })
}
