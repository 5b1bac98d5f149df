//! Connections: taken in, each served by a task of its own, none for ever.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tower::ServiceExt;

use crate::limits::Limits;

/// How long requests that have begun may take when the server ends.
const LAST_WORDS: Duration = Duration::from_secs(10);

/// Takes connections until it is told to stop, then finishes what has begun.
pub(crate) async fn serve(listener: TcpListener, app: Router, limits: Limits, mut stopped: watch::Receiver<bool>) {
    let places = Arc::new(Semaphore::new(limits.connections));
    let mut connections = JoinSet::new();
    loop {
        let taken = tokio::select! {
            taken = listener.accept() => taken,
            () = told_to_stop(&mut stopped) => break,
        };
        while connections.try_join_next().is_some() {}
        match taken {
            Ok((stream, address)) => {
                // One too many is closed at once: whoever it is can come back.
                let Ok(place) = places.clone().try_acquire_owned() else { continue };
                let (app, stopped) = (app.clone(), stopped.clone());
                connections.spawn(async move {
                    let _place = place;
                    connection(stream, address, app, limits, stopped).await;
                });
            }
            Err(error) => {
                // Mostly too many open files; it passes.
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    let finished = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(LAST_WORDS, finished).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
}

async fn told_to_stop(stopped: &mut watch::Receiver<bool>) {
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

async fn connection(
    stream: TcpStream,
    address: SocketAddr,
    app: Router,
    limits: Limits,
    mut stopped: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        app.clone().oneshot(request)
    });
    // Whoever sends his request drop by drop, or nothing at all, does not hold a connection for long.
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
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
