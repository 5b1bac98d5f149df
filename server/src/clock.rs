//! What time it is: asked in one place, so that tests can say it.

use std::fmt;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Tells the time in milliseconds since 1970.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> i64 + Send + Sync>);

impl Clock {
    /// A clock that shows what it is set to.
    pub fn of(shows: impl Fn() -> i64 + Send + Sync + 'static) -> Clock {
        Clock(Arc::new(shows))
    }

    pub(crate) fn now(&self) -> i64 {
        (self.0)()
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
