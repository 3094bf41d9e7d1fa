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
use taquin::tiles::{Board, text::Boards};

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
    boards: Boards<BufReader<FlushBeforeRead<'o>>>,
}

impl Iterator for Inputs<'_> {
    type Item = Result<Board>;

    fn next(&mut self) -> Option<Result<Board>> {
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
                    let boards = Boards::new(BufReader::with_capacity(1 << 16, reader));
                    self.stream = Some(Stream { name, boards });
                }
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// The board of an argument, for options and commands that take exactly one.
pub(crate) fn board(argument: &str) -> Result<Board> {
    let (name, reader) = match Source::parse(OsStr::new(argument))? {
        Source::Text(text) => return parse(&text).map_err(|error| anyhow::anyhow!("{error:#}")),
        Source::Stream(name, reader) => (name, reader),
    };
    one(BufReader::new(reader)).map_err(|error| anyhow::anyhow!("{name}: {error:#}"))
}

fn one(reader: impl BufRead) -> Result<Board> {
    let mut boards = Boards::new(reader);
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

fn parse(text: &str) -> Result<Board> {
    let board = text.parse::<Board>();
    if board.is_err() && !is_board_like(text) {
        return board.context("this is neither a file nor a board");
    }
    Ok(board?)
}

/// Does it look like a board rather than the name of a file?
fn is_board_like(text: &str) -> bool {
    let is_cell = |c: char| c.is_numeric() || c.is_whitespace() || ",/|:x_.-#".contains(c);
    text.contains(char::is_numeric) && text.chars().all(is_cell) || text.trim().is_empty()
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
