//! Reading and writing puzzles as text.

mod header;
mod pack;

use super::{ImportError, Info, Optimum, Puzzle, PuzzleError, Rules, puzzle::Picture, state::draw};
use header::{Header, KEYS};
pub use pack::{PackError, read_pack, write_pack};
use std::{fmt, ops::Range, str::FromStr};
use thiserror::Error;

/// Why a text is not a puzzle. Lines are counted from 1.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum PuzzleTextError {
    /// Nothing but white space.
    #[error("the text is empty; a puzzle is a start, a line `--` and a goal")]
    Empty,
    /// A line of the header is not `key: value`.
    #[error("line {line}: {found:?} is no header line `key: value`; an empty line must end the header")]
    BadHeader {
        /// Which line.
        line: usize,
        /// What it says.
        found: String,
    },
    /// An unknown key.
    #[error("line {line}: there is no key {key:?}; there are: {}", KEYS.join(", "))]
    UnknownKey {
        /// Which line.
        line: usize,
        /// The key.
        key: String,
    },
    /// A key that was given before.
    #[error("line {line}: the key {key:?} is given twice")]
    RepeatedKey {
        /// Which line.
        line: usize,
        /// The key.
        key: String,
    },
    /// A value that its key does not take.
    #[error("line {line}: {key:?} cannot be {value:?}; it must be {expected}")]
    BadValue {
        /// Which line.
        line: usize,
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What would be right.
        expected: &'static str,
    },
    /// There is only a start.
    #[error("there is no goal: after the start comes a line `--`, then the goal")]
    NoGoal,
    /// There is no line `--`, but one that looks much like it.
    #[error("line {line}: {found:?} does not end the start: only `--` without a space before it does")]
    BadGoalLine {
        /// Which line.
        line: usize,
        /// What it says.
        found: String,
    },
    /// Nothing is drawn after a line `--`.
    #[error("line {line}: no goal is drawn after this `--`")]
    EmptyGoal {
        /// The line of the `--`.
        line: usize,
    },
    /// More puzzles than one.
    #[error("there are {found} puzzles in the text, but only one is wanted")]
    Several {
        /// How many.
        found: usize,
    },
    /// The pictures are not a puzzle.
    #[error("{error}")]
    Puzzle {
        /// The line of the cell at fault, or where the start is drawn.
        line: usize,
        /// The column of that cell, from 1.
        column: usize,
        /// What is wrong with them.
        error: PuzzleError,
    },
    /// The text looks like a Rush-Hour string or a Klotski code, but is not one.
    #[error("{error}")]
    Import {
        /// The line of the character at fault, or the first one.
        line: usize,
        /// The column of that character, from 1.
        column: usize,
        /// What is wrong with it.
        error: ImportError,
    },
}

impl PuzzleTextError {
    /// The line and the column of the fault, both from 1, where the text as a whole is not what is wrong.
    ///
    /// ```
    /// # use taquin::blocks::Puzzle;
    /// let error = "name: a\n\nA.b\n--\n..A.\n".parse::<Puzzle>().unwrap_err();
    /// assert_eq!(error.position(), Some((5, 4)));
    /// ```
    pub fn position(&self) -> Option<(usize, usize)> {
        match self {
            Self::Empty | Self::NoGoal | Self::Several { .. } => None,
            Self::BadHeader { line, .. }
            | Self::UnknownKey { line, .. }
            | Self::RepeatedKey { line, .. }
            | Self::BadValue { line, .. }
            | Self::BadGoalLine { line, .. }
            | Self::EmptyGoal { line } => Some((*line, 1)),
            Self::Puzzle { line, column, .. } | Self::Import { line, column, .. } => Some((*line, *column)),
        }
    }
}

const GOAL_LINE: &str = "--";

impl Puzzle {
    /// A puzzle from two pictures, start and goal.
    ///
    /// # Errors
    /// A [`PuzzleError`] if the pictures are not a puzzle.
    ///
    /// ```
    /// # use taquin::blocks::{Puzzle, PuzzleError};
    /// assert!(Puzzle::from_pictures("A.b\n .", "..A\n .").is_ok());
    /// let error = Puzzle::from_pictures("A.b", "..A.").unwrap_err();
    /// assert_eq!(error, PuzzleError::BoundsDiffer { goal: 0, row: 1, col: 4, in_start: false });
    /// ```
    pub fn from_pictures(start: &str, goal: &str) -> Result<Self, PuzzleError> {
        let picture = |text: &str| drawn(&without_bom(text).lines().collect::<Vec<_>>());
        Self::build(Info::default(), Rules::default(), &picture(start), &[picture(goal)])
    }

    /// The picture of the start, in the text format.
    pub fn start_picture(&self) -> String {
        self.start().picture(self)
    }

    /// The pictures of the goals, in the text format.
    pub fn goal_pictures(&self) -> Vec<String> {
        let place = |goal: &super::Goal| {
            let placed = goal.targets().iter().map(|target| (&self.blocks()[target.block], target.corner));
            // Those that the header says are gone.
            draw(self, placed.filter(|(block, _)| !self.rules().gone.contains(&block.symbol())))
        };
        self.goals().iter().map(place).collect()
    }
}

/// Reads the one puzzle of a text, in any form that [`read_pack`] knows.
impl FromStr for Puzzle {
    type Err = PuzzleTextError;

    fn from_str(text: &str) -> Result<Self, PuzzleTextError> {
        let mut puzzles = read_pack(text);
        match (puzzles.next(), puzzles.len()) {
            (None, _) => Err(PuzzleTextError::Empty),
            (Some(puzzle), 0) => puzzle.map_err(|error| error.error),
            (Some(_), others) => Err(PuzzleTextError::Several { found: others + 1 }),
        }
    }
}

