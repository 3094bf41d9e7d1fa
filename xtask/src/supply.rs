//! What others have written and Taquin is made of: where it comes from, on which terms, and that these are told.
//!
//! The checks are those of cargo-deny, without advisories: building that tool takes longer than all other steps together.

use crate::tool::{command, root, run};
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use spdx::{Expression, ParseMode};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

/// The document that names them all.
const DOCUMENT: &str = "THIRD-PARTY.md";

/// Licences on which code is taken, the one preferred first where there is a choice.
const LICENCES: [&str; 10] =
    ["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib", "BSL-1.0", "0BSD", "Unlicense", "Unicode-3.0"];

/// Packages that are there in two versions, and why that is so.
const TWICE: [(&str, &str); 9] = [
    ("bitflags", "portable-pty, for tests only, is behind"),
    ("cfg_aliases", "portable-pty, for tests only, is behind"),
    ("color_quant", "image and gif are behind"),
    ("miniz_oxide", "png and flate2 differ"),
    ("nix", "portable-pty, for tests only, is behind"),
    ("signal-hook", "crossterm is behind"),
    ("syn", "procedural macros move from 2 to 3"),
    ("thiserror", "portable-pty, for tests only, is behind"),
    ("thiserror-impl", "portable-pty, for tests only, is behind"),
];

/// Packages that are not to be used, and what to use.
const BANNED: [(&str, &str); 2] =
    [("openssl-sys", "nothing here speaks TLS"), ("tiny_http", "hyper: it ends at the first error of accept")];

/// Where all crates come from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// The programs that are given to users.
const SHIPPED: [&str; 5] =
    ["taquin-cli", "taquin-tiles-wasm", "taquin-blocks-wasm", "taquin-vision-wasm", "taquin-python"];

/// Packages of the browser app that end up in it, besides those that package.json names as dependencies: Svelte's runtime
/// and what that imports.
const BUNDLED: [&str; 3] = ["svelte", "clsx", "esm-env"];

/// Somebody else's work.
struct Part {
    name: String,
    version: String,
    licence: String,
    home: String,
    text: String,
}

/// Checks origins, licences, versions and the document.
pub(crate) fn check() -> Result<()> {
    let metadata = metadata()?;
    let packages = foreign(&metadata);
    for package in &packages {
        let (name, licence) = (field(package, "name"), field(package, "license"));
        ensure!(
            field(package, "source") == REGISTRY,
            "{name} comes from {}, not from crates.io",
            field(package, "source")
        );
        accepted(licence).with_context(|| format!("the licence of {name}, {licence:?}, is not accepted"))?;
        if let Some((_, instead)) = BANNED.iter().find(|(banned, _)| *banned == name) {
            bail!("{name} is not to be used: {instead}");
        }
    }
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in &packages {
        versions.entry(field(package, "name")).or_default().insert(field(package, "version"));
    }
    let twice: Vec<&str> = versions.iter().filter(|(_, versions)| versions.len() > 1).map(|(name, _)| *name).collect();
    if let Some(name) = twice.iter().find(|name| TWICE.iter().all(|(known, _)| known != *name)) {
        bail!(
            "{name} is there in the versions {:?}: unite them, or say in xtask/src/supply.rs why not",
            versions[*name]
        );
    }
    if let Some((name, _)) = TWICE.iter().find(|(name, _)| !twice.contains(name)) {
        bail!("{name} is there once only: strike it from the list in xtask/src/supply.rs");
    }
    let is_current =
        fs::read_to_string(root().join(DOCUMENT)).is_ok_and(|text| document(&metadata).is_ok_and(|new| new == text));
    ensure!(is_current, "{DOCUMENT} is not up to date: run `cargo xtask third-party`");
    println!("{} packages, all from crates.io and on accepted terms", packages.len());
    Ok(())
}

/// Writes the document.
pub(crate) fn write() -> Result<()> {
    fs::write(root().join(DOCUMENT), document(&metadata()?)?).with_context(|| format!("cannot write {DOCUMENT}"))
}

