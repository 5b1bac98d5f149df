//! What can be laid over the map: zones, fronts, command, lines of fire.

use board::{Facing, Hex, sight};
use kernel::Case;
use kernel::aids::{Overlay, OverlayInfo, OverlayQuery, Takes, Tone};
use kit::overlay::{Sheet, asked};

use crate::Rules;
use crate::counters::{BOTH, CounterId, enemy_of};
use crate::staff::Field;
use crate::state::State;
use crate::words::{points, side_name};

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

const CHARGES: OverlayInfo = OverlayInfo {
    id: "charges",
    name: "Charges",
    case: case!("9.11"),
    takes: Takes::Unit,
    hint: "whom cavalry could charge in this phase, from where, and what the run and its turns cost",
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
        vec![ZONES, ARC, CHARGES, COMMAND]
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
        if info.id == CHARGES.id {
            return Ok(self.charges_overlay(state, unit, sheet));
        }
        let at = state.hex_of(unit);
        for hex in self.ground.front(at, state.facing[unit.index()]) {
            if hex.is_some() {
                sheet.mark(hex, Tone::Mark, "", case!("5.11b"), format!("before {}", self.label(unit)));
            }
        }
        let seen = match self.counter(unit).gun() {
            Some(gun) => self.mark_sight(state, unit, self.tables.range(gun), &mut sheet),
            None => String::new(),
        };
        let words = format!("{} faces {}.{seen}", self.label(unit), state.facing[unit.index()]);
        Ok(sheet.done(ARC.id, ARC.name, ARC.case, words))
    }

    /// What guns see and what they do not, with what hides it (10.12).
    fn mark_sight(&self, state: &State, unit: CounterId, range: u16, sheet: &mut Sheet<'_, Rules>) -> String {
        let at = state.hex_of(unit);
        let (mut in_sight, mut hidden) = (0, 0);
        for hex in self.ground.grid.hexes() {
            let distance = self.ground.grid.distance(at, hex);
            if distance == 0 || distance > range {
                continue;
            }
            let text = distance.to_string();
            match self.hidden_by(state, at, hex) {
                None => {
                    in_sight += 1;
                    sheet.mark(hex, Tone::Zone, text, case!("10.13"), format!("in sight at {distance} hexes"));
                }
                Some((case, facts)) => {
                    hidden += 1;
                    sheet.mark(hex, Tone::Bad, text, case, facts);
                }
            }
        }
        format!(" Of the hexes in range it sees {in_sight}; {hidden} are hidden.")
    }

    /// What hides one hex from another, if anything does.
    fn hidden_by(&self, state: &State, from: Hex, to: Hex) -> Option<(Case, String)> {
        if self.can_see(state, from, to) {
            return None;
        }
        let [gun, target] = [from, to].map(|hex| self.ground.at(hex).height);
        let held = |hex: Hex| state.occupied.iter().any(|held| held.contains(hex));
        for crossing in sight::line(&self.ground.grid, from, to) {
            let hexes = match crossing {
                sight::Crossing::Through(hex) => [hex, hex],
                sight::Crossing::Along(one, other) => [one, other],
            };
            let every = |test: &dyn Fn(Hex) -> bool| hexes.iter().all(|hex| hex.is_none() || test(*hex));
            let place = self.number_of(hexes[0]);
            if every(&|hex| self.ground.at(hex).blocks_sight) {
                return Some((case!("10.12"), format!("hidden by the wood or the houses in {place}")));
            }
            if every(&|hex| self.ground.at(hex).height > gun && self.ground.at(hex).height > target) {
                return Some((case!("10.12b"), format!("hidden by the height in {place}")));
            }
            if every(&held) {
                return Some((case!("10.12"), format!("hidden by the units in {place}")));
            }
        }
        // Along a hexside two different things may hide it together.
        Some((case!("10.12"), "hidden by what lies on both sides of the line".to_owned()))
    }

    /// Whom cavalry could charge: the run-up, the hex of contact, and the price (9.11 to 9.19).
    fn charges_overlay(&self, state: &State, unit: CounterId, mut sheet: Sheet<'_, Rules>) -> Overlay {
        let side = self.side_of(unit);
        let enemy = enemy_of(side);
        let hand = self.hand_for(state, unit);
        let mut field = Field::default();
        self.find_field(state, &hand, &mut field);
        let ready = self.is_cavalry(unit)
            && self.charges_ride(state)
            && !state.charged.contains(unit)
            && !state.entered.contains(unit)
            && !state.square.contains(unit);
        let movement = &self.tables.movement;
        let mut targets = 0;
        for target in state.occupied[enemy.index()].iter().filter(|_| ready) {
            if !self.ground.at(target).clear {
                continue;
            }
            // The cheapest run: to a hex two hexes off, on into contact, turning by the hexside, and the attack.
            let mut best: Option<(u8, Hex, Hex, u8)> = None;
            for start in &field.hexes {
                let clear = self.ground.at(*start).clear && self.ground.grid.distance(*start, target) == 2;
                let Some(spent) = field.spent(*start).filter(|_| clear) else { continue };
                for contact in self.hexes_around(*start) {
                    let runs = self.ground.grid.adjacent(contact, target)
                        && self.ground.charge_runs(*start, contact)
                        && self.ground.charge_runs(contact, target)
                        && !self.is_held_by(state, enemy, contact)
                        && !self.square_in(state, contact);
                    let way = self.ground.grid.direction_between(*start, contact).filter(|_| runs);
                    let Some(way) = way else { continue };
                    let step = self.ground.cost(self.arm_of(unit), *start, way);
                    let now = state.facing[unit.index()];
                    let fronts = Facing::all(false).into_iter().filter(|it| self.ground.is_front(contact, *it, target));
                    let turns = fronts.filter_map(|facing| now.steps_to(facing)).min().unwrap_or(0);
                    let turning = turns.saturating_mul(movement.turn);
                    let whole = spent.saturating_add(step).saturating_add(turning).saturating_add(movement.charge);
                    if whole <= hand.left && best.is_none_or(|(least, ..)| whole < least) {
                        best = Some((whole, *start, contact, turns));
                    }
                }
            }
            if let Some((whole, start, contact, turns)) = best {
                targets += 1;
                let price = points(whole);
                let run = format!("the run goes by {} and {}", self.number_of(start), self.number_of(contact));
                let turning = match turns {
                    0 => "without a turn".to_owned(),
                    1 => "with one hexside of turning".to_owned(),
                    turns => format!("with {turns} hexsides of turning"),
                };
                let facts = format!("a charge costs {price} points, {turning} and the attack included; {run}");
                // The map has room for whole points; the sentence has them to the twelfth.
                let about = whole.div_ceil(self.tables.point).to_string();
                sheet.mark(target, Tone::Bad, about, case!("9.13"), facts);
                sheet.mark(start, Tone::Mark, "", case!("9.11"), "from here the charge is declared");
                sheet.mark(contact, Tone::Good, "", case!("9.19"), "contact");
                sheet.line(start, contact, Tone::Good, case!("9.11"), "the run");
                sheet.line(contact, target, Tone::Bad, case!("9.13"), "the attack");
            }
        }
        let words = match targets {
            0 => format!("{} can charge nobody in this phase.", self.label(unit)),
            1 => format!("{} could charge one hex.", self.label(unit)),
            number => format!("{} could charge {number} hexes.", self.label(unit)),
        };
        sheet.done(CHARGES.id, CHARGES.name, CHARGES.case, words)
    }
}
