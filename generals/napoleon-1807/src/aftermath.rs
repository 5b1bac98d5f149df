//! What follows a combat: where to retreat, whether to pursue, who bears the losses, who takes command.

use kernel::{Ruleset, Seat, Side};
use napoleon_1807::counters::{CounterId, enemy_of};
use napoleon_1807::{Action, Rules, State};

use crate::{Memory, Napoleon1807Craft};

impl Napoleon1807Craft {
    /// The legal action that is worth most.
    fn best_of(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        memory: &mut Memory,
        worth: impl Fn(&Action) -> f64,
    ) -> Option<Action> {
        rules.legal(state, seat, &mut memory.legal);
        let mut best: Option<(f64, Action)> = None;
        for action in &memory.legal {
            let worth = worth(action);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, *action));
            }
        }
        best.map(|(_, action)| action)
    }

    /// Away from the enemy's strength, onto good ground, not off an objective if it can be helped.
    pub(crate) fn give_way(&self, rules: &Rules, state: &State, seat: Seat, memory: &mut Memory) -> Option<Action> {
        let side = Side(seat.0);
        let enemies = &state.occupied[enemy_of(side).index()];
        self.best_of(rules, state, seat, memory, |action| {
            let Action::Retreat(_, to, _) = action else { return f64::MIN };
            let near = self.distances.near(*to).iter().filter(|(hex, _)| enemies.contains(*hex));
            let danger: f64 = near.map(|(_, distance)| 1.0 / f64::from(*distance + 1)).sum();
            let objective = rules.scenario.objectives.iter().any(|objective| objective.hex == *to);
            -danger - 0.3 * f64::from(rules.ground.at(*to).combat) + if objective { 2.0 } else { 0.0 }
        })
    }

    /// Into objectives always, elsewhere with who is strong enough to stay.
    pub(crate) fn follow_up(&self, rules: &Rules, state: &State, seat: Seat, memory: &mut Memory) -> Option<Action> {
        let side = Side(seat.0);
        let enemies = &state.occupied[enemy_of(side).index()];
        self.best_of(rules, state, seat, memory, |action| {
            let Action::Pursue(unit, to) = *action else { return 0.0 };
            let place = rules.scenario.objectives.iter().position(|objective| objective.hex == to);
            let gain = place.map_or(0.2, |place| if state.control[place] == Some(side) { 2.0 } else { 8.0 });
            let from = state.hex_of(unit);
            let leaves = rules.scenario.objectives.iter().any(|objective| objective.hex == from)
                && rules.units_in(state, from).count() == 1;
            let around =
                self.distances.near(to).iter().filter(|(hex, distance)| *distance <= 2 && enemies.contains(*hex));
            let danger: u16 = around.map(|(hex, _)| rules.points_in(state, *hex)).sum();
            let guns = rules.is_held_by(state, enemy_of(side), to);
            let strong = f64::from(state.points(unit)) - 0.4 * f64::from(danger);
            gain + if guns { 4.0 } else { 0.0 } + 0.1 * strong - if leaves { 6.0 } else { 0.0 }
        })
    }

    /// The front to most enemies, the back to none.
    pub(crate) fn face(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        unit: CounterId,
        memory: &mut Memory,
    ) -> Option<Action> {
        let at = state.hex_of(unit);
        let enemies = &state.occupied[enemy_of(Side(seat.0)).index()];
        self.best_of(rules, state, seat, memory, |action| {
            let Action::Turn(facing) = action else { return f64::MIN };
            let ahead = rules.ground.grid.neighbour(at, facing.direction());
            let near = self.distances.near(at).iter().filter(|(hex, _)| enemies.contains(*hex));
            near.map(|(hex, distance)| {
                let closer =
                    if ahead.is_some() { rules.ground.grid.distance(ahead, *hex) } else { u16::from(*distance) + 1 };
                (f64::from(*distance) - f64::from(closer)) * f64::from(rules.points_in(state, *hex))
                    / f64::from(*distance)
            })
            .sum()
        })
    }

    /// The strongest bear losses best; who is broken is the smallest loss of all.
    pub(crate) fn pay(&self, rules: &Rules, state: &State, seat: Seat, memory: &mut Memory) -> Option<Action> {
        self.best_of(rules, state, seat, memory, |action| {
            let Action::Lose(unit) = *action else { return f64::MIN };
            let broken = if state.disorganized.contains(unit) { 1.5 } else { 0.0 };
            f64::from(state.points(unit)) + broken
        })
    }

    pub(crate) fn appoint(&self, rules: &Rules, state: &State, seat: Seat, memory: &mut Memory) -> Option<Action> {
        self.best_of(rules, state, seat, memory, |action| {
            if let Action::Appoint(commander) = *action {
                f64::from(rules.skill_of(state, commander))
            } else {
                f64::MIN
            }
        })
    }

    /// Everybody who can is brought back into order.
    pub(crate) fn rally(&self, rules: &Rules, state: &State, seat: Seat, memory: &mut Memory) -> Option<Action> {
        self.best_of(rules, state, seat, memory, |action| {
            if let Action::Rally(unit) = *action { 1.0 + f64::from(state.points(unit)) } else { 0.0 }
        })
    }
}
