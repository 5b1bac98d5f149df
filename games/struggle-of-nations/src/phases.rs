//! The course of a turn: every frame knows who is asked, what he may answer, and what comes of it. The chapters decide.

mod battle;
mod offers;

use arrayvec::ArrayVec;
use board::Hex;
use kernel::{Case, Outcome, Pending, Side, Sink, Throw, Waits};

use crate::Rules;
use crate::action::Action;
use crate::event::Event;
use crate::march::How;
use crate::refusal::{Refusal, Ruling, refuse};
use crate::roster::{ALLIED, BOTH, enemy_of};
use crate::rules::{Move, Moved};
use crate::ruleset::Decision;
use crate::sequence::{Die, Frame, Question, Step};
use crate::state::State;

/// One die for foot, one for horse.
const fn two_dice(case: Case, purpose: &'static str) -> Throw {
    Throw { dice: 2, faces: 6, case, purpose }
}

/// A refusal stands as long as its case is in force.
fn in_force(ruling: Ruling) -> Ruling {
    match ruling {
        Err(refusal) if !kernel::cases::applies(refusal.case, true, file!(), line!()) => Ok(()),
        ruling => ruling,
    }
}

impl Rules {
    /// What the game waits for.
    pub(crate) fn pending_now(&self, state: &State) -> Pending<Decision> {
        match state.frame().waits() {
            Waits::Asks(question) => {
                let asked = BOTH.into_iter().filter(|side| self.is_asked(state, *side));
                let seats: ArrayVec<_, { kernel::SEATS }> =
                    asked.map(|side| (Rules::seat_of(side), Decision(question))).collect();
                Pending::Decide(seats)
            }
            Waits::Rolls(die) => Pending::Chance(throw_of(die)),
            Waits::Goes(_) => Pending::Over(self.verdict_now(state)),
        }
    }

    /// Whether a side is asked something now.
    pub(crate) fn is_asked(&self, state: &State, side: Side) -> bool {
        match state.frame().asked() {
            // 18.pitched: both write at once.
            Some(Question::Plans) => state.battle.plans[side.index()].is_none(),
            Some(question) => self.asked_of(state, question) == side,
            None => false,
        }
    }

    /// Who answers a question; of plans the one to whom it comes first.
    fn asked_of(&self, state: &State, question: Question) -> Side {
        match question {
            Question::Administer { army } => army.side(),
            Question::Organize
            | Question::Commands
            | Question::Centres
            | Question::Initiative
            | Question::Bridges
            | Question::Battles
            | Question::Declare
            | Question::Plans => state.player,
            Question::Forced => enemy_of(state.player),
            Question::Muster | Question::Marching => self.marcher(state),
            Question::Guns | Question::Bonus => state.battle.attacker,
            Question::Militia => ALLIED,
            Question::Push { side, .. }
            | Question::Losses { side }
            | Question::Integrity { side }
            | Question::Refuse { side }
            | Question::Stand { side }
            | Question::Counter { side }
            | Question::Retreat { side }
            | Question::Displace { side, .. }
            | Question::Pursue { side }
            | Question::Pursuing { side }
            | Question::Occupy { side }
            | Question::MoraleChoice { side }
            | Question::Disorder { side }
            | Question::Rally { side }
            | Question::Armistice { side }
            | Question::Settle { side, .. } => side,
        }
    }

    /// Whose force is in hand.
    pub(crate) fn marcher(&self, state: &State) -> Side {
        match state.march.how {
            How::Centre(army) => army.side(),
            How::Forced => enemy_of(state.player),
            How::Nothing | How::Command | How::Initiative | How::Alone | How::Arrival => {
                let commander = state.march.commander;
                if commander.is_none() { state.player } else { self.side_of(commander) }
            }
        }
    }

    /// The one place where legality is decided.
    pub(crate) fn judge(&self, state: &State, side: Side, action: &Action) -> Ruling {
        in_force(self.judge_strictly(state, side, action))
    }

    /// The same for those who are known to be asked this, and for an action that names what exists.
    pub(crate) fn allows(&self, state: &State, side: Side, question: Question, action: &Action) -> bool {
        in_force(self.judge_answer(state, side, question, action)).is_ok()
    }

