//! Chapter 5: what may stand together in a hex.
//! Decides 2.3f, 5.1a, 5.1b, 5.1c, 5.2a, 5.2b, 5.3, 5.4a, 5.4b, 5.4c.

use board::Hex;
use kernel::Sink;

use crate::Rules;
use crate::action::Action;
use crate::counters::{Arm, CounterId, Kind};
use crate::event::Event;
use crate::refusal::{No, Ruling, refuse};
use crate::sequence::Frame;
use crate::state::State;

/// What stands in a hex.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Load {
    pub battalions: u8,
    pub squadrons: u8,
    pub balls: u8,
    pub baggage: bool,
}

impl Rules {
    fn load_of(&self, counter: CounterId, load: &mut Load) {
        let print = self.counter(counter);
        match print.kind {
            Kind::Unit(Arm::Infantry) => load.battalions += 1,
            Kind::Unit(Arm::Cavalry) => load.squadrons += print.squadrons,
            Kind::Battery if rule!("2.3f", true) => load.balls += print.balls,
            Kind::Battery => load.balls += 1,
            Kind::Baggage => load.baggage = true,
            // 5.4c: leaders are free.
            Kind::Leader(_) if !rule!("5.4c", true) => load.battalions += 1,
            // A brigade counter counts as its units (S19).
            Kind::Leader(_) | Kind::Brigade(_) => {}
        }
    }

    /// What stands in a hex besides one counter.
    pub(crate) fn load_in(&self, state: &State, hex: Hex, without: CounterId) -> Load {
        let mut load = Load::default();
        state.counters_in(hex).filter(|it| *it != without).for_each(|it| self.load_of(it, &mut load));
        if let Some(long) = state.long_in(hex)
            && long != without
        {
            self.load_of(long, &mut load);
            let part = self.part_in(state, long, hex).unwrap_or(0);
            for unit in self.units_on_part(state, long, part) {
                if unit != without {
                    self.load_of(unit, &mut load);
                }
            }
        }
        load
    }

    /// The case that a load breaks.
    pub(crate) fn too_much(&self, load: Load) -> Option<kernel::Case> {
        let limits = &self.tables.stacking;
        let Load { battalions, squadrons, balls, baggage } = load;
        if rule!("5.4b", squadrons > 0 && (battalions > 0 || balls > 0)) {
            return Some(case!("5.4b"));
        }
        if baggage && (battalions > 0 || squadrons > 0 || balls > 0) {
            return Some(case!("5.4a"));
        }
        if rule!("5.1a", battalions > limits.battalions) {
            return Some(case!("5.1a"));
        }
        if rule!("5.2a", squadrons > limits.squadrons) {
            return Some(case!("5.2a"));
        }
        // 5.1c: it does not matter of which brigades they are.
        if battalions > 1 && !rule!("5.1c", true) {
            return Some(case!("5.1a"));
        }
        let room = if battalions > 0 { limits.balls_with_a_battalion } else { limits.balls };
        if rule!("5.3", balls > room || (balls > 0 && battalions > 1)) {
            return Some(case!("5.3"));
        }
        None
    }

    /// Whether a counter may stand in a hex with what is there (5.1 to 5.4), at every step of a move (5.4a).
    pub(crate) fn may_stack<N: No>(&self, state: &State, counter: CounterId, hex: Hex) -> Result<(), N> {
        let print = self.counter(counter);
        // 5.4c: leaders are free.
        if rule!("5.4c", print.is_leader()) {
            return Ok(());
        }
        if print.is_long() {
            return self.may_cover(state, counter, hex);
        }
        if let Some(long) = state.long_in(hex) {
            // 5.1b, 5.2b: on a brigade counter its own units only.
            if rule!("5.1b", print.brigade != long && print.is_infantry())
                || rule!("5.2b", print.brigade != long && print.is_cavalry())
            {
                let case = if print.is_cavalry() { case!("5.2b") } else { case!("5.1b") };
                return Err(N::because(|| {
                    refuse(case, "{other} covers {place}, and {unit} does not belong to it")
                        .unit(counter)
                        .other(long)
                        .place(hex)
                }));
            }
            if !self.is_own_part(state, counter, long, hex) {
                let case = if print.is_cavalry() { case!("5.2b") } else { case!("5.1b") };
                if kernel::cases::applies(case, true, file!(), line!()) {
                    return Err(N::because(|| {
                        refuse(case, "{place} is not the part of {other} on which {unit} belongs")
                            .unit(counter)
                            .other(long)
                            .place(hex)
                    }));
                }
            }
            if rule!("5.4b", print.is_battery()) {
                return Err(N::because(|| {
                    refuse(case!("5.4b"), "no guns stand on {other}, as {unit} would in {place}")
                        .unit(counter)
                        .other(long)
                        .place(hex)
                }));
            }
        }
        let mut load = self.load_in(state, hex, counter);
        self.load_of(counter, &mut load);
        match self.too_much(load) {
            None => Ok(()),
            Some(case) if rule!("5.4a", true) => Err(N::because(|| {
                refuse(case, "there is no room for {unit} in {place}").unit(counter).place(hex).also(&[case!("5.4a")])
            })),
            Some(_) => Ok(()),
        }
    }

