//! How far the enemy can reach, where he may intercept, and where one may intercept oneself (5.2, 6.5.1).

use std::collections::BTreeMap;

use board::boxes::BoxId;
use kernel::aids::Tone;
use kernel::{Overlay, Side};

use super::Sheet;
use crate::counters::Kind;
use crate::sets::CounterSet;
use crate::state::{State, enemy_of};
use crate::{Rules, Seen};

impl Rules {
    /// Boxes that somebody could march to from any of these boxes with so many points: what is left there.
    fn spread_from(&self, state: &State, side: Side, from: &[BoxId], points: u8) -> BTreeMap<BoxId, u8> {
        let mut left: Vec<Option<u8>> = vec![None; self.ground.len()];
        for place in from {
            left[place.index()] = Some(points);
        }
        // Every connection costs something: a box is settled before those that are reached from it.
        for now in (1..=points).rev() {
            for here in self.ground.boxes() {
                // Among the other side's counters a march ends (5.3c).
                let ends = !from.contains(&here) && state.occupies(enemy_of(side), here);
                if left[here.index()] != Some(now) || ends {
                    continue;
                }
                for (next, way) in self.ground.neighbours(here) {
                    let cost = self.cost_of(state, *way);
                    if cost > now || self.may_use(state, *way, *next, &CounterSet::EMPTY).is_err() {
                        continue;
                    }
                    if left[next.index()].is_none_or(|known| known < now - cost) {
                        left[next.index()] = Some(now - cost);
                    }
                }
            }
        }
        self.ground.boxes().filter_map(|place| Some((place, left[place.index()]?))).collect()
    }

    pub(super) fn threats_overlay(&self, seen: &Seen<'_>, side: Side) -> Overlay {
        let view = seen.view();
        let state = seen.world();
        let enemy = enemy_of(side);
        let from = self.boxes_of(state, enemy);
        let horse = self.tables.allowance(Kind::Cavalry, view.weather);
        let foot = self.tables.allowance(Kind::Infantry, view.weather);
        let by_horse = self.spread_from(state, enemy, &from, horse);
        let by_foot = self.spread_from(state, enemy, &from, foot);
        let mut sheet = Sheet::new(self);
        for (place, left) in by_horse.iter().filter(|(place, _)| !from.contains(place)) {
            let at = self.box_name(*place);
            match by_foot.get(place) {
                Some(left) => {
                    let cost = foot - left;
                    let facts = format!(
                        "{at}: {cost} movement points from the nearest enemy counters, within reach of infantry"
                    );
                    sheet.mark(*place, Tone::Bad, cost.to_string(), case!("5.2a"), facts);
                }
                None => {
                    let cost = horse - left;
                    let facts = format!(
                        "{at}: {cost} movement points from the nearest enemy counters, within reach of cavalry"
                    );
                    sheet.mark(*place, Tone::Zone, cost.to_string(), case!("5.2a"), facts);
                }
            }
        }
        let extra = self.tables.forced_march_modifiers.extra_movement;
        let words = format!(
            "In {} weather infantry has {foot} movement points, cavalry {horse}; a forced march adds {extra}. Dummies move as far.",
            view.weather.name()
        );
        sheet.done("threats", "How far the enemy can reach", case!("5.2a"), words)
    }

    /// Boxes where a march of the viewer's would be watched.
    pub(super) fn watched_overlay(&self, seen: &Seen<'_>, side: Side) -> Overlay {
        let state = seen.world();
        let enemy = enemy_of(side);
        let mut sheet = Sheet::new(self);
        for at in self.ground.boxes().filter(|at| self.opens_interception(state, side, *at)) {
            let from: Vec<&str> = self
                .ground
                .neighbours(at)
                .iter()
                .filter(|(from, way)| {
                    state.occupies(enemy, *from)
                        && !state.occupies(side, *from)
                        && self.may_use(state, *way, at, &CounterSet::EMPTY).is_ok()
                })
                .map(|(from, _)| self.box_name(*from))
                .collect();
            let facts =
                format!("a stack that enters {} can be intercepted from {}", self.box_name(at), from.join(", "));
            sheet.mark(at, Tone::Bad, from.len().to_string(), case!("6.5.1a"), facts);
        }
        let words = match sheet.places.len() {
            0 => "The enemy cannot intercept anywhere.".to_owned(),
            count => {
                format!("The enemy may intercept in {count} boxes; the number says from how many boxes.")
            }
        };
        sheet.done("watched", "Where the enemy may intercept", case!("6.5.1a"), words)
    }

    /// Boxes where Forces of the viewer's could intercept, with the best die.
    pub(super) fn guarded_overlay(&self, seen: &Seen<'_>, side: Side) -> Overlay {
        let mut state = seen.world().clone();
        // As if it were the enemy's movement, and nothing declared yet.
        state.player = enemy_of(side);
        state.reaction = None;
        let mut best: BTreeMap<BoxId, (i32, String, CounterSet)> = BTreeMap::new();
        for from in self.boxes_of(&state, side).into_iter().filter(|from| !state.occupies(enemy_of(side), *from)) {
            let here = self.of_side_in(&state, side, from);
            let Some(unit) = here
                .iter()
                .filter(|counter| self.has_strength(*counter))
                .max_by_key(|counter| state.piece(*counter).strength)
            else {
                continue;
            };
            let leaders: CounterSet = here.iter().filter(|counter| self.is_leader(*counter)).collect();
            let mut force = CounterSet::from_iter([unit]);
            self.foremost(&leaders, |leader| leader.command_value).iter().for_each(|leader| force.insert(*leader));
            for (at, _) in self.ground.neighbours(from) {
                let free = !state.occupies(side, *at) && !state.occupies(enemy_of(side), *at);
                if !free || self.may_join(&state, self.seat_of_counter(&state, unit), *at, unit).is_err() {
                    continue;
                }
                let limit = self.interception_limit(&state, *at, from, &force);
                let names: Vec<String> = force.iter().map(|counter| self.name_of(counter)).collect();
                let words = format!("{} from {}", names.join(" with "), self.box_name(from));
                if limit > 0 && best.get(at).is_none_or(|(known, ..)| *known < limit) {
                    best.insert(*at, (limit, words, force));
                }
            }
        }
        let mut sheet = Sheet::new(self);
        for (at, (limit, words, force)) in &best {
            let tone = if *limit >= 3 { Tone::Good } else { Tone::Zone };
            let facts =
                format!("at {}: {words} intercepts on a roll of {} or less", self.box_name(*at), (*limit).min(6));
            sheet.mark_units(*at, tone, format!("≤{}", (*limit).min(6)), case!("6.5.1d"), facts, force);
        }
        let words = match best.len() {
            0 => "Your Forces cannot intercept anywhere.".to_owned(),
            count => format!("Your Forces can intercept in {count} empty boxes; the number is the roll needed."),
        };
        sheet.done("guarded", "Where you may intercept", case!("6.5.1d"), words)
    }
}
