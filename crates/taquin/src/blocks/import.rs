//! Importing puzzles from the short codes of other programs.

use super::{
    Info, Optimum, Puzzle, PuzzleError, Rules,
    puzzle::{FREE, Picture},
    text::drawn,
};
use thiserror::Error;

/// Cells of a Rush-Hour board, 6 × 6.
const RUSH_HOUR_CELLS: usize = 36;
const RUSH_HOUR_SIDE: usize = 6;
/// Most digits of a Klotski code.
const KLOTSKI_DIGITS: usize = 9;
const KLOTSKI_ROWS: usize = 5;
const KLOTSKI_COLS: usize = 4;

/// Why a short code is not a puzzle.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum ImportError {
    /// Neither a Rush-Hour string nor a Klotski code.
    #[error("{found:?} is neither a Rush-Hour string of 36 characters nor a Klotski code of 1 to 9 hexadecimal digits")]
    NotACode {
        /// What was found.
        found: String,
    },
    /// A Rush-Hour string of another length.
    #[error("a Rush-Hour string has 36 characters (6 rows of 6), not {found}")]
    RushHourLength {
        /// Its length.
        found: usize,
    },
    /// A character that means nothing in a Rush-Hour string.
    #[error(
        "{found:?} at character {position} of the Rush-Hour string: letters are cars, `o` or `.` is free, `x` a wall"
    )]
    RushHourCharacter {
        /// The character.
        found: char,
        /// Where, from 1.
        position: usize,
    },
    /// There is no car `A`.
    #[error("the Rush-Hour string has no car `A`, which is the one to drive out")]
    NoRedCar,
    /// The car `A` is not in a row.
    #[error("the car `A` of the Rush-Hour string must lie in one row, to leave the board at its right end")]
    RedCarNotInRow,
    /// A wall where the car `A` should leave.
    #[error("a wall stands at the right end of row {row} of the Rush-Hour string, where the car `A` should leave")]
    WalledIn {
        /// The row, from 1.
        row: usize,
    },
    /// A car that is not straight or not in one piece.
    #[error("the car `{symbol}` of the Rush-Hour string is not a straight piece of at least two cells")]
    NotACar {
        /// Its letter.
        symbol: char,
    },
    /// A character that is not a hexadecimal digit.
    #[error("{found:?} at character {position} of the Klotski code is no hexadecimal digit")]
    KlotskiDigit {
        /// The character.
        found: char,
        /// Where, from 1.
        position: usize,
    },
    /// A Klotski code of another length.
    #[error("a Klotski code has 1 to 9 hexadecimal digits, not {found}")]
    KlotskiLength {
        /// Its length.
        found: usize,
    },
    /// The 2×2 block would stick out of the board.
    #[error("the Klotski code puts the 2×2 block at cell {cell}, where it sticks out of the 4 × 5 board")]
    KlotskiHead {
        /// The cell of its top left corner, counted row by row from 0.
        cell: usize,
    },
    /// A block does not fit.
    #[error("the Klotski code's block number {number} has no room at cell {cell} of the 4 × 5 board")]
    KlotskiNoRoom {
        /// Which block, from 1, without the 2×2 block.
        number: usize,
        /// The cell of its top left corner, counted row by row from 0.
        cell: usize,
    },
    /// The code goes on when the board is full.
    #[error("the Klotski code has blocks left over when the 4 × 5 board is full")]
    KlotskiSurplus,
    /// The board is well-formed as a code but not as a puzzle.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

impl ImportError {
    /// Which character is at fault, from 1, where one is.
    pub(super) fn position(&self) -> Option<usize> {
        match *self {
            Self::RushHourCharacter { position, .. } | Self::KlotskiDigit { position, .. } => Some(position),
            _ => None,
        }
    }
}

