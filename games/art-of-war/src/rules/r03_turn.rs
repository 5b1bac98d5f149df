//! 3.0: the course of a turn. Every frame knows who is asked, what he may answer, and what comes of it.

use kernel::{Side, Sink};

use crate::Rules;
use crate::action::Action;
use crate::event::{Activation, Event};
use crate::refusal::{Refusal, Ruling, refuse};
use crate::sequence::Frame;
use crate::state::State;
use crate::unit::{ALLIED, Army, UnitId, UnitSet};

impl Rules {
    /// Who has to decide in this frame, if it waits for anybody.
    pub(crate) fn asked(&self, state: &State) -> Option<Side> {
        match state.frame() {
            Frame::Move
            | Frame::Moving { .. }
            | Frame::Attack
            | Frame::Declare
            | Frame::Exchange { .. }
            | Frame::FallBack => Some(state.player),
            Frame::SpendMorale | Frame::CallUp { .. } | Frame::FightOn => Some(ALLIED),
            Frame::Fresh { side }
            | Frame::Retreat { side }
            | Frame::Displace { side, .. }
            | Frame::Advance { side } => Some(side),
            Frame::Reorganize { placer } | Frame::Place { placer, .. } => Some(placer),
            Frame::KlenauDie
            | Frame::CombatDie
            | Frame::WeatherDie
            | Frame::OpenMovement
            | Frame::OpenCombat
            | Frame::BookMorale
            | Frame::CloseCombat
            | Frame::EndTurn
            | Frame::Night
            | Frame::GameOver => None,
        }
    }

    /// The one place where legality is decided.
    pub(crate) fn judge(&self, state: &State, side: Side, action: &Action) -> Ruling {
        if let Some(unit) = named_unit(action)
            && unit.index() >= self.units.len()
        {
            return Err(refuse(case!("2.4"), "there is no such unit"));
        }
        if let Action::FreeOldGuard(_) | Action::FreeBothOldGuards = action {
            if state.frame() == Frame::GameOver {
                return Err(refuse(case!("3.0d"), "the game is over"));
            }
            let unit = if let Action::FreeOldGuard(unit) = action { Some(*unit) } else { None };
            return self.may_free_old_guard(state, side, unit);
        }
        if self.asked(state) != Some(side) {
            let refusal = self.out_of_turn(state, side, action);
            if kernel::cases::applies(refusal.case, true, file!(), line!()) {
                return Err(refusal);
            }
        }
        match (state.frame(), *action) {
            (Frame::SpendMorale, Action::SpendMorale(unit)) => self.may_spend_morale(state, unit),
            (Frame::SpendMorale, Action::KeepMorale) => Ok(()),
            (Frame::Move, Action::Select(unit)) => self.may_select(state, side, unit),
            (Frame::Move, Action::EndMovement) => self.may_end_movement(state),
            (Frame::Moving { .. }, Action::Step(hex)) => {
                if hex.index() >= self.ground.grid.len() {
                    return Err(refuse(case!("4.6"), "units may not leave the map"));
                }
                self.in_hand(state).map_or(Ok(()), |hand| self.may_step(state, &hand, hex))
            }
            (Frame::Moving { .. }, Action::Halt) => {
                self.in_hand(state).map_or(Ok(()), |hand| self.may_halt_here(state, &hand))
            }
            (Frame::Fresh { side }, Action::Fresh(unit)) => self.may_give_fresh(state, side, unit),
            (Frame::Fresh { .. }, Action::FreshDone) => Ok(()),
            (Frame::Attack | Frame::Declare, Action::Target(hex)) => self.may_target(state, hex),
            (Frame::Attack, Action::EndCombat) => self.may_end_combat(state),
            (Frame::Declare, Action::Join(unit)) => self.may_join(state, unit),
            (Frame::Declare, Action::TakeColumn(division)) => self.may_take_column(state, division),
            (Frame::Declare, Action::Announce(column)) => self.may_announce(state, column),
            (Frame::Exchange { need }, Action::Pay(unit)) => self.may_pay(state, need, unit),
            (Frame::Retreat { side }, Action::Retreat(unit, hex)) => self.may_retreat(state, side, unit, hex),
            (Frame::Displace { hex, side }, Action::Displace(unit, to)) => {
                self.may_displace(state, side, hex, unit, to)
            }
            (Frame::FallBack, Action::FallBack(unit, hex)) => self.may_fall_back(state, unit, hex),
            (Frame::FallBack, Action::StandFast) => Ok(()),
            (Frame::Advance { side }, Action::Advance(unit, hex)) => self.may_advance(state, side, unit, hex),
            // 6.6b: nobody has to advance.
            (Frame::Advance { .. }, Action::Hold) if rule!("6.6b", true) => Ok(()),
            (Frame::CallUp { army }, Action::CallUp(unit)) => self.may_call_up(state, army, unit),
            (Frame::CallUp { .. }, Action::Decline) => Ok(()),
            (Frame::FightOn, Action::FightOn | Action::BreakOff) => Ok(()),
            (Frame::Reorganize { placer }, Action::Reorganize(unit)) => self.may_reorganize(state, placer, unit),
            (Frame::Place { unit, .. }, Action::PlaceAt(hex)) => self.may_place(state, unit, hex),
            (frame, action) => {
                let refusal = self.out_of_place(state, frame, &action);
                if kernel::cases::applies(refusal.case, true, file!(), line!()) { Err(refusal) } else { Ok(()) }
            }
        }
    }

