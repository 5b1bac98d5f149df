//! The rules and data of one game.

use board::{Hex, MapFile};
use kernel::{Seat, SeatInfo, Side};

use crate::UnitId;

pub const BLUE: Side = Side(0);
pub const RED: Side = Side(1);
/// How many units there are.
pub const UNITS: usize = 2;
/// How many turns are played (1.3).
pub const LAST_TURN: u8 = 8;

/// What is printed on a counter, and where it starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub start: Hex,
}

/// The rules with everything that a scenario puts on the table.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(crate) seats: [SeatInfo; 2],
    pub map: MapFile,
    pub units: [Unit; UNITS],
}

impl Rules {
    pub(crate) fn new(map: MapFile, units: [Unit; UNITS]) -> Rules {
        let seat = |id: &str, name: &str, side: Side| SeatInfo { id: id.into(), name: name.into(), side };
        Rules { seats: [seat("blue", "Blue", BLUE), seat("red", "Red", RED)], map, units }
    }

    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    pub fn find(&self, id: &str) -> Option<UnitId> {
        UnitId::all().find(|unit| self.unit(*unit).id == id)
    }

    pub fn side_of(&self, seat: Seat) -> Side {
        self.seats[seat.index()].side
    }

    pub(crate) fn seat_of(&self, side: Side) -> Seat {
        Seat(side.index() as u8)
    }

    pub(crate) fn hex(&self, hex: Hex) -> String {
        self.map.grid.name(hex)
    }
}
