//! Simulations: a plan is played through against an enemy who does the obvious, for a turn and his reply, and what comes
//! of it is judged.
//!
//! Luck is taken out of the judgement: at every throw all outcomes are looked at, and what the dice gave more than they
//! give on average is subtracted from the balance in the end. What is left tells plans apart with few simulations.

use kernel::{Discard, FastChance, Outcome, Pending, Ruleset, Seat, Side, Throw, Verdict};

use crate::craft::{Craft, Plan, Stretch};

/// Dice of a simulation. A throw is known by its key, so that plans meet the same dice in the same fights however else they
/// differ; mirrored dice show the opposite faces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dice {
    pub(crate) seed: u64,
    pub(crate) mirrored: bool,
}

impl Dice {
    /// The dice of sample number `sample`: every second one mirrors the one before.
    pub(crate) fn of_sample(seed: u64, sample: u64) -> Dice {
        Dice { seed: mix(seed ^ mix(sample / 2)), mirrored: sample % 2 == 1 }
    }

    fn outcome(self, throw: &Throw, key: u64, count: u64) -> Outcome {
        let mut outcome = Outcome::default();
        let mut word = mix(self.seed ^ mix(key));
        if throw.dice > 1 {
            word = mix(word ^ count);
        }
        for _ in 0..throw.dice {
            word = mix(word);
            let face = ((word >> 33) % u64::from(throw.faces)) as u8 + 1;
            outcome.0.push(if self.mirrored { throw.faces + 1 - face } else { face });
        }
        outcome
    }
}

/// Scatters the bits of a number (splitmix64).
pub(crate) fn mix(number: u64) -> u64 {
    let mut word = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// More steps than any two turns take; a craft that goes round in circles is stopped here.
const STEPS: u32 = 20_000;

/// Throws with more outcomes than this are not averaged over.
const OUTCOMES: u32 = 36;

/// The score of a finished game, with a trace of the margin so that a lost game is still lost by little.
pub(crate) fn verdict_score(verdict: &Verdict, side: Side) -> f64 {
    let score = match verdict.winner {
        None => 0.5,
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
    };
    let others: i32 =
        (0..verdict.points.len()).filter(|index| *index != side.index()).map(|index| verdict.points[index]).sum();
    let lead = f64::from(verdict.points[side.index()] - others);
    0.98 * score + 0.01 * (1.0 + (lead / 60.0).tanh())
}

/// Where a rehearsal begins and for whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage {
    pub(crate) side: Side,
    /// Player-turns to play, the one at hand included.
    pub(crate) stretches: u32,
}

/// Plays plans through, with buffers that are used again.
#[derive(Debug)]
pub(crate) struct Rehearsal<'c, C: Craft> {
    pub(crate) rules: &'c C::Rules,
    pub(crate) craft: &'c C,
    actions: Vec<<C::Rules as Ruleset>::Action>,
    legal: Vec<<C::Rules as Ruleset>::Action>,
    /// How often the craft proposed what the rules refuse.
    pub(crate) refused: u64,
}

impl<'c, C: Craft> Rehearsal<'c, C> {
    pub(crate) fn new(rules: &'c C::Rules, craft: &'c C) -> Rehearsal<'c, C> {
        Rehearsal { rules, craft, actions: Vec::new(), legal: Vec::new(), refused: 0 }
    }

    /// The score that `side` can expect if it follows `plan` from here to the end of the present stretch, and everybody
    /// else, and `side` afterwards, follows the usual one.
    pub(crate) fn run(
        &mut self,
        state: &mut <C::Rules as Ruleset>::State,
        stage: Stage,
        plan: &Plan<C::Order>,
        usual: &Plan<C::Order>,
        dice: Dice,
    ) -> f64 {
        let Stage { side, stretches } = stage;
        let begun: Stretch = self.craft.stretch(state);
        let mut stretch = begun;
        let mut passed = 0;
        let mut luck = 0.0;
        let mut throws = 0;
        let mut memory = C::Memory::default();
        for _ in 0..STEPS {
            let now = self.craft.stretch(state);
            if now != stretch {
                stretch = now;
                passed += 1;
                memory = C::Memory::default();
                if passed >= stretches {
                    break;
                }
            }
            match self.rules.pending(state) {
                Pending::Over(verdict) => {
                    return if luck == 0.0 {
                        verdict_score(&verdict, side)
                    } else {
                        self.craft.value(self.rules, state, side, -luck)
                    };
                }
                Pending::Chance(throw) => {
                    let outcome = dice.outcome(&throw, self.craft.throw_key(state), throws);
                    throws += 1;
                    luck += self.throw(state, side, &throw, &outcome);
                }
                Pending::Decide(seats) => {
                    let Some((seat, _)) = seats.first() else { break };
                    let own = self.rules.seats().get(seat.index()).is_some_and(|info| info.side == side);
                    let followed = if own && passed == 0 { plan } else { usual };
                    if !self.act(state, *seat, followed, &mut memory) {
                        break;
                    }
                }
            }
        }
        self.craft.value(self.rules, state, side, -luck)
    }

    /// Carries out a throw and says how much better than on average it was.
    fn throw(&self, state: &mut <C::Rules as Ruleset>::State, side: Side, throw: &Throw, outcome: &Outcome) -> f64 {
        let outcomes = u32::from(throw.faces).pow(u32::from(throw.dice));
        if outcomes > OUTCOMES {
            self.rules.throw(state, outcome, &mut Discard);
            return 0.0;
        }
        let mut sum = 0.0;
        let mut got = 0.0;
        let mut after = None;
        for possible in throw.outcomes() {
            let mut branch = state.clone();
            self.rules.throw(&mut branch, &possible, &mut Discard);
            let balance = self.craft.balance(self.rules, &branch, side);
            sum += balance;
            if possible == *outcome {
                got = balance;
                after = Some(branch);
            }
        }
        if let Some(branch) = after {
            *state = branch;
        }
        got - sum / f64::from(outcomes)
    }

    /// Lets the craft act for a seat; what the rules refuse is replaced by the first thing they allow.
    pub(crate) fn act(
        &mut self,
        state: &mut <C::Rules as Ruleset>::State,
        seat: Seat,
        plan: &Plan<C::Order>,
        memory: &mut C::Memory,
    ) -> bool {
        self.actions.clear();
        self.craft.choose(self.rules, state, seat, plan, memory, &mut self.actions);
        for place in 0..self.actions.len() {
            let action = self.actions[place];
            if self.rules.check(state, seat, &action).is_err() {
                self.refused += 1;
                if place > 0 {
                    return true;
                }
                self.actions.clear();
                break;
            }
            self.rules.play(state, seat, &action, &mut Discard);
        }
        if !self.actions.is_empty() {
            return true;
        }
        self.legal.clear();
        self.rules.legal(state, seat, &mut self.legal);
        let Some(action) = self.legal.first().copied() else { return false };
        self.rules.play(state, seat, &action, &mut Discard);
        true
    }
}

/// A small fast stream of numbers for search.
pub(crate) fn stream(seed: u64, number: u64) -> FastChance {
    FastChance::of_game(seed, number)
}
