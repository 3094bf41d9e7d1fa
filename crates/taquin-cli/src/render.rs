//! Pictures of puzzles: SVG, PNG and animated GIF.
//!
//! A puzzle becomes a [`Stage`] (what stands still, and the pieces that move) and one [`Pose`] for each position; both
//! kinds of puzzle meet here. A stage in one pose, or several side by side, is a [`Drawing`], which the writers turn
//! into a file. Numbers are drawn from outlines of our own, so no font is needed and a picture looks the same everywhere.

mod animation;
pub(crate) mod blocks;
mod colour;
mod digits;
mod drawing;
mod file;
mod gif;
mod picture;
mod raster;
mod stage;
mod strip;
mod svg;
pub(crate) mod tiles;

pub(crate) use animation::{Animation, Tempo};
pub(crate) use colour::Theme;
pub(crate) use file::Format;
pub(crate) use picture::Picture;
pub(crate) use stage::{Pose, Stage};
pub(crate) use strip::strip;

use anyhow::Result;
use drawing::Drawing;
use std::path::Path;

/// Writes a still picture. A GIF of one has one frame and is made as an animation.
pub(crate) fn save_drawing(path: &Path, format: Format, drawing: &Drawing) -> Result<()> {
    let bytes = if format == Format::Svg { svg::still(drawing)?.into_bytes() } else { raster::png(drawing)? };
    file::save(path, |out| Ok(out.write_all(&bytes)?))
}

/// Writes a moving picture; SVG if that is the format, else GIF.
pub(crate) fn save_animation(path: &Path, format: Format, animation: &Animation) -> Result<()> {
    file::save(path, |out| match format {
        Format::Svg => Ok(out.write_all(svg::moving(animation)?.as_bytes())?),
        _ => gif::write(animation, out),
    })
}
