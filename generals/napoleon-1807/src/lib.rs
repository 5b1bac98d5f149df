//! How generals see Napoleon 1807. `docs/generals.md` says the same in words for players.
//!
//! `orders` has the scripts a unit can be given, `terrain` the distances, `survey` threats, support and objectives, `march`
//! where units go and when cavalry charges, `assault` who attacks whom and what it promises, `react` fire and reactions,
//! `aftermath` what follows a combat, `value` what a position is worth.

mod aftermath;
mod assault;
mod march;
mod orders;
mod react;
mod ride;
mod survey;
mod terrain;
mod value;

use ai::{Craft, Losses, Member, Plan, Registered, Script, Stretch};
use kernel::{Entropy, Seat, Seen, Side};
use napoleon_1807::counters::{COUNTERS, CounterId, CounterSet, FRENCH, enemy_of};
use napoleon_1807::sequence::Frame;
use napoleon_1807::staff::Field;
use napoleon_1807::state::Fate;
use napoleon_1807::{Action, Napoleon1807, Rules, State};

use march::Route;
pub use orders::{Manner, Order};
use survey::Survey;
use terrain::Distances;

/// The craft of one battle.
#[derive(Debug)]
pub struct Napoleon1807Craft {
    distances: Distances,
    odds: assault::Odds,
    units: usize,
}

/// So many units make a large battle.
const LARGE: usize = 80;

/// What is remembered while a turn is played through.
#[derive(Debug)]
pub struct Memory {
    survey: Survey,
    field: Field,
    /// The turn and side for which it holds who has been considered.
    turn: (u8, Side),
    considered: CounterSet,
    route: Option<Route>,
    waiting: Vec<((u8, u8, u8), CounterId)>,
    legal: Vec<Action>,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            survey: Survey::default(),
            field: Field::default(),
            turn: (0, FRENCH),
            considered: CounterSet::EMPTY,
            route: None,
            waiting: Vec::new(),
            legal: Vec::new(),
        }
    }
}

/// The title with its generals. They are made here so that they are built once and not by every program that has them.
pub fn register(title: Napoleon1807) -> Registered {
    ai::register::<_, Napoleon1807Craft>(title)
}

impl Craft for Napoleon1807Craft {
    type Rules = Rules;
    type Order = Order;
    type Memory = Memory;

    fn new(rules: &Rules) -> Napoleon1807Craft {
        let units = rules.counters.iter().filter(|counter| !counter.is_commander()).count();
        Napoleon1807Craft { distances: Distances::new(rules), odds: assault::Odds::new(rules), units }
    }

    fn units(&self) -> usize {
        COUNTERS
    }

    fn stretch(&self, state: &State) -> Stretch {
        Stretch { turn: state.turn.into(), side: state.player }
    }

    /// An attack takes two turns to tell: one to come up, one to be answered. In a large battle that would take too long.
    fn horizon(&self, _: &State) -> u32 {
        if self.units > LARGE { 2 } else { 4 }
    }

    fn is_planning(&self, state: &State) -> bool {
        state.frames.iter().any(|frame| matches!(frame, Frame::Fire | Frame::Move | Frame::Moving))
            && !state.frames.contains(&Frame::CloseCombat)
    }

