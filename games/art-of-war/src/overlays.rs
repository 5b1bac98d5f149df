//! What can be laid over the map: zones, fields of fire, threats, ways of retreat, objectives, each hex with its reason.

use board::Hex;
use kernel::aids::{Overlay, OverlayInfo, OverlayPlace, OverlayQuery, Takes, Tone};
use kernel::{Case, Ruleset, Side};

use crate::action::Action;
use crate::counters::{ALLIED, FRENCH, SIDES, Start, UnitId, UnitSet, enemy_of};
use crate::reach::March;
use crate::refusal::Refusal;
use crate::rules::r09_terrain as terrain;
use crate::scenario::{Objective, Scoring};
use crate::sequence::Frame;
use crate::state::{Fate, State};
use crate::{Battle, HexSet, Rules};

/// Those of both battles.
const COMMON: [OverlayInfo; 7] = [
    info("zones", "Zones of control", case!("4.5c"), Takes::Side, "Whose zones of control?"),
    info("fire", "Field of fire", case!("5.6a"), Takes::Unit, "Click a battery."),
    info("line", "Line of fire", case!("9.0e"), Takes::Places, "Click two hexes."),
    info("threats", "Who could attack it", case!("5.0"), Takes::Unit, "Click a unit."),
    info("retreats", "Possible retreats", case!("6.4"), Takes::Unit, "Click a unit."),
    always(info("objectives", "Objectives", case!("23.4"), Takes::Nothing, "")),
    always(info("entries", "Where reinforcements enter", case!("7.0"), Takes::Nothing, "")),
];

/// Those of Dresden alone.
const OF_DRESDEN: [OverlayInfo; 2] = [
    info("reserves", "Closed to reserves", case!("11.1"), Takes::Side, "Whose reserves?"),
    info("returns", "Where disrupted units may return", case!("17.2"), Takes::Side, "Whose disrupted units?"),
];

const fn info(id: &'static str, name: &'static str, case: Case, takes: Takes, hint: &'static str) -> OverlayInfo {
    OverlayInfo { id, name, case, takes, hint, always: false }
}

/// What belongs to the map as it is now.
const fn always(overlay: OverlayInfo) -> OverlayInfo {
    OverlayInfo { always: true, ..overlay }
}

type Sheet<'r> = kit::overlay::Sheet<'r, Rules>;

impl Rules {
    pub(crate) fn overlays_of(&self, _state: &State) -> Vec<OverlayInfo> {
        let case_here = |overlay: OverlayInfo| match (overlay.id, self.battle) {
            ("objectives", Battle::Dresden) => OverlayInfo { case: case!("18.2"), ..overlay },
            _ => overlay,
        };
        let of_dresden = OF_DRESDEN.into_iter().filter(|_| self.battle == Battle::Dresden);
        COMMON.into_iter().map(case_here).chain(of_dresden).collect()
    }

    pub(crate) fn overlay_of(&self, state: &State, query: &OverlayQuery) -> Result<Overlay, String> {
        let all = self.overlays_of(state);
        let info = kit::overlay::asked(&all, query)?;
        let side = || query.side.ok_or_else(|| format!("name a side: {}", info.hint));
        let unit = || {
            let word = query.unit.as_deref().ok_or_else(|| format!("name a unit: {}", info.hint))?;
            let unit = self.find(word).ok_or_else(|| format!("there is no unit \"{word}\" in this game"))?;
            match state.on_map(unit) {
                true => Ok(unit),
                false => Err(format!("{} is not on the map", self.label(unit))),
            }
        };
        let sheet = match info.id {
            "zones" => self.zones(state, side()?),
            "fire" => self.field_of_fire(state, unit()?),
            "line" => self.line_of_fire(query)?,
            "threats" => self.threats(state, unit()?),
            "retreats" => self.ways_of_retreat(state, unit()?),
            "objectives" => self.objectives(state),
            "entries" => self.entries(state),
            "reserves" => self.closed_to_reserves(state, side()?),
            _ => self.returns(state, side()?),
        };
        Ok(sheet.overlay(info.id, info.case))
    }

