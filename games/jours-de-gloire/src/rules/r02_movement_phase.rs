//! Chapter 2, B2 and C2: the movement phase, how it opens and closes, and when its orders can be given.
//! Decides A.arm.i.

use kernel::{Seat, Sink};

use crate::Rules;
use crate::action::MovementAction;
use crate::event::{Common, Event, Movement as Happened, Phase};
use crate::refusal::refuse;
use crate::sequence::{Frame, Guns, Movement, MovementQuestion};
use crate::state::{BoxSet, State};

impl Rules {
    pub(crate) fn open_movement(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let side = state.player;
        state.march = None;
        state.reaction = None;
        state.intercepted = BoxSet::EMPTY;
        events.event(Event::Common(Common::PhaseBegan { side, phase: Phase::Movement }));
        let seat = self.seat_of_side(side);
        self.next_movement(state, Movement::Choose { seat });
    }

    /// A seat has moved all it wanted: the next of its side moves (10.e); after the last stragglers are gathered.
    pub(crate) fn end_movement(&self, state: &mut State, seat: Seat) {
        let side = state.player;
        let next = self.seats_after(side, Some(seat)).next();
        match next {
            Some(seat) => self.next_movement(state, Movement::Choose { seat }),
            // Nobody else learns that there is anything to gather: the phase goes on for them until it is done.
            None => state.frames.push(Frame::Movement(Movement::Recover { side })),
        }
    }

    pub(crate) fn close_movement(&self, state: &mut State, events: &mut impl Sink<Event>) {
        events.event(Event::Movement(Happened::MovementEnded { side: state.player }));
        // A.arm.i: no guns are heard in an armistice.
        if rule!("A.arm.i", self.is_armistice(state)) {
            self.end_player_turn(state, events);
        } else {
            state.frames.pop();
            state.frames.push(Frame::Guns(Guns::Open));
        }
    }
}

