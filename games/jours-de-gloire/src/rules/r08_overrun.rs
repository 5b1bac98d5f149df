//! Case 8.4, second half: overruns (R J15, R J15b).
//! Decides 8.4c, 8.4d, 8.4e, 8.4f, 8.4g, 8.4i, 8.4j.

use board::boxes::{BoxId, ConnectionId};
use kernel::{Side, Sink};

use crate::Rules;
use crate::battle::{Battle, Ending, Engagement};
use crate::counters::Kind;
use crate::event::{Combat as Happened, Event};
use crate::refusal::{Ruling, refuse};
use crate::sequence::{Combat, Frame};
use crate::state::{State, enemy_of};

impl Rules {
    /// 8.4j: not by interceptors, nor against walls or works. Everybody sees that much.
    pub(crate) fn overrun_is_open(&self, state: &State, battle: &Battle) -> Ruling {
        let defender = enemy_of(battle.attacker);
        let interceptor = battle.intercepted && battle.attacker != state.player;
        if rule!("8.4j", interceptor) {
            return Err(refuse(case!("8.4j"), "interceptors at {place} cannot overrun").place(battle.at));
        }
        if rule!("8.4j", battle.engagement == Engagement::Assault) {
            return Err(refuse(case!("8.4j"), "the walls of {place} cannot be overrun").place(battle.at));
        }
        if rule!("8.4j", state.entrenched[defender.index()].contains(battle.at)) {
            return Err(refuse(case!("8.4j"), "the entrenchments at {place} cannot be overrun").place(battle.at));
        }
        Ok(())
    }

    /// 8.4c: six times the roster SP, no factors (R J15b), where 8.4j does not stand against it.
    pub(crate) fn may_overrun(&self, state: &State, battle: &Battle) -> Ruling {
        self.overrun_is_open(state, battle)?;
        let defender = enemy_of(battle.attacker);
        let strength = |side: Side| self.strength_of(state, &battle.forces[side.index()]);
        let needed = strength(defender) * u16::from(self.tables.battle.overrun_ratio);
        if rule!("8.4c", strength(battle.attacker) < needed) {
            let words = "an overrun at {place} needs {number} SP";
            return Err(refuse(case!("8.4c"), words).place(battle.at).number(needed as i16));
        }
        Ok(())
    }

    /// Whether the phasing side could try an overrun in a box as it stands there. 8.4k: cavalry may withdraw all the same.
    pub(crate) fn could_be_overrun(&self, state: &State, at: BoxId) -> bool {
        let strength = |side: Side| self.strength_of(state, &self.in_the_field(state, side, at));
        strength(state.player) >= strength(enemy_of(state.player)) * u16::from(self.tables.battle.overrun_ratio)
    }

    /// It takes the place of the round and ends the battle. In a fortified city's box the defender may go inside instead
    /// (8.4i).
    pub(crate) fn declare_overrun(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let Some(battle) = &mut state.battle else { return };
        battle.overrun = true;
        let battle = *battle;
        events.event(Event::Combat(Happened::OverrunTried { at: battle.at }));
        self.cut_to_battle_over(state);
        let defender = enemy_of(battle.attacker);
        let walls = battle.engagement == Engagement::Field && self.city_holder(state, &battle) == Some(defender);
        state.frames.push(Frame::Combat(Combat::OverrunDie));
        if rule!("8.4i", walls) {
            let seat = self.seat_for_force(state, &battle.forces[defender.index()], defender);
            state.frames.push(Frame::Combat(Combat::Shelter { seat }));
        }
    }

    pub(crate) fn throw_overrun(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let Some(mut battle) = state.battle else { return };
        battle.ending = Some(Ending::Overrun);
        // 8.7c holds for the overrun, too: noted before the attackers go on.
        battle.barred = self.boxes_barred(state, &battle);
        state.battle = Some(battle);
        let table = &self.tables.battle;
        let (attacker, defender) = (battle.attacker, enemy_of(battle.attacker));
        let attackers = &battle.forces[attacker.index()];
        let defenders = &battle.forces[defender.index()];
        let riders =
            attackers.iter().any(|counter| self.kind(counter) == Kind::Cavalry && state.piece(counter).strength > 0);
        let result = if rule!("8.4d", riders) { die + table.overrun_cavalry } else { die };
        events.event(Event::Combat(Happened::OverrunThrown { die, result }));
        events.event(Event::Combat(Happened::Ended { at: battle.at, ending: Ending::Overrun, size: battle.size }));
        let advance = Frame::Combat(Combat::OverrunAdvance { seat: self.seat_for_force(state, attackers, attacker) });
        let retreat =
            Frame::Combat(Combat::Retreat { seat: self.seat_for_force(state, defenders, defender), side: defender });
        if rule!("8.4f", result >= table.overrun_all) {
            self.eliminate_force(state, defenders, events);
            self.claim_box(state, battle.at, events);
            state.frames.push(advance);
        } else if rule!("8.4e", result >= table.overrun_half) {
            state.frames.push(retreat);
            let half = self.strength_of(state, defenders).div_ceil(2);
            self.demand_losses(state, defender, half as u8);
            state.frames.push(advance);
        } else if rule!("8.4d", true) {
            state.frames.push(retreat);
        }
    }

    /// 8.4g: never into a box of the enemy.
    pub(crate) fn may_advance_by(&self, state: &State, battle: &Battle, way: ConnectionId) -> Ruling {
        let to = self.way_out(state, battle.at, way)?;
        if rule!("8.4g", self.is_held(state, enemy_of(battle.attacker), to)) {
            return Err(refuse(case!("8.4g"), "there are enemies in {place}: no advance that way").place(to));
        }
        Ok(())
    }

