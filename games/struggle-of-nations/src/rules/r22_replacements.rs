//! 22: replacements.
//! Decides 2.strength.cap, 4.week, 9.span, 11.eliminated, 22.replace, 22.replace.bar, 22.replace.pool, 26.armistice.strength,
//! 26.berlin.

use kernel::{Side, Sink};

use crate::Rules;
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::roster::{Arm, DRAFTS, FRENCH, Guard, LeaderId, Nation, UnitId};
use crate::state::{Centre, NO_LINE, State};

impl Rules {
    /// The pool of replacements that a unit draws on: nation and kind.
    pub(crate) fn pool_of(&self, unit: UnitId) -> (usize, usize) {
        let print = self.unit(unit);
        let nation = DRAFTS.iter().position(|nation| *nation == print.nation.draft()).unwrap_or(0);
        let kind = match (print.arm, print.guard) {
            (Arm::Infantry, Some(Guard::Young)) => 3,
            (Arm::Infantry, Some(Guard::Old)) => 4,
            // 22.replace: Guard horse from Guard horse points.
            (Arm::Cavalry, Some(Guard::Cavalry)) if rule!("22.replace", true) => 5,
            (Arm::Infantry, _) => 0,
            (Arm::Cavalry, _) => 1,
            (Arm::Artillery, _) => 2,
        };
        (nation, kind)
    }

    /// 4.week: replacements of a game-week, in the campaign or with the option.
    pub(crate) fn receive_replacements(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        let in_force = self.scenario.armistice.is_some() || self.options.replacements;
        if !rule!("4.week", in_force) {
            return;
        }
        let kept = self.tables.limits.replacements_kept;
        let week = self.turn_info(state).week;
        let mut any = false;
        for draft in &self.scenario.drafts {
            let due = if draft.turns.is_empty() {
                week && (draft.from..=draft.to).contains(&state.turn)
            } else {
                draft.turns.contains(&state.turn)
            };
            if !due || draft.option.as_ref().is_some_and(|option| !self.options.has(option)) {
                continue;
            }
            for (nation, points) in &draft.points {
                if (*nation == Nation::French) != (side == FRENCH) {
                    continue;
                }
                // 26.berlin: half of the Prussian ones while the French hold Berlin.
                let halved = *nation == Nation::Prussian && rule!("26.berlin", state.berlin.holder == Some(FRENCH));
                let place = DRAFTS.iter().position(|draft| draft == nation).unwrap_or(0);
                for (kind, points) in points.iter().enumerate() {
                    let points = if halved { points / 2 } else { *points };
                    let pool = &mut state.replacements[place][kind];
                    // 22.replace.pool.
                    let sum = pool.saturating_add(points);
                    *pool = if rule!("22.replace.pool", sum > kept) { kept } else { sum };
                    any |= points > 0;
                }
            }
        }
        if any {
            events.event(Event::ReplacementsReceived { side });
        }
    }

    fn may_be_drafted(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        if self.side_of(leader) != side || !state.on_map(leader) {
            return Err(refuse(case!("22.replace"), "that unit is not on the map"));
        }
        // 26.armistice.strength: in the armistice replacements reach everybody.
        if rule!("26.armistice.strength", self.in_armistice(state)) {
            return Ok(());
        }
        let army = state.army(self.army_of(state, leader));
        let barred = self.has_zone_around(state, leader)
            || state.disorganized.contains(leader)
            || army.centre != Centre::Active
            || army.line == NO_LINE
            || !army.changing.is_none();
        // 22.replace.bar.
        if rule!("22.replace.bar", barred) {
            return Err(refuse(
                case!("22.replace.bar"),
                "{unit} takes no replacements: in an enemy zone, disorganized, or without an active centre",
            )
            .unit(leader)
            .also(&[
                case!("6.inactive"),
                case!("6.loc.broken"),
                case!("6.source.change"),
                case!("6.disband"),
            ]));
        }
        if rule!("22.replace", !state.in_supply.contains(leader)) {
            return Err(refuse(case!("22.replace"), "{unit} is out of range of centre and depots").unit(leader));
        }
        Ok(())
    }

