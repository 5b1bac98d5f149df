//! Chapter 4: movement of units, hex by hex.
//! Decides 3.0c, 4.0, 4.1, 4.1b, 4.2c, 4.3, 4.4, 4.4b, 4.5a, 14.0.

use arrayvec::ArrayVec;
use board::{Direction, Hex};
use kernel::{Case, Side, Sink};

use crate::Rules;
use crate::action::Action;
use crate::counters::{UnitId, enemy_of};
use crate::event::Event;
use crate::ground::{BARRED, HexSet};
use crate::refusal::{No, Refusal, Ruling, Silent, refuse};
use crate::sequence::Frame;
use crate::state::{Fate, State};

/// A unit in hand, as [`Frame::Moving`] holds it.
#[derive(Clone, Copy)]
pub(crate) struct InHand {
    pub(crate) unit: UnitId,
    pub(crate) at: Hex,
    /// Half points left.
    pub(crate) left: u8,
    pub(crate) stopped: bool,
    /// Where it stood when it was taken up; `Hex::NONE` for a reinforcement.
    pub(crate) from: Hex,
}

impl Rules {
    /// Half points a unit has for a phase (4.1).
    #[inline]
    pub(crate) fn allowance(&self, unit: UnitId) -> u8 {
        self.unit(unit).movement * 2
    }

    /// Whether anything but the ground keeps a unit from being moved now.
    #[inline]
    pub(crate) fn may_be_moved<N: No>(&self, state: &State, side: Side, unit: UnitId) -> Result<(), N> {
        if rule!("3.0c", self.side_of(unit) != side) {
            return Err(N::because(|| refuse(case!("3.0c"), "{unit} is not yours to move in this phase").unit(unit)));
        }
        match state.fate[unit.index()] {
            Fate::OnMap => {}
            Fate::Waiting => {
                self.may_arrive(state, unit).map_err(|refusal| N::because(|| refusal))?;
                return self.restrictions_admit(state, unit);
            }
            Fate::Disrupted | Fate::Lost | Fate::None => {
                return Err(N::because(|| refuse(case!("4.0"), "{unit} is not in play").unit(unit)));
            }
        }
        // 14.0: garrisons never move.
        if rule!("14.0", self.is_garrison(unit)) {
            return Err(N::because(|| {
                refuse(case!("14.0"), "{unit} is a garrison and never moves").also(&[case!("4.0")]).unit(unit)
            }));
        }
        // 4.0: units move one after the other; none twice.
        if rule!("4.0", state.moved.contains(unit)) {
            return Err(N::because(|| refuse(case!("4.0"), "{unit} has already moved this phase").unit(unit)));
        }
        // 4.4: whoever halted on a friend waits for that friend to move on.
        if let Some(crowded) = state.crowded
            && rule!("4.4", state.hex_of(unit) != crowded)
        {
            return Err(N::because(|| {
                self.crowding("{place} holds too many units: one of them must move on before {unit} moves")
                    .unit(unit)
                    .place(crowded)
            }));
        }
        self.may_leave_stack::<N>(state, unit)?;
        let held = self.zone_releases::<N>(state, unit);
        self.restrictions_admit::<Refusal>(state, unit)
            .map_err(|refusal| N::because(|| if held.is_err() { refusal.also(&[case!("4.5b")]) } else { refusal }))?;
        held
    }

    /// The case that limits stacking in this battle.
    pub(crate) fn crowding_case(&self) -> Case {
        if self.dresden() { case!("10.0b") } else { case!("4.4") }
    }

    pub(crate) fn crowding(&self, words: &'static str) -> Refusal {
        refuse(self.crowding_case(), words).also(if self.dresden() { &[case!("4.4"), case!("10.0")] } else { &[] })
    }

    pub(crate) fn may_select(&self, state: &State, side: Side, unit: UnitId) -> Ruling {
        self.may_be_moved::<Refusal>(state, side, unit)?;
        let hand = self.take_up(state, unit);
        if self.has_step(state, &hand) {
            return Ok(());
        }
        // Say why of the first hex that it could be thought to enter.
        let shut = |hex: Hex| self.may_step(state, &hand, hex).err();
        let why = if hand.at.is_none() {
            self.entry_hexes(state, unit).find_map(shut)
        } else {
            self.ground.grid.neighbours(hand.at).iter().copied().filter(|hex| hex.is_some()).find_map(shut)
        };
        Err(why.unwrap_or(refuse(case!("4.2c"), "{unit} has no hex it can enter").unit(unit)))
    }

