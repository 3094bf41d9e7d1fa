//! Packs: several puzzles in one text.

use super::{PuzzleTextError, header, is_goal_line, without_bom};
use crate::blocks::{ImportError, Puzzle, import};
use std::ops::Range;
use thiserror::Error;

/// Why a puzzle of a pack could not be read.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{}{error}", self.place())]
pub struct PackError {
    /// Number of the puzzle in the pack, from 1.
    pub number: usize,
    /// Number of puzzles in the pack.
    pub count: usize,
    /// Its name, if that could be read.
    pub name: Option<String>,
    /// The line where it begins, from 1.
    pub line: usize,
    /// What is wrong with it; lines are counted within the pack.
    pub error: PuzzleTextError,
}

impl PackError {
    /// Names the puzzle, if there are several.
    fn place(&self) -> String {
        let Self { number, count, line, .. } = self;
        match &self.name {
            _ if *count == 1 => String::new(),
            Some(name) => format!("puzzle {number}, {name:?}, from line {line}: "),
            None => format!("puzzle {number}, from line {line}: "),
        }
    }
}

const PACK_LINE: &str = "===";

/// Is this the line between two puzzles?
pub(super) fn is_pack_line(line: &str) -> bool {
    line.trim_end().strip_prefix(PACK_LINE).is_some_and(|more| more.chars().all(|c| c == '='))
}

/// Reads a pack: puzzles with lines of `===` between them. In place of a puzzle there may also be short codes, one in each
/// line. Each puzzle is read or refused by itself.
///
/// ```
/// # use taquin::blocks::read_pack;
/// let names = read_pack("name: a\n\nA.\n--\n.A\n===\nname: b\n\nA.\n===\n1A9BF0C\n").map(|puzzle| match puzzle {
///     Ok(puzzle) => puzzle.info().name.clone(),
///     Err(error) => error.name.map(|name| format!("{name} is none")),
/// });
/// assert_eq!(names.flatten().collect::<Vec<_>>(), ["a", "b is none", "1A9BF0C"]);
/// ```
pub fn read_pack(text: &str) -> impl ExactSizeIterator<Item = Result<Puzzle, PackError>> {
    let lines: Vec<&str> = without_bom(text).lines().collect();
    let pieces = pieces(&lines);
    let count = pieces.len();
    let read = move |(index, piece): (usize, PackPiece)| {
        piece.read(&lines).map_err(|error| PackError {
            number: index + 1,
            count,
            name: piece.name(&lines),
            line: piece.lines.start + 1,
            error,
        })
    };
    pieces.into_iter().enumerate().map(read)
}

/// Writes a pack that [`read_pack`] reads.
pub fn write_pack<'a>(puzzles: impl IntoIterator<Item = &'a Puzzle>) -> String {
    let texts: Vec<String> = puzzles.into_iter().map(Puzzle::to_string).collect();
    texts.join(&format!("{PACK_LINE}\n"))
}

/// The lines of one puzzle, or of one code.
struct PackPiece {
    lines: Range<usize>,
    form: PieceForm,
}

/// What a piece of a pack is written in.
enum PieceForm {
    /// Header, start and goals.
    Pictures,
    /// A Rush-Hour string in six lines.
    RushHour,
    /// Short codes, each in a line of its own.
    Codes,
}

impl PackPiece {
    fn read(&self, lines: &[&str]) -> Result<Puzzle, PuzzleTextError> {
        match self.form {
            PieceForm::Pictures => super::read(&lines[self.lines.clone()], self.lines.start + 1),
            PieceForm::RushHour => Puzzle::from_rush_hour(&self.code(lines)).map_err(|error| self.refused(error)),
            PieceForm::Codes => import::read(&self.code(lines)).map_err(|error| self.refused(error)),
        }
    }

    fn refused(&self, error: ImportError) -> PuzzleTextError {
        let index = error.position().unwrap_or(1) - 1;
        // A Rush-Hour string may stand in six lines of six.
        let (line, column) = match self.form {
            PieceForm::RushHour => (index / 6, index % 6),
            PieceForm::Pictures | PieceForm::Codes => (0, index),
        };
        PuzzleTextError::Import { line: self.lines.start + 1 + line, column: column + 1, error }
    }

    fn code(&self, lines: &[&str]) -> String {
        lines[self.lines.clone()].iter().map(|line| code(line)).collect()
    }

    fn name(&self, lines: &[&str]) -> Option<String> {
        match self.form {
            PieceForm::Pictures => header::name(&lines[self.lines.clone()]).map(str::to_owned),
            PieceForm::RushHour | PieceForm::Codes => Some(import::word(&self.code(lines)).to_owned()),
        }
    }
}

/// A line of codes without its comment. (In a picture `#` is a block.)
fn code(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

fn pieces(lines: &[&str]) -> Vec<PackPiece> {
    let mut pieces = Vec::new();
    let mut begin = 0;
    for part in lines.split(|line| is_pack_line(line)) {
        let end = begin + part.len();
        let is_void = |line: &&str| line.trim().is_empty() || header::is_comment(line);
        let Some(first) = part.iter().position(|line| !is_void(line)) else {
            begin = end + 1;
            continue;
        };
        match form(part) {
            PieceForm::Codes => {
                let is_code = |&line: &usize| !code(lines[line]).is_empty();
                let piece = |line| PackPiece { lines: line..line + 1, form: PieceForm::Codes };
                pieces.extend((begin + first..end).filter(is_code).map(piece));
            }
            form => pieces.push(PackPiece { lines: begin + first..end, form }),
        }
        begin = end + 1;
    }
    pieces
}

/// The form of a part. Codes are recognised because only pictures have a goal.
fn form(part: &[&str]) -> PieceForm {
    let codes = || part.iter().map(|line| code(line)).filter(|code| !code.is_empty());
    if part.iter().any(|line| is_goal_line(line)) {
        PieceForm::Pictures
    } else if import::is_rush_hour_board(codes()) {
        PieceForm::RushHour
    } else if import::is_list(codes()) {
        PieceForm::Codes
    } else {
        PieceForm::Pictures
    }
}
