//! Reading many boards from one source: which lines belong together.

use super::{
    Readable, TextError, TextProblem,
    cells::{self, CellAt, MAX_CELLS},
    lines::{LineReader, TextLine},
    sealed::Code,
};
use crate::tiles::{Board, BoardError, Shape};
use std::{collections::VecDeque, fmt, io::BufRead, marker::PhantomData};

/// An iterator over the boards of a source, which holds one board in memory at a time. A bad board is an error in its place;
/// the boards after it still follow.
///
/// Iteration ends at the end of the source (a source without any board gives one error) or when it cannot be read.
///
/// - `B`: what it reads, an ordinary [`Board`] or, by [`Boards::reading`], boards or goals with labels.
pub struct Boards<R, B = Board> {
    lines: LineReader<R>,
    /// Lines without row separators that may belong together.
    group: LineGroup<B>,
    /// Boards that are read but not yet returned: a group and the line that ended it.
    ready: VecDeque<Item<B>>,
    cells: Vec<CellAt>,
    /// Where the item returned last begins.
    place: (usize, usize),
    any: bool,
    done: bool,
}

type Item<B> = ((usize, usize), Result<B, TextError>);

impl<R, B> fmt::Debug for Boards<R, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Boards").field("place", &self.place).field("done", &self.done).finish_non_exhaustive()
    }
}

impl<R: BufRead> Boards<R> {
    /// The ordinary boards in a source.
    pub fn new(source: R) -> Self {
        Self::reading(source)
    }
}

impl<R: BufRead, B: Readable> Boards<R, B> {
    /// The boards or goals in a source.
    ///
    /// ```
    /// # use taquin::tiles::{labels::AnyBoard, text::Boards};
    /// let boards: Vec<_> = Boards::<_, AnyBoard>::reading(&b"1 1/2 0\n\nA B\nA 0"[..]).collect();
    /// assert!(matches!(&boards[..], [Ok(AnyBoard::Labelled(_)), Ok(AnyBoard::Labelled(_))]));
    /// ```
    pub fn reading(source: R) -> Self {
        let (lines, group) = (LineReader::new(source), LineGroup::default());
        Self { lines, group, ready: VecDeque::new(), cells: Vec::new(), place: (1, 1), any: false, done: false }
    }

    /// Line and column where the board returned last begins, counted from 1.
    pub fn place(&self) -> (usize, usize) {
        self.place
    }

    /// Reads one line.
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
            // A line that holds only a comment does not separate boards.
            if !line.commented {
                self.ready.extend(self.group.interrupt());
            }
        } else if cells::is_one_line(line.text) {
            self.ready.extend(self.group.finish());
            let start = line.text.len() - line.text.trim_start().len();
            self.ready.push_back((line.place(start), cells::one_line(line, &mut self.cells)));
        } else {
            self.cells.clear();
            match cells::read::<B>(line, 0, line.text, &mut self.cells) {
                Ok(()) => self.ready.extend(self.group.add(line, &self.cells)),
                Err(error) => self.group.fail(error),
            }
        }
    }
}

