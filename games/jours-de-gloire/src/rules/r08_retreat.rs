//! Case 8.7 with 6.4c: retreats after a battle, the loss at the river, pursuit, blown bridges, and winners who retire.
//! Decides 3.1e, 4.2a, 6.4c, 7.1c, 8.1f, 8.1g, 8.4h, 8.5e, 8.6d, 8.7a, 8.7b, 8.7c, 8.7d, 8.7e, 8.7f.

use board::boxes::{BoxId, ConnectionId};
use kernel::{Side, Sink};

use crate::Rules;
use crate::battle::{Battle, Ending, Engagement};
use crate::counters::CounterId;
use crate::event::{Combat as Happened, Event, Movement as Marched};
use crate::ground::Water;
use crate::refusal::{Refusal, Ruling, refuse};
use crate::sequence::{Combat, Frame};
use crate::sets::CounterSet;
use crate::state::{ALLIED, BoxSet, FRENCH, State, enemy_of};
use crate::tables::Blowing;

/// Why a Force leaves the box of a battle (R J38).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leaving {
    Beaten,
    /// The attacker of an indecisive battle (8.1f).
    Indecisive,
    Overrun,
    /// Of its own will (8.7a).
    Retiring,
}

impl Rules {
    /// Why the side whose retreat is due has to go.
    pub(crate) fn reason_to_leave(battle: &Battle) -> Leaving {
        match battle.ending {
            Some(Ending::Overrun) => Leaving::Overrun,
            Some(Ending::Indecisive) => Leaving::Indecisive,
            Some(Ending::Beaten(_)) | None => Leaving::Beaten,
        }
    }

    /// Whether a Force may leave a battle by a connection: 8.6d, 8.7 and 8.1f merged as in R J38.
    pub(crate) fn may_retreat_by(
        &self,
        state: &State,
        battle: &Battle,
        side: Side,
        leaving: Leaving,
        way: ConnectionId,
    ) -> Ruling {
        let to = self.way_out(state, battle.at, way)?;
        let held = self.is_held(state, enemy_of(side), to);
        let case = match leaving {
            Leaving::Overrun => rule!("8.4h", held).then_some(case!("8.4h")),
            Leaving::Beaten | Leaving::Indecisive | Leaving::Retiring => rule!("8.6d", held).then_some(case!("8.6d")),
        };
        if let Some(case) = case {
            return Err(refuse(case, "there are enemies in {place}").place(to));
        }
        self.may_retreat_to(state, battle, side, leaving, to)
    }

    /// The same but for enemies in the box itself.
    fn may_retreat_to(&self, state: &State, battle: &Battle, side: Side, leaving: Leaving, to: BoxId) -> Ruling {
        match leaving {
            Leaving::Beaten => {
                let came = self.strength_from(state, battle, to);
                if side != battle.attacker && rule!("8.7c", self.bars_retreat(came)) {
                    let words = "attackers with {number} SP came from {place}: no retreat that way";
                    return Err(refuse(case!("8.7c"), words).also(&[case!("8.6d")]).number(came as i16).place(to));
                }
            }
            Leaving::Overrun => {
                if rule!("8.7c", battle.barred.contains(to)) {
                    let words = "the attackers came from {place}: no retreat that way";
                    return Err(refuse(case!("8.7c"), words).also(&[case!("8.4h")]).place(to));
                }
            }
            Leaving::Indecisive => {
                let from = self.boxes_left(state, battle, side);
                if rule!("8.1f", !from.is_empty() && !from.contains(to)) {
                    return Err(refuse(
                        case!("8.1f"),
                        "after an indecisive battle the attacker goes back to a box he came from, not to {place}",
                    )
                    .place(to));
                }
            }
            Leaving::Retiring => {}
        }
        Ok(())
    }

    /// 8.7c: whether so many SP bar the way by which they came.
    fn bars_retreat(&self, came: u16) -> bool {
        came > u16::from(self.tables.battle.retreat_barred_above)
    }

    /// The boxes to which 8.7c bars the retreat of the defender.
    pub(crate) fn boxes_barred(&self, state: &State, battle: &Battle) -> BoxSet {
        let mut barred = BoxSet::EMPTY;
        for from in self.boxes_left(state, battle, battle.attacker).iter() {
            if self.bars_retreat(self.strength_from(state, battle, from)) {
                barred.insert(from);
            }
        }
        barred
    }

