//! Who marches, by command or on his initiative, and where to: every place in reach is weighed.

use ai::Plan;
use kernel::{Discard, Ruleset, Seat, Side};
use struggle_of_nations::package::Package;
use struggle_of_nations::roster::{LeaderId, LeaderSet};
use struggle_of_nations::sequence::Frame;
use struggle_of_nations::staff::Distances;
use struggle_of_nations::{Action, Rules, State};

use crate::orders::{Order, Weights};
use crate::survey::{City, Force, forces, is_garrison, men, nearest, promise};
use crate::{Memory, StruggleCraft};

/// How much better than where it stands a place has to be to be worth a command, or a die.
const WORTH_A_POINT: f64 = 0.6;
const WORTH_A_DIE: f64 = 0.2;

/// Enemies so many hexes away can come up in their turn, the nearer ones more likely.
const NEAR: u16 = 4;
const IN_REACH: u16 = 8;

/// How much more an enemy counts who stands in a city that is wanted.
const CITY_FOUGHT_FOR: f64 = 2.0;

/// A city further off than this is no business of a force, in half points.
const TOO_FAR: u8 = 110;

/// Points of administration that are kept for each turn to come, and in all.
const KEPT_A_TURN: i8 = 2;
const KEPT: i8 = 4;

/// What is known before places are weighed.
struct Outlook<'a> {
    rules: &'a Rules,
    side: Side,
    weights: Weights,
    enemies: &'a [Force],
    friends: Vec<Force>,
    cities: &'a [City],
    force: LeaderSet,
    men: u16,
    horse: u16,
    bonus: bool,
}

/// A march that was thought through.
struct Thought {
    actions: Vec<Action>,
    gain: f64,
}

impl Outlook<'_> {
    /// What a place is worth to the force, as it would stand there.
    fn worth(&self, then: &mut State, package: &Package) -> f64 {
        self.rules.suppose(then, self.force, *package);
        self.pull(package) + self.fight(then, package) - self.danger(package) - self.crowding(package)
    }

    /// Cities to be taken or covered, enemies to be met, friends to be near to.
    fn pull(&self, package: &Package) -> f64 {
        let grid = &self.rules.ground.grid;
        let mut sum = 0.0;
        for city in self.cities {
            let far = city.ways.to(package);
            if far >= TOO_FAR {
                continue;
            }
            let points = f64::from(far) / 2.0;
            if city.wanted_by == self.side {
                sum -= city.worth * self.weights.city * points;
                if package.covers(city.hex) {
                    sum += 4.0 * city.worth;
                }
            } else if let Some(threat) = self.threat(city) {
                // Those who defend stand between the enemy and the city, and nearer to it the nearer he is.
                let urgency = (1.5 - threat / 20.0).clamp(0.0, 1.2);
                sum -= city.worth * self.weights.city * urgency * points;
                if package.covers(city.hex) {
                    sum += 2.0 * city.worth * urgency;
                }
            }
        }
        let enemy = nearest(self.rules, self.enemies, package.lead).min(30);
        sum -= self.weights.enemy * f64::from(enemy);
        let friend = self.friends.iter().map(|friend| grid.distance(friend.at.lead, package.lead)).min().unwrap_or(0);
        sum - self.weights.friends * f64::from(friend.min(30))
    }

    /// How far the nearest force of the enemy that matters is from a city, in points.
    fn threat(&self, city: &City) -> Option<f64> {
        const MATTERS: u16 = 4;
        let far =
            self.enemies.iter().filter(|enemy| enemy.men >= MATTERS).map(|enemy| city.ways.to(&enemy.at)).min()?;
        (far < Distances::FAR).then(|| f64::from(far) / 2.0)
    }

    /// Every enemy next to the place has to be attacked (18.who): what that promises.
    fn fight(&self, then: &State, package: &Package) -> f64 {
        let touched = self.enemies.iter().filter(|enemy| self.rules.strikes(then, package, &enemy.at));
        let touched: Vec<&Force> = touched.collect();
        let targets = touched.iter().fold(LeaderSet::EMPTY, |all, enemy| all.union(enemy.leaders));
        if targets.is_empty() {
            return 0.0;
        }
        let prospect = self.rules.prospect(then, self.with_friends(then, targets), targets);
        let stake = f64::from(self.men.min(touched.iter().map(|enemy| enemy.men).sum())).sqrt() / 2.0;
        // Whoever stands in a city that is wanted has to be driven out of it.
        let wanted = self.cities.iter().filter(|city| city.wanted_by == self.side);
        let barring = wanted.filter(|city| touched.iter().any(|enemy| enemy.at.covers(city.hex)));
        let prize: f64 = barring.map(|city| CITY_FOUGHT_FOR * city.worth).sum();
        self.weights.fight * promise(self.rules, prospect.column, self.bonus) * (stake.clamp(0.5, 2.5) + prize)
    }

    /// The force with the friends next to the same enemies whom its commander could lead, or who could lead it (18.who.force).
    fn with_friends(&self, then: &State, targets: LeaderSet) -> LeaderSet {
        let reaches =
            |friend: &&Force| targets.iter().all(|target| self.rules.strikes(then, &friend.at, &then.package(target)));
        let joined = self.friends.iter().filter(reaches).map(|friend| self.force.union(friend.leaders));
        let one = |leaders: &LeaderSet| {
            let head = self.rules.senior(then, *leaders);
            let mut others = *leaders;
            others.remove(head);
            self.rules.can_command(then, head, others)
        };
        joined.filter(one).max_by_key(|leaders| men(self.rules, then, *leaders)).unwrap_or(self.force)
    }

    /// What the enemy could do there in his turn: the two strongest forces that can come up.
    fn danger(&self, package: &Package) -> f64 {
        let grid = &self.rules.ground.grid;
        let mut coming: [(u16, u16); 2] = [(0, 99); 2];
        for enemy in self.enemies {
            let far = package
                .hexes()
                .map(|hex| grid.distance(hex, enemy.at.lead).min(grid.distance(hex, enemy.at.rear)))
                .min()
                .unwrap_or(99);
            if far > IN_REACH {
                continue;
            }
            if enemy.men > coming[0].0 {
                coming = [(enemy.men, far), coming[0]];
            } else if enemy.men > coming[1].0 {
                coming[1] = (enemy.men, far);
            }
        }
        let attack = coming[0].0 + coming[1].0 / 2;
        if attack == 0 {
            return 0.0;
        }
        // Infantry in column counts half (15.combat).
        let steady = if package.is_line() { self.men } else { (self.men + self.horse) / 2 };
        let supported = self.friends.iter().filter(|friend| grid.distance(friend.at.lead, package.lead) <= 3);
        let help: u16 = supported.map(|friend| friend.men).sum();
        let column = self.rules.tables.odds(attack, (steady + help / 3).max(1));
        let rough = package.hexes().any(|hex| self.rules.ground.is_affecting(hex));
        let column = if rough { self.rules.tables.affected(column) } else { column };
        let likely = if coming[0].1 <= NEAR { 0.8 } else { 0.4 };
        let stake = f64::from(self.men).sqrt() / 2.0;
        self.weights.danger * likely * promise(self.rules, column, false).max(0.0) * stake.clamp(0.5, 2.5)
    }

    /// Friends in the same place, who may not be able to stay there together (14.integrity); a line where nobody is near.
    fn crowding(&self, package: &Package) -> f64 {
        let shared = self.friends.iter().any(|friend| friend.at.shares_pair(package));
        let far = nearest(self.rules, self.enemies, package.lead) > IN_REACH + 2;
        f64::from(u8::from(shared)) * 1.5 + f64::from(u8::from(far && package.is_line())) * 0.3
    }
}

