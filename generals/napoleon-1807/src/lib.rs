//! How generals see Napoleon 1807: who is beside the enemy attacks, and who is not goes there or waits.

use ai::{Craft, Losses, Member, Plan, Registered, Script, Stretch};
use kernel::{Entropy, Language, Ruleset, Seat, Seen, Side};
use napoleon_1807::{Action, Rules, State, Napoleon1807, UNITS, UnitId};

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
        UNITS
    }

    fn stretch(&self, state: &State) -> Stretch {
        Stretch { turn: state.turn.into(), side: state.player }
    }

    fn is_planning(&self, state: &State) -> bool {
        state.attacked.is_none()
    }

    fn scripts(&self) -> &'static [Script<Order>] {
        &SCRIPTS
    }

    fn muster(&self, rules: &Rules, state: &State, side: Side, members: &mut Vec<Member>) {
        let standing = UnitId::all().filter(|unit| rules.unit(*unit).side == side && state.place(*unit).is_some());
        members.extend(standing.map(|unit| Member { unit: unit.0.into(), formation: 0 }));
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
        let eager = |action: &&Action| match **action {
            Action::Attack { unit, .. } => plan.of(unit.index()) == Order::Fight,
            Action::March { unit, to } => plan.of(unit.index()) == Order::Fight && is_nearer(rules, state, unit, to),
            Action::Stay => false,
        };
        actions.push(legal.iter().find(eager).copied().unwrap_or(Action::Stay));
    }

    fn alternatives(&self, rules: &Rules, state: &State, seat: Seat, answers: &mut Vec<Vec<Action>>) {
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        answers.extend(legal.into_iter().map(|action| vec![action]));
    }

    fn balance(&self, rules: &Rules, state: &State, side: Side) -> f64 {
        let own = |unit: UnitId| if rules.unit(unit).side == side { 1.0 } else { -1.0 };
        UnitId::all().filter(|unit| state.place(*unit).is_some()).map(own).sum()
    }

    fn value(&self, rules: &Rules, state: &State, side: Side, luck: f64) -> f64 {
        (0.5 + (self.balance(rules, state, side) + luck) / 2.0).clamp(0.0, 1.0)
    }

    fn losses(&self, rules: &Rules, state: &State, side: Side) -> Losses {
        let of_side = || UnitId::all().filter(|unit| rules.unit(*unit).side == side);
        let units = of_side().filter(|unit| state.place(*unit).is_none()).count() as u32;
        let units_in_all = of_side().count() as u32;
        Losses { units, units_in_all, strength: units, strength_in_all: units_in_all, strength_out: 0 }
    }

    fn throw_key(&self, state: &State) -> u64 {
        u64::from(state.turn) << 8 | u64::from(state.player.0)
    }

    fn stay(&self) -> Order {
        Order::Wait
    }

    fn ordered_unit(&self, action: &Action) -> Option<u16> {
        match action {
            Action::March { unit, .. } | Action::Attack { unit, .. } => Some(unit.0.into()),
            Action::Stay => None,
        }
    }

    fn spoken(&self, rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> String {
        actions.iter().map(|action| rules.say(seen, action).order).collect::<Vec<_>>().join("; ")
    }
}

/// Whether a step leads towards an enemy.
fn is_nearer(rules: &Rules, state: &State, unit: UnitId, to: board::Hex) -> bool {
    let Some(from) = state.place(unit) else { return false };
    let enemies = UnitId::all().filter(|other| rules.unit(*other).side != rules.unit(unit).side);
    let grid = &rules.map.grid;
    enemies.filter_map(|enemy| state.place(enemy)).any(|hex| grid.distance(to, hex) < grid.distance(from, hex))
}
