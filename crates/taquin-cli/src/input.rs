//! Boards from arguments, files and standard input, one after the other.
//!
//! An argument that names an existing file is read as a file, `-` is standard input, and anything else is a board.
//! Bad boards are told and do not stop the others.

use crate::output::Output;
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
        Ok(Inputs { arguments: arguments.into_iter(), stream: None, output })
    }
}

/// The boards of all sources, streamed.
pub(crate) struct Inputs<'o> {
    arguments: std::vec::IntoIter<OsString>,
    stream: Option<Stream<'o>>,
    output: &'o Output,
}

/// A file, or standard input, that is being read.
struct Stream<'o> {
    name: String,
    boards: Boards<BufReader<Tied<'o>>>,
}

impl Iterator for Inputs<'_> {
    type Item = Result<Board>;

    fn next(&mut self) -> Option<Result<Board>> {
        loop {
            if let Some(stream) = &mut self.stream {
                if let Some(board) = stream.boards.next() {
                    return Some(board.with_context(|| stream.name.clone()));
                }
                self.stream = None;
            }
            match Source::of(&self.arguments.next()?) {
                Ok(Source::Text(text)) => return Some(parse(&text).with_context(|| quoted(&text))),
                Ok(Source::Stream(name, reader)) => {
                    let tied = Tied { output: self.output, reader };
                    let boards = Boards::new(BufReader::with_capacity(1 << 16, tied));
                    self.stream = Some(Stream { name, boards });
                }
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// The one board of an argument, for options and commands that take just one.
pub(crate) fn board(argument: &str) -> Result<Board> {
    let (name, reader) = match Source::of(OsStr::new(argument))? {
        Source::Text(text) => return parse(&text).map_err(|error| anyhow::anyhow!("{error:#}")),
        Source::Stream(name, reader) => (name, reader),
    };
    one(BufReader::new(reader)).map_err(|error| anyhow::anyhow!("{name}: {error:#}"))
}

fn one(reader: impl BufRead) -> Result<Board> {
    let mut boards = Boards::new(reader);
    let board = boards.next().context("there is no board in it")??;
    if boards.next().is_some() {
        bail!("there are several boards in it, but only one is wanted");
    }
    Ok(board)
}

/// What an argument stands for.
enum Source {
    Text(String),
    Stream(String, Box<dyn Read>),
}

impl Source {
    fn of(argument: &OsStr) -> Result<Self> {
        if argument == "-" {
            return Ok(Self::Stream("standard input".to_owned(), Box::new(io::stdin())));
        }
        let path = Path::new(argument);
        let name = path.display().to_string();
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => bail!("{name}: this is a directory; give a file with boards in it"),
            Ok(_) => Ok(Self::Stream(name.clone(), Box::new(File::open(path).context(name)?))),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Err(error).context(name),
            // why: whatever else is wrong with it as a path (too long, not found, …), it may still be a board.
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

/// Is it meant as a board rather than as the name of a file?
fn is_board_like(text: &str) -> bool {
    let is_cell = |c: char| c.is_numeric() || c.is_whitespace() || ",/|:x_.-#".contains(c);
    text.contains(char::is_numeric) && text.chars().all(is_cell) || text.trim().is_empty()
}

/// A board as it is named in messages: whole, or its beginning where it is long.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// A reader that has the output flushed before it waits for input, as terminals and interactive pipes need it.
struct Tied<'o> {
    output: &'o Output,
    reader: Box<dyn Read>,
}

impl Read for Tied<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // why: a failure to write is no failure to read; the next write meets it again and reports it.
        let _ = self.output.flush();
        self.reader.read(buffer)
    }
}
