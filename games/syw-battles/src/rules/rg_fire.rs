//! Chapter G: alternate fire, wing to wing, and its results.
//! Decides 2.7a, 5.5b, 5.5c, D.3o, G.3c, G.3d, G.3e, G.3i, G.3j, G.3k, G.3l, G.3m, G.3n, G.3o, G.3p, G.3t, G.4b, G.4c,
//! G.4d, G.4f, G.4g, I.0a, I.0b, T.fire.

use std::cmp::Ordering;

use board::{Hand as Wing, Hex};
use kernel::{Side, Sink};

use crate::Rules;
use crate::action::Action;
use crate::counters::{CounterId, CounterSet, Formation, enemy_of};
use crate::event::{Event, Phase};
use crate::refusal::{No, Ruling, Silent, refuse};
use crate::scenario::End;
use crate::sequence::{Flight, Frame, Trial};
use crate::state::{Shot, State, Sweeping};
use crate::tables::{Aim, Block, Class, FireResult, Range};

use super::r6_disorganisation::PANIC;

/// Places along the front are so far apart that the counters of a hex fit between two of them.
const PLACES_IN_A_HEX: i32 = 64;

impl Rules {
    /// G.3, G.4: first all guns fire, then all infantry (S21c).
    pub(crate) fn open_fire_phase(&self, state: &mut State, guns: bool, events: &mut impl Sink<Event>) {
        let phase = if guns { Phase::Artillery } else { Phase::Musketry };
        state.sweep = [Sweeping::NONE; 2];
        state.fired = CounterSet::EMPTY;
        state.shot = Shot::NONE;
        self.open_alternate(state, Frame::Fire { guns }, phase, events);
    }

    pub(crate) fn go_on_firing(&self, state: &mut State, guns: bool, events: &mut impl Sink<Event>) -> bool {
        if self.whose_choice(state, |rules, state, side| rules.has_fire(state, side, guns)) {
            return true;
        }
        state.frames.pop();
        state.sweep = [Sweeping::NONE; 2];
        state.shot = Shot::NONE;
        if guns {
            self.open_fire_phase(state, false, events);
        } else {
            self.open_charges(state, events);
        }
        false
    }

    /// Those of a side who could fire in a phase: guns in theirs, infantry in its own (G.4a).
    fn firers(&self, side: Side, guns: bool) -> CounterSet {
        let kind = if guns { self.batteries } else { self.units };
        kind.intersection(self.counters_of(side))
    }

    /// Whether a side has anybody left to fire in this phase.
    fn has_fire(&self, state: &State, side: Side, guns: bool) -> bool {
        let left = self.firers(side, guns).difference(state.fired);
        left.iter().any(|firer| self.is_ahead(state, firer) && self.has_target(state, firer, guns))
    }

    fn has_target(&self, state: &State, firer: CounterId, guns: bool) -> bool {
        if guns { self.gun_has_target(state, firer) } else { self.musket_has_target(state, firer) }
    }

    /// S21: where a counter stands along its army's front, counted from its right; within a hex the top counter first, in a
    /// brigade by the order of its units.
    pub(crate) fn front_place(&self, state: &State, firer: CounterId) -> i32 {
        let side = self.side_of(firer);
        let hexes = self.hexes_of(state, firer);
        let sum: i32 = hexes.iter().map(|hex| self.ground.along(*hex, self.axis)).sum();
        let along = sum * PLACES_IN_A_HEX / hexes.len().max(1) as i32;
        let from_right = match self.scenario.sweep.right[side.index()] {
            End::Low => along,
            End::High => -along,
        };
        // G.4h: a unit that is put out of its brigade keeps its place among the others of its part.
        let on_part = state.formation(firer) == Formation::Brigade || self.rides_on_its_part(state, firer);
        let within = match on_part {
            true => self.place_on_part(state, firer),
            false => self.place_in_stack(state, firer, hexes.first().copied().unwrap_or(Hex::NONE)),
        };
        from_right + within
    }

