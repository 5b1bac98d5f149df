//! Whole orders: several atomic actions that are carried out together or not at all.

use crate::{Case, Illegal, Language, OrderError, Ruleset, Seat, Seen, Viewer};

/// One atomic action of an order as it was carried out.
#[derive(Clone, Debug)]
pub struct Carried<R: Ruleset> {
    pub action: R::Action,
    pub events: Vec<R::Event>,
    /// The state after it.
    pub state: R::State,
}

/// An order that was carried out on a copy of the state.
#[derive(Clone, Debug)]
pub struct Trial<R: Ruleset> {
    /// At least one.
    pub carried: Vec<Carried<R>>,
    /// Why the rest of the order was dropped. That happens only after something came to light: had such an order been
    /// refused as a whole, a player could probe for hidden things with orders that cost nothing.
    pub stopped: Option<Illegal>,
}

impl<R: Ruleset> Trial<R> {
    /// The state after the order.
    pub fn state(&self) -> &R::State {
        &self.carried.last().expect("an order has an action").state
    }

    pub fn into_state(mut self) -> R::State {
        self.carried.pop().expect("an order has an action").state
    }

    pub fn events(&self) -> impl Iterator<Item = &R::Event> {
        self.carried.iter().flat_map(|carried| &carried.events)
    }
}

/// What parts several orders in one.
pub const BETWEEN_ORDERS: char = ';';

/// Reads an order and carries it out on a copy of the state. Several orders in one, parted by `;`, are each read where
/// those before it lead, and are carried out or refused as a whole.
pub fn try_order<R: Language>(rules: &R, state: &R::State, seat: Seat, order: &str) -> Result<Trial<R>, OrderError> {
    if seat.index() >= rules.seats().len() {
        return Err(OrderError::Unreadable(format!("this game has no seat number {}", seat.0)));
    }
    let parts: Vec<&str> = order.split(BETWEEN_ORDERS).map(str::trim).filter(|part| !part.is_empty()).collect();
    let [first, more @ ..] = parts.as_slice() else { return try_one(rules, state, seat, order) };
    let mut whole = try_one(rules, state, seat, first)?;
    for part in more {
        if whole.stopped.is_some() {
            break;
        }
        match try_one(rules, whole.state(), seat, part) {
            Ok(Trial { carried, stopped }) => {
                whole.carried.extend(carried);
                whole.stopped = stopped;
            }
            Err(error) => {
                // What came to light stays in the light, whatever becomes of the rest.
                let Some(case) = came_to_light(rules, &whole.carried) else { return Err(error) };
                whole.stopped = Some(match error {
                    OrderError::Illegal(illegal) => illegal,
                    OrderError::Unreadable(sentence) => Illegal::new(case, sentence),
                });
            }
        }
    }
    Ok(whole)
}

fn try_one<R: Language>(rules: &R, state: &R::State, seat: Seat, order: &str) -> Result<Trial<R>, OrderError> {
    let actions = rules.read(&Seen::of(rules, state, Viewer::Seat(seat)), seat, order)?;
    if actions.is_empty() {
        return Err(OrderError::Unreadable(format!("\"{order}\" does nothing")));
    }
    Ok(try_actions(rules, state, seat, &actions)?)
}

/// The case under which something came to light, if anything did. An event that reveals and cites nothing is told
/// under the empty case.
fn came_to_light<R: Language>(rules: &R, carried: &[Carried<R>]) -> Option<Case> {
    let lines = carried.iter().flat_map(|done| &done.events).map(|event| rules.line(event));
    let mut lines = lines.filter(|line| line.reveals).peekable();
    lines.peek()?;
    Some(lines.find_map(|line| line.case).unwrap_or(Case::UNCITED))
}

/// Carries out actions one after the other on a copy of the state, each checked. There must be at least one.
pub fn try_actions<R: Language>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    actions: &[R::Action],
) -> Result<Trial<R>, Illegal> {
    let mut carried: Vec<Carried<R>> = Vec::with_capacity(actions.len());
    for action in actions {
        let before = carried.last().map_or(state, |last| &last.state);
        if let Err(illegal) = rules.check(before, seat, action) {
            return match came_to_light(rules, &carried) {
                Some(_) => Ok(Trial { carried, stopped: Some(illegal) }),
                None => Err(illegal),
            };
        }
        let mut after = before.clone();
        let mut events = Vec::new();
        rules.play(&mut after, seat, action, &mut events);
        carried.push(Carried { action: *action, events, state: after });
    }
    Ok(Trial { carried, stopped: None })
}
