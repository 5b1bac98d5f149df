//! What a staff asks before it gives orders: what a fire or a charge would come to, who fires next in a sweep, what lies before
//! a counter. All of it is answered by the chapters of the rules; nothing is decided here.

use arrayvec::ArrayVec;
use board::{Facing, Hand as Wing, Hex};
use kernel::Side;

use crate::Rules;
use crate::action::Action;
use crate::counters::{CounterId, CounterSet, Formation, Rank};
use crate::sequence::Trial;
use crate::state::{Charge, State};
use crate::tables::{AttackerResult, Column, DefenderResult, FireResult, PanickedResult, Range, Tables};

/// The faces of a die, and so the share of one face in a toll.
const FACES: u16 = 6;

/// What a unit has to expect, each in thirty-sixths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Toll {
    /// A step down (6.0d to 6.0f).
    pub steps: u16,
    /// Straight to Panicked.
    pub panics: u16,
    /// It goes back, with or without a step.
    pub recoils: u16,
    /// A battery destroyed, a Panicked unit captured.
    pub losses: u16,
}

impl Toll {
    /// All of it, in thirty-sixths.
    pub const WHOLE: u16 = FACES * FACES;
}

impl Rules {
    /// Whether a side may do this now.
    pub fn allows(&self, state: &State, side: Side, action: &Action) -> bool {
        self.judge(state, side, action).is_ok()
    }

    /// Counters that a side may still take in hand.
    pub fn able_to_move(&self, state: &State, side: Side) -> CounterSet {
        self.movers(state, side)
    }

    /// Faces of the die with which a unit passes a check of this kind (6.0a).
    pub fn faces_that_pass(&self, state: &State, unit: CounterId, trial: Trial) -> u16 {
        let rating = u16::from(self.rating(state, unit, trial));
        if rating >= 7 {
            return FACES;
        }
        let added = self.trial_modifier(trial).max(0) as u16;
        rating.saturating_sub(1 + added).min(FACES)
    }

    /// The hexes before a counter of any length, as they stop the enemy.
    pub fn front_of(&self, state: &State, counter: CounterId) -> ArrayVec<Hex, 12> {
        let mut front = ArrayVec::new();
        let places = self.places(state, counter);
        let column = self.is_column(state, counter);
        for hex in places.iter().take(if column { 1 } else { 3 }) {
            for ahead in self.hexes_before(state, counter, *hex) {
                if !front.contains(&ahead) && !places.contains(&ahead) {
                    let _ = front.try_push(ahead);
                }
            }
        }
        front
    }

    /// An enemy of a side in whose front hex a hex lies (4.4b).
    pub fn faced_by(&self, state: &State, side: Side, hex: Hex) -> Option<CounterId> {
        self.front_of_enemy(state, side, hex)
    }

    /// How far a leader commands (C.1a, C.1c, C.1d).
    pub fn range_of_command(&self, state: &State, leader: CounterId) -> u16 {
        self.command_range(state, leader)
    }

    /// What a leader is now: a successor has the rank that he succeeded to.
    pub fn rank_of(&self, state: &State, leader: CounterId) -> Rank {
        self.rank_now(state, leader)
    }

    /// The hexes at which a unit of infantry could fire, or any unit charge.
    pub fn arc(&self, state: &State, unit: CounterId) -> ArrayVec<Hex, 6> {
        self.arc_of_fire(state, unit)
    }

    /// What of the enemy can be fired at or charged in a hex.
    pub fn targets(&self, state: &State, side: Side, hex: Hex) -> ArrayVec<CounterId, 24> {
        self.targets_in(state, side, hex)
    }

    /// Whether a hex lies before the two front hexsides of a facing.
    pub fn looks_at(&self, facing: Facing, from: Hex, hex: Hex) -> bool {
        self.in_arc(facing, from, hex)
    }

    /// The range at which a battery reaches a hex from where it stands.
    pub fn battery_reaches(&self, state: &State, battery: CounterId, hex: Hex) -> Option<Range> {
        self.gun_reaches(state, battery, hex).map(|trajectory| trajectory.range)
    }

    /// The column on which a battery fires at a range.
    pub fn battery_column(&self, battery: CounterId, range: Range) -> Column {
        self.tables.artillery(range, self.counter(battery).balls)
    }

    /// A place along the front in the order of a side's sweep, the first to fire lowest; before its first fire from the right.
    pub fn sweep_order(&self, state: &State, firer: CounterId) -> i32 {
        let place = self.front_place(state, firer);
        match state.sweep[self.side_of(firer).index()].from {
            Some(Wing::Left) => -place,
            Some(Wing::Right) | None => place,
        }
    }

