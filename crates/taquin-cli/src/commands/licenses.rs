//! `taquin licenses`: the terms of Taquin and of the work of others in it.

use crate::{outcome::Outcome, output::Output};
use anyhow::Result;
use flate2::read::GzDecoder;
use std::io::{self, Write};

/// `THIRD-PARTY.md`, compressed by `build.rs`.
const THIRD_PARTY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/third-party.gz"));

/// Show the licences of Taquin and of the work of others in it
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args) -> Result<Outcome> {
    let output = Output::new();
    writeln!(
        output.writer(),
        "Taquin is free software, on the terms of the MIT licence or of the Apache License 2.0.\n"
    )?;
    io::copy(&mut GzDecoder::new(THIRD_PARTY), &mut *output.writer())?;
    output.flush()?;
    Ok(Outcome::Done)
}
