//! 15, 16, 18, 23, 25: strengths in combat, ground, and the column of odds.
//! Decides 6.garrison.combat, 14.repulse.fail, 15.combat, 15.combat.facing, 15.combat.fortress, 15.combat.once,
//! 15.combat.river, 15.front, 16.combat, 16.combat.cavalry, 16.combat.marsh, 16.combat.mountain, 16.combat.split, 18.odds,
//! 18.who.counter, 21.disorg.forced, 23.town, 25.cavdiff, 25.cavdiff.count, 25.cavdiff.terrain.

use board::Hex;
use kernel::Side;

use crate::Rules;
use crate::ground::{River, Terrain};
use crate::package::Package;
use crate::roster::{Arm, Army, LeaderId, LeaderSet, UnitSet, enemy_of};
use crate::state::State;
use crate::tables::Ratio;

/// What enters the odds of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Odds {
    pub attack: u16,
    pub defence: u16,
    pub column: u8,
    pub affecting: bool,
}

impl Rules {
    fn on_pair(&self, state: &State, leader: LeaderId) -> bool {
        rule!("15.combat.fortress", self.ground.fortress_of(&state.package(leader), &self.theatre).is_some())
    }

    pub(crate) fn has_infantry(&self, state: &State, leader: LeaderId) -> bool {
        self.units_of(state, leader).any(|unit| self.unit(unit).arm == Arm::Infantry)
    }

    /// 16.combat.mountain: the infantry that attacks out of a mountain package: the strongest units of all its leaders.
    fn climbers(&self, state: &State, attackers: LeaderSet, package: &Package) -> UnitSet {
        let most = self.tables.terrain.mountain_attackers;
        let mut chosen = UnitSet::EMPTY;
        while chosen.len() < usize::from(most) {
            let there = attackers.iter().filter(|leader| state.package(*leader).shares_pair(package));
            let units = there.flat_map(|leader| self.units_of(state, leader));
            let left = units.filter(|unit| self.unit(*unit).arm == Arm::Infantry && !chosen.contains(*unit));
            let Some(unit) = left.max_by_key(|unit| (state.points(*unit), u16::MAX - unit.0)) else { break };
            chosen.insert(unit);
        }
        chosen
    }

    /// Whether infantry or cavalry of a mountain package has to stay out of the attack.
    fn is_held_back(&self, state: &State, attackers: LeaderSet, package: &Package, climbers: &UnitSet) -> bool {
        let there = attackers.iter().filter(|leader| state.package(*leader).shares_pair(package));
        let mut units = there.flat_map(|leader| self.units_of(state, leader));
        units.any(|unit| match self.unit(unit).arm {
            Arm::Infantry => !climbers.contains(unit),
            Arm::Cavalry => true,
            Arm::Artillery => false,
        })
    }

    pub(crate) fn is_mountain(&self, package: &Package) -> bool {
        package.hexes().any(|hex| self.ground.terrain(hex) == Terrain::Mountain)
    }

    /// Whether every hex with which a package touches its target is marsh (16.combat.marsh).
    fn out_of_marsh(&self, state: &State, from: &Package, targets: LeaderSet) -> bool {
        let mut any = false;
        for target in targets {
            for (hex, _) in self.contacts(state, from, &state.package(target)) {
                if self.ground.terrain(hex) != Terrain::Marsh {
                    return false;
                }
                any = true;
            }
        }
        any
    }

    /// Why a leader attacks these targets with half his strength: in column, in line without facing them, out of marsh.
    fn hindrances(&self, state: &State, leader: LeaderId, targets: LeaderSet) -> [bool; 3] {
        let package = state.package(leader);
        let fortress = self.on_pair(state, leader);
        let column = rule!("15.combat", !package.is_line()) && !fortress;
        let faces = targets.iter().all(|target| self.looks_at(state, &package, target));
        let averted = rule!("15.combat.facing", package.is_line() && !faces) && !fortress;
        let marsh = rule!("16.combat.marsh", self.out_of_marsh(state, &package, targets));
        [column, averted, marsh]
    }

    /// 15.front: whether a package has a hex of an enemy before it.
    pub(crate) fn looks_at(&self, state: &State, from: &Package, target: LeaderId) -> bool {
        rule!("15.front", from.faces(&self.ground.grid, &state.package(target)))
    }

