//! What is answered depends on nothing but the view; and worlds drawn from a view fit it.

use kernel::{Language, Pending, Ruleset, Seen, Viewer};

use crate::account::{Probes, account, same_account};
use crate::walk::{Step, apply, viewers};
use crate::{Breach, Moment, Trial, walk};

/// Every world drawn from a view gives that view again; it waits for the same kind of thing, and can go on. Returns how
/// many worlds were drawn.
pub fn samples_fit<R: Ruleset>(rules: &R, trial: Trial, worlds: usize) -> Result<u64, Breach> {
    let mut drawn = 0;
    walk("samples fit", rules, trial, |moment| {
        let Moment { state, chance, .. } = moment;
        for viewer in viewers(rules) {
            let view = rules.view(state, viewer);
            for _ in 0..worlds {
                let world = rules.sample(&view, chance);
                drawn += 1;
                let again = rules.view(&world, viewer);
                if again != view {
                    return Err(format!("{viewer:?} sees {view:?}, and in a world drawn from that {again:?}"));
                }
            }
        }
        Ok(())
    })?;
    Ok(drawn)
}

/// Worlds drawn from a seat's view answer the seat alike: the same question, offers in the same order, refusals with
/// the same case and facts, readings of orders, and the same verdict. Returns how many worlds were compared.
pub fn equal_views_get_equal_answers<R: Language>(rules: &R, trial: Trial, worlds: usize) -> Result<u64, Breach> {
    let mut compared = 0;
    let mut probes = Probes::new();
    walk("equal views get equal answers", rules, trial, |moment| {
        let Moment { state, chance, .. } = moment;
        probes.remember(rules, state, chance);
        for viewer in viewers(rules) {
            let view = rules.view(state, viewer);
            let truth = account(rules, state, viewer, &probes);
            for _ in 0..worlds {
                let world = rules.sample(&view, chance);
                compared += 1;
                same_account(&truth, &account(rules, &world, viewer, &probes))
                    .map_err(|what| format!("{viewer:?}: {what}"))?;
            }
        }
        Ok(())
    })?;
    Ok(compared)
}

/// Whenever a seat learns something by its own action, an event says so with `reveals`: otherwise undo would let it
/// look, take back, and do better. Found out by playing the action in worlds between which the seat could not tell.
/// Returns how many actions were compared.
pub fn revelations_are_declared<R: Language>(rules: &R, trial: Trial, worlds: usize) -> Result<u64, Breach> {
    let mut compared = 0;
    walk("revelations are declared", rules, trial, |moment| {
        let Moment { state, next, chance, .. } = moment;
        let Some(step @ Step::Play(seat, action)) = next else { return Ok(()) };
        let viewer = Viewer::Seat(*seat);
        let learn = |world: &R::State| {
            let (mut after, mut events) = (world.clone(), Vec::new());
            apply(rules, &mut after, step, &mut events);
            let declared = events.iter().any(|event| rules.line(event).reveals);
            let seen = events.iter().filter_map(|event| rules.observe(&after, event, viewer));
            (declared, seen.collect::<Vec<R::Event>>(), rules.view(&after, viewer))
        };
        let truth = learn(state);
        let view = rules.view(state, viewer);
        for _ in 0..worlds {
            let world = rules.sample(&view, chance);
            if rules.check(&world, *seat, action).is_err() {
                return Err(format!("seat {} may do {action:?}, but not in a world drawn from its view", seat.0));
            }
            let other = learn(&world);
            compared += 1;
            if !truth.0 && !other.0 && truth != other {
                let what = format!("{:?} or {:?}", truth.1, other.1);
                return Err(format!("{action:?} tells seat {} something undeclared: {what}", seat.0));
            }
        }
        Ok(())
    })?;
    Ok(compared)
}

/// Every offer, written in the title's notation, is read back as itself, and no two read alike. Returns how many were.
pub fn notation_reads_back<R: Language>(rules: &R, trial: Trial) -> Result<u64, Breach> {
    let mut read = 0;
    walk("notation", rules, trial, |moment| {
        let state = moment.state;
        if let Pending::Over(_) = rules.pending(state) {
            return Ok(());
        }
        for seat in crate::walk::seats(rules) {
            let seen = Seen::of(rules, state, Viewer::Seat(seat));
            let offers = crate::walk::legal(rules, state, seat);
            for action in offers.into_iter().chain(crate::walk::interrupts(rules, state, seat)) {
                let order = rules.say(&seen, &action).order;
                let again = rules.read(&seen, seat, &order).map_err(|error| format!("\"{order}\": {error}"))?;
                if again != [action] {
                    return Err(format!("{action:?} is written \"{order}\" and read {again:?}"));
                }
                read += 1;
            }
        }
        Ok(())
    })?;
    Ok(read)
}
