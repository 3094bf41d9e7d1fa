//! Moves on boards with one or more gaps, and how they are written: `R2U 2:LD`.

use crate::{
    search::Cost,
    tiles::{Direction, Metric, Moves, NotationError},
};
use std::{fmt, ops::Deref, str::FromStr};
use thiserror::Error;

/// One tile moves by one cell into a gap.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct GapMove {
    /// The number of the gap, from 0; a gap keeps it as it moves.
    pub gap: u16,
    /// The way the tile moves.
    pub direction: Direction,
}

impl GapMove {
    /// The move that takes this one back.
    #[must_use]
    pub const fn inverse(self) -> Self {
        Self { gap: self.gap, direction: self.direction.inverse() }
    }
}

/// A sequence of single-tile moves on a board with one or more gaps.
///
/// Written like [`Moves`]; where a move is of another gap than the one before (or, at the beginning, than the first gap), the
/// number of the gap and a colon precede it.
///
/// ```
/// # use taquin::tiles::labels::GapMoves;
/// let moves: GapMoves = "R2U 2:LD 1:r".parse()?;
/// assert_eq!(moves.to_string(), "R2U 2:LD 1:R");
/// assert_eq!((moves.stm(), moves.mtm()), (6, 5));
/// assert_eq!(moves.inverse().to_string(), "L 2:UR 1:DL2");
/// # Ok::<(), taquin::tiles::labels::GapNotationError>(())
/// ```
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct GapMoves(Vec<GapMove>);

/// Why a text is no sequence of moves.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum GapNotationError {
    /// A gap of another number than gaps have.
    #[error("character {column}: expected the number of a gap, from 1 to {MAX_GAP}, before the colon, found {found:?}")]
    Gap {
        /// Which character, from 1.
        column: usize,
        /// What stands there.
        found: String,
    },
    /// Something that is no move.
    #[error(transparent)]
    Move(#[from] NotationError),
}

/// The most gaps that a text can name.
const MAX_GAP: u16 = u16::MAX;

/// A move that the rules do not allow.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error(
    "move {} ({}) is illegal: {}", index + 1, mv.direction,
    if usize::from(mv.gap) < *gaps { "no tile can move there" } else { "there are not so many gaps" }
)]
pub struct IllegalGapMoveError {
    /// Its place in the sequence, from 0, in single-tile moves.
    pub index: usize,
    /// The move.
    pub mv: GapMove,
    /// How many gaps the board has.
    pub gaps: usize,
}

impl GapMoves {
    /// Single-tile moves: how many tiles slide by one cell.
    pub fn stm(&self) -> usize {
        self.0.len()
    }

    /// Multi-tile moves: how many straight slides.
    pub fn mtm(&self) -> usize {
        Metric::Mtm.gap_cost(&self.0) as usize
    }

    /// The sequence that takes this one back.
    #[must_use]
    pub fn inverse(&self) -> Self {
        self.0.iter().rev().map(|mv| mv.inverse()).collect()
    }

    /// The directions alone: the moves on a board with one gap.
    pub fn directions(&self) -> Moves {
        self.0.iter().map(|mv| mv.direction).collect()
    }
}

impl Metric {
    /// What these moves cost. A slide is a run of moves of one gap in one direction: each tile follows into the cell that
    /// the one before has left.
    pub fn gap_cost(self, moves: &[GapMove]) -> Cost {
        let cost = match self {
            Self::Stm => moves.len(),
            Self::Mtm => moves.chunk_by(PartialEq::eq).count(),
        };
        cost as Cost
    }
}

impl Deref for GapMoves {
    type Target = [GapMove];

    fn deref(&self) -> &[GapMove] {
        &self.0
    }
}

impl From<Vec<GapMove>> for GapMoves {
    fn from(moves: Vec<GapMove>) -> Self {
        Self(moves)
    }
}

impl From<&[GapMove]> for GapMoves {
    fn from(moves: &[GapMove]) -> Self {
        Self(moves.to_vec())
    }
}

impl From<&Moves> for GapMoves {
    fn from(moves: &Moves) -> Self {
        moves.iter().map(|&direction| GapMove { gap: 0, direction }).collect()
    }
}

impl FromIterator<GapMove> for GapMoves {
    fn from_iter<I: IntoIterator<Item = GapMove>>(moves: I) -> Self {
        Self(moves.into_iter().collect())
    }
}

impl fmt::Display for GapMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = 0;
        for (index, run) in self.0.chunk_by(|a, b| a.gap == b.gap).enumerate() {
            if run[0].gap != gap {
                gap = run[0].gap;
                write!(f, "{}{}:", if index == 0 { "" } else { " " }, u32::from(gap) + 1)?;
            }
            write!(f, "{}", run.iter().map(|mv| mv.direction).collect::<Moves>())?;
        }
        Ok(())
    }
}

impl FromStr for GapMoves {
    type Err = GapNotationError;

    fn from_str(text: &str) -> Result<Self, GapNotationError> {
        let mut moves = Vec::new();
        let (mut gap, mut column, mut rest) = (0, 1, text);
        loop {
            let end = next_gap(rest);
            let directions: Moves = rest[..end].parse().map_err(|error| shifted(error, column - 1))?;
            moves.extend(directions.iter().map(|&direction| GapMove { gap, direction }));
            if end == rest.len() {
                return Ok(Self(moves));
            }
            column += rest[..end].chars().count();
            // why: `next_gap` has seen digits and a colon.
            let (number, after) = rest[end..].split_once(':').unwrap_or((&rest[end..], ""));
            let valid = number.parse::<u16>().ok().and_then(|number| number.checked_sub(1));
            gap = valid.ok_or_else(|| GapNotationError::Gap { column, found: number.to_owned() })?;
            column += number.len() + 1;
            rest = after;
        }
    }
}

/// Where the next `number:` begins that stands after white space, a comma or nothing; the end of the text if there is none.
fn next_gap(text: &str) -> usize {
    let mut is_first = true;
    for (at, c) in text.char_indices() {
        if is_first && c.is_ascii_digit() {
            let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
            if text[at + digits..].starts_with(':') {
                return at;
            }
        }
        is_first = c.is_whitespace() || c == ',';
    }
    text.len()
}

/// An error as it is in the whole text.
fn shifted(error: NotationError, by: usize) -> NotationError {
    match error {
        NotationError::Unknown { column, found } => NotationError::Unknown { column: column + by, found },
        NotationError::Count { column, found } => NotationError::Count { column: column + by, found },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_moves_are_each_other() {
        for text in ["", "R2U", "2:R", "R 2:R 1:R", "3:U2 1:D 2:L3R"] {
            assert_eq!(text.parse::<GapMoves>().unwrap().to_string(), text);
        }
        let spread: GapMoves = " 2:\tup, 2:left L,1:d".parse().unwrap();
        assert_eq!(spread.to_string(), "2:UL2 1:D");
    }

    #[test]
    fn bad_text_names_its_place() {
        let error = |text: &str| text.parse::<GapMoves>().unwrap_err().to_string();
        assert!(error("R 0:U").starts_with("character 3: expected the number of a gap"));
        assert!(error("R 2:U x").starts_with("character 7: expected a move"));
        assert!(error("R2:U").starts_with("character 3: expected a move"));
        assert!(error("99999:U").contains("99999"));
        assert!(error("1:R 2:U0").starts_with("character 8: expected a count"));
    }
}
