//! How generals see Struggle of Nations. `docs/generals.md` says the same in words for players.
//!
//! `orders` has the scripts a leader can be given, `survey` forces, cities and what fights promise, `march` who marches and where to,
//! `fight` battles, `affairs` support, arrivals and centres, `value` what a position is worth.

mod affairs;
mod fight;
mod march;
mod orders;
mod survey;
mod value;

use ai::{Craft, Losses, Member, Plan, Registered, Script, Stretch};
use board::Hex;
use kernel::{Discard, Entropy, Language, Ruleset, Seat, Seen, Side};
use struggle_of_nations::roster::{FRENCH, LEADERS, LeaderSet, enemy_of};
use struggle_of_nations::sequence::{Frame, Segment};
use struggle_of_nations::{Action, Rules, State, StruggleOfNations};

pub use orders::Order;
use survey::{City, Force, forces, nearest};

/// The craft of one scenario.
#[derive(Debug)]
pub struct StruggleCraft {
    cities: Vec<City>,
    /// By how much the French are stronger at the start.
    begun: f64,
}

/// What is remembered while a turn is played through.
#[derive(Debug, Default)]
pub struct Memory {
    /// The turn, side and segment for which it holds.
    key: Option<(u8, Side, bool)>,
    /// Who has been thought about in this segment.
    considered: LeaderSet,
    enemies: Vec<Force>,
}

impl Memory {
    /// Looks where the enemy is, and begins anew in another segment.
    fn look(&mut self, rules: &Rules, state: &State, side: Side) {
        let commands = state.frames.first() == Some(&Frame::of(Segment::Commands));
        let key = Some((state.turn, state.player, commands));
        if self.key != key {
            (self.key, self.considered) = (key, LeaderSet::EMPTY);
        }
        self.enemies = forces(rules, state, enemy_of(side));
    }
}

/// The title with its generals. They are made here so that they are built once and not by every program that has them.
pub fn register(title: StruggleOfNations) -> Registered {
    ai::register::<_, StruggleCraft>(title)
}

impl Craft for StruggleCraft {
    type Rules = Rules;
    type Order = Order;
    type Memory = Memory;

    fn new(rules: &Rules) -> StruggleCraft {
        let state = rules.initial();
        StruggleCraft { cities: survey::cities(rules, &state), begun: value::balance(rules, &state, FRENCH) }
    }

    fn units(&self) -> usize {
        LEADERS
    }

    fn stretch(&self, state: &State) -> Stretch {
        Stretch { turn: state.turn.into(), side: state.player }
    }

    fn is_planning(&self, state: &State) -> bool {
        let segments = [Segment::Commands, Segment::Centres, Segment::Initiative].map(Frame::of);
        state.frames.first().is_some_and(|first| segments.contains(first))
    }

