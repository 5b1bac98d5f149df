//! A second, slow list of what these battles offer, written from the rulebook and its rulings. It shares no code with the rules:
//! it reads the map, the counters and the bare facts of the state, has tables and hex arithmetic of its own, and tries everything
//! out where the rules reason.

mod fighting;
mod ground;
mod moving;
mod now;
mod reacting;
mod retreating;

use std::collections::BTreeSet;

use ground::Ground;
use napoleon_1807::counters::CounterId;
use napoleon_1807::sequence::Frame;
use napoleon_1807::state::State;
use napoleon_1807::{Action, Rules};
use now::{Now, facing};

pub(crate) struct Independent<'r> {
    rules: &'r Rules,
    ground: Ground,
}

impl<'r> Independent<'r> {
    pub(crate) fn new(rules: &'r Rules) -> Independent<'r> {
        Independent { rules, ground: Ground::new(rules) }
    }

    fn now<'a>(&'a self, state: &'a State) -> Now<'a> {
        Now { rules: self.rules, ground: &self.ground, state }
    }

    /// What the side that is asked may do.
    pub(crate) fn offers(&self, state: &State) -> BTreeSet<Action> {
        let now = self.now(state);
        let actions = match state.frame() {
            Frame::Reorganize { side } => now.rally(side.0),
            Frame::Fire => now.bombard(),
            Frame::Move => now.choose(),
            Frame::Moving => now.go_on(),
            Frame::FormSquare { hex } => now.answer_charge(self.ground.place(hex)),
            Frame::React => now.react(),
            Frame::Withdraw => now.withdraw(),
            Frame::Assault => now.choose_attack(),
            Frame::Declare => now.declare(),
            Frame::Volley { side } => now.volley(side.0, false),
            Frame::Skirmish { side } => now.volley(side.0, true),
            Frame::Retreat { .. } => now.retreat(),
            Frame::Pursuit { side } => now.pursue(side.0),
            Frame::Face { .. } => (0..6).map(|way| Action::Turn(facing(way))).collect(),
            Frame::Losses { side } => now.losses(side.0),
            Frame::Successor { side } => now.succeed(side.0),
            Frame::Initiative
            | Frame::Command
            | Frame::RallyDice { .. }
            | Frame::OpenFire
            | Frame::GunDice { .. }
            | Frame::OpenMovement
            | Frame::SquareDice { .. }
            | Frame::OpenCombat
            | Frame::RifleDice { .. }
            | Frame::Hits
            | Frame::Ratio
            | Frame::CombatDie
            | Frame::Disorganize { .. }
            | Frame::Tests { .. }
            | Frame::MoraleDice { .. }
            | Frame::PursuitDice { .. }
            | Frame::LossDice { .. }
            | Frame::CommanderDice { .. }
            | Frame::CloseCombat
            | Frame::EndTurn
            | Frame::GameOver => Vec::new(),
        };
        actions.into_iter().collect()
    }

    /// What the state should say of points, strengths, duties and guns with an enemy beside them, and does not.
    pub(crate) fn audit(&self, before: Option<&State>, state: &State) -> Result<(), String> {
        let now = self.now(state);
        let same = |what: &str, expected: &dyn std::fmt::Debug, found: &dyn std::fmt::Debug| {
            let (expected, found) = (format!("{expected:?}"), format!("{found:?}"));
            if expected == found { Ok(()) } else { Err(format!("{what}: expected {expected}, found {found}")) }
        };
        if let Some(before) = before
            && matches!(before.frame(), Frame::Move | Frame::Moving)
            && matches!(state.frame(), Frame::Moving | Frame::React)
            && let Some(left) = self.now(before).expected_left(&now)
        {
            same("points left", &left, &u32::from(state.hand.left))?;
        }
        if state.frame() == Frame::CombatDie {
            let (strengths, modifier) = now.reckoning();
            same("strengths", &strengths, &state.combat.strength.map(u32::from))?;
            same("modifier", &modifier, &i32::from(state.combat.modifier))?;
        }
        if state.frame() == Frame::Assault && state.fought.is_empty() && state.attacked.is_empty() {
            same("duties", &now.duties(), &state.duty.iter().collect::<BTreeSet<CounterId>>())?;
        }
        if state.frame() == Frame::Fire && state.fired_in_phase.is_empty() {
            same("guns with an enemy beside them", &now.pinned(), &state.pinned.iter().collect::<Vec<CounterId>>())?;
        }
        Ok(())
    }
}
