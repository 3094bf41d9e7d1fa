//! Reading and writing puzzles as text.

use super::{
    ImportError, Info, Optimum, Puzzle, PuzzleError, Rules, import,
    puzzle::{FREE, Picture},
    state::draw,
};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// Why a text is not a puzzle. Lines are counted from 1.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum TextError {
    /// Nothing but white space.
    #[error("the text is empty; a puzzle is a start, a line `--` and a goal")]
    Empty,
    /// A line of the header is no `key: value`.
    #[error("line {line}: {found:?} is no header line `key: value`; an empty line must end the header")]
    BadHeader {
        /// Which line.
        line: usize,
        /// What it says.
        found: String,
    },
    /// A key that means nothing.
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
    /// There is a start only.
    #[error("there is no goal: after the start comes a line `--`, then the goal")]
    NoGoal,
    /// The pictures are no puzzle.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The text looks like a Rush-Hour string or a Klotski code, but is none.
    #[error(transparent)]
    Import(#[from] ImportError),
}

/// Why a text is not a pack.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("puzzle {number}{} (from line {line} of the pack): {error}", name.as_ref().map(|name| format!(", {name:?},")).unwrap_or_default())]
pub struct PackError {
    /// Which puzzle of the pack, from 1.
    pub number: usize,
    /// Its name, where that could be read.
    pub name: Option<String>,
    /// The line where it begins, from 1.
    pub line: usize,
    /// What is wrong with it; lines are counted within the puzzle.
    pub error: TextError,
}

const KEYS: [&str; 10] = ["name", "author", "source", "moves", "slides", "steps", "states", "axis", "goal", "gate"];
const GOAL_LINE: &str = "--";
const PACK_LINE: &str = "===";

impl Puzzle {
    /// A puzzle from two pictures, start and goal.
    ///
    /// ```
    /// # use taquin::blocks::{Puzzle, PuzzleError};
    /// assert!(Puzzle::from_pictures("A.b\n .", "..A\n .").is_ok());
    /// let error = Puzzle::from_pictures("A.b", "..A.").unwrap_err();
    /// assert_eq!(error, PuzzleError::BoundsDiffer { goal: 0, row: 1, col: 4, in_start: false });
    /// ```
    pub fn from_pictures(start: &str, goal: &str) -> Result<Self, PuzzleError> {
        let picture = |text: &str| trimmed(text.lines().collect::<Vec<_>>());
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
            draw(self, placed)
        };
        self.goals().iter().map(place).collect()
    }
}

/// Reads the text format, and also Rush-Hour strings of 36 characters and Klotski codes such as `1A9BF0C`.
impl FromStr for Puzzle {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let word = text.trim();
        match word.len() {
            0 => return Err(TextError::Empty),
            _ if word.contains(char::is_whitespace) => {}
            import::RUSH_HOUR_CELLS => return Ok(Self::from_rush_hour(word)?),
            ..=import::KLOTSKI_DIGITS if word.chars().all(|c| c.is_ascii_hexdigit()) => {
                return Ok(Self::from_klotski_code(word)?);
            }
            _ => {}
        }
        let lines: Vec<&str> = text.lines().collect();
        let begin = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(0);
        let mut header = Header::default();
        let mut rest = begin;
        if key_and_value(lines[begin]).is_some() {
            while let Some(line) = lines.get(rest).filter(|line| !line.trim().is_empty()) {
                header.read(rest + 1, line)?;
                rest += 1;
            }
        }
        let mut pictures = lines[rest..].split(|line| line.trim_end() == GOAL_LINE).map(trimmed);
        let start = pictures.next().unwrap_or_default();
        let goals: Vec<Picture> = pictures.collect();
        if goals.is_empty() {
            return Err(TextError::NoGoal);
        }
        Ok(Self::build(header.info, header.rules, &start, &goals)?)
    }
}

/// A header as far as it was read.
#[derive(Default)]
struct Header {
    info: Info,
    rules: Rules,
    keys: Vec<String>,
}

