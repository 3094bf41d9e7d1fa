//! The standard library for wasm: rustup's where it can be had, else Debian's own compiler with its own sources.

use crate::tool::{root, run};
use anyhow::{Context, Result, bail};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The target that browsers run.
pub(super) const NAME: &str = "wasm32-unknown-unknown";

/// How long rustup may take: its server is closed to some machines.
const PATIENCE: Duration = Duration::from_secs(120);

/// Makes `cargo` able to build for [`NAME`].
pub(super) fn prepare(cargo: &mut Command) -> Result<()> {
    if installed() {
        return Ok(());
    }
    let debian = root().join("target/wasm-tools");
    if !debian.join("ready").exists() {
        println!("Rust's standard library for wasm is missing; installing it");
        if within(PATIENCE, Command::new("rustup").args(["target", "add", NAME])) && installed() {
            return Ok(());
        }
        println!("rustup could not install it; taking Debian's compiler instead (a few minutes)");
        unpack_debian(&debian)
            .with_context(|| format!("install the target by hand: `rustup target add {NAME}`, then try again"))?;
    }
    cargo
        .env("RUSTC", debian.join("rustc"))
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", debian.join("wasm-ld"))
        .arg("-Zbuild-std=std,panic_abort");
    Ok(())
}

/// Is the standard library for wasm there?
fn installed() -> bool {
    let output =
        Command::new("rustc").args(["--print", "target-libdir", "--target", NAME]).current_dir(root()).output();
    output.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}

/// Runs a command for so long at most: does it succeed?
fn within(patience: Duration, command: &mut Command) -> bool {
    let Ok(mut child) = command.stdin(Stdio::null()).spawn() else {
        return false;
    };
    let begun = Instant::now();
    while begun.elapsed() < patience {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => thread::sleep(Duration::from_millis(100)),
            Err(_) => break,
        }
    }
    // Too late: whether it can still be stopped makes no difference.
    drop(child.kill());
    drop(child.wait());
    false
}

/// Unpacks Debian's compiler for the web, its sources and its linker, without installing anything.
fn unpack_debian(to: &Path) -> Result<()> {
    let packages = to.join("packages");
    fs::create_dir_all(&packages)?;
    run(Command::new("apt-get").args(["update", "-qq"]))?;
    let library = dependency("libstd-rust-web-dev", "libstd-rust-web-")?;
    let llvm = dependency(&library, "libllvm")?;
    let version = llvm.trim_start_matches("libllvm");
    let linker = format!("lld-{version}");
    let names = ["rustc-web", &library, "libstd-rust-web-dev", "rust-web-src", &llvm, &linker];
    run(Command::new("apt-get").arg("download").args(names).current_dir(&packages))?;
    for package in fs::read_dir(&packages)? {
        run(Command::new("dpkg-deb").arg("-x").arg(package?.path()).arg(to))?;
    }
    let libraries = format!("{0}/usr/lib/x86_64-linux-gnu:{0}/usr/lib/llvm-{version}/lib:{0}/usr/lib", to.display());
    let script = |program: PathBuf| {
        format!(
            "#!/bin/sh\nLD_LIBRARY_PATH={libraries}${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}} exec {} \"$@\"\n",
            program.display()
        )
    };
    executable(&to.join("rustc"), &script(to.join("usr/bin/rustc")))?;
    executable(&to.join("wasm-ld"), &script(to.join(format!("usr/bin/wasm-ld-{version}"))))?;
    fs::write(to.join("ready"), "")?;
    Ok(())
}

/// The dependency of a Debian package whose name begins so.
fn dependency(package: &str, prefix: &str) -> Result<String> {
    let output = Command::new("apt-cache").args(["depends", package]).output().context("apt-cache is missing")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let names = text.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    match names.into_iter().find(|name| name.starts_with(prefix)) {
        Some(name) => Ok(name.to_owned()),
        None => bail!("Debian's package {package} depends on no {prefix}…"),
    }
}

fn executable(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    Ok(())
}
