//! Cases 6.4, 6.5 and 6.8, with 10.4: retreat, displacement, and the voluntary retreat of guns.
//! Decides 4.6, 6.4, 6.4b, 6.4c, 6.5a, 6.5b, 6.5c, 6.8, 10.4b, 10.4d, 10.4e.

use arrayvec::ArrayVec;
use board::{Direction, Hex};
use kernel::{Side, Sink};

use crate::action::Action;
use crate::counters::{UnitId, UnitSet, enemy_of};
use crate::event::Event;
use crate::ground::BARRED;
use crate::refusal::{Refusal, Ruling, refuse};
use crate::sequence::Frame;
use crate::state::{CombatResult, State};
use crate::{HexSet, Rules};

/// Hexes a unit may be moved to by a combat result.
pub(crate) type Choices = ArrayVec<Hex, 6>;

/// A full hex in a chain of displacements: who comes into it, by which link before it, as which displaced unit's push.
#[derive(Clone, Copy, Debug)]
struct Link {
    hex: Hex,
    comes: UnitId,
    /// The place of the link before it; the first link has its own.
    before: usize,
    /// How many units have been displaced once somebody has left this hex.
    displaced: u8,
}

/// What a retreat of a stack costs, the heaviest first (10.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Toll {
    lost: u8,
    displaced: u8,
    apart: u8,
    onto_friends: u8,
}

type Tolls = ArrayVec<(Hex, Toll), 6>;

/// A unit to be displaced, where to, and how many more it would displace in turn.
type Displacement = (UnitId, Hex, u8);

/// Keeps what weighs least, if the rule that asks for it is in force.
fn narrow(tolls: &mut Tolls, weight: impl Fn(&Toll) -> u8, in_force: impl FnOnce() -> bool) {
    let least = tolls.iter().map(|(_, toll)| weight(toll)).min().unwrap_or(0);
    if tolls.iter().any(|(_, toll)| weight(toll) > least) && in_force() {
        tolls.retain(|(_, toll)| weight(toll) == least);
    }
}

impl Rules {
    /// 6.4: safe is a hex the unit could enter by movement and that no enemy holds or controls.
    /// 6.4b: bridges for rivers, and for guns at streams, gullies and the Landgraben. 4.6: never off the map.
    fn is_safe(&self, state: &State, unit: UnitId, from: Hex, direction: Direction) -> Option<Hex> {
        let to = self.ground.grid.neighbour(from, direction);
        if rule!("4.6", to.is_none()) {
            return None;
        }
        let to = if to.is_none() { from } else { to };
        let enemy = enemy_of(self.side_of(unit)).index();
        if rule!("6.4b", self.ground.cost(self.sky(state), self.is_gun(unit), from, direction) == BARRED) {
            return None;
        }
        // 10.4e: in Dresden, where friends may share a hex, also when one stands there.
        let controlled = state.zone[enemy].contains(to);
        let to_share = !self.eylau() && state.occupied[1 - enemy].contains(to);
        let forbidden = if to_share { rule!("10.4e", controlled) } else { rule!("6.4", controlled) };
        if state.occupied[enemy].contains(to) || forbidden || !self.may_step_in_combat(state, unit) {
            return None;
        }
        Some(to)
    }

    pub(crate) fn safe_hexes(&self, state: &State, unit: UnitId) -> Choices {
        let from = state.hex_of(unit);
        Direction::ALL.into_iter().filter_map(|direction| self.is_safe(state, unit, from, direction)).collect()
    }

    /// 17.1: surrounded is whoever has no safe hex; 17.1b: a friend standing there does not matter.
    pub(crate) fn is_surrounded(&self, state: &State, unit: UnitId) -> bool {
        self.safe_hexes(state, unit).is_empty()
    }

    /// Where a unit must go: 6.5c: an empty safe hex before an occupied one; in Dresden a hex with room before
    /// displacement; displacement only where the chain works.
    pub(crate) fn choices(&self, state: &State, unit: UnitId) -> Choices {
        let side = self.side_of(unit);
        let safe = self.safe_hexes(state, unit);
        let empty: Choices = safe.iter().copied().filter(|hex| !state.occupied[side.index()].contains(*hex)).collect();
        if !empty.is_empty() && (empty.len() == safe.len() || rule!("6.5c", true)) {
            return empty;
        }
        let roomy: Choices = safe.iter().copied().filter(|hex| self.has_room(state, side, *hex)).collect();
        if !roomy.is_empty() && (roomy.len() == safe.len() || rule!("6.5c", true)) {
            return roomy;
        }
        if !rule!("6.5a", !safe.is_empty()) {
            return Choices::new();
        }
        self.fewest(safe.iter().filter_map(|hex| Some((*hex, self.chain(state, unit, *hex)?))))
    }

