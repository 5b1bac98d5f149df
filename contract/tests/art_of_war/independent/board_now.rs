//! Who stands where, read from the two fields of the state that say so, and what follows from that.

use std::collections::{BTreeMap, BTreeSet};

use art_of_war::counters::UnitId;
use art_of_war::state::{Fate, State};

use super::ground::{Field, Place};

#[derive(Clone)]
pub(crate) struct Board<'a> {
    pub(crate) field: &'a Field<'a>,
    pub(crate) state: &'a State,
    pub(crate) at: BTreeMap<UnitId, Place>,
}

impl<'a> Board<'a> {
    /// Everybody on the map but the unit in hand.
    pub(crate) fn new(field: &'a Field<'a>, state: &'a State, in_hand: Option<UnitId>) -> Board<'a> {
        let standing = |unit: &UnitId| state.fate[unit.index()] == Fate::OnMap && Some(*unit) != in_hand;
        let at = field.units().filter(standing).map(|unit| (unit, field.place(state.at[unit.index()]))).collect();
        Board { field, state, at }
    }

    pub(crate) fn units_at(&self, place: Place) -> Vec<UnitId> {
        self.at.iter().filter(|(_, at)| **at == place).map(|(unit, _)| *unit).collect()
    }

    pub(crate) fn friends_at(&self, side: u8, place: Place) -> Vec<UnitId> {
        self.units_at(place).into_iter().filter(|unit| self.field.side(*unit) == side).collect()
    }

    pub(crate) fn places_of(&self, side: u8) -> BTreeSet<Place> {
        self.at.iter().filter(|(unit, _)| self.field.side(**unit) == side).map(|(_, at)| *at).collect()
    }

    pub(crate) fn enemy_at(&self, side: u8, place: Place) -> bool {
        self.units_at(place).into_iter().any(|unit| self.field.side(unit) != side)
    }

    /// 4.5: whether an enemy of the side controls the place.
    pub(crate) fn controlled(&self, side: u8, place: Place) -> bool {
        let field = self.field;
        field
            .neighbours(place)
            .into_iter()
            .any(|near| self.enemy_at(side, near) && field.touch(self.state, near, place))
    }

    pub(crate) fn distance_to_enemy(&self, side: u8, place: Place) -> i32 {
        let enemies = self.at.iter().filter(|(unit, _)| self.field.side(**unit) != side);
        enemies.map(|(_, at)| self.field.distance(*at, place)).min().unwrap_or(i32::MAX)
    }

    /// 4.4, 10.0, 10.2: how many more units of a side the place holds; below zero when it is overfull.
    pub(crate) fn room(&self, side: u8, place: Place) -> i32 {
        let limit = if self.field.dresden { 2 } else { 1 };
        let counted = self.friends_at(side, place).into_iter().filter(|unit| self.field.garrison(*unit).is_none());
        limit - counted.count() as i32
    }
}
