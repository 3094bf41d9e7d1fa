//! The public API of the engine as a text file, so that a change of it is seen in a review.
//!
//! The listing is taken from the pages that rustdoc writes: each item's declaration, and the signatures of its methods and
//! of the traits that it implements. That works on every stable toolchain; rustdoc's JSON is for nightly ones.

use crate::{
    rust,
    tool::{root, target_directory},
};
use anyhow::{Context, Result, bail};
use std::{collections::BTreeSet, fs, path::Path};

/// The listing, in the repository.
const FILE: &str = "crates/taquin/api.txt";
/// Kinds of pages, as their names begin.
const KINDS: [&str; 9] = ["attr", "constant", "enum", "fn", "macro", "static", "struct", "trait", "type"];

/// The listing must be as the documentation says.
pub(crate) fn check() -> Result<()> {
    let (written, found) = (fs::read_to_string(root().join(FILE)).unwrap_or_default(), listing()?);
    if written != found {
        let (old, new): (BTreeSet<&str>, BTreeSet<&str>) = (written.lines().collect(), found.lines().collect());
        let gone = old.difference(&new).map(|line| format!("- {line}\n"));
        let come = new.difference(&old).map(|line| format!("+ {line}\n"));
        let changes: String = gone.chain(come).collect();
        bail!(
            "the public API of the engine changed; if that is meant, `cargo xtask api` writes it to {FILE}\n{changes}"
        );
    }
    println!("{} lines of public API, as in {FILE}", found.lines().count());
    Ok(())
}

/// Writes the listing anew.
pub(crate) fn write() -> Result<()> {
    rust::docs()?;
    fs::write(root().join(FILE), listing()?).with_context(|| format!("cannot write {FILE}"))
}

fn listing() -> Result<String> {
    let documentation = target_directory()?.join("doc/taquin");
    let mut lines = Vec::new();
    collect(&documentation, "taquin", &mut lines)?;
    lines.sort();
    lines.dedup();
    Ok(lines.into_iter().map(|line| line + "\n").collect())
}

/// The items of a module and of those inside it.
fn collect(directory: &Path, module: &str, lines: &mut Vec<String>) -> Result<()> {
    // why: pages of items that are no more stay behind, so only what the module's own page links to counts.
    let index = fs::read_to_string(directory.join("index.html"))
        .with_context(|| format!("there is no documentation in {}", directory.display()))?;
    let links: BTreeSet<&str> = index.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    for link in links {
        if let Some(inner) = link.strip_suffix("/index.html").filter(|inner| !inner.contains(['/', '.'])) {
            collect(&directory.join(inner), &format!("{module}::{inner}"), lines)?;
        } else if let Some((kind, name)) = link.strip_suffix(".html").and_then(|page| page.split_once('.'))
            && KINDS.contains(&kind)
            && !name.contains(['/', '.'])
        {
            let page = fs::read_to_string(directory.join(link)).with_context(|| format!("{link} cannot be read"))?;
            lines.extend(item(&page).map(|line| format!("{module}::{name}: {line}")));
        }
    }
    Ok(())
}

/// The declaration on an item's page, and what is below it: public functions and constants, implemented traits with their
/// types. Not the functions of these traits, which the traits declare, nor the traits that every type implements.
fn item(page: &str) -> impl Iterator<Item = String> + '_ {
    let own = page.split("id=\"synthetic-implementations\"").next().unwrap_or(page);
    let own = own.split("id=\"foreign-impls\"").next().unwrap_or(own);
    let declaration = between(own, "<pre class=\"rust item-decl\">", "</pre>");
    let below = between(own, " class=\"code-header\">", "</h").map(plain).filter(|line| {
        let is_trait = line.starts_with("impl") && line.contains(" for ") && !line.contains(" StructuralPartialEq ");
        is_trait || line.starts_with("pub ") || line.starts_with("type ")
    });
    declaration.map(plain).chain(below)
}

/// What stands between two marks, everywhere.
fn between<'a>(text: &'a str, begin: &'a str, end: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(begin).skip(1).filter_map(move |rest| rest.split(end).next())
}

/// HTML as text on one line.
fn plain(html: &str) -> String {
    let mut text = String::new();
    for part in html.split('<') {
        text.push_str(part.split_once('>').map_or(part, |(_, after)| after));
    }
    let text = text
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&#39;", "'")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_and_signatures_are_read() {
        let page = "<pre class=\"rust item-decl\"><code>pub struct <a href=\"x\">A</a>&lt;T&gt; {\n    pub b: T,\n}</code></pre>\
            <h3 class=\"code-header\">impl A</h3><h4 class=\"code-header\">pub fn <a>c</a>(&amp;self)</h4>\
            <h3 class=\"code-header\">impl Clone for A</h3><h4 class=\"code-header\">fn clone(&amp;self)</h4>\
            <h2 id=\"synthetic-implementations\"></h2><h3 class=\"code-header\">impl Send for A</h3>";
        assert_eq!(
            item(page).collect::<Vec<_>>(),
            ["pub struct A<T> { pub b: T, }", "pub fn c(&self)", "impl Clone for A"]
        );
    }
}