    /// The unit as it would be in hand if it were selected now.
    pub(crate) fn take_up(&self, state: &State, unit: UnitId) -> InHand {
        let at = if state.on_map(unit) { state.hex_of(unit) } else { Hex::NONE };
        InHand { unit, at, left: self.allowance(unit), stopped: false, from: at }
    }

    pub(crate) fn in_hand(&self, state: &State) -> Option<InHand> {
        let Frame::Moving { unit, spent, from, stopped } = state.frame() else { return None };
        Some(InHand { unit, at: state.hex_of(unit), left: self.allowance(unit) - spent, stopped, from })
    }

    #[inline]
    fn has_step(&self, state: &State, hand: &InHand) -> bool {
        if hand.at.is_none() {
            return self.entry_hexes(state, hand.unit).any(|hex| self.can_step(state, hand, hex, None));
        }
        let neighbours = self.ground.grid.neighbours(hand.at);
        let any = |state: &State| {
            let mut around = neighbours.iter().zip(Direction::ALL);
            around.any(|(hex, direction)| hex.is_some() && self.can_step(state, hand, *hex, Some(direction)))
        };
        let friends = &state.occupied[self.side_of(hand.unit).index()];
        // 4.4: friends shut in together can change places, for the hex of the unit in hand is free.
        any(state)
            || neighbours.iter().any(|hex| friends.contains(*hex)) && {
                let mut lifted = state.clone();
                self.lift(&mut lifted, hand.unit);
                any(&lifted)
            }
    }

    /// Half points for a step, or why the ground forbids it.
    pub(crate) fn step_cost(&self, state: &State, hand: &InHand, to: Hex) -> Result<u8, Refusal> {
        self.cost_toward(state, hand, to, self.direction_of(hand, to))
    }

    /// Where a neighbouring hex lies from the unit in hand.
    fn direction_of(&self, hand: &InHand, to: Hex) -> Option<Direction> {
        if hand.at.is_none() { None } else { self.ground.grid.direction_between(hand.at, to) }
    }

    /// The same for somebody who knows where the hex lies.
    #[inline]
    fn cost_toward<N: No>(&self, state: &State, hand: &InHand, to: Hex, direction: Option<Direction>) -> Result<u8, N> {
        if hand.at.is_none() {
            return self.entry_step(state, hand.unit, to).map_err(|refusal| N::because(|| refusal));
        }
        let Some(direction) = direction else {
            return Err(N::because(|| {
                refuse(case!("4.0"), "{unit} moves from hex to neighbouring hex; {place} is not next to it")
                    .unit(hand.unit)
                    .place(to)
            }));
        };
        let cost = self.ground.cost(self.sky(state), self.is_gun(hand.unit), hand.at, direction);
        if cost == BARRED {
            return Err(N::because(|| self.why_barred(state, hand, direction).unit(hand.unit).place(to)));
        }
        Ok(cost)
    }

    fn why_barred(&self, state: &State, hand: &InHand, direction: Direction) -> Refusal {
        let side = self.ground.hexsides[hand.at.index()][direction.index()];
        let rain = self.sky(state) == crate::ground::Sky::Rain;
        if side.river {
            refuse(case!("9.0c"), "{unit} cannot reach {place}: a river is crossed only at bridges").also(&[
                case!("9.0a"),
                case!("T.tec"),
                case!("T.tec.b"),
            ])
        } else if rain && side.stream {
            refuse(case!("13.0a"), "{unit} cannot reach {place}: in rain a stream is crossed only at bridges")
                .also(&[case!("9.0c")])
        } else {
            refuse(
                case!("9.0d"),
                "{unit} cannot reach {place}: guns cross streams, gullies and the Landgraben only at bridges",
            )
            .also(&[case!("9.0a"), case!("T.tec")])
        }
    }

