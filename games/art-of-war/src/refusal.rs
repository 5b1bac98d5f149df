//! Refusals of this title: they speak of units and hexes.

use std::convert::Infallible;

use board::Hex;
use kit::refusal::Names;

use crate::Rules;
use crate::counters::UnitId;

kit::refusals!(Rules);

impl Names for Rules {
    type Unit = UnitId;
    type Place = Hex;
    type Way = Infallible;

    fn unit_name(&self, unit: UnitId) -> String {
        self.label(unit)
    }

    fn unit_word(&self, unit: UnitId) -> String {
        self.word_for(unit)
    }

    fn place_name(&self, place: Hex) -> String {
        self.ground.grid.name(place)
    }

    fn way_ends(&self, way: Infallible) -> [String; 2] {
        match way {}
    }
}
