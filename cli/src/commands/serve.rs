//! `sabretache serve`, and `sabretache` alone: games in a browser.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;
use server::{Clock, Config, Limits, Pause, Proxies, Rate, Running};

use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::titles::Titles;

/// The year of Eylau.
pub(crate) const PORT: u16 = 1807;

/// Play in a browser, on this machine or with friends
#[derive(Args, Debug, Default)]
#[command(after_help = "\
Games are kept in a file in your home directory; use --database for another file, or PostgreSQL.
The page can be reached from other machines if LISTEN is not a loopback address; then use --public-url for the address
players type, so that invitations contain it.

Examples:
  sabretache serve
  sabretache serve --listen 0.0.0.0:1807 --public-url http://192.168.1.20:1807
  sabretache serve --database postgres://sabretache@localhost/sabretache")]
pub(crate) struct Arguments {
    /// Address and port to listen on [default: 127.0.0.1:1807]
    #[arg(long, value_name = "LISTEN")]
    listen: Option<SocketAddr>,
    /// The address players type
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// sqlite:FILE or postgres://USER@HOST/NAME [default: a file in your data directory]
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Messages per second that a player may send on a socket, for measurements; requests are allowed in proportion
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rate: Option<u32>,
    /// Seconds after which a game that nobody is watching leaves memory [default: 300]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    idle: Option<u64>,
    /// Longest pause before an answer where things are hidden, in milliseconds; the shortest is two fifths of it. With 0 the time
    /// an answer takes may tell who or what gave it [default: 1700]
    #[arg(long, value_name = "MILLISECONDS", value_parser = clap::value_parser!(u64).range(0..=60_000))]
    answer_pause: Option<u64>,
    /// Maximum of concurrent connections, sockets and requests from one address [default: 512, 256 and 512]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    per_address: Option<u32>,
    /// A reverse proxy whose X-Forwarded-For or Forwarded header is trusted, as ADDRESS or NETWORK/BITS; may be repeated
    #[arg(long, value_name = "PROXY")]
    trusted_proxy: Vec<Proxies>,
    /// Address and port for Prometheus metrics, at /metrics
    #[arg(long, value_name = "LISTEN")]
    metrics: Option<SocketAddr>,
    /// Write the log as JSON, one line per event
    #[arg(long)]
    log_json: bool,
    /// Do not open the page in a browser
    #[arg(long)]
    no_open: bool,
    /// Serve the page from this directory, for development
    #[arg(long, value_name = "DIR", hide = true)]
    web: Option<PathBuf>,
}

pub(crate) fn run(titles: &Titles, arguments: Arguments, console: &mut Console) -> Outcome {
    log_to_stderr(arguments.log_json);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::usage(format!("the server cannot start: {error}")))?;
    let database = arguments.database.clone().map_or_else(own_database, Ok)?;
    let ended = runtime.block_on(async {
        let running = start(titles, &arguments, &database).await?;
        writeln!(console.out, "Sabretache is at {} (Ctrl-C to stop). Games are kept in {database}.", running.url())?;
        console.out.flush()?;
        if console.interactive && !arguments.no_open {
            open_page(running.url());
        }
        asked_to_stop().await;
        running.stop().await;
        Ok(())
    });
    // Everything is on disk; what still thinks somewhere is not waited for.
    runtime.shutdown_background();
    ended
}

async fn start(titles: &Titles, arguments: &Arguments, database: &str) -> Outcome<Running> {
    let config = |listen| Config {
        listen,
        public_url: arguments.public_url.clone(),
        database: database.to_owned(),
        limits: limits(arguments),
        trusted_proxies: arguments.trusted_proxy.clone(),
        metrics: arguments.metrics,
        web: arguments.web.clone(),
        foreseen: None,
        clock: Clock::default(),
    };
    let usual = SocketAddr::from((Ipv4Addr::LOCALHOST, PORT));
    let staffs: Vec<_> = titles.all().iter().filter_map(|title| title.staff.clone()).collect();
    let plain: Vec<_> = titles.all().iter().map(|title| title.title.clone()).collect();
    let begin = |listen| server::start(config(listen), plain.clone(), staffs.clone());
    let started = begin(arguments.listen.unwrap_or(usual)).await;
    match started {
        // Somebody else may have the usual port; unless it was asked for, any other will do.
        Err(sentence) if arguments.listen.is_none() && sentence.contains("cannot listen on") => {
            let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
            begin(any).await.map_err(Failure::usage)
        }
        other => other.map_err(Failure::usage),
    }
}

/// The usual limits, but for what was asked for.
fn limits(arguments: &Arguments) -> Limits {
    let mut limits = Limits::default();
    if let Some(rate) = arguments.rate {
        let factor = f64::from(rate) / limits.socket.each_second;
        for rate in [
            &mut limits.socket,
            &mut limits.browser,
            &mut limits.address,
            &mut limits.new_games,
            &mut limits.imports,
            &mut limits.new_sockets,
            &mut limits.new_sessions,
        ] {
            *rate = Rate { each_second: rate.each_second * factor, burst: rate.burst * factor };
        }
    }
    if let Some(most) = arguments.per_address {
        let most = most as usize;
        limits.connections_each_address = most;
        limits.sockets.address = most;
        limits.requests.address = most;
    }
    if let Some(idle) = arguments.idle {
        limits.idle = Duration::from_secs(idle);
    }
    if let Some(longest) = arguments.answer_pause.map(Duration::from_millis) {
        limits.pause = Pause { shortest: longest * 2 / 5, longest };
    }
    limits
}

/// Where this user's games are kept.
pub(crate) fn own_database() -> Outcome<String> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let directory = variable("XDG_DATA_HOME")
        .or_else(|| variable("LOCALAPPDATA"))
        .or_else(|| variable("HOME").map(|home| home.join(".local/share")))
        .unwrap_or_else(|| PathBuf::from("."))
        .join("sabretache");
    let mut folder = std::fs::DirBuilder::new();
    folder.recursive(true);
    // Games and their secrets are nobody else's business.
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    let made = folder.create(&directory);
    made.map_err(|error| Failure::usage(format!("{} cannot be made: {error}", directory.display())))?;
    Ok(sqlite(&directory.join("games.sqlite")))
}

fn sqlite(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}

fn log_to_stderr(json: bool) {
    let filter = tracing_subscriber::EnvFilter::try_from_env("SABRETACHE_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn,server=info,store=info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A second server in one process writes to the log of the first.
    let _ = if json { log.json().try_init() } else { log.try_init() };
}

/// Shows the page, if this machine knows how; the address is on the screen anyway.
fn open_page(url: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let _ = Command::new(opener).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

async fn asked_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminate) = signal(SignalKind::terminate()) else {
            let _ = tokio::signal::ctrl_c().await;
            return;
        };
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    {
        let _ = tokio::signal::ctrl_c().await;
    }
}