    fn judge_strictly(&self, state: &State, side: Side, action: &Action) -> Ruling {
        if let Action::Place(_, package) | Action::PlaceDummy(package) | Action::Open(package) = action
            && package.lead.is_some()
            && package.lead.index() < self.ground.grid.len()
            && !package.is_sound(&self.ground.grid)
        {
            return Err(refuse(case!("3.package"), "a leader lies on two adjacent hexes, and faces as they allow"));
        }
        if !self.names_what_exists(action) {
            return Err(refuse(case!("4.sequence"), "there is no such thing in this game"));
        }
        let frame = state.frame();
        match frame.asked().filter(|_| self.is_asked(state, side)) {
            Some(question) => self.judge_answer(state, side, question, action),
            None => Err(self.out_of_turn(frame, action)),
        }
    }

    fn judge_answer(&self, state: &State, side: Side, question: Question, action: &Action) -> Ruling {
        let to = |moved: Result<_, Refusal>| moved.map(|_: Moved| ());
        let misplaced = |action: &Action| self.out_of_place(state.frame(), action);
        match (question, *action) {
            (Question::Administer { army }, Action::Support(points)) => self.may_support(state, army, points),
            (Question::Administer { army }, Action::Disband) => self.may_disband(state, army),
            (Question::Administer { army }, Action::SetCentre(hex)) => self.may_set_centre(state, army, hex),
            (Question::Administer { army }, Action::ChangeSource(source)) => {
                self.may_change_source(state, army, source)
            }
            (Question::Administer { army }, Action::ShiftSource(source)) => self.may_shift_source(state, army, source),
            (Question::Organize, Action::Transfer(unit, leader)) => self.may_transfer(state, side, unit, leader),
            (Question::Organize, Action::Merge(unit, into)) => self.may_merge(state, side, unit, into),
            (Question::Organize, Action::Split(unit, points)) => self.may_split(state, side, unit, points),
            (Question::Organize, Action::Promote(unit)) => self.may_promote(state, side, unit),
            (Question::Organize, Action::Replace(unit)) => self.may_replace(state, side, unit),
            (Question::Organize, Action::Raise(leader, arm)) => self.may_raise(state, side, leader, arm),
            (Question::Organize, Action::PlaceDummy(package)) => self.may_place_dummy(state, side, &package),
            (Question::Organize, Action::EndOrganization) => Ok(()),
            (Question::Integrity { side }, Action::Place(leader, package)) => {
                self.may_place(state, side, leader, &package)
            }
            (Question::Commands, Action::Command(leader)) => self.may_command(state, side, leader),
            (Question::Commands, Action::Provisional(leader)) => self.may_provision(state, side, leader),
            (Question::Commands | Question::Initiative | Question::Forced, Action::Ride(leader)) => {
                self.may_ride(state, side, leader)
            }
            (Question::Commands, Action::EndCommands) => Ok(()),
            (Question::Centres, Action::MoveCentre(army)) => self.may_move_centre(state, side, army),
            (Question::Centres, Action::EndCentres) => Ok(()),
            (Question::Initiative, Action::Initiative(leader)) => self.may_try(state, side, leader),
            (Question::Initiative, Action::Enter(arrival, entry)) => self.may_enter(state, side, arrival, entry, false),
            (Question::Initiative, Action::EnterBeside(arrival, entry)) => {
                self.may_enter(state, side, arrival, entry, true)
            }
            (Question::Initiative, Action::Return(leader)) => self.may_come_back(state, side, leader, None),
            (Question::Initiative, Action::ReturnBy(leader, hex)) => self.may_come_back(state, side, leader, Some(hex)),
            (Question::Initiative, Action::EndInitiative) => self.may_end_initiative(state, side),
            (Question::Forced, Action::ForceMarch(leader)) => self.may_try(state, side, leader),
            (Question::Forced, Action::HearGuns(leader, hex)) => self.may_hear(state, side, leader, hex),
            (Question::Forced, Action::EndForced) => Ok(()),
            (Question::Muster, Action::Include(leader)) => self.may_include(state, side, leader),
            (Question::Muster, Action::Begin) => self.may_begin(state),
            (Question::Muster, Action::Halt) => self.may_halt(state, side),
            (Question::Marching, action) => match (state.march.how, action) {
                (How::Centre(army), Action::Step(hex)) => self.may_step_centre(state, army, hex),
                (_, Action::Halt) => self.may_halt(state, side),
                (How::Centre(army), Action::Canton) => self.may_canton_centre(state, army),
                (How::Centre(_), _) => Err(refuse(case!("6.cofo.limits"), "a centre only moves from hex to hex")),
                (_, Action::Step(hex)) => to(self.may_move(state, side, Move::Step(hex))),
                (_, Action::Advance(direction)) => to(self.may_move(state, side, Move::Advance(direction))),
                (_, Action::Wheel(hand)) => to(self.may_move(state, side, Move::Wheel(hand))),
                (_, Action::Form(facing)) => to(self.may_move(state, side, Move::Form(facing))),
                (_, Action::Drop(leader)) => self.may_drop(state, leader),
                (_, Action::Extend) => self.may_extend(state, side),
                (_, Action::Next) => self.may_go_on(state, side),
                (_, Action::Repulse(hex)) => self.may_repulse(state, side, hex),
                (_, Action::RepulseAll) => self.may_repulse_all(state, side),
                (_, Action::Canton) => self.may_canton(state, side),
                (_, action) => Err(misplaced(&action)),
            },
            (Question::Push { leader, .. }, Action::Place(who, package)) => self.may_push(state, leader, who, &package),
            (Question::Losses { side }, Action::Lose(unit)) => self.may_lose(state, side, unit),
            (Question::Militia, Action::Place(leader, package)) => self.may_muster_militia(state, leader, &package),
            (Question::Bridges, Action::Blow(leader, bridge)) => self.may_blow(state, side, leader, bridge),
            (Question::Bridges, Action::Repair(leader, bridge)) => self.may_repair(state, side, leader, bridge),
            (Question::Bridges, Action::Lay(leader, hex, direction)) => {
                self.may_lay(state, side, leader, hex, direction)
            }
            (Question::Bridges, Action::Lift(leader)) => self.may_lift(state, side, leader),
            (Question::Bridges, Action::EndBridges) => Ok(()),
            (Question::Disorder { side }, Action::Roll(leader)) => self.may_roll(state, side, leader),
            (Question::Disorder { side }, Action::Include(leader)) => self.may_share_die(state, side, leader),
            (Question::Rally { side }, Action::Rally(leader)) => self.may_rally(state, side, leader),
            (Question::Rally { side }, Action::Include(leader)) => self.may_rally_along(state, side, leader),
            (Question::Rally { .. }, Action::EndRally) => Ok(()),
            (Question::Armistice { .. }, Action::Transfer(unit, leader)) => {
                self.may_transfer(state, side, unit, leader)
            }
            (Question::Armistice { .. }, Action::Merge(unit, into)) => self.may_merge(state, side, unit, into),
            (Question::Armistice { .. }, Action::Split(unit, points)) => self.may_split(state, side, unit, points),
            (Question::Armistice { .. }, Action::Promote(unit)) => self.may_promote(state, side, unit),
            (Question::Armistice { .. }, Action::Replace(unit)) => self.may_replace(state, side, unit),
            (Question::Armistice { .. }, Action::Raise(leader, arm)) => self.may_raise(state, side, leader, arm),
            (Question::Armistice { .. }, Action::Rebuild(unit, leader)) => self.may_rebuild(state, side, unit, leader),
            (Question::Armistice { .. }, Action::MoveCentre(army)) => self.may_move_centre(state, side, army),
            (Question::Armistice { .. }, Action::Redeploy(leader)) => self.may_redeploy(state, side, leader),
            (Question::Armistice { .. }, Action::DestroyBridge(bridge)) => {
                self.may_change_bridge(state, side, bridge, true)
            }
            (Question::Armistice { .. }, Action::RestoreBridge(bridge)) => {
                self.may_change_bridge(state, side, bridge, false)
            }
            (Question::Armistice { .. }, Action::EndArmistice) => Ok(()),
            (Question::Settle { leader, at, .. }, Action::Step(hex)) if at.is_none() => {
                self.may_settle(state, side, leader, hex)
            }
            (Question::Settle { at, .. }, Action::Halt) if at.is_none() => Ok(()),
            (Question::Settle { leader, at, .. }, Action::Form(facing)) if at.is_some() => {
                self.may_settle_so(state, side, leader, at, facing)
            }
            (
                Question::Refuse { .. }
                | Question::Battles
                | Question::Declare
                | Question::Plans
                | Question::Guns
                | Question::Bonus
                | Question::Stand { .. }
                | Question::Counter { .. }
                | Question::Retreat { .. }
                | Question::Displace { .. }
                | Question::Pursue { .. }
                | Question::Pursuing { .. }
                | Question::Occupy { .. }
                | Question::MoraleChoice { .. },
                action,
            ) => self.judge_battle(state, side, question, &action),
            (_, action) => Err(misplaced(&action)),
        }
    }

