//! What follows a combat, and the small questions of Dresden.

use ai::Style;
use art_of_war::counters::{ALLIED, FRENCH, UnitId, enemy_of};
use art_of_war::sequence::Frame;
use art_of_war::state::State;
use art_of_war::{Action, Battle, Rules};
use board::Hex;
use kernel::{Ruleset, Seat, Side};

use crate::ArtOfWarCraft;

/// Most answers that are worth a thought at a time.
const ANSWERS: usize = 6;

impl ArtOfWarCraft {
    /// Retreats and displacements: into the safest hex.
    pub(crate) fn give_way(&self, rules: &Rules, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        let score = |action: &Action| {
            if let Action::Retreat(unit, hex) | Action::Displace(unit, hex) = action {
                self.refuge(rules, state, *unit, *hex)
            } else {
                f64::NEG_INFINITY
            }
        };
        actions.extend(best_of(&legal, score));
    }

    /// How good a hex is for a unit that has to fall back.
    fn refuge(&self, rules: &Rules, state: &State, unit: UnitId, hex: Hex) -> f64 {
        let mut value = -self.exposure(rules, state, unit, hex, Style::Balanced);
        if rules.ground.doubled.contains(hex) {
            value += 0.5;
        }
        if rules.scenario.objectives.iter().any(|objective| objective.hex == hex) {
            value += 2.0;
        }
        // Friends who would have to make room.
        if state.occupied[rules.side_of(unit).index()].contains(hex) {
            value -= 0.4;
        }
        value
    }

    /// Advance after combat (6.6): where it traps enemies, takes an objective, or costs nothing.
    pub(crate) fn follow_up(&self, rules: &Rules, state: &State, seat: Seat, style: Style, actions: &mut Vec<Action>) {
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        // To hold is worth nothing, for better or worse.
        let score = |action: &Action| {
            if let Action::Advance(unit, hex) = action {
                self.advance_value(rules, state, *unit, *hex, style)
            } else {
                0.0
            }
        };
        actions.extend(best_of(&legal, score));
    }

    fn advance_value(&self, rules: &Rules, state: &State, unit: UnitId, hex: Hex, style: Style) -> f64 {
        let side = rules.side_of(unit);
        let enemy = enemy_of(side);
        let sky = rules.sky(state);
        let from = state.hex_of(unit);
        let mut value = 0.15;
        value += self.exposure(rules, state, unit, from, style) - self.exposure(rules, state, unit, hex, style);
        if let Some(index) = rules.scenario.objectives.iter().position(|objective| objective.hex == hex) {
            value += match rules.battle {
                Battle::Eylau if state.control[index] != Some(side) => 5.0,
                Battle::Dresden if side == ALLIED && state.old_town >> index & 1 == 0 => 12.0,
                Battle::Eylau | Battle::Dresden => 1.0,
            };
        }
        if rules.battle == Battle::Dresden {
            value += 0.7;
        }
        if rules.is_gun(unit) {
            value -= 1.0;
        }
        // Enemies still to fight this phase, whose way out it bars.
        for near in rules.ground.touched(sky, hex) {
            for behind in rules.ground.touched(sky, near) {
                if behind == hex || !state.ready[enemy.index()].contains(behind) {
                    continue;
                }
                if !state.zone[side.index()].contains(near) && !state.occupied[enemy.index()].contains(near) {
                    value += 0.25;
                }
            }
        }
        if rules.ground.doubled.contains(hex) {
            value += 0.4;
        }
        value
    }

    /// 6.3c: the exchange is paid as cheaply as it can be.
    pub(crate) fn pay(&self, rules: &Rules, state: &State, seat: Seat, need: u8, actions: &mut Vec<Action>) {
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        let open = f64::from(need) - f64::from(state.attack.paid);
        let score = |action: &Action| {
            let Action::Pay(unit) = action else { return f64::NEG_INFINITY };
            let strength = f64::from(rules.unit(*unit).strength);
            let waste = (strength - open).max(0.0) + 0.3 * (open - strength).max(0.0);
            -self.worth(rules, state, *unit, true) / strength.max(1.0) - waste
        };
        actions.extend(best_of(&legal, score));
    }

