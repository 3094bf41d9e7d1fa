//! What the tasks share: running other programs from the root of the repository, and saying so; finding the documents.

use anyhow::{Context, Result, bail};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// A program to be run from the root, with these arguments.
///
/// why: `cargo` by its name rather than by `$CARGO`, so that rustup's `cargo +nightly` works.
pub(crate) fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

/// Prints the command line and runs it; it must succeed.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    println!("$ {}", line(command));
    let program = command.get_program().to_string_lossy().into_owned();
    let status =
        command.status().with_context(|| format!("cannot start `{program}`: is it installed, and on the PATH?"))?;
    if !status.success() {
        bail!("`{}` failed ({status})", line(command));
    }
    Ok(())
}

/// Runs a command that must succeed: what it prints.
pub(crate) fn output_of(command: &mut Command) -> Result<String> {
    println!("$ {}", line(command));
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot start {}", line(command)))?;
    if !output.status.success() {
        bail!("`{}` failed ({})", line(command), output.status);
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Copies a folder and all that is in it.
pub(crate) fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot list {}", from.display()))? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        if path.is_dir() {
            copy_tree(&path, &to.join(name))?;
        } else {
            fs::copy(&path, to.join(name)).with_context(|| format!("cannot copy {}", path.display()))?;
        }
    }
    Ok(())
}

/// Runs a command silently: does it succeed?
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Cargo with these arguments; it must succeed.
pub(crate) fn cargo(args: &[&str]) -> Result<()> {
    run(&mut command("cargo", args))
}

/// Builds all programs of the project, and those of its tests.
///
/// why: always everything, because cargo builds a dependency anew for each set of features that a selection of packages or
/// targets asks for, and then all that depends on it. Not `xtask` itself, because Windows does not let a program be
/// replaced while it runs.
pub(crate) fn build() -> Result<()> {
    cargo(&["build", "--workspace", "--exclude", "xtask", "--all-features", "--all-targets"])
}

/// Where cargo puts what it builds: this program is in a folder of its profile there.
pub(crate) fn target_directory() -> Result<PathBuf> {
    let here = env::current_exe()?;
    let directory = here.parent().and_then(Path::parent).context("xtask must be run by `cargo xtask`")?;
    Ok(directory.to_path_buf())
}

/// A program that was built in this profile.
pub(crate) fn built(profile: &str, name: &str) -> Result<PathBuf> {
    Ok(target_directory()?.join(profile).join(name).with_extension(env::consts::EXE_EXTENSION))
}

/// Makes sure of a component of the Rust toolchain that `probe` uses: installs it with rustup where it is missing.
pub(crate) fn component(name: &str, probe: &[&str]) -> Result<()> {
    if succeeds(&mut command("cargo", probe)) {
        return Ok(());
    }
    println!("{name} is missing; installing it");
    run(&mut command("rustup", &["component", "add", name])).with_context(|| {
        format!("{name} is needed: install it with `rustup component add {name}`, or with your system's packages")
    })
}

/// Directories whose documents are not ours.
const FOREIGN: [&str; 4] = ["target", "node_modules", "dist", "app"];

/// The Markdown documents in a directory and below, in a fixed order.
pub(crate) fn markdown_files(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).with_context(|| format!("cannot list {}", directory.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !name.starts_with('.') && !FOREIGN.contains(&name.as_str()) {
            found.extend(markdown_files(&path)?);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn line(command: &Command) -> String {
    let variables = command.get_envs().filter_map(|(name, value)| Some(format!("{}={:?}", name.display(), value?)));
    let words = std::iter::once(command.get_program()).chain(command.get_args()).map(|word| {
        let word = word.to_string_lossy().into_owned();
        if word.contains(' ') { format!("\"{word}\"") } else { word }
    });
    variables.chain(words).collect::<Vec<_>>().join(" ")
}
