//! The header of a puzzle: comments, and keys with their values.

use super::PuzzleTextError;
use crate::blocks::{Exit, Info, Optimum, Rules, puzzle::FREE};

pub(super) const KEYS: [&str; 13] =
    ["name", "author", "source", "moves", "slides", "steps", "states", "axis", "goal", "gate", "exit", "gone", "pin"];

/// A header as far as it has been read.
#[derive(Default)]
pub(super) struct Header {
    pub(super) info: Info,
    pub(super) rules: Rules,
    keys: Vec<&'static str>,
}

impl Header {
    /// Reads the header above the pictures and returns it with its number of lines. `first` is the number of the first line.
    pub(super) fn read(lines: &[&str], first: usize) -> Result<(Self, usize), PuzzleTextError> {
        let mut header = Self::default();
        let mut is_inside = false;
        for (index, line) in lines.iter().enumerate() {
            if line.trim().is_empty() {
                is_inside = false;
            } else if is_inside || is_key_line(line) {
                is_inside = true;
                header.take(first + index, line)?;
            } else if !is_comment(line) {
                return Ok((header, index));
            }
        }
        Ok((header, lines.len()))
    }

    fn take(&mut self, line: usize, text: &str) -> Result<(), PuzzleTextError> {
        if is_comment(text) {
            return Ok(());
        }
        let Some((key, value)) = key_and_value(text) else {
            return Err(PuzzleTextError::BadHeader { line, found: text.to_owned() });
        };
        let Some(known) = known_key(key) else {
            return Err(PuzzleTextError::UnknownKey { line, key: key.to_owned() });
        };
        if self.keys.contains(&known) {
            return Err(PuzzleTextError::RepeatedKey { line, key: known.to_owned() });
        }
        self.keys.push(known);
        let value = value.trim();
        self.set(known, value).map_err(|expected| PuzzleTextError::BadValue {
            line,
            key: known.to_owned(),
            value: value.to_owned(),
            expected,
        })
    }

    /// Sets the value of a known key; the error says what it should be.
    fn set(&mut self, key: &str, value: &str) -> Result<(), &'static str> {
        let words = || Info::words(value).filter(|words| words == value).ok_or("some words, and nothing unprintable");
        match key {
            "name" => self.info.name = Some(words()?),
            "author" => self.info.author = Some(words()?),
            "source" => self.info.source = Some(words()?),
            "moves" => self.info.moves = Some(optimum(value)?),
            "slides" => self.info.slides = Some(optimum(value)?),
            "steps" => self.info.steps = Some(optimum(value)?),
            "states" => self.info.states = Some(value.parse().map_err(|_| "a number")?),
            "axis" => self.rules.keep_axis = is_word(value, "keep").ok_or("\"keep\"")?,
            "goal" => self.rules.goal_shapes = is_word(value, "shapes").ok_or("\"shapes\"")?,
            "exit" => self.rules.exits = exits(value)?,
            "gone" => self.rules.gone = symbols(value)?,
            "pin" => self.rules.pinned = symbols(value)?,
            _ => self.rules.gate = Some(gate(value)?),
        }
        let mut ground = self.rules.exits.iter().map(|exit| exit.symbol).chain(self.rules.gate);
        let is_both = |symbol: char| self.rules.exits.iter().filter(|exit| exit.symbol == symbol).count();
        if ground.any(|symbol| is_both(symbol) + usize::from(self.rules.gate == Some(symbol)) > 1) {
            return Err("a character that draws nothing else");
        }
        Ok(())
    }
}

fn is_word(value: &str, word: &str) -> Option<bool> {
    value.eq_ignore_ascii_case(word).then_some(true)
}

fn optimum(value: &str) -> Result<Optimum, &'static str> {
    if value.eq_ignore_ascii_case("none") {
        return Ok(Optimum::Unsolvable);
    }
    value.parse().map(Optimum::Cost).map_err(|_| "a number or \"none\"")
}

fn gate(value: &str) -> Result<char, &'static str> {
    let mut chars = value.chars();
    match (chars.next(), chars.next()) {
        (Some(gate), None) if gate != FREE && !gate.is_control() => Ok(gate),
        _ => Err("one character, not `.`"),
    }
}

/// Exits: a character for each, with `=` and the blocks that may leave by it unless all may.
fn exits(value: &str) -> Result<Vec<Exit>, &'static str> {
    const EXPECTED: &str = "characters that draw exits, each alone or with blocks, as in `E` or `E=ab F=c`";
    let exit = |word: &str| {
        let (symbol, keys) = word.split_once('=').map_or((word, None), |(symbol, keys)| (symbol, Some(keys)));
        let keys = keys.map_or(Ok(Vec::new()), symbols).map_err(|_| EXPECTED)?;
        Ok::<_, &str>(Exit { symbol: gate(symbol).map_err(|_| EXPECTED)?, keys })
    };
    let exits: Vec<Exit> = value.split_whitespace().map(exit).collect::<Result<_, _>>()?;
    if exits.is_empty() { Err(EXPECTED) } else { Ok(exits) }
}

/// Exits as a header says them.
pub(super) fn exits_text(exits: &[Exit]) -> String {
    let exit = |exit: &Exit| match &*exit.keys {
        [] => exit.symbol.to_string(),
        keys => format!("{}={}", exit.symbol, keys.iter().collect::<String>()),
    };
    exits.iter().map(exit).collect::<Vec<_>>().join(" ")
}

/// Blocks by their characters.
fn symbols(value: &str) -> Result<Vec<char>, &'static str> {
    let symbols: Vec<char> = value.chars().collect();
    let is_bad = |&(index, symbol): &(usize, &char)| {
        *symbol == FREE || symbol.is_whitespace() || symbol.is_control() || symbols[..index].contains(symbol)
    };
    let is_none = symbols.is_empty() || symbols.iter().enumerate().any(|item| is_bad(&item));
    if is_none { Err("the characters of blocks, each once and without spaces, as in `ab`") } else { Ok(symbols) }
}

/// The name in these lines, whatever else is wrong with them.
pub(super) fn name<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let mut values = lines.iter().filter_map(|line| key_and_value(line));
    let name = values.find_map(|(key, value)| (known_key(key) == Some("name")).then_some(value.trim()));
    name.filter(|name| !name.is_empty())
}

/// Does this line above the pictures count as part of a header? A known key needs only a colon after it; after any other
/// word a space, or nothing, must follow the colon, which is unlikely in a row of a picture.
pub(super) fn is_key_line(line: &str) -> bool {
    let is_meant = |(key, value): (&str, &str)| {
        known_key(key).is_some() || value.is_empty() || value.starts_with(char::is_whitespace)
    };
    key_and_value(line).is_some_and(is_meant)
}

/// Does this line above the pictures count as a comment? (`#` may also draw a block.)
pub(super) fn is_comment(line: &str) -> bool {
    line.trim_end().starts_with("# ")
}

fn known_key(key: &str) -> Option<&'static str> {
    KEYS.into_iter().find(|known| known.eq_ignore_ascii_case(key))
}

/// Splits `key: value`; the key has at least two characters and begins with a letter.
fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.trim_end().split_once(':')?;
    let is_key = key.len() > 1
        && key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || "-_ ".contains(c));
    is_key.then_some((key.trim_end(), value))
}
