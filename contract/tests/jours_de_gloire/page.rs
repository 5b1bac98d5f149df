//! What the page is told of Jours de Gloire beside what every title tells it: verbs, stacks in hand, tables.

use std::collections::BTreeSet;

use contract::*;
use jours_de_gloire::counters::CounterId;
use jours_de_gloire::state::Whereabouts;
use jours_de_gloire::{JoursDeGloire, Rules, State};
use kernel::info::PendingInfo;
use kernel::{Language, Offered, Options, Panel, ScenarioInfo, Seat, Seen, Title, Viewer};

fn rules(scenario: &str) -> Rules {
    let title = JoursDeGloire::built_in();
    let scenarios: Vec<ScenarioInfo> = title.scenarios();
    let info = scenarios.iter().find(|info| info.id == scenario).expect("a scenario of the title");
    title.rules(scenario, &info.complete(&Options::new()).expect("options")).expect("rules")
}

fn each(every: usize, mut visit: impl FnMut(Moment<'_, Rules>) -> Result<(), String>) {
    for (scenario, games) in [("lutzen", 3), ("autumn", 2), ("campaign", 1)] {
        walk("page", &rules(scenario), Trial { every, ..Trial::new(11, games).longest(60_000) }, &mut visit).unwrap();
    }
}

#[test]
fn every_kind_of_action_is_offered_by_its_verb() {
    let mut verbs = BTreeSet::new();
    each(13, |moment| {
        for seat in [Seat(0), Seat(1)] {
            let Offered { answers, interrupts } = Offered::new(moment.rules, moment.state, seat);
            verbs.extend(answers.into_iter().chain(interrupts).map(|offer| offer.touch.verb));
        }
        Ok(())
    });
    for verb in
        ["take", "activate", "step", "halt", "end movement", "join", "declared", "choose", "retreat", "fight", "play"]
    {
        assert!(verbs.contains(verb), "nobody is offered \"{verb}\": {verbs:?}");
    }
}

/// Own counters, and those whose faces are seen.
fn may_be_named(rules: &Rules, state: &State, seat: Seat, id: &str) -> bool {
    let side = rules.side_of_seat(seat);
    let named = (0..rules.counters.len()).filter(|number| rules.counters[*number].id == id);
    named.map(|number| CounterId(number as u8)).any(|counter| {
        let piece = state.piece(counter);
        rules.side_of(counter) == side || piece.face_up || !matches!(piece.whereabouts, Whereabouts::At(_))
    })
}

#[test]
fn questions_name_the_stack_in_hand_and_whom_they_are_about() {
    let (mut in_hand, mut boxes) = (0, 0);
    each(7, |moment| {
        let PendingInfo::Decide(asked) = PendingInfo::new(moment.rules, moment.state) else { return Ok(()) };
        for asked in asked {
            let (about, prompt) = (&asked.about, &asked.prompt);
            if prompt.text.len() < 25 || !prompt.text.ends_with(['.', '?']) {
                return Err(format!("{prompt:?}"));
            }
            let marching = prompt.short.starts_with("muster at") || prompt.short.starts_with("march at");
            if about.unit.is_some() != marching {
                return Err(format!("{}: {about:?}", prompt.short));
            }
            in_hand += usize::from(marching);
            boxes += about.concerns.places.len();
            let known = |id: &String| may_be_named(moment.rules, moment.state, asked.seat, id);
            let there = |place: &String| moment.rules.ground.find(place).is_some();
            if !about.concerns.units.iter().all(known) || !about.concerns.places.iter().all(there) {
                return Err(format!("{}: {about:?}", prompt.short));
            }
        }
        Ok(())
    });
    assert!(in_hand > 100 && boxes > 100, "{in_hand} {boxes}");
}

#[test]
fn every_table_is_there() {
    let mut titles = BTreeSet::new();
    each(53, |moment| {
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
            for panel in moment.rules.panels(&Seen::of(moment.rules, moment.state, viewer)) {
                if let Panel::Table { title, .. } = panel {
                    titles.insert(title);
                }
            }
        }
        Ok(())
    });
    for title in [
        "Armies",
        "Order of battle: French",
        "What is known of the Allies",
        "Reinforcements",
        "Victory boxes",
        "Sieges",
    ] {
        assert!(titles.contains(title), "no table \"{title}\": {titles:?}");
    }
}
