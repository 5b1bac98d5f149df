//! Aids for players: where units could go, what is laid over the map. They are what the rules do, and nothing that a player could not know.

use std::collections::BTreeSet;

use kernel::aids::Goal;
use kernel::order::try_order;
use kernel::{
    Aids, Chance, Entropy, Offered, OrderError, Overlay, Pending, PendingInfo, Ratio, Reach, RuleBook, Seat, Viewer,
};

use crate::known::{Known, Shown};
use crate::walk::{seats, viewers};
use crate::{Breach, Moment, Trial, walk};

/// Overlays are asked about one unit in so many.
const UNITS: usize = 9;

/// A unit that the seat is offered to move, drawn at random.
fn one_to_move<R: Aids>(rules: &R, state: &R::State, seat: Seat, chance: &mut Chance) -> Option<String> {
    let offers = Offered::new(rules, state, seat).answers;
    let moving: BTreeSet<String> =
        offers.into_iter().filter(|offer| offer.touch.moves).filter_map(|offer| offer.touch.unit).collect();
    let number = chance.below(moving.len().max(1) as u32) as usize;
    moving.into_iter().nth(number)
}

/// A unit that a seat is offered to move has a reach; every goal of it is an order that is carried out and leads there, by a way
/// whose steps add up; what is barred gives a case. Returns how many goals were tried.
pub fn reach_is_what_the_rules_allow<R: Aids>(rules: &R, book: &RuleBook, trial: Trial) -> Result<u64, Breach> {
    let known = Known::new(rules, book);
    let mut goals = 0;
    walk("reach", rules, trial, |moment| {
        let Moment { state, chance, .. } = moment;
        for seat in seats(rules) {
            let Some(unit) = one_to_move(rules, state, seat, chance) else { continue };
            let shown = Shown::new(rules, state, Viewer::Seat(seat));
            let reach = match shown.reach(seat, std::slice::from_ref(&unit)) {
                Ok(reach) => reach,
                Err(OrderError::Illegal(illegal)) if !illegal.facts.is_empty() => continue,
                Err(error) => return Err(format!("{unit} can be moved, and its reach is: {error}")),
            };
            goals += reach_holds(rules, &known, state, seat, &reach).map_err(|what| format!("{unit}: {what}"))?;
        }
        Ok(())
    })?;
    Ok(goals)
}

fn reach_holds<R: Aids>(
    rules: &R,
    known: &Known<'_>,
    state: &R::State,
    seat: Seat,
    reach: &Reach,
) -> Result<u64, String> {
    let Some(unit) = reach.units.first() else { return Err("the reach of nobody".into()) };
    let mut seen = BTreeSet::new();
    for goal in &reach.goals {
        if !seen.insert((&goal.place, goal.facing)) {
            return Err(format!("{} is a goal twice", goal.place));
        }
        goal_holds(rules, known, state, seat, unit, goal).map_err(|what| format!("\"{}\" {what}", goal.order))?;
    }
    for one in &reach.manoeuvres {
        if one.label.is_empty() {
            return Err(format!("\"{}\" is a manoeuvre without a name", one.goal.order));
        }
        one.sweeps.iter().try_for_each(|place| known.place(place))?;
        goal_holds(rules, known, state, seat, unit, &one.goal)
            .map_err(|what| format!("\"{}\" {what}", one.goal.order))?;
    }
    for barred in &reach.barred {
        known.place(&barred.place)?;
        known.case(barred.why.case)?;
        if barred.why.facts.is_empty() {
            return Err(format!("{} is barred without a reason", barred.place));
        }
    }
    Ok(reach.goals.len() as u64)
}

fn goal_holds<R: Aids>(
    rules: &R,
    known: &Known<'_>,
    state: &R::State,
    seat: Seat,
    unit: &str,
    goal: &Goal,
) -> Result<(), String> {
    known.place(&goal.place)?;
    let path = goal.way.path();
    let mut spent = Ratio::ZERO;
    for step in &goal.way.steps {
        known.case(step.case)?;
        spent = spent.plus(step.cost).map_err(|_| "costs more than can be counted")?;
    }
    if spent != goal.way.cost || path.last() != Some(&goal.place.as_str()) {
        return Err(format!("has steps that do not add up: {:?}", goal.way));
    }
    let start = Shown::new(rules, state, Viewer::Seat(seat)).piece(unit).map(|piece| piece.place().to_owned());
    let trial = try_order(rules, state, seat, &goal.order).map_err(|error| format!("is refused: {error}"))?;
    if let Some(stopped) = &trial.stopped {
        return Err(format!("is broken off: {stopped}"));
    }
    let piece = Shown::new(rules, trial.state(), Viewer::Seat(seat)).piece(unit);
    let Some(piece) = piece else { return Err(format!("leaves no {unit} on the table")) };
    let there = piece.place() == goal.place && goal.facing.is_none_or(|facing| piece.facing == Some(facing));
    for term in &goal.terms {
        known.case(term.case)?;
    }
    // Where something may come in between, the order may end on the way, or before its first step.
    let begun = path.contains(&piece.place()) || start.as_deref() == Some(piece.place());
    let on_the_way = goal.caution.is_some() && begun;
    if there || on_the_way || goal.stops.is_some() {
        Ok(())
    } else {
        Err(format!("leads to {} and not to {}", piece.place(), goal.place))
    }
}

