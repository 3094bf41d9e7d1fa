//! A solution as small boards side by side.

use crate::output;
use anstyle::{AnsiColor, Style};
use std::io::{self, IsTerminal, Write};
use taquin::tiles::{
    Board, Moves,
    labels::{GapMoves, LabelledBoard},
};

/// Between two boards.
const GAP: &str = "   ";
/// The width where there is no terminal.
const DEFAULT_WIDTH: usize = 80;

/// Prints every position of a solution, one for each straight slide, in rows as wide as the terminal.
pub(super) fn show(out: &mut impl Write, board: &Board, moves: &Moves) -> io::Result<()> {
    show_labels(out, &board.into(), &moves.into())
}

/// Prints every position of a solution by labels.
pub(super) fn show_labels(out: &mut impl Write, board: &LabelledBoard, moves: &GapMoves) -> io::Result<()> {
    write_rows(out, &positions(board, moves, output::paint()), width())
}

fn width() -> usize {
    let of_terminal = io::stdout().is_terminal().then(ratatui::crossterm::terminal::size).and_then(Result::ok);
    of_terminal.map_or(DEFAULT_WIDTH, |(columns, _)| usize::from(columns))
}

/// A position as lines of equal width: a caption, then the rows of the board.
struct Position {
    lines: Vec<String>,
    width: usize,
}

fn positions(board: &LabelledBoard, moves: &GapMoves, paint: impl Fn(Style) -> Style) -> Vec<Position> {
    let moved_style = paint(AnsiColor::Green.on_default().bold());
    let mut board = board.clone();
    let mut positions = vec![Position::new("start", &board, &[], moved_style)];
    let mut made = 0;
    for slide in moves.chunk_by(PartialEq::eq) {
        let mut moved = Vec::with_capacity(slide.len());
        for &mv in slide {
            moved.push(board.gaps()[usize::from(mv.gap)]);
            let was_legal = board.slide(mv);
            debug_assert!(was_legal, "the solution was replayed");
        }
        made += slide.len();
        let caption = format!("{made}: {}", GapMoves::from(slide).directions());
        positions.push(Position::new(&caption, &board, &moved, moved_style));
    }
    positions
}

impl Position {
    /// - `moved`: the cells whose tiles have just moved there.
    fn new(caption: &str, board: &LabelledBoard, moved: &[usize], style: Style) -> Self {
        let shape = board.shape();
        let faces = output::faces(board);
        let label = faces.iter().map(String::len).max().unwrap_or_default();
        let board_width = shape.cols() * (label + 1) - 1;
        let width = board_width.max(caption.len());
        let cell = |cell: usize| {
            let text = format!("{:>label$}", faces[cell]);
            if moved.contains(&cell) { format!("{style}{text}{style:#}") } else { text }
        };
        let row = |row: usize| {
            let cells = (0..shape.cols()).map(|col| cell(shape.cell(row, col)));
            cells.collect::<Vec<_>>().join(" ") + &" ".repeat(width - board_width)
        };
        let lines = std::iter::once(format!("{caption:<width$}")).chain((0..shape.rows()).map(row)).collect();
        Self { lines, width }
    }
}

fn write_rows(out: &mut impl Write, positions: &[Position], width: usize) -> io::Result<()> {
    let widest = positions.iter().map(|position| position.width).max().unwrap_or_default();
    let in_a_row = ((width + GAP.len()) / (widest + GAP.len())).max(1);
    for row in positions.chunks(in_a_row) {
        writeln!(out)?;
        let height = row.first().map_or(0, |position| position.lines.len());
        for line in 0..height {
            let padded = |position: &Position| position.lines[line].clone() + &" ".repeat(widest - position.width);
            let text = row.iter().map(padded).collect::<Vec<_>>().join(GAP);
            writeln!(out, "{}", text.trim_end())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(board: &str, moves: &str, width: usize) -> String {
        let mut out = Vec::new();
        let positions = positions(&board.parse().unwrap(), &moves.parse().unwrap(), |_| Style::new());
        write_rows(&mut out, &positions, width).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn boards_stand_side_by_side_and_wrap() {
        let wide = "\nstart   2: L2   3: U\n1 2 3   1 2 3   1 2 3\n_ 4 5   4 5 _   4 5 6\n7 8 6   7 8 6   7 8 _\n";
        assert_eq!(shown("1 2 3/0 4 5/7 8 6", "L2U", 21), wide);
        let narrow = shown("1 2 3/0 4 5/7 8 6", "L2U", 20);
        assert_eq!(narrow.lines().count(), 2 * 5);
        assert_eq!(shown("1 2 3/0 4 5/7 8 6", "L2U", 1).lines().count(), 3 * 5);
    }
}
