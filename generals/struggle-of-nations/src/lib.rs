//! How generals see Struggle of Nations: forces told to march go for the nearest enemy, the others hold; points are spent on support.

use ai::{Craft, Losses, Member, Plan, Registered, Script, Stretch};
use board::Hex;
use kernel::{Entropy, Language, Ruleset, Seat, Seen, Side};
use struggle_of_nations::roster::{LEADERS, LeaderId, enemy_of};
use struggle_of_nations::sequence::Frame;
use struggle_of_nations::{Action, Rules, State, StruggleOfNations};

/// What a leader is told for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    March,
    Hold,
}

static SCRIPTS: [Script<Order>; 2] = [
    Script { order: Order::March, name: "march", words: "goes for the nearest enemy" },
    Script { order: Order::Hold, name: "hold", words: "stays where he is" },
];

/// Nothing has to be worked out beforehand.
#[derive(Clone, Copy, Debug)]
pub struct StruggleCraft;

/// The title with its generals. They are made here so that they are built once and not by every program that has them.
pub fn register(title: StruggleOfNations) -> Registered {
    ai::register::<_, StruggleCraft>(title)
}

/// Strength points of a side on the map.
fn strength(rules: &Rules, state: &State, side: Side) -> f64 {
    rules.on_map(state, side).map(|leader| f64::from(rules.men_of(state, leader))).sum()
}

impl Craft for StruggleCraft {
    type Rules = Rules;
    type Order = Order;
    type Memory = ();

    fn new(_: &Rules) -> StruggleCraft {
        StruggleCraft
    }

    fn units(&self) -> usize {
        LEADERS
    }

    fn stretch(&self, state: &State) -> Stretch {
        Stretch { turn: state.turn.into(), side: state.player }
    }

    fn is_planning(&self, state: &State) -> bool {
        matches!(state.frame(), Frame::Commands | Frame::Initiative | Frame::Forced | Frame::Battles)
    }

    fn scripts(&self) -> &'static [Script<Order>] {
        &SCRIPTS
    }

    fn muster(&self, rules: &Rules, state: &State, side: Side, members: &mut Vec<Member>) {
        for leader in rules.on_map(state, side).filter(|leader| state.troops.contains(*leader)) {
            members.push(Member { unit: leader.0.into(), formation: rules.army_of(state, leader) as u16 });
        }
    }

    fn vary(&self, _: &Rules, _: &State, _: u16, entropy: &mut dyn Entropy, (): &mut ()) -> Order {
        SCRIPTS[entropy.below(SCRIPTS.len() as u32) as usize].order
    }

    fn choose(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        plan: &Plan<Order>,
        (): &mut (),
        actions: &mut Vec<Action>,
    ) {
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        actions.extend(legal.iter().copied().max_by_key(|action| eagerness(rules, state, plan, action)));
    }

    fn alternatives(&self, rules: &Rules, state: &State, seat: Seat, answers: &mut Vec<Vec<Action>>) {
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        answers.extend(legal.into_iter().map(|action| vec![action]));
    }

    fn balance(&self, rules: &Rules, state: &State, side: Side) -> f64 {
        strength(rules, state, side) - strength(rules, state, enemy_of(side))
    }

    fn value(&self, rules: &Rules, state: &State, side: Side, luck: f64) -> f64 {
        let steps = f64::from(rules.steps_of(state, side) - rules.steps_of(state, enemy_of(side)));
        (0.5 + steps / 8.0 + (self.balance(rules, state, side) + luck) / 1000.0).clamp(0.0, 1.0)
    }

    fn losses(&self, rules: &Rules, state: &State, side: Side) -> Losses {
        let mut losses = Losses { units: 0, units_in_all: 0, strength: 0, strength_in_all: 0, strength_out: 0 };
        for unit in rules.all_units().filter(|unit| rules.unit(*unit).side == side) {
            let (_, start) = rules.tracks[unit.index()];
            if start == 0 {
                continue;
            }
            let now = state.points(unit) as u32;
            losses.units_in_all += 1;
            losses.strength_in_all += u32::from(start);
            losses.strength += u32::from(start).saturating_sub(now);
            losses.units += u32::from(now == 0);
        }
        losses
    }

    fn throw_key(&self, state: &State) -> u64 {
        u64::from(state.turn) << 8 | u64::from(state.player.0) << 4 | state.frames.len() as u64
    }

    fn stay(&self) -> Order {
        Order::Hold
    }

    fn ordered_unit(&self, action: &Action) -> Option<u16> {
        match action {
            Action::Command(leader)
            | Action::Initiative(leader)
            | Action::ForceMarch(leader)
            | Action::HearGuns(leader, _)
            | Action::Attack(leader) => Some(leader.0.into()),
            Action::Support(_)
            | Action::Disband
            | Action::SetCentre(_)
            | Action::ChangeSource(_)
            | Action::ShiftSource(_)
            | Action::Transfer(..)
            | Action::Merge(..)
            | Action::Split(..)
            | Action::Promote(_)
            | Action::Replace(_)
            | Action::Raise(..)
            | Action::PlaceDummy(_)
            | Action::EndOrganization
            | Action::Provisional(_)
            | Action::EndCommands
            | Action::MoveCentre(_)
            | Action::EndCentres
            | Action::EndInitiative
            | Action::EndForced
            | Action::Ride(_)
            | Action::Enter(..)
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
            | Action::Halt
            | Action::Place(..)
            | Action::Lose(_)
            | Action::Blow(..)
            | Action::Repair(..)
            | Action::Lay(..)
            | Action::Lift(_)
            | Action::EndBridges
            | Action::Refuse(_)
            | Action::Accept(_)
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
            | Action::WorsenEnemy
            | Action::Roll(_)
            | Action::Rally(_)
            | Action::EndRally
            | Action::Redeploy(_)
            | Action::Rebuild(..)
            | Action::DestroyBridge(_)
            | Action::RestoreBridge(_)
            | Action::EndArmistice => None,
        }
    }

    fn spoken(&self, rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> String {
        actions.iter().map(|action| rules.say(seen, action).order).collect::<Vec<_>>().join("; ")
    }
}

