//! Tile boards for browsers: rules, notation, searches. A thin facade over `taquin::tiles`, without logic of its own.
//!
//! Moves cross the border as text, one letter (`U`, `D`, `L`, `R`) for each tile that slides by one cell, so that the
//! caller can count, cut and index them; moves into other gaps than the first have letters of their own ([`notation::way`]); [`notation::notation`] writes them with counts.

pub mod board;
mod labelled;
pub mod notation;
pub mod solve;
pub mod tables;
