//! The command with arguments, input and limits of the system at random: whatever it is told, it ends with one of its exit
//! codes, without a panic, and leaves no temporary file behind.

use crate::{
    Target, fingerprint,
    hostile::{self, chance, word},
    mutate::pick,
    program::program,
};
use std::{
    ffi::OsString,
    fs,
    io::{Read, Write},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
};
use taquin::rng::Rng;

pub(crate) const TARGET: Target = Target { name: "command", run, seeds };

/// Everything is drawn from a generator that the bytes seed.
fn run(data: &[u8]) {
    let rng = &mut Rng::from_seed(fingerprint(data));
    let directory = tempfile::tempdir().expect("a temporary directory");
    let case = Case::draw(directory.path(), rng);
    let (code, stderr) = case.run(directory.path());
    let told = || format!("{code:?} of {case:?}: {stderr}");
    assert!(matches!(code, Some(0..=2 | 130)), "{}", told());
    assert!(!stderr.contains("panicked"), "{}", told());
    for folder in [directory.path(), &directory.path().join("cache")] {
        let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
        let left: Vec<OsString> = names.filter(|name| name.to_string_lossy().starts_with('.')).collect();
        assert!(left.is_empty(), "{left:?} was left behind: {}", told());
    }
}

fn seeds() -> Vec<Vec<u8>> {
    (0..250_u64).map(|seed| seed.to_le_bytes().to_vec()).collect()
}

/// Where the output of the command goes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Output {
    Read,
    /// To somebody who leaves after some bytes.
    Left,
    /// To a full disk.
    Full,
    Closed,
}

/// One call of the command.
#[derive(Debug)]
struct Case {
    args: Vec<OsString>,
    input: Vec<u8>,
    output: Output,
    /// What `ulimit` is told before.
    limits: Vec<String>,
    /// As a user with few rights, for whom the number of processes is limited.
    is_nobody: bool,
}

impl Case {
    fn draw(directory: &Path, rng: &mut Rng) -> Self {
        let mut draft = Draft { directory, rng, args: Vec::new(), files: 0 };
        draft.command();
        let args = std::mem::take(&mut draft.args);
        let input = match rng.below(4) {
            0 => Vec::new(),
            1 => hostile::puzzles(rng),
            _ => hostile::boards(rng),
        };
        let output = [Output::Read, Output::Read, Output::Read, Output::Left, Output::Full, Output::Closed];
        let (mut limits, mut is_nobody) = (Vec::new(), false);
        if chance(30, rng) {
            match rng.below(4) {
                0 => limits.push(format!("-v {}", 60_000 + rng.below(1_000_000))),
                1 => limits.push(format!("-f {}", rng.below(200))),
                2 => limits.push(format!("-n {}", 8 + rng.below(30))),
                _ => {
                    is_nobody = may_become_nobody();
                    limits.push(format!("-u {}", 1 + rng.below(8)));
                }
            }
        }
        Self { args, input, output: *pick(&output, rng), limits, is_nobody }
    }