    /// The box beyond a connection of the battle's box, if it can be entered at all (5.2b).
    pub(crate) fn way_out(&self, state: &State, at: BoxId, way: ConnectionId) -> Result<BoxId, Refusal> {
        let Some(to) = self.beyond(at, way) else {
            return Err(refuse(case!("5.2b"), "no such connection leads from {place}").place(at));
        };
        self.may_use(state, way, to, &CounterSet::EMPTY)
            .map_err(|refusal| refusal.also(&[case!("8.6d"), case!("5.2b")]))?;
        Ok(to)
    }

    /// Whether counters of a side bar a box to its enemies. Dummies that have been shown bar nothing, nor leaders and parks
    /// alone (1.0, 1.2.1b); hidden ones do, until their owner has to speak.
    pub(crate) fn is_held(&self, state: &State, side: Side, place: BoxId) -> bool {
        let shown = |counter: CounterId| self.is_dummy(counter) && state.piece(counter).face_up;
        let bars = |counter: CounterId| !shown(counter) && self.looks_like_unit(state, counter);
        state.occupies(side, place) && self.of_side_in(state, side, place).iter().any(bars)
    }

    /// Counters of a side have gone to a box that enemies did not bar: dummies there are found out, guns lost and leaders
    /// driven off (7.1d, 1.2.1b, 4.2).
    pub(crate) fn take_box(&self, state: &mut State, side: Side, at: BoxId, events: &mut impl Sink<Event>) {
        if state.occupies(enemy_of(side), at) && !self.real_force_in(state, enemy_of(side), at) {
            self.clear_box(state, enemy_of(side), at, events);
        }
        self.turn_flag(state, side, at, events);
    }

    /// 9.a: a box that one side alone has left to it after a fight is one that it has gone through last.
    pub(crate) fn claim_box(&self, state: &mut State, at: BoxId, events: &mut impl Sink<Event>) {
        for side in [FRENCH, ALLIED] {
            if state.occupies(side, at) && !state.occupies(enemy_of(side), at) {
                self.turn_flag(state, side, at, events);
            }
        }
    }

    /// SP of the attackers that came into the battle from a box (8.7c).
    fn strength_from(&self, state: &State, battle: &Battle, from: BoxId) -> u16 {
        let attackers = battle.forces[battle.attacker.index()];
        let came: CounterSet =
            attackers.iter().filter(|counter| self.box_left(state, battle, *counter) == Some(from)).collect();
        self.strength_of(state, &came)
    }

    /// The box from which a counter came into the battle in this player turn.
    fn box_left(&self, state: &State, battle: &Battle, counter: CounterId) -> Option<BoxId> {
        state.piece(counter).entered_by.map(|way| self.ground.across(way, battle.at))
    }

    /// The boxes from which a side came into the battle in this player turn.
    pub(crate) fn boxes_left(&self, state: &State, battle: &Battle, side: Side) -> BoxSet {
        let mut left = BoxSet::EMPTY;
        for counter in battle.forces[side.index()].iter().filter(|counter| self.is_unit(*counter)) {
            if let Some(from) = self.box_left(state, battle, counter) {
                left.insert(from);
            }
        }
        left
    }

    fn has_way_out(&self, state: &State, battle: &Battle, side: Side, leaving: Leaving) -> bool {
        let ways = self.ground.neighbours(battle.at);
        ways.iter().any(|(_, way)| self.may_retreat_by(state, battle, side, leaving, *way).is_ok())
    }

    /// A retreat is due; true while its owner has to choose. Where nothing but dummies stands in the way they are shown
    /// (7.1c); without a way out the Force is lost (8.7e, 8.4h).
    pub(crate) fn run_retreat(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) -> bool {
        let Some(battle) = state.battle else { return self.drop_frame(state) };
        let leaving = Rules::reason_to_leave(&battle);
        if battle.forces[side.index()].iter().all(|counter| state.place_of(counter) != Some(battle.at)) {
            return self.drop_frame(state);
        }
        // Who could go to a box has to be told that nobody but leaders or parks lies there.
        let unheld = |counters: &CounterSet| !counters.iter().any(|counter| self.has_strength(counter));
        for (next, way) in self.ground.neighbours(battle.at) {
            let held = self.of_side_in(state, enemy_of(side), *next);
            let open = self.way_out(state, battle.at, *way).is_ok()
                && self.may_retreat_to(state, &battle, side, leaving, *next).is_ok();
            if open && unheld(&held) && self.dummies_in(state, enemy_of(side), *next).is_empty() {
                held.iter().for_each(|counter| self.turn_up(state, counter, false, events));
            }
        }
        if self.has_way_out(state, &battle, side, leaving) {
            return true;
        }
        for (next, _) in self.ground.neighbours(battle.at) {
            let held = self.of_side_in(state, enemy_of(side), *next);
            if !held.is_empty() && rule!("7.1c", unheld(&held)) {
                held.iter().for_each(|counter| self.turn_up(state, counter, false, events));
            }
        }
        if self.has_way_out(state, &battle, side, leaving) {
            return true;
        }
        self.drop_frame(state);
        events.event(Event::Combat(Happened::NoWayOut { side, at: battle.at }));
        let lost = match leaving {
            Leaving::Overrun => rule!("8.4h", true),
            Leaving::Beaten | Leaving::Indecisive | Leaving::Retiring => rule!("8.7e", true),
        };
        if lost {
            self.eliminate_force(state, &battle.forces[side.index()], events);
            self.claim_box(state, battle.at, events);
        }
        false
    }