    /// The attacking strength of some leaders against targets: full points, and points that are halved.
    pub(crate) fn attack_strength(&self, state: &State, attackers: LeaderSet, targets: LeaderSet) -> u16 {
        let (mut full, mut halved) = (0, 0);
        for leader in attackers {
            // 21.disorg.forced: disorganized leaders add nothing.
            if rule!("21.disorg.forced", state.disorganized.contains(leader)) {
                continue;
            }
            let package = state.package(leader);
            let [column, averted, marsh] = self.hindrances(state, leader, targets);
            let mountain = rule!("16.combat.mountain", self.is_mountain(&package));
            let into_woods = targets
                .iter()
                .any(|target| state.package(target).hexes().any(|hex| self.ground.terrain(hex) == Terrain::Woods));
            let climbers = if mountain { self.climbers(state, attackers, &package) } else { UnitSet::EMPTY };
            // 15.combat: a column that mountains have weakened already is not halved as well.
            let column = column && !(mountain && self.is_held_back(state, attackers, &package, &climbers));
            for unit in self.units_of(state, leader) {
                let points = state.points(unit);
                match self.unit(unit).arm {
                    Arm::Artillery => continue,
                    Arm::Cavalry if mountain => continue,
                    Arm::Infantry if mountain && !climbers.contains(unit) => continue,
                    Arm::Infantry => {
                        if column || averted || marsh {
                            halved += points
                        } else {
                            full += points
                        }
                    }
                    // 16.combat.cavalry: out of marsh and into woods; a column does not halve it.
                    Arm::Cavalry => {
                        let rough = rule!("16.combat.cavalry", into_woods || marsh);
                        if averted || rough { halved += points } else { full += points }
                    }
                }
            }
        }
        // 15.combat.once: attackers round down.
        full + if rule!("15.combat.once", true) { halved / 2 } else { halved.div_ceil(2) }
    }

    /// The defending strength of some leaders.
    pub(crate) fn defence_strength(&self, state: &State, defenders: LeaderSet) -> u16 {
        let (mut full, mut halved) = (0, 0);
        let mut in_town = 0;
        for leader in defenders {
            let package = state.package(leader);
            let fortress = self.on_pair(state, leader);
            let column = rule!("15.combat", !package.is_line()) && !fortress;
            let split = package.rear.is_some()
                && self.ground.between(package.lead, package.rear).river != River::None
                && !fortress
                && rule!("15.combat.river", true);
            let rough = package.hexes().all(|hex| matches!(self.ground.terrain(hex), Terrain::Marsh | Terrain::Woods));
            let town = self.town_of(state, leader).is_some();
            for unit in self.units_of(state, leader) {
                let points = state.points(unit);
                let halves = match self.unit(unit).arm {
                    Arm::Artillery => continue,
                    Arm::Infantry => column || split,
                    Arm::Cavalry => split || rule!("16.combat.cavalry", rough),
                };
                if halves {
                    halved += points
                } else {
                    full += points
                }
                if town {
                    in_town += points;
                }
            }
        }
        // 15.combat.once: defenders round up. 23.town: up to ten points count twice.
        let doubled = if rule!("23.town", in_town > 0) { in_town.min(self.tables.limits.town_doubles) } else { 0 };
        // 6.garrison.combat: the garrison of a source adds its point.
        let garrison =
            Army::ALL.into_iter().map(|army| (army, self.source_marker(state, army))).any(|(army, marker)| {
                defenders
                    .iter()
                    .any(|leader| self.side_of(leader) == army.side() && state.package(leader).overlaps(&marker))
            });
        let garrison = if rule!("6.garrison.combat", garrison) { self.tables.limits.source_garrison.into() } else { 0 };
        // Guns alone defend with 1.
        let half = if rule!("15.combat.once", true) { halved.div_ceil(2) } else { halved / 2 };
        (full + half + doubled + garrison).max(1)
    }

    /// 16.combat: whether odds are read on the affecting line.
    pub(crate) fn is_affecting(&self, state: &State, attackers: LeaderSet, defenders: LeaderSet) -> bool {
        // 16.combat.split: the better of two hexes, fortresses excepted.
        let ground = |leader: LeaderId| {
            let package = state.package(leader);
            let town = self.town_of(state, leader).is_some();
            let high = |hex: Hex| self.ground.is_affecting(hex) && self.ground.terrain(hex) != Terrain::FortifiedTown;
            let (any, all) = (package.hexes().any(high), package.hexes().all(high));
            town || all || rule!("16.combat.split", any)
        };
        let mut contact = false;
        let mut only_rivers = true;
        for attacker in attackers {
            for defender in defenders {
                for (hex, direction) in self.contacts(state, &state.package(attacker), &state.package(defender)) {
                    contact = true;
                    only_rivers &= self.ground.side(hex, direction).river != River::None;
                }
            }
        }
        rule!("16.combat", defenders.iter().any(ground) || (contact && only_rivers))
    }

