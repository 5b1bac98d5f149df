//! Chapter 5: who may attack whom.
//! Decides 5.0, 5.2, 5.3, 5.4, 5.6a, 5.6c, 5.7, 5.8, 6.1, 6.2a, 6.2b, 9.0c, 10.3, 10.3b, 10.4c, 23.3.

use board::Hex;
use kernel::Sink;

use crate::Rules;
use crate::action::Action;
use crate::counters::{Division, UnitId, UnitSet, enemy_of};
use crate::event::Event;
use crate::refusal::{Refusal, Ruling, refuse};
use crate::rules::r05_duties::Draft;
use crate::sequence::Frame;
use crate::state::{Attack, Column, State};

/// How a unit takes part in an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Next to every target, with its whole stack (10.3).
    Adjacent,
    /// Bombarding (5.6).
    Guns,
}

impl Rules {
    /// 5.6a: whether a unit may bombard at all: guns in no enemy zone, not in reserve, not yet used.
    pub(crate) fn may_bombard(&self, state: &State, unit: UnitId) -> Ruling {
        let hex = state.hex_of(unit);
        if !state.on_map(unit) {
            return Err(refuse(case!("5.0"), "{unit} is not on the map").unit(unit));
        }
        // 5.0: infantry and cavalry attack their neighbours only.
        if rule!("5.0", !self.is_gun(unit)) {
            return Err(refuse(case!("5.0"), "{unit} attacks only adjacent enemies").unit(unit));
        }
        let enemy = enemy_of(self.side_of(unit));
        // 5.6c: guns in an enemy zone cannot bombard.
        if rule!("5.6c", state.zone[enemy.index()].contains(hex)) {
            let other = self.who_controls(state, self.side_of(unit), hex);
            return Err(refuse(case!("5.6c"), "{unit} is in the zone of control of {other} and cannot bombard")
                .unit(unit)
                .other(other));
        }
        self.reserve_may_attack(state, unit)?;
        // 10.3b: one stack never fires at two targets. In Eylau there are no stacks, only guns that come after others.
        if rule!("10.3b", !self.eylau() && state.fired_from.contains(hex)) {
            return Err(refuse(case!("10.3b"), "other guns in {place} have already bombarded this phase").place(hex));
        }
        Ok(())
    }

    /// 5.6a: exactly two hexes with a free line of fire; 9.0c: or next door across a river.
    #[inline]
    pub(crate) fn in_range(&self, state: &State, from: Hex, to: Hex) -> bool {
        rule!("5.6a", self.ground.fire[from.index()].contains(to))
            || (self.ground.grid.adjacent(from, to) && !self.ground.touches(self.sky(state), from, to))
    }

    pub(crate) fn why_out_of_range(&self, unit: UnitId, from: Hex, to: Hex) -> Refusal {
        if self.ground.grid.distance(from, to) == 2 {
            refuse(case!("9.0e"), "woods, grove or town block the line of fire from {unit} to {place}")
                .unit(unit)
                .place(to)
        } else {
            refuse(case!("5.6a"), "{place} is not exactly two hexes from {unit}").unit(unit).place(to)
        }
    }

    /// Whether the hex holds an enemy who can still be attacked this phase.
    pub(crate) fn may_be_attacked(&self, state: &State, hex: Hex) -> Ruling {
        let enemy = enemy_of(state.player);
        if hex.index() >= self.ground.grid.len() || !state.occupied[enemy.index()].contains(hex) {
            return Err(refuse(case!("5.0"), "there is no enemy in {place}").place(hex));
        }
        // 5.2: nobody is attacked twice in a phase.
        if !state.ready[enemy.index()].contains(hex) && rule!("5.2", true) {
            let unit = state.units_in(hex).next().unwrap_or(UnitId::NONE);
            return Err(refuse(case!("5.2"), "{unit} has already fought this phase")
                .also(&[case!("5.2b"), case!("5.7")])
                .unit(unit));
        }
        Ok(())
    }

