//! What a position is worth: the lead in victory points, what hangs in it, and the score to be expected from that with the
//! turns that are left.

use ai::Losses;
use jours_de_gloire::Rules;
use jours_de_gloire::counters::CounterId;
use jours_de_gloire::sequence::Frame;
use jours_de_gloire::state::{ALLIED, State, Supply, Whereabouts, enemy_of};
use kernel::Side;

use crate::CampaignCraft;
use crate::odds::PER_STRENGTH;
use crate::survey::{Survey, danger, objectives};

impl CampaignCraft {
    /// The lead in points as it stands, losses counted in parts, and the battle at hand as it goes.
    pub(crate) fn lead(&self, rules: &Rules, state: &State, side: Side) -> f64 {
        let enemy = enemy_of(side);
        let counted =
            |of: Side| f64::from(state.victory_points[of.index()]) + f64::from(rules.points_of_flags(state, of));
        let losses = f64::from(rules.losses_of(state, enemy)) - f64::from(rules.losses_of(state, side));
        let mut lead = counted(side) - counted(enemy) + PER_STRENGTH * losses;
        if let Some(battle) = state.battle
            && battle.ending.is_none()
            && battle.round > 0
        {
            let due = |of: Side| f64::from(battle.lost[of.index()] + u16::from(battle.due[of.index()]));
            let points = f64::from(rules.tables.battle.tactic(rules.tables.battle.type_of(battle.size)).points);
            lead += (points + 0.5) * ((due(enemy) - due(side)) / 2.5).tanh() * 0.6;
            lead += PER_STRENGTH * (f64::from(battle.due[enemy.index()]) - f64::from(battle.due[side.index()]));
        }
        lead
    }

    /// Points that hang: towns that somebody stands before, stacks in the enemy's reach, lines that are cut.
    fn hanging(&self, rules: &Rules, state: &State, side: Side) -> f64 {
        let enemy = enemy_of(side);
        let survey = Survey::of(rules, state);
        let turns = f64::from(rules.scenario.last_turn.saturating_sub(state.turn));
        let mut points = 0.0;
        for objective in objectives(rules, state, side) {
            let weight = |of: Side| {
                let bodies = survey.bodies[of.index()].iter().filter(|body| !body.shut_in);
                let near = bodies.map(|body| {
                    let distance = f64::from(self.distances.between(body.at, objective.at));
                    f64::from(body.strength) * (-distance / 4.0).exp()
                });
                near.sum::<f64>().powi(2) + 0.05
            };
            let (ours, theirs) = (weight(side), weight(enemy));
            let share = ours / (ours + theirs);
            // What the flags say already is certain; the rest comes with time.
            let now = if objective.own {
                1.0
            } else if objective.swing > objective.points {
                0.0
            } else {
                0.5
            };
            points += 2.0 * objective.points * (share - now) * (0.12 + 0.08 * turns.min(4.0));
        }
        for of in [side, enemy] {
            let sign = if of == side { -1.0 } else { 1.0 };
            for body in survey.bodies[of.index()].iter().filter(|body| !body.shut_in && body.strength >= 5) {
                points += sign * 0.2 * danger(rules, &survey, &self.distances, of, body.at, f64::from(body.strength));
            }
        }
        for (number, army) in rules.scenario.armies.iter().enumerate() {
            if state.armies[number].chief.is_some() {
                let worth = match state.armies[number].supply {
                    Supply::Supplied => 0.0,
                    Supply::Hindered => 0.15,
                    Supply::Cut => 0.4,
                };
                points += if army.side == side { -worth } else { worth };
            }
        }
        points
    }

    /// The score to be expected if the lead were better by `luck`.
    pub(crate) fn expected_score(&self, rules: &Rules, state: &State, side: Side, luck: f64) -> f64 {
        let over = state.frame() == Frame::GameOver;
        let mut lead = self.lead(rules, state, side) + luck;
        if over {
            if rules.verdict_now(state).level == "capture of Napoleon" {
                return if side == ALLIED { 1.0 } else { 0.0 };
            }
        } else {
            lead += self.hanging(rules, state, side);
        }
        let margin = f64::from(rules.tables.victory.margin) - 0.5;
        let player_turns = if over {
            0.0
        } else {
            let second = state.player != state.first;
            2.0 * f64::from(rules.scenario.last_turn.saturating_sub(state.turn)) + if second { 1.0 } else { 2.0 }
        };
        let spread = 1.0 + 1.3 * f64::sqrt(player_turns);
        let reached = |threshold: f64| 1.0 / (1.0 + (-1.7 * (lead - threshold) / spread).exp());
        let score = 0.5 * (reached(margin) + reached(-margin));
        // A trace of the lead, so that a lost game is still lost by little.
        0.97 * score + 0.015 * (1.0 + (lead / 20.0).tanh())
    }
}

pub(crate) fn losses(rules: &Rules, state: &State, side: Side) -> Losses {
    let mut losses = Losses::default();
    for (number, piece) in state.pieces.iter().enumerate() {
        let counter = CounterId(number as u8);
        if rules.side_of(counter) != side || !rules.kind(counter).has_strength() {
            continue;
        }
        let strength = u32::from(piece.strength);
        match piece.whereabouts {
            Whereabouts::At(_) | Whereabouts::Entering(_) | Whereabouts::Recalled => {
                losses.units_in_all += 1;
                losses.strength_in_all += strength;
            }
            Whereabouts::Lost | Whereabouts::Captured => {
                losses.units += 1;
                losses.units_in_all += 1;
            }
            Whereabouts::Waiting | Whereabouts::Pool => {}
        }
        losses.strength_out += u32::from(piece.stragglers);
    }
    losses.strength = u32::from(state.butchers_bill[side.index()]);
    losses.strength_in_all += losses.strength;
    losses
}