    /// 10.4b: of several ways to displace, those that displace the fewest; in Eylau the owner is free to choose.
    fn fewest(&self, ways: impl Iterator<Item = (Hex, u8)>) -> Choices {
        let ways: ArrayVec<(Hex, u8), 6> = ways.collect();
        let least = ways.iter().map(|(_, displaced)| *displaced).min().unwrap_or(0);
        let bound = self.dresden() && ways.iter().any(|(_, displaced)| *displaced > least) && rule!("10.4b", true);
        ways.into_iter().filter(|(_, displaced)| !bound || *displaced == least).map(|(hex, _)| hex).collect()
    }

    /// Whether a unit can be displaced at all in this combat.
    fn displaceable(&self, state: &State, unit: UnitId) -> bool {
        self.counts_for_stacking(unit)
            && !state.attack.shoved.contains(unit)
            && !state.attack.retreating.contains(unit)
            // 6.5b: guns with a required bombardment still to fire stay.
            && !rule!("6.5b", self.is_gun(unit) && self.bombardment_required_of(state, &[unit]))
    }

    /// 6.5a: how many units must be displaced, one pushing the next, to make room in a full hex for this unit; `None`
    /// if it cannot be.
    fn chain(&self, state: &State, unit: UnitId, full: Hex) -> Option<u8> {
        let side = self.side_of(unit);
        let mut seen = HexSet::EMPTY;
        seen.insert(full);
        let from = state.hex_of(unit);
        seen.insert(from);
        // Two may change places: the hex that is being left has room for whoever is pushed, unless it was too full.
        let swap = self.stacked(state, from) <= self.stacking_limit();
        let mut links: ArrayVec<Link, 96> = ArrayVec::new();
        links.push(Link { hex: full, comes: unit, before: 0, displaced: 1 });
        let mut at = 0;
        while at < links.len() {
            let Link { hex, displaced, .. } = links[at];
            for pushed in state.units_in(hex).filter(|pushed| self.displaceable(state, *pushed)) {
                if self.is_gun(pushed) && self.guns_are_spoiled(state, &links, at, pushed) {
                    continue;
                }
                for direction in Direction::ALL {
                    let Some(to) = self.is_safe(state, pushed, hex, direction) else { continue };
                    if self.has_room(state, side, to) || (to == from && swap) {
                        return Some(displaced);
                    }
                    if !seen.contains(to) {
                        seen.insert(to);
                        let _ = links.try_push(Link { hex: to, comes: pushed, before: at, displaced: displaced + 1 });
                    }
                }
            }
            at += 1;
        }
        None
    }

    /// 6.5b: of two batteries one may be spared for a required bombardment, but a chain may not push them both.
    fn guns_are_spoiled(&self, state: &State, links: &[Link], at: usize, last: UnitId) -> bool {
        let mut guns: ArrayVec<UnitId, 96> = ArrayVec::from_iter([last]);
        let mut at = at;
        loop {
            let Link { comes, before, .. } = links[at];
            if self.is_gun(comes) {
                let _ = guns.try_push(comes);
            }
            if at == before {
                break;
            }
            at = before;
        }
        guns.len() > 1 && rule!("6.5b", self.bombardment_required_of(state, &guns))
    }

    /// The other unit that retreats from the same hex, in Dresden.
    fn companion(&self, state: &State, unit: UnitId) -> Option<UnitId> {
        let hex = state.hex_of(unit);
        state.attack.retreating.iter().find(|other| *other != unit && state.hex_of(*other) == hex)
    }

    /// Where the other unit of the stack has gone before this one.
    fn trail(&self, state: &State, unit: UnitId) -> Option<Hex> {
        let hex = state.hex_of(unit);
        state.attack.trails.iter().find(|(origin, _)| *origin == hex).map(|(_, went)| *went)
    }

