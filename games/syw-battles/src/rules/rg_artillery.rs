//! Chapter G.3: the fire of unlimbered guns, at troops, buildings and bridges.
//! Decides 2.7b, 2.7d, G.3b, G.3q, G.3r, G.3u, T.power.

use board::Hex;
use kernel::Side;

use crate::Rules;
use crate::action::Action;
use crate::counters::{CounterId, Formation};
use crate::refusal::{No, Ruling, Silent, refuse};
use crate::sequence::Frame;
use crate::state::{Shot, State};
use crate::tables::{Aim, Block, Column, Range};

use super::rg_sight::Screen;

/// How a battery can fire at a hex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trajectory {
    pub range: Range,
    /// Over a hex that screens the target.
    pub over: bool,
}

impl Rules {
    /// The range at which a battery reaches a hex in its arc and sight; nothing if it does not.
    pub(crate) fn gun_reaches(&self, state: &State, battery: CounterId, hex: Hex) -> Option<Trajectory> {
        let from = state.hex_of(battery);
        if from.is_none() || state.formation(battery) != Formation::Unlimbered {
            return None;
        }
        let gun = self.tables.gun(self.counter(battery).gun);
        let distance = self.ground.distance(from, hex);
        let range = gun.range(distance)?;
        if distance > self.gun_limit(state, from, hex) || !self.in_arc(state.facing(battery), from, hex) {
            return None;
        }
        if self.sees(state, battery, hex) {
            return Some(Trajectory { range, over: false });
        }
        // G.3g, G.3h, S30: howitzers fire over one hex of troops, cover or height.
        let lobbed = gun.high_angle
            && distance <= self.sight_limit(state, from)
            && distance <= self.sight_limit(state, hex)
            && !self.slope_stops(state, battery, from, hex)
            && matches!(self.screen(state, from, hex), Screen::One(_));
        rule!("2.7b", lobbed).then_some(Trajectory { range, over: true })
    }

    /// How far weather lets guns fire.
    fn gun_limit(&self, state: &State, from: Hex, to: Hex) -> u16 {
        let limit = |hex: Hex| self.weather_effect(state, hex).range.artillery.unwrap_or(u16::MAX);
        limit(from).min(limit(to))
    }

    /// Whether a battery has anything to fire at.
    pub(crate) fn gun_has_target(&self, state: &State, battery: CounterId) -> bool {
        let side = self.side_of(battery);
        if !state.on_map(battery)
            || state.formation(battery) != Formation::Unlimbered
            || !self.weather_effect(state, state.hex_of(battery)).fire
        {
            return false;
        }
        let at_troops = self.target_hexes(state, side).iter().any(|hex| {
            let targets = self.targets_in(state, side, hex);
            targets.iter().any(|target| self.gun_may_hit::<Silent>(state, battery, *target).is_ok())
        });
        at_troops || self.demolishes(state, battery, |_| true)
    }

    /// Whether a battery may fire at this counter.
    pub(crate) fn gun_may_hit<N: No>(&self, state: &State, battery: CounterId, target: CounterId) -> Result<(), N> {
        if state.formation(battery) != Formation::Unlimbered {
            return Err(N::because(|| {
                refuse(case!("3.22c"), "{unit} is limbered and cannot fire").unit(battery).also(&[case!("G.3a")])
            }));
        }
        if rule!("G.3b", self.ground.is_cover(state.hex_of(battery))) {
            return Err(N::because(|| {
                let hex = state.hex_of(battery);
                refuse(case!("G.3b"), "no guns fire from the cover in {place}").unit(battery).place(hex)
            }));
        }
        let hexes = self.standing_hexes(state, target);
        let best = hexes.iter().find_map(|hex| self.gun_reaches(state, battery, *hex));
        let Some(trajectory) = best else {
            return Err(N::because(|| self.why_out_of_reach(state, battery, target, hexes.first().copied())));
        };
        // I.0a: leaders by themselves have nothing to fear from far away, nor from what is lobbed over others.
        if self.is_leader(target) && (trajectory.over || trajectory.range != Range::PointBlank) {
            return Err(N::because(|| {
                refuse(case!("I.0b"), "{other} is hit at point blank only, and not over others")
                    .unit(battery)
                    .other(target)
            }));
        }
        Ok(())
    }

