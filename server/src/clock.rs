//! What time it is, and how it passes: asked in one place, so that tests can say it.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

/// How time passes. Moments are told by how long after some beginning they come.
pub trait Passing: Send + Sync {
    /// The present moment. It never goes back.
    fn moment(&self) -> Duration;

    /// Waits until a moment has come.
    fn until(&self, moment: Duration) -> BoxFuture<'static, ()>;
}

/// Tells the time in milliseconds since 1970, and waits for moments to come.
#[derive(Clone)]
pub struct Clock {
    shows: Arc<dyn Fn() -> i64 + Send + Sync>,
    passing: Arc<dyn Passing>,
}

impl Clock {
    /// A clock that shows what it is set to; time passes as on the machine.
    pub fn of(shows: impl Fn() -> i64 + Send + Sync + 'static) -> Clock {
        Clock { shows: Arc::new(shows), passing: Arc::new(Machine(Instant::now())) }
    }

    /// The same with another way for time to pass.
    pub fn passing(self, passing: impl Passing + 'static) -> Clock {
        Clock { passing: Arc::new(passing), ..self }
    }

    pub(crate) fn now(&self) -> i64 {
        (self.shows)()
    }

    pub(crate) fn moment(&self) -> Duration {
        self.passing.moment()
    }

    pub(crate) fn until(&self, moment: Duration) -> BoxFuture<'static, ()> {
        self.passing.until(moment)
    }
}

impl Default for Clock {
    /// The clock of the machine.
    fn default() -> Clock {
        Clock::of(|| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH);
            since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
        })
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a clock")
    }
}

/// Time as it passes on the machine, since this moment.
struct Machine(Instant);

impl Passing for Machine {
    fn moment(&self) -> Duration {
        self.0.elapsed()
    }

    fn until(&self, moment: Duration) -> BoxFuture<'static, ()> {
        tokio::time::sleep(moment.saturating_sub(self.0.elapsed())).boxed()
    }
}
