//! Blocks on the screen.

use super::{Blocks, Step};
use crate::play::{grid::Place, paint::Paint};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
    text::Span,
};
use taquin::blocks::{Cell, CellKind, Goal};

/// Draws the board; the chosen block stands out, or else the one that is hinted at.
pub(super) fn board(game: &Blocks, buffer: &mut Buffer, place: &Place, paint: Paint, hint: Option<Step>) {
    let cells = |row: u8| (0..game.puzzle.cols() as u8).map(move |col| Cell::new(row, col));
    for cell in (0..game.puzzle.rows() as u8).flat_map(cells) {
        let area = place.cell(usize::from(cell.row), usize::from(cell.col));
        match game.state.block_at(&game.puzzle, cell) {
            Some(block) => part(game, buffer, area, paint, (block, cell), hint),
            None => ground(game, buffer, area, paint, cell),
        }
    }
}

/// A cell without a block: its middle shows whether a goal block must end there.
fn ground(game: &Blocks, buffer: &mut Buffer, area: Rect, paint: Paint, cell: Cell) {
    let is_target = game
        .puzzle
        .goals()
        .iter()
        .flat_map(Goal::targets)
        .any(|target| game.puzzle.blocks()[target.block].cells_at(target.corner).any(|covered| covered == cell));
    let symbol = match game.puzzle.ground(cell) {
        CellKind::Outside => return,
        _ if is_target => "+",
        CellKind::Floor => "·",
        CellKind::Gate => "░",
        CellKind::Exit(_) => "→",
    };
    let (x, y) = (area.x + (area.width - 1) / 2, area.y + (area.height - 1) / 2);
    buffer.set_stringn(x, y, symbol, 1, paint.quiet());
}

/// One cell of a block. Towards other cells of the same block it has no gap.
fn part(
    game: &Blocks,
    buffer: &mut Buffer,
    area: Rect,
    paint: Paint,
    (block, cell): (usize, Cell),
    hint: Option<Step>,
) {
    let is_own = |rows: u8, cols: u8| {
        let next = Cell::new(cell.row + rows, cell.col + cols);
        game.state.block_at(&game.puzzle, next) == Some(block)
    };
    let (right, below) = (is_own(0, 1), is_own(1, 0));
    let is_corner = right && below && is_own(1, 1);
    let style = style(game, paint, block, hint);
    let symbol = narrow(game.puzzle.blocks()[block].symbol());
    // why: without colours a block is recognised by being filled with its symbol.
    let filling = if paint.has_colours { ' ' } else { symbol };
    for y in 0..area.height {
        for x in 0..area.width {
            let (is_last_col, is_last_row) = (x + 1 == area.width, y + 1 == area.height && area.height > 1);
            let is_filled = match (is_last_col, is_last_row) {
                (false, false) => true,
                (true, false) => right,
                (false, true) => below,
                (true, true) => is_corner,
            };
            let Some(spot) = buffer.cell_mut((area.x + x, area.y + y)) else { continue };
            if is_filled {
                spot.set_char(filling).set_style(style);
            } else if is_last_row && paint.has_colours && (!is_last_col || right) {
                // The lower edge is half a row high.
                spot.set_char('▀').set_style(Style::new().fg(style.bg.unwrap_or(Color::Reset)));
            }
        }
    }
    let is_first = game.puzzle.blocks()[block].cells_at(game.state.corners()[block]).next() == Some(cell);
    if is_first && paint.has_colours {
        let arrow = hint.filter(|hint| hint.block == block).map(|hint| ['↑', '↓', '←', '→'][hint.direction as usize]);
        let label: String = std::iter::once(symbol).chain(arrow).collect();
        let (x, y) = (area.x + (area.width - 1) / 2, area.y + (area.height - 1) / 2);
        buffer.set_stringn(x, y, &label, 2, style);
    }
}

/// The symbol of a block, if it takes one place on the screen.
fn narrow(symbol: char) -> char {
    if Span::raw(symbol.to_string()).width() == 1 { symbol } else { '#' }
}

fn style(game: &Blocks, paint: Paint, block: usize, hint: Option<Step>) -> Style {
    let standing_out = hint.map_or(game.chosen, |hint| hint.block);
    if block == standing_out {
        return paint.marked();
    }
    if !paint.has_colours {
        let weight = if game.puzzle.is_goal_block(block) { Modifier::BOLD } else { Modifier::empty() };
        return Style::new().add_modifier(weight);
    }
    let ink = Style::new().fg(Color::Indexed(231));
    if game.puzzle.is_goal_block(block) {
        return ink.bg(paint.goal()).add_modifier(Modifier::BOLD);
    }
    ink.bg(paint.other_piece(block))
}
