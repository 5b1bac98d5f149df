//! Stacks as they march: who goes with whom, how far, and by which way.

use board::boxes::{BoxId, ConnectionId};
use jours_de_gloire::Rules;
use jours_de_gloire::counters::{ArmyId, CounterId, Kind};
use jours_de_gloire::march::March;
use jours_de_gloire::sets::CounterSet;
use jours_de_gloire::state::{BOXES, State, Whereabouts, enemy_of};
use kernel::{Seat, Side};

use crate::survey::is_dummy;

/// Counters that march together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stack {
    pub(crate) counters: CounterSet,
    pub(crate) at: BoxId,
    pub(crate) enters: bool,
    pub(crate) strength: u16,
    /// The counter whose order it follows.
    pub(crate) lead: CounterId,
    pub(crate) dummy: bool,
}

impl Stack {
    fn of(rules: &Rules, state: &State, counters: CounterSet, at: BoxId, enters: bool) -> Option<Stack> {
        let strength = rules.strength_of(state, &counters);
        let by_strength = |counter: &CounterId| (state.piece(*counter).strength, std::cmp::Reverse(*counter));
        let lead = counters.iter().max_by_key(by_strength)?;
        let dummy = counters.iter().all(|counter| is_dummy(rules, counter));
        Some(Stack { counters, at, enters, strength, lead, dummy })
    }

    /// The stack in hand, as it marches.
    pub(crate) fn in_hand(rules: &Rules, state: &State, march: &March) -> Option<Stack> {
        Stack::of(rules, state, march.stack, march.at, false)
    }

    /// Leaders or guns without a unit.
    pub(crate) fn is_helpless(&self) -> bool {
        self.strength == 0 && !self.dummy
    }
}

/// Where counters are, whether they enter the map there, and whose they are.
type Quarters = (BoxId, bool, Option<ArmyId>);

/// The counters of one army in one box that could march.
#[derive(Default)]
struct Camp {
    leaders: Vec<CounterId>,
    units: Vec<CounterId>,
    guns: Vec<CounterId>,
}

/// All stacks that a seat could set in motion: as many as there are leaders for, each leader with his share.
pub(crate) fn stacks(rules: &Rules, state: &State, seat: Seat) -> Vec<Stack> {
    let side = rules.side_of_seat(seat);
    let mut camps: Vec<(Quarters, Camp)> = Vec::new();
    let mut stacks = Vec::new();
    for number in 0..state.pieces.len() {
        let counter = CounterId(number as u8);
        let piece = &state.pieces[number];
        let (at, enters) = match piece.whereabouts {
            Whereabouts::At(at) => (at, false),
            Whereabouts::Entering(at) => (at, true),
            Whereabouts::Waiting
            | Whereabouts::Pool
            | Whereabouts::Recalled
            | Whereabouts::Lost
            | Whereabouts::Captured => continue,
        };
        if rules.side_of(counter) != side || piece.moved || rules.is_bound(counter) {
            continue;
        }
        if !rules.can_take(state, seat, counter) {
            continue;
        }
        let army = rules.army_that_pays(state, counter);
        let alone = match rules.kind(counter) {
            Kind::InfantryDummy | Kind::CavalryDummy => true,
            Kind::Infantry | Kind::Cavalry => army.is_none(),
            Kind::Leader | Kind::Artillery => false,
        };
        if alone {
            stacks.extend(Stack::of(rules, state, CounterSet::from_iter([counter]), at, enters));
            continue;
        }
        let key = (at, enters, army);
        let place = camps.iter().position(|(other, _)| *other == key).unwrap_or_else(|| {
            camps.push((key, Camp::default()));
            camps.len() - 1
        });
        let camp = &mut camps[place].1;
        match rules.kind(counter) {
            Kind::Leader => camp.leaders.push(counter),
            Kind::Artillery => camp.guns.push(counter),
            Kind::Infantry | Kind::Cavalry | Kind::InfantryDummy | Kind::CavalryDummy => camp.units.push(counter),
        }
    }
    for ((at, enters, _), camp) in camps {
        share_out(rules, state, at, enters, camp, &mut stacks);
    }
    stacks
}

