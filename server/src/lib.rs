//! Games in a browser: HTTP, WebSocket, and the page itself. What is said over them is in `docs/protocol.md`.

mod api;
mod assets;
mod deed;
mod desk;
pub mod drawing;
mod guard;
mod headquarters;
mod house;
mod limits;
mod live;
mod openapi;
mod problem;
mod program;
mod reference;
mod reviews;
mod secret;
mod serving;
mod sheets;
pub mod surface;
mod table;
mod takeback;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use ai::AnyStaff;
use kernel::AnyTitle;
use store::Store;
use tokio::sync::watch;

pub use limits::{Limits, Rate};

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    pub listen: SocketAddr,
    /// What others type to come here, such as `https://games.example.org`.
    pub public_url: Option<String>,
    /// `sqlite:FILE` or `postgres://…`.
    pub database: String,
    pub limits: Limits,
    /// Serve the page from this directory, not from the program.
    pub web: Option<PathBuf>,
    /// Ids of games and dice follow from this number: two servers that are to be compared in a test have the same. Never set
    /// it otherwise.
    pub foreseen: Option<u64>,
}

/// A server that runs.
#[derive(Debug)]
pub struct Running {
    address: SocketAddr,
    url: String,
    stop: watch::Sender<bool>,
    task: tokio::task::JoinHandle<()>,
}

impl Running {
    pub fn address(&self) -> SocketAddr {
        self.address
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

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// Opens the database and begins to serve. A title without a staff has no generals.
pub async fn start(
    config: Config,
    titles: Vec<Arc<dyn AnyTitle>>,
    staffs: Vec<Arc<dyn AnyStaff>>,
) -> Result<Running, String> {
    let store = Store::open(&config.database).await.map_err(|error| error.to_string())?;
    let listener = tokio::net::TcpListener::bind(config.listen)
        .await
        .map_err(|error| format!("{} cannot be listened on: {error}", config.listen))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let url = match &config.public_url {
        Some(url) => url.trim_end_matches('/').to_owned(),
        None => format!("http://{address}"),
    };
    let (stop, stopped) = watch::channel(false);
    let house = Arc::new(house::House::new(config, store, titles, staffs, address, url.clone(), stopped.clone())?);
    tokio::spawn(house.clone().sweep());
    tokio::spawn(house.clone().wake_games());
    let app = api::router(house.clone());
    let task = tokio::spawn(async move {
        serving::serve(listener, app, house.limits, stopped).await;
        house.close().await;
    });
    tracing::info!(%address, %url, "serving");
    Ok(Running { address, url, stop, task })
}
