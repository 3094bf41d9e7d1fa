//! The Taquin engine for browsers: a thin facade over `taquin`, without logic of its own.
//!
//! Moves cross the border as text, one letter (`U`, `D`, `L`, `R`) for each tile that slides by one cell, so that the
//! caller can count, cut and index them; moves into other gaps than the first have letters of their own ([`notation::way`]); [`notation::notation`] writes them with counts. Everything else that has parts
//! is a plain object; its TypeScript type stands beside the function.

pub mod blocks;
pub mod board;
mod labelled;
pub mod notation;
pub mod solve;
pub mod tables;

use serde::Serialize;
use wasm_bindgen::{JsError, JsValue};

/// A plain JavaScript object.
fn object(value: &impl Serialize) -> Result<JsValue, JsError> {
    let plain = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(false);
    Ok(value.serialize(&plain)?)
}
