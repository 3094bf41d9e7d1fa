//! Compresses what the command embeds: the browser app, where it was built, and the licences of others.
//!
//! In a checkout both are outside this crate, and the app may not be built yet; in a package they are inside.

use flate2::{Compression, write::GzEncoder};
use std::{
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
};
use xxhash_rust::xxh3::xxh3_64;

/// Is there in a checkout, and not in a package.
const CHECKOUT: &str = "../../web/package.json";
/// Where the app is: in a checkout, and in a package.
const APP: [&str; 2] = ["../../web/dist", "app"];
/// The list of what others have written, with their licences: in a checkout, and in a package.
const THIRD_PARTY: [&str; 2] = ["../../THIRD-PARTY.md", "THIRD-PARTY.md"];

fn main() -> io::Result<()> {
    let is_package = !Path::new(CHECKOUT).exists();
    let (app, third_party) = (Path::new(APP[usize::from(is_package)]), THIRD_PARTY[usize::from(is_package)]);
    if is_package && !app.is_dir() {
        // why: a package that was made by `cargo package` alone must not be published.
        println!("cargo::error=the browser app is not in this package: make it with `cargo xtask package`");
        return Ok(());
    }
    // why: `cargo xtask run` sets this, so that an app which was not there for the last build is noticed. Watching a
    // missing directory would build the command anew at every call of cargo.
    println!("cargo::rerun-if-env-changed=TAQUIN_WITH_APP");
    println!("cargo::rerun-if-changed={third_party}");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    let mut files = Vec::new();
    if app.is_dir() {
        println!("cargo::rerun-if-changed={}", app.display());
        list(app, &mut files)?;
    }
    files.sort();
    let mut source = String::from("pub(super) static APP: &[File] = &[\n");
    for (index, path) in files.iter().enumerate() {
        source += &embed(app, path, &out.join(format!("app-{index}")))?;
    }
    source += "];\n";
    fs::write(out.join("third-party.gz"), packed(&fs::read(third_party)?)?)?;
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
fn embed(app: &Path, path: &Path, to: &Path) -> io::Result<String> {
    let plain = fs::read(path)?;
    let packed = packed(&plain)?;
    // why: fonts and photographs are compressed already; a second time costs the browser work for nothing.
    let is_packed = packed.len() < plain.len() / 10 * 9;
    let bytes = if is_packed { &packed } else { &plain };
    fs::write(to, bytes)?;
    let name = path.strip_prefix(app).expect("listed from there").to_str().expect("the app's names are text");
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
