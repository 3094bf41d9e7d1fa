//! The browser app: the engine and the picture reader as wasm, its bindings, the page around it, and its tests in a real browser.

mod toolchain;

use crate::{
    site, supply,
    tool::{self, command, root, run, succeeds},
};
use anyhow::{Context, Result, bail};
use std::{
    env,
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    time::SystemTime,
};

/// Where the wasm build happens, apart from the native one, so that neither invalidates the other.
const TARGET: &str = "target/wasm";
/// Where the app is built.
pub(crate) const APP: &str = "web/dist";
/// The npm package, through which the app uses the engine.
pub(crate) const PACKAGE: &str = "packages/taquin";
/// Where that expects the engine.
const ENGINE: &str = "packages/taquin/wasm";
/// Where the app expects the picture reader.
const READER: &str = "web/src/engine";
/// Where the site is tried, and at what path.
const SITE: &str = "target/site-test";
const BASE: &str = "/games/taquin/";
/// What the engine may use of wasm: all of it runs in every browser of the last years.
const FEATURES: [&str; 6] = [
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
];

/// A crate that is built for browsers.
struct Module {
    package: &'static str,
    /// The name by which it is known where it is used.
    name: &'static str,
    /// Where that is.
    folder: &'static str,
}

/// All of them.
const MODULES: [Module; 3] = [
    Module { package: "taquin-tiles-wasm", name: "tiles", folder: ENGINE },
    Module { package: "taquin-blocks-wasm", name: "blocks", folder: ENGINE },
    Module { package: "taquin-vision-wasm", name: "reader", folder: READER },
];

/// What the modules are for.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Purpose {
    /// A look at the app on this machine, where nobody waits for its download: they are compiled as quickly as possible.
    Look,
    /// All else: they are small and fast, which takes twice as long.
    Publication,
}

impl Purpose {
    /// The profile in which they are built.
    const fn profile(self) -> &'static str {
        match self {
            Self::Look => "quick-wasm",
            Self::Publication => "wasm",
        }
    }
}

/// Builds the app into `web/dist`, as it is published.
pub(crate) fn build() -> Result<()> {
    build_app(Purpose::Publication)
}

fn build_app(purpose: Purpose) -> Result<()> {
    packages()?;
    modules(purpose)?;
    copy(&root().join("THIRD-PARTY.md"), &root().join("web/public/third-party.txt"))?;
    npm(&["run", "build"])
}

/// Builds the app and serves it on this machine until Ctrl-C.
pub(crate) fn serve(arguments: &[String]) -> Result<()> {
    let cargo = |task: &[&str]| command("cargo", &[task, &["--profile", "quick", "--package", "taquin-cli"]].concat());
    // why: compilations that wait for nothing keep all processors busy. The command is compiled without the app, so that only it,
    // and nothing that it needs, must be compiled again. Should they fail, that is said when they are called for.
    let native = Background::start(&mut cargo(&["build", "--quiet"]))?;
    let bindings = Background::start(&mut bindings(&["build", "--quiet"]))?;
    build_app(Purpose::Look)?;
    bindings.finish()?;
    native.finish()?;
    run(cargo(&["run"]).args(["--", "serve"]).args(arguments).env("TAQUIN_WITH_APP", "yes"))
}

/// A process that nobody waits for where another step failed.
struct Background(Child);

impl Background {
    fn start(command: &mut Command) -> Result<Self> {
        Ok(Self(command.stdin(Stdio::null()).spawn().context("cannot start cargo")?))
    }

