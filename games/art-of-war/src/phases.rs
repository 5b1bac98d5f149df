//! The course of a turn: every frame knows who is asked, what he may answer, and what comes of it. The chapters decide.

use kernel::{Pending, Side, Sink, Throw, Waits};

use crate::Rules;
use crate::action::Action;
use crate::counters::{ALLIED, UnitId, UnitSet};
use crate::event::{Activation, Event};
use crate::refusal::{Ruling, refuse};
use crate::ruleset::Decision;
use crate::sequence::{Die, Frame, Question, Step};
use crate::state::{Attack, State};

impl Rules {
    /// What the game waits for.
    pub(crate) fn pending_now(&self, state: &State) -> Pending<Decision> {
        match state.frame().waits() {
            Waits::Asks(question) => Pending::one(Rules::seat_of(asked_of(state, question)), Decision(question)),
            Waits::Rolls(Die::KlenauDie) => Pending::Chance(Throw::d6(case!("12.0b"), "Klenau")),
            Waits::Rolls(Die::CombatDie) => Pending::Chance(Throw::d6(case!("6.0"), "combat")),
            Waits::Rolls(Die::WeatherDie) => Pending::Chance(Throw::d6(case!("22.0"), "weather")),
            Waits::Goes(_) => Pending::Over(self.verdict_now(state)),
        }
    }

