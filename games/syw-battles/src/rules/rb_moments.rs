//! Chapter B.2 and the order of the phases: who acts when. An order at the wrong moment is refused under the case that says when it
//! is given.

use crate::Rules;
use crate::action::Action;
use crate::refusal::{Refusal, refuse};
use crate::sequence::Frame;
use crate::state::State;

impl Rules {
    /// The side that is not asked: the refusal names the rule that says whose turn it is.
    pub(crate) fn out_of_turn(&self, state: &State) -> Refusal {
        let frame = state.frame();
        if frame == Frame::GameOver {
            refuse(case!("B.2"), "the game is over")
        } else if frame == Frame::Approach {
            refuse(case!("H.1m"), "the cavalry that was approached answers first")
        } else if frame == Frame::Initiative {
            refuse(case!("B.2"), "the First Player decides about the initiative")
        } else if matches!(frame, Frame::Plan { .. }) {
            refuse(case!("A.2b"), "the other side writes its plans")
        } else if matches!(frame, Frame::Fire { .. }) {
            refuse(case!("G.3d"), "the players fire by turns").also(&[case!("G.4b"), case!("B.2")])
        } else if frame == Frame::Charges {
            refuse(case!("H.1k"), "the players charge by turns").also(&[case!("B.2")])
        } else {
            refuse(case!("B.2"), "it is not for this side to act now")
        }
    }

    /// The right side at the wrong moment: the refusal names the rule that says when.
    pub(crate) fn out_of_place(&self, frame: Frame, action: &Action) -> Refusal {
        match action {
            Action::Plan(..) | Action::EndPlans => refuse(case!("A.2b"), "plans are written before the first turn"),
            Action::Call(_) | Action::Wait => {
                refuse(case!("S.minden"), "a corps is called as a turn on the hour begins")
            }
            Action::Appoint(..) => refuse(case!("I.0f"), "no leader is to be replaced now"),
            Action::KeepInitiative | Action::YieldInitiative => {
                refuse(case!("B.2"), "the initiative is settled for this turn")
            }
            Action::Select(_) | Action::EndMovement if frame == Frame::Moving => {
                refuse(case!("D.1b"), "finish the move in hand first")
            }
            Action::Select(_)
            | Action::Enter(..)
            | Action::Step(_)
            | Action::Slide(_)
            | Action::Reverse(_)
            | Action::AboutFace
            | Action::Turn(_)
            | Action::Wheel(_)
            | Action::WheelBack(_)
            | Action::Change(_)
            | Action::Deploy(_)
            | Action::Halt
            | Action::EndMovement => refuse(case!("D.0a"), "counters move in the movement phase, one after the other"),
            Action::Assign(_) => refuse(case!("D.3d"), "nobody asks on which side a unit stands"),
            Action::Fire(..) | Action::EndFire => {
                refuse(case!("G.3d"), "fire follows movement: guns first, then infantry")
                    .also(&[case!("G.4a"), case!("G.4b")])
            }
            Action::Burn(..) | Action::Batter(..) => {
                refuse(case!("G.3u"), "batteries fire in the artillery's phase").also(&[case!("G.3d")])
            }
            Action::Press | Action::HoldFire => refuse(case!("G.4c"), "nobody has failed his check"),
            Action::Charge(..) | Action::Support(_) | Action::Launch | Action::EndCharges => {
                refuse(case!("H.1k"), "charges follow the fire").also(&[case!("H.0a")])
            }
            Action::GiveWay(_) | Action::Stand(_) => {
                refuse(case!("H.1l"), "no cavalry is charged or approached now").also(&[case!("H.1m")])
            }
            Action::Advance(_) | Action::EndAdvance => refuse(case!("H.2i"), "there is no hex to enter now"),
            Action::Recoil(_) => refuse(case!("H.2n"), "nobody goes back now"),
            Action::Face(_) => refuse(case!("H.1l"), "nobody chooses his facing now").also(&[case!("J.2b")]),
            Action::Unstack(..) => refuse(case!("5.4e"), "no hex holds too much"),
            Action::Rally(_) | Action::EndRally => refuse(case!("J.0"), "units are rallied after the charges"),
            Action::Rout(_) | Action::Run(_) => refuse(case!("K.0a"), "routs follow the rally"),
            Action::Shift(..)
            | Action::Dress(..)
            | Action::Swing(..)
            | Action::Reform(_)
            | Action::EndReorganisation => refuse(case!("L.1a"), "lines are straightened at the end of a turn"),
        }
    }
}
