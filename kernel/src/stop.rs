//! Work that can be stopped from outside: replaying a long journal, telling a record, exact odds.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that says that nobody waits for the work any longer.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

thread_local! {
    static GOVERNING: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

/// What stopped work says of itself.
pub(crate) const STOPPED: &str = "the work was stopped";

impl Stop {
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Does some work of this thread that ends early when this flag is set. What it returns then is worth nothing.
    pub fn govern<T>(&self, work: impl FnOnce() -> T) -> T {
        /// Restores what was in force before, even if the work panics.
        struct Before(Option<Stop>);
        impl Drop for Before {
            fn drop(&mut self) {
                let before = self.0.take();
                GOVERNING.with(|governing| *governing.borrow_mut() = before);
            }
        }
        let _before = Before(GOVERNING.with(|governing| governing.borrow_mut().replace(self.clone())));
        work()
    }
}

/// Fails when the work of this thread was stopped. Asked once a step wherever there can be many.
pub(crate) fn check() -> Result<(), String> {
    let stopped = GOVERNING.with(|governing| governing.borrow().as_ref().is_some_and(Stop::is_stopped));
    if stopped { Err(STOPPED.to_owned()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_governs_its_work_and_nothing_after_it() {
        let stop = Stop::default();
        assert!(stop.govern(check).is_ok());
        stop.stop();
        assert_eq!(stop.govern(check), Err(STOPPED.to_owned()));
        assert!(check().is_ok());
        let other = Stop::default();
        assert!(stop.govern(|| other.govern(check)).is_ok());
        assert!(stop.govern(|| (other.govern(|| ()), check()).1).is_err());
    }
}