impl Header {
    fn read(&mut self, line: usize, text: &str) -> Result<(), TextError> {
        let Some((key, value)) = key_and_value(text) else {
            return Err(TextError::BadHeader { line, found: text.to_owned() });
        };
        if !KEYS.contains(&key) {
            return Err(TextError::UnknownKey { line, key: key.to_owned() });
        }
        if self.keys.iter().any(|known| known == key) {
            return Err(TextError::RepeatedKey { line, key: key.to_owned() });
        }
        self.keys.push(key.to_owned());
        self.set(key, value).map_err(|expected| TextError::BadValue {
            line,
            key: key.to_owned(),
            value: value.to_owned(),
            expected,
        })
    }

    /// Takes a known key's value, or tells what it should be.
    fn set(&mut self, key: &str, value: &str) -> Result<(), &'static str> {
        let words = || (!value.is_empty()).then(|| value.to_owned()).ok_or("some words");
        match key {
            "name" => self.info.name = Some(words()?),
            "author" => self.info.author = Some(words()?),
            "source" => self.info.source = Some(words()?),
            "moves" => self.info.moves = Some(optimum(value)?),
            "slides" => self.info.slides = Some(optimum(value)?),
            "steps" => self.info.steps = Some(optimum(value)?),
            "states" => self.info.states = Some(value.parse().map_err(|_| "a number")?),
            "axis" => self.rules.keep_axis = (value == "keep").then_some(true).ok_or("\"keep\"")?,
            "goal" => self.rules.goal_shapes = (value == "shapes").then_some(true).ok_or("\"shapes\"")?,
            _ => self.rules.gate = Some(gate(value)?),
        }
        Ok(())
    }
}

fn optimum(value: &str) -> Result<Optimum, &'static str> {
    match value {
        "none" => Ok(Optimum::Unsolvable),
        number => number.parse().map(Optimum::Cost).map_err(|_| "a number or \"none\""),
    }
}

fn gate(value: &str) -> Result<char, &'static str> {
    let mut chars = value.chars();
    match (chars.next(), chars.next()) {
        (Some(gate), None) if gate != FREE => Ok(gate),
        _ => Err("one character, not `.`"),
    }
}

/// Splits `key: value`, where the key is of lower-case letters.
fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.trim_end().split_once(':')?;
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase());
    (is_key && (value.is_empty() || value.starts_with(' '))).then_some((key, value.trim()))
}

/// The picture that these lines draw, without empty lines above and below and without common indentation.
pub(super) fn trimmed<'a>(lines: impl AsRef<[&'a str]>) -> Picture {
    let lines = lines.as_ref();
    let is_empty = |line: &&str| line.trim().is_empty();
    let first = lines.iter().position(|line| !is_empty(line)).unwrap_or(lines.len());
    let end = lines.iter().rposition(|line| !is_empty(line)).map_or(first, |last| last + 1);
    let indentation = |line: &&str| line.chars().take_while(|c| c.is_whitespace()).count();
    let common = lines[first..end].iter().filter(|line| !is_empty(line)).map(indentation).min().unwrap_or(0);
    let row = |line: &&str| {
        line.trim_end().chars().skip(common).map(|c| (!c.is_whitespace()).then_some(c)).collect::<Vec<_>>()
    };
    lines[first..end].iter().map(row).collect()
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
        let is_ambiguous = lines().any(|line| [GOAL_LINE, PACK_LINE].contains(&line))
            || !has_header && lines().next().and_then(key_and_value).is_some();
        // Common indentation means nothing, and so no row looks like anything but a row.
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

/// Reads a pack: puzzles with lines of `===` between them.
pub fn read_pack(text: &str) -> Result<Vec<Puzzle>, PackError> {
    let lines: Vec<&str> = text.lines().collect();
    let mut puzzles = Vec::new();
    let mut line = 1;
    for (index, lines) in lines.split(|line| line.trim_end() == PACK_LINE).enumerate() {
        let puzzle = lines.join("\n").parse().map_err(|error| {
            let name = lines.iter().find_map(|line| line.strip_prefix("name:"));
            PackError { number: index + 1, name: name.map(|name| name.trim().to_owned()), line, error }
        })?;
        puzzles.push(puzzle);
        line += lines.len() + 1;
    }
    Ok(puzzles)
}

/// Writes a pack that [`read_pack`] reads.
pub fn write_pack<'a>(puzzles: impl IntoIterator<Item = &'a Puzzle>) -> String {
    let texts: Vec<String> = puzzles.into_iter().map(Puzzle::to_string).collect();
    texts.join(&format!("{PACK_LINE}\n"))
}
