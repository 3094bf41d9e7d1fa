//! The packs of puzzles that come with the engine.

use super::{Puzzle, read_pack};
use std::sync::LazyLock;

/// A named pack of puzzles.
#[derive(Debug)]
pub struct Pack {
    /// Its name, as in `rushhour`.
    pub name: &'static str,
    /// Its puzzles.
    pub puzzles: Vec<Puzzle>,
}

macro_rules! packs {
    ($($name:literal),*) => { [$(($name, include_str!(concat!("../../data/blocks/", $name, ".txt")))),*] };
}

static PACKS: LazyLock<Vec<Pack>> = LazyLock::new(|| {
    // why `flatten`: a test reads every puzzle; should one be damaged all the same, it is left out.
    let read = |(name, text): (&'static str, &str)| Pack { name, puzzles: read_pack(text).flatten().collect() };
    packs!["classics", "gates", "huarongdao", "layton", "originals", "rushhour", "study"]
        .map(read)
        .into_iter()
        .collect()
});

/// All packs.
pub fn packs() -> &'static [Pack] {
    &PACKS
}

/// The puzzle with this name, and its pack. Case does not matter. One of several names with ` / ` between them is enough, and
/// so is the pack's name, `/` and the puzzle's name or number.
///
/// ```
/// # use taquin::blocks::catalogue;
/// let name = |wanted: &str| catalogue::find(wanted).and_then(|(_, puzzle)| puzzle.info().name.as_deref());
/// assert_eq!(name("the time machine"), Some("The Time Machine"));
/// assert_eq!(name("Klotski"), name("L'Ane Rouge"));
/// assert_eq!(name("huarongdao/8"), Some("8 In the Peach Garden / 桃花园中"));
/// ```
pub fn find(name: &str) -> Option<(&'static Pack, &'static Puzzle)> {
    let wanted = name.trim().to_lowercase();
    let puzzles = || packs().iter().flat_map(|pack| pack.puzzles.iter().map(move |puzzle| (pack, puzzle)));
    let name = |puzzle: &Puzzle| puzzle.info().name.as_deref().unwrap_or_default().to_lowercase();
    // A whole name takes precedence over a part of another.
    let whole = puzzles().find(|(_, puzzle)| name(puzzle) == wanted);
    whole.or_else(|| puzzles().find(|(pack, puzzle)| is_called(&name(puzzle), pack.name, &wanted)))
}

fn is_called(name: &str, pack: &str, wanted: &str) -> bool {
    let number = name.split_once(' ').map(|(number, _)| number).filter(|number| number.parse::<u32>().is_ok());
    let within = wanted.strip_prefix(pack).and_then(|rest| rest.strip_prefix('/'));
    within.is_some_and(|rest| rest == name || Some(rest) == number) || name.split(" / ").any(|part| part == wanted)
}