impl<R: BufRead, B: Readable> Iterator for Boards<R, B> {
    type Item = Result<B, TextError>;

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
struct LineGroup<B> {
    /// Each cell with its place in the source.
    cells: Vec<(Code, (usize, usize))>,
    /// How many cells each line has.
    widths: Vec<usize>,
    /// The first error; the rest of the group is skipped.
    error: Option<TextError>,
    /// Each line is a whole board of one row.
    single_rows: bool,
    /// A number that stood alone before an empty line: the dimension of what follows, if as many cells do.
    lone: Option<(Code, (usize, usize))>,
    made: PhantomData<B>,
}

impl<B> Default for LineGroup<B> {
    fn default() -> Self {
        let (cells, widths, made) = (Vec::new(), Vec::new(), PhantomData);
        Self { cells, widths, error: None, single_rows: false, lone: None, made }
    }
}

/// Number of the last tile of the largest board, as the code of a cell.
const LAST_NUMBER: Code = u16::MAX as Code;

impl<B: Readable> LineGroup<B> {
    /// Adds a line; if that shows that the line before it is a board by itself, returns that board.
    fn add(&mut self, line: TextLine<'_>, cells: &[CellAt]) -> Option<Item<B>> {
        if self.error.is_some() {
            return None;
        }
        let are_rows = || self.widths.len() == 1 && is_whole_row(cells) && is_whole_row(&self.cells);
        let finished = if self.single_rows || (self.lone.is_none() && are_rows()) {
            let row = self.finish_cells();
            self.single_rows = true;
            row
        } else {
            None
        };
        // why one more than a board has: because of a dimension before the cells.
        let room = MAX_CELLS + 1 - self.cells.len();
        if let Some(&(_, offset)) = cells.get(room) {
            self.fail(TextProblem::TooManyCells.at(line.place(offset)));
            return finished;
        }
        let mut place = line.places();
        self.cells.extend(cells.iter().map(|&(tile, offset)| (tile, place(offset))));
        self.widths.push(cells.len());
        finished
    }

    fn fail(&mut self, error: TextError) {
        self.error.get_or_insert(error);
    }

    /// An empty line: ends the group, unless a dimension stands alone in it, whose cells may come after the line.
    fn interrupt(&mut self) -> impl Iterator<Item = Item<B>> + use<B> {
        let is_empty = self.cells.is_empty() && self.error.is_none();
        if is_empty {
            return [None, None].into_iter().flatten();
        }
        match self.cells[..] {
            [lone @ (1..=LAST_NUMBER, _)] if self.error.is_none() && !self.single_rows => {
                let before = self.lone.map(|lone| Self::of_one(lone).finish_cells());
                *self = Self { lone: Some(lone), ..Self::default() };
                [before.flatten(), None].into_iter().flatten()
            }
            _ => self.finish(),
        }
    }

    /// Ends the group and makes a board of it, if there is anything in it; or two, where a number stood alone before it
    /// that is not its dimension.
    fn finish(&mut self) -> std::iter::Flatten<std::array::IntoIter<Option<Item<B>>, 2>> {
        let items = match self.lone.take() {
            None => [None, self.finish_cells()],
            Some(lone) if self.stands_alone(lone.0) => [Self::of_one(lone).finish_cells(), self.finish_cells()],
            Some(lone) => {
                self.cells.insert(0, lone);
                self.widths.insert(0, 1);
                [None, self.finish_cells()]
            }
        };
        items.into_iter().flatten()
    }

    /// Is the group a board without the number that stood alone before it?
    fn stands_alone(&self, lone: Code) -> bool {
        let is_dimension = self.cells.len() == (lone as usize).pow(2);
        !is_dimension && self.error.is_none() && !self.cells.is_empty() && self.board().is_ok()
    }

    fn of_one(cell: (Code, (usize, usize))) -> Self {
        Self { cells: vec![cell], widths: vec![1], ..Self::default() }
    }

    /// Ends the group and makes one board of its cells, if there are any.
    fn finish_cells(&mut self) -> Option<Item<B>> {
        let group = std::mem::take(self);
        let start = group.cells.first().map(|cell| cell.1);
        if let Some(error) = group.error {
            return Some((start.unwrap_or((error.line, error.column)), Err(error)));
        }
        Some((start?, group.board()))
    }

    /// What the lines are: an ordinary board in any of the forms if they can be, else one with labels.
    fn board(&self) -> Result<B, TextError> {
        let ordinary = self.of_any_form(true);
        if ordinary.is_err() && B::MAY_BE_LABELLED { self.of_any_form(false) } else { ordinary }
    }

