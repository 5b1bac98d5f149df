//! Stacks, their costs and their points, on small positions.

use super::*;
use crate::action::{Action, MovementAction};
use crate::state::{ALLIED, Calendar, FRENCH};
use crate::testing::{AGREED, Table, artillery, cavalry, chief, detachment, dummy, general, infantry};

const PAYER: ArmyId = ArmyId(0);

fn take(table: &Table, id: &str) -> Action {
    Action::Movement(MovementAction::Take(table.counter(id)))
}

fn activate(forced: bool) -> Action {
    Action::Movement(MovementAction::Activate { payer: PAYER, forced })
}

fn big_box() -> Table {
    let mut counters = vec![chief("napoleon", FRENCH, 4, 4, 4), general("ney", FRENCH, 3, 2, 2)];
    counters.extend(["a", "b", "c", "d", "e"].map(|id| infantry(id, FRENCH, 3)));
    counters.push(cavalry("f", FRENCH, 3, 2));
    counters.push(cavalry("g", FRENCH, 3, 2));
    counters.push(artillery("guns", FRENCH, 4));
    counters.push(dummy("dummy", FRENCH));
    Table::new(&["Weimar", "Jena", "Gera"], &["Weimar-Jena", "Jena-Gera"], counters)
}

fn all_at_weimar() -> Table {
    let mut table = big_box();
    table.put("napoleon", "Jena", 0);
    for id in ["ney", "guns", "dummy"] {
        table.put(id, "Weimar", 0);
    }
    for id in ["a", "b", "c", "d", "e", "f", "g"] {
        table.put(id, "Weimar", 5);
    }
    table.begin_movement(FRENCH, 2);
    table
}

fn march_off(table: &mut Table, stack: &[&str], cost: u8) {
    let before = table.state.army(PAYER).points;
    for id in stack {
        table.act(FRENCH, take(table, id));
    }
    table.act(FRENCH, activate(false));
    assert_eq!(before - table.state.army(PAYER).points, cost, "{stack:?}");
    let way = table.way("Weimar", "Jena");
    table.act(FRENCH, Action::Movement(MovementAction::Step(way)));
    table.act(FRENCH, Action::Movement(MovementAction::Halt));
}

/// The example of 5.4.
#[test]
fn a_leader_five_infantry_and_one_cavalry_leave_for_two_points() {
    let mut table = all_at_weimar();
    march_off(&mut table, &["ney", "a", "b"], 0);
    march_off(&mut table, &["c", "d", "f"], 1);
    march_off(&mut table, &["e"], 1);
    assert_eq!(table.at("e"), Some("Jena"));
    table.act(FRENCH, take(&table, "g"));
    assert_eq!(table.refused(FRENCH, activate(false)), case!("4.5c"));
}

#[test]
fn a_stack_has_three_units_of_which_two_are_infantry_and_dummies_count() {
    let mut table = all_at_weimar();
    table.act(FRENCH, take(&table, "a"));
    table.act(FRENCH, take(&table, "dummy"));
    assert_eq!(table.refused(FRENCH, take(&table, "b")), case!("5.4b"));
    table.act(FRENCH, take(&table, "f"));
    assert_eq!(table.refused(FRENCH, take(&table, "g")), case!("5.4b"));
    table.act(FRENCH, take(&table, "guns"));
    table.act(FRENCH, take(&table, "ney"));
    assert_eq!(table.refused(FRENCH, take(&table, "ney")), case!("5.4f"));
    assert_eq!(table.refused(FRENCH, take(&table, "napoleon")), case!("5.4f"));
}

#[test]
fn a_commander_in_chief_lifts_the_limit_and_all_are_thrown_for() {
    let mut table = all_at_weimar();
    table.put("napoleon", "Weimar", 0);
    table.begin_movement(FRENCH, 0);
    for id in ["napoleon", "a", "b", "c", "d"] {
        table.act(FRENCH, take(&table, id));
    }
    table.act(FRENCH, activate(false));
    assert_eq!(table.state.march.map(|march| march.points), Some(6));
    let way = table.way("Weimar", "Jena");
    table.act(FRENCH, Action::Movement(MovementAction::Step(way)));
    table.act(FRENCH, Action::Movement(MovementAction::Halt));
    // Napoleon's own die does nothing; CV 4 makes a six a five (T.forced).
    for die in [6, 6, 5, 4, 6] {
        table.throw(die);
    }
    assert_eq!(["a", "b", "c", "d"].map(|id| table.strength(id)), [4, 4, 5, 4]);
    assert_eq!(table.state.piece(table.counter("a")).stragglers, 1);
    assert!(!table.state.piece(table.counter("a")).fatigued);
    assert_eq!(table.state.march, None);
}

