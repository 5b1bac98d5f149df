//! 3.1g, 9.3, 9.5, 10 and 13: fire, and what the side that does not move may do.

use napoleon_1807::Action;
use napoleon_1807::counters::{CounterId, Gun, Kind};

use super::ground::Place;
use super::now::{Now, facing};

impl Now<'_> {
    fn range(&self, battery: CounterId) -> i32 {
        if self.kind(battery) == Kind::Artillery(Gun::C) { 4 } else { 3 }
    }

    fn uses_heavy_table(&self, battery: CounterId) -> bool {
        self.kind(battery) == Kind::Artillery(Gun::C)
    }

    /// Whether a battery could hit a unit, whatever the phase.
    fn can_hit(&self, battery: CounterId, target: CounterId) -> bool {
        let (Some(from), Some(to)) = (self.at(battery), self.at(target)) else { return false };
        self.is_gun(battery)
            && self.is_unit(target)
            && self.side(battery) != self.side(target)
            && !self.is_disorganized(battery)
            && self.ground.distance(from, to) <= self.range(battery)
            && self.sees(from, to)
    }

    fn may_bombard(&self, battery: CounterId, target: CounterId) -> bool {
        let fits = !self.has(self.state.fired_in_phase, battery) && self.can_hit(battery, target);
        let (Some(from), Some(to)) = (self.at(battery), self.at(target)) else { return false };
        let pinned = self.has(self.state.pinned, battery);
        fits && (!pinned || (self.ground.distance(from, to) == 1 && self.faces(battery, to)))
    }

    fn may_fire_at_mover(&self, battery: CounterId, target: CounterId) -> bool {
        let mover = self.state.hand.unit;
        let beside = self.is_square(mover) && self.is_square(target) && self.at(mover) == self.at(target);
        (target == mover || beside)
            && !self.has(self.state.reacted, battery)
            && !(self.is_foot_gun(battery) && self.has(self.state.limbered, battery))
            && self.can_hit(battery, target)
    }

    fn fire(&self, side: u8, may: impl Fn(CounterId, CounterId) -> bool) -> Vec<Action> {
        let mut actions = Vec::new();
        let guns: Vec<CounterId> = self
            .counters()
            .filter(|gun| self.is_gun(*gun) && self.side(*gun) == side && self.at(*gun).is_some())
            .collect();
        for battery in &guns {
            for target in self.counters().filter(|target| self.side(*target) != side) {
                if !may(*battery, target) {
                    continue;
                }
                actions.push(Action::Bombard(*battery, target));
                let mate = |other: &&CounterId| {
                    *other != battery
                        && self.at(**other) == self.at(*battery)
                        && self.uses_heavy_table(**other) == self.uses_heavy_table(*battery)
                        && may(**other, target)
                };
                if guns.iter().any(|other| mate(&other)) {
                    actions.push(Action::BombardTogether(*battery, target));
                }
            }
        }
        actions
    }

    /// Frame `Fire`.
    pub(crate) fn bombard(&self) -> Vec<Action> {
        let mut actions = self.fire(self.player(), |battery, target| self.may_bombard(battery, target));
        actions.push(Action::EndFire);
        actions
    }

    /// 10.15: the batteries that have an enemy next to them.
    pub(crate) fn pinned(&self) -> Vec<CounterId> {
        let near = |gun: &CounterId| {
            self.at(*gun)
                .is_some_and(|at| self.ground.around(at).iter().any(|near| self.held(1 - self.side(*gun), *near)))
        };
        self.counters().filter(|gun| self.is_gun(*gun) && self.side(*gun) == self.player() && near(gun)).collect()
    }

    /// Frame `React`.
    pub(crate) fn react(&self) -> Vec<Action> {
        let side = 1 - self.player();
        let mover = self.state.hand.unit;
        let mut actions = self.fire(side, |battery, target| self.may_fire_at_mover(battery, target));
        let target = self.at(mover).expect("the mover is on the map");
        for unit in self.counters().filter(|unit| self.side(*unit) == side) {
            let Some(at) = self.at(unit) else { continue };
            // 13.24
            let spoken = self.units_at(at).into_iter().filter(|other| self.has(self.state.square_fired, *other));
            let spoken: u32 = spoken.map(|other| self.points(other)).sum();
            if self.is_square(unit)
                && !self.has(self.state.square_fired, unit)
                && self.rules.counters[unit.index()].shots > 0
                && !self.snow()
                && spoken < 10
                && self.faces(unit, target)
            {
                actions.push(Action::SquareFire(unit));
            }
            // 9.31 to 9.37
            let barred = !self.is_cavalry(unit)
                || self.night()
                || self.snow()
                || self.has(self.state.countercharged, unit)
                || self.is_square(unit)
                || self.in_zone(side, at);
            if barred {
                continue;
            }
            for to in self.ground.around(at).into_iter().filter(|to| self.faces(unit, *to)) {
                let fits = self.ground.distance(to, target) == 1
                    && !self.ground.between(to, target).unbridged()
                    && self.ground.step_cost(self.column(unit), at, to).is_some()
                    && !self.held(1 - side, to)
                    && self.room(to, self.points(unit))
                    && !self.square_at(to)
                    && !self.units_at(target).into_iter().any(|enemy| self.has(self.state.attacked, enemy))
                    && self.activated_to_react(unit);
                if fits {
                    let ways = (0..6).filter(|way| self.ground.is_front(to, *way, target));
                    actions.extend(ways.map(|way| Action::Countercharge(unit, self.ground.hex(to), facing(way))));
                }
            }
        }
        actions.push(Action::Pass);
        actions
    }

    /// 11.77
    fn activated_to_react(&self, unit: CounterId) -> bool {
        let side = usize::from(self.side(unit));
        let group = self.rules.counters[unit.index()].group;
        self.rules.scenario.command_factor[side].is_none()
            || group.is_none()
            || self.state.activated & (1 << group.0) != 0
            || self.state.command[side] > 0
    }

    /// Frame `Withdraw`.
    pub(crate) fn withdraw(&self) -> Vec<Action> {
        let side = 1 - self.player();
        let mover = self.at(self.state.hand.unit).expect("the mover is on the map");
        let mut actions = Vec::new();
        for unit in self.counters().filter(|unit| self.side(*unit) == side && self.is_cavalry(*unit)) {
            let Some(at) = self.at(unit) else { continue };
            if self.is_disorganized(unit)
                || self.is_square(unit)
                || self.has(self.state.withdrawn, unit)
                || self.ground.distance(at, mover) != 1
            {
                continue;
            }
            let open = |to: &Place| {
                !self.faces(unit, *to)
                    && self.ground.step_cost(self.column(unit), at, *to).is_some()
                    && !self.held(1 - side, *to)
                    && !self.in_zone(side, *to)
                    && self.room(*to, self.points(unit))
            };
            let ways = self.ground.around(at).into_iter().filter(open);
            actions.extend(ways.map(|to| Action::Withdraw(unit, self.ground.hex(to))));
        }
        actions.push(Action::Pass);
        actions
    }

    /// Frame `FormSquare`.
    pub(crate) fn answer_charge(&self, target: Place) -> Vec<Action> {
        let charger = self.state.hand.unit;
        let side = 1 - self.player();
        let charges =
            |unit: &CounterId| *unit != charger && self.is_cavalry(*unit) && self.has(self.state.marker, *unit);
        let late = self.controllers(side, target).iter().any(charges);
        let mut actions = vec![Action::Pass];
        if self.squarable(target) && !late {
            actions.push(Action::TrySquare);
        }
        actions
    }
}
