//! What Jours de Gloire tells its players beside the rules: where a stack could march, what is laid over the map. All of it
//! must be what the rules do, and nothing that a player could not know.

use std::collections::BTreeSet;

use contract::*;
use jours_de_gloire::counters::CounterId;
use jours_de_gloire::sequence::{Frame, Movement};
use jours_de_gloire::state::{Grade, Supply, Whereabouts};
use jours_de_gloire::{JoursDeGloire, Rules, State};
use kernel::aids::{Takes, Tone};
use kernel::order::try_order;
use kernel::{
    Aids, Entropy, Language, Options, OrderError, Overlay, OverlayQuery, Reach, ScenarioInfo, Seat, Seen, Title, Viewer,
};

fn rules(scenario: &str) -> Rules {
    let title = JoursDeGloire::built_in();
    let scenarios: Vec<ScenarioInfo> = title.scenarios();
    let info = scenarios.iter().find(|info| info.id == scenario).expect("a scenario of the title");
    title.rules(scenario, &info.complete(&Options::new()).expect("options")).expect("rules")
}

/// The seat that moves its stacks now.
fn mover(state: &State) -> Option<Seat> {
    match state.frame() {
        Frame::Movement(Movement::Choose { seat } | Movement::Muster { seat, .. } | Movement::March { seat }) => {
            Some(seat)
        }
        Frame::Movement(_)
        | Frame::Events(_)
        | Frame::Administration(_)
        | Frame::Guns(_)
        | Frame::Combat(_)
        | Frame::GameOver => None,
    }
}

/// Counters of one box that might go together, by their handles.
fn some_stack(rules: &Rules, state: &State, seat: Seat, chance: &mut dyn Entropy) -> Vec<String> {
    let side = rules.side_of_seat(seat);
    let places = |counter: &CounterId| state.place_of(*counter).filter(|_| rules.side_of(*counter) == side);
    let all: Vec<CounterId> = (0..rules.counters.len()).map(|number| CounterId(number as u8)).collect();
    let able: Vec<CounterId> = all.into_iter().filter(|counter| places(counter).is_some()).collect();
    let first = match state.march {
        Some(march) => march.stack.first(),
        None => able.get(chance.below(able.len().max(1) as u32) as usize).copied(),
    };
    let Some(first) = first else { return Vec::new() };
    let mut stack = vec![first];
    let near = able.iter().filter(|other| **other != first && places(other) == places(&first));
    stack.extend(near.take(chance.below(3) as usize));
    stack.iter().map(|counter| rules.counters[counter.index()].id.clone()).collect()
}

fn where_is(rules: &Rules, state: &State, id: &str) -> Option<String> {
    let named = (0..rules.counters.len()).filter(|number| rules.counters[*number].id == id);
    let at = named.filter_map(|number| state.place_of(CounterId(number as u8))).next();
    at.map(|at| rules.box_name(at).to_owned())
}

fn reach_agrees(rules: &Rules, state: &State, seat: Seat, reach: &Reach) -> Result<usize, String> {
    if !reach.stacked || reach.units.is_empty() {
        return Err(format!("no stack: {reach:?}"));
    }
    let mut seen = BTreeSet::new();
    for goal in &reach.goals {
        if !seen.insert(goal.place.clone()) {
            return Err(format!("{} twice", goal.place));
        }
        let trial = try_order(rules, state, seat, &goal.order).map_err(|error| format!("{}: {error}", goal.order))?;
        if let Some(stopped) = &trial.stopped {
            return Err(format!("{}: stopped: {stopped:?}", goal.order));
        }
        let at = where_is(rules, trial.state(), &reach.units[0]);
        let path = goal.way.path();
        // Where the enemy has to answer first, the order ends on the way.
        let waits = goal.caution.as_ref().is_some_and(|caution| caution.text.contains("intercept"));
        let there = at.as_deref() == Some(goal.place.as_str());
        let on_the_way = waits && at.as_deref().is_some_and(|at| path.contains(&at));
        if !there && !on_the_way && goal.stops.is_none() {
            return Err(format!("{}: ends at {at:?}", goal.order));
        }
        let spent: u128 = goal.way.steps.iter().map(|step| step.cost.numerator()).sum();
        if spent != goal.way.cost.numerator() || path.last() != Some(&goal.place.as_str()) {
            return Err(format!("{}: {:?}", goal.order, goal.way));
        }
    }
    for barred in &reach.barred {
        if seen.contains(&barred.place) {
            return Err(format!("{} is offered and barred", barred.place));
        }
    }
    Ok(reach.goals.len())
}

