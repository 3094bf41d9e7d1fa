//! Pictures from files, cut into tiles.

use anyhow::{Context, Result, anyhow};
use image::{DynamicImage, ImageReader, RgbaImage, imageops::FilterType};
use std::path::Path;

/// A picture that boards are made of.
pub(crate) struct Picture {
    pixels: RgbaImage,
    /// Where its top left corner lies in the drawing.
    pub(super) corner: (u32, u32),
}

impl Picture {
    /// Reads a PNG or JPEG file.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let name = || format!("cannot read the picture {}", path.display());
        let reader = ImageReader::open(path).with_context(name)?.with_guessed_format().with_context(name)?;
        // why: the error's own causes repeat what it says.
        let picture = reader.decode().map_err(|error| anyhow!("a PNG or JPEG file is wanted: {error}"));
        Ok(Self { pixels: picture.with_context(name)?.into_rgba8(), corner: (0, 0) })
    }

    /// The middle of the picture, scaled to fill a drawing of this size but its margin.
    pub(super) fn cut(self, margin: u32, width: u32, height: u32) -> Self {
        let picture = DynamicImage::ImageRgba8(self.pixels);
        let filled = picture.resize_to_fill(width - 2 * margin, height - 2 * margin, FilterType::CatmullRom);
        Self { pixels: filled.into_rgba8(), corner: (margin, margin) }
    }

    pub(super) fn pixels(&self) -> &RgbaImage {
        &self.pixels
    }
}