    /// The reason why a battery cannot fire at a hex.
    fn why_out_of_reach(
        &self,
        state: &State,
        battery: CounterId,
        target: CounterId,
        hex: Option<Hex>,
    ) -> crate::refusal::Refusal {
        let from = state.hex_of(battery);
        let Some(hex) = hex else {
            return refuse(case!("G.3a"), "{other} is not on the map").unit(battery).other(target);
        };
        let gun = self.tables.gun(self.counter(battery).gun);
        let distance = self.ground.distance(from, hex);
        let said = |case, words| refuse(case, words).unit(battery).other(target).place(hex);
        let limit = self.gun_limit(state, from, hex);
        if distance > limit {
            let case = self.weather_case(self.weather_of_range(state, limit));
            return said(case, "in this weather {unit} does not fire as far as {place}")
                .also(&[case!("7.0b"), case!("G.3f")]);
        }
        if gun.range(distance).is_none() {
            return said(case!("G.3f"), "{place} is out of range of {unit}").also(&[case!("G.1b")]);
        }
        if !self.in_arc(state.facing(battery), from, hex) {
            return said(case!("G.1a"), "{place} is outside the arc of {unit}").also(&[case!("G.2a")]);
        }
        if self.slope_stops(state, battery, from, hex) {
            return match self.at_foot(from, hex) {
                true => said(case!("G.2f"), "{unit} stands at the foot of an abrupt slope before {place}"),
                false => said(case!("G.2e"), "an abrupt slope stops the shot of {unit} at {place}"),
            };
        }
        // What is in the way: troops, cover, or a height.
        let screen = match self.screen(state, from, hex) {
            Screen::One(at) | Screen::Blocked(at) => at,
            Screen::Clear => Hex::NONE,
        };
        if screen.is_some() && self.ground.is_cover(screen) {
            return said(case!("G.3g"), "{unit} fires into cover, not through it to {place}").also(&[
                case!("G.2b"),
                case!("G.2c"),
                case!("G.2d"),
            ]);
        }
        if self.is_occupied(state, screen) {
            return said(case!("G.3h"), "{unit} takes the first line, and others stand before {place}").also(&[
                case!("G.2b"),
                case!("G.2c"),
                case!("G.2d"),
                case!("G.3g"),
            ]);
        }
        said(case!("G.2b"), "{unit} does not see {place}").also(&[case!("G.2d"), case!("G.2c"), case!("G.3g")])
    }

    /// The fire of a battery as its die will find it: 2.7d, T.power by range and balls.
    pub(crate) fn gun_shot(&self, state: &State, battery: CounterId, target: CounterId) -> Shot {
        // Of a unit astride two hexes the nearer one is the target.
        let hexes = self.standing_hexes(state, target).into_iter();
        let reached = hexes.filter_map(|hex| Some((hex, self.gun_reaches(state, battery, hex)?)));
        let reached = reached.min_by_key(|(hex, _)| self.ground.distance(state.hex_of(battery), *hex));
        let (hex, trajectory) = reached.unwrap_or((Hex::NONE, Trajectory { range: Range::Maximum, over: false }));
        let balls = if rule!("2.7d", true) { self.counter(battery).balls } else { 1 };
        Shot {
            firer: battery,
            target,
            hex,
            // T.power
            column: if rule!("T.power", true) { self.tables.artillery(trajectory.range, balls) } else { Column::A },
            block: self.block_of(state, state.hex_of(battery), target, hex),
            range: Some(trajectory.range),
            over: trajectory.over,
            ..Shot::NONE
        }
    }

    /// The die that a battery needs against a building or a wooden bridge.
    pub(crate) fn demolition_die(&self, battery: CounterId, aim: Aim, range: Range) -> Option<u8> {
        let print = self.counter(battery);
        let sets_alight = self.tables.gun(print.gun).sets_alight;
        let needed = self.tables.demolition(sets_alight, print.heavy, aim, range)?;
        // G.3q: heavy guns batter bridges; G.3r: howitzers set buildings and bridges alight, mortars do not.
        if sets_alight { rule!("G.3r", true).then_some(needed) } else { rule!("G.3q", true).then_some(needed) }
    }

    /// G.3r: whether a battery may fire at a building.
    pub(crate) fn may_burn(&self, state: &State, side: Side, battery: CounterId, hex: Hex) -> Ruling {
        self.may_demolish(state, side, battery)?;
        let said = |words| refuse(case!("G.3r"), words).unit(battery).place(hex);
        if !self.ground.building.contains(hex) || state.alight.contains(hex) {
            return Err(
                said("there is nothing in {place} for {unit} to set alight").also(&[case!("G.3q"), case!("G.3s")])
            );
        }
        match self.burns(state, battery, hex) {
            true => Ok(()),
            false => Err(said("{unit} cannot set {place} alight").also(&[case!("G.3u"), case!("G.3q"), case!("G.3f")])),
        }
    }

    fn burns(&self, state: &State, battery: CounterId, hex: Hex) -> bool {
        let trajectory = self.gun_reaches(state, battery, hex);
        trajectory.is_some_and(|it| self.demolition_die(battery, Aim::Building, it.range).is_some())
    }

