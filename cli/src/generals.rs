//! The generals of the titles, and games between them on several threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use ai::{AnyStaff, Character, Registered};

use crate::failure::{Failure, Outcome};

pub(crate) fn staff_or_failure(title: &Registered) -> Outcome<Arc<dyn AnyStaff>> {
    title.staff.clone().ok_or_else(|| Failure::usage(format!("{} has no generals yet", title.name())))
}

/// A general as the command line names it. Many games are played at a time, so each thinks on one thread.
pub(crate) fn character(words: &str) -> Outcome<Character> {
    ai::character_of(words, 1).map_err(Failure::usage)
}

/// What threads and the collector share.
struct Shared<T> {
    done: Mutex<BTreeMap<u64, Result<T, String>>>,
    news: Condvar,
}

/// Does pieces of work number 0 to `count` on several threads and hands the results over in order, until `each` has had
/// enough. What follows from the results does not depend on the number of threads.
pub(crate) fn in_order<T: Send>(
    count: u64,
    threads: u64,
    work: impl Fn(u64) -> Result<T, String> + Sync,
    mut each: impl FnMut(u64, T) -> bool,
) -> Result<(), String> {
    let next = AtomicU64::new(0);
    let enough = AtomicBool::new(false);
    let shared: Shared<T> = Shared { done: Mutex::new(BTreeMap::new()), news: Condvar::new() };
    let labour = || {
        while !enough.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            let result = crate::reading::quietly(|| work(number));
            let result = result.unwrap_or_else(|words| {
                Err(format!("the program crashed in game {number}, please report it: {words}"))
            });
            shared.done.lock().unwrap_or_else(PoisonError::into_inner).insert(number, result);
            shared.news.notify_all();
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, count.max(1)) {
            scope.spawn(labour);
        }
        let mut outcome = Ok(());
        for number in 0..count {
            let mut done = shared.done.lock().unwrap_or_else(PoisonError::into_inner);
            let result = loop {
                match done.remove(&number) {
                    Some(result) => break result,
                    None => done = shared.news.wait(done).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(done);
            match result {
                Ok(value) => {
                    if !each(number, value) {
                        break;
                    }
                }
                Err(sentence) => {
                    outcome = Err(sentence);
                    break;
                }
            }
        }
        enough.store(true, Ordering::Relaxed);
        outcome
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_work_stops_when_there_is_enough() {
        let mut seen = Vec::new();
        in_order(100, 4, Ok, |number, value| {
            assert_eq!(number, value);
            seen.push(value);
            value < 40
        })
        .unwrap();
        assert_eq!(seen, (0..=40).collect::<Vec<u64>>());
        let failed = in_order(10, 2, |number| if number == 3 { Err("no".into()) } else { Ok(()) }, |_, ()| true);
        assert_eq!(failed, Err("no".to_owned()));
    }
}