/// Every overlay has words and a case, and gives a reason for each place and line of it. Returns how many were laid.
pub fn overlays_give_reasons<R: Aids>(rules: &R, book: &RuleBook, trial: Trial) -> Result<u64, Breach> {
    let known = Known::new(rules, book);
    let mut laid = 0;
    walk("overlays", rules, trial, |moment| {
        let first = moment.chance.below(UNITS as u32) as usize;
        for viewer in viewers(rules) {
            let shown = Shown::new(rules, moment.state, viewer);
            for query in shown.queries(UNITS, first) {
                let overlay = match shown.overlay(&query) {
                    Ok(overlay) => overlay,
                    // Not every overlay has something to say about every unit.
                    Err(sentence) if query.unit.is_some() && !sentence.is_empty() => continue,
                    Err(sentence) => return Err(format!("{query:?}: {sentence}")),
                };
                laid += 1;
                gives_reasons(&known, &overlay).map_err(|what| format!("{query:?}: {what}: {overlay:?}"))?;
            }
        }
        Ok(())
    })?;
    Ok(laid)
}

fn gives_reasons(known: &Known<'_>, overlay: &Overlay) -> Result<(), String> {
    known.case(overlay.case)?;
    if overlay.words.is_empty() || overlay.title.is_empty() {
        return Err("no words".into());
    }
    for place in &overlay.places {
        known.place(&place.place)?;
        known.case(place.case)?;
        if place.facts.is_empty() || place.text.chars().count() > 4 {
            return Err(format!("{} without a reason, or with too many letters", place.place));
        }
    }
    for line in &overlay.lines {
        [&line.from, &line.to].into_iter().try_for_each(|place| known.place(place))?;
        known.case(line.case)?;
        if line.facts.is_empty() {
            return Err("a line without a reason".into());
        }
    }
    Ok(())
}

/// A world drawn from a seat's view shows the seat the same: pieces, panels, offers, reach, overlays. Returns how many worlds were
/// compared.
pub fn equal_views_get_equal_aids<R: Aids>(rules: &R, trial: Trial) -> Result<u64, Breach> {
    let mut compared = 0;
    walk("equal views get equal aids", rules, trial, |moment| {
        let Moment { state, chance, .. } = moment;
        let first = chance.below(UNITS as u32) as usize;
        for seat in seats(rules) {
            let viewer = Viewer::Seat(seat);
            let world = rules.sample(&rules.view(state, viewer), chance);
            let unit = one_to_move(rules, state, seat, chance);
            let [one, two] = [state, &world].map(|world| all_shown(rules, world, seat, unit.as_ref(), first));
            compared += 1;
            if let Some((what, _)) = one.iter().zip(&two).find(|(one, two)| one != two) {
                return Err(format!("seat {} is shown something else in a world that looks alike: {what}", seat.0));
            }
        }
        Ok(())
    })?;
    Ok(compared)
}

/// All that a seat is shown, line by line.
fn all_shown<R: Aids>(rules: &R, state: &R::State, seat: Seat, unit: Option<&String>, first: usize) -> Vec<String> {
    let viewer = Viewer::Seat(seat);
    let shown = Shown::new(rules, state, viewer);
    let mut lines = vec![format!("pieces: {:?}", shown.pieces()), format!("panels: {:?}", shown.panels())];
    lines.extend(unit.map(|unit| format!("reach of {unit}: {:?}", shown.reach(seat, std::slice::from_ref(unit)))));
    lines.extend(shown.queries(UNITS, first).iter().map(|query| format!("{query:?}: {:?}", shown.overlay(query))));
    // Private dice may fall in one world and not in the other; the count at the end may open what was hidden.
    if matches!(rules.pending(state), Pending::Decide(_)) {
        let own = PendingInfo::new(rules, state).seen_by(viewer);
        lines.push(format!("asked and offered: {own:?} {:?}", Offered::new(rules, state, seat)));
    }
    lines
}
