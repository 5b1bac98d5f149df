//! Cases 8.5b to 8.5d and 8.5f: flank attacks and encirclement.
//! Decides 6.5.1m, 8.5b, 8.5c, 8.5f, 8.8n.

use board::boxes::{BoxId, ConnectionId};
use kernel::{Side, Sink};

use crate::Rules;
use crate::battle::{Battle, Engagement};
use crate::event::{Combat as Happened, Event};
use crate::sets::CounterSet;
use crate::state::{State, enemy_of};

impl Rules {
    /// The connections by which the units of a side came into the battle in this player turn.
    fn ways_in<'a>(
        &'a self,
        state: &'a State,
        battle: &'a Battle,
        side: Side,
    ) -> impl Iterator<Item = ConnectionId> + 'a {
        let units = battle.forces[side.index()].iter().filter(|counter| self.has_strength(*counter));
        units.filter_map(|counter| state.piece(counter).entered_by)
    }

    fn came_by_two_ways(&self, state: &State, battle: &Battle, side: Side) -> bool {
        let mut ways = self.ways_in(state, battle, side);
        ways.next().is_some_and(|first| ways.any(|way| way != first))
    }

    /// 8.5b: attackers who came by two connections in this turn; 6.5.1m: interceptors likewise (R J10). 8.8n: nobody in a
    /// sortie.
    pub(crate) fn find_flanks(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let Some(mut battle) = state.battle else { return };
        if battle.engagement == Engagement::Sortie && rule!("8.8n", true) {
            return;
        }
        let (attacker, defender) = (battle.attacker, enemy_of(battle.attacker));
        battle.flank[attacker.index()] = rule!("8.5b", self.came_by_two_ways(state, &battle, attacker));
        let intercepts = battle.intercepted && defender != state.player;
        battle.flank[defender.index()] = intercepts && rule!("6.5.1m", self.came_by_two_ways(state, &battle, defender));
        for side in [attacker, defender] {
            if battle.flank[side.index()] {
                events.event(Event::Combat(Happened::Flanked { at: battle.at, by: side }));
            }
        }
        state.battle = Some(battle);
    }

    /// R J10b: who comes to the guns by a connection that the attackers did not use strikes them in the flank.
    pub(crate) fn flank_by_marching(&self, state: &State, battle: &Battle, by: ConnectionId) -> bool {
        battle.engagement != Engagement::Sortie
            && rule!("8.5b", self.ways_in(state, battle, battle.attacker).all(|way| way != by))
    }

    /// 8.5c: every box to which the defender could go holds enemies of 3 SP or more, by truth (R J40), but for those the
    /// attacker came from. 8.5f: a single free box, now or after an earlier battle of the phase, is a way out.
    pub(crate) fn is_encircled(&self, state: &State, battle: &Battle) -> bool {
        let came_from = self.boxes_left(state, battle, battle.attacker);
        let needed = u16::from(self.tables.battle.encircled_from);
        let is_shut = |next: BoxId| {
            if state.occupies(battle.attacker, next) {
                self.strength_of(state, &self.of_side_in(state, battle.attacker, next)) >= needed
            } else {
                !rule!("8.5f", true)
            }
        };
        let mut ways = self.ground.neighbours(battle.at).iter();
        let shut_in = ways.all(|(next, way)| {
            self.may_use(state, *way, *next, &CounterSet::EMPTY).is_err() || came_from.contains(*next) || is_shut(*next)
        });
        rule!("8.5c", shut_in)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, CombatAction};
    use crate::battle::Tactic;
    use crate::sequence::{Frame, Guns};
    use crate::state::{ALLIED, FRENCH};
    use crate::testing::{Table, infantry};

    fn flanks(intercepted: bool, french: [&str; 2], allied: [&str; 2]) -> ([bool; 2], bool) {
        let counters = vec![
            infantry("a", FRENCH, 3),
            infantry("b", FRENCH, 3),
            infantry("c", ALLIED, 3),
            infantry("d", ALLIED, 3),
        ];
        let mut table = Table::new(&["Feld", "West", "Ost", "Nord"], &["Feld-West", "Feld-Ost", "Feld-Nord"], counters);
        for (id, from) in ["a", "b", "c", "d"].into_iter().zip(french.into_iter().chain(allied)) {
            if from.is_empty() {
                table.put(id, "Feld", 3);
            } else {
                table.put_from(id, "Feld", from, 3);
            }
        }
        let at = table.place("Feld");
        if intercepted {
            table.state.intercepted.insert(at);
        }
        table.begin(FRENCH, Frame::Guns(Guns::Open));
        table.act(FRENCH, Action::Combat(CombatAction::Fight(at)));
        table.act(FRENCH, Action::Combat(CombatAction::Choose(Tactic::Screen)));
        table.act(ALLIED, Action::Combat(CombatAction::Choose(Tactic::Screen)));
        table.state.battle.map_or(([false; 2], false), |battle| (battle.flank, battle.encircled))
    }

    #[test]
    fn two_ways_into_a_battle_make_a_flank() {
        assert_eq!(flanks(false, ["West", "West"], ["", ""]), ([false, false], false));
        assert_eq!(flanks(false, ["West", "Ost"], ["", ""]), ([true, false], false));
        // Interceptors from two boxes; who stood there before has come by no way of this turn.
        assert_eq!(flanks(true, ["West", "West"], ["Ost", "Nord"]), ([false, true], false));
        assert_eq!(flanks(false, ["West", "West"], ["Ost", "Nord"]), ([false, false], false));
    }

    #[test]
    fn all_ways_closed_is_an_encirclement() {
        let counters = vec![infantry("a", FRENCH, 3), infantry("b", FRENCH, 3), infantry("c", ALLIED, 3)];
        let mut table =
            Table::new(&["Feld", "West", "Ost", "Nord"], &["Feld-West", "Feld-Ost", "Feld-Nord major ford"], counters);
        let attacker = table.put_from("a", "Feld", "West", 6);
        let defender = table.put("c", "Feld", 6);
        table.put("b", "Ost", 3);
        let mut battle = Battle::at(table.place("Feld"), FRENCH, false);
        battle.forces = [[attacker].into_iter().collect(), [defender].into_iter().collect()];
        assert!(table.rules.is_encircled(&table.state, &battle));
        table.put("b", "Ost", 2);
        assert!(!table.rules.is_encircled(&table.state, &battle));
    }
}