    fn of_any_form(&self, only_ordinary: bool) -> Result<B, TextError> {
        let grid = self.grid(only_ordinary);
        match self.dimension() {
            Some(n) if grid.is_err() => self.after_dimension(n, only_ordinary),
            _ => grid,
        }
    }

    /// The lines as rows of a grid.
    fn grid(&self, only_ordinary: bool) -> Result<B, TextError> {
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
        cells::board(shape, &self.cells, only_ordinary, |place| place)
    }

    /// The first number, if it is meant as a dimension: it is alone in its line, or as many cells follow as it says.
    fn dimension(&self) -> Option<usize> {
        let n = u16::try_from(self.cells[0].0).map_or(0, usize::from);
        let alone = self.widths[0] == 1 && self.widths[1..].iter().any(|&width| width > 1);
        (n > 0 && (alone || self.cells.len() == 1 + n * n)).then_some(n)
    }

    fn after_dimension(&self, n: usize, only_ordinary: bool) -> Result<B, TextError> {
        let (first, cells) = (self.cells[0].1, &self.cells[1..]);
        let shape = Shape::new(n, n).map_err(|problem| TextProblem::from(problem).at(first))?;
        if cells.len() != shape.cells() {
            let problem = BoardError::Count { shape, found: cells.len() };
            return Err(TextProblem::from(problem).at(first));
        }
        cells::board(shape, cells, only_ordinary, |place| place)
    }
}

/// Is every number from 0 up there once?
fn is_whole_row<P>(cells: &[(Code, P)]) -> bool {
    let mut seen = [0_u64; 4];
    cells.iter().all(|&(tile, _)| {
        let (word, bit) = ((tile / 64) as usize, 1 << (tile % 64));
        let fresh = (tile as usize) < cells.len() && word < seen.len() && seen[word] & bit == 0;
        if fresh {
            seen[word] |= bit;
        }
        fresh
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let told =
            |board: Result<Board, TextError>| board.map_or_else(|error| error.to_string(), |board| board.to_string());
        Boards::new(text.as_bytes()).map(told).collect()
    }

    #[test]
    fn a_number_before_a_grid_is_its_dimension_or_an_error_of_its_own() {
        assert_eq!(read("2\n\n1 2\n3 0"), ["1 2/3 0"]);
        assert_eq!(read("2\n\n1 2 3 0"), ["1 2/3 0"]);
        let alone = read("1");
        assert_eq!(read("1\n\n1 2\n3 0\n"), [&*alone[0], "1 2/3 0"]);
        assert_eq!(read("1\n\n1\n\n1 2/3 0")[2], "1 2/3 0");
        assert_eq!(read("7\n\n\n1 2\n3 0\n\n1 0")[1..], ["1 2/3 0", "1 0"]);
        assert_eq!(read("1\n\n"), alone);
        // Neither with nor without it: one error that says what is missing.
        let missing = read("3\n\n1 2 3\n4 5 6\n7 8");
        assert!(missing.len() == 1 && missing[0].contains('9') && missing[0].contains('8'), "{missing:?}");
    }

    #[test]
    fn a_carriage_return_alone_ends_a_line() {
        assert_eq!(read("1 2\r3 0"), ["1 2/3 0"]);
        assert_eq!(read("1 2\r3 0\r\r0 1\r"), ["1 2/3 0", "0 1"]);
    }

    /// Half a million cells in one line took 14 seconds when the column of each was counted from the line's start.
    #[test]
    fn long_lines_are_refused_where_they_go_wrong() {
        let cases = [
            ("1 ", "line 1, column 131075: expected at most 256x256 cells, found more"),
            ("1/", "line 1, column 1048577: expected a tile number or a blank"),
            ("é", "line 1, column 1: expected a tile number or a blank"),
        ];
        for (part, expected) in cases {
            let found = read(&part.repeat(1 << 19));
            assert!(found.len() == 1 && found[0].starts_with(expected), "{found:?}");
        }
    }
}
