//! Chapter H.2: what a charge does to both sides, and the advance that follows it.
//! Decides H.0b, H.2a, H.2b, H.2c, H.2d, H.2e, H.2f, H.2g, H.2h, H.2i, H.2m.

use arrayvec::ArrayVec;
use board::Hex;
use board::footprint::Places;
use kernel::{Side, Sink};

use crate::Rules;
use crate::action::Action;
use crate::counters::{CounterId, CounterSet, Formation};
use crate::event::Event;
use crate::refusal::{Ruling, Silent, refuse};
use crate::sequence::{Flight, Frame, Trial};
use crate::state::{Charge, State};
use crate::tables::{AttackerResult, DefenderResult, PanickedResult};

/// How far a unit goes back that panics in a charge (S23c), and a Panicked one that is charged (S14).
const PANIC_IN_CHARGE: u8 = 2;
const PANICKED_RECOIL: u8 = 3;
/// How many chargers may enter the hex (H.2i).
const MAY_ADVANCE: u8 = 2;

impl Rules {
    /// The hex from which a unit goes back after a charge: that of the charger; for a unit charged on the flank of its brigade
    /// the hex before its own front (S55).
    fn pushed_from(&self, state: &State, unit: CounterId, charger: CounterId) -> Hex {
        let hex = self.hex_of_unit_or_counter(state, unit);
        let brigade = self.counter(unit).brigade;
        if self.is_unit(unit) && state.formation(unit) == Formation::Brigade {
            let ahead = self.hexes_before(state, brigade, hex);
            let at = self.hexes_of(state, charger);
            return at.iter().copied().find(|it| ahead.contains(it)).or(ahead.first().copied()).unwrap_or(Hex::NONE);
        }
        self.hex_of_unit_or_counter(state, charger)
    }

    /// H.2d: one hex back; a unit still in its brigade is disorganised as well (S23d).
    fn drive_back(&self, state: &mut State, unit: CounterId, from: Hex, left: u8, events: &mut impl Sink<Event>) {
        if !state.on_map(unit) {
            return;
        }
        if state.formation(unit) == Formation::Brigade && rule!("H.2d", true) {
            self.come_out(state, unit);
            events.event(Event::Disorganised { unit });
            self.settle_brigade(state, self.counter(unit).brigade, events);
        }
        let flight = if left == 1 { Flight::Recoil } else { Flight::Broken };
        state.frames.push(Frame::Recoil { unit, left, from, flight });
    }

    /// The defender's result is carried out.
    pub(crate) fn strike_defender(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        state.frames.pop();
        let Charge { target, front, defender, .. } = state.charge;
        if !state.on_map(target) {
            return false;
        }
        if state.formation(target) == Formation::Panicked && rule!("H.2h", true) {
            self.strike_panicked(state, events);
            return false;
        }
        let guns = self.is_battery(target) || self.is_long(target);
        let from = self.pushed_from(state, target, front);
        match defender {
            DefenderResult::Nothing => {}
            // S54: guns are destroyed whether they pass or not.
            DefenderResult::DisorganisedOrRecoil if guns => {
                // H.2c: that was their disorganisation.
                state.charge.disorganised = true;
                self.destroy(state, target, events);
            }
            DefenderResult::Check | DefenderResult::DisorganisedOrRecoil | DefenderResult::RecoilOrBoth => {
                self.ask_check(state, target, Trial::Charged(defender), events);
            }
            DefenderResult::Disorganised => {
                if rule!("H.2a", true) {
                    state.charge.disorganised = true;
                    self.disorganise(state, target, events);
                }
            }
            DefenderResult::Recoil => {
                state.charge.recoiled = true;
                self.drive_back(state, target, from, 1, events);
            }
            // Guns do not go back: they are gone.
            DefenderResult::Both | DefenderResult::Panic if guns => self.destroy(state, target, events),
            DefenderResult::Both => {
                if rule!("H.2f", true) {
                    self.disorganise_and_drive_back(state, target, from, events);
                }
            }
            DefenderResult::Panic => {
                if rule!("H.2g", true) {
                    state.charge.recoiled = true;
                    self.panic_from(state, target, (from, PANIC_IN_CHARGE, Flight::Broken), events);
                }
            }
        }
        false
    }

    /// D and R together. A unit that panics by it goes its three hexes and no more.
    fn disorganise_and_drive_back(
        &self,
        state: &mut State,
        target: CounterId,
        from: Hex,
        events: &mut impl Sink<Event>,
    ) {
        state.charge.recoiled = true;
        state.charge.disorganised = true;
        self.disorganise(state, target, events);
        if state.on_map(target) && state.formation(target) != Formation::Panicked {
            self.drive_back(state, target, from, 1, events);
        }
    }

