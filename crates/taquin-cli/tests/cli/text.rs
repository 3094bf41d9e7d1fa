//! What people read: help, text results, colours, completions.

use crate::{PROGRAM, Run, command, taquin};
use std::process::Command;

/// Times differ from run to run.
pub(crate) fn without_times(text: &str) -> String {
    let words = text.split_inclusive(' ').map(|word| match word.trim_end().parse::<f64>() {
        Ok(_) if word.trim_end().trim_end_matches('.').contains('.') => "TIME ",
        _ => word,
    });
    words.collect()
}

#[test]
fn results_read_well() {
    let boards =
        ["8 2 0/4 6 1/3 7 5", "1 2 3/4 5 6/7 8 0", "2 1/3 0", "1 2 0 3", "2 3 4 8/1 5 7 0/10 6 13 12/9 14 11 15"];
    let run = taquin(&[&["solve", "--algorithm", "ida-star"], &boards[..]].concat());
    assert_eq!(run.stderr, "");
    insta::assert_snapshot!(without_times(&run.stdout));
}

#[test]
fn the_examples_of_the_help_work_when_pasted() {
    let help = taquin(&[]);
    assert_eq!((help.code, help.stderr.as_str()), (Some(0), ""));
    insta::assert_snapshot!(help.stdout);
    let examples: Vec<&str> = help.stdout.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    assert_eq!(examples.len(), 5);
    for example in examples {
        let run = pasted(example);
        // The game cannot be played in a pipe; it says so.
        let expected = [("check", 1), ("play", 2)].iter().find(|(name, _)| example.contains(name));
        assert_eq!(run.code, Some(expected.map_or(0, |&(_, code)| code)), "{example}: {}", run.stderr);
        assert!(!run.stdout.is_empty() || example.contains("play") || example.contains("render"), "{example}");
    }
}

#[test]
fn the_examples_of_every_command_work_when_pasted() {
    for name in ["solve", "check", "scramble", "apply", "compare", "blocks solve", "blocks generate"] {
        let help = taquin(&[&name.split(' ').collect::<Vec<_>>()[..], &["--help"]].concat()).stdout;
        let examples: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("  taquin ")).collect();
        assert!(!examples.is_empty(), "{name}");
        for example in examples {
            let run = pasted(&format!("taquin {example}"));
            assert!(run.code < Some(2) && !run.stdout.is_empty(), "{example}: {}", run.stderr);
        }
    }
}

/// Runs a line as a shell would, with the command on the path.
fn pasted(line: &str) -> Run {
    let folder = std::path::Path::new(&*PROGRAM).parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([folder].into_iter().chain(std::env::split_paths(&path))).unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", line]).env("PATH", path).current_dir(env!("CARGO_TARGET_TMPDIR"));
    command.output().unwrap().into()
}

/// The subcommands and the long options that the help lists.
fn words() -> impl Iterator<Item = String> {
    let help = taquin(&["help"]).stdout + &taquin(&["solve", "--help"]).stdout;
    let names = help.split(|c: char| !c.is_alphanumeric() && c != '-').filter_map(|word| word.strip_prefix("--"));
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect::<Vec<_>>().into_iter()
}

#[test]
fn completions_exist_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = taquin(&["completions", shell]);
        assert_eq!(run.code, Some(0));
        // Every shell completes every option of every command.
        let missing: Vec<_> = words().filter(|word| !run.stdout.contains(word.as_str())).collect();
        assert!(missing.is_empty(), "{shell}: {missing:?}");
    }
}

#[test]
fn colours_come_only_where_they_are_wanted() {
    let colours = |variables: &[&str]| {
        let mut command = command();
        command.args(["solve", "1 2/0 3"]).envs(variables.iter().map(|name| (name, "1")));
        Run::from(command.output().unwrap()).stdout.contains('\x1b')
    };
    assert!(!colours(&[]), "a pipe is no terminal");
    assert!(colours(&["CLICOLOR_FORCE"]));
    assert!(!colours(&["NO_COLOR"]));
}

#[test]
fn the_version_is_told() {
    assert_eq!(taquin(&["--version"]).stdout, format!("taquin {}\n", env!("CARGO_PKG_VERSION")));
}
