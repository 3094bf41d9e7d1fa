//! Puzzles by name, from files, from standard input and from codes.

use anyhow::{Context, Result, anyhow};
use std::{fs, io, path::Path};
use taquin::blocks::{Puzzle, catalogue, read_pack};

/// The puzzles that an argument stands for: `-` is standard input, then come existing files, names of packs and puzzles
/// of the catalogue, and codes.
pub(super) fn puzzles(argument: &str) -> Result<Vec<Puzzle>> {
    if argument == "-" {
        let text = io::read_to_string(io::stdin()).context("standard input")?;
        return read_pack(&text).context("standard input");
    }
    if Path::new(argument).is_file() {
        let text = fs::read_to_string(argument).with_context(|| argument.to_owned())?;
        return read_pack(&text).with_context(|| argument.to_owned());
    }
    if let Some(pack) = catalogue::packs().iter().find(|pack| pack.name == argument) {
        return Ok(pack.puzzles.clone());
    }
    if let Some((_, puzzle)) = catalogue::find(argument) {
        return Ok(vec![puzzle.clone()]);
    }
    let is_code = !argument.trim().contains(char::is_whitespace);
    match argument.parse::<Puzzle>() {
        Ok(puzzle) => Ok(vec![puzzle]),
        Err(error) if argument.contains('\n') => Err(error.into()),
        Err(error) if is_code && (argument.len() == 36 || argument.chars().all(|c| c.is_ascii_hexdigit())) => {
            Err(error).with_context(|| argument.to_owned())
        }
        Err(_) => Err(unknown(argument)),
    }
}

/// The one puzzle of an argument.
pub(super) fn puzzle(argument: &str) -> Result<Puzzle> {
    let mut puzzles = puzzles(argument)?;
    match (puzzles.pop(), puzzles.len()) {
        (Some(puzzle), 0) => Ok(puzzle),
        (None, _) => Err(anyhow!("{argument:?}: there is no puzzle in it")),
        (_, others) => Err(anyhow!("{argument:?}: there are {} puzzles in it, but only one is wanted", others + 1)),
    }
}

fn unknown(argument: &str) -> anyhow::Error {
    let wanted = argument.to_lowercase();
    let names =
        catalogue::packs().iter().flat_map(|pack| &pack.puzzles).filter_map(|puzzle| puzzle.info().name.as_deref());
    let near: Vec<&str> = names.filter(|name| !wanted.is_empty() && name.to_lowercase().contains(&wanted)).collect();
    let hint = match near.as_slice() {
        [] => "`taquin blocks list` lists all names".to_owned(),
        near => format!(
            "did you mean {}?",
            near.iter().take(5).map(|name| format!("{name:?}")).collect::<Vec<_>>().join(" or ")
        ),
    };
    anyhow!("{argument:?} is neither a file nor a puzzle of the catalogue; {hint}")
}