    /// Where a unit may retreat to, stacks considered (10.4).
    pub(crate) fn retreat_choices(&self, state: &State, unit: UnitId) -> Choices {
        let companion = self.companion(state, unit);
        let trail = self.trail(state, unit);
        if companion.is_none() && trail.is_none() {
            return self.choices(state, unit);
        }
        // The short way to the usual answer: together on empty ground, or after the first into a hex with room.
        let side = self.side_of(unit);
        let safe = self.safe_hexes(state, unit);
        let common: Choices = match (companion, trail) {
            (Some(companion), _) => {
                let theirs = self.safe_hexes(state, companion);
                let empty = |hex: &Hex| !state.occupied[side.index()].contains(*hex);
                safe.iter().copied().filter(|hex| empty(hex) && theirs.contains(hex)).collect()
            }
            (None, Some(went)) => {
                safe.iter().copied().filter(|hex| *hex == went && self.has_room(state, side, went)).collect()
            }
            (None, None) => Choices::new(),
        };
        if !common.is_empty() && (common.len() == safe.len() || rule!("10.4b", true)) {
            return common;
        }
        self.lightest(self.tolls(state, unit)).into_iter().map(|(hex, _)| hex).collect()
    }

    /// 10.4: what each safe hex costs the stack, in order of weight; the other unit does its best afterwards.
    fn tolls(&self, state: &State, unit: UnitId) -> Tolls {
        let side = self.side_of(unit);
        let origin = state.hex_of(unit);
        let companion = self.companion(state, unit);
        let trail = self.trail(state, unit);
        let mut tolls = Tolls::new();
        for hex in self.safe_hexes(state, unit) {
            let full = !self.has_room(state, side, hex);
            if full && self.chain(state, unit, hex).is_none() {
                continue;
            }
            let onto_friend = state.occupied[side.index()].contains(hex) && trail != Some(hex);
            let mut after = state.clone();
            self.shove(&mut after, unit, hex);
            after.attack.retreating.remove(unit);
            if companion.is_some() {
                let _ = after.attack.trails.try_push((origin, hex));
            }
            let mut toll = self.settled(&after, side, full.then_some(hex), companion);
            toll.apart += u8::from(trail.is_some_and(|went| went != hex));
            toll.onto_friends += u8::from(onto_friend);
            tolls.push((hex, toll));
        }
        tolls
    }

    /// What is still to be paid when a hex is too full and the second unit of a stack has not retreated yet.
    fn settled(&self, state: &State, side: Side, full: Option<Hex>, companion: Option<UnitId>) -> Toll {
        let Some(full) = full else {
            let best = companion.map(|unit| self.tolls(state, unit).into_iter().map(|(_, toll)| toll).min());
            return best.map_or(Toll::default(), |toll| toll.unwrap_or(Toll { lost: 1, ..Toll::default() }));
        };
        let ways = self.displacements(state, side, full);
        let ends = ways.iter().any(|(_, _, further)| *further == 0);
        // Along a longer chain one way is as good as another; only where it ends can it be in the companion's way.
        let tried = if ends && companion.is_some() { ways.len() } else { 1 };
        let settle = |way: &Displacement| self.settled_after(state, side, way, companion);
        ways.iter().take(tried).map(settle).min().unwrap_or(Toll { lost: 1, ..Toll::default() })
    }

    fn settled_after(&self, state: &State, side: Side, way: &Displacement, companion: Option<UnitId>) -> Toll {
        let (unit, to, _) = *way;
        let full = !self.has_room(state, side, to);
        let mut after = state.clone();
        self.shove(&mut after, unit, to);
        let toll = self.settled(&after, side, full.then_some(to), companion);
        Toll { displaced: toll.displaced + 1, ..toll }
    }

    /// The ways that weigh least: no friend destroyed; fewest displaced; together; not onto other friends.
    fn lightest(&self, mut tolls: Tolls) -> Tolls {
        // 10.4b: nobody takes the hex without which the other is lost.
        narrow(&mut tolls, |toll| toll.lost, || rule!("10.4b", true));
        // 10.4d: apart sooner than push anybody away; 10.4b: else push away as few as possible.
        let unavoidable = tolls.iter().all(|(_, toll)| toll.displaced > 0);
        narrow(
            &mut tolls,
            |toll| toll.displaced,
            || if unavoidable { rule!("10.4b", true) } else { rule!("10.4d", true) },
        );
        // 10.4b: together.
        narrow(&mut tolls, |toll| toll.apart, || rule!("10.4b", true));
        // 10.4d: onto friends only when nothing else is left.
        narrow(&mut tolls, |toll| toll.onto_friends, || rule!("10.4d", true));
        tolls
    }