fn share_out(rules: &Rules, state: &State, at: BoxId, enters: bool, mut camp: Camp, stacks: &mut Vec<Stack>) {
    camp.leaders.sort_by_key(|leader| {
        let counter = rules.counter(*leader);
        std::cmp::Reverse((counter.rank, counter.command_value, counter.tactical_bonus))
    });
    camp.units.sort_by_key(|unit| std::cmp::Reverse(state.piece(*unit).strength));
    let groups = camp.leaders.len().min(camp.units.len()).max(1);
    let mut shares = vec![CounterSet::EMPTY; groups];
    let mut left = Vec::new();
    for (number, unit) in camp.units.iter().enumerate() {
        let fits = |share: &CounterSet| {
            let mut with = *share;
            with.insert(*unit);
            rules.is_small_stack(&with)
        };
        let wanted = number % groups;
        let place = if fits(&shares[wanted]) { Some(wanted) } else { shares.iter().position(fits) };
        match place {
            Some(place) => shares[place].insert(*unit),
            None => left.push(*unit),
        }
    }
    for (number, leader) in camp.leaders.iter().enumerate() {
        shares[number % groups].insert(*leader);
    }
    for gun in camp.guns {
        shares[0].insert(gun);
    }
    for share in shares {
        stacks.extend(Stack::of(rules, state, share, at, enters));
    }
    // Nobody leads these; two or three of them still march together.
    let mut more = CounterSet::EMPTY;
    for unit in left {
        let mut with = more;
        with.insert(unit);
        if !rules.is_small_stack(&with) {
            stacks.extend(Stack::of(rules, state, more, at, enters));
            with = CounterSet::from_iter([unit]);
        }
        more = with;
    }
    stacks.extend(Stack::of(rules, state, more, at, enters));
}

/// Where a stack can march, and by which way.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    start: BoxId,
    /// Points spent; `u8::MAX` where it cannot come.
    cost: Box<[u8; BOXES]>,
    came_by: Box<[Option<ConnectionId>; BOXES]>,
    pub(crate) reached: Vec<BoxId>,
    points: u8,
}

impl Reach {
    /// `points` to spend from here. Boxes with enemies are the end of a march (5.3c).
    pub(crate) fn new(rules: &Rules, state: &State, side: Side, stack: &Stack, points: u8) -> Reach {
        let enemy = enemy_of(side);
        let mut reach = Reach {
            start: stack.at,
            cost: Box::new([u8::MAX; BOXES]),
            came_by: Box::new([None; BOXES]),
            reached: vec![stack.at],
            points,
        };
        reach.cost[stack.at.index()] = 0;
        let truce = matches!(state.calendar.peace, jours_de_gloire::state::Peace::Armistice { .. });
        for spent in 0..points {
            let mut number = 0;
            while number < reach.reached.len() {
                let here = reach.reached[number];
                number += 1;
                if reach.cost[here.index()] != spent || (here != stack.at && state.occupies(enemy, here)) {
                    continue;
                }
                for (next, way) in rules.ground.neighbours(here) {
                    let then = spent + rules.step_cost(state, *way);
                    if then > points || then >= reach.cost[next.index()] {
                        continue;
                    }
                    if !rules.is_passable(state, *way, *next, &stack.counters)
                        || (stack.is_helpless() && state.occupies(enemy, *next))
                        || (truce && rules.armistice_bars(state, side, *next))
                    {
                        continue;
                    }
                    if reach.cost[next.index()] == u8::MAX {
                        reach.reached.push(*next);
                    }
                    reach.cost[next.index()] = then;
                    reach.came_by[next.index()] = Some(*way);
                }
            }
        }
        reach
    }

    pub(crate) fn can_reach(&self, place: BoxId) -> bool {
        self.cost[place.index()] != u8::MAX
    }

    /// The connections by which it could come into a box, the cheapest first.
    pub(crate) fn ways_into(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        stack: &Stack,
        place: BoxId,
    ) -> Vec<ConnectionId> {
        let enemy = enemy_of(side);
        let mut ways: Vec<(u8, ConnectionId)> = Vec::new();
        for (next, way) in rules.ground.neighbours(place) {
            let so_far = self.cost[next.index()];
            if so_far == u8::MAX || (*next != self.start && state.occupies(enemy, *next)) {
                continue;
            }
            let then = so_far.saturating_add(rules.step_cost(state, *way));
            if then <= self.points && rules.is_passable(state, *way, place, &stack.counters) {
                ways.push((then, *way));
            }
        }
        ways.sort_unstable();
        ways.into_iter().map(|(_, way)| way).collect()
    }

    /// The steps to a box, the last by this connection if one is asked for.
    pub(crate) fn path(&self, rules: &Rules, to: BoxId, last: Option<ConnectionId>) -> Vec<ConnectionId> {
        let mut steps = Vec::new();
        let mut here = to;
        if let Some(last) = last {
            steps.push(last);
            here = rules.ground.across(last, to);
        }
        while here != self.start {
            let Some(way) = self.came_by[here.index()] else { return Vec::new() };
            steps.push(way);
            here = rules.ground.across(way, here);
            if steps.len() > 32 {
                return Vec::new();
            }
        }
        steps.reverse();
        steps
    }
}
