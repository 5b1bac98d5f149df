//! What the page is told: offers, questions and lines of the log, pieces and panels. All of it names things that exist, cites cases
//! that the rulebook has, and is true of the game.

use std::collections::BTreeSet;

use kernel::order::try_order;
use kernel::{Aids, LogLine, Mark, Offer, Offered, Panel, Pending, PendingInfo, Piece, RuleBook, Viewer};

use crate::known::{Known, Shown};
use crate::walk::{Step, apply, seats, viewers};
use crate::{Breach, Moment, Trial, walk};

/// More than this does not fit on a button.
const LONGEST_LABEL: usize = 90;

/// Every offer has an order and a label that fits a button and tells it from all others, and touches units and places that exist.
/// Returns how many offers were looked at.
pub fn offers_say_what_they_are<R: Aids>(rules: &R, book: &RuleBook, trial: Trial) -> Result<u64, Breach> {
    let known = Known::new(rules, book);
    let mut looked_at = 0;
    walk("offers", rules, trial, |moment| {
        for seat in seats(rules) {
            let pieces = Shown::new(rules, moment.state, Viewer::Seat(seat)).pieces();
            let Offered { answers, interrupts } = Offered::new(rules, moment.state, seat);
            for offer in answers.iter().chain(&interrupts) {
                looked_at += 1;
                says_what_it_is(&known, &pieces, offer).map_err(|what| format!("{what}: {offer:?}"))?;
            }
            let mut seen = BTreeSet::new();
            for Offer { touch, .. } in &answers {
                if !seen.insert((&touch.label, &touch.unit, &touch.place, touch.facing)) {
                    return Err(format!("two offers read \"{}\"", touch.label));
                }
            }
        }
        Ok(())
    })?;
    Ok(looked_at)
}

fn says_what_it_is(known: &Known<'_>, pieces: &[Piece], offer: &Offer) -> Result<(), String> {
    let touch = &offer.touch;
    if offer.order.is_empty() || touch.verb.is_empty() || touch.label.is_empty() {
        return Err("an offer without words".into());
    }
    if touch.label.chars().count() > LONGEST_LABEL {
        return Err("no button is as long as this label".into());
    }
    touch.unit.as_ref().map_or(Ok(()), |unit| known.unit(unit, pieces))?;
    touch.place.as_ref().map_or(Ok(()), |place| known.place(place))
}

/// Every question is a sentence under a case of the rulebook, about units and places that exist. Returns how many were asked.
pub fn questions_say_what_they_are<R: Aids>(rules: &R, book: &RuleBook, trial: Trial) -> Result<u64, Breach> {
    let known = Known::new(rules, book);
    let mut questions = 0;
    walk("questions", rules, trial, |moment| {
        let PendingInfo::Decide(asked) = PendingInfo::new(rules, moment.state) else { return Ok(()) };
        for asked in asked {
            questions += 1;
            let pieces = Shown::new(rules, moment.state, Viewer::Seat(asked.seat)).pieces();
            let (prompt, about) = (&asked.prompt, &asked.about);
            let sound = || {
                if prompt.short.is_empty() || !prompt.text.ends_with(['.', '?']) {
                    return Err("no sentence".to_owned());
                }
                known.case(prompt.case)?;
                let units = about.concerns.units.iter().chain(&about.unit);
                units.into_iter().try_for_each(|unit| known.unit(unit, &pieces))?;
                about.concerns.places.iter().try_for_each(|place| known.place(place))
            };
            sound().map_err(|what: String| format!("{what}: {asked:?}"))?;
        }
        Ok(())
    })?;
    Ok(questions)
}

