//! How much, how fast and how long.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Limits on everything that comes in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Bytes of a request, but for imports.
    pub body: usize,
    pub import: usize,
    /// Bytes of a message on a socket.
    pub frame: usize,
    /// Requests a second of one browser, and how many at once.
    pub browser: Rate,
    /// Requests a second from one address.
    pub address: Rate,
    /// Messages a second on one socket.
    pub socket: Rate,
    pub sockets: usize,
    /// Connections at once, sockets included.
    pub connections: usize,
    /// How long the head of a request may take to come in.
    pub header: Duration,
    /// How long a request may take.
    pub time: Duration,
    /// How long a game stays in memory when nobody looks at it.
    pub idle: Duration,
    /// Simulations for a point of a review's curve, and in its search for something better at a turning point.
    pub review: (u32, u32),
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body: 64 * 1024,
            import: 16 * 1024 * 1024,
            frame: 16 * 1024,
            browser: Rate { each_second: 100.0, burst: 400.0 },
            address: Rate { each_second: 2_000.0, burst: 6_000.0 },
            socket: Rate { each_second: 50.0, burst: 200.0 },
            sockets: 4_096,
            connections: 8_192,
            header: Duration::from_secs(15),
            time: Duration::from_secs(20),
            idle: Duration::from_secs(300),
            review: (8, 200),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    pub each_second: f64,
    pub burst: f64,
}

/// Tokens that come back with time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn full(rate: Rate) -> Bucket {
        Bucket { tokens: rate.burst, at: Instant::now() }
    }

    pub(crate) fn take(&mut self, rate: Rate) -> bool {
        let now = Instant::now();
        let gained = now.duration_since(self.at).as_secs_f64() * rate.each_second;
        self.tokens = (self.tokens + gained).min(rate.burst);
        self.at = now;
        let enough = self.tokens >= 1.0;
        if enough {
            self.tokens -= 1.0;
        }
        enough
    }
}

/// Buckets by whoever asks. Those that have filled up again are forgotten from time to time.
#[derive(Debug)]
pub(crate) struct Meter<K> {
    rate: Rate,
    buckets: Mutex<HashMap<K, Bucket>>,
}

/// So many buckets are kept before the full ones are swept out.
const MANY: usize = 10_000;

impl<K: Hash + Eq> Meter<K> {
    pub(crate) fn new(rate: Rate) -> Meter<K> {
        Meter { rate, buckets: Mutex::new(HashMap::new()) }
    }

    pub(crate) fn admits(&self, who: K) -> bool {
        let Ok(mut buckets) = self.buckets.lock() else { return true };
        if buckets.len() > MANY {
            let wait = Duration::from_secs_f64(self.rate.burst / self.rate.each_second);
            buckets.retain(|_, bucket| bucket.at.elapsed() < wait);
        }
        buckets.entry(who).or_insert_with(|| Bucket::full(self.rate)).take(self.rate)
    }
}