    /// Whether a unit stands on its own part of its brigade counter, though not in the brigade.
    fn rides_on_its_part(&self, state: &State, unit: CounterId) -> bool {
        let Some(brigade) = self.standing_brigade(state, unit) else { return false };
        let part = self.part_in(state, brigade, state.hex_of(unit));
        let (first, last) = self.parts_of(state, unit);
        part.is_some_and(|part| (first..=last).contains(&part))
    }

    /// How many units of its brigade have their place before a unit on its part.
    fn place_on_part(&self, state: &State, unit: CounterId) -> i32 {
        let print = self.counter(unit);
        let before = self.counter(print.brigade).units.iter().take(print.number.into());
        before.filter(|other| self.parts_of(state, **other) == self.parts_of(state, unit)).count() as i32
    }

    /// 5.5b, 5.5c: in a stack of Lines or unlimbered guns the upper counter stands on the right. In a stack of Columns it stands
    /// in front, and of a mixed stack its owner says how it stands: there either may fire first.
    fn place_in_stack(&self, state: &State, firer: CounterId, hex: Hex) -> i32 {
        if hex.is_none() {
            return 0;
        }
        let stack = || state.counters_in(hex).filter(|it| !self.is_leader(*it));
        let in_depth = |it: CounterId| matches!(state.formation(it), Formation::Column | Formation::Limbered);
        let (deep, wide) = (stack().any(in_depth), stack().any(|it| !in_depth(it)));
        let abreast = match (deep, wide) {
            (true, true) => !rule!("5.5c", true),
            (true, false) => false,
            (false, _) => rule!("5.5b", true),
        };
        if abreast { stack().position(|it| it == firer).unwrap_or(0) as i32 } else { 0 }
    }

    /// Those of a side who can still fire, in the order of its sweep; before its first fire from the right.
    pub(crate) fn fire_queue(&self, state: &State, side: Side, guns: bool) -> Vec<CounterId> {
        let left = self.firers(side, guns).difference(state.fired).iter();
        let mut queue: Vec<CounterId> =
            left.filter(|firer| self.is_ahead(state, *firer) && self.has_target(state, *firer, guns)).collect();
        queue.sort_by_key(|firer| self.sweep_order(state, *firer));
        queue
    }

    /// G.3d: a sweep goes one way, and what it has passed is passed.
    fn is_ahead(&self, state: &State, firer: CounterId) -> bool {
        let sweep = &state.sweep[self.side_of(firer).index()];
        let (Some(from), Some(at)) = (sweep.from, sweep.at) else { return true };
        let place = self.front_place(state, firer);
        let behind = match from {
            Wing::Right => place < at,
            Wing::Left => place > at,
        };
        !if self.is_battery(firer) { rule!("G.3d", behind) } else { rule!("G.4b", behind) }
    }

    /// The first fire says where the sweep begins, the second which way it goes (S21).
    pub(super) fn set_sweep(&self, state: &mut State, firer: CounterId) {
        let side = self.side_of(firer);
        let at = self.front_place(state, firer);
        let Sweeping { from, at: before } = state.sweep[side.index()];
        let way = match before.map_or(Ordering::Equal, |before| at.cmp(&before)) {
            Ordering::Greater => Some(Wing::Right),
            Ordering::Less => Some(Wing::Left),
            Ordering::Equal => None,
        };
        state.sweep[side.index()] = Sweeping { from: from.or(way), at: Some(at) };
    }

