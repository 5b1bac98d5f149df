//! 4: who is asked, what he may answer, and what comes of it.

use board::Hex;
use kernel::{Outcome, Side, Sink};

use super::r14_movement::Move;
use crate::Rules;
use crate::action::Action;
use crate::event::Event;
use crate::march::How;
use crate::package::Package;
use crate::refusal::{Refusal, Ruling, refuse};
use crate::roster::{LeaderId, enemy_of};
use crate::sequence::Frame;
use crate::state::State;

impl Rules {
    /// Who has to decide in this frame, if it waits for anybody.
    pub(crate) fn asked(&self, state: &State) -> Option<Side> {
        let frame = state.frame();
        match frame {
            Frame::Administer { army } => Some(army.side()),
            Frame::Organize | Frame::Commands | Frame::Centres | Frame::Initiative | Frame::Bridges => {
                Some(state.player)
            }
            Frame::Forced => Some(enemy_of(state.player)),
            Frame::Muster | Frame::Marching => Some(self.marcher(state)),
            Frame::Push { side, .. }
            | Frame::Losses { side }
            | Frame::Integrity { side }
            | Frame::Armistice { side }
            | Frame::Settle { side, .. } => Some(side),
            Frame::Militia => Some(crate::roster::ALLIED),
            Frame::Disorder { side } | Frame::Rally { side } => Some(side),
            Frame::Refuse { .. }
            | Frame::Battles
            | Frame::Declare
            | Frame::Plans
            | Frame::Guns
            | Frame::Bonus
            | Frame::Stand { .. }
            | Frame::Counter { .. }
            | Frame::Retreat { .. }
            | Frame::Displace { .. }
            | Frame::Pursue { .. }
            | Frame::Pursuing { .. }
            | Frame::Occupy { .. }
            | Frame::MoraleChoice { .. } => self.asked_in_battle(state, frame),
            Frame::Segment(_)
            | Frame::ArmisticeDie
            | Frame::WeatherDie
            | Frame::SourceDie { .. }
            | Frame::PointsDie { .. }
            | Frame::InitiativeDie
            | Frame::AttritionDice
            | Frame::ClassDie
            | Frame::HurryDie
            | Frame::BridgeDie { .. }
            | Frame::GunDie
            | Frame::CombatDie
            | Frame::PursuitDie
            | Frame::CloseBattle
            | Frame::DisorderDie { .. }
            | Frame::RallyDie { .. }
            | Frame::GameOver => None,
        }
    }

    /// Whose force is in hand.
    pub(super) fn marcher(&self, state: &State) -> Side {
        match state.march.how {
            How::Centre(army) => army.side(),
            How::Forced => enemy_of(state.player),
            How::Nothing | How::Command | How::Initiative | How::Alone | How::Arrival => {
                let commander = state.march.commander;
                if commander.is_none() { state.player } else { self.side_of(commander) }
            }
        }
    }