    /// Carries out an action that was judged legal.
    pub(crate) fn carry_out(&self, state: &mut State, side: Side, action: &Action, events: &mut impl Sink<Event>) {
        let frame = state.frame();
        match *action {
            Action::Support(points) => {
                if let Frame::Administer { army } = frame {
                    self.support(state, army, points, events);
                }
            }
            Action::Disband => {
                if let Frame::Administer { army } = frame {
                    self.disband(state, army, events);
                }
            }
            Action::SetCentre(hex) => {
                if let Frame::Administer { army } = frame {
                    self.set_centre(state, army, hex, events);
                }
            }
            Action::ChangeSource(source) => {
                if let Frame::Administer { army } = frame {
                    self.change_source(state, army, source, events);
                }
            }
            Action::ShiftSource(source) => {
                if let Frame::Administer { army } = frame {
                    self.shift_source(state, army, source, events);
                }
            }
            Action::Transfer(unit, leader) => self.transfer(state, unit, leader, events),
            Action::Merge(unit, into) => self.merge(state, unit, into, events),
            Action::Split(unit, points) => self.split(state, unit, points, events),
            Action::Promote(unit) => self.promote(state, unit, events),
            Action::Replace(unit) => self.replace(state, unit, events),
            Action::Raise(leader, arm) => self.raise(state, leader, arm, events),
            Action::PlaceDummy(package) => self.place_dummy(state, side, package, events),
            Action::EndOrganization
            | Action::EndCommands
            | Action::EndCentres
            | Action::EndInitiative
            | Action::EndForced
            | Action::EndBridges => {
                state.frames.pop();
            }
            Action::EndRally => {
                state.frames.pop();
                state.shaken = crate::roster::LeaderSet::EMPTY;
            }
            Action::Command(leader) => self.open_muster(state, leader, How::Command),
            Action::Provisional(leader) => self.provision(state, leader, events),
            Action::MoveCentre(army) => self.move_centre(state, army),
            Action::Initiative(leader) => self.open_muster(state, leader, How::Initiative),
            Action::ForceMarch(leader) => self.open_muster(state, leader, How::Forced),
            Action::Ride(leader) => self.ride(state, leader, events),
            Action::Return(leader) => self.come_back(state, leader, None, events),
            Action::ReturnBy(leader, hex) => self.come_back(state, leader, Some(hex), events),
            Action::Enter(arrival, entry) => self.enter(state, arrival, entry, false, events),
            Action::EnterBeside(arrival, entry) => self.enter(state, arrival, entry, true, events),
            Action::Include(_) | Action::Begin if matches!(frame, Frame::Declare | Frame::Pursue { .. }) => {
                self.carry_out_battle(state, side, action, events)
            }
            Action::Include(leader) if matches!(frame, Frame::Disorder { .. }) => state.tried.insert(leader),
            Action::Include(leader) if matches!(frame, Frame::Rally { .. }) => state.shaken.insert(leader),
            Action::Include(leader) => self.include(state, leader),
            Action::Begin => self.set_out(state, events),
            Action::Step(hex) if matches!(frame, Frame::Settle { .. }) => {
                if let Some(Frame::Settle { at, .. }) = state.frames.last_mut() {
                    *at = hex;
                }
            }
            Action::Form(facing) if matches!(frame, Frame::Settle { .. }) => {
                if let Frame::Settle { leader, at, .. } = frame {
                    self.settle(state, leader, at, facing, events);
                }
            }
            Action::Halt if matches!(frame, Frame::Settle { .. }) => {
                state.frames.pop();
            }
            Action::Step(hex) if matches!(state.march.how, How::Centre(_)) => self.step_centre(state, hex),
            Action::Step(hex) if frame == Frame::Marching => self.make_move(state, side, Move::Step(hex), events),
            Action::Step(_) => self.carry_out_battle(state, side, action, events),
            Action::Advance(direction) => self.make_move(state, side, Move::Advance(direction), events),
            Action::Wheel(hand) => self.make_move(state, side, Move::Wheel(hand), events),
            Action::Form(facing) if frame == Frame::Marching => self.make_move(state, side, Move::Form(facing), events),
            Action::Drop(leader) => self.drop_leader(state, leader, events),
            Action::Extend => self.extend(state, events),
            Action::Next => state.march.on_second = true,
            Action::Repulse(hex) => self.repulse(state, side, hex, events),
            Action::RepulseAll => self.repulse_all(state, side, events),
            Action::Canton => match state.march.how {
                How::Centre(army) => self.canton_centre(state, army, events),
                How::Nothing | How::Command | How::Initiative | How::Forced | How::Alone | How::Arrival => {
                    self.canton(state, events)
                }
            },
            Action::Halt if matches!(frame, Frame::Marching | Frame::Muster) => self.halt(state, events),
            Action::Place(leader, package) if matches!(frame, Frame::Integrity { .. }) => {
                self.displace(state, leader, package, events)
            }
            Action::Place(leader, package) if matches!(frame, Frame::Push { .. }) && state.troops.contains(leader) => {
                state.frames.pop();
                self.drive_back(state, leader, package, events);
            }
            Action::Place(leader, package) if matches!(frame, Frame::Push { .. } | Frame::Militia) => {
                state.frames.pop();
                self.displace(state, leader, package, events);
            }
            Action::Lose(unit) => {
                if let Frame::Losses { side } = frame {
                    self.lose(state, side, unit, events);
                }
            }
            Action::Blow(leader, bridge) => self.work_on_bridge(state, leader, bridge, true),
            Action::Repair(leader, bridge) => self.work_on_bridge(state, leader, bridge, false),
            Action::Lay(leader, hex, direction) => self.lay(state, leader, hex, direction, events),
            Action::Lift(leader) => self.lift_train(state, leader, events),
            Action::Roll(leader) => state.frames.push(Frame::DisorderDie { leader }),
            Action::Rally(leader) => state.frames.push(Frame::RallyDie { leader }),
            Action::HearGuns(leader, hex) => self.hear_guns(state, leader, hex),
            Action::Redeploy(leader) => state.frames.push(Frame::Settle { side, leader, at: Hex::NONE }),
            Action::Rebuild(unit, leader) => self.rebuild(state, unit, leader, events),
            Action::DestroyBridge(bridge) => self.change_bridge(state, bridge, true, events),
            Action::RestoreBridge(bridge) => self.change_bridge(state, bridge, false, events),
            Action::EndArmistice => self.end_armistice(state, side, events),
            Action::Form(_)
            | Action::Halt
            | Action::Place(..)
            | Action::Refuse(_)
            | Action::Accept(_)
            | Action::Attack(_)
            | Action::Target(_)
            | Action::Fight
            | Action::EndBattles
            | Action::Write(_)
            | Action::FireGuns
            | Action::HoldFire
            | Action::Adjust(_)
            | Action::StandFast
            | Action::GiveWay
            | Action::Counterattack(_)
            | Action::Decline
            | Action::Open(_)
            | Action::Pursue(_)
            | Action::Stay
            | Action::ImproveOwn
            | Action::WorsenEnemy => self.carry_out_battle(state, side, action, events),
        }
    }