impl Puzzle {
    /// A Rush-Hour board as a string of 36 characters, row by row: letters are cars, `o` or `.` is free, `x` is a
    /// wall. The car `A` must get to the right end of its row.
    ///
    /// # Errors
    /// An [`ImportError`] that names the character, car or row at fault.
    ///
    /// ```
    /// # use taquin::blocks::Puzzle;
    /// let puzzle = Puzzle::from_rush_hour("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM")?;
    /// assert!(puzzle.rules().keep_axis);
    /// # Ok::<(), taquin::blocks::ImportError>(())
    /// ```
    pub fn from_rush_hour(code: &str) -> Result<Self, ImportError> {
        let chars: Vec<char> = code.chars().collect();
        if chars.len() != RUSH_HOUR_CELLS {
            return Err(ImportError::RushHourLength { found: chars.len() });
        }
        let cell = |(index, &found): (usize, &char)| match found {
            'x' => Ok(None),
            'o' | FREE => Ok(Some(FREE)),
            car if car.is_ascii_alphabetic() => Ok(Some(car)),
            _ => Err(ImportError::RushHourCharacter { found, position: index + 1 }),
        };
        let cells: Vec<Option<char>> = chars.iter().enumerate().map(cell).collect::<Result<_, _>>()?;
        for symbol in cells.iter().flatten().filter(|&&symbol| symbol != FREE) {
            check_car(&cells, *symbol)?;
        }
        let red: Vec<usize> = (0..RUSH_HOUR_CELLS).filter(|&cell| cells[cell] == Some('A')).collect();
        let (Some(first), Some(last)) = (red.first(), red.last()) else { return Err(ImportError::NoRedCar) };
        let row = first / RUSH_HOUR_SIDE;
        if last / RUSH_HOUR_SIDE != row {
            return Err(ImportError::RedCarNotInRow);
        }
        let start: Picture = cells.chunks(RUSH_HOUR_SIDE).map(<[_]>::to_vec).collect();
        let mut goal = cleared(&start);
        let end = RUSH_HOUR_SIDE - red.len();
        if goal[row][end..].iter().any(Option::is_none) {
            return Err(ImportError::WalledIn { row: row + 1 });
        }
        goal[row][end..].fill(Some('A'));
        let rules = Rules { keep_axis: true, ..Rules::default() };
        Ok(Self::build(named(code), rules, &retrimmed(&start), &[retrimmed(&goal)])?)
    }

    /// A Klotski position on the 4 × 5 board as a "common code": up to nine hexadecimal digits, trailing zeros left
    /// off. The first is the cell of the 2×2 block's top left corner; then two bits for each further block or free
    /// cell, in reading order: `00` free, `01` 1×2 lying, `10` 2×1 standing, `11` single. The 2×2 block must get to
    /// the middle of the bottom.
    ///
    /// # Errors
    /// An [`ImportError`] that names the digit or block at fault.
    ///
    /// ```
    /// # use taquin::blocks::Puzzle;
    /// let puzzle = Puzzle::from_klotski_code("1A9BF0C")?;
    /// assert_eq!(puzzle.start_picture(), "BAAC\nBAAC\nDEEF\nDGHF\nI..J\n");
    /// # Ok::<(), taquin::blocks::ImportError>(())
    /// ```
    pub fn from_klotski_code(code: &str) -> Result<Self, ImportError> {
        let found = code.chars().count();
        if !(1..=KLOTSKI_DIGITS).contains(&found) {
            return Err(ImportError::KlotskiLength { found });
        }
        let digit = |(index, found): (usize, char)| {
            found.to_digit(16).ok_or(ImportError::KlotskiDigit { found, position: index + 1 })
        };
        let mut digits: Vec<u32> = code.chars().enumerate().map(digit).collect::<Result<_, _>>()?;
        digits.resize(KLOTSKI_DIGITS, 0);
        let cell = digits[0] as usize;
        let mut board = KlotskiBoard::default();
        if !board.place(cell, 2, 2) {
            return Err(ImportError::KlotskiHead { cell });
        }
        let kinds: Vec<u32> = digits[1..].iter().flat_map(|digit| [digit >> 2, digit & 3]).collect();
        let mut taken = [false; KLOTSKI_ROWS * KLOTSKI_COLS];
        for (index, &kind) in kinds.iter().enumerate() {
            let Some(cell) = (0..taken.len()).find(|&cell| board.cells[cell].is_none() && !taken[cell]) else {
                if kinds[index..].iter().any(|&kind| kind != 0) {
                    return Err(ImportError::KlotskiSurplus);
                }
                break;
            };
            taken[cell] = true;
            let (rows, cols) = [(1, 1), (1, 2), (2, 1), (1, 1)][kind as usize];
            if kind != 0 && !board.place(cell, rows, cols) {
                return Err(ImportError::KlotskiNoRoom { number: index + 1, cell });
            }
        }
        let start: Picture =
            board.cells.chunks(KLOTSKI_COLS).map(|row| row.iter().map(|c| Some(c.unwrap_or(FREE))).collect()).collect();
        let mut goal = cleared(&start);
        for row in &mut goal[3..] {
            row[1..3].fill(Some('A'));
        }
        Ok(Self::build(named(code), Rules::default(), &start, &[goal])?)
    }
}

fn named(code: &str) -> Info {
    Info { name: Some(code.to_owned()), ..Info::default() }
}

/// Reads a line that should be a code: a Klotski code or a Rush-Hour string, which may be between its numbers of moves and
/// positions as in lists (`60 IBBx… 2332`).
pub(super) fn read(line: &str) -> Result<Puzzle, ImportError> {
    let (word, moves) = listed(line).ok_or_else(|| ImportError::NotACode { found: line.to_owned() })?;
    if is_like_rush_hour(word) {
        let puzzle = Puzzle::from_rush_hour(word)?;
        let info = Info { moves: moves.map(Optimum::Cost), ..puzzle.info().clone() };
        return Ok(puzzle.with_info(info));
    }
    if is_like_klotski(word) {
        return Puzzle::from_klotski_code(word);
    }
    Err(ImportError::NotACode { found: word.to_owned() })
}

