//! `bindings <file.wasm> <directory> <name>`: writes the JavaScript and TypeScript side of a module.

use rustc_demangle::demangle;
use std::{env, process::ExitCode};
use walrus::{FunctionKind, Module, ir::Instr};
use wasm_bindgen_cli_support::Bindgen;

/// Where Rust's library ends a program that broke one of its rules. A browser shows nothing of what it would print, so all that
/// these functions do there is to trap.
const PANICS: [&str; 14] = [
    "core::panicking::",
    "core::option::unwrap_failed",
    "core::option::expect_failed",
    "core::result::unwrap_failed",
    "core::cell::panic_",
    "core::slice::index::slice_index_fail",
    "core::slice::copy_from_slice_impl::len_mismatch_fail",
    "core::slice::sort::shared::smallsort::panic_on_ord_violation",
    "core::str::slice_error_fail",
    "alloc::raw_vec::handle_error",
    "alloc::raw_vec::capacity_overflow",
    "alloc::alloc::handle_alloc_error",
    "std::sync::lazy_lock::panic_poisoned",
    "std::thread::local::panic_access_error",
];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [input, output, name] = &arguments[..] else {
        eprintln!("usage: bindings <file.wasm> <directory> <name>");
        return ExitCode::from(2);
    };
    let written = Module::from_file(input).and_then(|mut module| {
        trap_at_once(&mut module);
        let mut bindgen = Bindgen::new();
        bindgen.input_module(name, module).web(true)?;
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

/// Leaves of a panic only its trap: texts, and the code that would put numbers into them, are a tenth of a module.
fn trap_at_once(module: &mut Module) {
    for function in module.funcs.iter_mut() {
        let name = format!("{:#}", demangle(function.name.as_deref().unwrap_or_default()));
        let FunctionKind::Local(function) = &mut function.kind else { continue };
        let end = function.block(function.entry_block()).instrs.last();
        let never_returns = matches!(end, Some((Instr::Unreachable(_), _)));
        if never_returns && PANICS.iter().any(|panic| name.starts_with(panic)) {
            let mut body = function.builder_mut().func_body();
            body.instrs_mut().clear();
            body.unreachable();
        }
    }
}