    fn scripts(&self) -> &'static [Script<Order>] {
        &orders::SCRIPTS
    }

    /// Those who stand near each other are one formation.
    fn muster(&self, rules: &Rules, state: &State, side: Side, members: &mut Vec<Member>) {
        const TOGETHER: u16 = 6;
        let enemies = forces(rules, state, enemy_of(side));
        let mut own = forces(rules, state, side);
        own.retain(|force| !survey::is_garrison(rules, state, force));
        own.sort_by_key(|force| nearest(rules, &enemies, force.at.lead));
        let mut heads: Vec<Hex> = Vec::new();
        for force in own {
            let near = |head: &Hex| rules.ground.grid.distance(*head, force.at.lead) <= TOGETHER;
            let formation = heads.iter().position(near).unwrap_or_else(|| {
                heads.push(force.at.lead);
                heads.len() - 1
            });
            let member = |leader: struggle_of_nations::roster::LeaderId| Member {
                unit: leader.0.into(),
                formation: formation as u16,
            };
            members.extend(force.leaders.iter().map(member));
        }
    }

    fn vary(&self, _: &Rules, _: &State, _: u16, entropy: &mut dyn Entropy, _: &mut Memory) -> Order {
        orders::SCRIPTS[entropy.below(orders::SCRIPTS.len() as u32) as usize].order
    }

    fn choose(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        plan: &Plan<Order>,
        memory: &mut Memory,
        actions: &mut Vec<Action>,
    ) {
        let first = actions.len();
        self.propose(rules, state, seat, plan, memory, actions);
        let allowed = allowed(rules, state, seat, &actions[first..]);
        actions.truncate(first + allowed);
        if allowed == 0 {
            // A question that the staff has no answer to: the last of what is offered is what ends it.
            let mut legal = Vec::new();
            rules.legal(state, seat, &mut legal);
            actions.extend(legal.last());
        }
    }

    fn alternatives(&self, rules: &Rules, state: &State, seat: Seat, answers: &mut Vec<Vec<Action>>) {
        if matches!(state.frame(), Frame::Stand { .. } | Frame::Plans | Frame::Refuse { .. } | Frame::Pursue { .. }) {
            let mut legal = Vec::new();
            rules.legal(state, seat, &mut legal);
            answers.extend(legal.into_iter().map(|action| vec![action]));
        }
    }

    fn balance(&self, rules: &Rules, state: &State, side: Side) -> f64 {
        value::balance(rules, state, side)
    }

    fn value(&self, rules: &Rules, state: &State, side: Side, luck: f64) -> f64 {
        self.expected(rules, state, side, luck)
    }

    fn losses(&self, rules: &Rules, state: &State, side: Side) -> Losses {
        value::losses(rules, state, side)
    }

    fn throw_key(&self, state: &State) -> u64 {
        let battle = state.battle.commander[state.battle.attacker.index()];
        let commander = if battle.is_none() { state.march.commander } else { battle };
        u64::from(state.turn) << 32
            | u64::from(state.player.0) << 28
            | u64::from(commander.0) << 16
            | u64::from(state.battle.rounds) << 8
            | state.frames.len() as u64
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

    /// Own marches are planned ahead; everything else may depend on forces whose names do not show.
    fn looks_again(&self, state: &State) -> bool {
        !self.is_planning(state)
    }

    fn spoken(&self, rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> String {
        actions.iter().map(|action| rules.say(seen, action).order).collect::<Vec<_>>().join("; ")
    }

    fn told(&self, rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> String {
        orders::told(rules, seen, actions)
    }
}

/// How many of some actions the rules allow one after the other.
fn allowed(rules: &Rules, state: &State, seat: Seat, actions: &[Action]) -> usize {
    let mut then = state.clone();
    let obeys = |action: &&Action| {
        let allowed = rules.pending(&then).asks(seat).is_some() && rules.check(&then, seat, action).is_ok();
        if allowed {
            rules.play(&mut then, seat, action, &mut Discard);
        }
        allowed
    };
    actions.iter().take_while(obeys).count()
}

impl StruggleCraft {
    /// What is done next, as far as the staff has an opinion.
    fn propose(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        plan: &Plan<Order>,
        memory: &mut Memory,
        actions: &mut Vec<Action>,
    ) {
        match state.frame() {
            Frame::Administer { army } => actions.extend(self.support(rules, state, seat, army)),
            Frame::Organize => actions.push(Action::EndOrganization),
            Frame::Commands => {
                self.next_march(rules, state, seat, plan, memory, actions);
                if actions.is_empty() {
                    actions.push(Action::EndCommands);
                }
            }
            Frame::Centres => self.move_centre(rules, state, seat, actions),
            Frame::Initiative => {
                actions.extend(self.arrive(rules, state, seat));
                if actions.is_empty() {
                    self.next_march(rules, state, seat, plan, memory, actions);
                }
                if actions.is_empty() {
                    actions.push(Action::EndInitiative);
                }
            }
            Frame::Muster => actions.push(Action::Begin),
            Frame::Marching => self.go_on(rules, state, seat, plan, memory, actions),
            Frame::Forced => actions.push(Action::EndForced),
            Frame::Bridges => actions.push(Action::EndBridges),
            Frame::Losses { side } => actions.extend(self.lose(rules, state, side)),
            Frame::Refuse { side } => actions.extend(self.answer(rules, state, seat, side)),
            Frame::Battles => self.attack(rules, state, seat, actions),
            Frame::Declare => self.declare(rules, state, seat, actions),
            Frame::Plans => actions.push(self.write(rules, state, seat)),
            Frame::Guns => actions.push(Action::FireGuns),
            Frame::Bonus => actions.push(self.adjust(rules, state)),
            Frame::Stand { side } => actions.push(self.stand(rules, state, side)),
            Frame::Counter { side } => actions.extend(self.counter(rules, state, seat, side)),
            Frame::Pursue { side } => actions.push(self.pursue(rules, state, seat, side)),
            Frame::Pursuing { .. } => actions.push(self.follow_up(rules, state, seat)),
            Frame::Occupy { .. } => actions.push(self.occupy(rules, state, seat)),
            Frame::MoraleChoice { .. } => actions.push(Action::ImproveOwn),
            Frame::Integrity { .. }
            | Frame::Push { .. }
            | Frame::Militia
            | Frame::Retreat { .. }
            | Frame::Displace { .. }
            | Frame::Settle { .. } => actions.extend(self.take_place(rules, state, seat)),
            Frame::Disorder { .. } | Frame::Rally { .. } => actions.extend(first_roll(rules, state, seat)),
            Frame::Armistice { .. } => actions.push(Action::EndArmistice),
            Frame::Segment { .. }
            | Frame::ArmisticeDie
            | Frame::WeatherDie
            | Frame::SourceDie { .. }
            | Frame::PointsDie { .. }
            | Frame::InitiativeDie
            | Frame::Resting
            | Frame::AttritionDice
            | Frame::AfterAttrition
            | Frame::PhaseEnd
            | Frame::ClassDie
            | Frame::HurryDie
            | Frame::BridgeDie { .. }
            | Frame::GunDie
            | Frame::CombatDie
            | Frame::PursuitDie
            | Frame::CloseBattle
            | Frame::DisorderDie { .. }
            | Frame::RallyDie { .. }
            | Frame::GameOver => {}
        }
    }
}

/// Everybody rolls who may: the die of disorganization has to fall, that of a rally can only help.
fn first_roll(rules: &Rules, state: &State, seat: Seat) -> Option<Action> {
    let mut legal = Vec::new();
    rules.legal(state, seat, &mut legal);
    let rolls = legal.iter().copied().find(|action| matches!(action, Action::Roll(_) | Action::Rally(_)));
    rolls.or_else(|| legal.last().copied())
}