    /// Opens an attack, or adds a hex to the one being declared.
    pub(crate) fn may_target(&self, state: &State, hex: Hex) -> Ruling {
        self.may_be_attacked(state, hex)?;
        let draft = self.draft(state);
        let Some(wider) = draft.with_target(hex) else {
            return Err(refuse(case!("5.2"), "{place} is already a target of this attack").place(hex));
        };
        let sky = self.sky(state);
        // 5.4: several defenders only if every attacker could attack each of them.
        if let Some(attacker) = draft.adjacent.iter().find(|attacker| !self.ground.touches(sky, **attacker, hex))
            && rule!("5.4", true)
        {
            let unit = state.units_in(*attacker).next().unwrap_or(UnitId::NONE);
            return Err(refuse(case!("5.4"), "{unit} could not attack {place} on its own").unit(unit).place(hex));
        }
        if !wider.adjacent.is_empty() {
            return self.can_be_completed(state, &wider);
        }
        // Nobody has joined yet: somebody must be able to.
        let mine = &state.ready[state.player.index()];
        let mut why = None;
        for friend in self.contacts(state, hex, mine) {
            if !wider.targets.iter().all(|target| self.ground.touches(sky, friend, *target)) {
                why.get_or_insert(
                    refuse(case!("5.4"), "no unit could attack all of these hexes, {place} among them").place(hex),
                );
                continue;
            }
            let Some(more) = wider.with_adjacent(friend) else { continue };
            match self.can_be_completed(state, &more) {
                Ok(()) => return Ok(()),
                Err(refusal) => why = Some(refusal),
            }
        }
        if wider.targets.len() == 1 {
            for unit in self.guns_of(state.player).difference(state.fought) {
                if !state.on_map(unit)
                    || !self.in_range(state, state.hex_of(unit), hex)
                    || self.may_bombard(state, unit).is_err()
                {
                    continue;
                }
                match self.can_be_completed(state, &wider.with_guns(state.hex_of(unit))) {
                    Ok(()) => return Ok(()),
                    Err(refusal) => why = Some(refusal),
                }
            }
        } else if why.is_none() {
            // 5.7: a bombardment alone hits one hex.
            if !rule!("5.7", true) {
                return Ok(());
            }
            why = Some(refuse(case!("5.7"), "guns alone attack only one hex").place(hex));
        }
        Err(why.unwrap_or_else(|| self.why_out_of_reach(state, hex)))
    }

    /// Nobody can attack the hex: whoever is near enough says what keeps him from it.
    fn why_out_of_reach(&self, state: &State, hex: Hex) -> Refusal {
        for unit in self.guns_of(state.player).difference(state.fought) {
            if state.on_map(unit) && self.ground.grid.distance(state.hex_of(unit), hex) == 2 {
                return match self.may_bombard(state, unit) {
                    Err(refusal) => refusal,
                    Ok(()) => self.why_out_of_range(unit, state.hex_of(unit), hex),
                };
            }
        }
        let across = self.units_of(state.player).difference(state.fought).iter().find(|unit| {
            state.on_map(*unit) && !self.is_gun(*unit) && self.ground.grid.adjacent(state.hex_of(*unit), hex)
        });
        match across {
            Some(unit) => {
                refuse(case!("9.0c"), "a river without a bridge separates {unit} from {place}").unit(unit).place(hex)
            }
            None => refuse(case!("5.0"), "none of your units can attack {place}").place(hex),
        }
    }

    /// How a unit could take part in the attack on these targets.
    pub(crate) fn part(&self, state: &State, unit: UnitId) -> Result<Part, Refusal> {
        let sky = self.sky(state);
        if rule!("5.0", self.side_of(unit) != state.player || !state.on_map(unit)) {
            return Err(refuse(case!("5.0"), "{unit} is not one of your units on the map").unit(unit));
        }
        // 5.2: nobody attacks twice in a phase.
        if rule!("5.2", state.fought.contains(unit)) {
            return Err(refuse(case!("5.2"), "{unit} has already fought this phase")
                .also(&[case!("5.2b"), case!("5.5"), case!("5.7")])
                .unit(unit));
        }
        let hex = state.hex_of(unit);
        let targets = &state.attack.targets;
        let touched = targets.iter().filter(|target| self.ground.touches(sky, hex, **target)).count();
        if touched == targets.len() {
            return Ok(Part::Adjacent);
        }
        if touched > 0 {
            let apart =
                targets.iter().find(|target| !self.ground.touches(sky, hex, **target)).copied().unwrap_or(Hex::NONE);
            if rule!("5.4", true) {
                return Err(refuse(case!("5.4"), "{unit} could not attack {place} on its own").unit(unit).place(apart));
            }
        }
        if !self.is_gun(unit) {
            let next_door = targets.iter().find(|target| self.ground.grid.adjacent(hex, **target)).copied();
            if let Some(target) = next_door
                && rule!("9.0c", true)
            {
                return Err(refuse(case!("9.0c"), "a river without a bridge separates {unit} from {place}")
                    .unit(unit)
                    .place(target));
            }
            if rule!("5.0", true) {
                return Err(refuse(case!("5.0"), "{unit} is not next to {place}").unit(unit).place(targets[0]));
            }
        }
        self.may_bombard(state, unit)?;
        // 5.8: with several hexes under attack one in range is enough.
        if !targets.iter().any(|target| self.in_range(state, hex, *target)) {
            return Err(self.why_out_of_range(unit, hex, targets[0]));
        }
        if targets.len() > 1 && !rule!("5.8", !state.attack.adjacent.is_empty()) && rule!("5.7", true) {
            return Err(
                refuse(case!("5.7"), "guns alone attack only one hex; adjacent units must join first").unit(unit)
            );
        }
        Ok(Part::Guns)
    }

