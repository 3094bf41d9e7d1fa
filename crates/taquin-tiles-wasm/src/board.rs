//! Boards, scrambles and the question whether a goal can be reached.

use crate::{
    labelled::Kind,
    notation::{gap_letters, letters, moves},
};
use serde::Serialize;
use taquin::{
    rng::Rng,
    tiles::{
        self, Direction, Moves, Problem, ProblemError, Shape,
        labels::{AnyBoard, AnyGoal, LabelledGoal, LabelledProblem, LabelledProblemError},
        scramble,
    },
};
use taquin_wasm::object;
use wasm_bindgen::prelude::*;

/// A board: every tile once, and the blank; or one by labels ([`Board::parse_any`], [`Board::parse_goal`]).
#[wasm_bindgen]
#[derive(Clone)]
pub struct Board(pub(crate) Kind);

fn js(error: impl AsRef<str>) -> JsError {
    JsError::new(error.as_ref())
}

#[wasm_bindgen]
impl Board {
    /// Reads an ordinary board in any of the text forms.
    pub fn parse(text: &str) -> Result<Board, JsError> {
        Ok(Self(Kind::Ordinary(text.parse()?)))
    }

    /// Reads a board that may have tiles that look alike and several gaps.
    #[wasm_bindgen(js_name = parseAny)]
    pub fn parse_any(text: &str) -> Result<Board, JsError> {
        Ok(Self(text.parse::<AnyBoard>()?.into()))
    }

    /// Reads a goal, which may also have free cells.
    #[wasm_bindgen(js_name = parseGoal)]
    pub fn parse_goal(text: &str) -> Result<Board, JsError> {
        Ok(Self(text.parse::<AnyGoal>()?.into()))
    }

    /// The default goal of this size.
    pub fn solved(rows: usize, cols: usize) -> Result<Board, JsError> {
        Ok(Self(Kind::Ordinary(tiles::Board::solved(Shape::new(rows, cols)?))))
    }

    /// The default goal of a board with these tiles.
    pub fn sorted(&self) -> Result<Board, JsError> {
        match (&self.0, self.0.board()) {
            (Kind::Labelled(_), Some(board)) => {
                let goal = LabelledGoal::sorted(&board);
                Ok(Self(Kind::of_cells(goal.shape(), goal.alphabet(), goal.cells()).map_err(js)?))
            }
            _ => Self::solved(self.rows(), self.cols()),
        }
    }

    /// A uniformly random board from which this one can be reached.
    pub fn scrambled(&self, seed: u64) -> Result<Board, JsError> {
        match &self.0 {
            Kind::Ordinary(board) => Ok(Self(Kind::Ordinary(scramble::uniform(board, &mut Rng::from_seed(seed))))),
            labelled => Ok(Self(labelled.shuffled_for(labelled, seed).map_err(js)?)),
        }
    }

    /// A uniformly random board with these tiles from which a goal can be reached.
    #[wasm_bindgen(js_name = scrambledFor)]
    pub fn scrambled_for(&self, goal: &Board, seed: u64) -> Result<Board, JsError> {
        Ok(Self(self.0.shuffled_for(&goal.0, seed).map_err(js)?))
    }

    /// The board after so many random moves from this one.
    pub fn walked(&self, count: u32, seed: u64) -> Result<Board, JsError> {
        match &self.0 {
            Kind::Ordinary(board) => {
                Ok(Self(Kind::Ordinary(scramble::walk(board, u64::from(count), &mut Rng::from_seed(seed)))))
            }
            labelled => Ok(Self(labelled.walked(u64::from(count), seed).map_err(js)?)),
        }
    }

    /// The board after random moves from this one, until this share of the tiles (in per cent) is out of place.
    pub fn displaced(&self, percent: u32, seed: u64) -> Result<Board, JsError> {
        let board = self.0.ordinary().map_err(js)?;
        Ok(Self(Kind::Ordinary(scramble::displaced(board, percent, &mut Rng::from_seed(seed))?)))
    }

