//! A battle: what may be answered in it, and what is offered.

use kernel::Side;

use crate::Rules;
use crate::action::Action;
use crate::battle::Plan;
use crate::refusal::{Ruling, refuse};
use crate::sequence::Question;
use crate::state::State;

impl Rules {
    pub(crate) fn judge_battle(&self, state: &State, side: Side, question: Question, action: &Action) -> Ruling {
        match (question, *action) {
            (Question::Refuse { side }, Action::Refuse(leader) | Action::Accept(leader)) => {
                self.may_answer(state, side, leader)
            }
            (Question::Battles, Action::Attack(leader)) => self.may_attack(state, side, leader),
            (Question::Battles, Action::EndBattles) => self.may_end_battles(state, side),
            (Question::Declare, Action::Include(leader)) => self.may_join(state, side, leader),
            (Question::Declare, Action::Target(hex)) => self.may_target(state, side, hex),
            (Question::Declare, Action::Fight) => self.may_fight(state, side),
            (Question::Plans, Action::Write(plan)) => self.may_write(state, side, plan),
            // 25.artillery.choice: the attacker's each time, once.
            (Question::Guns, Action::FireGuns | Action::HoldFire) => Ok(()),
            (
                Question::Bonus | Question::Stand { .. } | Question::Counter { .. } | Question::Retreat { .. },
                Action::FireGuns | Action::HoldFire,
            ) => Err(refuse(case!("25.artillery.choice"), "the attacker's guns fire once in a round, before its die")),
            (Question::Bonus, Action::Adjust(change)) if (-1..=1).contains(&change) => Ok(()),
            (Question::Bonus, Action::Adjust(_)) => {
                Err(refuse(case!("9.bonus"), "a bonus changes the die by 1 at most"))
            }
            (Question::Stand { side }, Action::StandFast) => self.may_stand(state, side),
            (Question::Stand { side }, Action::GiveWay) => self.may_give_way(state, side),
            (Question::Counter { side }, Action::Counterattack(hex)) => self.may_counter(state, side, hex),
            (Question::Counter { side }, Action::Decline) => self.may_decline(state, side),
            (Question::Counter { side }, Action::Attack(leader)) => self.may_lead_counter(state, side, leader),
            (Question::Retreat { side }, Action::Open(package)) => self.may_open(state, side, &package),
            (Question::Retreat { side }, Action::Place(leader, package)) => {
                self.may_end_retreat(state, side, leader, &package)
            }
            // Whoever goes is told why he cannot stand.
            (Question::Retreat { side }, Action::StandFast) => {
                self.may_stand(state, side).and(Err(refuse(case!("4.sequence.battle"), "the force has given way")))
            }
            (Question::Displace { leader, .. }, Action::Place(who, package)) => {
                self.may_make_way(state, leader, who, &package)
            }
            (Question::Pursue { side }, Action::Pursue(leader)) if state.battle.pursuer.is_none() => {
                self.may_pursue(state, side, leader)
            }
            (Question::Pursue { side }, Action::Include(leader)) => self.may_pursue_along(state, side, leader),
            (Question::Pursue { .. }, Action::Begin) => self.may_begin_pursuit(state),
            (Question::Pursue { .. } | Question::Occupy { .. }, Action::Stay) => Ok(()),
            (Question::Occupy { side }, Action::Place(leader, package)) => {
                self.may_occupy(state, side, leader, &package)
            }
            (Question::Pursuing { .. }, Action::Step(hex)) => self.may_follow(state, hex),
            (Question::Pursuing { side }, Action::Form(facing)) => self.may_form_up(state, side, facing),
            (Question::Pursuing { .. }, Action::Halt) => Ok(()),
            // Where one marker cannot move, nobody is asked.
            (Question::MoraleChoice { .. }, Action::ImproveOwn | Action::WorsenEnemy) => Ok(()),
            // 18.order.
            (_, Action::Attack(_) | Action::EndBattles) => {
                Err(refuse(case!("18.order"), "the battle in hand is finished before the next begins"))
            }
            (_, _) => Err(refuse(case!("4.sequence.battle"), "that is not the next step of the battle")),
        }
    }

    pub(crate) fn list_battle(&self, state: &State, side: Side, question: Question, actions: &mut Vec<Action>) {
        let judged = |action: &Action| self.judge(state, side, action).is_ok();
        match question {
            Question::Refuse { side } => {
                for leader in self.undecided(state, side) {
                    actions.extend([Action::Refuse(leader), Action::Accept(leader)]);
                }
            }
            Question::Battles => {
                actions.extend(self.on_map(state, side).map(Action::Attack).filter(judged));
                actions.extend([Action::EndBattles].into_iter().filter(judged));
            }
            Question::Declare => {
                actions.extend(self.on_map(state, side).map(Action::Include).filter(judged));
                for target in self.targets(state, side) {
                    actions.extend([Action::Target(state.lead[target.index()])].into_iter().filter(judged));
                }
                for (_, marker) in self.lone_garrisons(state, side) {
                    actions.extend(marker.hexes().map(Action::Target).filter(judged));
                }
                actions.extend([Action::Fight].into_iter().filter(judged));
            }
            Question::Plans => actions.extend(Plan::BOTH.map(Action::Write).into_iter().filter(judged)),
            Question::Guns => actions.extend([Action::FireGuns, Action::HoldFire].into_iter().filter(judged)),
            Question::Bonus => actions.extend([-1, 0, 1].map(Action::Adjust)),
            Question::Stand { .. } => actions.extend([Action::StandFast, Action::GiveWay].into_iter().filter(judged)),
            Question::Counter { side } => {
                for hex in self.counter_targets(state, side) {
                    if !actions.contains(&Action::Counterattack(hex)) {
                        actions.push(Action::Counterattack(hex));
                    }
                }
                actions.extend(state.battle.of(side).iter().map(Action::Attack).filter(judged));
                actions.extend([Action::Decline].into_iter().filter(judged));
            }
            Question::Retreat { side } => self.list_retreat(state, side, actions),
            Question::Displace { leader, .. } => {
                actions.extend(self.ways_aside(state, leader).into_iter().map(|place| Action::Place(leader, place)));
            }
            Question::Pursue { side } => self.list_pursuit(state, side, actions),
            Question::Pursuing { .. } => {
                actions.extend(self.next_pursued(state).map(Action::Step));
                let here = state.package(state.battle.pursuer);
                actions.extend(here.changes().map(|other| Action::Form(other.facing)).into_iter().filter(judged));
                actions.push(Action::Halt);
            }
            Question::Occupy { side } => {
                actions.extend(self.occupations(state, side).into_iter().map(|(who, at)| Action::Place(who, at)));
                actions.push(Action::Stay);
            }
            Question::MoraleChoice { .. } => actions.extend([Action::ImproveOwn, Action::WorsenEnemy]),
            Question::Administer { .. }
            | Question::Organize
            | Question::Integrity { .. }
            | Question::Commands
            | Question::Centres
            | Question::Initiative
            | Question::Forced
            | Question::Muster
            | Question::Marching
            | Question::Push { .. }
            | Question::Losses { .. }
            | Question::Militia
            | Question::Bridges
            | Question::Disorder { .. }
            | Question::Rally { .. }
            | Question::Armistice { .. }
            | Question::Settle { .. } => {}
        }
    }
}