/// Writes what is in the npm package: less than in the command, and nothing of the browser app.
pub(crate) fn write_for_package(file: &Path) -> Result<()> {
    let parts = crates(&metadata()?, &["taquin-tiles-wasm", "taquin-blocks-wasm"])?;
    fs::write(file, render(&parts)).with_context(|| format!("cannot write {}", file.display()))
}

fn metadata() -> Result<Value> {
    // why: the licence texts of packages for other systems are wanted as well.
    run(&mut command("cargo", &["fetch", "--locked"]))?;
    let output = command("cargo", &["metadata", "--format-version", "1", "--locked", "--offline"]).output()?;
    ensure!(output.status.success(), "cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn field<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_default()
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

fn foreign(metadata: &Value) -> Vec<&Value> {
    list(metadata, "packages").iter().filter(|package| !package["source"].is_null()).collect()
}

/// The licence that is chosen of those that an expression offers: all that it demands if there is no choice.
fn accepted(licence: &str) -> Result<Vec<&'static str>> {
    let expression = Expression::parse_mode(licence, ParseMode::LAX).map_err(|error| anyhow::anyhow!("{error}"))?;
    let is = |wanted: &[&str]| {
        expression.evaluate(|required| {
            // An exception only allows more, and this one is about what compilers put into programs.
            let exception = required.addition.as_ref().map(|addition| addition.id().map(|id| id.name));
            let is_plain = exception.is_none_or(|name| name == Some("LLVM-exception"));
            is_plain && required.license.id().is_some_and(|id| wanted.contains(&id.name))
        })
    };
    if let Some(one) = LICENCES.into_iter().find(|one| is(&[one])) {
        return Ok(vec![one]);
    }
    ensure!(is(&LICENCES), "none of {}", LICENCES.join(", "));
    let demanded = |one: &&str| !is(&LICENCES.into_iter().filter(|other| other != one).collect::<Vec<_>>());
    Ok(LICENCES.into_iter().filter(|one| demanded(one)).collect())
}

/// The packages whose code is in these programs, on any system.
fn shipped<'v>(metadata: &'v Value, programs: &[&str]) -> Vec<&'v Value> {
    let packages: BTreeMap<&str, &Value> =
        list(metadata, "packages").iter().map(|package| (field(package, "id"), package)).collect();
    let nodes: BTreeMap<&str, &Value> =
        list(&metadata["resolve"], "nodes").iter().map(|node| (field(node, "id"), node)).collect();
    let mut waiting: Vec<&str> = packages
        .values()
        .filter(|package| programs.contains(&field(package, "name")))
        .map(|package| field(package, "id"))
        .collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        let is_macro = list(packages[id], "targets")
            .iter()
            .any(|target| list(target, "kind").iter().any(|kind| kind == "proc-macro"));
        if is_macro || !seen.insert(id) {
            continue;
        }
        for dependency in list(nodes[id], "deps") {
            if list(dependency, "dep_kinds").iter().any(|kind| kind["kind"].is_null()) {
                waiting.push(field(dependency, "pkg"));
            }
        }
    }
    seen.into_iter().map(|id| packages[id]).filter(|package| !package["source"].is_null()).collect()
}

fn document(metadata: &Value) -> Result<String> {
    let mut parts = crates(metadata, &SHIPPED)?;
    parts.extend(bundled()?);
    parts.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(render(&parts))
}

/// The crates of others that these programs are made of, in order.
fn crates(metadata: &Value, programs: &[&str]) -> Result<Vec<Part>> {
    let part = |package: &Value| {
        let directory = Path::new(field(package, "manifest_path")).parent().context("a manifest in a directory")?;
        let chosen = accepted(field(package, "license"))?;
        Ok(Part {
            name: field(package, "name").to_owned(),
            version: field(package, "version").to_owned(),
            licence: chosen.join(" AND "),
            home: field(package, "repository").to_owned(),
            text: text(directory, &chosen)?,
        })
    };
    let mut parts: Vec<Part> = shipped(metadata, programs).into_iter().map(part).collect::<Result<_>>()?;
    parts.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(parts)
}

