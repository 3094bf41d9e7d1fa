//! The whole screen: board, panel, lists and messages.

mod overlay;
mod panel;

use super::{game::Game, grid::Place, puzzle::Puzzle};
use ratatui::{
    Frame,
    layout::{Alignment, Margin, Rect},
    style::Style,
    text::Line,
    widgets::{Paragraph, Wrap},
};

/// The panel beside the board.
const PANEL_WIDTH: u16 = 32;
const PANEL_HEIGHT: u16 = 12;
/// The lines below the board, where there is no room beside it.
const FOOTER_WIDTH: u16 = 24;
const FOOTER_HEIGHT: u16 = 4;

/// Draws everything; returns where the board is, if it fits.
pub(super) fn draw<P: Puzzle>(game: &Game<P>, frame: &mut Frame) -> Option<Place> {
    let area = frame.area();
    let Some((place, panel)) = arranged(game, area) else {
        too_small(game, frame);
        return None;
    };
    let marked = game.marked();
    game.puzzle.draw(frame.buffer_mut(), &place, game.paint, marked);
    match panel {
        Panel::Beside(area) => panel::draw(game, frame, area),
        Panel::Below(area) => panel::draw_below(game, frame, area),
    }
    overlay::draw(game, frame);
    Some(place)
}

enum Panel {
    Beside(Rect),
    Below(Rect),
}

/// Board and panel: beside or below, whichever leaves more room for the board.
fn arranged<P: Puzzle>(game: &Game<P>, area: Rect) -> Option<(Place, Panel)> {
    let grid = game.puzzle.grid();
    // why: a rim looks better, but a board that fits only without one is better than none.
    let fit = |area: Rect| grid.fit(area.inner(Margin::new(1, 1))).or_else(|| grid.fit(area));
    let beside = (area.width > PANEL_WIDTH && area.height >= PANEL_HEIGHT).then(|| {
        let board = Rect { width: area.width - PANEL_WIDTH, ..area };
        let panel = Rect { x: board.right(), width: PANEL_WIDTH, ..area };
        Some((fit(board)?, Panel::Beside(panel)))
    });
    let below = (area.width >= FOOTER_WIDTH && area.height > FOOTER_HEIGHT).then(|| {
        let board = Rect { height: area.height - FOOTER_HEIGHT, ..area };
        let panel = Rect { y: board.bottom(), height: FOOTER_HEIGHT, ..area };
        Some((fit(board)?, Panel::Below(panel)))
    });
    match (beside.flatten(), below.flatten()) {
        // why: the panel beside says more, so the board must gain something by the other.
        (Some(beside), Some(below)) if below.0.height > beside.0.height + 1 => Some(below),
        (beside, below) => beside.or(below),
    }
}

fn too_small<P: Puzzle>(game: &Game<P>, frame: &mut Frame) {
    let area = frame.area();
    let (width, height) = game.puzzle.grid().smallest();
    let (width, height) = (width.max(FOOTER_WIDTH), height.saturating_add(FOOTER_HEIGHT));
    let text = format!(
        "Too small: {} x {} characters. This board needs {width} x {height}. Enlarge the terminal, or q to quit.",
        area.width, area.height
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

/// A line of a key and what it does.
fn key_line<'l>(key: &'l str, does: &'l str, width: usize, style: Style) -> Line<'l> {
    Line::from(vec![ratatui::text::Span::styled(format!("{key:<width$} "), style), does.into()])
}

/// Text in the middle of an area.
fn centred(text: impl Into<Line<'static>>) -> Paragraph<'static> {
    Paragraph::new(text.into()).alignment(Alignment::Center)
}
