//! 8.6, 8.7 and 12: retreat, pursuit and reorganization.

use napoleon_1807::Action;
use napoleon_1807::counters::CounterId;

use super::ground::Place;
use super::now::{Now, facing};

impl Now<'_> {
    /// The hexes of the combat on the other side of a unit's own.
    fn foes(&self, side: u8) -> Vec<Place> {
        let combat = &self.state.combat;
        let hexes = if side == combat.attacker.0 { &combat.targets } else { &combat.from };
        hexes.iter().map(|hex| self.ground.place(*hex)).collect()
    }

    /// Those of them that somebody still fights from.
    fn standing_foes(&self, side: u8) -> Vec<Place> {
        self.foes(side).into_iter().filter(|foe| self.held(1 - side, *foe)).collect()
    }

    /// Hexes that some units may retreat to at all.
    fn open(&self, side: u8, from: Place, units: &[CounterId]) -> Vec<Place> {
        let points = units.iter().map(|unit| self.points(*unit)).sum();
        let shaken = units.iter().any(|unit| self.is_disorganized(*unit));
        let barred = |to: Place| shaken && self.square_at(to) || self.held(1 - side, to) || self.in_zone(side, to);
        let open = |to: &Place| self.ground.retreat_goes(from, *to) && !barred(*to) && self.room(*to, points);
        self.ground.around(from).into_iter().filter(open).collect()
    }

    /// Of these, the ones that lead away from most attackers; empty ones before friends'.
    fn best(&self, side: u8, from: Place, open: Vec<Place>) -> Vec<Place> {
        let foes = self.standing_foes(side);
        let away = |to: Place| {
            let farther = |foe: &&Place| self.ground.distance(to, **foe) > self.ground.distance(from, **foe);
            foes.iter().filter(farther).count()
        };
        let most = open.iter().map(|to| away(*to)).max().unwrap_or(0);
        let best: Vec<Place> = open.into_iter().filter(|to| most > 0 && away(*to) == most).collect();
        let empty: Vec<Place> = best.iter().copied().filter(|to| !self.held(side, *to)).collect();
        if empty.is_empty() { best } else { empty }
    }

    /// Where a unit may retreat: after the first of its stack, with the whole stack if there is a hex for it, or alone.
    fn refuges(&self, unit: CounterId) -> Vec<Place> {
        let Some(from) = self.at(unit) else { return Vec::new() };
        let side = self.side(unit);
        let own = self.open(side, from, &[unit]);
        let trails = self.state.combat.trails.iter().map(|trail| trail.map(|hex| self.ground.place_of(hex)));
        let mut same = trails.filter(|[left, _]| *left == Some(from));
        if let Some(went) = same.next().and_then(|[_, went]| went).filter(|went| own.contains(went)) {
            return vec![went];
        }
        let going = self.units_at(from).into_iter().filter(|other| self.has(self.state.combat.retreating, *other));
        let together = self.best(side, from, self.open(side, from, &going.collect::<Vec<_>>()));
        if together.is_empty() { self.best(side, from, own) } else { together }
    }

    /// 8.65: the facings that bring the hex ahead nearest to a foe.
    fn towards(&self, at: Place, foe: Place) -> Vec<usize> {
        let ahead = |way: usize| self.ground.neighbour(at, way).map(|next| self.ground.distance(next, foe));
        let least = (0..6).filter_map(ahead).min();
        (0..6).filter(|way| ahead(*way) == least).collect()
    }

    /// Frame `Retreat`.
    pub(crate) fn retreat(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        for unit in self.state.combat.retreating {
            for to in self.refuges(unit) {
                let foes = self.standing_foes(self.side(unit));
                let ways = (0..6).filter(|way| foes.iter().any(|foe| self.towards(to, *foe).contains(way)));
                actions.extend(ways.map(|way| Action::Retreat(unit, self.ground.hex(to), facing(way))));
            }
        }
        actions
    }

    /// Frame `Pursuit`.
    pub(crate) fn pursue(&self, side: u8) -> Vec<Action> {
        let combat = &self.state.combat;
        let mut actions = vec![Action::Stay];
        let (own, other) = if side == combat.attacker.0 {
            (combat.attackers, combat.defenders)
        } else {
            (combat.defenders, combat.attackers)
        };
        // 8.4: the first three rows of the table drive the defender back, the last two the attacker; such a side has not won.
        let driven_back = if side == combat.attacker.0 { 4..=5 } else { 0..=2 };
        let beaten = combat.beaten[usize::from(side == combat.attacker.0)] && !driven_back.contains(&combat.row);
        for unit in own {
            let Some(at) = self.at(unit) else { continue };
            if !beaten
                || self.is_gun(unit)
                || self.is_square(unit)
                || self.has(combat.disordered, unit)
                || self.has(combat.pursued, unit)
            {
                continue;
            }
            for to in self.foes(side) {
                let left = self.units_at(to).into_iter().filter(|enemy| self.side(*enemy) != side).collect::<Vec<_>>();
                // 10.42: guns that were left behind do not hold the hex.
                let others = other.iter().any(|enemy| !self.is_gun(enemy));
                let guns_only = !left.is_empty()
                    && left.iter().all(|enemy| self.is_gun(*enemy))
                    && others
                    && combat.trails.iter().any(|[left, _]| self.ground.place_of(*left) == Some(to));
                let friends: u32 = self
                    .units_at(to)
                    .into_iter()
                    .filter(|unit| self.side(*unit) == side)
                    .map(|unit| self.points(unit))
                    .sum();
                if (left.is_empty() || guns_only)
                    && self.ground.distance(at, to) == 1
                    && self.ground.step_cost(self.column(unit), at, to).is_some()
                    && friends + self.points(unit) <= 15
                {
                    actions.push(Action::Pursue(unit, self.ground.hex(to)));
                }
            }
        }
        actions
    }

    /// Frame `Reorganize`.
    pub(crate) fn rally(&self, side: u8) -> Vec<Action> {
        let may = |unit: &CounterId| {
            self.side(*unit) == side
                && self.is_disorganized(*unit)
                && !self.has(self.state.rallied, *unit)
                && self.at(*unit).is_some_and(|at| !self.in_zone(side, at))
        };
        self.counters().filter(may).map(Action::Rally).chain([Action::EndRally]).collect()
    }

    /// Frame `Successor`.
    pub(crate) fn succeed(&self, side: u8) -> Vec<Action> {
        let may =
            |counter: &CounterId| !self.is_unit(*counter) && self.side(*counter) == side && self.at(*counter).is_some();
        self.counters().filter(may).map(Action::Appoint).collect()
    }
}
