//! Tournaments: pairs of games with the same throws and the sides swapped, and what can be concluded from them.

use std::sync::Arc;

use serde::Serialize;

use crate::{Character, Craft, GameNumber, name_of, play_game};

/// The scores of pairs of games, for the first of two generals: 1 for two wins, ½ for a win and a loss or two draws.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    pairs: Vec<f64>,
    wins: u32,
    draws: u32,
    losses: u32,
}

/// A score with its interval, and what it is in Elo points.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Standing {
    pub games: u32,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// Points a game, draws half.
    pub score: f64,
    /// The 95 % interval of the score.
    pub low: f64,
    pub high: f64,
    pub elo: f64,
    pub elo_low: f64,
    pub elo_high: f64,
}

/// What a gate says of the pairs played so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gate {
    /// The general is better than a broken one would be.
    Passed,
    /// The general is worse than a sound one can be by chance.
    Failed,
    /// More pairs are needed.
    Open,
}

/// A gate fails a general that scores what it should in fewer than one run of so many, however long the run.
const FALSE_ALARM: f64 = 100_000.0;

/// It passes a broken one in fewer than one run of so many.
const MISSED: f64 = 50.0;

/// For a 95 % interval.
const NORMAL: f64 = 1.959_964;

impl Tally {
    /// Adds a pair: the scores of its two games.
    pub fn add(&mut self, games: [f64; 2]) {
        self.pairs.push((games[0] + games[1]) / 2.0);
        for score in games {
            if score > 0.75 {
                self.wins += 1;
            } else if score < 0.25 {
                self.losses += 1;
            } else {
                self.draws += 1;
            }
        }
    }

    pub fn pairs(&self) -> usize {
        self.pairs.len()
    }

    fn mean(&self) -> f64 {
        if self.pairs.is_empty() { 0.5 } else { self.pairs.iter().sum::<f64>() / self.pairs.len() as f64 }
    }

    /// The interval treats a pair as one observation, for its games share their throws; and it counts one pair won and one
    /// lost that were never played, so that a series of wins alone proves no certainty.
    pub fn standing(&self) -> Standing {
        let score = self.mean();
        let number = self.pairs.len() as f64 + 2.0;
        let centre = (self.pairs.iter().sum::<f64>() + 1.0) / number;
        let squares: f64 = self.pairs.iter().map(|pair| (pair - centre).powi(2)).sum::<f64>()
            + (1.0 - centre).powi(2)
            + centre.powi(2);
        let half = NORMAL * (squares / (number - 1.0) / number).sqrt();
        let (low, high) = ((centre - half).max(0.0), (centre + half).min(1.0));
        Standing {
            games: self.wins + self.draws + self.losses,
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
            score,
            low,
            high,
            elo: elo(score),
            elo_low: elo(low),
            elo_high: elo(high),
        }
    }

    /// Whether the question "is the score at most `worse`, or at least `better`?" is settled, with an error of one in twenty
    /// either way: a sequential likelihood ratio test on the pairs.
    pub fn settled(&self, worse: f64, better: f64) -> Option<bool> {
        let number = self.pairs.len() as f64;
        if self.pairs.len() < 8 {
            return None;
        }
        let mean = self.mean();
        // A little spread always remains, or a run of equal results would settle everything.
        let spread = (self.pairs.iter().map(|pair| (pair - mean).powi(2)).sum::<f64>() + 0.25) / (number + 1.0);
        let ratio = number * (better - worse) * (2.0 * mean - worse - better) / (2.0 * spread);
        let bound = (0.95_f64 / 0.05).ln();
        if ratio >= bound {
            Some(true)
        } else if ratio <= -bound {
            Some(false)
        } else {
            None
        }
    }

