//! The browser app as a folder that any host can serve, from any path, without logic of its own.
//!
//! All addresses are relative, so that only the page for what is not found must know where the site is. A host must send
//! `.js` as `text/javascript` and `.wasm` as `application/wasm`, which all that we know of do, and should send `404.html` for
//! what is not there.

use crate::{
    tool::{copy_tree, root},
    web,
};
use anyhow::{Context, Result, bail, ensure};
use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
};

/// Where the site is written by default.
pub(crate) const FOLDER: &str = "target/site";

/// What the site may do: all that `taquin serve` allows, but for pictures from other hosts, as no request leaves the site.
/// (Who may show the site in a frame can only be said in a header.)
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
                      style-src-attr 'unsafe-inline'; font-src 'self'; manifest-src 'self'; img-src 'self' blob: data:; \
                      connect-src 'self' blob: data:; base-uri 'none'; form-action 'none'";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where the site will be: a path such as /games/taquin/, or a whole address, which links to it show with its picture.
    #[arg(long, default_value = "/")]
    base: String,
    /// The folder to write; what is there is replaced.
    #[arg(long, default_value = FOLDER)]
    output: PathBuf,
}

/// Builds the app and writes the site.
pub(crate) fn run(args: &Args) -> Result<()> {
    web::build()?;
    let folder = root().join(&args.output);
    write(&args.base, &folder)?;
    println!("The site is in {}; it is to be served at {}.", folder.display(), args.base);
    Ok(())
}

/// Writes the site from the app as it was built.
pub(crate) fn write(base: &str, folder: &Path) -> Result<()> {
    let base = Base::parse(base)?;
    let app = root().join(web::APP);
    // why: a folder of somebody else's is not to be emptied because of a mistyped name.
    ensure!(
        !folder.exists() || fs::read_dir(folder)?.next().is_none() || folder.join("sw.js").is_file(),
        "{} is there and is no site: choose another --output",
        folder.display()
    );
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    copy_tree(&app, folder)?;
    let read = |path: &Path| fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()));
    let plain = read(&folder.join("index.html"))?;
    let page = page(&plain, &base)?;
    fs::write(folder.join("sw.js"), renewed(&read(&folder.join("sw.js"))?, &page)?)?;
    fs::write(folder.join("index.html"), page)?;
    fs::write(folder.join("404.html"), read(&root().join("web/build/404.html"))?.replace("__BASE__", &base.path))?;
    Ok(())
}

/// Where the site will be.
struct Base {
    /// What comes before the path, such as `https://example.org`; nothing if only the path is known.
    host: String,
    /// Begins and ends with a slash.
    path: String,
}

impl Base {
    fn parse(text: &str) -> Result<Self> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let host = rest.map_or(0, |rest| text.len() - rest.len() + rest.find('/').unwrap_or(rest.len()));
        let (host, path) = text.split_at(host);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "/-._~".contains(c);
        if !path.starts_with('/') || !path.ends_with('/') || !path.chars().all(is_plain) || path.contains("//") {
            bail!("--base {text:?}: a path that begins and ends with / is needed, such as /games/taquin/");
        }
        Ok(Self { host: host.to_owned(), path: path.to_owned() })
    }
}

/// The app's page with the policy, and with the whole address of its picture where the host is known.
fn page(plain: &str, base: &Base) -> Result<String> {
    const HEAD: &str = "<meta charset=\"utf-8\" />";
    const PICTURE: &str = "content=\"./social-preview.png\"";
    ensure!(plain.contains(HEAD) && plain.contains(PICTURE), "the app's page is not as it was");
    let policy = format!("{HEAD}\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />");
    let page = plain.replacen(HEAD, &policy, 1);
    if base.host.is_empty() {
        return Ok(page);
    }
    Ok(page.replace(PICTURE, &format!("content=\"{}{}social-preview.png\"", base.host, base.path)))
}

/// The offline worker under another version, so that browsers which have the app take this page of it.
fn renewed(worker: &str, page: &str) -> Result<String> {
    const MARK: &str = "'taquin-";
    let begin = worker.find(MARK).context("the offline worker has no version")? + MARK.len();
    let old = worker.get(begin..begin + 16).context("the version of the offline worker is cut off")?;
    let mut hasher = DefaultHasher::new();
    (old, page).hash(&mut hasher);
    Ok(worker.replacen(old, &format!("{:016x}", hasher.finish()), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_is_a_path_or_an_address() {
        let parsed = |text: &str| Base::parse(text).map(|base| (base.host, base.path)).ok();
        let of = |host: &str, path: &str| Some((host.to_owned(), path.to_owned()));
        assert_eq!(parsed("/"), of("", "/"));
        assert_eq!(parsed("/games/taquin/"), of("", "/games/taquin/"));
        assert_eq!(parsed("https://example.org/x/"), of("https://example.org", "/x/"));
        for wrong in ["", "x", "/x", "x/", "//", "/a b/", "/a\"/", "https://example.org", "ftp://example.org/"] {
            assert_eq!(parsed(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_worker_gets_a_version_of_its_own() {
        let worker = "const CACHE = 'taquin-0123456789abcdef';";
        let (one, other) = (renewed(worker, "a").unwrap(), renewed(worker, "b").unwrap());
        assert_ne!(one, other);
        assert_eq!(one.len(), worker.len());
        assert!(renewed("", "").is_err());
    }
}
