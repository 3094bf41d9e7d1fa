//! `taquin serve`: the browser app, embedded in the command, for this machine alone.

use crate::outcome::Outcome;
use anyhow::{Context, Result, anyhow, bail};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::net::Ipv4Addr;
use tiny_http::{Header, Method, Request, Response, Server};

/// The built app; empty where it was not built before the command.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct App;

/// Serve the browser app on this machine (127.0.0.1 only)
#[derive(clap::Args)]
#[command(after_help = "Example:\n  taquin serve --port 8080")]
pub(crate) struct Args {
    /// The port; 0 takes any that is free
    #[arg(long, default_value_t = 8015)]
    port: u16,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    if App::get("index.html").is_none() {
        bail!("this command was built without the browser app: `cargo xtask run` builds both");
    }
    let server = Server::http((Ipv4Addr::LOCALHOST, args.port))
        .map_err(|error| anyhow!("cannot serve on port {}: {error}; try another --port", args.port))?;
    let address = server.server_addr().to_ip().context("no address to serve on")?;
    eprintln!("Taquin is at http://{address}/ (Ctrl-C ends it)");
    for request in server.incoming_requests() {
        // why: a browser that goes away in the middle of an answer is no reason to end.
        drop(answer(request));
    }
    Ok(Outcome::Done)
}

fn answer(request: Request) -> std::io::Result<()> {
    let path = request.url().split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
    let name = if path.is_empty() { "index.html" } else { path };
    match (request.method(), App::get(name)) {
        (Method::Get | Method::Head, Some(file)) => {
            let kind = content_type(name, &file);
            // why: the browser asks each time, so that a newer command shows a newer app; files are small and near.
            let headers = [("Content-Type", kind.as_str()), ("Cache-Control", "no-cache")];
            let mut response = Response::from_data(file.data.into_owned());
            for (field, value) in headers {
                response.add_header(header(field, value)?);
            }
            request.respond(response)
        }
        (Method::Get | Method::Head, None) => {
            request.respond(Response::from_string("There is nothing here.").with_status_code(404))
        }
        _ => request.respond(Response::empty(405)),
    }
}

/// why: modules, wasm and service workers are refused by browsers unless their type is right.
fn content_type(name: &str, file: &EmbeddedFile) -> String {
    match name.rsplit('.').next() {
        Some("webmanifest") => "application/manifest+json".to_owned(),
        _ => file.metadata.mimetype().to_owned(),
    }
}

fn header(field: &str, value: &str) -> std::io::Result<Header> {
    Header::from_bytes(field, value).map_err(|()| std::io::Error::other("a header that cannot be sent"))
}