/// A box beside where the stack stands that is barred is refused for the reason given.
fn barred_is_refused(rules: &Rules, state: &State, seat: Seat, reach: &Reach) -> Result<usize, String> {
    let Some(from) = where_is(rules, state, &reach.units[0]) else { return Ok(0) };
    let Some(from) = rules.ground.find(&from) else { return Ok(0) };
    let marching = matches!(state.frame(), Frame::Movement(Movement::March { .. }));
    let mut tried = 0;
    for barred in &reach.barred {
        let to = rules.ground.find(&barred.place).ok_or("a barred box that is not on the map")?;
        if rules.ground.between(from, to).is_none() || barred.why.case == "5.2a" {
            continue;
        }
        let step = format!("step {}", jours_de_gloire::notation::slug(&barred.place));
        let mut order = step.clone();
        if !marching {
            let Some(goal) = reach.goals.iter().find(|goal| goal.caution.is_none()) else { continue };
            let prefix: Vec<&str> = goal
                .order
                .split(';')
                .map(str::trim)
                .filter(|part| !part.starts_with("step") && *part != "halt")
                .collect();
            order = format!("{}; {step}", prefix.join("; "));
        }
        match try_order(rules, state, seat, &order) {
            Err(OrderError::Illegal(why)) if why == barred.why => tried += 1,
            other => {
                let found = other.map(|_| ()).map_err(|error| error.to_string());
                return Err(format!("{order}: expected {:?}, found {found:?}", barred.why));
            }
        }
    }
    Ok(tried)
}

#[test]
fn the_reach_of_a_stack_is_what_the_rules_allow() {
    for (scenario, games) in [("lutzen", 5), ("autumn", 1)] {
        let rules = rules(scenario);
        let (mut goals, mut barred) = (0, 0);
        let trial = Trial { every: 7, ..Trial::new(3, games).longest(60_000) };
        walk("reach", &rules, trial, |moment| {
            let Some(seat) = mover(moment.state) else { return Ok(()) };
            let stack = some_stack(moment.rules, moment.state, seat, moment.chance);
            let view = Seen::of(moment.rules, moment.state, Viewer::Seat(seat));
            match moment.rules.reach(&view, seat, &stack) {
                Ok(reach) => {
                    goals += reach_agrees(moment.rules, moment.state, seat, &reach)?;
                    barred += barred_is_refused(moment.rules, moment.state, seat, &reach)?;
                }
                Err(OrderError::Illegal(illegal)) => {
                    if illegal.facts.is_empty() {
                        return Err(format!("{illegal:?}"));
                    }
                }
                Err(OrderError::Unreadable(sentence)) if stack.is_empty() => assert!(!sentence.is_empty()),
                Err(OrderError::Unreadable(sentence)) => return Err(sentence),
            }
            Ok(())
        })
        .unwrap();
        assert!(goals > 1000 && barred > 10, "{scenario}: {goals} goals, {barred} barred");
    }
}

/// Everything that can be laid over the map for a viewer.
fn every_overlay(rules: &Rules, state: &State, viewer: Viewer) -> Vec<(OverlayQuery, Result<Overlay, String>)> {
    let view = Seen::of(rules, state, viewer);
    let mut found = Vec::new();
    for info in rules.overlays(&view) {
        let id = info.id.to_owned();
        let queries: Vec<OverlayQuery> = match info.takes {
            Takes::Unit => rules
                .pieces(&view)
                .iter()
                .enumerate()
                .filter(|(number, _)| number % 9 == usize::from(state.turn) % 9)
                .map(|(_, piece)| OverlayQuery {
                    id: id.clone(),
                    unit: Some(piece.id.clone()),
                    ..OverlayQuery::default()
                })
                .collect(),
            Takes::Nothing | Takes::Side | Takes::Places => vec![OverlayQuery { id, ..OverlayQuery::default() }],
        };
        for query in queries {
            let overlay = rules.overlay(&view, &query);
            found.push((query, overlay));
        }
    }
    found
}

