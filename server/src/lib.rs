//! Games in a browser: HTTP, WebSocket, and the page itself. What is said over them is in `docs/protocol.md`.

mod address;
mod api;
mod assets;
mod clock;
mod deed;
mod desk;
mod device;
pub mod drawing;
mod guard;
mod headquarters;
mod house;
mod limits;
mod live;
mod metrics;
mod names;
mod nonces;
mod openapi;
mod patience;
mod pause;
mod position_file;
mod problem;
mod program;
mod queue;
mod quota;
mod reference;
mod reviews;
mod seating;
mod secret;
mod serving;
mod sessions;
mod sheets;
pub mod surface;
mod table;
mod takeback;
mod tongue;
mod wire;
mod workshop;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use ai::AnyStaff;
use kernel::AnyTitle;
use store::Store;
use tokio::sync::watch;

pub use address::Proxies;
pub use clock::{Clock, Passing};
pub use limits::{Limits, Rate, Share};
pub use openapi::description as api_description;
pub use pause::Pause;
pub use wire::declarations as wire_declarations;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    pub listen: SocketAddr,
    /// What others type to come here, such as `https://games.example.org`.
    pub public_url: Option<String>,
    /// `sqlite:FILE` or `postgres://…`.
    pub database: String,
    pub limits: Limits,
    /// Proxies whose word about where a request comes from is believed.
    pub trusted_proxies: Vec<Proxies>,
    /// Where to serve Prometheus metrics; nowhere without it.
    pub metrics: Option<SocketAddr>,
    /// Serve the page from this directory, not from the program.
    pub web: Option<PathBuf>,
    /// Ids of games and dice follow from this number: two servers that are to be compared in a test have the same. Never set
    /// it otherwise.
    pub foreseen: Option<u64>,
    /// What time it is.
    pub clock: Clock,
}

/// A server that runs.
#[derive(Debug)]
pub struct Running {
    address: SocketAddr,
    metrics: Option<SocketAddr>,
    url: String,
    stop: watch::Sender<bool>,
    task: tokio::task::JoinHandle<()>,
}

impl Running {
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where its metrics are served, if they are.
    pub fn metrics(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// The address of the page.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Refuses what is new, finishes what has begun, and closes the database.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        let _ = self.task.await;
    }
}

/// Opens the database and begins to serve. A title without a staff has no generals.
pub async fn start(
    config: Config,
    titles: Vec<Arc<dyn AnyTitle>>,
    staffs: Vec<Arc<dyn AnyStaff>>,
) -> Result<Running, String> {
    let store = Store::open(&config.database).await.map_err(|error| error.to_string())?;
    let listener =
        serving::listen(config.listen).map_err(|error| format!("cannot listen on {}: {error}", config.listen))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let url = match &config.public_url {
        Some(url) => url.trim_end_matches('/').to_owned(),
        None => format!("http://{address}"),
    };
    let metrics_listener = match config.metrics {
        None => None,
        Some(address) => {
            let listener = tokio::net::TcpListener::bind(address).await;
            Some(listener.map_err(|error| format!("cannot listen on {address} for metrics: {error}"))?)
        }
    };
    let metrics_address = metrics_listener.as_ref().and_then(|listener| listener.local_addr().ok());
    let (stop, stopped) = watch::channel(false);
    let house = Arc::new(house::House::new(config, store, titles, staffs, address, url.clone(), stopped.clone())?);
    tokio::spawn(house.clone().sweep());
    tokio::spawn(house.clone().wake_games());
    if let Some(listener) = metrics_listener {
        tokio::spawn(serving::tell_metrics(listener, house.metrics.clone(), stopped.clone()));
    }
    let app = api::router(house.clone());
    let ending = house.clone();
    tokio::spawn(async move {
        ending.told_to_stop().await;
        ending.wind_down();
    });
    let task = tokio::spawn(async move {
        let door = serving::Door {
            limits: house.limits,
            trusted: house.trusted.clone(),
            metrics: house.metrics.clone(),
            stopped,
        };
        serving::serve(listener, app, door).await;
        house.close().await;
    });
    tracing::info!(%address, %url, "serving");
    Ok(Running { address, metrics: metrics_address, url, stop, task })
}
