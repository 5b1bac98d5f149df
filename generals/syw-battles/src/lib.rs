//! How generals see SYW Battles. `docs/generals.md` says the same in words for players.
//!
//! `orders` has the scripts a counter can be given, `survey` the ways to the enemy and his fire, `march` where counters go,
//! `leaders` where those ride who command them,
//! `battle` fire and charges by expectation, `value` what a position is worth.

mod battle;
mod leaders;
mod march;
mod orders;
mod survey;
mod value;

use ai::{Craft, Losses, Member, Plan, Registered, Script, Stretch};
use kernel::{Entropy, Ruleset, Seat, Seen, Side};
use syw_battles::counters::{COUNTERS, CounterId, CounterSet, Formation, enemy_of};
use syw_battles::sequence::{Frame, Part};
use syw_battles::{Action, Rules, State, SywBattles};

pub use orders::{Manner, Order};
use survey::Survey;

/// The craft of one battle.
#[derive(Clone, Copy, Debug)]
pub struct SywBattlesCraft {
    is_large: bool,
    /// How many ways of a counter are followed side by side: fewer in a large army.
    ways: usize,
}

/// So many counters make a large army.
const LARGE: usize = 120;

/// What is remembered while a turn is played through.
#[derive(Debug, Default)]
pub struct Memory {
    /// The turn, part and side for which the survey holds, and who has been considered.
    key: Option<(u8, u8, Side)>,
    survey: Survey,
    considered: CounterSet,
    legal: Vec<Action>,
}

/// The title with its generals. They are made here so that they are built once and not by every program that has them.
pub fn register(title: SywBattles) -> Registered {
    ai::register::<_, SywBattlesCraft>(title)
}

impl Craft for SywBattlesCraft {
    type Rules = Rules;
    type Order = Order;
    type Memory = Memory;

    fn new(rules: &Rules) -> SywBattlesCraft {
        let is_large = rules.counters.len() > LARGE;
        SywBattlesCraft { is_large, ways: if is_large { 1 } else { 3 } }
    }

    fn units(&self) -> usize {
        COUNTERS
    }

    /// The movement of each side in command, the second with everything that follows it.
    fn stretch(&self, state: &State) -> Stretch {
        let first = state.part == Part::Commanded && is_movement(state) && state.player == state.holder;
        Stretch { turn: state.turn.into(), side: if first { state.holder } else { enemy_of(state.holder) } }
    }

    /// Fire and charges take two turns to tell. In a large battle that would take too long.
    fn horizon(&self, _: &State) -> u32 {
        if self.is_large { 2 } else { 4 }
    }

    fn is_planning(&self, state: &State) -> bool {
        is_movement(state) && state.part == Part::Commanded
    }

