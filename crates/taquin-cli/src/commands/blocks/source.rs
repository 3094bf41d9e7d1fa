//! Puzzles from names, files, standard input, codes and pairs of pictures.

use anyhow::{Context, Error, Result, anyhow, ensure};
use clap::ValueHint;
use std::{
    fs::{self, File},
    io::{self, Read},
    iter,
    path::Path,
};
use taquin::blocks::{PackError, Puzzle, PuzzleTextError, catalogue, read_pack};

/// The puzzles that a command works on.
#[derive(clap::Args)]
pub(super) struct Sources {
    /// Names, packs, files of puzzles, codes, or - for standard input
    #[arg(value_name = "FILE|NAME|CODE|-", value_hint = ValueHint::AnyPath, required_unless_present = "start")]
    puzzles: Vec<String>,

    /// The picture of the start: a file, - for standard input, or the picture itself; needs --goal
    #[arg(long, value_name = "FILE|PICTURE", value_hint = ValueHint::AnyPath, requires = "goal")]
    start: Option<String>,

    /// The picture of the goal, in the same form; needs --start
    #[arg(long, value_name = "FILE|PICTURE", value_hint = ValueHint::AnyPath, requires = "start")]
    goal: Option<String>,
}

impl Sources {
    /// All sources, in order.
    pub(super) fn read(&self) -> impl Iterator<Item = Source> {
        let pair = self.start.iter().zip(&self.goal).map(|(start, goal)| Source::pair(start, goal));
        self.puzzles.iter().map(|argument| Source::parse(argument)).chain(pair)
    }
}

/// What an argument refers to.
pub(super) struct Source {
    /// The name of puzzles that have none of their own.
    name: String,
    content: Result<Content>,
}

enum Content {
    /// Text that is yet to be read.
    Text(String),
    Known(Vec<Puzzle>),
}

/// A puzzle, or the error instead of it, and its name.
pub(super) struct Sourced {
    pub(super) name: String,
    pub(super) puzzle: Result<Puzzle>,
}

/// The name of puzzles that are written in the argument itself.
const TEXT: &str = "text";

impl Source {
    /// `-` is standard input, then come existing files, names of packs and puzzles of the catalogue, and codes.
    fn parse(argument: &str) -> Self {
        let pack = || {
            catalogue::packs()
                .iter()
                .find(|pack| pack.name.eq_ignore_ascii_case(argument))
                .map(|pack| pack.puzzles.clone())
        };
        let puzzle = || catalogue::find(argument).map(|(_, puzzle)| vec![puzzle.clone()]);
        if let Some((name, text)) = file(argument) {
            return Self { name, content: text.map(Content::Text) };
        }
        if argument.contains('\n') {
            return Self { name: TEXT.to_owned(), content: Ok(Content::Text(argument.to_owned())) };
        }
        let known = pack().or_else(puzzle).map_or_else(|| code(argument).map(|puzzle| vec![puzzle]), Ok);
        Self { name: argument.to_owned(), content: known.map(Content::Known) }
    }

    /// One puzzle of two pictures.
    fn pair(start: &str, goal: &str) -> Self {
        let picture = |argument: &str| file(argument).unwrap_or_else(|| (TEXT.to_owned(), Ok(argument.to_owned())));
        let ((name, start), (_, goal)) = (picture(start), picture(goal));
        let puzzle = start.and_then(|start| Ok(Puzzle::from_pictures(&start, &goal?)?));
        Self { name, content: puzzle.map(|puzzle| Content::Known(vec![puzzle])) }
    }

    /// Its puzzles, read one by one; at least one item, be it an error.
    pub(super) fn puzzles(&self) -> Box<dyn Iterator<Item = Sourced> + '_> {
        let none = |error| Box::new(iter::once(Sourced { name: self.name.clone(), puzzle: Err(error) }));
        match &self.content {
            Ok(Content::Text(text)) => {
                let pack = read_pack(text);
                match pack.len() {
                    0 => none(anyhow!("{}: it holds no puzzle", self.name)),
                    count => Box::new((1..).zip(pack).map(move |(number, puzzle)| self.sourced(puzzle, number, count))),
                }
            }
            Ok(Content::Known(puzzles)) => {
                Box::new(puzzles.iter().map(|puzzle| self.sourced(Ok(puzzle.clone()), 1, 1)))
            }
            Err(error) => none(anyhow!("{error:#}")),
        }
    }

    /// One of several puzzles.
    fn sourced(&self, puzzle: Result<Puzzle, PackError>, number: usize, count: usize) -> Sourced {
        let name = match &puzzle {
            Ok(puzzle) => puzzle.info().name.clone(),
            Err(error) => error.name.clone(),
        };
        let place = if count == 1 { String::new() } else { format!(", puzzle {number}") };
        let name = name.unwrap_or_else(|| format!("{}{place}", self.name));
        Sourced { name, puzzle: puzzle.with_context(|| self.name.clone()) }
    }
}

