//! The server itself: connections, how many of them, and for how long.

use super::{answer::answer, app::File};
use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::{
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::{
    net::{TcpListener, TcpStream},
    task::AbortHandle,
    time::sleep,
};
use tokio_io_timeout::TimeoutStream;

/// What clients may take of the server.
pub(super) struct Limits {
    /// Connections at a time. When one more comes, the one that has gone longest without a request is closed for it.
    pub(super) connections: usize,
    /// Bytes of a request's head.
    pub(super) head_bytes: usize,
    /// How long a client may take to send a request's head.
    pub(super) head_time: Duration,
    /// How long a connection may stand still, be it that nothing comes or that nothing is taken.
    pub(super) stall_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        // why 64: browsers open 6 connections each, and the systems with the tightest limits allow some 256 open files.
        Self {
            connections: 64,
            head_bytes: 16 << 10,
            head_time: Duration::from_secs(10),
            stall_time: Duration::from_secs(30),
        }
    }
}

/// How long to wait after a connection could not be accepted: usually there are too many open files, which passes.
const PAUSE: Duration = Duration::from_millis(10);

pub(super) struct Server {
    pub(super) files: &'static [File],
    pub(super) port: u16,
    pub(super) limits: Limits,
}

/// A connection that is being served.
struct Connection {
    task: AbortHandle,
    /// When it last sent a request, or else was opened.
    heard: Arc<Mutex<Instant>>,
}

impl Server {
    /// Serves for ever.
    pub(super) async fn run(self, listener: TcpListener) -> Infallible {
        let mut connections = Vec::new();
        loop {
            connections.retain(|connection: &Connection| !connection.task.is_finished());
            match listener.accept().await {
                Ok((stream, _)) => {
                    if connections.len() >= self.limits.connections {
                        close_quietest(&mut connections);
                    }
                    connections.push(self.serve(stream));
                }
                Err(_) => {
                    close_quietest(&mut connections);
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// Begins to answer what comes on a connection.
    fn serve(&self, stream: TcpStream) -> Connection {
        let mut stream = TimeoutStream::new(stream);
        stream.set_read_timeout(Some(self.limits.stall_time));
        stream.set_write_timeout(Some(self.limits.stall_time));
        let heard = Arc::new(Mutex::new(Instant::now()));
        let (files, port, noted) = (self.files, self.port, heard.clone());
        let service = service_fn(move |request| {
            *noted.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
            let answer = answer(files, port, &request);
            async { Ok::<_, Infallible>(answer) }
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(self.limits.head_time).max_buf_size(self.limits.head_bytes);
        let connection = http.serve_connection(TokioIo::new(Box::pin(stream)), service);
        // why the outcome is dropped: a client that goes away or talks nonsense is no concern of anybody else's.
        let task = tokio::spawn(async { drop(connection.await) });
        Connection { task: task.abort_handle(), heard }
    }
}

fn close_quietest(connections: &mut Vec<Connection>) {
    let heard = |connection: &Connection| *connection.heard.lock().unwrap_or_else(PoisonError::into_inner);
    let quietest = (0..connections.len()).min_by_key(|&index| heard(&connections[index]));
    if let Some(index) = quietest {
        connections.swap_remove(index).task.abort();
    }
}
