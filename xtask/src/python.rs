//! The Python package: a virtual environment, the wheel, its tests and its types.

use crate::tool::{self, run};
use anyhow::{Context, Result, bail};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// What the tests need besides the wheel.
const PACKAGES: [&str; 7] = ["maturin", "numpy", "pytest", "mypy", "gymnasium", "distributed", "tqdm"];
/// Interpreters to try, the first that is new enough.
const INTERPRETERS: [&str; 7] =
    ["python3.12", "python3.13", "python3.11", "python3.10", "python3.14", "python3", "python"];
/// The most that a wheel may weigh, in bytes.
const LARGEST_WHEEL: u64 = 8 << 20;

/// Builds the wheel and runs its tests. Where there is no Python, or no package index, it says so and passes.
pub(crate) fn check() -> Result<()> {
    let Some(interpreter) = interpreter() else {
        println!("Left out: there is no Python 3.10 or newer here. With one, this step builds and tests the package.");
        return Ok(());
    };
    let folder = tool::root().join("target/python");
    let Some(python) = environment(&interpreter, &folder.join("venv"))? else { return Ok(()) };
    let wheel = wheel(&python, &folder.join("wheels"))?;
    run(python_command(&python).args(["-m", "pip", "install", "-q", "--no-deps", "--force-reinstall"]).arg(&wheel))?;
    let tests = tool::root().join("python");
    // why not `python -m pytest`: that would import the sources beside the tests, which have no native half.
    let pytest = python.with_file_name("pytest").with_extension(env::consts::EXE_EXTENSION);
    run(python_command(&pytest).current_dir(&tests).arg("--durations=5"))?;
    run(python_command(&python)
        .current_dir(&tests)
        .args(["-m", "mypy", "--cache-dir"])
        .arg(folder.join("mypy"))
        .args(["taquin", "examples", "tests"]))
}

/// A Python that is new enough.
fn interpreter() -> Option<PathBuf> {
    let is_new = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
    let works = |name: &&&str| Command::new(name).args(["-c", is_new]).output().is_ok_and(|out| out.status.success());
    let chosen = env::var_os("PYTHON").map(PathBuf::from);
    chosen.or_else(|| INTERPRETERS.iter().find(works).map(PathBuf::from))
}

/// The Python of a virtual environment with all packages; `None` if they cannot be had.
fn environment(interpreter: &Path, folder: &Path) -> Result<Option<PathBuf>> {
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !python.is_file() {
        println!("making a virtual environment with {}", interpreter.display());
        run(Command::new(interpreter).args(["-m", "venv"]).arg(folder))?;
    }
    let wanted = PACKAGES.join(" ");
    let marker = folder.join("packages.txt");
    if fs::read_to_string(&marker).is_ok_and(|packages| packages == wanted) {
        return Ok(Some(python));
    }
    println!("installing {wanted}");
    let mut install = python_command(&python);
    let installed =
        install.args(["-m", "pip", "install", "-q", "--disable-pip-version-check"]).args(PACKAGES).status()?;
    if !installed.success() {
        println!("Left out: pip cannot install {wanted}; is there a network? With them, this step tests the package.");
        return Ok(None);
    }
    fs::write(marker, wanted)?;
    Ok(Some(python))
}

/// Builds the wheel with the profile of the tests, so that the engine is compiled only once.
fn wheel(python: &Path, folder: &Path) -> Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let project = tool::root().join("python");
    let mut build = python_command(python);
    build.args(["-m", "maturin", "build", "--profile", "dev", "--strip", "--target-dir"]);
    run(build.arg(tool::root().join("target")).arg("--out").arg(folder).current_dir(project))?;
    let wheel = fs::read_dir(folder)?
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|extension| extension == "whl"));
    let wheel = wheel.context("maturin built no wheel")?;
    let bytes = fs::metadata(&wheel)?.len();
    println!("{}: {:.1} MB", wheel.display(), bytes as f64 / 1e6);
    if bytes > LARGEST_WHEEL {
        bail!("the wheel has {bytes} bytes, more than {LARGEST_WHEEL}");
    }
    Ok(wheel)
}

/// A program of the virtual environment, which leaves nothing behind.
fn python_command(python: &Path) -> Command {
    let mut command = Command::new(python);
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command
}
