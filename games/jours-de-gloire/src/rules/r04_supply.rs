//! Chapter 4.4: supply, and the dummies that hinder it.
//! Decides 4.4a, 4.4b, 4.4d, 4.4e, 4.4f, 4.4g, B.4.3a, B.4.3b, V.dan.supply, V.dan.supply9, V.fra.supply, V.pol.supply.

use arrayvec::ArrayVec;
use board::boxes::BoxId;
use kernel::{Side, Sink};

use super::r04_lines::Obstacles;
use crate::Rules;
use crate::counters::{ARMIES, ArmyId, Season};
use crate::event::{Administration, Common, Event};
use crate::sets::CounterSet;
use crate::state::{BOXES, BoxSet, Peace, State, Supply, Whereabouts, enemy_of};

impl Rules {
    /// 4.4f: every army of the side by itself; what is found holds until its next administrative phase (R J64).
    pub fn find_supply(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        self.admit_who_is_alone(state, enemy_of(side), events, |state, enemies| {
            let armies = self.armies_in_play(state, side).into_iter();
            armies.map(|army| self.supply_past(state, enemies, side, army).0).collect::<ArrayVec<_, ARMIES>>()
        });
        for army in self.armies_in_play(state, side) {
            if !rule!("4.4f", true) {
                continue;
            }
            let by_card = state.supplied_by_card & (1 << army.index()) != 0;
            let (supply, dummies) =
                if by_card { (Supply::Supplied, CounterSet::EMPTY) } else { self.supply_of(state, side, army) };
            state.armies[army.index()].supply = supply;
            events.event(Event::Administration(Administration::Supply { army, supply }));
            if rule!("4.4e", !dummies.is_empty()) {
                self.give_up_dummies(state, dummies, events);
            }
        }
    }

    /// Whether an army is supplied, and the dummies without which it would be.
    pub(crate) fn supply_of(&self, state: &State, side: Side, army: ArmyId) -> (Supply, CounterSet) {
        self.supply_past(state, &self.obstacles(state, enemy_of(side)), side, army)
    }

    /// The same with these enemies in the way.
    fn supply_past(&self, state: &State, enemies: &Obstacles, side: Side, army: ArmyId) -> (Supply, CounterSet) {
        let none = CounterSet::EMPTY;
        if rule!("4.4g", !self.agreed.supply) {
            return (Supply::Supplied, none);
        }
        // The points of an armistice turn are fixed, whatever the lines (A.arm.j).
        if matches!(state.calendar.peace, Peace::Armistice { .. }) {
            return (Supply::Supplied, none);
        }
        let chief = state.army(army).chief.and_then(|chief| state.place_of(chief));
        let Some(from) = chief else { return (Supply::Cut, none) };
        let Some(passed) = self.supply_line(state, enemies, army, from) else {
            return if rule!("4.4b", true) { (Supply::Cut, none) } else { (Supply::Supplied, none) };
        };
        if passed.is_empty() {
            return (Supply::Supplied, none);
        }
        let dummies = |place| self.dummies_in(state, enemy_of(side), place);
        let blocked = passed.iter().fold(none, |all, place| all.union(dummies(place)));
        if rule!("4.4d", true) { (Supply::Hindered, blocked) } else { (Supply::Cut, none) }
    }

    /// The line to a source of the army (4.4a) that passes the fewest boxes held by dummies: those boxes, if there is any such
    /// line at all. Its length does not matter, nor what its connections cost.
    fn supply_line(&self, state: &State, enemies: &Obstacles, army: ArmyId, from: BoxId) -> Option<BoxSet> {
        // 4.4a: a source of this very army.
        if !self.sources_hold(state) || !rule!("4.4a", true) {
            return None;
        }
        let sources = &self.sources[army.index()];
        let mut hindrances = [u8::MAX; BOXES];
        let mut came_from = [BoxId::NONE; BOXES];
        hindrances[from.index()] = 0;
        // Free steps go first, steps into boxes of dummies last, in the order in which they were found. A box is put down
        // again only when fewer dummies lead to it, at most once.
        let mut free: ArrayVec<BoxId, { 2 * BOXES }> = ArrayVec::new();
        let mut hindered: ArrayVec<BoxId, { 2 * BOXES }> = ArrayVec::new();
        let mut taken = 0;
        free.push(from);
        while let Some(here) = free.pop().or_else(|| {
            taken += 1;
            hindered.get(taken - 1).copied()
        }) {
            let so_far = hindrances[here.index()];
            if so_far == 0 && sources.contains(&here) {
                return Some(BoxSet::EMPTY);
            }
            for (next, connection) in self.ground.neighbours(here) {
                let held = enemies.blocked.contains(*next);
                let then = so_far.saturating_add(u8::from(held));
                if then >= hindrances[next.index()] || rule!("4.4b", !self.carries_lines(state, *connection)) {
                    continue;
                }
                // 4.4b: enemies in a box end the line; nothing but dummies hinders it (4.4d).
                if rule!("4.4b", held) && !enemies.only_dummies.contains(*next) {
                    continue;
                }
                hindrances[next.index()] = then;
                came_from[next.index()] = here;
                if held { hindered.push(*next) } else { free.push(*next) }
            }
        }
        let reached = |source: &&BoxId| hindrances[source.index()] != u8::MAX;
        let nearest = sources.iter().filter(reached).min_by_key(|source| hindrances[source.index()]);
        let mut passed = BoxSet::EMPTY;
        let mut here = *nearest?;
        while here != from {
            if enemies.blocked.contains(here) {
                passed.insert(here);
            }
            here = came_from[here.index()];
        }
        Some(passed)
    }