    fn scripts(&self) -> &'static [Script<Order>] {
        &orders::SCRIPTS
    }

    fn muster(&self, rules: &Rules, state: &State, side: Side, members: &mut Vec<Member>) {
        let enemies = &state.occupied[enemy_of(side).index()];
        let mut all: Vec<(u16, Member)> = Vec::new();
        for unit in rules.counters_of(side).iter().filter(|unit| rules.is_unit(*unit)) {
            let near = match state.fate[unit.index()] {
                Fate::OnMap => {
                    let at = state.hex_of(unit);
                    enemies.iter().map(|enemy| rules.ground.grid.distance(at, enemy)).min().unwrap_or(99)
                }
                Fate::Waiting => 100,
                Fate::None | Fate::Lost => continue,
            };
            all.push((near, Member { unit: unit.0.into(), formation: self.formation(rules, unit) }));
        }
        all.sort_by_key(|(near, _)| *near);
        members.extend(all.into_iter().map(|(_, member)| member));
    }

    fn vary(&self, rules: &Rules, state: &State, unit: u16, entropy: &mut dyn Entropy, memory: &mut Memory) -> Order {
        self.some_destination(rules, state, CounterId(unit as u8), entropy, memory)
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
        let chosen = match state.frame() {
            Frame::Reorganize { .. } => self.rally(rules, state, seat, memory),
            Frame::Fire => Some(self.bombard(rules, state, seat, memory)),
            Frame::Move => Some(self.next_march(rules, state, side, plan, memory)),
            Frame::Moving => self.go_on(rules, state, seat, plan, memory),
            Frame::FormSquare { .. } | Frame::React | Frame::Withdraw => Some(self.react(rules, state, seat, memory)),
            Frame::Assault => self.next_attack(rules, state, seat, memory),
            Frame::Declare => self.declare(rules, state, seat, memory),
            Frame::Volley { .. } | Frame::Skirmish { .. } => Some(self.shoot(rules, state, seat, memory)),
            Frame::Retreat { .. } => self.give_way(rules, state, seat, memory),
            Frame::Pursuit { .. } => self.follow_up(rules, state, seat, memory),
            Frame::Face { unit } => self.face(rules, state, seat, unit, memory),
            Frame::Losses { .. } => self.pay(rules, state, seat, memory),
            Frame::Successor { .. } => self.appoint(rules, state, seat, memory),
            Frame::Initiative
            | Frame::Command
            | Frame::RallyDice { .. }
            | Frame::OpenFire
            | Frame::GunDice { .. }
            | Frame::OpenMovement
            | Frame::SquareDice { .. }
            | Frame::OpenCombat
            | Frame::RifleDice { .. }
            | Frame::Hits
            | Frame::Ratio
            | Frame::CombatDie
            | Frame::Disorganize { .. }
            | Frame::Tests { .. }
            | Frame::MoraleDice { .. }
            | Frame::PursuitDice { .. }
            | Frame::LossDice { .. }
            | Frame::CommanderDice { .. }
            | Frame::CloseCombat
            | Frame::EndTurn
            | Frame::GameOver => None,
        };
        // A hex that is too full has to be cleared, whatever the plan says (4.4a).
        let moves = matches!(state.frame(), Frame::Move | Frame::Moving);
        let refused = moves && chosen.is_some_and(|action| !rules.allows(state, side, &action));
        if refused {
            memory.route = None;
            let mut legal = Vec::new();
            kernel::Ruleset::legal(rules, state, seat, &mut legal);
            actions.extend(legal.first());
        } else {
            actions.extend(chosen);
        }
    }

    fn alternatives(&self, rules: &Rules, state: &State, seat: Seat, answers: &mut Vec<Vec<Action>>) {
        // Attacks and pursuits decide battles; reactions are answered at once.
        if matches!(state.frame(), Frame::Assault | Frame::Pursuit { .. }) {
            let mut legal = Vec::new();
            kernel::Ruleset::legal(rules, state, seat, &mut legal);
            answers.extend(legal.into_iter().map(|action| vec![action]));
        }
    }

    fn balance(&self, rules: &Rules, state: &State, side: Side) -> f64 {
        self.balance_now(rules, state, side)
    }

    fn value(&self, rules: &Rules, state: &State, side: Side, luck: f64) -> f64 {
        self.expected_score(rules, state, side, luck)
    }

    fn losses(&self, rules: &Rules, state: &State, side: Side) -> Losses {
        value::losses(rules, state, side)
    }

    fn throw_key(&self, state: &State) -> u64 {
        let frame = state.frame();
        let unit = if let Frame::GunDice { battery: unit, .. }
        | Frame::RifleDice { unit, .. }
        | Frame::MoraleDice { unit }
        | Frame::RallyDice { unit } = frame
        {
            u64::from(unit.0)
        } else {
            state.combat.defenders.first().map_or(255, |unit| u64::from(unit.0))
        };
        let kind = u64::from(frame == Frame::CombatDie) << 1 | u64::from(matches!(frame, Frame::LossDice { .. }));
        u64::from(state.turn) << 24 | u64::from(state.player.0) << 20 | kind << 16 | unit
    }

    fn stay(&self) -> Order {
        Order::Stay
    }

    fn ordered_unit(&self, action: &Action) -> Option<u16> {
        if let Action::Select(unit) = action { Some(unit.0.into()) } else { None }
    }

    fn spoken(&self, rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> String {
        orders::spoken(rules, seen, actions)
    }
}

impl Napoleon1807Craft {
    /// What belongs together: a group of the army tables, or those under the same commander.
    fn formation(&self, rules: &Rules, unit: CounterId) -> u16 {
        let group = rules.counter(unit).group;
        if !group.is_none() {
            return group.0.into();
        }
        let over = rules.counters.iter().rposition(|commander| commander.commands.contains(unit));
        over.map_or(u16::MAX, |index| 256 + index as u16)
    }
}
