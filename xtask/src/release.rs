//! What a release holds, in one folder: crates, npm package, site, command, notes and checksums. Publishing it is for people.

use crate::{
    package, site,
    tool::{built, command, output_of, root, run},
    web,
};
use anyhow::{Context, Result, bail, ensure};
use std::{env, fs, path::Path};

/// Where it is collected.
const FOLDER: &str = "target/release-files";
const VERSION: &str = env!("CARGO_PKG_VERSION");

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Builds everything and publishes nothing.
    #[arg(long)]
    dry_run: bool,
    /// Package what is not committed, too.
    #[arg(long)]
    allow_dirty: bool,
    /// Where the site will be, as for `cargo xtask site`.
    #[arg(long, default_value = "/")]
    base: String,
}

pub(crate) fn run_all(args: &Args) -> Result<()> {
    if !args.dry_run {
        bail!(
            "publishing is a step for people: look at what `cargo xtask release --dry-run` leaves in {FOLDER}, then \
             `cargo publish --package taquin --package taquin-draw --package taquin-vision --package taquin-draw --package taquin-cli`, \
             `npm publish` of the tarball, and a tag v{VERSION}"
        );
    }
    let folder = root().join(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let npm: serde_json::Value = serde_json::from_slice(&fs::read(root().join(web::PACKAGE).join("package.json"))?)?;
    ensure!(npm["version"] == VERSION, "the npm package has version {}, the crates {VERSION}", npm["version"]);
    let changelog = fs::read_to_string(root().join("CHANGELOG.md"))?;
    let notes = section(&changelog, VERSION).context("CHANGELOG.md has neither this version nor Unreleased")?;
    fs::write(folder.join("RELEASE-NOTES.md"), notes)?;

    web::build()?;
    package::npm(&folder)?;
    let target = root().join("target");
    site::write(&args.base, &root().join(site::FOLDER))?;
    archive(&folder.join(format!("taquin-site-{VERSION}.tar.gz")), &target, "site")?;
    for file in package::crates(args.allow_dirty, true)? {
        fs::copy(&file, folder.join(file.file_name().context("a file has a name")?))?;
    }
    pack_command(&folder)?;
    checksums(&folder)?;
    println!("\nA release holds, in {}:\n{}", folder.display(), fs::read_to_string(folder.join("SHA256SUMS"))?);
    Ok(())
}

/// The command for this platform, optimised and with the app inside, beside its licences.
fn pack_command(folder: &Path) -> Result<()> {
    let mut build = command("cargo", &["build", "--release", "--locked", "--package", "taquin-cli"]);
    run(build.env("TAQUIN_WITH_APP", "yes"))?;
    let program = built("release", "taquin")?;
    let said = output_of(command(&program.to_string_lossy(), &["--version"]).current_dir(root()))?;
    ensure!(said.contains(VERSION), "{} says that it is {said}", program.display());
    let name = format!("taquin-{VERSION}-{}-{}", env::consts::ARCH, env::consts::OS);
    let files = root().join("target").join(&name);
    fs::create_dir_all(&files)?;
    fs::copy(&program, files.join(program.file_name().context("a program has a name")?))?;
    for file in ["README.md", "LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.md"] {
        fs::copy(root().join(file), files.join(file))?;
    }
    archive(&folder.join(format!("{name}.tar.gz")), &root().join("target"), &name)?;
    fs::remove_dir_all(files)?;
    Ok(())
}

fn archive(file: &Path, from: &Path, name: &str) -> Result<()> {
    run(command("tar", &["-czf"]).arg(file).arg("-C").arg(from).arg(name)).context("tar is needed")
}

/// Writes the checksums of all files, in the form that `sha256sum --check` reads.
fn checksums(folder: &Path) -> Result<()> {
    // why Node: it is there, as the app was built with it, and no library is needed for one sum.
    let script =
        "const { createHash } = require('crypto'), { readdirSync, readFileSync, writeFileSync } = require('fs');
        const sum = (name) => createHash('sha256').update(readFileSync(name)).digest('hex') + '  ' + name;
        writeFileSync('SHA256SUMS', readdirSync('.').sort().map(sum).join('\\n') + '\\n');";
    run(command("node", &["-e", script]).current_dir(folder))
}

/// What the changelog says of a version, or of what is not released yet.
fn section<'t>(changelog: &'t str, version: &str) -> Option<&'t str> {
    let heading = |name: &str| changelog.find(&format!("\n## [{name}]")).map(|at| at + 1);
    let begin = heading(version).or_else(|| heading("Unreleased"))?;
    let rest = &changelog[begin..];
    let end = rest[3..].find("\n## ").map_or(rest.len(), |at| at + 4);
    Some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notes_are_those_of_the_version() {
        let text = "# Changes\n\n## [Unreleased]\n\n- a\n\n## [0.2.0]\n\n- b\n\n## [0.1.0]\n\n- c\n";
        assert_eq!(section(text, "0.2.0"), Some("## [0.2.0]\n\n- b\n\n"));
        assert_eq!(section(text, "0.1.0"), Some("## [0.1.0]\n\n- c\n"));
        assert_eq!(section(text, "0.3.0"), Some("## [Unreleased]\n\n- a\n\n"));
        assert_eq!(section("# Changes\n", "0.1.0"), None);
    }
}
