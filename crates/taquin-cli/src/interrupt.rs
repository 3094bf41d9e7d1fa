//! Requests to end the command: Ctrl-C, SIGTERM, SIGHUP, and a reader of the output that has gone away.
//!
//! One thread waits for signals. While something listens ([`listen`]), a request is recorded ([`pressed`]): searches and
//! builds stop within a slice, waiting for input ends ([`wait_for_input`]), what is finished is printed, what is not
//! says `limit`, and files that are half written are dropped. If nothing listens, at the second request, or if the
//! command has not ended after a while (as when nobody takes its output), the thread removes temporary files and ends the process.

use crate::outcome::Outcome;
use std::{
    sync::{
        Once,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

/// How many parts of the command listen.
static LISTENING: AtomicUsize = AtomicUsize::new(0);
static PRESSED: AtomicBool = AtomicBool::new(false);
/// Was a search stopped by a request?
static STOPPED: AtomicBool = AtomicBool::new(false);
/// Has the reader of the output gone away?
static READER_LEFT: AtomicBool = AtomicBool::new(false);

/// How long a command that listens may take to end: longer than any slice of work or any file part takes.
const GRACE: Duration = Duration::from_secs(5);

/// While this lives, requests are recorded and do not end the command.
pub(crate) struct Listening(());

/// Records requests from now on.
pub(crate) fn listen() -> Listening {
    install();
    LISTENING.fetch_add(1, Ordering::SeqCst);
    Listening(())
}

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENING.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Was the command asked to end? Then it finishes what it is printing and ends.
pub(crate) fn pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}

/// Was the command asked to end? For searches, which are cut short by it.
pub(crate) fn stops_search() -> bool {
    let pressed = pressed();
    if pressed {
        STOPPED.store(true, Ordering::Relaxed);
    }
    pressed
}

/// Asks the command to end, as where its output cannot be written.
pub(crate) fn press() {
    PRESSED.store(true, Ordering::SeqCst);
    system::wake_readers();
}

/// The outcome of a command after what was asked of it meanwhile.
pub(crate) fn outcome(outcome: Outcome) -> Outcome {
    if !pressed() || READER_LEFT.load(Ordering::Relaxed) {
        outcome
    } else if STOPPED.load(Ordering::Relaxed) {
        outcome.max(Outcome::Partial)
    } else {
        Outcome::Interrupted
    }
}

/// Installs the handlers, once.
pub(crate) fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(system::install);
}

pub(crate) use system::{end_with_reader, raise_again, wait_for_input};

#[cfg(unix)]
mod system {
    use super::{GRACE, LISTENING, PRESSED, READER_LEFT, press};
    use crate::atomic_file;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use std::{
        fs, io,
        os::fd::AsFd,
        process,
        sync::{
            Arc, Mutex, OnceLock, PoisonError,
            atomic::{AtomicBool, AtomicUsize, Ordering},
        },
        thread,
        time::Duration,
    };

    /// The signal that asked the command to end, or 0.
    static SIGNAL: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

    /// A pipe whose end closes when the command is asked to end, which wakes all that wait for input.
    static WAKE: OnceLock<(io::PipeReader, Mutex<Option<io::PipeWriter>>)> = OnceLock::new();

    /// The exit code that shells expect of a command that a signal ended, less the signal.
    const ENDED_BY_SIGNAL: i32 = 128;

    pub(super) fn install() {
        // why: where anything of this fails, signals end the command, as they do by default.
        let _ = try_install();
    }

