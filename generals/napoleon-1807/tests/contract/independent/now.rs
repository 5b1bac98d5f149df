//! Who stands where, how, and whom it controls: the bare facts of a state, and what the book says of them.

use board::Facing;
use napoleon_1807::Rules;
use napoleon_1807::counters::{CounterId, CounterSet, Gun, Kind};
use napoleon_1807::state::{Fate, State};

use super::ground::{COMPASS, Column, Ground, Place};

pub(crate) struct Now<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) ground: &'a Ground,
    pub(crate) state: &'a State,
}

pub(crate) fn compass(facing: Facing) -> usize {
    COMPASS.iter().position(|name| *name == facing.name()).expect("a facing towards a side")
}

pub(crate) fn facing(compass: usize) -> Facing {
    Facing::parse(COMPASS[compass % 6]).expect("a facing")
}

impl Now<'_> {
    pub(crate) fn counters(&self) -> impl Iterator<Item = CounterId> + use<> {
        (0..self.rules.counters.len() as u8).map(CounterId)
    }

    pub(crate) fn kind(&self, counter: CounterId) -> Kind {
        self.rules.counters[counter.index()].kind
    }

    pub(crate) fn is_unit(&self, counter: CounterId) -> bool {
        !matches!(self.kind(counter), Kind::Commander(_))
    }

    pub(crate) fn is_gun(&self, counter: CounterId) -> bool {
        matches!(self.kind(counter), Kind::Artillery(_))
    }

    pub(crate) fn is_foot_gun(&self, counter: CounterId) -> bool {
        matches!(self.kind(counter), Kind::Artillery(Gun::C | Gun::L))
    }

    pub(crate) fn is_cavalry(&self, counter: CounterId) -> bool {
        matches!(self.kind(counter), Kind::Cavalry { .. })
    }

    pub(crate) fn is_infantry(&self, counter: CounterId) -> bool {
        self.kind(counter) == Kind::Infantry
    }

    pub(crate) fn is_chief(&self, counter: CounterId) -> bool {
        self.state.chief.contains(&counter)
    }

    pub(crate) fn column(&self, counter: CounterId) -> Column {
        match self.kind(counter) {
            Kind::Commander(_) => Column::Commander,
            Kind::Infantry => Column::Infantry,
            Kind::Cavalry { .. } => Column::Cavalry,
            Kind::Artillery(_) => Column::Artillery,
        }
    }

    pub(crate) fn side(&self, counter: CounterId) -> u8 {
        self.rules.counters[counter.index()].side.0
    }

    pub(crate) fn player(&self) -> u8 {
        self.state.player.0
    }

    pub(crate) fn at(&self, counter: CounterId) -> Option<Place> {
        let there = self.state.fate[counter.index()] == Fate::OnMap;
        there.then(|| self.ground.place(self.state.at[counter.index()]))
    }

    pub(crate) fn points(&self, unit: CounterId) -> u32 {
        self.state.strength[unit.index()].into()
    }

    pub(crate) fn looks(&self, unit: CounterId) -> usize {
        compass(self.state.facing[unit.index()])
    }

    pub(crate) fn has(&self, set: CounterSet, counter: CounterId) -> bool {
        set.iter().any(|other| other == counter)
    }

    /// All units in a hex, in roster order.
    pub(crate) fn units_at(&self, place: Place) -> Vec<CounterId> {
        self.counters().filter(|unit| self.is_unit(*unit) && self.at(*unit) == Some(place)).collect()
    }

    pub(crate) fn commanders_at(&self, place: Place) -> Vec<CounterId> {
        self.counters().filter(|counter| !self.is_unit(*counter) && self.at(*counter) == Some(place)).collect()
    }

    /// Whether units of a side stand there.
    pub(crate) fn held(&self, side: u8, place: Place) -> bool {
        self.units_at(place).iter().any(|unit| self.side(*unit) == side)
    }

    pub(crate) fn stack(&self, place: Place) -> u32 {
        self.units_at(place).iter().map(|unit| self.points(*unit)).sum()
    }

    pub(crate) fn room(&self, place: Place, points: u32) -> bool {
        self.stack(place) + points <= 15
    }

    pub(crate) fn is_square(&self, unit: CounterId) -> bool {
        self.has(self.state.square, unit)
    }

    pub(crate) fn square_at(&self, place: Place) -> bool {
        self.units_at(place).iter().any(|unit| self.is_square(*unit))
    }

    pub(crate) fn is_disorganized(&self, unit: CounterId) -> bool {
        self.has(self.state.disorganized, unit)
    }

    pub(crate) fn faces(&self, unit: CounterId, place: Place) -> bool {
        self.at(unit).is_some_and(|at| self.ground.is_front(at, self.looks(unit), place))
    }

    /// 5.2, 5.5
    pub(crate) fn controls(&self, unit: CounterId, place: Place) -> bool {
        let Some(at) = self.at(unit) else { return false };
        let zoneless = self.is_gun(unit)
            || self.is_disorganized(unit)
            || self.is_square(unit)
            || self.ground.is_building(at)
            || !self.is_unit(unit);
        !zoneless && self.faces(unit, place) && self.ground.zone_reaches(at, place)
    }

    /// The enemies of a side that control a hex.
    pub(crate) fn controllers(&self, side: u8, place: Place) -> Vec<CounterId> {
        let near = self.ground.around(place).into_iter().flat_map(|near| self.units_at(near));
        near.filter(|unit| self.side(*unit) != side && self.controls(*unit, place)).collect()
    }

    pub(crate) fn in_zone(&self, side: u8, place: Place) -> bool {
        !self.controllers(side, place).is_empty()
    }

    fn today(&self) -> (bool, bool) {
        let turn = self.rules.scenario.turns.iter().find(|turn| turn.number == self.state.turn);
        turn.map_or((false, false), |turn| (turn.night, turn.snow))
    }

    pub(crate) fn night(&self) -> bool {
        self.today().0
    }

    pub(crate) fn snow(&self) -> bool {
        self.today().1
    }

    /// 10.12: a line of sight, past ground and units of either side.
    pub(crate) fn sees(&self, from: Place, to: Place) -> bool {
        let hides = |place: Place| self.ground.hides(place, from, to) || !self.units_at(place).is_empty();
        !self.ground.line(from, to).iter().any(|hexes| hexes.iter().all(|hex| hides(*hex)))
    }
}
