//! Measures the reader on labelled pictures: a folder with a truth.tsv.

use anyhow::{Context, Result, ensure};
use std::{collections::HashMap, fmt::Write, fs, path::Path, time::Instant};
use taquin_vision::{Options, Picture, Reader, Reading};

/// A row of the table: values by column name.
type Row = HashMap<String, String>;

/// Pictures that cannot be read whole, and why.
const UNREADABLE: [(&str, &str); 1] = [(
    "pic_kirilllive_7.jpg",
    "four pieces and the gap are white, and a fifth piece is but for the tip of an ear: nothing tells which is the gap",
)];

/// Reads all pictures of a folder: what was right, picture by picture, then by kind and program.
///
/// # Errors
///
/// If the table or a picture cannot be read.
pub fn measure(folder: &Path, verbose: bool) -> Result<String> {
    let mut text = String::new();
    let table = fs::read_to_string(folder.join("truth.tsv")).context("reading truth.tsv")?;
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().context("truth.tsv is empty")?.split('\t').collect();
    let reader = Reader::new();
    let mut totals: HashMap<(String, String), (usize, usize)> = HashMap::new();
    for line in lines {
        let row: Row = names.iter().map(|name| (*name).to_owned()).zip(line.split('\t').map(str::to_owned)).collect();
        for goal in [false, true] {
            if goal && row["goal_file"].is_empty() {
                continue;
            }
            let picture = decode(&folder.join(&row["file"]))?;
            let goal_picture = if goal { Some(decode(&folder.join(&row["goal_file"]))?) } else { None };
            let begin = Instant::now();
            let reading = reader.read(&picture, &Options { goal_picture, ..Options::default() });
            let seconds = begin.elapsed().as_secs_f32();
            let right = is_right(&row, &reading);
            let kind = format!("{}{}", row["kind"], if goal { "+goal" } else { "" });
            let total = totals.entry((kind.clone(), row["app"].clone())).or_default();
            total.0 += usize::from(right);
            total.1 += 1;
            let mark = if right { "ok   " } else { "WRONG" };
            writeln!(
                text,
                "{mark} {seconds:.2}s {kind:14} {:32} {:?} {}x{} conf {:.2} doubtful {} {}",
                row["file"],
                reading.kind,
                reading.rows,
                reading.cols,
                reading.confidence,
                reading.doubtful.len(),
                reading.message.as_deref().unwrap_or("")
            )?;
            if let Some((_, reason)) = UNREADABLE.iter().find(|(file, _)| !right && row["file"] == *file) {
                writeln!(text, "      {reason}")?;
            }
            if verbose && !right {
                let read = reading.board.as_ref().or(reading.blocks.as_ref());
                writeln!(text, "      read  {}", read.map_or("", String::as_str))?;
                writeln!(text, "      truth {}{}", row["board"], row["blocks"])?;
            }
        }
    }
    let mut sorted: Vec<_> = totals.into_iter().collect();
    sorted.sort();
    ensure!(!sorted.is_empty(), "truth.tsv names no picture");
    for ((kind, app), (right, all)) in sorted {
        writeln!(text, "{kind:18} {app:44} {right}/{all}")?;
    }
    Ok(text)
}

fn decode(path: &Path) -> Result<Picture> {
    let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    Picture::decode(&bytes).with_context(|| format!("decoding {}", path.display()))
}

fn is_right(row: &Row, reading: &Reading) -> bool {
    if row["kind"] == "blocks" {
        return reading.blocks.as_ref().is_some_and(|blocks| same_blocks(blocks, &row["blocks"]));
    }
    let Some(board) = &reading.board else { return false };
    let twins: Vec<(usize, usize)> = row["ambiguous"]
        .split(';')
        .filter_map(|pair| pair.split_once('='))
        .filter_map(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)))
        .collect();
    same_board(board, &row["board"], &twins)
}

/// Whether two boards are the same but for tiles that look alike.
#[must_use]
pub fn same_board(read: &str, truth: &str, twins: &[(usize, usize)]) -> bool {
    let numbers = |text: &str| -> Vec<Vec<usize>> {
        text.split('/').map(|row| row.split(' ').filter_map(|n| n.parse().ok()).collect()).collect()
    };
    let (read, truth) = (numbers(read), numbers(truth));
    if read.iter().map(Vec::len).ne(truth.iter().map(Vec::len)) {
        return false;
    }
    read.iter()
        .flatten()
        .zip(truth.iter().flatten())
        .all(|(a, b)| a == b || twins.contains(&(*a, *b)) || twins.contains(&(*b, *a)))
}

/// Whether two text pictures have the same blocks, whatever their letters; marks of goals and gates count as empty.
#[must_use]
pub fn same_blocks(read: &str, truth: &str) -> bool {
    let plain = |c: char| if "-_.".contains(c) { '.' } else { c };
    let (read, truth): (Vec<char>, Vec<char>) = (read.chars().map(plain).collect(), truth.chars().map(plain).collect());
    if read.len() != truth.len() {
        return false;
    }
    let mut names: HashMap<char, char> = HashMap::new();
    let mut back: HashMap<char, char> = HashMap::new();
    read.iter().zip(&truth).all(|(&a, &b)| {
        if ".#/".contains(a) || ".#/".contains(b) {
            return a == b;
        }
        *names.entry(a).or_insert(b) == b && *back.entry(b).or_insert(a) == a
    })
}
