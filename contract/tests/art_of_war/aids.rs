//! Aids for players in Napoleon's Art of War, held against the rules: reach, the numbers behind the odds, overlays.

use std::collections::BTreeMap;

use art_of_war::counters::UnitId;
use art_of_war::sequence::Frame;
use art_of_war::state::{Column, Fate};
use art_of_war::{Action, ArtOfWar, Battle, Event, Rules, State};
use board::Hex;
use contract::*;
use kernel::aids::{OverlayQuery, Takes, Tone, Way};
use kernel::order::try_order;
use kernel::{Aids, Entropy, Language, OrderError, Ratio, Ruleset, Seat, Seen, Side, Title, Viewer};

fn rules(battle: Battle) -> Rules {
    ArtOfWar::built_in().rules_of(battle, false)
}

fn seat_asked(rules: &Rules, state: &State) -> Option<Seat> {
    [Seat(0), Seat(1)].into_iter().find(|seat| rules.pending(state).asks(*seat).is_some())
}

fn half_points(ratio: Ratio) -> u128 {
    ratio.numerator() * 2 / ratio.denominator()
}

/// Half points of the unit in hand.
fn left_in_hand(rules: &Rules, state: &State) -> Option<u128> {
    let Frame::Moving { unit, spent, .. } = state.frame() else { return None };
    Some(u128::from(rules.units[unit.index()].movement) * 2 - u128::from(spent))
}

/// Every hex where a unit in hand may halt, with the most points left there: by playing every step the game allows.
fn brute_force(rules: &Rules, in_hand: &State, seat: Seat) -> BTreeMap<Hex, u128> {
    let start = in_hand.hex_of(unit_in_hand(in_hand));
    let mut seen: Vec<(Hex, u128)> = Vec::new();
    let mut ends = BTreeMap::new();
    let mut open = vec![in_hand.clone()];
    let mut actions = Vec::new();
    while let Some(state) = open.pop() {
        rules.legal(&state, seat, &mut actions);
        for action in std::mem::take(&mut actions) {
            let mut after = state.clone();
            rules.play(&mut after, seat, &action, &mut kernel::Discard);
            if let Action::Step(to) = action {
                let here = (to, left_in_hand(rules, &after).unwrap_or(0));
                if !seen.contains(&here) {
                    seen.push(here);
                    open.push(after);
                }
            } else {
                assert_eq!(action, Action::Halt, "with a unit in hand");
                let at = state.hex_of(unit_in_hand(&state));
                let left = left_in_hand(rules, &state).unwrap_or(0);
                let most = ends.entry(at).or_insert(left);
                *most = left.max(*most);
            }
        }
    }
    ends.remove(&start);
    ends
}

fn unit_in_hand(state: &State) -> UnitId {
    let Frame::Moving { unit, .. } = state.frame() else { panic!("no unit is in hand") };
    unit
}

/// The position with the unit in hand, if it may be taken up.
fn taken_up(rules: &Rules, state: &State, seat: Seat, unit: UnitId) -> Option<State> {
    if matches!(state.frame(), Frame::Moving { unit: moving, .. } if moving == unit) {
        return Some(state.clone());
    }
    rules.check(state, seat, &Action::Select(unit)).ok()?;
    let mut after = state.clone();
    rules.play(&mut after, seat, &Action::Select(unit), &mut kernel::Discard);
    Some(after)
}

fn candidates(rules: &Rules, state: &State, seat: Seat) -> Vec<UnitId> {
    let all = (0..rules.units.len() as u8).map(UnitId);
    let own = all.filter(|unit| rules.units[unit.index()].side() == Side(seat.0));
    own.filter(|unit| matches!(state.fate[unit.index()], Fate::OnMap | Fate::Waiting)).collect()
}

/// Plays the steps of an order without its last halt, and says what is left.
fn left_after(rules: &Rules, state: &State, seat: Seat, order: &str) -> Result<u128, String> {
    let mut state = state.clone();
    let mut actions =
        rules.read(&Seen::of(rules, &state, Viewer::Seat(seat)), seat, order).map_err(|error| error.to_string())?;
    if actions.pop() != Some(Action::Halt) {
        return Err(format!("\"{order}\" does not end with a halt"));
    }
    for action in actions {
        rules.check(&state, seat, &action).map_err(|illegal| format!("{order}: {illegal}"))?;
        rules.play(&mut state, seat, &action, &mut kernel::Discard);
    }
    left_in_hand(rules, &state).ok_or_else(|| format!("\"{order}\" leaves no unit in hand"))
}