    /// Whether infantry that has to go back from a hex would find somebody at its back, and panic (H.2j).
    pub fn panics_going_back(&self, state: &State, unit: CounterId, from: Hex) -> bool {
        let steady = self.counter(unit).is_infantry() && state.formation(unit) != Formation::Panicked;
        let at = state.hex_of(unit);
        let straight = || self.ways_back(state, unit, from, None).first().copied();
        steady
            && from.is_some()
            && at.is_some()
            && straight().is_some_and(|way| self.is_occupied(state, self.ground.grid.neighbour(at, way)))
    }

    /// What a target has to expect of a fire.
    pub fn toll_of_fire(&self, state: &State, firer: CounterId, target: CounterId) -> Toll {
        let guns = self.is_battery(firer);
        let shot = if guns { self.gun_shot(state, firer, target) } else { self.musket_shot(state, firer, target) };
        let mut toll = Toll::default();
        if self.is_leader(target) {
            return toll;
        }
        let sturdy = self.is_battery(target) || self.is_long(target);
        if self.is_battery(target) && state.formation(target) == Formation::Limbered {
            return Toll { losses: Toll::WHOLE, ..toll };
        }
        let passes = self.faces_that_pass(state, target, Trial::Hit);
        for die in 1..=FACES as u8 {
            let result = self.tables.fire(shot.block, die, shot.column);
            if sturdy {
                toll.losses += if result > FireResult::Check { FACES } else { 0 };
                continue;
            }
            match result {
                FireResult::Nothing => {}
                FireResult::Check => toll.steps += FACES - passes,
                FireResult::Disorganised => toll.steps += FACES,
                FireResult::DisorganisedOrPanic => {
                    toll.steps += passes;
                    toll.panics += FACES - passes;
                }
                FireResult::Panic => toll.panics += FACES,
            }
        }
        toll
    }

    /// What the charger in front and the target have to expect of a charge.
    pub fn toll_of_charge(
        &self,
        state: &State,
        front: CounterId,
        support: &[CounterId],
        target: CounterId,
    ) -> [Toll; 2] {
        let arc = self.arc_of_fire(state, front);
        let hex = self.standing_hexes(state, target).into_iter().find(|hex| arc.contains(hex));
        let mut announced = state.clone();
        announced.charge = Charge { target, hex: hex.unwrap_or(Hex::NONE), front, ..Charge::none() };
        for unit in support.iter().take(2) {
            announced.charge.support.push(*unit);
        }
        if announced.charge.hex.is_none() {
            return [Toll::default(); 2];
        }
        let reckoned = self.reckon_charge(&announced);
        let [mut own, mut his] = [Toll::default(); 2];
        let passes = |unit: CounterId, trial: Trial| self.faces_that_pass(state, unit, trial);
        let sturdy = self.is_battery(target) || self.is_long(target);
        let panicked = state.formation(target) == Formation::Panicked;
        for die in 1..=FACES as i8 {
            let total = die + reckoned.modifier();
            let line = Tables::charge_line(reckoned.ratio.0, total.clamp(1, FACES as i8) as u8);
            let cell = self.tables.charge(line, reckoned.differential);
            let defender = if total < 1 { DefenderResult::Nothing } else { cell.defender };
            let attacker = if total > FACES as i8 { AttackerResult::Nothing } else { cell.attacker };
            let holds = passes(target, Trial::Charged(defender));
            match defender {
                DefenderResult::Nothing => {}
                DefenderResult::Check if sturdy => his.losses += FACES - holds,
                _ if sturdy => his.losses += FACES,
                result if panicked => match self.tables.charge_on_panicked(result) {
                    PanickedResult::Nothing => {}
                    PanickedResult::Recoil => his.recoils += FACES,
                    PanickedResult::Captured => his.losses += FACES,
                },
                DefenderResult::Check => his.steps += FACES - holds,
                DefenderResult::Disorganised => his.steps += FACES,
                DefenderResult::DisorganisedOrRecoil => {
                    his.steps += holds;
                    his.recoils += FACES - holds;
                }
                DefenderResult::Recoil => his.recoils += FACES,
                DefenderResult::RecoilOrBoth => {
                    his.recoils += FACES;
                    his.steps += FACES - holds;
                }
                DefenderResult::Both => {
                    his.recoils += FACES;
                    his.steps += FACES;
                }
                DefenderResult::Panic => his.panics += FACES,
            }
            match attacker {
                AttackerResult::Nothing => {}
                AttackerResult::Check => own.steps += FACES - passes(front, Trial::Charger),
                AttackerResult::Disorganised => own.steps += FACES,
                AttackerResult::DisorganisedOrRecoil => {
                    own.recoils += holds;
                    own.steps += FACES - holds;
                }
                AttackerResult::Recoil => own.recoils += FACES,
            }
        }
        [own, his]
    }
}
