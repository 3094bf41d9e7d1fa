//! The terminal in full-screen mode, restored whatever happens.

use ratatui::{
    DefaultTerminal, Frame,
    backend::CrosstermBackend,
    crossterm::{
        cursor::Show,
        event::{DisableMouseCapture, EnableMouseCapture},
        execute,
        terminal::{Clear, ClearType, EnterAlternateScreen, enable_raw_mode},
    },
};
use std::{
    io, panic,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// The terminal in full-screen mode; dropping it restores what was there before, and so does a panic on any thread.
pub(super) struct Terminal {
    screen: DefaultTerminal,
    restore: RestoreOnce,
}

impl Terminal {
    pub(super) fn enter() -> io::Result<Self> {
        let screen = new_screen()?;
        let restore = RestoreOnce::default();
        // why: the screen is restored before the message of the panic is printed, so that it can be read.
        let (report, at_panic) = (panic::take_hook(), restore.clone());
        panic::set_hook(Box::new(move |panic| {
            at_panic.run();
            report(panic);
        }));
        let terminal = Self { screen, restore };
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(terminal)
    }

    /// Gives the terminal back while something is done, and then draws everything anew.
    pub(super) fn leave_for(&mut self, act: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        restore();
        act()?;
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, Clear(ClearType::All))?;
        // why not `clear`: it asks the terminal where the cursor is, and fails where none answers.
        self.screen = new_screen()?;
        Ok(())
    }

    pub(super) fn draw(&mut self, paint: impl FnOnce(&mut Frame)) -> io::Result<()> {
        // why: where another thread panicked, nothing may be drawn over its message.
        if self.restore.is_done() { Ok(()) } else { self.screen.draw(paint).map(|_| ()) }
    }
}

/// A screen on which nothing has been drawn.
fn new_screen() -> io::Result<DefaultTerminal> {
    DefaultTerminal::new(CrosstermBackend::new(io::stdout()))
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.restore.run();
    }
}

/// Restores the terminal, once: a second time would put the cursor over what was printed since.
#[derive(Clone, Default)]
struct RestoreOnce(Arc<AtomicBool>);

impl RestoreOnce {
    fn is_done(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn run(&self) {
        if !self.0.swap(true, Ordering::Relaxed) {
            restore();
        }
    }
}

fn restore() {
    // why: where the terminal is gone there is nothing to restore.
    let _ = execute!(io::stdout(), DisableMouseCapture, Show);
    let _ = ratatui::try_restore();
}
