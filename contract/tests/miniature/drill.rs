//! What only the drill ground is tried for: long counters, facings, a field of two thousand hexes.

use std::collections::BTreeSet;

use board::footprint;
use contract::drill::{Action, Drill, HexSet, State, UnitId};
use kernel::order::try_order;
use kernel::{Aids, Discard, Language, OverlayQuery, Ruleset, Seat, Seen, Viewer};

fn rules() -> Drill {
    Drill::new()
}

#[test]
fn the_first_moves_are_counted() {
    let rules = rules();
    let mut actions = Vec::new();
    rules.legal(&rules.initial(), Seat(0), &mut actions);
    // Two rows of two steps and two wheels each, a gun with three steps and two turns, and the end.
    let count = |test: &dyn Fn(&Action) -> bool| actions.iter().filter(|action| test(action)).count();
    assert_eq!(count(&|action| matches!(action, Action::Step { .. })), 7);
    assert_eq!(count(&|action| matches!(action, Action::Turn { .. })), 6);
    assert_eq!(actions.len(), 14);
}

/// Where a unit stands after some orders.
fn after(rules: &Drill, orders: &str) -> State {
    try_order(rules, &rules.initial(), Seat(0), orders).unwrap_or_else(|error| panic!("{error:?}")).into_state()
}

fn seen<'r>(rules: &'r Drill, state: &State) -> Seen<'r, Drill> {
    Seen::of(rules, state, Viewer::Seat(Seat(0)))
}

#[test]
fn a_goal_is_where_its_order_leads() {
    let rules = rules();
    let start = rules.initial();
    assert_eq!(rules.ground.map.grid.hexes().count(), 2000);
    let mut facings = BTreeSet::new();
    for unit in ["b1", "b2", "bg"] {
        let reach = rules.reach(&seen(&rules, &start), Seat(0), &[unit.to_owned()]).unwrap();
        assert!(reach.goals.len() > 20, "{unit}: {}", reach.goals.len());
        for goal in &reach.goals {
            let state = after(&rules, &goal.order);
            let piece = rules.pieces(&seen(&rules, &state)).into_iter().find(|piece| piece.id == unit).unwrap();
            assert_eq!((piece.place(), piece.facing), (goal.place.as_str(), goal.facing));
            assert!(goal.covers.is_empty() || goal.covers == piece.places);
            assert_eq!(goal.covers.is_empty(), unit == "bg");
            facings.insert(goal.facing);
        }
        let places: BTreeSet<&str> = reach.goals.iter().map(|goal| goal.place.as_str()).collect();
        assert!(places.len() < reach.goals.len(), "a place is a goal with several facings");
    }
    assert!(facings.len() >= 8, "{facings:?}");
}

#[test]
fn a_wheel_keeps_one_end_and_offers_say_where_it_will_look() {
    let rules = rules();
    let start = rules.initial();
    let unit = UnitId::named("b1").unwrap();
    let mut actions = Vec::new();
    rules.legal(&start, Seat(0), &mut actions);
    for action in actions {
        let touch = rules.say(&seen(&rules, &start), &action).touch;
        let Action::Turn { unit: turned, facing } = action else {
            assert_eq!(touch.facing, None);
            continue;
        };
        assert_eq!((touch.facing, touch.place.as_deref()), (Some(facing), None));
        if turned == unit {
            let mut state = start.clone();
            rules.play(&mut state, Seat(0), &action, &mut Discard);
            let covers = |state: &State| {
                rules
                    .pieces(&seen(&rules, state))
                    .into_iter()
                    .find(|piece| piece.id == "b1")
                    .map(|piece| piece.places)
                    .unwrap()
            };
            let (before, now) = (covers(&start), covers(&state));
            assert_eq!(before.iter().filter(|place| now.contains(place)).count(), 1, "{before:?} {now:?}");
        }
    }
}

#[test]
fn an_arc_begins_with_the_front_and_stays_ahead() {
    let rules = rules();
    let state = rules.initial();
    for unit in UnitId::all() {
        let print = unit.print();
        let stand = state.units[usize::from(unit.0)].unwrap();
        let arc: HexSet = rules.ground.arc(print, stand);
        let around = rules.ground.aspects(print, stand);
        assert!(around.front.iter().all(|hex| arc.contains(*hex)));
        assert!(around.rear.iter().chain(&around.left).chain(&around.right).all(|hex| !arc.contains(*hex)));
        let places = rules.ground.covers(print, stand).unwrap();
        let far = |hex| places.iter().map(|place| rules.ground.map.grid.distance(*place, hex)).min();
        assert!(arc.iter().all(|hex| (Some(1)..=Some(3)).contains(&far(hex))));
        let query = OverlayQuery { id: "arc".into(), unit: Some(print.id.into()), ..OverlayQuery::default() };
        assert_eq!(rules.overlay(&seen(&rules, &state), &query).unwrap().places.len(), arc.len());
        assert_eq!(places.len(), print.length.min(footprint::LONGEST));
    }
}
