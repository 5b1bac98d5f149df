//! 8.6 and 8.7: retreat and pursuit.
//! Decides 6.1, 8.61, 8.61b, 8.62, 8.63, 8.65, 8.71, 8.71b, 8.73, 8.74, 8.75, 8.77, 8.78, 8.79, 9.34, 10.42, 11.74,
//! 13.11b, 13.12, 13.15.

use arrayvec::ArrayVec;
use board::{Facing, Hex};
use kernel::{Outcome, Side, Sink};

use crate::Rules;
use crate::counters::{CounterId, CounterSet, enemy_of};
use crate::event::Event;
use crate::ground::BARRED;
use crate::refusal::{Ruling, refuse};
use crate::sequence::Frame;
use crate::state::{Clash, NO_ROW, State};
use crate::tables::Effect;

type Hexes = ArrayVec<Hex, 6>;

impl Rules {
    /// Hexes that some units of a hex could retreat to, whatever their order of preference.
    fn open_to_retreat(&self, state: &State, from: Hex, units: CounterSet) -> Hexes {
        let Some(side) = units.first().map(|unit| self.side_of(unit)) else { return Hexes::new() };
        let points = units.iter().map(|unit| state.points(unit)).sum();
        let shaken = !units.intersection(state.disorganized).is_empty();
        let barred = |to: Hex| {
            shaken && rule!("13.11b", self.square_in(state, to))
                || rule!("8.61b", self.is_held_by(state, enemy_of(side), to))
                || rule!("8.61b", self.in_enemy_zone(state, side, to))
                || rule!("8.63", !self.has_room(state, to, points))
        };
        let open = |to: &Hex| self.ground.retreat_reaches(from, *to) && !barred(*to);
        self.hexes_around(from).filter(open).collect()
    }

    /// The hexes of a combat that the enemies of `side` still fight from: muskets may have left nobody in one of them.
    fn foes(&self, state: &State, side: Side) -> Hexes {
        let enemy = enemy_of(side);
        let hexes = state.combat.hexes_of(enemy).iter().copied();
        hexes.filter(|hex| self.is_held_by(state, enemy, *hex)).collect()
    }

    /// 8.61, 8.77: away from as many attackers as possible, and onto friends only if there is nothing else.
    fn preferred(&self, state: &State, side: Side, from: Hex, open: &Hexes) -> Hexes {
        let grid = &self.ground.grid;
        let foes = self.foes(state, side);
        let farther = |to: Hex| foes.iter().filter(|foe| grid.distance(to, **foe) > grid.distance(from, **foe)).count();
        let most = open.iter().map(|to| farther(*to)).max().unwrap_or(0);
        let away: Hexes = match rule!("8.61", true) {
            true => open.iter().copied().filter(|to| farther(*to) == most && most > 0).collect(),
            false => open.clone(),
        };
        let empty: Hexes = away.iter().copied().filter(|to| !self.is_held_by(state, side, *to)).collect();
        if rule!("8.77", !empty.is_empty()) { empty } else { away }
    }

    /// Where a unit may retreat: with its stack if there is a hex for all of it (N13).
    pub(crate) fn refuges(&self, state: &State, unit: CounterId) -> Hexes {
        let (side, from) = (self.side_of(unit), state.hex_of(unit));
        let own = self.open_to_retreat(state, from, CounterSet::from_iter([unit]));
        if let Some(went) = state.combat.trail_from(from).filter(|went| own.contains(went)) {
            return Hexes::from_iter([went]);
        }
        let all = self.units_in(state, from).filter(|other| state.combat.retreating.contains(*other)).collect();
        let stack = self.preferred(state, side, from, &self.open_to_retreat(state, from, all));
        if stack.is_empty() { self.preferred(state, side, from, &own) } else { stack }
    }