    fn finish(mut self) -> Result<ExitStatus> {
        Ok(self.0.wait()?)
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Builds and installs all that the tests of the app need.
pub(crate) fn prepare() -> Result<()> {
    chromium()?;
    packages()?;
    modules(Purpose::Publication)
}

/// `cargo xtask prepare-web` beside other steps: downloads, and compilations on one core, would keep them waiting.
pub(crate) struct Preparation {
    child: Background,
    log: PathBuf,
}

impl Preparation {
    pub(crate) fn begin() -> Result<Self> {
        let log = tool::target_directory()?.join("prepare-web.log");
        let output = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        let mut command = Command::new(env::current_exe()?);
        command.arg("prepare-web").stdout(output.try_clone()?).stderr(output);
        println!("meanwhile, what the browser app needs is built (see {})", log.display());
        Ok(Self { child: Background::start(&mut command)?, log })
    }

    /// Waits for it, and prints what it printed.
    pub(crate) fn finish(self) -> Result<()> {
        let status = self.child.finish()?;
        println!("{}", fs::read_to_string(&self.log)?.trim_end());
        if !status.success() {
            bail!("what the browser app needs could not be built");
        }
        Ok(())
    }
}

/// Checks the app's code: format, lint, types and unit tests.
pub(crate) fn check() -> Result<()> {
    packages()?;
    npm(&["run", "format:check"]).context("the browser app is not formatted: run `npm run format` in web")?;
    npm_package()?;
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
    npm(&["run", "e2e"]).context("an end-to-end test of the browser app failed")?;
    site::write(BASE, &root().join(SITE))?;
    let tested = ["run", "e2e:site"];
    run(npm_command(&tested).env("DIST", root().join(SITE).join("")).env("BASE", BASE))
        .context("the site does not work from a folder of a host")
}

/// The tests of play, solving and access once more, on the site.
pub(crate) fn site_thorough() -> Result<()> {
    let tests = ["e2e/play.test.ts", "e2e/solve.test.ts", "e2e/access.test.ts"];
    let mut node = command("node", &[&["--import", "tsx", "--test"], &tests[..]].concat());
    run(node.current_dir(root().join("web")).env("DIST", root().join(SITE).join("")).env("BASE", BASE))
}

/// Plays the app that a command has inside.
pub(crate) fn play(command_file: &Path) -> Result<()> {
    chromium()?;
    let mut node = command("node", &["--import", "tsx", "--test", "e2e/serve.test.ts"]);
    run(node.current_dir(root().join("web")).env("TAQUIN", command_file))
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

fn npm_command(arguments: &[&str]) -> Command {
    let mut npm = command("npm", arguments);
    npm.current_dir(root().join("web"));
    npm
}

fn npm(arguments: &[&str]) -> Result<()> {
    run(&mut npm_command(arguments))
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

/// Makes the npm package: all that `npm pack` takes.
pub(crate) fn npm_package() -> Result<()> {
    packages()?;
    modules(Purpose::Publication)?;
    supply::write_for_package(&root().join(PACKAGE).join("THIRD-PARTY.md"))
}

/// Tries the npm package in the applications that bundlers make of it, which come from npm.
pub(crate) fn bundlers() -> Result<()> {
    npm(&["run", "package:bundlers"]).context("a bundler does not take the npm package")
}

/// Builds the engine and the picture reader for browsers, writes their bindings, and compiles the npm package around the engine.
fn modules(purpose: Purpose) -> Result<()> {
    let features = "-C target-feature=+simd128";
    let place = ["--target", toolchain::NAME, "--target-dir", TARGET];
    let mut cargo = command("cargo", &[&["build", "--profile", purpose.profile()], &place[..]].concat());
    cargo.args(MODULES.iter().flat_map(|module| ["--package", module.package]));
    toolchain::prepare(cargo.env("RUSTFLAGS", features))?;
    run(&mut cargo).context("the engine does not build for browsers")?;
    MODULES.iter().try_for_each(|module| module.finish(purpose))?;
    // why: they are files of the package, and written once.
    for file in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&root().join(file), &root().join(PACKAGE).join(file))?;
    }
    npm(&["run", "package"]).context("the npm package has type errors")
}

impl Module {
    /// Writes the bindings of the crate, which was built for browsers.
    fn finish(&self, purpose: Purpose) -> Result<()> {
        let Self { package, name, folder } = *self;
        let file = package.replace('-', "_");
        let compiled =
            root().join(TARGET).join(toolchain::NAME).join(purpose.profile()).join(file).with_extension("wasm");
        let bindings = root().join(TARGET).join("bindings").join(purpose.profile());
        let bound = bindings.join(format!("{name}_bg.wasm"));
        if modified(&bound) <= modified(&compiled) {
            bind(&compiled, &bindings, name).with_context(|| format!("the bindings of {package} were not written"))?;
        }
        let finished = match purpose {
            Purpose::Look => bound,
            Purpose::Publication => {
                let optimised = bindings.join(format!("{name}_optimised.wasm"));
                if modified(&optimised) <= modified(&bound) {
                    optimise(&bound, &optimised)?;
                }
                optimised
            }
        };
        let modules = root().join(folder);
        fs::create_dir_all(&modules)?;
        copy(&finished, &modules.join(format!("{name}_bg.wasm")))?;
        copy(&bindings.join(format!("{name}.js")), &modules.join(format!("{name}.js")))?;
        let types = fs::read_to_string(bindings.join(format!("{name}.d.ts")))?;
        // why: the classes have `[Symbol.dispose]`, which a program's own choice of libraries may lack.
        fs::write(
            modules.join(format!("{name}.d.ts")),
            format!("/// <reference lib=\"esnext.disposable\" />\n{types}"),
        )?;
        Ok(())
    }
}

fn bind(wasm: &Path, to: &Path, name: &str) -> Result<()> {
    run(bindings(&["run", "--quiet"]).arg("--").args([wasm, to]).arg(name))
}

/// Cargo with this task for the program that writes bindings.
fn bindings(task: &[&str]) -> Command {
    let place = ["--manifest-path", "xtask/bindings/Cargo.toml", "--target-dir", "target/bindings"];
    command("cargo", &[task, &place].concat())
}

/// Makes a module smaller and faster. Copies of one function, for different types, end up beside each other, where compression
/// finds them.
fn optimise(from: &Path, to: &Path) -> Result<()> {
    let named = to.with_extension("named.wasm");
    let wasm_opt = |passes: &[&str], from: &Path, to: &Path| {
        let mut command = Command::new("node");
        command.arg(root().join("web/node_modules/binaryen/bin/wasm-opt")).args(FEATURES).args(passes);
        run(command.arg(from).arg("-o").arg(to)).context("wasm-opt failed")
    };
    wasm_opt(&["-O2", "--debuginfo", "--reorder-functions-by-name"], from, &named)?;
    wasm_opt(&["--strip-debug"], &named, to)
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
