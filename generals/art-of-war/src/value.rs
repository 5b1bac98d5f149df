//! What a position is worth: the balance in victory points, what hangs in it, and the score to be expected from that with
//! the turns that are left.

use ai::Losses;
use art_of_war::counters::{ALLIED, Army, FRENCH, UnitId, enemy_of};
use art_of_war::sequence::Frame;
use art_of_war::state::{Fate, State};
use art_of_war::{Battle, Rules};
use kernel::Side;

use crate::ArtOfWarCraft;

/// What full morale is worth in points: to the French, and to each of the three Allied armies.
const FRENCH_MORALE: f64 = 14.0;
const ALLIED_MORALE: f64 = 7.0;

impl ArtOfWarCraft {
    /// The balance in points, without anything that hangs.
    pub(crate) fn material(&self, rules: &Rules, state: &State, side: Side) -> f64 {
        let lead = match rules.battle {
            Battle::Eylau => self.eylau_points(rules, state, FRENCH) - self.eylau_points(rules, state, ALLIED),
            Battle::Dresden => self.dresden_balance(rules, state),
        };
        let mut lead = if side == FRENCH { lead } else { -lead };
        // An exchange that is still to be paid.
        if let Frame::Exchange { need } = state.frame() {
            let open = f64::from(need) - f64::from(state.attack.paid) + 0.7;
            lead += if state.player == side { -open } else { open };
        }
        lead
    }

    fn eylau_points(&self, rules: &Rules, state: &State, side: Side) -> f64 {
        let destroyed = f64::from(rules.losses(state, enemy_of(side)));
        let mut awards = 0.0;
        for bonus in rules.scenario.bonuses.iter().filter(|bonus| bonus.side == side) {
            // The award is felt before it is due.
            let threshold = f64::from(bonus.enemy_strength_eliminated.unwrap_or(0));
            let near = 1.0 / (1.0 + (-(destroyed - threshold + 1.0) / 4.0).exp());
            if bonus.needs.is_none() || state.guard_attacked {
                awards += f64::from(bonus.points) * near;
            }
        }
        destroyed + awards + f64::from(rules.objective_points(state, side))
    }

    /// Dresden, for the French: points, units out of the line for the day, morale.
    fn dresden_balance(&self, rules: &Rules, state: &State) -> f64 {
        let mut lead = f64::from(rules.points(state, FRENCH) - rules.points(state, ALLIED));
        for (index, unit) in rules.units.iter().enumerate() {
            if state.fate[index] == Fate::Disrupted {
                let out = 0.3 * f64::from(unit.strength);
                lead += if unit.side() == FRENCH { -out } else { out };
            }
        }
        for army in Army::ALL {
            let level = f64::from(state.morale[army.index()]);
            let start = f64::from(rules.scenario.morale[army.index()]).max(1.0);
            // The last points weigh most: without any, an army does not advance and its losses are final.
            let weight = if army == Army::French { FRENCH_MORALE } else { ALLIED_MORALE };
            let worth = weight * (level / start).min(1.6).sqrt();
            lead += if army.side() == FRENCH { worth } else { -worth };
        }
        lead
    }

    /// Points that hang: units in contact without a way out, guns in contact, objectives with nobody near.
    fn hanging(&self, rules: &Rules, state: &State, side: Side) -> f64 {
        let enemy = enemy_of(side);
        let mut points = 0.0;
        for unit in self.standing(rules, state, side) {
            if !state.zone[enemy.index()].contains(state.hex_of(unit)) {
                continue;
            }
            let trapped = rules.retreats(state, unit).is_empty();
            let about_to_be_attacked = state.player == enemy;
            let against = self.pressure(rules, state, unit);
            let chance = match (trapped, about_to_be_attacked) {
                (true, true) => 0.5,
                (true, false) => 0.3,
                (false, true) => 0.08,
                (false, false) => 0.05,
            };
            points += chance * against * self.worth(rules, state, unit, trapped);
        }
        points
    }

    /// How hard a unit is pressed, from 0 to 1: enemy strength in contact against its own.
    fn pressure(&self, rules: &Rules, state: &State, unit: UnitId) -> f64 {
        let side = rules.side_of(unit);
        let enemy = enemy_of(side);
        let hex = state.hex_of(unit);
        let mut against = 0.0;
        for near in rules.ground.touched(rules.sky(state), hex) {
            if state.occupied[enemy.index()].contains(near) {
                against += state.units_in(near).map(|other| f64::from(rules.unit(other).strength)).sum::<f64>();
            }
        }
        let own: f64 = state.units_in(hex).map(|other| f64::from(rules.unit(other).strength)).sum();
        let shelter = if rules.ground.doubled.contains(hex) { 2.0 } else { 1.0 };
        (against / (own * shelter * 2.0).max(1.0)).min(1.0)
    }

