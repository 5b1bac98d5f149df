//! How much, how fast and how long.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::pause::Pause;
pub use crate::quota::Share;

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
    /// Sockets at once, and of these in one game.
    pub sockets: Share,
    pub sockets_each_game: usize,
    /// New sockets from one address: each is told the whole game.
    pub new_sockets: Rate,
    /// Connections at once, sockets included, and of these from one address.
    pub connections: usize,
    pub connections_each_address: usize,
    /// How long a client may keep the server waiting in all; reading earns it time again.
    pub write: Duration,
    /// Requests at once.
    pub requests: Share,
    /// Questions at once that may take long: odds, imports, records, positions, examples.
    pub questions: Share,
    /// How long the answer to one of them may take.
    pub budget: Duration,
    /// Hints at once, and how long a general may think about one.
    pub hints: Share,
    pub hint: Duration,
    /// The longest that a general chosen by a player may think in a turn.
    pub thought: Duration,
    /// Games at once in which nobody but programs plays.
    pub program_games: Share,
    /// How long such a game pauses now and then: nobody could follow it otherwise, and others want the disk as well.
    pub breath: Duration,
    /// How long such a game goes on when nobody looks at it any more.
    pub unwatched: Duration,
    /// Games of one owner that are not over.
    pub games: usize,
    /// New games from one address.
    pub new_games: Rate,
    /// Games brought in from elsewhere, from one address: nothing else that comes in is so large.
    pub imports: Rate,
    /// New sessions from one address: players who have not been here before.
    pub new_sessions: Rate,
    /// Tries to open a link to another device or to type its code, from one address; from all of them ten times as many.
    pub tries: Rate,
    /// Links to other devices that one player may have at once.
    pub links: usize,
    /// How long a game is kept in which nothing has ever happened.
    pub unstarted: Duration,
    /// What one seat may say in a game: so many lines, so many bytes, and how fast.
    pub chat_lines: usize,
    pub chat_bytes: usize,
    pub chat: Rate,
    /// How long the head of a request may take to come in.
    pub header: Duration,
    /// How long a request may take.
    pub time: Duration,
    /// How long a game stays in memory when nobody looks at it.
    pub idle: Duration,
    /// How long answers take at least where things are hidden.
    pub pause: Pause,
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
            sockets: Share { owner: 32, address: 256, all: 4_096 },
            sockets_each_game: 256,
            new_sockets: Rate { each_second: 5.0, burst: 100.0 },
            connections: 8_192,
            connections_each_address: 512,
            write: Duration::from_secs(20),
            requests: Share { owner: 64, address: 512, all: 4_096 },
            questions: Share { owner: 8, address: 32, all: 256 },
            budget: Duration::from_secs(15),
            hints: Share { owner: 1, address: 8, all: 32 },
            hint: Duration::from_secs(10),
            thought: Duration::from_secs(60),
            program_games: Share { owner: 4, address: 8, all: 64 },
            breath: Duration::from_millis(50),
            unwatched: Duration::from_secs(60),
            games: 500,
            new_games: Rate { each_second: 0.5, burst: 100.0 },
            imports: Rate { each_second: 1.0, burst: 60.0 },
            new_sessions: Rate { each_second: 1.0, burst: 600.0 },
            tries: Rate { each_second: 0.1, burst: 30.0 },
            links: 8,
            unstarted: Duration::from_secs(30 * 24 * 60 * 60),
            chat_lines: 1_000,
            chat_bytes: 128 * 1024,
            chat: Rate { each_second: 1.0, burst: 30.0 },
            header: Duration::from_secs(15),
            time: Duration::from_secs(20),
            idle: Duration::from_secs(300),
            pause: Pause { shortest: Duration::from_millis(700), longest: Duration::from_millis(1_700) },
            review: (8, 200),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    pub each_second: f64,
    pub burst: f64,
}

impl Rate {
    pub(crate) fn times(self, factor: f64) -> Rate {
        Rate { each_second: self.each_second * factor, burst: self.burst * factor }
    }
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

    /// Whether there is a token now.
    fn has(&mut self, rate: Rate) -> bool {
        let now = Instant::now();
        let gained = now.duration_since(self.at).as_secs_f64() * rate.each_second;
        self.tokens = (self.tokens + gained).min(rate.burst);
        self.at = now;
        self.tokens >= 1.0
    }

    pub(crate) fn take(&mut self, rate: Rate) -> bool {
        let enough = self.has(rate);
        if enough {
            self.tokens -= 1.0;
        }
        enough
    }
}

/// Buckets by caller. Those that have filled up again are forgotten from time to time.
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

    /// Whether it would admit somebody now, who is not counted for asking.
    pub(crate) fn would_admit(&self, who: &K) -> bool {
        let Ok(mut buckets) = self.buckets.lock() else { return true };
        buckets.get_mut(who).is_none_or(|bucket| bucket.has(self.rate))
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