#[test]
fn a_general_costs_nothing_in_line_and_one_point_without_and_a_force_one_or_two() {
    let mut near = big_box();
    near.put("napoleon", "Weimar", 0);
    near.put("ney", "Gera", 0);
    near.put("a", "Gera", 5);
    for (mut table, general, alone) in [(near, 0, 1), (far_away(), 1, 2)] {
        table.begin_movement(FRENCH, 3);
        table.act(FRENCH, take(&table, "a"));
        let march = table.state.march.unwrap();
        assert_eq!(table.rules.activation_cost(&table.state, &march, PAYER), alone);
        table.act(FRENCH, take(&table, "ney"));
        let march = table.state.march.unwrap();
        assert_eq!(table.rules.activation_cost(&table.state, &march, PAYER), general);
    }
}

/// The line to the commander in chief is longer than four points.
fn far_away() -> Table {
    let counters = vec![chief("napoleon", FRENCH, 4, 4, 4), general("ney", FRENCH, 3, 2, 2), infantry("a", FRENCH, 3)];
    let roads = ["Weimar-Jena poor-road", "Jena-Gera poor-road", "Gera-Zeitz poor-road"];
    let mut table = Table::new(&["Weimar", "Jena", "Gera", "Zeitz"], &roads, counters);
    table.put("napoleon", "Weimar", 0);
    table.put("ney", "Zeitz", 0);
    table.put("a", "Zeitz", 5);
    table
}

#[test]
fn weather_command_and_the_slowest_member_decide_how_far_a_stack_goes() {
    let points = |weather: Weather, stack: &[&str], forced: bool| {
        let mut table = all_at_weimar();
        table.state.weather = weather;
        for id in stack {
            table.act(FRENCH, take(&table, id));
        }
        table.act(FRENCH, activate(forced));
        table.state.march.map(|march| march.points).unwrap()
    };
    assert_eq!(points(Weather::Clear, &["f"], false), 8);
    assert_eq!(points(Weather::Clear, &["f", "a"], false), 6);
    assert_eq!(points(Weather::Clear, &["f"], true), 10);
    assert_eq!(points(Weather::Rain, &["f"], false), 7);
    assert_eq!(points(Weather::Mud, &["f"], false), 6);
    assert_eq!(points(Weather::Mud, &["f", "guns"], false), 3);
    assert_eq!(points(Weather::Mud, &["ney"], false), 6);
    assert_eq!(points(Weather::Snow, &["a"], true), 7);
    // 4.6a: Ney is cut off; the unit has him but no more.
    let mut table = far_away();
    table.begin_movement(FRENCH, 3);
    table.act(FRENCH, take(&table, "a"));
    table.act(FRENCH, activate(true));
    assert_eq!(table.state.march.map(|march| march.points), Some(7));
    // 4.6b: without him it makes no forced march.
    let mut table = far_away();
    table.put("ney", "Weimar", 0);
    table.begin_movement(FRENCH, 3);
    table.act(FRENCH, take(&table, "a"));
    assert_eq!(table.refused(FRENCH, activate(true)), case!("5.5.2a"));
    table.act(FRENCH, activate(false));
    assert_eq!(table.state.march.map(|march| march.points), Some(5));
}

#[test]
fn independent_detachments_are_paid_for_by_an_army_and_march_a_point_less() {
    let counters = vec![chief("blucher", ALLIED, 3, 3, 3), detachment("det", ALLIED, Kind::Infantry, 3)];
    let mut table = Table::new(&["A", "B"], &["A-B"], counters);
    table.put("blucher", "A", 0);
    table.put("det", "B", 2);
    table.begin_movement(ALLIED, 1);
    table.act(ALLIED, take(&table, "det"));
    assert_eq!(table.refused(ALLIED, activate(false)), case!("4.5b"));
    table.act(ALLIED, Action::Movement(MovementAction::Activate { payer: ArmyId(1), forced: false }));
    assert_eq!(table.state.army(ArmyId(1)).points, 0);
    assert_eq!(table.state.march.map(|march| march.points), Some(5));
}