    /// The side that is not asked: the refusal names the rule that says whose turn it is.
    fn out_of_turn(&self, state: &State, side: Side, action: &Action) -> Refusal {
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
    fn out_of_place(&self, state: &State, frame: Frame, action: &Action) -> Refusal {
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

    /// Every answer to what this side is asked.
    pub(crate) fn list(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        match state.frame() {
            Frame::SpendMorale => {
                actions.push(Action::KeepMorale);
                let free = state.reserve.iter().filter(|unit| self.may_spend_morale(state, *unit).is_ok());
                actions.extend(free.map(Action::SpendMorale));
            }
            Frame::Move => self.list_moves(state, side, actions),
            Frame::Moving { .. } => {
                if let Some(hand) = self.in_hand(state) {
                    self.list_steps(state, &hand, actions);
                }
            }
            Frame::Fresh { side } => self.list_fresh(state, side, actions),
            Frame::Attack => self.list_targets(state, actions),
            Frame::Declare => self.list_declaration(state, actions),
            Frame::Exchange { need } => {
                let payers = state.attack.adjacent.iter().filter(|unit| state.on_map(*unit));
                actions.extend(payers.filter(|unit| self.may_pay(state, need, *unit).is_ok()).map(Action::Pay));
            }
            Frame::Retreat { .. } => self.list_retreats(state, actions),
            Frame::Displace { hex, side } => self.list_displacements(state, side, hex, actions),
            Frame::FallBack => {
                actions.push(Action::StandFast);
                self.list_fall_backs(state, actions);
            }
            Frame::Advance { side } => {
                actions.push(Action::Hold);
                self.list_advances(state, side, actions);
            }
            Frame::CallUp { army } => {
                actions.push(Action::Decline);
                actions.extend(self.sleepers(state, army).map(Action::CallUp));
            }
            Frame::FightOn => actions.extend([Action::FightOn, Action::BreakOff]),
            Frame::Reorganize { placer } => self.list_reorganization(state, placer, actions),
            Frame::Place { unit, .. } => self.list_places(state, unit, actions),
            Frame::KlenauDie
            | Frame::CombatDie
            | Frame::WeatherDie
            | Frame::OpenMovement
            | Frame::OpenCombat
            | Frame::BookMorale
            | Frame::CloseCombat
            | Frame::EndTurn
            | Frame::Night
            | Frame::GameOver => {}
        }
    }

    /// Carries out an action that was judged.
    pub(crate) fn carry_out(&self, state: &mut State, action: &Action, events: &mut impl Sink<Event>) {
        match *action {
            Action::SpendMorale(unit) => self.spend_morale(state, unit, events),
            Action::Select(unit) => self.select(state, unit),
            Action::Step(hex) => {
                if let Some(hand) = self.in_hand(state) {
                    self.step(state, &hand, hex, events);
                }
            }
            Action::Halt => {
                if let Some(hand) = self.in_hand(state) {
                    self.halt(state, &hand, events);
                }
            }
            Action::EndMovement => self.end_movement(state),
            Action::Fresh(unit) => self.give_fresh(state, unit, events),
            Action::KeepMorale | Action::FreshDone | Action::StandFast | Action::Hold => {
                state.frames.pop();
            }
            Action::Target(hex) => self.target(state, hex),
            Action::Join(unit) => self.join(state, unit),
            Action::TakeColumn(division) => self.take_column(state, division),
            Action::Announce(column) => self.announce(state, column, events),
            Action::EndCombat => self.end_combat(state, events),
            Action::Pay(unit) => self.pay(state, unit, events),
            Action::Retreat(unit, hex) => self.retreat(state, unit, hex, events),
            Action::Displace(unit, hex) => self.displace(state, unit, hex, events),
            Action::FallBack(unit, hex) => self.fall_back(state, unit, hex, events),
            Action::Advance(unit, hex) => {
                state.frames.pop();
                self.advance(state, unit, hex, events);
            }
            Action::CallUp(unit) => {
                state.frames.pop();
                let army = self.unit(unit).army;
                state.attack.losses[army.index()] -= 1;
                self.activate(state, unit, Activation::Loss, events);
            }
            Action::Decline => {
                if let Some(Frame::CallUp { army }) = state.frames.pop() {
                    state.attack.losses[army.index()] = 0;
                }
            }
            Action::FightOn => self.end_day(state, events),
            Action::BreakOff => self.game_over(state, events),
            Action::Reorganize(unit) => {
                if let Frame::Reorganize { placer } = state.frame() {
                    state.frames.push(Frame::Place { placer, unit });
                }
            }
            Action::PlaceAt(hex) => {
                if let Some(Frame::Place { unit, .. }) = state.frames.pop() {
                    self.place(state, unit, hex, events);
                }
            }
            Action::FreeOldGuard(unit) => self.free_old_guard(state, UnitSet::from_iter([unit]), events),
            Action::FreeBothOldGuards => {
                self.free_old_guard(state, self.sleepers(state, Army::French).collect(), events)
            }
        }
    }

    /// Carries out the throw that is due.
    pub(crate) fn fall(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        let frame = state.frame();
        if frame == Frame::KlenauDie {
            state.frames.pop();
            self.klenau_thrown(state, die, events);
        } else if frame == Frame::CombatDie {
            self.combat_thrown(state, die, events);
        } else if frame == Frame::WeatherDie {
            self.weather_thrown(state, die, events);
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

fn named_unit(action: &Action) -> Option<UnitId> {
    match *action {
        Action::Select(unit)
        | Action::SpendMorale(unit)
        | Action::Fresh(unit)
        | Action::Join(unit)
        | Action::Pay(unit)
        | Action::Retreat(unit, _)
        | Action::Displace(unit, _)
        | Action::FallBack(unit, _)
        | Action::Advance(unit, _)
        | Action::CallUp(unit)
        | Action::Reorganize(unit)
        | Action::FreeOldGuard(unit) => Some(unit),
        Action::Step(_)
        | Action::Halt
        | Action::EndMovement
        | Action::KeepMorale
        | Action::FreshDone
        | Action::Target(_)
        | Action::TakeColumn(_)
        | Action::Announce(_)
        | Action::EndCombat
        | Action::StandFast
        | Action::Hold
        | Action::Decline
        | Action::FightOn
        | Action::BreakOff
        | Action::PlaceAt(_)
        | Action::FreeBothOldGuards => None,
    }
}
