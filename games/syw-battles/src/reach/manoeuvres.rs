//! Wheels, deployments and the other changes of front and formation of the counter in hand, each as it would end.

use board::{Facing, Hex};
use kernel::aids::{Goal, Manoeuvre, StepCost, Way};
use kernel::{Case, Ruleset};

use super::{in_points, points};
use crate::Rules;
use crate::action::Action;
use crate::sequence::Frame;
use crate::state::State;

/// Most degrees of a wheel that are offered at once: beyond them it goes round faster the other way.
const MOST_DEGREES: usize = 3;

/// A change of front or formation that needs no place to be pointed at.
fn case_of(action: &Action) -> Option<Case> {
    let case = [
        (matches!(action, Action::Wheel(_)), case!("D.3j")),
        (matches!(action, Action::WheelBack(_)), case!("D.3m")),
        (matches!(action, Action::Deploy(_)), case!("D.4e")),
        (matches!(action, Action::Change(_)), case!("D.4a")),
        (matches!(action, Action::Slide(_)), case!("3.11f")),
        (matches!(action, Action::Reverse(_)), case!("3.11g")),
        (matches!(action, Action::AboutFace), case!("3.11h")),
    ];
    case.into_iter().find_map(|(is, case)| is.then_some(case))
}

impl Rules {
    /// What the counter in hand can do besides marching on. `opening` is what is ordered before.
    pub(super) fn manoeuvres(&self, state: &State, opening: &str) -> Vec<Manoeuvre> {
        let seat = Rules::seat_of(self.side_of(state.hand.piece));
        let mut actions = Vec::new();
        self.legal(state, seat, &mut actions);
        let mut found = Vec::new();
        for action in actions {
            let Some(case) = case_of(&action) else { continue };
            let most = if matches!(action, Action::Wheel(_)) { MOST_DEGREES } else { 1 };
            for times in 1..=most {
                match self.manoeuvre(state, opening, action, times, case) {
                    Some(manoeuvre) => found.push(manoeuvre),
                    None => break,
                }
            }
        }
        found
    }

    /// A manoeuvre done so many times, if the rules let it come to that.
    fn manoeuvre(&self, state: &State, opening: &str, action: Action, times: usize, case: Case) -> Option<Manoeuvre> {
        let piece = state.hand.piece;
        let seat = Rules::seat_of(self.side_of(piece));
        let mut now = state.clone();
        let (mut swept, mut steps): (Vec<Hex>, Vec<StepCost>) = (Vec::new(), Vec::new());
        let mut events = Vec::new();
        for _ in 0..times {
            if now.frame() != Frame::Moving || now.hand.piece != piece {
                return None;
            }
            self.check(&now, seat, &action).ok()?;
            let before = now.clone();
            self.play(&mut now, seat, &action, &mut events);
            if !now.on_map(piece) {
                return None;
            }
            swept.extend(self.swept_by(&before, &now, action));
            let left = self.left(&before, &before.hand);
            let cost = if now.hand.piece == piece { now.hand.spent.saturating_sub(before.hand.spent) } else { left };
            steps.push(StepCost {
                place: self.number_of(now.hex_of(piece)),
                cost: points(cost),
                case,
                note: in_points(cost),
            });
        }
        swept.dedup();
        let spent: u8 = match now.hand.piece == piece {
            true => now.hand.spent.saturating_sub(state.hand.spent),
            false => self.left(state, &state.hand),
        };
        let mut label = self.said(state, &action).touch.label;
        if matches!(action, Action::Wheel(_)) {
            label = format!("{label} by {}°", 60 * times);
        }
        let covers: Vec<String> = self.places(&now, piece).iter().map(|hex| self.number_of(*hex)).collect();
        let facing: Option<Facing> = now.formation(piece).has_facing().then(|| now.facing(piece));
        let order = vec![self.spell(&action); times].join("; ");
        let left = if now.hand.piece == piece { self.left(&now, &now.hand) } else { 0 };
        let goal = Goal {
            place: self.number_of(now.hex_of(piece)),
            covers: if covers.len() > 1 { covers } else { Vec::new() },
            facing,
            way: Way { cost: points(spent), left: points(left), steps },
            order: format!("{opening}{order}"),
            stops: None,
            caution: self.disorder(&events),
            terms: Vec::new(),
            others: Vec::new(),
        };
        let sweeps = swept.iter().map(|hex| self.number_of(*hex)).collect();
        Some(Manoeuvre { label, sweeps, goal })
    }

    /// The hexes that a manoeuvre passes over: of a wheel all that the moving end sweeps (D.3j), of others those that are new.
    fn swept_by(&self, before: &State, after: &State, action: Action) -> Vec<Hex> {
        let piece = before.hand.piece;
        let places = self.places(before, piece);
        let wheel = if let Action::Wheel(to) = action {
            self.wheel_of(&places, before.facing(piece), to)
        } else if let Action::WheelBack(about) = action {
            self.wheel_back_of(&places, before.facing(piece), about)
        } else {
            None
        };
        match wheel {
            Some(wheel) => wheel.swept.to_vec(),
            None => self.places(after, piece).iter().copied().filter(|hex| !places.contains(hex)).collect(),
        }
    }
}
