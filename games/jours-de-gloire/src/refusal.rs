//! Refusals of this title: they speak of counters, boxes and the connections between them.

use board::boxes::{BoxId, ConnectionId};
use kit::refusal::Names;

use crate::Rules;
use crate::counters::CounterId;

kit::refusals!(Rules);

impl Names for Rules {
    type Unit = CounterId;
    type Place = BoxId;
    type Way = ConnectionId;

    fn unit_name(&self, counter: CounterId) -> String {
        self.name_of(counter)
    }

    fn unit_word(&self, counter: CounterId) -> String {
        self.counter(counter).id.clone()
    }

    fn place_name(&self, place: BoxId) -> String {
        self.box_name(place).to_owned()
    }

    fn way_ends(&self, way: ConnectionId) -> [String; 2] {
        self.ground.ends(way).map(|place| self.box_name(place).to_owned())
    }
}

/// A connection by its two boxes.
pub(crate) fn way_name(rules: &Rules, way: ConnectionId) -> String {
    rules.way_ends(way).join("-")
}