/// How near an enemy is to a hex; far if there is none.
fn nearest_enemy(rules: &Rules, state: &State, side: Side, hex: Hex) -> i32 {
    let enemies = rules.on_map(state, enemy_of(side)).map(|leader| state.lead[leader.index()]);
    enemies.map(|enemy| i32::from(rules.ground.grid.distance(hex, enemy))).min().unwrap_or(999)
}

/// The larger, the sooner an action is taken; what ends or declines something comes after what does something.
fn eagerness(rules: &Rules, state: &State, plan: &Plan<Order>, action: &Action) -> i32 {
    let marches = |leader: LeaderId| plan.of(leader.index()) == Order::March;
    match *action {
        Action::Support(points) => 20 + i32::from(points == 2),
        Action::Command(leader) if marches(leader) => 30,
        Action::Initiative(leader) if marches(leader) => 30,
        Action::Enter(..) => 60,
        Action::Begin => 40,
        Action::Step(to) if !state.march.commander.is_none() => {
            let commander = state.march.commander;
            let side = rules.side_of(commander);
            let now = nearest_enemy(rules, state, side, state.lead[commander.index()]);
            let then = nearest_enemy(rules, state, side, to);
            if then < now { 1000 - then } else { -10 }
        }
        Action::Rally(_) | Action::Roll(_) | Action::FireGuns | Action::Fight | Action::Accept(_) => 50,
        Action::Attack(_) | Action::Target(_) | Action::Counterattack(_) | Action::StandFast => 45,
        Action::ImproveOwn
        | Action::Lose(_)
        | Action::Place(..)
        | Action::Open(_)
        | Action::GiveWay
        | Action::Write(_) => 15,
        Action::EndOrganization
        | Action::EndCommands
        | Action::EndCentres
        | Action::EndInitiative
        | Action::EndForced
        | Action::EndBridges
        | Action::EndBattles
        | Action::EndRally
        | Action::EndArmistice
        | Action::Halt
        | Action::Stay
        | Action::Adjust(_)
        | Action::HoldFire => 10,
        Action::Disband
        | Action::SetCentre(_)
        | Action::ChangeSource(_)
        | Action::ShiftSource(_)
        | Action::Transfer(..)
        | Action::Merge(..)
        | Action::Split(..)
        | Action::Promote(_)
        | Action::Replace(_)
        | Action::Raise(..)
        | Action::PlaceDummy(_)
        | Action::Command(_)
        | Action::Provisional(_)
        | Action::MoveCentre(_)
        | Action::Initiative(_)
        | Action::ForceMarch(_)
        | Action::Ride(_)
        | Action::Return(_)
        | Action::ReturnBy(..)
        | Action::Include(_)
        | Action::Step(_)
        | Action::Advance(_)
        | Action::Wheel(_)
        | Action::Form(_)
        | Action::Drop(_)
        | Action::Extend
        | Action::Next
        | Action::Repulse(_)
        | Action::RepulseAll
        | Action::HearGuns(..)
        | Action::Redeploy(_)
        | Action::Rebuild(..)
        | Action::DestroyBridge(_)
        | Action::RestoreBridge(_)
        | Action::Canton
        | Action::Blow(..)
        | Action::Repair(..)
        | Action::Lay(..)
        | Action::Lift(_)
        | Action::Refuse(_)
        | Action::Decline
        | Action::Pursue(_)
        | Action::WorsenEnemy => -10,
    }
}
