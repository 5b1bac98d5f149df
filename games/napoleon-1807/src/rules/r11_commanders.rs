//! Chapter 11: commanders, command range, wounds and succession, the command factor.
//! Decides 3.1c, 3.1d, 11.4, 11.4b, 11.5, 11.7, 11.22, 11.31, 11.61, 11.62, 11.62b, 11.63, 11.71, 11.72, 11.75,
//! 11.76, 11.77, 11.78, 11.79.

use board::Hex;
use kernel::{Outcome, Side, Sink};

use crate::Rules;
use crate::counters::{BOTH, CounterId, CounterSet, GroupId, enemy_of};
use crate::event::{Event, Wound};
use crate::refusal::{Ruling, refuse};
use crate::sequence::Frame;
use crate::state::{Fate, State};

impl Rules {
    /// A commander's skill now (11.62).
    pub(crate) fn skill(&self, state: &State, commander: CounterId) -> i8 {
        self.counter(commander).skill[usize::from(state.wounded.contains(commander))]
    }

    /// 11.22, 3.1c: the army commander's skill, if he is on the board.
    pub(crate) fn initiative_skill(&self, state: &State, side: Side) -> i8 {
        let chief = state.chief[side.index()];
        match !chief.is_none() && rule!("3.1c", state.on_map(chief)) && rule!("11.22", true) {
            true => self.skill(state, chief),
            false => 0,
        }
    }