    /// The dice fall.
    pub(crate) fn fall(&self, state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
        let due = state.frame().due().expect("dice fall where they are due");
        match due {
            Die::ArmisticeDie => self.armistice_falls(state, outcome.die(), events),
            Die::WeatherDie => self.weather_falls(state, outcome.die(), events),
            Die::SourceDie { army } => self.source_falls(state, army, outcome.die(), events),
            Die::PointsDie { army, declared } => self.points_fall(state, army, declared, outcome.die(), events),
            Die::InitiativeDie => self.initiative_falls(state, outcome.die(), events),
            Die::AttritionDice => self.attrition_falls(state, outcome, events),
            Die::AfterAttrition => self.end_attrition(state, events),
            Die::PhaseEnd => {
                state.frames.pop();
            }
            Die::ClassDie => self.class_falls(state, outcome.die(), events),
            Die::HurryDie => self.hurry_falls(state, outcome.die(), events),
            Die::BridgeDie { leader, bridge, blow } => {
                self.bridge_falls(state, (leader, bridge, blow), outcome.die(), events)
            }
            Die::DisorderDie { leader } => self.disorder_falls(state, leader, outcome.die(), events),
            Die::RallyDie { leader } => self.rally_falls(state, leader, outcome.die(), events),
            Die::GunDie | Die::CombatDie | Die::PursuitDie => self.battle_falls(state, due, outcome, events),
        }
    }

