//! A title and the rules of its scenarios, shared by all games, generals and reviews.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use board::Fault;

use crate::{Options, Position, Ruleset, Setup, StateOf, Title};

/// Something that is made once for a scenario and its options.
#[derive(Debug)]
pub struct PerScenario<V>(Mutex<BTreeMap<(String, Options), Arc<V>>>);

impl<V> Default for PerScenario<V> {
    fn default() -> PerScenario<V> {
        PerScenario(Mutex::default())
    }
}

impl<V> PerScenario<V> {
    /// The options must be complete, see [`ScenarioInfo::complete`](crate::ScenarioInfo::complete).
    pub fn get(
        &self,
        scenario: &str,
        options: &Options,
        make: impl FnOnce() -> Result<V, String>,
    ) -> Result<Arc<V>, String> {
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let name = (scenario.to_owned(), options.clone());
        if let Some(value) = made.get(&name) {
            return Ok(value.clone());
        }
        let value = Arc::new(make()?);
        made.insert(name, value.clone());
        Ok(value)
    }
}

/// Rules, and the state with which a game begins.
type SetUp<T> = (Arc<<T as Title>::Rules>, StateOf<T>);

/// A title with the rules of the scenarios that were asked for already: hundreds of games share them.
pub struct SharedTitle<T: Title>(Arc<(T, PerScenario<T::Rules>)>);

impl<T: Title> From<T> for SharedTitle<T> {
    fn from(title: T) -> SharedTitle<T> {
        SharedTitle(Arc::new((title, PerScenario::default())))
    }
}

impl<T: Title> std::fmt::Debug for SharedTitle<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}

impl<T: Title> Clone for SharedTitle<T> {
    fn clone(&self) -> SharedTitle<T> {
        SharedTitle(self.0.clone())
    }
}

impl<T: Title> Deref for SharedTitle<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.0
    }
}

impl<T: Title> SharedTitle<T> {
    /// The rules of a scenario, and its options made complete.
    pub fn shared_rules(&self, scenario: &str, options: &Options) -> Result<(Arc<T::Rules>, Options), String> {
        let scenarios = self.scenarios();
        let Some(info) = scenarios.iter().find(|info| info.id == scenario) else {
            let known: Vec<&str> = scenarios.iter().map(|info| info.id.as_str()).collect();
            return Err(format!("{} has no scenario \"{scenario}\"; it has {}", self.name(), known.join(", ")));
        };
        let options = info.complete(options)?;
        let rules = self.0.1.get(scenario, &options, || self.rules(scenario, &options))?;
        Ok((rules, options))
    }

    /// The rules and the initial state that a set-up yields.
    pub fn set_up(&self, setup: &Setup) -> Result<SetUp<T>, Vec<Fault>> {
        match setup {
            Setup::Scenario { id, options } => {
                let (rules, _) = self.shared_rules(id, options).map_err(|sentence| {
                    // The header is the first line of any journal or record.
                    vec![Fault { file: String::new(), line: 1, sentence }]
                })?;
                let initial = rules.initial();
                Ok((rules, initial))
            }
            Setup::Position { file, text } => {
                let Position { rules, state } = crate::example::read_position(&**self, file, text)?;
                Ok((Arc::new(rules), state))
            }
        }
    }
}
