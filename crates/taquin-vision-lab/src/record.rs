//! Results of a measurement as a file of bench/runs, with all that they depend on.

use anyhow::{Context, Result, ensure};
use std::{fs, path::Path, process::Command};

/// Writes a text table below a header that says how, when, where and with what code it came about.
///
/// # Errors
///
/// If git does not answer or the file cannot be written.
pub fn write(file: &Path, title: &str, command: &str, table: &str) -> Result<()> {
    let commit = output("git", &["describe", "--always", "--dirty= with changes"])?;
    let date = output("date", &["-u", "+%Y-%m-%d %H:%M UTC"])?;
    let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let processor = processor
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown processor", |(_, name)| name.trim());
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let text = format!(
        "# {title}\n\n- command: `{command}`\n- date: {date}\n- commit: {commit}\n- machine: {cores} × {processor}\n\n\
         ```text\n{}\n```\n",
        table.trim()
    );
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
    println!("\nwritten to {}", file.display());
    Ok(())
}

fn output(program: &str, arguments: &[&str]) -> Result<String> {
    let output = Command::new(program).args(arguments).output().with_context(|| format!("cannot run {program}"))?;
    ensure!(output.status.success(), "{program} failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
