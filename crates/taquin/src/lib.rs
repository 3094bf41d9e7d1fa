//! The Taquin engine: sliding puzzles of every kind, solved.
//!
//! The library never prints, reads no clock and knows no terminal or browser: faces (the command, the browser
//! app) own all of that. What it offers:
//!
//! - [`tiles`]: boards of numbered tiles with one blank (8-puzzle, 15-puzzle, any `rows × columns`);
//! - [`blocks`]: sliding-block puzzles (Klotski, Rush Hour, any shapes);
//! - [`search`]: the contract that every solver keeps — a search is a value that the caller pumps;
//! - [`replay`]: an independent checker that replays an answer against the rules;
//! - [`direction`]: up, down, left and right, for tiles and for blocks;
//! - [`rng`]: the seeded generator behind every scramble, the same on all platforms.
//!
//! # Features
//!
//! - `parallel` (default): searches and builds of tables on several threads, as many as their options allow. It brings no
//!   dependency; without it, and always in wasm, all work is done on the caller's thread.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]
#![warn(missing_debug_implementations, clippy::missing_errors_doc, clippy::missing_panics_doc)]
#![warn(rustdoc::broken_intra_doc_links)]

pub mod blocks;
mod cpu;
pub mod direction;
pub mod replay;
pub mod rng;
pub mod search;
mod sort;
pub mod tiles;

/// The example in the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
