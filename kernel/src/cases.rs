//! Rule references, and the marks that prove a case decides something.
//!
//! A title's numbers are checked against its rulebook when it is compiled. A rule is written as `rule!("4.5b", condition)`: it yields the condition. While a [`watch`] is on, every condition
//! that holds leaves a mark under its case, and a case can be switched off, so that a test can demand that an example
//! fails without it. With no watch on, the price is one relaxed load.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Serialize, Serializer};

/// The number of a case in the rulebook of the title at hand, such as `5.1c`. A title makes one with its `case!`, which
/// [`cases!`](crate::cases) defines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Case(&'static str);

impl Case {
    /// The case of this number in a rulebook, for `case!`, which calls it in a constant: there a number that the rulebook lacks
    /// does not compile. Nothing but `case!` and tests calls it (`cargo xtask house` looks).
    #[doc(hidden)]
    pub const fn of(book: &[&'static str], number: &'static str) -> Case {
        let mut at = 0;
        while at < book.len() {
            if same(book[at], number) {
                return Case(number);
            }
            at += 1;
        }
        panic!("the rulebook has no case of this number");
    }

    /// For what comes to light in an event that cites nothing.
    pub(crate) const UNCITED: Case = Case("");

    pub const fn number(self) -> &'static str {
        self.0
    }
}

/// `==` of texts, which constants cannot use.
const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

impl PartialEq<str> for Case {
    fn eq(&self, number: &str) -> bool {
        self.0 == number
    }
}

impl PartialEq<&str> for Case {
    fn eq(&self, number: &&str) -> bool {
        self.0 == *number
    }
}

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
pub fn applies(case: Case, condition: bool, file: &'static str, line: u32) -> bool {
    if is_watched() { watched(case, condition, file, line) } else { condition }
}

#[cold]
#[inline(never)]
fn watched(case: Case, condition: bool, file: &'static str, line: u32) -> bool {
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
        if watch.switched_off.as_deref() == Some(case.0) {
            return false;
        }
        let places = watch.marks.entry(case.0).or_default();
        let place = Place { file, line };
        if !places.contains(&place) {
            places.push(place);
        }
        true
    })
}

/// Whether somebody watches. Then every condition has to be asked again: nothing that was reckoned before may answer for it.
#[inline]
pub fn is_watched() -> bool {
    WATCHERS.load(Ordering::Relaxed) != 0
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

/// Defines `case!` and `rule!` for the modules below, from the numbers of a title's cases.
///
/// `case!("4.5b")` is the case of that number. `rule!("4.5b", condition)` is the condition, marked and switchable under its
/// case.
///
/// ```
/// const CASES: &[&str] = &["4.5a", "4.5b"];
/// kernel::cases!(crate::CASES);
///
/// fn main() {
///     assert_eq!(case!("4.5b").number(), "4.5b");
///     assert!(rule!("4.5a", 1 < 2));
/// }
/// ```
///
/// A number that is not among them does not compile, whichever of the two cites it:
///
/// ```compile_fail,E0080
/// const CASES: &[&str] = &["4.5a", "4.5b"];
/// kernel::cases!(crate::CASES);
///
/// fn main() {
///     case!("4.5c");
/// }
/// ```
///
/// ```compile_fail,E0080
/// const CASES: &[&str] = &["4.5a", "4.5b"];
/// kernel::cases!(crate::CASES);
///
/// fn main() {
///     rule!("4.5", 1 < 2);
/// }
/// ```
///
/// and there is no other way to a case:
///
/// ```compile_fail,E0423
/// kernel::Case("4.5c");
/// ```
#[macro_export]
macro_rules! cases {
    ($cases:path) => {
        $crate::cases!(@ $cases, $);
    };
    // The second token is a dollar, for the macros that are being defined.
    (@ $cases:path, $d:tt) => {
        #[allow(unused_macros)]
        macro_rules! case {
            ($d number:literal) => {{
                const CASE: $crate::Case = $crate::Case::of($cases, $d number);
                CASE
            }};
        }

        #[allow(unused_macros)]
        macro_rules! rule {
            ($d number:literal, $d condition:expr) => {{
                const CASE: $crate::Case = $crate::Case::of($cases, $d number);
                $crate::cases::applies(CASE, $d condition, file!(), line!())
            }};
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: &[&str] = &["9.0h", "9.0i"];
    crate::cases!(crate::cases::tests::CASES);

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