    fn shove(&self, state: &mut State, unit: UnitId, to: Hex) {
        self.lift(state, unit);
        self.put(state, unit, to);
        state.attack.shoved.insert(unit);
    }

    pub(crate) fn may_retreat(&self, state: &State, side: Side, unit: UnitId, to: Hex) -> Ruling {
        if self.side_of(unit) != side || !state.attack.retreating.contains(unit) {
            return Err(refuse(case!("6.4"), "{unit} does not have to retreat").unit(unit));
        }
        if !self.may_go_next(state, unit) {
            return Err(refuse(case!("6.4c"), "another unit must retreat before {unit}").unit(unit));
        }
        if self.retreat_choices(state, unit).contains(&to) { Ok(()) } else { Err(self.why_not_there(state, unit, to)) }
    }

    /// 6.4c: one after the other, in the order that their owner likes.
    fn may_go_next(&self, state: &State, unit: UnitId) -> bool {
        state.attack.retreating.first() == Some(unit) || rule!("6.4c", true)
    }

    pub(crate) fn why_not_there(&self, state: &State, unit: UnitId, to: Hex) -> Refusal {
        let side = self.side_of(unit);
        let from = state.hex_of(unit);
        let enemy = enemy_of(side).index();
        let Some(direction) = self.ground.grid.direction_between(from, to) else {
            return refuse(case!("6.4"), "{place} is not next to {unit}; a retreat is one hex").unit(unit).place(to);
        };
        if state.occupied[enemy].contains(to) {
            return refuse(case!("6.4"), "{place} is occupied by the enemy").place(to);
        }
        if state.zone[enemy].contains(to) {
            let to_share = !self.eylau() && state.occupied[side.index()].contains(to);
            let case = if to_share { case!("10.4e") } else { case!("6.4") };
            let other = self.who_controls(state, side, to);
            return refuse(case, "{place} is in the zone of control of {other}")
                .also(&[case!("6.4")])
                .place(to)
                .other(other);
        }
        if self.is_safe(state, unit, from, direction).is_none() {
            return refuse(case!("6.4b"), "{unit} could not enter {place} by movement").unit(unit).place(to);
        }
        let stacked = self.companion(state, unit).is_some() || self.trail(state, unit).is_some();
        if stacked && let Some(refusal) = self.why_not_with_stack(state, unit, to) {
            return refusal;
        }
        let gun = state.units_in(to).find(|unit| self.is_gun(*unit) && self.bombardment_required_of(state, &[*unit]));
        if let Some(gun) = gun
            && !self.has_room(state, side, to)
        {
            return refuse(case!("6.5b"), "{other} must still bombard and cannot be displaced").other(gun);
        }
        if self.chain(state, unit, to).is_none() && !self.has_room(state, side, to) {
            return refuse(case!("6.5a"), "the unit in {place} has no safe hex to go to").place(to);
        }
        refuse(case!("6.5c"), "{place} is occupied by a friend, and {unit} can retreat elsewhere").unit(unit).place(to)
    }

    /// 10.4: what weighs against this hex for a unit of a stack.
    fn why_not_with_stack(&self, state: &State, unit: UnitId, to: Hex) -> Option<Refusal> {
        let tolls = self.tolls(state, unit);
        let least = tolls.iter().map(|(_, toll)| *toll).min().unwrap_or_default();
        let toll = tolls.iter().find(|(hex, _)| *hex == to).map(|(_, toll)| *toll)?;
        let refusal = if toll.lost > least.lost {
            refuse(case!("10.4b"), "if {unit} goes to {place}, a friend is eliminated that could be saved")
                .also(&[case!("6.5a")])
        } else if toll.displaced > least.displaced && least.displaced == 0 {
            refuse(case!("10.4d"), "{place} is full, and the stack can retreat without displacing anybody")
                .also(&[case!("10.4b"), case!("6.5c")])
        } else if toll.displaced > least.displaced {
            refuse(case!("10.4b"), "the stack can retreat with fewer units displaced than at {place}")
                .also(&[case!("10.4d")])
        } else if toll.apart > least.apart {
            refuse(case!("10.4b"), "{unit} must stay with the unit it was stacked with, which is not in {place}")
                .also(&[case!("10.4d")])
        } else {
            refuse(case!("10.4d"), "{place} holds a friend, and the stack can retreat elsewhere").also(&[case!("6.5c")])
        };
        Some(refusal.unit(unit).place(to))
    }

