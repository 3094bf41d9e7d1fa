//! Puzzles by name, from files, from standard input, from codes and from two pictures.

use anyhow::{Context, Error, Result, anyhow};
use clap::ValueHint;
use std::{fs, io, iter, path::Path};
use taquin::blocks::{PackError, Puzzle, TextError, catalogue, read_pack};

/// The puzzles that a command works on.
#[derive(clap::Args)]
pub(super) struct Sources {
    /// Names, packs, files of puzzles, codes, or - for standard input
    #[arg(value_name = "FILE|NAME|CODE|-", value_hint = ValueHint::AnyPath, required_unless_present = "start")]
    puzzles: Vec<String>,

    /// The picture of a start, whose goal is --goal: a file, - for standard input, or the picture itself
    #[arg(long, value_name = "FILE|PICTURE", value_hint = ValueHint::AnyPath, requires = "goal")]
    start: Option<String>,

    /// The picture of its goal
    #[arg(long, value_name = "FILE|PICTURE", value_hint = ValueHint::AnyPath, requires = "start")]
    goal: Option<String>,
}

impl Sources {
    /// All of them, in order.
    pub(super) fn read(&self) -> impl Iterator<Item = Source> {
        let pair = self.start.iter().zip(&self.goal).map(|(start, goal)| Source::pair(start, goal));
        self.puzzles.iter().map(|argument| Source::of(argument)).chain(pair)
    }
}

/// What an argument stands for.
pub(super) struct Source {
    /// What its puzzles are called that have no names.
    name: String,
    content: Result<Content>,
}

enum Content {
    /// Puzzles to be read.
    Text(String),
    Known(Vec<Puzzle>),
}

/// A puzzle, or why it is none, and what to call it.
pub(super) struct Sourced {
    pub(super) name: String,
    pub(super) puzzle: Result<Puzzle>,
}

/// The name of what stands in an argument itself.
const TEXT: &str = "text";

impl Source {
    /// `-` is standard input, then come existing files, names of packs and puzzles of the catalogue, and codes.
    fn of(argument: &str) -> Self {
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

    /// Its puzzles, or at least one that is none. They are read one by one.
    pub(super) fn puzzles(&self) -> Box<dyn Iterator<Item = Sourced> + '_> {
        let none = |error| Box::new(iter::once(Sourced { name: self.name.clone(), puzzle: Err(error) }));
        match &self.content {
            Ok(Content::Text(text)) => {
                let pack = read_pack(text);
                match pack.len() {
                    0 => none(anyhow!("{}: there is no puzzle in it", self.name)),
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
    let source = Source::of(argument);
    let mut puzzles = source.puzzles();
    match (puzzles.next(), puzzles.count()) {
        (Some(only), 0) => only.puzzle,
        (_, others) => Err(anyhow!("{argument:?}: there are {} puzzles in it, but only one is wanted", others + 1)),
    }
}

/// The name and the text of a file or of standard input, if the argument stands for one.
fn file(argument: &str) -> Option<(String, Result<String>)> {
    let (name, text) = if argument == "-" {
        ("standard input", io::read_to_string(io::stdin()))
    } else if fs::metadata(argument).is_ok_and(|found| !found.is_dir()) {
        (argument, fs::read_to_string(argument))
    } else {
        return None;
    };
    Some((name.to_owned(), text.with_context(|| name.to_owned())))
}

fn code(argument: &str) -> Result<Puzzle> {
    match argument.parse() {
        Ok(puzzle) => Ok(puzzle),
        Err(error @ TextError::Import(_)) => Err(error).context(argument.to_owned()),
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

/// A few names of the catalogue that contain what is wanted or else are spelt much like it.
fn near(wanted: &str) -> Vec<&'static str> {
    /// How much alike, of 1.
    const ALIKE: f64 = 0.9;
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
    those(&|name| name.split(" / ").any(|name| strsim::jaro_winkler(name, wanted) >= ALIKE))
}