    /// What every fire has in common.
    pub(super) fn may_choose_firer<N: No>(
        &self,
        state: &State,
        side: Side,
        firer: CounterId,
        guns: bool,
    ) -> Result<(), N> {
        if self.side_of(firer) != side || !state.on_map(firer) {
            return Err(N::because(|| refuse(case!("G.3d"), "{unit} is not there to fire for you").unit(firer)));
        }
        let fits = if guns { self.is_battery(firer) } else { self.is_unit(firer) && self.counter(firer).is_infantry() };
        if !fits {
            return Err(N::because(|| {
                let case = if guns { case!("G.3a") } else { case!("G.4a") };
                refuse(case, "{unit} does not fire in this phase").unit(firer).also(&[case!("3.3"), case!("G.4a")])
            }));
        }
        if state.fired.contains(firer) {
            return Err(N::because(|| {
                refuse(case!("G.3a"), "{unit} has fired in this phase")
                    .unit(firer)
                    .also(&[case!("G.4b"), case!("G.3d")])
            }));
        }
        if !self.is_ahead(state, firer) {
            return Err(N::because(|| {
                let case = if guns { case!("G.3d") } else { case!("G.4b") };
                refuse(case, "the fire has passed {unit}, and goes one way only").unit(firer)
            }));
        }
        if !self.weather_effect(state, self.hex_of_unit(state, firer)).fire {
            return Err(N::because(|| refuse(case!("7.2"), "nobody fires in this rain").unit(firer)));
        }
        Ok(())
    }

    pub(crate) fn may_fire(
        &self,
        state: &State,
        side: Side,
        guns: bool,
        firer: CounterId,
        target: CounterId,
    ) -> Ruling {
        self.may_choose_firer(state, side, firer, guns)?;
        self.may_hit(state, firer, target, guns)
    }

    /// Whether a counter may be fired at by one that may fire.
    fn may_hit<N: No>(&self, state: &State, firer: CounterId, target: CounterId, guns: bool) -> Result<(), N> {
        if self.side_of(target) == self.side_of(firer) || !state.on_map(target) || self.counter(target).is_brigade() {
            return Err(N::because(|| {
                refuse(case!("G.3a"), "{other} is no target for {unit}")
                    .unit(firer)
                    .other(target)
                    .also(&[case!("G.4b")])
            }));
        }
        if self.is_leader(target) {
            self.may_hit_leader(state, firer, target)?;
        }
        if guns { self.gun_may_hit(state, firer, target) } else { self.musket_may_hit(state, firer, target) }
    }

    /// I.0b: a leader by himself is a target, and nobody else's leader is.
    fn may_hit_leader<N: No>(&self, state: &State, firer: CounterId, leader: CounterId) -> Result<(), N> {
        let hex = state.hex_of(leader);
        match self.is_occupied(state, hex) || !rule!("I.0b", true) {
            true => Err(N::because(|| {
                refuse(case!("I.0b"), "{other} is with troops: fire at them").unit(firer).other(leader).place(hex)
            })),
            false => Ok(()),
        }
    }

    /// Everything of the enemy that could be fired at or charged in a hex: units, guns, baggage, and leaders by themselves.
    pub(crate) fn targets_in(&self, state: &State, side: Side, hex: Hex) -> arrayvec::ArrayVec<CounterId, 24> {
        let mut found = arrayvec::ArrayVec::new();
        let enemy = enemy_of(side);
        if self.is_held_by(state, enemy, hex) {
            for unit in self.units_in(state, hex) {
                let _ = found.try_push(unit);
            }
            for battery in state.counters_in(hex).filter(|it| self.is_battery(*it)) {
                let _ = found.try_push(battery);
            }
            if let Some(long) = state.long_in(hex).filter(|long| !self.counter(*long).is_brigade()) {
                let _ = found.try_push(long);
            }
        } else if !self.is_occupied(state, hex) {
            for leader in state.counters_in(hex).filter(|it| self.side_of(*it) == enemy) {
                let _ = found.try_push(leader);
            }
        }
        found
    }

    pub(crate) fn list_fire(&self, state: &State, side: Side, guns: bool, actions: &mut Vec<Action>) {
        for firer in self.firers(side, guns).difference(state.fired) {
            if self.may_choose_firer::<Silent>(state, side, firer, guns).is_err() {
                continue;
            }
            if guns {
                self.list_gun_targets(state, side, firer, actions);
                self.list_demolition(state, side, firer, actions);
            } else {
                for hex in self.arc_of_fire(state, firer) {
                    for target in self.targets_in(state, side, hex) {
                        if self.may_hit::<Silent>(state, firer, target, false).is_ok() {
                            actions.push(Action::Fire(firer, target));
                        }
                    }
                }
            }
        }
        // G.3e: firing is never compulsory.
        if rule!("G.3e", true) {
            actions.push(Action::EndFire);
        }
    }