    /// The cases that name the sources of the campaign.
    fn sources_hold(&self, state: &State) -> bool {
        match (self.campaign.id.as_str(), state.season) {
            ("danube", _) => {
                let early = self.campaign.has_year("1800") || self.campaign.has_year("1805");
                (!early || rule!("V.dan.supply", true))
                    && (!self.campaign.has_year("1809") || rule!("V.dan.supply9", true))
            }
            ("poland", _) => rule!("V.pol.supply", true),
            ("france", _) => rule!("V.fra.supply", true),
            (_, Season::Spring | Season::Both) => rule!("B.4.3a", true),
            (_, Season::Autumn) => rule!("B.4.3b", true),
        }
    }

    /// 4.4e: they are shown and never come back (7.1h).
    fn give_up_dummies(&self, state: &mut State, dummies: CounterSet, events: &mut impl Sink<Event>) {
        for dummy in dummies.iter() {
            let Some(at) = state.place_of(dummy) else { continue };
            self.turn_up(state, dummy, false, events);
            let lay = state.piece(dummy).lying();
            self.relocate(state, dummy, Whereabouts::Lost);
            events.event(Event::Common(Common::Eliminated { counter: dummy, at, strength: 0, lay }));
            self.tidy_box(state, at, events);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{ALLIED, FRENCH};
    use crate::testing::{Table, chief, dummy, general, infantry};

    fn road_to_weimar() -> Table {
        let counters = vec![
            chief("napoleon", FRENCH, 4, 4, 4),
            infantry("ii", FRENCH, 3),
            infantry("russians", ALLIED, 3),
            dummy("dummy", ALLIED),
            dummy("second", ALLIED),
            general("tormasov", ALLIED, 2, 1, 1),
        ];
        let boxes = ["Weimar", "Jena", "Gera", "Zeitz", "Erfurt"];
        let roads = ["Weimar-Jena", "Jena-Gera poor-road", "Gera-Zeitz poor-road", "Weimar-Erfurt major ford Saale"];
        let mut table = Table::new(&boxes, &roads, counters);
        let weimar = table.place("Weimar");
        table.rules.sources[0] = vec![weimar];
        table.put("napoleon", "Zeitz", 0);
        table
    }

    fn supply(table: &Table) -> (Supply, usize) {
        let (supply, dummies) = table.rules.supply_of(&table.state, FRENCH, ArmyId(0));
        (supply, dummies.len())
    }

    #[test]
    fn the_line_may_be_long_but_not_over_an_uncrossable_river() {
        let mut table = road_to_weimar();
        assert_eq!(supply(&table), (Supply::Supplied, 0));
        table.put("napoleon", "Erfurt", 0);
        assert_eq!(supply(&table), (Supply::Cut, 0));
        let ford = table.way("Weimar", "Erfurt");
        table.state.pontoons[0].insert(ford);
        assert_eq!(supply(&table), (Supply::Supplied, 0));
    }

    #[test]
    fn enemies_cut_it_dummies_hinder_it_and_are_lost_for_good() {
        let mut table = road_to_weimar();
        table.put("russians", "Jena", 4);
        assert_eq!(supply(&table), (Supply::Cut, 0));
        let (russians, dummy) = (table.counter("russians"), table.counter("dummy"));
        table.rules.relocate(&mut table.state, russians, Whereabouts::Waiting);
        table.put("dummy", "Jena", 0);
        table.put("second", "Gera", 0);
        assert_eq!(supply(&table), (Supply::Hindered, 2));
        // 4.3d and 4.4b speak of counters: a leader beside the dummy is none of those.
        table.put("tormasov", "Gera", 0);
        assert_eq!(supply(&table), (Supply::Cut, 0));
        table.put("tormasov", "Erfurt", 0);
        let mut events = Vec::new();
        table.rules.find_supply(&mut table.state, FRENCH, &mut events);
        assert_eq!(table.state.piece(dummy).whereabouts, Whereabouts::Lost);
        assert_eq!(table.rules.dummies_off_the_map(&table.state, ALLIED).len(), 0);
        assert_eq!(supply(&table), (Supply::Supplied, 0));
    }

    #[test]
    fn of_several_ways_the_one_past_the_fewest_dummies_is_taken() {
        let mut table = Table::new(
            &["A", "B", "C", "D"],
            &["A-B", "B-D", "A-C", "C-D"],
            vec![chief("napoleon", FRENCH, 4, 4, 4), dummy("one", ALLIED), dummy("two", ALLIED)],
        );
        let source = table.place("D");
        table.rules.sources[0] = vec![source];
        table.put("napoleon", "A", 0);
        table.put("one", "B", 0);
        assert_eq!(supply(&table), (Supply::Supplied, 0));
        table.put("two", "C", 0);
        assert_eq!(supply(&table), (Supply::Hindered, 1));
    }

    #[test]
    fn without_supply_rules_and_in_an_armistice_nobody_starves() {
        let mut table = road_to_weimar();
        table.put("russians", "Jena", 4);
        table.state.calendar.peace = Peace::Armistice { since: 1 };
        assert_eq!(supply(&table).0, Supply::Supplied);
        table.state.calendar.peace = Peace::War;
        table.rules.agreed.supply = false;
        assert_eq!(supply(&table).0, Supply::Supplied);
    }
}