    pub(crate) fn advance_by(&self, state: &mut State, way: ConnectionId, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let Some(battle) = state.battle else { return };
        let to = self.ground.across(way, battle.at);
        let side = battle.attacker;
        // 9.a: he goes through the box on his way to the next.
        self.turn_flag(state, side, battle.at, events);
        self.lead_away(state, &battle.forces[side.index()], to, events);
        events.event(Event::Combat(Happened::AdvancedOn { side, from: battle.at, to }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, CombatAction};
    use crate::battle::Tactic;
    use crate::sequence::Guns;
    use crate::state::{ALLIED, FRENCH};
    use crate::testing::{Table, cavalry, general, infantry};

    fn table(town: &str, attackers: u8, defenders: u8) -> Table {
        let counters = vec![
            infantry("corps", FRENCH, 3),
            cavalry("horse", FRENCH, 3, 2),
            infantry("foe", ALLIED, 3),
            general("york", ALLIED, 2, 2, 2),
        ];
        let mut table = Table::new(
            &[&format!("Feld {town}"), "West", "Ost", "Hof"],
            &["Feld-West", "Feld-Ost minor ford", "Feld-Hof"],
            counters,
        );
        table.put_from("corps", "Feld", "West", attackers);
        table.put("foe", "Feld", defenders);
        table
    }

    fn fight(table: &mut Table) {
        table.begin(FRENCH, Frame::Guns(Guns::Open));
        let at = table.place("Feld");
        table.act(FRENCH, Action::Combat(CombatAction::Fight(at)));
        if let Frame::Combat(Combat::Shelter { .. }) = table.state.frame() {
            table.act(ALLIED, Action::Combat(CombatAction::StandOutside));
        }
        table.act(FRENCH, Action::Combat(CombatAction::Choose(Tactic::Screen)));
        table.act(ALLIED, Action::Combat(CombatAction::Choose(Tactic::Skirmish)));
    }

    #[test]
    fn exactly_six_times_as_many_may_try_and_one_less_may_not() {
        let mut table = table("", 12, 2);
        fight(&mut table);
        assert!(matches!(table.state.frame(), Frame::Combat(Combat::AskOverrun { .. })));
        let mut table = self::table("", 11, 2);
        fight(&mut table);
        assert!(matches!(table.state.frame(), Frame::Combat(Combat::BattleDie { .. })));
        let mut table = self::table("", 12, 2);
        let at = table.place("Feld");
        table.state.entrenched[1].insert(at);
        fight(&mut table);
        assert!(matches!(table.state.frame(), Frame::Combat(Combat::BattleDie { .. })));
    }

    #[test]
    fn a_low_die_pushes_the_defender_back_unhurt_over_the_ford() {
        let mut table = table("", 12, 2);
        fight(&mut table);
        table.act(FRENCH, Action::Combat(CombatAction::Overrun));
        table.throw(2);
        let (west, east) = (table.way("Feld", "West"), table.way("Feld", "Ost"));
        assert_eq!(table.refused(ALLIED, Action::Combat(CombatAction::RetreatBy(west))), case!("8.7c"));
        table.act(ALLIED, Action::Combat(CombatAction::RetreatBy(east)));
        assert_eq!((table.at("foe"), table.strength("foe"), table.at("corps")), (Some("Ost"), 2, Some("Feld")));
        assert!(table.state.battle.is_none());
        assert_eq!(table.state.victory_points, [0, 0]);
    }

    #[test]
    fn a_middle_die_costs_half_and_the_attacker_may_go_on_first() {
        let mut table = table("", 12, 1);
        table.put_from("horse", "Feld", "West", 6);
        table.put("foe", "Feld", 3);
        fight(&mut table);
        table.act(FRENCH, Action::Combat(CombatAction::Overrun));
        // Cavalry adds one.
        table.throw(2);
        let east = table.way("Feld", "Ost");
        table.act(FRENCH, Action::Combat(CombatAction::AdvanceBy(east)));
        assert_eq!((table.at("corps"), table.strength("foe")), (Some("Ost"), 1));
        assert_eq!(table.refused(ALLIED, Action::Combat(CombatAction::RetreatBy(east))), case!("8.4h"));
        // He has left his first box for good, and bars it all the same.
        let [west, hof] = ["West", "Hof"].map(|to| table.way("Feld", to));
        assert_eq!(table.refused(ALLIED, Action::Combat(CombatAction::RetreatBy(west))), case!("8.7c"));
        table.act(ALLIED, Action::Combat(CombatAction::RetreatBy(hof)));
        assert_eq!(table.at("foe"), Some("Hof"));
    }

    #[test]
    fn a_high_die_leaves_nobody_and_drives_off_the_general() {
        let mut table = table("", 12, 2);
        table.put("york", "Feld", 0);
        fight(&mut table);
        table.act(FRENCH, Action::Combat(CombatAction::Overrun));
        table.throw(5);
        assert_eq!((table.at("foe"), table.at("york")), (None, None));
        table.act(FRENCH, Action::Combat(CombatAction::Remain));
        // 4.2e, R J5: no capture.
        assert_eq!((table.at("corps"), table.state.victory_points), (Some("Feld"), [0, 0]));
    }

    #[test]
    fn behind_walls_nobody_is_overrun() {
        let mut table = table("fortified", 12, 2);
        fight(&mut table);
        table.act(FRENCH, Action::Combat(CombatAction::Overrun));
        let foe = table.counter("foe");
        table.act(ALLIED, Action::Combat(CombatAction::GoInside(foe)));
        assert_eq!(table.refused(ALLIED, Action::Combat(CombatAction::StandOutside)), case!("8.8b"));
        table.act(ALLIED, Action::Combat(CombatAction::CloseGates));
        assert!(matches!(table.state.frame(), Frame::Combat(Combat::Invest { .. })));
    }
}