    /// Goes on until somebody has to decide, dice are due, or the game is over.
    pub(crate) fn run(&self, state: &mut State, events: &mut impl Sink<Event>) {
        loop {
            if state.beaten.is_some() && state.frame() != Frame::GameOver {
                self.end_game(state, events);
                return;
            }
            let waits = match state.frame().waits() {
                Waits::Asks(question) => self.waits_for(state, question, events),
                Waits::Rolls(_) => true,
                Waits::Goes(step) => self.go(state, step, events),
            };
            if waits {
                return;
            }
        }
    }

    /// Whether there is anything to decide; if not, what follows has been put in its place.
    fn waits_for(&self, state: &mut State, question: Question, events: &mut impl Sink<Event>) -> bool {
        match question {
            Question::Administer { army } => !self.skip_administration(state, army, events),
            Question::Losses { side } => !self.settle_losses(state, side, events),
            Question::Marching => !self.skip_march(state),
            Question::Push { leader, .. } => !self.skip_push(state, leader, events),
            Question::Integrity { side } => !self.skip_integrity(state, side),
            Question::Refuse { .. }
            | Question::Battles
            | Question::Declare
            | Question::Plans
            | Question::Guns
            | Question::Bonus
            | Question::Stand { .. }
            | Question::Counter { .. }
            | Question::Retreat { .. }
            | Question::Displace { .. }
            | Question::Pursue { .. }
            | Question::Pursuing { .. }
            | Question::Occupy { .. }
            | Question::MoraleChoice { .. } => !self.run_battle(state, question, events),
            Question::Disorder { .. } | Question::Rally { .. } => !self.run_rally(state, question),
            Question::Organize
            | Question::Commands
            | Question::Centres
            | Question::Initiative
            | Question::Forced
            | Question::Muster
            | Question::Militia
            | Question::Bridges
            | Question::Armistice { .. }
            | Question::Settle { .. } => true,
        }
    }

