//! Actions nobody was offered: from other positions, other seats, and bent out of shape.

use kernel::{Chance, Entropy};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// How many actions are remembered.
const MEMORY: usize = 1024;

/// Remembers actions and makes others from them, as a hostile client would: through the wire format.
#[derive(Clone, Debug, Default)]
pub struct Mutator<A> {
    seen: Vec<A>,
}

impl<A: Copy + Serialize + DeserializeOwned> Mutator<A> {
    pub fn new() -> Mutator<A> {
        Mutator { seen: Vec::new() }
    }

    pub fn remember(&mut self, actions: &[A], chance: &mut Chance) {
        for action in actions {
            if self.seen.len() < MEMORY {
                self.seen.push(*action);
            } else {
                self.seen[chance.below(MEMORY as u32) as usize] = *action;
            }
        }
    }

    fn any(&self, chance: &mut Chance) -> Option<A> {
        if self.seen.is_empty() { None } else { Some(self.seen[chance.below(self.seen.len() as u32) as usize]) }
    }

    /// An action seen before, half of the time changed in one place. None if the change makes no action.
    pub fn action(&self, chance: &mut Chance) -> Option<A> {
        let action = self.any(chance)?;
        if chance.below(2) == 0 {
            return Some(action);
        }
        let mut value = serde_json::to_value(action).ok()?;
        let donor = serde_json::to_value(self.any(chance)?).ok()?;
        let mut donated = Vec::new();
        leaves(&donor, &mut donated);
        let mut places = 0;
        count_leaves(&value, &mut places);
        let mut place = chance.below(places.max(1)) as usize;
        bend(&mut value, &mut place, &donated, chance);
        serde_json::from_value(value).ok()
    }
}

fn count_leaves(value: &Value, count: &mut u32) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| count_leaves(item, count)),
        Value::Object(fields) => fields.values().for_each(|field| count_leaves(field, count)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => *count += 1,
    }
}

fn leaves<'a>(value: &'a Value, all: &mut Vec<&'a Value>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| leaves(item, all)),
        Value::Object(fields) => fields.values().for_each(|field| leaves(field, all)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => all.push(value),
    }
}

/// Changes the leaf at `place`, counting down to it.
fn bend(value: &mut Value, place: &mut usize, donated: &[&Value], chance: &mut Chance) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| bend(item, place, donated, chance)),
        Value::Object(fields) => fields.values_mut().for_each(|field| bend(field, place, donated, chance)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            if *place == 0 {
                *value = bent_leaf(value, donated, chance);
            }
            *place = place.wrapping_sub(1);
        }
    }
}

fn bent_leaf(leaf: &Value, donated: &[&Value], chance: &mut Chance) -> Value {
    let number = leaf.as_i64();
    match (chance.below(6), number) {
        (0, Some(number)) => Value::from(number.wrapping_add(1)),
        (1, Some(number)) => Value::from(number.wrapping_sub(1)),
        (2, Some(_)) => Value::from(chance.below(256)),
        (3, Some(_)) => Value::from([0, 127, 255, 256, 32767, 65535][chance.below(6) as usize]),
        _ if donated.is_empty() => leaf.clone(),
        _ => donated[chance.below(donated.len() as u32) as usize].clone(),
    }
}