    /// Who leads a unit that takes a point. 11.eliminated: the other arm of an Austrian brigade comes back beside its
    /// brother, no other unit that is gone.
    fn replaced_under(&self, state: &State, unit: UnitId) -> LeaderId {
        if state.strength[unit.index()] > 0 {
            return state.leader_of(unit);
        }
        let brother = self.unit(unit).twin.filter(|twin| state.strength[twin.index()] > 0);
        brother.map_or(LeaderId::NONE, |twin| state.leader_of(twin))
    }

    /// 22.replace: one point to a unit.
    pub(crate) fn may_replace(&self, state: &State, side: Side, unit: UnitId) -> Ruling {
        let leader = self.replaced_under(state, unit);
        if rule!("11.eliminated", leader.is_none()) {
            return Err(refuse(case!("11.eliminated"), "an eliminated unit never returns"));
        }
        if leader.is_none() {
            return Err(refuse(case!("22.replace"), "nobody leads that unit"));
        }
        if state.strength[unit.index()] == 0 {
            self.has_room(state, leader, unit, 1)?;
        }
        self.may_be_drafted(state, side, leader)?;
        let (nation, kind) = self.pool_of(unit);
        if state.replacements[nation][kind] == 0 {
            return Err(refuse(case!("22.replace"), "there are no replacements of that type and nation").unit(leader));
        }
        let most = self.maximum[unit.index()].min(self.leader(leader).track);
        if rule!("2.strength.cap", state.strength[unit.index()] >= most) {
            return Err(refuse(case!("2.strength.cap"), "that unit is as strong as it may be").unit(leader));
        }
        Ok(())
    }

    pub(crate) fn replace(&self, state: &mut State, unit: UnitId, events: &mut impl Sink<Event>) {
        let (nation, kind) = self.pool_of(unit);
        state.replacements[nation][kind] -= 1;
        let (leader, strength) = (self.replaced_under(state, unit), state.strength[unit.index()] + 1);
        self.set_unit(state, unit, leader, strength);
        state.replaced.insert(unit);
        events.event(Event::Replaced { unit, strength });
    }

    /// 25.march: a march regiment out of replacements.
    pub(crate) fn may_raise(&self, state: &State, side: Side, leader: LeaderId, arm: Arm) -> Ruling {
        self.may_be_drafted(state, side, leader)?;
        let Some(unit) = self.drafted_regiment(state, leader, arm) else {
            return Err(refuse(case!("25.march"), "no march regiment of that arm can be raised there").unit(leader));
        };
        let span = 2 * self.rating(state, leader).span;
        if rule!("9.span", self.burden(state, leader) + self.unit_burden(unit) > span) {
            return Err(refuse(case!("9.span"), "the span of {unit} is too small for another unit").unit(leader));
        }
        if self.leader(leader).is_dummy() || self.is_neutral(state, leader) {
            return Err(refuse(case!("25.march"), "no march regiment of that arm can be raised there").unit(leader));
        }
        Ok(())
    }

    /// A free regiment of an arm for whose nation there are points, of a nation that the leader takes.
    fn drafted_regiment(&self, state: &State, leader: LeaderId, arm: Arm) -> Option<UnitId> {
        let side = self.side_of(leader);
        self.all_units().find(|unit| {
            let print = self.unit(*unit);
            let (nation, kind) = self.pool_of(*unit);
            print.regiment
                && print.side == side
                && print.arm == arm
                && state.strength[unit.index()] == 0
                && state.replacements[nation][kind] > 0
                && self.takes_nation(state, leader, print.nation)
        })
    }

    pub(crate) fn raise(&self, state: &mut State, leader: LeaderId, arm: Arm, events: &mut impl Sink<Event>) {
        let Some(unit) = self.drafted_regiment(state, leader, arm) else { return };
        let (nation, kind) = self.pool_of(unit);
        state.replacements[nation][kind] -= 1;
        self.set_unit(state, unit, leader, 1);
        state.replaced.insert(unit);
        events.event(Event::Raised { unit, points: 1, on: leader });
    }
}