    /// 11.4b: the commanders on the map whom a unit obeys: those set over its formation, and the army commander.
    pub(crate) fn commanders_of<'s>(
        &self,
        state: &'s State,
        unit: CounterId,
    ) -> impl Iterator<Item = CounterId> + use<'s> {
        let chief = state.chief[self.side_of(unit).index()];
        let mut own = if rule!("11.4b", true) { self.obeys[unit.index()] } else { CounterSet::EMPTY };
        if !chief.is_none() {
            own.insert(chief);
        }
        own.iter().filter(move |commander| state.on_map(*commander))
    }

    /// 11.31: two hexes, one if he is wounded.
    pub(crate) fn command_range(&self, state: &State, commander: CounterId) -> u16 {
        if rule!("11.62", state.wounded.contains(commander)) {
            self.tables.command.range_wounded
        } else {
            self.tables.command.range
        }
    }

    /// 11.4: whether a unit has a commander in range.
    pub(crate) fn is_commanded(&self, state: &State, unit: CounterId) -> bool {
        let at = state.hex_of(unit);
        let near = |commander: CounterId| {
            self.ground.grid.distance(at, state.hex_of(commander)) <= self.command_range(state, commander)
        };
        self.commanders_of(state, unit).any(|commander| rule!("11.31", near(commander)) && rule!("11.4", true))
    }

    /// Phase 2 (3.1d): both sides' units without command are marked.
    pub(crate) fn check_command(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.uncommanded = CounterSet::EMPTY;
        for index in 0..self.units {
            let unit = CounterId(index);
            if state.on_map(unit) && rule!("11.5", !self.is_commanded(state, unit)) && rule!("3.1d", true) {
                state.uncommanded.insert(unit);
                events.event(Event::OutOfCommand { unit });
            }
        }
    }

    /// 11.21: the best skill among the commanders in the hexes that a side fights in.
    pub(crate) fn best_skill(&self, state: &State, side: Side) -> i8 {
        let units = state.combat.of(side);
        let hexes = state.combat.hexes_of(side).iter();
        let fighting = hexes.filter(|hex| self.units_in(state, **hex).any(|unit| units.contains(unit)));
        let skills = fighting.flat_map(|hex| self.commanders_in(state, *hex));
        skills.map(|commander| self.skill(state, commander)).max().unwrap_or(0)
    }

    /// 11.62b: commanders stacked with a unit that loses strength in combat, or has to retreat, are in danger.
    pub(crate) fn expose(&self, state: &mut State, unit: CounterId) {
        if !state.combat.of(self.side_of(unit)).contains(unit) || !rule!("11.62b", true) {
            return;
        }
        let with: CounterSet = self.commanders_in(state, state.hex_of(unit)).collect();
        state.combat.exposed = state.combat.exposed.union(with);
    }

    /// 11.62: what becomes of a commander in danger.
    pub(crate) fn commander_falls(
        &self,
        state: &mut State,
        commander: CounterId,
        outcome: &Outcome,
        events: &mut impl Sink<Event>,
    ) {
        state.frames.pop();
        let dice = [outcome.0[0], outcome.0[1]];
        let total = dice[0] + dice[1];
        let wound = if rule!("11.62", total >= self.tables.commander_loss.dead) {
            Wound::Dead
        } else if rule!("11.62", total >= self.tables.commander_loss.wounded) {
            Wound::Wounded
        } else {
            Wound::Unhurt
        };
        events.event(Event::CommanderThrown { commander, dice, wound });
        let again = wound == Wound::Wounded && state.wounded.contains(commander);
        if wound == Wound::Dead || again {
            self.lose_commander(state, commander, events);
        } else if wound == Wound::Wounded {
            state.wounded.insert(commander);
        }
    }

    pub(crate) fn lose_commander(&self, state: &mut State, commander: CounterId, events: &mut impl Sink<Event>) {
        events.event(Event::CommanderLost { commander, at: state.hex_of(commander) });
        self.lift(state, commander);
        state.fate[commander.index()] = Fate::Lost;
        state.combat.exposed.remove(commander);
        let side = self.side_of(commander);
        if state.chief[side.index()] == commander {
            state.chief[side.index()] = CounterId::NONE;
            state.chief_killed[side.index()] = true;
        }
    }

    /// 11.61: a commander alone in a hex that an enemy unit enters.
    pub(crate) fn capture_commanders(&self, state: &mut State, side: Side, hex: Hex, events: &mut impl Sink<Event>) {
        let enemy = enemy_of(side);
        let alone: CounterSet =
            self.commanders_in(state, hex).filter(|commander| self.side_of(*commander) == enemy).collect();
        for commander in alone {
            if rule!("11.61", true) {
                self.lose_commander(state, commander, events);
            }
        }
    }

    /// 11.63: a side whose army commander is dead, and who has somebody to succeed him.
    /// 11.63: a new army commander is named before anything else happens.
    pub(crate) fn call_successor(&self, state: &mut State) {
        if !matches!(state.frame(), Frame::Successor { .. } | Frame::GameOver)
            && let Some(side) = self.successor_due(state)
        {
            state.frames.push(Frame::Successor { side });
        }
    }

    fn successor_due(&self, state: &State) -> Option<Side> {
        BOTH.into_iter().find(|side| {
            state.chief_killed[side.index()]
                && state.chief[side.index()].is_none()
                && self.successors(state, *side).next().is_some()
                && rule!("11.63", true)
        })
    }

    fn successors<'s>(&self, state: &'s State, side: Side) -> impl Iterator<Item = CounterId> + use<'s> {
        let units = self.units;
        self.counters_of(side).iter().filter(move |counter| counter.0 >= units && state.on_map(*counter))
    }

    pub(crate) fn may_appoint(&self, state: &State, side: Side, commander: CounterId) -> Ruling {
        match self.successors(state, side).any(|candidate| candidate == commander) {
            true => Ok(()),
            false => Err(refuse(case!("11.63b"), "{unit} is not a commander of this side on the map").unit(commander)),
        }
    }

    pub(crate) fn appoint(&self, state: &mut State, commander: CounterId, events: &mut impl Sink<Event>) {
        state.frames.pop();
        state.chief[self.side_of(commander).index()] = commander;
        events.event(Event::ChiefNamed { commander });
    }

    /// 11.71, 11.79: how many groups a side may activate, if its scenario says so.
    pub(crate) fn command_factor(&self, state: &State, side: Side) -> Option<u8> {
        let printed = self.scenario.command_factor[side.index()].filter(|_| rule!("11.71", true))?;
        let chief = state.chief[side.index()];
        let whole = if rule!("11.79", state.chief_killed[side.index()]) { printed.div_ceil(2) } else { printed };
        // A successor's wound counts like that of the first.
        let wounded = !chief.is_none() && state.wounded.contains(chief);
        Some(if rule!("11.79", wounded) { whole.saturating_sub(1) } else { whole })
    }

    /// 11.78: at the start of a movement phase the pool is full and the marks go.
    pub(crate) fn fill_command(&self, state: &mut State, side: Side) {
        state.command[side.index()] = self.command_factor(state, side).unwrap_or(0);
        state.current_group = 0;
        for (group, index) in self.scenario.groups.iter().zip(0..) {
            if group.side == side && rule!("11.78", true) {
                state.activated &= !GroupId(index).bit();
            }
        }
    }

    /// 11.72, 11.76: whether a counter may leave its hex as far as the command factor is concerned.
    pub(crate) fn may_activate(&self, state: &State, counter: CounterId) -> Ruling {
        let side = self.side_of(counter);
        let bit = self.counter(counter).group.bit();
        // 11.75: no factor, no limit. The army commander himself moves free (N21).
        let unlimited = rule!("11.75", self.command_factor(state, side).is_none());
        if unlimited || bit == 0 || state.chief[side.index()] == counter || !rule!("11.7", true) {
            return Ok(());
        }
        if state.activated & bit != 0 {
            if state.current_group & bit != 0 || !rule!("11.76", true) {
                return Ok(());
            }
            return Err(refuse(
                case!("11.76"),
                "the group of {unit} has finished its moves: another one was activated after it",
            )
            .unit(counter));
        }
        if rule!("11.72", state.command[side.index()] == 0) {
            return Err(refuse(case!("11.72"), "no command point is left for the group of {unit}")
                .unit(counter)
                .also(&[case!("11.73")]));
        }
        Ok(())
    }

    /// 11.72: the first of a group to move costs a point.
    pub(crate) fn activate(&self, state: &mut State, counter: CounterId, events: &mut impl Sink<Event>) {
        let side = self.side_of(counter);
        let group = self.counter(counter).group;
        let free = self.command_factor(state, side).is_none() || state.chief[side.index()] == counter;
        if free || group.is_none() || state.activated & group.bit() != 0 {
            return;
        }
        state.command[side.index()] = state.command[side.index()].saturating_sub(1);
        state.activated |= group.bit();
        if side == state.player {
            state.current_group = group.bit();
        }
        events.event(Event::Activated { group, left: state.command[side.index()] });
    }

    /// 11.77: a countercharge is free for a group that was activated, and costs a point for another.
    pub(crate) fn may_activate_to_react(&self, state: &State, unit: CounterId) -> Ruling {
        let side = self.side_of(unit);
        let bit = self.counter(unit).group.bit();
        if self.command_factor(state, side).is_none() || bit == 0 || state.activated & bit != 0 {
            return Ok(());
        }
        if rule!("11.77", state.command[side.index()] == 0) {
            return Err(refuse(case!("11.77"), "no command point is left for the group of {unit}").unit(unit));
        }
        Ok(())
    }
}
