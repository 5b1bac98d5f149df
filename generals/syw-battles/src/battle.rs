//! Fire and charges by expectation, and what follows them.

use board::{Facing, Hex};
use kernel::{Discard, Ruleset, Seat, Side};
use syw_battles::counters::{CounterId, Formation, enemy_of};
use syw_battles::sequence::{Frame, Trial};
use syw_battles::{Action, Rules, State};

use crate::march::toward;
use crate::{Memory, SywBattlesCraft, value};

/// What a charge must promise to be made at all.
const WORTH_A_CHARGE: f64 = 0.05;

/// So many choices of a routing unit are looked at together.
const FARTHER: usize = 3;

/// What it costs cavalry to leave its ground.
const GROUND: f64 = 0.4;

/// What a fire promises.
fn promise_of_fire(rules: &Rules, state: &State, firer: CounterId, target: CounterId) -> f64 {
    value::of_toll(rules, state, target, rules.toll_of_fire(state, firer, target), false)
        + if rules.is_leader(target) { 0.3 } else { 0.0 }
}

/// What a charge promises: the target's loss less that of the charger in front.
fn promise_of_charge(rules: &Rules, state: &State, front: CounterId, support: &[CounterId], target: CounterId) -> f64 {
    let [own, his] = rules.toll_of_charge(state, front, support, target);
    let leader = if rules.is_leader(target) { 1.0 } else { 0.0 };
    let backed = |unit: CounterId, from: CounterId| rules.panics_going_back(state, unit, state.hex_of(from));
    leader + value::of_toll(rules, state, target, his, backed(target, front))
        - value::of_toll(rules, state, front, own, backed(front, target))
}

/// What a Line has before it: the fire of its infantry, or the charges of its cavalry.
pub(crate) fn promise_before(rules: &Rules, state: &State, piece: CounterId) -> f64 {
    let print = rules.counter(piece);
    let side = print.side;
    let of_unit = |unit: CounterId| -> f64 {
        let targets = rules.arc(state, unit);
        let targets = targets.iter().flat_map(|hex| rules.targets(state, side, *hex));
        let promises = targets.map(|target| match print.is_cavalry() {
            true => promise_of_charge(rules, state, unit, &[], target) - 0.2,
            false => {
                let drill = f64::from(rules.faces_that_pass(state, unit, Trial::Volley)) / 6.0;
                // Cavalry before which infantry comes has to go.
                let drives = if rules.counter(target).is_cavalry() { 0.6 } else { 0.0 };
                drill * promise_of_fire(rules, state, unit, target) + drives
            }
        });
        promises.fold(0.0, f64::max)
    };
    match print.is_brigade() {
        true => {
            let inside = print.units.iter().filter(|unit| state.formation(**unit) == Formation::Brigade);
            inside.map(|unit| of_unit(*unit)).sum()
        }
        false => of_unit(piece),
    }
}

fn ways_to_run(rules: &Rules, state: &State, seat: Seat) -> Vec<Action> {
    let mut legal = Vec::new();
    rules.legal(state, seat, &mut legal);
    legal
}

/// The balance after a routing unit has run on, so many choices farther the best way for its side.
fn after_running(rules: &Rules, state: &State, seat: Seat, action: &Action, farther: usize) -> f64 {
    let mut after = state.clone();
    rules.play(&mut after, seat, action, &mut Discard);
    let still = farther > 0
        && matches!((state.frame(), after.frame()), (Frame::Routing { unit, .. }, Frame::Routing { unit: now, .. }) if unit == now);
    if !still {
        return value::balance(rules, &after, Side(seat.0));
    }
    let ways = ways_to_run(rules, &after, seat);
    let farther = ways.iter().map(|way| after_running(rules, &after, seat, way, farther - 1));
    farther.fold(f64::NEG_INFINITY, f64::max)
}

impl SywBattlesCraft {
    /// The next counter of the sweep that has a target, at the best of its targets.
    pub(crate) fn shoot(&self, rules: &Rules, state: &State, seat: Seat, memory: &mut Memory) -> Action {
        let legal = &mut memory.legal;
        rules.legal(state, seat, legal);
        let mut best: Option<(i32, f64, Action)> = None;
        for action in legal.iter() {
            let Action::Fire(firer, target) = *action else { continue };
            let order = rules.sweep_order(state, firer);
            let promise = promise_of_fire(rules, state, firer, target);
            if promise <= 0.0 {
                continue;
            }
            let better = best.is_none_or(|(place, most, _)| order < place || (order == place && promise > most));
            if better {
                best = Some((order, promise, *action));
            }
        }
        best.map_or(Action::EndFire, |(_, _, action)| action)
    }

    /// Whether to fire in spite of a failed check (G.4c).
    pub(crate) fn press(&self, rules: &Rules, state: &State) -> Action {
        let shot = &state.shot;
        let passes = f64::from(rules.faces_that_pass(state, shot.firer, Trial::Press)) / 6.0;
        let gain = passes * promise_of_fire(rules, state, shot.firer, shot.target);
        let cost = (1.0 - passes) * value::step(rules, state, shot.firer);
        if gain > cost { Action::Press } else { Action::HoldFire }
    }