    fn scripts(&self) -> &'static [Script<Order>] {
        &orders::SCRIPTS
    }

    fn muster(&self, rules: &Rules, state: &State, side: Side, members: &mut Vec<Member>) {
        let enemies = &state.occupied[enemy_of(side).index()];
        let mut all: Vec<(u16, Member)> = Vec::new();
        for unit in rules.counters_of(side) {
            let own = state.on_map(unit) && state.formation(unit) != Formation::Brigade;
            if own && !rules.is_leader(unit) {
                let at = state.hex_of(unit);
                let near = enemies.iter().map(|enemy| rules.ground.distance(at, enemy)).min().unwrap_or(99);
                all.push((near, Member { unit: unit.0, formation: rules.counter(unit).corps.0.into() }));
            }
        }
        all.sort_by_key(|(near, _)| *near);
        members.extend(all.into_iter().map(|(_, member)| member));
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
        match state.frame() {
            Frame::Move => self.next_move(rules, state, seat, plan, memory, actions),
            Frame::Moving => self.go_on(rules, state, seat, plan, memory, actions),
            Frame::Approach => actions.extend(self.answer(rules, state, seat)),
            Frame::Fire { .. } => actions.push(self.shoot(rules, state, seat, memory)),
            Frame::Press => actions.push(self.press(rules, state)),
            Frame::Charges => self.charge(rules, state, seat, memory, actions),
            Frame::Declare => self.declare(rules, state, seat, memory, actions),
            Frame::GiveWay => actions.push(self.meet(rules, state)),
            Frame::Recoil { .. } => actions.extend(self.go_back(rules, state, seat, memory)),
            Frame::Routing { .. } => actions.extend(self.run(rules, state, seat)),
            Frame::Face { unit } => actions.push(self.look(rules, state, unit)),
            Frame::Initiative => actions.push(Action::KeepInitiative),
            Frame::Advance => actions.push(Action::EndAdvance),
            Frame::Plan { .. }
            | Frame::Call { .. }
            | Frame::Successor { .. }
            | Frame::Astride { .. }
            | Frame::Unstack { .. }
            | Frame::Rally
            | Frame::Rout
            | Frame::Reorganise => actions.extend(self.settle(rules, state, seat, memory)),
            Frame::Setup
            | Frame::HourDie { .. }
            | Frame::AfterHours
            | Frame::Muster
            | Frame::PointDie { .. }
            | Frame::BeginTurn
            | Frame::HesitationDie
            | Frame::Command
            | Frame::OpenMovement
            | Frame::LostWayDie
            | Frame::Strains
            | Frame::FireDie
            | Frame::DemolitionDie
            | Frame::CloseFire
            | Frame::ChargeDie
            | Frame::Defender
            | Frame::Attacker
            | Frame::ChargedLeaders
            | Frame::CloseCharge
            | Frame::Check { .. }
            | Frame::LeaderDie { .. }
            | Frame::EndTurn
            | Frame::GameOver => {}
        }
    }

    fn alternatives(&self, rules: &Rules, state: &State, seat: Seat, answers: &mut Vec<Vec<Action>>) {
        // Whether cavalry stands decides battles; everything else is answered at once.
        if matches!(state.frame(), Frame::Approach | Frame::GiveWay) {
            let mut legal = Vec::new();
            rules.legal(state, seat, &mut legal);
            answers.extend(legal.into_iter().map(|action| vec![action]));
        }
    }

    fn balance(&self, rules: &Rules, state: &State, side: Side) -> f64 {
        value::balance(rules, state, side)
    }

    fn value(&self, rules: &Rules, state: &State, side: Side, luck: f64) -> f64 {
        value::expected(rules, state, side, luck)
    }

    fn losses(&self, rules: &Rules, state: &State, side: Side) -> Losses {
        value::losses(rules, state, side)
    }

    fn throw_key(&self, state: &State) -> u64 {
        let unit = if let Frame::Check { unit, .. } | Frame::LeaderDie { leader: unit, .. } = state.frame() {
            unit
        } else {
            state.shot.firer
        };
        u64::from(state.turn) << 24
            | u64::from(state.player.0) << 20
            | u64::from(unit.0) << 4
            | state.frames.len() as u64
    }

    fn stay(&self) -> Order {
        Order::Stay
    }

    fn ordered_unit(&self, action: &Action) -> Option<u16> {
        if let Action::Select(unit) = action { Some(unit.0) } else { None }
    }

    fn spoken(&self, rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> String {
        orders::spoken(rules, seen, actions)
    }
}

/// Whether counters are being moved.
fn is_movement(state: &State) -> bool {
    state.frames.iter().any(|frame| matches!(frame, Frame::OpenMovement))
}

impl SywBattlesCraft {
    /// Questions with a usual answer: plans for the earliest hour, every rally, every brigade that can form up again.
    fn settle(&self, rules: &Rules, state: &State, seat: Seat, memory: &mut Memory) -> Option<Action> {
        rules.legal(state, seat, &mut memory.legal);
        let planned = |action: &Action| matches!(action, Action::Plan(corps, ..) if state.plan[corps.index()].turn > 0);
        let legal = memory.legal.iter().copied().filter(|action| !planned(action));
        legal.min_by_key(|action| eagerness(rules, state, action))
    }
}

/// The smaller, the sooner.
fn eagerness(rules: &Rules, state: &State, action: &Action) -> u32 {
    // How far a counter would be from the others of its side.
    let apart = |leader: CounterId, hex: board::Hex| -> u32 {
        let friends = state.occupied[rules.side_of(leader).index()].iter();
        friends.map(|friend| u32::from(rules.ground.distance(friend, hex))).sum()
    };
    match *action {
        Action::Rally(_) | Action::Reform(_) | Action::Call(_) | Action::EndPlans => 0,
        Action::Plan(_, turn, _) => 10 + u32::from(turn),
        Action::Appoint(leader, hex) => 10 + apart(leader, hex),
        Action::EndRally | Action::EndReorganisation | Action::Rout(_) | Action::Run(_) | Action::Assign(_) => 5,
        Action::Unstack(..) => 5,
        Action::Wait
        | Action::KeepInitiative
        | Action::YieldInitiative
        | Action::Select(_)
        | Action::Enter(..)
        | Action::Step(_)
        | Action::Slide(_)
        | Action::Reverse(_)
        | Action::AboutFace
        | Action::Turn(_)
        | Action::Wheel(_)
        | Action::WheelBack(_)
        | Action::Change(_)
        | Action::Deploy(_)
        | Action::Halt
        | Action::EndMovement
        | Action::Fire(..)
        | Action::Burn(..)
        | Action::Batter(..)
        | Action::Press
        | Action::HoldFire
        | Action::EndFire
        | Action::Charge(..)
        | Action::Support(_)
        | Action::Launch
        | Action::GiveWay(_)
        | Action::Stand(_)
        | Action::Advance(_)
        | Action::EndAdvance
        | Action::EndCharges
        | Action::Recoil(_)
        | Action::Face(_)
        | Action::Shift(..)
        | Action::Dress(..)
        | Action::Swing(..) => 1_000_000,
    }
}