    /// The tile that each of these moves slides; an illegal move is an error.
    #[wasm_bindgen(js_name = movedTiles)]
    pub fn moved_tiles(&self, text: &str) -> Result<Vec<u16>, JsError> {
        match &self.0 {
            Kind::Ordinary(board) => {
                let moves = text.parse()?;
                board.after(&moves)?;
                Ok(moved_tiles(board, &moves))
            }
            Kind::Labelled(labelled) => {
                let mut labelled = labelled.clone();
                let mut tiles = Vec::new();
                for mv in moves(text)?.iter() {
                    let source = labelled.board.as_ref().and_then(|board| board.source(*mv));
                    tiles.push(source.map_or(0, |source| labelled.tiles[source]));
                    *labelled = labelled.after(&[*mv]).map_err(js)?;
                }
                Ok(tiles)
            }
        }
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

    /// The tiles row by row, each by a number of its own; a gap is 0.
    #[wasm_bindgen(getter)]
    pub fn cells(&self) -> Vec<u16> {
        match &self.0 {
            Kind::Ordinary(board) => board.cells().to_vec(),
            Kind::Labelled(labelled) => labelled.tiles.clone(),
        }
    }

    /// Is it anything but an ordinary board?
    #[wasm_bindgen(getter, js_name = isLabelled)]
    pub fn is_labelled(&self) -> bool {
        matches!(self.0, Kind::Labelled(_))
    }

    /// What is written on each tile, by its number; nothing for an ordinary board, where it is the number.
    #[wasm_bindgen(getter)]
    pub fn names(&self) -> Option<Vec<String>> {
        match &self.0 {
            Kind::Ordinary(_) => None,
            Kind::Labelled(labelled) => Some(labelled.names()),
        }
    }

    /// What each cell holds, as it is written: a label, 0 for a gap, * for a free cell.
    #[wasm_bindgen(getter)]
    pub fn texts(&self) -> Vec<String> {
        self.0.goal().texts().collect()
    }

    /// The one-line form.
    #[wasm_bindgen(js_name = toString)]
    pub fn text(&self) -> String {
        match &self.0 {
            Kind::Ordinary(board) => board.to_string(),
            Kind::Labelled(labelled) => labelled.goal.to_string(),
        }
    }

    /// The moves that slide the tile in this cell, and those between it and the nearest gap, by one cell; empty where the
    /// cell is not in line with a gap.
    pub fn toward(&self, cell: usize) -> String {
        match &self.0 {
            Kind::Ordinary(board) => letters(&board.toward(cell)),
            Kind::Labelled(labelled) => {
                labelled.board.as_ref().map(|board| gap_letters(&board.toward(cell))).unwrap_or_default()
            }
        }
    }

    /// The move of a tile in a direction: into the gap of the move `last` if one can, else into any.
    pub fn pressed(&self, direction: &str, last: &str) -> Result<String, JsError> {
        let Some(mv) = moves(direction)?.first().copied() else { return Ok(String::new()) };
        let Kind::Labelled(labelled) = &self.0 else { return Ok(direction.to_owned()) };
        let preferred = moves(last)?.last().map_or(0, |mv| mv.gap);
        let found = labelled.board.as_ref().and_then(|board| board.gap_for(mv.direction, preferred));
        Ok(found.map(|mv| gap_letters(&[mv])).unwrap_or_default())
    }

    /// The board after these moves; an illegal one is an error.
    pub fn after(&self, text: &str) -> Result<Board, JsError> {
        match &self.0 {
            Kind::Ordinary(board) => Ok(Self(Kind::Ordinary(board.after(&text.parse::<Moves>()?)?))),
            Kind::Labelled(labelled) => Ok(Self(Kind::Labelled(Box::new(labelled.after(&moves(text)?).map_err(js)?)))),
        }
    }

    /// Are these moves legal here?
    pub fn allows(&self, text: &str) -> bool {
        match &self.0 {
            Kind::Ordinary(board) => text.parse::<Moves>().is_ok_and(|moves| board.after(&moves).is_ok()),
            Kind::Labelled(labelled) => moves(text).is_ok_and(|moves| labelled.after(&moves).is_ok()),
        }
    }

    /// The board with the tiles of two cells exchanged.
    pub fn exchanged(&self, a: usize, b: usize) -> Result<Board, JsError> {
        let cells = self.0.shape().cells();
        if a.max(b) >= cells {
            return Err(JsError::new(&format!("there are only {cells} cells")));
        }
        match &self.0 {
            Kind::Ordinary(board) => Ok(Self(Kind::Ordinary(board.exchanged(a, b)))),
            Kind::Labelled(labelled) => {
                let mut cells = labelled.goal.cells().to_vec();
                cells.swap(a, b);
                Ok(Self(Kind::of_cells(labelled.shape(), labelled.goal.alphabet(), &cells).map_err(js)?))
            }
        }
    }

    /// The board on which the tiles with these names look the same.
    pub fn merged(&self, names: Vec<String>) -> Result<Board, JsError> {
        Ok(Self(self.0.merged(&names.into_iter().collect()).map_err(js)?))
    }

    /// The board with a gap in this cell.
    pub fn emptied(&self, cell: usize) -> Result<Board, JsError> {
        Ok(Self(self.0.with_cell(cell, Some(0)).map_err(js)?))
    }

    /// The goal that leaves this cell free.
    pub fn freed(&self, cell: usize) -> Result<Board, JsError> {
        Ok(Self(self.0.with_cell(cell, None).map_err(js)?))
    }

    /// Do two boards look alike? A free cell is like any other.
    pub fn equals(&self, other: &Board) -> bool {
        self.0.looks_like(&other.0)
    }

    /// How many tiles stand elsewhere than in this goal.
    pub fn misplaced(&self, goal: &Board) -> usize {
        match (&self.0, &goal.0) {
            (Kind::Ordinary(board), Kind::Ordinary(goal)) => board.misplaced(goal),
            (board, goal) => board.board().map_or(0, |board| board.misplaced(&goal.goal())),
        }
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
  | { kind: "order"; found: number; expected: number }
  /** Boards by labels that do not go together, or of which none can become the other; why, in words. */
  | { kind: "labels"; message: string };
"#;

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Check {
    Solvable,
    Shape,
    Parity { exchange: (u16, u16) },
    Order { found: u16, expected: u16 },
    Labels { message: String },
}

/// Can the goal be reached from the start?
#[wasm_bindgen(unchecked_return_type = "Check")]
pub fn check(start: &Board, goal: &Board) -> Result<JsValue, JsError> {
    let (Kind::Ordinary(start), Kind::Ordinary(goal)) = (&start.0, &goal.0) else {
        return object(&labelled_check(&start.0, &goal.0));
    };
    object(&match Problem::new(start.clone(), goal.clone()) {
        Ok(_) => Check::Solvable,
        Err(ProblemError::Shape { .. }) => Check::Shape,
        Err(ProblemError::Parity { exchange }) => Check::Parity { exchange },
        Err(ProblemError::Order { found, expected }) => Check::Order { found, expected },
    })
}

fn labelled_check(start: &Kind, goal: &Kind) -> Check {
    let Some(start) = start.board() else {
        return Check::Labels { message: "the start has free cells, which belong in goals only".to_owned() };
    };
    match LabelledProblem::new(start, goal.goal()) {
        Ok(_) => Check::Solvable,
        Err(LabelledProblemError::Shape { .. }) => Check::Shape,
        Err(error) => Check::Labels { message: error.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        Board(text.parse::<AnyBoard>().unwrap().into())
    }

    #[test]
    fn tiles_that_look_alike_are_still_told_apart() {
        let before = board("1 1 2/2 3 0/3 4 4");
        assert_eq!(before.cells(), [1, 2, 3, 4, 5, 0, 6, 7, 8]);
        assert_eq!(before.names().unwrap()[1..], ["1", "1", "2", "2", "3", "3", "4", "4"]);
        let Ok(after) = before.after("DR") else { panic!("legal moves") };
        assert_eq!((after.text(), after.cells()), ("1 0 1/2 3 2/3 4 4".to_owned(), vec![1, 0, 2, 4, 5, 3, 6, 7, 8]));
        assert!(after.allows("L") && !after.allows("D"));
    }

    #[test]
    fn boards_become_others() {
        let ordinary = board("1 2/3 0");
        let Ok(merged) = ordinary.merged(vec!["2".to_owned(), "3".to_owned()]) else { panic!("two tiles") };
        assert_eq!((merged.text(), merged.is_labelled()), ("1 2/2 0".to_owned(), true));
        let Ok(freed) = ordinary.freed(3) else { panic!("a cell") };
        assert_eq!(freed.text(), "1 2/3 *");
        assert!(freed.equals(&ordinary) && ordinary.equals(&freed) && !freed.equals(&merged));
        let Ok(emptied) = ordinary.emptied(0) else { panic!("a cell") };
        assert_eq!((emptied.text(), emptied.cells()), ("0 2/3 0".to_owned(), vec![0, 1, 2, 0]));
    }

    #[test]
    fn the_tiles_of_moves_are_named() {
        let board: tiles::Board = "1 2 3/4 0 5/7 8 6".parse().unwrap();
        assert_eq!(moved_tiles(&board, &"LU".parse().unwrap()), [5, 6]);
        assert_eq!(moved_tiles(&board, &"DRUL".parse().unwrap()), [2, 1, 4, 2]);
        assert!(moved_tiles(&board, &Moves::default()).is_empty());
    }
}
