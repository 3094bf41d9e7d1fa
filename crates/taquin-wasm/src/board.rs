//! Boards, scrambles and the question whether a goal can be reached.

use crate::notation::letters;
use serde::Serialize;
use taquin::{
    rng::Rng,
    tiles::{self, Direction, Moves, Problem, ProblemError, Shape, scramble},
};
use wasm_bindgen::prelude::*;

/// A board: every tile once, and the blank.
#[wasm_bindgen]
#[derive(Clone)]
pub struct Board(pub(crate) tiles::Board);

#[wasm_bindgen]
impl Board {
    /// Reads any of the text forms.
    pub fn parse(text: &str) -> Result<Board, JsError> {
        Ok(Self(text.parse()?))
    }

    /// The default goal of this size.
    pub fn solved(rows: usize, cols: usize) -> Result<Board, JsError> {
        Ok(Self(tiles::Board::solved(Shape::new(rows, cols)?)))
    }

    /// A uniformly random board from which this one can be reached.
    pub fn scrambled(&self, seed: u64) -> Board {
        Self(scramble::uniform(&self.0, &mut Rng::from_seed(seed)))
    }

    /// The board after so many random moves from this one.
    pub fn walked(&self, count: u32, seed: u64) -> Board {
        Self(scramble::walk(&self.0, u64::from(count), &mut Rng::from_seed(seed)))
    }

    /// The board after random moves from this one, until this share of the tiles (in per cent) is out of place.
    pub fn displaced(&self, percent: u32, seed: u64) -> Result<Board, JsError> {
        Ok(Self(scramble::displaced(&self.0, percent, &mut Rng::from_seed(seed))?))
    }

    /// The tile that each of these moves slides; an illegal move is an error.
    #[wasm_bindgen(js_name = movedTiles)]
    pub fn moved_tiles(&self, moves: &str) -> Result<Vec<u16>, JsError> {
        let moves = moves.parse()?;
        self.0.after(&moves)?;
        Ok(moved_tiles(&self.0, &moves))
    }

    /// How many rows.
    #[wasm_bindgen(getter)]
    pub fn rows(&self) -> usize {
        self.0.shape().rows()
    }

    /// How many columns.
    #[wasm_bindgen(getter)]
    pub fn cols(&self) -> usize {
        self.0.shape().cols()
    }

    /// The tiles row by row; the blank is 0.
    #[wasm_bindgen(getter)]
    pub fn cells(&self) -> Vec<u16> {
        self.0.cells().to_vec()
    }

    /// The one-line form.
    #[wasm_bindgen(js_name = toString)]
    pub fn text(&self) -> String {
        self.0.to_string()
    }

    /// The moves that slide the tile in this cell, and those between it and the blank, by one cell; empty where the
    /// cell is not in line with the blank.
    pub fn toward(&self, cell: usize) -> String {
        letters(&self.0.toward(cell))
    }

    /// The board after these moves; an illegal one is an error.
    pub fn after(&self, moves: &str) -> Result<Board, JsError> {
        Ok(Self(self.0.after(&moves.parse::<Moves>()?)?))
    }

    /// Are these moves legal here?
    pub fn allows(&self, moves: &str) -> bool {
        moves.parse::<Moves>().is_ok_and(|moves| self.0.after(&moves).is_ok())
    }

    /// The board with the tiles of two cells exchanged.
    pub fn exchanged(&self, a: usize, b: usize) -> Result<Board, JsError> {
        let cells = self.0.shape().cells();
        if a.max(b) >= cells {
            return Err(JsError::new(&format!("there are only {cells} cells")));
        }
        Ok(Self(self.0.exchanged(a, b)))
    }

    /// Do two boards have equal tiles in equal places?
    pub fn equals(&self, other: &Board) -> bool {
        self.0 == other.0
    }

    /// How many tiles stand elsewhere than in this goal.
    pub fn misplaced(&self, goal: &Board) -> usize {
        self.0.misplaced(&goal.0)
    }
}

/// The tile that each of these legal moves slides: it ends where the blank was.
fn moved_tiles(board: &tiles::Board, moves: &Moves) -> Vec<u16> {
    let mut board = board.clone();
    let mut moved = |&direction: &Direction| {
        let to = board.blank();
        let is_legal = board.slide(direction);
        debug_assert!(is_legal, "checked by the caller");
        board.cells()[to]
    };
    moves.iter().map(&mut moved).collect()
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Can the goal be reached, and if not, why? `exchange`: two tiles whose exchange repairs the start. */
export type Check =
  | { kind: "solvable" }
  | { kind: "shape" }
  | { kind: "parity"; exchange: [number, number] }
  | { kind: "order"; found: number; expected: number };
"#;

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Check {
    Solvable,
    Shape,
    Parity { exchange: (u16, u16) },
    Order { found: u16, expected: u16 },
}

/// Can the goal be reached from the start?
#[wasm_bindgen(unchecked_return_type = "Check")]
pub fn check(start: &Board, goal: &Board) -> Result<JsValue, JsError> {
    crate::object(&match Problem::new(start.0.clone(), goal.0.clone()) {
        Ok(_) => Check::Solvable,
        Err(ProblemError::Shape { .. }) => Check::Shape,
        Err(ProblemError::Parity { exchange }) => Check::Parity { exchange },
        Err(ProblemError::Order { found, expected }) => Check::Order { found, expected },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tiles_of_moves_are_named() {
        let board: tiles::Board = "1 2 3/4 0 5/7 8 6".parse().unwrap();
        assert_eq!(moved_tiles(&board, &"LU".parse().unwrap()), [5, 6]);
        assert_eq!(moved_tiles(&board, &"DRUL".parse().unwrap()), [2, 1, 4, 2]);
        assert!(moved_tiles(&board, &Moves::default()).is_empty());
    }
}