    /// What goes on by itself; whether the game waits then.
    fn go(&self, state: &mut State, step: Step, events: &mut impl Sink<Event>) -> bool {
        match step {
            Step::Segment { segment } => self.close_segment(state, segment, events),
            Step::Resting => self.rest_on(state),
            Step::CloseBattle => self.close_battle(state, events),
            Step::GameOver => return true,
        }
        false
    }
}

/// The dice that are due.
const fn throw_of(die: Die) -> Throw {
    match die {
        Die::ArmisticeDie => Throw::d6(case!("26.armistice"), "armistice"),
        Die::WeatherDie => Throw::d6(case!("24.weather"), "weather"),
        Die::SourceDie { .. } => Throw::d6(case!("6.source.change"), "change of source"),
        Die::PointsDie { .. } => Throw::d6(case!("5.receive"), "administrative points"),
        Die::InitiativeDie => Throw::d6(case!("10.roll"), "initiative"),
        Die::ClassDie => Throw::d6(case!("27.classes"), "attrition of a class"),
        Die::HurryDie => Throw::d6(case!("27.hurry"), "hurrying up"),
        Die::AttritionDice => two_dice(case!("8.roll"), "march attrition"),
        Die::AfterAttrition => Throw::pause(case!("8.roll"), "march attrition"),
        Die::PhaseEnd => Throw::pause(case!("14.integrity"), "the end of a phase"),
        Die::BridgeDie { .. } => Throw::d6(case!("25.bridge"), "bridge"),
        Die::GunDie => Throw::d6(case!("25.artillery"), "artillery"),
        Die::CombatDie => Throw::d6(case!("18.odds"), "combat"),
        Die::PursuitDie => Throw::d6(case!("20.pursuit"), "pursuit"),
        Die::DisorderDie { .. } => Throw::d6(case!("21.disorg"), "disorganization"),
        Die::RallyDie { .. } => Throw::d6(case!("21.rally"), "rally"),
    }
}
