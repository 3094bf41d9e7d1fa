//! Reading a source line by line, in bounded memory.

use super::{TextError, TextProblem};
use std::io::{self, BufRead};

/// Longest line that is read, in bytes. The longest board, 256×256 in one line, takes 382 106.
pub(super) const MAX_LENGTH: usize = 1 << 20;

/// A source and the line that was read last.
pub(super) struct LineReader<R> {
    source: R,
    buffer: Vec<u8>,
    /// Did the last line end with a carriage return? A line feed right after it belongs to it.
    returned: bool,
    /// Number of the line that was read last, from 1.
    pub(super) number: usize,
}

impl<R: BufRead> LineReader<R> {
    pub(super) fn new(source: R) -> Self {
        Self { source, buffer: Vec::new(), returned: false, number: 0 }
    }

    /// The next line without its end and comment; `None` at the end of the source.
    pub(super) fn next(&mut self) -> Option<Result<TextLine<'_>, TextError>> {
        self.number += 1;
        match self.fill() {
            Ok(None) => None,
            Ok(Some(length)) if length > MAX_LENGTH => Some(Err(TextProblem::LongLine.at((self.number, 1)))),
            Ok(_) => Some(self.decode()),
            Err(error) => Some(Err(TextProblem::Read(error).at((self.number, 1)))),
        }
    }

    /// Reads a line into the buffer, or as much of it as may be kept, and says how long it is without its end: a line
    /// feed, a carriage return, or both. `None` at the end of the source.
    fn fill(&mut self) -> io::Result<Option<usize>> {
        self.buffer.clear();
        let mut length = 0_usize;
        loop {
            let mut chunk = match self.source.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                return Ok((length > 0).then_some(length));
            }
            let skipped = usize::from(std::mem::take(&mut self.returned) && chunk[0] == b'\n');
            chunk = &chunk[skipped..];
            let end = chunk.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let text = &chunk[..end.unwrap_or(chunk.len())];
            self.returned = end.is_some_and(|end| chunk[end] == b'\r');
            length = length.saturating_add(text.len());
            let room = (MAX_LENGTH + 1).saturating_sub(self.buffer.len());
            self.buffer.extend_from_slice(&text[..text.len().min(room)]);
            let consumed = skipped + text.len() + usize::from(end.is_some());
            self.source.consume(consumed);
            if end.is_some() {
                return Ok(Some(length));
            }
        }
    }

    fn decode(&self) -> Result<TextLine<'_>, TextError> {
        // A byte order mark may precede the first line.
        let bytes = if self.number == 1 { self.buffer.strip_prefix(b"\xef\xbb\xbf") } else { None };
        let bytes = bytes.unwrap_or(&self.buffer);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let place = (self.number, valid.chars().count() + 1);
            TextProblem::Encoding { found: bytes[error.valid_up_to()] }.at(place)
        })?;
        let content = text.split_once('#').map_or(text, |(content, _comment)| content);
        Ok(TextLine { number: self.number, commented: content.len() < text.len(), text: content.trim_end() })
    }
}

/// A line without its end and comment.
#[derive(Clone, Copy)]
pub(super) struct TextLine<'a> {
    /// Its number, from 1.
    pub(super) number: usize,
    /// Did it have a comment?
    pub(super) commented: bool,
    pub(super) text: &'a str,
}

impl TextLine<'_> {
    /// Line and column, counted from 1, of the character at a byte offset.
    pub(super) fn place(&self, offset: usize) -> (usize, usize) {
        (self.number, self.text[..offset].chars().count() + 1)
    }

    /// The places of characters at ascending byte offsets, each counted on from the one before.
    pub(super) fn places(self) -> impl FnMut(usize) -> (usize, usize) {
        let (mut known, mut column) = (0, 1);
        move |offset| {
            column += self.text[known..offset].chars().count();
            known = offset;
            (self.number, column)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, capacity: usize) -> Vec<String> {
        let mut lines = LineReader::new(io::BufReader::with_capacity(capacity, text.as_bytes()));
        std::iter::from_fn(|| {
            lines.next().map(|line| line.map_or_else(|error| error.to_string(), |line| line.text.to_owned()))
        })
        .collect()
    }

    #[test]
    fn lines_end_in_every_way_however_the_source_comes() {
        for capacity in 1..9 {
            assert_eq!(lines("a\nb\r\nc\rd\r\r\n\ne", capacity), ["a", "b", "c", "d", "", "", "e"], "{capacity}");
            assert_eq!(lines("a\r", capacity), ["a"]);
            assert_eq!(lines("", capacity), [""; 0]);
        }
        let long = "x".repeat(3 * MAX_LENGTH);
        assert!(matches!(&lines(&format!("{long}\rb"), 1 << 16)[..], [told, b] if told.contains("longer") && b == "b"));
        let longest = "x".repeat(MAX_LENGTH);
        assert_eq!(lines(&format!("{longest}\n"), 1 << 16), [longest]);
    }
}
