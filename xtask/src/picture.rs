//! The README's picture: a board that solves itself, as `taquin render` draws it, beside the command that found the moves.

use anyhow::{Context, Result};
use std::fmt::Write;

/// Sizes in pixels.
pub(crate) const BOARD: usize = 240;
const MARGIN: usize = 24;
const LINE: usize = 20;
const WIDTH: usize = 800;
/// The most characters in a line of text.
const COLUMNS: usize = 58;

const STYLE: &str =
    "text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #c9d1d9; white-space: pre }
.prompt { fill: #7ee787 }
";

/// Draws a board, a whole SVG of [`BOARD`] pixels, beside a terminal with these lines.
pub(crate) fn draw(board: &str, terminal: &[&str]) -> Result<String> {
    let board = board.strip_prefix("<svg ").context("the board is no SVG")?;
    let height = 2 * MARGIN + BOARD;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\">\n\
         <style>\n{STYLE}</style>\n<rect width=\"100%\" height=\"100%\" rx=\"10\" fill=\"#0d1117\"/>\n\
         <svg x=\"{MARGIN}\" y=\"{MARGIN}\" {board}"
    );
    let lines = terminal.iter().flat_map(|line| wrapped(line));
    for (index, line) in lines.enumerate() {
        let (x, y) = (2 * MARGIN + BOARD + 8, MARGIN + 14 + index * LINE);
        let class = if line.starts_with('$') { " class=\"prompt\"" } else { "" };
        writeln!(svg, "<text x=\"{x}\" y=\"{y}\"{class}>{}</text>", escaped(&line))?;
    }
    Ok(svg + "</svg>\n")
}

/// A line, broken at spaces (or anywhere, if there are none) so that it fits.
fn wrapped(line: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split_inclusive(' ') {
        if lines[lines.len() - 1].len() + word.trim_end().len() > COLUMNS {
            lines.push("  ".to_owned());
        }
        lines.last_mut().expect("there is one").push_str(word);
    }
    lines
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
