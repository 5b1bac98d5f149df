//! Chapter 6.2 and 6.4: entrenchments, bridges and pontoons.
//! Decides 4.5g, 6.0, 6.2a, 6.2b, 6.2c, 6.2d, 6.2e, 6.2f, 6.4a, 6.4d, 6.4e, 6.4f, 6.4g, 6.4h, 6.4i, 7.1c.

use board::boxes::{BoxId, ConnectionId};
use kernel::{Case, Seat, Side, Sink};

use crate::Rules;
use crate::counters::{ArmyId, CounterId, Kind};
use crate::event::{Event, Movement as Happened};
use crate::ground::Water;
use crate::march::March;
use crate::refusal::{Ruling, refuse};
use crate::sequence::Movement;
use crate::state::{State, enemy_of};

/// Work on a river.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Work {
    DestroyBridge,
    RepairBridge,
    LayPontoon,
    TakeUpPontoon,
}

impl Rules {
    /// 6.2
    pub(crate) fn may_entrench(&self, state: &State, seat: Seat, payer: ArmyId) -> Ruling {
        let Some(march) = &state.march else { return Err(refuse(case!("6.2a"), "no stack is selected")) };
        let at = march.at;
        if rule!("6.2a", march.enters) {
            return Err(refuse(case!("6.2a"), "reinforcements cannot entrench before they are on the map"));
        }
        if rule!("6.2e", self.ground.is_fortified(at)) {
            return Err(refuse(case!("6.2e"), "{place} is already fortified").place(at));
        }
        let real = |counter: &CounterId| self.is_unit(*counter);
        if rule!("6.2d", !march.stack.iter().any(|counter| real(&counter))) {
            return Err(refuse(case!("6.2d"), "only real units can entrench"));
        }
        let infantry =
            |counter: &CounterId| self.kind(*counter) == Kind::Infantry && state.piece(*counter).strength > 0;
        if rule!("6.2f", march.stack.iter().find(infantry).is_none()) {
            return Err(refuse(case!("6.2f"), "entrenching takes infantry"));
        }
        let begun = |counter: &CounterId| state.piece(*counter).spent > 0;
        if let Some(counter) = march.stack.iter().find(begun)
            && rule!("6.2a", true)
        {
            return Err(refuse(case!("6.2a"), "{unit} has used movement points, and entrenching takes all of them")
                .unit(counter));
        }
        if rule!("6.2c", state.entrenched[state.player.index()].contains(at)) {
            return Err(refuse(case!("6.2c"), "{place} is already entrenched").place(at));
        }
        self.may_pay(state, seat, march, payer, self.entrenchment_cost())
    }

    /// 4.5g, R J6: the same in command or not, and nothing else.
    fn entrenchment_cost(&self) -> u8 {
        if rule!("4.5g", true) { self.tables.command.entrenchment[0] } else { 0 }
    }

    pub(crate) fn entrench(&self, state: &mut State, payer: ArmyId, events: &mut impl Sink<Event>) {
        let Some(mut march) = state.march else { return };
        let (side, at) = (state.player, march.at);
        let cost = self.entrenchment_cost();
        self.pay(state, payer, cost);
        let (stack, count) = (Some(march.stack), march.stack.len() as u8);
        events.event(Event::Movement(Happened::Activated { side, at, stack, count, forced: false, cost: Some(cost) }));
        state.entrenched[side.index()].insert(at);
        for counter in march.stack.iter() {
            state.piece_mut(counter).digging = rule!("6.2b", true);
        }
        events.event(Event::Movement(Happened::Entrenched { side, at }));
        march.activated = true;
        march.stopped = true;
        march.points = 0;
        march.payer = Some(payer);
        state.march = Some(march);
        self.next_movement(state, Movement::Halted);
    }

    /// What the giver of an order knows of the box beyond: `None` if it holds counters whose faces he cannot see.
    fn known_beyond(&self, state: &State, march: &March, side: Side, beyond: BoxId) -> Option<bool> {
        if !state.occupies(side, beyond) {
            return Some(false);
        }
        let mut hidden = false;
        for counter in state.counters_in(beyond).filter(|counter| self.side_of(*counter) == side) {
            if !state.piece(counter).face_up {
                hidden = true;
            } else if self.has_strength(counter) {
                return Some(true);
            }
        }
        if march.known_real.contains(&beyond) {
            return Some(true);
        }
        if hidden { None } else { Some(false) }
    }