impl StruggleCraft {
    fn outlook<'a>(
        &'a self,
        rules: &'a Rules,
        state: &State,
        side: Side,
        (order, plan): (Order, &Plan<Order>),
        (force, enemies): (LeaderSet, &'a [Force]),
        commander: LeaderId,
    ) -> Outlook<'a> {
        let friends =
            forces(rules, state, side).into_iter().filter(|friend| !friend.leaders.intersects(&force)).collect();
        let arms = force.iter().map(|leader| rules.arms_of(state, leader));
        let [foot, horse] = arms.fold([0, 0], |sum, arms| [sum[0] + arms[0], sum[1] + arms[1]]);
        Outlook {
            rules,
            side,
            weights: order.weights(plan.style),
            enemies,
            friends,
            cities: &self.cities,
            force,
            men: foot + horse,
            horse,
            bonus: rules.leader(commander).bonus,
        }
    }

    /// The best thing to do with the force in hand: the moves to where it is best off, and what that gains over staying.
    fn think(&self, rules: &Rules, state: &State, side: Side, plan: &Plan<Order>, memory: &mut Memory) -> Thought {
        let march = &state.march;
        let commander = march.commander;
        let order = plan.of(commander.index());
        memory.look(rules, state, side);
        let outlook = self.outlook(rules, state, side, (order, plan), (march.in_hand(), &memory.enemies), commander);
        let here = state.package(march.in_hand().first().unwrap_or(commander));
        let mut then = state.clone();
        let mut losses: Vec<([u8; 2], f64)> = Vec::new();
        let mut lost = |spent: [u8; 2]| match losses.iter().find(|(known, _)| *known == spent) {
            Some((_, points)) => *points,
            None => {
                let points = f64::from(rules.attrition_ahead(state, spent)) / 6.0;
                losses.push((spent, points));
                points
            }
        };
        let staying = outlook.worth(&mut then, &here) - lost(march.spent[march.place()]);
        let mut best = (staying, None);
        let marches = rules.marches(state, side);
        for halt in &marches.halts {
            let worth = outlook.worth(&mut then, &halt.package) - lost(halt.spent);
            if worth > best.0 {
                best = (worth, Some(halt));
            }
        }
        let actions = best.1.map_or_else(Vec::new, |halt| rules.way_of(state, &marches, halt));
        Thought { actions, gain: best.0 - staying }
    }

    /// A force on the march: where it goes, and that it halts there.
    pub(crate) fn go_on(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        plan: &Plan<Order>,
        memory: &mut Memory,
        actions: &mut Vec<Action>,
    ) {
        let side = Side(seat.0);
        let stopped = state.march.stopped[state.march.place()];
        if !stopped && !state.march.in_hand().is_empty() {
            actions.extend(self.think(rules, state, side, plan, memory).actions);
        }
        let mut then = state.clone();
        for action in actions.iter() {
            if then.frame() != Frame::Marching || rules.check(&then, seat, action).is_err() {
                return;
            }
            rules.play(&mut then, seat, action, &mut Discard);
        }
        if then.frame() == Frame::Marching {
            let last = rules.last_of_march(&then);
            if rules.check(&then, seat, &last).is_ok() {
                actions.push(last);
            }
        }
    }

    /// The next force that gets a command or tries its initiative; whoever gains nothing by it is passed over.
    pub(crate) fn next_march(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        plan: &Plan<Order>,
        memory: &mut Memory,
        actions: &mut Vec<Action>,
    ) {
        let side = Side(seat.0);
        memory.look(rules, state, side);
        for force in forces(rules, state, side) {
            if memory.considered.intersects(&force.leaders) || force.leaders.is_subset(&state.done) {
                continue;
            }
            memory.considered = memory.considered.union(force.leaders);
            if is_garrison(rules, state, &force) || !self.has_business(rules, &force, side, memory) {
                continue;
            }
            if let Some(orders) = self.set_out(rules, state, seat, &force, plan, memory) {
                actions.extend(orders);
                return;
            }
        }
    }

    /// Whether there is anything for a force to do: a city to go to or cover, or an enemy near.
    fn has_business(&self, rules: &Rules, force: &Force, side: Side, memory: &Memory) -> bool {
        let near = nearest(rules, &memory.enemies, force.at.lead) <= 3 * IN_REACH;
        let city = |city: &City| {
            let far = city.ways.to(&force.at);
            far < TOO_FAR && (city.wanted_by != side || far > 0)
        };
        near || self.cities.iter().any(city)
    }

    /// The orders that put a force together and send it off, if it gains by that.
    fn set_out(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        force: &Force,
        plan: &Plan<Order>,
        memory: &mut Memory,
    ) -> Option<Vec<Action>> {
        let side = Side(seat.0);
        let frame = state.frame();
        let fresh = force.leaders.difference(state.done);
        let commander = rules.senior(state, fresh);
        if commander.is_none() || plan.of(commander.index()) == Order::Hold {
            return None;
        }
        let opening = match frame == Frame::Commands {
            true => Action::Command(commander),
            false => Action::Initiative(commander),
        };
        if frame == Frame::Commands && !self.can_afford(rules, state, commander) {
            return None;
        }
        let mut then = state.clone();
        let mut orders = Vec::new();
        let mut give = |then: &mut State, action: Action| {
            let allowed = rules.check(then, seat, &action).is_ok();
            if allowed {
                rules.play(then, seat, &action, &mut Discard);
                orders.push(action);
            }
            allowed
        };
        if !give(&mut then, opening) {
            return None;
        }
        let mut others = fresh;
        others.remove(commander);
        for leader in others {
            give(&mut then, Action::Include(leader));
        }
        if !give(&mut then, Action::Begin) {
            return None;
        }
        if then.frame() == Frame::InitiativeDie {
            // Whether it is worth the die: as if it had fallen well.
            let number = rules.initiative_number(state, commander, then.march.force);
            if number < 1 {
                return None;
            }
            rules.throw(&mut then, &kernel::Outcome::one(1), &mut Discard);
        }
        if then.frame() != Frame::Marching {
            return Some(orders);
        }
        let thought = self.think(rules, &then, side, plan, memory);
        let enough = if frame == Frame::Commands { WORTH_A_POINT } else { WORTH_A_DIE };
        if thought.actions.is_empty() || thought.gain < enough {
            return None;
        }
        if frame == Frame::Commands {
            for action in thought.actions {
                if then.frame() != Frame::Marching || rules.check(&then, seat, &action).is_err() {
                    return Some(orders);
                }
                rules.play(&mut then, seat, &action, &mut Discard);
                orders.push(action);
            }
            if then.frame() == Frame::Marching {
                let last = rules.last_of_march(&then);
                if rules.check(&then, seat, &last).is_ok() {
                    orders.push(last);
                }
            }
        }
        Some(orders)
    }

    /// Whether an army has a point for a command, with something kept for the turns to come.
    fn can_afford(&self, rules: &Rules, state: &State, commander: LeaderId) -> bool {
        let own = state.army(rules.army_of(state, commander));
        let turns = rules.last_turn().saturating_sub(state.turn) as i8;
        own.points > (KEPT_A_TURN * turns.min(20)).min(KEPT)
    }
}
