//! Where counters go: each looks a few manoeuvres ahead and takes those after which it stands best.

use board::{Direction, Facing, Hex};
use kernel::{Discard, Pending, Ruleset, Seat, Side};
use syw_battles::counters::{CounterId, CounterSet, Formation, enemy_of};
use syw_battles::sequence::Frame;
use syw_battles::{Action, Rules, State};

use crate::orders::{Manner, Order, Weights};
use crate::survey::Survey;
use crate::{Memory, SywBattlesCraft, battle, leaders, value};

/// How many manoeuvres far a counter looks.
const FAR: usize = 14;

/// Shaken units go no farther from the enemy than this.
const SAFE: u16 = 5;

/// Enemies so near make a Column form Line.
const DEPLOY: u16 = 7;

/// So many hexes ahead of where the middle of its corps stood is as far as a counter goes by itself.
const AHEAD: u16 = 4;

/// A way in the making.
#[derive(Clone, Debug)]
struct Way {
    state: State,
    actions: Vec<Action>,
    worth: f64,
    /// Somebody else, or a die, comes next.
    ended: bool,
}

impl SywBattlesCraft {
    /// The next counter that has somewhere to go, with its whole move; the end of the movement if there is none.
    pub(crate) fn next_move(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        plan: &ai::Plan<Order>,
        memory: &mut Memory,
        actions: &mut Vec<Action>,
    ) {
        let side = Side(seat.0);
        let key = (state.turn, state.part as u8, side);
        if memory.key != Some(key) {
            memory.key = Some(key);
            memory.survey = Survey::new(rules, state, side);
            memory.considered = CounterSet::EMPTY;
        }
        let able = rules.able_to_move(state, side).difference(memory.considered);
        let own = able.iter().filter(|counter| state.formation(*counter) != Formation::Brigade);
        let mut own: Vec<(u16, CounterId)> =
            own.map(|counter| (turn_of(rules, state, memory, counter), counter)).collect();
        own.sort_unstable();
        for (_, counter) in own {
            memory.considered.insert(counter);
            if rules.is_leader(counter) && state.on_map(counter) {
                if self.ride(rules, state, seat, counter, &memory.survey, actions) {
                    return;
                }
                continue;
            }
            let manner = match plan.of(counter.index()) {
                Order::In(manner) => manner,
                Order::Stay => continue,
            };
            let weights = Weights::of(manner, plan.style);
            let found = self.way_of(rules, state, seat, counter, manner, &weights, &memory.survey);
            if let Some(way) = found {
                actions.extend(way);
                return;
            }
        }
        actions.push(Action::EndMovement);
    }

    /// A counter is in hand already: the rest of its move.
    pub(crate) fn go_on(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        plan: &ai::Plan<Order>,
        memory: &mut Memory,
        actions: &mut Vec<Action>,
    ) {
        let side = Side(seat.0);
        let manner = match plan.of(state.hand.piece.index()) {
            Order::In(manner) => manner,
            Order::Stay => Manner::Hold,
        };
        let weights = Weights::of(manner, plan.style);
        let survey = Survey::new(rules, state, side);
        memory.key = None;
        let start = Way {
            worth: self.stands(rules, state, state.hand.piece, &weights, &survey),
            state: state.clone(),
            actions: Vec::new(),
            ended: false,
        };
        let best = self.look_ahead(rules, seat, start, manner, &weights, &survey);
        actions.extend(best.actions);
        if !best.ended && rules.allows(&best.state, side, &Action::Halt) {
            actions.push(Action::Halt);
        }
    }

    /// The best way of a counter from where it stands; nothing if it stands best where it is.
    #[allow(clippy::too_many_arguments, reason = "one question with everything that bears on it")]
    fn way_of(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        counter: CounterId,
        manner: Manner,
        weights: &Weights,
        survey: &Survey,
    ) -> Option<Vec<Action>> {
        // Guns that have something to fire at stay.
        let battery = rules.is_battery(counter) && state.on_map(counter);
        if battery && self.best_shot(rules, state, counter) > 0.0 {
            return None;
        }
        let mut begun = state.clone();
        let select = Action::Select(counter);
        if !rules.allows(&begun, Side(seat.0), &select) {
            return None;
        }
        let now = self.stands(rules, state, counter, weights, survey);
        rules.play(&mut begun, seat, &select, &mut Discard);
        if !is_moving(rules, &begun, seat) {
            return None;
        }
        let start = Way { state: begun, actions: vec![select], worth: now + weights.stay, ended: false };
        let mut best = self.look_ahead(rules, seat, start, manner, weights, survey);
        if best.actions.len() < 2 {
            return None;
        }
        if !best.ended {
            best.actions.push(Action::Halt);
        }
        Some(best.actions)
    }