    /// 6.4a: what it costs to destroy a bridge or to take up a pontoon.
    fn demolition_cost(&self, opposed: bool) -> u8 {
        let actions = &self.tables.actions;
        if rule!("6.4a", opposed) { actions.bridge_movement_opposed } else { actions.bridge_movement }
    }

    /// 6.4, as far as the giver of the order can know. Where he cannot, the order stands and its outcome tells him (R J29).
    pub(crate) fn may_work(&self, state: &State, march: &March, work: Work, connection: ConnectionId) -> Ruling {
        let Some(beyond) = self.beyond(march.at, connection) else {
            return Err(refuse(case!("0.1"), "no connection leads there from {place}").place(march.at));
        };
        let side = state.player;
        if rule!("6.4h", state.occupies(enemy_of(side), march.at)) {
            return Err(refuse(case!("6.4h"), "no engineering at {place} with the enemy there").place(march.at));
        }
        self.has_work(state, side, work, connection)?;
        let strength = self.strength_of(state, &march.stack);
        let actions = &self.tables.actions;
        let known = self.known_beyond(state, march, enemy_of(side), beyond);
        let begun = march.under_way || march.stack.iter().any(|counter| state.piece(counter).spent > 0);
        match work {
            Work::DestroyBridge | Work::TakeUpPontoon => {
                if rule!("6.4a", strength < u16::from(actions.bridge_strength)) {
                    return Err(too_weak(case!("6.4a"), actions.bridge_strength, march));
                }
                let cost = self.demolition_cost(known == Some(true));
                if rule!("6.4a", cost > march.points) {
                    let words = "that takes {number} movement points, more than the stack has left";
                    return Err(refuse(case!("6.4a"), words)
                        .also(&[case!("6.4g"), case!("6.0")])
                        .number(i16::from(cost)));
                }
                if march.under_way && !rule!("6.0", true) {
                    return Err(refuse(case!("6.0"), "the stack has marched"));
                }
            }
            Work::RepairBridge => {
                let strongest = march.stack.iter().filter(|counter| self.has_strength(*counter));
                let strongest = strongest.map(|counter| state.piece(counter).strength).max().unwrap_or(0);
                if rule!("6.4d", strongest < actions.bridge_strength) {
                    return Err(too_weak(case!("6.4d"), actions.bridge_strength, march));
                }
                if rule!("6.4d", begun) {
                    return Err(refuse(case!("6.4d"), "a repair takes all movement points, and some are already used"));
                }
                if rule!("6.4d", known == Some(true)) {
                    return Err(
                        refuse(case!("6.4d"), "the bridge cannot be repaired with the enemy at {place}").place(beyond)
                    );
                }
            }
            Work::LayPontoon => {
                if rule!("6.4e", strength < u16::from(actions.pontoon_strength)) {
                    return Err(too_weak(case!("6.4e"), actions.pontoon_strength, march));
                }
                if rule!("6.4e", begun) {
                    return Err(refuse(
                        case!("6.4e"),
                        "laying a pontoon takes all movement points, and some are already used",
                    ));
                }
            }
        }
        Ok(())
    }