    pub(crate) fn may_retreat(&self, state: &State, unit: CounterId, to: Hex, facing: Facing) -> Ruling {
        if !state.combat.retreating.contains(unit) {
            return Err(refuse(case!("8.61"), "{unit} does not have to retreat").unit(unit));
        }
        let (side, from) = (self.side_of(unit), state.hex_of(unit));
        let refuges = self.refuges(state, unit);
        if !refuges.contains(&to) {
            let about = |refusal: crate::refusal::Refusal| Err(refusal.unit(unit).place(to));
            return if !self.ground.grid.adjacent(from, to) {
                about(refuse(case!("8.61"), "{unit} retreats one hex, and {place} is not next to it"))
            } else if !self.ground.retreat_reaches(from, to) {
                about(refuse(case!("8.64"), "the ground does not let {unit} retreat to {place}"))
            } else if self.is_held_by(state, enemy_of(side), to) || self.in_enemy_zone(state, side, to) {
                about(refuse(case!("8.61b"), "{place} is held or controlled by the enemy"))
            } else if !self.has_room(state, to, state.points(unit)) {
                about(refuse(case!("8.63"), "there is no room for {unit} in {place}"))
            } else if self.square_in(state, to) && state.disorganized.contains(unit) {
                about(refuse(case!("13.11b"), "{unit} is disorganized, and the square in {place} does not take it in"))
            } else if self.is_held_by(state, side, to) {
                about(
                    refuse(case!("8.77"), "{place} is held by friends, and {unit} has another way")
                        .also(&[case!("8.61")]),
                )
            } else {
                about(refuse(case!("8.61"), "{unit} has to retreat away from its attackers, with its stack"))
            };
        }
        let foes = self.foes(state, side);
        if rule!("8.65", !foes.iter().any(|foe| self.looks_towards(to, facing, *foe))) {
            return Err(refuse(case!("8.65"), "after its retreat {unit} faces an attacker").unit(unit));
        }
        Ok(())
    }

    /// 8.62: who has nowhere to go stays and loses a point.
    pub(crate) fn go_on_retreating(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        for unit in state.combat.retreating {
            if !state.on_map(unit) {
                state.combat.retreating.remove(unit);
            } else if self.refuges(state, unit).is_empty() {
                state.combat.retreating.remove(unit);
                events.event(Event::Stranded { unit, at: state.hex_of(unit) });
                // 13.15: it had to retreat, even if it could not.
                if rule!("13.15", state.square.contains(unit)) {
                    self.break_square(state, state.hex_of(unit), events);
                }
                if rule!("8.62", true) {
                    self.expose(state, unit);
                    self.lose_points(state, unit, 1, events);
                }
            }
        }
        let waits = !state.combat.retreating.is_empty();
        self.pop_unless(state, waits)
    }

    pub(crate) fn retreat(
        &self,
        state: &mut State,
        unit: CounterId,
        to: Hex,
        facing: Facing,
        events: &mut impl Sink<Event>,
    ) {
        let from = state.hex_of(unit);
        state.combat.retreating.remove(unit);
        state.combat.blaze(from, to);
        self.expose(state, unit);
        events.event(Event::Retreated { unit, from, to });
        // 13.15
        if state.square.contains(unit) && rule!("13.15", true) {
            self.break_square(state, from, events);
        }
        self.remove_markers(state, CounterSet::from_iter([unit]), events);
        self.bring(state, unit, to, events);
        state.facing[unit.index()] = facing;
        self.join_square(state, unit);
        self.take_commanders_along(state, self.side_of(unit), from, to, events);
    }

    /// N19: commanders go with the last of their stack.
    pub(crate) fn take_commanders_along(
        &self,
        state: &mut State,
        side: Side,
        from: Hex,
        to: Hex,
        events: &mut impl Sink<Event>,
    ) {
        if self.is_held_by(state, side, from) {
            return;
        }
        let left: CounterSet =
            self.commanders_in(state, from).filter(|commander| self.side_of(*commander) == side).collect();
        for commander in left {
            self.bring(state, commander, to, events);
            events.event(Event::Moved { unit: commander, from, to });
        }
    }

    /// Hexes that the beaten side has left, or in which only guns are left that could not get away (10.42).
    fn is_abandoned(&self, state: &State, winner: Side, hex: Hex) -> bool {
        let loser = enemy_of(winner);
        let combat = &state.combat;
        if !combat.beaten[combat.place_of(loser)] || !combat.hexes_of(loser).contains(&hex) {
            return false;
        }
        if !self.is_held_by(state, loser, hex) {
            return true;
        }
        let had = |unit: CounterId| combat.of(loser).contains(unit) && !self.is_gun(unit);
        let some_left = combat.of(loser).iter().any(had) && combat.trail_from(hex).is_some();
        some_left && self.units_in(state, hex).all(|unit| self.is_gun(unit)) && rule!("10.42", true)
    }

    /// What the combat table has said of a side, if a die has fallen.
    fn effect_on(&self, state: &State, side: Side) -> Option<Effect> {
        if state.combat.row == NO_ROW {
            return None;
        }
        let row = self.tables.combat(state.combat.row);
        Some(if side == state.combat.attacker { row.attacker } else { row.defender })
    }

    /// What a side's column of the combat table says of pursuit.
    fn tests_in_pursuit(&self, state: &State, side: Side) -> bool {
        self.effect_on(state, side).is_some_and(|effect| effect.test_in_pursuit)
    }

    /// Whether the table has driven a side back: it has not won, even if an enemy has broken.
    fn had_to_retreat(&self, state: &State, side: Side) -> bool {
        self.effect_on(state, side).is_some_and(|effect| effect.retreat)
    }

