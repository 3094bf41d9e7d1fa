//! Numbered tiles: from digits to a lattice to a board in which every number occurs once.

mod cells;
mod characters;
mod lattice;

use crate::{
    assignment::{Assignment, Costs},
    digits::Classifier,
    geometry::{Homography, Point, Quad, rectangle},
    picture::Picture,
};
use cells::{Cells, Likelihoods};
pub(crate) use characters::{Numeral, numerals};
pub(crate) use lattice::Lattice;

/// Cells from which on digits occur more than once, so that cells tell how the digits of others look.
const HAND_CELLS: usize = 12;

/// A board of numbers as read.
#[derive(Clone, Debug)]
pub(crate) struct NumberBoard {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    /// The number of each cell, row by row; 0 is the gap.
    pub(crate) numbers: Vec<usize>,
    /// How sure each cell is, from 0 to 1.
    pub(crate) confidence: Vec<f64>,
    /// The number that no tile bears: that of the goal's blank.
    pub(crate) missing: usize,
    pub(crate) quad: Quad,
    /// What is strange about the reading, in words.
    pub(crate) remark: Option<String>,
    /// Mean logarithm of the likelihoods, for comparing boards.
    pub(crate) fit: f64,
    /// The same by the classifier alone.
    pub(crate) first_fit: f64,
    /// Cells that clearly show their number, less those that do not.
    pub(crate) evidence: f64,
    /// Share of the tiles whose number was seen at first sight.
    pub(crate) seen: f64,
}

impl NumberBoard {
    /// Whether this is surely a board of numbers.
    pub(crate) fn is_clear(&self) -> bool {
        // why: specks stand like a few digits by chance, and no cell of a small board tells how another's digit looks.
        if self.numbers.len() < HAND_CELLS {
            return self.fit > if self.numbers.len() < 9 || self.remark.is_some() { -1.0 } else { -1.5 }
                && self.seen > 0.6;
        }
        // why: wrong cells and pieces of pictures come to -5 and less.
        self.fit > if self.remark.is_none() { -2.6 } else { -2.0 } && self.first_fit > -3.6 && self.seen > 0.6
    }

    /// Whether this may be a board of numbers, if nothing else is seen.
    pub(crate) fn is_likely(&self) -> bool {
        let least = if self.numbers.len() < HAND_CELLS { -1.5 } else { -3.0 };
        self.is_clear() || (self.numbers.len() >= 9 && self.fit > least && self.first_fit > -3.6)
    }

    /// Whether nothing is left to doubt: every number was seen at once and clearly, and there are enough of them to
    /// tell where the board ends.
    pub(crate) fn is_plain(&self) -> bool {
        self.fit > -0.35
            && self.seen > 0.9
            && self.numbers.len() >= 9
            && self.remark.is_none()
            && self.missing == self.numbers.len()
            && self.confidence.iter().all(|&sure| sure >= crate::reading::DOUBT)
    }
}

/// The best board of numbers in the picture, if there is any.
pub(crate) fn read(
    picture: &Picture,
    classifier: &Classifier,
    numerals: &[Numeral],
    size: Option<(usize, usize)>,
) -> Option<NumberBoard> {
    let candidates = lattice::lattices(numerals);
    let boards = candidates
        .iter()
        .filter(|lattice| lattice.score >= 1.5 && size.is_none_or(|size| size == (lattice.rows, lattice.cols)))
        .map(|lattice| (lattice, read_lattice(picture, lattice, classifier)));
    let best = boards.max_by(|a, b| a.1.evidence.total_cmp(&b.1.evidence))?;
    (best.1.fit > -4.5).then_some(best.1)
}

/// The board inside given corners.
pub(crate) fn read_quad(
    picture: &Picture,
    classifier: &Classifier,
    quad: &Quad,
    (rows, cols): (usize, usize),
) -> Option<NumberBoard> {
    let map = Homography::between(&rectangle(0.0, 0.0, cols as f64, rows as f64), quad)?;
    read_map(picture, classifier, map, (rows, cols))
}

