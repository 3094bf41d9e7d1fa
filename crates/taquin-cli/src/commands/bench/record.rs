//! Tables of measurements, written by the benchmarks themselves: `--record FILE`.
//!
//! A table is tab-separated, after lines that begin with `#` and say what was measured, with which program and on which
//! machine. Columns that do not depend on the machine (lengths, nodes) come first, times last.

use crate::atomic_file;
use anyhow::{Context, Result};
use std::{env, fmt::Display, fs, io, path::PathBuf, process::Command};
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};
use time::OffsetDateTime;

/// Where to write the table.
#[derive(clap::Args)]
pub(super) struct RecordArgs {
    /// Also write the results to this file: a tab-separated table that names the command, version, date and machine
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl RecordArgs {
    /// An empty table of these columns. Made before the measurement, so that it notes the load before it.
    pub(super) fn table(&self, columns: &[&str]) -> Table {
        Table { path: self.record.clone(), header: header(), columns: columns.join("\t"), rows: Vec::new() }
    }
}

/// A table under way.
pub(super) struct Table {
    /// Without a path nothing is written.
    path: Option<PathBuf>,
    header: Vec<(String, String)>,
    columns: String,
    rows: Vec<String>,
}

impl Table {
    /// Adds a line to the header.
    pub(super) fn note(&mut self, name: &str, value: impl Display) {
        self.header.push((name.to_owned(), value.to_string()));
    }

    /// Takes over rows of the table that is in the file already, if it has the same columns; `is_kept` sees their cells.
    pub(super) fn take_over(&mut self, is_kept: impl Fn(&[&str]) -> bool) -> Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        if lines.next() == Some(&self.columns) {
            let kept = lines.filter(|line| is_kept(&line.split('\t').collect::<Vec<_>>()));
            self.rows.extend(kept.map(str::to_owned));
        }
        Ok(())
    }

    /// The first cells of all rows.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().filter_map(|row| row.split('\t').next())
    }

    /// Adds a row, one cell for each column.
    pub(super) fn push(&mut self, cells: &[&dyn Display]) {
        debug_assert_eq!(cells.len(), self.columns.split('\t').count(), "a row has a cell for each column");
        self.rows.push(cells.iter().map(ToString::to_string).collect::<Vec<_>>().join("\t"));
    }

    /// Writes the file, if one was asked for.
    pub(super) fn save(&self) -> Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        atomic_file::save(path, |out| {
            self.header.iter().try_for_each(|(name, value)| writeln!(out, "# {name}: {value}"))?;
            writeln!(out, "{}", self.columns)?;
            Ok(self.rows.iter().try_for_each(|row| writeln!(out, "{row}"))?)
        })
    }
}

/// What every table says about its origin.
fn header() -> Vec<(String, String)> {
    let command: Vec<String> = env::args().skip(1).collect();
    let fields = [
        ("command", format!("taquin {}", command.join(" "))),
        ("version", version()),
        ("date", date(OffsetDateTime::now_utc())),
        ("machine", machine()),
        ("load average before", load()),
    ];
    fields.map(|(name, value)| (name.to_owned(), value)).into()
}

/// Version, profile and commit of the program.
fn version() -> String {
    let profile = if cfg!(debug_assertions) { "development" } else { "release" };
    let commit = commit().unwrap_or_else(|| "unknown".to_owned());
    format!("taquin {}, {profile} build, commit {commit}", env!("CARGO_PKG_VERSION"))
}

/// The commit of the repository around the current directory, if it is one.
fn commit() -> Option<String> {
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short", "HEAD"])?;
    // why: tables that were recorded just before are no change of the program.
    let sources = ["--", ":/", ":(exclude,top)bench/runs"];
    let is_clean = git(&[&["status", "--porcelain", "--untracked-files=no"], &sources[..]].concat())?.is_empty();
    Some(if is_clean { commit } else { format!("{commit} and changes") })
}

pub(super) fn date(moment: OffsetDateTime) -> String {
    let (hour, minute, _) = moment.to_hms();
    format!("{} {hour:02}:{minute:02} UTC", moment.date())
}

fn machine() -> String {
    let wanted =
        RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing()).with_memory(MemoryRefreshKind::nothing().with_ram());
    let Ok(system) = System::new_with_specifics(wanted) else {
        return env::consts::OS.to_owned();
    };
    let model = system.cpus().first().map_or("", |cpu| cpu.brand().trim());
    let memory = system.total_memory() as f64 / f64::from(1 << 30);
    let kind = System::name().unwrap_or_else(|_| env::consts::OS.to_owned());
    format!("{} cores of {model}, {memory:.0} GiB of memory, {kind}", system.cpus().len())
}

pub(super) fn load() -> String {
    match System::load_average() {
        Ok(load) => format!("{:.1} (1 minute), {:.1} (5), {:.1} (15)", load.one, load.five, load.fifteen),
        Err(_) => "unknown".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_from_year_to_minute() {
        let moment = OffsetDateTime::from_unix_timestamp(1_700_000_000).unwrap();
        assert_eq!(date(moment), "2023-11-14 22:13 UTC");
    }

    #[test]
    fn rows_of_an_earlier_table_are_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let args = RecordArgs { record: Some(folder.path().join("table.tsv")) };
        let mut table = args.table(&["board", "moves"]);
        table.take_over(|_| true).unwrap();
        table.push(&[&1, &2]);
        table.push(&[&2, &0]);
        table.save().unwrap();
        let mut next = args.table(&["board", "moves"]);
        next.take_over(|cells| cells[1] != "0").unwrap();
        assert_eq!(next.rows, ["1\t2"]);
        assert_eq!(next.names().collect::<Vec<_>>(), ["1"]);
        let mut other = args.table(&["board", "time"]);
        other.take_over(|_| true).unwrap();
        assert_eq!(other.rows.len(), 0, "other columns");
    }

    #[test]
    fn a_table_has_a_header_columns_and_rows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.tsv");
        let mut table = RecordArgs { record: Some(path.clone()) }.table(&["board", "moves"]);
        table.note("mean", 1.5);
        table.push(&[&1, &2]);
        table.push(&[&2, &1]);
        table.save().unwrap();
        let text = fs::read_to_string(path).unwrap();
        let (header, rows): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
        assert_eq!(rows, ["board\tmoves", "1\t2", "2\t1"]);
        let names: Vec<&str> = header.iter().filter_map(|line| line.split(": ").next()).collect();
        assert_eq!(names, ["# command", "# version", "# date", "# machine", "# load average before", "# mean"]);
    }
}
