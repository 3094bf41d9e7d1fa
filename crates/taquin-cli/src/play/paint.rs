//! Colours and text attributes of the game; attributes alone where `NO_COLOR` is set.

use ratatui::style::{Color, Modifier, Style};

/// The palette of the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    pub(super) has_colours: bool,
}

/// Colours of the 256 that nearly every terminal has, in the order of the pictures: teal, blue, violet, rose, orange.
const PIECES: [u8; 11] = [30, 37, 32, 68, 62, 98, 133, 169, 167, 173, 172];

impl Paint {
    /// No colours if `NO_COLOR` is set and not empty.
    pub(super) fn from_environment() -> Self {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { has_colours: !no_color }
    }

    /// The colour of a piece that is `index` among `count`.
    pub(super) fn piece(self, index: usize, count: usize) -> Color {
        let span = PIECES.len() - 1;
        Color::Indexed(PIECES[if count < 2 { 0 } else { index * span / (count - 1) }])
    }

    /// The colour of a piece that has to reach a goal.
    pub(super) fn goal(self) -> Color {
        Color::Indexed(167)
    }

    /// The colour of the `index`-th piece beside these.
    pub(super) fn other_piece(self, index: usize) -> Color {
        const OTHERS: [u8; 6] = [30, 62, 32, 98, 37, 68];
        Color::Indexed(OTHERS[index % OTHERS.len()])
    }

    /// What stands out: a hint, or what is chosen.
    pub(super) fn marked(self) -> Style {
        if self.has_colours {
            Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(229)).add_modifier(Modifier::BOLD)
        } else {
            Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
        }
    }

    pub(super) fn heading(self) -> Style {
        self.in_colour(Color::Cyan).add_modifier(Modifier::BOLD)
    }

    pub(super) fn key(self) -> Style {
        self.in_colour(Color::Yellow)
    }

    pub(super) fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    pub(super) fn good(self) -> Style {
        self.in_colour(Color::Green).add_modifier(Modifier::BOLD)
    }

    fn in_colour(self, colour: Color) -> Style {
        if self.has_colours { Style::new().fg(colour) } else { Style::new() }
    }
}
