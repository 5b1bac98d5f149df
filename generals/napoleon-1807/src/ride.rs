//! Cavalry on the move: a charge in passing, and the ride home after it.

use ai::Plan;
use board::{Facing, Hex};
use kernel::{Seat, Side};
use napoleon_1807::counters::enemy_of;
use napoleon_1807::{Action, Rules, State};

use crate::Napoleon1807Craft;
use crate::orders::Order;

impl Napoleon1807Craft {
    pub(crate) fn charge_now(
        &self,
        rules: &Rules,
        state: &State,
        plan: &Plan<Order>,
        allowed: &impl Fn(&Action) -> bool,
    ) -> Option<Action> {
        let unit = state.hand.unit;
        if !state.on_map(unit) || state.charged.contains(unit) || !rules.is_weather_for_charges(state) {
            return None;
        }
        let weights = self.weights(plan, unit);
        let enemy = enemy_of(rules.side_of(unit));
        let mut best: Option<(f64, Hex)> = None;
        for (target, distance) in self.distances.near(state.hex_of(unit)) {
            if *distance == 2 && rules.is_held_by(state, enemy, *target) && allowed(&Action::Charge(*target)) {
                let worth = weights.attack * self.worth_of_charge(rules, state, unit, *target);
                if worth > 0.5 && best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, *target));
                }
            }
        }
        best.map(|(_, target)| Action::Charge(target))
    }

    /// A declared charge: contact, the front to the enemy, and the attack.
    pub(crate) fn ride_home(&self, rules: &Rules, state: &State, seat: Seat) -> Option<Action> {
        let hand = state.hand;
        let allowed = |action: &Action| rules.allows(state, Side(seat.0), action);
        let at = state.hex_of(hand.unit);
        if !hand.in_contact {
            let ways = rules.ground.grid.neighbours(at).iter().filter(|to| to.is_some()).map(|to| Action::Step(*to));
            // Straight on costs no turn.
            let ahead = |action: &Action| {
                if let Action::Step(to) = action {
                    let facing = state.facing[hand.unit.index()];
                    u8::from(!rules.ground.is_front(*to, facing, hand.charge))
                } else {
                    2
                }
            };
            let mut steps: arrayvec::ArrayVec<Action, 6> = ways.filter(allowed).collect();
            steps.sort_by_key(ahead);
            return steps.first().copied().or_else(|| Some(Action::Halt).filter(allowed));
        }
        if allowed(&Action::Strike) {
            return Some(Action::Strike);
        }
        let turns = Facing::all(false).map(Action::Turn);
        let faces = |action: &Action| {
            if let Action::Turn(facing) = action { rules.ground.is_front(at, *facing, hand.charge) } else { false }
        };
        let looks = rules.ground.is_front(at, state.facing[hand.unit.index()], hand.charge);
        let turn = turns.into_iter().filter(faces).find(|turn| !looks && allowed(turn));
        turn.or_else(|| [Action::KeepCharge, Action::Halt].into_iter().find(allowed))
    }
}
