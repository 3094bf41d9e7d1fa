//! Boards from arguments, files and standard input, one after the other.
//!
//! An argument that names an existing file is read as a file, `-` is standard input, and anything else is a board.
//! A bad board is an error of its own and does not stop the others.

use crate::{interrupt, output::Output};
use anyhow::{Context, Result, bail};
use clap::ValueHint;
use std::{
    ffi::{OsStr, OsString},
    fs::{self, File},
    io::{self, BufRead, BufReader, IsTerminal, Read},
    path::Path,
};
use taquin::tiles::{
    Board,
    labels::{AnyBoard, AnyGoal, LabelledBoard, LabelledGoal, NamedGoal},
    text::{Boards, Readable, TextError},
};

/// The boards that a command works on.
#[derive(clap::Args)]
pub(crate) struct Sources {
    /// Boards, files with boards, or - for standard input (which is the default when it is not a terminal)
    #[arg(value_name = "BOARD|FILE|-", value_hint = ValueHint::AnyPath)]
    boards: Vec<OsString>,
}

impl Sources {
    /// All the boards in order. `output` is flushed whenever one has to be waited for.
    pub(crate) fn read<'o>(&self, output: &'o Output) -> Result<Inputs<'o>> {
        let mut arguments = self.boards.clone();
        if arguments.is_empty() {
            if io::stdin().is_terminal() {
                bail!("no board given: pass one such as \"8 2 0/4 6 1/3 7 5\", a file, or - for standard input");
            }
            arguments.push("-".into());
        }
        Ok(Inputs { arguments: arguments.into_iter(), stream: None, output, _listening: interrupt::listen() })
    }
}

/// The boards of all sources, read one by one.
pub(crate) struct Inputs<'o> {
    arguments: std::vec::IntoIter<OsString>,
    stream: Option<Stream<'o>>,
    output: &'o Output,
    /// What has been answered is printed before the command ends.
    _listening: interrupt::Listening,
}

/// A file, or standard input, that is being read.
struct Stream<'o> {
    name: String,
    boards: Boards<BufReader<FlushBeforeRead<'o>>, AnyBoard>,
}

