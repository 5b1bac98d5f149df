//! The kernel finds out after which offers a die falls; the game shows whether it does.

use kernel::{Discard, Language, Offered, Pending, Seat, Seen, Viewer};

use crate::walk::{legal, seats};
use crate::{Breach, Moment, Trial, walk};

/// After every offer that is said to throw a die falls, and after no other; unless the action tells its seat something it
/// could not know, or is one of several secret choices. Returns how many offers threw.
pub fn throws_are_found<R: Language>(rules: &R, trial: Trial) -> Result<u64, Breach> {
    let mut throwing = 0;
    walk("throws are found", rules, trial, |moment| {
        let Moment { state, .. } = moment;
        for seat in seats(rules) {
            let seen = Seen::of(rules, state, Viewer::Seat(seat));
            let offers = Offered::new(rules, state, seat).answers;
            for (action, offer) in legal(rules, state, seat).iter().zip(&offers) {
                throwing += u64::from(offer.touch.throws);
                let die_falls = falls(rules, state, seat, action);
                let told = |world: &R::State| {
                    let (mut after, mut events) = (world.clone(), Vec::new());
                    rules.play(&mut after, seat, action, &mut events);
                    events.iter().any(|event| rules.line(event).reveals)
                };
                if offer.touch.throws != die_falls
                    && !rules.say(&seen, action).in_secret
                    && !told(state)
                    && !told(seen.world())
                {
                    let (order, throws) = (&offer.order, offer.touch.throws);
                    return Err(format!("\"{order}\": throws is {throws}, a die falls: {die_falls}"));
                }
            }
        }
        Ok(())
    })?;
    Ok(throwing)
}

/// Whether a die falls right after an action.
fn falls<R: Language>(rules: &R, state: &R::State, seat: Seat, action: &R::Action) -> bool {
    let mut after = state.clone();
    rules.play(&mut after, seat, action, &mut Discard);
    matches!(rules.pending(&after), Pending::Chance(throw) if throw.dice > 0)
}
