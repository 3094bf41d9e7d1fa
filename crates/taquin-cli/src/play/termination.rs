//! Requests to end that come from outside, such as when the terminal is closed: the screen is restored first.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

/// The signals that ask a command to end, apart from Ctrl-C's.
#[cfg(unix)]
const SIGNALS: [i32; 2] = [signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP];

/// The signal that asked the command to end, or 0.
pub(super) struct Termination(Arc<AtomicUsize>);

impl Termination {
    /// From now on these signals are noted and do not end the command.
    pub(super) fn listen() -> io::Result<Self> {
        let asked = Arc::new(AtomicUsize::new(0));
        #[cfg(unix)]
        for signal in SIGNALS {
            signal_hook::flag::register_usize(signal, asked.clone(), signal as usize)?;
        }
        Ok(Self(asked))
    }

    pub(super) fn is_asked(&self) -> bool {
        self.signal() != 0
    }

    /// Ends the command by the signal that came, if any, so that its parent sees why it ended.
    pub(super) fn obey(&self) -> io::Result<()> {
        #[cfg(unix)]
        if self.is_asked() {
            signal_hook::low_level::emulate_default_handler(self.signal() as i32)?;
        }
        Ok(())
    }

    fn signal(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}
