//! Standard output for data, standard error for everything else.

use anstyle::{AnsiColor, Style};
use indicatif::HumanCount;
use serde::Serialize;
use std::{
    borrow::Cow,
    cell::{RefCell, RefMut},
    fmt::Display,
    io::{self, BufWriter, Stdout, Write},
    sync::LazyLock,
};
use taquin::tiles::{Board, Shape, labels::LabelledBoard};

/// Standard output behind a large buffer.
///
/// It is flushed before the input is waited for ([`crate::input`]) and wherever a result took long to find, so that
/// streams of many small results are fast and single ones prompt.
pub(crate) struct Output {
    writer: RefCell<BufWriter<Stdout>>,
}

impl Output {
    pub(crate) fn new() -> Self {
        Self { writer: RefCell::new(BufWriter::with_capacity(1 << 16, io::stdout())) }
    }

    /// The writer, for one statement.
    pub(crate) fn writer(&self) -> RefMut<'_, impl Write + use<>> {
        self.writer.borrow_mut()
    }

    /// Prints one line of JSON.
    pub(crate) fn json(&self, value: &impl Serialize) -> io::Result<()> {
        let mut out = self.writer();
        serde_json::to_writer(&mut *out, value)?;
        writeln!(out)
    }

    pub(crate) fn flush(&self) -> io::Result<()> {
        self.writer().flush()
    }
}

/// Prints a note on standard error.
pub(crate) fn note(text: &str) {
    // why: if standard error is closed, there is nowhere to report that.
    let _ = writeln!(anstream::stderr(), "{}", harmless(text));
}

/// Prints an error on standard error.
pub(crate) fn eprint_error(error: impl Display) {
    let red = AnsiColor::Red.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{red}error:{red:#} {}", harmless(&format!("{error:#}")));
}

/// Prints on standard error what went wrong without doing harm.
pub(crate) fn warn(warning: impl Display) {
    let yellow = AnsiColor::Yellow.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{yellow}warning:{yellow:#} {}", harmless(&format!("{warning:#}")));
}

/// A text whose control characters are spelt out: names of files may hold any, and a terminal would obey them.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    let is_harmful = |c: char| c.is_control() && c != '\n';
    if !text.contains(is_harmful) {
        return text.into();
    }
    let spelt = |c: char| if is_harmful(c) { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(spelt).collect()
}

/// Keeps styles where standard output shows colours, and drops them elsewhere.
pub(crate) fn paint() -> impl Fn(Style) -> Style {
    // why once: it looks at several environment variables, which takes longer than to check a small board.
    static IS_PLAIN: LazyLock<bool> =
        LazyLock::new(|| anstream::AutoStream::choice(&io::stdout()) == anstream::ColorChoice::Never);
    move |style| if *IS_PLAIN { Style::new() } else { style }
}

/// The longest side of a board that is drawn.
const MAX_DRAWN: usize = 16;

/// A board in columns of equal width, a line for each row; of a large board only its size.
pub(crate) fn drawn(board: &Board) -> String {
    let mut text = String::new();
    draw(&mut text, board);
    text
}

/// Adds what [`drawn`] shows to a text.
pub(crate) fn draw(text: &mut String, board: &Board) {
    let shape = board.shape();
    if shape.rows().max(shape.cols()) > MAX_DRAWN {
        *text += &format!("a board of {shape}\n");
        return;
    }
    let width = digits(shape.cells() - 1);
    for row in board.cells().chunks(shape.cols()) {
        for (col, &tile) in row.iter().enumerate() {
            let gap = usize::from(col > 0);
            text.extend(std::iter::repeat_n(' ', gap + width - digits(tile.into())));
            match tile {
                0 => text.push('_'),
                _ => push_number(text, tile.into()),
            }
        }
        text.push('\n');
    }
}

/// Adds a number to a text.
///
/// why: `check` prints a million boards a second, and half of its time would go into formats.
pub(crate) fn push_number(text: &mut String, number: u64) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

fn digits(number: usize) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

/// Prints a labelled board in columns of equal width; of a large board only its size.
pub(crate) fn draw_labels(out: &mut impl Write, board: &LabelledBoard) -> io::Result<()> {
    let shape = board.shape();
    if shape.rows().max(shape.cols()) > MAX_DRAWN {
        return writeln!(out, "a board of {shape}");
    }
    rows_of(shape, &faces(board)).into_iter().try_for_each(|row| writeln!(out, "{row}"))
}

/// The labels of a board as they are shown.
pub(crate) fn faces(board: &LabelledBoard) -> Vec<String> {
    let face = |&label: &u16| if label == 0 { "_".to_owned() } else { board.alphabet().write(label) };
    board.cells().iter().map(face).collect()
}

/// The rows of a board in columns of equal width.
pub(crate) fn rows_of(shape: Shape, faces: &[String]) -> Vec<String> {
    let width = faces.iter().map(String::len).max().unwrap_or_default();
    let row = |row: &[String]| row.iter().map(|face| format!("{face:>width$}")).collect::<Vec<_>>().join(" ");
    faces.chunks(shape.cols()).map(row).collect()
}

/// The members of an object without its braces.
pub(crate) fn members(object: &impl Serialize) -> io::Result<String> {
    let mut text = serde_json::to_string(object)?;
    text.pop();
    text.remove(0);
    Ok(text)
}

/// A number with its noun: `1 move`, `24 moves`.
pub(crate) fn count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    let mut text = String::with_capacity(32);
    if number < 1_000 {
        push_number(&mut text, number);
    } else {
        text += &HumanCount(number).to_string();
    }
    text.push(' ');
    text + noun + plural
}