    /// Follows the best few ways until none gets better. The way returned can be ended where it ends.
    fn look_ahead(
        &self,
        rules: &Rules,
        seat: Seat,
        start: Way,
        manner: Manner,
        weights: &Weights,
        survey: &Survey,
    ) -> Way {
        let side = Side(seat.0);
        let piece = start.state.hand.piece;
        let mut best = start.clone();
        let mut settled = rules.allows(&start.state, side, &Action::Halt);
        let mut seen: Vec<(Hex, Facing, Formation, u8, bool)> = Vec::new();
        let mut ways = vec![start];
        let mut legal = Vec::new();
        for _ in 0..FAR {
            let mut next: Vec<Way> = Vec::new();
            for way in &ways {
                rules.legal(&way.state, seat, &mut legal);
                for action in &legal {
                    if !is_worth_trying(action, manner) {
                        continue;
                    }
                    let mut after = way.state.clone();
                    rules.play(&mut after, seat, action, &mut Discard);
                    let ended = !is_moving(rules, &after, seat) || after.hand.piece != piece;
                    let hand = &after.hand;
                    let key =
                        (after.hex_of(piece), after.facing(piece), after.formation(piece), hand.spent, hand.finished);
                    if !ended && seen.contains(&key) {
                        continue;
                    }
                    seen.push(key);
                    let worth = self.stands(rules, &after, piece, weights, survey);
                    let mut actions = way.actions.clone();
                    actions.push(*action);
                    next.push(Way { state: after, actions, worth, ended });
                }
            }
            next.sort_by(|one, other| other.worth.total_cmp(&one.worth));
            for way in &next {
                let may_end = way.ended || rules.allows(&way.state, side, &Action::Halt);
                if may_end && (way.worth > best.worth + 0.01 || !settled) {
                    best = way.clone();
                    settled = true;
                }
            }
            next.retain(|way| !way.ended);
            next.truncate(self.ways);
            if next.is_empty() {
                break;
            }
            ways = next;
        }
        best
    }

    /// How well a counter stands.
    fn stands(&self, rules: &Rules, state: &State, piece: CounterId, weights: &Weights, survey: &Survey) -> f64 {
        let print = rules.counter(piece);
        let side = print.side;
        if !state.on_map(piece) {
            // A brigade that fell apart, or a counter that has not come yet.
            let units: f64 = print.units.iter().map(|unit| value::worth(rules, state, *unit)).sum();
            return units - 60.0;
        }
        let places = rules.places(state, piece);
        let Some(head) = places.first().copied() else { return -60.0 };
        let formation = state.formation(piece);
        let worth: f64 = match print.is_brigade() {
            true => print.units.iter().map(|unit| value::worth(rules, state, *unit)).sum(),
            false => value::worth(rules, state, piece),
        };
        let pull = places.iter().map(|hex| survey.pull[hex.index()]).min().unwrap_or(0);
        let near = places.iter().map(|hex| survey.near[hex.index()]).min().unwrap_or(u16::MAX);
        let danger: f64 = places.iter().map(|hex| survey.danger[hex.index()]).sum();
        let mut sum = worth - weights.approach * f64::from(pull.min(200));
        let closed = matches!(formation, Formation::Column | Formation::Limbered);
        sum -= weights.danger * danger * if closed { 3.0 } else { 1.0 };
        if closed && near <= DEPLOY {
            sum -= 4.0 + f64::from(DEPLOY - near);
        }
        if print.is_battery() {
            return sum + 4.0 * self.best_shot(rules, state, piece) - if near <= 2 { 6.0 } else { 0.0 };
        }
        if !formation.is_formed() {
            // Shaken units keep out of the enemy's reach, but near enough to come back.
            return sum + weights.approach * f64::from(pull.min(200)) + 0.8 * f64::from(near.min(SAFE));
        }
        if !print.corps.is_none() {
            let middle = survey.lines.get(print.corps.index()).copied().unwrap_or(0);
            sum -= weights.line * f64::from(middle.saturating_sub(near).saturating_sub(AHEAD));
        }
        sum -= weights.command * f64::from(leaders::beyond_command(rules, state, piece, head));
        if near <= DEPLOY && formation.has_facing() {
            sum += weights.front * self.fronts(rules, state, piece, head);
        }
        if near <= DEPLOY && formation == Formation::Line {
            sum += weights.line * f64::from(self.beside(rules, state, piece, side));
        }
        if near <= 2 && formation == Formation::Line {
            sum += weights.engage * battle::promise_before(rules, state, piece);
            sum -= 1.5 * f64::from(self.friends_behind(rules, state, piece, side));
        }
        sum
    }