    /// Whether there is anything of that kind to do at a connection.
    fn has_work(&self, state: &State, side: Side, work: Work, connection: ConnectionId) -> Ruling {
        let bridge = match self.ground.water(connection) {
            Water::None => false,
            Water::Minor { bridge } | Water::Major { bridge } => bridge,
        };
        let destroyed = state.destroyed_bridges.contains(connection);
        let pontoon = state.pontoons.iter().any(|laid| laid.contains(connection));
        match work {
            Work::DestroyBridge if !bridge || destroyed => {
                Err(refuse(case!("6.4a"), "there is no bridge between {way}").way(connection))
            }
            Work::RepairBridge if !destroyed => {
                Err(refuse(case!("6.4d"), "there is no destroyed bridge between {way}").way(connection))
            }
            Work::LayPontoon
                if pontoon || rule!("6.4e", self.ground.water(connection) != Water::Major { bridge: false }) =>
            {
                Err(refuse(case!("6.4e"), "there is no free ford over a major river between {way}").way(connection))
            }
            Work::LayPontoon if rule!("6.4g", state.pontoons_left[side.index()] == 0) => {
                Err(refuse(case!("6.4g"), "all pontoons are in use: one must be taken up first"))
            }
            Work::TakeUpPontoon if !pontoon => {
                Err(refuse(case!("6.4g"), "there is no pontoon between {way}").way(connection))
            }
            Work::DestroyBridge | Work::RepairBridge | Work::LayPontoon | Work::TakeUpPontoon => Ok(()),
        }
    }

    /// The owner of the counters beyond says whether they are real (6.4i, 7.1c). If that bars the work nothing happens and
    /// nothing is spent (R J29).
    pub(crate) fn work(&self, state: &mut State, work: Work, connection: ConnectionId, events: &mut impl Sink<Event>) {
        let Some(mut march) = state.march else { return };
        let Some(beyond) = self.beyond(march.at, connection) else { return };
        let (side, enemy) = (state.player, enemy_of(state.player));
        let asked = self.known_beyond(state, &march, enemy, beyond).is_none();
        let mut opposed = state.occupies(enemy, beyond);
        if opposed {
            let real = self.say_whether_real(state, enemy, beyond, events);
            if !real && rule!("6.4i", true) {
                opposed = false;
                if rule!("7.1c", asked) {
                    self.show_dummies(state, enemy, beyond, events);
                }
            } else if !march.known_real.is_full() && !march.known_real.contains(&beyond) {
                march.known_real.push(beyond);
                state.march = Some(march);
            }
        }
        let event = match work {
            Work::DestroyBridge | Work::TakeUpPontoon => {
                let cost = self.demolition_cost(opposed);
                if cost > march.points {
                    // Whoever has said that he is real sees that it was too much for them.
                    events.event(Event::Movement(Happened::WorkGivenUp { side, connection }));
                    return;
                }
                march.points -= cost;
                if work == Work::DestroyBridge {
                    state.destroyed_bridges.insert(connection);
                    Happened::BridgeDestroyed { side, connection }
                } else {
                    for owner in [side, enemy] {
                        if rule!("6.4g", state.pontoons[owner.index()].contains(connection)) {
                            state.pontoons[owner.index()].remove(connection);
                            state.pontoons_left[owner.index()] += 1;
                        }
                    }
                    Happened::PontoonTakenUp { side, connection }
                }
            }
            Work::RepairBridge => {
                if rule!("6.4d", opposed) {
                    events.event(Event::Movement(Happened::WorkGivenUp { side, connection }));
                    return;
                }
                march.points = 0;
                march.stopped = true;
                state.destroyed_bridges.remove(connection);
                Happened::BridgeRepaired { side, connection }
            }
            Work::LayPontoon => {
                march.points = 0;
                march.stopped = true;
                let lost = opposed && rule!("6.4f", true);
                if lost {
                    self.lose_at_the_pontoon(state, &march);
                }
                state.pontoons[side.index()].insert(connection);
                state.pontoons_left[side.index()] -= 1;
                Happened::PontoonLaid { side, connection, lost: Some(u8::from(lost)) }
            }
        };
        events.event(Event::Movement(event));
        march.under_way = true;
        state.march = Some(march);
        if march.stopped {
            self.next_movement(state, Movement::Halted);
        }
    }

    /// 6.4f: the strongest of the builders pays.
    fn lose_at_the_pontoon(&self, state: &mut State, march: &March) {
        let builders = march.stack.iter().filter(|counter| self.has_strength(*counter));
        let strongest = builders.max_by_key(|counter| (state.piece(*counter).strength, std::cmp::Reverse(*counter)));
        if let Some(counter) = strongest {
            self.strike_off(state, counter, 1);
        }
    }
}

