//! What is answered to a request.

use super::app::File;
use http_body_util::Full;
use hyper::{
    HeaderMap, Method, Request, Response, StatusCode, Uri,
    body::Bytes,
    header::{self, HeaderName, HeaderValue},
};

/// Names under which this machine reaches itself. A page elsewhere whose name was made to lead here (DNS rebinding)
/// asks for its own name and is refused.
const HOSTS: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// What a browser may do with the app.
///
/// The app is all that may run; wasm counts as `eval` there. Pictures are drawn from memory (`blob:`, `data:`).
/// `connect-src` is open because a player may ask for a picture at any address; it is fetched without credentials and only
/// where that address allows it (CORS). Styles in attributes place the tiles.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
                      style-src 'self'; style-src-attr 'unsafe-inline'; font-src 'self'; manifest-src 'self'; \
                      img-src 'self' blob: data:; connect-src 'self' blob: data: http: https:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Sent with every answer.
const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    // why: the browser asks each time, so that a newer command shows a newer app; what it has already is not sent again.
    (header::CACHE_CONTROL, "no-cache"),
];

pub(super) type Answer = Response<Full<Bytes>>;

/// Answers a request; a body, which nothing here needs, is never read.
pub(super) fn answer<B>(files: &'static [File], port: u16, request: &Request<B>) -> Answer {
    let mut answer = if !is_ours(request.uri(), request.headers(), port) {
        plain_text(StatusCode::MISDIRECTED_REQUEST, "This server is for this machine alone: ask for it as localhost.\n")
    } else if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut answer = plain_text(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are answered.\n");
        answer.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        answer
    } else {
        match find(files, request.uri().path()) {
            Some(file) => send(file, request.headers()),
            None => plain_text(StatusCode::NOT_FOUND, "There is nothing here.\n"),
        }
    };
    for (name, value) in HEADERS {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}

/// Is this machine asked for, by one of its own names and with the right port?
fn is_ours(uri: &Uri, headers: &HeaderMap, port: u16) -> bool {
    let mut asked = headers.get_all(header::HOST).iter().map(HeaderValue::to_str);
    let (Some(Ok(host)), None) = (asked.next(), asked.next()) else {
        return false;
    };
    let is_own = |host: &str| match host.strip_suffix(&format!(":{port}")) {
        Some(name) => HOSTS.iter().any(|own| own.eq_ignore_ascii_case(name)),
        None => port == 80 && HOSTS.iter().any(|own| own.eq_ignore_ascii_case(host)),
    };
    is_own(host) && uri.authority().is_none_or(|authority| is_own(authority.as_str()))
}

fn find(files: &'static [File], path: &str) -> Option<&'static File> {
    let name = match path.strip_prefix('/')? {
        "" => "index.html",
        name => name,
    };
    files.iter().find(|file| file.name == name)
}

fn send(file: &'static File, asked: &HeaderMap) -> Answer {
    let mut answer = Answer::default();
    let headers = answer.headers_mut();
    // why weak: the file and its compressed form are one thing to a cache, but not the same bytes.
    headers.insert(header::ETAG, HeaderValue::from_str(&format!("W/{}", file.tag)).expect("hexadecimal digits"));
    if file.is_packed {
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    if is_known(file, asked) {
        *answer.status_mut() = StatusCode::NOT_MODIFIED;
        return answer;
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
    *answer.body_mut() = if file.is_packed && accepts_gzip(asked) {
        answer.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        Full::new(Bytes::from_static(file.bytes))
    } else {
        Full::new(file.plain())
    };
    answer
}

/// Does the client have the file as it is now?
fn is_known(file: &File, asked: &HeaderMap) -> bool {
    elements(asked, &header::IF_NONE_MATCH).any(|tag| tag == "*" || tag.trim_start_matches("W/") == file.tag)
}

fn accepts_gzip(asked: &HeaderMap) -> bool {
    let accepted = |element: &str| {
        let (coding, parameters) = element.split_once(';').unwrap_or((element, ""));
        let quality = parameters.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
        coding.trim().eq_ignore_ascii_case("gzip") && quality.is_ok_and(|quality| quality > 0.0)
    };
    elements(asked, &header::ACCEPT_ENCODING).any(accepted)
}

/// The elements of a header that is a list.
fn elements<'h>(headers: &'h HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'h str> {
    headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).flat_map(|list| list.split(',')).map(str::trim)
}

/// An answer in words.
fn plain_text(status: StatusCode, text: &'static str) -> Answer {
    let mut answer = Answer::new(Full::new(Bytes::from_static(text.as_bytes())));
    *answer.status_mut() = status;
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    answer
}