/// The one puzzle of an argument.
pub(super) fn puzzle(argument: &str) -> Result<Puzzle> {
    let source = Source::parse(argument);
    let mut puzzles = source.puzzles();
    match (puzzles.next(), puzzles.count()) {
        (Some(only), 0) => only.puzzle,
        (_, others) => Err(anyhow!("{argument:?}: it holds {} puzzles, but only one is expected", others + 1)),
    }
}

/// The name and the text of a file or of standard input, if the argument is one.
fn file(argument: &str) -> Option<(String, Result<String>)> {
    let (name, text) = if argument == "-" {
        ("standard input", read(io::stdin()))
    } else if fs::metadata(argument).is_ok_and(|found| !found.is_dir()) {
        (argument, File::open(argument).map_err(Error::from).and_then(read))
    } else {
        return None;
    };
    Some((name.to_owned(), text.with_context(|| name.to_owned())))
}

/// The most bytes that are read of one source: thousands of the largest puzzles.
const MAX_BYTES: u64 = 16 << 20;

/// The most lines of one source: as many codes in a list.
const MAX_LINES: usize = 400_000;
/// The most bytes of a line: many times as many as the widest board has cells.
const MAX_LINE: usize = 1 << 16;

/// Reads a source to its end, unless that is too far.
fn read(source: impl Read) -> Result<String> {
    let mut text = String::new();
    source.take(MAX_BYTES + 1).read_to_string(&mut text)?;
    ensure!(text.len() as u64 <= MAX_BYTES, "expected at most {} MiB of puzzles, found more", MAX_BYTES >> 20);
    for (index, line) in text.lines().enumerate() {
        ensure!(index < MAX_LINES, "expected at most {MAX_LINES} lines of puzzles, found more");
        ensure!(
            line.len() <= MAX_LINE,
            "line {}: expected a row, a code or a header of at most {} KiB, found {} KiB",
            index + 1,
            MAX_LINE >> 10,
            line.len() >> 10
        );
    }
    Ok(text)
}

fn code(argument: &str) -> Result<Puzzle> {
    match argument.parse() {
        Ok(puzzle) => Ok(puzzle),
        Err(error @ PuzzleTextError::Import { .. }) => Err(error).context(argument.to_owned()),
        Err(_) if Path::new(argument).is_dir() => {
            Err(anyhow!("{argument}: this is a directory; give a file with puzzles in it"))
        }
        Err(_) => Err(unknown(argument)),
    }
}

fn unknown(argument: &str) -> Error {
    let hint = match &*near(&argument.to_lowercase()) {
        [] => "`taquin blocks list` lists all names".to_owned(),
        near => {
            format!("did you mean {}?", near.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(" or "))
        }
    };
    anyhow!("{argument:?} is neither a file nor a puzzle of the catalogue; {hint}")
}

/// A few names of the catalogue that contain this text, or else are spelt like it.
fn near(wanted: &str) -> Vec<&'static str> {
    /// The least Jaro–Winkler similarity of a suggestion.
    const SIMILAR: f64 = 0.9;
    const MOST: usize = 5;
    let puzzles = || catalogue::packs().iter().flat_map(|pack| &pack.puzzles);
    let those = |is_near: &dyn Fn(&str) -> bool| -> Vec<&'static str> {
        let names = puzzles().filter_map(|puzzle| puzzle.info().name.as_deref());
        names.filter(|name| is_near(&name.to_lowercase())).take(MOST).collect()
    };
    if wanted.trim().is_empty() {
        return Vec::new();
    }
    let containing = those(&|name| name.contains(wanted));
    if !containing.is_empty() {
        return containing;
    }
    those(&|name| name.split(" / ").any(|name| strsim::jaro_winkler(name, wanted) >= SIMILAR))
}
