//! The README's picture: a board that solves itself, move by move, beside the command that found the moves.

use anyhow::Result;
use std::fmt::Write;
use taquin::tiles::{Board, Moves, Shape};

/// Sizes in pixels.
const TILE: usize = 60;
const MARGIN: usize = 24;
const LINE: usize = 20;
const WIDTH: usize = 800;
/// The most characters in a line of text.
const COLUMNS: usize = 58;

/// Seconds that one move takes, and the rest at both ends.
const STEP: f64 = 0.3;
const REST: f64 = 2.0;

const STYLE: &str =
    "text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #c9d1d9; white-space: pre }
.tile rect { fill: #2f81f7 } .tile.even rect { fill: #1f6feb }
.tile text { font: 600 22px system-ui, sans-serif; fill: #fff; text-anchor: middle }
.prompt { fill: #7ee787 }
@media (prefers-reduced-motion: reduce) { .tile { animation: none !important } }
";

/// Where a tile is, and since when: at rest from each time until its next move begins.
type Path = Vec<(f64, usize)>;

/// Draws a board that makes the moves, beside a terminal with these lines.
pub(crate) fn draw(board: &Board, moves: &Moves, terminal: &[&str]) -> Result<String> {
    let shape = board.shape();
    let paths = paths(board, moves);
    let total = 2.0 * REST + STEP * moves.stm() as f64;
    let height = 2 * MARGIN + shape.rows() * TILE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\">\n<style>\n{STYLE}"
    );
    for (index, path) in paths.iter().enumerate() {
        writeln!(svg, "@keyframes t{} {{ {} }}", index + 1, keyframes(path, shape, total))?;
    }
    writeln!(svg, "</style>\n<rect width=\"100%\" height=\"100%\" rx=\"10\" fill=\"#0d1117\"/>")?;
    writeln!(
        svg,
        "<rect x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{2}\" rx=\"8\" fill=\"#161b22\"/>",
        MARGIN - 4,
        shape.cols() * TILE + 8,
        shape.rows() * TILE + 8
    )?;
    for (index, path) in paths.iter().enumerate() {
        let (tile, (x, y)) = (index + 1, place(path[0].1, shape));
        // why: a chessboard of two blues in the solved order, so that the eye sees the order come.
        let class = if (index / shape.cols() + index % shape.cols()).is_multiple_of(2) { "tile even" } else { "tile" };
        let middle = TILE / 2;
        writeln!(
            svg,
            "<g class=\"{class}\" style=\"transform: translate({x}px, {y}px); animation: t{tile} {total:.1}s infinite\">\
             <rect x=\"2\" y=\"2\" width=\"{0}\" height=\"{0}\" rx=\"6\"/><text x=\"{middle}\" y=\"{1}\">{tile}</text></g>",
            TILE - 4,
            middle + 8
        )?;
    }
    let lines = terminal.iter().flat_map(|line| wrapped(line));
    for (index, line) in lines.enumerate() {
        let (x, y) = (2 * MARGIN + shape.cols() * TILE + 8, MARGIN + 14 + index * LINE);
        let class = if line.starts_with('$') { " class=\"prompt\"" } else { "" };
        writeln!(svg, "<text x=\"{x}\" y=\"{y}\"{class}>{}</text>", escaped(&line))?;
    }
    Ok(svg + "</svg>\n")
}

/// For each tile from 1, its path.
fn paths(board: &Board, moves: &Moves) -> Vec<Path> {
    let mut board = board.clone();
    let mut paths: Vec<Path> = board.positions()[1..].iter().map(|&cell| vec![(0.0, cell)]).collect();
    for (index, &direction) in moves.iter().enumerate() {
        let to = board.blank();
        if board.slide(direction) {
            paths[usize::from(board.cells()[to]) - 1].push((REST + STEP * (index + 1) as f64, to));
        }
    }
    paths
}

fn keyframes(path: &Path, shape: Shape, total: f64) -> String {
    let frame = |time: f64, cell: usize| {
        let (x, y) = place(cell, shape);
        format!("{:.3}% {{ transform: translate({x}px, {y}px) }}", 100.0 * time / total)
    };
    let mut frames = vec![frame(0.0, path[0].1)];
    for step in path.windows(2) {
        frames.push(frame(step[1].0 - STEP, step[0].1));
        frames.push(frame(step[1].0, step[1].1));
    }
    frames.push(frame(total, path[path.len() - 1].1));
    frames.join(" ")
}

fn place(cell: usize, shape: Shape) -> (usize, usize) {
    let (row, col) = shape.place(cell);
    (MARGIN + col * TILE, MARGIN + row * TILE)
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
