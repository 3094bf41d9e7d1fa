//! Pictures of a board, and what is drawn in them.

use super::{Cell, CellKind, PuzzleError, Rules};

/// A picture: a character for each cell, `None` outside the board. Rows may differ in length.
pub(in crate::blocks) type Picture = Vec<Vec<Option<char>>>;

/// The character of a free cell.
pub(in crate::blocks) const FREE: char = '.';

/// Refuses invisible characters, which a terminal might interpret.
pub(super) fn check_symbols(picture: &Picture, goal: Option<usize>) -> Result<(), PuzzleError> {
    for (row, line) in picture.iter().enumerate() {
        // why: a byte order mark is invisible, and is dropped at the beginning of a text.
        let is_bad = |symbol: &Option<char>| symbol.is_some_and(|symbol| symbol.is_control() || symbol == '\u{feff}');
        if let Some((col, &Some(symbol))) = line.iter().enumerate().find(|(_, symbol)| is_bad(symbol)) {
            return Err(PuzzleError::ControlCharacter { symbol, goal, row: row + 1, col: col + 1 });
        }
    }
    Ok(())
}

/// The cells of the board, without gates.
pub(super) fn outline(start: &Picture, rows: usize, cols: usize) -> Vec<CellKind> {
    let mut ground = vec![CellKind::Outside; rows * cols];
    for (row, line) in start.iter().enumerate() {
        for (col, symbol) in line.iter().enumerate() {
            if symbol.is_some() {
                ground[row * cols + col] = CellKind::Floor;
            }
        }
    }
    ground
}

/// Checks that a goal has the outline of the start.
pub(super) fn check_outline(start: &Picture, other: &Picture, goal: usize) -> Result<(), PuzzleError> {
    let inside = |picture: &Picture, row: usize, col: usize| {
        picture.get(row).and_then(|line| line.get(col)).is_some_and(Option::is_some)
    };
    let width = |row: usize| [start, other].iter().filter_map(|picture| picture.get(row)).map(Vec::len).max();
    for row in 0..start.len().max(other.len()) {
        for col in 0..width(row).unwrap_or(0) {
            let in_start = inside(start, row, col);
            if in_start != inside(other, row, col) {
                return Err(PuzzleError::BoundsDiffer { goal, row: row + 1, col: col + 1, in_start });
            }
        }
    }
    Ok(())
}

/// The characters drawn on the board, in reading order. Only for pictures whose size was checked.
pub(super) fn symbols(picture: &Picture) -> impl Iterator<Item = (Cell, char)> + '_ {
    picture.iter().enumerate().flat_map(|(row, line)| {
        let cells = line.iter().enumerate();
        cells.filter_map(move |(col, symbol)| symbol.map(|symbol| (Cell::new(row as u8, col as u8), symbol)))
    })
}

/// The blocks of a picture: symbol, corner and shape, in reading order of their first cells.
pub(super) fn shapes(picture: &Picture, rules: &Rules) -> Vec<(char, Cell, Vec<Cell>)> {
    let mut drawn: Vec<(char, Vec<Cell>)> = Vec::new();
    for (cell, symbol) in symbols(picture).filter(|&(_, symbol)| !rules.is_ground(symbol)) {
        match drawn.iter_mut().find(|(known, _)| *known == symbol) {
            Some((_, cells)) => cells.push(cell),
            None => drawn.push((symbol, vec![cell])),
        }
    }
    let relative = |(symbol, cells): (char, Vec<Cell>)| {
        let top = cells.iter().map(|cell| cell.row).min().unwrap_or(0);
        let left = cells.iter().map(|cell| cell.col).min().unwrap_or(0);
        let shape = cells.iter().map(|cell| Cell::new(cell.row - top, cell.col - left)).collect();
        (symbol, Cell::new(top, left), shape)
    };
    drawn.into_iter().map(relative).collect()
}
