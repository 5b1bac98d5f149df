//! How generals see Napoleon's Art of War. `docs/generals.md` says the same in words for players.
//!
//! `orders` has the scripts a unit can be given, `terrain` the distances, `march` where units go, `allocation` who
//! attacks whom, `assault` how, `aftermath` what follows them, `value` what a position is worth.

mod aftermath;
mod allocation;
mod assault;
mod march;
mod orders;
mod terrain;
mod value;

use ai::{Craft, Level, Losses, Member, Plan, Registered, Script, Stretch};
use art_of_war::counters::{Division, UnitId};
use art_of_war::sequence::Frame;
use art_of_war::{Action, ArtOfWar, Rules, State};
use kernel::{Entropy, Seat, Seen, Side};

pub use orders::{Manner, Order};
use terrain::Distances;

/// The craft of one scenario.
#[derive(Debug)]
pub struct ArtOfWarCraft {
    distances: Distances,
    odds: assault::Odds,
    units: usize,
}

/// What is remembered while a turn is played through.
#[derive(Debug, Default)]
pub struct Memory {
    march: march::MarchMemory,
    assault: allocation::AssaultMemory,
}

/// The title with its generals. They are made here so that they are built once and not by every program that has them.
pub fn register(title: ArtOfWar) -> Registered {
    ai::register::<_, ArtOfWarCraft>(title)
}

impl Craft for ArtOfWarCraft {
    type Rules = Rules;
    type Order = Order;
    type Memory = Memory;

    fn new(rules: &Rules) -> ArtOfWarCraft {
        ArtOfWarCraft { distances: Distances::new(rules), odds: assault::Odds::new(rules), units: rules.units.len() }
    }

    fn measured(level: Level) -> Option<&'static str> {
        Some(match level {
            Level::Cadet => "98 % against random play",
            Level::Captain => "70 to 77 % against a Cadet",
            Level::Colonel => "73 to 95 % against a Captain",
            Level::Marshal => "a Colonel with more time",
        })
    }

    fn units(&self) -> usize {
        self.units
    }

    fn stretch(&self, state: &State) -> Stretch {
        Stretch { turn: u32::from(state.turn), side: state.player }
    }

    fn is_planning(&self, state: &State) -> bool {
        state.frames.iter().any(|frame| matches!(frame, Frame::SpendMorale | Frame::Move | Frame::Moving { .. }))
    }

    fn scripts(&self) -> &'static [Script<Order>] {
        &orders::SCRIPTS
    }

    fn muster(&self, rules: &Rules, state: &State, side: Side, members: &mut Vec<Member>) {
        self.muster_by_nearness(rules, state, side, members);
    }

    fn vary(&self, rules: &Rules, state: &State, unit: u16, entropy: &mut dyn Entropy, memory: &mut Memory) -> Order {
        self.some_destination(rules, state, UnitId(unit as u8), entropy, memory)
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
        let side = Side(seat.0);
        match state.frame() {
            Frame::Move => self.next_march(rules, state, side, plan, memory, actions),
            Frame::Moving { .. } => self.finish_march(rules, state, seat, actions),
            Frame::Attack => self.next_attack(rules, state, memory, actions),
            Frame::Declare => self.declare(rules, state, seat, actions),
            Frame::Fresh { side } => self.give_fresh_strength(rules, state, side, memory, actions),
            Frame::Exchange { need } => self.pay(rules, state, seat, need, actions),
            Frame::Retreat { .. } | Frame::Displace { .. } => self.give_way(rules, state, seat, actions),
            Frame::FallBack => actions.push(Action::StandFast),
            Frame::Advance { .. } => self.follow_up(rules, state, seat, plan.style, actions),
            Frame::SpendMorale => self.spend_morale(rules, state, actions),
            Frame::CallUp { .. } => self.call_up(rules, state, seat, actions),
            Frame::FightOn => actions.push(self.fight_on(rules, state)),
            Frame::Reorganize { .. } | Frame::Place { .. } => self.put_back(rules, state, seat, actions),
            Frame::OpenMovement
            | Frame::KlenauDie
            | Frame::OpenCombat
            | Frame::CombatDie
            | Frame::WeatherDie
            | Frame::BookMorale
            | Frame::CloseCombat
            | Frame::EndTurn
            | Frame::Night
            | Frame::GameOver => {}
        }
    }

    fn alternatives(&self, rules: &Rules, state: &State, seat: Seat, answers: &mut Vec<Vec<Action>>) {
        self.list_alternatives(rules, state, seat, answers);
    }

    fn balance(&self, rules: &Rules, state: &State, side: Side) -> f64 {
        self.material(rules, state, side)
    }

    fn value(&self, rules: &Rules, state: &State, side: Side, luck: f64) -> f64 {
        self.expected_score(rules, state, side, luck)
    }

    fn losses(&self, rules: &Rules, state: &State, side: Side) -> Losses {
        value::losses(rules, state, side)
    }

    fn throw_key(&self, state: &State) -> u64 {
        let first = state.attack.defenders.first().map_or(255, |unit| unit.0);
        let weather = u64::from(state.frame() == Frame::WeatherDie);
        u64::from(state.turn) << 24 | u64::from(state.player.0) << 20 | weather << 16 | u64::from(first)
    }

    fn stay(&self) -> Order {
        Order::Stay
    }

    fn ordered_unit(&self, action: &Action) -> Option<u16> {
        if let Action::Select(unit) = action { Some(u16::from(unit.0)) } else { None }
    }

    fn spoken(&self, rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> String {
        orders::spoken(rules, seen, actions)
    }

    fn told(&self, rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> String {
        orders::told(rules, seen, actions)
    }
}

/// A unit's division, for bonuses; none in Dresden.
fn division_of(rules: &Rules, unit: UnitId) -> Option<Division> {
    let division = rules.unit(unit).division;
    (division != Division::NONE).then_some(division)
}
