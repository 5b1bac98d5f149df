//! Odds depend on nothing but the view.

use kernel::odds::{StopAtDecision, odds_of_order};
use kernel::{Bytes32, Chance, Entropy, Language, OddsLimits, Ruleset, Seat, Seen, Title, Viewer};

use crate::walk::{interrupts, legal, seats};
use crate::{Breach, Moment, Trial, walk};

/// Whatever a seat is offered in random games, the odds of it are the same in worlds drawn from the seat's view: the
/// same lines with the same numbers, found with the same entropy. Returns how many questions were asked.
pub fn equal_views_get_equal_odds<T: Title>(title: &T, rules: &T::Rules, trial: Trial) -> Result<u64, Breach> {
    let limits = OddsLimits { positions: 10_000, worlds: 4 };
    let mut asked = 0;
    walk("equal views get equal odds", rules, trial, |moment| {
        let Moment { state, chance, .. } = moment;
        let seed = Bytes32([chance.below(256) as u8; 32]);
        let odds = |world: &<T::Rules as Ruleset>::State, seat: Seat, order: &str| {
            let mut entropy = Chance::from_seed(&seed);
            odds_of_order(title, rules, world, (seat, order), &mut StopAtDecision, limits, &mut entropy)
        };
        for seat in seats(rules) {
            let offers: Vec<_> = legal(rules, state, seat).into_iter().chain(interrupts(rules, state, seat)).collect();
            if offers.is_empty() {
                continue;
            }
            let seen = Seen::of(rules, state, Viewer::Seat(seat));
            let order = rules.say(&seen, &offers[chance.below(offers.len() as u32) as usize]).order;
            let world = rules.sample(&rules.view(state, Viewer::Seat(seat)), chance);
            let (truth, other) = (odds(state, seat, &order), odds(&world, seat, &order));
            asked += 1;
            if truth != other {
                return Err(format!("seat {}: the odds of \"{order}\" are {truth:?} or {other:?}", seat.0));
            }
        }
        Ok(())
    })?;
    Ok(asked)
}
