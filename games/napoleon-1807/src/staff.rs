//! What a staff asks before it gives orders: how far a counter can march, what a combat would come to, how likely a reaction
//! is to succeed. All of it is answered by the chapters of the rules; nothing is decided here.

use board::{Direction, Hex};
use kernel::Side;

use crate::Rules;
use crate::action::Action;
use crate::counters::{CounterId, CounterSet, enemy_of};
use crate::ground::BARRED;
use crate::standing::Chance;
use crate::state::{Clash, Combat, Hand, State};

/// Where a counter can march, found once and kept until the next search; nothing of it is allocated twice.
#[derive(Clone, Debug, Default)]
pub struct Field {
    /// By hex: the search in which it was reached, twelfths of a point spent, and the hex before it.
    reached_in: Vec<u32>,
    settled_in: Vec<u32>,
    spent: Vec<u8>,
    before: Vec<Hex>,
    /// Hexes by what it costs to reach them.
    buckets: Vec<Vec<Hex>>,
    search: u32,
    /// Every hex that was reached, the nearest first.
    pub hexes: Vec<Hex>,
    /// The path that was last asked for.
    pub path: Vec<Hex>,
}

impl Field {
    fn begin(&mut self, hexes: usize) {
        if self.spent.len() < hexes {
            self.reached_in = vec![0; hexes];
            self.settled_in = vec![0; hexes];
            self.spent = vec![0; hexes];
            self.before = vec![Hex::NONE; hexes];
            self.buckets = vec![Vec::new(); usize::from(u8::MAX)];
            self.search = 0;
        }
        self.search += 1;
        self.hexes.clear();
    }

    /// Twelfths of a point that it takes to come to a hex.
    #[inline]
    pub fn spent(&self, hex: Hex) -> Option<u8> {
        (self.reached_in[hex.index()] == self.search).then(|| self.spent[hex.index()])
    }

    fn reach(&mut self, hex: Hex, spent: u8, before: Hex) {
        let index = hex.index();
        if self.reached_in[index] != self.search || spent < self.spent[index] {
            self.reached_in[index] = self.search;
            self.spent[index] = spent;
            self.before[index] = before;
            self.buckets[usize::from(spent)].push(hex);
        }
    }

    /// The steps to a hex, the last one first.
    pub fn find_path(&mut self, to: Hex) {
        self.path.clear();
        let mut at = to;
        while at.is_some() && self.spent(at).is_some_and(|spent| spent > 0) {
            self.path.push(at);
            at = self.before[at.index()];
        }
    }
}

/// What enters the die of a combat.
#[derive(Clone, Copy, Debug)]
pub struct CombatNumbers {
    pub attackers: CounterSet,
    pub defenders: CounterSet,
    /// Attacker and defender, as the ratio counts them.
    pub strength: [u16; 2],
    pub terrain: i8,
    pub modifier: i8,
}

impl Rules {
    /// Whether the rules allow an action, without their reasons.
    #[inline]
    pub fn allows(&self, state: &State, side: Side, action: &Action) -> bool {
        self.judge(state, side, action).is_ok()
    }

    /// The hand as it is now, or as it would be after taking up a counter.
    pub fn hand_for(&self, state: &State, counter: CounterId) -> Hand {
        if state.hand.unit == counter { state.hand } else { self.take_up(state, counter) }
    }

