//! Requests to end that come from outside, such as when the terminal is closed: the screen is restored first.

#[cfg(unix)]
use signal_hook::{iterator::Signals, low_level::emulate_default_handler};
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
#[cfg(unix)]
use std::{thread, time::Duration};

/// The signals that ask a command to end, apart from Ctrl-C's.
#[cfg(unix)]
const SIGNALS: [i32; 2] = [signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP];

/// How long the game may take to end: longer than it ever waits for a key.
#[cfg(unix)]
const GRACE: Duration = Duration::from_secs(2);

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
        #[cfg(unix)]
        end_at_last(Signals::new(SIGNALS)?);
        Ok(Self(asked))
    }

    pub(super) fn is_asked(&self) -> bool {
        self.signal() != 0
    }

    /// Ends the command by the signal that came, if any, so that its parent sees why it ended.
    pub(super) fn obey(&self) -> io::Result<()> {
        #[cfg(unix)]
        if self.is_asked() {
            emulate_default_handler(self.signal() as i32)?;
        }
        Ok(())
    }

    fn signal(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// Ends the command some time after it is asked to, whatever it does then: reading from a terminal that is gone may never
/// return.
#[cfg(unix)]
fn end_at_last(mut signals: Signals) {
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            thread::sleep(GRACE);
            // why: if even that fails, there is nobody left to tell.
            let _ = emulate_default_handler(signal);
        }
    });
}