    /// G.3q, G.3r: whether a battery may fire at the bridge between two hexes.
    pub(crate) fn may_batter(&self, state: &State, side: Side, battery: CounterId, one: Hex, other: Hex) -> Ruling {
        self.may_demolish(state, side, battery)?;
        let said = |words| refuse(case!("G.3q"), words).unit(battery).place(one).also(&[case!("G.3r"), case!("G.3u")]);
        let Some(bridge) = self.bridge_between(one, other) else {
            return Err(said("there is no bridge in {place} for {unit} to destroy"));
        };
        if rule!("G.3q", self.ground.bridges[usize::from(bridge)].stone) {
            return Err(said("the bridge at {place} is of stone"));
        }
        if state.bridge_is_down(bridge) {
            return Err(said("the bridge at {place} is gone already"));
        }
        match self.batters(state, battery, bridge).is_some() {
            true => Ok(()),
            false => Err(said("{unit} cannot destroy the bridge at {place}")),
        }
    }

    fn bridge_between(&self, one: Hex, other: Hex) -> Option<u8> {
        let bridge = self.ground.between(one, other)?.bridge;
        (usize::from(bridge) < self.ground.bridges.len()).then_some(bridge)
    }

    /// The end of a bridge at which a battery can fire, and the range.
    fn batters(&self, state: &State, battery: CounterId, bridge: u8) -> Option<(Hex, Range)> {
        let ends = self.ground.bridges[usize::from(bridge)].ends;
        ends.into_iter().find_map(|end| {
            let range = self.gun_reaches(state, battery, end)?.range;
            self.demolition_die(battery, Aim::WoodenBridge, range)?;
            Some((end, range))
        })
    }

    /// G.3u: a shot at a building or a bridge is the battery's fire of the phase.
    fn may_demolish(&self, state: &State, side: Side, battery: CounterId) -> Ruling {
        self.may_choose_firer(state, side, battery, true)?;
        match state.formation(battery) == Formation::Unlimbered {
            true => Ok(()),
            false => {
                Err(refuse(case!("3.22c"), "{unit} is limbered and cannot fire").unit(battery).also(&[case!("G.3a")]))
            }
        }
    }

    /// Whether a battery can fire at any building or bridge of which `wanted` holds.
    fn demolishes(&self, state: &State, battery: CounterId, wanted: impl Fn(Aim) -> bool) -> bool {
        let burns = wanted(Aim::Building)
            && self.ground.building.iter().any(|hex| !state.alight.contains(hex) && self.burns(state, battery, hex));
        burns
            || wanted(Aim::WoodenBridge)
                && (0..self.ground.bridges.len() as u8).any(|bridge| self.may_still_fall(state, battery, bridge))
    }

    fn may_still_fall(&self, state: &State, battery: CounterId, bridge: u8) -> bool {
        !self.ground.bridges[usize::from(bridge)].stone
            && !state.bridge_is_down(bridge)
            && self.batters(state, battery, bridge).is_some()
    }

    pub(crate) fn list_demolition(&self, state: &State, side: Side, battery: CounterId, actions: &mut Vec<Action>) {
        for hex in self.ground.building.iter() {
            if !state.alight.contains(hex) && self.may_burn(state, side, battery, hex).is_ok() {
                actions.push(Action::Burn(battery, hex));
            }
        }
        for bridge in 0..self.ground.bridges.len() as u8 {
            if self.may_still_fall(state, battery, bridge) {
                let [one, other] = self.ground.bridges[usize::from(bridge)].ends;
                actions.push(Action::Batter(battery, one, other));
            }
        }
    }

    pub(crate) fn burn(
        &self,
        state: &mut State,
        battery: CounterId,
        hex: Hex,
        events: &mut impl kernel::Sink<crate::Event>,
    ) {
        let range = self.gun_reaches(state, battery, hex).map(|it| it.range);
        self.aim(state, Shot { hex, range, aim: Some(Aim::Building), ..self.no_shot(battery) }, events);
    }

    pub(crate) fn batter(
        &self,
        state: &mut State,
        battery: CounterId,
        (one, other): (Hex, Hex),
        events: &mut impl kernel::Sink<crate::Event>,
    ) {
        let Some(bridge) = self.bridge_between(one, other) else { return };
        let Some((hex, range)) = self.batters(state, battery, bridge) else { return };
        let shot = Shot { hex, range: Some(range), aim: Some(Aim::WoodenBridge), bridge, ..self.no_shot(battery) };
        self.aim(state, shot, events);
    }

    fn no_shot(&self, battery: CounterId) -> Shot {
        Shot { firer: battery, block: Block::Hard, ..Shot::NONE }
    }

    fn aim(&self, state: &mut State, shot: Shot, events: &mut impl kernel::Sink<crate::Event>) {
        self.set_sweep(state, shot.firer);
        if rule!("G.3u", true) {
            state.fired.insert(shot.firer);
        }
        state.shot = shot;
        events.event(crate::Event::Aimed { firer: shot.firer, hex: shot.hex });
        state.frames.push(Frame::CloseFire);
        state.frames.push(Frame::DemolitionDie);
    }
}