    pub(crate) fn list_retreats(&self, state: &State, actions: &mut Vec<Action>) {
        for unit in state.attack.retreating.iter().filter(|unit| self.may_go_next(state, *unit)) {
            for hex in self.retreat_choices(state, unit) {
                actions.push(Action::Retreat(unit, hex));
            }
        }
    }

    /// Whether anybody who has to retreat still can.
    pub(crate) fn retreat_possible(&self, state: &State) -> bool {
        state.attack.retreating.iter().any(|unit| !self.choices(state, unit).is_empty())
    }

    pub(crate) fn retreat(&self, state: &mut State, unit: UnitId, to: Hex, events: &mut impl Sink<Event>) {
        let from = state.hex_of(unit);
        let side = self.side_of(unit);
        let stacked = self.companion(state, unit).is_some();
        state.attack.retreating.remove(unit);
        if stacked {
            // Six hexes at most take part on a side.
            let _ = state.attack.trails.try_push((from, to));
        }
        let full = !self.has_room(state, side, to);
        self.shove(state, unit, to);
        self.note_vacated(state, from);
        self.note_retreat(state, unit, false);
        events.event(Event::Retreated { unit, from, to });
        self.arrived(state, unit, events);
        if full {
            state.frames.push(Frame::Displace { hex: to, side });
        }
    }

    fn arrived(&self, state: &mut State, unit: UnitId, events: &mut impl Sink<Event>) {
        let hex = state.hex_of(unit);
        self.pass_through(state, self.side_of(unit), hex, events);
        self.wake_reserves(state, unit, events);
    }

    /// The units in an overfull hex with the hexes each may be displaced to.
    fn displacements(&self, state: &State, side: Side, full: Hex) -> ArrayVec<Displacement, 24> {
        let mut ways: ArrayVec<Displacement, 24> = ArrayVec::new();
        for unit in state.units_in(full).filter(|unit| self.displaceable(state, *unit)) {
            for to in self.choices(state, unit) {
                let further =
                    if self.has_room(state, side, to) { 0 } else { self.chain(state, unit, to).unwrap_or(u8::MAX) };
                let _ = ways.try_push((unit, to, further));
            }
        }
        let least = ways.iter().map(|(_, _, further)| *further).min().unwrap_or(0);
        // 10.4b: the fewest in all.
        if self.dresden() && ways.iter().any(|(_, _, further)| *further > least) && rule!("10.4b", true) {
            ways.retain(|(_, _, further)| *further == least);
        }
        ways
    }

    /// 10.4b: of these, the ways that leave the second unit of a retreating stack its best retreat.
    fn displacement_choices(&self, state: &State, side: Side, full: Hex) -> ArrayVec<Displacement, 24> {
        let ways = self.displacements(state, side, full);
        let origin = state.attack.trails.last().map(|(origin, _)| *origin);
        let companion = state.attack.retreating.iter().find(|unit| Some(state.hex_of(*unit)) == origin);
        if companion.is_none() || ways.len() < 2 {
            return ways;
        }
        let weight = |way: &Displacement| {
            let toll = self.settled_after(state, side, way, companion);
            (toll.lost, toll.displaced)
        };
        let weights: ArrayVec<(u8, u8), 24> = ways.iter().map(weight).collect();
        let least = weights.iter().copied().min().unwrap_or_default();
        if weights.iter().all(|weight| *weight == least) || !rule!("10.4b", true) {
            return ways;
        }
        ways.into_iter().zip(weights).filter(|(_, weight)| *weight == least).map(|(way, _)| way).collect()
    }

