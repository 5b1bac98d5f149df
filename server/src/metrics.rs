//! What an operator watches, as Prometheus reads it. Nothing here names a game, a session or an address.

use std::fmt::Debug;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use crate::quota::Key;

/// Seconds, from what a look at a game takes to what nobody waits for.
const SECONDS: [f64; 14] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 20.0];

fn seconds() -> Histogram {
    Histogram::new(SECONDS)
}

/// A queue: how many wait and how long they did, and how many places are taken.
#[derive(Clone, Debug)]
pub(crate) struct Waits {
    pub(crate) waiting: Gauge<i64, AtomicI64>,
    pub(crate) taken: Gauge<i64, AtomicI64>,
    pub(crate) wait: Histogram,
}

impl Default for Waits {
    fn default() -> Waits {
        Waits { waiting: Gauge::default(), taken: Gauge::default(), wait: seconds() }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Answered {
    method: String,
    route: String,
    status: u16,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Route {
    route: String,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Named {
    queue: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Refusal {
    quota: &'static str,
    by: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Outcome {
    outcome: &'static str,
}

#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter>,
    latency: Family<Route, Histogram, fn() -> Histogram>,
    waiting: Family<Named, Gauge>,
    taken: Family<Named, Gauge>,
    wait: Family<Named, Histogram, fn() -> Histogram>,
    refusals: Family<Refusal, Counter>,
    commits: Family<Outcome, Counter>,
    commit_latency: Histogram,
    pub(crate) sockets: Gauge,
    pub(crate) connections: Gauge,
    pub(crate) games: Gauge,
    pub(crate) thinking: Gauge,
    pub(crate) slow_readers: Counter,
    pub(crate) cut_short: Counter,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("sabretache");
        let metrics = Metrics {
            requests: Family::default(),
            latency: Family::new_with_constructor(seconds),
            waiting: Family::default(),
            taken: Family::default(),
            wait: Family::new_with_constructor(seconds),
            refusals: Family::default(),
            commits: Family::default(),
            commit_latency: seconds(),
            sockets: Gauge::default(),
            connections: Gauge::default(),
            games: Gauge::default(),
            thinking: Gauge::default(),
            slow_readers: Counter::default(),
            cut_short: Counter::default(),
            registry: Registry::default(),
        };
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The program", build);
        registry.register("requests", "Answers by route and status", metrics.requests.clone());
        registry.register_with_unit(
            "request_duration",
            "Time from a request's head to its answer's head",
            Unit::Seconds,
            metrics.latency.clone(),
        );
        registry.register("queue_waiting", "Tasks waiting for their turn", metrics.waiting.clone());
        registry.register("queue_taken", "Queue slots in use", metrics.taken.clone());
        registry.register_with_unit("queue_wait", "Time tasks waited", Unit::Seconds, metrics.wait.clone());
        registry.register("refusals", "Refusals because a quota was full", metrics.refusals.clone());
        registry.register("commits", "Appends to journals by outcome", metrics.commits.clone());
        registry.register_with_unit(
            "commit_duration",
            "Time from an append to its answer",
            Unit::Seconds,
            metrics.commit_latency.clone(),
        );
        registry.register("sockets", "Open sockets", metrics.sockets.clone());
        registry.register("connections", "Open connections, sockets included", metrics.connections.clone());
        registry.register("games_in_memory", "Games in memory", metrics.games.clone());
        registry.register("generals_thinking", "Generals thinking", metrics.thinking.clone());
        registry.register(
            "slow_readers",
            "Connections closed because the client read nothing",
            metrics.slow_readers.clone(),
        );
        registry.register("work_cut_short", "Work stopped at the end of its budget", metrics.cut_short.clone());
        Metrics { registry, ..metrics }
    }
}

impl Metrics {
    /// The figures of a queue of this name.
    pub(crate) fn queue(&self, queue: &'static str) -> Waits {
        let name = Named { queue };
        Waits {
            waiting: self.waiting.get_or_create_owned(&name),
            taken: self.taken.get_or_create_owned(&name),
            wait: self.wait.get_or_create_owned(&name),
        }
    }

    pub(crate) fn answered(&self, method: &str, route: &str, status: u16, took: Duration) {
        let labels = Answered { method: method.to_owned(), route: route.to_owned(), status };
        self.requests.get_or_create(&labels).inc();
        self.latency.get_or_create(&Route { route: route.to_owned() }).observe(took.as_secs_f64());
    }

    pub(crate) fn refused(&self, quota: &'static str, by: &Key) {
        let by = match by {
            Key::Owner(_) => "owner",
            Key::Address(_) => "address",
            Key::Game(_) => "game",
            Key::All => "all",
        };
        self.refusals.get_or_create(&Refusal { quota, by }).inc();
    }

    pub(crate) fn committed(&self, well: bool, took: Duration) {
        let outcome = if well { "written" } else { "failed" };
        self.commits.get_or_create(&Outcome { outcome }).inc();
        self.commit_latency.observe(took.as_secs_f64());
    }

    /// As text in the format of Prometheus.
    pub(crate) fn text(&self) -> String {
        let mut words = String::new();
        if text::encode(&mut words, &self.registry).is_err() {
            words.clear();
        }
        words
    }
}