/// The board whose cell (row, column) has its corner at `map(column, row)`; `None` if most cells show no ink.
pub(crate) fn read_map(
    picture: &Picture,
    classifier: &Classifier,
    map: Homography,
    (rows, cols): (usize, usize),
) -> Option<NumberBoard> {
    if rows > lattice::MOST || cols > lattice::MOST {
        return None;
    }
    let (digit_height, light) = cells::ink_of(picture, &map, rows, cols)?;
    let lattice = Lattice { map, rows, cols, digit_height, light, window: 1.0, score: 0.0, seen: rows * cols - 1 };
    Some(read_lattice(picture, &lattice, classifier))
}

/// The board whose cells bear small numbers at one and the same place, such as a corner of a piece of a picture; `None`
/// if too few such numbers were recognised.
pub(crate) fn read_marks(
    picture: &Picture,
    classifier: &Classifier,
    numerals: &[Numeral],
    map: Homography,
    (rows, cols): (usize, usize),
) -> Option<NumberBoard> {
    let marks = marks(numerals, &map, (rows, cols));
    let same = |a: &&Mark, b: &&Mark| {
        // why: numbers of one and two digits may begin at the same place, so their middles differ.
        let aside = 0.6 * a.height.max(b.height) + 0.03;
        (a.x - b.x).abs() < aside
            && (a.y - b.y).abs() < 0.25 * a.height + 0.03
            && (0.75..1.34).contains(&(a.height / b.height))
            && a.light == b.light
    };
    let family = |anchor: &Mark| {
        let mut found: Vec<&Mark> = marks.iter().filter(|mark| same(&anchor, mark)).collect();
        found.sort_by_key(|mark| mark.value);
        found.dedup_by_key(|mark| mark.value);
        found.sort_by_key(|mark| mark.cell);
        found.dedup_by_key(|mark| mark.cell);
        found
    };
    let best = marks.iter().map(family).max_by_key(Vec::len)?;
    if best.len() < 3 || best.len() * 10 < rows * cols * 3 {
        return None;
    }
    let mean = |value: fn(&Mark) -> f64| best.iter().map(|mark| value(mark)).sum::<f64>() / best.len() as f64;
    let (x, y, digit_height) = (mean(|m| m.x), mean(|m| m.y), mean(|m| m.height));
    let window = (3.2 * digit_height).min(1.0);
    let shifted = Homography::shift(x - 0.5, y - 0.5).then(&map);
    let (light, seen) = (best[0].light, rows * cols - 1);
    let lattice = Lattice { map: shifted, rows, cols, digit_height, light, window, score: 0.0, seen };
    let mut board = read_lattice(picture, &lattice, classifier);
    board.quad = rectangle(0.0, 0.0, cols as f64, rows as f64).map(|corner| map.apply(corner));
    Some(board)
}

/// A number in a cell: where in it, and how high, as shares of the cell.
struct Mark {
    cell: usize,
    value: u32,
    x: f64,
    y: f64,
    height: f64,
    light: bool,
}

/// The numbers in the cells of a board that such a board may have.
fn marks(numerals: &[Numeral], map: &Homography, (rows, cols): (usize, usize)) -> Vec<Mark> {
    let Some(back) = map.inverse() else { return Vec::new() };
    let mark = |numeral: &Numeral| {
        let place = back.apply(numeral.centre);
        let inside = (0.0..cols as f64).contains(&place.x) && (0.0..rows as f64).contains(&place.y);
        let (row, col) = (place.y.floor(), place.x.floor());
        let upright = |y: f64| map.apply(Point::new(col + 0.5, y));
        let height = numeral.height / upright(row).distance(upright(row + 1.0));
        (inside && (1..=(rows * cols) as u32).contains(&numeral.value)).then(|| Mark {
            cell: row as usize * cols + col as usize,
            value: numeral.value,
            x: place.x - col,
            y: place.y - row,
            height,
            light: numeral.light,
        })
    };
    numerals.iter().filter_map(mark).filter(|mark| (0.08..0.6).contains(&mark.height)).collect()
}