    /// Who has to decide in this frame, if it waits for anybody.
    #[inline]
    pub(crate) fn asked(&self, state: &State) -> Option<Side> {
        match state.frame().waits() {
            Waits::Asks(question) => Some(asked_of(state, question)),
            Waits::Rolls(_) | Waits::Goes(_) => None,
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
        match state.frame().waits() {
            Waits::Asks(question) => self.judge_answer(state, side, question, action),
            Waits::Rolls(_) | Waits::Goes(_) => self.misplaced(state, action),
        }
    }

    /// The rule under which an answer that does not fit the question is refused.
    fn misplaced(&self, state: &State, action: &Action) -> Ruling {
        let refusal = self.out_of_place(state, state.frame(), action);
        if kernel::cases::applies(refusal.case, true, file!(), line!()) { Err(refusal) } else { Ok(()) }
    }

    fn judge_answer(&self, state: &State, side: Side, question: Question, action: &Action) -> Ruling {
        match (question, *action) {
            (Question::SpendMorale, Action::SpendMorale(unit)) => self.may_spend_morale(state, unit),
            (Question::SpendMorale, Action::KeepMorale) => Ok(()),
            (Question::Move, Action::Select(unit)) => self.may_select(state, side, unit),
            (Question::Move, Action::EndMovement) => self.may_end_movement(state),
            (Question::Moving { .. }, Action::Step(hex)) => {
                if hex.index() >= self.ground.grid.len() {
                    return Err(refuse(case!("4.6"), "units may not leave the map"));
                }
                self.in_hand(state).map_or(Ok(()), |hand| self.may_step(state, &hand, hex))
            }
            (Question::Moving { .. }, Action::Halt) => {
                self.in_hand(state).map_or(Ok(()), |hand| self.may_halt_here(state, &hand))
            }
            (Question::Fresh { side }, Action::Fresh(unit)) => self.may_give_fresh(state, side, unit),
            (Question::Fresh { .. }, Action::FreshDone) => Ok(()),
            (Question::Attack | Question::Declare, Action::Target(hex)) => self.may_target(state, hex),
            (Question::Attack, Action::EndCombat) => self.may_end_combat(state),
            (Question::Declare, Action::Join(unit)) => self.may_join(state, unit),
            (Question::Declare, Action::TakeColumn(division)) => self.may_take_column(state, division),
            (Question::Declare, Action::Announce(column)) => self.may_announce(state, column),
            (Question::Exchange { need }, Action::Pay(unit)) => self.may_pay(state, need, unit),
            (Question::Retreat { side }, Action::Retreat(unit, hex)) => self.may_retreat(state, side, unit, hex),
            (Question::Displace { hex, side }, Action::Displace(unit, to)) => {
                self.may_displace(state, side, hex, unit, to)
            }
            (Question::FallBack, Action::FallBack(unit, hex)) => self.may_fall_back(state, unit, hex),
            (Question::FallBack, Action::StandFast) => Ok(()),
            (Question::Advance { side }, Action::Advance(unit, hex)) => self.may_advance(state, side, unit, hex),
            // 6.6b: nobody has to advance.
            (Question::Advance { .. }, Action::Hold) if rule!("6.6b", true) => Ok(()),
            (Question::CallUp { army }, Action::CallUp(unit)) => self.may_call_up(state, army, unit),
            (Question::CallUp { .. }, Action::Decline) => Ok(()),
            (Question::FightOn, Action::FightOn | Action::BreakOff) => Ok(()),
            (Question::Reorganize { placer }, Action::Reorganize(unit)) => self.may_reorganize(state, placer, unit),
            (Question::Place { unit, .. }, Action::PlaceAt(hex)) => self.may_place(state, unit, hex),
            (_, action) => self.misplaced(state, &action),
        }
    }

    /// Every answer to what this side is asked.
    pub(crate) fn list(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        let Waits::Asks(question) = state.frame().waits() else { return };
        if asked_of(state, question) != side {
            return;
        }
        match question {
            Question::SpendMorale => {
                actions.push(Action::KeepMorale);
                let free = state.reserve.iter().filter(|unit| self.may_spend_morale(state, *unit).is_ok());
                actions.extend(free.map(Action::SpendMorale));
            }
            Question::Move => self.list_moves(state, side, actions),
            Question::Moving { .. } => {
                if let Some(hand) = self.in_hand(state) {
                    self.list_steps(state, &hand, actions);
                }
            }
            Question::Fresh { side } => self.list_fresh(state, side, actions),
            Question::Attack => self.list_targets(state, actions),
            Question::Declare => self.list_declaration(state, actions),
            Question::Exchange { need } => {
                let payers = state.attack.adjacent.iter().filter(|unit| state.on_map(*unit));
                actions.extend(payers.filter(|unit| self.may_pay(state, need, *unit).is_ok()).map(Action::Pay));
            }
            Question::Retreat { .. } => self.list_retreats(state, actions),
            Question::Displace { hex, side } => self.list_displacements(state, side, hex, actions),
            Question::FallBack => {
                actions.push(Action::StandFast);
                self.list_fall_backs(state, actions);
            }
            Question::Advance { side } => {
                actions.push(Action::Hold);
                self.list_advances(state, side, actions);
            }
            Question::CallUp { army } => {
                actions.push(Action::Decline);
                actions.extend(self.sleepers(state, army).map(Action::CallUp));
            }
            Question::FightOn => actions.extend([Action::FightOn, Action::BreakOff]),
            Question::Reorganize { placer } => self.list_reorganization(state, placer, actions),
            Question::Place { unit, .. } => self.list_places(state, unit, actions),
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
            Action::FightOn => self.fight_on(state, events),
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
            Action::FreeBothOldGuards => self.free_old_guard(state, self.old_guard(state), events),
        }
    }

    /// Carries out the throw that is due.
    pub(crate) fn fall(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        match state.frame().waits() {
            Waits::Rolls(Die::KlenauDie) => {
                state.frames.pop();
                self.klenau_thrown(state, die, events);
            }
            Waits::Rolls(Die::CombatDie) => self.combat_thrown(state, die, events),
            Waits::Rolls(Die::WeatherDie) => self.weather_thrown(state, die, events),
            Waits::Asks(_) | Waits::Goes(_) => {}
        }
    }

    /// Carries the game on to the next decision, throw or end.
    pub(crate) fn run(&self, state: &mut State, events: &mut impl Sink<Event>) {
        loop {
            // 11.3: a reserve is called up before anything else happens.
            if state.attack.losses != [0; 4]
                && !matches!(state.frame(), Frame::CallUp { .. })
                && let Some(army) = self.call_up_due(state)
            {
                state.frames.push(Frame::CallUp { army });
            }
            let waits = match state.frame().waits() {
                Waits::Asks(question) => {
                    let open = self.is_open(state, question, events);
                    self.pop_unless(state, open)
                }
                Waits::Rolls(_) => true,
                Waits::Goes(step) => self.go(state, step, events),
            };
            if waits {
                return;
            }
        }
    }

    /// Whether there is anything to decide; if not, the question is not asked.
    fn is_open(&self, state: &mut State, question: Question, events: &mut impl Sink<Event>) -> bool {
        match question {
            Question::SpendMorale => self.spending_due(state),
            Question::Fresh { side } => self.fresh_due(state, side),
            Question::Exchange { need } => self.exchange_open(state, need),
            Question::Retreat { .. } => {
                if !state.attack.retreating.is_empty() && !self.retreat_possible(state) {
                    self.lose_the_stranded(state, events);
                }
                !state.attack.retreating.is_empty()
            }
            Question::FallBack => self.fall_back_open(state),
            Question::Advance { side } => self.advance_open(state, side),
            Question::Reorganize { placer } => {
                let open = self.reorganization_open(state, placer);
                if !open {
                    self.report_waiting(state, placer, events);
                }
                open
            }
            Question::Move
            | Question::Moving { .. }
            | Question::Attack
            | Question::Declare
            | Question::Displace { .. }
            | Question::CallUp { .. }
            | Question::FightOn
            | Question::Place { .. } => true,
        }
    }

    /// What goes on by itself; whether the game waits then.
    fn go(&self, state: &mut State, step: Step, events: &mut impl Sink<Event>) -> bool {
        match step {
            Step::OpenMovement => self.open_movement(state, events),
            Step::OpenCombat => self.open_combat(state, events),
            Step::BookMorale => {
                self.book_morale(state, events);
                self.pop_unless(state, false)
            }
            Step::CloseCombat => {
                self.lapse_duties(state, events);
                state.attack = Attack::default();
                self.pop_unless(state, false)
            }
            Step::EndTurn => self.end_turn(state, events),
            Step::Night => {
                self.recall_old_guard(state, events);
                self.next_turn(state, events)
            }
            Step::GameOver => true,
        }
    }
}

/// Who is asked.
#[inline]
fn asked_of(state: &State, question: Question) -> Side {
    match question {
        Question::Move
        | Question::Moving { .. }
        | Question::Attack
        | Question::Declare
        | Question::Exchange { .. }
        | Question::FallBack => state.player,
        Question::SpendMorale | Question::CallUp { .. } | Question::FightOn => ALLIED,
        Question::Fresh { side }
        | Question::Retreat { side }
        | Question::Displace { side, .. }
        | Question::Advance { side } => side,
        Question::Reorganize { placer } | Question::Place { placer, .. } => placer,
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