    fn run(&self, directory: &Path) -> (Option<i32>, String) {
        let mut child = self.start(directory);
        let (mut stdin, stdout) = (child.stdin.take().expect("it is piped"), child.stdout.take());
        thread::scope(|scope| {
            // The command may end before it has read everything.
            scope.spawn(move || drop(stdin.write_all(&self.input)));
            let output = self.output;
            scope.spawn(move || {
                let Some(mut stdout) = stdout else { return };
                let most = if output == Output::Left { 10 } else { u64::MAX };
                drop(std::io::copy(&mut stdout.by_ref().take(most), &mut std::io::sink()));
            });
            let output = child.wait_with_output().expect("the command can be waited for");
            (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
        })
    }

    #[cfg(unix)]
    fn start(&self, directory: &Path) -> Child {
        let mut shell = Command::new(if self.is_nobody { "setpriv" } else { "sh" });
        if self.is_nobody {
            shell.args(["--reuid=65534", "--regid=65534", "--clear-groups", "sh"]);
            open_to_all(directory);
        }
        let mut script: String = self.limits.iter().map(|limit| format!("ulimit {limit}; ")).collect();
        script += match self.output {
            Output::Full => r#"exec "$0" "$@" > /dev/full"#,
            Output::Closed => r#"exec "$0" "$@" >&-"#,
            Output::Read | Output::Left => r#"exec "$0" "$@""#,
        };
        shell.arg("-c").arg(script).arg(program());
        self.spawn(&mut shell, directory)
    }

    #[cfg(not(unix))]
    fn start(&self, directory: &Path) -> Child {
        self.spawn(&mut Command::new(program()), directory)
    }

    fn spawn(&self, command: &mut Command, directory: &Path) -> Child {
        command.args(&self.args).current_dir(directory).env("TAQUIN_CACHE", directory.join("cache"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap_or_else(|error| panic!("{} cannot be started: {error}", program().display()))
    }
}

/// Are we the superuser, whom no limit of processes binds, and can the command be run as somebody else?
fn may_become_nobody() -> bool {
    let mut test = Command::new("setpriv");
    test.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(program()).arg("--version");
    test.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

#[cfg(unix)]
fn open_to_all(directory: &Path) {
    use std::os::unix::fs::PermissionsExt;
    drop(fs::set_permissions(directory, fs::Permissions::from_mode(0o777)));
}

/// Arguments under way.
struct Draft<'a> {
    directory: &'a Path,
    rng: &'a mut Rng,
    args: Vec<OsString>,
    files: usize,
}

/// Numbers that are too small, too large, or none.
const WRONG: [&str; 9] = ["-1", "", "x", "nan", "inf", "1e3", "99999999999999999999999", "0x10", "١"];

const ALGORITHMS: [&str; 14] = [
    "bfs",
    "astar",
    "weighted-astar",
    "dynamic-astar",
    "alpha-star",
    "greedy-best-first",
    "ida-star",
    "greedy",
    "divide-and-conquer",
    "strategic",
    "optimal",
    "anytime",
    "auto",
    "a-star",
];

const HEURISTICS: [&str; 6] = ["manhattan", "linear-conflict", "walking-distance", "maximum", "pattern-db", "none"];

impl Draft<'_> {
    fn push(&mut self, words: &[&str]) {
        self.args.extend(words.iter().map(OsString::from));
    }

    fn chance(&mut self, percent: u64) -> bool {
        chance(percent, self.rng)
    }

    /// An option, so often of a hundred times, with one of these values; now and then with a wrong one.
    fn option(&mut self, percent: u64, name: &str, values: &[&str]) {
        if self.chance(percent) {
            let values = if self.chance(4) { &WRONG } else { values };
            let value = word(values, self.rng);
            self.push(&[&format!("{name}={value}")]);
        }
    }

    fn flag(&mut self, percent: u64, name: &str) {
        if self.chance(percent) {
            self.push(&[name]);
        }
    }

    /// A file of these bytes, by its name.
    fn file(&mut self, bytes: &[u8]) -> String {
        self.files += 1;
        let name = format!("file-{}", self.files);
        fs::write(self.directory.join(&name), bytes).expect("the directory is ours");
        name
    }

    /// Sources of boards: files, texts, standard input.
    fn boards(&mut self) {
        for _ in 0..self.rng.below(3) {
            let source = self.board();
            self.push(&[&source]);
        }
    }

    /// One source of boards.
    fn board(&mut self) -> String {
        let shape = hostile::shape(self.rng);
        match self.rng.below(6) {
            0 => "-".to_owned(),
            1 => {
                let text = hostile::boards(self.rng);
                self.file(&text)
            }
            2 => self.odd_path(),
            _ => {
                let board = hostile::board(shape, self.rng);
                // why: there is a limit to the length of an argument.
                if board.len() < 100_000 { board } else { self.file(board.as_bytes()) }
            }
        }
    }

    fn odd_path(&mut self) -> String {
        word(&["/dev/null", "/proc/self/mem", "cache", ".", "missing", "x\u{1b}[31m", "/dev/stdin"], self.rng)
            .to_owned()
    }

    fn goal(&mut self, percent: u64) {
        if self.chance(percent) {
            let goal = self.board();
            self.push(&["--goal", &goal]);
        }
    }

    fn limits(&mut self) {
        // why always: without it a search may take for ever, which is its right.
        let time = word(&["0", "0.001", "0.02", "0.05", "0.1", "1e-9"], self.rng);
        self.push(&["--time-limit", time]);
        self.option(60, "--memory-limit", &["1", "2", "8", "16", "64", "1024", "17592186044415"]);
    }

    fn threads(&mut self) {
        self.option(60, "--threads", &["1", "2", "3", "7", "33", "256", "257", "20000", "65535", "0"]);
    }

    fn tuning(&mut self) {
        self.option(40, "--heuristic", &HEURISTICS);
        self.option(15, "--epsilon", &["0", "1", "1.5", "5", "1000000", "-1"]);
        self.option(15, "--anticipated", &["0", "1", "4294967295"]);
        self.option(15, "--lambda", &["-1", "0", "0.5", "-2"]);
        self.option(15, "--big-lambda", &["0", "1", "99999", "-1"]);
        self.flag(50, "--force");
    }

    fn seed(&mut self) {
        self.option(90, "--seed", &["0", "1", "18446744073709551615"]);
    }

    fn command(&mut self) {
        match self.rng.below(20) {
            0..=5 => self.solve(),
            6..=7 => self.check(),
            8 => self.apply(),
            9..=10 => self.scramble(),
            11 => self.compare(),
            12..=13 => self.render(),
            14..=17 => self.blocks(),
            18 => self.tables(),
            _ => self.others(),
        }
    }

    fn solve(&mut self) {
        self.push(&["solve"]);
        self.option(80, "--algorithm", &ALGORITHMS);
        self.option(25, "--metric", &["stm", "mtm"]);
        self.tuning();
        self.limits();
        self.threads();
        self.goal(20);
        for flag in ["--json", "--quiet", "--show", "--explain"] {
            self.flag(25, flag);
        }
        self.boards();
    }

    fn check(&mut self) {
        self.push(&["check"]);
        self.goal(30);
        self.flag(50, "--json");
        self.boards();
    }

    fn apply(&mut self) {
        let board = self.board();
        self.push(&["apply", &board]);
        for _ in 0..1 + self.rng.below(3) {
            let moves = hostile::moves(self.rng);
            self.push(&[&moves]);
        }
    }

    fn size(&mut self, percent: u64) {
        self.option(
            percent,
            "--size",
            &["1x1", "1x7", "2x2", "2x5", "3x3", "4x4", "5x5", "9x4", "256x256", "257x1", "0x3"],
        );
    }

    fn scramble(&mut self) {
        self.push(&["scramble"]);
        self.size(80);
        self.option(50, "--count", &["0", "1", "2", "50"]);
        self.seed();
        self.option(25, "--moves", &["0", "1", "7", "10000"]);
        self.option(25, "--displaced", &["0", "50", "100", "101"]);
        self.option(25, "--distance", &["0", "1", "6", "12", "18", "1000000", "18446744073709551615"]);
        self.goal(25);
        self.flag(50, "--quiet");
    }

    fn compare(&mut self) {
        let board = self.board();
        self.push(&["compare", &board]);
        self.option(60, "--algorithms", &["bfs,astar", "greedy", "auto,optimal,ida-star", "anytime", "bfs,", ",", "x"]);
        self.tuning();
        self.limits();
        self.goal(20);
        self.flag(50, "--json");
    }

    fn looks(&mut self) {
        let file = word(&["x.svg", "x.png", "x.gif", "x.SVG", "x", "x.bmp", "no/x.png", "/dev/full", "."], self.rng);
        self.push(&["--output", file]);
        self.option(50, "--size", &["1", "20", "100", "480", "0", "1000", "999999"]);
        self.option(20, "--theme", &["light", "dark", "x"]);
        self.option(20, "--speed", &["0", "0.1", "4", "50", "51"]);
        self.option(20, "--positions", &["0", "1", "2", "12", "100000"]);
        self.flag(20, "--animate");
    }

    fn render(&mut self) {
        let board = self.board();
        self.push(&["render", &board]);
        self.looks();
        if self.chance(60) {
            let picture = hostile::picture(self.rng);
            let name = self.file(&picture);
            self.push(&["--picture", &name]);
        }
        if self.chance(30) {
            let moves = hostile::moves(self.rng);
            self.push(&[&format!("--moves={moves}")]);
        }
        self.goal(20);
        self.flag(30, "--numbers");
    }

    /// A source of block puzzles.
    fn puzzle(&mut self) -> String {
        match self.rng.below(6) {
            0 => "-".to_owned(),
            1 => self.odd_path(),
            2 => word(&["Royal Escape", "classics", "1A9BF0C", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"], self.rng)
                .to_owned(),
            _ => {
                let text = hostile::puzzles(self.rng);
                self.file(&text)
            }
        }
    }

    fn blocks(&mut self) {
        let command = word(&["solve", "solve", "solve", "show", "render", "generate", "list"], self.rng);
        self.push(&["blocks", command]);
        match command {
            "solve" | "show" => {
                for _ in 0..self.rng.below(3) {
                    let puzzle = self.puzzle();
                    self.push(&[&puzzle]);
                }
                self.option(10, "--start", &["A.", "file-1", "-"]);
                self.option(10, "--goal", &[".A", "file-1", "-"]);
            }
            "render" => {
                let puzzle = self.puzzle();
                self.push(&[&puzzle]);
                self.looks();
                self.flag(50, "--solution");
            }
            "generate" => {
                self.size(80);
                self.option(60, "--shapes", &["2x2", "2x1*4,1x1", "##/#.,1x1*2", "#", "*", "9x9", "1x1*99999999"]);
                self.option(60, "--board", &[" . /...", ".", "", " ", "file-1"]);
                self.option(80, "--difficulty", &["0", "1", "5", "4294967295"]);
                let attempts = word(&["0", "1", "3"], self.rng);
                self.push(&["--attempts", attempts]);
                self.option(90, "--position-limit", &["0", "10", "3000"]);
                self.seed();
            }
            _ => self.option(50, "--json", &[""]),
        }
        if matches!(command, "solve" | "render") {
            self.limits();
        }
        if matches!(command, "solve" | "render" | "generate") {
            self.option(60, "--metric", &["moves", "slides", "steps"]);
        }
        if command == "solve" {
            self.threads();
            ["--json", "--quiet", "--steps"].into_iter().for_each(|flag| self.flag(25, flag));
        }
    }

    fn tables(&mut self) {
        let command = word(&["build", "build", "list", "verify", "remove"], self.rng);
        if self.chance(50) {
            let cache = self.directory.join("cache");
            fs::create_dir_all(&cache).expect("the directory is ours");
            fs::write(cache.join("3x3-blank8-tilesff.taquin"), hostile::puzzles(self.rng))
                .expect("the directory is ours");
        }
        self.push(&["db", command]);
        if command == "build" {
            self.option(90, "--size", &["1x1", "1x2", "2x2", "2x5", "3x3", "3x4", "6x5", "256x256"]);
            let level = word(&["small", "small", "small", "tiny"], self.rng);
            self.push(&["--level", level]);
            self.threads();
        }
    }

    fn others(&mut self) {
        let args = *pick(
            &[
                &["completions", "bash"][..],
                &["licenses"],
                &["help", "solve"],
                &["--version"],
                &[],
                &["play"],
                &["serve", "--port", "99999"],
                &["bench", "korf100", "--count", "0"],
                &["blocks", "play", "x"],
                &["--", "--"],
                &["solve", "--", "--json"],
            ],
            self.rng,
        );
        self.push(args);
    }
}
