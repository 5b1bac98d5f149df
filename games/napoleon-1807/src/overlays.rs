//! What can be laid over the map: zones, fronts, command, lines of fire.

use kernel::aids::{Overlay, OverlayInfo, OverlayQuery, Takes, Tone};
use kit::overlay::{Sheet, asked};

use crate::Rules;
use crate::state::State;
use crate::unit::{BOTH, CounterId};
use crate::words::side_name;

const ZONES: OverlayInfo = OverlayInfo {
    id: "zones",
    name: "Zones of control",
    case: case!("5.21"),
    takes: Takes::Side,
    hint: "the hexes that a side controls",
    always: false,
};

const ARC: OverlayInfo = OverlayInfo {
    id: "arc",
    name: "Front and fire",
    case: case!("5.11b"),
    takes: Takes::Unit,
    hint: "the front of a unit, and what its guns can see",
    always: false,
};

const COMMAND: OverlayInfo = OverlayInfo {
    id: "command",
    name: "Command range",
    case: case!("11.31"),
    takes: Takes::Side,
    hint: "hexes in range of a side's commanders",
    always: false,
};

impl Rules {
    pub(crate) fn overlays_of(&self, _state: &State) -> Vec<OverlayInfo> {
        vec![ZONES, ARC, COMMAND]
    }

    pub(crate) fn overlay_of(&self, state: &State, query: &OverlayQuery) -> Result<Overlay, String> {
        let list = self.overlays_of(state);
        let info = asked(&list, query)?;
        let side = query.side.unwrap_or(BOTH[0]);
        let mut sheet = Sheet::new(self);
        if info.id == ZONES.id {
            for hex in self.ground.grid.hexes() {
                let units: Vec<CounterId> = self.controllers(state, kit::enemy_of(side), hex).collect();
                if let Some(first) = units.first() {
                    let facts = format!("controlled by {}", self.label(*first));
                    sheet.mark_units(hex, Tone::Zone, "", ZONES.case, facts, units);
                }
            }
            let words = format!("The {} control {} hexes.", side_name(side), sheet.places.len());
            return Ok(sheet.done(ZONES.id, ZONES.name, ZONES.case, words));
        }
        if info.id == COMMAND.id {
            let commanders: Vec<CounterId> =
                self.counters_of(side).iter().filter(|it| !self.is_unit(*it) && state.on_map(*it)).collect();
            for hex in self.ground.grid.hexes() {
                let near = |commander: &CounterId| {
                    self.ground.grid.distance(hex, state.hex_of(*commander)) <= self.command_range(state, *commander)
                };
                let in_range: Vec<CounterId> = commanders.iter().copied().filter(near).collect();
                if let Some(first) = in_range.first() {
                    sheet.mark_units(
                        hex,
                        Tone::Good,
                        "",
                        COMMAND.case,
                        format!("in range of {}", self.label(*first)),
                        in_range,
                    );
                }
            }
            let words = format!("{} hexes are in range of {} commanders.", sheet.places.len(), side_name(side));
            return Ok(sheet.done(COMMAND.id, COMMAND.name, COMMAND.case, words));
        }
        let word = query.unit.as_deref().unwrap_or("");
        let unit = self.find(word).filter(|unit| self.is_unit(*unit) && state.on_map(*unit));
        let unit = unit.ok_or_else(|| format!("\"{word}\" is no unit on the map"))?;
        let at = state.hex_of(unit);
        for hex in self.ground.front(at, state.facing[unit.index()]) {
            if hex.is_some() {
                sheet.mark(hex, Tone::Mark, "", case!("5.11b"), format!("before {}", self.label(unit)));
            }
        }
        if let Some(gun) = self.counter(unit).gun() {
            for hex in self.ground.grid.hexes() {
                let distance = self.ground.grid.distance(at, hex);
                if distance > 1 && distance <= self.tables.range(gun) && self.can_see(state, at, hex) {
                    sheet.mark(
                        hex,
                        Tone::Zone,
                        distance.to_string(),
                        case!("10.13"),
                        format!("in sight at {distance} hexes"),
                    );
                }
            }
        }
        let words = format!("{} faces {}.", self.label(unit), state.facing[unit.index()]);
        Ok(sheet.done(ARC.id, ARC.name, ARC.case, words))
    }
}
