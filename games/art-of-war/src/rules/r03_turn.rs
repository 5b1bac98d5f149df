//! Chapter 3: whose turn it is, and what it is the turn for.

use kernel::Side;

use crate::Rules;
use crate::action::Action;
use crate::refusal::{Refusal, refuse};
use crate::sequence::Frame;
use crate::state::State;

impl Rules {
    /// The side that is not asked: the refusal names the rule that says whose turn it is.
    pub(crate) fn out_of_turn(&self, state: &State, side: Side, action: &Action) -> Refusal {
        let frame = state.frame();
        if frame == Frame::GameOver {
            refuse(case!("3.0d"), "the game is over")
        } else if matches!(frame, Frame::CombatDie | Frame::WeatherDie) {
            refuse(case!("6.1b"), "the attack is announced and the die must be rolled")
        } else if frame == Frame::FightOn {
            refuse(case!("18.0"), "only the Allied player decides whether the battle goes on").also(&[case!("3.0")])
        } else if matches!(frame, Frame::Reorganize { .. } | Frame::Place { .. }) {
            refuse(case!("17.2"), "the opponent places disrupted units").also(&[case!("3.0")])
        } else if side == state.player && matches!(action, Action::Target(_)) && is_aftermath(frame) {
            refuse(case!("3.0b"), "the other side must first carry out the result of the last attack")
                .also(&[case!("3.0")])
        } else if matches!(frame, Frame::Fresh { .. }) {
            refuse(case!("21.1"), "fresh strength is declared now, by the attacker first, then by the defender")
                .also(&[case!("21.1b"), case!("3.0")])
        } else if matches!(action, Action::Fresh(_) | Action::FreshDone) {
            refuse(case!("21.1b"), "fresh strength is declared at the start of a Combat Phase")
                .also(&[case!("21.1"), case!("3.0")])
        } else {
            refuse(case!("3.0"), "this side has nothing to decide now").also(&[case!("3.0c")])
        }
    }

    /// The right side at the wrong moment: the refusal names the rule that says when.
    pub(crate) fn out_of_place(&self, state: &State, frame: Frame, action: &Action) -> Refusal {
        let moving = matches!(frame, Frame::Move | Frame::Moving { .. });
        match action {
            Action::Select(_) | Action::Step(_) | Action::Halt | Action::EndMovement if moving => {
                refuse(case!("4.0"), "units move one at a time")
            }
            Action::Select(_) | Action::Step(_) | Action::Halt | Action::EndMovement => {
                refuse(case!("3.0c"), "units move only in their own Movement Phase, and it is over")
                    .also(&[case!("3.0")])
            }
            Action::Target(_) | Action::Join(_) | Action::TakeColumn(_) | Action::Announce(_) | Action::EndCombat => {
                if matches!(frame, Frame::Fresh { .. }) {
                    refuse(case!("21.1b"), "fresh strength is declared before the first attack").also(&[case!("21.1")])
                } else if moving && self.night(state) {
                    refuse(case!("8.2"), "there is no combat at night")
                } else if moving {
                    refuse(case!("3.0"), "attacks are made in the Combat Phase").also(&[case!("3.0c")])
                } else if frame == Frame::Attack {
                    refuse(case!("6.1"), "an attack starts with its target")
                } else if matches!(action, Action::Join(_) | Action::TakeColumn(_) | Action::Announce(_)) {
                    refuse(case!("6.1b"), "the attack has been announced and can no longer be changed")
                        .also(&[case!("3.0b")])
                } else {
                    refuse(case!("3.0b"), "the last attack must be finished first")
                }
            }
            Action::Fresh(_) | Action::FreshDone => refuse(
                case!("21.1b"),
                "fresh strength is declared at the start of a Combat Phase, before its first attack",
            ),
            Action::Advance(..) | Action::Hold => {
                refuse(case!("6.6"), "there is no advance now").also(&[case!("6.6b")])
            }
            Action::Retreat(..) => refuse(case!("6.4"), "no unit has to retreat"),
            Action::Displace(..) => refuse(case!("6.5a"), "no unit has to be displaced"),
            Action::FallBack(..) | Action::StandFast => refuse(case!("6.8"), "no bombarding battery may fall back now"),
            Action::Pay(_) => refuse(case!("6.3c"), "there is no exchange to pay for").also(&[case!("6.3f")]),
            Action::SpendMorale(_) | Action::KeepMorale => {
                refuse(case!("11.4"), "surplus morale is spent at the start of the Allied Movement Phase")
            }
            Action::CallUp(_) | Action::Decline => {
                refuse(case!("11.3"), "a reserve is activated only at the moment of a loss")
            }
            Action::FightOn | Action::BreakOff => {
                refuse(case!("18.0"), "the Allied player decides at the end of the day")
            }
            Action::Reorganize(_) | Action::PlaceAt(_) => {
                refuse(case!("17.2"), "disrupted units return at the end of the day")
            }
            Action::FreeOldGuard(_) | Action::FreeBothOldGuards => {
                refuse(case!("11.5"), "the Old Guard cannot be freed now")
            }
        }
    }
}

/// Whether a result is still being carried out (3.0b).
fn is_aftermath(frame: Frame) -> bool {
    match frame {
        Frame::Exchange { .. }
        | Frame::Retreat { .. }
        | Frame::Displace { .. }
        | Frame::CallUp { .. }
        | Frame::BookMorale
        | Frame::FallBack
        | Frame::Advance { .. }
        | Frame::CloseCombat => true,
        Frame::OpenMovement
        | Frame::KlenauDie
        | Frame::SpendMorale
        | Frame::Move
        | Frame::Moving { .. }
        | Frame::OpenCombat
        | Frame::Fresh { .. }
        | Frame::Attack
        | Frame::Declare
        | Frame::CombatDie
        | Frame::WeatherDie
        | Frame::EndTurn
        | Frame::FightOn
        | Frame::Reorganize { .. }
        | Frame::Place { .. }
        | Frame::Night
        | Frame::GameOver => false,
    }
}
