//! Move sequences.

use serde::Serialize;
use taquin::tiles::{
    Direction, Moves,
    labels::{GapMove, GapMoves},
};
use taquin_wasm::object;
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
    let moves = moves(text)?;
    object(&Notation { text: moves.to_string(), letters: gap_letters(&moves), stm: moves.stm(), mtm: moves.mtm() })
}

/// How many slides of one or more tiles a move sequence takes.
#[wasm_bindgen]
pub fn slides(text: &str) -> Result<usize, JsError> {
    Ok(moves(text)?.mtm())
}

/// The letters of the sequence that takes this one back.
#[wasm_bindgen]
pub fn inverse(text: &str) -> Result<String, JsError> {
    Ok(gap_letters(&moves(text)?.inverse()))
}

/// The way that the tile of a move goes (`U`, `D`, `L` or `R`), by the letter of the move.
#[wasm_bindgen]
pub fn way(letter: &str) -> String {
    let way = letter.chars().next().map(|c| gap_move(c).map_or(c, |mv| mv.direction.letter()));
    way.map(String::from).unwrap_or_default()
}

/// Moves into the second gap and those after it have letters from here on, four for each gap. (Unicode sets these aside for
/// private use.)
const FIRST_LETTER: u32 = 0xE000;
const LAST_LETTER: u32 = 0xF8FF;

/// The move that a letter of its own stands for.
fn gap_move(letter: char) -> Option<GapMove> {
    let number = (FIRST_LETTER..=LAST_LETTER).contains(&u32::from(letter)).then(|| u32::from(letter) - FIRST_LETTER)?;
    Some(GapMove { gap: (number / 4 + 1) as u16, direction: Direction::ALL[number as usize % 4] })
}

/// One letter for each single-tile move, whichever gap it goes into.
pub(crate) fn gap_letters(moves: &[GapMove]) -> String {
    let letter = |mv: &GapMove| match mv.gap {
        0 => mv.direction.letter(),
        gap => char::from_u32(FIRST_LETTER + 4 * (u32::from(gap) - 1) + mv.direction as u32).unwrap_or('?'),
    };
    moves.iter().map(letter).collect()
}

/// Reads moves in any form, or in letters of their own.
pub(crate) fn moves(text: &str) -> Result<GapMoves, JsError> {
    if !text.chars().any(|c| gap_move(c).is_some()) {
        return Ok(text.parse()?);
    }
    let mut moves = Vec::new();
    for c in text.chars() {
        match gap_move(c) {
            Some(mv) => moves.push(mv),
            None => moves.extend(c.to_string().parse::<GapMoves>()?.iter()),
        }
    }
    Ok(moves.into())
}

/// One letter for each single-tile move.
pub(crate) fn letters(moves: &Moves) -> String {
    moves.iter().map(|direction| direction.letter()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_into_other_gaps_have_letters_of_their_own() {
        let Ok(made) = moves("R2U 2:LD 4:R 1:U") else { panic!("good moves") };
        let letters = gap_letters(&made);
        assert_eq!(letters.chars().count(), made.stm());
        assert!(letters.starts_with("RRU") && letters.ends_with('U'));
        let Ok(again) = moves(&letters) else { panic!("the letters of moves") };
        assert_eq!(again, made);
        assert_eq!(letters.chars().map(|c| way(&c.to_string())).collect::<String>(), "RRULDRU");
    }
}