    /// Enemies before a counter, less those beside and behind it, the nearer the more.
    fn fronts(&self, rules: &Rules, state: &State, piece: CounterId, head: Hex) -> f64 {
        let side = rules.side_of(piece);
        let facing = state.facing(piece);
        let mut sum = 0.0;
        for enemy in state.occupied[enemy_of(side).index()].iter() {
            let distance = rules.ground.distance(head, enemy);
            if distance == 0 || distance > DEPLOY {
                continue;
            }
            let weight = 1.0 / f64::from(distance);
            sum += if rules.looks_at(facing, head, enemy) { weight } else { -weight };
        }
        sum.clamp(-3.0, 3.0)
    }

    /// On how many of its flanks a Line has another that looks the same way.
    fn beside(&self, rules: &Rules, state: &State, piece: CounterId, side: Side) -> u8 {
        let (facing, places) = (state.facing(piece), rules.places(state, piece));
        let (Some(right), Some(left)) = (places.first(), places.last()) else { return 0 };
        let flanks = [(*right, facing.direction().clockwise(2)), (*left, facing.direction().clockwise(5))];
        let joined = |(hex, way): &(Hex, Direction)| {
            let next = rules.ground.grid.neighbour(*hex, *way);
            next.is_some()
                && rules.is_held_by(state, side, next)
                && state.long_in(next).into_iter().chain(state.counters_in(next)).any(|friend| {
                    friend != piece && state.formation(friend) == Formation::Line && state.facing(friend) == facing
                })
        };
        flanks.iter().filter(|flank| joined(flank)).count() as u8
    }

    /// Friends so close behind a Line that it would panic when it recoils (H.2j).
    fn friends_behind(&self, rules: &Rules, state: &State, piece: CounterId, side: Side) -> u8 {
        let back = state.facing(piece).direction().clockwise(3);
        let places = rules.places(state, piece);
        let behind =
            places.iter().flat_map(|hex| [back, back.clockwise(1)].map(|way| rules.ground.grid.neighbour(*hex, way)));
        behind.filter(|hex| hex.is_some() && !places.contains(hex) && rules.is_held_by(state, side, *hex)).count() as u8
    }

    /// The best that a battery could fire at from where it stands, as the number of its column; 0 if there is nothing.
    pub(crate) fn best_shot(&self, rules: &Rules, state: &State, battery: CounterId) -> f64 {
        let enemies = state.occupied[enemy_of(rules.side_of(battery)).index()].iter();
        let columns = enemies.filter_map(|hex| rules.battery_reaches(state, battery, hex));
        columns.map(|range| 1.0 + f64::from(rules.battery_column(battery, range) as u8)).fold(0.0, f64::max)
    }
}

/// Whether the counter in hand is still in this player's hands.
pub(crate) fn is_moving(rules: &Rules, state: &State, seat: Seat) -> bool {
    state.frame() == Frame::Moving
        && matches!(rules.pending(state), Pending::Decide(_))
        && rules.pending(state).asks(seat).is_some()
}

/// Whose move comes first: those nearest to the enemy, who make room; leaders last. Who enters the map keeps the order of the rules.
fn turn_of(rules: &Rules, state: &State, memory: &Memory, counter: CounterId) -> u16 {
    let at = state.hex_of(counter);
    if !state.on_map(counter) || at.is_none() {
        return 500;
    }
    if rules.is_leader(counter) {
        // Those who command others first.
        return 1000 - rules.range_of_command(state, counter);
    }
    memory.survey.near[at.index()]
}

/// What ends a move, or leads nowhere, is not looked at.
fn is_worth_trying(action: &Action, manner: Manner) -> bool {
    match action {
        Action::Step(_)
        | Action::Enter(..)
        | Action::Turn(_)
        | Action::Wheel(_)
        | Action::Change(_)
        | Action::Deploy(_)
        | Action::Slide(_)
        | Action::AboutFace
        | Action::WheelBack(_) => true,
        Action::Reverse(_) => matches!(manner, Manner::Withdraw | Manner::Hold),
        Action::Plan(..)
        | Action::EndPlans
        | Action::Call(_)
        | Action::Wait
        | Action::Appoint(..)
        | Action::KeepInitiative
        | Action::YieldInitiative
        | Action::Select(_)
        | Action::Halt
        | Action::EndMovement
        | Action::Assign(_)
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
        | Action::Unstack(..)
        | Action::Rally(_)
        | Action::EndRally
        | Action::Rout(_)
        | Action::Run(_)
        | Action::Shift(..)
        | Action::Dress(..)
        | Action::Swing(..)
        | Action::Reform(_)
        | Action::EndReorganisation => false,
    }
}

/// The way from one hex to another, as nearly as the six directions tell.
pub(crate) fn toward(rules: &Rules, from: Hex, to: Hex) -> Option<Direction> {
    let ways = Direction::ALL.into_iter().filter(|way| rules.ground.grid.neighbour(from, *way).is_some());
    ways.min_by_key(|way| rules.ground.distance(rules.ground.grid.neighbour(from, *way), to))
}