    /// H.2h, S14: a Panicked target has results of its own.
    fn strike_panicked(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let Charge { target, front, defender, .. } = state.charge;
        match self.tables.charge_on_panicked(defender) {
            PanickedResult::Nothing => {}
            PanickedResult::Recoil => {
                state.charge.recoiled = true;
                let from = self.pushed_from(state, target, front);
                self.drive_back(state, target, from, PANICKED_RECOIL, events);
            }
            PanickedResult::Captured => self.capture(state, target, events),
        }
    }

    /// The defender has made his check.
    pub(crate) fn defender_checked(
        &self,
        state: &mut State,
        unit: CounterId,
        result: DefenderResult,
        passed: bool,
        events: &mut impl Sink<Event>,
    ) {
        let from = self.pushed_from(state, unit, state.charge.front);
        match (result, passed) {
            (DefenderResult::Check, true) => {}
            (DefenderResult::Check, false) => {
                if rule!("H.2a", true) {
                    state.charge.disorganised = true;
                    self.disorganise(state, unit, events);
                }
            }
            (DefenderResult::DisorganisedOrRecoil, true) => {
                if rule!("H.2b", true) {
                    state.charge.disorganised = true;
                    self.disorganise(state, unit, events);
                }
            }
            (DefenderResult::DisorganisedOrRecoil, false) => {
                if rule!("H.2b", true) {
                    state.charge.recoiled = true;
                    self.drive_back(state, unit, from, 1, events);
                }
            }
            (DefenderResult::RecoilOrBoth, true) => {
                state.charge.recoiled = true;
                self.drive_back(state, unit, from, 1, events);
            }
            (DefenderResult::RecoilOrBoth, false) => {
                if rule!("H.2e", true) {
                    self.disorganise_and_drive_back(state, unit, from, events);
                }
            }
            (
                DefenderResult::Nothing
                | DefenderResult::Disorganised
                | DefenderResult::Recoil
                | DefenderResult::Both
                | DefenderResult::Panic,
                _,
            ) => {}
        }
    }

    /// The attacker's result falls on the charger in front alone (H.1i).
    pub(crate) fn strike_attacker(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        state.frames.pop();
        let Charge { front, hex, attacker, disorganised, recoiled, .. } = state.charge;
        if !state.on_map(front) {
            return false;
        }
        match attacker {
            AttackerResult::Nothing => {}
            AttackerResult::Check => self.ask_check(state, front, Trial::Charger, events),
            AttackerResult::Disorganised => self.disorganise(state, front, events),
            // H.2c: what the defender did not get.
            AttackerResult::DisorganisedOrRecoil => {
                if !rule!("H.2c", true) {
                    return false;
                }
                if disorganised && !recoiled {
                    self.drive_back(state, front, hex, 1, events);
                } else {
                    self.disorganise(state, front, events);
                }
            }
            AttackerResult::Recoil => self.drive_back(state, front, hex, 1, events),
        }
        false
    }

    /// Leaders in the hex of the target, each by himself (I.0c).
    pub(crate) fn endanger_leaders(&self, state: &mut State) -> bool {
        match state.exposed.first() {
            Some(leader) => {
                state.exposed.remove(leader);
                if state.on_map(leader) {
                    state.frames.push(Frame::LeaderDie { leader, charged: true });
                }
            }
            None => {
                state.frames.pop();
            }
        }
        false
    }

    /// Everybody who took part in the charge and is still there.
    fn chargers(&self, state: &State) -> ArrayVec<CounterId, 3> {
        let Charge { front, ref support, .. } = state.charge;
        let all = std::iter::once(front).chain(support.iter().copied());
        all.filter(|unit| !unit.is_none() && state.on_map(*unit)).collect()
    }

    /// Whether the target has left its hex, by a recoil or in panic, and nothing else is in it (H.2i, H.0b).
    fn is_vacated(&self, state: &State) -> bool {
        let hex = state.charge.hex;
        hex.is_some() && !rule!("H.0b", self.is_deserted(state, hex)) && !self.is_occupied(state, hex)
    }

    pub(crate) fn may_advance(&self, state: &State, side: Side, unit: CounterId) -> Ruling {
        let hex = state.charge.hex;
        let said = |words| refuse(case!("H.2i"), words).unit(unit).place(hex);
        if self.side_of(unit) != side || !self.chargers(state).contains(&unit) {
            return Err(said("{unit} did not charge"));
        }
        if rule!("H.2i", state.charge.advanced >= MAY_ADVANCE) {
            return Err(said("two chargers enter {place}, and no more"));
        }
        let from = self.hexes_of(state, unit);
        let way = from.iter().find_map(|at| Some((*at, self.ground.grid.direction_between(*at, hex)?)));
        let Some((at, way)) = way.filter(|(at, _)| self.ground.distance(*at, hex) == 1) else {
            return Err(said("{unit} is no longer next to {place}"));
        };
        let runs = state.formation(unit) == Formation::Panicked;
        let mover = if state.formation(unit) == Formation::Brigade { self.counter(unit).brigade } else { unit };
        if runs || self.price(state, mover, at, way).is_none() {
            return Err(said("{unit} cannot enter {place}"));
        }
        self.may_stack::<crate::refusal::Refusal>(state, unit, hex)
    }

