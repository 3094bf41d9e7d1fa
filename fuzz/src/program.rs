//! The command under test.

use std::{env, path::PathBuf};

/// The command: `$TAQUIN`, or the one that was built beside this program.
pub(crate) fn program() -> PathBuf {
    env::var_os("TAQUIN").map(PathBuf::from).unwrap_or_else(|| {
        let here = env::current_exe().expect("a program knows where it is");
        // Tests are a directory further down than programs.
        let mut directories = here.ancestors().skip(1).map(|directory| directory.join("taquin"));
        let program =
            directories.next().expect("a program is in a directory").with_extension(env::consts::EXE_EXTENSION);
        if program.exists() { program } else { directories.next().unwrap_or(program) }
    })
}
