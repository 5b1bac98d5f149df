//! 3.1: orders at the wrong moment. What stands against such an order at any moment is said first; otherwise the refusal
//! names the rule that says when.

use kernel::Side;

use crate::Rules;
use crate::action::Action;
use crate::refusal::{Refusal, Ruling, refuse};
use crate::sequence::Frame;
use crate::state::State;

impl Rules {
    /// Why an order is refused for which nobody is asked now.
    pub(crate) fn untimely(&self, state: &State, side: Side, action: &Action) -> Refusal {
        let frame = state.frame();
        if frame == Frame::GameOver {
            return refuse(case!("3.1"), "the game is over");
        }
        let reacting = matches!(frame, Frame::FormSquare { .. } | Frame::React | Frame::Withdraw);
        if reacting && side == state.player {
            return refuse(case!("3.1g"), "the other side may react to the move first").also(&[case!("3.1")]);
        }
        if let Err(refusal) = self.barred_anyway(state, side, action) {
            return refusal;
        }
        let fires = matches!(action, Action::Bombard(..) | Action::BombardTogether(..));
        if frame == Frame::Fire && fires {
            return refuse(case!("3.1f"), "in a fire phase only its owner's batteries fire")
                .also(&[case!("10.11"), case!("3.1")]);
        }
        self.out_of_place(frame, action)
    }

    /// What forbids a reaction, a shot or a pursuit whatever the moment.
    fn barred_anyway(&self, state: &State, side: Side, action: &Action) -> Ruling {
        let reacts = side != state.player;
        match *action {
            Action::Rally(unit) => self.may_rally(state, side, unit),
            Action::Bombard(battery, target) | Action::BombardTogether(battery, target) => {
                if reacts {
                    self.may_still_react(state, battery)?;
                }
                self.may_hit(state, side, battery, target)
            }
            Action::TrySquare if reacts && state.hand.charge.is_some() => self.may_try_square(state, state.hand.charge),
            Action::SquareFire(unit) if reacts => self.may_square_fire(state, side, unit),
            Action::Countercharge(unit, to, facing) if reacts => self.may_countercharge(state, side, unit, to, facing),
            Action::Withdraw(unit, to) if reacts => self.may_withdraw(state, side, unit, to),
            Action::Shoot(unit, target) | Action::ShootTogether(unit, target) => {
                self.may_shoot(state, side, unit, target)
            }
            Action::Pursue(unit, to) => self.may_pursue(state, side, unit, to),
            Action::EndRally
            | Action::EndFire
            | Action::Select(_)
            | Action::Step(_)
            | Action::Turn(_)
            | Action::Halt
            | Action::FormSquare
            | Action::LeaveSquare
            | Action::EndMovement
            | Action::Charge(_)
            | Action::Strike
            | Action::KeepCharge
            | Action::TrySquare
            | Action::SquareFire(_)
            | Action::Countercharge(..)
            | Action::Withdraw(..)
            | Action::Pass
            | Action::Attack(..)
            | Action::Join(_)
            | Action::Target(_)
            | Action::Fight
            | Action::HoldFire
            | Action::Retreat(..)
            | Action::Stay
            | Action::Lose(_)
            | Action::Appoint(_)
            | Action::EndCombat
            | Action::Standing(..)
            | Action::Except(..) => Ok(()),
        }
    }

    /// The rule that says when such an order is given.
    fn out_of_place(&self, frame: Frame, action: &Action) -> Refusal {
        match action {
            Action::Rally(_) | Action::EndRally => {
                refuse(case!("3.1e"), "units are reorganized in phase 3").also(&[case!("3.1")])
            }
            Action::Bombard(..) | Action::BombardTogether(..) | Action::EndFire => {
                refuse(case!("10.11"), "artillery fires in its fire phase, and at units that move")
                    .also(&[case!("3.1f"), case!("3.1")])
            }
            Action::Select(_) | Action::EndMovement if frame == Frame::Moving => {
                refuse(case!("4.27"), "finish the move in hand first").also(&[case!("4.1"), case!("3.1")])
            }
            Action::Select(_)
            | Action::Step(_)
            | Action::Turn(_)
            | Action::Halt
            | Action::FormSquare
            | Action::LeaveSquare
            | Action::EndMovement => {
                refuse(case!("4.1b"), "units move in their own movement phase").also(&[case!("3.1")])
            }
            Action::Charge(_) | Action::Strike | Action::KeepCharge => {
                refuse(case!("9.13"), "a charge is made by the cavalry that moves").also(&[case!("3.1")])
            }
            Action::TrySquare => refuse(case!("13.13"), "a square is tried when a charge is declared two hexes off")
                .also(&[case!("13.11"), case!("3.1")]),
            Action::SquareFire(_) => {
                refuse(case!("13.24"), "a square fires at a unit that has just moved").also(&[case!("3.1")])
            }
            Action::Countercharge(..) => {
                refuse(case!("9.32"), "a countercharge answers a step in the enemy's movement phase")
                    .also(&[case!("3.1")])
            }
            Action::Withdraw(..) => {
                refuse(case!("9.51b"), "cavalry withdraws when infantry has ended its move next to it")
                    .also(&[case!("9.51"), case!("3.1")])
            }
            Action::Pass => refuse(case!("3.1g"), "there is nothing to react to").also(&[case!("3.1")]),
            Action::Join(_) | Action::Target(_) | Action::Fight if frame == Frame::Assault => {
                refuse(case!("8.3a"), "name the first attacker and its target first").also(&[case!("3.1")])
            }
            Action::Attack(..) | Action::Join(_) | Action::Target(_) | Action::Fight | Action::EndCombat => {
                refuse(case!("8.11"), "attacks are made in the combat phase, one after the other").also(&[case!("3.1")])
            }
            Action::Shoot(..) | Action::ShootTogether(..) | Action::HoldFire => {
                refuse(case!("7.31c"), "rifle fire comes before the ratio of a combat").also(&[case!("3.1")])
            }
            Action::Retreat(..) => refuse(case!("8.61"), "nobody has to retreat now").also(&[case!("3.1")]),
            Action::Pursue(..) | Action::Stay => {
                refuse(case!("8.71"), "there is nobody to pursue now").also(&[case!("3.1")])
            }
            Action::Lose(_) => refuse(case!("8.3f"), "there are no losses to take off now").also(&[case!("3.1")]),
            Action::Appoint(_) => refuse(case!("11.63"), "the army has its commander").also(&[case!("3.1")]),
            Action::Standing(..) | Action::Except(..) => {
                refuse(case!("3.1g"), "standing orders are for the other side's moves").also(&[case!("3.1")])
            }
        }
    }
}