    /// Everywhere the counter in hand could go, as far as the ground, its points and enemy zones are concerned.
    pub fn find_field(&self, state: &State, hand: &Hand, field: &mut Field) {
        field.begin(self.ground.grid.len());
        let unit = hand.unit;
        let arm = self.arm_of(unit);
        let at = self.place_of(state, unit);
        let bound = self.may_activate(state, unit).is_err() || self.may_march(state, unit).is_err();
        if at.is_some() {
            field.reach(at, 0, Hex::NONE);
        } else {
            for entry in self.entry_hexes(state, unit) {
                if let Ok(cost) = self.step_cost(state, hand, at, entry)
                    && cost <= hand.left
                    && !bound
                {
                    field.reach(entry, cost, Hex::NONE);
                }
            }
        }
        let is_unit = self.is_unit(unit);
        for cost in 0..=hand.left.min(u8::MAX - 1) {
            while let Some(from) = field.buckets[usize::from(cost)].pop() {
                if field.spent[from.index()] != cost || field.settled_in[from.index()] == field.search {
                    continue;
                }
                field.settled_in[from.index()] = field.search;
                field.hexes.push(from);
                let begins = from == at;
                let stopped = if begins { hand.stopped || bound } else { self.stops_in(state, unit, from) };
                if stopped || (state.square.contains(unit) && !begins) {
                    continue;
                }
                for direction in Direction::ALL {
                    let to = self.ground.grid.neighbour(from, direction);
                    if to.is_none() || self.is_shut_to(state, unit, to) {
                        continue;
                    }
                    // Only where it begins can it stand in an enemy zone and go on.
                    let step = match begins || state.disorganized.contains(unit) {
                        true if is_unit && self.may_leave_zone(state, unit, from, to).is_err() => continue,
                        true => self.step_cost(state, hand, from, to).unwrap_or(BARRED),
                        false => self.ground.cost(arm, from, direction),
                    };
                    let spent = cost.saturating_add(step);
                    if step != BARRED && spent <= hand.left {
                        field.reach(to, spent, from);
                    }
                }
            }
        }
        // What was too far is left over for nobody.
        field.buckets.iter_mut().for_each(Vec::clear);
    }

    /// What a combat of these hexes would come to, as the position stands and without its fire.
    pub fn combat_numbers(&self, state: &State, clash: Clash, from: &[Hex], targets: &[Hex]) -> CombatNumbers {
        let mut trial = state.clone();
        trial.combat = Combat::new(clash, state.player);
        from.iter().for_each(|hex| trial.combat.from.push(*hex));
        targets.iter().for_each(|hex| trial.combat.targets.push(*hex));
        self.gather(&mut trial);
        self.numbers_of(&mut trial)
    }

    /// The same for the combat at hand.
    pub fn combat_at_hand(&self, state: &State) -> CombatNumbers {
        self.numbers_of(&mut state.clone())
    }

    fn numbers_of(&self, trial: &mut State) -> CombatNumbers {
        trial.combat.strength = self.strengths_now(trial);
        trial.combat.terrain = self.combat_terrain(trial);
        let mut modifier = 0;
        self.modifiers(trial, &mut |_, _, value| modifier += value);
        let Combat { attackers, defenders, strength, terrain, .. } = trial.combat;
        CombatNumbers { attackers, defenders, strength, terrain, modifier }
    }

    /// The chance of a reaction, in thirty-sixths; see [`crate::standing`].
    pub fn reaction_chance(&self, state: &State, action: &Action) -> Chance {
        self.chance_of(state, action)
    }

    /// Whether a unit must attack or be attacked and has not been.
    pub fn is_due(&self, state: &State, unit: CounterId) -> bool {
        let met = if self.side_of(unit) == state.player { state.fought } else { state.attacked };
        state.duty.contains(unit) && state.on_map(unit) && !met.contains(unit)
    }

    #[inline]
    pub fn is_controlled(&self, state: &State, by: Side, hex: Hex) -> bool {
        self.in_enemy_zone(state, enemy_of(by), hex)
    }

    #[inline]
    pub fn fits(&self, state: &State, hex: Hex, points: u16) -> bool {
        self.has_room(state, hex, points)
    }

    #[inline]
    pub fn morale_of(&self, state: &State, unit: CounterId) -> u8 {
        self.morale(state, unit)
    }

    pub fn skill_of(&self, state: &State, commander: CounterId) -> i8 {
        self.skill(state, commander)
    }

    /// Whether charges are possible in this weather.
    pub fn is_weather_for_charges(&self, state: &State) -> bool {
        self.charges_ride(state)
    }

    /// Whether the guns of one hex see another.
    pub fn is_in_sight(&self, state: &State, from: Hex, to: Hex) -> bool {
        self.can_see(state, from, to)
    }

    /// Victory points as they stand.
    pub fn victory_points(&self, state: &State, side: Side) -> i32 {
        self.points_of(state, side)
    }

    /// Command points left, if the side needs any.
    pub fn command_left(&self, state: &State, side: Side) -> Option<u8> {
        self.command_factor(state, side).map(|_| state.command[side.index()])
    }
}
