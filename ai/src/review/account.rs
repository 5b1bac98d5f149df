//! The arithmetic of a review: what the curve did in each player-turn, and how much of it was luck.
//!
//! A score is what simulations expect in which everybody does the obvious. People do better than that: whoever moves then gains a
//! little on the simulations, every turn, and both sides would be told that they played better than expected. How much it is on
//! average is measured in the game itself and taken for granted: what is left of a turn is good or bad for players of this level.

/// A player-turn, as simulations see it. Scores are those of the first seat's side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Passage {
    /// 1 if the first seat's side moves, else -1.
    pub(super) sign: f64,
    /// What is expected when it begins.
    pub(super) score: f64,
    /// What its dice gave.
    pub(super) dice: f64,
}

/// So many player-turns without any gain are put beside those of the game, so that a short one does not pass for the usual.
const CAUTION: f64 = 4.0;

/// How much a player-turn is worth to whoever moves, beyond what simulations expect of it.
pub(super) fn level(passages: &[Passage], end: f64) -> f64 {
    let after = passages.iter().skip(1).map(|next| next.score).chain([end]);
    let gains =
        passages.iter().zip(after).map(|(passage, after)| passage.sign * (after - passage.score - passage.dice));
    gains.sum::<f64>() / (passages.len() as f64 + CAUTION)
}

/// The curve for players of this level: whoever is to move may expect half of what a turn is worth, whoever has moved has had it. The
/// end of the game is as it was.
pub(super) fn levelled(passages: &[Passage], end: f64, level: f64) -> Vec<f64> {
    let expected = |passage: &Passage| (passage.score + passage.sign * level / 2.0).clamp(0.0, 1.0);
    passages.iter().map(expected).chain([end]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(gains: &[f64], dice: &[f64]) -> (Vec<Passage>, f64) {
        let mut score = 0.5;
        let mut passages = Vec::new();
        for (number, (gain, dice)) in gains.iter().zip(dice).enumerate() {
            let sign = if number % 2 == 0 { 1.0 } else { -1.0 };
            passages.push(Passage { sign, score, dice: *dice });
            score += sign * gain + dice;
        }
        (passages, score)
    }

    #[test]
    fn players_who_beat_the_simulations_alike_are_as_good_as_expected() {
        let (passages, end) = game(&[0.06; 40], &[0.0; 40]);
        let level = level(&passages, end);
        assert!((0.05..0.06).contains(&level), "{level}");
        let curve = levelled(&passages, end, level);
        let steepest = curve.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f64::max);
        assert!(steepest < 0.035, "the curve still goes to and fro by {steepest}");
    }

    #[test]
    fn one_good_turn_stays_a_good_turn() {
        let mut gains = [0.0; 20];
        gains[6] = 0.3;
        let (passages, end) = game(&gains, &[0.0; 20]);
        let curve = levelled(&passages, end, level(&passages, end));
        assert!(curve[7] - curve[6] > 0.25, "{curve:?}");
    }

    #[test]
    fn luck_is_not_taken_for_skill() {
        let (passages, end) = game(&[0.0; 10], &[0.04; 10]);
        assert!(level(&passages, end).abs() < 1e-9);
    }
}
