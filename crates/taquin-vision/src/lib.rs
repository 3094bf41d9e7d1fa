//! Reads sliding puzzles from screenshots and photos: numbered tiles, picture tiles and blocks.
//!
//! [`Reader::read`] finds the board in a picture by itself (upright in a screenshot, in perspective in a photo), tells
//! what kind of puzzle it is, how many rows and columns it has, and what each cell shows, with a confidence for each
//! cell. Nothing is guessed silently: cells that may be wrong are marked, and a board that cannot be solved as read is
//! told with its likeliest repair.
//!
//! ```
//! use taquin_vision::{Kind, Options, Picture, Reader};
//!
//! let blank_sheet = Picture::filled(320, 240, [250, 250, 245]);
//! let reading = Reader::new().read(&blank_sheet, &Options::default());
//! assert_eq!(reading.kind, Kind::None);
//! assert_eq!(reading.message.as_deref(), Some("no puzzle was found in the picture"));
//! ```
//!
//! How it works: digits anywhere in the picture are found as connected areas that differ from their surroundings and
//! told apart by a small network ([`digits`]); a lattice in perspective is fitted to the numbers; each of its cells is
//! read once more, and the numbers are assigned to the cells so that each occurs once. Where there are no numbers, the
//! perspective is undone by the vanishing points of the picture's lines, and the board is where lines cut the picture
//! at even distances in both directions. Its pieces are matched with the finished picture if that is given, and with
//! one another if not.

mod areas;
mod assignment;
mod blocks;
mod components;
pub mod digits;
mod draw;
mod edges;
mod geometry;
mod grid;
mod jigsaw;
mod numbers;
mod picture;
mod pieces;
mod reader;
mod reading;
mod rectify;

pub use geometry::{Point, Quad};
pub use picture::{LONGEST_SIDE, MOST_PIXELS, Picture, PictureError};
pub use reader::{Options, Reader};
pub use reading::{Kind, Place, Reading, Status};