    /// The one place where legality is decided. A refusal stands as long as its case is in force.
    pub(crate) fn judge(&self, state: &State, side: Side, action: &Action) -> Ruling {
        match self.judge_strictly(state, side, action) {
            Err(refusal) if !kernel::cases::applies(refusal.case, true, file!(), line!()) => Ok(()),
            ruling => ruling,
        }
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
        if !self.is_asked(state, side) {
            return Err(self.out_of_turn(frame, action));
        }
        let to = |moved: Result<_, Refusal>| moved.map(|_: super::r14_movement::Moved| ());
        match (frame, *action) {
            (Frame::Administer { army }, Action::Support(points)) => self.may_support(state, army, points),
            (Frame::Administer { army }, Action::Disband) => self.may_disband(state, army),
            (Frame::Administer { army }, Action::SetCentre(hex)) => self.may_set_centre(state, army, hex),
            (Frame::Administer { army }, Action::ChangeSource(source)) => self.may_change_source(state, army, source),
            (Frame::Administer { army }, Action::ShiftSource(source)) => self.may_shift_source(state, army, source),
            (Frame::Organize, Action::Transfer(unit, leader)) => self.may_transfer(state, side, unit, leader),
            (Frame::Organize, Action::Merge(unit, into)) => self.may_merge(state, side, unit, into),
            (Frame::Organize, Action::Split(unit, points)) => self.may_split(state, side, unit, points),
            (Frame::Organize, Action::Promote(unit)) => self.may_promote(state, side, unit),
            (Frame::Organize, Action::Replace(unit)) => self.may_replace(state, side, unit),
            (Frame::Organize, Action::Raise(leader, arm)) => self.may_raise(state, side, leader, arm),
            (Frame::Organize, Action::PlaceDummy(package)) => self.may_place_dummy(state, side, &package),
            (Frame::Organize, Action::EndOrganization) => Ok(()),
            (Frame::Integrity { side }, Action::Place(leader, package)) => {
                self.may_place(state, side, leader, &package)
            }
            (Frame::Commands, Action::Command(leader)) => self.may_command(state, side, leader),
            (Frame::Commands, Action::Provisional(leader)) => self.may_provision(state, side, leader),
            (Frame::Commands | Frame::Initiative | Frame::Forced, Action::Ride(leader)) => {
                self.may_ride(state, side, leader)
            }
            (Frame::Commands, Action::EndCommands) => Ok(()),
            (Frame::Centres, Action::MoveCentre(army)) => self.may_move_centre(state, side, army),
            (Frame::Centres, Action::EndCentres) => Ok(()),
            (Frame::Initiative, Action::Initiative(leader)) => self.may_try(state, side, leader),
            (Frame::Initiative, Action::Enter(arrival, entry)) => self.may_enter(state, side, arrival, entry),
            (Frame::Initiative, Action::Return(leader)) => self.may_come_back(state, side, leader, None),
            (Frame::Initiative, Action::ReturnBy(leader, hex)) => self.may_come_back(state, side, leader, Some(hex)),
            (Frame::Initiative, Action::EndInitiative) => self.may_end_initiative(state, side),
            (Frame::Forced, Action::ForceMarch(leader)) => self.may_try(state, side, leader),
            (Frame::Forced, Action::HearGuns(leader, hex)) => self.may_hear(state, side, leader, hex),
            (Frame::Forced, Action::EndForced) => Ok(()),
            (Frame::Muster, Action::Include(leader)) => self.may_include(state, side, leader),
            (Frame::Muster, Action::Begin) => self.may_begin(state),
            (Frame::Muster, Action::Halt) => self.may_halt(state, side),
            (Frame::Marching, action) => match (state.march.how, action) {
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
                (_, action) => Err(self.out_of_place(frame, &action)),
            },
            (Frame::Push { leader, .. }, Action::Place(who, package)) => self.may_push(state, leader, who, &package),
            (Frame::Losses { side }, Action::Lose(unit)) => self.may_lose(state, side, unit),
            (Frame::Militia, Action::Place(leader, package)) => self.may_muster_militia(state, leader, &package),
            (Frame::Bridges, Action::Blow(leader, bridge)) => self.may_blow(state, side, leader, bridge),
            (Frame::Bridges, Action::Repair(leader, bridge)) => self.may_repair(state, side, leader, bridge),
            (Frame::Bridges, Action::Lay(leader, hex, direction)) => self.may_lay(state, side, leader, hex, direction),
            (Frame::Bridges, Action::Lift(leader)) => self.may_lift(state, side, leader),
            (Frame::Bridges, Action::EndBridges) => Ok(()),
            (Frame::Disorder { side }, Action::Roll(leader)) => self.may_roll(state, side, leader),
            (Frame::Disorder { side }, Action::Include(leader)) => self.may_share_die(state, side, leader),
            (Frame::Rally { side }, Action::Rally(leader)) => self.may_rally(state, side, leader),
            (Frame::Rally { .. }, Action::EndRally) => Ok(()),
            (Frame::Armistice { .. }, Action::Transfer(unit, leader)) => self.may_transfer(state, side, unit, leader),
            (Frame::Armistice { .. }, Action::Merge(unit, into)) => self.may_merge(state, side, unit, into),
            (Frame::Armistice { .. }, Action::Split(unit, points)) => self.may_split(state, side, unit, points),
            (Frame::Armistice { .. }, Action::Promote(unit)) => self.may_promote(state, side, unit),
            (Frame::Armistice { .. }, Action::Replace(unit)) => self.may_replace(state, side, unit),
            (Frame::Armistice { .. }, Action::Raise(leader, arm)) => self.may_raise(state, side, leader, arm),
            (Frame::Armistice { .. }, Action::Rebuild(unit, leader)) => self.may_rebuild(state, side, unit, leader),
            (Frame::Armistice { .. }, Action::MoveCentre(army)) => self.may_move_centre(state, side, army),
            (Frame::Armistice { .. }, Action::Redeploy(leader)) => self.may_redeploy(state, side, leader),
            (Frame::Armistice { .. }, Action::DestroyBridge(bridge)) => {
                self.may_change_bridge(state, side, bridge, true)
            }
            (Frame::Armistice { .. }, Action::RestoreBridge(bridge)) => {
                self.may_change_bridge(state, side, bridge, false)
            }
            (Frame::Armistice { .. }, Action::EndArmistice) => Ok(()),
            (Frame::Settle { leader, at, .. }, Action::Step(hex)) if at.is_none() => {
                self.may_settle(state, side, leader, hex)
            }
            (Frame::Settle { at, .. }, Action::Halt) if at.is_none() => Ok(()),
            (Frame::Settle { leader, at, .. }, Action::Form(facing)) if at.is_some() => {
                self.may_settle_so(state, side, leader, at, facing)
            }
            (
                Frame::Refuse { .. }
                | Frame::Battles
                | Frame::Declare
                | Frame::Plans
                | Frame::Guns
                | Frame::Bonus
                | Frame::Stand { .. }
                | Frame::Counter { .. }
                | Frame::Retreat { .. }
                | Frame::Displace { .. }
                | Frame::Pursue { .. }
                | Frame::Pursuing { .. }
                | Frame::Occupy { .. }
                | Frame::MoraleChoice { .. },
                action,
            ) => self.judge_battle(state, side, frame, &action),
            (frame, action) => Err(self.out_of_place(frame, &action)),
        }
    }

