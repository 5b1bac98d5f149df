//! What the page is told instead of words: offers, questions, log lines and marks of Napoleon's Art of War.

use std::collections::BTreeSet;

use art_of_war::{Action, ArtOfWar, Battle, Event, Rules};
use contract::*;
use kernel::info::PendingInfo;
use kernel::{Heading, Language, Offered, Pending, Ruleset, Seat, Seen, Viewer};

fn both(games: u64, mut visit: impl FnMut(Moment<'_, Rules>) -> Result<(), String>) {
    for battle in Battle::ALL {
        let rules = ArtOfWar::built_in().rules_of(battle, false);
        walk("page", &rules, Trial { every: 5, ..Trial::new(11, games) }, &mut visit).unwrap();
    }
}

#[test]
fn offers_say_what_they_are() {
    let mut labels = BTreeSet::new();
    let (mut throwing, mut best) = (0, 0);
    both(6, |moment| {
        let Moment { rules, state, .. } = moment;
        for seat in [Seat(0), Seat(1)] {
            let mut actions = Vec::new();
            rules.legal(state, seat, &mut actions);
            let offered = Offered::new(rules, state, seat).answers;
            for (action, offer) in actions.iter().zip(&offered) {
                let touch = &offer.touch;
                labels.insert(touch.label.split_whitespace().next().unwrap_or_default().to_owned());
                let mut after = state.clone();
                rules.play(&mut after, seat, action, &mut kernel::Discard);
                let die_falls = matches!(rules.pending(&after), Pending::Chance(_));
                if touch.throws != die_falls {
                    return Err(format!("{}: throws is {}, a die falls: {die_falls}", offer.order, touch.throws));
                }
                let ends = matches!(action, Action::EndMovement | Action::EndCombat);
                let named = touch.unit.as_ref().is_none_or(|id| !touch.label.contains(id.as_str()));
                if touch.ends != ends || touch.label.is_empty() || !named {
                    return Err(format!("{}: {touch:?}", offer.order));
                }
                throwing += usize::from(touch.throws);
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
    assert!(throwing > 100 && best > 20, "{throwing} {best}");
    for word in ["Move", "Bring", "On", "Halt", "End", "Attack", "Also", "Retreat", "Advance", "Fresh", "Give"] {
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
fn lines_of_the_log_carry_their_dice_and_headings() {
    let (mut dice, mut headings) = (0, 0);
    both(3, |moment| {
        let Some(next) = moment.next else { return Ok(()) };
        let mut after = moment.state.clone();
        let mut events: Vec<Event> = Vec::new();
        apply(moment.rules, &mut after, next, &mut events);
        let natures: Vec<_> = events.iter().map(|event| moment.rules.line(event).nature).collect();
        let fell: Vec<u8> = natures.iter().flat_map(|nature| &nature.dice).map(|die| die.face).collect();
        let thrown = if let Step::Throw(outcome) = next { outcome.0.to_vec() } else { Vec::new() };
        if fell != thrown {
            return Err(format!("{thrown:?} were thrown, the log has {fell:?}"));
        }
        dice += fell.len();
        for (event, nature) in events.iter().zip(&natures) {
            let (turn, phase) = (matches!(event, Event::TurnBegan { .. }), matches!(event, Event::PhaseBegan { .. }));
            let expected = turn.then_some(Heading::Turn).or(phase.then_some(Heading::Phase));
            if nature.heading != expected {
                return Err(format!("{event:?}: {nature:?}"));
            }
            headings += usize::from(expected.is_some());
        }
        Ok(())
    });
    assert!(dice > 20 && headings > 20, "{dice} {headings}");
}

#[test]
fn marks_of_counters_explain_themselves() {
    let mut seen = BTreeSet::new();
    both(3, |moment| {
        let view = Seen::of(moment.rules, moment.state, Viewer::Spectator);
        for mark in moment.rules.pieces(&view).into_iter().flat_map(|piece| piece.marks) {
            seen.insert((mark.text, mark.note, mark.case));
        }
        Ok(())
    });
    let texts: BTreeSet<&str> = seen.iter().map(|(text, ..)| text.as_str()).collect();
    assert_eq!(texts, BTreeSet::from(["!", "F", "R", "m", "x"]));
    let book = ArtOfWar::built_in();
    let book = kernel::Title::rulebook(&book);
    assert!(seen.iter().all(|(_, note, case)| !note.is_empty() && book.case(case).is_some()), "{seen:?}");
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
