//! What games between generals came to: who won and how well, points, losses.

use std::collections::BTreeMap;

use ai::tournament::{Mean, Series, Share, share};
use ai::{Fault, GameResult, Losses};
use kernel::SeatInfo;
use serde::Serialize;

/// What a side got out of many games.
#[derive(Serialize)]
pub(crate) struct SideCount {
    /// Games won.
    pub(crate) won: Share,
    pub(crate) points: Mean,
    pub(crate) losses: Option<LossCount>,
}

/// Losses a game.
#[derive(Serialize)]
pub(crate) struct LossCount {
    pub(crate) units: Mean,
    pub(crate) units_in_all: u32,
    pub(crate) strength: Mean,
    pub(crate) strength_in_all: u32,
    /// Out of the line when the game ended, but not lost.
    pub(crate) strength_out: Mean,
}

/// The sums of one side.
#[derive(Default)]
struct Sums {
    won: u64,
    points: Series,
    units: Series,
    strength: Series,
    strength_out: Series,
    in_all: Losses,
}

/// Endings, points and losses over games.
#[derive(Default)]
pub(crate) struct Count {
    pub(crate) games: u64,
    pub(crate) draws: u64,
    pub(crate) outcomes: BTreeMap<String, u64>,
    /// Orders that were given and refused; the games went on.
    pub(crate) faults: Vec<Fault>,
    /// By the first seat of each side.
    sides: BTreeMap<String, Sums>,
}

impl Count {
    pub(crate) fn add(&mut self, seats: &[SeatInfo], result: &GameResult) {
        let first_of = |side: usize| seats.iter().find(|info| info.side.index() == side).map(|info| info.id.clone());
        let verdict = &result.verdict;
        self.games += 1;
        self.faults.extend_from_slice(&result.faults);
        let ending = match verdict.winner.and_then(|winner| first_of(winner.index())) {
            Some(winner) => format!("{winner} {}", verdict.level),
            None => {
                self.draws += 1;
                verdict.level.to_owned()
            }
        };
        *self.outcomes.entry(ending).or_default() += 1;
        for (side, points) in verdict.points.iter().enumerate() {
            let Some(seat) = first_of(side) else { continue };
            let sums = self.sides.entry(seat).or_default();
            let losses = result.losses[side];
            sums.won += u64::from(verdict.winner.is_some_and(|winner| winner.index() == side));
            sums.points.add(f64::from(*points));
            sums.units.add(f64::from(losses.units));
            sums.strength.add(f64::from(losses.strength));
            sums.strength_out.add(f64::from(losses.strength_out));
            sums.in_all = losses;
        }
    }

    pub(crate) fn mean_points(&self) -> BTreeMap<String, f64> {
        self.sides.iter().map(|(seat, sums)| (seat.clone(), sums.points.mean().mean)).collect()
    }

    pub(crate) fn drawn(&self) -> Share {
        share(self.draws, self.games)
    }

    pub(crate) fn sides(&self) -> BTreeMap<String, SideCount> {
        let of = |sums: &Sums| SideCount {
            won: share(sums.won, self.games),
            points: sums.points.mean(),
            losses: (sums.in_all.units_in_all > 0).then(|| LossCount {
                units: sums.units.mean(),
                units_in_all: sums.in_all.units_in_all,
                strength: sums.strength.mean(),
                strength_in_all: sums.in_all.strength_in_all,
                strength_out: sums.strength_out.mean(),
            }),
        };
        self.sides.iter().map(|(seat, sums)| (seat.clone(), of(sums))).collect()
    }
}

/// A share in words: percent and its interval.
pub(crate) fn percent(share: &Share) -> String {
    format!("{:5.1} %  ({:.1} to {:.1})", 100.0 * share.share, 100.0 * share.low, 100.0 * share.high)
}

/// How many orders of generals were refused, and the first of them.
pub(crate) fn faults_in_words(faults: &[Fault]) -> Vec<String> {
    const TOLD: usize = 8;
    let number = match faults.len() {
        0 => return vec!["  no order of a general was refused".to_owned()],
        1 => "1 order of a general was refused".to_owned(),
        many => format!("{many} orders of generals were refused"),
    };
    let mut lines = vec![format!("  {number}, which is a bug; please report it:")];
    lines.extend(faults.iter().take(TOLD).map(|fault| format!("    {fault}")));
    lines
}
