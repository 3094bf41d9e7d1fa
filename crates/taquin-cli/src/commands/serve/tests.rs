//! The server as clients meet it: well-behaved ones, hostile ones, and many at a time.

use super::{
    app::File,
    server::{Limits, Server},
};
use std::{
    io::{Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    thread,
    time::{Duration, Instant},
};
use tokio::{net::TcpListener, runtime};

/// `gzip --best` of the page below.
const PACKED: &[u8] =
    &[31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 11, 73, 44, 44, 205, 204, 227, 2, 0, 108, 8, 160, 77, 7, 0, 0, 0];
/// More than the system buffers for a client that does not read.
static LARGE: [u8; 16 << 20] = [7; 16 << 20];

static FILES: &[File] = &[
    File { name: "index.html", kind: "text/html", tag: "\"1\"", is_packed: true, bytes: PACKED },
    File { name: "large", kind: "application/wasm", tag: "\"2\"", is_packed: false, bytes: &LARGE },
];

/// Serves on a free port until the tests end.
fn serve(limits: Limits) -> SocketAddr {
    let (sender, receiver) = std::sync::mpsc::channel();
    thread::spawn(move || {
        let runtime = runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
            let address = listener.local_addr().unwrap();
            sender.send(address).unwrap();
            match (Server { files: FILES, port: address.port(), limits }).run(listener).await {}
        });
    });
    receiver.recv().unwrap()
}

/// Limits that a test meets soon.
fn short() -> Limits {
    Limits {
        connections: 8,
        head_time: Duration::from_millis(300),
        stall_time: Duration::from_millis(300),
        ..Limits::default()
    }
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    stream
}