fn way_adds_up(way: &Way, points: u128) -> Result<(), String> {
    let steps: u128 = way.steps.iter().map(|step| half_points(step.cost)).sum();
    match steps == half_points(way.cost) && half_points(way.cost) + half_points(way.left) == points {
        true => Ok(()),
        false => Err(format!("the steps cost {steps} of {points}: {way:?}")),
    }
}

fn one_unit_agrees(rules: &Rules, state: &State, seat: Seat, unit: UnitId) -> Result<(usize, usize), String> {
    let id = rules.units[unit.index()].id.clone();
    let view = Seen::of(rules, state, Viewer::Seat(seat));
    let reach = rules.reach(&view, seat, std::slice::from_ref(&id));
    let Some(in_hand) = taken_up(rules, state, seat, unit) else {
        let refusal = rules.check(state, seat, &Action::Select(unit)).unwrap_err();
        return match reach {
            Err(OrderError::Illegal(illegal)) if illegal == refusal => Ok((0, 0)),
            other => Err(format!("{id} may not be moved ({refusal}), and its reach is {other:?}")),
        };
    };
    let reach = reach.map_err(|error| format!("{id}: {error}"))?;
    let points = reach.points.map_or(0, half_points);
    let grid = &rules.ground.grid;
    let expected = brute_force(rules, &in_hand, seat);
    let offered: BTreeMap<Hex, u128> =
        reach.goals.iter().map(|goal| (grid.parse(&goal.place).unwrap(), half_points(goal.way.left))).collect();
    if offered != expected {
        return Err(format!("{id} reaches {expected:?}, and is shown {offered:?}"));
    }
    for goal in &reach.goals {
        let trial = try_order(rules, state, seat, &goal.order).map_err(|error| format!("{}: {error}", goal.order))?;
        if grid.name(trial.state().hex_of(unit)) != goal.place || goal.way.path().last() != Some(&goal.place.as_str()) {
            return Err(format!("{} does not lead to {}", goal.order, goal.place));
        }
        if left_after(rules, state, seat, &goal.order)? != half_points(goal.way.left) {
            return Err(format!("{}: not {} left", goal.order, goal.way.left));
        }
        way_adds_up(&goal.way, points)?;
        let enemy = Side(1 - seat.0);
        let zone = in_hand.zone[enemy.index()].contains(grid.parse(&goal.place).unwrap());
        if goal.stops.as_ref().map(|illegal| illegal.case.number()) != zone.then_some("4.5a") {
            return Err(format!("{}: {:?}", goal.place, goal.stops));
        }
    }
    // Somebody who has come next to a barred hex is refused in these very words.
    for barred in &reach.barred {
        let hex = grid.parse(&barred.place).unwrap();
        if offered.contains_key(&hex) || try_order(rules, state, seat, &format!("move {id} {}", barred.place)).is_ok() {
            return Err(format!("{id} can go to {}, which is barred: {}", barred.place, barred.why));
        }
        if !refused_so(rules, &in_hand, seat, hex, &barred.why) {
            return Err(format!("{id}: nobody is refused {} so: {}", barred.place, barred.why));
        }
    }
    Ok((reach.goals.len(), reach.barred.len()))
}

/// Whether some legal march is refused the hex, as a step or as a halt, with these words.
fn refused_so(rules: &Rules, in_hand: &State, seat: Seat, hex: Hex, why: &kernel::Illegal) -> bool {
    let mut seen: Vec<(Hex, u128)> = Vec::new();
    let mut open = vec![in_hand.clone()];
    let mut actions = Vec::new();
    while let Some(state) = open.pop() {
        let at = state.hex_of(unit_in_hand(&state));
        let probe = if at == hex { Action::Halt } else { Action::Step(hex) };
        if rules.check(&state, seat, &probe).as_ref().err() == Some(why) {
            return true;
        }
        rules.legal(&state, seat, &mut actions);
        for action in std::mem::take(&mut actions) {
            if let Action::Step(to) = action {
                let mut after = state.clone();
                rules.play(&mut after, seat, &action, &mut kernel::Discard);
                let here = (to, left_in_hand(rules, &after).unwrap_or(0));
                if !seen.contains(&here) {
                    seen.push(here);
                    open.push(after);
                }
            }
        }
    }
    false
}

