//! 5.42, 8.2, 8.3: who must attack whom, found by trying out every way to divide the combats, and the strength of a combat.

use std::collections::{BTreeMap, BTreeSet};

use napoleon_1807::Action;
use napoleon_1807::counters::{CounterId, Kind};
use napoleon_1807::state::Clash;

use super::ground::Place;
use super::now::Now;

/// Contact between hexes, and the hexes that have to fight.
#[derive(Clone)]
struct Contact {
    pairs: BTreeSet<(Place, Place)>,
    attackers: BTreeSet<Place>,
    targets: BTreeSet<Place>,
}

/// What is left of a contact: attackers, targets, pairs.
type Left = (BTreeSet<Place>, BTreeSet<Place>, BTreeSet<(Place, Place)>);

/// The subsets of a list.
fn subsets<T: Copy>(items: &[T]) -> Vec<Vec<T>> {
    let chosen = |mask: u32| items.iter().enumerate().filter(move |(index, _)| mask >> index & 1 == 1);
    (0..1u32 << items.len()).map(|mask| chosen(mask).map(|(_, item)| *item).collect()).collect()
}

impl Contact {
    fn of(&self, attacker: Place) -> Vec<Place> {
        self.pairs.iter().filter(|(from, _)| *from == attacker).map(|(_, to)| *to).collect()
    }

    fn on(&self, target: Place) -> Vec<Place> {
        self.pairs.iter().filter(|(_, to)| *to == target).map(|(from, _)| *from).collect()
    }

    fn without(&self, from: &[Place], to: &[Place]) -> Contact {
        let mut rest = self.clone();
        rest.pairs.retain(|(attacker, target)| !from.contains(attacker) && !to.contains(target));
        rest.attackers.retain(|attacker| !from.contains(attacker));
        rest.targets.retain(|target| !to.contains(target));
        rest
    }

    /// Whether everybody who has to fight can, in combats of one against several or several against one.
    fn divides(&self, tried: &mut BTreeMap<Left, bool>) -> bool {
        let key = (self.attackers.clone(), self.targets.clone(), self.pairs.clone());
        if let Some(known) = tried.get(&key) {
            return *known;
        }
        let found = match (self.attackers.first(), self.targets.first()) {
            (None, None) => true,
            (Some(attacker), _) => self
                .stars_with(Some(*attacker), None)
                .into_iter()
                .any(|(from, to)| self.without(&from, &to).divides(tried)),
            (None, Some(target)) => self
                .stars_with(None, Some(*target))
                .into_iter()
                .any(|(from, to)| self.without(&from, &to).divides(tried)),
        };
        tried.insert(key, found);
        found
    }

    /// Every combat in which these take part.
    fn stars_with(&self, attacker: Option<Place>, target: Option<Place>) -> Vec<(Vec<Place>, Vec<Place>)> {
        let centres: BTreeSet<Place> = self.pairs.iter().map(|(from, _)| *from).collect();
        let struck: BTreeSet<Place> = self.pairs.iter().map(|(_, to)| *to).collect();
        let one_on_some = centres.into_iter().flat_map(|from| {
            subsets(&self.of(from)).into_iter().filter(|to| !to.is_empty()).map(move |to| (vec![from], to))
        });
        let some_on_one = struck.into_iter().flat_map(|to| {
            subsets(&self.on(to)).into_iter().filter(|from| !from.is_empty()).map(move |from| (from, vec![to]))
        });
        let fits = |(from, to): &(Vec<Place>, Vec<Place>)| {
            attacker.is_none_or(|attacker| from.contains(&attacker)) && target.is_none_or(|target| to.contains(&target))
        };
        one_on_some.chain(some_on_one).filter(fits).collect()
    }
}

