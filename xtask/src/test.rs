//! `cargo xtask test`: every check of the project, one step after the other.
//!
//! To add a step, write a function that prints what it does and fails with a useful sentence, in the file of its group
//! ([`rust`], [`api`], [`links`], [`examples`], [`python`], [`web`], [`fuzz`]), and list it in [`STEPS`].

use crate::{api, examples, fuzz, links, package, python, rust, supply, tool, web};
use anyhow::{Context, Result, bail};
use std::time::{Duration, Instant};

/// One check.
struct Step {
    name: &'static str,
    about: &'static str,
    run: fn(&Args) -> Result<()>,
}

/// All of them: the quick ones first, so that a slip is told in seconds.
const STEPS: &[Step] = &[
    Step { name: "fetch", about: "download tools and dependencies that are missing", run: |_| rust::fetch() },
    Step { name: "format", about: "the code is formatted by rustfmt", run: |_| rust::format() },
    Step { name: "links", about: "relative links in the documents lead somewhere", run: |_| links::check() },
    Step { name: "lint", about: "clippy has nothing to say", run: |_| rust::lint() },
    Step { name: "build", about: "everything builds", run: |_| tool::build() },
    Step { name: "unit", about: "unit, integration and property tests", run: |args| rust::tests(args.thorough) },
    Step { name: "doctest", about: "the examples in the documentation run", run: |_| rust::doc_tests() },
    Step { name: "rustdoc", about: "the documentation builds, its links lead somewhere", run: |_| rust::docs() },
    Step { name: "api", about: "the public API of the engine is the one that is listed", run: |_| api::check() },
    Step {
        name: "examples",
        about: "the commands in the documents print what is written there",
        run: |_| examples::check(),
    },
    Step {
        name: "python",
        about: "the Python package: wheel, tests, types, where there is Python",
        run: |_| python::check(),
    },
    Step { name: "web", about: "the browser app: format, lint, types, unit tests", run: |_| web::check() },
    Step { name: "supply", about: "all packages come on accepted terms, which are told", run: |_| supply::check() },
    Step { name: "browser", about: "the browser app is played in Chromium", run: |_| web::end_to_end() },
    Step {
        name: "package",
        about: "what is published can be packaged, and used from its package",
        run: |args| package(args.thorough),
    },
    Step { name: "fuzz", about: "mutated input for some seconds per target", run: |args| fuzz::all(args.fuzz_seconds) },
];

/// - `thorough`: also what takes minutes: bundlers, the site as the app, and the crates in an empty folder.
fn package(thorough: bool) -> Result<()> {
    package::check()?;
    if thorough {
        web::bundlers()?;
        web::site_thorough()?;
        package::try_elsewhere()?;
    }
    Ok(())
}

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only these steps; all by default.
    steps: Vec<String>,
    /// Seconds for each fuzz target.
    #[arg(long, default_value_t = 5)]
    fuzz_seconds: u64,
    /// Also the tests that take minutes, each of which has a smaller twin that always runs.
    #[arg(long)]
    thorough: bool,
    /// Lists the steps and does nothing.
    #[arg(long)]
    list: bool,
}

/// Runs the steps asked for.
pub(crate) fn run(args: &Args) -> Result<()> {
    if args.list {
        STEPS.iter().for_each(|step| println!("{:10}{}", step.name, step.about));
        return Ok(());
    }
    let chosen = chosen(&args.steps)?;
    let begun = Instant::now();
    let mut times = Vec::new();
    let mut preparation = None;
    for (index, step) in chosen.iter().enumerate() {
        println!("\n=== {}/{} {}: {}", index + 1, chosen.len(), step.name, step.about);
        let begun = Instant::now();
        let prepared =
            if step.name == "web" { preparation.take().map_or(Ok(()), web::Preparation::finish) } else { Ok(()) };
        prepared.and_then(|()| (step.run)(args)).with_context(|| {
            format!("step {0:?} failed; when it is repaired, `cargo xtask test {0}` runs it alone", step.name)
        })?;
        println!("=== {} passed in {}", step.name, seconds(begun.elapsed()));
        times.push((step.name, begun.elapsed()));
        // why: only now, because both may install components of the toolchain.
        if step.name == "fetch" && chosen.iter().any(|step| step.name == "web") {
            preparation = Some(web::Preparation::begin()?);
        }
    }
    println!();
    times.iter().for_each(|(name, time)| println!("{name:10}{:>9}", seconds(*time)));
    println!("\nAll {} steps passed in {}.", chosen.len(), seconds(begun.elapsed()));
    if !args.thorough && chosen.iter().any(|step| step.name == "unit") {
        println!("The tests marked #[ignore] were left out; --thorough runs them too.");
    }
    Ok(())
}

fn chosen(names: &[String]) -> Result<Vec<&'static Step>> {
    if let Some(unknown) = names.iter().find(|name| STEPS.iter().all(|step| step.name != **name)) {
        let known: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        bail!("there is no step {unknown:?}; there are: {}", known.join(", "));
    }
    Ok(STEPS.iter().filter(|step| names.is_empty() || names.iter().any(|name| name == step.name)).collect())
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