    /// The best charge there is, with its support, or the end of the charges.
    pub(crate) fn charge(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        memory: &mut Memory,
        actions: &mut Vec<Action>,
    ) {
        rules.legal(state, seat, &mut memory.legal);
        let charges = memory.legal.clone();
        // Cavalry that stayed before infantry has to charge it (H.1n): then the best charge is made, whatever it promises.
        let least = if charges.contains(&Action::EndCharges) { WORTH_A_CHARGE } else { f64::NEG_INFINITY };
        let mut best: Option<(f64, Vec<Action>)> = None;
        for action in charges {
            let Action::Charge(front, target) = action else { continue };
            let mut declared = state.clone();
            rules.play(&mut declared, seat, &action, &mut Discard);
            let (promise, mut whole) = self.support(rules, &mut declared, seat, front, target, memory);
            if promise > least && best.as_ref().is_none_or(|(most, _)| promise > *most) {
                whole.insert(0, action);
                best = Some((promise, whole));
            }
        }
        match best {
            Some((_, whole)) => actions.extend(whole),
            None => actions.push(Action::EndCharges),
        }
    }

    /// The rest of a charge that has been announced.
    pub(crate) fn declare(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        memory: &mut Memory,
        actions: &mut Vec<Action>,
    ) {
        let (front, target) = (state.charge.front, state.charge.target);
        let (_, whole) = self.support(rules, &mut state.clone(), seat, front, target, memory);
        actions.extend(whole);
    }

    /// Supporters as long as each makes the charge better; then it is launched.
    fn support(
        &self,
        rules: &Rules,
        declared: &mut State,
        seat: Seat,
        front: CounterId,
        target: CounterId,
        memory: &mut Memory,
    ) -> (f64, Vec<Action>) {
        let mut whole = Vec::new();
        let mut with: Vec<CounterId> = declared.charge.support.iter().copied().collect();
        let mut promise = promise_of_charge(rules, declared, front, &with, target);
        while declared.frame() == Frame::Declare && with.len() < 2 {
            rules.legal(declared, seat, &mut memory.legal);
            let mut better: Option<(f64, CounterId)> = None;
            for action in &memory.legal {
                let Action::Support(unit) = *action else { continue };
                with.push(unit);
                let helped = promise_of_charge(rules, declared, front, &with, target);
                with.pop();
                if helped > promise + 0.05 && better.is_none_or(|(most, _)| helped > most) {
                    better = Some((helped, unit));
                }
            }
            let Some((helped, unit)) = better else { break };
            promise = helped;
            with.push(unit);
            whole.push(Action::Support(unit));
            rules.play(declared, seat, &Action::Support(unit), &mut Discard);
        }
        whole.push(Action::Launch);
        (promise, whole)
    }

    /// Charged cavalry stands if it has less to fear than from going back (H.1l).
    pub(crate) fn meet(&self, rules: &Rules, state: &State) -> Action {
        let charge = &state.charge;
        let support: Vec<CounterId> = charge.support.iter().copied().collect();
        let fear = promise_of_charge(rules, state, charge.front, &support, charge.target);
        let passes = f64::from(rules.faces_that_pass(state, charge.target, Trial::GaveWay)) / 6.0;
        let cost = GROUND + (1.0 - passes) * value::step(rules, state, charge.target);
        if fear > cost { Action::GiveWay(charge.target) } else { Action::Stand(charge.target) }
    }

    /// Cavalry before which infantry has come stays if its charge promises more than the infantry's fire (H.1m).
    pub(crate) fn answer(&self, rules: &Rules, state: &State, seat: Seat) -> Option<Action> {
        let side = Side(seat.0);
        let cavalry = state.approached.iter().find(|it| rules.side_of(*it) == side)?;
        let stand = Action::Stand(cavalry);
        let stays = rules.allows(state, side, &stand)
            && promise_before(rules, state, cavalry) > promise_before(rules, state, state.hand.piece) + GROUND;
        Some(if stays { stand } else { Action::GiveWay(cavalry) })
    }

    /// Back to where the enemy is farthest.
    pub(crate) fn go_back(&self, rules: &Rules, state: &State, seat: Seat, memory: &mut Memory) -> Option<Action> {
        rules.legal(state, seat, &mut memory.legal);
        let enemy = enemy_of(Side(seat.0));
        let away = |hex: Hex| {
            let enemies = state.occupied[enemy.index()].iter();
            enemies.map(|other| rules.ground.distance(hex, other)).min().unwrap_or(0)
        };
        memory.legal.iter().copied().max_by_key(|action| {
            let Action::Recoil(hex) = action else { return 0 };
            2 * away(*hex) + 3 * u16::from(!rules.is_held_by(state, Side(seat.0), *hex))
        })
    }

    /// A routing unit runs where it carries the fewest friends along.
    pub(crate) fn run(&self, rules: &Rules, state: &State, seat: Seat) -> Option<Action> {
        ways_to_run(rules, state, seat).into_iter().max_by(|one, other| {
            let after = |action: &Action| after_running(rules, state, seat, action, FARTHER);
            after(one).total_cmp(&after(other))
        })
    }

    /// To look at the nearest enemy.
    pub(crate) fn look(&self, rules: &Rules, state: &State, unit: CounterId) -> Action {
        let at = state.hex_of(unit);
        let enemies = state.occupied[enemy_of(rules.side_of(unit)).index()].iter();
        let nearest = enemies.min_by_key(|hex| (rules.ground.distance(at, *hex), *hex));
        let way = nearest.and_then(|hex| toward(rules, at, hex)).unwrap_or(state.facing(unit).direction());
        let vertex = state.formation(unit).faces_vertex();
        Action::Face(if vertex { Facing::vertex(way) } else { Facing::side(way) })
    }
}