    fn list_gun_targets(&self, state: &State, side: Side, battery: CounterId, actions: &mut Vec<Action>) {
        let hexes = self.target_hexes(state, side);
        for hex in hexes {
            if self.gun_reaches(state, battery, hex).is_none() {
                continue;
            }
            for target in self.targets_in(state, side, hex) {
                if self.may_hit::<Silent>(state, battery, target, true).is_ok() {
                    actions.push(Action::Fire(battery, target));
                }
            }
        }
    }

    /// Hexes with anything of the enemy, leaders by themselves among it.
    pub(crate) fn target_hexes(&self, state: &State, side: Side) -> crate::HexSet {
        let enemy = enemy_of(side);
        let mut hexes = state.occupied[enemy.index()];
        for leader in self.leaders.intersection(self.counters_of(enemy)) {
            if state.on_map(leader) {
                hexes.insert(state.hex_of(leader));
            }
        }
        hexes
    }

    /// A counter fires: the sweep goes on to it, and infantry checks first (G.4c).
    pub(crate) fn fire(
        &self,
        state: &mut State,
        guns: bool,
        firer: CounterId,
        target: CounterId,
        events: &mut impl Sink<Event>,
    ) {
        self.set_sweep(state, firer);
        state.fired.insert(firer);
        let shot = if guns { self.gun_shot(state, firer, target) } else { self.musket_shot(state, firer, target) };
        state.shot = shot;
        state.frames.push(Frame::CloseFire);
        // G.4d: by agreement infantry fires without a check.
        if !guns && rule!("G.4c", true) && !(self.agreed.no_drill && rule!("G.4d", true)) {
            self.ask_check(state, firer, Trial::Volley, events);
        } else {
            self.open_fire(state, events);
        }
    }

    /// The unit that has passed its check, or needs none, opens fire.
    pub(crate) fn open_fire(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let shot = state.shot;
        events.event(Event::Fired { firer: shot.firer, target: shot.target, column: shot.column, block: shot.block });
        self.expose_leaders(state);
        // D.3o: a brigade in Column breaks up before the die falls.
        self.break_column(state, shot.target, events);
        if self.is_leader(shot.target) {
            return;
        }
        // G.3o: limbered guns have no chance.
        if rule!("G.3o", self.is_battery(shot.target) && state.formation(shot.target) == Formation::Limbered) {
            self.destroy(state, shot.target, events);
            return;
        }
        state.frames.push(Frame::FireDie);
    }

    /// D.3o: a brigade in Column that is fired at or charged becomes Adapted square counters.
    pub(crate) fn break_column(&self, state: &mut State, target: CounterId, events: &mut impl Sink<Event>) {
        if self.is_unit(target)
            && state.formation(target) == Formation::Brigade
            && let Some(brigade) = self.standing_brigade(state, target)
            && rule!("D.3o", state.formation(brigade) == Formation::Column)
        {
            self.dissolve(state, brigade, events);
        }
    }

    /// I.0a, I.0b: leaders in the hex of the target are in danger from muskets and from guns at point blank, but not from
    /// what is fired over a screen.
    fn expose_leaders(&self, state: &mut State) {
        let shot = state.shot;
        let near = match shot.range {
            None => rule!("G.4f", true),
            Some(range) => range == Range::PointBlank && rule!("G.3p", true),
        };
        if near && !shot.over && rule!("I.0a", true) {
            state.exposed = self.leaders_in(state, shot.hex);
        }
    }