impl Iterator for Inputs<'_> {
    type Item = Result<AnyBoard>;

    fn next(&mut self) -> Option<Result<AnyBoard>> {
        loop {
            if interrupt::pressed() {
                return None;
            }
            if let Some(stream) = &mut self.stream {
                if let Some(board) = stream.boards.next() {
                    // why: the end of a line that was being read may be missing.
                    if interrupt::pressed() {
                        return None;
                    }
                    return Some(board.with_context(|| stream.name.clone()));
                }
                self.stream = None;
            }
            match Source::parse(&self.arguments.next()?) {
                Ok(Source::Text(text)) => return Some(parse(&text).with_context(|| quoted(&text))),
                Ok(Source::Stream(name, reader)) => {
                    let reader = FlushBeforeRead { output: self.output, reader };
                    let boards = Boards::reading(BufReader::with_capacity(1 << 16, reader));
                    self.stream = Some(Stream { name, boards });
                }
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// The ordinary board of an argument, for options and commands that take exactly one.
pub(crate) fn board(argument: &str) -> Result<Board> {
    only(argument)
}

/// The board of an argument, perhaps with tiles that look alike or several gaps.
pub(crate) fn any_board(argument: &str) -> Result<AnyBoard> {
    only(argument)
}

/// A goal: a board, one with free cells, or one by name.
#[derive(Clone)]
pub(crate) enum Goal {
    Named(NamedGoal),
    Written(AnyGoal),
}

/// The goal of an argument.
pub(crate) fn goal(argument: &str) -> Result<Goal> {
    argument.parse().map_or_else(|_| Ok(Goal::Written(only(argument)?)), |named| Ok(Goal::Named(named)))
}

impl Goal {
    /// The ordinary board that it is, if it is one.
    pub(crate) fn ordinary(&self) -> Option<&Board> {
        match self {
            Self::Written(AnyGoal::Ordinary(board)) => Some(board),
            _ => None,
        }
    }
}

/// What an ordinary board has to become: this goal, or the default one; `None` if that takes labels.
pub(crate) fn ordinary_goal(board: &Board, goal: Option<&Goal>) -> Option<Board> {
    goal.map_or_else(|| Some(Board::solved(board.shape())), |goal| goal.ordinary().cloned())
}

/// Is it clear what a board should become? Where tiles look alike without a goal and a number is left out, it is rather a slip
/// of the pen.
pub(crate) fn check_labels(board: &AnyBoard, goal: Option<&Goal>) -> Result<()> {
    if let (AnyBoard::Labelled(board), None) = (board, goal)
        && let Some(missing) = board.missing()
    {
        bail!(
            "tile {missing} is missing, and a number or a blank is there twice; tiles that look alike are 1, 2, 3 … without \
             leaving one out, unless --goal says what they should become"
        );
    }
    Ok(())
}

/// Start and goal by labels.
pub(crate) fn labelled(board: &AnyBoard, goal: Option<&Goal>) -> (LabelledBoard, LabelledGoal) {
    match (board, goal) {
        (AnyBoard::Ordinary(board), Some(Goal::Named(goal))) => (goal.labelled(board), goal.goal(board.shape())),
        (_, Some(Goal::Named(goal))) => (board.labelled(), goal.goal(board.shape())),
        (_, Some(Goal::Written(goal))) => (board.labelled(), goal.labelled()),
        (_, None) => {
            let start = board.labelled();
            let goal = LabelledGoal::sorted(&start);
            (start, goal)
        }
    }
}

fn only<B: Readable + std::str::FromStr<Err = TextError>>(argument: &str) -> Result<B> {
    let (name, reader) = match Source::parse(OsStr::new(argument))? {
        Source::Text(text) => return parse(&text).map_err(|error| anyhow::anyhow!("{error:#}")),
        Source::Stream(name, reader) => (name, reader),
    };
    one(BufReader::new(reader)).map_err(|error| anyhow::anyhow!("{name}: {error:#}"))
}

fn one<B: Readable>(reader: impl BufRead) -> Result<B> {
    let mut boards = Boards::<_, B>::reading(reader);
    let board = boards.next().context("it holds no board")??;
    if boards.next().is_some() {
        bail!("it holds several boards, but only one is expected");
    }
    Ok(board)
}

/// What an argument refers to.
enum Source {
    Text(String),
    Stream(String, Input),
}

impl Source {
    fn parse(argument: &OsStr) -> Result<Self> {
        if argument == "-" {
            return Ok(Self::Stream("standard input".to_owned(), Input::Standard(io::stdin())));
        }
        let path = Path::new(argument);
        let name = path.display().to_string();
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => bail!("{name}: this is a directory; give a file with boards in it"),
            Ok(_) => Ok(Self::Stream(name.clone(), Input::File(File::open(path).context(name)?))),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Err(error).context(name),
            // why: an invalid path (too long, not found, …) may still be a board.
            Err(_) => match argument.to_str() {
                Some(text) => Ok(Self::Text(text.to_owned())),
                None => bail!("{name}: this is neither a file nor text"),
            },
        }
    }
}

fn parse<B: std::str::FromStr<Err = TextError>>(text: &str) -> Result<B> {
    let board = text.parse::<B>();
    if board.is_err() && !is_board_like(text) {
        return board.context("this is neither a file nor a board");
    }
    Ok(board?)
}

/// Does it look like a board rather than the name of a file?
fn is_board_like(text: &str) -> bool {
    let is_cell = |c: char| c.is_numeric() || c.is_whitespace() || ",/|:x_.-#*".contains(c);
    let is_label = |label: &str| label.len() < 2 || label.chars().all(|c| c.is_numeric() || "_.-*".contains(c));
    let mut labels = text.split(|c: char| c.is_whitespace() || ",/|:".contains(c));
    let is_labelled = text.contains(char::is_whitespace) && labels.all(is_label);
    text.contains(char::is_numeric) && (text.chars().all(is_cell) || is_labelled) || text.trim().is_empty()
}

/// A board in quotes for messages, shortened if it is long.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// Bytes from a file or from standard input. If the command is asked to end while it waits for some, there are no more.
enum Input {
    Standard(io::Stdin),
    File(File),
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let is_ready = match self {
            Self::Standard(source) => interrupt::wait_for_input(source),
            Self::File(source) => interrupt::wait_for_input(source),
        };
        match self {
            _ if !is_ready => Ok(0),
            Self::Standard(source) => source.read(buffer),
            Self::File(source) => source.read(buffer),
        }
    }
}

/// A reader that flushes the output before it waits for input, as terminals and interactive pipes need it.
struct FlushBeforeRead<'o> {
    output: &'o Output,
    reader: Input,
}

impl Read for FlushBeforeRead<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // why: a failure to write is no failure to read; the next write meets it again and reports it.
        let _ = self.output.flush();
        self.reader.read(buffer)
    }
}
