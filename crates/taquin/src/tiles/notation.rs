//! Move sequences, and how they are written: `R2U2LD`.

use super::Direction;
use std::{fmt, ops::Deref, str::FromStr};
use thiserror::Error;

/// A sequence of single-tile moves.
///
/// Written with a count for repeats: `R2` slides two tiles to the right in one go. Reading also takes spaces, commas,
/// lower case and the words `up down left right`.
///
/// ```
/// # use taquin::tiles::Moves;
/// let moves: Moves = "right r, U2 left".parse()?;
/// assert_eq!(moves.to_string(), "R2U2L");
/// assert_eq!((moves.stm(), moves.mtm()), (5, 3));
/// assert_eq!(moves.inverse().to_string(), "RD2L2");
/// # Ok::<(), taquin::tiles::NotationError>(())
/// ```
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct Moves(Vec<Direction>);

/// The longest slide there is: a whole row of the largest board but its blank.
const MAX_COUNT: u32 = super::MAX_SIDE as u32 - 1;

/// Why a text is no move sequence.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum NotationError {
    /// Something that is no direction.
    #[error("character {column}: expected a move (U, D, L, R, up, down, left or right), found {found:?}")]
    Unknown {
        /// Which character, from 1.
        column: usize,
        /// What stands there.
        found: char,
    },
    /// A count out of range, or in the wrong place.
    #[error("character {column}: expected a count of 1 to {MAX_COUNT} after a move, found {found:?}")]
    Count {
        /// Which character, from 1.
        column: usize,
        /// What stands there.
        found: String,
    },
}

impl Moves {
    /// Single-tile moves: how many tiles slide by one cell.
    pub fn stm(&self) -> usize {
        self.0.len()
    }

    /// Multi-tile moves: how many straight slides.
    pub fn mtm(&self) -> usize {
        self.0.chunk_by(PartialEq::eq).count()
    }

    /// The sequence that takes this one back.
    pub fn inverse(&self) -> Self {
        self.0.iter().rev().map(|direction| direction.inverse()).collect()
    }

    /// The sequence after exchanging rows and columns of the board.
    pub fn transposed(&self) -> Self {
        self.0.iter().map(|direction| direction.transposed()).collect()
    }

    /// The sequence without moves that are taken back at once (`RL` vanishes, so `URLD` does too).
    pub fn simplified(&self) -> Self {
        let mut kept: Vec<Direction> = Vec::with_capacity(self.0.len());
        for &direction in &self.0 {
            if kept.last() == Some(&direction.inverse()) {
                kept.pop();
            } else {
                kept.push(direction);
            }
        }
        Self(kept)
    }

    /// Adds a move at the end.
    pub fn push(&mut self, direction: Direction) {
        self.0.push(direction);
    }
}

impl Deref for Moves {
    type Target = [Direction];

    fn deref(&self) -> &[Direction] {
        &self.0
    }
}

impl From<Vec<Direction>> for Moves {
    fn from(directions: Vec<Direction>) -> Self {
        Self(directions)
    }
}

impl From<&[Direction]> for Moves {
    fn from(directions: &[Direction]) -> Self {
        Self(directions.to_vec())
    }
}

impl From<Moves> for Vec<Direction> {
    fn from(moves: Moves) -> Self {
        moves.0
    }
}

impl AsRef<[Direction]> for Moves {
    fn as_ref(&self) -> &[Direction] {
        &self.0
    }
}

impl Extend<Direction> for Moves {
    fn extend<I: IntoIterator<Item = Direction>>(&mut self, directions: I) {
        self.0.extend(directions);
    }
}

impl IntoIterator for Moves {
    type Item = Direction;
    type IntoIter = std::vec::IntoIter<Direction>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Moves {
    type Item = &'a Direction;
    type IntoIter = std::slice::Iter<'a, Direction>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl FromIterator<Direction> for Moves {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        Self(directions.into_iter().collect())
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // why: longer runs are on no board, but they can be read piece by piece, and must be readable again.
        for slide in self.0.chunk_by(PartialEq::eq).flat_map(|run| run.chunks(MAX_COUNT as usize)) {
            write!(f, "{}", slide[0])?;
            if slide.len() > 1 {
                write!(f, "{}", slide.len())?;
            }
        }
        Ok(())
    }
}

impl FromStr for Moves {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let chars: Vec<char> = text.chars().collect();
        let mut moves = Vec::new();
        let mut at = 0;
        while at < chars.len() {
            if chars[at].is_whitespace() || chars[at] == ',' {
                at += 1;
                continue;
            }
            let (direction, length) =
                direction(&chars[at..]).ok_or(NotationError::Unknown { column: at + 1, found: chars[at] })?;
            at += length;
            let digits = chars[at..].iter().take_while(|c| c.is_ascii_digit()).count();
            let count = count(&chars[at..at + digits]).ok_or_else(|| NotationError::Count {
                column: at + 1,
                found: chars[at..at + digits].iter().collect(),
            })?;
            moves.extend(std::iter::repeat_n(direction, count));
            at += digits;
        }
        Ok(Self(moves))
    }
}

/// The direction that the text begins with, as a word or a letter, and its length.
fn direction(chars: &[char]) -> Option<(Direction, usize)> {
    let starts_with =
        |word: &str| word.len() <= chars.len() && word.chars().zip(chars).all(|(w, c)| c.eq_ignore_ascii_case(&w));
    Direction::ALL.into_iter().zip(["up", "down", "left", "right"]).find_map(|(direction, word)| {
        if starts_with(word) {
            Some((direction, word.len()))
        } else {
            starts_with(&word[..1]).then_some((direction, 1))
        }
    })
}

/// The count that these digits write; none means once.
fn count(digits: &[char]) -> Option<usize> {
    if digits.is_empty() {
        return Some(1);
    }
    let count = digits.iter().try_fold(0_u32, |sum, digit| {
        let sum = sum * 10 + digit.to_digit(10)?;
        (sum <= MAX_COUNT).then_some(sum)
    })?;
    (count > 0).then_some(count as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn simplified(text: &str) -> String {
        text.parse::<Moves>().unwrap().simplified().to_string()
    }

    #[test]
    fn words_letters_and_counts_are_read() {
        let moves: Moves = "UPdownL2 right ddown,R12".parse().unwrap();
        assert_eq!(moves.to_string(), "UDL2RD2R12");
    }

    #[test]
    fn bad_text_names_its_place() {
        let error = |text: &str| text.parse::<Moves>().unwrap_err().to_string();
        assert!(error("U x").starts_with("character 3: expected a move"));
        assert!(error("R2 3").starts_with("character 4: expected a move"));
        assert!(error("R0").starts_with("character 2: expected a count of 1 to 255"));
        assert!(error("R99999999999999").ends_with("found \"99999999999999\""));
        assert!(error("₂").contains('₂'));
    }

    #[test]
    fn cancelling_moves_vanish() {
        assert_eq!(simplified("RL"), "");
        assert_eq!(simplified("RR"), "R2");
        assert_eq!(simplified("URLDR2L"), "R");
    }
}
