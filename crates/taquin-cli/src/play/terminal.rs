//! The terminal, borrowed for the game and given back whatever happens.

use ratatui::{
    DefaultTerminal, Frame,
    backend::CrosstermBackend,
    crossterm::{
        event::{DisableMouseCapture, EnableMouseCapture},
        execute,
        terminal::{EnterAlternateScreen, enable_raw_mode},
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
    loan: Loan,
}

impl Terminal {
    pub(super) fn borrow() -> io::Result<Self> {
        let screen = DefaultTerminal::new(CrosstermBackend::new(io::stdout()))?;
        let loan = Loan::default();
        // why: the screen is restored before the message of the panic is printed, so that it can be read.
        let (report, at_panic) = (panic::take_hook(), loan.clone());
        panic::set_hook(Box::new(move |panic| {
            at_panic.end();
            report(panic);
        }));
        let borrowed = Self { screen, loan };
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(borrowed)
    }

    pub(super) fn draw(&mut self, paint: impl FnOnce(&mut Frame)) -> io::Result<()> {
        // why: where another thread panicked, nothing may be drawn over its message.
        if self.loan.is_over() { Ok(()) } else { self.screen.draw(paint).map(|_| ()) }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.loan.end();
    }
}

/// Is the terminal given back? It is so only once: the second time would put the cursor over what was printed since.
#[derive(Clone, Default)]
struct Loan(Arc<AtomicBool>);

impl Loan {
    fn is_over(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn end(&self) {
        if !self.0.swap(true, Ordering::Relaxed) {
            // why: where the terminal is gone there is nothing to restore.
            let _ = execute!(io::stdout(), DisableMouseCapture);
            let _ = ratatui::try_restore();
        }
    }
}