    pub(crate) fn may_pursue(&self, state: &State, side: Side, unit: CounterId, to: Hex) -> Ruling {
        let combat = &state.combat;
        let no = |refusal: crate::refusal::Refusal| Err(refusal.unit(unit).place(to));
        if !self.is_unit(unit) || self.side_of(unit) != side || !state.on_map(unit) {
            return no(refuse(case!("8.71"), "{unit} is not a unit of this side on the map"));
        }
        if rule!("8.75", self.is_gun(unit)) {
            return no(refuse(case!("8.75"), "{unit} is artillery and does not pursue"));
        }
        if rule!("13.12", state.square.contains(unit)) {
            return no(refuse(case!("13.12"), "{unit} is in square and does not pursue"));
        }
        if rule!("8.78", combat.disordered.contains(unit)) {
            return no(refuse(case!("8.78"), "the combat has disorganized {unit}: it does not pursue"));
        }
        if !combat.of(side).contains(unit) {
            return no(refuse(case!("8.71"), "{unit} has fought no enemy that it could pursue now"));
        }
        // 8.71b: a victorious defender pursues like an attacker.
        let may_win = side == combat.attacker || rule!("8.71b", true);
        if !may_win || !combat.beaten[combat.place_of(enemy_of(side))] {
            return no(refuse(case!("8.71"), "the enemies of {unit} stand where they stood"));
        }
        if rule!("8.71", self.had_to_retreat(state, side)) {
            return no(refuse(case!("8.71"), "{unit} has been beaten itself").also(&[case!("8.72")]));
        }
        // 9.34: a countercharge is followed up like any attack.
        if combat.clash == Clash::Countercharge && !rule!("9.34", true) {
            return no(refuse(case!("8.71"), "{unit} has countercharged"));
        }
        // 11.74: without a command point.
        if !rule!("11.74", true) {
            self.may_activate_to_react(state, unit)?;
        }
        if combat.pursued.contains(unit) {
            return no(refuse(case!("8.73"), "{unit} has pursued already"));
        }
        if rule!("8.73", !self.is_abandoned(state, side, to)) {
            return no(refuse(case!("8.73"), "{place} is not a hex that the beaten enemy has left"));
        }
        let from = state.hex_of(unit);
        let way = self.ground.grid.direction_between(from, to);
        if rule!("8.74", way.is_none_or(|way| self.ground.cost(self.arm_of(unit), from, way) == BARRED)) {
            return no(refuse(case!("8.74"), "{unit} cannot enter {place}"));
        }
        // Guns that are lost when it is entered take no room.
        let held = if self.is_held_by(state, side, to) { self.points_in(state, to) } else { 0 };
        if rule!("6.1", held + state.points(unit) > self.tables.stacking.limit) {
            return no(refuse(case!("6.1"), "there is no room for {unit} in {place}").also(&[case!("8.75")]));
        }
        Ok(())
    }

    pub(crate) fn pursuit_open(&self, state: &State, side: Side) -> bool {
        let hexes = state.combat.hexes_of(enemy_of(side));
        let mut units = state.combat.of(side).iter();
        units.any(|unit| hexes.iter().any(|to| self.may_pursue(state, side, unit, *to).is_ok()))
    }

    pub(crate) fn pursue(&self, state: &mut State, unit: CounterId, to: Hex, events: &mut impl Sink<Event>) {
        state.combat.pursued.insert(unit);
        // 8.71: TP tests whoever wants to go.
        if rule!("8.71", self.tests_in_pursuit(state, self.side_of(unit))) {
            state.frames.push(Frame::PursuitDice { unit, to });
        } else {
            self.advance(state, unit, to, events);
        }
    }

    pub(crate) fn pursuit_falls(
        &self,
        state: &mut State,
        unit: CounterId,
        to: Hex,
        outcome: &Outcome,
        events: &mut impl Sink<Event>,
    ) {
        state.frames.pop();
        match self.passes(state, unit, outcome, events) {
            true => self.advance(state, unit, to, events),
            false => self.disorganize(state, unit, events),
        }
    }

    fn advance(&self, state: &mut State, unit: CounterId, to: Hex, events: &mut impl Sink<Event>) {
        let from = state.hex_of(unit);
        let enemy = enemy_of(self.side_of(unit));
        let left: CounterSet = self.units_in(state, to).filter(|unit| self.side_of(*unit) == enemy).collect();
        for gun in left {
            self.eliminate(state, gun, events);
        }
        events.event(Event::Pursued { unit, from, to });
        state.origin[unit.index()] = from;
        self.bring(state, unit, to, events);
        self.take_commanders_along(state, self.side_of(unit), from, to, events);
        // 8.79
        if rule!("8.79", true) {
            state.frames.push(Frame::Face { unit });
        }
    }
}