/// Every line of the log has words, cites a case that exists or none, and concerns units and places that exist; and a line shows a
/// die if and only if it has just fallen: to a viewer all of them, or none if he did not see them. Returns how many lines were read.
pub fn log_lines_hold<R: Aids>(rules: &R, book: &RuleBook, trial: Trial) -> Result<u64, Breach> {
    let known = Known::new(rules, book);
    let (mut lines_read, mut shown, mut thrown_in_all) = (0, 0, 0);
    walk("log", rules, trial, |moment| {
        let Some(step) = moment.next else { return Ok(()) };
        let (mut after, mut events) = (moment.state.clone(), Vec::new());
        apply(rules, &mut after, step, &mut events);
        let thrown = if let Step::Throw(outcome) = step { outcome.0.to_vec() } else { Vec::new() };
        thrown_in_all += thrown.len();
        for viewer in viewers(rules) {
            let mut pieces = Shown::new(rules, moment.state, viewer).pieces();
            pieces.extend(Shown::new(rules, &after, viewer).pieces());
            let lines = LogLine::of(rules, &after, &events, viewer);
            for line in &lines {
                lines_read += 1;
                let sound = || {
                    if line.text.is_empty() {
                        return Err("no words".to_owned());
                    }
                    line.case.map_or(Ok(()), |case| known.case(case))?;
                    line.concerns.units.iter().try_for_each(|unit| known.unit(unit, &pieces))?;
                    line.concerns.places.iter().try_for_each(|place| known.place(place))
                };
                sound().map_err(|what: String| format!("{what}: {line:?}"))?;
            }
            let dice: Vec<u8> = lines.iter().flat_map(|line| &line.nature.dice).map(|die| die.face).collect();
            if !dice.is_empty() && dice != thrown {
                return Err(format!("{thrown:?} were thrown, and the log of {viewer:?} has {dice:?}"));
            }
            shown += dice.len();
        }
        Ok(())
    })
    .and_then(|tally| match thrown_in_all > 0 && shown == 0 {
        true => {
            let what = format!("of {} throws not one is shown in any log", tally.throws);
            Err(Breach { check: "log", place: None, seed: trial.seed, what })
        }
        false => Ok(()),
    })?;
    Ok(lines_read)
}

/// No two pieces share a handle; each stands in places of the map, looks like something printed, and its marks explain themselves.
/// Returns how many pieces were looked at.
pub fn pieces_explain_themselves<R: Aids>(rules: &R, book: &RuleBook, trial: Trial) -> Result<u64, Breach> {
    let known = Known::new(rules, book);
    let mut looked_at = 0;
    walk("pieces", rules, trial, |moment| {
        for viewer in viewers(rules) {
            let pieces = Shown::new(rules, moment.state, viewer).pieces();
            let ids: BTreeSet<&str> = pieces.iter().map(|piece| piece.id.as_str()).collect();
            if ids.len() != pieces.len() {
                return Err(format!("two pieces with one handle, for {viewer:?}"));
            }
            for piece in &pieces {
                looked_at += 1;
                explains_itself(&known, piece).map_err(|what| format!("{what}: {piece:?}"))?;
            }
        }
        Ok(())
    })?;
    Ok(looked_at)
}

fn explains_itself(known: &Known<'_>, piece: &Piece) -> Result<(), String> {
    if !(1..=3).contains(&piece.places.len()) || !(1..=3).contains(&piece.length) {
        return Err("a piece covers one to three places".into());
    }
    piece.places.iter().try_for_each(|place| known.place(place))?;
    if !known.is_printed(piece.print.as_ref().unwrap_or(&piece.id)) {
        return Err("nothing in the roster looks like it".into());
    }
    for borne in &piece.bears {
        if !piece.places.contains(&borne.place) || !known.is_printed(&borne.unit) {
            return Err(format!("{} does not stand on it", borne.unit));
        }
        borne.marks.iter().try_for_each(|mark| mark_holds(known, mark))?;
    }
    piece.marks.iter().try_for_each(|mark| mark_holds(known, mark))
}

fn mark_holds(known: &Known<'_>, mark: &Mark) -> Result<(), String> {
    if mark.note.is_empty() || !(1..=2).contains(&mark.text.chars().count()) {
        return Err(format!("a mark is one or two letters with a note, not {mark:?}"));
    }
    known.case(mark.case)
}

/// Every unit, place, case and order that a panel names.
#[derive(Default)]
struct Named<'p> {
    units: Vec<&'p String>,
    places: Vec<&'p String>,
    cases: Vec<kernel::Case>,
    orders: Vec<&'p String>,
}

