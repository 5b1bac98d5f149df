//! Where the enemy may be: counted over worlds that fit the view, drawn with the same numbers every time, so that equal
//! views give equal answers.

use std::collections::{BTreeMap, BTreeSet};

use board::boxes::BoxId;
use kernel::aids::Tone;
use kernel::{Entropy, Overlay, Side};

use super::{Sheet, handle_of, percent};
use crate::Rules;
use crate::counters::{CounterId, Kind, SIDES};
use crate::scenario::name_of_turn;
use crate::sets::CounterSet;
use crate::state::{ALLIED, FRENCH, State, Whereabouts, enemy_of};
use crate::view::{Hidden, PieceView, View};

/// Worlds that are counted over.
const WORLDS: u32 = 120;

/// The same numbers every time.
struct Numbers(u64);

impl Entropy for Numbers {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) % u64::from(bound.max(1))) as u32
    }
}

/// What a box holds, added up over all worlds.
#[derive(Clone, Default)]
struct Tally {
    real: u32,
    strength: u32,
    most: u16,
    leaders: u32,
}

impl Rules {
    fn worlds(&self, view: &View) -> Vec<State> {
        let mut numbers = Numbers(0x1813_1016_5EED_0001);
        (0..WORLDS).map(|_| self.sample_of(view, &mut numbers)).collect()
    }

    /// The sides whose counters lie face down for the viewer.
    fn hidden_sides(&self, view: &View) -> Vec<Side> {
        match self.side_of_viewer(view.viewer) {
            Some(side) => vec![enemy_of(side)],
            None => vec![FRENCH, ALLIED],
        }
    }

    fn seen_lately(&self, view: &View, side: Side) -> BTreeMap<BoxId, Vec<String>> {
        let mut seen: BTreeMap<BoxId, Vec<String>> = BTreeMap::new();
        for (piece, number) in view.pieces.iter().zip(0u8..) {
            let counter = CounterId(number);
            if let PieceView::Unknown { sighting: Some(sighting) } = piece
                && self.side_of(counter) == side
            {
                let words = format!("{} ({})", self.name_of(counter), name_of_turn(sighting.turn));
                seen.entry(sighting.at).or_default().push(words);
            }
        }
        seen
    }

    pub(super) fn belief_overlay(&self, view: &View) -> Overlay {
        let worlds = self.worlds(view);
        let mut sheet = Sheet::new(self);
        let (mut boxes, mut likely) = (0, 0);
        for side in self.hidden_sides(view) {
            let seen = self.seen_lately(view, side);
            let places: BTreeSet<BoxId> = worlds.iter().flat_map(|world| world.occupied(side).iter()).collect();
            for place in places {
                let tally = self.tally_of(&worlds, side, place);
                let down = self.face_down_in(view, side, place);
                let known =
                    self.of_side_in(&worlds[0], side, place).iter().filter(|counter| worlds[0].piece(*counter).face_up);
                let known: CounterSet = known.collect();
                let share = percent(tally.real, WORLDS);
                let strength = (tally.strength + WORLDS / 2) / WORLDS;
                boxes += 1;
                likely += u32::from(share >= 50);
                let mut facts = format!(
                    "{}: {down} face down, {} face up; real troops {share} % likely, about {strength} SP, {} at most",
                    self.box_name(place),
                    known.len(),
                    tally.most
                );
                if tally.leaders > 0 && down > 0 {
                    facts += &format!("; a leader {} %", percent(tally.leaders, WORLDS));
                }
                if let Some(names) = seen.get(&place) {
                    facts += &format!("; seen here: {}", names.join(", "));
                }
                let tone = if share >= 50 { Tone::Bad } else { Tone::Zone };
                let text = if share >= 100 { strength.to_string() } else { format!("{share}%") };
                sheet.mark_units(place, tone, text, case!("1.2.1c"), facts, &known);
            }
        }
        let words = format!(
            "Enemy counters are in {boxes} boxes; in {likely} of them real troops are likely. Estimated from {WORLDS} positions that fit what you know."
        );
        sheet.done("belief", "Where the enemy is likely to be", case!("1.2.1c"), words)
    }

    fn tally_of(&self, worlds: &[State], side: Side, place: BoxId) -> Tally {
        let mut tally = Tally::default();
        for world in worlds {
            let here = self.of_side_in(world, side, place);
            let strength = self.strength_of(world, &here);
            tally.real += u32::from(strength > 0);
            tally.strength += u32::from(strength);
            tally.most = tally.most.max(strength);
            tally.leaders += u32::from(here.iter().any(|counter| self.is_leader(counter)));
        }
        tally
    }