#[test]
fn reinforcements_enter_for_nothing_and_without_forced_march() {
    let counters = vec![infantry("a", FRENCH, 3), cavalry("x", ALLIED, 3, 1), infantry("b", FRENCH, 3)];
    let mut table = Table::new(&["Hof entry 1", "Plauen"], &["Hof-Plauen"], counters);
    for id in ["a", "b"] {
        let (counter, hof) = (table.counter(id), table.place("Hof"));
        table.rules.relocate(&mut table.state, counter, Whereabouts::Entering(hof));
        table.state.piece_mut(counter).strength = 5;
    }
    table.put("x", "Plauen", 2);
    table.begin_movement(FRENCH, 0);
    table.act(FRENCH, take(&table, "a"));
    assert_eq!(table.refused(FRENCH, activate(true)), case!("3.3d"));
    table.act(FRENCH, activate(false));
    assert_eq!(table.at("a"), Some("Hof"));
    // R J62: they can be intercepted.
    assert!(matches!(table.state.frame(), Frame::Movement(Movement::Intercept { .. })));
    table.act(ALLIED, Action::Movement(MovementAction::Declared));
    assert_eq!(table.state.march.map(|march| march.points), Some(5));
    table.act(FRENCH, Action::Movement(MovementAction::Halt));
    assert_eq!(table.refused(FRENCH, take(&table, "a")), case!("5.3b"));
    assert!(table.allowed(FRENCH, take(&table, "b")));
}

#[test]
fn in_solitaire_play_points_are_thrown_for_by_type() {
    let agreed = crate::game::Agreed { solitaire: true, blind: crate::game::Blind::Open, dummies: false, ..AGREED };
    let counters = vec![chief("napoleon", FRENCH, 4, 4, 4), infantry("a", FRENCH, 3), cavalry("f", FRENCH, 3, 2)];
    let new = |weather: Weather| {
        let mut table = Table::agreed(&["A", "B"], &["A-B"], counters.clone(), agreed);
        table.put("napoleon", "A", 0);
        table.put("a", "A", 5);
        table.put("f", "A", 5);
        table.state.weather = weather;
        table.begin_movement(FRENCH, 3);
        table
    };
    let mut table = new(Weather::Clear);
    table.act(FRENCH, take(&table, "a"));
    table.act(FRENCH, take(&table, "f"));
    table.act(FRENCH, activate(false));
    table.throw(6);
    assert!(matches!(table.state.frame(), Frame::Movement(Movement::PointsDie { .. })));
    table.throw(1);
    // Infantry at most 6, cavalry 1 + 4.
    assert_eq!(table.state.march.map(|march| march.points), Some(5));
    let mut table = new(Weather::Mud);
    table.act(FRENCH, take(&table, "napoleon"));
    table.act(FRENCH, activate(false));
    table.throw(2);
    assert_eq!(table.state.march.map(|march| march.points), Some(4));
}

#[test]
fn the_armistice_knows_no_forced_marches_and_keeps_the_armies_apart() {
    let mut counters = vec![chief("napoleon", FRENCH, 4, 4, 4), infantry("a", FRENCH, 3)];
    counters.push(infantry("x", ALLIED, 3));
    let roads = ["A-B", "B-C", "C-D", "B-W"];
    let mut table = Table::new(&["A", "B", "C", "D", "W austria"], &roads, counters);
    table.put("napoleon", "B", 0);
    table.put("a", "B", 5);
    table.put("x", "D", 5);
    table.state.calendar = Calendar { peace: Peace::Armistice { since: 1 }, armistice: None, restart: Some(6) };
    table.begin_movement(FRENCH, 3);
    table.act(FRENCH, take(&table, "a"));
    assert_eq!(table.refused(FRENCH, activate(true)), case!("A.arm.k"));
    table.act(FRENCH, activate(false));
    let step = |table: &Table, to: &str| Action::Movement(MovementAction::Step(table.way("B", to)));
    assert_eq!(table.refused(FRENCH, step(&table, "C")), case!("A.arm.k"));
    assert_eq!(table.refused(FRENCH, step(&table, "W")), case!("A.arm.l"));
    table.act(FRENCH, step(&table, "A"));
    table.act(FRENCH, Action::Movement(MovementAction::Halt));
    table.act(FRENCH, take(&table, "napoleon"));
    table.act(FRENCH, activate(false));
    assert!(table.allowed(FRENCH, step(&table, "W")));
}
