//! Many boards in one source: which lines belong together.

use super::{
    TextError, TextProblem,
    cells::{self, Cell, MAX_CELLS},
    lines::{Line, Lines},
};
use crate::tiles::{Board, BoardError, Shape};
use std::{collections::VecDeque, io::BufRead};

/// Reads boards one after the other, in memory for one board. A bad board is an error in its place; the boards
/// after it still come.
///
/// Iteration ends at the end of the source (a source without any board gives one error) or when it cannot be read.
pub struct Boards<R> {
    lines: Lines<R>,
    /// Lines without row separators that may belong together.
    group: Group,
    /// What is read but not yet given out: a group and the line that ended it.
    ready: VecDeque<Item>,
    cells: Vec<Cell>,
    /// Where the item given out last begins.
    place: (usize, usize),
    any: bool,
    done: bool,
}

type Item = ((usize, usize), Result<Board, TextError>);

impl<R: BufRead> Boards<R> {
    /// The boards in a source.
    pub fn new(source: R) -> Self {
        let (lines, group) = (Lines::new(source), Group::default());
        Self { lines, group, ready: VecDeque::new(), cells: Vec::new(), place: (1, 1), any: false, done: false }
    }

    /// Line and column where the board given out last begins, counted from 1.
    pub fn place(&self) -> (usize, usize) {
        self.place
    }

    /// Reads one line on.
    fn advance(&mut self) {
        let line = match self.lines.next() {
            None => {
                self.done = true;
                self.ready.extend(self.group.finish());
                return;
            }
            Some(Err(error)) => {
                self.done = matches!(error.problem, TextProblem::Read(_));
                self.group.fail(error);
                if self.done {
                    self.ready.extend(self.group.finish());
                }
                return;
            }
            Some(Ok(line)) => line,
        };
        if line.text.trim_start().is_empty() {
            // A line with nothing but a comment separates nothing.
            if !line.commented && !self.group.awaits_cells() {
                self.ready.extend(self.group.finish());
            }
        } else if cells::is_one_line(line.text) {
            self.ready.extend(self.group.finish());
            let start = line.text.len() - line.text.trim_start().len();
            self.ready.push_back((line.place(start), cells::one_line(line, &mut self.cells)));
        } else {
            self.cells.clear();
            match cells::read(line, 0, line.text, &mut self.cells) {
                Ok(()) => self.ready.extend(self.group.add(line, &self.cells)),
                Err(error) => self.group.fail(error),
            }
        }
    }
}

impl<R: BufRead> Iterator for Boards<R> {
    type Item = Result<Board, TextError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((place, item)) = self.ready.pop_front() {
                self.place = place;
                self.any = true;
                return Some(item);
            }
            if self.done {
                let empty = !std::mem::replace(&mut self.any, true);
                return empty.then(|| Err(TextProblem::Empty.at((1, 1))));
            }
            self.advance();
        }
    }
}

/// Neighbouring lines of cells.
#[derive(Default)]
struct Group {
    /// Each cell with its place in the source.
    cells: Vec<(u16, (usize, usize))>,
    /// How many cells each line has.
    widths: Vec<usize>,
    /// The first problem; what follows in the group is passed over.
    error: Option<TextError>,
    /// Each line is a whole board of one row.
    single_rows: bool,
}

impl Group {
    /// Adds a line; if that shows the line before it to be a board by itself, gives that board out.
    fn add(&mut self, line: Line<'_>, cells: &[Cell]) -> Option<Item> {
        if self.error.is_some() {
            return None;
        }
        let is_row = is_whole_row(cells);
        let finished = if self.single_rows || (self.widths.len() == 1 && is_row && is_whole_row(&self.cells)) {
            let row = self.finish();
            self.single_rows = true;
            row
        } else {
            None
        };
        self.cells.extend(cells.iter().map(|&(tile, offset)| (tile, line.place(offset))));
        self.widths.push(cells.len());
        // why: one more than a board has, because of a dimension before the cells.
        if self.cells.len() > MAX_CELLS + 1 {
            self.fail(TextProblem::TooManyCells.at(self.cells[MAX_CELLS].1));
        }
        finished
    }

    fn fail(&mut self, error: TextError) {
        self.error.get_or_insert(error);
    }

    /// Does a dimension stand alone, so that its cells may come after an empty line?
    fn awaits_cells(&self) -> bool {
        matches!(self.cells[..], [(1.., _)]) && self.error.is_none()
    }

    /// Ends the group and makes a board of it, if there is anything in it.
    fn finish(&mut self) -> Option<Item> {
        let group = std::mem::take(self);
        let start = group.cells.first().map(|cell| cell.1);
        if let Some(error) = group.error {
            return Some((start.unwrap_or((error.line, error.column)), Err(error)));
        }
        Some((start?, group.board()))
    }

    fn board(&self) -> Result<Board, TextError> {
        let grid = self.grid();
        match self.dimension() {
            Some(n) if grid.is_err() => self.after_dimension(n),
            _ => grid,
        }
    }

    /// The lines as rows of a grid.
    fn grid(&self) -> Result<Board, TextError> {
        let cols = self.widths[0];
        let mut start = 0;
        for &found in &self.widths {
            if found != cols {
                return Err(TextProblem::Ragged { expected: cols, found }.at(self.cells[start].1));
            }
            start += found;
        }
        let shape = Shape::new(self.widths.len(), cols);
        let shape = shape.map_err(|problem| TextProblem::from(problem).at(self.cells[0].1))?;
        cells::board(shape, &self.cells, |place| place)
    }

    /// The first number, if it is meant as a dimension: it stands alone, or as many cells follow as it says.
    fn dimension(&self) -> Option<usize> {
        let n = usize::from(self.cells[0].0);
        let alone = self.widths[0] == 1 && self.widths[1..].iter().any(|&width| width > 1);
        (n > 0 && (alone || self.cells.len() == 1 + n * n)).then_some(n)
    }

    fn after_dimension(&self, n: usize) -> Result<Board, TextError> {
        let (first, cells) = (self.cells[0].1, &self.cells[1..]);
        let shape = Shape::new(n, n).map_err(|problem| TextProblem::from(problem).at(first))?;
        if cells.len() != shape.cells() {
            let problem = BoardError::Count { shape, found: cells.len() };
            return Err(TextProblem::from(problem).at(first));
        }
        cells::board(shape, cells, |place| place)
    }
}

/// Is this every number from 0 up, once?
fn is_whole_row<P>(cells: &[(u16, P)]) -> bool {
    let mut seen = [0_u64; 4];
    cells.iter().all(|&(tile, _)| {
        let (word, bit) = (usize::from(tile / 64), 1 << (tile % 64));
        let fresh = usize::from(tile) < cells.len() && word < seen.len() && seen[word] & bit == 0;
        if fresh {
            seen[word] |= bit;
        }
        fresh
    })
}
