//! What a position waits for.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{Case, Seat, Side};

/// Most seats that decide at once.
pub const SEATS: usize = 8;
/// Most dice in one throw.
pub const DICE: usize = 4;

/// What happens next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pending<D> {
    /// One seat decides, or several do at once and in secret.
    Decide(ArrayVec<(Seat, D), SEATS>),
    /// Dice fall.
    Chance(Throw),
    /// The game has ended.
    Over(Verdict),
}

impl<D> Pending<D> {
    pub fn one(seat: Seat, decision: D) -> Pending<D> {
        let mut seats = ArrayVec::new();
        seats.push((seat, decision));
        Pending::Decide(seats)
    }

    /// What this seat is asked, if it is.
    pub fn asks(&self, seat: Seat) -> Option<&D> {
        match self {
            Pending::Decide(seats) => seats.iter().find(|(asked, _)| *asked == seat).map(|(_, decision)| decision),
            Pending::Chance(_) | Pending::Over(_) => None,
        }
    }
}

/// A throw to be made: how many dice with how many faces, under which rule, for what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Throw {
    pub dice: u8,
    pub faces: u8,
    pub case: Case,
    /// A few words, such as `combat`.
    pub purpose: &'static str,
}

impl Throw {
    /// One die with six faces.
    pub const fn d6(case: Case, purpose: &'static str) -> Throw {
        Throw { dice: 1, faces: 6, case, purpose }
    }

    /// No dice: the game continues by itself, one step later. For what has to take a step whether or not dice fell before it,
    /// because others may not learn whether they did.
    pub const fn pause(case: Case, purpose: &'static str) -> Throw {
        Throw { dice: 0, faces: 1, case, purpose }
    }

    /// Every outcome, all equally likely.
    pub fn outcomes(self) -> impl Iterator<Item = Outcome> {
        let faces = u32::from(self.faces);
        (0..faces.pow(u32::from(self.dice))).map(move |mut number| {
            let mut outcome = Outcome::default();
            for _ in 0..self.dice {
                outcome.0.push((number % faces) as u8 + 1);
                number /= faces;
            }
            outcome
        })
    }

    pub fn admits(self, outcome: &Outcome) -> bool {
        outcome.0.len() == usize::from(self.dice) && outcome.0.iter().all(|die| (1..=self.faces).contains(die))
    }
}

/// The dice as they fell.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Outcome(pub ArrayVec<u8, DICE>);

impl Outcome {
    pub fn one(die: u8) -> Outcome {
        Outcome(ArrayVec::from_iter([die]))
    }

    /// The first die, for throws of a single one.
    pub fn die(&self) -> u8 {
        self.0[0]
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Verdict {
    /// Nobody, in a draw.
    pub winner: Option<Side>,
    /// The title's word for the size of the victory.
    pub level: &'static str,
    /// Victory points by side.
    pub points: [i32; 4],
}
