//! What a staff asks before it gives orders: how far a stack can march, what it costs, who fights with what. All of it is
//! answered by the chapters of the rules; nothing is decided here.

use board::boxes::{BoxId, ConnectionId};
use kernel::{Seat, Side};

use crate::Rules;
use crate::battle::{Battle, Engagement, Tactic};
use crate::counters::{ArmyId, CounterId};
use crate::ground::Terrain;
use crate::march::March;
use crate::refusal::Silent;
use crate::sets::CounterSet;
use crate::state::{State, Supply};

impl Rules {
    /// Whether these counters could use a connection into a box, as far as water, bridges and frontiers go (5.2b).
    #[inline]
    pub fn is_passable(&self, state: &State, way: ConnectionId, to: BoxId, stack: &CounterSet) -> bool {
        self.may_use(state, way, to, stack).is_ok()
    }

    /// Movement points that a connection costs in this weather (5.2a).
    #[inline]
    pub fn step_cost(&self, state: &State, way: ConnectionId) -> u8 {
        self.cost_of(state, way)
    }

    /// A stack that begins here, not yet activated.
    pub fn stack_at(&self, stack: CounterSet, at: BoxId, enters: bool) -> Option<March> {
        Some(March { stack, ..March::beginning_with(stack.first()?, at, enters) })
    }

    /// Movement points that a stack would have (5.4e).
    pub fn points_of_stack(&self, state: &State, march: &March, forced: bool) -> u8 {
        self.stack_points(state, &March { forced, ..*march })
    }

    /// Whether counters may march as one stack without a concentration (5.4b).
    pub fn is_small_stack(&self, stack: &CounterSet) -> bool {
        self.is_within_limit(stack)
    }

    /// The army that pays least for a stack, and how much, if one can pay at all (4.5).
    pub fn payer_of(&self, state: &State, march: &March) -> Option<(ArmyId, u8)> {
        let payers = self.payers(state, &march.stack);
        let costs = payers.into_iter().map(|payer| (payer, self.activation_cost(state, march, payer)));
        costs.filter(|(payer, cost)| *cost <= state.army(*payer).points).min_by_key(|(payer, cost)| (*cost, *payer))
    }

    /// Whether some army could pay for these together, had it the points (4.5b).
    pub fn share_a_payer(&self, state: &State, stack: &CounterSet) -> bool {
        !self.payers(state, stack).is_empty()
    }

    /// Whether a seat may take a counter into a stack now (5.3b, 5.4f, 10.e).
    pub fn can_take(&self, state: &State, seat: Seat, counter: CounterId) -> bool {
        self.may_take::<Silent>(state, seat, counter).is_ok()
    }

    /// The one army of a counter; dummies and independent detachments have none (6.1d).
    pub fn army_that_pays(&self, state: &State, counter: CounterId) -> Option<ArmyId> {
        self.own_army(state, counter)
    }

    /// Whether the armistice keeps a side out of a box (A.arm.k).
    pub fn armistice_bars(&self, state: &State, side: Side, to: BoxId) -> bool {
        self.is_armistice(state) && self.beside_enemy_units(state, side, to)
    }

    /// Whether a Force may fight with a tactic, by its SP and leaders (8.2).
    pub fn allows_tactic(&self, state: &State, at: BoxId, side: Side, force: &CounterSet, tactic: Tactic) -> bool {
        let mut battle = Battle::at(at, side, false);
        battle.forces[side.index()] = *force;
        self.may_choose_tactic(state, &battle, side, tactic).is_ok()
    }

    /// Whether a counter may not leave its box by its own movement.
    pub fn is_bound(&self, counter: CounterId) -> bool {
        self.bound.contains(counter)
    }

    /// The counters of a side in the open field of a box.
    pub fn field_force(&self, state: &State, side: Side, place: BoxId) -> CounterSet {
        self.in_the_field(state, side, place)
    }

    /// Whether a connection leads over a bridge or pontoon: attackers pay for it (T.combat.die).
    pub fn leads_over_bridge(&self, state: &State, way: ConnectionId) -> bool {
        self.is_bridged(state, way)
    }

    /// The ground that a battle in a box would be fought on.
    pub fn ground_of_battle(&self, at: BoxId) -> Terrain {
        self.battle_terrain(&Battle::at(at, crate::state::FRENCH, false))
    }

    /// TacB, artillery bonus and cavalry bonus of a Force (8.5h, T.artillery, T.pursuit).
    pub fn bonuses_of(&self, state: &State, force: &CounterSet) -> (u8, u16, u16) {
        (self.tactical_bonus(force), self.artillery_bonus(state, force), self.cavalry_bonus(state, force))
    }

    /// SP of a Force with the factors of the ground it would fight on (8.3a).
    pub fn strength_on_ground(&self, state: &State, force: &CounterSet, at: BoxId, attacker: Side, side: Side) -> u16 {
        let mut battle = Battle::at(at, attacker, false);
        battle.forces[side.index()] = *force;
        self.fighting_strength(state, &battle, side)
    }

    /// The same against the walls of a city (8.8c).
    pub fn strength_in_assault(&self, state: &State, force: &CounterSet, at: BoxId, side: Side) -> u16 {
        let mut battle = Battle { engagement: Engagement::Assault, ..Battle::at(at, side, false) };
        battle.forces[side.index()] = *force;
        self.fighting_strength(state, &battle, side)
    }

    /// The die that an interception from a box must not exceed (6.5.1d).
    pub fn interception_die(&self, state: &State, at: BoxId, from: BoxId, force: &CounterSet) -> i32 {
        self.interception_limit(state, at, from, force)
    }

    /// The die that a march to the guns must not exceed, before the way is looked at (6.5.2b).
    pub fn guns_die(&self, state: &State, from: BoxId, force: &CounterSet) -> u8 {
        self.reaction_value(state, from, force)
    }

    /// The sources from which an army is supplied (4.4a).
    pub fn sources_of_army(&self, army: ArmyId) -> &[BoxId] {
        &self.sources[army.index()]
    }

    /// How an army would be supplied as things stand (4.4).
    pub fn supply_now(&self, state: &State, side: Side, army: ArmyId) -> Supply {
        self.supply_of(state, side, army).0
    }

    /// Points of the flags, with sieges (9.a, B.9).
    pub fn points_of_flags(&self, state: &State, side: Side) -> i32 {
        self.geographic_points(state, side)
    }

    /// Whether the city of a siege at this step falls with a modified die (T.siege).
    pub fn falls_at(&self, step: u8, modified: i32) -> bool {
        self.city_falls(step, modified)
    }
}
