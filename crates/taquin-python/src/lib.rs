//! The native half of the Python package: thin functions and a few classes that are pumped, without logic of their own.
//!
//! Boards come and go as (rows, columns, cells), moves as letters, block puzzles as text and many boards as bytes; the
//! classes that a user sees are Python's, in `python/taquin`. Everything that may take long releases the interpreter's
//! lock and ends after about the time that it was given, so that Python can look for signals in between.

#![expect(clippy::needless_pass_by_value, reason = "what comes from Python is converted, and so owned")]

mod arrays;
mod blocks;
mod board;
mod draw;
mod errors;
mod resources;
mod search;
mod units;

use pyo3::prelude::*;

/// The module `taquin._native`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    board::register(module)?;
    search::register(module)?;
    blocks::register(module)?;
    arrays::register(module)?;
    draw::register(module)?;
    resources::register(module)?;
    units::register(module)
}