    /// Who attacks and who is attacked in this round.
    pub(crate) fn opponents(&self, state: &State) -> (LeaderSet, LeaderSet) {
        let battle = &state.battle;
        let side = battle.attacker;
        let present = |side: Side| battle.of(side).intersection(state.troops);
        let mut targets = present(enemy_of(side));
        // 18.who.counter: a counterattack needs only one package.
        if side != battle.first && battle.aim.is_some() {
            targets = targets.iter().filter(|leader| state.package(*leader).covers(battle.aim)).collect();
        }
        let mut attackers = present(side);
        // 18.who.counter: of defenders who are not one force, one counterattacks.
        if side != battle.first && !battle.striking.is_empty() && rule!("18.who.counter", true) {
            attackers = attackers.intersection(battle.striking);
        }
        (attackers, targets)
    }

    pub(crate) fn odds_now(&self, state: &State) -> Odds {
        let (attackers, targets) = self.opponents(state);
        let attack = self.attack_strength(state, attackers, targets);
        let defence = self.defence_strength(state, targets);
        // Garrisons of sources have the benefit of their ground.
        let marker = state.battle.garrison.map_or(Package::NOWHERE, |army| self.source_marker(state, army));
        let affecting = state.battle.sortie
            || self.is_affecting(state, attackers, targets)
            || marker.hexes().any(|hex| self.ground.is_affecting(hex));
        let mut column = if rule!("18.odds", true) { self.tables.odds(attack, defence) as i8 } else { 0 };
        if state.battle.after_repulse && state.battle.rounds == 0 && rule!("14.repulse.fail", true) {
            column += self.tables.combat.repulse.failed_shift;
        }
        let wholly = attackers.iter().all(|leader| state.disorganized.contains(leader));
        if rule!("21.disorg.forced", wholly && !attackers.is_empty()) {
            column = 0;
        }
        let column = column.max(0) as usize;
        let column = if affecting { self.tables.affected(column) } else { column };
        Odds { attack, defence, column: column as u8, affecting }
    }

    /// 25.artillery: gun points that can fire in this round, halved like the foot beside them.
    pub(crate) fn gun_strength(&self, state: &State) -> u8 {
        let (attackers, targets) = self.opponents(state);
        let (mut full, mut halved) = (0, 0);
        for leader in attackers {
            if self.is_mountain(&state.package(leader)) || state.disorganized.contains(leader) {
                continue;
            }
            let guns = self.strength_of(state, leader, Arm::Artillery);
            let [column, averted, marsh] = self.hindrances(state, leader, targets);
            if column || averted || marsh { halved += guns } else { full += guns }
        }
        (full + halved / 2).min(99) as u8
    }

    /// The ratio of cavalry for artillery; 1-1 in ground that is not clear (25.cavdiff.terrain).
    pub(crate) fn gun_ratio(&self, state: &State) -> Ratio {
        let (attackers, targets) = self.opponents(state);
        let rough = attackers
            .union(targets)
            .iter()
            .any(|leader| state.package(leader).hexes().any(|hex| !self.is_clear_ground(hex)));
        if rule!("25.cavdiff.terrain", rough) {
            return Ratio::Even;
        }
        let side = state.battle.attacker;
        let [own, enemy] = self.cavalry_in_battle(state, side);
        if rule!("25.cavdiff", own != enemy) { Ratio::of(own, enemy) } else { Ratio::Even }
    }

    /// Twice the cavalry of a side in the battle; that which attacks into ground that is not clear once (25.cavdiff.terrain).
    pub(crate) fn cavalry_engaged(&self, state: &State, side: Side) -> u16 {
        let into_rough = side == state.battle.first
            && state.battle.of(enemy_of(side)).iter().any(|target| self.is_on_rough_ground(state, target));
        state.battle.of(side).iter().map(|leader| self.cavalry_weight(state, leader, into_rough)).sum()
    }

    /// Twice the cavalry of a side and of its enemy, as it was when the battle began (25.cavdiff.count).
    pub(crate) fn cavalry_in_battle(&self, state: &State, side: Side) -> [u16; 2] {
        [side, enemy_of(side)].map(|side| {
            let now = self.cavalry_engaged(state, side);
            let then = state.battle.cavalry[side.index()];
            if rule!("25.cavdiff.count", then != now) { then } else { now }
        })
    }
}