    pub(crate) fn leaders_in(&self, state: &State, hex: Hex) -> CounterSet {
        state.counters_in(hex).filter(|it| self.is_leader(*it)).collect()
    }

    /// It does not fire.
    pub(crate) fn hold_fire(&self, state: &mut State, events: &mut impl Sink<Event>) {
        events.event(Event::Held { unit: state.shot.firer });
        state.shot = Shot::NONE;
    }

    /// G.4c: the unit that failed its check risks an EC to fire all the same.
    pub(crate) fn press(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.frames.pop();
        self.ask_check(state, state.shot.firer, Trial::Press, events);
    }

    pub(crate) fn decline_fire(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.frames.pop();
        self.hold_fire(state, events);
    }

    /// T.fire: the die of a fire, and its result at once (G.3i).
    pub(crate) fn fire_falls(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let shot = state.shot;
        // T.fire, 2.7a: the block of the target, the column of the firer.
        let known = rule!("T.fire", true) && rule!("2.7a", true);
        let result = if known { self.tables.fire(shot.block, die, shot.column) } else { FireResult::Nothing };
        events.event(Event::FireThrown { die, result });
        let target = shot.target;
        // G.3i: at once, before anybody else fires.
        if !rule!("G.3i", true) {
            return;
        }
        if self.is_battery(target) || self.is_long(target) {
            // G.3n: guns ignore EC, and are destroyed by anything worse; baggage likewise.
            if rule!("G.3n", result > FireResult::Check) {
                self.destroy(state, target, events);
            }
            return;
        }
        match result {
            FireResult::Nothing => {}
            FireResult::Check if rule!("G.3j", true) => self.ask_check(state, target, Trial::Hit, events),
            FireResult::Disorganised if rule!("G.3k", true) => self.disorganise(state, target, events),
            FireResult::DisorganisedOrPanic if rule!("G.3l", true) => {
                self.ask_check(state, target, Trial::HitOrPanic, events);
            }
            FireResult::Panic if rule!("G.3m", true) => self.panic(state, target, PANIC, events),
            FireResult::Check | FireResult::Disorganised | FireResult::DisorganisedOrPanic | FireResult::Panic => {}
        }
    }

    /// After a fire: the leaders' dice, then the other player (S56).
    pub(crate) fn close_fire(&self, state: &mut State) -> bool {
        if let Some(leader) = state.exposed.first() {
            state.exposed.remove(leader);
            if state.on_map(leader) {
                state.frames.push(Frame::LeaderDie { leader, charged: false });
            }
            return false;
        }
        state.frames.pop();
        state.shot = Shot::NONE;
        self.alternate(state);
        false
    }

    /// The block of the fire table for a target that is fired at in a hex (T.fire), by formation and by what covers it there
    /// against this firer. Of a unit astride two hexes that is the one into which the shot comes (D.3d).
    pub(crate) fn block_of(&self, state: &State, from: Hex, target: CounterId, hex: Hex) -> Block {
        let hex = if hex.is_none() { self.hex_of_unit_or_counter(state, target) } else { hex };
        let class = self.ground.class(hex);
        let formation = state.formation(target);
        if class == Class::Hard {
            return Block::Hard;
        }
        if self.is_battery(target) {
            return self.block_of_guns(from, hex, formation);
        }
        // Adapted along a road is in march column, whatever is beside the road (3.12d); so is a brigade in Column (3.12f).
        let brigade = self.counter(target).brigade;
        let marching = match formation {
            Formation::Column => !self.is_loose(state, target),
            Formation::Brigade => state.formation(brigade) == Formation::Column,
            Formation::Line
            | Formation::Dispersed
            | Formation::Shaken
            | Formation::Panicked
            | Formation::Unlimbered
            | Formation::Limbered
            | Formation::None => false,
        };
        if class == Class::Soft && !marching || self.is_behind_cover(from, hex) {
            return Block::Soft;
        }
        if class == Class::Wood && !marching {
            return Block::Wood;
        }
        match formation {
            Formation::Brigade => {
                let line = state.formation(brigade) == Formation::Line && rule!("G.4g", true);
                if line { Block::Brigade } else { Block::Column }
            }
            Formation::Column | Formation::Limbered | Formation::None => Block::Column,
            Formation::Line | Formation::Shaken | Formation::Panicked => Block::Line,
            Formation::Dispersed | Formation::Unlimbered => Block::Guns,
        }
    }