#[test]
fn overlays_show_what_the_rules_do() {
    let rules = rules("lutzen");
    let (mut led, mut supplied) = (0, 0);
    walk("overlays and rules", &rules, Trial { every: 61, ..Trial::new(13, 3).longest(60_000) }, |moment| {
        let Moment { rules, state, .. } = moment;
        for seat in [Seat(0), Seat(1)] {
            let view = Seen::of(rules, state, Viewer::Seat(seat));
            let side = rules.side_of_seat(seat);
            let ask = |id: &str| rules.overlay(&view, &OverlayQuery { id: id.into(), ..OverlayQuery::default() });
            // What the rules would find if this were the administrative phase.
            let mut found = state.clone();
            rules.find_command(&mut found, side);
            rules.find_supply(&mut found, side, &mut kernel::Discard);
            let command = ask("command")?;
            for hex in &command.places {
                let place = rules.ground.find(&hex.place).ok_or("no such box")?;
                let units = rules.of_side_in(&found, side, place);
                let grades = units.iter().filter(|counter| {
                    rules.kind(*counter).has_strength()
                        || rules.kind(*counter) == jours_de_gloire::counters::Kind::Artillery
                });
                let worst = grades.map(|counter| found.piece(counter).grade).max();
                let tone = match worst {
                    Some(Grade::InCommand) => Tone::Good,
                    Some(Grade::CutOff) => Tone::Zone,
                    Some(Grade::Alone) => Tone::Bad,
                    None => continue,
                };
                if hex.tone != tone {
                    return Err(format!("{}: {:?}, but {worst:?}", hex.place, hex.tone));
                }
                led += 1;
            }
            let supply = ask("supply")?;
            for (number, army) in rules.scenario.armies.iter().enumerate().filter(|(_, army)| army.side == side) {
                let Some(chief) = found.armies[number].chief.filter(|chief| found.place_of(*chief).is_some()) else {
                    continue;
                };
                let said = supply.places.iter().any(|hex| hex.tone == Tone::Good && hex.facts.contains(&army.name));
                let is = found.armies[number].supply == Supply::Supplied;
                if said != is {
                    return Err(format!("{} under {chief:?}: said {said}, is {is}: {}", army.name, supply.words));
                }
                supplied += 1;
            }
        }
        Ok(())
    })
    .unwrap();
    assert!(led > 200 && supplied > 40, "{led} led, {supplied} supplied");
}

/// A face-down counter of the enemy is never named.
#[test]
fn overlays_name_nobody_who_lies_face_down() {
    let rules = rules("lutzen");
    walk("names", &rules, Trial { every: 211, ..Trial::new(19, 1).longest(60_000) }, |moment| {
        for seat in [Seat(0), Seat(1)] {
            let side = moment.rules.side_of_seat(seat);
            for (query, overlay) in every_overlay(moment.rules, moment.state, Viewer::Seat(seat)) {
                for id in overlay.iter().flat_map(|overlay| &overlay.places).flat_map(|hex| &hex.units) {
                    let hidden = (0..moment.rules.counters.len())
                        .filter(|number| moment.rules.counters[*number].id == *id)
                        .any(|number| {
                            let counter = CounterId(number as u8);
                            let piece = moment.state.piece(counter);
                            moment.rules.side_of(counter) != side
                                && !piece.face_up
                                && matches!(piece.whereabouts, Whereabouts::At(_))
                        });
                    if hidden && query.unit.as_deref() != Some(id) {
                        return Err(format!("{query:?} names {id}"));
                    }
                }
            }
        }
        Ok(())
    })
    .unwrap();
}
