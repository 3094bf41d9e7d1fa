//! Cells and one-line boards: from characters to numbers.

use super::{Readable, TextError, TextProblem, lines::TextLine, sealed::Code};
use crate::tiles::{BoardError, MAX_SIDE, Shape};

/// A cell and the byte offset of it in its line.
pub(super) type CellAt = (Code, usize);

/// Reads the cells in `text`, which begins at byte `offset` of the line, into `cells`.
pub(super) fn read<B: Readable>(
    line: TextLine<'_>,
    offset: usize,
    text: &str,
    cells: &mut Vec<CellAt>,
) -> Result<(), TextError> {
    let unexpected = |at: usize, found: &str| TextProblem::Cell { found: found.to_owned() }.at(line.place(offset + at));
    let mut comma = None;
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
        } else if first == ',' {
            if comma.is_some() || cells.is_empty() {
                return Err(unexpected(at, ","));
            }
            comma = Some(at);
            at += 1;
        } else {
            let end = text[at..].find(|c: char| c.is_whitespace() || c == ',').map_or(text.len(), |length| at + length);
            cells.push((B::code(&text[at..end]).map_err(|problem| problem.at(line.place(offset + at)))?, offset + at));
            comma = None;
            at = end;
        }
    }
    comma.map_or(Ok(()), |at| Err(unexpected(at, ",")))
}

/// One cell of an ordinary board: a tile number or a blank.
pub(super) fn number(text: &str) -> Result<Code, TextProblem> {
    if matches!(text, "0" | "_" | "." | "x" | "-" | "-1") {
        return Ok(0);
    }
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(TextProblem::Cell { found: excerpt(text) });
    }
    let number = text.parse::<u16>().map_err(|_| TextProblem::Number { found: excerpt(text) })?;
    Ok(number.into())
}

/// The beginning of a text, short enough for a message.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 24;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Is this line a board by itself, because it marks where its rows end?
pub(super) fn is_one_line(text: &str) -> bool {
    text.bytes().any(|byte| matches!(byte, b'/' | b'|' | b':'))
}

/// Reads a board in one line. `cells` is only a buffer.
pub(super) fn one_line<B: Readable>(line: TextLine<'_>, cells: &mut Vec<CellAt>) -> Result<B, TextError> {
    cells.clear();
    let shape = match line.text.split_once(':') {
        Some((size, rest)) => {
            read::<B>(line, size.len() + 1, rest, cells)?;
            let shape = size_of(size).map_err(|problem| problem.at(line.place(0)))?;
            if cells.len() != shape.cells() {
                let problem = BoardError::Count { shape, found: cells.len() };
                return Err(TextProblem::from(problem).at(line.place(size.len() + 1)));
            }
            shape
        }
        None => rows::<B>(line, cells)?,
    };
    board(shape, cells, false, |offset| line.place(offset))
}

fn size_of(text: &str) -> Result<Shape, TextProblem> {
    let problem = || TextProblem::Size { found: excerpt(text) };
    let (rows, cols) = text.split_once(['x', '×']).ok_or_else(problem)?;
    let number = |side: &str| {
        let side = side.trim();
        let digits = !side.is_empty() && side.bytes().all(|byte| byte.is_ascii_digit());
        // why: a number too long to parse is too large a side anyway.
        digits.then(|| side.parse().unwrap_or(usize::MAX)).ok_or_else(problem)
    };
    Ok(Shape::new(number(rows)?, number(cols)?)?)
}

/// Reads rows split by `/` or `|`.
fn rows<B: Readable>(line: TextLine<'_>, cells: &mut Vec<CellAt>) -> Result<Shape, TextError> {
    let separators = ['/', '|'];
    let separator = line.text.chars().find(|c| separators.contains(c)).unwrap_or('/');
    if let Some((at, found)) = line.text.char_indices().find(|&(_, c)| separators.contains(&c) && c != separator) {
        return Err(TextProblem::Separator { expected: separator, found }.at(line.place(at)));
    }
    let (mut count, mut cols, mut offset) = (0, 0, 0);
    for text in line.text.split(separator) {
        let before = cells.len();
        // why: `read` would accept a comma here because of the cells before it, but a row begins with a cell.
        if let Some(at) = text.find(|c: char| !c.is_whitespace()).filter(|&at| text[at..].starts_with(',')) {
            return Err(TextProblem::Cell { found: ",".into() }.at(line.place(offset + at)));
        }
        read::<B>(line, offset, text, cells)?;
        let found = cells.len() - before;
        if found == 0 {
            return Err(TextProblem::Cell { found: String::new() }.at(line.place(offset)));
        }
        if count == 0 {
            cols = found;
        } else if found != cols {
            return Err(TextProblem::Ragged { expected: cols, found }.at(line.place(offset)));
        }
        count += 1;
        offset += text.len() + 1;
    }
    Shape::new(count, cols).map_err(|problem| TextProblem::from(problem).at(line.place(0)))
}

/// Makes a board of cells, and finds the place in the text of an error.
pub(super) fn board<B: Readable, P: Copy>(
    shape: Shape,
    cells: &[(Code, P)],
    only_ordinary: bool,
    place: impl Fn(P) -> (usize, usize),
) -> Result<B, TextError> {
    let mut codes = [0; 64];
    let board = if let Some(codes) = codes.get_mut(..cells.len()) {
        codes.iter_mut().zip(cells).for_each(|(code, cell)| *code = cell.0);
        B::from_codes(shape, codes, only_ordinary)
    } else {
        B::from_codes(shape, &cells.iter().map(|cell| cell.0).collect::<Vec<_>>(), only_ordinary)
    };
    board.map_err(|(cell, problem)| problem.at(place(cells[cell.unwrap_or(0)].1)))
}

/// Most cells of a board.
pub(super) const MAX_CELLS: usize = MAX_SIDE * MAX_SIDE;