    /// 4.3: a hex in which an enemy stands is never entered.
    #[inline]
    pub(crate) fn free_of_enemies<N: No>(&self, state: &State, unit: UnitId, to: Hex) -> Result<(), N> {
        let enemy = enemy_of(self.side_of(unit));
        if rule!("4.3", state.occupied[enemy.index()].contains(to)) {
            return Err(N::because(|| {
                let other = state.units_in(to).next().unwrap_or(UnitId::NONE);
                refuse(case!("4.3"), "{unit} cannot enter {place}: {other} is there").unit(unit).place(to).other(other)
            }));
        }
        Ok(())
    }

    /// 4.5a: why a unit that has entered an enemy zone goes no farther.
    pub(crate) fn must_stop(&self, state: &State, hand: &InHand) -> Refusal {
        let other = self.who_controls(state, self.side_of(hand.unit), hand.at);
        refuse(case!("4.5a"), "{unit} has entered the zone of control of {other} and must stop")
            .unit(hand.unit)
            .other(other)
    }

    pub(crate) fn may_step(&self, state: &State, hand: &InHand, to: Hex) -> Ruling {
        self.judge_step(state, hand, to, self.direction_of(hand, to))
    }

    /// Whether a step is one to offer; `direction` says where the hex lies from one on the map.
    fn can_step(&self, state: &State, hand: &InHand, to: Hex, direction: Option<Direction>) -> bool {
        self.judge_step::<Silent>(state, hand, to, direction).is_ok()
    }

    /// 4.0-4.6 for one step of the unit in hand.
    #[inline]
    fn judge_step<N: No>(&self, state: &State, hand: &InHand, to: Hex, direction: Option<Direction>) -> Result<(), N> {
        let unit = hand.unit;
        let side = self.side_of(unit);
        let enemy = enemy_of(side);
        // Whoever is next to an enemy is usually stopped by him as well; that he stands there is the plainer reason.
        if hand.at.is_some() {
            self.free_of_enemies::<N>(state, unit, to)?;
        }
        // 4.5a: a unit stops on entering an enemy zone.
        if rule!("4.5a", hand.stopped) {
            return Err(N::because(|| self.must_stop(state, hand)));
        }
        let cost = self.cost_toward::<N>(state, hand, to, direction)?;
        // 4.1: the allowance is never exceeded; 4.2c: what is left must pay for the whole hex.
        if cost > hand.left {
            if rule!("4.1", hand.left == 0) {
                return Err(N::because(|| {
                    refuse(case!("4.1"), "{unit} has used up its movement allowance").also(&[case!("4.2c")]).unit(unit)
                }));
            }
            if rule!("4.2c", hand.left > 0) {
                return Err(N::because(|| {
                    refuse(case!("4.2c"), "{unit} has {number} half points left, not enough to enter {place}")
                        .also(&[case!("4.1")])
                        .unit(unit)
                        .place(to)
                        .number(i16::from(hand.left))
                }));
            }
        }
        self.night_admits::<N>(state, unit, to)?;
        self.reserve_may_enter::<N>(state, unit, hand.from, to)?;
        let stopped = state.zone[enemy.index()].contains(to);
        let next = InHand { at: to, left: hand.left.saturating_sub(cost), stopped, ..*hand };
        // 4.4: whoever cannot stay with the friend in the hex must be able to go on; 4.4b: passing through is free.
        if !self.may_halt(state, &next) && !rule!("4.4b", !stopped && self.can_go_on(state, &next)) {
            return Err(N::because(|| {
                let other = state.units_in(to).next().unwrap_or(UnitId::NONE);
                let refusal = if hand.at.is_some() {
                    self.crowding("{unit} could not move on from {place}, where {other} is")
                } else {
                    // 7.2b: nor does a unit come in where it would have to break that rule.
                    refuse(
                        case!("7.2b"),
                        "{unit} could neither stay in {place}, where {other} is, nor move on from there",
                    )
                    .also(&[case!("4.4"), case!("10.0"), case!("10.0b")])
                };
                refusal.unit(unit).place(to).other(other)
            }));
        }
        self.recall_admits_step::<N>(state, &next)
    }

    /// Whether the unit in hand may be left where it is: room in the hex, or a friend there that can still move on.
    #[inline]
    pub(crate) fn may_halt(&self, state: &State, hand: &InHand) -> bool {
        let side = self.side_of(hand.unit);
        if self.has_room(state, side, hand.at) {
            return true;
        }
        // 4.4: only the end of the phase counts, so a friend that can move on may be halted upon.
        !rule!("4.4", !self.can_be_relieved(state, hand.at))
    }