#[test]
fn the_reach_of_a_unit_is_what_the_rules_allow() {
    for (battle, games) in [(Battle::Eylau, 4), (Battle::Dresden, 3)] {
        let rules = rules(battle);
        let (mut hexes, mut barred) = (0, 0);
        let trial = Trial { every: 23, ..Trial::new(3, games) };
        walk("reach", &rules, trial, |moment| {
            let Some(seat) = seat_asked(moment.rules, moment.state) else { return Ok(()) };
            let units = candidates(moment.rules, moment.state, seat);
            for _ in 0..4 {
                let unit = units[moment.chance.below(units.len() as u32) as usize];
                let (offered, refused) = one_unit_agrees(moment.rules, moment.state, seat, unit)?;
                hexes += offered;
                barred += refused;
            }
            if let Frame::Moving { unit, .. } = moment.state.frame() {
                one_unit_agrees(moment.rules, moment.state, seat, unit)?;
            }
            Ok(())
        })
        .unwrap();
        assert!(hexes > 1000 && barred > 1000, "{hexes} hexes, {barred} barred");
    }
}

/// Whether the units can be moved so that all keep their places, in any order whatever.
fn can_move_together(rules: &Rules, state: &State, seat: Seat, left: &[(UnitId, Hex)]) -> bool {
    left.iter().enumerate().any(|(place, (unit, to))| {
        let Some(in_hand) = taken_up(rules, state, seat, *unit) else { return false };
        if !brute_force(rules, &in_hand, seat).contains_key(to) {
            return false;
        }
        let rest: Vec<_> =
            left.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, rest)| *rest).collect();
        // How a unit comes to its hex makes no difference to the others.
        let view = Seen::of(rules, state, Viewer::Seat(seat));
        let reach = rules.reach(&view, seat, &[rules.units[unit.index()].id.clone()]).unwrap();
        let name = rules.ground.grid.name(*to);
        let order = &reach.goals.iter().find(|goal| goal.place == name).unwrap().order;
        let after = try_order(rules, state, seat, order).unwrap().into_state();
        rest.is_empty() || can_move_together(rules, &after, seat, &rest)
    })
}

fn group_agrees(rules: &Rules, state: &State, seat: Seat, units: &[UnitId]) -> Result<usize, String> {
    let grid = &rules.ground.grid;
    let ids: Vec<String> = units.iter().map(|unit| rules.units[unit.index()].id.clone()).collect();
    let view = Seen::of(rules, state, Viewer::Seat(seat));
    let start = state.hex_of(units[0]);
    let place_of = |unit: UnitId, goal: Hex| grid.shifted(state.hex_of(unit), start, goal);
    let goals = match rules.reach(&view, seat, &ids) {
        Ok(reach) => {
            for barred in &reach.barred {
                if reach.goals.iter().any(|goal| goal.place == barred.place) {
                    return Err(format!("{} is offered and barred", barred.place));
                }
            }
            reach.goals
        }
        Err(OrderError::Illegal(_)) => Vec::new(),
        Err(OrderError::Unreadable(sentence)) => return Err(sentence),
    };
    for goal in &goals {
        let trial = try_order(rules, state, seat, &goal.order).map_err(|error| format!("{}: {error}", goal.order))?;
        let first = grid.parse(&goal.place).unwrap();
        for unit in units {
            if Some(trial.state().hex_of(*unit)) != place_of(*unit, first) {
                return Err(format!("{}: {unit:?} loses its place", goal.order));
            }
        }
        if goal.others.len() + 1 != units.len() {
            return Err(format!("{}: {} others", goal.order, goal.others.len()));
        }
    }
    for hex in grid.hexes().filter(|hex| *hex != start && grid.distance(*hex, start) <= 5) {
        let places: Option<Vec<(UnitId, Hex)>> =
            units.iter().map(|unit| Some((*unit, place_of(*unit, hex)?))).collect();
        let possible = places.is_some_and(|places| can_move_together(rules, state, seat, &places));
        let offered = goals.iter().any(|goal| goal.place == grid.name(hex));
        if possible != offered {
            return Err(format!("{ids:?} to {}: possible {possible}, offered {offered}", grid.name(hex)));
        }
    }
    Ok(goals.len())
}