    pub(crate) fn drop_frame(&self, state: &mut State) -> bool {
        state.frames.pop();
        false
    }

    /// All units of a Force are lost; its leaders, alone among enemies, are driven off (4.2).
    pub(crate) fn eliminate_force(&self, state: &mut State, force: &CounterSet, events: &mut impl Sink<Event>) {
        for counter in force.iter().filter(|counter| self.is_unit(*counter)) {
            self.eliminate(state, counter, events);
        }
        for leader in force.iter().filter(|counter| self.is_leader(*counter)) {
            let Some(at) = state.place_of(leader) else { continue };
            // 4.2a: he is not lost with his units.
            if rule!("4.2a", true) {
                self.drive_off(state, leader, at, events);
            } else {
                self.eliminate(state, leader, events);
            }
        }
    }

    /// Everybody who fought goes to the same box (8.7b).
    pub(crate) fn lead_away(&self, state: &mut State, force: &CounterSet, to: BoxId, events: &mut impl Sink<Event>) {
        let mut from = None;
        self.part(state, force);
        for counter in force.iter() {
            let Some(at) = state.place_of(counter) else { continue };
            from = Some(at);
            self.carry(state, counter, to, None);
            state.piece_mut(counter).stirred = true;
        }
        if let Some(from) = from {
            self.tidy_box(state, from, events);
        }
        if let Some(first) = force.iter().find(|counter| self.is_unit(*counter)) {
            self.take_box(state, self.side_of(first), to, events);
        }
    }

    /// The side whose retreat was due has chosen its way.
    pub(crate) fn retreat_by(&self, state: &mut State, side: Side, way: ConnectionId, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let Some(mut battle) = state.battle else { return };
        let to = self.ground.across(way, battle.at);
        // 8.7b: one box for all who fought, whichever way they came.
        let together = battle.forces[side.index()];
        let gone = if rule!("8.7b", true) { together } else { together.first().into_iter().collect() };
        self.lead_away(state, &gone, to, events);
        events.event(Event::Combat(Happened::Retreated { side, from: battle.at, to }));
        self.claim_box(state, battle.at, events);
        battle.retreat = Some(way);
        state.battle = Some(battle);
        if battle.ending != Some(Ending::Beaten(side)) {
            return;
        }
        // R J41: the river, then the pursuit, then the bridge.
        let bridge = match self.ground.water(way) {
            Water::None => false,
            Water::Minor { bridge } | Water::Major { bridge } => bridge,
        };
        if self.may_blow(&battle) && rule!("6.4c", bridge) {
            let seat = self.seat_for_force(state, &together, side);
            state.frames.push(Frame::Combat(Combat::AskBlowBridge { seat }));
        }
        if self.is_pursued(state, &battle, side) {
            state.frames.push(Frame::Combat(Combat::PursuitDie));
        }
        let wet = !matches!(self.ground.water(way), Water::None);
        if rule!("8.7d", wet) {
            events.event(Event::Combat(Happened::LostAtTheRiver { side }));
            self.demand_losses(state, side, 1);
        }
    }

    /// 8.1g, 3.1e: the winner pursues with his horse, but not in mud.
    fn is_pursued(&self, state: &State, battle: &Battle, side: Side) -> bool {
        let winners = &battle.forces[enemy_of(side).index()];
        let muddy = !self.tables.pursuit_allowed(state.weather);
        rule!("8.1g", self.cavalry_bonus(state, winners) > 0) && !rule!("3.1e", muddy)
    }

    pub(crate) fn throw_pursuit(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let Some(battle) = state.battle else { return };
        let Some(Ending::Beaten(beaten)) = battle.ending else { return };
        let winner = enemy_of(beaten);
        let losses = self.pursuit_losses(state, self.cavalry_bonus(state, &battle.forces[winner.index()]), die);
        events.event(Event::Combat(Happened::PursuitThrown { side: winner, die, losses }));
        self.demand_losses(state, beaten, losses);
    }