fn read_lattice(picture: &Picture, lattice: &Lattice, classifier: &Classifier) -> NumberBoard {
    let (rows, cols) = (lattice.rows, lattice.cols);
    let cut = Cells::cut(picture, lattice, classifier);
    let mut cells = cut.likelihoods();
    let first = cells.clone();
    let mut board = Board::new(rows, cols, &cells);
    let rounds = if rows * cols < HAND_CELLS { 0 } else { 2 };
    for _ in 0..rounds {
        if board.is_clear(&cells) {
            break;
        }
        cells = cut.likelihoods_given(&board.numbers, &cells);
        board = Board::new(rows, cols, &cells);
    }
    let remark = board.check_parity(rows, cols);
    let corner = |x: usize, y: usize| lattice.map.apply(Point::new(x as f64, y as f64));
    let shown = |cell: usize| cells[cell].of(board.numbers[cell]);
    NumberBoard {
        rows,
        cols,
        confidence: board.confidence(&cells),
        missing: board.missing,
        fit: mean_likelihood(&cells, &board.numbers),
        first_fit: mean_likelihood(&first, &board.numbers),
        // why: hardly a program leaves out another number than the last.
        evidence: (0..rows * cols)
            .filter(|&cell| board.numbers[cell] > 0)
            .map(|cell| (1.0 + f64::from(shown(cell)) / 4.0).clamp(-1.0, 1.0))
            .sum::<f64>()
            - if board.missing == rows * cols { 0.0 } else { 0.5 }
            - if remark.is_some() { 0.5 } else { 0.0 },
        numbers: board.numbers,
        quad: [corner(0, 0), corner(cols, 0), corner(cols, rows), corner(0, rows)],
        remark,
        seen: lattice.seen as f64 / (rows * cols - 1) as f64,
    }
}

/// Mean logarithm of the likelihoods of the numbers that cells were taken for.
fn mean_likelihood(cells: &[Likelihoods], numbers: &[usize]) -> f64 {
    let sum: f64 = cells.iter().zip(numbers).map(|(cell, &number)| f64::from(cell.of(number)).max(-8.0)).sum();
    sum / numbers.len() as f64
}

/// What it costs that the number of the goal's blank, which no tile bears, is not the last.
fn absence(number: usize, cells: usize) -> f32 {
    match number {
        0 => 30.0,
        1 => 1.5,
        _ if number == cells => 0.0,
        _ => 7.0,
    }
}

/// The likeliest numbers with each once, and how much likelier they are than others.
struct Board {
    numbers: Vec<usize>,
    missing: usize,
    /// How much is lost if a cell shows something else, and what the whole then looks like.
    alternatives: Vec<(f64, Vec<usize>)>,
    /// Cells changed so that the board can be solved.
    changed: Vec<usize>,
}

impl Board {
    fn new(rows: usize, cols: usize, cells: &[Likelihoods]) -> Self {
        let count = rows * cols;
        // why: one row more than cells: it takes the number that no tile bears.
        let costs = Costs::new(
            count + 1,
            |row, value| {
                if row == count { absence(value, count) } else { -cells[row].of(value) }
            },
        );
        let best = Assignment::of(&costs);
        let alternatives = (0..count)
            .map(|cell| {
                let other = best.without(&costs, cell);
                (other.total - best.total, other.columns)
            })
            .collect();
        let mut numbers = best.columns;
        let missing = numbers.pop().unwrap_or(count);
        Self { numbers, missing, alternatives, changed: Vec::new() }
    }

    /// Whether every cell shows its number and no other.
    fn is_clear(&self, cells: &[Likelihoods]) -> bool {
        (0..self.numbers.len()).all(|cell| self.alternatives[cell].0 > 4.0 && cells[cell].of(self.numbers[cell]) > -1.5)
    }