    /// What lies under a face-down counter, or where a counter of the enemy may be.
    pub(super) fn whereabouts_overlay(&self, view: &View, unit: &str) -> Result<Overlay, String> {
        let is_it = |hidden: &&Hidden| (0..hidden.count).any(|number| handle_of(hidden, number) == unit);
        if let Some(hidden) = view.hidden.iter().find(is_it) {
            return Ok(self.identities_overlay(view, hidden));
        }
        if let Some(counter) = self.own_counter(view, unit) {
            return Ok(self.seen_by_the_enemy(view, counter));
        }
        let named = self.all_counters().filter(|counter| self.counter(*counter).id.eq_ignore_ascii_case(unit));
        let sides = self.hidden_sides(view);
        let counter = named
            .filter(|counter| sides.contains(&self.side_of(*counter)))
            .min_by_key(|counter| matches!(view.pieces[counter.index()], PieceView::Off { .. }));
        let Some(counter) = counter else { return Err("that is not an enemy counter".into()) };
        let name = self.name_of(counter);
        let mut sheet = Sheet::new(self);
        let units = CounterSet::from_iter([counter]);
        let title = format!("Where {name} may be");
        let words = match view.pieces[counter.index()] {
            PieceView::Open { whereabouts: Whereabouts::At(at), strength, .. } => {
                let strength = strength.map_or(String::new(), |strength| format!(" with {strength} SP"));
                let words = format!("{name} is face up at {}{strength}", self.box_name(at));
                sheet.mark_units(at, Tone::Bad, "!", case!("1.2.1c"), words.clone(), &units);
                format!("{words}.")
            }
            PieceView::Own(_) | PieceView::Open { .. } | PieceView::Off { .. } => format!("{name} is not on the map."),
            PieceView::Unknown { sighting } => {
                let worlds = self.worlds(view);
                let mut places: BTreeMap<BoxId, u32> = BTreeMap::new();
                for place in worlds.iter().filter_map(|world| world.place_of(counter)) {
                    *places.entry(place).or_default() += 1;
                }
                let on_map: u32 = places.values().sum();
                for (place, count) in &places {
                    let share = percent(*count, WORLDS);
                    let facts = format!("{name} is at {} with a chance of {share} %", self.box_name(*place));
                    let tone = if share >= 10 { Tone::Bad } else { Tone::Zone };
                    sheet.mark_units(*place, tone, format!("{share}%"), case!("1.2.1c"), facts, &units);
                }
                let mut words = format!("{name} is on the map with a chance of {} %", percent(on_map, WORLDS));
                if let Some(seen) = sighting {
                    let turns = view.turn.saturating_sub(seen.turn);
                    let march = self.tables.allowance(self.kind(counter), view.weather);
                    let at = self.box_name(seen.at);
                    let strength = seen.strength.map_or(String::new(), |strength| format!(" with {strength} SP"));
                    let facts = format!("{name} was last seen at {at}{strength} in {}", name_of_turn(seen.turn));
                    words += &format!(
                        "; {facts}; since then it may have marched {} movement points",
                        u32::from(march) * u32::from(turns + 1)
                    );
                    sheet.mark_units(seen.at, Tone::Mark, "?", case!("1.2.1c"), facts, &units);
                }
                format!("{words}.")
            }
        };
        Ok(sheet.done("whereabouts", title, case!("1.2.1c"), words))
    }

    /// What the enemy has seen of a counter of the viewer's own.
    fn seen_by_the_enemy(&self, view: &View, counter: CounterId) -> Overlay {
        let mut sheet = Sheet::new(self);
        let name = self.name_of(counter);
        let units = CounterSet::from_iter([counter]);
        let words = match view.pieces[counter.index()] {
            PieceView::Own(piece) if piece.face_up => {
                let strength = if piece.strength_open { ", and its strength is known" } else { "" };
                let words = format!("{name} is face up: the enemy can see it{strength}");
                if let Some(at) = piece.place() {
                    sheet.mark_units(at, Tone::Bad, "!", case!("1.2.1c"), words.clone(), &units);
                }
                words
            }
            PieceView::Own(piece) => match piece.sighting {
                Some(seen) => {
                    let strength = seen.strength.map_or(String::new(), |strength| format!(" with {strength} SP"));
                    let at = self.box_name(seen.at);
                    let words = format!("The enemy last saw {name} at {at}{strength} in {}", name_of_turn(seen.turn));
                    sheet.mark_units(seen.at, Tone::Mark, "?", case!("1.2.1c"), words.clone(), &units);
                    words
                }
                None => format!("The enemy has never seen {name}"),
            },
            PieceView::Open { .. } | PieceView::Off { .. } | PieceView::Unknown { .. } => {
                format!("{name} is not yours")
            }
        };
        sheet.done("whereabouts", format!("What the enemy knows of {name}"), case!("1.2.1c"), format!("{words}."))
    }

    /// Who the counters that lie face down in a box may be.
    fn identities_overlay(&self, view: &View, hidden: &Hidden) -> Overlay {
        let worlds = self.worlds(view);
        let mut sheet = Sheet::new(self);
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        let mut all = 0;
        for world in &worlds {
            let here = self.of_side_in(world, hidden.side, hidden.at);
            for counter in here.iter().filter(|counter| !world.piece(*counter).face_up) {
                let name = match self.kind(counter) {
                    Kind::InfantryDummy | Kind::CavalryDummy => "a dummy".to_owned(),
                    Kind::Leader | Kind::Infantry | Kind::Cavalry | Kind::Artillery => self.name_of(counter),
                };
                *counts.entry(name).or_default() += 1;
                all += 1;
            }
        }
        let mut likely: Vec<(u32, String)> =
            counts.into_iter().map(|(name, count)| (percent(count, all), name)).collect();
        likely.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        let list: Vec<String> = likely
            .iter()
            .filter(|(share, _)| *share > 0)
            .take(6)
            .map(|(share, name)| format!("{name} {share} %"))
            .collect();
        let down = self.face_down_in(view, hidden.side, hidden.at);
        let at = self.box_name(hidden.at);
        let words = match down {
            1 => format!("The face-down counter at {at} may be: {}.", list.join(", ")),
            down => format!("Each of the {down} face-down counters at {at} may be: {}.", list.join(", ")),
        };
        sheet.mark(hidden.at, Tone::Mark, "?", case!("1.2.1c"), words.clone());
        sheet.done("whereabouts", format!("{} at {at}", SIDES.name(hidden.side)), case!("1.2.1c"), words)
    }
}
