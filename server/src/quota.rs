//! Quotas: how many things of a kind one owner, one address and all together may have under way. One more is refused
//! with a sentence, and nothing is queued.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::StatusCode;

use crate::address::Address;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::queue::Party;

/// What is counted by.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Key {
    Owner(Arc<str>),
    Address(Address),
    Game(Arc<str>),
    All,
}

/// Counts things under way, by whatever they are counted by.
#[derive(Debug)]
pub(crate) struct Quota {
    name: &'static str,
    metrics: Arc<Metrics>,
    counts: Arc<Mutex<HashMap<Key, usize>>>,
}

/// One of the things under way, while it lives.
#[derive(Debug)]
pub(crate) struct Admission {
    counts: Arc<Mutex<HashMap<Key, usize>>>,
    keys: Vec<Key>,
}

impl Quota {
    pub(crate) fn new(name: &'static str, metrics: &Arc<Metrics>) -> Quota {
        Quota { name, metrics: metrics.clone(), counts: Arc::default() }
    }

    /// Counts one more, unless one of these counts is full; says which.
    pub(crate) fn admit(&self, keys: Vec<(Key, usize)>) -> Result<Admission, Key> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let full = keys.iter().find(|(key, most)| counts.get(key).copied().unwrap_or(0) >= *most);
        if let Some((key, _)) = full {
            self.metrics.refused(self.name, key);
            return Err(key.clone());
        }
        for (key, _) in &keys {
            *counts.entry(key.clone()).or_default() += 1;
        }
        let keys = keys.into_iter().map(|(key, _)| key).collect();
        Ok(Admission { counts: self.counts.clone(), keys })
    }

    /// For a party, with the sentence that it is told: what it has too many of.
    pub(crate) fn admit_party(&self, party: &Party, most: Share, what: &str) -> Result<Admission, Problem> {
        let keys = vec![
            (Key::Owner(party.owner.clone()), most.owner),
            (Key::Address(party.address), most.address),
            (Key::All, most.all),
        ];
        self.admit(keys).map_err(|full| too_many(&full, what))
    }

    #[cfg(test)]
    fn count(&self) -> usize {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.get(&Key::All).copied().unwrap_or(0)
    }
}

/// The refusal of one more than allowed.
pub(crate) fn too_many(full: &Key, what: &str) -> Problem {
    match full {
        Key::Owner(_) => {
            let sentence = format!("you already have too many {what}; wait for one of them to end");
            Problem::new(StatusCode::TOO_MANY_REQUESTS, sentence)
        }
        Key::Address(_) => {
            let sentence = format!("there are too many {what} from your address; wait for one of them to end");
            Problem::new(StatusCode::TOO_MANY_REQUESTS, sentence)
        }
        Key::Game(_) => Problem::busy(format!("there are too many {what} in this game; try again in a moment")),
        Key::All => Problem::busy(format!("there are too many {what} at the moment; try again later")),
    }
}

/// How many of a kind an owner, an address and all together may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    pub owner: usize,
    pub address: usize,
    pub all: usize,
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        for key in &self.keys {
            if let Some(count) = counts.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn party(address: u8, owner: &str) -> Party {
        Party { owner: owner.into(), address: IpAddr::V4(Ipv4Addr::new(192, 0, 2, address)).into() }
    }

    #[test]
    fn a_full_count_refuses_and_a_thing_that_ends_makes_room() {
        let quota = Quota::new("test", &Arc::default());
        let most = Share { owner: 2, address: 3, all: 4 };
        let admit = |address, owner| quota.admit_party(&party(address, owner), most, "questions");
        let first = admit(1, "a").unwrap();
        let _second = admit(1, "a").unwrap();
        let words = |refused: Result<Admission, Problem>| refused.unwrap_err().body.error.unwrap();
        assert!(words(admit(1, "a")).contains("you already have too many questions"));
        let _third = admit(1, "b").unwrap();
        assert!(words(admit(1, "b")).contains("from your address"));
        let _fourth = admit(2, "c").unwrap();
        assert!(words(admit(2, "c")).contains("at the moment"));
        drop(first);
        assert!(admit(2, "c").is_ok());
        assert_eq!(quota.count(), 3, "what was refused or dropped counts no more");
    }
}
