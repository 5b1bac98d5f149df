//! 4: orders at the wrong moment, and orders that name what this game does not have.

use board::Hex;

use crate::Rules;
use crate::action::{Action, ArrivalId, EntryId};
use crate::package::Package;
use crate::refusal::{Refusal, refuse};
use crate::roster::{LeaderId, UnitId};
use crate::sequence::Frame;
use crate::theatre::SourceId;

impl Rules {
    /// Whether everything that an action names is in this game.
    pub(crate) fn names_what_exists(&self, action: &Action) -> bool {
        let leader = |leader: LeaderId| leader.index() < self.leaders.len();
        let unit = |unit: UnitId| unit.index() < self.units.len();
        let grid = &self.ground.grid;
        let hex = |hex: Hex| hex.is_some() && hex.index() < grid.len() && !grid.is_void(hex);
        let package = |package: Package| {
            hex(package.lead) && (package.rear.is_none() || hex(package.rear)) && package.is_sound(grid)
        };
        let source = |source: SourceId| source.index() < self.theatre.sources.len();
        let bridge = |bridge: crate::ground::BridgeId| bridge.index() < self.ground.bridges.len();
        match *action {
            Action::ChangeSource(id) | Action::ShiftSource(id) => source(id),
            Action::Transfer(id, to) => unit(id) && leader(to),
            Action::Merge(id, into) => unit(id) && unit(into),
            Action::Split(id, _) | Action::Promote(id) | Action::Replace(id) | Action::Lose(id) => unit(id),
            Action::Raise(id, _)
            | Action::Command(id)
            | Action::Provisional(id)
            | Action::Initiative(id)
            | Action::ForceMarch(id)
            | Action::Ride(id)
            | Action::Include(id)
            | Action::Return(id)
            | Action::Drop(id)
            | Action::Lift(id)
            | Action::Refuse(id)
            | Action::Accept(id)
            | Action::Attack(id)
            | Action::Pursue(id)
            | Action::Roll(id)
            | Action::Redeploy(id)
            | Action::Rally(id) => leader(id),
            Action::HearGuns(id, at) | Action::ReturnBy(id, at) => leader(id) && hex(at),
            Action::Rebuild(id, to) => unit(id) && leader(to),
            Action::DestroyBridge(at) | Action::RestoreBridge(at) => bridge(at),
            Action::Enter(ArrivalId(arrival), EntryId(entry))
            | Action::EnterBeside(ArrivalId(arrival), EntryId(entry)) => {
                usize::from(arrival) < self.scenario.arrivals.len() && usize::from(entry) < self.theatre.entries.len()
            }
            Action::SetCentre(at)
            | Action::Step(at)
            | Action::Repulse(at)
            | Action::Target(at)
            | Action::Counterattack(at) => hex(at),
            Action::Place(id, at) => leader(id) && package(at),
            Action::PlaceDummy(at) | Action::Open(at) => package(at),
            Action::Blow(id, at) | Action::Repair(id, at) => leader(id) && bridge(at),
            Action::Lay(id, at, _) => leader(id) && hex(at),
            Action::Support(_)
            | Action::Disband
            | Action::EndOrganization
            | Action::EndCommands
            | Action::MoveCentre(_)
            | Action::EndCentres
            | Action::EndInitiative
            | Action::EndForced
            | Action::Begin
            | Action::Advance(_)
            | Action::Wheel(_)
            | Action::Form(_)
            | Action::Extend
            | Action::Next
            | Action::RepulseAll
            | Action::Canton
            | Action::Halt
            | Action::EndBridges
            | Action::Fight
            | Action::EndBattles
            | Action::Write(_)
            | Action::FireGuns
            | Action::HoldFire
            | Action::Adjust(_)
            | Action::StandFast
            | Action::GiveWay
            | Action::Decline
            | Action::Stay
            | Action::ImproveOwn
            | Action::WorsenEnemy
            | Action::EndRally
            | Action::EndArmistice => true,
        }
    }

    /// The side that is not asked: the refusal names the rule that says whose turn it is.
    pub(crate) fn out_of_turn(&self, frame: Frame, action: &Action) -> Refusal {
        if matches!(action, Action::ForceMarch(_) | Action::EndForced) && frame != Frame::GameOver {
            return refuse(
                case!("4.sequence.forced"),
                "forced marches are made in the enemy's combat phase, before his battles",
            )
            .also(&[case!("4.sequence"), case!("14.forced")]);
        }
        match frame {
            Frame::GameOver => refuse(case!("4.sequence"), "the game is over"),
            Frame::Plans => {
                refuse(case!("18.pitched"), "you have written, and do not change it before the first round")
            }
            Frame::Forced => {
                refuse(case!("4.sequence.forced"), "only the player whose turn it is not makes forced marches")
                    .also(&[case!("4.sequence")])
            }
            Frame::Segment { .. }
            | Frame::ArmisticeDie
            | Frame::WeatherDie
            | Frame::SourceDie { .. }
            | Frame::Administer { .. }
            | Frame::PointsDie { .. }
            | Frame::Organize
            | Frame::Integrity { .. }
            | Frame::Commands
            | Frame::Centres
            | Frame::Initiative
            | Frame::Muster
            | Frame::InitiativeDie
            | Frame::Marching
            | Frame::Push { .. }
            | Frame::Resting
            | Frame::AttritionDice
            | Frame::AfterAttrition
            | Frame::PhaseEnd
            | Frame::ClassDie
            | Frame::HurryDie
            | Frame::Losses { .. }
            | Frame::Militia
            | Frame::Bridges
            | Frame::BridgeDie { .. }
            | Frame::Refuse { .. }
            | Frame::Battles
            | Frame::Declare
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
            | Frame::Settle { .. } => {
                refuse(case!("4.sequence"), "it is not for this side to act now").also(&[case!("4.sequence.forced")])
            }
        }
    }

