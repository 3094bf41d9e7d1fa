//! Errors of the engine as exceptions of `taquin.errors`, with what they know as attributes.

use pyo3::prelude::*;
use std::fmt::Display;
use taquin::{
    blocks::{PackError, PuzzleTextError},
    tiles::{IllegalMoveError, NotationError, ProblemError, SolveError, text::TextError},
};

/// An exception of `taquin.errors` by the name of its class.
pub(crate) fn exception(class: &str, message: impl Display) -> PyErr {
    with(class, message, &[])
}

/// An exception with numbers as attributes.
pub(crate) fn with(class: &str, message: impl Display, attributes: &[(&str, usize)]) -> PyErr {
    Python::attach(|py| {
        let make = || -> PyResult<PyErr> {
            let class = py.import("taquin.errors")?.getattr(class)?;
            let instance = class.call1((message.to_string(),))?;
            for (name, value) in attributes {
                instance.setattr(*name, *value)?;
            }
            Ok(PyErr::from_value(instance))
        };
        make().unwrap_or_else(|error| error)
    })
}

/// What the command says as a wrong value.
pub(crate) fn invalid(error: impl Display) -> PyErr {
    exception("TaquinError", error)
}

pub(crate) fn text(error: &TextError) -> PyErr {
    with("ParseError", error, &[("line", error.line), ("column", error.column)])
}

pub(crate) fn notation(error: &NotationError) -> PyErr {
    let column = match error {
        NotationError::Unknown { column, .. } | NotationError::Count { column, .. } => *column,
    };
    with("ParseError", error, &[("line", 1), ("column", column)])
}

pub(crate) fn illegal(error: IllegalMoveError) -> PyErr {
    with("IllegalMoveError", error, &[("index", error.index)])
}

pub(crate) fn problem(error: &ProblemError) -> PyErr {
    match error {
        ProblemError::Shape { .. } => exception("ShapeError", error),
        ProblemError::Parity { exchange } => {
            let (one, other) = (usize::from(exchange.0), usize::from(exchange.1));
            with("UnsolvableError", error, &[("first", one), ("second", other)])
        }
        ProblemError::Order { .. } => exception("UnsolvableError", error),
    }
}

pub(crate) fn refused(error: &SolveError) -> PyErr {
    exception("UnsupportedError", error)
}

pub(crate) fn puzzle(error: &PuzzleTextError) -> PyErr {
    let (line, column) = error.position().unwrap_or((1, 1));
    with("ParseError", error, &[("line", line), ("column", column)])
}

pub(crate) fn pack(error: &PackError) -> PyErr {
    let (line, column) = error.error.position().unwrap_or((error.line, 1));
    with("ParseError", error, &[("line", line), ("column", column)])
}