    pub(crate) fn may_join(&self, state: &State, unit: UnitId) -> Ruling {
        if state.attack.adjacent.contains(unit) || state.attack.batteries.contains(unit) {
            return Err(refuse(case!("5.2"), "{unit} already takes part in this attack").unit(unit));
        }
        let part = self.part(state, unit)?;
        // 5.3: as many as can reach the target may take part.
        if !self.attackers(state).is_empty() && !rule!("5.3", true) {
            return Err(refuse(case!("5.3"), "another unit already takes part"));
        }
        let draft = self.draft(state);
        let hex = state.hex_of(unit);
        match part {
            Part::Adjacent => match draft.with_adjacent(hex) {
                Some(more) => self.can_be_completed(state, &more),
                None => Err(refuse(case!("5.2"), "{unit} already takes part in this attack").unit(unit)),
            },
            Part::Guns => self.can_be_completed(state, &draft.with_guns(hex)),
        }
    }

    /// 6.1: whether the attack can be announced as it stands.
    fn may_announce_at_all(&self, state: &State, draft: &Draft) -> Ruling {
        if rule!("6.1", draft.adjacent.is_empty() && draft.guns.is_empty()) {
            return Err(refuse(case!("6.1"), "no unit has joined the attack yet"));
        }
        if rule!("5.7", draft.adjacent.is_empty() && draft.targets.len() > 1) {
            return Err(refuse(case!("5.7"), "guns alone attack only one hex"));
        }
        self.leaves_duties_possible(state, draft)
    }

    pub(crate) fn may_announce(&self, state: &State, column: Column) -> Ruling {
        self.may_announce_at_all(state, &self.draft(state))?;
        let best = self.best_column(state);
        // 6.2b: the ratio may be lowered, never raised.
        if rule!("6.2a", column > best) {
            return Err(refuse(case!("6.2a"), "the odds are not that good").also(&[
                case!("6.2b"),
                case!("6.2c"),
                case!("6.2d"),
            ]));
        }
        if column < best && !rule!("6.2b", true) {
            return Err(refuse(case!("6.2b"), "the odds are better than that"));
        }
        Ok(())
    }

    pub(crate) fn list_targets(&self, state: &State, actions: &mut Vec<Action>) {
        if self.may_end_combat(state).is_ok() {
            actions.push(Action::EndCombat);
        }
        for hex in &self.within_reach(state) {
            if self.may_target(state, hex).is_ok() {
                actions.push(Action::Target(hex));
            }
        }
    }

    /// Whether anybody could be attacked or bombarded at all.
    pub(crate) fn combat_possible(&self, state: &State) -> bool {
        !self.within_reach(state).is_empty()
    }

    /// Enemy hexes next to the phasing side or in range of its guns, not yet attacked.
    fn within_reach(&self, state: &State) -> crate::HexSet {
        let theirs = state.ready[enemy_of(state.player).index()];
        let mut reach = theirs.intersection(state.zone[state.player.index()]);
        for unit in self.guns_of(state.player).difference(state.fought) {
            reach = reach.union(self.within_range(state, unit, theirs));
        }
        reach
    }

    /// Those of these enemy hexes that a battery can bombard.
    fn within_range(&self, state: &State, unit: UnitId, theirs: crate::HexSet) -> crate::HexSet {
        if !state.on_map(unit) || self.may_bombard(state, unit).is_err() {
            return crate::HexSet::EMPTY;
        }
        let (sky, hex) = (self.sky(state), state.hex_of(unit));
        let mut reach = self.ground.fire[hex.index()].intersection(theirs);
        for near in self.ground.grid.neighbours(hex) {
            if near.is_some() && theirs.contains(*near) && !self.ground.touches(sky, hex, *near) {
                reach.insert(*near);
            }
        }
        reach
    }

    /// Whether a unit can attack or be attacked in this Combat Phase as both armies stand now.
    pub(crate) fn is_engaged(&self, state: &State, unit: UnitId) -> bool {
        let hex = state.hex_of(unit);
        if hex.is_none() {
            return false;
        }
        if self.side_of(unit) != state.player {
            return self.within_reach(state).contains(hex);
        }
        let enemy = enemy_of(state.player).index();
        state.zone[enemy].contains(hex)
            || (self.is_gun(unit) && !self.within_range(state, unit, state.ready[enemy]).is_empty())
    }

