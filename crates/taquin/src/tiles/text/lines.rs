//! Lines of a source of any length, one at a time, in bounded memory.

use super::{TextError, TextProblem};
use std::io::{BufRead, Read};

/// The longest line that is read. The longest board, 256×256 in one line, takes 382 106 bytes.
pub(super) const MAX_LENGTH: usize = 1 << 20;

/// A source and the line read last.
pub(super) struct Lines<R> {
    source: R,
    buffer: Vec<u8>,
    /// The number of the line read last, from 1.
    pub(super) number: usize,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(source: R) -> Self {
        Self { source, buffer: Vec::new(), number: 0 }
    }

    /// The next line without its end and comment; `None` at the end of the source.
    pub(super) fn next(&mut self) -> Option<Result<Line<'_>, TextError>> {
        self.buffer.clear();
        self.number += 1;
        let limit = MAX_LENGTH as u64 + 1;
        match self.source.by_ref().take(limit).read_until(b'\n', &mut self.buffer) {
            Ok(0) => None,
            Ok(length) if length as u64 == limit && self.buffer.last() != Some(&b'\n') => {
                let problem = self.skip_rest().err().unwrap_or(TextProblem::LongLine);
                Some(Err(problem.at((self.number, 1))))
            }
            Ok(_) => Some(self.decode()),
            Err(error) => Some(Err(TextProblem::Read(error).at((self.number, 1)))),
        }
    }

    /// Passes over the rest of a line that is too long.
    fn skip_rest(&mut self) -> Result<(), TextProblem> {
        loop {
            let chunk = self.source.fill_buf()?;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let length = end.map_or(chunk.len(), |end| end + 1);
            let done = end.is_some() || chunk.is_empty();
            self.source.consume(length);
            if done {
                return Ok(());
            }
        }
    }

    fn decode(&self) -> Result<Line<'_>, TextError> {
        // A byte order mark may stand before the first line.
        let bytes = if self.number == 1 { self.buffer.strip_prefix(b"\xef\xbb\xbf") } else { None };
        let bytes = bytes.unwrap_or(&self.buffer);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let place = (self.number, valid.chars().count() + 1);
            TextProblem::Encoding { found: bytes[error.valid_up_to()] }.at(place)
        })?;
        let content = text.split_once('#').map_or(text, |(content, _comment)| content);
        Ok(Line { number: self.number, commented: content.len() < text.len(), text: content.trim_end() })
    }
}

/// A line without its end and comment.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    /// Its number, from 1.
    pub(super) number: usize,
    /// Did it have a comment?
    pub(super) commented: bool,
    pub(super) text: &'a str,
}

impl Line<'_> {
    /// The place of the character at a byte offset, as people count.
    pub(super) fn place(&self, offset: usize) -> (usize, usize) {
        (self.number, self.text[..offset].chars().count() + 1)
    }
}
