//! Puzzles that come with the engine.

use super::{Puzzle, read_pack};
use std::sync::LazyLock;

/// A named pack of puzzles.
pub struct Pack {
    /// Its name, as in `s4`.
    pub name: &'static str,
    /// Its puzzles.
    pub puzzles: Vec<Puzzle>,
}

macro_rules! packs {
    ($($name:literal),*) => { [$(($name, include_str!(concat!("../../../../data/blocks/", $name, ".txt")))),*] };
}

static PACKS: LazyLock<Vec<Pack>> = LazyLock::new(|| {
    // why: the packs are part of the program, and a test reads them all; a damaged puzzle is left out, not a crash.
    let read = |(name, text): (&'static str, &str)| Pack { name, puzzles: read_pack(text).flatten().collect() };
    packs!["classics", "gates", "huarongdao", "originals", "rushhour", "s4"].map(read).into_iter().collect()
});

/// All packs.
pub fn packs() -> &'static [Pack] {
    &PACKS
}

/// The puzzle of this name (upper and lower case are the same), and the pack it is in.
///
/// ```
/// # use taquin::blocks::catalogue;
/// assert!(catalogue::find("the time machine").is_some_and(|(pack, _)| pack.name == "s4"));
/// ```
pub fn find(name: &str) -> Option<(&'static Pack, &'static Puzzle)> {
    let wanted = name.trim().to_lowercase();
    let is_wanted = |puzzle: &&Puzzle| puzzle.info().name.as_ref().is_some_and(|name| name.to_lowercase() == wanted);
    packs().iter().find_map(|pack| pack.puzzles.iter().find(is_wanted).map(|puzzle| (pack, puzzle)))
}
