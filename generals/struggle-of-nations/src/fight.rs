//! Battles: who attacks whom, what is written, when a force stands and when it gives way, retreats and pursuits.

use board::Hex;
use kernel::{Discard, Ruleset, Seat, Side};
use struggle_of_nations::battle::Plan;
use struggle_of_nations::package::Package;
use struggle_of_nations::roster::{Arm, LeaderId, LeaderSet, enemy_of};
use struggle_of_nations::sequence::Frame;
use struggle_of_nations::{Action, Rules, State};

use crate::StruggleCraft;
use crate::survey::{forces, men, nearest, promise, worth_of};

/// A force stands fast at the price of so many points at most, and if it has so many times as many.
const PRICE: u8 = 2;
const SHARE: u16 = 6;

/// A counterattack that promises less is declined where it can be.
const HOPELESS: f64 = -0.6;

impl StruggleCraft {
    /// The next attack that has to be made (18.who); without one the segment ends.
    pub(crate) fn attack(&self, rules: &Rules, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        let side = Side(seat.0);
        let Some((leader, _)) = rules.duty(state, side) else { return actions.push(Action::EndBattles) };
        let here = rules.stack_of(state, leader).intersection(state.troops);
        let heads = [rules.senior(state, here), leader].into_iter().chain(here.iter());
        let head = heads.map(Action::Attack).find(|action| rules.check(state, seat, action).is_ok());
        actions.extend(head);
    }

    /// An attack is put together: everybody of the place, the enemy against whom it promises most, friends beside it, and further enemies
    /// only as far as somebody must attack them.
    pub(crate) fn declare(&self, rules: &Rules, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        let side = Side(seat.0);
        let mut then = state.clone();
        let mut give = |then: &mut State, action: Action| {
            let allowed = then.frame() == Frame::Declare && rules.check(then, seat, &action).is_ok();
            if allowed {
                rules.play(then, seat, &action, &mut Discard);
                actions.push(action);
            }
            allowed
        };
        let commander = state.battle.commander[side.index()];
        for leader in rules.stack_of(state, commander).difference(state.battle.of(side)) {
            give(&mut then, Action::Include(leader));
        }
        if then.battle.of(enemy_of(side)).is_empty()
            && let Some(hex) = self.best_target(rules, &then, seat)
        {
            give(&mut then, Action::Target(hex));
        }
        for leader in rules.on_map(state, side).filter(|leader| state.troops.contains(*leader)) {
            give(&mut then, Action::Include(leader));
        }
        while then.frame() == Frame::Declare && !give(&mut then, Action::Fight) {
            let Some(hex) = self.best_target(rules, &then, seat) else { return };
            give(&mut then, Action::Target(hex));
        }
    }

    /// The enemy who can be attacked in addition, and against whom the odds are best then.
    fn best_target(&self, rules: &Rules, state: &State, seat: Seat) -> Option<Hex> {
        let side = Side(seat.0);
        let own = state.battle.of(side);
        let targets = state.battle.of(enemy_of(side));
        let near = forces(rules, state, enemy_of(side));
        let allowed = near.iter().filter(|enemy| rules.check(state, seat, &Action::Target(enemy.at.lead)).is_ok());
        let odds = |leaders: LeaderSet| rules.prospect(state, own, targets.union(leaders)).column;
        allowed.max_by_key(|enemy| odds(enemy.leaders)).map(|enemy| enemy.at.lead)
    }

    /// Whoever writes pitched may stand or go as he likes, so that is written wherever it is allowed.
    pub(crate) fn write(&self, rules: &Rules, state: &State, seat: Seat) -> Action {
        let pitched = Action::Write(Plan::Pitched);
        if rules.check(state, seat, &pitched).is_ok() { pitched } else { Action::Write(Plan::Pursuit) }
    }

    /// The change of the die that is best for the attacker, who is asked.
    pub(crate) fn adjust(&self, rules: &Rules, state: &State) -> Action {
        let results = rules.results(state.battle.column.into());
        let worth = |change: i8| {
            let die = (state.battle.die as i8 + change).clamp(1, 6);
            worth_of(results[die as usize - 1])
        };
        // Of equals the one that leaves the die alone.
        let best = [0, 1, -1].into_iter().reduce(|best, other| if worth(other) > worth(best) { other } else { best });
        Action::Adjust(best.unwrap_or(0))
    }

    /// Points are cheaper than ground as long as they are few, and as the enemy is not far stronger.
    pub(crate) fn stand(&self, rules: &Rules, state: &State, side: Side) -> Action {
        let [own, enemy] = [side, enemy_of(side)].map(|side| men(rules, state, state.battle.of(side)));
        let price = state.battle.retreat;
        let on_city = |leader: LeaderId| self.cities.iter().any(|city| state.package(leader).covers(city.hex));
        let at_stake = state.battle.of(side).iter().any(on_city);
        let affordable = price <= PRICE + u8::from(at_stake) && own >= SHARE * u16::from(price);
        if affordable && 3 * own >= 2 * enemy { Action::StandFast } else { Action::GiveWay }
    }

