//! Reinforcements of a position: `"TURN at BOX: COUNTER…"`, `"TURN by BOX: COUNTER…"`, with `on DIE` for those that may
//! be delayed.

use super::find_box;
use crate::counters::CounterId;
use crate::ground::Ground;
use crate::scenario::{Arrival, Entry, Scenario, Strength, When};

const FORM: &str = "an arrival is written \"TURN at BOX: a 5, b\" (placed there) or \"TURN by BOX: a 5\" (it enters there), with \"on DIE\" before the colon if a die may delay it";

pub(super) fn parse(scenario: &Scenario, ground: &Ground, text: &str) -> Result<Arrival, String> {
    arrival(scenario, ground, text).ok_or_else(|| FORM.to_owned())
}

fn arrival(scenario: &Scenario, ground: &Ground, text: &str) -> Option<Arrival> {
    let (head, who) = text.split_once(':')?;
    let mut words: Vec<&str> = head.split_whitespace().collect();
    let mut arrives_on = None;
    if let [.., "on", die] = words.as_slice() {
        arrives_on = Some(die.parse().ok()?);
        words.truncate(words.len() - 2);
    }
    let [turn, how, place @ ..] = words.as_slice() else { return None };
    let at = find_box(ground, &place.join(" "))?;
    let entry = match *how {
        "at" => Entry::Box(at),
        "by" => Entry::Connection(at),
        _ => return None,
    };
    let mut coming: Vec<Strength> = Vec::new();
    for one in who.split(',') {
        let words: Vec<&str> = one.split_whitespace().collect();
        let (handle, strength) = match words.as_slice() {
            [handle] => (*handle, 0),
            [handle, strength] => (*handle, strength.parse().ok()?),
            _ => return None,
        };
        let counter: CounterId = scenario.find(handle)?;
        coming.push(Strength { counter, strength, parent: None });
    }
    let side = scenario.counters[coming.first()?.counter.index()].side;
    Some(Arrival {
        when: When::Turn(turn.parse().ok()?),
        side,
        entry,
        who: coming,
        arrives_on,
        needs: None,
        option: None,
    })
}
