//! What the page is told instead of words: offers, questions, log lines, marks and panels of Jours de Gloire.

use std::collections::BTreeSet;

use contract::*;
use jours_de_gloire::counters::CounterId;
use jours_de_gloire::state::Whereabouts;
use jours_de_gloire::{JoursDeGloire, Rules, State};
use kernel::info::PendingInfo;
use kernel::order::try_order;
use kernel::{Aids, Language, Offered, Options, Panel, Ruleset, ScenarioInfo, Seat, Seen, Title, Viewer};

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
fn offers_say_what_they_are() {
    let mut verbs = BTreeSet::new();
    each(13, |moment| {
        let Moment { rules, state, .. } = moment;
        for seat in [Seat(0), Seat(1)] {
            let Offered { answers, interrupts } = Offered::new(rules, state, seat);
            for offer in answers.iter().chain(&interrupts) {
                let touch = &offer.touch;
                verbs.insert(touch.verb.clone());
                let place = touch.place.as_ref().is_none_or(|place| rules.ground.find(place).is_some());
                let unit = touch.unit.as_ref().is_none_or(|id| rules.counters.iter().any(|counter| counter.id == *id));
                if touch.label.is_empty() || touch.label.len() > 90 || !place || !unit {
                    return Err(format!("{}: {touch:?}", offer.order));
                }
            }
            // Labels tell offers apart.
            let mut seen = BTreeSet::new();
            for offer in &answers {
                if !seen.insert((&offer.touch.label, &offer.touch.unit, &offer.touch.place)) {
                    return Err(format!("two offers read \"{}\"", offer.touch.label));
                }
            }
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
fn marks_and_pieces_explain_themselves() {
    let title = JoursDeGloire::built_in();
    let book = title.rulebook();
    let mut seen = BTreeSet::new();
    each(101, |moment| {
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
            let pieces = moment.rules.pieces(&Seen::of(moment.rules, moment.state, viewer));
            let ids: BTreeSet<&str> = pieces.iter().map(|piece| piece.id.as_str()).collect();
            if ids.len() != pieces.len() {
                return Err("two pieces with one handle".into());
            }
            for piece in &pieces {
                if moment.rules.ground.find(piece.place()).is_none() {
                    return Err(format!("{piece:?}"));
                }
                for mark in &piece.marks {
                    if mark.text.chars().count() > 2 || mark.note.is_empty() || book.case(mark.case).is_none() {
                        return Err(format!("{mark:?}"));
                    }
                    seen.insert(mark.text.clone());
                }
            }
        }
        Ok(())
    });
    assert!(seen.len() >= 5, "{seen:?}");
}

/// Every unit, place and case that a panel names.
fn named_in(panel: &Panel) -> (Vec<&String>, Vec<&String>, Vec<&'static str>) {
    let (mut units, mut places, mut cases) = (Vec::new(), Vec::new(), Vec::new());
    match panel {
        Panel::Track { .. } | Panel::Levels { .. } => {}
        Panel::Boxes { groups, .. } => units.extend(groups.iter().flat_map(|group| &group.units)),
        Panel::Facts { rows, .. } => cases.extend(rows.iter().filter_map(|row| row.case)),
        Panel::Table { groups, .. } => {
            for row in groups.iter().flat_map(|group| &group.rows) {
                units.extend(&row.unit);
                places.extend(&row.place);
                cases.extend(row.marks.iter().map(|mark| mark.case));
            }
        }
        Panel::Hand { cards, rows, .. } => {
            cases.extend(rows.iter().filter_map(|row| row.case));
            cases.extend(cards.iter().flat_map(|card| &card.parts).map(|part| part.case));
        }
        Panel::Duel { place, rows, parties, matrix, .. } => {
            places.extend(place);
            cases.extend(rows.iter().filter_map(|row| row.case));
            cases.extend(matrix.iter().map(|matrix| matrix.case));
            for party in parties {
                units.extend(&party.units);
                cases.extend(party.rows.iter().filter_map(|row| row.case));
                cases.extend(party.modifiers.iter().map(|modifier| modifier.case));
            }
        }
        Panel::Choices { rows, .. } => cases.extend(rows.iter().map(|row| row.case)),
    }
    (units, places, cases)
}

#[test]
fn panels_name_what_exists_and_tables_are_full() {
    let title = JoursDeGloire::built_in();
    let book = title.rulebook();
    let mut titles = BTreeSet::new();
    each(53, |moment| {
        let Moment { rules, state, .. } = moment;
        let roster: BTreeSet<String> = rules.roster().into_iter().map(|piece| piece.id).collect();
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
            for panel in rules.panels(&Seen::of(rules, state, viewer)) {
                let (units, places, cases) = named_in(&panel);
                if let Some(unit) = units.iter().find(|unit| !roster.contains(**unit)) {
                    return Err(format!("{unit} is not in the roster: {panel:?}"));
                }
                if let Some(place) = places.iter().find(|place| rules.ground.find(place).is_none()) {
                    return Err(format!("{place} is not on the map: {panel:?}"));
                }
                if let Some(case) = cases.iter().find(|case| book.case(case).is_none()) {
                    return Err(format!("no case {case}: {panel:?}"));
                }
                if let Panel::Table { columns, groups, title, .. } = &panel {
                    titles.insert(title.clone());
                    if groups.iter().flat_map(|group| &group.rows).any(|row| row.cells.len() != columns.len()) {
                        return Err(format!("a row with too few cells: {panel:?}"));
                    }
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
        "Towns that count",
        "Sieges",
    ] {
        assert!(titles.contains(title), "no table \"{title}\": {titles:?}");
    }
}

#[test]
fn orders_in_panels_are_carried_out() {
    let (mut standing, mut cards) = (0, 0);
    each(211, |moment| {
        let Moment { rules, state, .. } = moment;
        if let kernel::Pending::Over(_) = rules.pending(state) {
            return Ok(());
        }
        for seat in [Seat(0), Seat(1)] {
            for panel in rules.panels(&Seen::of(rules, state, Viewer::Seat(seat))) {
                let mut orders: Vec<&String> = Vec::new();
                if let Panel::Choices { rows, .. } = &panel {
                    let chosen =
                        rows.iter().map(|row| row.options.iter().filter(|option| option.order.is_none()).count());
                    if chosen.into_iter().any(|chosen| chosen != 1) {
                        return Err(format!("not one answer each: {panel:?}"));
                    }
                    orders.extend(rows.iter().flat_map(|row| &row.options).filter_map(|option| option.order.as_ref()));
                    standing += orders.len();
                }
                if let Panel::Hand { cards: hand, .. } = &panel {
                    orders.extend(
                        hand.iter().flat_map(|card| &card.parts).flat_map(|part| &part.orders).map(|it| &it.order),
                    );
                    cards += orders.len();
                }
                for order in orders {
                    try_order(rules, state, seat, order).map_err(|error| format!("{order}: {error}"))?;
                }
            }
        }
        Ok(())
    });
    assert!(standing > 100 && cards > 10, "{standing} standing orders, {cards} cards");
}
