//! Fuzzing: the step of the tests, and `cargo xtask fuzz` for as long as you like.

use crate::{
    tool::{build, built, command, root, run as run_tool, succeeds, target_directory},
    web,
};
use anyhow::{Context, Result, bail};
use std::{process::Command, thread};

/// The options that make LLVM count which edges of the code an input takes; stable Rust accepts them.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 -Cdebug-assertions --cfg fuzzing";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which target; all of them, one after the other, by default.
    target: Option<String>,
    /// For how long, each.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// So many inputs instead, without coverage.
    #[arg(long, conflicts_with = "seconds")]
    runs: Option<u64>,
    /// Without coverage: only the fuzzer that needs nothing but stable Rust.
    #[arg(long)]
    plain: bool,
}

/// Fuzzes as asked.
pub(crate) fn run(args: &Args) -> Result<()> {
    let all = targets()?;
    let chosen = match &args.target {
        Some(target) if !all.contains(target) => {
            bail!("there is no fuzz target {target:?}; there are: {}", all.join(", "))
        }
        Some(target) => vec![target.clone()],
        None => all,
    };
    if let Some(runs) = args.runs {
        return chosen.iter().try_for_each(|target| counted(target, runs));
    }
    let guided = !args.plain && succeeds(Command::new("c++").arg("--version"));
    if !guided && !args.plain {
        println!("no C++ compiler (c++) is found, which libFuzzer needs: fuzzing without coverage");
    }
    let fuzz = if guided { guided_by_coverage } else { plain };
    chosen.iter().try_for_each(|target| fuzz(target, args.seconds))
}

/// Fuzzes every target for some seconds by the plain fuzzer, as many at a time as there are cores.
pub(crate) fn all(seconds: u64) -> Result<()> {
    let (targets, cores) = (targets()?, thread::available_parallelism().map_or(1, usize::from));
    targets.chunks(cores).try_for_each(|targets| {
        thread::scope(|scope| {
            let running: Vec<_> = targets.iter().map(|target| scope.spawn(|| plain(target, seconds))).collect();
            running.into_iter().try_for_each(|thread| thread.join().expect("a fuzzer is only waited for"))
        })
    })
}

/// Builds the plain fuzzer, which knows the names of all targets.
fn targets() -> Result<Vec<String>> {
    build()?;
    let output =
        Command::new(built("debug", "taquin-fuzz")?).arg("list").output().context("cannot start the fuzzer")?;
    Ok(String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect())
}

/// The plain fuzzer, to be run from the root with these arguments.
fn fuzzer(args: &[&str]) -> Result<()> {
    run_tool(Command::new(built("debug", "taquin-fuzz")?).current_dir(root()).args(args))
}

fn plain(target: &str, seconds: u64) -> Result<()> {
    fuzzer(&["run", target, "--seconds", &seconds.to_string()])
}

/// So many inputs. The command is the one that users have, where the target runs the command.
fn counted(target: &str, runs: u64) -> Result<()> {
    run_tool(&mut command("cargo", &["build", "--release", "--package", "taquin-cli"]))?;
    let mut fuzzer = Command::new(built("debug", "taquin-fuzz")?);
    fuzzer.current_dir(root()).args(["run", target, "--runs", &runs.to_string()]);
    run_tool(fuzzer.env("TAQUIN", built("release", "taquin")?))
}

/// Measures the goals of robustness on the command that users have, with the browser app in it.
pub(crate) fn goals(names: &[String]) -> Result<()> {
    build()?;
    web::build()?;
    let mut release = command("cargo", &["build", "--release", "--package", "taquin-cli"]);
    run_tool(release.env("TAQUIN_WITH_APP", "yes"))?;
    let mut goals = Command::new(built("debug", "taquin-fuzz")?);
    run_tool(goals.arg("goals").arg(built("release", "taquin")?).args(names))
}

/// libFuzzer, built and run by stable Rust.
fn guided_by_coverage(target: &str, seconds: u64) -> Result<()> {
    let (directory, binaries) = (root().join("fuzz"), target_directory()?.join("libfuzzer"));
    let corpus = directory.join("corpus").join(target).display().to_string();
    fuzzer(&["seeds", target, &corpus])?;
    // why: with `--target`, build scripts and procedural macros stay free of the coverage options.
    let triple = host()?;
    let mut build_target = command("cargo", &["build", "--manifest-path", "fuzz/libfuzzer/Cargo.toml"]);
    build_target.args(["--target", &triple, "--bin", target, "--target-dir"]).arg(&binaries);
    run_tool(build_target.env("RUSTFLAGS", COVERAGE))?;
    let artifacts = directory.join("artifacts").join(target);
    std::fs::create_dir_all(&artifacts)?;
    let mut fuzz = Command::new(binaries.join(triple).join("debug").join(target));
    fuzz.env("TAQUIN", built("debug", "taquin")?)
        .current_dir(root())
        .arg(&corpus)
        .arg(format!("-max_total_time={seconds}"));
    fuzz.args(["-max_len=4096", "-timeout=20", "-print_final_stats=1"]);
    fuzz.arg(format!("-artifact_prefix={}/", artifacts.display()));
    run_tool(&mut fuzz).with_context(|| {
        format!("{target} failed; the input is in fuzz/artifacts/{target}: move it to fuzz/regressions/{target}, so that the tests replay it")
    })
}

/// The triple that this machine's rustc builds for.
fn host() -> Result<String> {
    let output = command("rustc", &["-vV"]).output().context("cannot start rustc")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc -vV names no host")?.to_owned())
}