/// Reads header, start and goals. `first` is the number of the first line.
fn read(lines: &[&str], first: usize) -> Result<Puzzle, PuzzleTextError> {
    let (header, above) = Header::read(lines, first)?;
    let mut line = first + above;
    let mut drawings = Vec::new();
    for lines in lines[above..].split(|line| is_goal_line(line)) {
        drawings.push(Drawing { line, lines });
        line += lines.len() + 1;
    }
    let pictures: Vec<Picture> = drawings.iter().map(|drawing| drawn(drawing.lines)).collect();
    let Some((start, goals)) = pictures.split_first().filter(|(_, goals)| !goals.is_empty()) else {
        return Err(no_goal(&lines[above..], first + above));
    };
    if let Some(empty) = goals.iter().position(Picture::is_empty) {
        return Err(PuzzleTextError::EmptyGoal { line: drawings[empty + 1].line - 1 });
    }
    Puzzle::build(header.info, header.rules, start, goals).map_err(|error| {
        let (goal, row, column) = error.cell().unwrap_or((None, 1, 1));
        let (line, column) = drawings[goal.map_or(0, |goal| goal + 1)].position(row, column);
        PuzzleTextError::Puzzle { line, column, error }
    })
}

/// The lines of a text that draw a start or a goal.
struct Drawing<'a> {
    /// The number of the first one.
    line: usize,
    lines: &'a [&'a str],
}

impl Drawing<'_> {
    /// Line and column in the text of a cell of the picture, all counted from 1.
    fn position(&self, row: usize, column: usize) -> (usize, usize) {
        let (rows, indentation) = extent(self.lines);
        (self.line + rows.start + row - 1, indentation + column)
    }
}

fn is_goal_line(line: &str) -> bool {
    line.trim_end() == GOAL_LINE
}

/// The error for a text without a line `--`; names the line that was perhaps meant as one.
fn no_goal(lines: &[&str], first: usize) -> PuzzleTextError {
    let is_dashes = |line: &&str| !line.trim().is_empty() && line.trim().chars().all(|c| "-–—".contains(c));
    match lines.iter().position(is_dashes) {
        Some(index) => PuzzleTextError::BadGoalLine { line: first + index, found: lines[index].to_owned() },
        None => PuzzleTextError::NoGoal,
    }
}

/// The text without the byte order mark that some editors begin it with.
fn without_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The picture that these lines draw.
pub(super) fn drawn(lines: &[&str]) -> Picture {
    let (rows, indentation) = extent(lines);
    let row = |line: &&str| {
        line.trim_end().chars().skip(indentation).map(|c| (!c.is_whitespace()).then_some(c)).collect::<Vec<_>>()
    };
    lines[rows].iter().map(row).collect()
}

/// Where in these lines the picture is: without empty lines at the top and bottom and without common indentation.
fn extent(lines: &[&str]) -> (Range<usize>, usize) {
    let is_empty = |line: &&str| line.trim().is_empty();
    let first = lines.iter().position(|line| !is_empty(line)).unwrap_or(lines.len());
    let end = lines.iter().rposition(|line| !is_empty(line)).map_or(first, |last| last + 1);
    let indentation = |line: &&str| line.chars().take_while(|c| c.is_whitespace()).count();
    let common = lines[first..end].iter().filter(|line| !is_empty(line)).map(indentation).min().unwrap_or(0);
    (first..end, common)
}

/// Writes the file form that reads back as the same puzzle.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (info, rules) = (self.info(), self.rules());
        let cost = |optimum: Option<Optimum>| {
            optimum.map(|optimum| match optimum {
                Optimum::Cost(cost) => cost.to_string(),
                Optimum::Unsolvable => "none".to_owned(),
            })
        };
        let values = [
            info.name.clone(),
            info.author.clone(),
            info.source.clone(),
            cost(info.moves),
            cost(info.slides),
            cost(info.steps),
            info.states.map(|states| states.to_string()),
            rules.keep_axis.then(|| "keep".to_owned()),
            rules.goal_shapes.then(|| "shapes".to_owned()),
            rules.gate.map(String::from),
            (!rules.exits.is_empty()).then(|| header::exits_text(&rules.exits)),
            (!rules.gone.is_empty()).then(|| rules.gone.iter().collect()),
            (!rules.pinned.is_empty()).then(|| rules.pinned.iter().collect()),
        ];
        let mut has_header = false;
        for (key, value) in KEYS.iter().zip(values) {
            let Some(value) = value else { continue };
            writeln!(f, "{key}: {value}")?;
            has_header = true;
        }
        if has_header {
            writeln!(f)?;
        }
        let pictures: Vec<String> = std::iter::once(self.start_picture()).chain(self.goal_pictures()).collect();
        let lines = || pictures.iter().flat_map(|picture| picture.lines());
        let is_ambiguous = lines().any(|line| is_goal_line(line) || pack::is_pack_line(line))
            || lines().next().is_some_and(|line| header::is_key_line(line) || header::is_comment(line));
        // Common indentation is ignored when reading, and keeps a row from looking like anything else.
        let indentation = if is_ambiguous { " " } else { "" };
        for (index, picture) in pictures.iter().enumerate() {
            if index > 0 {
                writeln!(f, "{GOAL_LINE}")?;
            }
            picture.lines().try_for_each(|line| writeln!(f, "{indentation}{line}"))?;
        }
        Ok(())
    }
}
