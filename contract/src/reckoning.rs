//! Reckoned combats are what the rules do: against every sequence of dice one by one, and against games played.

use std::collections::BTreeMap;

use kernel::playout::roll;
use kernel::reckoning::{Reckoned, TALE, WHOLE, reckon};
use kernel::{Chance, Pending, Reckoning, Ruleset, Stop, Tale};

use crate::Breach;

fn breach(what: String) -> Breach {
    Breach { check: "reckoning", place: None, seed: 0, what }
}

/// Most positions in a layer: no test comes near it.
const LIMIT: usize = 1_000_000;

fn reckoned<R: Ruleset>(rules: &R, by: &dyn Reckoning<R>, start: &R::State) -> Result<Reckoned, Breach> {
    reckon(rules, by, start.clone(), LIMIT, &Stop::default()).map_err(|error| breach(error.to_string()))
}

/// The script's answer to what is pending.
fn answer<R: Ruleset>(rules: &R, by: &dyn Reckoning<R>, state: &mut R::State, events: &mut Vec<R::Event>) {
    let Pending::Decide(seats) = rules.pending(state) else { return };
    let mut actions = Vec::new();
    let seat = seats[0].0;
    rules.legal(state, seat, &mut actions);
    let action = actions[by.choose(rules, state, seat, &actions)];
    rules.play(state, seat, &action, events);
}

struct Enumeration<'r, R: Ruleset> {
    rules: &'r R,
    by: &'r dyn Reckoning<R>,
    ends: BTreeMap<Tale, u128>,
    sequences: u64,
}

impl<R: Ruleset> Enumeration<'_, R> {
    fn follow(&mut self, state: &R::State, tale: Tale, share: u128) {
        let pending = rules_pending(self.rules, state);
        if pending.is_none() || !self.by.is_under_way(self.rules, state) {
            self.sequences += 1;
            *self.ends.entry(tale).or_default() += share;
            return;
        }
        let mut events = Vec::new();
        if let Some(Pending::Chance(throw)) = pending {
            let outcomes = throw.outcomes().count() as u128;
            for outcome in throw.outcomes() {
                let (mut after, mut tale) = (state.clone(), tale);
                events.clear();
                self.rules.throw(&mut after, &outcome, &mut events);
                self.by.hear(self.rules, (state, &after), &events, &mut tale);
                self.follow(&after, tale, share / outcomes);
            }
        } else {
            let (mut after, mut tale) = (state.clone(), tale);
            answer(self.rules, self.by, &mut after, &mut events);
            self.by.hear(self.rules, (state, &after), &events, &mut tale);
            self.follow(&after, tale, share);
        }
    }
}

fn rules_pending<R: Ruleset>(rules: &R, state: &R::State) -> Option<Pending<R::Decision>> {
    match rules.pending(state) {
        Pending::Over(_) => None,
        other @ (Pending::Chance(_) | Pending::Decide(_)) => Some(other),
    }
}

/// The reckoned distribution is exactly that of all sequences of dice, followed one by one and never merged. Returns how
/// many sequences there are.
pub fn reckoning_is_enumeration<R: Ruleset>(rules: &R, by: &dyn Reckoning<R>, start: &R::State) -> Result<u64, Breach> {
    let reckoned = reckoned(rules, by, start)?;
    let mut all = Enumeration { rules, by, ends: BTreeMap::new(), sequences: 0 };
    all.follow(start, [0; TALE], WHOLE);
    if all.ends != reckoned.ends {
        let different = reckoned.ends.iter().find(|(tale, parts)| all.ends.get(*tale) != Some(parts));
        return Err(breach(format!("reckoned and enumerated ends differ, first in {different:?}")));
    }
    Ok(all.sequences)
}

/// The reckoned distribution is that of games played, as far as so many can tell: chi squared over the ends, rare ones
/// together, with a bound that one honest run in many millions passes. Returns the number of different ends.
pub fn reckoning_agrees_with_play<R: Ruleset>(
    rules: &R,
    by: &dyn Reckoning<R>,
    start: &R::State,
    games: u32,
) -> Result<usize, Breach> {
    let reckoned = reckoned(rules, by, start)?;
    let total: u128 = reckoned.ends.values().sum();
    if total != WHOLE {
        return Err(breach(format!("the odds add up to {total} parts of {WHOLE}")));
    }
    let mut chance = Chance::of_game(1813, games.into());
    let mut seen: BTreeMap<Tale, u32> = BTreeMap::new();
    let mut events = Vec::new();
    for _ in 0..games {
        let (mut state, mut tale) = (start.clone(), [0; TALE]);
        while by.is_under_way(rules, &state) {
            let before = state.clone();
            events.clear();
            match rules_pending(rules, &state) {
                None => break,
                Some(Pending::Chance(throw)) => rules.throw(&mut state, &roll(&throw, &mut chance), &mut events),
                Some(Pending::Decide(_) | Pending::Over(_)) => answer(rules, by, &mut state, &mut events),
            }
            by.hear(rules, (&before, &state), &events, &mut tale);
        }
        *seen.entry(tale).or_default() += 1;
    }
    if let Some(tale) = seen.keys().find(|tale| !reckoned.ends.contains_key(*tale)) {
        return Err(breach(format!("an end was played that the odds do not know: {tale:?}")));
    }
    let (mut chi_squared, mut bins) = (0.0, 0u32);
    let (mut rare_expected, mut rare_found) = (0.0, 0.0);
    let mut compare = |expected: f64, found: f64| {
        chi_squared += (found - expected).powi(2) / expected;
        bins += 1;
    };
    for (tale, parts) in &reckoned.ends {
        let expected = *parts as f64 / WHOLE as f64 * f64::from(games);
        let found = f64::from(seen.get(tale).copied().unwrap_or(0));
        // Chi squared wants some of each.
        if expected >= 8.0 {
            compare(expected, found);
        } else {
            rare_expected += expected;
            rare_found += found;
        }
    }
    if rare_expected >= 8.0 {
        compare(rare_expected, rare_found);
    }
    let freedom = f64::from(bins.saturating_sub(1).max(1));
    let bound = freedom + 6.0 * (2.0 * freedom).sqrt() + 18.0;
    if chi_squared > bound {
        return Err(breach(format!("chi squared {chi_squared:.1} over {bins} ends, bound {bound:.1}")));
    }
    Ok(reckoned.ends.len())
}
