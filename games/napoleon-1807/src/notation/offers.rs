//! Actions in the notation and as offers: everything there is to say of each, in one place.

use board::{Facing, Hex};
use kernel::Said;

use crate::Rules;
use crate::action::Action;
use crate::counters::CounterId;
use crate::sequence::Question;
use crate::standing::{Exception, StandingOrder};
use crate::state::{Fate, State};

impl Rules {
    pub(crate) fn said(&self, state: &State, action: &Action) -> Said {
        let name = |unit: CounterId| self.name_of(unit);
        let place = |hex: Hex| self.number_of(hex);
        let plain = |verb: &str, label: &str| Said::new(verb, "", label);
        let of = |verb: &str, unit: CounterId, label: String| Said::new(verb, "", label).by(self.word_for(unit));
        let into = |verb: &str, hex: Hex, label: String| Said::new(verb, "", label).at(place(hex));
        let where_is = |unit: CounterId| state.at.0.get(unit.index()).copied().filter(|hex| hex.is_some());
        let against = |verb: &str, unit: CounterId, target: CounterId, label: String| {
            let said = of(verb, unit, label);
            match where_is(target) {
                Some(hex) => said.at(place(hex)),
                None => said,
            }
        };
        let facing = |said: Said, facing: Facing| {
            let mut said = said;
            said.touch.facing = Some(facing);
            said
        };
        let in_hand = |said: Said| match state.hand.unit.is_none() {
            true => said,
            false => said.by(self.word_for(state.hand.unit)),
        };
        let said = match *action {
            Action::Rally(unit) => of("rally", unit, format!("Bring {} back into order", name(unit))),
            Action::EndRally => plain("end rally", "End reorganization").ends(),
            Action::Bombard(unit, target) => against("fire", unit, target, format!("Fire at {}", self.label(target))),
            Action::BombardTogether(unit, target) => against(
                "fire together",
                unit,
                target,
                format!("Fire at {} with all guns of the hex", self.label(target)),
            ),
            Action::EndFire => plain("end fire", "End artillery fire").ends(),
            Action::Select(unit) => {
                let waits = state.fate.0.get(unit.index()) == Some(&Fate::Waiting);
                let mut said =
                    of("select", unit, format!("{} {}", if waits { "Bring on" } else { "Move" }, name(unit)));
                said.touch.moves = true;
                said
            }
            Action::Step(hex) => {
                let enters = state.fate.0.get(state.hand.unit.index()) == Some(&Fate::Waiting);
                into("step", hex, format!("{} {}", if enters { "Enter at" } else { "On to" }, place(hex)))
            }
            Action::Turn(way) => {
                let unit =
                    if let Some(Question::Face { unit }) = state.frame().asked() { unit } else { state.hand.unit };
                let said = facing(plain("turn", &format!("Face {}", way.spoken())), way);
                if unit.is_none() { said } else { said.by(self.word_for(unit)) }
            }
            Action::Halt => plain("halt", "Halt here"),
            Action::FormSquare => in_hand(plain("form square", "Form square")),
            Action::LeaveSquare => in_hand(plain("leave square", "Leave the square")),
            Action::EndMovement => plain("end movement", "End movement").ends(),
            Action::Charge(hex) => {
                into("charge", hex, format!("Charge at {} in {}", self.stack_name(state, hex), place(hex)))
            }
            Action::Strike => plain("strike", "Attack at once"),
            Action::KeepCharge => plain("keep charge", "Keep the charge for the combat phase"),
            Action::TrySquare => plain("try square", "Try to form square"),
            Action::SquareFire(unit) => of("square fire", unit, format!("Fire from the square of {}", name(unit))),
            Action::Countercharge(unit, hex, way) => facing(
                of("countercharge", unit, format!("Countercharge with {} by {}", name(unit), place(hex)))
                    .at(place(hex)),
                way,
            ),
            Action::Withdraw(unit, hex) => {
                of("withdraw", unit, format!("Withdraw {} to {}", name(unit), place(hex))).at(place(hex))
            }
            Action::Pass => plain("pass", "Let it pass"),
            Action::Attack(from, to) => {
                let label = format!("Attack {} from {}", self.stack_name(state, to), place(from));
                let said = into("engage", to, label);
                match self.first_in(state, from) {
                    Some(unit) => said.by(self.word_for(unit)),
                    None => said,
                }
            }
            Action::Join(from) => {
                into("join", from, format!("Add {} from {}", self.stack_name(state, from), place(from)))
            }
            Action::Target(to) => {
                into("target", to, format!("Also attack {} in {}", self.stack_name(state, to), place(to)))
            }
            Action::Fight => plain("fight", "Fight"),
            Action::Shoot(unit, target) => {
                against("shoot", unit, target, format!("Fire rifles at {}", self.label(target)))
            }
            Action::ShootTogether(unit, target) => {
                against("shoot together", unit, target, format!("Fire at {} with all of the hex", self.label(target)))
            }
            Action::HoldFire => plain("hold fire", "Hold fire"),
            Action::Retreat(unit, hex, way) => {
                facing(of("retreat", unit, format!("Retreat {} to {}", name(unit), place(hex))).at(place(hex)), way)
            }
            Action::Pursue(unit, hex) => {
                of("pursue", unit, format!("Pursue with {} into {}", name(unit), place(hex))).at(place(hex))
            }
            Action::Stay => plain("stay", "Do not pursue"),
            Action::Lose(unit) => of("lose", unit, format!("Take a point off {}", name(unit))),
            Action::Appoint(unit) => of("appoint", unit, format!("Name {}", name(unit))),
            Action::EndCombat => plain("end combat", "End combat").ends(),
            Action::Standing(reaction, order) => Said {
                is_always_available: true,
                ..plain("standing", &format!("Standing order for {}: {}", reaction.word(), order_label(order)))
            },
            Action::Except(unit, exception) => Said {
                is_always_available: true,
                ..of("standing", unit, format!("{}: {}", name(unit), exception_label(exception)))
            },
        };
        Said { order: self.spell(action), ..said }
    }

    fn first_in(&self, state: &State, hex: Hex) -> Option<CounterId> {
        if hex.index() < self.ground.grid.len() { self.units_in(state, hex).next() } else { None }
    }
}

/// A standing order, for a button.
pub(crate) const fn order_label(order: StandingOrder) -> &'static str {
    match order {
        StandingOrder::Ask => "ask me",
        StandingOrder::Never => "never",
        StandingOrder::From(0) => "always",
        StandingOrder::From(1) => "from 1 in 6",
        StandingOrder::From(2) => "from 2 in 6",
        StandingOrder::From(3) => "from 3 in 6",
        StandingOrder::From(4) => "from 4 in 6",
        StandingOrder::From(_) => "from 5 in 6",
    }
}

pub(crate) const fn exception_label(exception: Exception) -> &'static str {
    match exception {
        Exception::Usual => "as ordered for all",
        Exception::Ask => "ask me",
        Exception::Never => "never reacts",
    }
}
