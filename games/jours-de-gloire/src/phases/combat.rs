//! B4 and C4: which rule answers in which frame.

use arrayvec::ArrayVec;
use board::boxes::BoxId;
use kernel::{Seat, Side, Sink, Throw, Waits};

use super::Awaited;
use crate::Rules;
use crate::action::{Action, CombatAction};
use crate::battle::{Battle, Tactic};
use crate::event::Event;
use crate::refusal::Ruling;
use crate::rules::r08_retreat::Leaving;
use crate::sequence::{Combat, CombatDie, CombatQuestion, CombatStep, Frame};
use crate::sets::CounterSet;
use crate::state::{State, enemy_of};

impl Rules {
    pub(super) fn combat_waits(&self, state: &State, frame: Combat) -> Awaited {
        let question = match frame.waits() {
            Waits::Asks(question) => question,
            Waits::Rolls(die) => return Awaited::Die(combat_die(die)),
            Waits::Goes(_) => return Awaited::Nothing,
        };
        match question {
            CombatQuestion::Choose { seat }
            | CombatQuestion::Shelter { seat }
            | CombatQuestion::Overflow { seat }
            | CombatQuestion::Invest { seat }
            | CombatQuestion::AskOverrun { seat }
            | CombatQuestion::OverrunAdvance { seat }
            | CombatQuestion::Losses { seat, .. }
            | CombatQuestion::Retreat { seat, .. }
            | CombatQuestion::AskBlowBridge { seat }
            | CombatQuestion::AskRetire { seat, .. } => Awaited::Seat(seat),
            CombatQuestion::Tactics => {
                let Some(battle) = state.battle else { return Awaited::Nothing };
                let chosen = |side: Side| battle.tactics[side.index()].is_some();
                // Who is to be shown the other's tactic by a card waits for it.
                let waits = |side: Side| battle.spies == Some(side) && !chosen(enemy_of(side));
                let open =
                    [state.player, enemy_of(state.player)].into_iter().filter(|side| !chosen(*side) && !waits(*side));
                let mut seats: ArrayVec<Seat, { kernel::SEATS }> =
                    open.map(|side| self.seat_in_battle(state, side)).collect();
                seats.sort_unstable();
                Awaited::Seats(seats)
            }
        }
    }

    pub(super) fn run_combat(&self, state: &mut State, frame: Combat, events: &mut impl Sink<Event>) -> bool {
        match frame.waits() {
            Waits::Asks(question) => self.is_combat_open(state, question, events),
            Waits::Rolls(_) => true,
            Waits::Goes(step) => match step {
                CombatStep::Open => self.open_combat(state, events),
                CombatStep::Reveal => self.reveal(state, events),
                CombatStep::Round => self.open_round(state, events),
                CombatStep::Casualties => self.take_casualties(state),
                CombatStep::Morale => self.run_morale(state),
                CombatStep::RoundEnd => self.end_round(state, events),
                CombatStep::Verdict => self.pronounce(state, events),
                CombatStep::BattleOver => self.close_battle(state, events),
                CombatStep::Close => self.close_combat(state, events),
            },
        }
    }

    /// Whether there is anything to decide; if not, the frame has been dealt with.
    fn is_combat_open(&self, state: &mut State, question: CombatQuestion, events: &mut impl Sink<Event>) -> bool {
        match question {
            CombatQuestion::Choose { .. } => {
                // Everybody sees which boxes are shared: the question tells nothing.
                if !state.battles.is_empty() {
                    return true;
                }
                state.frames.pop();
                state.frames.push(Frame::Combat(Combat::Close));
                false
            }
            CombatQuestion::Losses { seat, side, left } => self.run_losses(state, seat, side, left, events),
            CombatQuestion::Retreat { side, .. } => self.run_retreat(state, side, events),
            CombatQuestion::AskBlowBridge { .. } => self.run_ask_blow(state),
            CombatQuestion::AskRetire { side, .. } => self.run_ask_retire(state, side),
            CombatQuestion::Shelter { .. }
            | CombatQuestion::Overflow { .. }
            | CombatQuestion::Invest { .. }
            | CombatQuestion::Tactics
            | CombatQuestion::AskOverrun { .. }
            | CombatQuestion::OverrunAdvance { .. } => true,
        }
    }