impl Now<'_> {
    pub(crate) fn can_attack(&self, unit: CounterId) -> bool {
        let done = self.has(self.state.fought, unit) || self.has(self.state.spent, unit);
        let kept_back = self.is_square(unit) || (self.night() && self.is_disorganized(unit));
        self.at(unit).is_some() && self.is_unit(unit) && !done && !kept_back
    }

    /// Whether the units of a hex may attack another hex.
    fn may_attack(&self, from: Place, to: Place) -> bool {
        let side = self.player();
        let enemies = self.units_at(to);
        enemies.iter().any(|unit| self.side(*unit) != side)
            && !enemies.iter().any(|unit| self.has(self.state.attacked, *unit))
            && !self.ground.between(from, to).unbridged()
            && self
                .units_at(from)
                .into_iter()
                .any(|unit| self.side(unit) == side && self.can_attack(unit) && self.faces(unit, to))
    }

    /// 8.22: duties as they are when the phase begins.
    pub(crate) fn duties(&self) -> BTreeSet<CounterId> {
        let mut duty = BTreeSet::new();
        for unit in self.counters().filter(|unit| self.side(*unit) == self.player() && self.can_attack(*unit)) {
            let at = self.at(unit).expect("it can attack");
            for near in self.ground.around(at) {
                if self.held(1 - self.player(), near) && self.controls(unit, near) && self.may_attack(at, near) {
                    duty.insert(unit);
                    duty.extend(self.units_at(near));
                }
            }
        }
        duty
    }

    fn contact(&self) -> Contact {
        let side = self.player();
        let hexes: BTreeSet<Place> =
            self.counters().filter(|unit| self.is_unit(*unit)).filter_map(|unit| self.at(unit)).collect();
        let mut contact = Contact { pairs: BTreeSet::new(), attackers: BTreeSet::new(), targets: BTreeSet::new() };
        for from in &hexes {
            let near = self.ground.around(*from).into_iter().filter(|to| self.may_attack(*from, *to));
            contact.pairs.extend(near.map(|to| (*from, to)));
        }
        for unit in self.state.duty {
            let Some(at) = self.at(unit) else { continue };
            if self.side(unit) == side && !self.has(self.state.fought, unit) {
                contact.attackers.insert(at);
            }
            if self.side(unit) != side && !self.has(self.state.attacked, unit) {
                contact.targets.insert(at);
            }
        }
        contact
    }

    /// Whether a combat with at least these hexes can be completed so that everybody else finds somebody.
    fn completes(&self, contact: &Contact, from: &[Place], to: &[Place]) -> bool {
        let holds = |(attackers, targets): &(Vec<Place>, Vec<Place>)| {
            from.iter().all(|hex| attackers.contains(hex)) && to.iter().all(|hex| targets.contains(hex))
        };
        let stars = contact.stars_with(from.first().copied(), to.first().copied());
        let mut tried = BTreeMap::new();
        stars
            .into_iter()
            .filter(holds)
            .any(|(attackers, targets)| contact.without(&attackers, &targets).divides(&mut tried))
    }

    /// Frame `Assault`.
    pub(crate) fn choose_attack(&self) -> Vec<Action> {
        let contact = self.contact();
        let pairs = contact.pairs.iter().filter(|(from, to)| self.completes(&contact, &[*from], &[*to]));
        let mut actions: Vec<Action> =
            pairs.map(|(from, to)| Action::Attack(self.ground.hex(*from), self.ground.hex(*to))).collect();
        if contact.attackers.is_empty() && contact.targets.is_empty() {
            actions.push(Action::EndCombat);
        }
        actions
    }

    /// Frame `Declare`.
    pub(crate) fn declare(&self) -> Vec<Action> {
        let combat = &self.state.combat;
        let from: Vec<Place> = combat.from.iter().map(|hex| self.ground.place(*hex)).collect();
        let to: Vec<Place> = combat.targets.iter().map(|hex| self.ground.place(*hex)).collect();
        let mut actions = Vec::new();
        if combat.clash == Clash::Charge {
            if to.len() == 1 {
                let kept = |unit: CounterId| {
                    self.has(self.state.poised, unit)
                        && self.state.aim[unit.index()] == combat.targets[0]
                        && self.faces(unit, to[0])
                };
                let joins = |hex: &Place| !from.contains(hex) && self.units_at(*hex).into_iter().any(kept);
                let hexes = self.ground.around(to[0]).into_iter().filter(joins);
                actions.extend(hexes.map(|hex| Action::Join(self.ground.hex(hex))));
            }
            if from.len() == 1 {
                let unit = self.state.hand.unit;
                let also = |hex: &Place| {
                    !to.contains(hex)
                        && self.held(1 - self.player(), *hex)
                        && self.faces(unit, *hex)
                        && self.ground.charge_goes(from[0], *hex)
                        && !self.units_at(*hex).into_iter().any(|enemy| self.has(self.state.attacked, enemy))
                };
                let hexes = self.ground.around(from[0]).into_iter().filter(also);
                actions.extend(hexes.map(|hex| Action::Target(self.ground.hex(hex))));
            }
            // 8.21: from one hex everything before the front is struck.
            if from.len() > 1 || !actions.iter().any(|action| matches!(action, Action::Target(_))) {
                actions.push(Action::Fight);
            }
            return actions;
        }
        let contact = self.contact();
        if to.len() == 1 {
            let more = contact.on(to[0]).into_iter().filter(|hex| !from.contains(hex));
            let fits = more.filter(|hex| self.completes(&contact, &[&from[..], &[*hex]].concat(), &to));
            actions.extend(fits.map(|hex| Action::Join(self.ground.hex(hex))));
        }
        if from.len() == 1 {
            let more = contact.of(from[0]).into_iter().filter(|hex| !to.contains(hex));
            let fits = more.filter(|hex| self.completes(&contact, &from, &[&to[..], &[*hex]].concat()));
            actions.extend(fits.map(|hex| Action::Target(self.ground.hex(hex))));
        }
        if contact.without(&from, &to).divides(&mut BTreeMap::new()) {
            actions.push(Action::Fight);
        }
        actions
    }

    /// 7.1: who may fire at whom, given who still has shots.
    fn may_shoot(&self, side: u8, skirmish: bool, unit: CounterId, target: CounterId) -> bool {
        let (Some(at), Some(to)) = (self.at(unit), self.at(target)) else { return false };
        let combat = &self.state.combat;
        let shots = usize::from(self.rules.counters[unit.index()].shots);
        let Some(shot) = (0..2).find(|shot| *shot < shots && !self.has(combat.shots[*shot], unit)) else {
            return false;
        };
        let spoken = self.units_at(at).into_iter().filter(|other| self.has(combat.shots[shot], *other));
        let spoken: u32 = spoken.map(|other| self.points(other)).sum();
        let part = if skirmish {
            let failed = self.has(self.state.spent, unit) && side == combat.attacker.0;
            !self.has(self.state.fought, unit) && !self.has(self.state.attacked, unit) && !failed
        } else {
            let (own, other) = if side == combat.attacker.0 {
                (combat.attackers, combat.defenders)
            } else {
                (combat.defenders, combat.attackers)
            };
            self.has(own, unit) && self.has(other, target) && !self.has(combat.charging, unit)
        };
        self.is_unit(unit)
            && self.is_unit(target)
            && self.side(unit) == side
            && self.side(target) != side
            && !self.snow()
            && self.faces(unit, to)
            && spoken < 10
            && part
    }

    /// Frames `Volley` and `Skirmish`.
    pub(crate) fn volley(&self, side: u8, skirmish: bool) -> Vec<Action> {
        let mut actions = vec![Action::HoldFire];
        let next = |unit: CounterId| (0..2).find(|shot| !self.has(self.state.combat.shots[*shot], unit));
        for unit in self.counters().filter(|unit| self.side(*unit) == side) {
            for target in self.counters().filter(|target| self.side(*target) != side) {
                if !self.may_shoot(side, skirmish, unit, target) {
                    continue;
                }
                actions.push(Action::Shoot(unit, target));
                let mate = |other: CounterId| {
                    other != unit
                        && self.at(other) == self.at(unit)
                        && self.is_cavalry(other) == self.is_cavalry(unit)
                        && next(other) == next(unit)
                        && self.may_shoot(side, skirmish, other, target)
                };
                if self.counters().any(mate) {
                    actions.push(Action::ShootTogether(unit, target));
                }
            }
        }
        actions
    }

    /// Frame `Losses`: those who fired first (7.12).
    pub(crate) fn losses(&self, side: u8) -> Vec<Action> {
        let combat = &self.state.combat;
        let own = if side == combat.attacker.0 { combat.attackers } else { combat.defenders };
        let alive: Vec<CounterId> = own.iter().filter(|unit| self.at(*unit).is_some()).collect();
        let fired: Vec<CounterId> = alive.iter().copied().filter(|unit| self.has(combat.shots[0], *unit)).collect();
        // 7.12: of each stack, as it fought.
        let stood = if side == combat.attacker.0 { &combat.from } else { &combat.targets };
        let stood: Vec<Place> = stood.iter().map(|hex| self.ground.place(*hex)).collect();
        let stack = |unit: CounterId| {
            let at = self.at(unit).expect("whoever lives is on the map");
            let left = combat.trails.iter().find(|[_, went]| self.ground.place_of(*went) == Some(at));
            match (stood.contains(&at), self.has(combat.pursued, unit)) {
                (true, _) => Some(at),
                (false, true) => self.ground.place_of(self.state.origin[unit.index()]),
                (false, false) => left.map_or(Some(at), |[left, _]| self.ground.place_of(*left)),
            }
        };
        let spared = |unit: &CounterId| !fired.contains(unit) && fired.iter().any(|mate| stack(*mate) == stack(*unit));
        alive.iter().copied().filter(|unit| !spared(unit)).map(Action::Lose).collect()
    }

    /// Plain points of some units in a hex.
    fn plain(&self, units: &[CounterId], hex: Place) -> u32 {
        units.iter().filter(|unit| self.at(**unit) == Some(hex)).map(|unit| self.points(*unit)).sum()
    }

    /// Strengths and the modifier of a combat whose die is due: the book's list from top to bottom.
    pub(crate) fn reckoning(&self) -> ([u32; 2], i32) {
        let combat = &self.state.combat;
        let alive = |units: napoleon_1807::counters::CounterSet| -> Vec<CounterId> {
            units.iter().filter(|unit| self.at(*unit).is_some()).collect()
        };
        let (attackers, defenders) = (alive(combat.attackers), alive(combat.defenders));
        let from: Vec<Place> = combat.from.iter().map(|hex| self.ground.place(*hex)).collect();
        let to: Vec<Place> = combat.targets.iter().map(|hex| self.ground.place(*hex)).collect();
        let all = |units: &[CounterId]| -> u32 { units.iter().map(|unit| self.points(*unit)).sum() };
        let most = |units: &[CounterId], test: &dyn Fn(CounterId) -> bool| {
            let such: Vec<CounterId> = units.iter().copied().filter(|unit| test(*unit)).collect();
            all(&such) * 2 > all(units)
        };
        let square = most(&defenders, &|unit| self.is_square(unit));
        let charging = |unit: CounterId| self.has(combat.charging, unit);
        // Ten points of a hex, chargers first, three times each unless a square is struck; guns one in all.
        let body = |units: &[CounterId], hex: Place, heavy_first: bool| -> (u32, u32, u32) {
            let mut pools = [0; 3];
            let mut guns = 0;
            for unit in units.iter().filter(|unit| self.at(**unit) == Some(hex)) {
                match self.kind(*unit) {
                    Kind::Artillery(_) => guns = 1,
                    Kind::Cavalry { heavy } if charging(*unit) => {
                        pools[usize::from(heavy != heavy_first)] += self.points(*unit)
                    }
                    Kind::Cavalry { .. } | Kind::Infantry | Kind::Commander(_) => pools[2] += self.points(*unit),
                }
            }
            pools[2] += guns;
            let mut room = 10;
            let taken = pools.map(|pool: u32| {
                let taken = pool.min(room);
                room -= taken;
                taken
            });
            let times = if square { 1 } else { 3 };
            let (first, second) = (taken[0] * times, taken[1] * times);
            let (heavy, light) = if heavy_first { (first, second) } else { (second, first) };
            (heavy + light + taken[2], heavy, light)
        };
        let sum =
            |units: &[CounterId], hexes: &[Place]| -> u32 { hexes.iter().map(|hex| body(units, *hex, true).0).sum() };
        let mut attack = sum(&attackers, &from);
        if self.night() {
            attack = attack.div_ceil(2);
        }
        let defence = sum(&defenders, &to);
        let ladder = [(4, 1, 4), (3, 1, 3), (2, 1, 2), (3, 2, 1), (1, 1, 0), (2, 3, -1), (1, 2, -2), (1, 3, -3)];
        let mut modifier =
            ladder.iter().find(|(one, other, _)| attack * other >= defence * one).map_or(-4, |row| row.2);
        // 11.21
        let best = |units: &[CounterId], hexes: &[Place]| {
            let fighting = hexes.iter().filter(|hex| units.iter().any(|unit| self.at(*unit) == Some(**hex)));
            let skill = |commander: CounterId| {
                i32::from(
                    self.rules.counters[commander.index()].skill[usize::from(self.has(self.state.wounded, commander))],
                )
            };
            fighting.flat_map(|hex| self.commanders_at(*hex)).map(skill).max().unwrap_or(0)
        };
        modifier += best(&attackers, &from) - best(&defenders, &to);
        // What most of the attack crosses, or most of the attacked stand behind.
        let crosses = |test: &dyn Fn(Place, Place) -> bool| {
            let (such, whole): (u32, u32) = match to.as_slice() {
                [target] => from.iter().fold((0, 0), |(such, whole), hex| {
                    let points = self.plain(&attackers, *hex);
                    (such + if test(*hex, *target) { points } else { 0 }, whole + points)
                }),
                several => several.iter().fold((0, 0), |(such, whole), hex| {
                    let points = self.plain(&defenders, *hex);
                    (such + if test(from[0], *hex) { points } else { 0 }, whole + points)
                }),
            };
            such * 2 > whole
        };
        // 8.8: the ground that most of the defenders stand on.
        for figure in [-1, -2] {
            let such: u32 = to
                .iter()
                .filter(|hex| self.ground.combat_figure(**hex) == figure)
                .map(|hex| self.plain(&defenders, *hex))
                .sum();
            if such * 2 > all(&defenders) {
                modifier += figure;
            }
        }
        modifier -= i32::from(crosses(&|one, other| self.ground.between(one, other).up));
        modifier -= 3 * i32::from(crosses(&|one, other| self.ground.between(one, other).cliff()));
        modifier += i32::from(most(&defenders, &|unit| self.is_disorganized(unit)));
        let above = |one: Place, other: Place| {
            let between = self.ground.between(one, other);
            between.down || between.cliff_down || self.ground.height(one) > self.ground.height(other)
        };
        modifier += i32::from(crosses(&above));
        if to.len() == 1 {
            let standing = from.iter().filter(|hex| attackers.iter().any(|unit| self.at(*unit) == Some(**hex)));
            modifier += (standing.count() as i32 - 2).max(0);
        }
        let behind = |one: Place, other: Place| {
            let stack = self.units_at(other);
            most(&stack, &|unit| !self.faces(unit, one))
        };
        modifier += 2 * i32::from(crosses(&behind));
        modifier -= i32::from(most(&attackers, &|unit| self.has(self.state.uncommanded, unit)));
        // 9.2, 13.21
        if attackers.iter().any(|unit| charging(*unit)) {
            let mut bonus = 0;
            for heavy_first in [true, false] {
                let bodies = from.iter().map(|hex| body(&attackers, *hex, heavy_first));
                let (heavy, light) =
                    bodies.fold((0, 0), |(one, other), (_, heavy, light)| (one + heavy, other + light));
                bonus = bonus.max(if heavy >= 18 {
                    3
                } else if heavy >= 12 {
                    2
                } else {
                    i32::from(heavy >= 6)
                });
                bonus = bonus.max(if light >= 15 { 2 } else { i32::from(light >= 12) });
            }
            if most(&defenders, &|unit| self.is_infantry(unit) && self.is_disorganized(unit)) {
                bonus = bonus.max(2);
            }
            modifier += if square { -2 } else { bonus };
        }
        ([attack, defence], modifier)
    }
}
