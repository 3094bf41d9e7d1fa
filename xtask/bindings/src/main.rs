//! `bindings <file.wasm> <directory> <name>`: writes the JavaScript and TypeScript side of a module.

use std::{env, process::ExitCode};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [input, output, name] = &arguments[..] else {
        eprintln!("usage: bindings <file.wasm> <directory> <name>");
        return ExitCode::from(2);
    };
    let written = Bindgen::new().input_path(input).web(true).and_then(|bindgen| {
        bindgen.typescript(true).out_name(name).remove_producers_section(true).generate(output)
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindings: {error:?}");
            ExitCode::FAILURE
        }
    }
}