    pub(super) fn judge_combat(
        &self,
        state: &State,
        seat: Seat,
        question: CombatQuestion,
        action: &CombatAction,
    ) -> Ruling {
        let side = self.side_of_seat(seat);
        let none = Battle::at(BoxId::NONE, side, false);
        let battle = state.battle.as_ref().unwrap_or(&none);
        match (question, *action) {
            (CombatQuestion::Choose { .. }, CombatAction::Fight(at)) => self.may_fight(state, at),
            (CombatQuestion::Choose { .. }, CombatAction::EndCombat) => self.may_end_combat(state),
            (CombatQuestion::Shelter { .. }, CombatAction::StandOutside) => self.may_stand_outside(state, battle, side),
            (CombatQuestion::Shelter { .. }, CombatAction::GoInside(counter)) => {
                self.may_go_inside(state, battle, side, counter)
            }
            (CombatQuestion::Shelter { .. }, CombatAction::CloseGates) => self.may_close_gates(state, battle, side),
            (CombatQuestion::Overflow { .. }, CombatAction::LeaveBy(way)) => {
                self.may_leave_by(state, battle, side, way)
            }
            (CombatQuestion::Overflow { .. }, CombatAction::Remain) => Ok(()),
            (CombatQuestion::Invest { .. }, CombatAction::Assault) => self.may_storm(state, battle, side),
            (CombatQuestion::Invest { .. }, CombatAction::Besiege) => self.may_prosecute(state, battle, side),
            (CombatQuestion::Invest { .. }, CombatAction::Mask) => Ok(()),
            (CombatQuestion::Tactics, CombatAction::Choose(tactic)) => {
                self.may_choose_tactic(state, battle, side, tactic)
            }
            (CombatQuestion::AskOverrun { .. }, CombatAction::Overrun) => self.may_overrun(state, battle),
            (CombatQuestion::AskOverrun { .. }, CombatAction::FightRound) => Ok(()),
            (CombatQuestion::OverrunAdvance { .. }, CombatAction::AdvanceBy(way)) => {
                self.may_advance_by(state, battle, way)
            }
            (CombatQuestion::OverrunAdvance { .. }, CombatAction::Remain) => Ok(()),
            (CombatQuestion::Losses { side, .. }, CombatAction::Lose(counter)) => self.may_lose(state, side, counter),
            (CombatQuestion::Retreat { side, .. }, CombatAction::RetreatBy(way)) => {
                self.may_retreat_by(state, battle, side, Rules::reason_to_leave(battle), way)
            }
            (CombatQuestion::AskBlowBridge { .. }, CombatAction::BlowBridge | CombatAction::LeaveBridge) => Ok(()),
            (CombatQuestion::AskRetire { side, .. }, CombatAction::RetreatBy(way)) => {
                self.may_retreat_by(state, battle, side, Leaving::Retiring, way)
            }
            (CombatQuestion::AskRetire { .. }, CombatAction::Remain) => Ok(()),
            (_, CombatAction::Overrun) if state.battle.is_some() => {
                self.overrun_is_open(state, battle)?;
                self.out_of_step(CombatAction::Overrun)
            }
            (_, other) => self.out_of_step(other),
        }
    }

    pub(super) fn list_combat(&self, state: &State, seat: Seat, question: CombatQuestion, actions: &mut Vec<Action>) {
        let mut offer = |action: CombatAction| {
            if self.judge_combat(state, seat, question, &action).is_ok() {
                actions.push(Action::Combat(action));
            }
        };
        let at = state.battle.map(|battle| battle.at);
        let ways = || at.map_or(&[][..], |at| self.ground.neighbours(at)).iter().map(|(_, way)| *way);
        match question {
            CombatQuestion::Choose { .. } => {
                state.battles.iter().for_each(|at| offer(CombatAction::Fight(at)));
                offer(CombatAction::EndCombat);
            }
            CombatQuestion::Shelter { .. } => {
                offer(CombatAction::StandOutside);
                let side = self.side_of_seat(seat);
                let own = at.map_or(CounterSet::EMPTY, |at| self.in_the_field(state, side, at));
                own.iter().for_each(|counter| offer(CombatAction::GoInside(counter)));
                offer(CombatAction::CloseGates);
            }
            CombatQuestion::Overflow { .. } => {
                ways().for_each(|way| offer(CombatAction::LeaveBy(way)));
                offer(CombatAction::Remain);
            }
            CombatQuestion::Invest { .. } => {
                [CombatAction::Assault, CombatAction::Besiege, CombatAction::Mask].into_iter().for_each(offer);
            }
            CombatQuestion::Tactics => Tactic::ALL.into_iter().for_each(|tactic| offer(CombatAction::Choose(tactic))),
            CombatQuestion::AskOverrun { .. } => {
                [CombatAction::Overrun, CombatAction::FightRound].into_iter().for_each(offer)
            }
            CombatQuestion::OverrunAdvance { .. } => {
                ways().for_each(|way| offer(CombatAction::AdvanceBy(way)));
                offer(CombatAction::Remain);
            }
            CombatQuestion::Losses { side, .. } => {
                let force = state.battle.map_or(CounterSet::EMPTY, |battle| battle.forces[side.index()]);
                force.iter().for_each(|counter| offer(CombatAction::Lose(counter)));
            }
            CombatQuestion::Retreat { .. } => ways().for_each(|way| offer(CombatAction::RetreatBy(way))),
            CombatQuestion::AskBlowBridge { .. } => {
                [CombatAction::BlowBridge, CombatAction::LeaveBridge].into_iter().for_each(offer);
            }
            CombatQuestion::AskRetire { .. } => {
                ways().for_each(|way| offer(CombatAction::RetreatBy(way)));
                offer(CombatAction::Remain);
            }
        }
    }