fn send(address: SocketAddr, request: &str) -> TcpStream {
    let mut stream = connect(address);
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

/// The whole answer to a request, which is to be the connection's last.
fn ask(address: SocketAddr, request: &str) -> String {
    let mut answer = Vec::new();
    // why the error is no matter: a connection with a body that nobody read may end in a reset, after the answer.
    let _ = send(address, request).read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(address: SocketAddr, method: &str, path: &str, headers: &str) -> String {
    ask(address, &format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n"))
}

/// Asks as a newcomer would, and says how long it took.
fn time_of_answer(address: SocketAddr) -> Duration {
    let begun = Instant::now();
    let answer = get(address, "GET", "/", "");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    begun.elapsed()
}

/// why the quickest of some: the machine may be busy with other tests.
#[track_caller]
fn assert_prompt(address: SocketAddr) {
    let took = (0..10).map(|_| time_of_answer(address)).min().unwrap_or_default();
    assert!(took < Duration::from_millis(100), "answered after {took:?}");
}

#[test]
fn files_are_sent_as_the_client_can_take_them() {
    let address = serve(Limits::default());
    let plain = get(address, "GET", "/", "");
    assert!(plain.ends_with("\r\n\r\nTaquin\n"), "{plain}");
    assert!(!plain.contains("content-encoding"), "{plain}");
    for accepted in ["gzip", "br, gzip", "GZIP;q=0.5"] {
        let packed = get(address, "GET", "/index.html?x", &format!("Accept-Encoding: {accepted}\r\n"));
        assert!(packed.contains("content-encoding: gzip\r\n") && packed.contains("content-length: 27\r\n"), "{packed}");
        assert!(packed.contains("vary: accept-encoding\r\n"), "{packed}");
    }
    let refused = get(address, "GET", "/", "Accept-Encoding: gzip;q=0, br\r\n");
    assert!(!refused.contains("content-encoding"), "{refused}");
    let head = get(address, "HEAD", "/", "");
    assert!(head.contains("content-length: 7\r\n") && head.ends_with("\r\n\r\n"), "{head}");
}

#[test]
fn what_the_client_has_is_not_sent_again() {
    let address = serve(Limits::default());
    assert!(get(address, "GET", "/", "").contains("etag: W/\"1\"\r\n"));
    for tags in ["W/\"1\"", "\"1\"", "\"0\", W/\"1\"", "*"] {
        let answer = get(address, "GET", "/", &format!("If-None-Match: {tags}\r\n"));
        assert!(answer.starts_with("HTTP/1.1 304") && answer.contains("etag: "), "{answer}");
    }
    assert!(get(address, "GET", "/", "If-None-Match: \"2\"\r\n").starts_with("HTTP/1.1 200"));
}

#[test]
fn every_answer_carries_the_policy() {
    let address = serve(Limits::default());
    for (method, path, status) in
        [("GET", "/", "200"), ("GET", "/none", "404"), ("PUT", "/", "405"), ("GET", "/../x", "404")]
    {
        let answer = get(address, method, path, "");
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
        for header in [
            "content-security-policy: default-src 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(answer.contains(header), "{header}: {answer}");
        }
    }
    assert!(get(address, "DELETE", "/", "").contains("allow: GET, HEAD\r\n"));
}

#[test]
fn only_this_machine_is_served() {
    let address = serve(Limits::default());
    let port = address.port();
    let status =
        |host: &str| ask(address, &format!("GET / HTTP/1.1\r\n{host}Connection: close\r\n\r\n"))[9..12].to_owned();
    for own in ["localhost", "LocalHost", "127.0.0.1", "[::1]"] {
        assert_eq!(status(&format!("Host: {own}:{port}\r\n")), "200", "{own}");
    }
    for foreign in [
        "evil.example",
        &format!("evil.example:{port}"),
        "localhost",
        "localhost:1",
        &format!("x.localhost:{port}"),
        "",
    ] {
        assert_eq!(status(&format!("Host: {foreign}\r\n")), "421", "{foreign}");
    }
    assert_eq!(status(""), "421");
    assert_eq!(status(&format!("Host: localhost:{port}\r\nHost: evil.example\r\n")), "421");
    let absolute = ask(
        address,
        &format!("GET http://evil.example/ HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n"),
    );
    assert!(absolute.starts_with("HTTP/1.1 421"), "{absolute}");
}

#[test]
fn malformed_lengths_are_refused() {
    let address = serve(Limits::default());
    for length in ["-1", "abc", "1180591620717411303424", "1\r\nContent-Length: 2"] {
        let answer = get(address, "GET", "/", &format!("Content-Length: {length}\r\n"));
        assert!(answer.starts_with("HTTP/1.1 400"), "{length}: {answer}");
    }
}

#[test]
fn a_head_without_end_is_refused() {
    let address = serve(Limits::default());
    let mut stream = send(address, "GET / HTTP/1.1\r\nX: ");
    let chunk = [b'x'; 1 << 12];
    let sent = (0..10_000).take_while(|_| stream.write_all(&chunk).is_ok()).count();
    assert!(sent < 10_000, "40 MB of a head were taken");
    assert_prompt(address);
}

#[test]
fn clients_that_stand_still_are_left() {
    let address = serve(short());
    let mut half = send(address, "GET / HTT");
    let mut silent = connect(address);
    let mut deaf = send(address, &format!("GET /large HTTP/1.1\r\nHost: {address}\r\n\r\n"));
    thread::sleep(Duration::from_millis(1_000));
    let mut answer = Vec::new();
    half.read_to_end(&mut answer).expect("closed");
    silent.read_to_end(&mut answer).expect("closed");
    answer.clear();
    // The end of what the system had buffered, or a reset: in any case not all of it.
    let _ = deaf.read_to_end(&mut answer);
    assert!(answer.len() < LARGE.len(), "all of it was sent after the time for it");
}

#[test]
fn idle_stalled_and_bodiless_clients_keep_nobody_waiting() {
    let address = serve(Limits::default());
    let idle: Vec<_> = (0..200).map(|_| connect(address)).collect();
    assert_prompt(address);
    let stalled: Vec<_> =
        (0..50).map(|_| send(address, &format!("GET /large HTTP/1.1\r\nHost: {address}\r\n\r\n").repeat(2))).collect();
    assert_prompt(address);
    let bodiless: Vec<_> = (0..50)
        .map(|_| send(address, &format!("POST / HTTP/1.1\r\nHost: {address}\r\nContent-Length: 1000000000\r\n\r\n")))
        .collect();
    assert_prompt(address);
    drop((idle, stalled, bodiless));
    assert_prompt(address);
}