impl<'p> Named<'p> {
    /// What a panel names; an error where it does not hold together.
    fn in_panel(panel: &'p Panel) -> Result<Named<'p>, String> {
        let mut named = Named::default();
        match panel {
            Panel::Track { cells, at, .. } => {
                if *at >= cells.len() {
                    return Err("the marker stands beside its track".into());
                }
            }
            Panel::Levels { .. } => {}
            Panel::Boxes { groups, .. } => named.units.extend(groups.iter().flat_map(|group| &group.units)),
            Panel::Facts { rows, .. } => named.cases.extend(rows.iter().filter_map(|row| row.case)),
            Panel::Table { groups, columns, .. } => {
                for row in groups.iter().flat_map(|group| &group.rows) {
                    named.units.extend(&row.unit);
                    named.places.extend(&row.place);
                    named.cases.extend(row.marks.iter().map(|mark| mark.case));
                    if row.cells.len() != columns.len() {
                        return Err(format!("{} cells for {} columns", row.cells.len(), columns.len()));
                    }
                }
            }
            Panel::Hand { cards, rows, .. } => {
                named.cases.extend(rows.iter().filter_map(|row| row.case));
                for part in cards.iter().flat_map(|card| &card.parts) {
                    named.cases.push(part.case);
                    named.orders.extend(part.orders.iter().map(|ordered| &ordered.order));
                }
            }
            Panel::Duel { place, rows, parties, matrix, .. } => {
                named.places.extend(place);
                named.cases.extend(rows.iter().filter_map(|row| row.case));
                named.cases.extend(matrix.iter().map(|matrix| matrix.case));
                for party in parties {
                    named.units.extend(&party.units);
                    named.cases.extend(party.rows.iter().filter_map(|row| row.case));
                    named.cases.extend(party.modifiers.iter().map(|modifier| modifier.case));
                }
            }
            Panel::Choices { rows, .. } => {
                for row in rows {
                    named.cases.push(row.case);
                    if row.options.iter().filter(|option| option.order.is_none()).count() != 1 {
                        return Err(format!("\"{}\" has not one answer", row.name));
                    }
                    named.orders.extend(row.options.iter().filter_map(|option| option.order.as_ref()));
                }
            }
        }
        Ok(named)
    }
}

/// Panels name what exists, tables are full, they say the same whatever world is drawn from the view, so that no figure in them is
/// made up, and as long as the game goes on every order in them is carried out. Returns how many panels were looked at.
pub fn panels_hold<R: Aids>(rules: &R, book: &RuleBook, trial: Trial) -> Result<u64, Breach> {
    let known = Known::new(rules, book);
    let mut looked_at = 0;
    walk("panels", rules, trial, |moment| {
        let Moment { state, chance, .. } = moment;
        let over = matches!(rules.pending(state), Pending::Over(_));
        for viewer in viewers(rules) {
            let shown = Shown::new(rules, state, viewer);
            let pieces = shown.pieces();
            let panels = shown.panels();
            let view = rules.view(state, viewer);
            let world = rules.sample(&view, chance);
            let elsewhere = Shown::in_world(rules, view, viewer, world).panels();
            if let Some((one, other)) = panels.iter().zip(&elsewhere).find(|(one, other)| one != other) {
                return Err(format!(
                    "{viewer:?} is shown what was made up: {one:?} in one world, {other:?} in another"
                ));
            }
            for panel in panels {
                looked_at += 1;
                let sound = || {
                    let named = Named::in_panel(&panel)?;
                    named.units.iter().try_for_each(|unit| known.unit(unit, &pieces))?;
                    named.places.iter().try_for_each(|place| known.place(place))?;
                    named.cases.iter().try_for_each(|case| known.case(*case))?;
                    let Viewer::Seat(seat) = viewer else { return Ok(()) };
                    named.orders.iter().filter(|_| !over).try_for_each(|order| {
                        match try_order(rules, state, seat, order) {
                            Ok(_) => Ok(()),
                            Err(error) => Err(format!("\"{order}\" is not carried out: {error}")),
                        }
                    })
                };
                sound().map_err(|what: String| format!("{what}: {panel:?}"))?;
            }
        }
        Ok(())
    })?;
    Ok(looked_at)
}