    /// G.3c: guns at the edge of a wood are safer than in the open, and at the edge of soft cover safer still.
    fn block_of_guns(&self, from: Hex, hex: Hex, formation: Formation) -> Block {
        if formation == Formation::Limbered {
            return Block::Column;
        }
        let next_to = |class: Class| self.ground.around(hex).any(|near| self.ground.class(near) == class);
        if rule!("G.3c", next_to(Class::Soft)) || self.is_behind_cover(from, hex) {
            Block::Soft
        } else if rule!("G.3c", next_to(Class::Wood)) {
            Block::Wood
        } else {
            Block::Guns
        }
    }

    /// Whether the shot comes into a hex across a hedge, a fence or an abrupt slope.
    fn is_behind_cover(&self, from: Hex, hex: Hex) -> bool {
        let last = self.ground.touched(from, hex).filter(|it| it.is_some()).last().unwrap_or(from);
        self.ground.between(last, hex).is_some_and(|side| side.soft)
    }

    /// Where a target stands: a unit in its brigade on its part.
    pub(crate) fn hex_of_unit_or_counter(&self, state: &State, target: CounterId) -> Hex {
        if self.is_unit(target) { self.hex_of_unit(state, target) } else { state.hex_of(target) }
    }

    /// G.3t: a unit in a building that has been set alight.
    pub(crate) fn driven_out(&self, state: &mut State, unit: CounterId, passed: bool, events: &mut impl Sink<Event>) {
        if !passed {
            self.panic(state, unit, PANIC, events);
            return;
        }
        self.disorganise(state, unit, events);
        if state.on_map(unit) && state.formation(unit) != Formation::Panicked {
            let from = self.nearest_enemy(state, unit, state.hex_of(unit));
            state.frames.push(Frame::Recoil { unit, left: 1, from, flight: Flight::Panic });
        }
    }

    /// G.3q to G.3s: the die of a shot at a building or a bridge.
    pub(crate) fn demolition_falls(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let shot = state.shot;
        let (Some(aim), Some(range)) = (shot.aim, shot.range) else { return };
        let needed = self.demolition_die(shot.firer, aim, range);
        let hit = needed.is_some_and(|needed| die >= needed);
        events.event(Event::DemolitionThrown { die, hit });
        if !hit {
            return;
        }
        match aim {
            Aim::WoodenBridge => {
                state.bridges_down |= 1 << shot.bridge;
                events.event(Event::BridgeDown { bridge: shot.bridge });
            }
            Aim::Building => {
                state.alight.insert(shot.hex);
                events.event(Event::Alight { hex: shot.hex });
                self.clear_building(state, shot.hex, events);
            }
        }
    }

    /// G.3t: nobody stays in a building that burns.
    fn clear_building(&self, state: &mut State, hex: Hex, events: &mut impl Sink<Event>) {
        let leaders = self.leaders_in(state, hex);
        let guns: CounterSet = state.counters_in(hex).filter(|it| self.is_battery(*it)).collect();
        // Last on the stack, and so first: leaders lend their ratings to the checks before they go (S56).
        for leader in leaders {
            let from = self.nearest_enemy(state, leader, hex);
            state.frames.push(Frame::Recoil { unit: leader, left: 1, from, flight: Flight::Leader });
        }
        // Of several units the first on the stack checks first: it is asked last.
        for unit in self.units_in(state, hex).into_iter().rev() {
            if rule!("G.3t", true) {
                self.ask_check(state, unit, Trial::Burning, events);
            }
        }
        for battery in guns {
            self.destroy(state, battery, events);
        }
    }
}
