//! The commands that the documents show: run, so that the documents stay true, and drawn as the README's picture.
//!
//! An example is a line `$ taquin …`, or `$` and the name of one of the engine's examples, in a code block marked `console`,
//! followed by what it prints. Times differ from run to run and are not compared.

use crate::{
    picture,
    tool::{build, built, command, markdown_files, root, target_directory},
};
use anyhow::{Context, Result, bail};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use std::{env, fs, ops::Range, path::Path};

/// The picture in the README, and the board that it shows.
const PICTURE: &str = "docs/images/taquin.svg";
const PICTURED: &str = "4 7 0 15/3 8 1 10/2 13 5 14/6 9 11 12";

/// Runs every example; it must print what its document says.
pub(crate) fn check() -> Result<()> {
    build()?;
    let mut count = 0;
    for file in markdown_files(&root())? {
        let text = fs::read_to_string(&file)?;
        for block in blocks(&text) {
            let (written, printed) = (&text[block.clone()], again(&text[block])?);
            count += written.lines().filter(|line| line.starts_with("$ ")).count();
            if timeless(written) != timeless(&printed) {
                bail!(
                    "{} shows an example that is not true any more: `cargo xtask examples` writes it anew\n\
                     --- written ---\n{written}--- printed ---\n{printed}",
                    file.display()
                );
            }
        }
    }
    println!("{count} examples print what the documents say");
    Ok(())
}

/// Writes what every example prints into its document, and draws the picture.
pub(crate) fn write() -> Result<()> {
    build()?;
    for file in markdown_files(&root())? {
        let mut text = fs::read_to_string(&file)?;
        // why: from the end, so that the places of the blocks before stay right.
        for block in blocks(&text).into_iter().rev() {
            let printed = again(&text[block.clone()])?;
            text.replace_range(block, &printed);
        }
        renew(&file, &text)?;
    }
    renew(&root().join(PICTURE), &picture()?)
}

/// Writes a file, unless only times would change.
fn renew(file: &Path, text: &str) -> Result<()> {
    if !fs::read_to_string(file).is_ok_and(|old| timeless(&old) == timeless(text)) {
        fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
        println!("wrote {}", file.display());
    }
    Ok(())
}

/// The board that solves itself, with what the command really prints.
fn picture() -> Result<String> {
    let solve = format!("taquin solve \"{PICTURED}\"");
    let terminal = format!("$ {solve}\n{}", shell(&solve)?);
    let lines: Vec<&str> = terminal.trim_end().lines().collect();
    let moves = shell(&format!("taquin solve --quiet \"{PICTURED}\""))?;
    let file = target_directory()?.join("board.svg");
    let drawn = shell(&format!(
        "taquin render \"{PICTURED}\" --moves {} --animate --theme dark --size {} --output \"{}\"",
        moves.trim(),
        picture::BOARD,
        file.display()
    ))?;
    let board = fs::read_to_string(&file).with_context(|| format!("the board was not drawn: {drawn}"))?;
    picture::draw(&board, &lines)
}

/// Where the contents of the `console` blocks stand.
fn blocks(text: &str) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let mut inside = false;
    for (event, range) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => inside = &*language == "console",
            Event::Text(_) if inside => blocks.push(range),
            Event::End(TagEnd::CodeBlock) => inside = false,
            _ => {}
        }
    }
    blocks
}

/// A block with each of its commands run again.
fn again(block: &str) -> Result<String> {
    let lines: Vec<&str> = block.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
    lines.iter().map(|line| Ok(format!("$ {line}\n{}", shell(line)?))).collect()
}

/// What a line prints when `taquin` is the one just built.
fn shell(line: &str) -> Result<String> {
    let taquin = built("debug", "taquin")?;
    let programs = taquin.parent().unwrap_or(&taquin);
    // The engine's examples are programs too.
    let mut places = vec![programs.to_path_buf(), programs.join("examples")];
    places.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let mut shell = command("sh", &["-c", &format!("{{ {line}\n}} 2>&1")]);
    shell.env("PATH", env::join_paths(places)?).env("NO_COLOR", "1");
    // why: an example must not depend on tables that it finds (of several shortest solutions, larger tables find
    // another one first), nor leave any behind in the user's cache.
    let cache = target_directory()?.join("examples-cache");
    if cache.exists() {
        fs::remove_dir_all(&cache).with_context(|| format!("cannot empty {}", cache.display()))?;
    }
    shell.env("TAQUIN_CACHE", &cache);
    let output = shell.output().with_context(|| format!("cannot run `{line}`: a shell (sh) is needed"))?;
    String::from_utf8(output.stdout).with_context(|| format!("`{line}` prints no text"))
}

/// A text without what differs from run to run: times such as `0.123 s`, and `"seconds":0.123`.
fn timeless(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, from) = rest.split_at(at);
        let (number, after) = from.split_at(from.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(from.len()));
        let is_time = before.ends_with("\"seconds\":") || number.contains('.') && after.starts_with(" s");
        kept.push_str(before);
        kept.push_str(if is_time { "…" } else { number });
        rest = after;
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_times_are_left_out() {
        assert_eq!(timeless("3 states in 0.123 s, 5 s"), "3 states in … s, 5 s");
        assert_eq!(timeless("{\"stm\":3,\"seconds\":0.5}"), "{\"stm\":3,\"seconds\":…}");
        assert_eq!(timeless("1.5 moves"), "1.5 moves");
    }

    #[test]
    fn console_blocks_are_found_and_others_left_alone() {
        let text = "a\n```console\n$ taquin\nx\n```\n```sh\n$ no\n```\n";
        let found: Vec<_> = blocks(text).into_iter().map(|block| &text[block]).collect();
        assert_eq!(found, ["$ taquin\nx\n"]);
    }
}
