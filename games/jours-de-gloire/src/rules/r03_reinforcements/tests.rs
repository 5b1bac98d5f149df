use super::*;
use crate::action::{Action, EventsAction};
use crate::scenario::Replacements;
use crate::state::{ALLIED, FRENCH};
use crate::testing::{Table, chief, detachment, infantry};

fn table() -> Table {
    let counters = vec![
        chief("napoleon", FRENCH, 4, 4, 4),
        infantry("ii", FRENCH, 3),
        infantry("v", FRENCH, 3),
        chief("wittgenstein", ALLIED, 3, 2, 1),
        infantry("prussians", ALLIED, 3),
        detachment("a", FRENCH, crate::counters::Kind::Infantry, 3),
    ];
    let mut table = Table::new(&["A", "B", "C", "D"], &["A-B", "B-C", "C-D major ford Elbe"], counters);
    table.put("napoleon", "A", 0);
    table.put("v", "A", 9);
    table.put("wittgenstein", "C", 0);
    table.put("prussians", "C", 4);
    table
}

fn schedule(table: &mut Table, entry: Entry, arrives_on: Option<u8>) {
    let who = vec![Strength { counter: table.counter("ii"), strength: 6, parent: None }];
    let arrival = Arrival { when: When::Turn(1), side: FRENCH, entry, who, arrives_on, needs: None, option: None };
    table.rules.scenario.arrivals = vec![arrival];
}

/// A turn's events up to the question who moves first.
fn begin(table: &mut Table) {
    table.state.frames.clear();
    for frame in
        [Frame::GameOver, Frame::Events(Events::Replacements { side: FRENCH }), Frame::Events(Events::Arrivals)]
    {
        table.state.frames.push(frame);
    }
    table.rules.run(&mut table.state, &mut table.events);
}

#[test]
fn reinforcements_of_a_box_are_placed_and_those_of_a_connection_wait_at_it() {
    let mut table = table();
    let (b, ii) = (table.place("B"), table.counter("ii"));
    schedule(&mut table, Entry::Box(b), None);
    begin(&mut table);
    assert_eq!((table.at("ii"), table.strength("ii")), (Some("B"), 6));
    let mut table = self::table();
    schedule(&mut table, Entry::Connection(b), None);
    begin(&mut table);
    assert_eq!(table.state.piece(ii).whereabouts, Whereabouts::Entering(b));
    let mut table = self::table();
    let napoleon = table.counter("napoleon");
    schedule(&mut table, Entry::With(napoleon), None);
    begin(&mut table);
    assert_eq!(table.at("ii"), Some("A"));
}

#[test]
fn a_die_may_delay_them_from_turn_to_turn() {
    let mut table = table();
    let b = table.place("B");
    schedule(&mut table, Entry::Box(b), Some(3));
    begin(&mut table);
    table.throw(4);
    assert_eq!(table.at("ii"), None);
    table.state.turn = 2;
    begin(&mut table);
    table.throw(3);
    assert_eq!(table.at("ii"), Some("B"));
}

#[test]
fn the_enemy_steps_out_of_the_box_in_which_they_arrive() {
    let mut table = table();
    let c = table.place("C");
    schedule(&mut table, Entry::Box(c), None);
    begin(&mut table);
    let by = |table: &Table, name: &str| Action::Events(EventsAction::StepAside(table.way("C", name)));
    assert_eq!(table.refused(ALLIED, by(&table, "D")), case!("3.3b"));
    table.act(ALLIED, by(&table, "B"));
    let now = ["prussians", "wittgenstein", "ii"].map(|counter| table.at(counter));
    assert_eq!(now, [Some("B"), Some("B"), Some("C")]);
}

#[test]
fn drafts_go_into_units_of_their_nation_two_to_a_unit_and_the_rest_is_lost() {
    let mut table = table();
    table.rules.scenario.replacements = vec![Replacements { when: When::Turn(1), nation: Nation::French, strength: 4 }];
    table.put("ii", "B", 13);
    table.put("a", "A", 2);
    begin(&mut table);
    let into = |table: &Table, id: &str| Action::Events(EventsAction::Replace(table.counter(id)));
    assert_eq!(table.refused(FRENCH, into(&table, "a")), case!("B.3.3a"));
    assert_eq!(table.refused(FRENCH, into(&table, "prussians")), case!("B.3.3a"));
    let napoleon = table.counter("napoleon");
    assert_eq!(table.refused(FRENCH, Action::Events(EventsAction::Replace(napoleon))), case!("B.3.3a"));
    let before = into(&table, "v");
    table.act(FRENCH, before);
    table.act(FRENCH, before);
    assert_eq!(table.refused(FRENCH, before), case!("B.3.3b"));
    let last = into(&table, "ii");
    table.act(FRENCH, last);
    assert_eq!(table.refused(FRENCH, last), case!("B.3.3a"));
    assert_eq!((table.strength("v"), table.strength("ii")), (11, 14));
    table.act(FRENCH, Action::Events(EventsAction::ReplacementsDone));
    assert!(!table.rules.has_replacements(&table.state, FRENCH));
}

#[test]
fn in_the_older_campaigns_they_must_be_taken_for_losses_of_units_in_command() {
    let mut table = table();
    table.rules.scenario.replacements = vec![Replacements { when: When::Turn(1), nation: Nation::French, strength: 2 }];
    table.rules.campaign.strength_kept = true;
    table.rules.campaign.strength_per_unit = 1;
    table.put("ii", "B", 5);
    let (ii, v) = (table.counter("ii"), table.counter("v"));
    for unit in [ii, v] {
        table.state.piece_mut(unit).grade = Grade::InCommand;
    }
    table.state.piece_mut(ii).losses = 1;
    begin(&mut table);
    let done = Action::Events(EventsAction::ReplacementsDone);
    assert_eq!(table.refused(FRENCH, Action::Events(EventsAction::Replace(v))), case!("3.3f"));
    assert_eq!(table.refused(FRENCH, done), case!("3.3g"));
    table.act(FRENCH, Action::Events(EventsAction::Replace(ii)));
    table.act(FRENCH, done);
    assert!(table.rules.has_replacements(&table.state, FRENCH), "the rest waits for another turn");
}
