//! What the page is told of Napoleon's Art of War beside what every title tells it: proposals, units in hand, headings, marks.

use std::collections::BTreeSet;

use art_of_war::{Action, ArtOfWar, Battle, Event, Rules};
use contract::*;
use kernel::info::PendingInfo;
use kernel::{Heading, Language, Offered, Ruleset, Seat, Seen, Viewer};

fn both(games: u64, mut visit: impl FnMut(Moment<'_, Rules>) -> Result<(), String>) {
    for battle in Battle::ALL {
        let rules = ArtOfWar::built_in().rules_of(battle, false);
        walk("page", &rules, Trial { every: 5, ..Trial::new(11, games) }, &mut visit).unwrap();
    }
}

#[test]
fn offers_end_phases_and_propose_a_column() {
    let mut labels = BTreeSet::new();
    let mut best = 0;
    both(6, |moment| {
        let Moment { rules, state, .. } = moment;
        for seat in [Seat(0), Seat(1)] {
            let mut actions = Vec::new();
            rules.legal(state, seat, &mut actions);
            let offered = Offered::new(rules, state, seat).answers;
            for (action, offer) in actions.iter().zip(&offered) {
                let touch = &offer.touch;
                labels.insert(touch.label.split_whitespace().next().unwrap_or_default().to_owned());
                let ends = matches!(action, Action::EndMovement | Action::EndCombat);
                // Twins are told apart by the word for them in orders.
                let named = touch.unit.as_ref().is_none_or(|id| touch.label.contains(&format!("({id})")));
                if touch.ends != ends || !named {
                    return Err(format!("{}: {touch:?}", offer.order));
                }
            }
            let announced = offered.iter().filter(|offer| offer.touch.verb == "announce").count();
            let proposed = offered.iter().filter(|offer| offer.touch.best).count();
            if proposed != usize::from(announced > 0) {
                return Err(format!("{proposed} proposed among {announced}"));
            }
            best += proposed;
        }
        Ok(())
    });
    assert!(best > 20, "{best}");
    for word in ["Move", "Bring", "Stop", "End", "Attack", "Also", "Retreat", "Advance", "Fresh", "Lose"] {
        assert!(labels.contains(word), "no button begins with {word}: {labels:?}");
    }
}

#[test]
fn questions_name_the_unit_in_hand_and_whom_they_are_about() {
    let mut in_hand = 0;
    both(3, |moment| {
        let PendingInfo::Decide(asked) = PendingInfo::new(moment.rules, moment.state) else { return Ok(()) };
        for asked in asked {
            let about = &asked.about;
            let short = &asked.prompt.short;
            let moving = short.strip_prefix("moving ").or(short.strip_prefix("placement of "));
            if about.unit.as_deref() != moving {
                return Err(format!("{short}: {about:?}"));
            }
            in_hand += usize::from(moving.is_some());
            if let Some(units) = short.strip_prefix("retreat of ") {
                let named: Vec<&str> = units.split(", ").collect();
                if about.concerns.units != named || about.concerns.places.is_empty() {
                    return Err(format!("{short}: {about:?}"));
                }
            }
        }
        Ok(())
    });
    assert!(in_hand > 100, "{in_hand}");
}

#[test]
fn turns_and_phases_are_headings_of_the_log() {
    let mut headings = 0;
    both(3, |moment| {
        let Some(next) = moment.next else { return Ok(()) };
        let mut after = moment.state.clone();
        let mut events: Vec<Event> = Vec::new();
        apply(moment.rules, &mut after, next, &mut events);
        for event in &events {
            let nature = moment.rules.line(event).nature;
            let (turn, phase) = (matches!(event, Event::TurnBegan { .. }), matches!(event, Event::PhaseBegan { .. }));
            let expected = turn.then_some(Heading::Turn).or(phase.then_some(Heading::Phase));
            if nature.heading != expected {
                return Err(format!("{event:?}: {nature:?}"));
            }
            headings += usize::from(expected.is_some());
        }
        Ok(())
    });
    assert!(headings > 20, "{headings}");
}

#[test]
fn every_mark_of_a_counter_is_met() {
    let mut seen = BTreeSet::new();
    both(3, |moment| {
        let view = Seen::of(moment.rules, moment.state, Viewer::Spectator);
        seen.extend(moment.rules.pieces(&view).into_iter().flat_map(|piece| piece.marks).map(|mark| mark.text));
        Ok(())
    });
    assert_eq!(seen, BTreeSet::from(["!", "E", "F", "R", "m", "x"].map(String::from)));
}

#[test]
fn seats_are_called_as_prompts_call_them() {
    for battle in Battle::ALL {
        let rules = ArtOfWar::built_in().rules_of(battle, false);
        let PendingInfo::Decide(asked) = PendingInfo::new(&rules, &rules.initial()) else { panic!("nobody is asked") };
        let name = &rules.seats()[asked[0].seat.index()].name;
        assert!(asked[0].prompt.text.starts_with(&format!("{name}: ")), "{name}: {}", asked[0].prompt.text);
    }
}