/// The code in a line that [`read`] takes.
pub(super) fn word(line: &str) -> &str {
    listed(line).map_or(line, |(word, _)| word)
}

/// Are these the six rows of a Rush-Hour string? They must contain `o` and no `.`, which would be as likely in a picture
/// whose goal was forgotten.
pub(super) fn is_rush_hour_board<'a>(rows: impl Iterator<Item = &'a str> + Clone) -> bool {
    let is_row = |row: &str| row.len() == RUSH_HOUR_SIDE && row.chars().all(|c| c.is_ascii_alphabetic());
    rows.clone().count() == RUSH_HOUR_SIDE && rows.clone().all(is_row) && rows.into_iter().any(|row| row.contains('o'))
}

/// Are these lines codes? The first one decides; but if `.` occurs outside a code, they are a picture of blocks with
/// hexadecimal names.
pub(super) fn is_list<'a>(mut lines: impl Iterator<Item = &'a str>) -> bool {
    lines.next().is_some_and(is_code) && lines.all(|line| !line.contains(FREE) || is_code(line))
}

fn is_code(line: &str) -> bool {
    listed(line).is_some_and(|(word, _)| is_like_rush_hour(word) || is_like_klotski(word))
}

/// The only word of a line, or the board in a line of a Rush-Hour list with its number of moves.
fn listed(line: &str) -> Option<(&str, Option<u32>)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [word] => Some((word, None)),
        [moves, board] if is_like_rush_hour(board) => Some((board, Some(moves.parse().ok()?))),
        [moves, board, positions] if is_like_rush_hour(board) && positions.parse::<u64>().is_ok() => {
            Some((board, Some(moves.parse().ok()?)))
        }
        _ => None,
    }
}

/// Is it meant as a Rush-Hour string? Its length may be off by two, and two of its characters may be wrong.
fn is_like_rush_hour(word: &str) -> bool {
    let bad = word.chars().filter(|&c| !c.is_ascii_alphabetic() && c != FREE).count();
    word.chars().count().abs_diff(RUSH_HOUR_CELLS) <= 2 && bad <= 2
}

/// Is it meant as a Klotski code? It may be too long, or have one letter that is not a hexadecimal digit.
fn is_like_klotski(word: &str) -> bool {
    let bad = word.chars().filter(|c| !c.is_ascii_hexdigit()).count();
    let is_near = (6..=12).contains(&word.len())
        && word.chars().all(|c| c.is_ascii_alphanumeric())
        && word.contains(|c: char| c.is_ascii_digit());
    bad == 0 || bad == 1 && is_near
}

/// The 4 × 5 board of a Klotski code while it is being filled.
#[derive(Default)]
struct KlotskiBoard {
    cells: [Option<char>; KLOTSKI_ROWS * KLOTSKI_COLS],
    blocks: u8,
}

impl KlotskiBoard {
    /// Places the next block with its top left corner in `cell`; returns whether it fits.
    fn place(&mut self, cell: usize, rows: usize, cols: usize) -> bool {
        let (row, col) = (cell / KLOTSKI_COLS, cell % KLOTSKI_COLS);
        if row + rows > KLOTSKI_ROWS || col + cols > KLOTSKI_COLS {
            return false;
        }
        let covered = (row..row + rows).flat_map(|row| (col..col + cols).map(move |col| row * KLOTSKI_COLS + col));
        if covered.clone().any(|cell| self.cells[cell].is_some()) {
            return false;
        }
        let symbol = char::from(b'A' + self.blocks);
        covered.for_each(|cell| self.cells[cell] = Some(symbol));
        self.blocks += 1;
        true
    }
}

fn check_car(cells: &[Option<char>], symbol: char) -> Result<(), ImportError> {
    let own: Vec<usize> = (0..RUSH_HOUR_CELLS).filter(|&cell| cells[cell] == Some(symbol)).collect();
    let is_run = |step: usize| own.windows(2).all(|pair| pair[1] == pair[0] + step);
    let in_row = own.iter().all(|cell| cell / RUSH_HOUR_SIDE == own[0] / RUSH_HOUR_SIDE);
    let is_car = own.len() >= 2 && (is_run(1) && in_row || is_run(RUSH_HOUR_SIDE));
    is_car.then_some(()).ok_or(ImportError::NotACar { symbol })
}

/// The picture without its blocks.
fn cleared(picture: &Picture) -> Picture {
    picture.iter().map(|row| row.iter().map(|cell| cell.map(|_| FREE)).collect()).collect()
}

/// The picture without walls around the board, as the text format reads it.
fn retrimmed(picture: &Picture) -> Picture {
    let line = |row: &Vec<Option<char>>| row.iter().map(|cell| cell.unwrap_or(' ')).collect::<String>();
    let lines: Vec<String> = picture.iter().map(line).collect();
    drawn(&lines.iter().map(String::as_str).collect::<Vec<_>>())
}