fn too_weak(case: Case, needed: u8, march: &March) -> crate::refusal::Refusal {
    let words = "that takes {number} SP, more than {unit} and its stack have";
    refuse(case, words).unit(march.stack.first().unwrap_or(CounterId(0))).number(i16::from(needed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, MovementAction};
    use crate::event::Common;
    use crate::sequence::Frame;
    use crate::state::{ALLIED, FRENCH};
    use crate::testing::{Table, cavalry, chief, dummy, general, infantry};

    fn table() -> Table {
        let counters = vec![
            chief("napoleon", FRENCH, 4, 4, 4),
            infantry("corps", FRENCH, 3),
            infantry("small", FRENCH, 3),
            cavalry("horse", FRENCH, 3, 2),
            dummy("dummy", FRENCH),
            infantry("x", ALLIED, 3),
            dummy("y", ALLIED),
            general("ney", FRENCH, 3, 2, 2),
        ];
        let roads = ["A-B major bridge Elbe", "A-C major ford Elbe", "A-F", "A-D"];
        let mut table = Table::new(&["A", "B", "C", "D", "F fortified"], &roads, counters);
        table.put("napoleon", "A", 0);
        for (id, strength) in [("corps", 6), ("small", 2), ("horse", 4), ("dummy", 0)] {
            table.put(id, "A", strength);
        }
        table.state.pontoons_left = [1, 1];
        table
    }

    fn take(table: &mut Table, stack: &[&str]) {
        table.begin_movement(FRENCH, 6);
        for id in stack {
            let counter = table.counter(id);
            table.act(FRENCH, Action::Movement(MovementAction::Take(counter)));
        }
    }

    fn march(table: &mut Table, stack: &[&str]) {
        take(table, stack);
        table.act(FRENCH, Action::Movement(MovementAction::Activate { payer: ArmyId(0), forced: false }));
    }

    fn points(table: &Table) -> u8 {
        table.state.march.map_or(0, |march| march.points)
    }

    #[test]
    fn bridges_are_destroyed_for_two_points_and_repaired_for_all() {
        let mut table = table();
        let bridge = table.way("A", "B");
        march(&mut table, &["small"]);
        assert_eq!(table.refused(FRENCH, Action::Movement(MovementAction::DestroyBridge(bridge))), case!("6.4a"));
        table.act(FRENCH, Action::Movement(MovementAction::Halt));
        march(&mut table, &["corps"]);
        assert_eq!(table.refused(FRENCH, Action::Movement(MovementAction::RepairBridge(bridge))), case!("6.4d"));
        table.act(FRENCH, Action::Movement(MovementAction::DestroyBridge(bridge)));
        assert_eq!(points(&table), 4);
        assert_eq!(table.refused(FRENCH, Action::Movement(MovementAction::Step(bridge))), case!("6.4b"));
        assert_eq!(table.refused(FRENCH, Action::Movement(MovementAction::RepairBridge(bridge))), case!("6.4d"));
        table.act(FRENCH, Action::Movement(MovementAction::Halt));
        march(&mut table, &["corps"]);
        table.act(FRENCH, Action::Movement(MovementAction::RepairBridge(bridge)));
        assert!(table.rules.is_open(&table.state, bridge));
        assert!(table.state.piece(table.counter("corps")).moved);
    }

    #[test]
    fn a_hidden_enemy_beyond_is_asked_and_dummies_count_as_nobody() {
        // Real: three points, and with fewer nothing happens and nothing is spent.
        let mut table = table();
        let (bridge, ford) = (table.way("A", "B"), table.way("A", "C"));
        table.put("x", "B", 4);
        march(&mut table, &["corps"]);
        let mut march_on = table.state.march.unwrap();
        march_on.points = 2;
        table.state.march = Some(march_on);
        table.act(FRENCH, Action::Movement(MovementAction::DestroyBridge(bridge)));
        assert!(!table.state.destroyed_bridges.contains(bridge));
        assert_eq!(points(&table), 2);
        let told = Event::Common(Common::Admitted { side: ALLIED, at: table.place("B"), real: true });
        assert!(table.events.contains(&told));
        assert_eq!(table.refused(FRENCH, Action::Movement(MovementAction::DestroyBridge(bridge))), case!("6.4a"));
        // A dummy says what it is, and lies open from then on.
        let mut table = self::table();
        let y = table.put("y", "B", 0);
        table.state.destroyed_bridges.insert(bridge);
        march(&mut table, &["corps"]);
        table.act(FRENCH, Action::Movement(MovementAction::RepairBridge(bridge)));
        assert!(!table.state.destroyed_bridges.contains(bridge));
        assert!(table.state.piece(y).face_up);
        assert_eq!(table.at("y"), Some("B"));
        assert!(matches!(table.state.frame(), Frame::Movement(Movement::Choose { .. })));
        // A repair is not possible under their eyes; a pontoon costs blood.
        let mut table = self::table();
        table.put("x", "B", 4);
        table.put("y", "C", 0);
        table.state.destroyed_bridges.insert(bridge);
        march(&mut table, &["corps"]);
        table.act(FRENCH, Action::Movement(MovementAction::RepairBridge(bridge)));
        assert!(table.state.destroyed_bridges.contains(bridge));
        assert_eq!(points(&table), 6);
        assert_eq!(table.refused(FRENCH, Action::Movement(MovementAction::RepairBridge(bridge))), case!("6.4d"));
        table.put("x", "C", 4);
        table.act(FRENCH, Action::Movement(MovementAction::LayPontoon(ford)));
        assert_eq!(table.strength("corps"), 5);
        assert!(table.rules.is_open(&table.state, ford));
    }

    #[test]
    fn pontoons_are_limited_and_can_be_taken_up() {
        let mut table = table();
        let (bridge, ford) = (table.way("A", "B"), table.way("A", "C"));
        march(&mut table, &["horse"]);
        assert_eq!(table.refused(FRENCH, Action::Movement(MovementAction::LayPontoon(ford))), case!("6.4e"));
        march(&mut table, &["corps"]);
        assert_eq!(table.refused(FRENCH, Action::Movement(MovementAction::LayPontoon(bridge))), case!("6.4e"));
        table.act(FRENCH, Action::Movement(MovementAction::LayPontoon(ford)));
        assert_eq!(table.state.pontoons_left[0], 0);
        assert!(table.state.piece(table.counter("corps")).moved);
        let other = table.counter("horse");
        table.act(FRENCH, Action::Movement(MovementAction::Take(other)));
        table.act(FRENCH, Action::Movement(MovementAction::Activate { payer: ArmyId(0), forced: false }));
        table.act(FRENCH, Action::Movement(MovementAction::TakeUpPontoon(ford)));
        assert_eq!((points(&table), table.state.pontoons_left[0]), (6, 1));
        assert_eq!(table.refused(FRENCH, Action::Movement(MovementAction::Step(ford))), case!("5.3e"));
    }

    #[test]
    fn entrenching_takes_infantry_two_points_and_the_whole_turn() {
        let mut table = table();
        let dig = Action::Movement(MovementAction::Entrench { payer: ArmyId(0) });
        take(&mut table, &["dummy"]);
        assert_eq!(table.refused(FRENCH, dig), case!("6.2d"));
        take(&mut table, &["horse"]);
        assert_eq!(table.refused(FRENCH, dig), case!("6.2f"));
        take(&mut table, &["horse", "dummy", "corps"]);
        table.act(FRENCH, dig);
        assert_eq!(table.state.army(ArmyId(0)).points, 4);
        let (a, corps) = (table.place("A"), table.counter("corps"));
        assert!(table.state.entrenched[0].contains(a));
        assert!(table.state.piece(corps).digging && table.state.piece(corps).moved);
        take(&mut table, &["small"]);
        assert_eq!(table.refused(FRENCH, dig), case!("6.2c"));
        table.put("small", "F", 2);
        take(&mut table, &["small"]);
        assert_eq!(table.refused(FRENCH, dig), case!("6.2e"));
        // The works go when the last unit does.
        for id in ["small", "horse", "corps"] {
            assert!(table.state.entrenched[0].contains(a));
            table.put(id, "D", 2);
            table.rules.tidy_box(&mut table.state, a, &mut table.events);
        }
        assert!(!table.state.entrenched[0].contains(a));
    }
}
