//! 18: who is asked in a battle, what he may answer, and what is offered to him.

use kernel::Side;

use crate::Rules;
use crate::action::Action;
use crate::battle::Plan;
use crate::refusal::{Ruling, refuse};
use crate::sequence::Frame;
use crate::state::State;

impl Rules {
    /// Who is asked in a frame of a battle.
    pub(crate) fn asked_in_battle(&self, state: &State, frame: Frame) -> Option<Side> {
        match frame {
            Frame::Battles | Frame::Declare => Some(state.player),
            Frame::Guns | Frame::Bonus => Some(state.battle.attacker),
            Frame::Refuse { side }
            | Frame::Stand { side }
            | Frame::Counter { side }
            | Frame::Retreat { side }
            | Frame::Displace { side, .. }
            | Frame::Pursue { side }
            | Frame::Pursuing { side }
            | Frame::Occupy { side }
            | Frame::MoraleChoice { side } => Some(side),
            Frame::Segment(_)
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
            | Frame::Forced
            | Frame::Muster
            | Frame::InitiativeDie
            | Frame::Marching
            | Frame::Push { .. }
            | Frame::AttritionDice
            | Frame::ClassDie
            | Frame::HurryDie
            | Frame::Losses { .. }
            | Frame::Militia
            | Frame::Bridges
            | Frame::BridgeDie { .. }
            | Frame::Plans
            | Frame::GunDie
            | Frame::CombatDie
            | Frame::PursuitDie
            | Frame::CloseBattle
            | Frame::Disorder { .. }
            | Frame::DisorderDie { .. }
            | Frame::Rally { .. }
            | Frame::RallyDie { .. }
            | Frame::Armistice { .. }
            | Frame::Settle { .. }
            | Frame::GameOver => None,
        }
    }

    pub(crate) fn judge_battle(&self, state: &State, side: Side, frame: Frame, action: &Action) -> Ruling {
        match (frame, *action) {
            (Frame::Refuse { side }, Action::Refuse(leader) | Action::Accept(leader)) => {
                self.may_answer(state, side, leader)
            }
            (Frame::Battles, Action::Attack(leader)) => self.may_attack(state, side, leader),
            (Frame::Battles, Action::EndBattles) => self.may_end_battles(state, side),
            (Frame::Declare, Action::Include(leader)) => self.may_join(state, side, leader),
            (Frame::Declare, Action::Target(hex)) => self.may_target(state, side, hex),
            (Frame::Declare, Action::Fight) => self.may_fight(state, side),
            (Frame::Plans, Action::Write(plan)) => self.may_write(state, side, plan),
            // 25.artillery.choice: the attacker's each time, once.
            (Frame::Guns, Action::FireGuns | Action::HoldFire) => Ok(()),
            (
                Frame::Bonus | Frame::Stand { .. } | Frame::Counter { .. } | Frame::Retreat { .. },
                Action::FireGuns | Action::HoldFire,
            ) => Err(refuse(case!("25.artillery.choice"), "the attacker's guns fire once in a round, before its die")),
            (Frame::Bonus, Action::Adjust(change)) if (-1..=1).contains(&change) => Ok(()),
            (Frame::Bonus, Action::Adjust(_)) => Err(refuse(case!("9.bonus"), "a bonus changes the die by 1 at most")),
            (Frame::Stand { side }, Action::StandFast) => self.may_stand(state, side),
            (Frame::Stand { side }, Action::GiveWay) => self.may_give_way(state, side),
            (Frame::Counter { side }, Action::Counterattack(hex)) => self.may_counter(state, side, hex),
            (Frame::Counter { side }, Action::Decline) => self.may_decline(state, side),
            (Frame::Counter { side }, Action::Attack(leader)) => self.may_lead_counter(state, side, leader),
            (Frame::Retreat { side }, Action::Open(package)) => self.may_open(state, side, &package),
            (Frame::Retreat { side }, Action::Place(leader, package)) => {
                self.may_end_retreat(state, side, leader, &package)
            }
            // Whoever goes is told why he cannot stand.
            (Frame::Retreat { side }, Action::StandFast) => {
                self.may_stand(state, side).and(Err(refuse(case!("4.sequence.battle"), "the force has given way")))
            }
            (Frame::Displace { leader, .. }, Action::Place(who, package)) => {
                self.may_make_way(state, leader, who, &package)
            }
            (Frame::Pursue { side }, Action::Pursue(leader)) if state.battle.pursuer.is_none() => {
                self.may_pursue(state, side, leader)
            }
            (Frame::Pursue { side }, Action::Include(leader)) => self.may_pursue_along(state, side, leader),
            (Frame::Pursue { .. }, Action::Begin) => self.may_begin_pursuit(state),
            (Frame::Pursue { .. } | Frame::Occupy { .. }, Action::Stay) => Ok(()),
            (Frame::Occupy { side }, Action::Place(leader, package)) => self.may_occupy(state, side, leader, &package),
            (Frame::Pursuing { .. }, Action::Step(hex)) => self.may_follow(state, hex),
            (Frame::Pursuing { side }, Action::Form(facing)) => self.may_form_up(state, side, facing),
            (Frame::Pursuing { .. }, Action::Halt) => Ok(()),
            // Where one marker cannot move, nobody is asked.
            (Frame::MoraleChoice { .. }, Action::ImproveOwn | Action::WorsenEnemy) => Ok(()),
            // 18.order.
            (_, Action::Attack(_) | Action::EndBattles) => {
                Err(refuse(case!("18.order"), "the battle in hand is finished before the next begins"))
            }
            (_, _) => Err(refuse(case!("4.sequence.battle"), "that is not the next step of the battle")),
        }
    }

