//! Block puzzles.

mod brute_force;
mod catalogue;
mod generate;
mod malformed;
