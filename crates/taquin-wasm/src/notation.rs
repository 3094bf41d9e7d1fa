//! Move sequences.

use serde::Serialize;
use taquin::tiles::Moves;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A move sequence: `text` with counts (R2U), `letters` one for each single-tile move (RRU). */
export interface Notation { text: string; letters: string; stm: number; mtm: number }
"#;

#[derive(Serialize)]
struct Notation {
    text: String,
    letters: String,
    stm: usize,
    mtm: usize,
}

/// Reads a move sequence in any form.
#[wasm_bindgen(unchecked_return_type = "Notation")]
pub fn notation(text: &str) -> Result<JsValue, JsError> {
    let moves: Moves = text.parse()?;
    crate::object(&Notation { text: moves.to_string(), letters: letters(&moves), stm: moves.stm(), mtm: moves.mtm() })
}

/// How many slides of one or more tiles a move sequence takes.
#[wasm_bindgen]
pub fn slides(text: &str) -> Result<usize, JsError> {
    Ok(text.parse::<Moves>()?.mtm())
}

/// The letters of the sequence that takes this one back.
#[wasm_bindgen]
pub fn inverse(text: &str) -> Result<String, JsError> {
    Ok(letters(&text.parse::<Moves>()?.inverse()))
}

/// One letter for each single-tile move.
pub(crate) fn letters(moves: &Moves) -> String {
    moves.iter().map(|direction| direction.letter()).collect()
}