    pub(crate) fn may_displace(&self, state: &State, side: Side, full: Hex, unit: UnitId, to: Hex) -> Ruling {
        let listed = |ways: ArrayVec<Displacement, 24>| ways.iter().any(|(who, hex, _)| (*who, *hex) == (unit, to));
        if listed(self.displacement_choices(state, side, full)) {
            return Ok(());
        }
        if listed(self.displacements(state, side, full)) {
            return Err(refuse(
                case!("10.4b"),
                "with {unit} in {place} the rest of the stack could not retreat properly",
            )
            .unit(unit)
            .place(to));
        }
        if state.hex_of(unit) != full || !state.on_map(unit) {
            return Err(refuse(case!("6.5a"), "{unit} is not in {place}, which holds too many units")
                .unit(unit)
                .place(full));
        }
        if rule!("6.5c", state.attack.shoved.contains(unit)) {
            return Err(refuse(case!("6.5c"), "{unit} has already been moved by this combat").unit(unit));
        }
        if rule!("6.5b", self.is_gun(unit) && self.bombardment_required_of(state, &[unit])) {
            return Err(refuse(case!("6.5b"), "{unit} must still bombard and cannot be displaced").unit(unit));
        }
        Err(self.why_not_there(state, unit, to))
    }

    pub(crate) fn list_displacements(&self, state: &State, side: Side, full: Hex, actions: &mut Vec<Action>) {
        for (unit, hex, _) in self.displacement_choices(state, side, full) {
            actions.push(Action::Displace(unit, hex));
        }
    }

    pub(crate) fn displace(&self, state: &mut State, unit: UnitId, to: Hex, events: &mut impl Sink<Event>) {
        let from = state.hex_of(unit);
        let side = self.side_of(unit);
        let full = !self.has_room(state, side, to);
        state.frames.pop();
        self.shove(state, unit, to);
        self.note_retreat(state, unit, true);
        events.event(Event::Displaced { unit, from, to });
        self.arrived(state, unit, events);
        if full {
            state.frames.push(Frame::Displace { hex: to, side });
        }
    }

    // 6.8: bombarding guns may retreat after Ae, Ar and Ee.

    fn fall_back_allowed(&self, state: &State) -> bool {
        match state.attack.result {
            Some(CombatResult::Ae | CombatResult::Ar | CombatResult::Ee) => {
                rule!("6.8", !state.attack.batteries.is_empty())
            }
            Some(CombatResult::Dr | CombatResult::De) | None => false,
        }
    }

    pub(crate) fn may_fall_back(&self, state: &State, unit: UnitId, to: Hex) -> Ruling {
        if !self.fall_back_allowed(state) || !state.attack.batteries.contains(unit) {
            return Err(refuse(case!("6.8"), "{unit} is not a bombarding battery that may fall back now").unit(unit));
        }
        if state.attack.shoved.contains(unit) {
            return Err(refuse(case!("6.8"), "{unit} has already fallen back").unit(unit));
        }
        if self.is_garrison(unit) {
            return Err(refuse(case!("14.0"), "{unit} is a garrison and never moves").unit(unit));
        }
        if !self.safe_hexes(state, unit).contains(&to) {
            return Err(self.why_not_there(state, unit, to));
        }
        if !self.has_room(state, self.side_of(unit), to) {
            return Err(refuse(case!("6.8"), "{place} is full, and a voluntary retreat displaces nobody").place(to));
        }
        Ok(())
    }

    fn for_each_fall_back(&self, state: &State, mut found: impl FnMut(UnitId, Hex)) {
        if !self.fall_back_allowed(state) {
            return;
        }
        for unit in state.attack.batteries {
            for hex in self.safe_hexes(state, unit) {
                if self.may_fall_back(state, unit, hex).is_ok() {
                    found(unit, hex);
                }
            }
        }
    }

    pub(crate) fn fall_back_open(&self, state: &State) -> bool {
        let mut open = false;
        self.for_each_fall_back(state, |_, _| open = true);
        open
    }

    pub(crate) fn list_fall_backs(&self, state: &State, actions: &mut Vec<Action>) {
        self.for_each_fall_back(state, |unit, hex| actions.push(Action::FallBack(unit, hex)));
    }

    /// A voluntary retreat is a retreat: it costs morale (16.1), booked at once.
    pub(crate) fn fall_back(&self, state: &mut State, unit: UnitId, to: Hex, events: &mut impl Sink<Event>) {
        let from = state.hex_of(unit);
        self.shove(state, unit, to);
        self.note_retreat(state, unit, false);
        events.event(Event::FellBack { unit, from, to });
        self.arrived(state, unit, events);
        self.book_morale(state, events);
    }

    /// Units that cannot retreat are lost (6.4).
    pub(crate) fn lose_the_stranded(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let stranded: UnitSet = std::mem::take(&mut state.attack.retreating);
        if rule!("6.4", !stranded.is_empty()) {
            self.eliminate(state, stranded, events);
        }
    }
}
