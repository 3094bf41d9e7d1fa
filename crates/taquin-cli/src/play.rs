//! The full-screen terminal game.
//!
//! [`Game`] knows what all puzzles have in common (history, timer, hints, searches, playback) and [`Puzzle`] what makes
//! each its own; [`screen`] draws them, [`keys`] maps keys to actions, [`terminal`] enters full-screen mode and restores the
//! terminal whatever happens, and a [`worker`] searches on another thread, so that the game never freezes.

pub(crate) mod blocks;
mod game;
mod grid;
mod history;
mod keys;
pub(crate) mod labels;
mod menu;
mod paint;
mod puzzle;
mod screen;
mod signals;
mod terminal;
#[cfg(test)]
mod tests;
pub(crate) mod tiles;
mod worker;

use crate::{interrupt, outcome::Outcome};
use anyhow::{Result, bail};
use game::Game;
use puzzle::Puzzle;
use ratatui::crossterm::event;
use signals::Signals;
use std::io::{self, IsTerminal};
use terminal::Terminal;

/// Plays until the player quits or a signal ends the command.
pub(crate) fn play(puzzle: impl Puzzle) -> Result<Outcome> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        bail!("the game needs a terminal: standard input and output must be one");
    }
    let _listening = interrupt::listen();
    let signals = Signals::listen()?;
    let mut terminal = Terminal::enter()?;
    let played = play_on(&mut Game::new(puzzle), &mut terminal, &signals);
    drop(terminal);
    // why: if the terminal is gone, the signal says so, not the error of what could not be drawn then.
    interrupt::raise_again();
    signals.raise_again();
    played.map(|()| Outcome::Done)
}

fn play_on(game: &mut Game<impl Puzzle>, terminal: &mut Terminal, signals: &Signals) -> Result<()> {
    while !game.is_over() && !interrupt::pressed() && !signals.is_quit_requested() {
        signals.stop_if_requested(terminal)?;
        terminal.draw(|frame| game.draw(frame))?;
        if event::poll(game.poll_timeout())? {
            // why: a burst of events (a key held down, a mouse that moves) is drawn once.
            loop {
                game.handle(&event::read()?);
                if !event::poll(std::time::Duration::ZERO)? {
                    break;
                }
            }
        }
        game.tick()?;
    }
    Ok(())
}
