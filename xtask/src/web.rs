//! The browser app: the engine as wasm, its bindings, the page around it, and its tests in a real browser.

mod toolchain;

use crate::tool::{command, root, run, succeeds};
use anyhow::{Context, Result, bail};
use std::{fs, path::Path, process::Command};

/// Where the wasm build happens, apart from the native one, so that neither invalidates the other.
const TARGET: &str = "target/wasm";
/// Where the app expects the engine.
const ENGINE: &str = "web/src/engine";
/// What the engine may use of wasm: all of it runs in every browser of the last years.
const FEATURES: [&str; 6] = [
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
];

/// Builds the app into `web/dist`.
pub(crate) fn build() -> Result<()> {
    packages()?;
    engine()?;
    npm(&["run", "build"])
}

/// Builds the app and serves it on this machine until Ctrl-C.
pub(crate) fn serve(arguments: &[String]) -> Result<()> {
    build()?;
    let mut command = command("cargo", &["run", "--release", "--package", "taquin-cli", "--", "serve"]);
    run(command.args(arguments))
}

/// Checks the types of the app's code.
pub(crate) fn types() -> Result<()> {
    packages()?;
    engine()?;
    npm(&["run", "check"]).context("the browser app has type errors or warnings")
}

/// Plays the app in Chromium. What it says is compared with what the command says, so that is built too.
pub(crate) fn end_to_end() -> Result<()> {
    run(&mut command("cargo", &["build", "--package", "taquin-cli"]))?;
    build()?;
    chromium()?;
    npm(&["run", "e2e"]).context("an end-to-end test of the browser app failed")
}

/// Takes a picture of every view, for people to look at.
pub(crate) fn screenshots() -> Result<()> {
    build()?;
    chromium()?;
    npm(&["run", "screenshots"])
}

/// Measures the app in Chromium, and beside it the command.
pub(crate) fn measure() -> Result<()> {
    build()?;
    run(&mut command("cargo", &["build", "--release", "--package", "taquin-cli"]))?;
    chromium()?;
    npm(&["run", "measure"])
}

fn npm(arguments: &[&str]) -> Result<()> {
    run(command("npm", arguments).current_dir(root().join("web")))
        .context("the browser app is built with npm: install Node.js 20 or later, and see what failed above")
}

/// Installs what package-lock.json names, unless that is there already.
fn packages() -> Result<()> {
    let (lock, installed) = (root().join("web/package-lock.json"), root().join("web/node_modules/.package-lock.json"));
    let modified = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).ok();
    if modified(&installed) >= modified(&lock) {
        return Ok(());
    }
    npm(&["ci", "--no-audit", "--no-fund"]).context("cannot install the packages: the first run needs the network")
}

/// Builds the engine for browsers and writes its bindings.
fn engine() -> Result<()> {
    let features = "-C target-feature=+simd128";
    let build = ["build", "--release", "--package", "taquin-wasm", "--target", toolchain::NAME, "--target-dir", TARGET];
    let mut cargo = command("cargo", &build);
    toolchain::prepare(cargo.env("RUSTFLAGS", features))?;
    run(&mut cargo).context("the engine does not build for browsers")?;

    let bindings = root().join(TARGET).join("bindings");
    let wasm = root().join(TARGET).join(toolchain::NAME).join("release/taquin_wasm.wasm");
    let manifest = "xtask/bindings/Cargo.toml";
    let mut bind =
        command("cargo", &["run", "--quiet", "--manifest-path", manifest, "--target-dir", "target/bindings", "--"]);
    run(bind.args([&wasm, &bindings])).context("the bindings of the engine were not written")?;

    let engine = root().join(ENGINE);
    fs::create_dir_all(&engine)?;
    for name in ["engine.js", "engine.d.ts", "engine_bg.wasm.d.ts"] {
        copy(&bindings.join(name), &engine.join(name))?;
    }
    optimise(&bindings.join("engine_bg.wasm"), &engine.join("engine_bg.wasm"))
}

fn optimise(from: &Path, to: &Path) -> Result<()> {
    let mut command = Command::new("node");
    command.arg(root().join("web/node_modules/binaryen/bin/wasm-opt")).args(FEATURES).arg("-O3").arg(from).arg("-o");
    run(command.arg(to)).context("wasm-opt failed")
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

/// Makes sure that Chromium is there: on Debian it is installed, elsewhere asked for.
fn chromium() -> Result<()> {
    let name = std::env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".to_owned());
    if succeeds(Command::new(&name).arg("--version")) {
        return Ok(());
    }
    if !succeeds(Command::new("apt-get").arg("--version")) {
        bail!("Chromium is needed: install it and set CHROMIUM to its path (it is not {name})");
    }
    println!("Chromium is missing; installing Debian's");
    run(&mut command("apt-get", &["update", "-qq"]))?;
    run(command("apt-get", &["install", "-y", "-qq", "chromium"]).env("DEBIAN_FRONTEND", "noninteractive"))
        .context("Chromium is needed: install it and set CHROMIUM to its path")
}
