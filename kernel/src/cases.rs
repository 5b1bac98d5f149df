//! Rule references, and the marks that prove a case decides something.
//!
//! A rule is written as `rule!("4.5b", condition)`: it yields the condition. While a [`watch`] is on, every condition
//! that holds leaves a mark under its case, and a case can be switched off, so that a test can demand that an example
//! fails without it. With no watch on, the price is one relaxed load.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Serialize, Serializer};

/// The number of a case in the rulebook of the title at hand, such as `5.1c`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Case(pub &'static str);

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for Case {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

/// Where a rule is in the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Place {
    pub file: &'static str,
    pub line: u32,
}

/// What was seen while watching: for each case that decided something, where.
pub type Marks = BTreeMap<&'static str, Vec<Place>>;

/// How many threads are watching; zero in ordinary play.
static WATCHERS: AtomicUsize = AtomicUsize::new(0);

#[derive(Default)]
struct Watch {
    on: bool,
    marks: Marks,
    switched_off: Option<String>,
    /// How many conditions have been asked with a case switched off.
    asked: u64,
}

/// Without one of its rules a game may run in circles. After so many conditions the watch panics: a case switched off
/// is noticed by that, too.
const ENDLESS: u64 = 50_000_000;

thread_local! {
    static WATCH: RefCell<Watch> = RefCell::new(Watch::default());
}

/// Use through [`rule!`](crate::rule).
#[inline(always)]
pub fn applies(case: &'static str, condition: bool, file: &'static str, line: u32) -> bool {
    if WATCHERS.load(Ordering::Relaxed) != 0 { watched(case, condition, file, line) } else { condition }
}

#[cold]
#[inline(never)]
fn watched(case: &'static str, condition: bool, file: &'static str, line: u32) -> bool {
    WATCH.with_borrow_mut(|watch| {
        if !watch.on {
            return condition;
        }
        if watch.switched_off.is_some() {
            watch.asked += 1;
            assert!(watch.asked < ENDLESS, "with case {:?} switched off the rules run in circles", watch.switched_off);
        }
        if !condition {
            return false;
        }
        if watch.switched_off.as_deref() == Some(case) {
            return false;
        }
        let places = watch.marks.entry(case).or_default();
        let place = Place { file, line };
        if !places.contains(&place) {
            places.push(place);
        }
        true
    })
}

/// Runs `work` on this thread while recording which cases decide something. `switched_off` names a case whose
/// conditions are to be taken as not fulfilled.
pub fn watch<T>(switched_off: Option<&str>, work: impl FnOnce() -> T) -> (T, Marks) {
    /// Ends the watch even if the work panics, as it may with a rule switched off.
    struct Guard;
    impl Drop for Guard {
        fn drop(&mut self) {
            WATCHERS.fetch_sub(1, Ordering::SeqCst);
            WATCH.with_borrow_mut(|watch| watch.on = false);
        }
    }
    WATCHERS.fetch_add(1, Ordering::SeqCst);
    WATCH.with_borrow_mut(|watch| {
        *watch = Watch { on: true, switched_off: switched_off.map(str::to_owned), ..Watch::default() };
    });
    let guard = Guard;
    let result = work();
    drop(guard);
    (result, WATCH.with_borrow_mut(|watch| std::mem::take(&mut watch.marks)))
}

/// `rule!("4.5b", condition)`: the condition, marked and switchable under its case.
#[macro_export]
macro_rules! rule {
    ($case:literal, $condition:expr) => {
        $crate::cases::applies($case, $condition, file!(), line!())
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubled(in_town: bool) -> u8 {
        if rule!("9.0i", in_town) { 2 } else { 1 }
    }

    #[test]
    fn a_case_leaves_a_mark_only_when_it_decides() {
        assert_eq!(watch(None, || doubled(false)), (1, Marks::new()));
        let (factor, marks) = watch(None, || doubled(true));
        assert_eq!((factor, marks.keys().copied().collect::<Vec<_>>()), (2, vec!["9.0i"]));
        assert_eq!(doubled(true), 2);
    }

    #[test]
    fn a_case_that_is_switched_off_does_not_apply() {
        assert_eq!(watch(Some("9.0i"), || doubled(true)).0, 1);
        assert_eq!(watch(Some("9.0h"), || doubled(true)).0, 2);
    }

    #[test]
    fn rules_that_run_in_circles_without_a_case_are_stopped() {
        let circle = || watch(Some("9.0i"), || while doubled(true) == 1 {});
        assert!(std::panic::catch_unwind(circle).is_err());
    }

    #[test]
    fn a_panic_ends_the_watch() {
        assert!(std::panic::catch_unwind(|| watch(Some("9.0i"), || panic!("as a rule switched off may"))).is_err());
        assert_eq!(doubled(true), 2);
    }
}
