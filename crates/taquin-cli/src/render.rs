//! Pictures of puzzles: SVG, PNG and animated GIF.
//!
//! A puzzle becomes a [`Stage`] (what stands still, and the pieces that move) and one [`Pose`] for each position; both
//! kinds of puzzle meet here. A stage in one pose, or several side by side, is a [`Drawing`], which the writers turn
//! into a file. Digits are built-in strokes, so no font is needed and a picture looks the same everywhere.

mod animation;
pub(crate) mod blocks;
mod colour;
mod digits;
mod drawing;
mod format;
mod gif;
mod picture;
mod raster;
mod stage;
mod strip;
mod svg;
pub(crate) mod tiles;

pub(crate) use animation::{Animation, Tempo};
pub(crate) use colour::Theme;
pub(crate) use format::Format;
pub(crate) use stage::{Pose, Stage};
pub(crate) use strip::strip;

use crate::atomic_file;
use anyhow::Result;
use drawing::Drawing;
use std::path::Path;

/// Writes a still picture as SVG or PNG. (A GIF is always an animation, if of one frame.)
pub(crate) fn save_drawing(path: &Path, format: Format, drawing: &Drawing) -> Result<()> {
    let bytes = if format == Format::Svg { svg::still(drawing)?.into_bytes() } else { raster::png(drawing)? };
    atomic_file::save(path, |out| Ok(out.write_all(&bytes)?))
}

/// Writes an animation as SVG or GIF.
pub(crate) fn save_animation(path: &Path, format: Format, animation: &Animation) -> Result<()> {
    atomic_file::save(path, |out| match format {
        Format::Svg => Ok(out.write_all(svg::moving(animation)?.as_bytes())?),
        _ => gif::write(animation, out),
    })
}
