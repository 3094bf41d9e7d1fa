//! The full-screen terminal game.
//!
//! [`Game`] knows what all puzzles have in common (history, timer, hints, searches, playback) and [`Puzzle`] what makes
//! each its own; [`screen`] draws them, [`keys`] names what keys mean, [`terminal`] borrows the terminal and gives it
//! back whatever happens, and a [`worker`] searches beside the game, so that it never freezes.

pub(crate) mod blocks;
mod game;
mod grid;
mod history;
mod keys;
mod menu;
mod paint;
mod puzzle;
mod screen;
mod terminal;
mod termination;
#[cfg(test)]
mod tests;
pub(crate) mod tiles;
mod worker;

use crate::{interrupt, outcome::Outcome};
use anyhow::{Result, bail};
use game::Game;
use puzzle::Puzzle;
use ratatui::crossterm::event;
use std::io::{self, IsTerminal};
use terminal::Terminal;
use termination::Termination;

/// Plays until the player leaves, or until the command is told to end.
pub(crate) fn play(puzzle: impl Puzzle) -> Result<Outcome> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        bail!("the game needs a terminal: standard input and output must be one");
    }
    let _listening = interrupt::listen();
    let termination = Termination::listen()?;
    let mut terminal = Terminal::borrow()?;
    let played = play_on(&mut Game::new(puzzle), &mut terminal, &termination);
    drop(terminal);
    // why: if the terminal is gone, that is told by its signal and not by what could not be drawn then.
    termination.obey()?;
    played.map(|()| Outcome::Done)
}

fn play_on(game: &mut Game<impl Puzzle>, terminal: &mut Terminal, termination: &Termination) -> Result<()> {
    while !game.is_over() && !interrupt::pressed() && !termination.is_asked() {
        terminal.draw(|frame| game.draw(frame))?;
        if event::poll(game.patience())? {
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
