//! What generals ask the rules: where the force in hand could halt, how far places are, what a fight would be read on.

use board::Hex;
use kernel::Side;

use crate::Rules;
use crate::action::Action;
use crate::ground::Gait;
use crate::package::Package;
use crate::reach::Field;
use crate::roster::{LeaderId, LeaderSet, UnitId};
use crate::rules::HexBits;
use crate::state::State;
use crate::tables::Result11;

/// A place where the force in hand could halt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Halt {
    pub package: Package,
    /// Half points that foot and horse would have spent in all.
    pub spent: [u8; 2],
    /// A zone, or a question to the enemy, ends the march there.
    pub stops: bool,
}

/// Everywhere that the force in hand could halt.
#[derive(Debug)]
pub struct Marches {
    field: Field,
    pub halts: Vec<Halt>,
}

/// Half points from some hexes over the whole map.
#[derive(Clone, Debug)]
pub struct Distances(Vec<u8>);

impl Distances {
    /// As far as can be counted, where there is no way at all.
    pub const FAR: u8 = 250;

    pub fn at(&self, hex: Hex) -> u8 {
        if hex.is_some() { self.0[hex.index()] } else { Distances::FAR }
    }

    pub fn to(&self, package: &Package) -> u8 {
        package.hexes().map(|hex| self.at(hex)).min().unwrap_or(Distances::FAR)
    }
}

/// What a combat would be read on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospect {
    pub attack: u16,
    pub defence: u16,
    /// The column, from 0 for 1-5.
    pub column: usize,
}

impl Rules {
    /// Where the force in hand could halt.
    pub fn marches(&self, state: &State, side: Side) -> Marches {
        let field = self.ways(state, side);
        let mut then = state.clone();
        let mut halts = Vec::new();
        for (package, spent, stops) in self.ends(state, &field) {
            let asked = self.asks_enemy(state, side, &package);
            let march = self.spent_at(state, &package, spent);
            if asked || self.may_end(&mut then, side, &march, &package) {
                halts.push(Halt { package, spent: march.spent[march.place()], stops });
            }
        }
        Marches { field, halts }
    }

    /// The moves to a place where it could halt.
    pub fn way_of(&self, state: &State, marches: &Marches, halt: &Halt) -> Vec<Action> {
        self.actions_to(state, &marches.field, &halt.package)
    }

    /// What ends the march of the package in hand: it halts, or the second package of the force goes on.
    pub fn last_of_march(&self, state: &State) -> Action {
        if self.has_more(state) { Action::Next } else { Action::Halt }
    }

    /// Half points at some gait to every hex from these, whoever stands in the way.
    pub fn distances(&self, state: &State, gait: Gait, from: impl IntoIterator<Item = Hex>) -> Distances {
        let field = self.field_of(state, gait, from, Distances::FAR - 1, &HexBits::EMPTY);
        let hexes = (0..self.ground.grid.len() as u16).map(Hex);
        Distances(hexes.map(|hex| field.at(hex).unwrap_or(Distances::FAR)).collect())
    }

    /// What an attack of some leaders on others would be read on as they stand.
    pub fn prospect(&self, state: &State, attackers: LeaderSet, targets: LeaderSet) -> Prospect {
        let attack = self.attack_strength(state, attackers, targets);
        let defence = self.defence_strength(state, targets);
        let column = self.tables.odds(attack, defence);
        let affecting = self.is_affecting(state, attackers, targets);
        Prospect { attack, defence, column: if affecting { self.tables.affected(column) } else { column } }
    }

    /// Some leaders put down elsewhere in a position that is only thought of.
    pub fn suppose(&self, then: &mut State, leaders: LeaderSet, package: Package) {
        for leader in leaders {
            self.put(then, leader, package);
        }
    }

    /// Six times the points that the force in hand has to expect of attrition if it halts having spent so much.
    pub fn attrition_ahead(&self, state: &State, spent: [u8; 2]) -> u16 {
        let march = &state.march;
        let mut then = *march;
        then.spent[march.place()] = spent;
        then.stepped[march.place()] |= spent != march.spent[march.place()];
        self.forecast(state, march.commander, march.force, Rules::efforts_of(&then)).six_times()
    }

    /// The results of a column for a die of 1 to 6.
    pub fn results(&self, column: usize) -> [Result11; 6] {
        [1, 2, 3, 4, 5, 6].map(|die| self.tables.combat(column, die))
    }

    /// Whether a leader stands in a fortress or a fortified town (23.occupy).
    pub fn in_fortress(&self, state: &State, leader: LeaderId) -> bool {
        self.ground.fortress_of(&state.package(leader), &self.theatre).is_some()
    }

    /// The place of each force of a side, leader by leader of a place.
    pub fn places_of(&self, state: &State, side: Side) -> Vec<LeaderSet> {
        self.stacks(state, side).collect()
    }

    /// The units that may bear the next point of loss.
    pub fn losing(&self, state: &State, side: Side) -> impl Iterator<Item = UnitId> + use<> {
        self.losers(state, side).iter().collect::<Vec<_>>().into_iter()
    }

    /// Whether a package could attack another from where it is (18.who).
    pub fn strikes(&self, state: &State, from: &Package, at: &Package) -> bool {
        self.can_strike(state, from, at)
    }

    /// Whether an enemy zone seems to lie on a place.
    pub fn is_held_up(&self, state: &State, side: Side, package: &Package) -> bool {
        self.seems_in_zone(state, side, package)
    }

    /// The number that the initiative die of a force must not exceed.
    pub fn initiative_number(&self, state: &State, commander: LeaderId, force: LeaderSet) -> i8 {
        self.initiative_needs(state, commander, force)
    }

    /// Whether a side would have won if the game ended now.
    pub fn winner_now(&self, state: &State) -> Option<Side> {
        self.verdict_now(state).winner
    }
}
