//! What a position is worth: objectives as they stand and as they are likely to change hands, strength, and the score to be
//! expected from that with the turns that are left.

use ai::Losses;
use kernel::Side;
use napoleon_1807::counters::{ALLIED, CounterId, FRENCH, enemy_of};
use napoleon_1807::scenario::VictoryRule;
use napoleon_1807::sequence::Frame;
use napoleon_1807::state::Fate;
use napoleon_1807::{Rules, State};

use crate::Napoleon1807Craft;
use crate::assault::{DISORDER, Stake};

/// Strength points that are worth as much as a victory point.
const POINTS_A_PLACE: f64 = 7.0;

/// What of a piece of luck is still felt when a rehearsal ends: with this part of it taken out, the same plan scores most alike.
const LUCK_THAT_TELLS: f64 = 0.65;

/// How the state counts hits that wait: points, and so many for a test.
const TEST: u8 = 16;

impl Napoleon1807Craft {
    /// Strength that is left, less what disorder costs, for the French and the Allies.
    fn strengths(&self, rules: &Rules, state: &State) -> [f64; 2] {
        let mut sums = [0.0; 2];
        for index in 0..self.units {
            if state.fate[index] != Fate::OnMap && state.fate[index] != Fate::Waiting {
                continue;
            }
            let unit = CounterId(index as u8);
            let points = f64::from(state.strength[index]);
            let order = if state.disorganized.contains(unit) { 1.0 - DISORDER } else { 1.0 };
            sums[rules.side_of(unit).index()] += points * order;
        }
        sums
    }

    /// The balance in strength points, objectives included.
    pub(crate) fn material(&self, rules: &Rules, state: &State, side: Side) -> f64 {
        let [french, allied] = self.strengths(rules, state);
        let places = f64::from(rules.victory_points(state, FRENCH) - rules.victory_points(state, ALLIED));
        let lead = french - allied + POINTS_A_PLACE * places;
        if side == FRENCH { lead } else { -lead }
    }

    /// The balance with what dice have decided and nobody has carried out yet: retreats, disorder, tests, hits, losses. Without it
    /// the luck of a combat die would not be seen when it falls.
    pub(crate) fn balance_now(&self, rules: &Rules, state: &State, side: Side) -> f64 {
        let mut harm = [0.0; 2];
        let mut at_stake = |unit: CounterId, part: fn(&Stake) -> f64| {
            if state.on_map(unit) {
                let mut stake = Stake::default();
                self.stake(rules, state, unit, &mut stake);
                harm[rules.side_of(unit).index()] += part(&stake);
            }
        };
        let combat = &state.combat;
        for frame in &*state.frames {
            if let Frame::MoraleDice { unit } = *frame {
                at_stake(unit, |stake| stake.test);
            } else if let Frame::Disorganize { side } = *frame {
                combat.of(side).iter().for_each(|unit| at_stake(unit, |stake| stake.disorder));
            } else if let Frame::Retreat { .. } = *frame {
                combat.retreating.iter().for_each(|unit| at_stake(unit, |stake| stake.driven_back));
            } else if let Frame::Tests { .. } = *frame {
                combat.testing.iter().for_each(|unit| at_stake(unit, |stake| stake.test));
            }
        }
        for index in 0..self.units {
            let hit = state.hits[index];
            if hit > 0 && state.fate[index] == Fate::OnMap {
                let unit = CounterId(index as u8);
                let mut stake = Stake::default();
                self.stake(rules, state, unit, &mut stake);
                let points = f64::from(hit % TEST).min(stake.points);
                harm[rules.side_of(unit).index()] += points + if hit >= TEST { stake.test } else { 0.0 };
            }
        }
        for owner in [FRENCH, ALLIED] {
            let retreats = state.frames.contains(&Frame::Retreat { side: owner });
            let lost = combat.hexes_of(owner).iter().filter(|_| retreats).map(|hex| {
                let place = rules.scenario.objectives.iter().position(|objective| objective.hex == *hex);
                place.map_or(0.0, |place| POINTS_A_PLACE * f64::from(rules.scenario.objectives[place].points))
            });
            harm[owner.index()] += lost.sum::<f64>();
        }
        harm[combat.attacker.index()] += f64::from(state.losses[0]);
        harm[enemy_of(combat.attacker).index()] += f64::from(state.losses[1]);
        let lead = harm[ALLIED.index()] - harm[FRENCH.index()];
        self.material(rules, state, side) + if side == FRENCH { lead } else { -lead }
    }

    /// Turns that are still to be played, this one included.
    pub(crate) fn turns_left(&self, rules: &Rules, state: &State) -> f64 {
        let last = rules.scenario.turns.last().map_or(state.turn, |turn| turn.number);
        let whole = f64::from(last.saturating_sub(state.turn));
        let begun = if state.holder == Some(state.player) { 1.0 } else { 0.5 };
        whole + begun
    }

