//! The step that follows the relative links of the documents.

use crate::tool::{markdown_files, root};
use anyhow::{Context, Result, bail};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

/// What a document offers and asks for.
#[derive(Default)]
struct Document {
    /// The anchors of its headings, as GitHub makes them.
    anchors: Vec<String>,
    /// Where its links and images lead.
    links: Vec<String>,
}

/// Follows every relative link in every Markdown file, to its heading where it names one.
pub(crate) fn check() -> Result<()> {
    let root = root();
    let documents: HashMap<PathBuf, Document> = markdown_files(&root)?
        .into_iter()
        .map(|file| {
            let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            Ok((file.canonicalize()?, read(&text)))
        })
        .collect::<Result<_>>()?;
    let links = documents.iter().flat_map(|(file, document)| document.links.iter().map(move |link| (file, link)));
    let mut broken: Vec<String> = links
        .clone()
        .filter_map(|(file, link)| {
            let reason = follow(file, link, &documents).err()?;
            Some(format!("{}: {link}: {reason}", file.strip_prefix(&root).unwrap_or(file).display()))
        })
        .collect();
    broken.sort();
    if !broken.is_empty() {
        bail!("broken links:\n  {}", broken.join("\n  "));
    }
    println!("{} links in {} documents", links.count(), documents.len());
    Ok(())
}

fn read(text: &str) -> Document {
    let mut document = Document::default();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                document.links.push(dest_url.into_string());
            }
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            Event::End(TagEnd::Heading(_)) => document.anchors.extend(heading.take().map(|heading| anchor(&heading))),
            Event::Html(html) | Event::InlineHtml(html) => document.links.extend(sources(&html)),
            _ => {}
        }
    }
    document
}

/// The anchor that GitHub gives a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// What the HTML in a document refers to.
fn sources(html: &str) -> impl Iterator<Item = String> + '_ {
    let values = |name: &'static str| html.split(name).skip(1).filter_map(|rest| rest.split('"').next());
    values("src=\"").chain(values("href=\"")).map(str::to_owned)
}

/// Does a link lead somewhere? Links to other hosts are left alone: a test must not depend on them.
fn follow(file: &Path, link: &str, documents: &HashMap<PathBuf, Document>) -> Result<(), String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return Ok(());
    }
    let (path, fragment) = link.split_once('#').map_or((link, None), |(path, fragment)| (path, Some(fragment)));
    let target = if path.is_empty() { file.to_path_buf() } else { file.with_file_name(path) };
    let target = target.canonicalize().map_err(|_| "there is no such file".to_owned())?;
    match (fragment, documents.get(&target)) {
        (Some(fragment), Some(document)) if document.anchors.iter().all(|anchor| anchor != fragment) => {
            Err(format!("there is no heading with the anchor #{fragment}"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_anchors_and_html_are_found_and_code_is_not() {
        let text = "# What *it* does: `x`!\n[a](b.md#c) `[no](no.md)` ![i](i.svg)\n\n<img src=\"p.png\">\n\n```\n[no](no)\n```\n";
        let document = read(text);
        assert_eq!(document.anchors, ["what-it-does-x"]);
        assert_eq!(document.links, ["b.md#c", "i.svg", "p.png"]);
    }

    #[test]
    fn missing_files_and_headings_are_told_apart() {
        let file = root().join("README.md").canonicalize().unwrap();
        let documents = HashMap::from([(file.clone(), read("# Here"))]);
        assert_eq!(follow(&file, "#here", &documents), Ok(()));
        assert_eq!(follow(&file, "https://example.org/missing", &documents), Ok(()));
        assert!(follow(&file, "#there", &documents).unwrap_err().contains("#there"));
        assert!(follow(&file, "no/such/file.md", &documents).unwrap_err().contains("no such file"));
    }
}