    /// A gate for tests that stop early: it must hardly ever fail a general whose true score is `sound` or more, and should
    /// not pass one whose true score is `broken` or less.
    ///
    /// Two gamblers watch the pairs. One bets on every pair that it falls below `sound`, the other that it rises above
    /// `broken`, at fair stakes; so if there is nothing to be won, the chance that one ever multiplies his purse by some
    /// number is at most one in that number (Ville's inequality). That holds whatever the spread of the results is, and
    /// however often one looks.
    pub fn gate(&self, sound: f64, broken: f64) -> Gate {
        let distance = sound - broken;
        // Near the best stake if pairs spread as they do between generals; never so much that a pair could ruin him.
        let stake = distance / (distance * distance + 0.1);
        let against = stake.min(0.9 / (1.0 - sound).max(1e-9));
        let in_favour = stake.min(0.9 / broken.max(1e-9));
        let (mut doubter, mut believer) = (1.0, 1.0);
        for pair in &self.pairs {
            doubter *= 1.0 + against * (sound - pair);
            believer *= 1.0 + in_favour * (pair - broken);
            if doubter >= FALSE_ALARM {
                return Gate::Failed;
            }
            if believer >= MISSED {
                return Gate::Passed;
            }
        }
        Gate::Open
    }
}

/// What is asked of a meeting: the score that a sound general reaches without luck, and the one of a broken one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Question {
    pub sound: f64,
    pub broken: f64,
    /// Pairs after which nobody waits any longer.
    pub most: u64,
}

/// Two generals meet in pairs of games until the gate has decided. Tells what was found; it is an error if the first
/// general is broken, if one gave an order that was refused, or if a game did not come to its end.
pub fn meet<C: Craft>(
    (rules, craft): (&Arc<C::Rules>, &Arc<C>),
    [first, second]: [Character; 2],
    question: Question,
    seed: u64,
) -> Result<String, String> {
    let mut tally = Tally::default();
    let mut number = 0;
    let gate = loop {
        let gate = tally.gate(question.sound, question.broken);
        if gate != Gate::Open || number == question.most {
            break gate;
        }
        let score = |characters: [Character; 2], own: usize| {
            let result = play_game(rules, craft, &characters, GameNumber { seed, number })
                .map_err(|sentence| format!("seed {seed}, pair {number}: {sentence}"))?;
            if let Some(fault) = result.faults.first() {
                return Err(format!("pair {number}: {fault}"));
            }
            if result.refused > 0 {
                return Err(format!("seed {seed}, pair {number}: {} orders were refused", result.refused));
            }
            Ok(result.verdict.winner.map_or(0.5, |winner| f64::from(u8::from(winner.index() == own))))
        };
        tally.add([score([first, second], 0)?, score([second, first], 1)?]);
        number += 1;
    };
    let Standing { score, low, high, games, .. } = tally.standing();
    let names = [first, second].map(|character| name_of(&character));
    let told =
        format!("{} over {}: {score:.2} ({low:.2} to {high:.2}) in {games} games, seed {seed}", names[0], names[1]);
    // Without a decision the score itself must not be that of a broken general.
    let sound = match gate {
        Gate::Passed => true,
        Gate::Failed => false,
        Gate::Open => score > question.broken,
    };
    if sound { Ok(told) } else { Err(told) }
}

/// A share of games with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Share {
    pub games: u64,
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