    /// The right side at the wrong moment: the refusal names the rule that says when.
    pub(crate) fn out_of_place(&self, frame: Frame, action: &Action) -> Refusal {
        match action {
            Action::Support(_)
            | Action::Disband
            | Action::SetCentre(_)
            | Action::ChangeSource(_)
            | Action::ShiftSource(_) => refuse(case!("4.sequence"), "that is decided in the administration segment")
                .also(&[case!("5.support"), case!("6.source.change")]),
            Action::Transfer(..)
            | Action::Merge(..)
            | Action::Split(..)
            | Action::Replace(_)
            | Action::Raise(..)
            | Action::EndOrganization => {
                refuse(case!("11.display"), "units are reorganized in the own organization segment")
                    .also(&[case!("4.sequence")])
            }
            Action::Promote(_) => refuse(case!("9.major"), "major generals are made in the own organization segment")
                .also(&[case!("4.sequence")]),
            Action::PlaceDummy(_) => refuse(case!("15.dummies"), "dummies are placed in the organization segment"),
            Action::Command(_) | Action::Provisional(_) | Action::EndCommands
                if matches!(frame, Frame::Initiative | Frame::Centres) =>
            {
                refuse(case!("4.sequence.commands"), "no command is given after the command segment")
            }
            Action::Command(_) | Action::Provisional(_) | Action::EndCommands if frame == Frame::Forced => {
                refuse(case!("14.forced"), "forced marches are made on initiative only")
            }
            Action::Initiative(_) | Action::Enter(..) | Action::EnterBeside(..) | Action::EndInitiative
                if frame == Frame::Commands =>
            {
                refuse(case!("4.sequence.commands"), "marches by command come first").also(&[case!("4.sequence")])
            }
            Action::Initiative(_) | Action::Command(_) | Action::ForceMarch(_)
                if matches!(frame, Frame::Muster | Frame::Marching) =>
            {
                refuse(case!("4.sequence.initiative"), "one force after the other: finish this one first")
                    .also(&[case!("9.force")])
            }
            Action::MoveCentre(_) if frame == Frame::Commands => {
                refuse(case!("6.cofo.move"), "centres move when all commands have been given")
                    .also(&[case!("4.sequence")])
            }
            Action::Include(_) if frame == Frame::Marching => {
                refuse(case!("9.force"), "nobody is picked up on the march")
            }
            Action::ForceMarch(_) | Action::EndForced => {
                refuse(case!("14.forced"), "forced marches are made in the enemy's combat phase")
                    .also(&[case!("4.sequence.forced")])
            }
            Action::Command(_)
            | Action::Provisional(_)
            | Action::EndCommands
            | Action::MoveCentre(_)
            | Action::EndCentres
            | Action::Initiative(_)
            | Action::EndInitiative
            | Action::Ride(_)
            | Action::Enter(..)
            | Action::EnterBeside(..)
            | Action::Return(_)
            | Action::ReturnBy(..)
            | Action::Include(_)
            | Action::Begin
            | Action::Step(_)
            | Action::Advance(_)
            | Action::Wheel(_)
            | Action::Form(_)
            | Action::Drop(_)
            | Action::Extend
            | Action::Next
            | Action::Repulse(_)
            | Action::RepulseAll
            | Action::Canton
            | Action::Halt => refuse(case!("4.sequence"), "that is not for this segment, or nobody is in hand"),
            Action::Place(..) => refuse(case!("14.integrity"), "nobody has to be displaced now"),
            Action::Lose(_) => refuse(case!("8.spread"), "there are no losses to take off now"),
            Action::Blow(..) | Action::Repair(..) | Action::Lay(..) | Action::Lift(_) | Action::EndBridges => {
                refuse(case!("25.bridge"), "bridges are for the bridge segment")
                    .also(&[case!("4.sequence"), case!("25.train")])
            }
            Action::Refuse(_)
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
            | Action::WorsenEnemy => refuse(case!("4.sequence.battle"), "that is not the next step"),
            Action::Roll(_) | Action::Rally(_) | Action::EndRally => {
                refuse(case!("21.rally"), "forces are rallied after the battles").also(&[case!("4.sequence")])
            }
            Action::HearGuns(..) => refuse(case!("27.guns"), "the guns are heard in the enemy's combat phase"),
            Action::Redeploy(_) | Action::Rebuild(..) | Action::DestroyBridge(_) | Action::RestoreBridge(_) => {
                refuse(case!("26.armistice.turn"), "that is for the armistice")
            }
            Action::EndArmistice => refuse(case!("26.armistice"), "there is no armistice now"),
        }
    }
}
