//! Worlds contradict nothing that was seen on the table. A second, coarse memory, made from counts of face-down counters alone, says of
//! every counter in which boxes it can be; no world may have it anywhere else.

use std::collections::{BTreeMap, BTreeSet};

use board::boxes::BoxId;
use contract::{Trial, full, walk};
use jours_de_gloire::counters::{CounterId, Kind};
use jours_de_gloire::state::{Piece, Whereabouts};
use jours_de_gloire::{JoursDeGloire, Rules, State};
use kernel::{Options, Ruleset, Title, Viewer};

/// A box, or beside the map.
type Place = Option<BoxId>;

#[derive(Default)]
struct Memory {
    last: Option<State>,
    can_be: BTreeMap<CounterId, BTreeSet<Place>>,
}

/// Where a counter lies without a name, if it does.
fn unnamed(rules: &Rules, state: &State, counter: CounterId) -> Option<Place> {
    let Piece { whereabouts, face_up, .. } = *state.piece(counter);
    let printed = &rules.counters[counter.index()];
    let secretive = printed.detachment || printed.kind.is_dummy();
    match whereabouts {
        _ if face_up => None,
        Whereabouts::At(at) => Some(Some(at)),
        Whereabouts::Pool | Whereabouts::Lost => secretive.then_some(None),
        Whereabouts::Waiting | Whereabouts::Entering(_) | Whereabouts::Recalled | Whereabouts::Captured => None,
    }
}

impl Memory {
    fn follow(&mut self, rules: &Rules, state: &State) {
        let all = || (0..rules.counters.len()).map(|number| CounterId(number as u8));
        let secretive = |counter: CounterId| {
            let printed = &rules.counters[counter.index()];
            printed.detachment || printed.kind.is_dummy()
        };
        let mut went: BTreeSet<(u8, Place, Place)> = BTreeSet::new();
        for counter in all() {
            let Some(now) = unnamed(rules, state, counter) else { continue };
            let side = rules.side_of(counter).0;
            match self.last.as_ref().and_then(|last| unnamed(rules, last, counter)) {
                Some(before) if before != now => drop(went.insert((side, before, now))),
                Some(_) => {}
                // It had a name until now, or has taken the place of a leader who was removed, wherever that was.
                None => {
                    let removed = |other: &CounterId| {
                        let was_there = self.last.as_ref().and_then(|last| unnamed(rules, last, *other)) == Some(now);
                        was_there
                            && state.piece(*other).whereabouts == Whereabouts::Lost
                            && rules.counters[other.index()].kind == Kind::Leader
                    };
                    let place = all().find(removed).and_then(|leader| self.can_be.get(&leader).cloned());
                    self.can_be.insert(counter, place.unwrap_or_else(|| BTreeSet::from([now])));
                }
            }
        }
        for (counter, can_be) in &mut self.can_be {
            let side = rules.side_of(*counter).0;
            let may = |to: &Place| to.is_some() || secretive(*counter);
            let fresh = went.iter().filter(|(of, from, to)| *of == side && can_be.contains(from) && may(to));
            let fresh: Vec<Place> = fresh.map(|(_, _, to)| *to).collect();
            can_be.extend(fresh);
        }
        let left: BTreeSet<(u8, Place)> =
            all().filter_map(|counter| Some((rules.side_of(counter).0, unnamed(rules, state, counter)?))).collect();
        for (counter, can_be) in &mut self.can_be {
            let side = rules.side_of(*counter).0;
            can_be.retain(|place| left.contains(&(side, *place)));
        }
        self.can_be.retain(|counter, _| unnamed(rules, state, *counter).is_some());
        self.last = Some(state.clone());
    }
}

fn never_contradict(scenario: &str, games: u64) {
    let title = JoursDeGloire::built_in();
    let info = title.scenarios().into_iter().find(|info| info.id == scenario).expect("a scenario of the title");
    let options = info.complete(&Options::from([("blind".to_owned(), "3".to_owned())])).expect("options");
    let rules = title.rules(scenario, &options).expect("rules");
    let mut memory = Memory::default();
    let (mut worlds, mut certain, mut places) = (0u64, 0u64, 0u64);
    let trial = Trial::new(1813, games).longest(120_000);
    let walked = walk("worlds contradict nothing", &rules, trial, |moment| {
        if moment.step == 0 {
            memory = Memory::default();
        }
        memory.follow(&rules, moment.state);
        if moment.step % 60 != 0 {
            return Ok(());
        }
        let view = rules.view(moment.state, Viewer::Spectator);
        for _ in 0..3 {
            let world = rules.sample(&view, moment.chance);
            worlds += 1;
            for (counter, can_be) in &memory.can_be {
                let place = unnamed(&rules, &world, *counter);
                places += 1;
                certain += u64::from(can_be.len() == 1);
                if !place.is_some_and(|place| can_be.contains(&place)) {
                    let name = rules.name_of(*counter);
                    return Err(format!("{name} can only be in {can_be:?}, and is in {place:?} in a world"));
                }
            }
        }
        Ok(())
    });
    walked.unwrap_or_else(|breach| panic!("{scenario}: {breach}"));
    println!("{scenario}: {worlds} worlds of {games} games, {certain} of {places} places were certain");
    assert!(worlds >= 100 && certain > 0);
}

#[test]
fn worlds_contradict_nothing_in_bautzen() {
    never_contradict("bautzen", if full() { 120 } else { 12 });
}

#[test]
fn worlds_contradict_nothing_in_the_autumn() {
    never_contradict("autumn", if full() { 40 } else { 3 });
}

#[test]
fn worlds_contradict_nothing_in_the_campaign() {
    never_contradict("campaign", if full() { 40 } else { 3 });
}
