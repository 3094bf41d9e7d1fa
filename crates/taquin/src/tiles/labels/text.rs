//! Labelled boards and goals as text.

use super::{Alphabet, Label, LabelError, LabelledBoard, LabelledGoal};
use crate::tiles::{
    Board, Shape,
    text::{
        Boards, Readable, TextError, TextProblem,
        sealed::{Code, FREE, FromCodes, LETTER},
    },
};
use std::{fmt, str::FromStr};

/// A start as it was written: an ordinary board where it is one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum AnyBoard {
    /// Every tile `1…N` once, and one blank.
    Ordinary(Board),
    /// Anything else.
    Labelled(LabelledBoard),
}

/// A goal as it was written: an ordinary board where it is one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum AnyGoal {
    /// Every tile `1…N` once, and one blank.
    Ordinary(Board),
    /// Anything else.
    Labelled(LabelledGoal),
}

impl AnyBoard {
    /// Its size.
    pub fn shape(&self) -> Shape {
        match self {
            Self::Ordinary(board) => board.shape(),
            Self::Labelled(board) => board.shape(),
        }
    }

    /// As a labelled board, which every board is.
    pub fn labelled(&self) -> LabelledBoard {
        match self {
            Self::Ordinary(board) => board.into(),
            Self::Labelled(board) => board.clone(),
        }
    }
}

impl AnyGoal {
    /// Its size.
    pub fn shape(&self) -> Shape {
        match self {
            Self::Ordinary(board) => board.shape(),
            Self::Labelled(goal) => goal.shape(),
        }
    }

    /// As a labelled goal, which every goal is.
    pub fn labelled(&self) -> LabelledGoal {
        match self {
            Self::Ordinary(board) => board.into(),
            Self::Labelled(goal) => goal.clone(),
        }
    }
}

impl fmt::Display for AnyBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ordinary(board) => board.fmt(f),
            Self::Labelled(board) => board.fmt(f),
        }
    }
}

impl fmt::Display for AnyGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ordinary(board) => board.fmt(f),
            Self::Labelled(goal) => goal.fmt(f),
        }
    }
}

/// How these cells are written: by their first label.
fn alphabet(codes: &[Code]) -> Result<Alphabet, LabelError> {
    let of = |&(_, code): &(usize, Code)| if code & LETTER == 0 { Alphabet::Numbers } else { Alphabet::Letters };
    let mut labels = codes.iter().copied().enumerate().filter(|&(_, code)| code != 0 && code != FREE);
    let Some(first) = labels.next() else { return Ok(Alphabet::Numbers) };
    let expected = of(&first);
    labels
        .find(|label| of(label) != expected)
        .map_or(Ok(expected), |(cell, _)| Err(LabelError::Mixed { cell, expected }))
}

fn label(code: Code) -> Label {
    (code & !LETTER) as Label
}

fn labelled_board(shape: Shape, codes: &[Code]) -> Result<LabelledBoard, LabelError> {
    if let Some(cell) = codes.iter().position(|&code| code == FREE) {
        return Err(LabelError::Free { cell });
    }
    let alphabet = alphabet(codes)?;
    LabelledBoard::new(shape, alphabet, &codes.iter().map(|&code| label(code)).collect::<Vec<_>>())
}

fn labelled_goal(shape: Shape, codes: &[Code]) -> Result<LabelledGoal, LabelError> {
    let alphabet = alphabet(codes)?;
    let cells: Vec<_> = codes.iter().map(|&code| (code != FREE).then(|| label(code))).collect();
    LabelledGoal::new(shape, alphabet, &cells)
}

/// The ordinary board that the cells are, or why they are none although they look like one: numbers only, none of them twice.
fn ordinary(shape: Shape, codes: &[Code]) -> Option<Made<Board>> {
    if codes.iter().any(|&code| code >= LETTER) {
        return None;
    }
    match Board::from_codes(shape, codes, true) {
        Err(_) if is_repeated(codes) => None,
        board => Some(board),
    }
}

fn is_repeated(codes: &[Code]) -> bool {
    let mut sorted = codes.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

type Made<B> = Result<B, (Option<usize>, TextProblem)>;

fn at_label(error: LabelError) -> (Option<usize>, TextProblem) {
    (error.cell(), error.into())
}

/// A capital letter, or what an ordinary board may hold; in goals also a free cell.
fn code(text: &str) -> Result<Code, TextProblem> {
    match text.as_bytes() {
        [letter @ b'A'..=b'Z'] => Ok(LETTER | Code::from(letter - b'A' + 1)),
        b"*" => Ok(FREE),
        _ => Board::code(text).map_err(|problem| match problem {
            TextProblem::Cell { found } if text.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
                TextProblem::Label { found }
            }
            other => other,
        }),
    }
}

impl FromCodes for AnyBoard {
    const MAY_BE_LABELLED: bool = true;

    fn code(text: &str) -> Result<Code, TextProblem> {
        code(text)
    }

    fn from_codes(shape: Shape, codes: &[Code], only_ordinary: bool) -> Made<Self> {
        match ordinary(shape, codes) {
            Some(board) => board.map(Self::Ordinary),
            None if only_ordinary => Err((None, TextProblem::Empty)),
            None => Ok(Self::Labelled(labelled_board(shape, codes).map_err(at_label)?)),
        }
    }
}

impl FromCodes for AnyGoal {
    const MAY_BE_LABELLED: bool = true;

    fn code(text: &str) -> Result<Code, TextProblem> {
        code(text)
    }

    fn from_codes(shape: Shape, codes: &[Code], only_ordinary: bool) -> Made<Self> {
        match ordinary(shape, codes) {
            Some(board) => board.map(Self::Ordinary),
            None if only_ordinary => Err((None, TextProblem::Empty)),
            None => Ok(Self::Labelled(labelled_goal(shape, codes).map_err(at_label)?)),
        }
    }
}

impl Readable for AnyBoard {}
impl Readable for AnyGoal {}

/// The one board or goal in a text.
fn only<B: Readable>(text: &str) -> Result<B, TextError> {
    let mut boards = Boards::<_, B>::reading(text.as_bytes());
    let board = boards.next().unwrap_or_else(|| Err(TextProblem::Empty.at((1, 1))))?;
    if boards.next().is_some() {
        return Err(TextProblem::Another.at(boards.place()));
    }
    Ok(board)
}

impl FromStr for AnyBoard {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        only(text)
    }
}

impl FromStr for AnyGoal {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        only(text)
    }
}

impl FromStr for LabelledBoard {
    type Err = TextError;

    /// Reads the one board in a text of any form.
    fn from_str(text: &str) -> Result<Self, TextError> {
        only::<AnyBoard>(text).map(|board| board.labelled())
    }
}

impl FromStr for LabelledGoal {
    type Err = TextError;

    /// Reads the one goal in a text of any form.
    fn from_str(text: &str) -> Result<Self, TextError> {
        only::<AnyGoal>(text).map(|goal| goal.labelled())
    }
}