/// The share of `games` in `all`, with Wilson's interval, which holds near 0 and 1 too.
pub fn share(games: u64, all: u64) -> Share {
    let number = all.max(1) as f64;
    let share = games as f64 / number;
    let square = NORMAL * NORMAL / number;
    let centre = (share + square / 2.0) / (1.0 + square);
    let half = NORMAL * (share * (1.0 - share) / number + square / (4.0 * number)).sqrt() / (1.0 + square);
    Share { games, share, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// A mean over games with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Mean {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

/// Numbers of which only the mean and its interval are wanted.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Series {
    number: f64,
    sum: f64,
    squares: f64,
}

impl Series {
    pub fn add(&mut self, value: f64) {
        self.number += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    pub fn mean(&self) -> Mean {
        let number = self.number.max(1.0);
        let mean = self.sum / number;
        let variance = ((self.squares - number * mean * mean) / (number - 1.0).max(1.0)).max(0.0);
        let half = NORMAL * (variance / number).sqrt();
        Mean { mean, low: mean - half, high: mean + half }
    }
}

/// The difference in Elo points that a score stands for; a clean sheet is no number, so it is cut off.
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.001, 0.999);
    400.0 * (score / (1.0 - score)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: &[[f64; 2]], times: usize) -> Tally {
        let mut tally = Tally::default();
        for _ in 0..times {
            pairs.iter().for_each(|pair| tally.add(*pair));
        }
        tally
    }

    #[test]
    fn scores_come_with_intervals_that_hold_them() {
        let standing = tally(&[[1.0, 1.0], [1.0, 0.0], [0.5, 1.0], [0.0, 0.5]], 25).standing();
        assert_eq!((standing.games, standing.wins, standing.draws, standing.losses), (200, 100, 50, 50));
        assert!((standing.score - 0.625).abs() < 1e-9);
        assert!(standing.low < 0.625 && 0.625 < standing.high && standing.low > 0.5);
        assert!(standing.elo > 80.0 && standing.elo < 95.0);
    }

    #[test]
    fn a_clean_sheet_is_no_certainty() {
        let standing = tally(&[[1.0, 1.0]], 20).standing();
        assert_eq!(standing.score, 1.0);
        assert!(standing.low < 0.92, "{}", standing.low);
        assert!(tally(&[[1.0, 1.0]], 200).standing().low > 0.97);
    }

    /// Pairs as they come when the true score is `score`, each game won or lost.
    fn gated(score: f64, seed: u64, most: usize) -> (Gate, usize) {
        let mut chance = crate::rehearsal::stream(seed, 1);
        let mut game = || f64::from(u8::from(f64::from(kernel::Entropy::below(&mut chance, 1000)) < 1000.0 * score));
        let mut tally = Tally::default();
        while tally.gate(0.68, 0.5) == Gate::Open && tally.pairs() < most {
            tally.add([game(), game()]);
        }
        (tally.gate(0.68, 0.5), tally.pairs())
    }

    #[test]
    fn a_gate_fails_hardly_ever_a_sound_general_and_catches_a_broken_one() {
        let runs = |score: f64| (0..2000).map(move |seed| gated(score, seed, 400));
        // At the very edge of what is sound the alarm is rare; the general that is meant passes, and soon.
        assert!(runs(0.68).filter(|(gate, _)| *gate == Gate::Failed).count() <= 1);
        assert!(runs(0.75).all(|(gate, _)| gate == Gate::Passed));
        let mean = runs(0.75).map(|(_, pairs)| pairs).sum::<usize>() as f64 / 2000.0;
        assert!(mean < 30.0, "{mean}");
        // One that plays no better than its opponent is caught, mostly; one that plays worse, always.
        let passed = runs(0.5).filter(|(gate, _)| *gate == Gate::Passed).count();
        assert!(passed <= 2000 / 50 + 20, "{passed}");
        assert!(runs(0.3).all(|(gate, pairs)| gate == Gate::Failed && pairs < 100));
    }

    #[test]
    fn shares_and_means_come_with_intervals() {
        let half = share(50, 100);
        assert!((half.share - 0.5).abs() < 1e-9 && half.low > 0.40 && half.low < 0.41 && half.high < 0.60, "{half:?}");
        let none = share(0, 100);
        assert!(none.low == 0.0 && none.high > 0.03 && none.high < 0.04, "{none:?}");
        let mut series = Series::default();
        (0..100).for_each(|number| series.add(f64::from(number % 2)));
        let mean = series.mean();
        assert!((mean.mean - 0.5).abs() < 1e-9 && mean.low > 0.39 && mean.high < 0.61, "{mean:?}");
    }

    #[test]
    fn a_question_is_settled_when_the_results_are_clear() {
        assert_eq!(tally(&[[1.0, 1.0], [1.0, 0.0]], 20).settled(0.5, 0.6), Some(true));
        assert_eq!(tally(&[[0.0, 0.0], [1.0, 0.0]], 20).settled(0.5, 0.6), Some(false));
        assert_eq!(tally(&[[1.0, 0.0]], 5).settled(0.5, 0.6), None);
    }
}
