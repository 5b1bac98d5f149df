//! Connections: taken in, each served by a task of its own, none for ever.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tower::ServiceExt;

use crate::address::{self, Address, Proxies};
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::patience::Patient;
use crate::problem::Problem;
use crate::quota::{Key, Quota, too_many};

/// How long requests that have begun may take when the server ends.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// How many refused clients are told so at a time; the others find the connection closed.
const TURNED_AWAY: usize = 64;
/// How long a refused client has to read why.
const WORDS: Duration = Duration::from_secs(1);

/// Bytes that the kernel takes for a client before the client reads: enough for a map in a few round trips. Left alone, it takes
/// megabytes for each of those who ask and never read, and copies them while players wait.
const AHEAD: u32 = 128 * 1024;
/// Connections that wait to be taken.
const WAITING: u32 = 1024;

/// A listener whose connections send no further ahead than they should.
pub(crate) fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // As every listener has it: a server that starts again finds its port free. On Windows the word means something else.
    if cfg!(not(windows)) {
        socket.set_reuseaddr(true)?;
    }
    socket.set_send_buffer_size(AHEAD)?;
    socket.bind(address)?;
    socket.listen(WAITING)
}

/// The door, and what it goes by.
pub(crate) struct Door {
    pub(crate) limits: Limits,
    pub(crate) trusted: Vec<Proxies>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) stopped: watch::Receiver<bool>,
}

/// Takes connections until it is told to stop, then finishes what has begun.
pub(crate) async fn serve(listener: TcpListener, app: Router, door: Door) {
    let door = Arc::new(door);
    let places = Quota::new("connections", &door.metrics);
    let turned_away = Arc::new(Semaphore::new(TURNED_AWAY));
    let mut stopped = door.stopped.clone();
    let mut connections = JoinSet::new();
    loop {
        let taken = tokio::select! {
            taken = listener.accept() => taken,
            () = told_to_stop(&mut stopped) => break,
        };
        while connections.try_join_next().is_some() {}
        match taken {
            Ok((stream, address)) => match places.admit(door.keys(address.ip())) {
                Ok(place) => {
                    let (app, door) = (app.clone(), door.clone());
                    connections.spawn(async move {
                        let _place = place;
                        door.metrics.connections.inc();
                        connection(stream, address, app, &door).await;
                        door.metrics.connections.dec();
                    });
                }
                Err(full) => {
                    if let Ok(place) = turned_away.clone().try_acquire_owned() {
                        connections.spawn(async move {
                            let _place = place;
                            let _ = tokio::time::timeout(WORDS, turn_away(stream, &full)).await;
                        });
                    }
                }
            },
            Err(error) => {
                // Mostly too many open files; it passes.
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    let finished = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(LAST_WORDS, finished).await.is_err() {
        tracing::warn!(connections = connections.len(), "some connections did not end in time");
        connections.abort_all();
    }
}

impl Door {
    /// What a connection is counted by. All that a proxy brings comes from its address.
    fn keys(&self, ip: IpAddr) -> Vec<(Key, usize)> {
        let all = (Key::All, self.limits.connections);
        match address::is_trusted(&self.trusted, ip) {
            true => vec![all],
            false => vec![(Key::Address(Address::from(ip)), self.limits.connections_each_address), all],
        }
    }
}

/// Tells a client that is one too many why it is refused.
async fn turn_away(mut stream: TcpStream, full: &Key) {
    let Problem { status, body } = too_many(full, "connections");
    let body = crate::wire::text(&body);
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    if stream.write_all(answer.as_bytes()).await.is_err() || stream.shutdown().await.is_err() {
        return;
    }
    // Reads what the client sent: unread input would make the kernel drop the answer.
    let mut heard = [0; 1024];
    while matches!(stream.read(&mut heard).await, Ok(1..)) {}
}

async fn told_to_stop(stopped: &mut watch::Receiver<bool>) {
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

async fn connection(stream: TcpStream, address: SocketAddr, app: Router, door: &Door) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        app.clone().oneshot(request)
    });
    let stream = Patient::new(stream, door.limits.write, door.metrics.slow_readers.clone());
    // A client that sends its request drop by drop, or nothing at all, does not hold a connection for long; nor does a slow reader.
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(door.limits.header)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let mut stopped = door.stopped.clone();
    let served = tokio::select! {
        served = connection.as_mut() => served,
        () = told_to_stop(&mut stopped) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%address, %error, "a connection ended badly");
    }
}

/// Serves metrics on a listener of its own, to any client that can reach it.
pub(crate) async fn tell_metrics(listener: TcpListener, metrics: Arc<Metrics>, mut stopped: watch::Receiver<bool>) {
    let asked = move || async move {
        (
            [(axum::http::header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")],
            metrics.text(),
        )
    };
    let app = Router::new().route("/metrics", axum::routing::get(asked));
    let served = axum::serve(listener, app).with_graceful_shutdown(async move { told_to_stop(&mut stopped).await });
    if let Err(error) = served.await {
        tracing::warn!(%error, "the metrics are not told any more");
    }
}