    pub(super) fn play_combat(
        &self,
        state: &mut State,
        seat: Seat,
        question: CombatQuestion,
        action: &CombatAction,
        events: &mut impl Sink<Event>,
    ) {
        let side = self.side_of_seat(seat);
        match *action {
            CombatAction::Fight(at) => self.begin(state, at, events),
            CombatAction::EndCombat => {
                state.frames.pop();
                state.frames.push(Frame::Combat(Combat::Close));
            }
            CombatAction::StandOutside => self.stand_outside(state, side, events),
            CombatAction::GoInside(counter) => self.go_inside(state, counter),
            CombatAction::CloseGates => self.close_gates(state, side, events),
            CombatAction::LeaveBy(way) => self.leave_city_by(state, side, way, events),
            CombatAction::Assault => self.assault(state, side, events),
            CombatAction::Besiege => self.besiege(state, side, events),
            CombatAction::Mask => self.mask(state, side, events),
            CombatAction::Choose(tactic) => self.choose_tactic(state, side, tactic, events),
            CombatAction::Overrun => self.declare_overrun(state, events),
            CombatAction::AdvanceBy(way) => self.advance_by(state, way, events),
            CombatAction::Remain => {
                if let CombatQuestion::Overflow { .. } = question {
                    self.fight_outside(state, side, events);
                } else {
                    state.frames.pop();
                }
            }
            CombatAction::FightRound | CombatAction::LeaveBridge => {
                state.frames.pop();
            }
            CombatAction::Lose(counter) => {
                if let CombatQuestion::Losses { seat, side, left } = question {
                    self.play_loss(state, (seat, side, left), counter, events);
                }
            }
            CombatAction::RetreatBy(way) => {
                if let CombatQuestion::AskRetire { side, .. } = question {
                    self.retire_by(state, side, way, events);
                } else {
                    self.retreat_by(state, side, way, events);
                }
            }
            CombatAction::BlowBridge => {
                state.frames.pop();
                state.frames.push(Frame::Combat(Combat::BlowBridgeDie { side }));
            }
        }
    }

    pub(super) fn throw_combat(&self, state: &mut State, due: CombatDie, die: u8, events: &mut impl Sink<Event>) {
        match due {
            CombatDie::SiegeDie => self.throw_siege(state, die, events),
            CombatDie::OverrunDie => self.throw_overrun(state, die, events),
            CombatDie::BattleDie { side } => self.throw_battle(state, side, die, events),
            CombatDie::ArtilleryDie { side } => self.throw_artillery(state, side, die, events),
            CombatDie::MoraleDie { side } => self.throw_morale(state, side, die, events),
            CombatDie::PursuitDie => self.throw_pursuit(state, die, events),
            CombatDie::BlowBridgeDie { side } => self.throw_blowing(state, side, die, events),
        }
    }
}

fn combat_die(die: CombatDie) -> Throw {
    match die {
        CombatDie::SiegeDie => Throw::d6(case!("8.8g"), "siege"),
        CombatDie::OverrunDie => Throw::d6(case!("8.4d"), "overrun"),
        CombatDie::BattleDie { .. } => Throw::d6(case!("8.1c"), "combat"),
        CombatDie::ArtilleryDie { .. } => Throw::d6(case!("T.artillery"), "artillery"),
        CombatDie::MoraleDie { .. } => Throw::d6(case!("8.6c"), "morale"),
        CombatDie::PursuitDie => Throw::d6(case!("T.pursuit"), "pursuit"),
        CombatDie::BlowBridgeDie { .. } => Throw::d6(case!("6.4c"), "blowing the bridge"),
    }
}
