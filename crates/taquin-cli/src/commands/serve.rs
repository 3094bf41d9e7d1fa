//! `taquin serve`: the browser app, embedded in the command, for this machine alone.

mod answer;
mod app;
mod server;
#[cfg(test)]
mod tests;

use crate::{outcome::Outcome, output};
use anyhow::{Context, Result, bail};
use server::{Limits, Server};
use std::net::Ipv4Addr;
use tokio::{net::TcpListener, runtime};

/// Serve the browser app on this machine (127.0.0.1 only)
#[derive(clap::Args)]
#[command(after_help = "Example:\n  taquin serve --port 8080")]
pub(crate) struct Args {
    /// The port; 0 takes any that is free
    #[arg(long, default_value_t = 8015)]
    port: u16,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    if app::APP.is_empty() {
        bail!("this command was built without the browser app: `cargo xtask run` builds both");
    }
    // why one thread: it only hands out bytes that are in memory, and so needs no more to be quick.
    let runtime = runtime::Builder::new_current_thread().enable_all().build().context("cannot serve")?;
    runtime.block_on(serve(args.port))
}

async fn serve(port: u16) -> Result<Outcome> {
    let shutdown = shutdown_signal().context("cannot listen for Ctrl-C")?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .await
        .with_context(|| format!("cannot serve on port {port}; try another --port"))?;
    let address = listener.local_addr().context("no address to serve on")?;
    output::note(&format!("Taquin is at http://{address}/ (Ctrl-C ends it)"));
    let server = Server { files: app::APP, port: address.port(), limits: Limits::default() };
    tokio::select! {
        never = server.run(listener) => match never {},
        reason = shutdown => output::note(&format!("Taquin ends: {reason}")),
    }
    Ok(Outcome::Done)
}

/// Waits until somebody wants the server to end, and says who.
#[cfg(unix)]
fn shutdown_signal() -> Result<impl Future<Output = &'static str>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => "Ctrl-C",
            _ = terminate.recv() => "asked to terminate",
            _ = hang_up.recv() => "the terminal was closed",
        }
    })
}

#[cfg(not(unix))]
fn shutdown_signal() -> Result<impl Future<Output = &'static str>> {
    Ok(async {
        // why: where no handler can be installed, Ctrl-C ends the command, as it does by default.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        "Ctrl-C"
    })
}