    /// The pull of what is still to be won: Eylau's streets, Dresden's old town.
    fn prospects(&self, rules: &Rules, state: &State) -> f64 {
        let mut points = 0.0;
        for (index, objective) in rules.scenario.objectives.iter().enumerate() {
            let mut near = [0.0, 0.0];
            for side in [FRENCH, ALLIED] {
                for hex in self.distances.within(objective.hex, 4) {
                    if state.occupied[side.index()].contains(*hex) {
                        let strength: f64 = state.units_in(*hex).map(|unit| f64::from(rules.unit(unit).strength)).sum();
                        near[side.index()] += strength / (1.0 + f64::from(self.distances.between(objective.hex, *hex)));
                    }
                }
            }
            let share = (near[0] - near[1]) / (near[0] + near[1] + 4.0);
            match rules.battle {
                Battle::Eylau => points += 2.0 * share,
                Battle::Dresden if state.old_town >> index & 1 == 0 => {
                    let held = if state.occupied[ALLIED.index()].contains(objective.hex) { -9.0 } else { 0.0 };
                    points += 4.0 * share + held;
                }
                Battle::Dresden => {}
            }
        }
        points
    }

    /// Player-turns with combat that are still to come.
    fn turns_left(&self, rules: &Rules, state: &State) -> f64 {
        let last = match rules.battle {
            Battle::Eylau => rules.scenario.turns.len(),
            // Hardly anybody fights a third day (18.3).
            Battle::Dresden => {
                let second =
                    rules.scenario.day_ends.last().map_or(rules.scenario.turns.len(), |turn| usize::from(*turn));
                if usize::from(state.turn) <= second { second } else { rules.scenario.turns.len() }
            }
        };
        let from = usize::from(state.turn) - 1;
        let whole = rules.scenario.turns[from.min(last)..last].iter().filter(|turn| !turn.night).count() as f64;
        let begun = if state.player == rules.scenario.first { 0.0 } else { 0.5 };
        (whole - begun).max(0.0)
    }

    /// The score to be expected: the lead as it would stand, blurred by what is still to come.
    pub(crate) fn expected_score(&self, rules: &Rules, state: &State, side: Side, luck: f64) -> f64 {
        let mut lead = self.material(rules, state, side) + luck;
        if rules.battle == Battle::Dresden {
            // Morale and absent units mean less and less as the day ends; points alone decide.
            let points = f64::from(rules.points(state, side) - rules.points(state, enemy_of(side)));
            let left = (self.turns_left(rules, state) / 3.0).min(1.0);
            // What the balance of morale shows at the beginning, for nothing.
            let allies = 3.0 * ALLIED_MORALE;
            let even = if side == FRENCH { FRENCH_MORALE - allies } else { allies - FRENCH_MORALE };
            lead = points + luck + (lead - luck - points - even) * left;
        }
        let over = state.frame() == Frame::GameOver;
        if !over {
            lead += self.hanging(rules, state, enemy_of(side)) - self.hanging(rules, state, side);
            let prospects = self.prospects(rules, state);
            lead += if side == FRENCH { prospects } else { -prospects };
        }
        let needed =
            f64::from(rules.scenario.victory.iter().map(|(at_least, _)| *at_least).find(|lead| *lead > 0).unwrap_or(1));
        let turns = if over { 0.0 } else { self.turns_left(rules, state) };
        let spread = 2.5 + 7.0 * turns.sqrt();
        let above = |x: f64| 1.0 / (1.0 + (-1.7 * x / spread).exp());
        let wins = above(lead - needed + 0.5);
        let loses = above(-lead - needed + 0.5);
        let score = wins + 0.5 * (1.0 - wins - loses);
        0.98 * score + 0.01 * (1.0 + (lead / 60.0).tanh())
    }
}

/// What a side has lost for good, and what waits for the end of the day (17.0). Garrisons count: their men were lost too.
pub(crate) fn losses(rules: &Rules, state: &State, side: Side) -> Losses {
    let mut losses = Losses::default();
    for (index, unit) in rules.units.iter().enumerate().filter(|(_, unit)| unit.side() == side) {
        let strength = u32::from(unit.strength);
        losses.units_in_all += 1;
        losses.strength_in_all += strength;
        match state.fate[index] {
            Fate::Lost => {
                losses.units += 1;
                losses.strength += strength;
            }
            Fate::Disrupted => losses.strength_out += strength,
            Fate::None | Fate::Waiting | Fate::OnMap => {}
        }
    }
    losses
}
