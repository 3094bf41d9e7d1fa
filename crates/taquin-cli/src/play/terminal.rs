//! The terminal, borrowed for the game and given back whatever happens.

use ratatui::{
    DefaultTerminal, Frame,
    crossterm::{
        event::{DisableMouseCapture, EnableMouseCapture},
        execute,
    },
};
use std::{io, panic};

/// The terminal in full-screen mode; dropping it restores what was there before.
pub(super) struct Terminal(DefaultTerminal);

impl Terminal {
    pub(super) fn borrow() -> io::Result<Self> {
        // why: ratatui's hook, installed below, restores the screen and then calls this one, which knows of the mouse
        // and lets the message of the panic be printed where it can be read.
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            release_mouse();
            report(panic);
        }));
        let terminal = ratatui::try_init()?;
        let borrowed = Self(terminal);
        execute!(io::stdout(), EnableMouseCapture)?;
        Ok(borrowed)
    }

    pub(super) fn draw(&mut self, paint: impl FnOnce(&mut Frame)) -> io::Result<()> {
        self.0.draw(paint).map(|_| ())
    }
}

fn release_mouse() {
    // why: where the terminal is gone there is nothing to restore.
    let _ = execute!(io::stdout(), DisableMouseCapture);
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // why: after a panic the hooks have done so, and once more would put the cursor over the panic's message.
        if !std::thread::panicking() {
            release_mouse();
            ratatui::restore();
        }
    }
}
