//! Ctrl-C: while a search runs it asks for the best so far; at any other time, or the second time, it ends the command.

use std::{
    process,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
};

static LISTENING: AtomicBool = AtomicBool::new(false);
static PRESSED: AtomicBool = AtomicBool::new(false);

/// What shells expect of a command that Ctrl-C ended: 128 + SIGINT.
const ENDED_BY_INTERRUPT: i32 = 130;

/// While this lives, Ctrl-C is noted and does not end the command.
pub(crate) struct Listening(());

/// Begins to listen.
pub(crate) fn listen() -> Listening {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // why: where no handler can be installed, Ctrl-C ends the command, as it does by default.
        let _ = ctrlc::set_handler(|| {
            let again = PRESSED.swap(true, Ordering::Relaxed);
            if again || !LISTENING.load(Ordering::Relaxed) {
                process::exit(ENDED_BY_INTERRUPT);
            }
        });
    });
    LISTENING.store(true, Ordering::Relaxed);
    Listening(())
}

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENING.store(false, Ordering::Relaxed);
    }
}

/// Was Ctrl-C pressed? Then the command finishes what it is printing and ends.
pub(crate) fn pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}
