//! The browser app: the engine and the picture reader as wasm, its bindings, the page around it, and its tests in a real browser.

mod toolchain;

use crate::tool::{self, command, root, run, succeeds};
use anyhow::{Context, Result, bail};
use std::{
    env,
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::SystemTime,
};

/// Where the wasm build happens, apart from the native one, so that neither invalidates the other.
const TARGET: &str = "target/wasm";
/// Where the app is built.
const APP: &str = "web/dist";
/// The npm package, through which the app uses the engine.
const PACKAGE: &str = "packages/taquin";
/// Where that expects the engine.
const ENGINE: &str = "packages/taquin/wasm";
/// Where the app expects the picture reader.
const READER: &str = "web/src/engine";
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
    modules()?;
    copy(&root().join("THIRD-PARTY.md"), &root().join("web/public/third-party.txt"))?;
    npm(&["run", "build"])
}

/// Builds the app and serves it on this machine until Ctrl-C.
pub(crate) fn serve(arguments: &[String]) -> Result<()> {
    build()?;
    let mut command = command("cargo", &["run", "--release", "--package", "taquin-cli", "--", "serve"]);
    run(command.args(arguments).env("TAQUIN_WITH_APP", "yes"))
}

/// Builds and installs all that the tests of the app need.
pub(crate) fn prepare() -> Result<()> {
    chromium()?;
    packages()?;
    modules()
}

/// `cargo xtask prepare-web` beside other steps: downloads, and compilations on one core, would keep them waiting.
pub(crate) struct Preparation {
    child: Child,
    log: PathBuf,
}

impl Preparation {
    pub(crate) fn begin() -> Result<Self> {
        let log = tool::target_directory()?.join("prepare-web.log");
        let output = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        let mut command = Command::new(env::current_exe()?);
        command.arg("prepare-web").stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        println!("meanwhile, what the browser app needs is built (see {})", log.display());
        Ok(Self { child: command.spawn()?, log })
    }

    /// Waits for it, and prints what it printed.
    pub(crate) fn finish(mut self) -> Result<()> {
        let status = self.child.wait()?;
        println!("{}", fs::read_to_string(&self.log)?.trim_end());
        if !status.success() {
            bail!("what the browser app needs could not be built");
        }
        Ok(())
    }
}

impl Drop for Preparation {
    /// Where another step failed, nobody waits for it.
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Checks the app's code: format, lint, types and unit tests.
pub(crate) fn check() -> Result<()> {
    packages()?;
    npm(&["run", "format:check"]).context("the browser app is not formatted: run `npm run format` in web")?;
    modules()?;
    npm(&["run", "check"]).context("the browser app or the npm package has type errors or warnings")?;
    npm(&["run", "lint"]).context("eslint has something to say about the browser app or the npm package")?;
    npm(&["run", "package:test"]).context("a test of the npm package failed")?;
    npm(&["run", "test"]).context("a unit test of the browser app failed")
}

/// Plays the app in Chromium, also as the command serves it. What it says is compared with what the command says, so that is
/// built too, after the app, which it embeds.
pub(crate) fn end_to_end() -> Result<()> {
    let had_app = root().join(APP).is_dir();
    build()?;
    if !had_app {
        // why: cargo does not notice that there is an app to embed now, but does notice a younger build script.
        File::options().append(true).open(root().join("crates/taquin-cli/build.rs"))?.set_modified(SystemTime::now())?;
    }
    tool::build()?;
    chromium()?;
    npm(&["run", "e2e"]).context("an end-to-end test of the browser app failed")
}

/// Takes a picture of every view, for people to look at.
pub(crate) fn screenshots() -> Result<()> {
    build()?;
    chromium()?;
    npm(&["run", "screenshots"])
}

/// Measures the app in Chromium, and beside it the command; writes the tables to bench/runs if asked to.
pub(crate) fn measure(record: bool) -> Result<()> {
    build()?;
    run(&mut command("cargo", &["build", "--release", "--package", "taquin-cli"]))?;
    chromium()?;
    let record: &[&str] = if record { &["--", "--record"] } else { &[] };
    npm(&[&["run", "measure:visit"], record].concat())?;
    npm(&[&["run", "measure"], record].concat())?;
    npm(&[&["run", "measure:blocks"], record].concat())
}

fn npm(arguments: &[&str]) -> Result<()> {
    run(command("npm", arguments).current_dir(root().join("web")))
        .context("the browser app is built with npm: install Node.js 20 or later, and see what failed above")
}

/// Installs what package-lock.json names, unless that is there already.
fn packages() -> Result<()> {
    let (lock, installed) = (root().join("web/package-lock.json"), root().join("web/node_modules/.package-lock.json"));
    if modified(&installed) >= modified(&lock) {
        return Ok(());
    }
    npm(&["ci", "--no-audit", "--no-fund"]).context("cannot install the packages: the first run needs the network")
}

/// When a file was written, if it is there.
fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|file| file.modified()).ok()
}

/// Builds the engine and the picture reader for browsers, writes their bindings, and compiles the npm package around the engine.
fn modules() -> Result<()> {
    let features = "-C target-feature=+simd128";
    let packages = ["--package", "taquin-wasm", "--package", "taquin-vision-wasm"];
    let place = ["--target", toolchain::NAME, "--target-dir", TARGET];
    let mut cargo = command("cargo", &[&["build", "--release"], &packages[..], &place].concat());
    toolchain::prepare(cargo.env("RUSTFLAGS", features))?;
    run(&mut cargo).context("the engine does not build for browsers")?;
    module("taquin_wasm", "engine", ENGINE)?;
    module("taquin_vision_wasm", "reader", READER)?;
    // why: they are files of the package, and written once.
    for file in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&root().join(file), &root().join(PACKAGE).join(file))?;
    }
    npm(&["run", "package"]).context("the npm package has type errors")
}

/// Writes the bindings of a crate that was built for browsers, under the name by which it is known where it is used.
fn module(package: &str, name: &str, folder: &str) -> Result<()> {
    let bindings = root().join(TARGET).join("bindings");
    let wasm = root().join(TARGET).join(toolchain::NAME).join("release").join(package).with_extension("wasm");
    let modules = root().join(folder);
    let optimised = format!("{name}_bg.wasm");
    if modified(&modules.join(&optimised)) > modified(&wasm) {
        return Ok(());
    }
    let manifest = "xtask/bindings/Cargo.toml";
    let mut bind =
        command("cargo", &["run", "--quiet", "--manifest-path", manifest, "--target-dir", "target/bindings", "--"]);
    run(bind.args([&wasm, &bindings]).arg(name))
        .with_context(|| format!("the bindings of {package} were not written"))?;

    fs::create_dir_all(&modules)?;
    for ending in [".js", ".d.ts", "_bg.wasm.d.ts"] {
        let file = format!("{name}{ending}");
        copy(&bindings.join(&file), &modules.join(&file))?;
    }
    optimise(&bindings.join(&optimised), &modules.join(&optimised))
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