    /// 11.4: excess morale frees the strongest.
    pub(crate) fn spend_morale(&self, rules: &Rules, state: &State, actions: &mut Vec<Action>) {
        let seat = Rules::seat_of(ALLIED);
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        let score = |action: &Action| {
            if let Action::SpendMorale(unit) = action { f64::from(rules.unit(*unit).strength) } else { 0.5 }
        };
        actions.extend(best_of(&legal, score));
    }

    /// 11.3: a loss frees the strongest.
    pub(crate) fn call_up(&self, rules: &Rules, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        let score = |action: &Action| {
            if let Action::CallUp(unit) = action { f64::from(rules.unit(*unit).strength) } else { 0.5 }
        };
        actions.extend(best_of(&legal, score));
    }

    /// 18.0: whoever is ahead breaks off; whoever loses anyway fights on.
    pub(crate) fn fight_on(&self, rules: &Rules, state: &State) -> Action {
        let verdict = rules.verdict_now(state);
        let lead = verdict.points[ALLIED.index()] - verdict.points[FRENCH.index()];
        let first_day = rules.scenario.day_ends.first() == Some(&state.turn);
        match verdict.winner {
            Some(winner) if winner == ALLIED => Action::BreakOff,
            Some(_) => Action::FightOn,
            // Another day costs nothing yet; the third hands the French a bonus (18.3).
            None if first_day && lead > -6 => Action::FightOn,
            None => Action::BreakOff,
        }
    }

    /// 17.2: the enemy's disrupted units go where they are of least use to him.
    pub(crate) fn put_back(&self, rules: &Rules, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        let placer = Side(seat.0);
        let score = |action: &Action| {
            if let Action::PlaceAt(hex) = action {
                let near = state.occupied[placer.index()].iter().map(|own| self.distances.between(*hex, own)).min();
                let objective =
                    rules.scenario.objectives.iter().map(|goal| self.distances.between(*hex, goal.hex)).min();
                f64::from(near.unwrap_or(0)) + 0.5 * f64::from(objective.unwrap_or(0))
            } else if let Action::Reorganize(unit) = action {
                // The weakest first, who takes the good places.
                -f64::from(rules.unit(*unit).strength)
            } else {
                f64::NEG_INFINITY
            }
        };
        actions.extend(best_of(&legal, score));
    }

    /// Answers worth trying out where a single choice can decide a fight: advances, retreats, breaking off.
    pub(crate) fn list_alternatives(&self, rules: &Rules, state: &State, seat: Seat, answers: &mut Vec<Vec<Action>>) {
        match state.frame() {
            Frame::Advance { .. } | Frame::Retreat { .. } | Frame::Displace { .. } => {
                let mut legal = Vec::new();
                rules.legal(state, seat, &mut legal);
                if legal.len() >= 2 {
                    answers.extend(legal.into_iter().take(ANSWERS).map(|action| vec![action]));
                }
            }
            Frame::Attack => {
                self.list_attacks(rules, state, answers);
                answers.truncate(ANSWERS + 1);
            }
            Frame::OpenMovement
            | Frame::KlenauDie
            | Frame::SpendMorale
            | Frame::Move
            | Frame::Moving { .. }
            | Frame::OpenCombat
            | Frame::Fresh { .. }
            | Frame::Declare
            | Frame::CombatDie
            | Frame::WeatherDie
            | Frame::Exchange { .. }
            | Frame::CallUp { .. }
            | Frame::BookMorale
            | Frame::FallBack
            | Frame::CloseCombat
            | Frame::EndTurn
            | Frame::FightOn
            | Frame::Reorganize { .. }
            | Frame::Place { .. }
            | Frame::Night
            | Frame::GameOver => {}
        }
    }
}

/// The action with the highest score; the first of equals.
fn best_of(actions: &[Action], score: impl Fn(&Action) -> f64) -> Option<Action> {
    let mut best: Option<(f64, Action)> = None;
    for action in actions {
        let value = score(action);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, *action));
        }
    }
    best.map(|(_, action)| action)
}