    /// 6.4c: after an offensive or decisive battle, by its number, also when it was cut short (R J50).
    fn may_blow(&self, battle: &Battle) -> bool {
        battle.size >= 3
    }

    /// Nobody is left to light the fuse, or the bridge is gone already.
    pub(crate) fn run_ask_blow(&self, state: &mut State) -> bool {
        let asked = state.battle.is_some_and(|battle| {
            let beaten = match battle.ending {
                Some(Ending::Beaten(side)) => self.strength_of(state, &battle.forces[side.index()]),
                Some(Ending::Indecisive | Ending::Overrun) | None => 0,
            };
            beaten > 0 && battle.retreat.is_some_and(|way| self.is_open(state, way))
        });
        asked || self.drop_frame(state)
    }

    pub(crate) fn throw_blowing(&self, state: &mut State, side: Side, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let Some(way) = state.battle.and_then(|battle| battle.retreat) else { return };
        let result = self.tables.actions.blowing(die);
        let destroyed = result != Blowing::Stands;
        let lost = u8::from(result == Blowing::Costly);
        events.event(Event::Combat(Happened::BridgeBlowing { side, die, destroyed, lost }));
        if destroyed {
            state.destroyed_bridges.insert(way);
            events.event(Event::Movement(Marched::BridgeDestroyed { side, connection: way }));
        }
        self.demand_losses(state, side, lost);
    }

    /// The question whether to retire is put while there is anybody to retire.
    pub(crate) fn run_ask_retire(&self, state: &mut State, side: Side) -> bool {
        let asked = state.battle.is_some_and(|battle| {
            let force = &battle.forces[side.index()];
            let here = force.iter().any(|counter| state.place_of(counter) == Some(battle.at));
            here && self.strength_of(state, force) > 0 && self.has_way_out(state, &battle, side, Leaving::Retiring)
        });
        asked || self.drop_frame(state)
    }

    pub(crate) fn retire_by(&self, state: &mut State, side: Side, way: ConnectionId, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let Some(battle) = state.battle else { return };
        let to = self.ground.across(way, battle.at);
        self.lead_away(state, &battle.forces[side.index()], to, events);
        events.event(Event::Combat(Happened::Retired { side, from: battle.at, to }));
    }

    /// Who has to go after the verdict, and what may follow (8.7a, 8.1f, 8.5e, 8.7f).
    pub(crate) fn settle(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let Some(battle) = state.battle else { return };
        let defender = enemy_of(battle.attacker);
        let (goes, stays) = match battle.ending {
            Some(Ending::Beaten(side)) => (side, enemy_of(side)),
            Some(Ending::Indecisive | Ending::Overrun) | None => (battle.attacker, defender),
        };
        let beaten = battle.ending == Some(Ending::Beaten(goes));
        if rule!("8.7a", true) {
            let seat = self.seat_for_force(state, &battle.forces[stays.index()], stays);
            state.frames.push(Frame::Combat(Combat::AskRetire { seat, side: stays }));
        }
        let encircled = beaten && goes == defender && battle.encircled;
        let stormed = beaten && goes == defender && battle.engagement == Engagement::Assault;
        if rule!("8.5e", encircled) || rule!("8.7f", stormed) {
            self.capture_force(state, &battle.forces[goes.index()], stays, events);
            self.claim_box(state, battle.at, events);
            // 9.e: nothing is left to be asked.
            if self.napoleon_is_taken(state) {
                self.cut_to_battle_over(state);
            }
            return;
        }
        if battle.engagement == Engagement::Sortie && goes == battle.attacker {
            self.fall_back_inside(state, goes);
        }
        let going = state.battle.map_or(CounterSet::EMPTY, |battle| battle.forces[goes.index()]);
        if !going.is_empty() && (beaten || rule!("8.1f", true)) {
            let seat = self.seat_for_force(state, &going, goes);
            state.frames.push(Frame::Combat(Combat::Retreat { seat, side: goes }));
        }
    }

    /// Units are lost and leaders taken (8.5e, 8.8i).
    pub(crate) fn capture_force(&self, state: &mut State, force: &CounterSet, by: Side, events: &mut impl Sink<Event>) {
        for leader in force.iter().filter(|counter| self.is_leader(*counter)) {
            self.capture(state, leader, by, events);
        }
        self.find_chiefs(state);
        self.eliminate_force(state, force, events);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, CombatAction};
    use crate::battle::Tactic;
    use crate::sequence::Guns;
    use crate::state::{ALLIED, FRENCH};
    use crate::tables::Weather;
    use crate::testing::{Table, cavalry, chief, dummy, infantry};