    /// How strongly each side stands around an objective.
    fn presence(&self, rules: &Rules, state: &State, place: usize) -> [f64; 2] {
        let at = rules.scenario.objectives[place].hex;
        let mut sums = [0.0; 2];
        for (side, sum) in [FRENCH, ALLIED].into_iter().zip(&mut sums) {
            for hex in &state.occupied[side.index()] {
                let distance = f64::from(rules.ground.grid.distance(at, hex));
                if distance > 12.0 {
                    continue;
                }
                let near = 1.0 / (1.0 + distance * distance / 9.0);
                for unit in rules.units_in(state, hex) {
                    let order = if state.disorganized.contains(unit) { 0.6 } else { 1.0 };
                    *sum += near * order * f64::from(state.points(unit));
                }
            }
        }
        sums
    }

    /// French points to be expected at the end, and how far they may be off.
    fn prospects(&self, rules: &Rules, state: &State) -> [f64; 2] {
        let left = self.turns_left(rules, state);
        // How much of a place can still change hands.
        let open = (left / (left + 4.0)).min(0.75);
        let mut points = [0.0; 2];
        for (place, objective) in rules.scenario.objectives.iter().enumerate() {
            let value = f64::from(objective.points);
            let [french, allied] = self.presence(rules, state, place);
            let share = (french + 1.0) / (french + allied + 2.0);
            let likely = 1.0 / (1.0 + (-(share - 0.5) * 6.0).exp());
            let now = match state.control[place] {
                Some(side) if side == FRENCH => [1.0, 0.0],
                Some(_) => [0.0, 1.0],
                None => [0.0, 0.0],
            };
            points[0] += value * ((1.0 - open) * now[0] + open * likely);
            points[1] += value * ((1.0 - open) * now[1] + open * (1.0 - likely));
        }
        points
    }

    /// The score to be expected for a side, if the balance were better by `luck`.
    pub(crate) fn expected_score(&self, rules: &Rules, state: &State, side: Side, luck: f64) -> f64 {
        let over = state.frame() == Frame::GameOver;
        let left = if over { 0.0 } else { self.turns_left(rules, state) };
        let [french, allied] = match over {
            true => [FRENCH, ALLIED].map(|side| f64::from(rules.victory_points(state, side))),
            false => self.prospects(rules, state),
        };
        let strengths = self.strengths(rules, state);
        let all = (strengths[0] + strengths[1]).max(1.0);
        let luck = LUCK_THAT_TELLS * luck;
        let luck = if side == FRENCH { luck } else { -luck };
        // Strength tells in the turns that are left, and a little for its own sake.
        let strength = (strengths[0] - strengths[1] + luck) / all;
        let weight = 1.0 + 6.0 * left / (left + 4.0);
        let spread = 0.5 + 0.9 * left.sqrt();
        let above = |x: f64| 1.0 / (1.0 + (-1.7 * x / spread).exp());
        let edge = strength * weight + luck / POINTS_A_PLACE * 0.5;
        let score = match &rules.scenario.victory {
            VictoryRule::Most => {
                let lead = french - allied + edge;
                let (wins, loses) = (above(lead - 0.5), above(-lead - 0.5));
                wins + 0.5 * (1.0 - wins - loses)
            }
            VictoryRule::French(levels) => {
                // The chance of each level: what is reached, less what is reached of the one above.
                let (mut score, mut reached) = (0.0, 0.0);
                for (least, winner) in levels {
                    let this = if *least <= 0 { 1.0 } else { above(french + edge - f64::from(*least) + 0.5) };
                    let share: f64 = (this - reached).max(0.0);
                    reached = this.max(reached);
                    score += share * winner.map_or(0.5, |winner| if winner == FRENCH { 1.0 } else { 0.0 });
                }
                // Below the lowest level nobody wins.
                score + 0.5 * (1.0 - reached)
            }
        };
        let score = if side == FRENCH { score } else { 1.0 - score };
        let margin = self.material(rules, state, side) + if side == FRENCH { luck } else { -luck };
        0.98 * score + 0.01 * (1.0 + (margin / 60.0).tanh())
    }
}

/// What a side has lost, beside what it has had.
pub(crate) fn losses(rules: &Rules, state: &State, side: Side) -> Losses {
    let mut losses = Losses::default();
    for unit in rules.counters_of(side).iter().filter(|unit| rules.is_unit(*unit)) {
        if state.fate[unit.index()] == Fate::None {
            continue;
        }
        let printed = u32::from(rules.counter(unit).strength);
        losses.units_in_all += 1;
        losses.strength_in_all += printed;
        losses.strength += printed.saturating_sub(state.points(unit).into());
        losses.units += u32::from(state.fate[unit.index()] == Fate::Lost);
    }
    losses
}
