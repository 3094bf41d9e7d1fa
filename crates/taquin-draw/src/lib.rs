//! Pictures of puzzles: SVG, PNG and animated GIF.
//!
//! A puzzle becomes a [`Stage`] (what stands still, and the pieces that move) and one [`Pose`] for each position; both
//! kinds of puzzle meet here. A stage in one pose, or several side by side, is a [`Drawing`], which the writers turn
//! into a file. Digits are built-in strokes, so no font is needed and a picture looks the same everywhere.
//!
//! The feature `raster` (default) adds PNG, GIF and tiles that show a picture; SVG needs nothing.
//!
//! ```
//! use taquin::tiles::Board;
//! use taquin_draw::{Theme, svg, tiles::{Tiles, default_size}};
//!
//! let board: Board = "8 2 0/4 6 1/3 7 5".parse()?;
//! let goal = Board::solved(board.shape());
//! let tiles = Tiles { goal: &goal, theme: Theme::Light, size: default_size(&board), numbers: true };
//! let drawing = tiles.stage()?.posed(&tiles.pose(&board));
//! assert!(svg::still(&drawing)?.starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod animation;
pub mod blocks;
mod colour;
mod digits;
mod drawing;
#[cfg(feature = "raster")]
pub mod gif;
#[cfg(feature = "raster")]
mod picture;
#[cfg(feature = "raster")]
pub mod raster;
mod stage;
mod strip;
pub mod svg;
pub mod tiles;

/// A picture that boards are made of: none, without the feature `raster`.
#[cfg(not(feature = "raster"))]
mod picture {
    #[derive(Debug)]
    pub(super) enum Picture {}
}

pub use animation::{Animation, Tempo};
pub use colour::Theme;
pub use drawing::Drawing;
pub use stage::{Pose, Stage};
pub use strip::strip;

use thiserror::Error;

/// Why a puzzle cannot be drawn.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// Pieces would be too small to be seen.
    #[error("a board of {rows}x{cols} does not fit into {size} pixels: give --size {least} or more")]
    TooSmall {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
        /// The longer side of the picture, in pixels.
        size: u32,
        /// The least that would do.
        least: i32,
    },
    /// The picture would have more pixels than the format or the memory allows.
    #[error("a picture of {width} x {height} pixels is too large")]
    TooLarge {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// The file could not be written.
    #[error(transparent)]
    Write(Box<dyn std::error::Error + Send + Sync>),
}

impl From<std::fmt::Error> for DrawError {
    fn from(error: std::fmt::Error) -> Self {
        Self::Write(error.into())
    }
}