#[test]
fn a_group_keeps_its_places_or_is_refused() {
    for battle in Battle::ALL {
        let rules = rules(battle);
        let (mut goals, mut groups) = (0, 0);
        let trial = Trial { every: 23, ..Trial::new(5, 3) };
        walk("group reach", &rules, trial, |moment| {
            let Some(seat) = seat_asked(moment.rules, moment.state) else { return Ok(()) };
            if moment.state.frame() != Frame::Move {
                return Ok(());
            }
            let units: Vec<UnitId> = candidates(moment.rules, moment.state, seat)
                .into_iter()
                .filter(|unit| moment.state.on_map(*unit))
                .collect();
            let Some(first) = units.get(moment.chance.below(units.len().max(1) as u32) as usize) else { return Ok(()) };
            let near = |unit: &&UnitId| {
                let (a, b) = (moment.state.hex_of(*first), moment.state.hex_of(**unit));
                *unit != first && moment.rules.ground.grid.distance(a, b) <= 2
            };
            let mut group = vec![*first];
            group.extend(units.iter().filter(near).take(1 + moment.chance.below(2) as usize));
            if group.len() > 1 {
                goals += group_agrees(moment.rules, moment.state, seat, &group)?;
                groups += 1;
            }
            Ok(())
        })
        .unwrap();
        assert!(groups > 20 && goals > 100, "{battle:?}: {groups} groups, {goals} goals");
    }
}

#[test]
fn the_numbers_behind_the_odds_add_up_to_the_column() {
    for (battle, games) in [(Battle::Eylau, 12), (Battle::Dresden, 12)] {
        let rules = rules(battle);
        let mut cases: BTreeMap<&str, usize> = BTreeMap::new();
        let title = ArtOfWar::built_in();
        let book = title.rulebook();
        walk("strengths", &rules, Trial::new(7, games), |moment| {
            let Some(Step::Play(seat, action @ Action::Announce(announced))) = moment.next else { return Ok(()) };
            let mut after = moment.state.clone();
            let mut events: Vec<Event> = Vec::new();
            moment.rules.play(&mut after, *seat, action, &mut events);
            let Some(Event::AttackAnnounced { attack, defence, column, .. }) = events.first() else {
                return Err("the attack was not announced".into());
            };
            let view = Seen::of(moment.rules, &after, Viewer::Seat(*seat));
            let Some(numbers) = moment.rules.strengths(&view) else { return Err("no numbers".into()) };
            let total = |parts: &[kernel::aids::Strength]| parts.iter().map(|part| part.value).sum::<i32>();
            if total(&numbers.attackers) != i32::from(*attack) || total(&numbers.defenders) != i32::from(*defence) {
                return Err(format!("{attack} against {defence}: {numbers:?}"));
            }
            let mut place = i32::from(Column::parse(&numbers.ratio.column).unwrap().0);
            for modifier in &numbers.modifiers {
                place = (place + modifier.value).clamp(0, i32::from(Column::LAST));
            }
            if place != i32::from(column.0) || numbers.column != announced.name() {
                return Err(format!("column {place}, announced {}: {numbers:?}", column.name()));
            }
            let cited = numbers.attackers.iter().chain(&numbers.defenders).map(|part| part.case);
            for case in cited.chain(numbers.modifiers.iter().map(|modifier| modifier.case)).chain([numbers.ratio.case])
            {
                if book.case(case.number()).is_none() {
                    return Err(format!("no case {case}"));
                }
                *cases.entry(case.number()).or_default() += 1;
            }
            Ok(())
        })
        .unwrap();
        let expected: &[&str] = match battle {
            Battle::Eylau => &["2.5", "5.6a", "6.2a", "6.2b", "6.2c", "9.0b", "9.0i", "20.1", "21.2"],
            Battle::Dresden => &["2.5", "5.6a", "6.2a", "6.2b", "6.2c", "9.0b", "9.0i", "13.0c", "15.0", "16.5a"],
        };
        for case in expected {
            assert!(cases.contains_key(case), "{battle:?}: {case} was never met: {cases:?}");
        }
        assert!(rules.strengths(&Seen::of(&rules, &rules.initial(), Viewer::Spectator)).is_none());
    }
}

