//! What can be laid over the map: zones, command, arcs and sight.

use board::Hex;
use kernel::Case;
use kernel::aids::{Overlay, OverlayInfo, OverlayQuery, Takes, Tone};
use kit::overlay::{Sheet, asked};

use crate::Rules;
use crate::counters::{BOTH, CounterId, Formation, enemy_of};
use crate::rules::Screen;
use crate::state::State;
use crate::words::side_name;

const ZONES: OverlayInfo = OverlayInfo {
    id: "zones",
    name: "Front hexes and zones",
    case: case!("4.4b"),
    takes: Takes::Side,
    hint: "where a side stops or threatens the enemy",
    always: false,
};

const COMMAND: OverlayInfo = OverlayInfo {
    id: "command",
    name: "Command",
    case: case!("C.1a"),
    takes: Takes::Side,
    hint: "hexes in range of a side's leaders",
    always: false,
};

const ARC: OverlayInfo = OverlayInfo {
    id: "arc",
    name: "Arc and sight",
    case: case!("G.2a"),
    takes: Takes::Unit,
    hint: "what a battery or unit sees, and how far it fires",
    always: false,
};

impl Rules {
    pub(crate) fn overlays_of(&self, _state: &State) -> Vec<OverlayInfo> {
        vec![ZONES, COMMAND, ARC]
    }

    pub(crate) fn overlay_of(&self, state: &State, query: &OverlayQuery) -> Result<Overlay, String> {
        let list = self.overlays_of(state);
        let info = asked(&list, query)?;
        let side = query.side.unwrap_or(BOTH[0]);
        let mut sheet = Sheet::new(self);
        if info.id == ZONES.id {
            for hex in self.ground.grid.hexes() {
                if let Some(unit) = self.front_of_enemy(state, enemy_of(side), hex) {
                    let facts = format!("a front hex of {}", self.label(unit));
                    sheet.mark_units(hex, Tone::Zone, "", case!("4.4b"), facts, [unit]);
                } else if self.in_enemy_zone(state, enemy_of(side), hex) {
                    sheet.mark(hex, Tone::Mark, "", case!("4.2a"), format!("in a zone of the {}", side_name(side)));
                }
            }
            let words = format!("{} hexes are in zones of the {}.", sheet.places.len(), side_name(side));
            return Ok(sheet.done(ZONES.id, ZONES.name, ZONES.case, words));
        }
        if info.id == COMMAND.id {
            for hex in self.ground.grid.hexes() {
                let over: Vec<CounterId> = self.commanders_over(state, side, hex);
                if let Some(first) = over.first() {
                    sheet.mark_units(
                        hex,
                        Tone::Good,
                        "",
                        COMMAND.case,
                        format!("in range of {}", self.label(*first)),
                        over,
                    );
                }
            }
            let words = format!("{} hexes are in range of {} leaders.", sheet.places.len(), side_name(side));
            return Ok(sheet.done(COMMAND.id, COMMAND.name, COMMAND.case, words));
        }
        let word = query.unit.as_deref().unwrap_or("");
        let unit = self.find(word).filter(|unit| state.on_map(*unit) && !self.is_leader(*unit));
        let unit = unit.ok_or_else(|| format!("\"{word}\" is no unit on the map"))?;
        let inside = state.formation(unit) == Formation::Brigade;
        let counter = if inside { self.counter(unit).brigade } else { unit };
        self.mark_arcs(state, counter, &mut sheet);
        if self.is_battery(unit) && state.formation(unit) == Formation::Unlimbered {
            self.mark_sight(state, unit, &mut sheet);
        }
        let words = format!("{} is {}.", self.label(unit), self.formation_name(unit, state.formation(unit)));
        Ok(sheet.done(ARC.id, ARC.name, ARC.case, words))
    }

    /// Who of a counter can fire or charge into which hex (G.1).
    fn mark_arcs(&self, state: &State, counter: CounterId, sheet: &mut Sheet<'_, Rules>) {
        let units = &self.counter(counter).units;
        let inside = units.iter().copied().filter(|unit| state.formation(*unit) == Formation::Brigade);
        let mut firers: Vec<CounterId> = inside.collect();
        if firers.is_empty() {
            firers.push(counter);
        }
        let arcs: Vec<_> = firers.iter().map(|unit| (*unit, self.arc_of_fire(state, *unit))).collect();
        let mut hexes: Vec<Hex> = arcs.iter().flat_map(|(_, arc)| arc.iter().copied()).collect();
        hexes.sort_unstable();
        hexes.dedup();
        for hex in hexes {
            let able: Vec<CounterId> =
                arcs.iter().filter(|(_, arc)| arc.contains(&hex)).map(|(unit, _)| *unit).collect();
            let names: Vec<String> = able.iter().map(|unit| self.name_of(*unit)).collect();
            let facts = format!("before {}", names.join(", "));
            sheet.mark_units(hex, Tone::Mark, "", case!("G.1a"), facts, able);
        }
    }

    /// What a battery sees in its arc and at which range; what it does not see, and why (G.2).
    fn mark_sight(&self, state: &State, battery: CounterId, sheet: &mut Sheet<'_, Rules>) {
        let gun = self.tables.gun(self.counter(battery).gun);
        let at = state.hex_of(battery);
        for hex in self.ground.grid.hexes() {
            let Some(range) = gun.range(self.ground.distance(at, hex)) else { continue };
            if !self.in_arc(state.facing(battery), at, hex) {
                continue;
            }
            match self.gun_reaches(state, battery, hex) {
                Some(trajectory) if trajectory.over => {
                    let facts = format!("reached over what screens it, at {}", range.name());
                    sheet.mark(hex, Tone::Good, "", case!("2.7b"), facts);
                }
                Some(_) => sheet.mark(hex, Tone::Zone, "", case!("G.3f"), format!("in sight at {}", range.name())),
                None => {
                    let (case, facts) = self.why_hidden(state, battery, at, hex);
                    sheet.mark(hex, Tone::Bad, "", case, facts);
                }
            }
        }
    }

    /// Why a battery does not reach a hex in its arc and range.
    fn why_hidden(&self, state: &State, battery: CounterId, at: Hex, hex: Hex) -> (Case, String) {
        if self.slope_stops(state, battery, at, hex) {
            return (case!("G.2e"), "an abrupt slope is in the way".into());
        }
        let (Screen::One(behind) | Screen::Blocked(behind)) = self.screen(state, at, hex) else {
            return (case!("7.0b"), "too far to be seen in this weather".into());
        };
        let what = if self.is_occupied(state, behind) {
            "troops"
        } else if self.ground.is_cover(behind) {
            "wood or houses"
        } else {
            "higher ground"
        };
        (case!("G.2b"), format!("hidden by {what} in {}", self.number_of(behind)))
    }
}
