//! Signals from outside that concern the screen: to stop (SIGTSTP), and to quit (SIGQUIT). Those that end any command are
//! [`crate::interrupt`]'s.

use super::terminal::Terminal;
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// The signals that have come and are not obeyed yet.
pub(super) struct Signals {
    stop: Arc<AtomicBool>,
    quit: Arc<AtomicBool>,
}

impl Signals {
    /// From now on these signals are recorded, and take effect only after the screen is restored.
    pub(super) fn listen() -> io::Result<Self> {
        let signals = Self { stop: Arc::default(), quit: Arc::default() };
        #[cfg(unix)]
        {
            use signal_hook::{
                consts::{SIGQUIT, SIGTSTP},
                flag::register,
            };
            register(SIGTSTP, signals.stop.clone())?;
            register(SIGQUIT, signals.quit.clone())?;
        }
        Ok(signals)
    }

    pub(super) fn is_quit_requested(&self) -> bool {
        self.quit.load(Ordering::Relaxed)
    }

    /// Stops the process if that was requested, with the terminal as it was before the game, and goes on with the game
    /// when the process is continued.
    pub(super) fn stop_if_requested(&self, terminal: &mut Terminal) -> io::Result<()> {
        if self.stop.swap(false, Ordering::Relaxed) {
            #[cfg(unix)]
            terminal.leave_for(|| signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP))?;
            #[cfg(not(unix))]
            terminal.leave_for(|| Ok(()))?;
        }
        Ok(())
    }

    /// Ends the process by the signal that requested it, if any, so that its parent sees why it ended.
    pub(super) fn raise_again(&self) {
        #[cfg(unix)]
        if self.is_quit_requested() {
            // why: if even that fails, the game ends all the same.
            let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGQUIT);
        }
    }
}
