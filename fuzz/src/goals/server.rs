//! The server among clients that stand still, with few files to open.

use super::{Bench, Table, measured::peak_of};
use anyhow::{Context, Result, bail};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Stdio},
    time::{Duration, Instant},
};

const SECONDS: f64 = 0.1;
const MIB: f64 = 64.0;

pub(super) fn measure(bench: &Bench, table: &mut Table) -> Result<()> {
    let maximum = getrlimit(Resource::Nofile).maximum;
    // why: all the clients are ours.
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })?;
    let mut child = bench.limited("-n 256", &["serve", "--port", "0"]).stderr(Stdio::piped()).spawn()?;
    let found = clients(&mut child, table);
    child.kill()?;
    child.wait()?;
    found
}

fn clients(child: &mut Child, table: &mut Table) -> Result<()> {
    let mut line = String::new();
    let mut told = BufReader::new(child.stderr.take().context("it is piped")?);
    told.read_line(&mut line)?;
    let Some(address) = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()) else {
        bail!("the server does not say where it is: {line}");
    };
    let (mut idle, mut stalled, mut bodiless) = (Vec::new(), Vec::new(), Vec::new());
    let mut row = |what: &str, child: &mut Child| -> Result<()> {
        let mut longest = 0.0_f64;
        for _ in 0..20 {
            longest = longest.max(answer(address)?);
        }
        let (mib, is_alive) = (peak_of(child), child.try_wait()?.is_none());
        let found =
            format!("longest of 20 answers {longest:.3} s, {mib:.0} MiB{}", if is_alive { "" } else { ", ENDED" });
        let wanted = format!("{SECONDS} s, {MIB} MiB");
        table.row(what, &found, &wanted, longest <= SECONDS && mib <= MIB && is_alive);
        Ok(())
    };
    row("nobody else", child)?;
    for _ in 0..1_000 {
        idle.push(TcpStream::connect(address)?);
    }
    row("1000 idle clients", child)?;
    let get = format!("GET /{} HTTP/1.1\r\nHost: {address}\r\n\r\n", largest(address)?);
    for _ in 0..50 {
        stalled.push(send(address, &get.repeat(4))?);
    }
    row("and 50 that take no answer", child)?;
    let post = format!("POST / HTTP/1.1\r\nHost: {address}\r\nContent-Length: 1000000000\r\n\r\n");
    for _ in 0..50 {
        bodiless.push(send(address, &post)?);
    }
    row("and 50 that send no body", child)?;
    let mut endless = send(address, "GET / HTTP/1.1\r\nX: ")?;
    while endless.write_all(&[b'x'; 1 << 16]).is_ok() {}
    row("and one whose head never ends", child)?;
    drop((idle, stalled, bodiless));
    row("after they have left", child)
}

fn send(address: &str, request: &str) -> Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    stream.write_all(request.as_bytes())?;
    Ok(stream)
}

/// The page, and how long it took to come.
fn page(address: &str, path: &str) -> Result<(String, f64)> {
    let begun = Instant::now();
    let mut bytes = Vec::new();
    let request = format!("GET /{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    send(address, &request)?.read_to_end(&mut bytes)?;
    let page = String::from_utf8_lossy(&bytes).into_owned();
    if !page.starts_with("HTTP/1.1 200") {
        bail!("/{path} was answered by {page:.60}");
    }
    Ok((page, begun.elapsed().as_secs_f64()))
}

fn answer(address: &str) -> Result<f64> {
    Ok(page(address, "")?.1)
}

/// The path of the app's script, which is larger than what the system buffers.
fn largest(address: &str) -> Result<String> {
    let page = page(address, "")?.0;
    let script = page.split("src=\"").nth(1).and_then(|rest| rest.split('"').next());
    Ok(script.context("the page has a script")?.trim_start_matches(['.', '/']).to_owned())
}