    /// 14.stop.leaders: where a bare leader goes.
    /// Where a leader goes who is pushed aside: a force that was driven back by its best ways (14.repulse), a bare leader to a
    /// place next to him (14.stop.leaders).
    pub(crate) fn places_aside(&self, state: &State, leader: LeaderId) -> Vec<Package> {
        if state.troops.contains(leader) {
            self.places_back(state, leader)
        } else {
            self.refuges(state, leader).collect()
        }
    }

    fn may_push(&self, state: &State, pushed: LeaderId, who: LeaderId, package: &Package) -> Ruling {
        if who == pushed && self.places_aside(state, pushed).contains(package) {
            return Ok(());
        }
        Err(if state.troops.contains(pushed) {
            refuse(case!("14.repulse"), "{unit} goes two hexes back, by the way of a retreat")
                .unit(pushed)
                .also(&[case!("19.path"), case!("19.path.order")])
        } else {
            refuse(case!("14.stop.leaders"), "{unit} makes way to an adjacent place that is free").unit(pushed)
        })
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
            | Action::EndBridges
            | Action::EndRally => {
                state.frames.pop();
            }
            Action::Command(leader) => self.open_muster(state, leader, How::Command),
            Action::Provisional(leader) => self.provision(state, leader, events),
            Action::MoveCentre(army) => self.move_centre(state, army),
            Action::Initiative(leader) => self.open_muster(state, leader, How::Initiative),
            Action::ForceMarch(leader) => self.open_muster(state, leader, How::Forced),
            Action::Ride(leader) => self.ride(state, leader, events),
            Action::Return(leader) => self.come_back(state, leader, None, events),
            Action::ReturnBy(leader, hex) => self.come_back(state, leader, Some(hex), events),
            Action::Enter(arrival, entry) => self.enter(state, arrival, entry, events),
            Action::Include(_) | Action::Begin if matches!(frame, Frame::Declare | Frame::Pursue { .. }) => {
                self.carry_out_battle(state, side, action, events)
            }
            Action::Include(leader) if matches!(frame, Frame::Disorder { .. }) => state.tried.insert(leader),
            Action::Include(leader) => self.include(state, leader),
            Action::Begin => {
                if rule!("7.command", state.march.how == How::Command) {
                    self.pay_command(state, events);
                    self.begin_march(state, events);
                } else {
                    self.try_initiative(state);
                }
            }
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
            Action::Place(leader, package) => match frame {
                Frame::Integrity { .. } => self.displace(state, leader, package, events),
                Frame::Push { .. } if state.troops.contains(leader) => {
                    state.frames.pop();
                    self.drive_back(state, leader, package, events);
                }
                Frame::Push { .. } | Frame::Militia => {
                    state.frames.pop();
                    self.displace(state, leader, package, events);
                }
                Frame::Segment(_)
                | Frame::ArmisticeDie
                | Frame::WeatherDie
                | Frame::SourceDie { .. }
                | Frame::Administer { .. }
                | Frame::PointsDie { .. }
                | Frame::Organize
                | Frame::Commands
                | Frame::Centres
                | Frame::Initiative
                | Frame::Forced
                | Frame::Muster
                | Frame::InitiativeDie
                | Frame::Marching
                | Frame::AttritionDice
                | Frame::ClassDie
                | Frame::HurryDie
                | Frame::Losses { .. }
                | Frame::Bridges
                | Frame::BridgeDie { .. }
                | Frame::Refuse { .. }
                | Frame::Battles
                | Frame::Declare
                | Frame::Plans
                | Frame::Guns
                | Frame::GunDie
                | Frame::CombatDie
                | Frame::Bonus
                | Frame::Stand { .. }
                | Frame::Counter { .. }
                | Frame::Retreat { .. }
                | Frame::Displace { .. }
                | Frame::Pursue { .. }
                | Frame::PursuitDie
                | Frame::Pursuing { .. }
                | Frame::Occupy { .. }
                | Frame::MoraleChoice { .. }
                | Frame::CloseBattle
                | Frame::Disorder { .. }
                | Frame::DisorderDie { .. }
                | Frame::Rally { .. }
                | Frame::RallyDie { .. }
                | Frame::Armistice { .. }
                | Frame::Settle { .. }
                | Frame::GameOver => self.carry_out_battle(state, side, action, events),
            },
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
        let frame = state.frame();
        match frame {
            Frame::ArmisticeDie => self.armistice_falls(state, outcome.die(), events),
            Frame::WeatherDie => self.weather_falls(state, outcome.die(), events),
            Frame::SourceDie { army } => self.source_falls(state, army, outcome.die(), events),
            Frame::PointsDie { army, declared } => self.points_fall(state, army, declared, outcome.die(), events),
            Frame::InitiativeDie => self.initiative_falls(state, outcome.die(), events),
            Frame::AttritionDice => self.attrition_falls(state, outcome, events),
            Frame::ClassDie => self.class_falls(state, outcome.die(), events),
            Frame::HurryDie => self.hurry_falls(state, outcome.die(), events),
            Frame::BridgeDie { leader, bridge, blow } => {
                self.bridge_falls(state, (leader, bridge, blow), outcome.die(), events)
            }
            Frame::DisorderDie { leader } => self.disorder_falls(state, leader, outcome.die(), events),
            Frame::RallyDie { leader } => self.rally_falls(state, leader, outcome.die(), events),
            Frame::GunDie | Frame::CombatDie | Frame::PursuitDie => self.battle_falls(state, frame, outcome, events),
            Frame::Segment(_)
            | Frame::Administer { .. }
            | Frame::Organize
            | Frame::Integrity { .. }
            | Frame::Commands
            | Frame::Centres
            | Frame::Initiative
            | Frame::Forced
            | Frame::Muster
            | Frame::Marching
            | Frame::Push { .. }
            | Frame::Losses { .. }
            | Frame::Militia
            | Frame::Bridges
            | Frame::Refuse { .. }
            | Frame::Battles
            | Frame::Declare
            | Frame::Plans
            | Frame::Guns
            | Frame::Bonus
            | Frame::Stand { .. }
            | Frame::Counter { .. }
            | Frame::Retreat { .. }
            | Frame::Displace { .. }
            | Frame::Pursue { .. }
            | Frame::Pursuing { .. }
            | Frame::Occupy { .. }
            | Frame::MoraleChoice { .. }
            | Frame::CloseBattle
            | Frame::Disorder { .. }
            | Frame::Rally { .. }
            | Frame::Armistice { .. }
            | Frame::Settle { .. }
            | Frame::GameOver => unreachable!("no dice are due"),
        }
    }
}