    /// Exchanges what is most doubtful if the board cannot be solved as read; says what was found.
    fn check_parity(&mut self, rows: usize, cols: usize) -> Option<String> {
        if is_solvable(&self.numbers, self.missing, rows, cols) {
            return None;
        }
        let likeliest = self
            .alternatives
            .iter()
            .filter(|(_, columns)| {
                let (numbers, missing) = (&columns[..rows * cols], columns[rows * cols]);
                is_solvable(numbers, missing, rows, cols)
            })
            .min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((loss, columns)) = likeliest else {
            return Some("the board as read cannot be solved".to_owned());
        };
        let numbers = columns[..rows * cols].to_vec();
        let missing = columns[rows * cols];
        let changes: Vec<usize> = (0..rows * cols).filter(|&cell| numbers[cell] != self.numbers[cell]).collect();
        let describe = |from: &[usize]| {
            let told: Vec<String> = changes
                .iter()
                .map(|&cell| format!("{} in row {}, column {}", from[cell], cell / cols + 1, cell % cols + 1))
                .collect();
            told.join(" and ")
        };
        if *loss < 7.0 {
            let remark =
                format!("taken for {}, as it cannot be solved with {}", describe(&numbers), describe(&self.numbers));
            self.numbers = numbers;
            self.missing = missing;
            self.changed = changes;
            return Some(remark);
        }
        let remark = format!("the board as read cannot be solved; with {} it could", describe(&numbers));
        self.changed = changes;
        Some(remark)
    }

    /// From how much likelier the number of a cell is than any other, and how clearly the cell itself shows it.
    fn confidence(&self, cells: &[Likelihoods]) -> Vec<f64> {
        (0..self.numbers.len())
            .map(|cell| {
                let margin = self.alternatives[cell].0;
                let shown = f64::from(cells[cell].of(self.numbers[cell]));
                let sure = 1.0 / (1.0 + (-0.9 * (margin - 2.0)).exp());
                let clear = 1.0 / (1.0 + (-1.2 * (shown + 4.5)).exp());
                let confidence = sure * clear;
                if self.changed.contains(&cell) { confidence.min(0.45) } else { confidence }
            })
            .collect()
    }
}

/// Whether moves lead from these numbers to the order in which the blank takes the place of the missing number.
pub(crate) fn is_solvable(numbers: &[usize], missing: usize, rows: usize, cols: usize) -> bool {
    let Some(blank) = numbers.iter().position(|&number| number == 0) else { return false };
    if missing == 0 || missing > rows * cols {
        return false;
    }
    // why: with the missing number in the gap it is a permutation; each move is an exchange and moves the gap one cell.
    let mut permutation: Vec<usize> =
        numbers.iter().map(|&number| if number == 0 { missing - 1 } else { number - 1 }).collect();
    let mut swaps = 0;
    for i in 0..permutation.len() {
        while permutation[i] != i {
            let target = permutation[i];
            permutation.swap(i, target);
            swaps += 1;
        }
    }
    let goal = missing - 1;
    let distance = (blank / cols).abs_diff(goal / cols) + (blank % cols).abs_diff(goal % cols);
    swaps % 2 == distance % 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parity_tells_solvable_boards() {
        assert!(is_solvable(&[1, 2, 3, 4, 5, 6, 7, 8, 0], 9, 3, 3));
        assert!(is_solvable(&[1, 2, 3, 4, 5, 6, 7, 0, 8], 9, 3, 3));
        assert!(!is_solvable(&[2, 1, 3, 4, 5, 6, 7, 8, 0], 9, 3, 3));
        assert!(is_solvable(&[2, 9, 6, 3, 7, 4, 8, 5, 0], 1, 3, 3));
        assert!(is_solvable(&[2, 0, 1], 3, 1, 3) != is_solvable(&[1, 0, 2], 3, 1, 3));
    }
}
