//! What is published: the crates, with the browser app inside the command's, and the npm package.

use crate::{
    tool::{command, copy_tree, output_of, root, run},
    web,
};
use anyhow::{Context, Result, ensure};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
};

/// The libraries that are published, each after those that it needs.
const LIBRARIES: [&str; 3] = ["taquin", "taquin-vision", "taquin-draw"];
/// And the command, which needs them all.
const COMMAND: &str = "taquin-cli";
/// What crates.io accepts.
const MOST_BYTES: u64 = 10 << 20;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Package what is not committed, too.
    #[arg(long)]
    allow_dirty: bool,
}

/// Makes all packages and builds the crates from theirs alone.
pub(crate) fn run_all(args: &Args) -> Result<()> {
    web::build()?;
    let folder = root().join("target/packages");
    fs::create_dir_all(&folder)?;
    for file in [crates(args.allow_dirty, true)?, vec![npm(&folder)?]].concat() {
        println!("{:>9} bytes  {}", fs::metadata(&file)?.len(), file.display());
    }
    Ok(())
}

/// The crates are packaged, and the command's with the app inside; nothing is compiled.
pub(crate) fn check() -> Result<()> {
    if !root().join(web::APP).is_dir() {
        web::build()?;
    }
    for file in crates(true, false)? {
        println!("{:>9} bytes  {}", fs::metadata(&file)?.len(), file.display());
    }
    Ok(())
}

/// The command as a user has it who installs its package, in an empty folder elsewhere; its app is played in Chromium.
pub(crate) fn try_elsewhere() -> Result<()> {
    let packages = crates(true, false)?;
    let folder = env::temp_dir().join(format!("taquin-packages-{}", process::id()));
    fs::create_dir_all(&folder)?;
    let tried = install(&packages, &folder).and_then(|command| web::play(&command));
    fs::remove_dir_all(&folder)?;
    tried
}

/// Unpacks the crates, and builds, tests and installs from them without the network.
fn install(packages: &[PathBuf], folder: &Path) -> Result<PathBuf> {
    for package in packages {
        run(command("tar", &["-xzf"]).arg(package).current_dir(folder))?;
    }
    let unpacked = |name: &str| folder.join(format!("{name}-{}", env!("CARGO_PKG_VERSION")));
    // why: the crates are not published yet; the rest comes from what cargo has downloaded.
    let patches = LIBRARIES.iter().flat_map(|name| {
        ["--config".to_owned(), format!("patch.crates-io.{name}.path={:?}", unpacked(name).display().to_string())]
    });
    let patches: Vec<String> = patches.collect();
    let cargo = |task: &[&str], at: &str| {
        let mut cargo = command("cargo", task);
        cargo.arg("--offline").args(&patches).current_dir(unpacked(at));
        cargo.env("CARGO_TARGET_DIR", folder.join("target")).env("CARGO_INCREMENTAL", "0");
        cargo
    };
    for name in LIBRARIES.into_iter().chain([COMMAND]) {
        run(&mut cargo(&["test", "--quiet"], name))
            .with_context(|| format!("the package of {name} fails its tests"))?;
    }
    let installation = folder.join("installed");
    run(cargo(&["install", "--debug", "--path", "."], COMMAND).arg("--root").arg(&installation))?;
    Ok(installation.join("bin/taquin").with_extension(env::consts::EXE_EXTENSION))
}

/// Packages the crates, after the app was built; with `verify` each is compiled from its package.
pub(crate) fn crates(allow_dirty: bool, verify: bool) -> Result<Vec<PathBuf>> {
    let folder = root().join("crates").join(COMMAND);
    let app = folder.join("app");
    if app.exists() {
        fs::remove_dir_all(&app)?;
    }
    copy_tree(&root().join(web::APP), &app)?;
    fs::copy(root().join("THIRD-PARTY.md"), folder.join("THIRD-PARTY.md"))?;
    run(&mut command("cargo", &["fetch", "--locked"]))?;
    let mut package = command("cargo", &["package", "--offline"]);
    let names = || LIBRARIES.into_iter().chain([COMMAND]);
    package.args(names().flat_map(|name| ["--package", name]));
    package.args([(allow_dirty, "--allow-dirty"), (!verify, "--no-verify")].iter().filter(|(is, _)| *is).map(|o| o.1));
    run(&mut package).context("the crates cannot be packaged")?;
    let file = |name| root().join(format!("target/package/{name}-{}.crate", env!("CARGO_PKG_VERSION")));
    let files: Vec<PathBuf> = names().map(file).collect();
    for file in &files {
        let bytes = fs::metadata(file).with_context(|| format!("there is no {}", file.display()))?.len();
        ensure!(bytes < MOST_BYTES, "{} has {bytes} bytes; crates.io takes {MOST_BYTES}", file.display());
    }
    let listed = output_of(command("tar", &["-tzf"]).arg(&files[3]))?;
    for wanted in ["app/index.html", "app/sw.js", ".wasm", "THIRD-PARTY.md", "LICENSE-MIT", "README.md"] {
        ensure!(listed.lines().any(|name| name.ends_with(wanted)), "{wanted} is not in the package of the command");
    }
    Ok(files)
}

/// Makes the npm package and packs it into a folder.
pub(crate) fn npm(folder: &Path) -> Result<PathBuf> {
    web::npm_package()?;
    let mut pack = command("npm", &["pack", "--silent", "--pack-destination"]);
    let name = output_of(pack.arg(folder).current_dir(root().join(web::PACKAGE)))?;
    Ok(folder.join(name.trim()))
}