    fn try_install() -> io::Result<()> {
        let (reader, writer) = io::pipe()?;
        let _ = WAKE.set((reader, Mutex::new(Some(writer))));
        let (signals, notes) = io::pipe()?;
        let asked = SIGNAL.get_or_init(Arc::default).clone();
        thread::Builder::new().name("signals".to_owned()).spawn(move || attend(&signals, &asked))?;
        for signal in [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal)) {
            let asked = SIGNAL.get_or_init(Arc::default).clone();
            signal_hook::flag::register_usize(signal, asked, signal as usize)?;
            signal_hook::low_level::pipe::register(signal, notes.try_clone()?)?;
        }
        // why: a file beyond `ulimit -f` is then an error of writing, like a full disk.
        signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
        Ok(())
    }

    /// Was the command told to ignore a signal, as by `nohup`? Then it stays so.
    fn is_ignored(signal: i32) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
            .is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    }

    /// Waits for signals.
    fn attend(mut signals: &io::PipeReader, asked: &AtomicUsize) {
        let mut note = [0];
        if io::Read::read_exact(&mut signals, &mut note).is_err() {
            return;
        }
        let signal = || asked.load(Ordering::SeqCst) as i32;
        let is_first = !PRESSED.load(Ordering::SeqCst);
        press();
        if is_first && LISTENING.load(Ordering::SeqCst) > 0 {
            is_ready(signals, PollFlags::IN, Some(GRACE));
        }
        atomic_file::remove_unfinished();
        raise_again();
        process::exit(ENDED_BY_SIGNAL + signal());
    }

    /// Waits until a descriptor is ready for this, or anything is wrong with it; for so long at most.
    fn is_ready(fd: &impl AsFd, wanted: PollFlags, patience: Option<Duration>) -> bool {
        let timeout = patience.and_then(|patience| Timespec::try_from(patience).ok());
        let mut fds = [PollFd::new(fd, wanted)];
        loop {
            match poll(&mut fds, timeout.as_ref()) {
                Err(rustix::io::Errno::INTR) => {}
                ready => return ready.is_ok_and(|count| count > 0),
            }
        }
    }

    pub(super) fn wake_readers() {
        if let Some((_, writer)) = WAKE.get() {
            writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        }
    }

    /// Waits until there is input; `false` if the command is asked to end before there is any.
    pub(crate) fn wait_for_input(source: &impl AsFd) -> bool {
        let Some((wake, _)) = WAKE.get() else { return true };
        let mut fds = [PollFd::new(source, PollFlags::IN), PollFd::new(wake, PollFlags::IN)];
        loop {
            match poll(&mut fds, None) {
                Err(rustix::io::Errno::INTR) => {}
                // why: what cannot be waited for is read at once.
                Err(_) => return true,
                Ok(_) => return fds[1].revents().is_empty(),
            }
        }
    }

    /// From now on the command is asked to end when the reader of its output goes away, even before the next write.
    pub(crate) fn end_with_reader() {
        super::install();
        // why: without the thread, the next write finds out.
        let _ = thread::Builder::new().name("reader".to_owned()).spawn(|| {
            let out = io::stdout();
            if is_ready(&out, PollFlags::empty(), None) {
                READER_LEFT.store(true, Ordering::SeqCst);
                press();
            }
        });
    }

    /// Ends the process by the signal that asked it to, unless that was Ctrl-C, so that its parent sees why it ended.
    pub(crate) fn raise_again() {
        let signal = SIGNAL.get().map_or(0, |asked| asked.load(Ordering::SeqCst) as i32);
        if signal != 0 && signal != SIGINT {
            // why: if even that fails, the exit code has to do.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    }
}

#[cfg(not(unix))]
mod system {
    use super::{LISTENING, PRESSED, press};
    use crate::atomic_file;
    use std::{process, sync::atomic::Ordering};

    /// The exit code that shells expect of a command that Ctrl-C ended.
    const ENDED_BY_INTERRUPT: i32 = 130;

    pub(super) fn install() {
        // why: where no handler can be installed, Ctrl-C ends the command, as it does by default.
        let _ = ctrlc::set_handler(|| {
            let is_first = !PRESSED.load(Ordering::SeqCst);
            press();
            if !is_first || LISTENING.load(Ordering::SeqCst) == 0 {
                atomic_file::remove_unfinished();
                process::exit(ENDED_BY_INTERRUPT);
            }
        });
    }

    pub(super) fn wake_readers() {}

    pub(crate) fn wait_for_input<T>(_source: &T) -> bool {
        true
    }

    pub(crate) fn end_with_reader() {}

    pub(crate) fn raise_again() {}
}