    /// The French come from West; behind the Allies lies Ost, where somebody may stand.
    fn table() -> Table {
        let counters = vec![
            infantry("corps", FRENCH, 4),
            cavalry("horse", FRENCH, 4, 9),
            infantry("flankers", FRENCH, 4),
            dummy("paper", FRENCH),
            infantry("foe", ALLIED, 2),
            chief("blucher", ALLIED, 3, 3, 3),
        ];
        let mut table =
            Table::new(&["Feld", "West", "Ost", "Nord"], &["Feld-West", "Feld-Ost", "Feld-Nord major ford"], counters);
        table.put_from("corps", "Feld", "West", 9);
        table.put_from("horse", "Feld", "West", 6);
        table.put("foe", "Feld", 5);
        table
    }

    /// A battle of one round that the Allies lose.
    fn lose(table: &mut Table) {
        table.begin(FRENCH, Frame::Guns(Guns::Open));
        let at = table.place("Feld");
        table.act(FRENCH, Action::Combat(CombatAction::Fight(at)));
        table.act(FRENCH, Action::Combat(CombatAction::Choose(Tactic::Screen)));
        table.act(ALLIED, Action::Combat(CombatAction::Choose(Tactic::Skirmish)));
        table.throw(6);
        table.throw(1);
        while let Frame::Combat(Combat::MoraleDie { .. }) = table.state.frame() {
            table.throw(6);
        }
    }

    #[test]
    fn without_a_box_to_go_to_the_force_is_lost() {
        let mut table = table();
        // Two SP do not encircle, but they bar the way; the river has no bridge.
        table.put("flankers", "Ost", 2);
        lose(&mut table);
        assert_eq!((table.at("foe"), table.state.butchers_bill), (None, [0, 5]));
        assert!(
            table.events.iter().any(|event| matches!(event, Event::Combat(Happened::NoWayOut { side: ALLIED, .. })))
        );
    }

    #[test]
    fn dummies_in_the_way_are_shown_and_leave_when_the_beaten_come() {
        let mut table = table();
        table.put("paper", "Ost", 0);
        lose(&mut table);
        assert!(table.state.piece(table.counter("paper")).face_up);
        let east = table.way("Feld", "Ost");
        let north = table.way("Feld", "Nord");
        assert_eq!(table.refused(ALLIED, Action::Combat(CombatAction::RetreatBy(north))), case!("5.3e"));
        table.act(ALLIED, Action::Combat(CombatAction::RetreatBy(east)));
        assert_eq!((table.at("foe"), table.at("paper")), (Some("Ost"), None));
    }

    #[test]
    fn rain_dampens_the_pursuit_and_mud_ends_it() {
        for (weather, strength) in [(Weather::Clear, 2), (Weather::Rain, 3), (Weather::Snow, 3), (Weather::Mud, 4)] {
            let mut table = table();
            table.state.weather = weather;
            lose(&mut table);
            let east = table.way("Feld", "Ost");
            table.act(ALLIED, Action::Combat(CombatAction::RetreatBy(east)));
            if table.state.frame() == Frame::Combat(Combat::PursuitDie) {
                table.throw(6);
            }
            assert_eq!(table.strength("foe"), strength, "{weather:?}");
        }
    }

    #[test]
    fn an_attacker_of_three_sp_bars_nothing() {
        let mut table = table();
        table.put_from("corps", "Feld", "Ost", 9);
        table.put_from("horse", "Feld", "West", 3);
        // A pontoon to the north: the Allies are not encircled.
        let north = table.way("Feld", "Nord");
        table.state.pontoons[1].insert(north);
        lose(&mut table);
        let (west, east) = (table.way("Feld", "West"), table.way("Feld", "Ost"));
        assert_eq!(table.refused(ALLIED, Action::Combat(CombatAction::RetreatBy(east))), case!("8.7c"));
        assert!(table.allowed(ALLIED, Action::Combat(CombatAction::RetreatBy(west))));
    }

    #[test]
    fn the_winner_may_retire_one_box() {
        let mut table = table();
        lose(&mut table);
        let (west, east) = (table.way("Feld", "West"), table.way("Feld", "Ost"));
        table.act(ALLIED, Action::Combat(CombatAction::RetreatBy(east)));
        table.throw(1);
        assert_eq!(table.refused(FRENCH, Action::Combat(CombatAction::RetreatBy(east))), case!("8.6d"));
        table.act(FRENCH, Action::Combat(CombatAction::RetreatBy(west)));
        assert_eq!((table.at("corps"), table.at("horse")), (Some("West"), Some("West")));
    }
}