    pub(crate) fn list_battle(&self, state: &State, side: Side, frame: Frame, actions: &mut Vec<Action>) {
        let judged = |action: &Action| self.judge(state, side, action).is_ok();
        match frame {
            Frame::Refuse { side } => {
                for leader in self.undecided(state, side) {
                    actions.extend([Action::Refuse(leader), Action::Accept(leader)]);
                }
            }
            Frame::Battles => {
                actions.extend(self.on_map(state, side).map(Action::Attack).filter(judged));
                actions.extend([Action::EndBattles].into_iter().filter(judged));
            }
            Frame::Declare => {
                actions.extend(self.on_map(state, side).map(Action::Include).filter(judged));
                for target in self.targets(state, side) {
                    actions.extend([Action::Target(state.lead[target.index()])].into_iter().filter(judged));
                }
                for (_, marker) in self.lone_garrisons(state, side) {
                    actions.extend(marker.hexes().map(Action::Target).filter(judged));
                }
                actions.extend([Action::Fight].into_iter().filter(judged));
            }
            Frame::Plans => actions.extend(Plan::BOTH.map(Action::Write).into_iter().filter(judged)),
            Frame::Guns => actions.extend([Action::FireGuns, Action::HoldFire].into_iter().filter(judged)),
            Frame::Bonus => actions.extend([-1, 0, 1].map(Action::Adjust)),
            Frame::Stand { .. } => actions.extend([Action::StandFast, Action::GiveWay].into_iter().filter(judged)),
            Frame::Counter { side } => {
                for hex in self.counter_targets(state, side) {
                    if !actions.contains(&Action::Counterattack(hex)) {
                        actions.push(Action::Counterattack(hex));
                    }
                }
                actions.extend(state.battle.of(side).iter().map(Action::Attack).filter(judged));
                actions.extend([Action::Decline].into_iter().filter(judged));
            }
            Frame::Retreat { side } => self.list_retreat(state, side, actions),
            Frame::Displace { leader, .. } => {
                actions.extend(self.ways_aside(state, leader).into_iter().map(|place| Action::Place(leader, place)));
            }
            Frame::Pursue { side } => self.list_pursuit(state, side, actions),
            Frame::Pursuing { .. } => {
                actions.extend(self.next_pursued(state).map(Action::Step));
                let here = state.package(state.battle.pursuer);
                actions.extend(here.changes().map(|other| Action::Form(other.facing)).into_iter().filter(judged));
                actions.push(Action::Halt);
            }
            Frame::Occupy { side } => {
                actions.extend(self.occupations(state, side).into_iter().map(|(who, at)| Action::Place(who, at)));
                actions.push(Action::Stay);
            }
            Frame::MoraleChoice { .. } => actions.extend([Action::ImproveOwn, Action::WorsenEnemy]),
            Frame::Segment(_)
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
            | Frame::Forced
            | Frame::Muster
            | Frame::InitiativeDie
            | Frame::Marching
            | Frame::Push { .. }
            | Frame::AttritionDice
            | Frame::ClassDie
            | Frame::HurryDie
            | Frame::Losses { .. }
            | Frame::Militia
            | Frame::Bridges
            | Frame::BridgeDie { .. }
            | Frame::GunDie
            | Frame::CombatDie
            | Frame::PursuitDie
            | Frame::CloseBattle
            | Frame::Disorder { .. }
            | Frame::DisorderDie { .. }
            | Frame::Rally { .. }
            | Frame::RallyDie { .. }
            | Frame::Armistice { .. }
            | Frame::Settle { .. }
            | Frame::GameOver => {}
        }
    }
}
