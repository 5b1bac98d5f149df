//! What attrition a march will bring: column, quotients and every loss that the two dice can give (chapter 8).

use kernel::aids::Term;

use crate::Rules;
use crate::march::{How, March};
use crate::roster::{LeaderId, LeaderSet};
use crate::state::State;
use crate::tables::Effort;

/// The names of the columns of attrition, from the best.
pub(crate) const COLUMN_NAMES: [&str; 7] = ["A", "B", "C", "D", "E", "F", "G"];

/// What foot and horse of a force lose by each face of their die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// The column, from 0 for the best.
    pub column: usize,
    /// The step of the ladder of quotients; nothing for an arm that does not roll.
    pub steps: [Option<u8>; 2],
    /// Points lost on a die of 1 to 6.
    pub losses: [[u8; 6]; 2],
}

impl Forecast {
    /// Points lost on all six faces of both dice: six times what is to be expected.
    pub fn six_times(&self) -> u16 {
        self.losses.iter().flatten().map(|points| u16::from(*points)).sum()
    }
}

impl Rules {
    /// The attrition of a force that does so much with foot and horse (8.quotient, 8.roll).
    pub fn forecast(&self, state: &State, commander: LeaderId, force: LeaderSet, efforts: [Effort; 2]) -> Forecast {
        let column = self.attrition_column(state, commander, force);
        let strength = self.marching_strength(state, force);
        let steps = self.attrition_steps(state, commander, force, efforts);
        let mut forecast = Forecast { column, steps: [None; 2], losses: [[0; 6]; 2] };
        if self.is_spared(state, commander) {
            return forecast;
        }
        let line = self.tables.weather.row(state.weather).attrition;
        let bonus = self.leader(commander).bonus;
        for arm in [0, 1].into_iter().filter(|arm| strength[*arm] > 0) {
            let step = steps[arm].min(self.tables.quotient.barred - 1);
            forecast.steps[arm] = Some(step);
            forecast.losses[arm] = [1, 2, 3, 4, 5, 6].map(|die| {
                let lost = self.tables.attrition(step, die, line, bonus);
                u16::from(lost).min(strength[arm]) as u8
            });
        }
        forecast
    }

    /// What the force in hand will have done when it halts, having spent so much.
    pub(crate) fn efforts_of(march: &March) -> [Effort; 2] {
        march.spending().map(|spent| match march.how {
            How::Forced => Effort::Forced(spent),
            _ if spent > 0 || march.stepped.contains(&true) => Effort::March(spent),
            How::Nothing | How::Command | How::Initiative | How::Alone | How::Arrival | How::Centre(_) => Effort::Stand,
        })
    }

    /// The attrition of the force in hand as it would halt, in words.
    pub(crate) fn told_attrition(&self, state: &State, march: &March) -> Option<Term> {
        if matches!(march.how, How::Nothing | How::Alone | How::Centre(_)) {
            return None;
        }
        let forecast = self.forecast(state, march.commander, march.force, Rules::efforts_of(march));
        let of_arm = |arm: usize| {
            let step = forecast.steps[arm]?;
            let quotient = &self.tables.quotient.names[usize::from(step)];
            let name = ["foot", "horse"][arm];
            Some(format!("{name} quotient {quotient}, {}", distribution(&forecast.losses[arm])))
        };
        let arms: Vec<String> = [0, 1].into_iter().filter_map(of_arm).collect();
        let text = match arms.is_empty() {
            true => "no attrition".into(),
            false => format!("attrition on column {}: {}", COLUMN_NAMES[forecast.column], arms.join("; ")),
        };
        Some(Term { case: case!("8.quotient"), text })
    }
}

/// Losses in sixths: `loses nothing 4 in 6, 1 point 2 in 6`.
fn distribution(losses: &[u8; 6]) -> String {
    let most = losses.iter().copied().max().unwrap_or(0);
    if most == 0 {
        return "loses nothing".into();
    }
    let share = |points: u8| {
        let times = losses.iter().filter(|lost| **lost == points).count();
        let what = match points {
            0 => "nothing".into(),
            1 => "1 point".into(),
            more => format!("{more} points"),
        };
        (times > 0).then(|| format!("{what} {times} in 6"))
    };
    format!("loses {}", (0..=most).filter_map(share).collect::<Vec<_>>().join(", "))
}
