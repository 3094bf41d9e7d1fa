//! What is known about the game, beside or below the board.

use super::key_line;
use crate::{
    output::count,
    play::{
        game::{Game, Mode, Purpose, Search, Watch},
        keys,
        puzzle::Puzzle,
    },
};
use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
    widgets::{Paragraph, Wrap},
};
use std::time::Duration;
use taquin::search::Phase;

pub(super) fn draw<P: Puzzle>(game: &Game<P>, frame: &mut Frame, area: Rect) {
    let area = Rect { x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 1 };
    let mut lines = vec![Line::styled(game.puzzle.title(), game.paint.heading()), Line::default()];
    for (name, length) in counters(game) {
        lines.push(Line::from(format!("{name:<10}{length:>8}")));
    }
    lines.push(Line::from(format!("{:<10}{:>8}", "Time", clock(game.history.time()))));
    lines.push(Line::from(format!("{:<10}{:>8}", "At least", game.lower_bound)));
    lines.push(Line::from(format!("{:<10}{:>8}", "Solver", algorithm(game, game.algorithm))));
    lines.push(Line::default());
    let status = status(game);
    if !status.is_empty() {
        lines.extend(status.into_iter().map(|text| Line::styled(text, game.paint.good())));
        lines.push(Line::default());
    }
    lines.extend(keys_now(game).into_iter().map(|(key, does)| key_line(key, does, 16, game.paint.key())));
    lines.extend(goal(game, &lines, area));
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
}

/// The goal, if there is room for it below the other lines.
fn goal<P: Puzzle>(game: &Game<P>, above: &[Line], area: Rect) -> Vec<Line<'static>> {
    let rows = game.puzzle.goal();
    let wide = rows.iter().map(|row| row.chars().count()).max().unwrap_or_default();
    let taken = above.iter().map(|line| line.width().div_ceil(usize::from(area.width.max(1))).max(1)).sum::<usize>();
    if rows.is_empty() || taken + rows.len() + 2 > usize::from(area.height) || wide > usize::from(area.width) {
        return Vec::new();
    }
    let heading = [Line::default(), Line::styled("Goal", game.paint.heading())];
    heading.into_iter().chain(rows.into_iter().map(Line::from)).collect()
}

/// Four lines: title and counters, time and bound, status, the most important keys.
pub(super) fn draw_below<P: Puzzle>(game: &Game<P>, frame: &mut Frame, area: Rect) {
    let paint = game.paint;
    let lengths = counters(game).into_iter().map(|(name, length)| format!("{name} {length}"));
    let bound = format!("at least {}", game.lower_bound);
    let facts: Vec<String> = lengths.chain([clock(game.history.time()), bound]).collect();
    let status = status(game);
    let first = Line::styled(game.puzzle.title(), paint.heading());
    let status = Line::styled(status.join(" "), paint.good());
    let keys = keys_now(game).into_iter().flat_map(|(key, does)| {
        let key = key.split_whitespace().next().unwrap_or_default();
        [Span::styled(key, paint.key()), Span::raw(format!(" {does}  "))]
    });
    let lines = vec![first, Line::from(facts.join("  ")), status, Line::from(keys.collect::<Vec<_>>())];
    frame.render_widget(Paragraph::new(lines), area);
}

/// What was made so far, with names that begin like sentences: `Moves`.
fn counters<P: Puzzle>(game: &Game<P>) -> Vec<(String, usize)> {
    let capital = |name: &str| format!("{}{}s", name[..1].to_uppercase(), &name[1..]);
    let lengths = game.puzzle.lengths(&game.history.steps());
    lengths.into_iter().map(|(name, length)| (capital(name), length)).collect()
}

fn algorithm<P: Puzzle>(game: &Game<P>, index: usize) -> &'static str {
    game.puzzle.algorithms().get(index).copied().unwrap_or_default()
}

fn keys_now<P: Puzzle>(game: &Game<P>) -> Vec<(&'static str, &'static str)> {
    match game.mode {
        Mode::Watch(_) => keys::WATCHING.to_vec(),
        Mode::Search(_) => vec![("esc", "stop"), ("q", "quit")],
        _ if game.puzzle.has_choice() => [keys::CHOOSE].into_iter().chain(keys::SHORT).collect(),
        _ => keys::SHORT.to_vec(),
    }
}

/// What is going on, in a few short lines.
fn status<P: Puzzle>(game: &Game<P>) -> Vec<String> {
    let mut lines = match &game.mode {
        Mode::Search(search) => return progress(game, search),
        _ if game.message.is_empty() => Vec::new(),
        _ => vec![game.message.clone()],
    };
    if let Mode::Watch(Watch { from, is_paused, .. }) = &game.mode {
        let (past, future) = game.history.turns();
        let state = if *is_paused { "Paused" } else { "Playing" };
        lines.push(format!("{state}: {} of {}, {} a second", past - from, past - from + future, game.speed()));
    }
    lines.extend(game.verdict());
    lines
}

fn progress<P: Puzzle>(game: &Game<P>, search: &Search<P::Step>) -> Vec<String> {
    let name = match search.purpose {
        Purpose::Solve { algorithm: index } => algorithm(game, index),
        Purpose::Hint => "hint",
    };
    let stats = &search.stats;
    let doing = match stats.phase {
        Phase::Starting => "starting".to_owned(),
        Phase::Building { total: 0, .. } => "building tables".to_owned(),
        Phase::Building { done, total } => format!("building tables: {} %", u128::from(done) * 100 / u128::from(total)),
        Phase::Searching { depth } => format!("depth {depth}, {}", count(stats.generated, "node")),
        _ => count(stats.generated, "node"),
    };
    let began = format!("{name} searching: {:.1} s", search.began.elapsed().as_secs_f64());
    let bound = format!("at least {}", count(stats.lower_bound.into(), "move"));
    let best = search.best.map(|best| format!("best so far {}", count(best as u64, "move")));
    [began, doing].into_iter().chain((stats.lower_bound > 0).then_some(bound)).chain(best).collect()
}

/// Minutes and seconds: `1:05`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}
