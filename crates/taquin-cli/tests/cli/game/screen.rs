//! The program in a pseudo-terminal, and its screen.

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use std::{
    io::{Read, Write},
    num::NonZero,
    process::Command,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};
use vt100::{Color, MouseProtocolMode, Parser};

/// Long enough for a busy machine; nothing takes that long by itself.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Screen {
    parser: Arc<Mutex<Parser>>,
    master: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    reader: Option<thread::JoinHandle<()>>,
    /// The terminal's modes before the program began.
    modes: String,
}

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

/// The modes of a terminal, where the system has such, in words.
fn modes(terminal: &dyn MasterPty) -> String {
    format!("{:?}", terminal.get_termios())
}

fn side(length: u16) -> NonZero<u16> {
    NonZero::new(length).unwrap()
}

impl Screen {
    pub(crate) fn open(program: &str, args: &[&str], rows: u16, cols: u16, variables: &[(&str, &str)]) -> Self {
        let pair = native_pty_system().openpty(size(rows, cols)).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(args);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        variables.iter().for_each(|(name, value)| command.env(name, value));
        let modes = modes(&*pair.master);
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let parser = Arc::new(Mutex::new(Parser::new(side(rows), side(cols), 0)));
        let mut output = pair.master.try_clone_reader().unwrap();
        let screen = parser.clone();
        let reader = thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                screen.lock().unwrap().process(&buffer[..count]);
            }
        });
        let keyboard = pair.master.take_writer().unwrap();
        Self { parser, master: pair.master, keyboard, child, reader: Some(reader), modes }
    }

    pub(crate) fn text(&self) -> String {
        self.parser.lock().unwrap().screen().contents()
    }

    /// The part of the screen where the board is, while the panel is beside it.
    pub(crate) fn board(&self) -> String {
        let parser = self.parser.lock().unwrap();
        let rows = parser.screen().rows(0, 48);
        rows.map(|row| row.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    }

    #[track_caller]
    pub(crate) fn wait_until(&mut self, what: &str, is_so: impl Fn(&str) -> bool) {
        let began = Instant::now();
        while !is_so(&self.text()) {
            assert!(began.elapsed() < PATIENCE, "waited in vain until {what}; the screen:\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[track_caller]
    pub(crate) fn wait_for(&mut self, text: &str) {
        self.wait_until(&format!("{text:?} is shown"), |screen| screen.contains(text));
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
        // why: an escape that is followed at once by another key would be read as one key.
        thread::sleep(Duration::from_millis(if keys == "\x1b" { 60 } else { 2 }));
    }

    /// Goes down a list until this item is chosen.
    #[track_caller]
    pub(crate) fn choose(&mut self, item: &str) {
        for _ in 0..50 {
            self.wait_until("something is chosen", |text| text.contains('›'));
            if self.text().contains(&format!("› {item}")) {
                return;
            }
            let before = self.text();
            self.press("\x1b[B");
            self.wait_until("the choice moves", |text| text != before);
        }
        panic!("{item:?} is not in the list:\n{}", self.text());
    }

    /// Clicks where the board shows this label.
    #[track_caller]
    pub(crate) fn click_label(&mut self, label: &str) {
        let board = self.board();
        let found = board.lines().enumerate().find_map(|(row, line)| {
            let words = line.char_indices().filter(|&(at, _)| {
                let (before, rest) = line.split_at(at);
                rest.starts_with(label)
                    && !before.ends_with(char::is_alphanumeric)
                    && !rest[label.len()..].starts_with(char::is_alphanumeric)
            });
            words.map(|(at, _)| (line[..at].chars().count(), row)).next()
        });
        let (col, row) = found.unwrap_or_else(|| panic!("{label:?} is not on the board:\n{board}"));
        self.press(&format!("\x1b[<0;{0};{1}M\x1b[<0;{0};{1}m", col + 1, row + 1));
    }

    pub(crate) fn resize(&mut self, rows: u16, cols: u16) {
        self.parser.lock().unwrap().screen_mut().set_size(side(rows), side(cols));
        self.master.resize(size(rows, cols)).unwrap();
    }

    pub(crate) fn has_colours(&self) -> bool {
        let parser = self.parser.lock().unwrap();
        let (rows, cols) = parser.screen().size();
        let mut cells = (0..rows.get()).flat_map(|row| (0..cols.get()).map(move |col| (row, col)));
        cells.any(|(row, col)| {
            let cell = parser.screen().cell(row, col);
            cell.is_some_and(|cell| cell.fgcolor() != Color::Default || cell.bgcolor() != Color::Default)
        })
    }

    /// Sends it a signal, such as `INT`.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
    }

    /// Sends a signal to the job that has the terminal, such as a program that a shell runs.
    #[cfg(unix)]
    pub(crate) fn signal_job(&self, name: &str) {
        let group = self.master.process_group_leader().unwrap();
        assert!(Command::new("kill").args(["-s", name, "--", &format!("-{group}")]).status().unwrap().success());
    }

    /// As [`Self::end`], by its exit code.
    #[track_caller]
    pub(crate) fn exit_code(&mut self) -> u32 {
        self.end().exit_code()
    }

    /// Waits for the program to end; all that it wrote is on the screen then.
    #[track_caller]
    pub(crate) fn end(&mut self) -> ExitStatus {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                self.reader.take().into_iter().for_each(|reader| reader.join().unwrap());
                return status;
            }
            assert!(began.elapsed() < PATIENCE, "it does not end; the screen:\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The terminal is as it was before: the usual screen, the cursor visible, the mouse free, the modes (line by line,
    /// with echo) as they were.
    #[track_caller]
    pub(crate) fn assert_restored(&self) {
        let parser = self.parser.lock().unwrap();
        assert!(!parser.screen().alternate_screen(), "still on the other screen");
        assert!(!parser.screen().hide_cursor(), "the cursor is hidden");
        assert_eq!(parser.screen().mouse_protocol_mode(), MouseProtocolMode::None);
        assert_eq!(modes(&*self.master), self.modes);
    }
}

/// Runs a program in a pseudo-terminal, closes that as soon as something is drawn, and tells how the program ended, if it did.
pub(crate) fn end_after_close(program: &str, args: &[&str]) -> Option<ExitStatus> {
    let pair = native_pty_system().openpty(size(24, 80)).unwrap();
    let mut command = CommandBuilder::new(program);
    command.args(args);
    let mut child = pair.slave.spawn_command(command).unwrap();
    let mut output = pair.master.try_clone_reader().unwrap();
    assert!(output.read(&mut [0; 64]).unwrap() > 0);
    drop((output, pair));
    let began = Instant::now();
    while began.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    None
}

impl Drop for Screen {
    fn drop(&mut self) {
        // why: a test that failed must not leave a game behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
