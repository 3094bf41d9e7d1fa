//! Lists and warnings over the board.

use super::{centred, key_line};
use crate::play::{
    game::{Game, Mode},
    keys,
    menu::Menu,
    paint::Paint,
    puzzle::Puzzle,
};
use ratatui::{
    Frame,
    layout::Rect,
    text::Line,
    widgets::{Block, BorderType, Clear, Paragraph, Wrap},
};

pub(super) fn draw<P: Puzzle>(game: &Game<P>, frame: &mut Frame) {
    let paint = game.paint;
    match &game.mode {
        Mode::Choose(menu) => list(menu, paint, frame),
        Mode::Help => {
            let line = |&(key, does): &(&'static str, &'static str)| key_line(key, does, 18, paint.key());
            let watching = [Line::default(), Line::styled("While a solution is shown", paint.heading())];
            let lines = keys::ALL.iter().map(line).chain(watching).chain(keys::WATCHING.iter().map(line));
            window(frame, paint, "Keys", lines.collect(), 50);
        }
        Mode::Warn { text, .. } => {
            let question = Line::from("enter: try it all the same    esc: leave it");
            window(
                frame,
                paint,
                "This may take for ever",
                vec![Line::from(text.clone()), Line::default(), question],
                50,
            );
        }
        _ => {}
    }
}

/// The part of a list around what is chosen, so that long lists fit on low screens.
fn list(menu: &Menu, paint: Paint, frame: &mut Frame) {
    let rows = usize::from(frame.area().height.saturating_sub(4)).clamp(1, menu.items.len());
    let first = (menu.chosen + 1).saturating_sub(rows);
    // why: some names are of characters twice as wide as others.
    let wide = |item: &str| Line::from(item).width();
    let width = menu.items.iter().map(|item| wide(item)).max().unwrap_or_default();
    let line = |(index, item): (usize, &&'static str)| {
        let is_chosen = index == menu.chosen;
        let padding = " ".repeat(width - wide(item));
        let text = format!(" {} {item}{padding} ", if is_chosen { '›' } else { ' ' });
        if is_chosen { Line::styled(text, paint.marked()) } else { Line::from(text) }
    };
    let lines = menu.items.iter().enumerate().skip(first).take(rows).map(line).collect();
    window(frame, paint, menu.heading(), lines, (width as u16 + 4).max(24));
}

/// A framed window in the middle of the screen.
fn window(frame: &mut Frame, paint: Paint, heading: &'static str, lines: Vec<Line>, width: u16) {
    let screen = frame.area();
    let width = (width + 2).min(screen.width);
    let wrapped = lines.iter().map(|line| line.width().div_ceil(usize::from(width.saturating_sub(2)).max(1)).max(1));
    let height = (wrapped.sum::<usize>() as u16 + 2).min(screen.height);
    let (x, y) = ((screen.width - width) / 2, (screen.height - height) / 2);
    let area = Rect { x, y, width, height };
    let border = Block::bordered().border_type(BorderType::Rounded).border_style(paint.heading());
    let text = Paragraph::new(lines).wrap(Wrap { trim: false });
    frame.render_widget(Clear, area);
    frame.render_widget(text.block(border), area);
    let top = Rect { height: 1, ..area };
    let title = Line::styled(format!(" {heading} "), paint.heading());
    let wide = title.width() as u16;
    if wide + 2 <= top.width {
        frame.render_widget(centred(title), Rect { x: top.x + (top.width - wide) / 2, width: wide, ..top });
    }
}
