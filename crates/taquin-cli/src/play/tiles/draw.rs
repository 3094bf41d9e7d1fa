//! Tiles on the screen.

use super::Tiles;
use crate::play::{grid::Place, paint::Paint};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
};
use taquin::tiles::Direction;

/// Draws the board; the marked tile stands out and shows where it should go.
pub(super) fn board(
    tiles: &Tiles,
    buffer: &mut Buffer,
    place: &Place,
    paint: Paint,
    marked: Option<(usize, Direction)>,
) {
    let shape = tiles.board.shape();
    for (cell, &tile) in tiles.board.cells().iter().enumerate() {
        let (row, col) = shape.place(cell);
        let area = place.cell(row, col);
        if tile == 0 {
            gap(buffer, area, paint, false);
            continue;
        }
        let home = tiles.homes[usize::from(tile)];
        let arrow = marked.filter(|&(marked, _)| marked == cell).map(|(_, direction)| direction);
        let colour = paint.piece(shape.place(home).0, shape.rows());
        piece(buffer, area, paint, &Face { label: tile.to_string(), colour, is_home: home == cell, arrow });
    }
}

pub(in crate::play) struct Face {
    pub(in crate::play) label: String,
    pub(in crate::play) colour: Color,
    /// Is it where the goal has it?
    pub(in crate::play) is_home: bool,
    /// Where it should go, if it is hinted at.
    pub(in crate::play) arrow: Option<Direction>,
}

/// A gap; the one that keys move into is marked where there are several.
pub(in crate::play) fn gap(buffer: &mut Buffer, area: Rect, paint: Paint, is_chosen: bool) {
    if is_chosen {
        let (x, y) = (area.x + (area.width - 1) / 2, area.y + (area.height - 1) / 2);
        buffer.set_stringn(x, y, "○", 1, paint.quiet());
    } else if area.height == 1 {
        // why: among bare numbers a gap would be hard to see.
        buffer.set_stringn(area.x, area.y, "·", 1, paint.quiet());
    }
}

pub(in crate::play) fn piece(buffer: &mut Buffer, area: Rect, paint: Paint, face: &Face) {
    // The last column is the gap to the next tile.
    let width = area.width - 1;
    let mut style = match (face.arrow, paint.has_colours) {
        (Some(_), _) => paint.marked(),
        (None, true) => Style::new().fg(Color::Indexed(231)).bg(face.colour),
        (None, false) => Style::new(),
    };
    if face.is_home {
        style = style.add_modifier(Modifier::BOLD);
    }
    let inner = if paint.has_colours {
        filled(buffer, Rect { width, ..area }, style)
    } else {
        framed(buffer, Rect { width, ..area }, style)
    };
    let label_y = inner.y + (inner.height - 1) / 2;
    let label_x = inner.x + (inner.width.saturating_sub(face.label.len() as u16)).div_ceil(2);
    buffer.set_stringn(label_x, label_y, &face.label, usize::from(width), style);
    if let Some(direction) = face.arrow {
        let arrow = ["↑", "↓", "←", "→"][direction as usize];
        let after = label_x + face.label.len() as u16;
        if after < inner.x + inner.width {
            buffer.set_stringn(after, label_y, arrow, 1, style);
        }
    }
}

/// A coloured tile. Where it is high enough its last row is a half one, so that tiles do not touch.
fn filled(buffer: &mut Buffer, area: Rect, style: Style) -> Rect {
    let full = if area.height > 1 { area.height - 1 } else { 1 };
    let inner = Rect { height: full, ..area };
    for y in inner.y..inner.bottom() {
        buffer.set_string(area.x, y, " ".repeat(usize::from(area.width)), style);
    }
    if area.height > 1 {
        let edge = Style::new().fg(style.bg.unwrap_or(Color::Reset));
        buffer.set_string(area.x, inner.bottom(), "▀".repeat(usize::from(area.width)), edge);
    }
    inner
}

/// A tile with a frame where there is room for one.
fn framed(buffer: &mut Buffer, area: Rect, style: Style) -> Rect {
    if area.height < 3 || area.width < 4 {
        return Rect { height: 1, ..area };
    }
    let bar = "─".repeat(usize::from(area.width - 2));
    buffer.set_string(area.x, area.y, format!("┌{bar}┐"), style);
    for y in area.y + 1..area.bottom() - 1 {
        buffer.set_string(area.x, y, format!("│{}│", " ".repeat(usize::from(area.width - 2))), style);
    }
    buffer.set_string(area.x, area.bottom() - 1, format!("└{bar}┘"), style);
    Rect { x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 2 }
}