/// The right seat at the wrong moment: the refusal names the rule that says when.
pub(crate) fn out_of_place(question: MovementQuestion, action: MovementAction) -> crate::refusal::Refusal {
    let marching = matches!(question, MovementQuestion::March { .. });
    match action {
        MovementAction::Take(_) | MovementAction::EndMovement if marching => {
            refuse(case!("5.3b"), "the selected stack must finish its march first")
        }
        MovementAction::PutDown if marching => refuse(case!("5.4f"), "the stack is activated and must stay together"),
        MovementAction::Activate { forced: true, .. } if marching => {
            refuse(case!("5.5.2b"), "a forced march is declared before the first step")
        }
        MovementAction::Entrench { .. } if marching => {
            refuse(case!("6.2a"), "a stack that entrenches does nothing else")
        }
        MovementAction::Step(_)
        | MovementAction::Halt
        | MovementAction::Detach { .. }
        | MovementAction::Merge { .. }
        | MovementAction::DestroyBridge(_)
        | MovementAction::RepairBridge(_)
        | MovementAction::LayPontoon(_)
        | MovementAction::TakeUpPontoon(_)
            if matches!(question, MovementQuestion::Choose { .. } | MovementQuestion::Muster { .. }) =>
        {
            refuse(case!("4.5c"), "a stack must be paid for before it moves or acts")
        }
        MovementAction::EndMovement => refuse(case!("5.3b"), "a stack is already selected"),
        MovementAction::Scout | MovementAction::GoIn | MovementAction::GoBack | MovementAction::Stay => {
            refuse(case!("6.3a"), "there is nothing to scout now")
        }
        MovementAction::Show(_) => refuse(case!("6.3e"), "there is nothing to reveal now"),
        MovementAction::Withdraw(..) | MovementAction::Escort(..) | MovementAction::StandFast => {
            refuse(case!("6.3i"), "cavalry can withdraw only when an enemy has just entered its box")
        }
        MovementAction::Join(_) if matches!(question, MovementQuestion::Withdraw { .. }) => {
            refuse(case!("6.5.1c"), "friends are in the box that was entered, so it cannot be intercepted")
        }
        MovementAction::Join(_)
        | MovementAction::Declared
        | MovementAction::MoveIn
        | MovementAction::StepBack(_)
        | MovementAction::LetPass => refuse(case!("6.5.1a"), "there is nothing to intercept now"),
        MovementAction::DisplaceTo(_) => refuse(case!("4.2c"), "no leader has to be displaced now"),
        MovementAction::Take(_)
        | MovementAction::PutDown
        | MovementAction::Activate { .. }
        | MovementAction::Entrench { .. }
        | MovementAction::Detach { .. }
        | MovementAction::Merge { .. }
        | MovementAction::Step(_)
        | MovementAction::DestroyBridge(_)
        | MovementAction::RepairBridge(_)
        | MovementAction::LayPontoon(_)
        | MovementAction::TakeUpPontoon(_)
        | MovementAction::Halt => refuse(case!("2.B2a"), "another decision comes first"),
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Discard, Outcome, Pending};

    use super::*;
    use crate::counters::CounterId;
    use crate::game::{Agreed, Blind};
    use crate::testing::{AGREED, scenario};

    /// Plays on at random; says how many decisions were made before the end.
    fn play_at_random(rules: &Rules, seed: u64, most: usize) -> usize {
        let mut state = rules.set_up();
        rules.run(&mut state, &mut Discard);
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut below = |bound: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % bound as u64) as usize
        };
        let mut actions = Vec::new();
        for decision in 0..most {
            match rules.pending_now(&state) {
                Pending::Over(_) => return decision,
                Pending::Chance(throw) => {
                    let die = below(usize::from(throw.faces)) as u8 + 1;
                    rules.throw_now(&mut state, &Outcome::one(die), &mut Discard);
                }
                Pending::Decide(asked) => {
                    let seat = asked[below(asked.len())].0;
                    rules.list(&state, seat, &mut actions);
                    assert!(!actions.is_empty(), "seed {seed}: nothing to answer in {:?}", state.frame());
                    let action = actions[below(actions.len())];
                    let allowed = rules.check_now(&state, seat, &action);
                    assert!(allowed.is_ok(), "seed {seed}: {action:?} is offered and refused: {allowed:?}");
                    rules.play_now(&mut state, seat, &action, &mut Discard);
                    sound(rules, &state, seed);
                }
            }
        }
        most
    }

    /// What must hold between any two actions.
    fn sound(rules: &Rules, state: &State, seed: u64) {
        for (number, piece) in state.pieces.iter().enumerate() {
            let counter = CounterId(number as u8);
            if let Some(at) = piece.place() {
                assert!(
                    state.counters_in(at).any(|other| other == counter),
                    "seed {seed}: {counter:?} is not in its box"
                );
            }
            let maximum = rules.counter(counter).maximum;
            assert!(piece.strength <= maximum, "seed {seed}: {counter:?} is too strong");
        }
        if let Some(march) = &state.march {
            let left = march.stack.iter().filter(|counter| state.place_of(*counter) != Some(march.at)).count();
            assert!(
                left == 0 || march.enters || !march.activated || march.stopped,
                "seed {seed}: a stack was torn apart"
            );
        }
    }

    #[test]
    fn random_games_never_get_stuck() {
        for (id, most) in [("lutzen", 20_000), ("campaign", 20_000)] {
            for (seed, blind) in [(1, Blind::All), (2, Blind::Units), (3, Blind::Open)] {
                let rules = scenario(id, Agreed { blind, dummies: blind != Blind::Open, ..AGREED });
                assert!(play_at_random(&rules, seed, most) > 100, "{id}");
            }
        }
        let by_army = scenario("autumn", Agreed { by_army: true, ..AGREED });
        assert!(play_at_random(&by_army, 4, 20_000) > 100);
        let alone = Agreed { solitaire: true, blind: Blind::Open, dummies: false, ..AGREED };
        assert!(play_at_random(&scenario("bautzen", alone), 5, 20_000) > 100);
    }
}