    pub(crate) fn list_declaration(&self, state: &State, actions: &mut Vec<Action>) {
        let draft = self.draft(state);
        let mine = &state.ready[state.player.index()];
        let theirs = &state.ready[enemy_of(state.player).index()];
        // One unit speaks for its stack (10.3).
        for hex in self.contacts(state, draft.targets[0], mine) {
            let speaker = state.units_in(hex).find(|unit| !state.fought.contains(*unit));
            if let Some(unit) = speaker
                && self.may_join(state, unit).is_ok()
            {
                actions.push(Action::Join(unit));
                // Any unit of the stack may be named.
                for other in state.units_in(hex) {
                    if other != unit && self.may_join(state, other).is_ok() {
                        actions.push(Action::Join(other));
                    }
                }
            }
        }
        for unit in self.guns_of(state.player).difference(state.fought) {
            if state.on_map(unit)
                && !draft.adjacent.contains(&state.hex_of(unit))
                && self.part(state, unit) == Ok(Part::Guns)
                && self.may_join(state, unit).is_ok()
            {
                actions.push(Action::Join(unit));
            }
        }
        let origin = draft.adjacent.first().copied();
        let mut wider = crate::HexSet::EMPTY;
        match origin {
            Some(attacker) => self.contacts(state, attacker, theirs).for_each(|hex| wider.insert(hex)),
            None => {
                for friend in self.contacts(state, draft.targets[0], mine) {
                    self.contacts(state, friend, theirs).for_each(|hex| wider.insert(hex));
                }
            }
        }
        for hex in &wider {
            if self.may_target(state, hex).is_ok() {
                actions.push(Action::Target(hex));
            }
        }
        self.list_integrity(state, actions);
        if self.may_announce_at_all(state, &draft).is_ok() {
            for column in 0..=self.best_column(state).0 {
                actions.push(Action::Announce(Column(column)));
            }
        }
    }

    pub(crate) fn target(&self, state: &mut State, hex: Hex) {
        if state.frame() == Frame::Attack {
            state.attack = Attack::default();
            state.frames.push(Frame::Declare);
        }
        state.attack.targets.push(hex);
    }

    pub(crate) fn join(&self, state: &mut State, unit: UnitId) {
        match self.part(state, unit) {
            Ok(Part::Adjacent) => {
                // 10.3: a stack attacks together.
                let stack: UnitSet = state.units_in(state.hex_of(unit)).collect();
                let together = stack.len() > 1 && rule!("10.3", true);
                for member in stack {
                    if (member == unit || together) && !state.fought.contains(member) {
                        state.attack.adjacent.insert(member);
                    }
                }
            }
            Ok(Part::Guns) => state.attack.batteries.insert(unit),
            Err(_) => {}
        }
    }

    /// 6.1: participants and ratio are announced; 6.1b: then nothing changes any more.
    pub(crate) fn announce(&self, state: &mut State, column: Column, events: &mut impl Sink<Event>) {
        let defenders: UnitSet = state
            .attack
            .targets
            .iter()
            .flat_map(|hex| state.units_in(*hex))
            .filter(|unit| self.is_under_attack(state, *unit))
            .collect();
        state.attack.defenders = defenders;
        let (attack, defence) = (self.attack_strength(state), self.defence_strength(state));
        state.attack.column = Some(column);
        let adjacent = state.attack.adjacent;
        let batteries = state.attack.batteries;
        if rule!("6.1", true) {
            events.event(Event::AttackAnnounced { adjacent, batteries, defenders, attack, defence, column });
        }
        for unit in batteries {
            let hex = state.hex_of(unit);
            state.fired_from.insert(hex);
        }
        for unit in adjacent.union(batteries).union(defenders) {
            state.fought.insert(unit);
            self.use_fresh_strength(state, unit, events);
        }
        // 23.3: the commitment of the Guard is noted.
        if adjacent.iter().any(|unit| rule!("23.3", self.is_guard_infantry(unit))) {
            state.guard_attacked = true;
        }
        self.survey_ready(state);
        self.survey_awaiting(state);
        state.frames.pop();
        state.frames.push(Frame::CloseCombat);
        state.frames.push(Frame::CombatDie);
    }

    /// 10.4c: a unit that retreated onto the hex has fought already and is no part of this combat.
    pub(crate) fn is_under_attack(&self, state: &State, unit: UnitId) -> bool {
        !rule!("10.4c", state.fought.contains(unit) && !state.attack.defenders.contains(unit))
    }

    pub(crate) fn take_column(&self, state: &mut State, division: Division) {
        state.attack.shifted |= division.bit();
    }
}
