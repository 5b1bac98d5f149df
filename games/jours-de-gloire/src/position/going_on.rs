//! What goes on in a position beyond what lies on the table: the step of a phase, promises of cards, standing orders, marches to the
//! guns.

use kernel::Seat;
use kit::example::one_of;

use super::{Reading, armies, box_called, counter, way_called};
use crate::cards::{CARDS, ThrowKind};
use crate::counters::{ArmyId, SIDES};
use crate::game::Rules;
use crate::memory::{Flow, KNOWN, LOTS, Passed, Sort};
use crate::notation::read_standing;
use crate::reaction::Marcher;
use crate::sequence::{Administration, Events, Frame, Movement};
use crate::state::State;

/// What the beginning of a phase would sweep away: what has been said, what cards have promised, standing orders.
pub(super) fn promises(fields: Reading<'_, '_, '_, '_>, rules: &Rules, state: &mut State) {
    for (field, bits) in
        [("cards_shown", &mut state.cards_shown), ("armistice_events", &mut state.armistice_events_used)]
    {
        let cards = fields.numbers(field, 1..=CARDS as i64).unwrap_or_default();
        cards.into_iter().for_each(|card| *bits |= 1 << (card - 1));
    }
    for (side, value) in fields.by_side("said_real", &SIDES) {
        let boxes = fields.as_each("boxes of a side", value, |text| box_called(&rules.ground, text));
        state.said_real[side.index()].extend(boxes);
    }
    state.intercepted.extend(fields.each("intercepted", |name| box_called(&rules.ground, name)));
    if fields.truth("none_hollow").unwrap_or(false) {
        state.pieces.iter_mut().for_each(|piece| piece.hollow = false);
    }
    for (field, hollow) in [("hollow", true), ("not_hollow", false)] {
        for id in fields.each(field, |name| counter(rules, name)) {
            state.piece_mut(id).hollow = hollow;
        }
    }
    let promised = fields.each("promised", |text| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [throw, side, by] = words.as_slice() else { return Err("a promise is written \"battle french 1\"".into()) };
        let by = by.parse().map_err(|_| format!("\"{by}\" is not a change of a die"))?;
        Ok((one_of("kind of throw", &ThrowKind::WORDS, throw)?, SIDES.read(side)?, by))
    });
    let room = state.promised.capacity();
    state.promised.extend(promised.into_iter().take(room));
    let army = |id: &str| {
        let place = rules.scenario.armies.iter().position(|army| army.id == id);
        place.ok_or_else(|| format!("there is no army \"{id}\""))
    };
    fields.each("supplied_by_card", army).into_iter().for_each(|army| state.supplied_by_card |= 1 << army);
    let orders = fields.pairs("standing", "standing orders", |seat, text| {
        let place = rules.seats.iter().position(|known| known.id == seat);
        let words: Vec<&str> = text.split_whitespace().collect();
        let orders = read_standing(&words).map_err(|error| error.to_string())?;
        Ok((place.ok_or_else(|| format!("there is no player \"{seat}\""))?, orders))
    });
    orders.into_iter().for_each(|(seat, orders)| state.standing[seat] = orders);
}

/// `lots = ["1: a b@2 c"]`, `flows = ["1 2 1"]`, `passed = ["1 2 troops"]`: counters that nobody can tell from each other while they lie face
/// down, those that lie in another lot now, how many went from one lot to another, and those of them that were named since. All
/// others are known.
pub(super) fn lots(fields: Reading<'_, '_, '_, '_>, rules: &Rules, state: &mut State) {
    let number = |word: &str| match word.parse() {
        Ok(lot @ 1..LOTS) => Ok(lot),
        Ok(_) | Err(_) => Err(format!("\"{word}\" is not a lot: they are numbered from 1 to {}", LOTS - 1)),
    };
    let given = fields.each("lots", |text| {
        let (lot, counters) = text.split_once(':').ok_or("a lot is written \"1: ney iii-corps\"")?;
        let drawn = number(lot.trim())?;
        let placed = counters.split_whitespace().map(|word| {
            let (name, lies) = word.split_once('@').map_or((word, Ok(drawn)), |(name, lot)| (name, number(lot)));
            Ok((counter(rules, name)?, drawn, lies?))
        });
        placed.collect::<Result<Vec<_>, String>>()
    });
    let flows = fields.each("flows", |text| {
        let form =
            "counters that went from lot to lot are written \"FROM TO COUNT\", and \"dummies\" if they were dummies";
        let mut words = text.split_whitespace();
        let mut next = || words.next().ok_or(form);
        let (from, to) = (number(next()?)?, number(next()?)?);
        let count = next()?.parse().map_err(|_| form)?;
        let sort = words.next().map(|word| one_of("sort of counter", &Sort::WORDS, word)).transpose()?;
        Ok(Flow { from, to, count, sort })
    });
    let passed = fields.each("passed", |text| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [from, to, sort] = words.as_slice() else {
            return Err("a counter that was named on the way is written \"FROM TO troops\"".to_owned());
        };
        let sort = one_of("sort of counter", &Sort::WORDS, sort)?;
        Ok(Passed { from: number(from)?, to: number(to)?, sort })
    });
    if !fields.has("lots") {
        return;
    }
    for id in rules.all_counters() {
        (state.drawn[id.index()], state.piece_mut(id).lot) = (KNOWN, KNOWN);
    }
    for (id, drawn, lies) in given.into_iter().flatten() {
        (state.drawn[id.index()], state.piece_mut(id).lot) = (drawn, lies);
    }
    state.flows = flows.into_iter().take(state.flows.capacity()).collect();
    state.flows.sort_unstable();
    state.passed = passed.into_iter().take(state.passed.capacity()).collect();
    state.passed.sort_unstable();
    if let Some(lot) = (1..LOTS).find(|lot| !state.adds_up(*lot)) {
        fields.fault(
            fields.span(),
            format!("lot {lot} does not hold as many counters as were put into it and left in it"),
        );
    }
}