    /// Whether a unit in the full hex can still move to a hex with room.
    fn can_be_relieved(&self, state: &State, hex: Hex) -> bool {
        let relief = |unit: UnitId| {
            !state.moved.contains(unit)
                && !self.is_garrison(unit)
                && self.zone_releases::<Silent>(state, unit).is_ok()
                && self.restrictions_admit::<Silent>(state, unit).is_ok()
                && self.can_go_on(state, &self.take_up(state, unit))
        };
        state.units_in(hex).any(relief)
    }

    /// Whether the unit in hand can still reach a hex with room, passing through friends (4.4b).
    pub(crate) fn can_go_on(&self, state: &State, hand: &InHand) -> bool {
        // Hexes tried, with the most points left there: a hex is worth a second visit only with more.
        let mut tried: ArrayVec<(Hex, u8), 48> = ArrayVec::new();
        self.goes_on(state, hand, &mut tried)
    }

    fn goes_on(&self, state: &State, hand: &InHand, tried: &mut ArrayVec<(Hex, u8), 48>) -> bool {
        if hand.stopped {
            return false;
        }
        let side = self.side_of(hand.unit);
        let enemy = enemy_of(side);
        let mut through: ArrayVec<InHand, 6> = ArrayVec::new();
        for (to, direction) in self.ground.grid.neighbours(hand.at).iter().zip(Direction::ALL) {
            if to.is_none() || state.occupied[enemy.index()].contains(*to) {
                continue;
            }
            let Ok(cost) = self.cost_toward::<Silent>(state, hand, *to, Some(direction)) else { continue };
            if cost > hand.left
                || self.night_admits::<Silent>(state, hand.unit, *to).is_err()
                || self.reserve_may_enter::<Silent>(state, hand.unit, hand.from, *to).is_err()
            {
                continue;
            }
            let stopped = state.zone[enemy.index()].contains(*to);
            let next = InHand { at: *to, left: hand.left - cost, stopped, ..*hand };
            if self.recall_admits_step::<Silent>(state, &next).is_err() {
                continue;
            }
            // Hexes with room are nearly always there.
            if self.has_room(state, side, *to) {
                return true;
            }
            if !stopped {
                through.push(next);
            }
        }
        through.iter().any(|next| {
            match tried.iter_mut().find(|(hex, _)| *hex == next.at) {
                Some((_, left)) if *left >= next.left => return false,
                Some((_, left)) => *left = next.left,
                None => {
                    if tried.try_push((next.at, next.left)).is_err() {
                        return false;
                    }
                }
            }
            // 4.4b: any number of friends may be passed, at no cost.
            self.goes_on(state, next, tried)
        })
    }

    pub(crate) fn may_halt_here(&self, state: &State, hand: &InHand) -> Ruling {
        if hand.at.is_none() || (hand.at == hand.from && hand.left == self.allowance(hand.unit)) {
            return Err(refuse(case!("4.0"), "{unit} has not moved yet").unit(hand.unit));
        }
        if !self.may_halt(state, hand) {
            let other = state.units_in(hand.at).next().unwrap_or(UnitId::NONE);
            return Err(self
                .crowding("{unit} cannot stop in {place}, where {other} is")
                .unit(hand.unit)
                .place(hand.at)
                .other(other));
        }
        // 4.1b: nobody has to use up his points.
        if hand.left > 0 && !rule!("4.1b", true) {
            return Err(refuse(case!("4.1b"), "{unit} has movement points left").unit(hand.unit));
        }
        self.recall_admits_halt(state, hand)
    }

    /// 4.4: the phase cannot be closed over an overfull hex. 17.3: nor before the Old Guard has fallen back.
    pub(crate) fn may_end_movement(&self, state: &State) -> Ruling {
        if let Some(crowded) = state.crowded
            && rule!("4.4", true)
        {
            return Err(self
                .crowding("{place} holds more units than are allowed at the end of the phase")
                .place(crowded));
        }
        self.recall_admits_end(state)
    }