    /// The counterattack that promises most.
    pub(crate) fn counter(&self, rules: &Rules, state: &State, seat: Seat, side: Side) -> Option<Action> {
        let own = state.battle.of(side).intersection(state.troops);
        let enemies = state.battle.of(enemy_of(side)).intersection(state.troops);
        let places = enemies.iter().flat_map(|enemy| [state.lead[enemy.index()], state.rear[enemy.index()]]);
        let allowed = places.filter(|hex| rules.check(state, seat, &Action::Counterattack(*hex)).is_ok());
        let column = |hex: Hex| {
            let there = enemies.iter().filter(|enemy| state.package(*enemy).covers(hex)).collect();
            rules.prospect(state, own, there).column
        };
        let best =
            allowed.map(|hex| (column(hex), hex)).reduce(|best, other| if other.0 > best.0 { other } else { best });
        let bonus = rules.leader(state.battle.commander[side.index()]).bonus;
        match best {
            Some((column, _))
                if promise(rules, column, bonus) < HOPELESS && self.may(rules, state, seat, Action::Decline) =>
            {
                Some(Action::Decline)
            }
            Some((_, hex)) => Some(Action::Counterattack(hex)),
            None => Some(Action::Decline),
        }
    }

    fn may(&self, rules: &Rules, state: &State, seat: Seat, action: Action) -> bool {
        rules.check(state, seat, &action).is_ok()
    }

    /// Of the places that are offered, the one that is safest; in line if the enemy is near.
    pub(crate) fn take_place(&self, rules: &Rules, state: &State, seat: Seat) -> Option<Action> {
        const SAFE: u16 = 6;
        let side = Side(seat.0);
        let enemies = forces(rules, state, enemy_of(side));
        let friends = forces(rules, state, side);
        let worth = |at: &Package| {
            let far = nearest(rules, &enemies, at.lead).min(SAFE);
            let company = nearest(rules, &friends, at.lead).min(SAFE);
            let city = self.cities.iter().any(|city| at.covers(city.hex));
            let line = at.is_line() && far <= 2;
            i32::from(far) * 10 - i32::from(company) * 3 + i32::from(line) * 5 + i32::from(city) * 20
        };
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        let places = legal.into_iter().filter_map(|action| {
            if let Action::Place(_, at) | Action::Open(at) = action { Some((worth(&at), action)) } else { None }
        });
        places.reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, action)| action)
    }

    /// The most horse goes after the beaten, but nobody leaves a city for that.
    pub(crate) fn pursue(&self, rules: &Rules, state: &State, seat: Seat, side: Side) -> Action {
        if !state.battle.pursuer.is_none() {
            return Action::Begin;
        }
        let in_city = |leader: LeaderId| self.cities.iter().any(|city| state.package(leader).covers(city.hex));
        let able = state
            .battle
            .of(side)
            .intersection(state.troops)
            .iter()
            .filter(|leader| !in_city(*leader) && rules.check(state, seat, &Action::Pursue(*leader)).is_ok());
        let best = able.max_by_key(|leader| {
            (rules.strength_of(state, *leader, Arm::Cavalry), rules.rating(state, *leader).initiative)
        });
        best.map_or(Action::Stay, Action::Pursue)
    }

    /// As far as the dice let it go.
    pub(crate) fn follow_up(&self, rules: &Rules, state: &State, seat: Seat) -> Action {
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        let step = legal.into_iter().find(|action| matches!(action, Action::Step(_)));
        step.unwrap_or(Action::Halt)
    }

    /// Empty hexes are entered if a city is among them.
    pub(crate) fn occupy(&self, rules: &Rules, state: &State, seat: Seat) -> Action {
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        let in_city = |at: &Package| self.cities.iter().any(|city| at.covers(city.hex));
        let entry = legal.into_iter().find(|action| matches!(action, Action::Place(_, at) if in_city(at)));
        entry.unwrap_or(Action::Stay)
    }

    /// A garrison fights before its walls only if it is no weaker than those who have come.
    pub(crate) fn answer(&self, rules: &Rules, state: &State, seat: Seat, side: Side) -> Option<Action> {
        let enemies = forces(rules, state, enemy_of(side));
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        let asked =
            legal.into_iter().find_map(|action| if let Action::Refuse(who) = action { Some(who) } else { None })?;
        let here = state.package(asked);
        let before: u16 =
            enemies.iter().filter(|enemy| rules.strikes(state, &enemy.at, &here)).map(|enemy| enemy.men).sum();
        let own = men(rules, state, rules.stack_of(state, asked));
        Some(if own >= before { Action::Accept(asked) } else { Action::Refuse(asked) })
    }

    /// The strongest infantry bears losses, the Guard last; nobody is lost for good as long as there is another.
    pub(crate) fn lose(&self, rules: &Rules, state: &State, side: Side) -> Option<Action> {
        let cost = |unit: &struggle_of_nations::roster::UnitId| {
            let print = rules.unit(*unit);
            let last = state.points(*unit) <= 1;
            (last, print.guard.is_some(), print.arm != Arm::Infantry, u16::MAX - state.points(*unit), unit.0)
        };
        rules.losing(state, side).min_by_key(cost).map(Action::Lose)
    }
}