/// `marchers = ["a b from BOX to BOX by A-B after 2"]`: who comes to a battle when a round of it is over (6.5.2c).
pub(super) fn marcher(rules: &Rules, text: &str) -> Result<Marcher, String> {
    let form = "a march to the guns is written \"a b from BOX to BOX by A-B after 2\"";
    let (force, rest) = text.split_once(" from ").ok_or(form)?;
    let (from, rest) = rest.split_once(" to ").ok_or(form)?;
    let (to, rest) = rest.split_once(" by ").ok_or(form)?;
    let (by, round) = rest.split_once(" after ").ok_or(form)?;
    let force = force.split_whitespace().map(|name| counter(rules, name)).collect::<Result<_, String>>()?;
    let [from, to] = [box_called(&rules.ground, from)?, box_called(&rules.ground, to)?];
    let by = way_called(&rules.ground, by)?;
    Ok(Marcher { force, from, to, by, after_round: round.parse().map_err(|_| form.to_owned())? })
}

/// The steps of phases that can be named, each by its word.
pub(crate) fn steps(rules: &Rules) -> Vec<(String, Frame)> {
    let mut steps = vec![
        ("leaders".to_owned(), Frame::Events(Events::Leaders)),
        ("first player".into(), Frame::Events(Events::FirstPlayer)),
        ("arrivals".into(), Frame::Events(Events::Arrivals)),
    ];
    for (word, side) in SIDES.each() {
        steps.push((format!("replacements {word}"), Frame::Events(Events::Replacements { side })));
        steps.push((format!("cards {word}"), Frame::Events(Events::CardDie { side })));
    }
    for (army, number) in rules.scenario.armies.iter().zip(0..) {
        let frame = Frame::Administration(Administration::PointsDie { army: ArmyId(number) });
        steps.push((format!("points of {}", army.id), frame));
    }
    for (seat, number) in rules.seats.iter().zip(0..) {
        steps.push((format!("marches of {}", seat.id), Frame::Movement(Movement::Choose { seat: Seat(number) })));
    }
    steps
}

/// `step = "cards french"`: what comes before it in the phase is over.
pub(super) fn step(fields: Reading<'_, '_, '_, '_>, rules: &Rules, state: &mut State) {
    let Some(value) = fields.value("step") else { return };
    let known = steps(rules);
    let known: Vec<(&str, Frame)> = known.iter().map(|(word, frame)| (word.as_str(), *frame)).collect();
    let Some(frame) = fields.word("step", |word| one_of("step of a phase", &known, word)) else { return };
    match (state.frame(), frame) {
        (Frame::Events(Events::Open), Frame::Events(_)) => rules.open_turn(state, &mut kernel::Discard),
        // Whoever moves is the only one who is asked.
        (Frame::Movement(Movement::Open), Frame::Movement(Movement::Choose { seat })) => {
            rules.run(state, &mut kernel::Discard);
            if rules.side_of_seat(seat) == state.player {
                state.frames.pop();
                state.frames.push(frame);
            }
        }
        _ => rules.run(state, &mut kernel::Discard),
    }
    match state.frames.iter().rposition(|open| *open == frame) {
        Some(place) => state.frames.truncate(place + 1),
        None => fields.fault(value.span(), "the phase has no such step, or it is over"),
    }
    rules.run(state, &mut kernel::Discard);
    // What was thrown for before this step.
    armies(fields, rules, state);
}

/// `dummies = 2`: how many may still be put down.
pub(super) fn dummies_left(fields: Reading<'_, '_, '_, '_>, state: &mut State) {
    let dummies = fields.number("dummies", 0..=30);
    if let (Some(dummies), Some(Frame::Administration(Administration::ReturnDummies { left, .. }))) =
        (dummies, state.frames.last_mut())
    {
        *left = (*left).min(dummies as u8);
    }
}