    /// H.2i: one or two of the chargers may enter the hex, and all may turn to the enemy; H.2m comes before it.
    pub(crate) fn go_on_advancing(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        if !self.is_vacated(state) && state.charge.advanced == 0 {
            // They may turn to the enemy though others still stand in the hex.
            if state.charge.recoiled {
                self.end_advance(state);
            } else {
                state.frames.pop();
            }
            return false;
        }
        state.vacated.insert(state.charge.hex);
        if state.charge.advanced == 0 && self.brigade_advances(state, events) {
            self.end_advance(state);
            let brigade = self.counter(state.charge.front).brigade;
            let places = self.places(state, brigade);
            self.disorder_in_cover(state, brigade, &places, events);
            return false;
        }
        let side = state.player;
        if self.chargers(state).iter().any(|unit| self.may_advance(state, side, *unit).is_ok()) {
            return true;
        }
        self.end_advance(state);
        false
    }

    pub(crate) fn list_advances(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        let able =
            self.chargers(state).into_iter().filter(|unit| self.judge(state, side, &Action::Advance(*unit)).is_ok());
        actions.extend(able.map(Action::Advance));
        actions.push(Action::EndAdvance);
    }

    pub(crate) fn advance(&self, state: &mut State, unit: CounterId, events: &mut impl Sink<Event>) {
        let (from, to) = (self.hex_of_unit(state, unit), state.charge.hex);
        state.charge.advanced += 1;
        if state.formation(unit) == Formation::Brigade {
            self.come_out(state, unit);
            events.event(Event::LeftBrigade { unit });
            self.settle_brigade(state, self.counter(unit).brigade, events);
        }
        self.bring(state, unit, to, events);
        events.event(Event::Advanced { unit, from, to });
    }

    /// The chargers may turn to the enemy.
    pub(crate) fn end_advance(&self, state: &mut State) {
        state.frames.pop();
        for unit in self.chargers(state) {
            let formation = state.formation(unit);
            if formation.has_facing() && formation != Formation::Brigade && rule!("H.2i", true) {
                state.frames.push(Frame::Face { unit });
            }
        }
    }

    /// H.2m, S23e: a brigade in Line before which nobody is left goes one hex forward with its whole counter, if it can, into
    /// as many as possible of the hexes that its opponents have left.
    fn brigade_advances(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let Charge { front, hex, .. } = state.charge;
        let Some(brigade) = self.standing_brigade(state, front) else { return false };
        let side = self.side_of(front);
        let places = self.places(state, brigade);
        // A charger that was disorganised stands on its brigade still.
        let on_it = self.hexes_of(state, front).iter().any(|at| places.contains(at));
        if !on_it || state.formation(brigade) != Formation::Line {
            return false;
        }
        let opposed = places.iter().flat_map(|at| self.hexes_before(state, brigade, *at));
        if opposed.into_iter().any(|ahead| self.is_enemy_in(state, side, ahead)) {
            return false;
        }
        let mut best: Option<(usize, Places)> = None;
        for way in places.iter().filter_map(|at| self.ground.grid.direction_between(*at, hex)) {
            let to: Option<Places> =
                places.iter().map(|at| Some(self.ground.grid.neighbour(*at, way)).filter(|to| to.is_some())).collect();
            let Some(to) = to else { continue };
            let open = places.iter().zip(&to).all(|(from, to)| {
                places.contains(to)
                    || !self.is_enemys(state, side, *to)
                        && self.price(state, brigade, *from, way).is_some()
                        && self.may_stack::<Silent>(state, brigade, *to).is_ok()
            });
            let left = to.iter().filter(|hex| state.vacated.contains(**hex)).count();
            if rule!("H.2m", open) && best.as_ref().is_none_or(|(most, _)| left > *most) {
                best = Some((left, to));
            }
        }
        let Some((_, to)) = best else { return false };
        let from = state.hex_of(brigade);
        self.bring_long(state, brigade, &to, events);
        events.event(Event::Advanced { unit: brigade, from, to: to[0] });
        true
    }

    /// The charge is over.
    pub(crate) fn close_charge(&self, state: &mut State) -> bool {
        state.frames.pop();
        state.charge = Charge::none();
        state.exposed = CounterSet::EMPTY;
        self.alternate(state);
        false
    }
}