    pub(crate) fn list_moves(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        if self.may_end_movement(state).is_ok() {
            actions.push(Action::EndMovement);
        }
        if let Some(crowded) = state.crowded {
            for unit in state.units_in(crowded) {
                if self.may_select(state, side, unit).is_ok() {
                    actions.push(Action::Select(unit));
                }
            }
            return;
        }
        let shut = self.shut_hexes(state, side);
        for unit in self.units_of(side).difference(state.moved) {
            if matches!(state.fate[unit.index()], Fate::OnMap | Fate::Waiting)
                && self.may_be_moved::<Silent>(state, side, unit).is_ok()
            {
                let hand = self.take_up(state, unit);
                if self.steps_freely(state, &hand, &shut) || self.has_step(state, &hand) {
                    actions.push(Action::Select(unit));
                }
            }
        }
    }

    /// Hexes that something else than their cost may keep a unit of this side from entering: those in which somebody stands,
    /// and by night the enemy's zones (8.1).
    fn shut_hexes(&self, state: &State, side: Side) -> HexSet {
        let occupied = state.occupied[0].union(state.occupied[1]);
        if self.night(state) { occupied.union(state.zone[enemy_of(side).index()]) } else { occupied }
    }

    /// Whether the unit has a step that needs no second look; most have. If not, [`Rules::has_step`] tells.
    #[inline]
    fn steps_freely(&self, state: &State, hand: &InHand, shut: &HexSet) -> bool {
        if hand.at.is_none() || state.reserve.contains(hand.unit) || state.recalled.contains(hand.unit) {
            return false;
        }
        let costs = self.ground.costs(self.sky(state), self.is_gun(hand.unit), hand.at);
        let mut around = self.ground.grid.neighbours(hand.at).iter().zip(costs);
        around.any(|(hex, cost)| *cost <= hand.left && !shut.contains(*hex))
    }

    pub(crate) fn list_steps(&self, state: &State, hand: &InHand, actions: &mut Vec<Action>) {
        if self.may_halt_here(state, hand).is_ok() {
            actions.push(Action::Halt);
        }
        if hand.at.is_none() {
            for hex in self.entry_hexes(state, hand.unit) {
                if self.can_step(state, hand, hex, None) {
                    actions.push(Action::Step(hex));
                }
            }
            return;
        }
        for (hex, direction) in self.ground.grid.neighbours(hand.at).iter().zip(Direction::ALL) {
            if hex.is_some() && self.can_step(state, hand, *hex, Some(direction)) {
                actions.push(Action::Step(*hex));
            }
        }
    }

    pub(crate) fn select(&self, state: &mut State, unit: UnitId) {
        let from = if state.on_map(unit) { state.hex_of(unit) } else { Hex::NONE };
        if from.is_some() {
            self.lift(state, unit);
        }
        self.note_second_division(state, unit);
        if state.crowded == Some(from) {
            state.crowded = None;
        }
        state.frames.push(Frame::Moving { unit, spent: 0, from, stopped: false });
    }

    pub(crate) fn step(&self, state: &mut State, hand: &InHand, to: Hex, events: &mut impl Sink<Event>) {
        let side = self.side_of(hand.unit);
        // 4.2: differing costs; a road may be cheaper than clear ground.
        let cost = self.step_cost(state, hand, to).unwrap_or(0);
        if hand.at.is_none() {
            state.fate[hand.unit.index()] = Fate::OnMap;
            events.event(Event::Entered { unit: hand.unit, at: to });
        } else {
            events.event(Event::Moved { unit: hand.unit, from: hand.at, to });
        }
        state.at[hand.unit.index()] = to;
        self.pass_through(state, side, to, events);
        let stopped = state.zone[enemy_of(side).index()].contains(to);
        let spent = (self.allowance(hand.unit) - hand.left).saturating_add(cost).min(self.allowance(hand.unit));
        state.frames.pop();
        state.frames.push(Frame::Moving { unit: hand.unit, spent, from: hand.from, stopped });
    }

    pub(crate) fn halt(&self, state: &mut State, hand: &InHand, events: &mut impl Sink<Event>) {
        state.frames.pop();
        state.moved.insert(hand.unit);
        let side = self.side_of(hand.unit);
        if !self.has_room(state, side, hand.at) {
            state.crowded = Some(hand.at);
        }
        self.put(state, hand.unit, hand.at);
        events.event(Event::Halted { unit: hand.unit, at: hand.at });
        self.wake_reserves(state, hand.unit, events);
    }
}