    /// 5.1b, 5.2b: a unit returns to its own part of its brigade; to any other only where a leader can rally it (J.1, S19c).
    fn is_own_part(&self, state: &State, unit: CounterId, long: CounterId, hex: Hex) -> bool {
        if self.counter(unit).brigade != long || !self.is_unit(unit) {
            return true;
        }
        let (first, last) = self.parts_of(state, unit);
        let own = self.part_in(state, long, hex).is_some_and(|part| (first..=last).contains(&part));
        own || self.own_leaders(state, unit).iter().any(|leader| state.hex_of(*leader) == hex)
    }

    /// A long counter covers only what is free, or holds units of its own.
    fn may_cover<N: No>(&self, state: &State, long: CounterId, hex: Hex) -> Result<(), N> {
        let other = state.long_in(hex).filter(|it| *it != long);
        let stranger = state.counters_in(hex).find(|it| !self.is_leader(*it) && self.counter(*it).brigade != long);
        match other.or(stranger) {
            Some(there) if rule!("5.4a", true) => {
                let case = if self.is_battery(there) { case!("5.4b") } else { case!("5.1b") };
                Err(N::because(|| {
                    refuse(case, "{other} stands in {place}, which {unit} would cover")
                        .unit(long)
                        .other(there)
                        .place(hex)
                }))
            }
            _ => Ok(()),
        }
    }
}

impl Rules {
    /// 5.4a: a part of a brigade that comes over units of its own counts with them, and with those that ride on it.
    pub(crate) fn may_join_part<N: No>(
        &self,
        state: &State,
        brigade: CounterId,
        part: usize,
        hex: Hex,
    ) -> Result<(), N> {
        let mut load = Load::default();
        let now = self.places(state, brigade);
        let riders = now.get(part).into_iter().flat_map(|at| state.counters_in(*at));
        let riders = riders.filter(|rider| self.counter(*rider).brigade == brigade);
        for unit in
            self.units_on_part(state, brigade, part as u8).into_iter().chain(state.counters_in(hex)).chain(riders)
        {
            self.load_of(unit, &mut load);
        }
        match self.too_much(load) {
            Some(case) if rule!("5.4a", state.top[hex.index()] != CounterId::NONE) => Err(N::because(|| {
                refuse(case, "there is no room for {unit} in {place}, where units of its own stand")
                    .unit(brigade)
                    .place(hex)
                    .also(&[case!("5.4a")])
            })),
            _ => Ok(()),
        }
    }
}

/// 5.4e: what stands beyond the limits is moved to the nearest open hex, by the enemy.
impl Rules {
    /// The hexes so far from a hex in which a counter could stand.
    fn open_at<'s>(
        &'s self,
        state: &'s State,
        unit: CounterId,
        hex: Hex,
        distance: u16,
    ) -> impl Iterator<Item = Hex> + 's {
        let side = self.side_of(unit);
        let gait = self.gait(state, unit);
        let ring = self.ground.grid.hexes().filter(move |to| self.ground.distance(hex, *to) == distance);
        ring.filter(move |to| {
            !self.is_enemys(state, side, *to)
                && self.ground.entry(gait, *to) != crate::ground::BARRED
                && !state.alight.contains(*to)
                && self.may_stack::<crate::refusal::Silent>(state, unit, *to).is_ok()
        })
    }

    /// The open hexes nearest to a hex for a counter.
    fn nearest_open<'s>(&'s self, state: &'s State, unit: CounterId, hex: Hex) -> impl Iterator<Item = Hex> + 's {
        let rings = 1..=self.ground.grid.columns().max(self.ground.grid.rows());
        let nearest = rings.into_iter().find(|far| self.open_at(state, unit, hex, *far).next().is_some());
        nearest.into_iter().flat_map(move |far| self.open_at(state, unit, hex, far))
    }

    /// True while the enemy has to move something out of a hex: by now it may hold no more than it should.
    pub(crate) fn go_on_unstacking(&self, state: &mut State, hex: Hex) -> bool {
        let full = self.too_much(self.load_in(state, hex, CounterId::NONE)).is_some();
        let movable =
            |unit: &CounterId| !self.is_leader(*unit) && self.nearest_open(state, *unit, hex).next().is_some();
        if full && state.counters_in(hex).any(|unit| movable(&unit)) {
            return true;
        }
        state.frames.pop();
        false
    }

    pub(crate) fn may_unstack(&self, state: &State, hex: Hex, unit: CounterId, to: Hex) -> Ruling {
        let there = state.counters_in(hex).any(|it| it == unit) && !self.is_leader(unit);
        match there && self.nearest_open(state, unit, hex).any(|open| open == to) {
            true => Ok(()),
            false => Err(refuse(case!("5.4e"), "{unit} is not moved to {place}: the nearest open hex it is")
                .unit(unit)
                .place(to)),
        }
    }

    pub(crate) fn list_unstacking(&self, state: &State, hex: Hex, actions: &mut Vec<Action>) {
        for unit in state.counters_in(hex).filter(|unit| !self.is_leader(*unit)) {
            actions.extend(self.nearest_open(state, unit, hex).map(|to| Action::Unstack(unit, to)));
        }
    }

    pub(crate) fn unstack(&self, state: &mut State, unit: CounterId, to: Hex, events: &mut impl Sink<Event>) {
        let Frame::Unstack { hex } = state.frame() else { return };
        self.bring(state, unit, to, events);
        events.event(Event::Unstacked { unit, from: hex, to });
    }
}
