//! `taquin` alone: a short help with examples that work when pasted.

use crate::{outcome::Outcome, output};
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use std::io::Write;

const EXAMPLES: [(&str, &str); 5] = [
    ("Play in the terminal", "taquin play"),
    ("Solve a board in the fewest moves", "taquin solve \"8 2 0/4 6 1/3 7 5\""),
    ("Make three random boards and solve them", "taquin scramble --size 3x3 --count 3 | taquin solve"),
    ("See whether a board can be solved at all", "taquin check \"1 2 3/4 5 6/8 7 0\""),
    ("Draw a solution", "taquin render \"1 2 3/0 4 5/7 8 6\" --moves L2U --output solution.gif"),
];

pub(crate) fn run() -> Result<Outcome> {
    let paint = output::paint();
    let (title, code) = (paint(Style::new().bold()), paint(AnsiColor::Green.on_default()));
    let mut out = std::io::stdout().lock();
    writeln!(out, "{title}Taquin{title:#}: play, solve and study sliding puzzles.\n")?;
    for (what, how) in EXAMPLES {
        writeln!(out, "{what}:\n    {code}{how}{code:#}")?;
    }
    writeln!(out, "\nA board is its rows split by /, the blank is 0. All commands: {code}taquin --help{code:#}")?;
    Ok(Outcome::Done)
}
