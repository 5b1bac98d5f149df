//! How generals see Napoleon 1807: units told to fight go for the nearest enemy, the others hold; whoever can fire, fires.

use ai::{Craft, Losses, Member, Plan, Registered, Script, Stretch};
use kernel::{Entropy, Language, Ruleset, Seat, Seen, Side};
use napoleon_1807::sequence::Frame;
use napoleon_1807::state::Fate;
use napoleon_1807::unit::{COUNTERS, CounterId};
use napoleon_1807::{Action, Napoleon1807, Rules, State};

/// What a unit is told for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Fight,
    Wait,
}

static SCRIPTS: [Script<Order>; 2] = [
    Script { order: Order::Fight, name: "fight", words: "goes for the enemy and attacks him" },
    Script { order: Order::Wait, name: "wait", words: "lets the enemy come" },
];

/// Nothing has to be worked out beforehand.
#[derive(Clone, Copy, Debug)]
pub struct Napoleon1807Craft;

/// The title with its generals. They are made here so that they are built once and not by every program that has them.
pub fn register(title: Napoleon1807) -> Registered {
    ai::register::<_, Napoleon1807Craft>(title)
}

impl Craft for Napoleon1807Craft {
    type Rules = Rules;
    type Order = Order;
    type Memory = ();

    fn new(_: &Rules) -> Napoleon1807Craft {
        Napoleon1807Craft
    }

    fn units(&self) -> usize {
        COUNTERS
    }

    fn stretch(&self, state: &State) -> Stretch {
        Stretch { turn: state.turn.into(), side: state.player }
    }

    fn is_planning(&self, state: &State) -> bool {
        matches!(state.frame(), Frame::Fire | Frame::Move | Frame::Assault)
    }

    fn scripts(&self) -> &'static [Script<Order>] {
        &SCRIPTS
    }

    fn muster(&self, rules: &Rules, state: &State, side: Side, members: &mut Vec<Member>) {
        for unit in rules.counters_of(side) {
            let there = matches!(state.fate[unit.index()], Fate::OnMap | Fate::Waiting);
            if rules.is_unit(unit) && there {
                members.push(Member { unit: unit.0.into(), formation: rules.counter(unit).group.0.into() });
            }
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
        let found = legal.iter().copied().max_by_key(|action| eagerness(rules, state, plan, action));
        actions.extend(found);
    }

    fn alternatives(&self, rules: &Rules, state: &State, seat: Seat, answers: &mut Vec<Vec<Action>>) {
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        answers.extend(legal.into_iter().map(|action| vec![action]));
    }

    fn balance(&self, rules: &Rules, state: &State, side: Side) -> f64 {
        let points = |of: Side| -> f64 {
            rules.counters_of(of).iter().map(|unit| f64::from(state.strength[unit.index()])).sum()
        };
        points(side) - points(Side(1 - side.0))
    }

    fn value(&self, rules: &Rules, state: &State, side: Side, luck: f64) -> f64 {
        let objectives = |of: Side| -> f64 {
            let held = rules.scenario.objectives.iter().zip(&state.control).filter(|(_, holder)| **holder == Some(of));
            held.map(|(objective, _)| f64::from(objective.points)).sum()
        };
        let lead = objectives(side) - objectives(Side(1 - side.0));
        (0.5 + lead / 20.0 + (self.balance(rules, state, side) + luck) / 400.0).clamp(0.0, 1.0)
    }

    fn losses(&self, rules: &Rules, state: &State, side: Side) -> Losses {
        let mut losses = Losses { units: 0, units_in_all: 0, strength: 0, strength_in_all: 0, strength_out: 0 };
        for unit in rules.counters_of(side).iter().filter(|unit| rules.is_unit(*unit)) {
            let printed = u32::from(rules.counter(unit).strength);
            losses.units_in_all += 1;
            losses.strength_in_all += printed;
            losses.strength += printed.saturating_sub(state.points(unit).into());
            losses.units += u32::from(state.fate[unit.index()] == Fate::Lost);
        }
        losses
    }

    fn throw_key(&self, state: &State) -> u64 {
        u64::from(state.turn) << 8 | u64::from(state.player.0) << 4 | state.frames.len() as u64
    }

    fn stay(&self) -> Order {
        Order::Wait
    }

    fn ordered_unit(&self, action: &Action) -> Option<u16> {
        if let Action::Select(unit) = action { Some(unit.0.into()) } else { None }
    }

    fn spoken(&self, rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> String {
        actions.iter().map(|action| rules.say(seen, action).order).collect::<Vec<_>>().join("; ")
    }
}

/// How near an enemy is to a hex; far if there is none.
fn nearest_enemy(rules: &Rules, state: &State, side: Side, hex: board::Hex) -> u16 {
    let enemies = state.occupied[1 - usize::from(side.0)].iter();
    enemies.map(|enemy| rules.ground.grid.distance(hex, enemy)).min().unwrap_or(99)
}

/// The larger, the sooner an action is taken; what ends or declines something comes after what does something.
fn eagerness(rules: &Rules, state: &State, plan: &Plan<Order>, action: &Action) -> i32 {
    let hand = state.hand.unit;
    let fights = |unit: CounterId| unit.is_none() || plan.of(unit.index()) == Order::Fight;
    match *action {
        Action::Rally(_) | Action::Bombard(..) | Action::Shoot(..) | Action::SquareFire(_) | Action::TrySquare => 50,
        Action::BombardTogether(..) | Action::ShootTogether(..) => 51,
        Action::Attack(..) => 40,
        Action::Fight | Action::Strike => 45,
        Action::Select(unit) if rules.is_unit(unit) && fights(unit) => 30,
        Action::Select(unit) if !rules.is_unit(unit) && !state.on_map(unit) => 20,
        Action::Step(to) if !state.on_map(hand) => 60 - i32::from(nearest_enemy(rules, state, state.player, to)),
        Action::Step(to) => {
            let now = nearest_enemy(rules, state, state.player, state.hex_of(hand));
            let then = nearest_enemy(rules, state, state.player, to);
            if then < now && fights(hand) { 60 - i32::from(then) } else { -10 }
        }
        Action::Turn(facing) if state.frame() == Frame::Moving => {
            let at = state.hex_of(hand);
            let seen = |facing| {
                rules
                    .ground
                    .front(at, facing)
                    .into_iter()
                    .any(|hex| rules.is_held_by(state, Side(1 - state.player.0), hex))
            };
            if seen(facing) && !seen(state.facing[hand.index()]) { 55 } else { -10 }
        }
        Action::EndMovement | Action::EndFire | Action::EndRally | Action::EndCombat | Action::HoldFire => 10,
        Action::Halt | Action::Pass | Action::Stay => 10,
        Action::Turn(_) | Action::Retreat(..) | Action::Lose(_) | Action::Appoint(_) | Action::Pursue(..) => 5,
        Action::Select(_)
        | Action::FormSquare
        | Action::LeaveSquare
        | Action::Charge(_)
        | Action::KeepCharge
        | Action::Countercharge(..)
        | Action::Withdraw(..)
        | Action::Join(_)
        | Action::Target(_) => -10,
    }
}
