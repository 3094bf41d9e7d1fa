//! Compresses what the command embeds: the browser app, where it was built, and the licences of others.

use flate2::{Compression, write::GzEncoder};
use std::{
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
};
use xxhash_rust::xxh3::xxh3_64;

/// Where the app is built.
const APP: &str = "../../web/dist";
/// The list of what others have written, with their licences.
const THIRD_PARTY: &str = "../../THIRD-PARTY.md";

fn main() -> io::Result<()> {
    // why: `cargo xtask run` sets this, so that an app which was not there for the last build is noticed. Watching a
    // missing directory would build the command anew at every call of cargo.
    println!("cargo::rerun-if-env-changed=TAQUIN_WITH_APP");
    println!("cargo::rerun-if-changed={THIRD_PARTY}");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    let mut files = Vec::new();
    if Path::new(APP).is_dir() {
        println!("cargo::rerun-if-changed={APP}");
        list(Path::new(APP), &mut files)?;
    }
    files.sort();
    let mut source = String::from("pub(super) static APP: &[File] = &[\n");
    for (index, path) in files.iter().enumerate() {
        source += &embed(path, &out.join(format!("app-{index}")))?;
    }
    source += "];\n";
    fs::write(out.join("third-party.gz"), packed(&fs::read(THIRD_PARTY)?)?)?;
    fs::write(out.join("app.rs"), source)
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// Writes a file as it is to be embedded, and says so in Rust.
fn embed(path: &Path, to: &Path) -> io::Result<String> {
    let plain = fs::read(path)?;
    let packed = packed(&plain)?;
    // why: fonts and photographs are compressed already; a second time costs the browser work for nothing.
    let is_packed = packed.len() < plain.len() / 10 * 9;
    let bytes = if is_packed { &packed } else { &plain };
    fs::write(to, bytes)?;
    let name = path.strip_prefix(APP).expect("listed from there").to_str().expect("the app's names are text");
    Ok(format!(
        "    File {{ name: {name:?}, kind: {:?}, tag: \"\\\"{:016x}\\\"\", is_packed: {is_packed}, bytes: include_bytes!({to:?}) }},\n",
        kind(path),
        xxh3_64(&plain),
        name = name.replace('\\', "/"),
    ))
}

fn packed(plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain)?;
    encoder.finish()
}

/// why: browsers refuse modules, wasm and service workers of any other type.
fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("css") => "text/css; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("txt") => "text/plain; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        Some("woff") => "font/woff",
        Some("woff2") => "font/woff2",
        _ => panic!("{}: say in build.rs what type files of this kind have", path.display()),
    }
}