    fn shown(&self, hex: Hex, tone: Tone, case: Case, facts: String, units: UnitSet) -> OverlayPlace {
        let units = units.iter().map(|unit| self.word_for(unit)).collect();
        OverlayPlace { place: self.number_of(hex), tone, text: String::new(), case, facts, units }
    }

    fn refused_hex(&self, hex: Hex, refusal: &Refusal) -> OverlayPlace {
        let illegal = refusal.explain(self);
        self.shown(hex, Tone::Bad, illegal.case, illegal.facts, UnitSet::EMPTY)
    }

    fn names(&self, units: UnitSet) -> String {
        units.iter().map(|unit| self.printed_name(unit)).collect::<Vec<_>>().join(", ")
    }

    /// 4.5c: the six hexes around a unit, except over an unbridged river.
    fn zones(&self, state: &State, side: Side) -> Sheet<'_> {
        let (sky, grid) = (self.sky(state), &self.ground.grid);
        let occupied = state.occupied[side.index()];
        let mut sheet = Sheet::titled(self, format!("Zones of control of the {}", SIDES.name(side)));
        for hex in grid.hexes() {
            let near = |touching: bool| -> UnitSet {
                let around = grid.neighbours(hex).iter().copied().filter(|near| occupied.contains(*near));
                around
                    .filter(|near| self.ground.touches(sky, *near, hex) == touching)
                    .flat_map(|near| state.units_in(near))
                    .collect()
            };
            if state.zone[side.index()].contains(hex) {
                let units = near(true);
                let facts = format!("in the zone of control of {}", self.names(units));
                sheet.mark_units(hex, Tone::Zone, "", case!("4.5c"), facts, units);
            } else {
                let units = near(false);
                if !units.is_empty() {
                    let facts = format!("an unbridged river keeps the zone of {} out", self.names(units));
                    sheet.mark_units(hex, Tone::Mark, "", case!("9.0c"), facts, units);
                }
            }
        }
        let held = sheet.places.iter().filter(|place| place.tone == Tone::Zone).count();
        sheet.words = format!("The {} control {held} hexes around their units.", SIDES.name(side));
        sheet
    }

    /// 5.6a: two hexes away with a free line, or adjacent across a river (9.0c).
    fn field_of_fire(&self, state: &State, unit: UnitId) -> Sheet<'_> {
        let (from, grid) = (state.hex_of(unit), &self.ground.grid);
        let side = self.side_of(unit);
        let barred = self.may_bombard(state, unit).err();
        let mut sheet = Sheet::titled(self, format!("Field of fire of {}", self.printed_name(unit)));
        let mut targets = Vec::new();
        for hex in grid.hexes().filter(|hex| (1..=2).contains(&grid.distance(from, *hex))) {
            let held = state.occupied[enemy_of(side).index()].contains(hex);
            let enemies: UnitSet = if held { state.units_in(hex).collect() } else { UnitSet::EMPTY };
            if let Some(refusal) = &barred {
                sheet.places.push(OverlayPlace {
                    units: enemies.iter().map(|unit| self.word_for(unit)).collect(),
                    ..self.refused_hex(hex, refusal)
                });
                continue;
            }
            let blockers = self.blockers(from, hex);
            if self.in_range(state, from, hex) {
                let across = grid.adjacent(from, hex);
                let case = if across { case!("9.0c") } else { case!("5.6a") };
                let words = if across { "adjacent across a river" } else { "two hexes away with a clear line of fire" };
                let facts = match held {
                    true => format!("{} can be bombarded: {words}", self.names(enemies)),
                    false => format!("could be bombarded: {words}"),
                };
                if held {
                    targets.push(self.names(enemies));
                    sheet.line(from, hex, Tone::Good, case, facts.clone());
                }
                sheet.places.push(OverlayPlace {
                    text: if held { "✕".into() } else { String::new() },
                    ..self.shown(hex, Tone::Good, case, facts, enemies)
                });
            } else {
                let refusal = match grid.adjacent(from, hex) {
                    true => {
                        let facts = "adjacent: guns attack there like any other unit".to_owned();
                        self.shown(hex, Tone::Mark, case!("5.6a"), facts, enemies)
                    }
                    false => self.refused_hex(hex, &self.why_out_of_range(unit, from, hex)),
                };
                for blocker in &blockers {
                    sheet.line(from, hex, Tone::Bad, case!("9.0e"), self.blocked_by(&blockers));
                    self.mark_blocker(*blocker, &mut sheet.places);
                }
                if !sheet.places.iter().any(|known| known.place == refusal.place) {
                    sheet.places.push(refusal);
                }
            }
        }
        sheet.words = match (&barred, targets.is_empty()) {
            (Some(refusal), _) => refusal.explain(self).facts,
            (None, true) => "No enemy is in its field of fire.".into(),
            (None, false) => format!("It can bombard {}.", targets.join("; ")),
        };
        sheet
    }

    fn blockers(&self, from: Hex, to: Hex) -> Vec<Hex> {
        terrain::blocking_hexes(&self.tables, &self.ground.grid, &self.ground.terrain, from, to)
    }

    fn blocked_by(&self, blockers: &[Hex]) -> String {
        let hexes: Vec<String> = blockers.iter().map(|hex| self.number_of(*hex)).collect();
        format!("woods, grove or town in {} block the line of fire", hexes.join(" and "))
    }

    /// What blocks is marked as such, whatever else was said of the hex.
    fn mark_blocker(&self, hex: Hex, places: &mut Vec<OverlayPlace>) {
        let facts = "woods, grove or town: it blocks the line of fire".to_owned();
        let blocker =
            OverlayPlace { text: "▲".into(), ..self.shown(hex, Tone::Bad, case!("9.0e"), facts, UnitSet::EMPTY) };
        places.retain(|known| known.place != blocker.place);
        places.push(blocker);
    }

    fn line_of_fire(&self, query: &OverlayQuery) -> Result<Sheet<'_>, String> {
        let [from, to] = query.places.as_slice() else { return Err("name two hexes".into()) };
        let grid = &self.ground.grid;
        let parse = |word: &String| grid.parse(word).ok_or_else(|| format!("\"{word}\" is not a hex of this map"));
        let (from, to) = (parse(from)?, parse(to)?);
        let title = format!("Line of fire from {} to {}", grid.name(from), grid.name(to));
        let blockers = self.blockers(from, to);
        let distance = grid.distance(from, to);
        let mut sheet = Sheet::titled(self, title);
        let (tone, case, facts) = if !blockers.is_empty() {
            (Tone::Bad, case!("9.0e"), self.blocked_by(&blockers))
        } else if distance == 2 {
            (Tone::Good, case!("5.6a"), "the line of fire is clear, and the range is two hexes".to_owned())
        } else {
            (
                Tone::Bad,
                case!("5.6a"),
                format!("the line of fire is clear, but guns fire at exactly two hexes, and this is {distance}"),
            )
        };
        for blocker in blockers {
            self.mark_blocker(blocker, &mut sheet.places);
        }
        sheet.words = facts.clone();
        sheet.line(from, to, tone, case, facts);
        Ok(sheet)
    }

    /// Who stands so that he could attack a unit now, and who could come up in his next Movement Phase.
    fn threats(&self, state: &State, unit: UnitId) -> Sheet<'_> {
        let (sky, grid, at) = (self.sky(state), &self.ground.grid, state.hex_of(unit));
        let enemy = enemy_of(self.side_of(unit));
        let mut sheet = Sheet::titled(self, format!("Who could attack {}", self.printed_name(unit)));
        let mut near = UnitSet::EMPTY;
        for other in self.units_of(enemy).iter().filter(|other| state.on_map(*other)) {
            let hex = state.hex_of(other);
            let ranged = self.is_gun(other) && self.in_range(state, hex, at);
            let (tone, case, facts) = if self.ground.touches(sky, hex, at) {
                (Tone::Bad, case!("5.0"), format!("{} is next to it and can attack", self.printed_name(other)))
            } else if ranged {
                match self.may_bombard(state, other) {
                    Ok(()) => (Tone::Bad, case!("5.6a"), format!("{} can bombard it", self.printed_name(other))),
                    Err(refusal) => (Tone::Good, refusal.case, refusal.explain(self).facts),
                }
            } else if grid.adjacent(hex, at) {
                let facts = format!("a river without a bridge separates {} from it", self.printed_name(other));
                (Tone::Good, case!("9.0c"), facts)
            } else {
                continue;
            };
            if tone == Tone::Bad {
                near.insert(other);
            }
            sheet.line(hex, at, tone, case, facts.clone());
            sheet.mark_units(hex, tone, "", case, facts, [other]);
        }
        let coming = self.could_come_up(state, enemy, at);
        for (other, hex) in &coming {
            if near.contains(*other) {
                continue;
            }
            let facts = format!("{} could move to {} and attack", self.printed_name(*other), self.number_of(*hex));
            let from = if state.on_map(*other) { state.hex_of(*other) } else { *hex };
            sheet.mark_units(from, Tone::Mark, "", case!("4.0"), facts, [*other]);
        }
        let farther: UnitSet = coming.iter().map(|(other, _)| *other).filter(|other| !near.contains(*other)).collect();
        let words = |units: UnitSet| if units.is_empty() { "nobody".into() } else { self.names(units) };
        sheet.words = format!(
            "Can attack it from where they are: {}. Could move up in the next {} Movement Phase: {}.",
            words(near),
            SIDES.adjective(enemy),
            words(farther)
        );
        sheet
    }

    /// The units of a side that could move next to a hex in their next Movement Phase, each with such a hex.
    fn could_come_up(&self, state: &State, side: Side, target: Hex) -> Vec<(UnitId, Hex)> {
        let Some(state) = self.next_movement(state, side) else { return Vec::new() };
        let beside: HexSet = self.ground.touched(self.sky(&state), target).collect();
        let mut coming = Vec::new();
        for unit in self.units_of(side).difference(state.moved) {
            let seat = Rules::seat_of(side);
            if !matches!(state.fate[unit.index()], Fate::OnMap | Fate::Waiting)
                || self.check(&state, seat, &Action::Select(unit)).is_err()
            {
                continue;
            }
            let mut in_hand = state.clone();
            self.play(&mut in_hand, seat, &Action::Select(unit), &mut kernel::Discard);
            let Some(hand) = self.in_hand(&in_hand) else { continue };
            let march = March::new(self, in_hand, hand);
            if let Some(hex) = beside.iter().find(|hex| march.ends_in(*hex)) {
                coming.push((unit, hex));
            }
        }
        coming
    }

    /// The position as it would be at the opening of the next Movement Phase of a side, if nobody did anything before.
    fn next_movement(&self, state: &State, side: Side) -> Option<State> {
        if state.player == side && state.frame() == Frame::Move {
            return Some(state.clone());
        }
        let mut next = state.clone();
        // A unit in hand stands where it is.
        if let Some(hand) = self.in_hand(state).filter(|hand| hand.at.is_some()) {
            self.put(&mut next, hand.unit, hand.at);
        }
        let later = state.player == side || side == self.scenario.first;
        next.turn += u8::from(later);
        if usize::from(next.turn) > self.scenario.turns.len() {
            return None;
        }
        next.player = side;
        next.frames.clear();
        next.frames.push(Frame::Move);
        next.moved = UnitSet::EMPTY;
        next.crowded = None;
        next.second_division = None;
        self.survey_zones(&mut next);
        self.survey_reserve_limits(&mut next);
        Some(next)
    }

    /// 6.4: where a unit would have to go if it were beaten now.
    fn ways_of_retreat(&self, state: &State, unit: UnitId) -> Sheet<'_> {
        let title = format!("Possible retreats of {}", self.printed_name(unit));
        let at = state.hex_of(unit);
        if self.is_garrison(unit) {
            let words = format!("{} is a garrison: it never retreats.", self.printed_name(unit));
            let mut sheet = Sheet::titled(self, title);
            sheet.mark_units(at, Tone::Bad, "", case!("14.0"), words.clone(), [unit]);
            sheet.words = words;
            return sheet;
        }
        let open = match state.attack.retreating.contains(unit) {
            true => self.retreat_choices(state, unit),
            false => self.choices(state, unit),
        };
        let mut sheet = Sheet::titled(self, title);
        for hex in self.ground.grid.neighbours(at).iter().copied().filter(|hex| hex.is_some()) {
            if !open.contains(&hex) {
                sheet.places.push(self.refused_hex(hex, &self.why_not_there(state, unit, hex)));
                continue;
            }
            let there: UnitSet = state.units_in(hex).collect();
            let (case, facts) = match (there.is_empty(), self.has_room(state, self.side_of(unit), hex)) {
                (true, _) => (case!("6.4"), "open: empty, and in no enemy zone of control".to_owned()),
                (false, true) => (case!("10.4d"), format!("open: there is room with {}", self.names(there))),
                (false, false) => (case!("6.5a"), format!("open, but {} would be displaced", self.names(there))),
            };
            sheet.line(at, hex, Tone::Good, case, facts.clone());
            sheet.mark_units(hex, Tone::Good, "", case, facts, there);
        }
        let ways: Vec<String> = open.iter().map(|hex| self.number_of(*hex)).collect();
        sheet.words = match ways.is_empty() {
            true => format!("{} cannot retreat: if driven back, it is eliminated.", self.printed_name(unit)),
            false => format!("{} could retreat to {}.", self.printed_name(unit), ways.join(", ")),
        };
        if ways.is_empty() {
            let facts = "no safe hex: a unit that cannot retreat is eliminated".to_owned();
            sheet.mark_units(at, Tone::Bad, "", case!("6.4"), facts, [unit]);
        }
        sheet
    }

    /// 18.2, 23.4: the hexes that count, and for whom they do.
    fn objectives(&self, state: &State) -> Sheet<'_> {
        let mut sheet = Sheet::titled(self, "Objectives");
        // A map made for a position may lack some of them.
        let known = self.scenario.objectives.iter().enumerate().filter(|(_, objective)| objective.hex.is_some());
        for (index, Objective { hex, name, points, rule, .. }) in known {
            let (case, facts) = match (rule, state.control[index]) {
                (Scoring::HeldAfterFrenchCombat, _) if state.old_town >> index & 1 != 0 => {
                    (case!("18.2"), format!("{name}: the Allies have scored their {points} points here"))
                }
                (Scoring::HeldAfterFrenchCombat, _) => {
                    (case!("18.2"), format!("{name}: {points} points for the Allies, once"))
                }
                (Scoring::LastToEnter, Some(side)) => {
                    (case!("23.4"), format!("{name}: {points} points for the {}, who were here last", SIDES.name(side)))
                }
                (Scoring::LastToEnter, None) => (
                    case!("23.4b"),
                    format!("{name}: {points} points for the side that was here last; nobody has been yet"),
                ),
            };
            let units: UnitSet = state.units_in(*hex).collect();
            sheet.mark_units(*hex, Tone::Mark, points.to_string(), case, facts, units);
        }
        let told: Vec<String> = sheet.places.iter().map(|mark| format!("{}: {}", mark.place, mark.facts)).collect();
        sheet.words = format!("{}.", told.join(". "));
        sheet
    }

    /// 7.0: entry hexes, and who is expected there.
    fn entries(&self, state: &State) -> Sheet<'_> {
        let mut sheet = Sheet::titled(self, "Where reinforcements enter");
        for (area, hex) in self.ground.entries.iter().filter(|(_, hex)| hex.is_some()) {
            let mut expected: Vec<(u8, UnitId)> = Vec::new();
            for unit in [FRENCH, ALLIED].into_iter().flat_map(|side| self.units_of(side)) {
                let here = match self.unit(unit).start {
                    Start::Enters { area: own, turn } if own.0 == *area => Some(turn),
                    Start::Enters { .. } | Start::At(_) => None,
                    Start::Klenau => {
                        self.way_in(state, unit).ok().filter(|(entry, _)| entry == hex).map(|(_, turn)| turn)
                    }
                };
                if let Some(turn) = here.filter(|_| state.fate[unit.index()] == Fate::Waiting) {
                    expected.push((turn, unit));
                }
            }
            expected.sort();
            let names: Vec<String> =
                expected.iter().map(|(turn, unit)| format!("{} (turn {turn})", self.printed_name(*unit))).collect();
            let about = self.scenario.entries.get(area).map_or("", |entry| entry.description.trim_end_matches('.'));
            let facts = match names.is_empty() {
                true => format!("entry {area}: no more arrivals ({about})"),
                false => format!("entry {area}: {} ({about})", names.join(", ")),
            };
            let units: UnitSet = expected.iter().map(|(_, unit)| *unit).collect();
            let tone = if names.is_empty() { Tone::Mark } else { Tone::Good };
            sheet.mark_units(*hex, tone, area.to_string(), case!("7.0"), facts, units);
        }
        let told: Vec<String> = sheet.places.iter().map(|mark| format!("{}: {}", mark.place, mark.facts)).collect();
        sheet.words = format!("{}.", told.join(". "));
        sheet
    }

    /// 11.1: hexes too near to an enemy for those who are still in reserve.
    fn closed_to_reserves(&self, state: &State, side: Side) -> Sheet<'_> {
        let limit = self.scenario.reserve_distance[side.index()];
        let enemy = enemy_of(side);
        let sleepers = state.reserve.intersection(self.units_of(side));
        let mut sheet = Sheet::titled(self, format!("Closed to {} reserves", SIDES.adjective(side)));
        for hex in self.ground.grid.hexes().filter(|hex| self.distance_to(state, enemy, *hex) < limit) {
            let near =
                |unit: &UnitId| state.on_map(*unit) && self.ground.grid.distance(state.hex_of(*unit), hex) < limit;
            let units: UnitSet = self.units_of(enemy).iter().filter(near).collect();
            let facts = format!("nearer than {limit} hexes to {}", self.names(units));
            sheet.mark_units(hex, Tone::Bad, "", case!("11.1"), facts, units);
        }
        sheet.words = match sleepers.is_empty() {
            true => format!("The {} have no reserves left.", SIDES.name(side)),
            false => format!("In reserve: {}. They must stay {limit} hexes from every enemy.", self.names(sleepers)),
        };
        sheet
    }

    /// 17.2: where disrupted units of a side could be put back as things stand, and who they are.
    fn returns(&self, state: &State, side: Side) -> Sheet<'_> {
        let disrupted: UnitSet =
            self.units_of(side).iter().filter(|unit| state.fate[unit.index()] == Fate::Disrupted).collect();
        let mut sheet = Sheet::titled(self, format!("Where disrupted {} units may return", SIDES.adjective(side)));
        let places: Vec<(UnitId, HexSet)> =
            disrupted.iter().map(|unit| (unit, self.return_hexes(state, unit))).collect();
        for hex in self.ground.grid.hexes() {
            let units: UnitSet =
                places.iter().filter(|(_, hexes)| hexes.contains(hex)).map(|(unit, _)| *unit).collect();
            if !units.is_empty() {
                let (names, (nearest, farthest)) = (self.names(units), self.scenario.return_distance);
                let facts = format!(
                    "{names} could return here: next to a unit of its nation, {nearest} to {farthest} hexes from the enemy"
                );
                sheet.mark_units(hex, Tone::Good, "", case!("17.2"), facts, units);
            }
        }
        let stranded: UnitSet = places.iter().filter(|(_, hexes)| hexes.is_empty()).map(|(unit, _)| *unit).collect();
        sheet.words = match (disrupted.is_empty(), stranded.is_empty()) {
            (true, _) => format!("The {} have no disrupted units.", SIDES.name(side)),
            (false, true) => format!("Disrupted: {}. At the end of the day they return.", self.names(disrupted)),
            (false, false) => {
                let (all, waiting) = (self.names(disrupted), self.names(stranded));
                format!("Disrupted: {all}. At the moment there is no hex for {waiting} (17.2b).")
            }
        };
        sheet
    }
}