/// What the browser app bundles.
fn bundled() -> Result<Vec<Part>> {
    let web = root().join("web");
    let read = |path: PathBuf| -> Result<Value> {
        let text = fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}: `npm ci` in web/ installs it", path.display()))?;
        Ok(serde_json::from_str(&text)?)
    };
    let manifest = read(web.join("package.json"))?;
    let direct = manifest["dependencies"].as_object().into_iter().flatten();
    // why: what lies in this repository is our own.
    let is_foreign = |version: &Value| !version.as_str().is_some_and(|version| version.starts_with("file:"));
    let direct = direct.filter(|(_, version)| is_foreign(version)).map(|(name, _)| name.as_str());
    let part = |name: &str| -> Result<Part> {
        let directory = web.join("node_modules").join(name);
        let package = read(directory.join("package.json"))?;
        let licence = field(&package, "license").to_owned();
        let home = package["repository"]["url"].as_str().unwrap_or_default();
        let home = home.trim_start_matches("git+").trim_end_matches(".git");
        let text = text(&directory, &[])?;
        Ok(Part {
            name: name.to_owned(),
            version: field(&package, "version").to_owned(),
            licence,
            home: home.to_owned(),
            text,
        })
    };
    direct.chain(BUNDLED).map(part).collect()
}

/// The licence texts and notices that come with a package: of several licences those chosen, if they can be told apart.
fn text(directory: &Path, chosen: &[&str]) -> Result<String> {
    let mut names: Vec<String> = fs::read_dir(directory)
        .with_context(|| format!("cannot list {}", directory.display()))?
        .flatten()
        .filter(|entry| entry.path().is_file())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| {
            ["LICEN", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|word| name.to_uppercase().starts_with(word))
        })
        .collect();
    names.sort();
    let words = |licence: &str| licence.split('-').next().unwrap_or_default().to_uppercase();
    let fits = |name: &String| chosen.iter().any(|licence| name.to_uppercase().contains(&words(licence)));
    if names.iter().any(fits) {
        names.retain(|name| fits(name) || name.to_uppercase().starts_with("NOTICE"));
    }
    let read = |name: &String| {
        fs::read_to_string(directory.join(name))
            .with_context(|| format!("cannot read {name} of {}", directory.display()))
    };
    let texts: Vec<String> = names.iter().map(read).collect::<Result<_>>()?;
    Ok(texts.iter().map(|text| text.replace("\r\n", "\n").trim().to_owned()).collect::<Vec<_>>().join("\n\n"))
}

/// A table of all parts, and each text once.
fn render(parts: &[Part]) -> String {
    let mut texts: BTreeMap<&str, usize> = BTreeMap::new();
    for part in parts.iter().filter(|part| !part.text.is_empty()) {
        let next = texts.len() + 1;
        texts.entry(&part.text).or_insert(next);
    }
    let mut out = String::from(
        "# The work of others in Taquin\n\nMade by `cargo xtask third-party`. The numbers are those of the texts below; a package \
         without one comes with no text of\nits licence.\n\n| package | version | licence | text |\n|---|---|---|---|\n",
    );
    for Part { name, version, licence, home, text } in parts {
        let name = if home.is_empty() { name.clone() } else { format!("[{name}]({home})") };
        let number = texts.get(text.as_str()).map(ToString::to_string).unwrap_or_default();
        // why: writing to a string cannot fail.
        let _ = writeln!(out, "| {name} | {version} | {licence} | {number} |");
    }
    let mut numbered: Vec<(usize, &str)> = texts.into_iter().map(|(text, number)| (number, text)).collect();
    numbered.sort_unstable();
    for (number, text) in numbered {
        let _ = write!(out, "\n## {number}\n\n~~~~text\n{text}\n~~~~\n");
    }
    out
}
