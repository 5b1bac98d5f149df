//! Refusals of this title: they speak of leaders and hexes.

use std::convert::Infallible;

use board::Hex;
use kit::refusal::Names;

use crate::Rules;
use crate::roster::LeaderId;

kit::refusals!(Rules);

impl Names for Rules {
    type Unit = LeaderId;
    type Place = Hex;
    type Way = Infallible;

    fn unit_name(&self, leader: LeaderId) -> String {
        self.name_of(leader)
    }

    fn unit_word(&self, leader: LeaderId) -> String {
        self.word_for(leader)
    }

    fn place_name(&self, place: Hex) -> String {
        self.number_of(place)
    }

    fn way_ends(&self, way: Infallible) -> [String; 2] {
        match way {}
    }
}