fn every_overlay(rules: &Rules, state: &State) -> Vec<(OverlayQuery, kernel::Overlay)> {
    let view = Seen::of(rules, state, Viewer::Spectator);
    let mut found = Vec::new();
    for info in rules.overlays(&view) {
        let id = info.id.to_owned();
        let queries: Vec<OverlayQuery> = match info.takes {
            Takes::Nothing => vec![OverlayQuery { id, ..OverlayQuery::default() }],
            Takes::Side => (0..2)
                .map(|side| OverlayQuery { id: id.clone(), side: Some(Side(side)), ..OverlayQuery::default() })
                .collect(),
            Takes::Unit => (0..rules.units.len())
                .filter(|index| state.fate[*index] == Fate::OnMap && index % 7 == usize::from(state.turn) % 7)
                .map(|index| OverlayQuery {
                    id: id.clone(),
                    unit: Some(rules.units[index].id.clone()),
                    ..OverlayQuery::default()
                })
                .collect(),
            Takes::Places => {
                vec![OverlayQuery { id, places: vec!["0505".into(), "0606".into()], ..OverlayQuery::default() }]
            }
        };
        for query in queries {
            let overlay = rules.overlay(&view, &query).unwrap();
            found.push((query, overlay));
        }
    }
    found
}

#[test]
fn overlays_show_what_the_rules_do() {
    for battle in Battle::ALL {
        let rules = rules(battle);
        let (mut retreats, mut shots) = (0, 0);
        walk("overlays and rules", &rules, Trial::new(13, 2), |moment| {
            let Moment { rules, state, .. } = moment;
            let grid = &rules.ground.grid;
            let toned = |overlay: &kernel::Overlay, tone: Tone| -> Vec<String> {
                overlay.places.iter().filter(|hex| hex.tone == tone).map(|hex| hex.place.clone()).collect()
            };
            let looked_at = if moment.step.is_multiple_of(149) { every_overlay(rules, state) } else { Vec::new() };
            for (query, overlay) in looked_at {
                match (query.id.as_str(), query.side, &query.unit) {
                    ("zones", Some(side), _) => {
                        let zone: Vec<String> = state.zone[side.index()].iter().map(|hex| grid.name(hex)).collect();
                        if toned(&overlay, Tone::Zone) != zone {
                            return Err(format!("zones of {side:?}: {zone:?}, {overlay:?}"));
                        }
                    }
                    ("fire", _, Some(id)) => {
                        let from = state.hex_of(rules.find(id).unwrap());
                        for hex in toned(&overlay, Tone::Good) {
                            let hex = grid.parse(&hex).unwrap();
                            if !(rules.ground.fire[from.index()].contains(hex) || grid.adjacent(from, hex)) {
                                return Err(format!("{id} cannot fire at {}", grid.name(hex)));
                            }
                            shots += 1;
                        }
                    }
                    _ => {}
                }
            }
            if let Frame::Retreat { side } = state.frame() {
                let seat = Seat(side.0);
                let mut actions = Vec::new();
                rules.legal(state, seat, &mut actions);
                let view = Seen::of(rules, state, Viewer::Seat(seat));
                for unit in state.attack.retreating {
                    let id = rules.units[unit.index()].id.clone();
                    let query = OverlayQuery { id: "retreats".into(), unit: Some(id), ..OverlayQuery::default() };
                    let mut open = toned(&rules.overlay(&view, &query).unwrap(), Tone::Good);
                    let to = |action: &Action| {
                        let Action::Retreat(who, hex) = action else { return None };
                        (*who == unit).then(|| grid.name(*hex))
                    };
                    let mut legal: Vec<String> = actions.iter().filter_map(to).collect();
                    open.sort();
                    legal.sort();
                    if open != legal {
                        return Err(format!("retreats {open:?}, legal {legal:?}"));
                    }
                    retreats += legal.len();
                }
            }
            Ok(())
        })
        .unwrap();
        assert!(shots > 20 && retreats > 20, "{battle:?}: {shots} shots, {retreats} retreats");
    }
}
