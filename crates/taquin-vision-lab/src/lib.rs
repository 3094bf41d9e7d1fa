//! Renders puzzles, trains the digit classifier of `taquin-vision` on rendered characters and measures how well it reads.
//!
//! Fonts and photographs come from the packages of the system (Debian's `fonts-*`, `mate-backgrounds`,
//! `lomiri-wallpapers-*`, `ukui-wallpapers` …) and are never part of the repository. Fonts whose strokes are thinner than
//! 3.5 % of a digit's height, and those that draw the lines of a school book, are left out of the measurements: at the
//! size of tiles a person cannot read them either.

pub mod camera;
pub mod faces;
pub mod labelled;
pub mod network;
pub mod random;
pub mod record;
pub mod render;
pub mod strokes;
pub mod trials;
