//! Standing orders answer reactions as their side would have, and ask where they do not cover one.

use kernel::{Discard, Pending, Ruleset, Seat, Seen, Viewer};
use napoleon_1807::standing::{Exception, Reaction, StandingOrder};
use napoleon_1807::{Action, Napoleon1807, Rules, State};

const FRENCH: Seat = Seat(0);
const ALLIED: Seat = Seat(1);

/// Infantry has come before guns and horse: they may fire, and the horse may countercharge.
const POSITION: &str = r#"
[position]
map = "blank 8x12"
phase = "movement"
active = "french"
units = ["fr a: Line 8-5i 12/12 @ 0408 n", "ru g: Guns 3-5C 12/12 @ 0604 s", "ru c: Horse 4-8c 12/12 @ 0405 s"]
"#;

fn stepped(text: &str) -> (Rules, State) {
    let position =
        kernel::example::read_position(&Napoleon1807::built_in(), "standing", text).expect("the position is sound");
    let (rules, mut state) = (position.rules, position.state);
    let mut legal = Vec::new();
    rules.legal(&state, FRENCH, &mut legal);
    let a = rules.find("a").expect("there is a unit a");
    rules.play(&mut state, FRENCH, &Action::Select(a), &mut Discard);
    let to = rules.ground.grid.parse("0407").expect("a hex of the map");
    rules.play(&mut state, FRENCH, &Action::Step(to), &mut Discard);
    (rules, state)
}

fn answer(rules: &Rules, state: &State) -> Option<Action> {
    assert!(matches!(rules.pending(state), Pending::Decide(_)));
    rules.standing_answer(&Seen::of(rules, state, Viewer::Seat(ALLIED)), ALLIED)
}

fn order(rules: &Rules, state: &mut State, action: Action) {
    rules.check(state, ALLIED, &action).expect("standing orders can be given at any time");
    rules.play(state, ALLIED, &action, &mut Discard);
}

#[test]
fn they_answer_by_kind_by_chance_and_by_unit() {
    let (rules, mut state) = stepped(POSITION);
    let [g, c] = ["g", "c"].map(|id| rules.find(id).expect("the unit is there"));
    assert_eq!(answer(&rules, &state), None, "nobody has ordered anything");
    order(&rules, &mut state, Action::Standing(Reaction::Countercharge, StandingOrder::Never));
    assert_eq!(answer(&rules, &state), None, "the guns are still to be asked for");
    order(&rules, &mut state, Action::Standing(Reaction::Fire, StandingOrder::From(0)));
    assert!(matches!(answer(&rules, &state), Some(Action::Bombard(battery, _)) if battery == g));
    // No battery has five chances in six at four hexes.
    order(&rules, &mut state, Action::Standing(Reaction::Fire, StandingOrder::From(5)));
    assert_eq!(answer(&rules, &state), Some(Action::Pass));
    order(&rules, &mut state, Action::Standing(Reaction::Fire, StandingOrder::From(0)));
    order(&rules, &mut state, Action::Except(g, Exception::Never));
    assert_eq!(answer(&rules, &state), Some(Action::Pass));
    order(&rules, &mut state, Action::Except(c, Exception::Ask));
    assert_eq!(answer(&rules, &state), None, "this unit is asked for");
}

#[test]
fn they_are_read_from_positions_and_refused_where_nothing_changes() {
    let ordered =
        POSITION.replace("units =", "standing = [\"allied fire never\", \"allied countercharge never\"]\nunits =");
    let (rules, state) = stepped(&ordered);
    assert_eq!(answer(&rules, &state), Some(Action::Pass));
    let again = Action::Standing(Reaction::Fire, StandingOrder::Never);
    let refused = rules.check(&state, ALLIED, &again).expect_err("that is ordered already");
    assert_eq!(refused.case.number(), "3.1g");
    let beyond = Action::Standing(Reaction::Fire, StandingOrder::From(6));
    assert!(rules.check(&state, ALLIED, &beyond).is_err());
    let foreign = Action::Except(rules.find("a").expect("a unit"), Exception::Never);
    assert!(rules.check(&state, ALLIED, &foreign).is_err(), "the unit is of the other side");
}
